//! The function calls of a topology, and the node template that each reads from (4.1, R-9).

use smol_str::SmolStr;

use crate::function::{Call, Function};
use crate::syntax::{Node, NodePath};
use crate::tosca::effective::named;
use crate::tosca::entity::{Entities, Entity, Found, Target, Template};

/// A function call in a topology.
pub(super) struct Read<'a> {
    /// The path of the mapping that is the call.
    pub(super) path: NodePath,
    pub(super) call: Call<'a>,
    /// The entity that `SELF` refers to.
    pub(super) entity: Entity<'a>,
}

/// The member that `get_property` or `get_attribute` reads.
pub(super) struct Member<'a> {
    pub(super) owner: Template<'a>,
    /// The arguments of the function after the owner: the property or attribute, with its capability if it has one.
    pub(super) names: Vec<SmolStr>,
    /// Everything that is known about it.
    pub(super) found: Found<'a>,
}

/// The source of the value of `get_property` or `get_attribute`.
pub(super) struct Source<'a> {
    /// The node templates that the call depends on, in the order of its arguments.
    pub(super) via: Vec<&'a str>,
    /// `None` if it cannot be decided, or belongs to a relationship.
    pub(super) member: Option<Member<'a>>,
}

/// Whether a function reads a property or attribute of an entity.
pub(super) fn reads_member(call: &Call<'_>) -> bool {
    matches!(call.function, Function::GetProperty | Function::GetAttribute)
}

/// The calls in a topology, in text order.
pub(super) fn reads<'a>(entities: &Entities<'a>) -> Vec<Read<'a>> {
    let mut found = Vec::new();
    let topology = NodePath::keys(["topology_template"]);
    let root = entities.context.file.root.as_ref().and_then(|root| root.at(&topology));
    for (section, entry) in root.into_iter().flat_map(named) {
        let at = topology.key(section);
        match section {
            "node_templates" => {
                for (name, entry) in named(&entry.value) {
                    if let Some(node) = entities.node(name) {
                        of_node(entities, &node, &entry.value, &at.key(name), &mut found);
                    }
                }
            }
            "relationship_templates" => {
                for (name, entry) in named(&entry.value) {
                    let entity = entities.relationship(name).unwrap_or(Entity::Anywhere);
                    walk(&entry.value, &at.key(name), &entity, &mut found);
                }
            }
            _ => walk(&entry.value, &at, &Entity::Outside, &mut found),
        }
    }
    found
}

fn of_node<'a>(
    entities: &Entities<'a>,
    node: &Template<'a>,
    written: &'a Node,
    at: &NodePath,
    found: &mut Vec<Read<'a>>,
) {
    let own = Entity::Node(node.clone());
    for (key, entry) in named(written) {
        let at = at.key(key);
        if key != "requirements" {
            walk(&entry.value, &at, &own, found);
            continue;
        }
        let mut assignments = node.own_requirements();
        for (index, item) in entry.value.items().iter().enumerate() {
            for (name, entry) in named(item) {
                let at = at.index(index).key(name);
                let relationship = assignments.next().and_then(|of| entities.inner_relationship(node, &of));
                for (key, entry) in named(&entry.value) {
                    let entity = relationship.as_ref().filter(|_| key == "relationship").unwrap_or(&own);
                    walk(&entry.value, &at.key(key), entity, found);
                }
            }
        }
    }
}

fn walk<'a>(node: &'a Node, path: &NodePath, entity: &Entity<'a>, found: &mut Vec<Read<'a>>) {
    if let Some(call) = Call::of(node) {
        found.push(Read { path: path.clone(), call, entity: entity.clone() });
    }
    for (key, entry) in named(node) {
        walk(&entry.value, &path.key(key), entity, found);
    }
    for (index, item) in node.items().iter().enumerate() {
        walk(item, &path.index(index), entity, found);
    }
}

