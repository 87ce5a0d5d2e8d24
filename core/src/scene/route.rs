//! Wires around boxes that lie anywhere: the plain ways first, and where they are blocked the shortest way with few
//! bends along the sides of the boxes.

use std::collections::BTreeMap;

use super::Rect;
use super::nest::Side;
use super::search::Grid;
use super::tracks::PITCH;
use crate::topology::Point;

/// How far a wire goes straight on before it may bend.
pub(super) const STUB: f64 = 16.0;
/// What wires keep free beside boxes.
pub(super) const CLEAR: f64 = 6.0;
/// How far around the ends of a wire its way is looked for.
const WINDOW: f64 = 240.0;
/// Further from the ends of a wire nothing is in its way.
pub(super) const FAR: f64 = 2.0 * WINDOW;
/// The boxes and steps that one search looks at, at most, and the steps of all searches in a scene.
const NEAREST: usize = 60;
const STEPS: usize = 20_000;
const ALL_STEPS: usize = 1_500_000;
/// The side of the squares by which boxes are found.
const SQUARE: f64 = 256.0;

/// The end of a wire: where, and to which side it leaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Tip {
    pub at: Point,
    pub facing: Side,
}

/// What wires go around, and the wires that are there already.
pub(super) struct Router {
    obstacles: Vec<Rect>,
    squares: BTreeMap<(i32, i32), Vec<usize>>,
    /// The obstacles that touch more squares than are worth to be listed.
    large: Vec<usize>,
    /// The vertical and the horizontal parts of wires by their place across: along from, along to, the net.
    upright: BTreeMap<i64, Vec<(f64, f64, usize)>>,
    level: BTreeMap<i64, Vec<(f64, f64, usize)>>,
    steps: usize,
}

impl Router {
    pub fn new(obstacles: Vec<Rect>) -> Self {
        let everything = obstacles.iter().copied().reduce(Rect::cover).unwrap_or_default();
        Router::within(obstacles, everything.grown(1.0))
    }

    /// For wires in one area alone.
    pub fn within(obstacles: Vec<Rect>, area: Rect) -> Self {
        let mut squares: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
        let mut large = Vec::new();
        for (number, rect) in obstacles.iter().enumerate().filter(|(_, rect)| rect.overlaps(area)) {
            if is_large(*rect) {
                large.push(number);
                continue;
            }
            for square in squares_of(*rect) {
                squares.entry(square).or_default().push(number);
            }
        }
        Router { obstacles, squares, large, upright: BTreeMap::new(), level: BTreeMap::new(), steps: ALL_STEPS }
    }

    /// Takes a wire as given.
    pub fn add(&mut self, points: &[Point], net: usize) {
        for part in points.windows(2) {
            let &[from, to] = part else { continue };
            if (from.x - to.x).abs() < 0.01 {
                let (low, high) = (from.y.min(to.y), from.y.max(to.y));
                self.upright.entry(track(from.x)).or_default().push((low, high, net));
            } else {
                let (low, high) = (from.x.min(to.x), from.x.max(to.x));
                self.level.entry(track(from.y)).or_default().push((low, high, net));
            }
        }
    }

    /// The way of a wire; obstacles in `passable` are the frames that it is in.
    pub fn route(&mut self, from: Tip, to: Tip, net: usize, passable: &[usize]) -> Vec<Point> {
        let points = self.plain(from, to, net, passable).or_else(|| {
            let found = self.search(from, to, passable)?;
            Some(self.apart(found, net, passable))
        });
        let points = straight(&points.unwrap_or_else(|| direct(from, to)));
        self.add(&points, net);
        points
    }

