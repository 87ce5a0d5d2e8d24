//! Lays out all levels from scratch, inner ones first because a frame is as large as its contents.

use smol_str::SmolStr;

use super::hierarchy::{Border, Hierarchy, SectionEnd, Side};
use super::lanes::{CellPort, LANE};
use super::level::{self, Item, LevelEdge, LevelInput, Role, Solution};
use super::measure::text_width;
use super::shape;
use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;
use crate::topology::{Point, PortKind, VertexKind};

/// Padding of a frame.
pub(super) const INSET: f64 = 28.0;
pub(super) const BELOW: f64 = 26.0;

/// The size of a box as seen from outside.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub width: f64,
    pub height: f64,
    /// The offsets of its ports from the top; for a frame, of everything on its border.
    pub places: Vec<f64>,
}

/// The positions of boxes and connections relative to the top left corner of their frame.
pub(super) struct Layered {
    pub bodies: Vec<Body>,
    /// The position of every vertex in its frame; empty if only the sizes are known.
    pub corners: Vec<Point>,
    /// The path of every section of every frame.
    pub paths: Vec<Vec<Vec<Point>>>,
    pub crossings: usize,
}

/// The port orders of boxes in the previous scene.
pub(super) type PortOrders = SortedMap<usize, Vec<(PortKind, SmolStr)>>;

pub(super) fn layered(hierarchy: &Hierarchy<'_>, orders: &PortOrders) -> Layered {
    let count = hierarchy.vertices.len();
    let mut layered = Layered {
        bodies: vec![Body::default(); count],
        corners: vec![Point::default(); count],
        paths: vec![Vec::new(); count + 1],
        crossings: 0,
    };
    for &vertex in &hierarchy.inner_first {
        if !hierarchy.is_frame(vertex) {
            layered.bodies[vertex] = leaf(hierarchy, vertex, orders.get(&vertex));
            continue;
        }
        let problem = problem(hierarchy, vertex, &layered.bodies, orders);
        let solution = level::solve(&problem);
        let borders = hierarchy.children[vertex].len();
        let height = |index: usize, border: &Border| {
            let place = solution.places.get(borders + index).map_or(0.0, |place| place.y);
            shape::FRAME_HEADER + place + border_size(hierarchy, vertex, border).1 / 2.0
        };
        layered.bodies[vertex] = Body {
            width: solution.width,
            height: shape::FRAME_HEADER + solution.height.max(shape::FLAG) + BELOW,
            places: hierarchy.borders[vertex].iter().enumerate().map(|(index, border)| height(index, border)).collect(),
        };
        layered.take(hierarchy, vertex, solution, shape::FRAME_HEADER);
    }
    let solution = level::solve(&problem(hierarchy, hierarchy.paper(), &layered.bodies, orders));
    layered.take(hierarchy, hierarchy.paper(), solution, 0.0);
    layered
}

impl Layered {
    /// Computes only the sizes of boxes, for boxes that keep their positions or are placed beside such boxes.
    pub fn sizes(hierarchy: &Hierarchy<'_>, orders: &PortOrders) -> Self {
        let count = hierarchy.vertices.len();
        let body = |vertex: usize| match hierarchy.is_frame(vertex) {
            true => Body::default(),
            false => leaf(hierarchy, vertex, orders.get(&vertex)),
        };
        Layered {
            bodies: (0..count).map(body).collect(),
            corners: Vec::new(),
            paths: vec![Vec::new(); count + 1],
            crossings: 0,
        }
    }

    fn take(&mut self, hierarchy: &Hierarchy<'_>, frame: usize, solution: Solution, down: f64) {
        let moved = |point: Point| Point { x: point.x, y: point.y + down };
        let children = hierarchy.children.get(frame).unwrap_or(&hierarchy.roots);
        for ((&child, place), ports) in children.iter().zip(solution.places).zip(solution.ports) {
            self.corners[child] = moved(place);
            if !hierarchy.is_frame(child) {
                let count = self.bodies[child].places.len();
                self.bodies[child].places = ports.into_iter().take(count).collect();
            }
        }
        self.paths[frame] = solution.paths.into_iter().map(|path| path.into_iter().map(moved).collect()).collect();
        self.crossings += solution.crossings;
    }
}

/// The box of a vertex without contents: requirements above inputs on the left, capabilities above outputs on the
/// right.
fn leaf(hierarchy: &Hierarchy<'_>, vertex: usize, order: Option<&Vec<(PortKind, SmolStr)>>) -> Body {
    let ports = &hierarchy.vertices[vertex].ports;
    let (width, height) = shape::size(hierarchy.vertices[vertex]);
    let rank = |index: usize| {
        let port = &ports[index];
        let before =
            order.and_then(|order| order.iter().position(|(kind, name)| *kind == port.kind && *name == port.name));
        (port.kind.is_value(), before.unwrap_or(usize::MAX), index)
    };
    let mut sorted: Vec<usize> = (0..ports.len()).collect();
    sorted.order_by_key(|&index| rank(index));
    let mut places = vec![0.0; ports.len()];
    let (mut left, mut right) = (0, 0);
    for port in sorted {
        let next = if ports[port].kind.is_left() { &mut left } else { &mut right };
        places[port] = shape::row(*next);
        *next += 1;
    }
    Body { width, height, places }
}

