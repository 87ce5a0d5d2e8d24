//! Inputs that cannot be passed as environment variables.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::calls::Holder;
use crate::tosca::schema::{definition, template};


pub static RULE: Rule = Rule {
    code: "tosca/operation/reserved-variable",
    severity: Severity::Warning,
    title: "input that cannot be an environment variable",
    doc: "Scripts receive the inputs of an operation as environment variables of the same name (4.2). A name with \
          other characters than letters, digits and underscores cannot be passed to a shell. In relationships, \
          `SOURCE`, `SOURCES`, `TARGET` and `TARGETS` are set by the orchestrator, which overwrites such an input.",
    sources: &["T-4.2-01", "T-4.2-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: {implementation: https://example.org/create.sh, inputs: {user-name: alice}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: {implementation: https://example.org/create.sh, inputs: {user_name: alice}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let operations = [&definition::OPERATION, &template::OPERATION, &definition::INTERFACE, &template::INTERFACE];
    for record in operations.into_iter().flat_map(|record| facts.records.of_record(record)) {
        let inputs = record.node.get("inputs").map_or(&[][..], |node| node.entries());
        if inputs.is_empty() {
            continue;
        }
        let is_of_relationship = Holder::at(&facts.records.path(record)) == Holder::Relationship;
        for input in inputs {
            let Some(name) = input.key.as_text() else { continue };
            if is_of_relationship && ["SOURCE", "SOURCES", "TARGET", "TARGETS"].contains(&name) {
                cx.report(input.key.span, format!("input `{name}` has the name of a reserved environment variable"));
            } else if !is_portable(name) {
                cx.report(input.key.span, format!("input `{name}` cannot be passed as an environment variable"));
            }
        }
    }
}

fn is_portable(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    name.chars().all(is_letter) && !name.starts_with(|first: char| first.is_ascii_digit())
}
