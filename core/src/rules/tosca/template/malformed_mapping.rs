//! Malformed substitution mappings.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::schema::template::SUBSTITUTION;


pub static RULE: Rule = Rule {
    code: "tosca/template/malformed-mapping",
    severity: Severity::Error,
    title: "malformed substitution mapping",
    doc: "A property of the substituted node type is mapped to an input, or to a property of a node template \
          or of its capability: a list of one to three names. A capability or requirement is mapped to that of \
          a node template: a list of two names. An operation is mapped to the name of a workflow. A mapping \
          excludes a `value`, `properties` and `attributes` beside it (3.7.8 to 3.7.11).",
    sources: &["T-3.7.8-01", "T-3.7.8-04", "T-3.7.9-01", "T-3.7.9-05", "T-3.7.10-01", "T-3.7.11-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Compute}
  substitution_mappings:
    node_type: tosca.nodes.Root
    capabilities: {feature: [n]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Compute}
  substitution_mappings:
    node_type: tosca.nodes.Root
    capabilities: {feature: [n, feature]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&SUBSTITUTION) {
        let sections = [
            ("properties", "property", 1..=3, "an input, or a node template and its property"),
            ("capabilities", "capability", 2..=2, "`[ <node template>, <capability> ]`"),
            ("requirements", "requirement", 2..=2, "`[ <node template>, <requirement> ]`"),
        ];
        for (section, noun, lengths, form) in sections {
            for entry in record.node.get(section).map_or(&[][..], Node::entries) {
                let name = entry.key.as_text().unwrap_or_default();
                let long = entry.value.entry("mapping");
                let mapping = long.map_or(&entry.value, |long| &long.value);
                if mapping.as_sequence().is_some() {
                    let items = mapping.items();
                    let is_text = |node: &Node| node.as_scalar().is_some() && !node.is_null();
                    if !lengths.contains(&items.len()) || !items.iter().all(is_text) {
                        let message = match items.len() {
                            1 => format!("the mapping of {noun} `{name}` has 1 entry"),
                            count => format!("the mapping of {noun} `{name}` has {count} entries"),
                        };
                        cx.report(mapping.span, message).help(format!("the mapping must be {form}"));
                    }
                }
                if section != "properties" && entry.value.as_mapping().is_some_and(|mapping| mapping.entries.is_empty()) {
                    let finding = cx.report(entry.key.span, format!("the mapping of {noun} `{name}` is empty"));
                    finding.help(format!("the mapping must be {form}"));
                }
                let exclusive = if section == "properties" { &["value"][..] } else { &["properties", "attributes"][..] };
                let other = exclusive.iter().find_map(|key| entry.value.entry(key)).filter(|_| long.is_some());
                if let Some(other) = other {
                    let key = other.key.as_text().unwrap_or_default();
                    let message = format!("`{key}` excludes `mapping` in the mapping of {noun} `{name}`");
                    cx.report(other.key.span, message).help("remove one of them");
                }
            }
        }
        let interfaces = record.node.get("interfaces").map_or(&[][..], Node::entries);
        for operation in interfaces.iter().flat_map(|interface| interface.value.entries()) {
            if operation.value.as_scalar().is_none() || operation.value.is_null() {
                let name = operation.key.as_text().unwrap_or_default();
                let finding = cx.report(operation.key.span, format!("the mapping of operation `{name}` must name a workflow"));
                finding.severity(Severity::Warning);
            }
        }
    }
}
