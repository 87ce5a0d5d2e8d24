//! Diagrams of types: all types of a file, and one type with its ancestors, its descendants, and the types that require and
//! offer which capabilities. Parents are on the left of the types that derive from them, as are the types that fulfil a
//! requirement.

use std::collections::{BTreeSet, HashMap};

use petgraph::graph::NodeIndex;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::editing::layout;
use crate::hover::kind_label;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, Span};
use crate::topology::diagrams::{DERIVE, DERIVED_FROM, Diagram, DiagramKey, DiagramKind};
use crate::topology::{Badge, Edge, EdgeKind, Port, PortKind, Topology, Vertex, VertexKind, foreign};
use crate::tosca::effective::{members, short_name};
use crate::tosca::inherited::type_at;
use crate::tosca::model::{GROUPS, POLICIES, SECTIONS, TEMPLATES, is_type};
use crate::tosca::scope::Scope;
use crate::tosca::type_graph::{TypeEntry, TypeGraph, Wanted, kind_of};
use crate::tosca::{copies, template};

/// Maximum number of types of other files that are drawn for one type of the file, and of types in the diagram of a type. The
/// others are counted.
const MAX_FOREIGN: usize = 12;
const MAX_RELATED: usize = 120;

/// The sections of types, in the order in which diagrams and palettes show them.
pub const TYPES: [(SymbolKind, &str); 8] = [
    (SymbolKind::NodeType, "node_types"),
    (SymbolKind::CapabilityType, "capability_types"),
    (SymbolKind::RelationshipType, "relationship_types"),
    (SymbolKind::InterfaceType, "interface_types"),
    (SymbolKind::DataType, "data_types"),
    (SymbolKind::ArtifactType, "artifact_types"),
    (SymbolKind::GroupType, "group_types"),
    (SymbolKind::PolicyType, "policy_types"),
];

/// The kind of box for a type of a kind.
pub fn vertex_kind(kind: SymbolKind) -> VertexKind {
    match kind {
        SymbolKind::NodeType => VertexKind::NodeType,
        SymbolKind::CapabilityType => VertexKind::CapabilityType,
        _ => VertexKind::OtherType,
    }
}

fn all_types() -> DiagramKey {
    DiagramKey { kind: DiagramKind::Types, of: NodePath::root() }
}

/// The diagram of the types of a file, if it defines any.
pub fn list(context: FileContext<'_>) -> Option<Diagram> {
    template(context.file)?.types().next()?;
    let sections = SECTIONS.iter().filter(|(kind, _)| is_type(*kind));
    let parts = sections.map(|(_, keys)| NodePath::keys(keys.iter().copied())).collect();
    Some(Diagram { key: all_types(), name: String::new(), parts })
}

/// The type of a template, group or policy, or the type at a path itself.
pub fn type_of(context: FileContext<'_>, path: &NodePath) -> Option<(FilePath, NodePath)> {
    let root = context.file.root.as_deref()?;
    if type_at(path).is_some() {
        root.at(path)?;
        return Some((context.file.path.clone(), path.clone()));
    }
    let sections = [
        (SymbolKind::NodeType, NodePath::keys(TEMPLATES)),
        (SymbolKind::RelationshipType, NodePath::keys(["topology_template", "relationship_templates"])),
        (SymbolKind::GroupType, NodePath::keys(GROUPS)),
        (SymbolKind::PolicyType, NodePath::keys(POLICIES)),
    ];
    let (kind, section) = sections.into_iter().find(|(_, section)| path.starts_with(section) && path != section)?;
    let name = copies::type_of(root.at(&section), root.at(path)?)?;
    let found = Scope::of(context).find(&[kind], name)?;
    Some((found.file.clone(), found.path()))
}

/// The diagram of the type at a path.
pub fn of_box(context: FileContext<'_>, path: &NodePath) -> Option<(FilePath, DiagramKey)> {
    let (file, of) = type_of(context, path).filter(|_| type_at(path).is_some())?;
    Some((file, DiagramKey { kind: DiagramKind::Type, of }))
}

/// Draws a diagram of types.
pub fn draw(context: FileContext<'_>, diagram: &DiagramKey) -> Option<Topology> {
    let graph = TypeGraph::of_workspace(context);
    match diagram.kind {
        DiagramKind::Types => Some(whole(context, &graph)),
        DiagramKind::Type => one(context, &graph, graph.at(&context.file.path, &diagram.of)?),
        DiagramKind::Topology | DiagramKind::Workflow => None,
    }
}

