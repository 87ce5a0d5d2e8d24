//! The wires of a scene whose boxes have their places: those of the scene before as they were, where nothing is in
//! their way, and the others around the boxes.

use std::collections::BTreeMap;

use super::keep::Kept;
use super::nest::{End, Link, Nest, Side};
use super::route::{Router, Tip};
use super::{Rect, Scene, Wire, layers, shape};
use crate::sorting::{Sorting, gather};
use crate::topology::Point;

/// The way of each link of the nest.
pub(super) fn ways(nest: &Nest<'_>, kept: &Kept, before: Option<&Scene>) -> Vec<Vec<Point>> {
    let mut obstacles = kept.rects.clone();
    let mut flags = BTreeMap::new();
    for vertex in (0..nest.vertices.len()).filter(|&vertex| nest.is_frame(vertex)) {
        for (number, (port, &y)) in nest.vertices[vertex].ports.iter().zip(&kept.places[vertex]).enumerate() {
            flags.insert((vertex, number), obstacles.len());
            obstacles.push(shape::flag_rect(kept.rects[vertex], port.kind, &port.name, y));
        }
    }
    let mut router = Router::new(obstacles);
    let mut ways = vec![Vec::new(); nest.links.len()];
    let mut old = old_ways(before);
    let any_moved = any_moved(nest, kept, before);
    let mut rest = Vec::new();
    for (number, link) in nest.links.iter().enumerate() {
        let ends = ends(nest, kept, link);
        let known = if old.is_empty() { None } else { old.get_mut(&name(nest, link)) };
        let same = known.filter(|ways| !ways.is_empty()).map(|ways| ways.remove(0));
        let fits = |way: &&[Point]| {
            let same_ends = way.first() == Some(&ends[0].border) && way.last() == Some(&ends[1].border);
            let under = [link.source, link.target].map(|end| flags.get(&(end.vertex, end.port?)).copied());
            let passable: Vec<usize> =
                frames(nest, link.source).chain(frames(nest, link.target)).chain(under.into_iter().flatten()).collect();
            same_ends && !(any_moved && router.is_blocked(way, &passable))
        };
        match same.filter(fits) {
            Some(way) => {
                router.add(way, link.net);
                ways[number] = way.to_vec();
            }
            None => rest.push((-layers::weight(link.edge.kind), number, ends)),
        }
    }
    // The heavier wires take the better ways.
    rest.order_by_key(|(weight, number, _)| (*weight, *number));
    for (_, number, [source, target]) in rest {
        let link = &nest.links[number];
        let passable: Vec<usize> = frames(nest, link.source).chain(frames(nest, link.target)).collect();
        let way = router.route(source.tip, target.tip, link.net, &passable);
        let whole: Vec<Point> = [source.border].into_iter().chain(way).chain([target.border]).collect();
        ways[number] = super::route::straight(&whole);
    }
    ways
}

/// An end of a wire: at the border of its box, and where it comes out from under the port.
struct Outlet {
    border: Point,
    tip: Tip,
}

fn ends(nest: &Nest<'_>, kept: &Kept, link: &Link<'_>) -> [Outlet; 2] {
    let [from, to] = sides(nest, kept, link);
    let height = |end: End| end.port.and_then(|port| kept.places[end.vertex].get(port)).copied();
    let heights = [from, to].map(|end| kept.rects[end.vertex].y + height(end).unwrap_or(shape::SIDE));
    let outlet = |end: End, other: f64| {
        let rect = kept.rects[end.vertex];
        let side = if end.inside { end.facing.opposite() } else { end.facing };
        let x = if side == Side::West { rect.x } else { rect.x + rect.width };
        let y = match height(end) {
            Some(height) => rect.y + height,
            // On the inside of a frame a wire without a port ends anywhere on the border.
            None if end.inside => {
                other.clamp(rect.y + shape::SIDE, (rect.y + rect.height - shape::SIDE).max(rect.y + shape::SIDE))
            }
            None => rect.y + shape::SIDE,
        };
        let port = end.port.and_then(|port| nest.vertices[end.vertex].ports.get(port)).filter(|_| end.inside);
        let under = port.map_or(0.0, shape::flag_width);
        let at = Point { x: if end.facing == Side::East { x + under } else { x - under }, y };
        Outlet { border: Point { x, y }, tip: Tip { at, facing: end.facing } }
    };
    [outlet(from, heights[1]), outlet(to, heights[0])]
}

/// The ends of a link: one without ports that leads to the left leaves there, and arrives on the right.
fn sides(nest: &Nest<'_>, kept: &Kept, link: &Link<'_>) -> [End; 2] {
    let (from, to) = (link.source, link.target);
    let is_loose = |end: End| end.port.is_none() && !end.inside;
    let beside = nest.parents[from.vertex] == nest.parents[to.vertex];
    let (source, target) = (kept.rects[from.vertex], kept.rects[to.vertex]);
    if is_loose(from) && is_loose(to) && beside && target.x + target.width < source.x {
        return [End { facing: Side::West, ..from }, End { facing: Side::East, ..to }];
    }
    [from, to]
}

/// The frames that an end is in, which do not stand in the way of its wire.
fn frames(nest: &Nest<'_>, end: End) -> impl Iterator<Item = usize> {
    nest.around(end.vertex).skip(usize::from(!end.inside)).filter(|&vertex| nest.is_frame(vertex))
}

type Name = [String; 5];

fn name(nest: &Nest<'_>, link: &Link<'_>) -> Name {
    let path = |end: End| nest.vertices[end.vertex].path.to_string();
    let port = |end: End| {
        let port = end.port.and_then(|port| nest.vertices[end.vertex].ports.get(port));
        port.map_or_else(String::new, |port| port.name.to_string())
    };
    let (source, target) = (link.source, link.target);
    [link.edge.path.to_string(), path(source), port(source), path(target), port(target)]
}

/// The ways of the scene before, by what they join.
fn old_ways(before: Option<&Scene>) -> BTreeMap<Name, Vec<&[Point]>> {
    let mut old: BTreeMap<Name, Vec<&[Point]>> = BTreeMap::new();
    let wires = before.map_or(&[][..], |before| before.wires.as_slice());
    for wire in wires {
        let Wire { path, source, target, source_port, target_port, .. } = wire;
        let port = |port: &Option<smol_str::SmolStr>| port.as_ref().map_or_else(String::new, ToString::to_string);
        let name = [path.to_string(), source.to_string(), port(source_port), target.to_string(), port(target_port)];
        old.entry(name).or_default().push(&wire.points);
    }
    old
}

/// Whether any box is not where it was.
fn any_moved(nest: &Nest<'_>, kept: &Kept, before: Option<&Scene>) -> bool {
    let boxes = before.map_or(&[][..], |before| before.boxes.as_slice());
    let rects: BTreeMap<_, Rect> = gather(boxes.iter().map(|scene_box| (&scene_box.path, scene_box.rect)));
    nest.vertices.iter().zip(&kept.rects).any(|(vertex, rect)| rects.get(&vertex.path) != Some(rect))
}
