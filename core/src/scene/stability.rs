//! Position stability: boxes placed by hand, and boxes of the previous scene, keep their positions. Other boxes are
//! placed in free space near their neighbors.

use super::coordinates::GAP;
use super::crossings::mean;
use super::hierarchy::{Hierarchy, SectionEnd, Side};
use super::layered::{BELOW, INSET, Layered, PortOrders, least_width};
use super::{Rect, Scene, SceneBox, shape};
use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::syntax::NodePath;
use crate::topology::Point;

/// Space that new boxes leave for connections beside them.
const CHANNEL: f64 = 64.0;
/// From the widest port on the border of a frame to the boxes inside.
const BESIDE_FLAGS: f64 = 48.0;

/// Between a box and a connection that passes it.
const BESIDE_BOX: f64 = 9.0;
/// How much further a port may be moved to give its connection a free path.
const HIDDEN: f64 = 300.0;

/// The absolute positions of everything.
pub(super) struct Placement {
    pub rects: Vec<Rect>,
    /// The offset of each port from the top of its box.
    pub places: Vec<Vec<f64>>,
}

/// How strongly a box keeps its position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stability {
    /// Placed by hand.
    Manual,
    /// From the previous scene.
    Previous,
    Free,
}

/// The boxes of the previous scene, by the vertices that represent the same nodes.
pub(super) fn previous_boxes<'a>(hierarchy: &Hierarchy<'_>, before: &'a Scene) -> SortedMap<usize, &'a SceneBox> {
    let mut by_path: SortedMap<&NodePath, &SceneBox> =
        gather(before.boxes.iter().map(|scene_box| (&scene_box.path, scene_box)));
    let mut previous: SortedMap<usize, &SceneBox> = SortedMap::new();
    for (vertex, own) in hierarchy.vertices.iter().enumerate() {
        let frame = hierarchy.parents[vertex].map(|parent| &hierarchy.vertices[parent].path);
        // A box that has moved into another frame is placed there.
        if let Some(scene_box) = by_path.remove(&own.path)
            && scene_box.parent.as_ref() == frame
        {
            previous.insert(vertex, scene_box);
        }
    }
    // A renamed box is recognized by looking the same otherwise, under the same parent path.
    let mut gone: Vec<&SceneBox> = before.boxes.iter().filter(|gone| by_path.contains_key(&gone.path)).collect();
    for (vertex, own) in hierarchy.vertices.iter().enumerate() {
        if previous.contains_key(&vertex) {
            continue;
        }
        let same = |gone: &&SceneBox| {
            gone.kind == own.kind
                && gone.detail == own.detail
                && gone.path.parent() == own.path.parent()
                && gone
                    .ports
                    .iter()
                    .map(|port| (port.kind, &port.name))
                    .eq(own.ports.iter().map(|port| (port.kind, &port.name)))
        };
        if let Some(at) = gone.iter().position(same) {
            previous.insert(vertex, gone.remove(at));
        }
    }
    previous
}

/// Up to this many new boxes are placed beside existing ones without a layout of the whole diagram.
const FEW_NEW_BOXES: usize = 16;

/// Whether any box keeps its position, and whether so many do that the others are placed beside them. The position of a
/// frame follows from its contents.
pub(super) fn pinned(hierarchy: &Hierarchy<'_>, previous: &SortedMap<usize, &SceneBox>) -> (bool, bool) {
    let mut holds: Vec<Stability> = claims(hierarchy, previous).into_iter().map(|claim| claim.0).collect();
    for &vertex in &hierarchy.inner_first {
        holds[vertex] =
            hierarchy.children[vertex].iter().map(|&child| holds[child]).fold(holds[vertex], Stability::min);
    }
    let is_free = |vertex: &usize| holds[*vertex] == Stability::Free;
    let free: Vec<usize> = (0..holds.len()).filter(is_free).collect();
    let has_company = |vertex: &usize| {
        let siblings = hierarchy.parents[*vertex].map_or(&hierarchy.roots, |parent| &hierarchy.children[parent]);
        !hierarchy.is_frame(*vertex) && !siblings.iter().all(is_free)
    };
    let beside = free.is_empty() || !previous.is_empty() && free.len() <= FEW_NEW_BOXES && free.iter().all(has_company);
    (free.len() < holds.len(), beside)
}