/// A diagram that is being drawn.
struct Drawing<'a> {
    context: FileContext<'a>,
    graph: &'a TypeGraph,
    topology: Topology,
    /// The vertices of types, by their index in the graph.
    drawn: HashMap<usize, NodeIndex>,
    /// The number of types that are related to one that is drawn, and are not drawn themselves.
    left_out: HashMap<usize, usize>,
}

impl<'a> Drawing<'a> {
    fn of(context: FileContext<'a>, graph: &'a TypeGraph, title: &str) -> Self {
        let topology = Topology { title: title.to_owned(), ..Topology::default() };
        Drawing { context, graph, topology, drawn: HashMap::new(), left_out: HashMap::new() }
    }

    fn is_own(&self, entry: &TypeEntry) -> bool {
        entry.file == self.context.file.path
    }

    fn path_of(&self, entry: &TypeEntry) -> NodePath {
        if self.is_own(entry) { entry.path.clone() } else { foreign::path_in(&entry.file, &entry.path) }
    }

    fn definition(&self, entry: &TypeEntry) -> Option<&'a Node> {
        self.context.workspace.file(&entry.file)?.root.as_ref()?.at(&entry.path)
    }

    /// Adds the box of a type, unless it is there.
    fn add(&mut self, index: usize) -> Option<NodeIndex> {
        if let Some(known) = self.drawn.get(&index) {
            return Some(*known);
        }
        let entry = self.graph.get(index)?;
        let kind = kind_of(&entry.definition.section)?;
        let name = &entry.definition.name;
        let label = short_name(name);
        let own = self.is_own(entry);
        let span = if own { self.context.file.key_span(&entry.path) } else { None };
        let mut vertex = Vertex {
            detail: if label == name { kind_label(kind) } else { name }.to_owned(),
            ..Vertex::new(
                if own { vertex_kind(kind) } else { VertexKind::ForeignType },
                self.path_of(entry),
                span.unwrap_or_default(),
                label,
            )
        };
        if own {
            vertex.ports.push(Port::new(DERIVED_FROM, PortKind::Requirement));
        }
        vertex.ports.push(Port::new(DERIVE, PortKind::Capability));
        let added = self.topology.graph.add_node(vertex);
        self.drawn.insert(index, added);
        Some(added)
    }

    /// Adds a port to a type, with the type of its capability.
    fn port(&mut self, of: NodeIndex, name: &str, kind: PortKind, type_name: Option<&str>) {
        let ports = &mut self.topology.graph[of].ports;
        if !ports.iter().any(|port| port.name == name && port.kind == kind) {
            ports.push(Port { type_name: type_name.map(SmolStr::from), ..Port::new(name, kind) });
        }
    }

    /// Connects the drawn types with those that they derive from.
    fn derivations(&mut self) {
        let mut all: Vec<(usize, NodeIndex)> = self.drawn.iter().map(|(index, vertex)| (*index, *vertex)).collect();
        all.sort_unstable();
        for (index, vertex) in all {
            let Some(entry) = self.graph.get(index) else { continue };
            let Some(&parent) = entry.base.and_then(|base| self.drawn.get(&base)) else { continue };
            let path = self.path_of(entry).key(DERIVED_FROM);
            let edge = Edge {
                source_port: Some(DERIVE.into()),
                target_port: self.is_own(entry).then(|| DERIVED_FROM.into()),
                ..Edge::new(EdgeKind::Derivation, path, Span::default(), "")
            };
            self.topology.graph.add_edge(parent, vertex, edge);
        }
    }

    /// The capabilities and requirements that a type states itself, as ports, and as connections to types that are drawn.
    fn members(&mut self, index: usize) {
        let (Some(entry), Some(&own)) = (self.graph.get(index), self.drawn.get(&index)) else { return };
        let Some(node) = self.definition(entry) else { return };
        let at = self.path_of(entry);
        for (name, path) in members(node.get("capabilities"), &at.key("capabilities")) {
            let of = entry.offers.iter().find(|(known, _)| known == name).and_then(|(_, of)| *of);
            let written = entry.definition.offers.iter().find(|(known, _)| known == name).map(|(_, of)| of.as_str());
            self.port(own, name, PortKind::Capability, written);
            self.offer(own, name, &path, of);
        }
        for (name, path) in members(node.get("requirements"), &at.key("requirements")) {
            let written = entry.definition.requires.iter().find(|want| want.name == name);
            let written = written.and_then(|want| want.node.as_deref().or(want.capability.as_deref()));
            self.port(own, name, PortKind::Requirement, written);
            let want = entry.requires.iter().find(|want| want.name == name);
            self.demand(own, name, &path, want.and_then(|want| want.node.or(want.capability)));
        }
    }

    /// Connects a capability of a type with the capability type, if that is drawn.
    fn offer(&mut self, own: NodeIndex, name: &str, path: &NodePath, of: Option<usize>) {
        let Some(&of) = of.and_then(|of| self.drawn.get(&of)).filter(|of| **of != own) else { return };
        let edge =
            Edge { source_port: Some(name.into()), ..Edge::new(EdgeKind::Offer, path.clone(), Span::default(), name) };
        self.topology.graph.add_edge(own, of, edge);
    }

    /// Connects a requirement of a type with the type that it asks for, if that is drawn.
    fn demand(&mut self, own: NodeIndex, name: &str, path: &NodePath, of: Option<usize>) {
        let Some(&of) = of.and_then(|of| self.drawn.get(&of)).filter(|of| **of != own) else { return };
        let edge =
            Edge { target_port: Some(name.into()), ..Edge::new(EdgeKind::Demand, path.clone(), Span::default(), name) };
        self.topology.graph.add_edge(of, own, edge);
    }

    /// Counts the related types that are not drawn on the boxes.
    fn finish(mut self) -> Topology {
        for (index, count) in &self.left_out {
            if let Some(vertex) = self.drawn.get(index).filter(|_| *count > 0) {
                self.topology.graph[*vertex].badge = Some(Badge::Count(format!("+{count}")));
            }
        }
        self.topology
    }
}

