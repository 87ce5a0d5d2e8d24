//! All values of a descriptor that may contain `${...}`.

use crate::assembly::model::{Component, Descriptor, Property, Relationship};
use crate::syntax::{Node, NodePath};

/// What a `${...}` can refer to in addition to properties, components and references.
#[derive(Clone, Copy, Debug)]
pub enum Scope<'a> {
    /// Properties of the descriptor itself.
    Root,
    /// Properties of a component or reference: `item` is available if the component has items.
    Part(&'a Component),
    /// Properties of a relationship: `source` and `target` are available.
    Relationship(&'a Relationship),
    /// Members of a data type or inputs of an operation.
    Declaration,
}

/// The role of a value.
#[derive(Clone, Copy, Debug)]
pub enum Role<'a> {
    Value(&'a Property),
    /// References are not evaluated there (AD-REF-16).
    Default(&'a Property),
    Quantity,
    Items,
    ClusterBound,
    PublicationPeriod,
    PolicyProperty,
}

/// A scalar that is a value or part of one.
#[derive(Clone, Debug)]
pub struct Value<'a> {
    pub node: &'a Node,
    pub path: NodePath,
    pub scope: Scope<'a>,
    pub role: Role<'a>,
    /// Whether the scalar is the whole value, not part of a list or mapping.
    pub whole: bool,
}

/// All values of `descriptor`, section by section.
pub fn values(descriptor: &Descriptor) -> Vec<Value<'_>> {
    let mut values = Vec::new();
    let own = descriptor.properties.iter().chain(&descriptor.private_properties);
    own.for_each(|property| of_property(property, Scope::Root, &mut values));
    for part in descriptor.composition.iter().chain(&descriptor.references) {
        of_part(part, &mut values);
    }
    for relationship in &descriptor.relationships {
        for property in &relationship.properties {
            of_property(property, Scope::Relationship(relationship), &mut values);
        }
    }
    let operations = descriptor.operations.iter().flat_map(|operation| &operation.properties);
    let members = descriptor.data_types.iter().flat_map(|data_type| &data_type.properties);
    for property in operations.chain(members) {
        if let Some(node) = &property.value {
            put(node, &property.name.path.key("value"), Scope::Declaration, Role::Value(property), &mut values);
        }
    }
    for metric in &descriptor.metrics {
        if let Some(node) = &metric.publication_period {
            let path = metric.name.path.key("publication-period");
            put(node, &path, Scope::Root, Role::PublicationPeriod, &mut values);
        }
    }
    for policy in &descriptor.policies {
        for (key, node) in &policy.properties {
            let path = policy.name.path.key("properties").key(&key.value);
            put(node, &path, Scope::Root, Role::PolicyProperty, &mut values);
        }
    }
    values
}

/// The scope of a `${...}` in the value at `path`.
pub fn scope<'a>(descriptor: &'a Descriptor, path: &NodePath) -> Scope<'a> {
    let mut parts = descriptor.composition.iter().chain(&descriptor.references);
    let part = parts.find(|part| path.starts_with(&part.name.path.key("properties")));
    let relationship = descriptor.relationships.iter().find(|found| path.starts_with(&found.name.path));
    match (part, relationship) {
        (Some(part), _) => Scope::Part(part),
        (None, Some(relationship)) => Scope::Relationship(relationship),
        (None, None) => Scope::Root,
    }
}

fn of_part<'a>(part: &'a Component, values: &mut Vec<Value<'a>>) {
    let path = &part.name.path;
    let bounds = part.cluster.as_ref().map(|cluster| {
        [
            (&cluster.initial_quantity, "initial-quantity"),
            (&cluster.minimum_nodes, "minimum-nodes"),
            (&cluster.maximum_nodes, "maximum-nodes"),
            (&cluster.scaling_increment, "scaling-increment"),
        ]
    });
    for (node, key) in bounds.into_iter().flatten() {
        if let Some(node) = node {
            put(node, &path.key("cluster").key(key), Scope::Root, Role::ClusterBound, values);
        }
    }
    if let Some(node) = &part.quantity {
        put(node, &path.key("quantity"), Scope::Root, Role::Quantity, values);
    }
    if let Some(node) = &part.items {
        put(node, &path.key("items"), Scope::Root, Role::Items, values);
    }
    part.properties.iter().for_each(|property| of_property(property, Scope::Part(part), values));
}

fn of_property<'a>(property: &'a Property, scope: Scope<'a>, values: &mut Vec<Value<'a>>) {
    let path = &property.name.path;
    if let Some(node) = &property.value {
        put(node, &path.key("value"), scope, Role::Value(property), values);
    }
    if let (Some(node), Scope::Root | Scope::Part(_)) = (&property.default, scope) {
        put(node, &path.key("default"), scope, Role::Default(property), values);
    }
}

fn put<'a>(node: &'a Node, path: &NodePath, scope: Scope<'a>, role: Role<'a>, values: &mut Vec<Value<'a>>) {
    let first = values.len();
    descend(node, path, scope, role, values);
    if let (Some(value), true) = (values.get_mut(first), node.as_scalar().is_some()) {
        value.whole = true;
    }
}

fn descend<'a>(node: &'a Node, path: &NodePath, scope: Scope<'a>, role: Role<'a>, values: &mut Vec<Value<'a>>) {
    if node.as_scalar().is_some() {
        values.push(Value { node, path: path.clone(), scope, role, whole: false });
    }
    for entry in node.entries() {
        if let Some(key) = entry.key.as_text() {
            descend(&entry.value, &path.key(key), scope, role, values);
        }
    }
    for (index, item) in node.items().iter().enumerate() {
        descend(item, &path.index(index), scope, role, values);
    }
}