/// The port orders of boxes that were placed by hand and are not in the previous scene, by the positions of their
/// neighbors.
pub(super) fn manual_port_orders(hierarchy: &Hierarchy<'_>) -> PortOrders {
    let mut heights: SortedMap<(usize, usize), Vec<f64>> = SortedMap::new();
    for section in hierarchy.sections.iter().flatten() {
        for (own, other) in [(section.from, section.to), (section.to, section.from)] {
            let SectionEnd::Port(vertex, port) = own else { continue };
            if let Some(at) = box_of(other).and_then(|other| hierarchy.vertices[other].position) {
                heights.entry((vertex, port)).or_default().push(at.y);
            }
        }
    }
    let mut orders: SortedMap<usize, Vec<(f64, usize)>> = SortedMap::new();
    for ((vertex, port), heights) in heights {
        orders.entry(vertex).or_default().extend(mean(heights.into_iter()).map(|mean| (mean, port)));
    }
    let by_name = |(vertex, mut ports): (usize, Vec<(f64, usize)>)| {
        ports.order_by(|one, other| one.0.total_cmp(&other.0));
        let ports = ports.into_iter().filter_map(|(_, port)| hierarchy.vertices[vertex].ports.get(port));
        (vertex, ports.map(|port| (port.kind, port.name.clone())).collect())
    };
    gather(orders.into_iter().map(by_name))
}

/// The positions of all boxes. In a part of a diagram, all boxes stay, and no frame is larger than in the whole one; these
/// frames are `whole`.
pub(super) fn keep_positions(
    hierarchy: &Hierarchy<'_>,
    layered: &Layered,
    previous: &SortedMap<usize, &SceneBox>,
    whole: Option<&SortedMap<&NodePath, Rect>>,
) -> Placement {
    let claims = claims(hierarchy, previous);
    let count = hierarchy.vertices.len();
    let rect = |vertex: usize| {
        let (body, corner) = (&layered.bodies[vertex], claims[vertex].1);
        Rect { x: corner.x, y: corner.y, width: body.width, height: body.height }
    };
    let mut keeper = Placer {
        hierarchy,
        corners: (!layered.corners.is_empty()).then_some(layered.corners.as_slice()),
        previous,
        whole,
        holds: claims.iter().map(|claim| claim.0).collect(),
        rects: (0..count).map(rect).collect(),
        places: layered.bodies.iter().map(|body| body.places.clone()).collect(),
    };
    for &vertex in hierarchy.inner_first.iter().filter(|&&vertex| hierarchy.is_frame(vertex)) {
        keeper.frame(vertex);
    }
    keeper.fill(hierarchy.paper());
    keeper.settle_rigid();
    Placement { rects: keeper.rects, places: keeper.places }
}

/// The stability and position of each box. Children of a box that was moved by hand move with it.
fn claims(hierarchy: &Hierarchy<'_>, previous: &SortedMap<usize, &SceneBox>) -> Vec<(Stability, Point)> {
    let mut claims = vec![(Stability::Free, Point::default()); hierarchy.vertices.len()];
    let mut shifts = vec![Point::default(); hierarchy.vertices.len()];
    for &vertex in hierarchy.inner_first.iter().rev() {
        let along = hierarchy.parents[vertex].map_or_else(Point::default, |parent| shifts[parent]);
        let before = previous.get(&vertex).map(|scene_box| scene_box.rect);
        let hand = hierarchy.vertices[vertex].position.filter(|at| is_on_paper(*at));
        (claims[vertex], shifts[vertex]) = match (hand, before) {
            (Some(at), Some(before)) => ((Stability::Manual, at), Point { x: at.x - before.x, y: at.y - before.y }),
            (Some(at), None) => ((Stability::Manual, at), along),
            (None, Some(before)) => {
                ((Stability::Previous, Point { x: before.x + along.x, y: before.y + along.y }), along)
            }
            (None, None) => ((Stability::Free, Point::default()), along),
        };
    }
    claims
}

/// Whether a position is within the bounds of a diagram.
pub(super) fn is_on_paper(at: Point) -> bool {
    [at.x, at.y].iter().all(|along| along.abs() <= 1e6)
}

/// The ideal position of a port on the border of a frame, with the distance of its neighbor from the border.
struct FlagWish {
    port: usize,
    height: f64,
    reach: f64,
}