/// The types of a file, with their parents, children and required types in other files. Node types and capability types are
/// connected with each other; other kinds have a frame each.
fn whole(context: FileContext<'_>, graph: &TypeGraph) -> Topology {
    let mut drawing = Drawing::of(context, graph, context.file.path.stem());
    let own: Vec<usize> = (0..graph.all.len())
        .filter(|index| graph.get(*index).is_some_and(|entry| entry.file == context.file.path))
        .collect();
    let sections: BTreeSet<&str> =
        own.iter().filter_map(|index| Some(graph.get(*index)?.definition.section.as_str())).collect();
    for (kind, section) in TYPES.iter().filter(|(_, section)| sections.contains(section)) {
        let of_section = |index: &&usize| graph.get(**index).is_some_and(|entry| entry.definition.section == *section);
        let is_framed = sections.len() > 1 && !matches!(kind, SymbolKind::NodeType | SymbolKind::CapabilityType);
        let before = drawing.drawn.len();
        let first = drawing.topology.graph.node_count();
        let frame = is_framed.then(|| {
            let frame = Vertex::new(VertexKind::TypeSection, NodePath::keys([*section]), Span::default(), *section);
            drawing.topology.graph.add_node(frame)
        });
        for &index in own.iter().filter(of_section) {
            let Some(entry) = graph.get(index) else { continue };
            drawing.add(index);
            let base = entry.base.filter(|base| *base != index);
            base.into_iter().for_each(|base| _ = drawing.add(base));
            let is_foreign = |at: &&usize| graph.get(**at).is_some_and(|other| other.file != entry.file);
            let others = entry.derived.iter().filter(is_foreign);
            others.clone().take(MAX_FOREIGN).for_each(|other| _ = drawing.add(*other));
            drawing.left_out.insert(index, others.count().saturating_sub(MAX_FOREIGN));
            for node in entry.requires.iter().filter_map(|want| want.node) {
                drawing.add(node);
            }
        }
        if let Some(frame) = frame.filter(|_| drawing.drawn.len() > before) {
            for at in first..drawing.topology.graph.node_count() {
                let vertex = NodeIndex::new(at);
                if vertex != frame {
                    drawing.topology.graph[vertex].parent = Some(frame);
                }
            }
        }
    }
    drawing.derivations();
    own.iter().for_each(|index| drawing.members(*index));
    let mut topology = drawing.finish();
    layout::apply(context, &mut topology);
    topology
}

