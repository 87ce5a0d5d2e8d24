//! The graph that all languages are drawn as: vertices with ports, and edges between them; and the commands for editing
//! a diagram.

pub mod diagrams;
pub mod foreign;
pub mod neighborhood;
pub mod notation;

use std::fmt;

use petgraph::graph::{DiGraph, NodeIndex};
use serde_yaml::Value;
use smol_str::SmolStr;

use crate::symbol::DescriptorRef;
use crate::syntax::{NodePath, Step};
use crate::text::{FilePath, Span};
use crate::topology::diagrams::DiagramKey;

/// The graph of a descriptor.
#[derive(Clone, Debug, Default)]
pub struct Topology {
    /// The name of the descriptor, shown on its boundary.
    pub title: String,
    pub graph: DiGraph<Vertex, Edge>,
}

/// A box of the diagram.
#[derive(Clone, PartialEq, Debug)]
pub struct Vertex {
    /// The path of the node that it represents; unique in its topology. The boundary has the root path.
    pub path: NodePath,
    /// The span of its name.
    pub span: Span,
    pub label: String,
    pub kind: VertexKind,
    /// The second line: the type, as written.
    pub detail: String,
    /// The descriptor of its type, if that is a full name.
    pub of: Option<DescriptorRef>,
    pub badge: Option<Badge>,
    pub marks: Vec<Mark>,
    pub ports: Vec<Port>,
    /// The enclosing vertex.
    pub parent: Option<NodeIndex>,
    /// The top left corner, if it was placed by hand.
    pub position: Option<Point>,
}

/// A short note in the corner of a box. It is displayed in English; the modeller has its own words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Badge {
    /// The number of instances, without words: `×3`, `2–10`.
    Count(String),
    /// Words of the descriptor: the directives of a node template.
    Text(String),
    /// One instance for each item of a list property.
    Each(String),
    /// The number of instances that are drawn, and of all.
    Some(usize, u64),
    /// The stage of a plan.
    Stage(String),
}

impl Badge {
    /// Whether the box represents several instances. It is drawn as a stack.
    pub fn is_count(&self) -> bool {
        matches!(self, Badge::Count(_) | Badge::Each(_) | Badge::Some(..))
    }
}

impl fmt::Display for Badge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Badge::Count(text) | Badge::Text(text) => formatter.write_str(text),
            Badge::Each(list) => write!(formatter, "each {list}"),
            Badge::Some(drawn, all) => write!(formatter, "{drawn} of {all}"),
            Badge::Stage(stage) => write!(formatter, "stage {stage}"),
        }
    }
}

/// A definition that applies to a box, shown on its lower border: a policy. Selecting it highlights all its boxes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The path of the definition.
    pub path: NodePath,
    pub label: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum VertexKind {
    /// The descriptor itself, with its own ports on the border.
    Boundary,
    /// A component that is a resource.
    Resource,
    /// A component that is an assembly.
    Assembly,
    /// A component whose type is not a full name, or is missing from the catalog.
    Unknown,
    /// An existing instance.
    Reference,
    NodeTemplate,
    Group,
    /// A policy, which is not a box but a mark on others.
    Policy,
    DeploymentItem,
    /// The items that are deployed together, as a lane around their boxes.
    Stage,
    /// A connection of an application to networks; a port of the boundary, not a box.
    ConnectionPoint,
    /// A Helm chart inside a deployment item.
    Chart,
    /// The requirements on a cluster.
    Cluster,
    Demand,
    Constraint,
    Location,
    /// A step of a workflow.
    Step,
    NodeType,
    CapabilityType,
    /// A type of another kind.
    OtherType,
    /// A type that another file defines.
    ForeignType,
    /// The types of a kind, as a frame around their boxes.
    TypeSection,
}

impl VertexKind {
    /// Whether it only surrounds other boxes: it cannot be selected, moved or closed.
    pub fn is_background(self) -> bool {
        matches!(self, VertexKind::Boundary | VertexKind::Stage | VertexKind::TypeSection)
    }

    /// Whether its ports are capabilities, requirements or properties. Ports of the other kinds only name other boxes.
    pub fn has_capabilities(self) -> bool {
        use VertexKind::{Cluster, ConnectionPoint, Constraint, Demand, DeploymentItem, Group, Location, Stage, Step};
        !matches!(
            self,
            Group | DeploymentItem | Stage | ConnectionPoint | Cluster | Demand | Constraint | Location | Step
        )
    }

