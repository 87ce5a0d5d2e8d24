//! The next box in reading order and the nearest box in a direction, for keyboard navigation.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use descriptorium_core::scene::shape::flag_of;
use descriptorium_core::scene::{Rect, Scene, SceneBox};
use descriptorium_core::sorting::Sorting;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::VertexKind;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl Direction {
    /// The step as an offset: to the right, and down.
    pub fn step(self, length: f64) -> (f64, f64) {
        match self {
            Direction::Left => (-length, 0.0),
            Direction::Right => (length, 0.0),
            Direction::Up => (0.0, -length),
            Direction::Down => (0.0, length),
        }
    }
}

/// The boxes in reading order: row by row from left to right, with the contents of a frame after it. Connection points on
/// the border come first. The boundary is not included.
pub fn reading_order(scene: &Scene) -> Vec<NodePath> {
    let paths: HashSet<&NodePath> = parts(scene).map(|found| &found.path).collect();
    let mut levels: HashMap<Option<&NodePath>, Vec<&SceneBox>> = HashMap::new();
    for found in parts(scene) {
        levels.entry(found.parent.as_ref().filter(|parent| paths.contains(parent))).or_default().push(found);
    }
    let mut order: Vec<NodePath> = points(scene).map(|(path, _)| path.clone()).collect();
    let mut open: Vec<&SceneBox> = rows(levels.remove(&None).unwrap_or_default());
    open.reverse();
    while let Some(found) = open.pop() {
        order.push(found.path.clone());
        // A policy follows the first box that it applies to.
        for mark in &found.marks {
            if !order.contains(&mark.path) {
                order.push(mark.path.clone());
            }
        }
        open.extend(rows(levels.remove(&Some(&found.path)).unwrap_or_default()).into_iter().rev());
    }
    let border = scene.boxes.iter().filter(|found| found.kind == VertexKind::Boundary);
    order.extend(border.flat_map(|found| &found.marks).map(|mark| mark.path.clone()));
    order
}

fn rows(mut boxes: Vec<&SceneBox>) -> Vec<&SceneBox> {
    boxes.order_by(|one, other| one.rect.y.total_cmp(&other.rect.y));
    let mut rows: Vec<Vec<&SceneBox>> = Vec::new();
    for found in boxes {
        // A box that starts above the middle of the first box of a row is in that row.
        let row = rows.last_mut().filter(|row| row.first().is_some_and(|first| found.rect.y < middle(first.rect).1));
        match row {
            Some(row) => row.push(found),
            None => rows.push(vec![found]),
        }
    }
    for row in &mut rows {
        row.order_by(|one, other| one.rect.x.total_cmp(&other.rect.x));
    }
    rows.into_iter().flatten().collect()
}

/// The nearest box in a direction; straight ahead counts as nearer than to the side.
pub fn neighbor(scene: &Scene, from: &NodePath, direction: Direction) -> Option<NodePath> {
    let boxes = || parts(scene).map(|found| (&found.path, found.rect, level(scene, found)));
    let border = NodePath::root();
    let all = || boxes().chain(points(scene).map(|(path, rect)| (path, rect, Some(&border))));
    let (_, start, level) = all().find(|(path, ..)| *path == from)?;
    let others = all().filter(|(path, _, other)| *path != from && *other == level);
    let far = others.filter_map(|(path, rect, _)| Some((distance(start, rect, direction)?, path)));
    let nearest = far.min_by(|(one, _), (other, _)| one.partial_cmp(other).unwrap_or(Ordering::Equal));
    nearest.map(|(_, path)| path.clone())
}

/// The connection points on the border from top to bottom, with their flags.
fn points(scene: &Scene) -> impl Iterator<Item = (&NodePath, Rect)> {
    let border = scene.boxes.iter().filter(|found| found.kind == VertexKind::Boundary);
    let mut found: Vec<_> = border
        .flat_map(|frame| frame.ports.iter().map(|port| (frame.rect, port)))
        .filter_map(|(frame, port)| Some((port.path.as_ref()?, flag_of(frame, port))))
        .collect();
    found.order_by(|(_, one), (_, other)| one.y.total_cmp(&other.y));
    found.into_iter()
}

fn parts(scene: &Scene) -> impl Iterator<Item = &SceneBox> {
    scene.boxes.iter().filter(|found| !found.kind.is_background())
}

/// The frame around a box. Lanes do not separate boxes.
fn level<'s>(scene: &'s Scene, found: &'s SceneBox) -> Option<&'s NodePath> {
    let parent = found.parent.as_ref()?;
    let lane = scene.boxes.iter().find(|frame| frame.path == *parent && frame.kind == VertexKind::Stage);
    lane.map_or(Some(parent), |lane| lane.parent.as_ref())
}

