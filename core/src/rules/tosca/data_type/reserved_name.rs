//! Data type with the name of a primitive type.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/data-type/reserved-name",
    severity: Severity::Error,
    title: "data type with the name of a primitive type",
    doc: "Names of primitive types, such as `string`, always refer to these types, so a data type with such a name \
          cannot be used (3.6.6).",
    sources: &["T-3.6.6-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  string: {properties: {size: {type: integer}}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  example.Text: {properties: {size: {type: integer}}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::ReservedTypeName);
}
