//! The scene of a topology: boxes, ports and connections with coordinates. The layout is layered, hierarchical and
//! deterministic. It keeps boxes that were placed by hand, or that the previous scene contained, in their positions.

mod bands;
mod connections;
mod coordinates;
mod crossings;
mod drag;
pub mod fold;
mod hierarchy;
mod icon;
mod joints;
mod lanes;
mod layered;
mod layers;
mod level;
pub mod map;
pub mod markup;
pub mod measure;
mod obstacles;
mod route;
mod search;
pub mod shape;
pub mod sources;
pub mod stability;
pub mod svg;
mod tracks;

use smol_str::SmolStr;

use self::hierarchy::Hierarchy;
use self::layered::{Body, Layered, layered};
use self::stability::Placement;

use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::syntax::NodePath;
use crate::topology::{Badge, EdgeKind, Mark, Point, PortKind, PortNeed, Topology, VertexKind};

/// A diagram, in its own units: x grows to the right, y downwards.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    pub title: String,
    /// Outer boxes before the boxes inside them.
    pub boxes: Vec<SceneBox>,
    pub connections: Vec<Connection>,
    /// The bounding box.
    pub bounds: Rect,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    /// The bounding box of both rectangles.
    fn cover(self, other: Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Rect { x, y, width: right - x, height: bottom - y }
    }

    /// The part of the rectangle in the other one, which it overlaps.
    fn intersection(self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = (self.x + self.width).min(other.x + other.width);
        let bottom = (self.y + self.height).min(other.y + other.height);
        Rect { x, y, width: right - x, height: bottom - y }
    }

    /// The rectangle, extended on each side.
    pub fn grown(self, by: f64) -> Rect {
        let Rect { x, y, width, height } = self;
        Rect { x: x - by, y: y - by, width: width + 2.0 * by, height: height + 2.0 * by }
    }

    pub fn overlaps(self, other: Rect) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// Whether the other rectangle is completely inside this one.
    pub fn holds(self, inner: Rect) -> bool {
        self.x <= inner.x
            && self.y <= inner.y
            && inner.x + inner.width <= self.x + self.width
            && inner.y + inner.height <= self.y + self.height
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct SceneBox {
    /// The path of the node that it represents. Spans are left out, so that a scene stays equal while the surrounding
    /// text moves.
    pub path: NodePath,
    /// The enclosing frame.
    pub parent: Option<NodePath>,
    /// Whether it contains other boxes.
    pub frame: bool,
    pub rect: Rect,
    pub label: String,
    pub detail: String,
    pub badge: Option<Badge>,
    pub marks: Vec<Mark>,
    pub kind: VertexKind,
    pub ports: Vec<ScenePort>,
    /// Whether it was placed by hand.
    pub placed: bool,
}

impl SceneBox {
    /// A box at the root of a text, with nothing in it.
    pub fn bare(kind: VertexKind, rect: Rect) -> Self {
        SceneBox {
            path: NodePath::root(),
            parent: None,
            frame: false,
            rect,
            label: String::new(),
            detail: String::new(),
            badge: None,
            marks: Vec::new(),
            kind,
            ports: Vec::new(),
            placed: false,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct ScenePort {
    pub name: SmolStr,
    pub kind: PortKind,
    pub type_name: Option<SmolStr>,
    /// The node that it represents, if that is an item of a list, such as a connection point: a part of its own, which can
    /// be selected.
    pub path: Option<NodePath>,
    pub need: PortNeed,
    /// Where connections end.
    pub at: Point,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Connection {
    pub path: NodePath,
    pub label: String,
    pub kind: EdgeKind,
    /// The connected boxes.
    pub source: NodePath,
    pub target: NodePath,
    pub source_port: Option<SmolStr>,
    pub target_port: Option<SmolStr>,
    /// Whether the label is written along the line.
    pub is_labelled: bool,
    /// At least two points, joined by straight lines; corners are rounded when drawn.
    pub points: Vec<Point>,
    /// The corners where it leaves the line of another connection with the same start, which are marked as joined.
    pub joints: Vec<Point>,
}

/// Margin around a diagram.
const MARGIN: f64 = 24.0;

/// The scene of `topology`. Boxes that `before` contains keep their positions; new ones are placed in free space. Lanes
/// are always laid out from scratch, because their order must be visible.
pub fn layout(topology: &Topology, before: Option<&Scene>) -> Scene {
    let before = before.filter(|_| topology.graph.node_weights().all(|vertex| vertex.kind != VertexKind::Stage));
    let hierarchy = Hierarchy::new(topology);
    let previous = before.map_or_else(SortedMap::new, |before| stability::previous_boxes(&hierarchy, before));
    let (any_pinned, beside) = stability::pinned(&hierarchy, &previous);
    let orders = match before {
        None if beside => stability::manual_port_orders(&hierarchy),
        _ => gather(previous.iter().map(|(&vertex, scene_box)| (vertex, port_order(scene_box)))),
    };
    let layered = if beside { Layered::sizes(&hierarchy, &orders) } else { layered(&hierarchy, &orders) };
    if any_pinned {
        let placement = stability::keep_positions(&hierarchy, &layered, &previous, None);
        return compose_kept(&hierarchy, &topology.title, &placement, before);
    }
    compose(&hierarchy, &topology.title, &layered)
}

/// The scene of a part of the topology that `whole` is the scene of. Boxes keep the positions and the orders of ports that
/// they have in `whole`, also in lanes; frames enclose what is left of their contents, and connections are routed around
/// the boxes that are left.
pub fn layout_part(part: &Topology, whole: &Scene) -> Scene {
    let hierarchy = Hierarchy::new(part);
    let (frames, boxes): (Vec<&SceneBox>, Vec<&SceneBox>) = whole.boxes.iter().partition(|found| found.frame);
    let frames: SortedMap<&NodePath, Rect> = gather(frames.into_iter().map(|found| (&found.path, found.rect)));
    // As previous boxes, frames would keep their size.
    let boxes = Scene { boxes: boxes.into_iter().cloned().collect(), ..Scene::default() };
    let previous = stability::previous_boxes(&hierarchy, &boxes);
    let orders = gather(previous.iter().map(|(&vertex, scene_box)| (vertex, port_order(scene_box))));
    let sizes = Layered::sizes(&hierarchy, &orders);
    let placement = stability::keep_positions(&hierarchy, &sizes, &previous, Some(&frames));
    compose_kept(&hierarchy, &part.title, &placement, None)
}

pub use drag::Drag;

/// The ports of a box from top to bottom.
fn port_order(scene_box: &SceneBox) -> Vec<(PortKind, SmolStr)> {
    let mut ports: Vec<&ScenePort> = scene_box.ports.iter().collect();
    ports.order_by(|one, other| one.at.y.total_cmp(&other.at.y));
    ports.into_iter().map(|port| (port.kind, port.name.clone())).collect()
}

/// Builds a scene of boxes with given positions.
fn compose_kept(hierarchy: &Hierarchy<'_>, title: &str, placement: &Placement, before: Option<&Scene>) -> Scene {
    let body = |vertex: usize| Body {
        width: placement.rects[vertex].width,
        height: placement.rects[vertex].height,
        places: placement.places[vertex].clone(),
    };
    let corner = |vertex: usize| Point { x: placement.rects[vertex].x, y: placement.rects[vertex].y };
    let outer_first = hierarchy.inner_first.iter().rev();
    let boxes: Vec<SceneBox> =
        outer_first.map(|&vertex| scene_box(hierarchy, vertex, corner(vertex), &body(vertex))).collect();
    let ways = connections::routes(hierarchy, placement, before);
    let connections: Vec<Connection> =
        ways.into_iter().enumerate().map(|(link, points)| connection(hierarchy, link, points)).collect();
    let connections = joints::marked(connections);
    let bounds = bounds(&boxes, &connections);
    Scene { title: title.to_owned(), boxes, connections, bounds }
}

/// Builds a scene from positions relative to the frames.
fn compose(hierarchy: &Hierarchy<'_>, title: &str, layered: &Layered) -> Scene {
    let mut corners = layered.corners.clone();
    let mut boxes = Vec::with_capacity(corners.len());
    for &vertex in hierarchy.inner_first.iter().rev() {
        if let Some(frame) = hierarchy.parents[vertex].map(|parent| corners[parent]) {
            corners[vertex].x += frame.x;
            corners[vertex].y += frame.y;
        }
        boxes.push(scene_box(hierarchy, vertex, corners[vertex], &layered.bodies[vertex]));
    }
    let connections = (0..hierarchy.links.len()).map(|link| {
        let mut points = Vec::new();
        for &(frame, section) in &hierarchy.links[link].sections {
            let corner = corners.get(frame).copied().unwrap_or_default();
            let path = layered.paths[frame].get(section).into_iter().flatten();
            points.extend(path.map(|point| Point { x: point.x + corner.x, y: point.y + corner.y }));
        }
        connection(hierarchy, link, route::straight(&points))
    });
    let connections = joints::marked(connections.collect());
    let bounds = bounds(&boxes, &connections);
    Scene { title: title.to_owned(), boxes, connections, bounds }
}

fn scene_box(hierarchy: &Hierarchy<'_>, vertex: usize, corner: Point, body: &Body) -> SceneBox {
    let own = hierarchy.vertices[vertex];
    let port = |(port, &y): (&crate::topology::Port, &f64)| {
        let x = if port.kind.is_left() { corner.x } else { corner.x + body.width };
        ScenePort {
            name: port.name.clone(),
            kind: port.kind,
            type_name: port.type_name.clone(),
            path: port.part().cloned(),
            need: port.need,
            at: Point { x, y: corner.y + y },
        }
    };
    SceneBox {
        path: own.path.clone(),
        parent: hierarchy.parents[vertex].map(|parent| hierarchy.vertices[parent].path.clone()),
        frame: hierarchy.is_frame(vertex),
        rect: Rect { x: corner.x, y: corner.y, width: body.width, height: body.height },
        label: own.label.clone(),
        detail: own.detail.clone(),
        badge: own.badge.clone(),
        marks: own.marks.clone(),
        kind: own.kind,
        ports: own.ports.iter().zip(&body.places).map(port).collect(),
        placed: own.position.is_some(),
    }
}

fn connection(hierarchy: &Hierarchy<'_>, link: usize, points: Vec<Point>) -> Connection {
    let link = &hierarchy.links[link];
    let port = |end: hierarchy::End| {
        let port = hierarchy.vertices[end.vertex].ports.get(end.port?)?;
        Some(port.name.clone())
    };
    Connection {
        path: link.edge.path.clone(),
        label: link.edge.label.clone(),
        kind: link.edge.kind,
        source: hierarchy.vertices[link.source.vertex].path.clone(),
        target: hierarchy.vertices[link.target.vertex].path.clone(),
        source_port: port(link.source),
        target_port: port(link.target),
        is_labelled: link.edge.is_labelled,
        points,
        joints: Vec::new(),
    }
}

fn bounds(boxes: &[SceneBox], connections: &[Connection]) -> Rect {
    let corners = boxes.iter().flat_map(|scene_box| {
        let Rect { x, y, width, height } = scene_box.rect;
        [Point { x, y }, Point { x: x + width, y: y + height }]
    });
    let mut points = corners.chain(connections.iter().flat_map(|connection| connection.points.iter().copied()));
    let Some(first) = points.next() else { return Rect::default() };
    let (least, most) = points.fold((first, first), |(least, most), point| {
        let least = Point { x: least.x.min(point.x), y: least.y.min(point.y) };
        (least, Point { x: most.x.max(point.x), y: most.y.max(point.y) })
    });
    Rect {
        x: least.x - MARGIN,
        y: least.y - MARGIN,
        width: most.x - least.x + 2.0 * MARGIN,
        height: most.y - least.y + 2.0 * MARGIN,
    }
}
