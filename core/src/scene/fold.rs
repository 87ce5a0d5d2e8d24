//! Expands nested assemblies in place, and collapses frames. Works on a copy of the laid-out scene: expanded boxes only
//! push away what is in their way, to the right and below, so collapsing them restores the diagram exactly.

use std::collections::HashMap;

use super::coordinates::GAP;
use super::drag::{flag, flags};
use super::hierarchy::Side;
use super::layered::{BELOW, INSET};
use super::route::{Router, Terminal, straight};
use super::{Connection, Rect, Scene, SceneBox, ScenePort, bounds, joints, shape};
use crate::sorting::Sorting;
use crate::syntax::{NodePath, Step};
use crate::topology::{Badge, Point};

/// The path key between an expanded box and its contents, which belong to another file.
const INSIDE: &str = "inside";
/// Space to keep for connections between a pushed box and the one that pushes it, if there was as much before.
const ACROSS: f64 = 64.0;

/// The path in the diagram of the node at `inner` in the descriptor of the box at `outer`.
pub fn path_inside(outer: &NodePath, inner: &NodePath) -> NodePath {
    outer.key(INSIDE).steps().iter().chain(inner.steps()).cloned().collect()
}

/// Splits a diagram path into the expanded box and the path inside it: in its descriptor, or in its chart; for a node
/// template, in the service template that replaces it. `None` for nodes of the main descriptor.
pub fn split(path: &NodePath) -> Option<(NodePath, NodePath)> {
    let steps = path.steps();
    let is = |at: usize, key: &str| matches!(steps.get(at), Some(Step::Key(own)) if own == key);
    let at = if (is(0, "composition") || is(0, "deploymentItems")) && is(2, INSIDE) {
        2
    } else if is(0, "topology_template") && is(1, "node_templates") && is(3, "artifacts") && is(5, INSIDE) {
        5
    } else if is(0, "topology_template") && is(1, "node_templates") && is(3, INSIDE) {
        3
    } else {
        return None;
    };
    let (outer, inner) = steps.split_at_checked(at)?;
    Some((outer.iter().cloned().collect(), inner.iter().skip(1).cloned().collect()))
}

/// Whether a box can be collapsed: any frame except the descriptor itself.
pub fn closes(scene_box: &SceneBox) -> bool {
    scene_box.frame && !scene_box.kind.is_background()
}

/// `base` with the diagrams of nested assemblies in place of their boxes, and without the contents of collapsed frames.
pub fn fold(base: &Scene, opened: &[(NodePath, Scene)], closed: &[NodePath]) -> Scene {
    let mut fold = Fold::new(base);
    closed.iter().for_each(|path| fold.close(path));
    opened.iter().for_each(|(path, inner)| fold.open(path, inner));
    fold.make_room();
    fold.finish()
}

struct Fold<'a> {
    base: &'a Scene,
    numbers: HashMap<&'a NodePath, usize>,
    /// The boxes of the base at their current positions.
    boxes: Vec<SceneBox>,
    parents: Vec<Option<usize>>,
    /// The collapsed frame that contains each box.
    hidden_in: Vec<Option<usize>>,
    /// By index of the expanded box: its boxes and connections, in diagram coordinates.
    inside: Vec<(usize, Vec<SceneBox>, Vec<Connection>)>,
}

impl<'a> Fold<'a> {
    fn new(base: &'a Scene) -> Self {
        let numbers: HashMap<&NodePath, usize> =
            base.boxes.iter().enumerate().map(|(number, found)| (&found.path, number)).collect();
        let parents =
            base.boxes.iter().map(|found| found.parent.as_ref().and_then(|parent| numbers.get(parent)).copied());
        Fold {
            base,
            parents: parents.collect(),
            numbers,
            boxes: base.boxes.clone(),
            hidden_in: vec![None; base.boxes.len()],
            inside: Vec::new(),
        }
    }