    /// Whether it is a type, from which others can derive.
    pub fn is_type(self) -> bool {
        use VertexKind::{CapabilityType, ForeignType, NodeType, OtherType};
        matches!(self, NodeType | CapabilityType | OtherType | ForeignType)
    }

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
            VertexKind::Policy => "policy",
            VertexKind::DeploymentItem => "deployment-item",
            VertexKind::Stage => "stage",
            VertexKind::ConnectionPoint => "connection-point",
            VertexKind::Chart => "chart",
            VertexKind::Cluster => "cluster",
            VertexKind::Demand => "demand",
            VertexKind::Constraint => "constraint",
            VertexKind::Location => "location",
            VertexKind::Step => "step",
            VertexKind::NodeType => "node-type",
            VertexKind::CapabilityType => "capability-type",
            VertexKind::OtherType => "other-type",
            VertexKind::ForeignType => "foreign-type",
            VertexKind::TypeSection => "type-section",
        }
    }
}

/// A point on a vertex where edges end.
#[derive(Clone, PartialEq, Debug)]
pub struct Port {
    pub name: SmolStr,
    pub kind: PortKind,
    /// The capability type or data type.
    pub type_name: Option<SmolStr>,
    /// The property behind the port, if the descriptor itself declares it.
    pub path: Option<NodePath>,
    pub need: PortNeed,
}

/// How much a port without a connection or a value matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PortNeed {
    #[default]
    Plain,
    /// It must be connected, or have a value, and does not.
    Missing,
    /// It need not be connected, and is only shown while its box is selected.
    Optional,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum PortKind {
    /// On the right: something provided.
    Capability,
    /// On the left: something required.
    Requirement,
    /// On the left: a value that can be set.
    Input,
    /// On the right: a value that can be read.
    Output,
}

/// A connection of the diagram, from its graph source to its graph target.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// The path of the relationship, or of the property with the mapping.
    pub path: NodePath,
    pub span: Span,
    pub label: String,
    pub kind: EdgeKind,
    /// The names of its ports; `None` for the side of the box.
    pub source_port: Option<SmolStr>,
    pub target_port: Option<SmolStr>,
    /// Whether the label is written along the line.
    pub is_labelled: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum EdgeKind {
    Relationship,
    /// A value flows along it.
    Mapping,
    /// Only an order.
    Dependency,
    /// The step that follows when another one has succeeded.
    Success,
    /// The step that follows when another one has failed.
    Failure,
    /// From a type to one that derives from it.
    Derivation,
    /// From a node type to the type of a capability that it offers.
    Offer,
    /// From a type to the node type that requires it.
    Demand,
}

impl EdgeKind {
    /// The CSS class of connections of this kind, on the canvas and in SVG files.
    pub fn class(self) -> &'static str {
        match self {
            EdgeKind::Relationship => "relationship",
            EdgeKind::Mapping => "mapping",
            EdgeKind::Dependency => "dependency",
            EdgeKind::Success => "success",
            EdgeKind::Failure => "failure",
            EdgeKind::Derivation => "derivation",
            EdgeKind::Offer => "offer",
            EdgeKind::Demand => "demand",
        }
    }
}

