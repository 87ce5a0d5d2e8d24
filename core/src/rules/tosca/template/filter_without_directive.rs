//! Node filters without a directive.

use std::rc::Rc;

use crate::diagnostic::{Safety, Severity};
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::syntax::patch::InsertAt;
use crate::tosca::schema::template::NODE_TEMPLATE;
use crate::tosca::version::{self, Version};


pub static RULE: Rule = Rule {
    code: "tosca/template/filter-without-directive",
    severity: Severity::Warning,
    title: "node filter without `selectable`",
    doc: "A `node_filter` of a node template selects an existing node, so the template needs the directive \
          `selectable` (3.7.3). An example of the specification omits it. With `--strict` this is an error.",
    sources: &["T-3.7.3-02", "T-14.4-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Compute
      node_filter:
        capabilities:
          - host: {properties: [num_cpus: {equal: 2}]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Compute
      directives: [selectable]
      node_filter:
        capabilities:
          - host: {properties: [num_cpus: {equal: 2}]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let directive = if version::of(cx.file) < Version::V1_3 { "selectable" } else { "select" };
    let severity = if cx.settings.strict { Severity::Error } else { Severity::Warning };
    for record in facts.records.of_record(&NODE_TEMPLATE) {
        let Some(filter) = record.node.entry("node_filter") else { continue };
        let directives = record.node.get("directives").map_or(&[][..], Node::items);
        let selects = |node: &Node| matches!(node.as_text(), Some("selectable" | "select"));
        if directives.iter().any(selects) {
            continue;
        }
        let name = record.name().unwrap_or_default();
        let message = format!("`node_filter` of `{name}` requires the directive `{directive}`");
        let finding = cx.report(filter.key.span, message).severity(severity);
        if record.node.get("directives").is_none() {
            finding.fix_by(format!("Add `directives: [{directive}]`"), Safety::Unsafe, |draft| {
                let order = NODE_TEMPLATE.order();
                let value = serde_yaml::Value::Sequence(vec![directive.into()]);
                draft.insert(&facts.records.path(record), "directives", &value, InsertAt::Ordered(&order))
            });
        }
    }
}
