//! Unknown entry of a value.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/no-such-entry",
    severity: Severity::Error,
    title: "unknown entry of a value",
    doc: "The arguments after the name of a property select a part of its value: a property of a data type, a key of \
          a map, or an index of a list, starting at 0 (4.4.2).",
    sources: &["T-4.4.2-09"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      first: {type: string, required: false}
      second: {type: string, required: false}
      ports: {type: list, required: false, entry_schema: {type: integer}}
topology_template:
  node_templates:
    app: {type: example.App, properties: {ports: [80]}}
  outputs:
    port: {value: {get_property: [app, ports, 3]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      first: {type: string, required: false}
      second: {type: string, required: false}
      ports: {type: list, required: false, entry_schema: {type: integer}}
topology_template:
  node_templates:
    app: {type: example.App, properties: {ports: [80]}}
  outputs:
    port: {value: {get_property: [app, ports, 0]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::NoSuchEntry);
}
