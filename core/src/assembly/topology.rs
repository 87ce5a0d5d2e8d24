//! The graph of an assembly: its components and references, their relationships, and value mappings. A resource
//! consists of its boundary only.

use std::collections::HashMap;

use petgraph::graph::NodeIndex;
use smol_str::SmolStr;

use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::{Component, Descriptor, DescriptorKind, Property};
use crate::assembly::project;
use crate::catalog::Catalog;
use crate::sorted_map::SortedMap;
use crate::symbol::DescriptorRef;
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::topology::{Badge, Edge, EdgeKind, Point, Port, PortKind, PortNeed, Topology, Vertex, VertexKind};
use crate::workspace::Workspace;

/// The topology of `descriptor`. Properties have ports only if a value enters or leaves there, or has to.
pub fn topology(descriptor: &Descriptor, workspace: &Workspace, catalog: &Catalog) -> Topology {
    let title = descriptor.name.as_ref().map_or("(no name)", |name| name.value.as_str()).to_owned();
    let mut builder = Builder {
        descriptor,
        workspace,
        catalog,
        topology: Topology { title, ..Topology::default() },
        parts: SortedMap::new(),
        // The first of several equal names wins.
        positions: descriptor.positions.iter().rev().map(|(name, at)| (name.as_str(), *at)).collect(),
        boundary: NodeIndex::default(),
    };
    builder.boundary();
    for reference in &descriptor.references {
        builder.part(reference, true);
    }
    for component in &descriptor.composition {
        builder.part(component, false);
    }
    builder.relationships();
    builder.mappings();
    builder.upgrade_order();
    builder.topology
}

struct Builder<'a> {
    descriptor: &'a Descriptor,
    workspace: &'a Workspace,
    catalog: &'a Catalog,
    topology: Topology,
    parts: SortedMap<&'a str, NodeIndex>,
    /// Positions of parts placed by hand.
    positions: HashMap<&'a str, (f64, f64)>,
    boundary: NodeIndex,
}

impl<'a> Builder<'a> {
    fn boundary(&mut self) {
        let descriptor = self.descriptor;
        let span = descriptor.name.as_ref().map_or(Span::default(), |name| name.span);
        let (label, detail) = match &descriptor.full_name {
            Some(name) => (name.name.to_string(), name.to_string()),
            None => (self.topology.title.clone(), self.topology.title.clone()),
        };
        self.boundary = self.topology.graph.add_node(Vertex {
            path: NodePath::root(),
            span,
            label,
            kind: VertexKind::Boundary,
            detail,
            of: descriptor.full_name.clone(),
            badge: None,
            marks: Vec::new(),
            ports: own_ports(descriptor),
            parent: None,
            position: None,
        });
    }

    fn part(&mut self, part: &'a Component, is_reference: bool) {
        let of = part.of.as_ref().and_then(|of| crate::assembly::resolve(self.workspace, self.catalog, of));
        let kind = match (is_reference, &of) {
            (true, _) => VertexKind::Reference,
            (false, None) => VertexKind::Unknown,
            (false, Some((_, found))) if found.kind == DescriptorKind::Assembly => VertexKind::Assembly,
            (false, Some(_)) => VertexKind::Resource,
        };
        let mut ports = of.map_or_else(Vec::new, |(_, found)| own_ports(found));
        ports.iter_mut().for_each(|port| port.path = None);
        if is_reference {
            // A reference cannot be the target of a relationship (AD-REL-06).
            ports.retain(|port| port.kind != PortKind::Requirement);
        } else if let Some((_, found)) = of {
            ports.extend(part.unset(found).map(|property| Port {
                type_name: property.type_name.as_ref().map(|type_name| type_name.value.clone()),
                need: PortNeed::Missing,
                ..Port::new(property.name.text.clone(), PortKind::Input)
            }));
        }
        let position = self.positions.get(part.name.text.as_str()).map(|&(x, y)| Point { x, y });
        let index = self.topology.graph.add_node(Vertex {
            path: part.name.path.clone(),
            span: part.name.span,
            label: part.name.text.to_string(),
            kind,
            detail: type_text(part),
            of: part.of.clone(),
            badge: badge(part),
            marks: Vec::new(),
            ports,
            parent: Some(self.boundary),
            position,
        });
        self.parts.entry(part.name.text.as_str()).or_insert(index);
    }

    fn relationships(&mut self) {
        let descriptor = self.descriptor;
        for relationship in &descriptor.relationships {
            for source in &relationship.source_capabilities {
                for target in &relationship.target_requirements {
                    let (source, source_port) = split(&source.value);
                    let (target, target_port) = split(&target.value);
                    let (Some(&from), Some(&to)) = (self.parts.get(source), self.parts.get(target)) else { continue };
                    let source_port = self.port(from, source_port, PortKind::Capability);
                    let target_port = self.port(to, target_port, PortKind::Requirement);
                    self.topology.graph.add_edge(
                        from,
                        to,
                        Edge {
                            path: relationship.name.path.clone(),
                            span: relationship.name.span,
                            label: relationship.name.text.to_string(),
                            kind: EdgeKind::Relationship,
                            source_port,
                            target_port,
                            is_labelled: false,
                        },
                    );
                }
            }
        }
    }

    fn mappings(&mut self) {
        let descriptor = self.descriptor;
        let parts = descriptor.references.iter().chain(&descriptor.composition);
        for part in parts {
            let Some(&to) = self.parts.get(part.name.text.as_str()) else { continue };
            for property in &part.properties {
                self.mapping(property, to, PortKind::Input);
            }
        }
        for property in &descriptor.properties {
            self.mapping(property, self.boundary, PortKind::Output);
        }
    }

