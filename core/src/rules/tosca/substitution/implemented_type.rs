//! Substitution of node types that are implemented already.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::substitution::Substitution;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::implementation::{self, STANDARD};
use crate::tosca::weaving::Operation;

pub static RULE: Rule = Rule {
    code: "tosca/substitution/implemented-type",
    severity: Severity::Warning,
    title: "substitution of an implemented node type",
    doc: "A topology substitutes nodes of an abstract type. The implementations of a type that has some are not run if \
          another topology takes the place of the node (3.7.12).",
    sources: &["T-3.7.12-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    interfaces:
      Standard: {create: https://example.org/create.sh}
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root}
  substitution_mappings:
    node_type: example.App
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root}
  substitution_mappings:
    node_type: example.App
",
    check,
};

const OPERATIONS: [Operation; 5] =
    [Operation::Create, Operation::Configure, Operation::Start, Operation::Stop, Operation::Delete];

fn check(cx: &mut Check<'_>) {
    let Some(of) = Substitution::of(cx) else { return };
    let facts = Rc::clone(&cx.facts);
    let implemented = implementation::of_type(&facts.scope, &of.shape.of, STANDARD, &OPERATIONS);
    if let Some(first) = OPERATIONS.iter().find(|operation| implemented.contains(**operation)) {
        let name = of.node_type.as_text().unwrap_or_default();
        let message = format!("`{name}` already implements `{}`, which is not run if it is substituted", first.name());
        cx.report(of.node_type.span, message);
    }
}
