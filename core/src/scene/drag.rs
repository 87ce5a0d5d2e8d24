//! The scene while boxes are being dragged, before the text changes.

use std::collections::HashMap;

use super::hierarchy::Side;
use super::obstacles::Obstacles;
use super::route::{Router, Terminal, straight};
use super::{Rect, Scene, SceneBox, shape};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::{Sorting, gather};
use crate::syntax::NodePath;
use crate::topology::{EdgeKind, Point};

/// Boxes that are being dragged. Everything static is computed once, so the cost of a move depends on what it changes.
pub struct Drag {
    /// Connections that move as a whole.
    along: Vec<(usize, Vec<Point>)>,
    /// Connections with one moving end.
    bent: Vec<Line>,
    /// Static connections, unless a box is dragged onto them.
    still: Vec<Line>,
    reaches: Obstacles,
    moving: Vec<Rect>,
    router: Router,
}

/// A connection that may have to be rerouted.
struct Line {
    connection: usize,
    net: usize,
    points: Vec<Point>,
    ends: [Outlet; 2],
    passable: Vec<usize>,
}

/// Where a connection ends, and where it emerges from under its port.
#[derive(Clone, Copy)]
struct Outlet {
    border: Point,
    terminal: Terminal,
    moves: bool,
}

impl Drag {
    /// Starts dragging the boxes at `paths`, with everything inside them.
    pub fn new(scene: &Scene, paths: &[NodePath]) -> Self {
        let index = SceneIndex::new(scene);
        let dragged: SortedSet<usize> = gather(paths.iter().filter_map(|path| index.of(path)));
        // Outer boxes come first, so a single pass finds everything inside the dragged boxes.
        let mut moves = vec![false; scene.boxes.len()];
        for (number, scene_box) in scene.boxes.iter().enumerate() {
            let parent = scene_box.parent.as_ref().and_then(|parent| index.of(parent));
            moves[number] = dragged.contains(&number) || parent.is_some_and(|parent| moves[parent]);
        }
        let (mut still, mut moving) = (Vec::new(), Vec::new());
        for (number, rect) in index.obstacles() {
            if moves[index.owner(number)] { moving.push((number, rect)) } else { still.push((number, rect)) }
        }
        let mut drag = Drag {
            along: Vec::new(),
            bent: Vec::new(),
            still: Vec::new(),
            reaches: Obstacles::default(),
            moving: moving.iter().map(|(_, rect)| *rect).collect(),
            router: Router::beside(still, moving),
        };
        let mut nets = SortedMap::new();
        for (number, connection) in scene.connections.iter().enumerate() {
            let ends = [&connection.source, &connection.target].map(|path| index.of(path));
            let moving = ends.map(|end| end.is_some_and(|end| moves[end]));
            if moving == [true, true] {
                drag.along.push((number, connection.points.clone()));
                continue;
            }
            let Some(line) = index.line(number, ends, moving, &mut nets) else { continue };
            if moving == [false, false] {
                drag.router.add(&line.points, line.net);
                drag.still.push(line);
            } else {
                drag.bent.push(line);
            }
        }
        let reaches = drag.still.iter().enumerate().map(|(number, line)| (number, around(&line.points)));
        drag.reaches = Obstacles::new(reaches.collect());
        drag
    }

    /// The routes of connections that are attached to dragged boxes, or blocked by them, after moving `by`; ordered by
    /// their index in the scene.
    pub fn routes(&mut self, by: Point) -> Vec<(usize, Vec<Point>)> {
        let shifted = |point: Point| Point { x: point.x + by.x, y: point.y + by.y };
        let along = self.along.iter();
        let mut routes: Vec<(usize, Vec<Point>)> = along
            .map(|(connection, points)| (*connection, points.iter().map(|&point| shifted(point)).collect()))
            .collect();
        let crossed: SortedSet<usize> = gather(self.crossed(by));
        self.router.move_by(by);
        let crossed = crossed.into_iter().filter_map(|number| self.still.get(number));
        for Line { connection, net, ends, passable, .. } in self.bent.iter().chain(crossed) {
            let moved = |point: Point, moves: bool| if moves { shifted(point) } else { point };
            let [from, to] =
                ends.map(|end| Terminal { at: moved(end.terminal.at, end.moves), facing: end.terminal.facing });
            let [first, last] = ends.map(|end| moved(end.border, end.moves));
            let route = self.router.route(from, to, *net, passable);
            routes.push((*connection, straight(&[[first].as_slice(), &route, &[last]].concat())));
        }
        routes.order_by_key(|(number, _)| *number);
        routes
    }

    /// The static lines that cross the dragged boxes.
    fn crossed(&self, by: Point) -> impl Iterator<Item = usize> {
        let moved = self.moving.iter().map(move |rect| Rect { x: rect.x + by.x, y: rect.y + by.y, ..*rect }.grown(1.0));
        moved.flat_map(move |rect| {
            let reaching = self.reaches.touching(rect).map(|(number, _)| number);
            reaching.filter(move |&number| self.still.get(number).is_some_and(|line| touches(&line.points, rect)))
        })
    }
}

