//! Incomplete port specification.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/incomplete-port",
    severity: Severity::Error,
    title: "incomplete port specification",
    doc: "A `PortSpec` needs at least one of `source`, `source_range`, `target` and `target_range`. A port must be \
          within the range that is given with it (5.3.9).",
    sources: &["T-5.3.9-1", "T-5.3.9-2", "T-5.3.9-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    none: {type: PortSpec, default: {protocol: tcp}}
    other: {type: PortSpec, default: {protocol: tcp, source: 9000, source_range: [1, 100]}}
    last: {type: PortSpec, default: {protocol: tcp, target: 9000, target_range: [1, 100]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    none: {type: PortSpec, default: {protocol: tcp, target: 80}}
    other: {type: PortSpec, default: {protocol: tcp, source: 90, source_range: [1, 100]}}
    last: {type: PortSpec, default: {protocol: tcp, target: 90, target_range: [1, 100]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::IncompletePort);
}
