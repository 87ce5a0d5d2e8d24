//! Defaults of attributes that are fixed.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::calls::is_call;
use crate::tosca::schema::definition::ATTRIBUTE;


pub static RULE: Rule = Rule {
    code: "tosca/property/attribute-default",
    severity: Severity::Warning,
    title: "fixed default of an attribute",
    doc: "An attribute reports the state of a running instance. Its default is computed from other attributes \
          or from outputs of operations, not fixed and not taken from properties or inputs (3.5.11).",
    sources: &["T-3.5.11-04", "T-3.5.11-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    attributes:
      address: {type: string, default: localhost}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    attributes:
      address: {type: string, default: {get_attribute: [SELF, tosca_name]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&ATTRIBUTE) {
        let Some(default) = record.node.entry("default").filter(|entry| !entry.value.is_null()) else { continue };
        let name = record.name().unwrap_or_default();
        let function = default.value.entries().first().and_then(|entry| entry.key.as_text());
        let message = match function.filter(|_| is_call(&default.value)) {
            Some(function @ ("get_property" | "get_input")) => {
                format!("the default of attribute `{name}` must not be taken from `{function}`")
            }
            Some(_) => continue,
            None => format!("the default of attribute `{name}` should be computed, not fixed"),
        };
        let finding = cx.report(default.key.span, message);
        finding.help("use `get_attribute` or `get_operation_output`");
    }
}
