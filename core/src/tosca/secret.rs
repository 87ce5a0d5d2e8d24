//! Values that documentation does not show: those of definitions whose metadata has `sensitive: "true"`, and the parts of
//! credentials that give access.

use std::rc::Rc;

use crate::context::FileContext;
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::text::Span;
use crate::tosca::effective::named;
use crate::tosca::entity::{Entities, Entity, Template};
use crate::tosca::scope::Scope;
use crate::tosca::template;
use crate::tosca::types::members::Properties;
pub use crate::tosca::types::property::is_secret;
use crate::tosca::types::schema::Schema;

/// The locations of secret values in a service template: defaults and fixed values of definitions, and assigned values.
pub fn secrets(context: FileContext<'_>) -> Vec<Span> {
    let Some(root) = context.file.root.as_deref().filter(|_| template(context.file).is_some()) else {
        return Vec::new();
    };
    let mut found = defined(root);
    let Some(topology) = root.get("topology_template") else { return found };
    let entities = Entities::of(context, Rc::new(Scope::of(context)));
    let assigned = Assigned { entities: &entities };
    for node in entities.nodes() {
        assigned.template(&node, &mut found);
        for (name, capability) in &node.members.capabilities {
            let section = node.node.get("capabilities").and_then(|all| all.get(name)?.get("properties"));
            assigned.members(section, &capability.properties, &mut found);
        }
    }
    for relationship in entities.relationships() {
        if let Entity::Relationship { template, .. } = relationship {
            assigned.template(&template, &mut found);
        }
    }
    let policies = topology.get("policies");
    let policies = policies.map_or(&[][..], Node::items).iter().chain(policies);
    let groups = topology.get("groups").into_iter().map(|groups| (SymbolKind::GroupType, groups));
    for (kind, section) in groups.chain(policies.map(|policies| (SymbolKind::PolicyType, policies))) {
        for (_, entry) in named(section) {
            let of = entry.value.get("type").and_then(Node::as_text).map(|name| entities.types.named(name));
            assigned.members(entry.value.get("properties"), &entities.members(kind, of).properties, &mut found);
        }
    }
    found
}

/// The locations of the secret values of the definitions in a node.
pub fn defined(node: &Node) -> Vec<Span> {
    fn add(node: &Node, found: &mut Vec<Span>) {
        if is_secret(node) {
            found.extend(["default", "value"].into_iter().filter_map(|key| Some(node.get(key)?.span)));
        }
        node.entries().iter().filter(|entry| !entry.merged).for_each(|entry| add(&entry.value, found));
        node.items().iter().for_each(|item| add(item, found));
    }
    let mut found = Vec::new();
    add(node, &mut found);
    found
}

struct Assigned<'e, 'a> {
    entities: &'e Entities<'a>,
}

impl<'a> Assigned<'_, 'a> {
    fn template(&self, of: &Template<'a>, found: &mut Vec<Span>) {
        self.members(of.node.get("properties"), &of.members.properties, found);
    }

    fn members(&self, section: Option<&'a Node>, properties: &Properties<'a>, found: &mut Vec<Span>) {
        for (name, entry) in section.into_iter().flat_map(named) {
            let Some(property) = properties.get(name) else { continue };
            if property.is_secret {
                found.push(entry.value.span);
            } else {
                self.parts(&entry.value, &property.schema, found);
            }
        }
    }

    /// Adds the secret fields of a value.
    fn parts(&self, value: &'a Node, schema: &Schema<'a>, found: &mut Vec<Span>) {
        let types = &self.entities.types;
        let Some(of) = schema.data_type(types) else { return };
        if of.is_complex() {
            return self.members(Some(value), &of.fields, found);
        }
        if let Some(entry) = schema.entry_schema(types) {
            let entries = value.entries().iter().map(|entry| &entry.value);
            value.items().iter().chain(entries).for_each(|item| self.parts(item, &entry, found));
        }
    }
}
