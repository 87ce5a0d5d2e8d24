//! Topologies that substitute a node of their own.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::substitution::Substitution;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::version;

pub static RULE: Rule = Rule {
    code: "tosca/substitution/recursive",
    severity: Severity::Error,
    title: "recursive substitution",
    doc: "A topology that substitutes a node type and contains a substitutable node of this type contains itself, so that \
          its expansion would never end (3.7.12).",
    sources: &["T-3.7.12-07"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.Root}
topology_template:
  node_templates:
    app: {type: example.App, directives: [substitutable]}
  substitution_mappings:
    node_type: example.App
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.Root}
topology_template:
  node_templates:
    app: {type: example.App}
  substitution_mappings:
    node_type: example.App
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(of) = Substitution::of(cx) else { return };
    let facts = Rc::clone(&cx.facts);
    let Some(name) = of.shape.of.name() else { return };
    for node in facts.topology.nodes.iter().filter(|node| node.shape.of.name() == Some(name)) {
        if node.directives().any(version::substitutes) {
            cx.report(node.key.span, format!("`{}` would be substituted by this topology, which contains it", node.name));
        }
    }
}
