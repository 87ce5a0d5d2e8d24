//! Snapping: dragged boxes align with others within a few pixels, and guide lines show the alignment.

use descriptorium_core::scene::Rect;
use descriptorium_core::topology::Point;

/// A line that shows an alignment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guide {
    pub from: Point,
    pub to: Point,
}

/// The offset that aligns `moving` with one of `others`, if it is within `reach`; and the guide lines.
pub fn snap(moving: Rect, others: &[Rect], reach: f64) -> (Point, Vec<Guide>) {
    let across = nearest(lines(moving.x, moving.width), others.iter().map(|rect| lines(rect.x, rect.width)), reach);
    let down = nearest(lines(moving.y, moving.height), others.iter().map(|rect| lines(rect.y, rect.height)), reach);
    let by = Point { x: across.unwrap_or(0.0), y: down.unwrap_or(0.0) };
    let moved = Rect { x: moving.x + by.x, y: moving.y + by.y, ..moving };
    let mut guides = Vec::new();
    if across.is_some() {
        guides.extend(upright(moved, others));
    }
    if down.is_some() {
        let turned: Vec<Rect> = others.iter().map(|rect| turn(*rect)).collect();
        guides.extend(upright(turn(moved), &turned).map(|guide| Guide { from: swap(guide.from), to: swap(guide.to) }));
    }
    (by, guides)
}

/// The start, the middle and the end of an interval.
fn lines(start: f64, length: f64) -> [f64; 3] {
    [start, start + length / 2.0, start + length]
}

/// The smallest offset that moves one of `own` onto one of the others.
fn nearest(own: [f64; 3], others: impl Iterator<Item = [f64; 3]>, reach: f64) -> Option<f64> {
    let steps = others.flat_map(|other| own.into_iter().zip(other).map(|(own, other)| other - own));
    steps.filter(|step| step.abs() <= reach).min_by(|one, other| one.abs().total_cmp(&other.abs()))
}

/// The vertical line through the boxes that are aligned with `moved`, at most one.
fn upright(moved: Rect, others: &[Rect]) -> Option<Guide> {
    lines(moved.x, moved.width).into_iter().enumerate().find_map(|(which, x)| {
        let in_line = others.iter().filter(|rect| (lines(rect.x, rect.width)[which] - x).abs() < 0.01);
        let mut extent = (moved.y, moved.y + moved.height);
        let mut any = false;
        for rect in in_line {
            any = true;
            extent = (extent.0.min(rect.y), extent.1.max(rect.y + rect.height));
        }
        any.then_some(Guide { from: Point { x, y: extent.0 }, to: Point { x, y: extent.1 } })
    })
}

fn turn(rect: Rect) -> Rect {
    Rect { x: rect.y, y: rect.x, width: rect.height, height: rect.width }
}

fn swap(point: Point) -> Point {
    Point { x: point.y, y: point.x }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn rect(x: f64, y: f64) -> Rect {
        Rect { x, y, width: 100.0, height: 50.0 }
    }

    #[test]
    fn nearly_aligned_boxes_snap() {
        let (by, guides) = snap(rect(203.0, 400.0), &[rect(200.0, 0.0)], 6.0);
        assert_eq!(by, Point { x: -3.0, y: 0.0 });
        assert_eq!(guides, [Guide { from: Point { x: 200.0, y: 0.0 }, to: Point { x: 200.0, y: 450.0 } }]);
        let (by, guides) = snap(rect(300.0, 4.0), &[rect(0.0, 0.0)], 6.0);
        assert_eq!(by, Point { x: 0.0, y: -4.0 });
        assert_eq!(guides, [Guide { from: Point { x: 0.0, y: 0.0 }, to: Point { x: 400.0, y: 0.0 } }]);
    }

    #[test]
    fn distant_boxes_do_not_snap() {
        assert_eq!(snap(rect(230.0, 430.0), &[rect(200.0, 0.0)], 6.0), (Point::default(), Vec::new()));
        assert_eq!(snap(rect(0.0, 0.0), &[], 6.0), (Point::default(), Vec::new()));
    }

    #[test]
    fn centers_snap_too() {
        let wide = Rect { x: 0.0, y: 0.0, width: 300.0, height: 20.0 };
        let (by, _) = snap(rect(98.0, 500.0), &[wide], 6.0);
        assert_eq!(by.x, 2.0);
    }
}
