//! The common graph that every language is drawn as: vertices with ports, edges between them, and what a gesture on
//! the drawing asks for.

use petgraph::graph::{DiGraph, NodeIndex};
use serde_yaml::Value;
use smol_str::SmolStr;

use crate::symbol::DescriptorRef;
use crate::syntax::NodePath;
use crate::text::{FilePath, Span};

/// What a descriptor is drawn as.
#[derive(Clone, Debug, Default)]
pub struct Topology {
    /// The name of the descriptor, which its boundary bears.
    pub title: String,
    pub graph: DiGraph<Vertex, Edge>,
}

/// A box of the drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Vertex {
    /// What it stands for; unique in its topology. The boundary has the root path.
    pub path: NodePath,
    /// Its name in the text.
    pub span: Span,
    pub label: String,
    pub kind: VertexKind,
    /// The second line: the type, as written.
    pub detail: String,
    /// The descriptor of its type, where that is a full name.
    pub of: Option<DescriptorRef>,
    /// How many there are, or when: `×3`, `2..10`, `each of servers`, `stage 2`.
    pub badge: Option<String>,
    pub ports: Vec<Port>,
    /// The vertex that it is drawn inside of.
    pub parent: Option<NodeIndex>,
    /// Where somebody put it by hand: its top left corner.
    pub position: Option<Point>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum VertexKind {
    /// The descriptor itself: what it takes and gives stands on its border.
    Boundary,
    /// A component that is a resource.
    Resource,
    /// A component that is an assembly.
    Assembly,
    /// A component whose type is no full name, or not in the catalog.
    Unknown,
    /// Something that exists already.
    Reference,
    NodeTemplate,
    Group,
    DeploymentItem,
    Demand,
    Constraint,
    Location,
}

impl VertexKind {
    /// The CSS class of boxes of this kind, on the canvas and in SVG files.
    pub fn class(self) -> &'static str {
        match self {
            VertexKind::Boundary => "boundary",
            VertexKind::Resource => "resource",
            VertexKind::Assembly => "assembly",
            VertexKind::Unknown => "unknown",
            VertexKind::Reference => "reference",
            VertexKind::NodeTemplate => "node-template",
            VertexKind::Group => "group",
            VertexKind::DeploymentItem => "deployment-item",
            VertexKind::Demand => "demand",
            VertexKind::Constraint => "constraint",
            VertexKind::Location => "location",
        }
    }
}

/// A place of a vertex where edges end.
#[derive(Clone, PartialEq, Debug)]
pub struct Port {
    pub name: SmolStr,
    pub kind: PortKind,
    /// The capability type, the data type.
    pub type_name: Option<SmolStr>,
    /// The property that the port stands for, if the descriptor itself has it.
    pub path: Option<NodePath>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum PortKind {
    /// Drawn on the right: something given.
    Capability,
    /// Drawn on the left: something needed.
    Requirement,
    /// Drawn on the left: a value that can be set.
    Input,
    /// Drawn on the right: a value that can be read.
    Output,
}

/// A wire of the drawing, from its graph source to its graph target.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// What it stands for: the relationship, or the property that holds the mapping.
    pub path: NodePath,
    pub span: Span,
    pub label: String,
    pub kind: EdgeKind,
    /// The names of the ports it ends at; the side of the box if `None`.
    pub source_port: Option<SmolStr>,
    pub target_port: Option<SmolStr>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum EdgeKind {
    Relationship,
    /// A value flows along it.
    Mapping,
    /// An order only.
    Dependency,
}

impl EdgeKind {
    /// The CSS class of wires of this kind, on the canvas and in SVG files.
    pub fn class(self) -> &'static str {
        match self {
            EdgeKind::Relationship => "relationship",
            EdgeKind::Mapping => "mapping",
            EdgeKind::Dependency => "dependency",
        }
    }
}

