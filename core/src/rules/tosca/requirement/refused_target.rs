//! Relationships whose type does not accept the capability of the target.

use crate::diagnostic::Severity;
use crate::rules::tosca::requirement::{Refused, definition, report_refused, target};
use crate::rules::tosca::{Check, Rule};
use crate::tosca::fulfilment::Refusal;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/refused-target",
    severity: Severity::Error,
    title: "capability that the relationship cannot target",
    doc: "A relationship type lists the types of capabilities that it can target in `valid_target_types` \
          (3.6.10). For example, `tosca.relationships.HostedOn` targets only capabilities of \
          `tosca.capabilities.Container`.",
    sources: &["T-3.6.10-04", "T-5.7-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - system: {capability: tosca.capabilities.OperatingSystem}
topology_template:
  node_templates:
    app:
      type: example.App
      requirements:
        - system: {node: server, relationship: tosca.relationships.HostedOn}
    server: {type: tosca.nodes.Compute}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - system: {capability: tosca.capabilities.OperatingSystem}
topology_template:
  node_templates:
    app:
      type: example.App
      requirements:
        - system: {node: server, relationship: tosca.relationships.Root}
    server: {type: tosca.nodes.Compute}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let select = |refused: &Refused<'_, '_>| matches!(refused.refusal, Refusal::RelationshipTarget { .. });
    report_refused(
        cx,
        |refused| select(refused).then(|| refused.assignment.relationship().unwrap_or(target(refused.assignment))),
        definition,
    );
}
