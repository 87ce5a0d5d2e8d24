//! An expansion as a graph to be drawn: every instance is a box, in the frame of what it is a part of.

use std::collections::{HashMap, HashSet};

use petgraph::graph::NodeIndex;

use crate::assembly::expansion::cause::{READ_BY, READS};
use crate::assembly::expansion::{Expansion, Instance, InstanceKind};
use crate::preview::frame::Diagram;
use crate::preview::plan::Plan;
use crate::syntax::NodePath;
use crate::text::Span;
use crate::topology::{Edge, EdgeKind, Vertex, VertexKind};

/// How many boxes are drawn at most, and how many of one group: nobody sees more of them than that they are many.
const MOST: usize = 400;
const MOST_OF_GROUP: usize = 24;

/// The path of the box of an instance. The root has the root path, as every boundary.
pub fn path_of(instance: &Instance) -> NodePath {
    match &instance.parent {
        None => NodePath::root(),
        // References are known within their assembly only.
        Some(parent) if instance.kind == InstanceKind::Reference => {
            NodePath::root().key(&format!("{parent}~{}", instance.name))
        }
        Some(_) => NodePath::root().key(&instance.name),
    }
}

/// The path of the wire of a relationship of this name, with its assembly: `asm:uses__1`.
pub fn path_of_relationship(name: &str) -> NodePath {
    NodePath::root().key(name)
}

/// The diagram of an expansion. A group that is not drawn in full says how many of its members are.
pub fn drawing(expansion: &Expansion) -> Diagram {
    let mut drawing = Diagram::default();
    let mut by_name: HashMap<&str, NodeIndex> = HashMap::new();
    let mut references: HashMap<(&str, &str), NodeIndex> = HashMap::new();
    let mut members: HashMap<NodeIndex, usize> = HashMap::new();
    // The assemblies that groups are in.
    let mut homes: HashMap<&str, &str> = HashMap::new();
    for (at, instance) in expansion.instances.iter().enumerate() {
        let parent = instance.parent.as_deref().map(|parent| by_name.get(parent).copied());
        let graph = &mut drawing.topology.graph;
        // Inside of what is left out there is nothing to see either.
        let room = graph.node_count() < MOST && parent != Some(None);
        let number = parent.flatten().map(|parent| members.entry(parent).or_default());
        let room = room && number.as_ref().is_none_or(|number| **number < MOST_OF_GROUP);
        if !room {
            drawing.n_left_out += 1;
            continue;
        }
        let parent = parent.flatten();
        let in_group = parent.filter(|parent| graph[*parent].kind == VertexKind::Group);
        if let Some(number) = number.filter(|_| in_group.is_some()) {
            *number += 1;
        }
        let home = instance.parent.as_deref().map(|parent| homes.get(parent).copied().unwrap_or(parent));
        if let (InstanceKind::Group, Some(home)) = (instance.kind, home) {
            homes.insert(&instance.name, home);
        }
        let label = label(&instance.name, home.unwrap_or_default());
        let mut vertex = Vertex::new(kind(instance), path_of(instance), Span::at(0), label);
        vertex.detail = instance.type_name.clone();
        vertex.parent = parent;
        drawing.items.insert(vertex.path.clone(), at);
        if at == 0 {
            drawing.topology.title = instance.name.clone();
        }
        let index = drawing.topology.graph.add_node(vertex);
        match (instance.kind, &instance.parent) {
            (InstanceKind::Reference, Some(parent)) => references.insert((parent, &instance.name), index),
            _ => by_name.insert(&instance.name, index),
        };
    }
    for (at, instance) in expansion.instances.iter().enumerate() {
        let (Some(group), Some(&index)) = (&instance.group, by_name.get(instance.name.as_str())) else { continue };
        if drawing.items.get(&path_of(instance)) != Some(&at) {
            continue;
        }
        let shown = members.get(&index).copied().unwrap_or(0);
        drawing.topology.graph[index].badge = Some(match group.count {
            None => "×?".to_owned(),
            Some(count) if count > shown as u64 => format!("{shown} of {count}"),
            Some(count) => format!("×{count}"),
        });
    }
    let end = |owner: &str, name: &str| references.get(&(owner, name)).or_else(|| by_name.get(name)).copied();
    for relationship in &expansion.relationships {
        let owner = relationship.owner.as_str();
        let (Some(source), Some(target)) = (end(owner, &relationship.source), end(owner, &relationship.target)) else {
            continue;
        };
        let path = path_of_relationship(&format!("{owner}:{}", relationship.name));
        let edge = Edge::new(EdgeKind::Relationship, path, Span::at(0), relationship.name.clone());
        drawing.topology.graph.add_edge(source, target, edge);
    }
    for (source, reader) in reads(&expansion.plan) {
        let (Some(&from), Some(&to)) = (by_name.get(source), by_name.get(reader)) else { continue };
        let path = NodePath::root().key(reader).key(source);
        drawing.topology.graph.add_edge(from, to, Edge::new(EdgeKind::Mapping, path, Span::at(0), source));
    }
    drawing
}

fn kind(instance: &Instance) -> VertexKind {
    match instance.kind {
        InstanceKind::Assembly if instance.parent.is_none() => VertexKind::Boundary,
        InstanceKind::Assembly => VertexKind::Assembly,
        InstanceKind::Resource => VertexKind::Resource,
        InstanceKind::Reference => VertexKind::Reference,
        InstanceKind::Group => VertexKind::Group,
        InstanceKind::Unresolved => VertexKind::Unknown,
    }
}

/// The name without that of the assembly around it, which stands on its frame.
fn label<'n>(name: &'n str, home: &str) -> &'n str {
    name.strip_prefix(home).and_then(|rest| rest.strip_prefix("__")).unwrap_or(name)
}

/// Who reads whose outputs, as far as the plan waits for that: the source and the reader, each pair once.
fn reads(plan: &Plan) -> Vec<(&str, &str)> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for action in plan.stages.iter().flatten() {
        for reason in &action.reasons {
            let Some(after) = &reason.after else { continue };
            let pair = match reason.cause.kind {
                READS => (after.instance.as_str(), action.instance.as_str()),
                READ_BY => (action.instance.as_str(), after.instance.as_str()),
                _ => continue,
            };
            if seen.insert(pair) {
                found.push(pair);
            }
        }
    }
    found
}
