//! Orthogonal routing around freely placed boxes: simple routes first, and if they are blocked, the shortest route with
//! few bends along the sides of the boxes.

use std::collections::HashMap;

use super::Rect;
use super::hierarchy::Side;
use super::obstacles::Obstacles;
use super::search::{Grid, Lines};
use super::tracks::PITCH;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::topology::Point;

/// Minimum length of the first and last segment, if there is room.
pub(super) const STUB: f64 = 16.0;
/// Distance of connections from boxes.
pub(super) const CLEAR: f64 = 6.0;
/// Distance from the ends within which boxes are considered initially; others are added when a route hits them.
const WINDOW: f64 = 160.0;
const MAX_NEAR: usize = 24;
/// Maximum number of searches, each with the boxes that blocked the previous route.
const MAX_SEARCHES: usize = 24;
/// Maximum number of search steps for one connection, and for a whole scene.
const MAX_STEPS: usize = 40_000;
const MAX_TOTAL_STEPS: usize = 1_500_000;

/// The end of a connection: its position, and the side it leaves on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Terminal {
    pub at: Point,
    pub facing: Side,
}

/// The obstacles, and the connections that are already routed.
pub(super) struct Router {
    still: Obstacles,
    moving: Obstacles,
    /// Fixed connections, and those routed later.
    given: Occupancy,
    routed: Occupancy,
    steps: usize,
}

/// The vertical and horizontal segments of connections by coordinate: start, end and net.
#[derive(Default)]
struct Occupancy {
    upright: SortedMap<i64, Vec<(f64, f64, usize)>>,
    level: SortedMap<i64, Vec<(f64, f64, usize)>>,
    /// The vertical tracks of each net.
    tracks: HashMap<usize, SortedSet<i64>>,
}

impl Occupancy {
    fn add(&mut self, points: &[Point], net: usize) {
        for part in points.windows(2) {
            let &[from, to] = part else { continue };
            if (from.x - to.x).abs() < 0.01 {
                let (low, high) = (from.y.min(to.y), from.y.max(to.y));
                self.upright.entry(track(from.x)).or_default().push((low, high, net));
                self.tracks.entry(net).or_default().insert(track(from.x));
            } else {
                let (low, high) = (from.x.min(to.x), from.x.max(to.x));
                self.level.entry(track(from.y)).or_default().push((low, high, net));
            }
        }
    }
}

impl Router {
    /// Routes around these obstacles, numbered by index.
    pub fn new(obstacles: Vec<Rect>) -> Self {
        Router::beside(obstacles.into_iter().enumerate().collect(), Vec::new())
    }

    /// Routes around static and moving obstacles, each with a number.
    pub fn beside(still: Vec<(usize, Rect)>, moving: Vec<(usize, Rect)>) -> Self {
        Router {
            still: Obstacles::new(still),
            moving: Obstacles::new(moving),
            given: Occupancy::default(),
            routed: Occupancy::default(),
            steps: MAX_TOTAL_STEPS,
        }
    }

    /// Resets the router for moving obstacles at this displacement.
    pub fn move_by(&mut self, by: Point) {
        self.moving.by = by;
        self.routed = Occupancy::default();
        self.steps = MAX_TOTAL_STEPS;
    }

    /// Adds a fixed connection.
    pub fn add(&mut self, points: &[Point], net: usize) {
        self.given.add(points, net);
    }

    /// The route of a connection. Obstacles in `passable` are the frames that contain it.
    pub fn route(&mut self, from: Terminal, to: Terminal, net: usize, passable: &[usize]) -> Vec<Point> {
        let points = self.plain(from, to, net, passable).or_else(|| {
            let found = self.search(from, to, passable)?;
            Some(self.apart(found, net, passable))
        });
        let points = straight(&points.unwrap_or_else(|| direct(from, to)));
        self.routed.add(&points, net);
        points
    }

    /// Whether a route crosses an obstacle, or follows its border.
    pub fn is_blocked(&self, route: &[Point], passable: &[usize]) -> bool {
        !self.is_free_beside(route, passable, 1.0)
    }

    /// A straight line, or one with a single vertical step.
    fn plain(&self, from: Terminal, to: Terminal, net: usize, passable: &[usize]) -> Option<Vec<Point>> {
        let (start, end) = (ahead(from, STUB), ahead(to, STUB));
        let (low, high) = match (from.facing, to.facing) {
            (Side::East, Side::West) => (start.x, end.x),
            (Side::West, Side::East) => (end.x, start.x),
            (Side::East, Side::East) => (start.x.max(end.x), start.x.max(end.x) + 4.0 * PITCH),
            (Side::West, Side::West) => (start.x.min(end.x) - 4.0 * PITCH, start.x.min(end.x)),
        };
        if low > high {
            return None;
        }
        let facing = from.facing != to.facing;
        if facing && (from.at.y - to.at.y).abs() < 0.01 {
            let line = vec![from.at, to.at];
            return self.is_free(&line, passable).then_some(line);
        }
        let middle = match (from.facing, to.facing) {
            (Side::East, Side::East) => low,
            (Side::West, Side::West) => high,
            // Connections of many sources should merge close to their target, and those of one source diverge close to
            // it.
            _ => (low + high) / 2.0,
        }
        .round();
        let offsets = (0..24).map(|step: i32| f64::from((step + 1) / 2) * if step % 2 == 0 { PITCH } else { -PITCH });
        let own = self.tracks_of(net, low, high);
        let candidates = own.into_iter().chain(offsets.map(|offset| middle + offset));
        let line = |x: f64| vec![from.at, Point { x, y: from.at.y }, Point { x, y: to.at.y }, to.at];
        candidates
            .filter(|x| (low..=high).contains(x))
            .map(line)
            .find(|line| self.is_free(line, passable) && self.is_alone(line, net))
    }