struct Placer<'a> {
    hierarchy: &'a Hierarchy<'a>,
    /// The positions of the layout from scratch, if there is one.
    corners: Option<&'a [Point]>,
    previous: &'a SortedMap<usize, &'a SceneBox>,
    /// The frames of the whole diagram, if this is a part.
    whole: Option<&'a SortedMap<&'a NodePath, Rect>>,
    /// The highest stability of a box and its contents.
    holds: Vec<Stability>,
    rects: Vec<Rect>,
    places: Vec<Vec<f64>>,
}

impl Placer<'_> {
    /// Positions a frame from its contents.
    fn frame(&mut self, frame: usize) {
        let firmest =
            self.hierarchy.children[frame].iter().map(|&child| self.holds[child]).min().unwrap_or(Stability::Free);
        if firmest == Stability::Free {
            // The contents keep their layout from scratch, wherever the frame is.
            return;
        }
        let own = self.holds[frame];
        let claimed = self.rects[frame];
        self.fill(frame);
        let inner = self.padded(frame, claimed);
        let needed = Rect { width: inner.width.max(least_width(self.hierarchy, frame)), ..inner };
        self.rects[frame] = match (self.previous.get(&frame), own) {
            (Some(before), _) => needed.cover(Rect { width: before.rect.width, height: before.rect.height, ..claimed }),
            (None, Stability::Manual | Stability::Previous) => {
                needed.cover(Rect { width: 0.0, height: 0.0, ..claimed })
            }
            (None, Stability::Free) => needed,
        };
        let whole = self.whole.and_then(|whole| whole.get(&self.hierarchy.vertices[frame].path));
        if let Some(whole) = whole {
            self.rects[frame] = self.rects[frame].intersection(*whole);
        }
        self.holds[frame] = own.min(firmest);
        self.flags(frame);
    }

    /// The padding of a frame on its left and right.
    fn paddings(&self, frame: usize) -> (f64, f64) {
        let widest = |is_left: bool| {
            let ports = self.hierarchy.vertices[frame].ports.iter().filter(|port| port.kind.is_left() == is_left);
            ports.map(|port| shape::flag_width(port) + BESIDE_FLAGS).fold(INSET, f64::max)
        };
        (widest(true), widest(false))
    }

    /// The rectangle that a frame at `claimed` needs for its contents.
    fn padded(&self, frame: usize, claimed: Rect) -> Rect {
        let (left, right) = self.paddings(frame);
        let padded = |&child: &usize| {
            let rect = self.rects[child];
            // At its previous position it does not block the ports on the border.
            let stays = self.previous.get(&frame).zip(self.previous.get(&child)).is_some_and(|(frame, child)| {
                let shift = Point { x: claimed.x - frame.rect.x, y: claimed.y - frame.rect.y };
                rect == Rect { x: child.rect.x + shift.x, y: child.rect.y + shift.y, ..child.rect }
            });
            let (left, right) = if stays { (INSET, INSET) } else { (left, right) };
            Rect {
                x: rect.x - left,
                y: rect.y - shape::FRAME_HEADER,
                width: rect.width + left + right,
                height: rect.height + shape::FRAME_HEADER + BELOW,
            }
        };
        self.hierarchy.children[frame].iter().map(padded).reduce(Rect::cover).unwrap_or(claimed)
    }

    /// Places the contents of a frame: boxes placed by hand first, then previous ones, then the rest.
    fn fill(&mut self, frame: usize) {
        let children = self.hierarchy.children.get(frame).unwrap_or(&self.hierarchy.roots);
        let mut order = children.clone();
        order.order_by_key(|&child| self.holds[child]);
        let held = order.partition_point(|&child| self.holds[child] != Stability::Free);
        let limits = self.limits(frame);
        let mut taken: Vec<Rect> = Vec::new();
        let mut displaced = Vec::new();
        for &child in &order[..held] {
            let rect = self.rects[child];
            let may_move = self.whole.is_none() && self.holds[child] == Stability::Previous;
            if may_move && taken.iter().any(|other| other.overlaps(rect)) {
                displaced.push(child);
            } else {
                taken.push(rect);
            }
        }
        // An enlarged or moved box only displaces the boxes that it overlaps.
        for child in displaced {
            let rect = self.rects[child];
            let place = room_for(rect, &taken, limits);
            self.shift(child, Point { x: place.x - rect.x, y: place.y - rect.y });
            taken.push(place);
        }
        let apart = self.displacement(&order[..held]);
        let mut free = order.split_off(held);
        let mut settled = order;
        let Some(corners) = self.corners else {
            self.fill_beside(frame, free, settled, taken, limits);
            return;
        };
        free.order_by(|&one, &other| {
            let (one, other) = (corners[one], corners[other]);
            one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y))
        });
        for child in free {
            let joined = if self.previous.is_empty() { None } else { self.beside_joined(frame, child, &settled) };
            let corner = corners[child];
            let wish = joined.unwrap_or(Point { x: corner.x + apart.x, y: corner.y + apart.y });
            let place = room_for(Rect { x: wish.x, y: wish.y, ..self.rects[child] }, &taken, limits);
            self.rects[child] = place;
            taken.push(place);
            settled.push(child);
        }
    }

    /// Places a few boxes: beside their neighbors, the others below everything.
    fn fill_beside(
        &mut self,
        frame: usize,
        mut free: Vec<usize>,
        mut settled: Vec<usize>,
        mut taken: Vec<Rect>,
        limits: Option<Point>,
    ) {
        while !free.is_empty() {
            let joined = (0..free.len()).find_map(|at| Some((at, self.beside_joined(frame, free[at], &settled)?)));
            let (at, wish) = joined.unwrap_or_else(|| {
                let left = taken.iter().map(|rect| rect.x).fold(f64::INFINITY, f64::min);
                let bottom = taken.iter().map(|rect| rect.y + rect.height).fold(f64::NEG_INFINITY, f64::max);
                (0, Point { x: left, y: bottom + GAP })
            });
            let child = free.remove(at);
            let place = room_for(Rect { x: wish.x, y: wish.y, ..self.rects[child] }, &taken, limits);
            self.rects[child] = place;
            taken.push(place);
            settled.push(child);
        }
    }

    /// The minimum corner for new boxes in an existing frame, so that the frame only grows to the right and downwards.
    fn limits(&self, frame: usize) -> Option<Point> {
        self.previous.get(&frame)?;
        let moved = self.rects.get(frame)?;
        Some(Point { x: moved.x + self.paddings(frame).0, y: moved.y + shape::FRAME_HEADER })
    }

    /// The median displacement of boxes that keep their positions from the layout from scratch.
    fn displacement(&self, held: &[usize]) -> Point {
        let Some(corners) = self.corners else { return Point::default() };
        let median = |mut values: Vec<f64>| {
            values.order_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or(0.0)
        };
        let apart = |of: fn(Rect, Point) -> f64| {
            median(held.iter().map(|&child| of(self.rects[child], corners[child])).collect())
        };
        Point { x: apart(|rect, corner| rect.x - corner.x), y: apart(|rect, corner| rect.y - corner.y) }
    }

    /// The position beside the boxes that a new one is connected to.
    fn beside_joined(&self, frame: usize, child: usize, settled: &[usize]) -> Option<Point> {
        let width = self.rects[child].width;
        let (mut after, mut before) = (Vec::new(), Vec::new());
        let mut heights = Vec::new();
        for section in &self.hierarchy.sections[frame] {
            for (own, other) in [(section.from, section.to), (section.to, section.from)] {
                let Some((own_side, own_y)) = self.section_end(own).filter(|_| box_of(own) == Some(child)) else {
                    continue;
                };
                let Some(neighbor) = box_of(other).filter(|other| settled.contains(other)) else { continue };
                let Some((_, other_y)) = self.section_end(other) else { continue };
                let rect = self.rects[neighbor];
                match own_side {
                    Side::West => after.push(rect.x + rect.width + CHANNEL),
                    Side::East => before.push(rect.x - CHANNEL - width),
                }
                heights.push(rect.y + other_y - own_y);
            }
        }
        let rightmost = after.into_iter().reduce(f64::max);
        let leftmost = before.into_iter().reduce(f64::min);
        let x = rightmost.or(leftmost)?;
        heights.order_by(f64::total_cmp);
        heights.get(heights.len() / 2).map(|&y| Point { x, y })
    }

    /// The side and height of a section's end at a box.
    fn section_end(&self, section_end: SectionEnd) -> Option<(Side, f64)> {
        match section_end {
            SectionEnd::Port(vertex, place) if self.hierarchy.is_frame(vertex) => {
                let side = self.hierarchy.borders[vertex].get(place)?.side;
                Some((side, self.places[vertex].get(place).copied().unwrap_or(shape::SIDE)))
            }
            SectionEnd::Port(vertex, place) => {
                let port = self.hierarchy.vertices[vertex].ports.get(place)?;
                Some((Side::of(port.kind), *self.places[vertex].get(place)?))
            }
            SectionEnd::Side(_, side) => Some((side, shape::SIDE)),
            SectionEnd::Border(_) => None,
        }
    }

    fn shift(&mut self, vertex: usize, by: Point) {
        let mut inner = vec![vertex];
        while let Some(vertex) = inner.pop() {
            self.rects[vertex].x += by.x;
            self.rects[vertex].y += by.y;
            inner.extend(&self.hierarchy.children[vertex]);
        }
    }

    /// The offsets of the ports on the borders of a frame: unchanged, or near their neighbors if new.
    fn flags(&mut self, frame: usize) {
        let own = self.hierarchy.vertices[frame];
        let top = shape::FRAME_HEADER + shape::FLAG / 2.0;
        let mut heights = vec![None; own.ports.len()];
        if let Some(before) = self.previous.get(&frame) {
            for (port, height) in own.ports.iter().zip(&mut heights) {
                let same = before.ports.iter().find(|old| old.kind == port.kind && old.name == port.name);
                *height = same.map(|old| old.at.y - before.rect.y);
            }
        }
        let new = (0..own.ports.len()).filter(|&port| heights[port].is_none());
        let mut wishes: Vec<FlagWish> = new.map(|port| self.flag_wish(frame, port)).collect();
        // Ports with a straight connection go first.
        let bends = |wish: &FlagWish| !self.is_clear(frame, wish, wish.height);
        wishes.order_by(|one, other| {
            bends(one).cmp(&bends(other)).then(one.height.total_cmp(&other.height)).then(one.port.cmp(&other.port))
        });
        for wish in wishes {
            let is_left = own.ports[wish.port].kind.is_left();
            let beside = own.ports.iter().zip(&heights).filter(|(port, _)| port.kind.is_left() == is_left);
            let taken: Vec<f64> = beside.filter_map(|(_, height)| *height).collect();
            heights[wish.port] = Some(self.free_height(frame, &wish, top, &taken));
        }
        let lowest = heights.iter().flatten().copied().fold(0.0, f64::max);
        self.rects[frame].height = self.rects[frame].height.max(lowest + shape::FLAG / 2.0 + BELOW);
        let crossings = self.hierarchy.borders[frame].len() - own.ports.len().min(self.hierarchy.borders[frame].len());
        self.places[frame] = heights.into_iter().map(|height| height.unwrap_or(top)).collect();
        self.places[frame].extend(std::iter::repeat_n(shape::SIDE, crossings));
    }

    /// The ideal position of a port on the border of a frame: at the height of its nearest visible neighbor.
    fn flag_wish(&self, frame: usize, port: usize) -> FlagWish {
        let rect = self.rects[frame];
        let is_left = self.hierarchy.vertices[frame].ports[port].kind.is_left();
        let sections = self.hierarchy.sections[frame].iter();
        let ends = sections.flat_map(|section| [(section.from, section.to), (section.to, section.from)]);
        let joined = ends.filter(|(own, _)| *own == SectionEnd::Border(port)).filter_map(|(_, other)| {
            let other_rect = self.rects[box_of(other)?];
            let (near, far) = (other_rect.x - rect.x, rect.x + rect.width - other_rect.x - other_rect.width);
            let height = other_rect.y + self.section_end(other)?.1 - rect.y;
            Some(FlagWish { port, height: height.round(), reach: if is_left { near } else { far } })
        });
        let mut joined: Vec<FlagWish> = joined.collect();
        joined.order_by(|one, other| one.reach.total_cmp(&other.reach));
        let straight = joined.iter().position(|wish| self.is_clear(frame, wish, wish.height));
        joined.into_iter().nth(straight.unwrap_or(0)).unwrap_or(FlagWish { port, height: 0.0, reach: 0.0 })
    }

    /// Whether a connection from this height on the border reaches the port's neighbor past all boxes.
    fn is_clear(&self, frame: usize, wish: &FlagWish, height: f64) -> bool {
        let Rect { x, y, width, .. } = self.rects[frame];
        let length = (wish.reach - 2.0 * BESIDE_BOX).max(0.0);
        let is_left = self.hierarchy.vertices[frame].ports[wish.port].kind.is_left();
        let line = Rect { x: if is_left { x } else { x + width - length }, y: y + height, width: length, height: 0.0 };
        let line = line.grown(BESIDE_BOX - 1.0);
        self.hierarchy.children[frame].iter().all(|&child| !self.rects[child].overlaps(line))
    }

    /// A free height for a port on a border: close to its ideal position, with a free path past the boxes.
    fn free_height(&self, frame: usize, wish: &FlagWish, least: f64, taken: &[f64]) -> f64 {
        let top = self.rects[frame].y;
        let is_free = |height: &f64| taken.iter().all(|other| (other - height).abs() >= shape::FLAG - 0.01);
        let best = wish.height.max(least);
        let beside = taken.iter().flat_map(|other| [other + shape::FLAG, other - shape::FLAG]);
        let past = self.hierarchy.children[frame].iter().flat_map(|&child| {
            let rect = self.rects[child];
            [rect.y - BESIDE_BOX, rect.y + rect.height + BESIDE_BOX].map(|y| (y - top).round())
        });
        let candidates = std::iter::once(best).chain(beside).chain(past);
        let cost = |height: f64| {
            let hidden = if self.is_clear(frame, wish, height) { 0.0 } else { HIDDEN };
            (height - best).abs() + hidden
        };
        let costs =
            candidates.filter(|height| *height >= least && is_free(height)).map(|height| (cost(height), height));
        costs.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(best, |(_, height)| height)
    }

    /// Moves contents that keep their layout from scratch to their frame.
    fn settle_rigid(&mut self) {
        let Some(corners) = self.corners else { return };
        for &frame in self.hierarchy.inner_first.iter().rev() {
            let children = &self.hierarchy.children[frame];
            if children.iter().all(|&child| self.holds[child] == Stability::Free) {
                let corner = self.rects[frame];
                for &child in children {
                    let own = corners[child];
                    let rect = self.rects[child];
                    self.rects[child] = Rect { x: corner.x + own.x, y: corner.y + own.y, ..rect };
                }
            }
        }
    }
}