    /// Straight, or with one step up or down between the ends.
    fn plain(&self, from: Tip, to: Tip, net: usize, passable: &[usize]) -> Option<Vec<Point>> {
        let (start, end) = (ahead(from), ahead(to));
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
            // Near to the target wires of many sources come together, near to the source they part.
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

    /// Where wires of the same net go up and down already.
    fn tracks_of(&self, net: usize, low: f64, high: f64) -> Vec<f64> {
        let tracks = self.upright.range(track(low)..=track(high));
        #[expect(clippy::cast_precision_loss, reason = "a drawing is not that large")]
        let own = tracks.filter(|(_, parts)| parts.iter().any(|part| part.2 == net)).map(|(&x, _)| x as f64);
        own.take(4).collect()
    }

    /// Whether a line keeps clear of all boxes, apart from where it ends.
    fn is_free(&self, line: &[Point], passable: &[usize]) -> bool {
        let last = line.len().saturating_sub(2);
        line.windows(2).enumerate().all(|(at, part)| {
            let &[from, to] = part else { return true };
            // At its ends the line touches its own boxes.
            let from = if at == 0 { towards(from, to) } else { from };
            let to = if at == last { towards(to, from) } else { to };
            let rect = Rect { x: from.x, y: from.y, width: 0.0, height: 0.0 };
            let rect = rect.cover(Rect { x: to.x, y: to.y, width: 0.0, height: 0.0 });
            self.near(rect.grown(CLEAR - 0.5)).into_iter().all(|other| passable.contains(&other))
        })
    }

    /// Whether no other wire lies on or close beside the inner parts of a line.
    fn is_alone(&self, line: &[Point], net: usize) -> bool {
        line.windows(2).enumerate().all(|(at, part)| {
            let inner = at > 0 && at + 2 < line.len();
            let &[from, to] = part else { return true };
            !inner || self.is_alone_at(from, to, net)
        })
    }

    fn is_alone_at(&self, from: Point, to: Point, net: usize) -> bool {
        let (wires, across, low, high) = if (from.x - to.x).abs() < 0.01 {
            (&self.upright, from.x, from.y.min(to.y), from.y.max(to.y))
        } else {
            (&self.level, from.y, from.x.min(to.x), from.x.max(to.x))
        };
        let close = wires.range(track(across - PITCH + 2.0)..=track(across + PITCH - 2.0));
        close
            .flat_map(|(_, parts)| parts)
            .all(|&(other_low, other_high, other)| other == net || other_high <= low + 1.0 || high <= other_low + 1.0)
    }

    /// The obstacles that touch a rectangle.
    fn near(&self, rect: Rect) -> Vec<usize> {
        let mut found: Vec<usize> = if is_large(rect) {
            (0..self.obstacles.len()).collect()
        } else {
            let squares = squares_of(rect).filter_map(|square| self.squares.get(&square));
            squares.flatten().chain(&self.large).copied().collect()
        };
        found.sort_unstable();
        found.dedup();
        found.retain(|&number| self.obstacles.get(number).is_some_and(|other| other.overlaps(rect)));
        found
    }

    /// The cheapest way along the sides of the boxes near to the ends.
    fn search(&mut self, from: Tip, to: Tip, passable: &[usize]) -> Option<Vec<Point>> {
        let (start, end) = (ahead(from), ahead(to));
        let corner = |point: Point| Rect { x: point.x, y: point.y, width: 0.0, height: 0.0 };
        let window = corner(start).cover(corner(end)).grown(WINDOW);
        let mut near = self.near(window);
        near.retain(|number| !passable.contains(number));
        if near.len() > NEAREST {
            let middle = Point { x: (start.x + end.x) / 2.0, y: (start.y + end.y) / 2.0 };
            let apart = |rect: Rect| {
                (rect.x + rect.width / 2.0 - middle.x).abs() + (rect.y + rect.height / 2.0 - middle.y).abs()
            };
            near.sort_by(|&one, &other| apart(self.obstacles[one]).total_cmp(&apart(self.obstacles[other])));
            near.truncate(NEAREST);
        }
        let rects: Vec<Rect> = near.iter().map(|&number| self.obstacles[number]).collect();
        let grid = Grid::new(&rects, start, end);
        let (way, steps) = grid.search(from.facing, to.facing, self.steps.min(STEPS));
        self.steps = self.steps.saturating_sub(steps);
        let mut points = vec![from.at];
        points.extend(way?);
        points.push(to.at);
        Some(straight(&points))
    }

    /// Moves the inner parts of a line off the wires that are there already, where there is room.
    fn apart(&self, mut line: Vec<Point>, net: usize, passable: &[usize]) -> Vec<Point> {
        for at in 1..line.len().saturating_sub(2) {
            if self.is_alone_at(line[at], line[at + 1], net) {
                continue;
            }
            let is_upright = (line[at].x - line[at + 1].x).abs() < 0.01;
            for step in 1..13_i32 {
                // A little closer than in a channel, where there is less room.
                let pitch = PITCH - 1.0;
                let offset = f64::from((step + 1) / 2) * if step % 2 == 0 { -pitch } else { pitch };
                let mut moved = line.clone();
                for point in &mut moved[at..=at + 1] {
                    if is_upright { point.x += offset } else { point.y += offset }
                }
                // The parts before and after must not turn around.
                let turns = (at.saturating_sub(1)..=at + 1).any(|part| {
                    let way = |line: &[Point]| {
                        let (from, to) = (line[part], line[part + 1]);
                        (to.x - from.x, to.y - from.y)
                    };
                    let (old, new) = (way(&line), way(&moved));
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

/// The way of a wire that finds no other: around no box.
pub(super) fn direct(from: Tip, to: Tip) -> Vec<Point> {
    let (start, end) = (ahead(from), ahead(to));
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

/// The same line without the points that it passes straight through.
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
        // A wire has two ends, even where they are at one place.
        ([only], [_, ..]) => vec![*only, *only],
        _ => line,
    }
}

fn near(one: Point, other: Point) -> bool {
    (one.x - other.x).abs() < 0.01 && (one.y - other.y).abs() < 0.01
}

fn ahead(tip: Tip) -> Point {
    match tip.facing {
        Side::East => Point { x: tip.at.x + STUB, y: tip.at.y },
        Side::West => Point { x: tip.at.x - STUB, y: tip.at.y },
    }
}

/// A point a little further on the way to another.
fn towards(from: Point, to: Point) -> Point {
    let step = |from: f64, to: f64| from + (to - from).clamp(-CLEAR, CLEAR);
    Point { x: step(from.x, to.x), y: step(from.y, to.y) }
}

/// The number of the track at a place.
#[expect(clippy::cast_possible_truncation, reason = "a cast of floats saturates")]
fn track(at: f64) -> i64 {
    at.round() as i64
}

/// The squares that a rectangle touches.
fn squares_of(rect: Rect) -> impl Iterator<Item = (i32, i32)> {
    #[expect(clippy::cast_possible_truncation, reason = "a cast of floats saturates")]
    let square = |at: f64| (at / SQUARE).floor() as i32;
    let (left, right) = (square(rect.x), square(rect.x + rect.width));
    let (top, bottom) = (square(rect.y), square(rect.y + rect.height));
    (left..=right).flat_map(move |column| (top..=bottom).map(move |row| (column, row)))
}

/// Whether a rectangle touches so many squares that it is better looked at by itself.
fn is_large(rect: Rect) -> bool {
    (rect.width / SQUARE + 1.0) * (rect.height / SQUARE + 1.0) > 400.0
}
