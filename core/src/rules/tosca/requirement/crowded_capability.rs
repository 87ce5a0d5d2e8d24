//! Capabilities with more relationships than they allow.

use std::collections::HashMap;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "tosca/requirement/crowded-capability",
    severity: Severity::Error,
    title: "too many relationships to a capability",
    doc: "The upper bound of the `occurrences` of a capability is the number of relationships that can target \
          it (3.6.2). Without `occurrences`, any number can.",
    sources: &["T-3.6.2-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Store:
    derived_from: tosca.nodes.Root
    capabilities:
      data: {type: tosca.capabilities.Endpoint, occurrences: [0, 1]}
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - data: tosca.capabilities.Endpoint
topology_template:
  node_templates:
    store: {type: example.Store}
    one: {type: example.App, requirements: [data: store]}
    two: {type: example.App, requirements: [data: store]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Store:
    derived_from: tosca.nodes.Root
    capabilities:
      data: {type: tosca.capabilities.Endpoint, occurrences: [0, 2]}
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - data: tosca.capabilities.Endpoint
topology_template:
  node_templates:
    store: {type: example.Store}
    one: {type: example.App, requirements: [data: store]}
    two: {type: example.App, requirements: [data: store]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let mut users: HashMap<(usize, usize), usize> = HashMap::new();
    for (_, assignment, edge) in facts.met() {
        let target = facts.topology.nodes.get(edge.target);
        let Some((target, capability)) =
            target.and_then(|target| Some((target, target.shape.capabilities.get(edge.capability)?)))
        else {
            continue;
        };
        let count = users.entry((edge.target, edge.capability)).or_default();
        *count += 1;
        let Some(most) = capability.occurrences.and_then(|range| range.most) else { continue };
        if *count as u64 > most && !assignment.is_copied {
            let (name, node) = (&capability.name, target.name);
            let message = format!("too many relationships to `{name}` of `{node}`: at most {most}");
            let finding = cx.report(super::target(assignment).span, message);
            let place = capability.place.as_ref();
            if let Some((place, span)) =
                place.and_then(|place| Some((place, facts.scope.source(&place.file)?.key_span(&place.path)?)))
            {
                finding.related(&place.file, span, format!("`{}` is defined here", capability.name));
            }
        }
    }
}