/// A place on the drawing, in its own units: y grows downwards.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// What a gesture asks for. A command becomes a [`crate::edit::Change`] or is refused with a reason.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A new component (or, as a reference, something that exists already) of this type. The name is made from the
    /// type where none is given.
    Add { of: DescriptorRef, role: Role, name: Option<SmolStr>, at: Option<Point> },
    /// A new entry in a section of boxes ([`Offer`]), of a type if its boxes have one. The name is made from the type
    /// where none is given.
    AddEntry { section: NodePath, of: Option<SmolStr>, name: Option<SmolStr>, at: Option<Point> },
    /// A relationship from a capability to a requirement: each a component (or reference) with a name.
    Connect { source: End, target: End },
    /// Lets the property at `target` have the value of another: `${component.property}`.
    Map { source: End, target: NodePath },
    /// Copies of components and references, with their properties and what links them to each other.
    Duplicate(Vec<NodePath>),
    /// The components, references and relationships of a text that has the sections of a descriptor, as a copy makes
    /// it, under names that are free. With a point, the middle of their places is put there; otherwise they go where
    /// they were, or beside it.
    Paste(String, Option<Point>),
    /// Another type or version of a component or reference. What it says of properties stays.
    Retype { path: NodePath, of: DescriptorRef },
    /// Lets the assembly have what a component has: a property, capability, requirement, operation or metric. The
    /// path is that of the component, then the section of its type and the name in there:
    /// `/composition/web/operations/Reload`. The name is made from it where none is given.
    Promote { path: NodePath, name: Option<SmolStr> },
    /// A scale policy for the cluster at `target` that watches a metric: `component.metric`, or one of the assembly.
    AddPolicy { target: NodePath, metric: SmolStr },
    /// Lets components go into a new assembly of their own, which is named `of` and stands in `file`. What crosses its
    /// border does so through what it declares.
    Extract { parts: Vec<NodePath>, of: DescriptorRef, file: FilePath },
    /// Puts the components of the nested assembly at the path in its place.
    Inline { path: NodePath },
    /// Takes these away, with everything that mentions them; of a mapping, only the mapping.
    Remove(Vec<NodePath>),
    /// Gives what is named at the path another name, wherever it is mentioned.
    Rename { path: NodePath, name: SmolStr },
    /// Sets a value; `None` takes it away.
    Set { path: NodePath, value: Option<Value> },
    /// Puts boxes where somebody dropped them.
    Place(Vec<(NodePath, Point)>),
    /// Forgets where boxes were put.
    Unplace,
}

/// A kind of box that can be added to a diagram with [`Command::AddEntry`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The section that its entry goes into.
    pub section: NodePath,
    /// Its type, where boxes of the section have one.
    pub of: Option<SmolStr>,
    pub kind: VertexKind,
    /// What boxes of the section are: `node template`, `demand`.
    pub noun: &'static str,
    /// A word or two on the type.
    pub detail: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Component,
    Reference,
}

/// A port of a vertex, for a command.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    pub vertex: NodePath,
    pub port: SmolStr,
}

/// A port of a vertex where a wire may end.
#[derive(Clone, PartialEq, Debug)]
pub struct ConnectionEnd {
    pub end: End,
    pub kind: PortKind,
}

/// A port where a wire could end, and why it may not, if so.
#[derive(Clone, PartialEq, Debug)]
pub struct CandidateEnd {
    pub end: ConnectionEnd,
    pub refused: Option<String>,
}

impl Topology {
    /// Whether the two are drawn alike: they differ at most in spans.
    pub fn is_drawn_as(&self, other: &Topology) -> bool {
        let mut vertices = self.graph.node_weights().zip(other.graph.node_weights());
        let mut edges = self.graph.raw_edges().iter().zip(other.graph.raw_edges());
        self.title == other.title
            && self.graph.node_count() == other.graph.node_count()
            && self.graph.edge_count() == other.graph.edge_count()
            && vertices.all(|(one, other)| one.is_drawn_as(other))
            && edges.all(|(one, other)| {
                one.source() == other.source()
                    && one.target() == other.target()
                    && one.weight.is_drawn_as(&other.weight)
            })
    }
}

impl Vertex {
    fn is_drawn_as(&self, other: &Vertex) -> bool {
        let Vertex { path, span: _, label, kind, detail, of, badge, ports, parent, position } = self;
        *path == other.path
            && *label == other.label
            && *kind == other.kind
            && *detail == other.detail
            && *of == other.of
            && *badge == other.badge
            && *ports == other.ports
            && *parent == other.parent
            && *position == other.position
    }
}

impl Edge {
    fn is_drawn_as(&self, other: &Edge) -> bool {
        let Edge { path, span: _, label, kind, source_port, target_port } = self;
        *path == other.path
            && *label == other.label
            && *kind == other.kind
            && *source_port == other.source_port
            && *target_port == other.target_port
    }
}

impl Vertex {
    /// A box with its name only.
    pub fn new(kind: VertexKind, path: NodePath, span: Span, label: impl Into<String>) -> Self {
        Vertex {
            path,
            span,
            label: label.into(),
            kind,
            detail: String::new(),
            of: None,
            badge: None,
            ports: Vec::new(),
            parent: None,
            position: None,
        }
    }

    /// The name of the port, which is added if it is not there.
    pub fn port(&mut self, name: &str, kind: PortKind) -> SmolStr {
        if !self.ports.iter().any(|port| port.name == name && port.kind == kind) {
            self.ports.push(Port { name: name.into(), kind, type_name: None, path: None });
        }
        name.into()
    }
}

impl Edge {
    /// A wire from box to box.
    pub fn new(kind: EdgeKind, path: NodePath, span: Span, label: impl Into<String>) -> Self {
        Edge { path, span, label: label.into(), kind, source_port: None, target_port: None }
    }
}

impl Topology {
    /// The vertex that stands for `path`.
    pub fn vertex(&self, path: &NodePath) -> Option<NodeIndex> {
        self.graph.node_indices().find(|&index| self.graph[index].path == *path)
    }
}
