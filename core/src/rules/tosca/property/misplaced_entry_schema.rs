//! Schema of entries for a type without entries.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/misplaced-entry-schema",
    severity: Severity::Error,
    title: "schema of entries for a type without entries",
    doc: "`entry_schema` describes the entries of a `list` or `map`, and `key_schema` the keys of a `map` (3.5.9).",
    sources: &["T-3.5.9-10"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      name: {type: string, required: false, entry_schema: {type: string}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      name: {type: list, required: false, entry_schema: {type: string}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::MisplacedEntrySchema);
}
