//! Occurrences of assignments that the requirement definition does not allow.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::occurrences::Occurrences;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/wider-assignment",
    severity: Severity::Error,
    title: "occurrences beyond those of the definition",
    doc: "The `occurrences` of an assignment must be in the range of the requirement definition, which is \
          exactly one by default (3.7.2).",
    sources: &["T-3.7.2-17"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: {node: tosca.nodes.Compute, occurrences: [1, 3]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: {node: tosca.nodes.Compute, occurrences: [1, 1]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for node in &facts.topology.nodes {
        for assignment in node.assignments.iter().filter(|assignment| !assignment.is_copied) {
            let Some(stated) = assignment.get("occurrences") else { continue };
            let requirement = node.shape.requirement(assignment.name);
            let (Some(range), Some(requirement)) = (Occurrences::read(stated), requirement) else { continue };
            if !requirement.occurrences.includes(range) {
                let (wanted, name) = (requirement.occurrences, assignment.name);
                let message = format!("{range} is not within {wanted}, the occurrences of `{name}`");
                cx.report(stated.span, message);
            }
        }
    }
}