    /// Existing vertical tracks of the same net.
    fn tracks_of(&self, net: usize, low: f64, high: f64) -> Vec<f64> {
        let mut found = SortedSet::new();
        for taken in [&self.given, &self.routed] {
            let tracks = taken.tracks.get(&net).into_iter().flat_map(|tracks| tracks.range(track(low)..=track(high)));
            found.extend(tracks.take(4).copied());
        }
        #[expect(clippy::cast_precision_loss, reason = "a diagram is not that large")]
        found.into_iter().map(|x| x as f64).take(4).collect()
    }

    /// Whether a line keeps its distance from all boxes, except at its ends.
    fn is_free(&self, line: &[Point], passable: &[usize]) -> bool {
        self.is_free_beside(line, passable, CLEAR - 0.5)
    }

    fn is_free_beside(&self, line: &[Point], passable: &[usize], room: f64) -> bool {
        stretches(line, room).all(|rect| self.touching(rect).all(|(other, _)| passable.contains(&other)))
    }

    fn touching(&self, rect: Rect) -> impl Iterator<Item = (usize, Rect)> {
        self.still.touching(rect).chain(self.moving.touching(rect))
    }

    /// Whether no other connection overlaps the inner segments of a line, or runs close to them.
    fn is_alone(&self, line: &[Point], net: usize) -> bool {
        line.windows(2).enumerate().all(|(at, part)| {
            let inner = at > 0 && at + 2 < line.len();
            let &[from, to] = part else { return true };
            !inner || self.is_alone_at(from, to, net)
        })
    }

    fn is_alone_at(&self, from: Point, to: Point, net: usize) -> bool {
        [&self.given, &self.routed].into_iter().all(|taken| {
            let (connections, across, low, high) = if (from.x - to.x).abs() < 0.01 {
                (&taken.upright, from.x, from.y.min(to.y), from.y.max(to.y))
            } else {
                (&taken.level, from.y, from.x.min(to.x), from.x.max(to.x))
            };
            let close = connections.range(track(across - PITCH + 2.0)..=track(across + PITCH - 2.0));
            close.flat_map(|(_, parts)| parts).all(|&(other_low, other_high, other)| {
                other == net || other_high <= low + 1.0 || high <= other_low + 1.0
            })
        })
    }

    /// The cheapest route around the boxes, or close beside them where there is little room. Starts with the boxes near
    /// the ends and adds those that the route hits, so if it finds none, there is none.
    fn search(&mut self, from: Terminal, to: Terminal, passable: &[usize]) -> Option<Vec<Point>> {
        let mut budget = self.steps.min(MAX_STEPS);
        let mut looked_at = self.near(from, to, passable);
        let mut found = None;
        for (lines, stub) in [(Lines::Roomy, STUB), (Lines::Close, CLEAR)] {
            let (start, end) = (ahead(from, stub), ahead(to, stub));
            for _ in 0..MAX_SEARCHES {
                let rects: Vec<Rect> = looked_at.values().copied().collect();
                let (route, steps) = Grid::new(&rects, start, end, lines).search(from.facing, to.facing, budget);
                budget = budget.saturating_sub(steps);
                self.steps = self.steps.saturating_sub(steps);
                let Some(route) = route else { break };
                let route = straight(&[[from.at].as_slice(), &route, &[to.at]].concat());
                let known = looked_at.len();
                for rect in stretches(&route, CLEAR - 0.5) {
                    looked_at.extend(self.touching(rect).filter(|(number, _)| !passable.contains(number)));
                }
                if looked_at.len() == known {
                    found = Some(route);
                    break;
                }
            }
            if found.is_some() {
                break;
            }
        }
        found
    }

    /// The boxes around the ends of a connection, unless there are many.
    fn near(&self, from: Terminal, to: Terminal, passable: &[usize]) -> SortedMap<usize, Rect> {
        let (start, end) = (ahead(from, STUB), ahead(to, STUB));
        let corner = |point: Point| Rect { x: point.x, y: point.y, width: 0.0, height: 0.0 };
        let window = corner(start).cover(corner(end)).grown(WINDOW);
        let mut near = SortedMap::new();
        for (number, rect) in self.touching(window).filter(|(number, _)| !passable.contains(number)) {
            near.insert(number, rect);
            if near.len() > MAX_NEAR {
                return SortedMap::new();
            }
        }
        near
    }