    fn close(&mut self, path: &NodePath) {
        let Some(&frame) = self.numbers.get(path).filter(|&&frame| closes(&self.boxes[frame])) else { return };
        let mut count = 0;
        // Outer boxes come first.
        for number in 0..self.boxes.len() {
            let Some(parent) = self.parents[number] else { continue };
            if parent == frame || self.hidden_in[parent] == Some(frame) {
                self.hidden_in[number] = self.hidden_in[frame].or(Some(frame));
                count += 1;
            }
        }
        let closed = &mut self.boxes[frame];
        closed.frame = false;
        closed.badge = Some(Badge::Count(format!("+{count}")));
        let (lefts, rights): (Vec<_>, Vec<_>) = closed.ports.iter_mut().partition(|port| port.kind.is_left());
        let rows = lefts.len().max(rights.len());
        let Rect { x, y, width, .. } = closed.rect;
        for (row, port) in lefts.into_iter().enumerate().chain(rights.into_iter().enumerate()) {
            port.at.y = y + shape::row(row);
        }
        let vertex = crate::topology::Vertex {
            detail: closed.detail.clone(),
            badge: closed.badge.clone(),
            ..crate::topology::Vertex::new(
                closed.kind,
                NodePath::root(),
                crate::text::Span::default(),
                closed.label.clone(),
            )
        };
        let (least, height) = shape::size(&vertex);
        let width = least.min(width);
        let height = if rows == 0 { height } else { shape::row(rows) - shape::ROW / 2.0 + shape::FOOT };
        closed.rect = Rect { x, y, width, height };
        for port in closed.ports.iter_mut().filter(|port| !port.kind.is_left()) {
            port.at.x = x + width;
        }
    }

    fn open(&mut self, path: &NodePath, inner: &Scene) {
        let is_closed = |&&number: &&usize| !self.boxes[number].frame && self.hidden_in[number].is_none();
        let Some(&number) = self.numbers.get(path).filter(is_closed) else { return };
        let Some(frame) = inner.boxes.iter().find(|found| found.path.is_root() && found.parent.is_none()) else {
            return;
        };
        if !frame.frame {
            return;
        }
        let outer = &self.boxes[number];
        // Reserve space for ports that only the outer descriptor knows.
        let is_known = |port: &ScenePort| frame.ports.iter().any(|own| own.kind == port.kind && own.name == port.name);
        let room = |is_left: bool| {
            let new = outer.ports.iter().filter(|port| port.kind.is_left() == is_left && !is_known(port));
            let needed = new.map(|port| shape::flag_of(frame.rect, port).width + INSET);
            let parts = inner.boxes.iter().filter(|found| !found.path.is_root()).map(|found| found.rect);
            let free = parts.map(|rect| match is_left {
                true => rect.x - frame.rect.x,
                false => frame.rect.x + frame.rect.width - rect.x - rect.width,
            });
            (needed.fold(0.0, f64::max) - free.fold(f64::INFINITY, f64::min)).max(0.0)
        };
        let (before, behind) = (room(true), room(false));
        let width = (frame.rect.width + before + behind).max(outer.rect.width);
        let corner = Point { x: outer.rect.x, y: outer.rect.y };
        let by = Point { x: corner.x - frame.rect.x + before, y: corner.y - frame.rect.y };
        let (left, right) = (corner.x, corner.x + width);
        // Move connection ends on the old border to the new one.
        let (old_left, old_right) = (frame.rect.x, frame.rect.x + frame.rect.width);
        let moved = |at: Point| match at.x {
            x if x == old_left => Point { x: left, y: at.y + by.y },
            x if x == old_right => Point { x: right, y: at.y + by.y },
            x => Point { x: x + by.x, y: at.y + by.y },
        };
        let mut ports: Vec<ScenePort> =
            frame.ports.iter().map(|port| ScenePort { at: moved(port.at), ..port.clone() }).collect();
        let mut lowest = corner.y + frame.rect.height;
        for port in outer.ports.iter().filter(|port| !is_known(port)) {
            let is_left = port.kind.is_left();
            let beside = |other: &&ScenePort| other.kind.is_left() == is_left;
            let taken: Vec<f64> = ports.iter().filter(beside).map(|other| other.at.y).collect();
            let mut y = corner.y + shape::FRAME_HEADER + shape::FLAG / 2.0;
            while taken.iter().any(|other| (other - y).abs() < shape::FLAG) {
                y += shape::FLAG;
            }
            lowest = lowest.max(y + shape::FLAG / 2.0 + BELOW);
            ports.push(ScenePort { at: Point { x: if is_left { left } else { right }, y }, ..port.clone() });
        }
        let inside = |inner: &NodePath| if inner.is_root() { path.clone() } else { path_inside(path, inner) };
        let parts = inner.boxes.iter().filter(|found| !found.path.is_root()).map(|found| SceneBox {
            path: inside(&found.path),
            parent: Some(found.parent.as_ref().map_or_else(|| path.clone(), &inside)),
            rect: Rect { x: found.rect.x + by.x, y: found.rect.y + by.y, ..found.rect },
            ports: found.ports.iter().map(|port| ScenePort { at: shifted(port.at, by), ..port.clone() }).collect(),
            placed: false,
            ..found.clone()
        });
        let connections = inner.connections.iter().map(|connection| Connection {
            path: path_inside(path, &connection.path),
            source: inside(&connection.source),
            target: inside(&connection.target),
            points: connection.points.iter().map(|&point| moved(point)).collect(),
            ..connection.clone()
        });
        self.inside.push((number, parts.collect(), connections.collect()));
        let outer = &mut self.boxes[number];
        outer.frame = true;
        outer.ports = ports;
        outer.rect = Rect { x: corner.x, y: corner.y, width, height: lowest - corner.y };
    }

