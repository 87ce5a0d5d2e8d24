//! The diagram of a service template as its text alone shows it: node templates inside their groups, and the requirements
//! between them. The boundary shows the substituted node type. `diagram` adds what the types say, as soon as the modeller
//! has loaded them.

use petgraph::graph::NodeIndex;
use smol_str::SmolStr;

use crate::sorted_map::SortedMap;
use crate::syntax::{Entry, Node, NodePath};
use crate::text::Span;
use crate::topology::{Badge, Edge, EdgeKind, Mark, Port, PortKind, Topology, Vertex, VertexKind};
use crate::tosca::copies;
use crate::tosca::effective::members as named_members;

/// The diagram of a service template; `name` is used if it has no name.
pub fn topology(root: &Node, name: &str) -> Topology {
    let title = text(root.get("metadata"), "template_name").unwrap_or(name);
    let substitution = root.get("topology_template").and_then(|topology| topology.get("substitution_mappings"));
    let boundary = Vertex {
        detail: text(substitution, "node_type").unwrap_or("service template").to_owned(),
        ..Vertex::new(VertexKind::Boundary, NodePath::root(), Span::default(), title)
    };
    let mut topology = Topology { title: title.to_owned(), ..Topology::default() };
    let boundary = topology.graph.add_node(boundary);
    let Some(template) = root.get("topology_template") else { return topology };
    let mut builder = Builder {
        template,
        topology,
        boundary,
        groups: SortedMap::new(),
        parents: SortedMap::new(),
        nodes: SortedMap::new(),
    };
    builder.groups();
    builder.nodes();
    builder.policies();
    builder.memberships();
    builder.requirements();
    if let Some(substitution) = substitution {
        builder.mappings(substitution, "requirements", PortKind::Requirement);
        builder.mappings(substitution, "capabilities", PortKind::Capability);
    }
    builder.topology
}

struct Builder<'a> {
    template: &'a Node,
    topology: Topology,
    boundary: NodeIndex,
    groups: SortedMap<&'a str, NodeIndex>,
    /// The first group of each node that is in a group.
    parents: SortedMap<&'a str, NodeIndex>,
    nodes: SortedMap<&'a str, NodeIndex>,
}

impl<'a> Builder<'a> {
    fn groups(&mut self) {
        for (name, entry) in named(self.template.get("groups")) {
            if self.groups.contains_key(name) {
                continue;
            }
            let vertex = self.vertex(VertexKind::Group, path("groups").key(name), entry, name, self.boundary);
            let group = self.topology.graph.add_node(vertex);
            self.groups.insert(name, group);
            for (_, member) in members(entry) {
                self.parents.entry(member).or_insert(group);
            }
        }
    }

    fn nodes(&mut self) {
        for (name, entry) in named(self.template.get("node_templates")) {
            if self.nodes.contains_key(name) {
                continue;
            }
            let parent = self.parents.get(name).copied().unwrap_or(self.boundary);
            let node_path = path("node_templates").key(name);
            let mut vertex = self.vertex(VertexKind::NodeTemplate, node_path, entry, name, parent);
            if let Some(of) = copies::type_of(self.template.get("node_templates"), &entry.value) {
                of.clone_into(&mut vertex.detail);
            }
            if let Some(shown) =
                text(entry.value.get("metadata"), "displayName").filter(|shown| !shown.trim().is_empty())
            {
                shown.clone_into(&mut vertex.label);
            }
            let notes = notes(&entry.value);
            vertex.badge = (!notes.is_empty()).then(|| Badge::Text(notes.join(", ")));
            for (_, requirement, _) in requirements(&entry.value) {
                vertex.port(requirement, PortKind::Requirement);
            }
            for (capability, _) in named(entry.value.get("capabilities")) {
                vertex.port(capability, PortKind::Capability);
            }
            self.nodes.insert(name, self.topology.graph.add_node(vertex));
        }
    }

    fn vertex(&self, kind: VertexKind, path: NodePath, entry: &Entry, name: &str, parent: NodeIndex) -> Vertex {
        Vertex {
            detail: text(Some(&entry.value), "type").unwrap_or("no type").to_owned(),
            parent: Some(parent),
            ..Vertex::new(kind, path, entry.key.span, name)
        }
    }

    /// A policy marks its targets; without any, it marks the boundary.
    fn policies(&mut self) {
        let at = path("policies");
        let section = self.template.get("policies");
        for (name, path) in named_members(section, &at) {
            let below = path.steps().iter().skip(at.steps().len()).cloned().collect();
            let policy = section.and_then(|section| section.at(&below));
            let targets = policy.and_then(|policy| policy.get("targets")).map_or(&[][..], Node::items).iter();
            let find = |target: &str| self.nodes.get(target).or_else(|| self.groups.get(target)).copied();
            let mut marked: Vec<NodeIndex> = targets.filter_map(|target| find(target.as_text()?)).collect();
            if marked.is_empty() {
                marked.push(self.boundary);
            }
            for vertex in marked {
                let mark = Mark { path: path.clone(), label: name.to_owned() };
                let marks = self.topology.graph.node_weight_mut(vertex).map(|vertex| &mut vertex.marks);
                marks.into_iter().filter(|marks| !marks.contains(&mark)).for_each(|marks| marks.push(mark.clone()));
            }
        }
    }

