//! Functions that read a property without a value.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/no-value",
    severity: Severity::Warning,
    title: "function reads a property without a value",
    doc: "An optional property that has neither a value nor a default is null (4.4.2). A function that reads it \
          yields null as well.",
    sources: &["T-4.4.2-10"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  outputs:
    cpus: {value: {get_property: [server, host, num_cpus]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: 2}}
  outputs:
    cpus: {value: {get_property: [server, host, num_cpus]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::NoValue);
}
