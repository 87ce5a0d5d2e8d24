//! Routes the connections of a scene whose boxes are already placed. Routes of the previous scene are kept unless
//! something blocks them; the others lead around the boxes.

use super::hierarchy::{End, Hierarchy, Link, Side};
use super::route::{Router, Terminal};
use super::stability::Placement;
use super::{Connection, Rect, Scene, layers, shape};
use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::topology::Point;

/// The route of each link of the hierarchy.
pub(super) fn routes(hierarchy: &Hierarchy<'_>, placement: &Placement, before: Option<&Scene>) -> Vec<Vec<Point>> {
    let mut obstacles = placement.rects.clone();
    let mut flags = SortedMap::new();
    for vertex in (0..hierarchy.vertices.len()).filter(|&vertex| hierarchy.is_frame(vertex)) {
        for (number, (port, &y)) in hierarchy.vertices[vertex].ports.iter().zip(&placement.places[vertex]).enumerate() {
            flags.insert((vertex, number), obstacles.len());
            obstacles.push(shape::flag_rect(placement.rects[vertex], port, y));
        }
    }
    let mut router = Router::new(obstacles);
    let mut routes = vec![Vec::new(); hierarchy.links.len()];
    let mut old = old_routes(before);
    let any_moved = any_moved(hierarchy, placement, before);
    let mut rest = Vec::new();
    for (number, link) in hierarchy.links.iter().enumerate() {
        let ends = ends(hierarchy, placement, link);
        let known = if old.is_empty() { None } else { old.get_mut(&name(hierarchy, link)) };
        let same = known.filter(|routes| !routes.is_empty()).map(|routes| routes.remove(0));
        let fits = |route: &&[Point]| {
            let same_ends = route.first() == Some(&ends[0].border) && route.last() == Some(&ends[1].border);
            let under = [link.source, link.target].map(|end| flags.get(&(end.vertex, end.port?)).copied());
            let passable: Vec<usize> = frames(hierarchy, link.source)
                .chain(frames(hierarchy, link.target))
                .chain(under.into_iter().flatten())
                .collect();
            same_ends && !(any_moved && router.is_blocked(route, &passable))
        };
        match same.filter(fits) {
            Some(route) => {
                router.add(route, link.net);
                routes[number] = route.to_vec();
            }
            None => rest.push((-layers::weight(link.edge.kind), number, ends)),
        }
    }
    // Heavier connections choose their route first.
    rest.order_by_key(|(weight, number, _)| (*weight, *number));
    for (_, number, [source, target]) in rest {
        let link = &hierarchy.links[number];
        let passable: Vec<usize> = frames(hierarchy, link.source).chain(frames(hierarchy, link.target)).collect();
        let route = router.route(source.terminal, target.terminal, link.net, &passable);
        let whole: Vec<Point> = [source.border].into_iter().chain(route).chain([target.border]).collect();
        routes[number] = super::route::straight(&whole);
    }
    routes
}

/// An end of a connection: at the border of its box, and where it emerges from under the port.
struct Outlet {
    border: Point,
    terminal: Terminal,
}

fn ends(hierarchy: &Hierarchy<'_>, placement: &Placement, link: &Link<'_>) -> [Outlet; 2] {
    let [from, to] = sides(hierarchy, placement, link);
    let height = |end: End| end.port.and_then(|port| placement.places[end.vertex].get(port)).copied();
    let heights = [from, to].map(|end| placement.rects[end.vertex].y + height(end).unwrap_or(shape::SIDE));
    let outlet = |end: End, other: f64| {
        let rect = placement.rects[end.vertex];
        let side = if end.inside { end.facing.opposite() } else { end.facing };
        let x = if side == Side::West { rect.x } else { rect.x + rect.width };
        let y = match height(end) {
            Some(height) => rect.y + height,
            // Inside a frame, a connection without a port may end anywhere on the border.
            None if end.inside => {
                other.clamp(rect.y + shape::SIDE, (rect.y + rect.height - shape::SIDE).max(rect.y + shape::SIDE))
            }
            None => rect.y + shape::SIDE,
        };
        let port = end.port.and_then(|port| hierarchy.vertices[end.vertex].ports.get(port)).filter(|_| end.inside);
        let under = port.map_or(0.0, shape::flag_width);
        let at = Point { x: if end.facing == Side::East { x + under } else { x - under }, y };
        Outlet { border: Point { x, y }, terminal: Terminal { at, facing: end.facing } }
    };
    [outlet(from, heights[1]), outlet(to, heights[0])]
}

/// The ends of a link. A link without ports that leads to the left leaves on the left and arrives on the right.
fn sides(hierarchy: &Hierarchy<'_>, placement: &Placement, link: &Link<'_>) -> [End; 2] {
    let (from, to) = (link.source, link.target);
    let is_loose = |end: End| end.port.is_none() && !end.inside;
    let beside = hierarchy.parents[from.vertex] == hierarchy.parents[to.vertex];
    let (source, target) = (placement.rects[from.vertex], placement.rects[to.vertex]);
    if is_loose(from) && is_loose(to) && beside && target.x + target.width < source.x {
        return [End { facing: Side::West, ..from }, End { facing: Side::East, ..to }];
    }
    [from, to]
}

/// The frames around an end, which do not block its connection.
fn frames(hierarchy: &Hierarchy<'_>, end: End) -> impl Iterator<Item = usize> {
    hierarchy.around(end.vertex).skip(usize::from(!end.inside)).filter(|&vertex| hierarchy.is_frame(vertex))
}

type Name = [String; 5];

fn name(hierarchy: &Hierarchy<'_>, link: &Link<'_>) -> Name {
    let path = |end: End| hierarchy.vertices[end.vertex].path.to_string();
    let port = |end: End| {
        let port = end.port.and_then(|port| hierarchy.vertices[end.vertex].ports.get(port));
        port.map_or_else(String::new, |port| port.name.to_string())
    };
    let (source, target) = (link.source, link.target);
    [link.edge.path.to_string(), path(source), port(source), path(target), port(target)]
}

/// The routes of the previous scene, by their ends.
fn old_routes(before: Option<&Scene>) -> SortedMap<Name, Vec<&[Point]>> {
    let mut old: SortedMap<Name, Vec<&[Point]>> = SortedMap::new();
    let connections = before.map_or(&[][..], |before| before.connections.as_slice());
    for connection in connections {
        let Connection { path, source, target, source_port, target_port, .. } = connection;
        let port = |port: &Option<smol_str::SmolStr>| port.as_ref().map_or_else(String::new, ToString::to_string);
        let name = [path.to_string(), source.to_string(), port(source_port), target.to_string(), port(target_port)];
        old.entry(name).or_default().push(&connection.points);
    }
    old
}

/// Whether any box has moved.
fn any_moved(hierarchy: &Hierarchy<'_>, placement: &Placement, before: Option<&Scene>) -> bool {
    let boxes = before.map_or(&[][..], |before| before.boxes.as_slice());
    let rects: SortedMap<_, Rect> = gather(boxes.iter().map(|scene_box| (&scene_box.path, scene_box.rect)));
    hierarchy.vertices.iter().zip(&placement.rects).any(|(vertex, rect)| rects.get(&vertex.path) != Some(rect))
}
