//! Requirements of nodes that the capability of the target does not accept.

use crate::diagnostic::Severity;
use crate::rules::tosca::requirement::{Refused, report_refused, target};
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::NodePath;
use crate::tosca::effective::members;
use crate::tosca::fulfilment::{Refusal, TargetNode};
use crate::tosca::shape::{NodeShape, WantedType, any_admits, names_of};

pub static RULE: Rule = Rule {
    code: "tosca/requirement/refused-source",
    severity: Severity::Error,
    title: "source that the capability does not accept",
    doc: "A capability can be limited to nodes of certain types by `valid_source_types` in its definition or \
          its type (3.6.2). The type of the node with the requirement must be one of them, or derive from one. \
          For example, `host` of `tosca.nodes.Compute` accepts only nodes of `tosca.nodes.SoftwareComponent`. A requirement definition that no \
          node of its type can meet is a warning.",
    sources: &["T-3.6.2-11", "T-3.6.3-12", "T-5.9.3-1"],
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
    definitions(cx);
}

/// Requirement definitions that no node of the type can meet, because the capability does not accept the type.
fn definitions(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let kinds = [SymbolKind::NodeType, SymbolKind::GroupType];
    for (kind, definition) in scope.own_types().into_iter().filter(|(kind, _)| kinds.contains(kind)) {
        let of = scope.effective_of(kind, definition);
        // A derived type can be among the valid ones.
        let refuses = |valid: &[WantedType]| {
            let is_derived = |wanted: &WantedType| {
                scope.effective(SymbolKind::NodeType, &wanted.name).derives_from(definition.name)
            };
            any_admits(valid, &of) == Some(false) && !valid.iter().any(is_derived)
        };
        let section = definition.node.get("requirements");
        for (name, path) in members(section, &NodePath::root()) {
            let Some(requirement) = section.and_then(|section| section.at(&path)) else { continue };
            let stated = requirement.get("capability").filter(|stated| !stated.is_null());
            let Some((stated, capability)) = stated.and_then(|stated| Some((stated, stated.as_text()?))) else { continue };
            let capability = scope.effective(SymbolKind::CapabilityType, capability);
            let valid = scope.type_field(&capability, "valid_source_types");
            let valid = valid.map(|list| WantedType::list(scope, SymbolKind::NodeType, list)).unwrap_or_default();
            let (at, valid) = if refuses(&valid) {
                (stated, valid)
            } else {
                let Some(node) = requirement.get("node").filter(|node| !node.is_null()) else { continue };
                let Some(target) = node.as_text().map(|name| scope.effective(SymbolKind::NodeType, name)) else { continue };
                let shape = NodeShape::of(scope, target);
                let wanted = capability.name().cloned().unwrap_or_default();
                let fitting = shape.capabilities.iter().filter(|known| known.of.derives_from(&wanted));
                let fitting: Vec<_> = fitting.collect();
                match fitting.first() {
                    Some(first) if shape.of.is_whole && fitting.iter().all(|known| refuses(&known.valid_sources)) => {
                        (node, first.valid_sources.clone())
                    }
                    _ => continue,
                }
            };
            let valid = names_of(&valid);
            let message = format!("no node of this type can meet `{name}`: the capability accepts only nodes of {valid}");
            cx.report(at.span, message).severity(Severity::Warning);
        }
    }
}
