//! Targets of policies whose type the policy type does not allow.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::tosca::effective::named;
use crate::tosca::shape::{WantedType, any_admits, names_of};

pub static RULE: Rule = Rule {
    code: "tosca/group/wrong-target",
    severity: Severity::Error,
    title: "target that the policy type does not allow",
    doc: "A policy type can list the types of its targets in `targets`. Each target of a policy must be a node \
          template of one of these types, or of a type that derives from one. A group is allowed if its type \
          is, or if all of its members are (3.7.6).",
    sources: &["T-3.7.6-03", "T-12-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
policy_types:
  example.Near: {derived_from: tosca.policies.Placement, targets: [tosca.nodes.Compute]}
topology_template:
  node_templates:
    data: {type: tosca.nodes.ObjectStorage, properties: {name: data}}
  policies:
    - near: {type: example.Near, targets: [data]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
policy_types:
  example.Near: {derived_from: tosca.policies.Placement, targets: [tosca.nodes.Compute]}
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  policies:
    - near: {type: example.Near, targets: [server]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let at = NodePath::keys(["topology_template", "policies"]);
    let Some(policies) = cx.file.root.as_ref().and_then(|root| root.at(&at)) else { return };
    for (name, entry) in policies.items().iter().chain([policies]).flat_map(named) {
        let Some(of) = entry.value.get("type").and_then(Node::as_text) else { continue };
        let of = scope.effective(SymbolKind::PolicyType, of);
        let Some(allowed) = scope.type_field(&of, "targets") else { continue };
        let nodes = WantedType::list(scope, SymbolKind::NodeType, allowed);
        let mut groups = WantedType::list(scope, SymbolKind::GroupType, allowed);
        groups.retain(WantedType::is_defined);
        let refuses = |node: &str| {
            facts.topology.node(node).is_some_and(|node| any_admits(&nodes, &node.shape.of) == Some(false))
        };
        for target in entry.value.get("targets").map_or(&[][..], Node::items) {
            let Some(text) = target.as_text() else { continue };
            let group = scope.get(SymbolKind::Group, text).filter(|_| facts.topology.node(text).is_none());
            let is_wrong = group.map_or_else(
                || refuses(text),
                |group| {
                    let of = group.node.get("type").and_then(Node::as_text);
                    let of = of.map(|of| scope.effective(SymbolKind::GroupType, of));
                    let members = group.node.get("members").map_or(&[][..], Node::items);
                    of.is_none_or(|of| groups.iter().all(|wanted| wanted.admits(&of) == Some(false)))
                        && members.iter().filter_map(Node::as_text).any(refuses)
                },
            );
            if is_wrong {
                let message = format!("`{name}` does not apply to `{text}`, only to {}", names_of(&nodes));
                cx.report(target.span, message).related(allowed.file, allowed.node.span, "allowed types of targets");
            }
        }
    }
}
