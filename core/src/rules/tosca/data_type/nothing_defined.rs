//! Data type without a definition.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/data-type/nothing-defined",
    severity: Severity::Error,
    title: "data type without a definition",
    doc: "A data type derives from another type or defines at least one property. A `properties` section must not \
          be empty (3.6.6).",
    sources: &["T-3.6.6-01", "T-3.6.6-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  example.Nothing: {description: nothing}
  example.Empty: {derived_from: tosca.datatypes.Root, properties: {}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  example.Nothing: {derived_from: string}
  example.Empty: {derived_from: tosca.datatypes.Root, properties: {size: {type: integer}}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::EmptyDataType);
}