/// The weighted distance from one box to another in a direction. An offset to the side counts more; a box that is far
/// more to the side than ahead is only chosen if there is no other.
fn distance(from: Rect, to: Rect, direction: Direction) -> Option<f64> {
    let ((x, y), (other_x, other_y)) = (middle(from), middle(to));
    let (dx, dy) = (other_x - x, other_y - y);
    let (ahead, aside) = match direction {
        Direction::Left => (-dx, gap(from.y, from.height, to.y, to.height)),
        Direction::Right => (dx, gap(from.y, from.height, to.y, to.height)),
        Direction::Up => (-dy, gap(from.x, from.width, to.x, to.width)),
        Direction::Down => (dy, gap(from.x, from.width, to.x, to.width)),
    };
    let slant = match direction {
        Direction::Left | Direction::Right => dy.abs(),
        Direction::Up | Direction::Down => dx.abs(),
    };
    let beside = if aside > 0.0 && slant > 2.5 * ahead { 1e6 } else { 0.0 };
    (ahead > 1.0).then_some(ahead + 3.0 * aside + 0.1 * slant + beside)
}

/// The gap between two intervals; 0 if they overlap.
fn gap(start: f64, length: f64, other: f64, other_length: f64) -> f64 {
    (other - (start + length)).max(start - (other + other_length)).max(0.0)
}

fn middle(rect: Rect) -> (f64, f64) {
    (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0)
}

#[cfg(test)]
mod tests {
    use descriptorium_core::scene::ScenePort;
    use descriptorium_core::topology::{Point, PortKind};

    use super::*;

    /// Boxes of 100 by 50 at these positions.
    fn scene(places: &[(&str, f64, f64)]) -> Scene {
        let boxes = places.iter().map(|(name, x, y)| SceneBox {
            path: NodePath::keys(["composition", name]),
            label: (*name).to_owned(),
            ..SceneBox::bare(VertexKind::Resource, Rect { x: *x, y: *y, width: 100.0, height: 50.0 })
        });
        Scene { boxes: boxes.collect(), ..Scene::default() }
    }

    fn names(paths: &[NodePath]) -> Vec<&str> {
        paths.iter().filter_map(NodePath::last_key).collect()
    }

    #[test]
    fn boxes_are_read_row_by_row() {
        let scene = scene(&[("d", 0.0, 200.0), ("b", 300.0, 10.0), ("a", 0.0, 0.0), ("c", 600.0, 20.0)]);
        assert_eq!(names(&reading_order(&scene)), ["a", "b", "c", "d"]);
    }

    #[test]
    fn connection_points_are_read_before_the_boxes_and_are_their_neighbors() {
        let mut scene = scene(&[("a", 300.0, 0.0), ("b", 300.0, 100.0)]);
        let point = |index: usize, y: f64| ScenePort {
            name: "web".into(),
            kind: PortKind::Input,
            type_name: None,
            path: Some(NodePath::keys(["points"]).index(index)),
            need: descriptorium_core::topology::PortNeed::Plain,
            at: Point { x: 0.0, y },
        };
        let border = SceneBox {
            path: NodePath::root(),
            frame: true,
            rect: Rect { x: 0.0, y: -100.0, width: 500.0, height: 400.0 },
            kind: VertexKind::Boundary,
            ports: vec![point(0, 125.0), point(1, 25.0)],
            ..scene.boxes[0].clone()
        };
        for found in &mut scene.boxes {
            found.parent = Some(NodePath::root());
        }
        scene.boxes.insert(0, border);
        let order = reading_order(&scene);
        let point = |index: usize| NodePath::keys(["points"]).index(index);
        assert_eq!(order[..2], [point(1), point(0)]);
        assert_eq!(names(&order[2..]), ["a", "b"]);
        let a = NodePath::keys(["composition", "a"]);
        assert_eq!(neighbor(&scene, &a, Direction::Left), Some(point(1)));
        assert_eq!(neighbor(&scene, &point(1), Direction::Right), Some(a));
        assert_eq!(neighbor(&scene, &point(1), Direction::Down), Some(point(0)));
    }

    #[test]
    fn straight_ahead_is_nearer_than_to_the_side() {
        let scene = scene(&[("a", 0.0, 0.0), ("ahead", 400.0, 10.0), ("aside", 120.0, 200.0), ("under", 20.0, 300.0)]);
        let from = NodePath::keys(["composition", "a"]);
        let to = |direction| neighbor(&scene, &from, direction).and_then(|path| path.last_key().map(str::to_owned));
        assert_eq!(to(Direction::Right).as_deref(), Some("ahead"));
        assert_eq!(to(Direction::Down).as_deref(), Some("aside"));
        assert_eq!((to(Direction::Left), to(Direction::Up)), (None, None));
        let scene = self::scene(&[("a", 0.0, 0.0), ("under", 5.0, 70.0), ("far", 900.0, 0.0)]);
        let right = neighbor(&scene, &from, Direction::Right);
        assert_eq!(right.as_ref().and_then(NodePath::last_key), Some("far"));
    }
}