/// The bounding box of some points.
fn around(points: &[Point]) -> Rect {
    let rects = points.iter().map(|&Point { x, y }| Rect { x, y, width: 0.0, height: 0.0 });
    rects.reduce(Rect::cover).unwrap_or_default().grown(0.01)
}

fn touches(route: &[Point], rect: Rect) -> bool {
    route.windows(2).any(|part| around(part).overlaps(rect))
}

/// The boxes of a scene by path. Obstacles are numbered: first the boxes, then the ports on frame borders.
struct SceneIndex<'a> {
    scene: &'a Scene,
    by_path: HashMap<&'a NodePath, usize>,
    /// The frame and port of each obstacle that is not a box.
    flags: Vec<(usize, usize)>,
}

impl<'a> SceneIndex<'a> {
    fn new(scene: &'a Scene) -> Self {
        let boxes = || scene.boxes.iter().enumerate();
        SceneIndex {
            scene,
            by_path: boxes().map(|(number, scene_box)| (&scene_box.path, number)).collect(),
            flags: flags(&scene.boxes).collect(),
        }
    }

    fn of(&self, path: &NodePath) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    fn obstacles(&self) -> impl Iterator<Item = (usize, Rect)> {
        let boxes = self.scene.boxes.iter().map(|scene_box| scene_box.rect);
        boxes.chain(self.flags.iter().map(|&(frame, port)| flag(&self.scene.boxes[frame], port))).enumerate()
    }

    /// The box that is the obstacle, or that has it on its border.
    fn owner(&self, obstacle: usize) -> usize {
        let flag = obstacle.checked_sub(self.scene.boxes.len()).and_then(|flag| self.flags.get(flag));
        flag.map_or(obstacle, |&(frame, _)| frame)
    }

    /// The box itself and the frames around it, from inside to outside.
    fn around(&self, number: usize) -> impl Iterator<Item = usize> {
        let parent = |&number: &usize| self.of(self.scene.boxes[number].parent.as_ref()?);
        std::iter::successors(Some(number), parent).take(self.scene.boxes.len())
    }

    fn line(
        &self,
        number: usize,
        ends: [Option<usize>; 2],
        moves: [bool; 2],
        nets: &mut SortedMap<Trunk, usize>,
    ) -> Option<Line> {
        let connection = self.scene.connections.get(number)?;
        let [source, target] = ends;
        let (source, target) = (source?, target?);
        let (&[first, second, ..], &[.., before, last]) = (connection.points.as_slice(), connection.points.as_slice())
        else {
            return None;
        };
        let mut passable = Vec::new();
        let mut end = |own: usize, at: Point, next: Point, straight: Side, moves: bool| {
            let facing = match next.x - at.x {
                along if along > 0.01 => Side::East,
                along if along < -0.01 => Side::West,
                _ => straight,
            };
            let scene_box = &self.scene.boxes[own];
            let is_left = at.x < scene_box.rect.x + scene_box.rect.width / 2.0;
            let inside = scene_box.frame && (facing == Side::East) == is_left;
            passable
                .extend(self.around(own).skip(usize::from(!inside)).filter(|&number| self.scene.boxes[number].frame));
            let port = scene_box.ports.iter().position(|port| inside && port.at == at);
            let under = port.map_or(0.0, |port| flag(scene_box, port).width);
            let terminal = Point { x: if facing == Side::East { at.x + under } else { at.x - under }, y: at.y };
            Outlet { border: at, terminal: Terminal { at: terminal, facing }, moves }
        };
        let ends = [end(source, first, second, Side::East, moves[0]), end(target, last, before, Side::West, moves[1])];
        // Connections that start at the same value or capability share their route up to where they diverge.
        let [from, to] = ends;
        let (trunk, at) = if from.terminal.facing == Side::East { (source, from.border) } else { (target, to.border) };
        let count = nets.len();
        let net = *nets.entry((trunk, at.x.to_bits(), at.y.to_bits(), connection.kind)).or_insert(count);
        Some(Line { connection: number, net, points: connection.points.clone(), ends, passable })
    }
}

/// The common start of the connections of a net: box, position and kind.
type Trunk = (usize, u64, u64, EdgeKind);

/// The ports on frame borders, by index of the frame and of the port.
pub(super) fn flags(boxes: &[SceneBox]) -> impl Iterator<Item = (usize, usize)> {
    let frames = boxes.iter().enumerate().filter(|(_, scene_box)| scene_box.frame);
    frames.flat_map(|(number, frame)| (0..frame.ports.len()).map(move |port| (number, port)))
}

/// The port on the border of a frame.
pub(super) fn flag(frame: &SceneBox, port: usize) -> Rect {
    let Some(port) = frame.ports.get(port) else { return frame.rect };
    shape::flag_of(frame.rect, port)
}
