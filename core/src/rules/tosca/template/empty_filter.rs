//! Node filters without conditions.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::definition::NODE_FILTER;


pub static RULE: Rule = Rule {
    code: "tosca/template/empty-filter",
    severity: Severity::Warning,
    title: "empty node filter",
    doc: "A `node_filter` without conditions matches every node, so it is probably unfinished (3.5.5).",
    sources: &["T-3.5.5-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: {node: tosca.nodes.Compute, node_filter: {}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: {node: tosca.nodes.Compute, node_filter: {capabilities: [host: {properties: [num_cpus: {equal: 2}]}]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&NODE_FILTER) {
        let is_empty = |key: &str| record.node.get(key).is_none_or(|node| node.items().is_empty() && node.entries().is_empty());
        if record.node.entries().iter().all(|entry| entry.key.as_text().is_some_and(is_empty)) {
            cx.report(record.shown().span, "empty node filter");
        }
    }
}