    /// Adds an edge from each property that `property` of `to` reads. Deployment locations from the boundary are left
    /// out, because every component takes them.
    fn mapping(&mut self, property: &'a Property, to: NodeIndex, into: PortKind) {
        let placement = matches!(property.name.text.as_str(), "deploymentLocation" | "resourceManager");
        let mut sources = Vec::new();
        if let Some(value) = &property.value {
            self.sources(value, &mut sources);
        }
        for (from, port) in sources {
            let outward = from == self.boundary;
            if outward && (to == self.boundary || placement) {
                continue;
            }
            let out = if outward { PortKind::Input } else { PortKind::Output };
            let source_port = self.port(from, Some(&port), out);
            let target_port = self.port(to, Some(&property.name.text), into);
            self.topology.graph.add_edge(
                from,
                to,
                Edge {
                    path: property.name.path.clone(),
                    span: property.name.span,
                    label: format!("{port} → {}", property.name.text),
                    kind: EdgeKind::Mapping,
                    source_port,
                    target_port,
                    is_labelled: false,
                },
            );
        }
    }

    /// The vertices and properties that the references in a value name.
    fn sources(&self, node: &Node, found: &mut Vec<(NodeIndex, SmolStr)>) {
        // Only names are needed here, so there is no need for exact spans.
        for reference in Interpolation::of(node, "").references() {
            let source = match (self.parts.get(reference.head()), reference.name(1)) {
                (Some(&part), Some(property)) => Some((part, SmolStr::from(property))),
                _ => {
                    let own = self.descriptor.property(reference.head());
                    own.map(|own| (self.boundary, own.name.text.clone()))
                }
            };
            found.extend(source.filter(|source| !found.contains(source)));
        }
        node.entries().iter().for_each(|entry| self.sources(&entry.value, found));
        node.items().iter().for_each(|item| self.sources(item, found));
    }

    fn upgrade_order(&mut self) {
        let descriptor = self.descriptor;
        for component in &descriptor.composition {
            for dependency in &component.upgrade_dependencies {
                let before = self.parts.get(dependency.value.as_str()).copied();
                let after = self.parts.get(component.name.text.as_str()).copied();
                if let (Some(before), Some(after)) = (before, after) {
                    self.topology.graph.add_edge(
                        before,
                        after,
                        Edge {
                            path: component.name.path.key("upgrade-dependencies"),
                            span: dependency.span,
                            label: "upgraded before".to_owned(),
                            kind: EdgeKind::Dependency,
                            source_port: None,
                            target_port: None,
                            is_labelled: false,
                        },
                    );
                }
            }
        }
    }

    /// The name of the port, which is added to the vertex if it is missing.
    fn port(&mut self, vertex: NodeIndex, name: Option<&str>, kind: PortKind) -> Option<SmolStr> {
        let name = SmolStr::from(name?);
        let path = (vertex == self.boundary).then(|| NodePath::keys(["properties", name.as_str()]));
        let vertex = self.topology.graph.node_weight_mut(vertex)?;
        if !vertex.ports.iter().any(|port| port.name == name && port.kind == kind) {
            vertex.ports.push(Port { path, ..Port::new(name.clone(), kind) });
        }
        Some(name)
    }
}

/// The capabilities and requirements of a descriptor.
fn own_ports(descriptor: &Descriptor) -> Vec<Port> {
    let port = |kind: PortKind| {
        move |capability: &crate::assembly::model::Capability| Port {
            name: capability.name.text.clone(),
            kind,
            type_name: capability.type_name.as_ref().map(|type_name| type_name.value.clone()),
            path: Some(capability.name.path.clone()),
            need: PortNeed::Plain,
        }
    };
    let requirements = descriptor.requirements.iter().map(port(PortKind::Requirement));
    requirements.chain(descriptor.capabilities.iter().map(port(PortKind::Capability))).collect()
}

/// Splits `component.capability`.
fn split(text: &str) -> (&str, Option<&str>) {
    text.split_once('.').map_or((text, None), |(part, port)| (part, Some(port)))
}

/// An abbreviation of the number of instances.
fn badge(part: &Component) -> Option<Badge> {
    let text = |node: &Option<Node>| node.as_ref().and_then(Node::as_text).map(str::to_owned);
    let plain = |text: String| text.trim_start_matches("${").trim_end_matches('}').to_owned();
    if let Some(items) = text(&part.items) {
        return Some(Badge::Each(plain(items)));
    }
    if let Some(cluster) = &part.cluster {
        let least = text(&cluster.minimum_nodes).map_or("1".to_owned(), plain);
        let most = text(&cluster.maximum_nodes).map_or("∞".to_owned(), plain);
        return Some(Badge::Count(format!("{least}–{most}")));
    }
    let quantity = plain(text(&part.quantity)?);
    (quantity != "1").then(|| Badge::Count(format!("×{quantity}")))
}

/// A short form of a descriptor name.
pub fn short_name(of: &DescriptorRef) -> String {
    format!("{} {}", of.name, of.version)
}

/// The type of a part for display: the descriptor it refers to in a package, or else the text.
fn type_text(part: &Component) -> String {
    match (project::reference(part), &part.of, &part.type_name) {
        (Some(_), Some(of), _) => of.to_string(),
        (_, _, Some(type_name)) => type_name.value.to_string(),
        (_, _, None) => "no type".to_owned(),
    }
}
