//! Requirements of nodes that the capability of the target does not accept.

use crate::diagnostic::Severity;
use crate::rules::tosca::requirement::{Refused, report_refused, target};
use crate::rules::tosca::{Check, Rule};
use crate::tosca::fulfilment::{Refusal, TargetNode};

pub static RULE: Rule = Rule {
    code: "tosca/requirement/refused-source",
    severity: Severity::Error,
    title: "source that the capability does not accept",
    doc: "A capability can be limited to nodes of certain types by `valid_source_types` in its definition or \
          its type (3.6.2). The type of the node with the requirement must be one of them, or derive from one. \
          For example, `host` of `tosca.nodes.Compute` accepts only nodes of `tosca.nodes.SoftwareComponent`.",
    sources: &["T-3.6.2-11", "T-3.6.3-12"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn}
topology_template:
  node_templates:
    app: {type: example.App, requirements: [host: server]}
    server: {type: tosca.nodes.Compute}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App: {derived_from: tosca.nodes.SoftwareComponent}
topology_template:
  node_templates:
    app: {type: example.App, requirements: [host: server]}
    server: {type: tosca.nodes.Compute}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let select = |refused: &Refused<'_, '_>| matches!(refused.refusal, Refusal::Source { .. });
    let capability = |refused: &Refused<'_, '_>| {
        let (TargetNode::Template(index), Refusal::Source { capability, .. }) =
            (&refused.assignment.target, refused.refusal)
        else {
            return None;
        };
        let place = facts.topology.nodes.get(*index)?.shape.capability(capability)?.place.clone()?;
        Some((place, format!("`{capability}` is defined here")))
    };
    report_refused(cx, |refused| select(refused).then(|| target(refused.assignment)), capability);
}