    /// Shifts the inner segments of a line away from existing connections, where there is room.
    fn apart(&self, mut line: Vec<Point>, net: usize, passable: &[usize]) -> Vec<Point> {
        for at in 1..line.len().saturating_sub(2) {
            if self.is_alone_at(line[at], line[at + 1], net) {
                continue;
            }
            let is_upright = (line[at].x - line[at + 1].x).abs() < 0.01;
            for step in 1..13_i32 {
                // A little closer than in a channel, because there is less room.
                let pitch = PITCH - 1.0;
                let offset = f64::from((step + 1) / 2) * if step % 2 == 0 { -pitch } else { pitch };
                let mut moved = line.clone();
                for point in &mut moved[at..=at + 1] {
                    if is_upright { point.x += offset } else { point.y += offset }
                }
                // The adjacent segments must not reverse direction.
                let turns = (at.saturating_sub(1)..=at + 1).any(|part| {
                    let route = |line: &[Point]| {
                        let (from, to) = (line[part], line[part + 1]);
                        (to.x - from.x, to.y - from.y)
                    };
                    let (old, new) = (route(&line), route(&moved));
                    old.0 * new.0 + old.1 * new.1 <= 0.0
                });
                if !turns && self.is_free(&moved, passable) && self.is_alone_at(moved[at], moved[at + 1], net) {
                    line = moved;
                    break;
                }
            }
        }
        line
    }
}

/// The fallback route, which ignores boxes.
pub(super) fn direct(from: Terminal, to: Terminal) -> Vec<Point> {
    let (start, end) = (ahead(from, STUB), ahead(to, STUB));
    let middle = ((start.y + end.y) / 2.0).round();
    let onward = match (from.facing, to.facing) {
        (Side::East, Side::West) => start.x <= end.x,
        (Side::West, Side::East) => start.x >= end.x,
        (Side::East, Side::East) | (Side::West, Side::West) => false,
    };
    if onward {
        let x = ((start.x + end.x) / 2.0).round();
        return vec![from.at, Point { x, y: from.at.y }, Point { x, y: to.at.y }, to.at];
    }
    vec![from.at, start, Point { x: start.x, y: middle }, Point { x: end.x, y: middle }, end, to.at]
}

/// The line without intermediate points on straight segments.
pub(super) fn straight(points: &[Point]) -> Vec<Point> {
    let mut line: Vec<Point> = Vec::with_capacity(points.len());
    for &point in points {
        if line.last().is_some_and(|last| near(*last, point)) {
            continue;
        }
        while let [.., before, last] = line.as_slice() {
            let same_x = (before.x - last.x).abs() < 0.01 && (last.x - point.x).abs() < 0.01;
            let same_y = (before.y - last.y).abs() < 0.01 && (last.y - point.y).abs() < 0.01;
            let onward = (last.x - before.x) * (point.x - last.x) + (last.y - before.y) * (point.y - last.y) >= 0.0;
            if (same_x || same_y) && onward {
                line.pop();
            } else {
                break;
            }
        }
        line.push(point);
    }
    match (line.as_slice(), points) {
        // A connection has two ends, even at the same position.
        ([only], [_, ..]) => vec![*only, *only],
        _ => line,
    }
}

fn near(one: Point, other: Point) -> bool {
    (one.x - other.x).abs() < 0.01 && (one.y - other.y).abs() < 0.01
}

fn ahead(terminal: Terminal, stub: f64) -> Point {
    match terminal.facing {
        Side::East => Point { x: terminal.at.x + stub, y: terminal.at.y },
        Side::West => Point { x: terminal.at.x - stub, y: terminal.at.y },
    }
}

/// The segments of a line with this much room around them, shortened at its ends, where it touches its own boxes.
fn stretches(line: &[Point], room: f64) -> impl Iterator<Item = Rect> {
    let last = line.len().saturating_sub(2);
    line.windows(2).enumerate().filter_map(move |(at, part)| {
        let &[from, to] = part else { return None };
        let from = if at == 0 { towards(from, to) } else { from };
        let to = if at == last { towards(to, from) } else { to };
        let rect = Rect { x: from.x, y: from.y, width: 0.0, height: 0.0 };
        Some(rect.cover(Rect { x: to.x, y: to.y, width: 0.0, height: 0.0 }).grown(room))
    })
}

/// A point slightly further towards another.
fn towards(from: Point, to: Point) -> Point {
    let step = |from: f64, to: f64| from + (to - from).clamp(-CLEAR, CLEAR);
    Point { x: step(from.x, to.x), y: step(from.y, to.y) }
}

/// The index of the track at a position.
#[expect(clippy::cast_possible_truncation, reason = "a cast of floats saturates")]
fn track(at: f64) -> i64 {
    at.round() as i64
}
