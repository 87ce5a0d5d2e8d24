//! Unusual spelling of a unit.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/unit-spelling",
    severity: Severity::Warning,
    title: "unusual spelling of a unit",
    doc: "Units are not case-sensitive, but the usual spelling is recommended: `kB`, `KiB`, `MB`, `s`, `GHz` \
          (3.2.6).",
    sources: &["T-3.2.6-06"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    memory: {type: scalar-unit.size, default: 4 gb}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    memory: {type: scalar-unit.size, default: 4 GB}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnitSpelling);
}