    /// A node is inside the first of its groups; other groups are connected to it.
    fn memberships(&mut self) {
        for (name, entry) in named(self.template.get("groups")) {
            let Some(&group) = self.groups.get(name) else { continue };
            for (index, member) in members(entry).filter(|(_, member)| self.parents.get(member) != Some(&group)) {
                let Some(&node) = self.nodes.get(member) else { continue };
                let path = path("groups").key(name).key("members").index(index);
                let edge = Edge::new(EdgeKind::Relationship, path, entry.key.span, "member");
                self.topology.graph.add_edge(group, node, edge);
            }
        }
    }

    /// A connection goes from the node with the capability to the node that requires it. A requirement that names a
    /// node type, or nothing, stays unconnected.
    fn requirements(&mut self) {
        for (name, entry) in named(self.template.get("node_templates")) {
            let Some(&target) = self.nodes.get(name) else { continue };
            for (index, requirement, entry) in requirements(&entry.value) {
                let node = entry.value.as_text().or_else(|| text(Some(&entry.value), "node"));
                let Some(&source) = node.and_then(|node| self.nodes.get(node)) else { continue };
                let path = path("node_templates").key(name).key("requirements").index(index).key(requirement);
                let mut edge = Edge::new(EdgeKind::Relationship, path, entry.key.span, requirement);
                // A name with a period is a type name; which capability it refers to is known only from the types.
                let capability = text(Some(&entry.value), "capability").filter(|name| !name.contains('.'));
                edge.source_port = capability.and_then(|name| self.port(source, name, PortKind::Capability));
                edge.target_port = Some(requirement.into());
                self.topology.graph.add_edge(source, target, edge);
            }
        }
    }

    /// The ports of the boundary, and their connections to the nodes that provide them.
    fn mappings(&mut self, substitution: &Node, section: &str, kind: PortKind) {
        for (name, entry) in named(substitution.get(section)) {
            let path = path("substitution_mappings").key(section).key(name);
            if let Some(boundary) = self.topology.graph.node_weight_mut(self.boundary) {
                boundary.ports.push(Port { path: Some(path.clone()), ..Port::new(name, kind) });
            }
            let mapping = entry.value.get("mapping").unwrap_or(&entry.value);
            let mut mapping = mapping.items().iter().filter_map(Node::as_text);
            let (Some(node), Some(inner)) = (mapping.next(), mapping.next()) else { continue };
            let Some(&node) = self.nodes.get(node) else { continue };
            let mut edge = Edge::new(EdgeKind::Mapping, path, entry.key.span, name);
            let (outer, inner) = (Some(name.into()), self.port(node, inner, kind));
            if kind == PortKind::Capability {
                (edge.source_port, edge.target_port) = (inner, outer);
                self.topology.graph.add_edge(node, self.boundary, edge);
            } else {
                (edge.source_port, edge.target_port) = (outer, inner);
                self.topology.graph.add_edge(self.boundary, node, edge);
            }
        }
    }

    fn port(&mut self, vertex: NodeIndex, name: &str, kind: PortKind) -> Option<SmolStr> {
        Some(self.topology.graph.node_weight_mut(vertex)?.port(name, kind))
    }
}

/// The directives of a template, and the template that it copies.
pub fn notes(template: &Node) -> Vec<String> {
    let directives = template.get("directives").map_or(&[][..], Node::items).iter().filter_map(Node::as_text);
    let copied = text(Some(template), "copy").map(|of| format!("copy: {of}"));
    directives.map(str::to_owned).chain(copied).collect()
}

fn path(section: &str) -> NodePath {
    NodePath::keys(["topology_template", section])
}

fn text<'a>(node: Option<&'a Node>, key: &str) -> Option<&'a str> {
    node?.get(key)?.as_text()
}

fn named(section: Option<&Node>) -> impl Iterator<Item = (&str, &Entry)> {
    let entries = section.map_or(&[][..], Node::entries);
    entries.iter().filter_map(|entry| Some((entry.key.as_text()?, entry)))
}

fn members(group: &Entry) -> impl Iterator<Item = (usize, &str)> {
    let members = group.value.get("members").map_or(&[][..], Node::items).iter().enumerate();
    members.filter_map(|(index, member)| Some((index, member.as_text()?)))
}

/// The requirement assignments of a node template: path, name and value.
fn requirements(node: &Node) -> impl Iterator<Item = (usize, &str, &Entry)> {
    let items = node.get("requirements").map_or(&[][..], Node::items).iter().enumerate();
    items.filter_map(|(index, item)| {
        let entry = item.entries().first()?;
        Some((index, entry.key.as_text()?, entry))
    })
}
