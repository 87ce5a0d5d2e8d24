//! Connections whose ends disagree about the side that opens them.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::fulfilment::NodeTemplate;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/other-initiator",
    severity: Severity::Warning,
    title: "endpoints with different initiators",
    doc: "The endpoints at both ends of a connection have the same `initiator` (8.3). If the source has a single endpoint \
          with an `initiator` of its own, it must be that of the target, by default `source`.",
    sources: &["T-8.3-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: example.App
      capabilities:
        api: {properties: {port: 80, initiator: target}}
      requirements: [peer: other]
    other:
      type: example.App
      capabilities:
        api: {properties: {port: 80, initiator: source}}
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    capabilities: {api: tosca.capabilities.Endpoint}
    requirements:
      - peer: {capability: tosca.capabilities.Endpoint, occurrences: [0, 1]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: example.App
      capabilities:
        api: {properties: {port: 80, initiator: source}}
      requirements: [peer: other]
    other:
      type: example.App
      capabilities:
        api: {properties: {port: 80, initiator: source}}
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    capabilities: {api: tosca.capabilities.Endpoint}
    requirements:
      - peer: {capability: tosca.capabilities.Endpoint, occurrences: [0, 1]}
",
    check,
};

const ENDPOINT: &str = "tosca.capabilities.Endpoint";
const CONNECTIONS: [&str; 2] = ["tosca.relationships.ConnectsTo", "tosca.relationships.RoutesTo"];
/// The default of the property (5.5.7).
const DEFAULT: &str = "source";

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for (node, assignment, edge) in facts.met() {
        let of = edge.relationship.as_ref();
        let is_connection = of.is_some_and(|of| CONNECTIONS.iter().any(|connection| of.derives_from(connection)));
        let target = facts.topology.nodes.get(edge.target);
        let Some((target, capability)) = target
            .filter(|_| is_connection && !assignment.is_copied)
            .and_then(|target| Some((target, target.shape.capabilities.get(edge.capability)?)))
        else {
            continue;
        };
        let endpoints = node.shape.capabilities.iter().filter(|own| own.of.derives_from(ENDPOINT));
        let stated: Vec<_> = endpoints.filter_map(|own| Some((own, initiator(node, &own.name)?))).collect();
        let [(own, stated)] = stated.as_slice() else { continue };
        let Some(wanted) = initiator(target, &capability.name).map_or(Some(DEFAULT), |node| node.as_text()) else {
            continue;
        };
        let (Some(text), true) = (stated.as_text(), capability.of.derives_from(ENDPOINT)) else { continue };
        if text != wanted {
            let (name, of, end) = (&own.name, target.name, &capability.name);
            let message = format!("the initiator of `{name}` is `{text}`, but that of `{end}` of `{of}` is `{wanted}`");
            cx.report(stated.span, message).help("state the same initiator at both ends of the connection");
        }
    }
}

/// The assigned initiator of a capability.
fn initiator<'a>(node: &NodeTemplate<'a>, capability: &str) -> Option<&'a Node> {
    let properties = node.node.get("capabilities")?.get(capability)?.get("properties")?;
    properties.get("initiator").filter(|value| !value.is_null())
}