/// A point of the diagram, in its own units: y grows downwards.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// An edit from a gesture. A command becomes a [`crate::edit::Change`] or is refused with a reason.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Adds a component of this type (or, as a reference, an existing instance). Without a name, it is derived from the
    /// type.
    Add { of: DescriptorRef, role: Role, name: Option<SmolStr>, at: Option<Point> },
    /// Adds an entry to a section of boxes ([`Offer`]), with a type if its boxes have one. Without a name, it is
    /// derived from the type.
    AddEntry { section: NodePath, of: Option<SmolStr>, name: Option<SmolStr>, at: Option<Point> },
    /// The same with a type of a file that is not imported yet: imports it.
    AddImported { section: NodePath, of: SmolStr, file: FilePath, at: Option<Point> },
    /// Adds an entry of this type to a section of boxes, inside the frame at a path: a deployment item in a stage.
    AddInside { frame: NodePath, of: Option<SmolStr> },
    /// Adds an entry of this type to a section that names the boxes at `members`: a constraint over several demands.
    AddOver { section: NodePath, of: SmolStr, members: Vec<NodePath> },
    /// Adds a relationship from a capability to a requirement, each given as component (or reference) and name.
    Connect { source: End, target: End },
    /// Maps another property to the one at `target`: `${component.property}`. The target of a connection point is a
    /// parameter of a chart.
    Map { source: End, target: NodePath },
    /// Moves an end of a connection to another port.
    Reconnect { moved: MovedEnd, to: End },
    /// Adds a deployment item for a chart in a file of the package.
    AddChart { file: FilePath },
    /// Attaches a file to the part at a path: an artifact of a node template, or the implementation of an operation.
    Attach { path: NodePath, file: FilePath },
    /// Moves boxes into the frame at a path, or into a new one beside it: deployment items into a stage, node templates
    /// into a host or a group. The root path takes them out of all frames.
    Enclose { boxes: Vec<NodePath>, frame: NodePath, side: Beside },
    /// Appends a value to the list at a path. A missing list is created, and a single value becomes one.
    Append { list: NodePath, value: Value },
    /// Moves the item of a list at a path, so that it gets this index.
    MoveItem { path: NodePath, to: usize },
    /// Duplicates components and references, with their properties and the relationships between them.
    Duplicate(Vec<NodePath>),
    /// Pastes components, references and relationships from a text with the sections of a descriptor, under free names.
    /// With a point, their center is placed there; otherwise they go next to their old positions.
    Paste(String, Option<Point>),
    /// Changes the type or version of a component or reference. Its properties are kept.
    Retype { path: NodePath, of: DescriptorRef },
    /// The same for an entry of a section of boxes. Imports the file, if the type needs one.
    RetypeEntry { path: NodePath, of: SmolStr, file: Option<FilePath> },
    /// Promotes a member of a component to the assembly: a property, capability, requirement, operation or metric. The
    /// path is that of the component, then the section of its type and the name of the member:
    /// `/composition/web/operations/Reload`. Without a name, it is derived from the path.
    Promote { path: NodePath, name: Option<SmolStr> },
    /// Adds a scaling policy for the cluster at `target` that watches a metric: `component.metric`, or one of the
    /// assembly.
    AddPolicy { target: NodePath, metric: SmolStr },
    /// Extracts components into a new assembly `of` in `file`, which declares everything that crosses its boundary.
    Extract { parts: Vec<NodePath>, of: DescriptorRef, file: FilePath },
    /// The same for entries of a section of boxes, with the new type `of` defined in `file`: node templates are moved to a
    /// service template that substitutes the node that stays.
    ExtractEntries { paths: Vec<NodePath>, of: SmolStr, file: FilePath },
    /// Replaces the nested assembly at the path with its components, or a node with the topology that substitutes it.
    Inline { path: NodePath },
    /// Derives a new type from that of the node template at the path, which takes over what the template assigns. Without a
    /// name, it is derived from that of the template.
    DeriveType { path: NodePath, name: Option<SmolStr> },
    /// Moves the member of a type at the path to the type that it derives from.
    PullUp(NodePath),
    /// Moves the member of a type at the path to the types that derive from it directly.
    PushDown(NodePath),
    /// Removes these paths with everything that refers to them; for a mapping, only the mapping.
    Remove(Vec<NodePath>),
    /// Renames the symbol at the path, in all mentions.
    Rename { path: NodePath, name: SmolStr },
    /// Sets a value; `None` removes it.
    Set { path: NodePath, value: Option<Value> },
    /// Sets values where they come from: a value that a function reads from a parameter is set in the parameter.
    Supply(Vec<(NodePath, Value)>),
    /// Moves boxes to these positions.
    Place(Vec<(NodePath, Point)>),
    /// Removes the stored positions of the boxes of a diagram.
    Unplace(DiagramKey),
}

/// A kind of box that can be added to a diagram with [`Command::AddEntry`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The section of its entry.
    pub section: NodePath,
    /// Its type, if boxes of the section have one.
    pub of: Option<SmolStr>,
    pub kind: VertexKind,
    /// The noun for boxes of the section: `node template`, `demand`.
    pub noun: &'static str,
    /// A short note on the type.
    pub detail: String,
    /// The file of the type, if it is not imported yet.
    pub import: Option<FilePath>,
}

