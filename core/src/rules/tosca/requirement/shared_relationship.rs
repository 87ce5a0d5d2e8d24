//! Relationship templates that several requirements name.

use std::collections::HashMap;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/shared-relationship",
    severity: Severity::Warning,
    title: "relationship template used several times",
    doc: "A relationship template describes one relationship. If several requirements name it, each gets a \
          relationship of its own with the same values, which is easily overlooked (3.7.2).",
    sources: &["T-3.7.2-20"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  relationship_templates:
    link: {type: tosca.relationships.DependsOn}
  node_templates:
    one: {type: tosca.nodes.Root, requirements: [dependency: {node: data, relationship: link}]}
    two: {type: tosca.nodes.Root, requirements: [dependency: {node: data, relationship: link}]}
    data: {type: tosca.nodes.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  relationship_templates:
    link: {type: tosca.relationships.DependsOn}
  node_templates:
    one: {type: tosca.nodes.Root, requirements: [dependency: {node: data, relationship: link}]}
    two: {type: tosca.nodes.Root, requirements: [dependency: data]}
    data: {type: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let mut users: HashMap<&str, String> = HashMap::new();
    for node in &facts.topology.nodes {
        for assignment in node.assignments.iter().filter(|assignment| !assignment.is_copied) {
            let stated = assignment.relationship();
            let Some((stated, name)) = stated.and_then(|stated| Some((stated, stated.as_text()?))) else { continue };
            if facts.scope.get(SymbolKind::Relationship, name).is_none() {
                continue;
            }
            match users.get(name) {
                Some(other) => {
                    cx.report(stated.span, format!("`{name}` is already the relationship of {other}"));
                }
                None => drop(users.insert(name, format!("`{}` of `{}`", assignment.name, node.name))),
            }
        }
    }
}
