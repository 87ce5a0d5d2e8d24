//! Wires as lines from point to point.

use crate::topology::Point;

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