/// One type with its ancestors and descendants. A node type also has the types of its capabilities and requirements, its own
/// and inherited ones, and the types that require it; a capability type the types that offer and require it.
fn one(context: FileContext<'_>, graph: &TypeGraph, index: usize) -> Option<Topology> {
    let entry = graph.get(index)?;
    let mut drawing = Drawing::of(context, graph, &entry.definition.name);
    // The farthest ancestor first.
    let chain: Vec<usize> = graph.chain(index).collect();
    chain.into_iter().rev().for_each(|at| _ = drawing.add(at));
    let own = drawing.add(index)?;
    let mut n_left = 0;
    let add = |drawing: &mut Drawing<'_>, at: usize| {
        let is_room = drawing.drawn.len() < MAX_RELATED || drawing.drawn.contains_key(&at);
        is_room.then(|| drawing.add(at)).flatten()
    };
    let mut derived = graph.descendants(index);
    // The nearest first, if not all have room.
    derived.sort_by_key(|(_, depth)| *depth);
    for (at, _) in derived {
        n_left += usize::from(add(&mut drawing, at).is_none());
    }
    let kind = kind_of(&entry.definition.section)?;
    let scope = Scope::of(context);
    let definition = scope.find(&[kind], &entry.definition.name).filter(|found| found.path() == entry.path)?;
    let effective = scope.effective_of(kind, definition);
    let sections = [
        ("properties", PortKind::Input, "type"),
        ("attributes", PortKind::Output, "type"),
        ("capabilities", PortKind::Capability, "type"),
        ("requirements", PortKind::Requirement, "capability"),
    ];
    for (section, port, key) in sections {
        for name in effective.names(&[section]).cloned().collect::<Vec<_>>() {
            let field = |key: &str| scope.field(&effective, section, &name, key);
            let stated = if port == PortKind::Requirement { field("node").or_else(|| field(key)) } else { field(key) };
            drawing.port(own, &name, port, stated.and_then(|stated| stated.node.as_text()));
            let first = effective.declarations(section, &name).first().map(|declaration| declaration.location());
            let Some(location) = first else { continue };
            let path = match location.file == context.file.path {
                true => location.path,
                false => foreign::path_in(&location.file, &location.path),
            };
            let of = |key: &str, kind: SymbolKind| {
                let stated = field(key)?;
                let found = scope.find_in(stated.file, kind, stated.node.as_text()?)?;
                graph.at(found.file, &found.path())
            };
            match port {
                PortKind::Capability => {
                    let of = of("type", SymbolKind::CapabilityType);
                    of.into_iter().for_each(|of| _ = add(&mut drawing, of));
                    drawing.offer(own, &name, &path, of);
                }
                PortKind::Requirement => {
                    for of in [of("node", SymbolKind::NodeType), of("capability", SymbolKind::CapabilityType)] {
                        of.into_iter().for_each(|of| _ = add(&mut drawing, of));
                        drawing.demand(own, &name, &path, of);
                    }
                }
                PortKind::Input | PortKind::Output => {}
            }
        }
    }
    // The types whose own members name this one.
    for (at, other) in graph.all.iter().enumerate().filter(|(at, _)| *at != index) {
        let offers = other.offers.iter().any(|(_, of)| *of == Some(index));
        let is_wanted = |want: &Wanted| [want.node, want.capability].contains(&Some(index));
        let requires = other.requires.iter().any(is_wanted);
        if !offers && !requires {
            continue;
        }
        let Some(vertex) = add(&mut drawing, at) else {
            n_left += 1;
            continue;
        };
        let Some(node) = drawing.definition(other) else { continue };
        let path = drawing.path_of(other);
        for (name, path) in members(node.get("capabilities"), &path.key("capabilities")) {
            if other.offers.iter().any(|(known, of)| known == name && *of == Some(index)) {
                drawing.port(vertex, name, PortKind::Capability, None);
                drawing.offer(vertex, name, &path, Some(index));
            }
        }
        for (name, path) in members(node.get("requirements"), &path.key("requirements")) {
            if other.requires.iter().any(|want| want.name == name && is_wanted(want)) {
                drawing.port(vertex, name, PortKind::Requirement, None);
                drawing.demand(vertex, name, &path, Some(index));
            }
        }
    }
    drawing.derivations();
    drawing.left_out.insert(index, n_left);
    Some(drawing.finish())
}
