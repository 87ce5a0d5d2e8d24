//! Rules for operations of service templates.

use std::sync::Arc;

use crate::rules;
use crate::rules::tosca::refinement::relationship_type;
use crate::rules::tosca::{Check, Tosca};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::{Definition, Effective, named};
use crate::tosca::interfaces;
use crate::tosca::scope::Scope;

rules::list! { Tosca:
    configured_dependency,
    implemented_in_interface_type,
    no_primary_artifact,
    no_such_implementation,
    no_such_interface,
    no_such_operation,
    none_in_interface_type,
    not_an_implementation,
    of_abstract_node,
    reserved_name,
    reserved_variable,
    several_images,
    untyped_interface,
    value_in_type,
    wrong_operation_host,
}

/// The interfaces that the requirement definitions of a type add to their relationships, each with the relationship type.
fn relationships<'a>(
    scope: &Scope<'a>,
    definition: &Definition<'a>,
    of: &Effective,
) -> Vec<(Option<Arc<Effective>>, &'a Node)> {
    let added = interfaces::of_relationships(definition.node).into_iter();
    added.map(|(name, interfaces)| (relationship_type(scope, of, name), interfaces)).collect()
}

/// A template with interfaces, and its type.
struct Holder<'a> {
    of: Arc<Effective>,
    node: &'a Node,
}

impl<'a> Holder<'a> {
    /// The node templates, relationship templates and groups of a topology.
    fn all(cx: &Check<'a>) -> Vec<Self> {
        let topology = cx.file.root.as_ref().and_then(|root| root.get("topology_template"));
        let nodes = cx.facts.topology.nodes.iter();
        let mut found: Vec<_> = nodes.map(|node| Holder { of: Arc::clone(&node.shape.of), node: node.node }).collect();
        let others = [("relationship_templates", SymbolKind::RelationshipType), ("groups", SymbolKind::GroupType)];
        for (section, kind) in others {
            for (_, entry) in topology.and_then(|topology| topology.get(section)).into_iter().flat_map(named) {
                let Some(name) = entry.value.get("type").and_then(Node::as_text) else { continue };
                found.push(Holder { of: cx.facts.scope.effective(kind, name), node: &entry.value });
            }
        }
        found
    }
}