/// The width and height of an item on a border.
fn border_size(hierarchy: &Hierarchy<'_>, frame: usize, border: &Border) -> (f64, f64) {
    match border.port.and_then(|port| hierarchy.vertices[frame].ports.get(port)) {
        Some(port) => (shape::flag_width(port), shape::FLAG),
        None => (0.0, LANE),
    }
}

/// The minimum width of a frame, which has to fit its name.
pub(super) fn least_width(hierarchy: &Hierarchy<'_>, frame: usize) -> f64 {
    let vertex = hierarchy.vertices[frame];
    let label = shape::label_width(&vertex.label);
    let detail = text_width(&shape::short_type(&vertex.detail), shape::SMALL_SIZE);
    let badge = vertex.badge.as_ref().map_or(0.0, |badge| text_width(&badge.to_string(), shape::SMALL_SIZE) + 30.0);
    (label.max(detail) + badge + 68.0).clamp(200.0, 420.0).ceil()
}

/// The layout problem of a frame or of the root level: its children, then the items on its borders.
fn problem(hierarchy: &Hierarchy<'_>, frame: usize, bodies: &[Body], orders: &PortOrders) -> LevelInput {
    let is_paper = frame == hierarchy.paper();
    let children = hierarchy.children.get(frame).unwrap_or(&hierarchy.roots);
    let borders = hierarchy.borders.get(frame).map_or(&[][..], Vec::as_slice);
    let mut numbers = SortedMap::new();
    children.iter().enumerate().for_each(|(number, &child)| _ = numbers.insert(child, number));
    let mut items: Vec<Item> = children.iter().map(|&child| item(hierarchy, child, &bodies[child], orders)).collect();
    items.extend(borders.iter().map(|border| border_item(hierarchy, frame, border)));
    let port_ref = |section_end: SectionEnd| match section_end {
        SectionEnd::Port(vertex, place) => (numbers.get(&vertex).copied().unwrap_or(0), place),
        SectionEnd::Side(vertex, side) => {
            let after = bodies[vertex].places.len() + usize::from(side == Side::East);
            (numbers.get(&vertex).copied().unwrap_or(0), after)
        }
        SectionEnd::Border(border) => (children.len() + border, 0),
    };
    let level_edge = |section: &super::hierarchy::Section| {
        let link = &hierarchy.links[section.link];
        LevelEdge { net: link.net, kind: link.edge.kind, from: port_ref(section.from), to: port_ref(section.to) }
    };
    LevelInput {
        items,
        level_edges: hierarchy.sections[frame].iter().map(level_edge).collect(),
        inset: if is_paper { 0.0 } else { INSET },
        least_width: if is_paper { 0.0 } else { least_width(hierarchy, frame) },
        // Stages follow each other from left to right.
        may_wrap: children.iter().all(|&child| hierarchy.vertices[child].kind != VertexKind::Stage),
    }
}

fn item(hierarchy: &Hierarchy<'_>, vertex: usize, body: &Body, orders: &PortOrders) -> Item {
    let own = hierarchy.vertices[vertex];
    let mut ports: Vec<CellPort> = if hierarchy.is_frame(vertex) {
        let borders = hierarchy.borders[vertex].iter().zip(&body.places);
        borders.map(|(border, &y)| CellPort { side: border.side, y }).collect()
    } else {
        own.ports.iter().zip(&body.places).map(|(port, &y)| CellPort { side: Side::of(port.kind), y }).collect()
    };
    let sides = Some([ports.len(), ports.len() + 1]);
    ports.extend([Side::West, Side::East].map(|side| CellPort { side, y: shape::SIDE }));
    let of_kind = |kind: PortKind| {
        own.ports.iter().enumerate().filter(|(_, port)| port.kind == kind).map(|(index, _)| index).collect()
    };
    let groups = match hierarchy.is_frame(vertex) || orders.contains_key(&vertex) {
        true => Vec::new(),
        false => [PortKind::Requirement, PortKind::Input, PortKind::Capability, PortKind::Output].map(of_kind).into(),
    };
    let role = if own.kind == VertexKind::Reference { Role::First } else { Role::Inner };
    Item { width: body.width, height: body.height, ports, groups, role, sides }
}

fn border_item(hierarchy: &Hierarchy<'_>, frame: usize, border: &Border) -> Item {
    let (width, height) = border_size(hierarchy, frame, border);
    let role = match border.side {
        Side::West => Role::Left,
        Side::East => Role::Right,
    };
    let ports = vec![CellPort { side: border.side.opposite(), y: height / 2.0 }];
    Item { width, height, ports, groups: Vec::new(), role, sides: None }
}
