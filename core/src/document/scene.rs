//! A diagram as data: boxes, ports and connections with coordinates. x grows to the right, y downwards.

use serde::Serialize;

use crate::scene;
use crate::topology::{PortKind, PortNeed};

/// A diagram.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    pub title: String,
    /// The bounding box.
    pub bounds: Rect,
    /// Outer boxes before the boxes inside them.
    pub boxes: Vec<SceneBox>,
    pub connections: Vec<Connection>,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SceneBox {
    /// The path of the node that it represents: its keys, each preceded by `/`.
    pub at: String,
    /// `assembly`, `resource`, `node-template`: the CSS class of its kind.
    pub kind: String,
    /// The path of the enclosing box; absent at the top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Whether it contains other boxes.
    pub frame: bool,
    pub rect: Rect,
    pub label: String,
    /// The second line: the type, as written.
    pub detail: String,
    /// The number of instances, or other words in its corner; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<String>,
    pub ports: Vec<Port>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Port {
    pub name: String,
    pub kind: SceneSide,
    /// The type of the capability or value; absent if it has none.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// Whether it must be connected, or have a value, and does not.
    pub missing: bool,
    /// Where connections end.
    pub point: Point,
}

/// The kind of a port.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SceneSide {
    Capability,
    Requirement,
    Input,
    Output,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Connection {
    /// The path of the relationship, or of the property with the mapping.
    pub at: String,
    /// `relationship`, `mapping`, `dependency`: the CSS class of its kind.
    pub kind: String,
    pub label: String,
    /// The paths of the connected boxes.
    pub source: String,
    pub target: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_port: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_port: Option<String>,
    /// At least two points, joined by straight lines.
    pub points: Vec<Point>,
}

impl Scene {
    pub fn new(scene: &scene::Scene) -> Self {
        Scene {
            title: scene.title.clone(),
            bounds: Rect::new(scene.bounds),
            boxes: scene.boxes.iter().map(SceneBox::new).collect(),
            connections: scene.connections.iter().map(Connection::new).collect(),
        }
    }
}

impl Rect {
    fn new(rect: scene::Rect) -> Self {
        let scene::Rect { x, y, width, height } = rect;
        Rect { x, y, width, height }
    }
}

impl Point {
    fn new(point: &crate::topology::Point) -> Self {
        Point { x: point.x, y: point.y }
    }
}

impl SceneBox {
    fn new(of: &scene::SceneBox) -> Self {
        SceneBox {
            at: of.path.to_string(),
            kind: of.kind.class().to_owned(),
            parent: of.parent.as_ref().map(ToString::to_string),
            frame: of.frame,
            rect: Rect::new(of.rect),
            label: of.label.clone(),
            detail: of.detail.clone(),
            badge: of.badge.as_ref().map(ToString::to_string),
            ports: of.ports.iter().map(Port::new).collect(),
        }
    }
}

impl Port {
    fn new(of: &scene::ScenePort) -> Self {
        Port {
            name: of.name.to_string(),
            kind: match of.kind {
                PortKind::Capability => SceneSide::Capability,
                PortKind::Requirement => SceneSide::Requirement,
                PortKind::Input => SceneSide::Input,
                PortKind::Output => SceneSide::Output,
            },
            type_name: of.type_name.as_ref().map(ToString::to_string),
            missing: of.need == PortNeed::Missing,
            point: Point::new(&of.at),
        }
    }
}

impl Connection {
    fn new(of: &scene::Connection) -> Self {
        Connection {
            at: of.path.to_string(),
            kind: of.kind.class().to_owned(),
            label: of.label.clone(),
            source: of.source.to_string(),
            target: of.target.to_string(),
            source_port: of.source_port.as_ref().map(ToString::to_string),
            target_port: of.target_port.as_ref().map(ToString::to_string),
            points: of.points.iter().map(Point::new).collect(),
        }
    }
}
