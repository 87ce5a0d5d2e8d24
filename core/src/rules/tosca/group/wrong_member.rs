//! Members of groups whose type the group type does not allow.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::tosca::effective::named;
use crate::tosca::shape::{WantedType, any_admits, names_of};

pub static RULE: Rule = Rule {
    code: "tosca/group/wrong-member",
    severity: Severity::Error,
    title: "member that the group type does not allow",
    doc: "A group type can list the types of its members in `members`. Each member of a group must be a node \
          template of one of these types, or of a type that derives from one (3.7.5).",
    sources: &["T-3.7.5-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
group_types:
  example.Servers: {derived_from: tosca.groups.Root, members: [tosca.nodes.Compute]}
topology_template:
  node_templates:
    data: {type: tosca.nodes.ObjectStorage, properties: {name: data}}
  groups:
    servers: {type: example.Servers, members: [data]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
group_types:
  example.Servers: {derived_from: tosca.groups.Root, members: [tosca.nodes.Compute]}
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  groups:
    servers: {type: example.Servers, members: [server]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let at = NodePath::keys(["topology_template", "groups"]);
    let Some(groups) = cx.file.root.as_ref().and_then(|root| root.at(&at)) else { return };
    for (name, entry) in named(groups) {
        let Some(of) = entry.value.get("type").and_then(Node::as_text) else { continue };
        let of = scope.effective(SymbolKind::GroupType, of);
        let Some(allowed) = scope.type_field(&of, "members") else { continue };
        let types = WantedType::list(scope, SymbolKind::NodeType, allowed);
        for member in entry.value.get("members").map_or(&[][..], Node::items) {
            let node = member.as_text().and_then(|member| facts.topology.node(member));
            let Some(node) = node.filter(|node| any_admits(&types, &node.shape.of) == Some(false)) else { continue };
            let (member_name, types) = (node.name, names_of(&types));
            let message = format!("`{member_name}` is not allowed in `{name}`: members must be of type {types}");
            cx.report(member.span, message).related(allowed.file, allowed.node.span, "allowed types of members");
        }
    }
}