fn box_of(section_end: SectionEnd) -> Option<usize> {
    match section_end {
        SectionEnd::Port(vertex, _) | SectionEnd::Side(vertex, _) => Some(vertex),
        SectionEnd::Border(_) => None,
    }
}

/// The position nearest to `wish` with space around it, not left of or above `limits`.
pub fn room_for(wish: Rect, taken: &[Rect], limits: Option<Point>) -> Rect {
    let least = limits.unwrap_or(Point { x: f64::NEG_INFINITY, y: f64::NEG_INFINITY });
    let wish = Rect { x: wish.x.max(least.x).round(), y: wish.y.max(least.y).round(), ..wish };
    let beside =
        taken.iter().flat_map(|other| [other.x, other.x + other.width + CHANNEL, other.x - wish.width - CHANNEL]);
    let mut columns: Vec<f64> = std::iter::once(wish.x).chain(beside).filter(|x| *x >= least.x).collect();
    columns.order_by(|one, other| (one - wish.x).abs().total_cmp(&(other - wish.x).abs()));
    columns.dedup();
    columns.truncate(24);
    let mut best: Option<(f64, Rect)> = None;
    for x in columns {
        let aside = (x - wish.x).abs();
        if best.is_some_and(|(cost, _)| cost <= aside) {
            break;
        }
        let y = free_in_column(Rect { x, ..wish }, taken, least.y);
        let cost = aside + (y - wish.y).abs();
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, Rect { x, y, ..wish }));
        }
    }
    best.map_or(wish, |(_, rect)| rect)
}

/// The free height nearest to that of `wish`.
fn free_in_column(wish: Rect, taken: &[Rect], least: f64) -> f64 {
    let mut blocked: Vec<(f64, f64)> = taken
        .iter()
        .filter(|other| other.x - INSET < wish.x + wish.width && wish.x < other.x + other.width + INSET)
        .map(|other| (other.y - GAP - wish.height, other.y + other.height + GAP))
        .collect();
    blocked.order_by(|one, other| one.0.total_cmp(&other.0));
    let (mut above, mut below) = (wish.y, wish.y);
    for &(from, to) in &blocked {
        if from < below && below < to {
            below = to;
        }
    }
    for &(from, to) in blocked.iter().rev() {
        if from < above && above < to {
            above = from;
        }
    }
    // Going up may have skipped intervals that reach further up than those that start later.
    let is_free = |y: f64| blocked.iter().all(|&(from, to)| y <= from || to <= y);
    if above >= least && wish.y - above < below - wish.y && is_free(above) { above } else { below }
}
