//! Implementations without a primary artifact.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::definition::IMPLEMENTATION;


pub static RULE: Rule = Rule {
    code: "tosca/operation/no-primary-artifact",
    severity: Severity::Warning,
    title: "implementation without a primary artifact",
    doc: "The orchestrator runs the primary artifact. Without one, dependencies, a timeout or a host have no effect \
          (3.5.14).",
    sources: &["T-3.5.14-06"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: {implementation: {timeout: 60}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: {implementation: {primary: https://example.org/create.sh, timeout: 60}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&IMPLEMENTATION) {
        let entries = record.node.entries().iter().filter_map(|entry| entry.key.as_text());
        let mut own = entries.filter(|key| ["dependencies", "timeout", "operation_host"].contains(key));
        let Some(key) = own.next_back().filter(|_| record.node.get("primary").is_none()) else { continue };
        let path = facts.records.path(record);
        let operation = path.parent().and_then(|parent| parent.last_key().map(str::to_owned)).unwrap_or_default();
        cx.report(record.shown().span, format!("operation `{operation}` has `{key}` but no primary artifact"));
    }
}
