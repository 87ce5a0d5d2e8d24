//! Capabilities with fewer relationships than their definition states.

use std::collections::HashMap;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::settings::Dialect;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/unused-capability",
    severity: Severity::Warning,
    title: "too few relationships to a capability",
    doc: "Fewer relationships of the topology target the capability than the lower bound of its `occurrences` \
          requires (3.6.2). The default lower bound is not checked, because unused capabilities are normal.",
    sources: &["T-3.6.2-09"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Store:
    derived_from: tosca.nodes.Root
    capabilities:
      data: {type: tosca.capabilities.Endpoint, occurrences: [1, 5]}
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - data: tosca.capabilities.Endpoint
topology_template:
  node_templates:
    store: {type: example.Store}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Store:
    derived_from: tosca.nodes.Root
    capabilities:
      data: {type: tosca.capabilities.Endpoint, occurrences: [1, 5]}
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - data: tosca.capabilities.Endpoint
topology_template:
  node_templates:
    store: {type: example.Store}
    app: {type: example.App, requirements: [data: store]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let mut users: HashMap<(usize, usize), u64> = HashMap::new();
    for (_, _, edge) in facts.met() {
        *users.entry((edge.target, edge.capability)).or_default() += 1;
    }
    // Assignments that are wrong or left to the orchestrator may be meant for any capability.
    let is_clear = facts.refused().next().is_none() && !cx.settings.dialects.contains(&Dialect::OnapSdc);
    for (index, node) in facts.topology.nodes.iter().enumerate().filter(|_| is_clear) {
        for (capability, shape) in node.shape.capabilities.iter().enumerate() {
            let least = shape.occurrences.map_or(0, |range| range.least);
            let count = users.get(&(index, capability)).copied().unwrap_or_default();
            if count < least {
                let (name, node_name) = (&shape.name, node.name);
                let message = format!("too few relationships to `{name}` of `{node_name}`: {count}, at least {least}");
                cx.report(super::name_span(node), message);
            }
        }
    }
}