/// The calls in the definitions of a type, which its templates make.
pub(super) fn of_types<'a>(node: &Template<'a>) -> Vec<Read<'a>> {
    let (own, mut found) = (Entity::Node(node.clone()), Vec::new());
    for definition in &node.members.chain {
        for key in ["properties", "attributes", "capabilities", "interfaces"] {
            let section = definition.node.get(key).into_iter();
            section.for_each(|section| walk(section, &NodePath::root(), &own, &mut found));
        }
    }
    found
}

/// The source of a call of `get_property` or `get_attribute`.
pub(super) fn source<'a>(entities: &Entities<'a>, read: &Read<'a>) -> Source<'a> {
    let arguments = read.call.arguments();
    let Some((entity, path)) = arguments.split_first() else { return Source { via: Vec::new(), member: None } };
    let start = start(entities, &read.entity, entity.as_text().unwrap_or_default());
    let mut via: Vec<&'a str> = start.iter().map(|node| node.name).collect();
    let first = path.first().and_then(Node::as_text).unwrap_or_default();
    let hop = start.as_ref().filter(|start| path.len() > 1 && start.requirements().any(|of| of.name == first));
    let hop = hop.and_then(|start| Some((start, entities.targets(start, first).into_iter().next()?)));
    if let Some((_, (Target::Node(node), _))) = &hop {
        via.push(node.name);
    }
    let is_attribute = read.call.function == Function::GetAttribute;
    let Ok(found) = entities.lookup(&read.entity, arguments, is_attribute) else { return Source { via, member: None } };
    let Entity::Node(owner) = found.entity.clone() else { return Source { via, member: None } };
    if !via.contains(&owner.name) {
        via.push(owner.name);
    }
    let used = path.get(..path.len().saturating_sub(found.rest.len())).unwrap_or_default();
    let texts: Vec<SmolStr> = used.iter().filter_map(Node::as_text).map(SmolStr::from).collect();
    let names = match (texts.as_slice(), &hop) {
        ([name], _) => Some(vec![name.clone()]),
        ([_, name], Some((start, (Target::Node(node), assignment)))) if node.name == owner.name => {
            let own = start.name == owner.name;
            let capability = entities.fulfilling(start, first, *assignment, &owner.members).filter(|_| !own);
            let capability = capability.filter(|(_, of)| match is_attribute {
                true => of.attribute(name).is_some(),
                false => of.properties.contains_key(name.as_str()),
            });
            Some(capability.map(|(of, _)| SmolStr::from(of)).into_iter().chain([name.clone()]).collect())
        }
        ([capability, _], _) if owner.members.capabilities.contains_key(capability.as_str()) => Some(texts.clone()),
        _ => None,
    };
    Source { via, member: names.map(|names| Member { owner, names, found }) }
}

/// The node template that the first argument of a function refers to.
fn start<'a>(entities: &Entities<'a>, from: &Entity<'a>, name: &str) -> Option<Template<'a>> {
    match (name, from) {
        ("SELF", Entity::Node(node)) => Some(node.clone()),
        ("SOURCE" | "TARGET", Entity::Relationship { ends, .. }) => {
            let ends = ends.first()?;
            entities.node(if name == "SOURCE" { ends.source } else { ends.target? })
        }
        // The nearest host; one behind it follows from the owner of the property.
        ("HOST", Entity::Node(node)) => entities.hosts(node).into_iter().find_map(|host| match host {
            Target::Node(host) => Some(host),
            Target::Type(_) => None,
        }),
        ("SELF" | "SOURCE" | "TARGET" | "HOST" | "ORCHESTRATOR", _) => None,
        (name, _) => entities.node(name),
    }
}

/// The path of a property or attribute of a node, where it is assigned.
pub(super) fn assigned_at(node: &NodePath, names: &[SmolStr], section: &str) -> Option<NodePath> {
    match names {
        [name] => Some(node.key(section).key(name)),
        [capability, name] => Some(node.key("capabilities").key(capability).key(section).key(name)),
        _ => None,
    }
}
