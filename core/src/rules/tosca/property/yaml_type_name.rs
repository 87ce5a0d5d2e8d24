//! YAML name of a type.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/yaml-type-name",
    severity: Severity::Warning,
    title: "YAML name of a type",
    doc: "`str`, `int` and `bool` are the names of YAML. TOSCA calls these types `string`, `integer` and `boolean` \
          (3.2.1).",
    sources: &["T-3.2.1-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: str, default: x}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: string, default: x}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::YamlTypeName);
}