/// An edit that a language offers for selected boxes, in addition to those of all languages.
#[derive(Clone, PartialEq, Debug)]
pub struct Action {
    /// Identifies its words in the front ends: `zone`, `threshold`.
    pub name: &'static str,
    /// The names that complete its words: the other box, or the owner of the value.
    pub subject: String,
    pub edit: ActionEdit,
    /// Why it is refused, if it is.
    pub refused: Option<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ActionEdit {
    Run(Command),
    /// Asks for a text, for [`Command::Supply`].
    Text {
        path: NodePath,
        value: String,
    },
    /// Asks for the name of the new type, for [`Command::DeriveType`]; the value is a proposal.
    Name {
        path: NodePath,
        value: String,
    },
    /// Asks for a number, for [`Command::Supply`].
    Number {
        path: NodePath,
        value: f64,
    },
    /// Asks for a file, for [`Command::Attach`].
    File {
        /// The heading that it is listed under; empty for none.
        group: String,
        path: NodePath,
        /// The name of the present file, if it has one.
        current: String,
    },
    /// Asks for the target of the requirement at a path, which has none.
    Target {
        path: NodePath,
    },
    /// One of several commands.
    OneOf {
        /// The heading that it is listed under.
        group: String,
        command: Command,
    },
    /// One of several choices that do not exclude each other; the command reverses it.
    Tick {
        /// The heading that it is listed under.
        group: String,
        is_on: bool,
        command: Command,
    },
}

/// The location of a frame relative to another one, in the order of frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beside {
    /// The frame itself.
    Same,
    Before,
    After,
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

/// A port of a vertex where a connection may end.
#[derive(Clone, PartialEq, Debug)]
pub struct ConnectionEnd {
    pub end: End,
    pub kind: PortKind,
}

/// An end of a connection that is moved to another port.
#[derive(Clone, PartialEq, Debug)]
pub struct MovedEnd {
    /// The path of the connection. Several connections can have the same one.
    pub path: NodePath,
    pub is_source: bool,
    pub from: EdgeEnd,
    /// The end that stays.
    pub other: EdgeEnd,
}

impl MovedEnd {
    /// Whether the end is at this port already.
    pub fn is_at(&self, end: &End) -> bool {
        self.from.vertex == end.vertex && self.from.port.as_ref() == Some(&end.port)
    }
}

/// An end of a connection of the diagram. Without a port, it is at the side of the box.
#[derive(Clone, PartialEq, Debug)]
pub struct EdgeEnd {
    pub vertex: NodePath,
    pub port: Option<SmolStr>,
}

/// A port where a connection could end, with the reason if it is refused.
#[derive(Clone, PartialEq, Debug)]
pub struct CandidateEnd {
    pub end: ConnectionEnd,
    pub refused: Option<String>,
}

impl Topology {
    /// Whether both look the same: they differ at most in spans.
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
        let Vertex { path, span: _, label, kind, detail, of, badge, marks, ports, parent, position } = self;
        *path == other.path
            && *label == other.label
            && *kind == other.kind
            && *detail == other.detail
            && *of == other.of
            && *badge == other.badge
            && *marks == other.marks
            && *ports == other.ports
            && *parent == other.parent
            && *position == other.position
    }
}

impl Edge {
    fn is_drawn_as(&self, other: &Edge) -> bool {
        let Edge { path, span: _, label, kind, source_port, target_port, is_labelled } = self;
        *path == other.path
            && *label == other.label
            && *kind == other.kind
            && *source_port == other.source_port
            && *target_port == other.target_port
            && *is_labelled == other.is_labelled
    }
}

impl Vertex {
    /// A box with only a name.
    pub fn new(kind: VertexKind, path: NodePath, span: Span, label: impl Into<String>) -> Self {
        Vertex {
            path,
            span,
            label: label.into(),
            kind,
            detail: String::new(),
            of: None,
            badge: None,
            marks: Vec::new(),
            ports: Vec::new(),
            parent: None,
            position: None,
        }
    }

    /// The name of the port, which is added if it is missing.
    pub fn port(&mut self, name: &str, kind: PortKind) -> SmolStr {
        if !self.ports.iter().any(|port| port.name == name && port.kind == kind) {
            self.ports.push(Port::new(name, kind));
        }
        name.into()
    }
}

impl Port {
    /// A port with only a name.
    pub fn new(name: impl Into<SmolStr>, kind: PortKind) -> Self {
        Port { name: name.into(), kind, type_name: None, path: None, need: PortNeed::Plain }
    }

    /// The path, if it is that of an item of a list.
    pub fn part(&self) -> Option<&NodePath> {
        self.path.as_ref().filter(|path| matches!(path.steps().last(), Some(Step::Index(_))))
    }
}

impl Edge {
    /// A connection between two boxes.
    pub fn new(kind: EdgeKind, path: NodePath, span: Span, label: impl Into<String>) -> Self {
        Edge { path, span, label: label.into(), kind, source_port: None, target_port: None, is_labelled: false }
    }
}

impl Topology {
    /// The vertex that represents `path`.
    pub fn vertex(&self, path: &NodePath) -> Option<NodeIndex> {
        self.graph.node_indices().find(|&index| self.graph[index].path == *path)
    }
}