    /// Lets enlarged boxes push away others, first within their own frame and then in the enclosing ones.
    fn make_room(&mut self) {
        let mut levels: Vec<Vec<usize>> = vec![Vec::new(); self.boxes.len() + 1];
        for (number, parent) in self.parents.iter().enumerate().filter(|(number, _)| self.hidden_in[*number].is_none())
        {
            levels[parent.unwrap_or(self.boxes.len())].push(number);
        }
        // Inner frames come last in the list.
        for (frame, level) in levels.iter().enumerate().take(self.boxes.len()).rev() {
            self.push_apart(level);
            self.widen(frame, level);
        }
        levels.last().into_iter().for_each(|roots| self.push_apart(roots));
    }

    fn push_apart(&mut self, level: &[usize]) {
        let old = |number: usize| self.base.boxes[number].rect;
        let grew = |number: &usize| {
            let (old, new) = (old(*number), self.boxes[*number].rect);
            new.width > old.width || new.height > old.height
        };
        if !level.iter().any(grew) {
            return;
        }
        let new: HashMap<usize, Rect> = level.iter().map(|&number| (number, self.boxes[number].rect)).collect();
        let mut at = new.clone();
        for axis in [Axis::Across, Axis::Down] {
            let mut order = level.to_vec();
            order
                .order_by(|&one, &other| axis.start(old(one)).total_cmp(&axis.start(old(other))).then(one.cmp(&other)));
            for (place, &number) in order.iter().enumerate() {
                let own = old(number);
                let mut start = axis.start(at[&number]);
                for &other in &order[..place] {
                    let (before, now) = (old(other), at[&other]);
                    let gap = axis.start(own) - axis.end(before);
                    let changed = axis.end(now) > axis.end(before);
                    if gap < 0.0 || !changed || !axis.faces(now, at[&number]) {
                        continue;
                    }
                    let needed = axis.end(now) + gap.min(axis.room());
                    // A box diagonal to the old position may move along either axis, and takes the shorter way.
                    let aside = Axis::Down.start(own) - Axis::Down.end(before);
                    let down = Axis::Down.end(now) + aside.min(GAP) - Axis::Down.start(own);
                    if axis == Axis::Across && aside >= 0.0 && down < needed - start {
                        continue;
                    }
                    start = start.max(needed);
                }
                let rect = at[&number];
                at.insert(number, axis.at(rect, start));
            }
        }
        for &number in level {
            let (from, to) = (new[&number], at[&number]);
            self.shift(number, Point { x: to.x - from.x, y: to.y - from.y });
        }
    }

    /// Moves a box with everything inside it.
    fn shift(&mut self, number: usize, by: Point) {
        if by.x == 0.0 && by.y == 0.0 {
            return;
        }
        let mut moves = vec![false; self.boxes.len()];
        for inner in 0..self.boxes.len() {
            moves[inner] = inner == number || self.parents[inner].is_some_and(|parent| moves[parent]);
            if moves[inner] {
                shift(&mut self.boxes[inner], by);
            }
        }
        for (_, boxes, connections) in self.inside.iter_mut().filter(|(outer, _, _)| moves[*outer]) {
            boxes.iter_mut().for_each(|inner| shift(inner, by));
            connections
                .iter_mut()
                .flat_map(|connection| &mut connection.points)
                .for_each(|point| *point = shifted(*point, by));
        }
    }

