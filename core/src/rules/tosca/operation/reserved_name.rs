//! Operations with a reserved name.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::types::INTERFACE_TYPE;


pub static RULE: Rule = Rule {
    code: "tosca/operation/reserved-name",
    severity: Severity::Error,
    title: "reserved operation name",
    doc: "In an interface, `inputs` are the inputs of all operations. An operation cannot have this name \
          (3.6.5).",
    sources: &["T-3.6.5-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
interface_types:
  example.Backup:
    derived_from: tosca.interfaces.Root
    inputs: {implementation: run.sh}
    run: {description: Runs it}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
interface_types:
  example.Backup:
    derived_from: tosca.interfaces.Root
    read_inputs: {description: Reads them}
    run: {description: Runs it}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&INTERFACE_TYPE) {
        let Some(inputs) = record.node.entry("inputs") else { continue };
        // An input with such a name is a definition, not a scalar.
        let is_operation = ["implementation", "description"].iter().any(|key| {
            inputs.value.get(key).is_some_and(|value| value.as_scalar().is_some() && !value.is_null())
        });
        if is_operation {
            cx.report(inputs.key.span, "`inputs` is reserved and cannot be the name of an operation");
        }
    }
}
