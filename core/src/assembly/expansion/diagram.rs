//! The diagram of an expansion: a box for each instance, nested in the frame of its parent.

use std::collections::{HashMap, HashSet};

use petgraph::graph::NodeIndex;

use crate::assembly::expansion::cause::{READ_BY, READS};
use crate::assembly::expansion::{Expansion, Instance, InstanceKind};
use crate::preview::frame::Diagram;
use crate::preview::plan::Plan;
use crate::syntax::NodePath;
use crate::text::Span;
use crate::topology::{Badge, Edge, EdgeKind, Vertex, VertexKind};

/// Maximum number of boxes, in total and per group. More boxes would only show that there are many.
const MAX_BOXES: usize = 400;
const MAX_BOXES_PER_GROUP: usize = 24;

/// The path of an instance's box. The root instance has the root path, like every boundary.
pub fn path_of(instance: &Instance) -> NodePath {
    match &instance.parent {
        None => NodePath::root(),
        // The name of a reference is only unique within its assembly.
        Some(parent) if instance.kind == InstanceKind::Reference => {
            NodePath::root().key(&format!("{parent}~{}", instance.name))
        }
        Some(_) => NodePath::root().key(&instance.name),
    }
}

/// The path of a relationship's connection. The name includes the assembly: `asm:uses__1`.
pub fn path_of_relationship(name: &str) -> NodePath {
    NodePath::root().key(name)
}

/// The diagram of an expansion. The badge of a group that is cut off says how many of its members are shown.
pub fn diagram(expansion: &Expansion) -> Diagram {
    let mut diagram = Diagram::default();
    let mut by_name: HashMap<&str, NodeIndex> = HashMap::new();
    let mut references: HashMap<(&str, &str), NodeIndex> = HashMap::new();
    let mut members: HashMap<NodeIndex, usize> = HashMap::new();
    // The assembly that contains each group.
    let mut homes: HashMap<&str, &str> = HashMap::new();
    for (at, instance) in expansion.instances.iter().enumerate() {
        let parent = instance.parent.as_deref().map(|parent| by_name.get(parent).copied());
        let graph = &mut diagram.topology.graph;
        // Skip the contents of a box that was left out.
        let room = graph.node_count() < MAX_BOXES && parent != Some(None);
        let number = parent.flatten().map(|parent| members.entry(parent).or_default());
        let room = room && number.as_ref().is_none_or(|number| **number < MAX_BOXES_PER_GROUP);
        if !room {
            diagram.n_left_out += 1;
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
        diagram.items.insert(vertex.path.clone(), at);
        if at == 0 {
            diagram.topology.title = instance.name.clone();
        }
        let index = diagram.topology.graph.add_node(vertex);
        match (instance.kind, &instance.parent) {
            (InstanceKind::Reference, Some(parent)) => references.insert((parent, &instance.name), index),
            _ => by_name.insert(&instance.name, index),
        };
    }
    for (at, instance) in expansion.instances.iter().enumerate() {
        let (Some(group), Some(&index)) = (&instance.group, by_name.get(instance.name.as_str())) else { continue };
        if diagram.items.get(&path_of(instance)) != Some(&at) {
            continue;
        }
        let shown = members.get(&index).copied().unwrap_or(0);
        diagram.topology.graph[index].badge = Some(match group.count {
            None => Badge::Count("×?".to_owned()),
            Some(count) if count > shown as u64 => Badge::Some(shown, count),
            Some(count) => Badge::Count(format!("×{count}")),
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
        diagram.topology.graph.add_edge(source, target, edge);
    }
    for (source, reader) in reads(&expansion.plan) {
        let (Some(&from), Some(&to)) = (by_name.get(source), by_name.get(reader)) else { continue };
        let path = NodePath::root().key(reader).key(source);
        diagram.topology.graph.add_edge(from, to, Edge::new(EdgeKind::Mapping, path, Span::at(0), source));
    }
    diagram
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

/// The name without the prefix of its assembly, which the frame already shows.
fn label<'n>(name: &'n str, home: &str) -> &'n str {
    name.strip_prefix(home).and_then(|rest| rest.strip_prefix("__")).unwrap_or(name)
}

/// The (source, reader) pairs of outputs that the plan waits for, each pair once.
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
