//! Properties of a primitive data type.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/data-type/properties-of-primitive",
    severity: Severity::Error,
    title: "properties of a primitive data type",
    doc: "A data type that derives from a primitive type, such as `string`, narrows it with constraints. It cannot \
          have properties, because its values are not mappings (3.6.6).",
    sources: &["T-3.6.6-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  example.Name:
    derived_from: string
    properties:
      first: {type: string}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  example.Name:
    derived_from: tosca.datatypes.Root
    properties:
      first: {type: string}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::FieldsOfPrimitive);
}
