//! Inputs with the names of reserved environment variables.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::calls::Holder;
use crate::tosca::schema::{definition, template};


pub static RULE: Rule = Rule {
    code: "tosca/operation/reserved-variable",
    severity: Severity::Warning,
    title: "reserved environment variable",
    doc: "Scripts receive the inputs of an operation as environment variables of the same name (4.2). In relationships, \
          `SOURCE`, `SOURCES`, `TARGET` and `TARGETS` are set by the orchestrator, which overwrites such an input.",
    sources: &["T-4.2-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
relationship_types:
  example.Link:
    derived_from: tosca.relationships.ConnectsTo
    interfaces:
      Configure:
        add_target:
          inputs:
            TARGETS: {type: string}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
relationship_types:
  example.Link:
    derived_from: tosca.relationships.ConnectsTo
    interfaces:
      Configure:
        add_target:
          inputs:
            names: {type: string}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let operations = [&definition::OPERATION, &template::OPERATION, &definition::INTERFACE, &template::INTERFACE];
    for place in operations.into_iter().flat_map(|record| facts.places.of_record(record)) {
        let inputs = place.node.get("inputs").map_or(&[][..], |node| node.entries());
        if inputs.is_empty() {
            continue;
        }
        if Holder::at(&facts.places.path(place)) != Holder::Relationship {
            continue;
        }
        for input in inputs {
            let Some(name) = input.key.as_text() else { continue };
            if ["SOURCE", "SOURCES", "TARGET", "TARGETS"].contains(&name) {
                cx.report(input.key.span, format!("input `{name}` has the name of a reserved environment variable"));
            }
        }
    }
}