    /// Extends a frame so that it keeps its free space to the right and below.
    fn widen(&mut self, frame: usize, level: &[usize]) {
        let far = |boxes: &[SceneBox], axis: Axis| {
            level.iter().map(|&number| axis.end(boxes[number].rect)).fold(f64::NEG_INFINITY, f64::max)
        };
        let grown =
            [Axis::Across, Axis::Down].map(|axis| (far(&self.boxes, axis) - far(&self.base.boxes, axis)).max(0.0));
        let [wider, higher] = grown.map(|by| if by.is_finite() { by } else { 0.0 });
        let Some(found) = self.boxes.get_mut(frame).filter(|found| found.frame) else { return };
        found.rect.width += wider;
        found.rect.height += higher;
        found.ports.iter_mut().filter(|port| !port.kind.is_left()).for_each(|port| port.at.x += wider);
    }

    fn finish(mut self) -> Scene {
        let ends: Vec<Option<[End; 2]>> =
            self.base.connections.iter().map(|connection| self.ends(connection)).collect();
        let insides = std::mem::take(&mut self.inside);
        let mut boxes: Vec<SceneBox> = (0..self.boxes.len())
            .filter(|&number| self.hidden_in[number].is_none())
            .map(|number| self.boxes[number].clone())
            .collect();
        let mut inner_connections = Vec::new();
        for (_, inner, connections) in insides {
            boxes.extend(inner);
            inner_connections.extend(connections);
        }
        let mut obstacles: Vec<Rect> = boxes.iter().map(|found| found.rect).collect();
        let mut owners: HashMap<NodePath, usize> = HashMap::new();
        for (number, found) in boxes.iter().enumerate() {
            owners.insert(found.path.clone(), number);
        }
        let mut under = HashMap::new();
        for (frame, port) in flags(&boxes) {
            under.insert((frame, port), obstacles.len());
            obstacles.push(flag(&boxes[frame], port));
        }
        let mut router = Router::new(obstacles);
        inner_connections
            .iter()
            .enumerate()
            .for_each(|(number, connection)| router.add(&connection.points, self.base.connections.len() + number));
        let mut connections: Vec<Option<Connection>> = vec![None; self.base.connections.len()];
        let mut rest = Vec::new();
        for (number, (connection, ends)) in self.base.connections.iter().zip(ends).enumerate() {
            let Some(ends) = ends else { continue };
            let frames = ends.iter().flat_map(|end| self.frames(end)).filter_map(|path| owners.get(&path).copied());
            let passable: Vec<usize> = frames.collect();
            let flags = ends.iter().filter_map(|end| {
                let frame = *owners.get(&self.boxes[end.owner].path)?;
                let port = boxes[frame].ports.iter().position(|port| end.inside && port.at == end.at)?;
                under.get(&(frame, port)).copied()
            });
            let with_flags: Vec<usize> = passable.iter().copied().chain(flags).collect();
            let [from, to] = &ends;
            let same =
                (from.by == to.by).then(|| connection.points.iter().map(|&point| shifted(point, from.by)).collect());
            let same = same.filter(|points: &Vec<Point>| {
                points.first() == Some(&from.at)
                    && points.last() == Some(&to.at)
                    && !router.is_blocked(points, &with_flags)
            });
            let connection = |points| Connection {
                source: self.boxes[ends[0].owner].path.clone(),
                target: self.boxes[ends[1].owner].path.clone(),
                source_port: connection.source_port.clone().filter(|_| !ends[0].is_hidden),
                target_port: connection.target_port.clone().filter(|_| !ends[1].is_hidden),
                points,
                ..connection.clone()
            };
            match same {
                Some(points) => {
                    router.add(&points, number);
                    connections[number] = Some(connection(points));
                }
                None => {
                    connections[number] = Some(connection(Vec::new()));
                    rest.push((number, ends, passable));
                }
            }
        }
        for (number, ends, passable) in rest {
            let [from, to] = ends.map(|end| (end.at, end.terminal()));
            let route = router.route(from.1, to.1, number, &passable);
            if let Some(connection) = &mut connections[number] {
                connection.points = straight(&[[from.0].as_slice(), &route, &[to.0]].concat());
            }
        }
        let connections = joints::marked(connections.into_iter().flatten().chain(inner_connections).collect());
        let bounds = bounds(&boxes, &connections);
        Scene { title: self.base.title.clone(), boxes, connections, bounds }
    }

