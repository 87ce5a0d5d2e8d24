//! Relationships of a type that the requirement definition does not allow.

use crate::diagnostic::Severity;
use crate::rules::tosca::requirement::{Refused, definition, report_refused, target};
use crate::rules::tosca::{Check, Rule};
use crate::tosca::fulfilment::Refusal;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/wrong-relationship-type",
    severity: Severity::Error,
    title: "relationship of the wrong type",
    doc: "The relationship that an assignment names, a relationship template or a relationship type, must be \
          of the relationship type in the requirement definition, or of a type that derives from it (3.7.2).",
    sources: &["T-3.7.2-14"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: {node: server, relationship: tosca.relationships.Root}]}
    server: {type: tosca.nodes.Compute}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: {node: server, relationship: tosca.relationships.HostedOn}]}
    server: {type: tosca.nodes.Compute}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let select = |refused: &Refused<'_, '_>| matches!(refused.refusal, Refusal::Relationship { .. });
    report_refused(
        cx,
        |refused| select(refused).then(|| refused.assignment.relationship().unwrap_or(target(refused.assignment))),
        definition,
    );
}
