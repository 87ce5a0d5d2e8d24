//! Values in place of mappings of capabilities and requirements that connect nodes.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::substitution::Substitution;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "tosca/substitution/mapped-connectivity",
    severity: Severity::Warning,
    title: "values in place of a connection",
    doc: "Capabilities that connect nodes, those that derive from `tosca.capabilities.Endpoint`, and requirements for them \
          should be mapped to those of a node template. With values alone, there is nothing to connect to (3.7.9, 3.7.10).",
    sources: &["T-3.7.9-06", "T-3.7.10-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    capabilities:
      service: tosca.capabilities.Endpoint
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root}
  substitution_mappings:
    node_type: example.App
    capabilities:
      service: {properties: {port: 80}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    capabilities:
      service: tosca.capabilities.Endpoint
topology_template:
  node_templates:
    app: {type: example.App}
  substitution_mappings:
    node_type: example.App
    capabilities:
      service: [app, service]
",
    check,
};

const ENDPOINT: &str = "tosca.capabilities.Endpoint";

fn check(cx: &mut Check<'_>) {
    let Some(of) = Substitution::of(cx) else { return };
    let facts = Rc::clone(&cx.facts);
    for (section, noun) in [("capabilities", "capability"), ("requirements", "requirement")] {
        for (name, entry) in of.section(section) {
            let has_values = ["properties", "attributes"].iter().any(|key| entry.value.get(key).is_some());
            let is_connection = match section {
                "capabilities" => of.shape.capability(name).is_some_and(|found| found.of.derives_from(ENDPOINT)),
                _ => of.shape.requirement(name).and_then(|found| found.capability.as_ref()).is_some_and(|wanted| {
                    facts.scope.effective(SymbolKind::CapabilityType, &wanted.name).derives_from(ENDPOINT)
                }),
            };
            if has_values && is_connection && entry.value.get("mapping").is_none() {
                let message = format!("{noun} `{name}` connects nodes, and should be mapped to that of a node template");
                cx.report(entry.key.span, message).help(format!("write `{name}: [node, {noun}]`"));
            }
        }
    }
}