    /// The current ends of a base connection; `None` if both are in the same collapsed frame.
    fn ends(&self, connection: &Connection) -> Option<[End; 2]> {
        let (&[first, second, ..], &[.., before, last]) = (connection.points.as_slice(), connection.points.as_slice())
        else {
            return None;
        };
        let from = self.end(&connection.source, first, second, Side::East)?;
        let to = self.end(&connection.target, last, before, Side::West)?;
        let is_inside = from.owner == to.owner && (from.is_hidden || to.is_hidden);
        (!is_inside).then_some([from, to])
    }

    fn end(&self, path: &NodePath, at: Point, next: Point, straight: Side) -> Option<End> {
        let number = *self.numbers.get(path)?;
        let base = &self.base.boxes[number];
        let facing = match next.x - at.x {
            along if along > 0.01 => Side::East,
            along if along < -0.01 => Side::West,
            _ => straight,
        };
        let is_left = at.x < base.rect.x + base.rect.width / 2.0;
        let inside = base.frame && (facing == Side::East) == is_left;
        let owner = self.hidden_in[number].unwrap_or(number);
        let now = &self.boxes[owner];
        let is_hidden = owner != number;
        let port = base.ports.iter().find(|port| port.at == at).filter(|_| !is_hidden);
        let side = if is_left { now.rect.x } else { now.rect.x + now.rect.width };
        let new = match port {
            Some(port) => now.ports.iter().find(|own| own.kind == port.kind && own.name == port.name)?.at,
            // A collapsed frame shows on the outside in which direction its connections lead.
            None if is_hidden || base.frame && !now.frame => Point {
                x: if facing == Side::East { now.rect.x + now.rect.width } else { now.rect.x },
                y: now.rect.y + shape::SIDE,
            },
            None => Point { x: side, y: at.y - base.rect.y + now.rect.y },
        };
        let under = now.ports.iter().position(|port| inside && now.frame && port.at == new);
        let under = under.map_or(0.0, |port| flag(now, port).width);
        let by = Point { x: new.x - at.x, y: new.y - at.y };
        Some(End { owner, at: new, by, facing, inside: inside && now.frame, is_hidden, under })
    }

    /// The paths of the frames around an end.
    fn frames(&self, end: &End) -> impl Iterator<Item = NodePath> {
        let around = std::iter::successors(Some(end.owner), |&number| self.parents[number]);
        let frames = around.skip(usize::from(!end.inside)).filter(|&number| self.boxes[number].frame);
        frames.map(|number| self.boxes[number].path.clone())
    }
}

/// The current end of a base connection.
struct End {
    owner: usize,
    at: Point,
    /// Its displacement.
    by: Point,
    facing: Side,
    inside: bool,
    is_hidden: bool,
    /// The width of the port's name, from under which the connection emerges.
    under: f64,
}

impl End {
    fn terminal(&self) -> Terminal {
        let x = if self.facing == Side::East { self.at.x + self.under } else { self.at.x - self.under };
        Terminal { at: Point { x, y: self.at.y }, facing: self.facing }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Across,
    Down,
}

impl Axis {
    fn start(self, rect: Rect) -> f64 {
        match self {
            Axis::Across => rect.x,
            Axis::Down => rect.y,
        }
    }

    fn end(self, rect: Rect) -> f64 {
        match self {
            Axis::Across => rect.x + rect.width,
            Axis::Down => rect.y + rect.height,
        }
    }

    /// Whether one would hit the other when moving along this axis.
    fn faces(self, one: Rect, other: Rect) -> bool {
        let across = match self {
            Axis::Across => Axis::Down,
            Axis::Down => Axis::Across,
        };
        across.start(one) < across.end(other) + GAP && across.start(other) < across.end(one) + GAP
    }

    fn room(self) -> f64 {
        match self {
            Axis::Across => ACROSS,
            Axis::Down => GAP,
        }
    }

    fn at(self, rect: Rect, start: f64) -> Rect {
        match self {
            Axis::Across => Rect { x: start, ..rect },
            Axis::Down => Rect { y: start, ..rect },
        }
    }
}

fn shift(scene_box: &mut SceneBox, by: Point) {
    scene_box.rect = Rect { x: scene_box.rect.x + by.x, y: scene_box.rect.y + by.y, ..scene_box.rect };
    scene_box.ports.iter_mut().for_each(|port| port.at = shifted(port.at, by));
}

fn shifted(point: Point, by: Point) -> Point {
    Point { x: point.x + by.x, y: point.y + by.y }
}
