//! Inputs of a topology in types.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};


pub static RULE: Rule = Rule {
    code: "tosca/function/input-in-type",
    severity: Severity::Warning,
    title: "input in a type",
    doc: "A type can be used in any topology, but an input belongs to a single topology. Define a property of \
          the type, and set it to the input in the node template.",
    sources: &["T-4.4.1-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: string, default: {get_input: size}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: string, default: large}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for call in facts.calls.known.iter().filter(|call| call.function == "get_input" && call.is_in_type) {
        let argument = &call.entry.value;
        let name = argument.as_text().or_else(|| argument.items().first()?.as_text()).unwrap_or_default();
        cx.report(call.entry.key.span, format!("a type refers to the input `{name}` of a topology"));
    }
}
