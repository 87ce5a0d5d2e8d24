//! What a scene looks like while somebody drags boxes, before the text has changed.

use std::collections::{BTreeSet, HashMap};

use super::nest::Side;
use super::route::{FAR, Router, Tip};
use super::{Rect, Scene, SceneBox};
use crate::syntax::NodePath;
use crate::topology::Point;

/// The ways of those wires that end at the boxes at `paths`, or at boxes in them, when these are moved `by`. Each with
/// the number of the wire in the scene.
pub fn drag(scene: &Scene, paths: &[NodePath], by: Point) -> Vec<(usize, Vec<Point>)> {
    let by_path: HashMap<&NodePath, usize> =
        scene.boxes.iter().enumerate().map(|(number, scene_box)| (&scene_box.path, number)).collect();
    let frames = |path: &NodePath| -> Vec<usize> {
        let first = by_path.get(path).copied();
        let parent = |&number: &usize| by_path.get(scene.boxes[number].parent.as_ref()?).copied();
        std::iter::successors(first, parent).take(scene.boxes.len()).collect()
    };
    let dragged: BTreeSet<usize> = paths.iter().filter_map(|path| by_path.get(path).copied()).collect();
    // Outer boxes come first, so that one pass finds what is inside of what moves.
    let mut moves = vec![false; scene.boxes.len()];
    for (number, scene_box) in scene.boxes.iter().enumerate() {
        let parent = scene_box.parent.as_ref().and_then(|parent| by_path.get(parent));
        moves[number] = dragged.contains(&number) || parent.is_some_and(|&parent| moves[parent]);
    }
    let shifted =
        |point: Point, moves: bool| if moves { Point { x: point.x + by.x, y: point.y + by.y } } else { point };
    let rect = |(scene_box, &moves): (&SceneBox, &bool)| {
        let corner = shifted(Point { x: scene_box.rect.x, y: scene_box.rect.y }, moves);
        Rect { x: corner.x, y: corner.y, ..scene_box.rect }
    };
    let mut ways = Vec::new();
    let mut bent = Vec::new();
    let mut still = Vec::new();
    for (number, wire) in scene.wires.iter().enumerate() {
        let [source, target] =
            [&wire.source, &wire.target].map(|path| by_path.get(path).is_some_and(|&end| moves[end]));
        match (source, target) {
            (false, false) => still.push((number, wire)),
            (true, true) => ways.push((number, wire.points.iter().map(|&point| shifted(point, true)).collect())),
            _ => {
                let by = [source, target].map(|moves| if moves { by } else { Point::default() });
                bent.extend(ends(&wire.points, by).map(|ends| (number, wire, ends)));
            }
        }
    }
    // What is far from the wires that change is in nobody's way.
    let Some(area) = bent.iter().flat_map(|(_, _, ends)| ends.map(|tip| around(&[tip.at]))).reduce(Rect::cover) else {
        return ways;
    };
    let area = area.grown(FAR);
    let mut router = Router::within(scene.boxes.iter().zip(&moves).map(rect).collect(), area);
    let near = still.iter().filter(|(_, wire)| around(&wire.points).grown(1.0).overlaps(area));
    near.for_each(|(number, wire)| router.add(&wire.points, *number));
    for (number, wire, [from, to]) in bent {
        let inside = |tip: Tip, path: &NodePath| {
            let frame = by_path.get(path).map(|&number| &scene.boxes[number]).filter(|scene_box| scene_box.frame);
            frame.is_some_and(|frame| (tip.facing == Side::East) == (tip.at.x < frame.rect.x + frame.rect.width / 2.0))
        };
        let mut passable = frames(&wire.source);
        passable.extend(frames(&wire.target));
        let own = |path: &NodePath, tip: Tip| by_path.get(path).copied().filter(|_| !inside(tip, path));
        let blocked = [own(&wire.source, from), own(&wire.target, to)];
        passable.retain(|number| !blocked.contains(&Some(*number)));
        ways.push((number, router.route(from, to, number, &passable)));
    }
    ways.sort_by_key(|(number, _)| *number);
    ways
}

/// The least rectangle around some points.
fn around(points: &[Point]) -> Rect {
    let rects = points.iter().map(|&Point { x, y }| Rect { x, y, width: 0.0, height: 0.0 });
    rects.reduce(Rect::cover).unwrap_or_default()
}

/// The ends of a wire, moved, and the sides to which it leaves them.
fn ends(points: &[Point], by: [Point; 2]) -> Option<[Tip; 2]> {
    let (&[first, second, ..], &[.., before, last]) = (points, points) else { return None };
    let tip = |at: Point, next: Point, by: Point, straight: Side| {
        let facing = match next.x - at.x {
            along if along > 0.01 => Side::East,
            along if along < -0.01 => Side::West,
            _ => straight,
        };
        Tip { at: Point { x: at.x + by.x, y: at.y + by.y }, facing }
    };
    Some([tip(first, second, by[0], Side::East), tip(last, before, by[1], Side::West)])
}
