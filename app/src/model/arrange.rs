//! Alignment and distribution of boxes.

use descriptorium_core::scene::Rect;
use descriptorium_core::sorting::Sorting;
use descriptorium_core::topology::Point;

/// A kind of alignment or distribution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrangement {
    Left,
    Center,
    Right,
    Top,
    Middle,
    Bottom,
    /// Equal gaps from left to right.
    Across,
    /// Equal gaps from top to bottom.
    Down,
}

/// The new positions of boxes, in the same order. The outermost boxes stay in place.
pub fn arrange(rects: &[Rect], arrangement: Arrangement) -> Vec<Point> {
    match arrangement {
        Arrangement::Left | Arrangement::Center | Arrangement::Right => in_line(rects, arrangement),
        Arrangement::Across => spread(rects),
        Arrangement::Top => turned(rects, Arrangement::Left),
        Arrangement::Middle => turned(rects, Arrangement::Center),
        Arrangement::Bottom => turned(rects, Arrangement::Right),
        Arrangement::Down => turned(rects, Arrangement::Across),
    }
}

fn turned(rects: &[Rect], arrangement: Arrangement) -> Vec<Point> {
    let turned: Vec<Rect> =
        rects.iter().map(|rect| Rect { x: rect.y, y: rect.x, width: rect.height, height: rect.width }).collect();
    arrange(&turned, arrangement).into_iter().map(|point| Point { x: point.y, y: point.x }).collect()
}

fn in_line(rects: &[Rect], arrangement: Arrangement) -> Vec<Point> {
    let left = rects.iter().map(|rect| rect.x).fold(f64::INFINITY, f64::min);
    let right = rects.iter().map(|rect| rect.x + rect.width).fold(f64::NEG_INFINITY, f64::max);
    let x = |rect: &Rect| match arrangement {
        Arrangement::Right => right - rect.width,
        Arrangement::Center => (left + right - rect.width) / 2.0,
        _ => left,
    };
    rects.iter().map(|rect| Point { x: x(rect), y: rect.y }).collect()
}

fn spread(rects: &[Rect]) -> Vec<Point> {
    let mut order: Vec<usize> = (0..rects.len()).collect();
    order.order_by(|&one, &other| middle(rects[one]).total_cmp(&middle(rects[other])));
    let left = rects.iter().map(|rect| rect.x).fold(f64::INFINITY, f64::min);
    let right = rects.iter().map(|rect| rect.x + rect.width).fold(f64::NEG_INFINITY, f64::max);
    let taken: f64 = rects.iter().map(|rect| rect.width).sum();
    #[expect(clippy::cast_precision_loss, reason = "there are never that many boxes")]
    let room = (right - left - taken) / (rects.len().max(2) - 1) as f64;
    let mut places: Vec<Point> = rects.iter().map(|rect| Point { x: rect.x, y: rect.y }).collect();
    let mut x = left;
    for number in order {
        places[number].x = x;
        x += rects[number].width + room;
    }
    places
}

fn middle(rect: Rect) -> f64 {
    rect.x + rect.width / 2.0
}

/// The smallest rectangle around these.
pub fn bounding_box(rects: &[Rect]) -> Option<Rect> {
    let left = rects.iter().map(|rect| rect.x).reduce(f64::min)?;
    let top = rects.iter().map(|rect| rect.y).reduce(f64::min)?;
    let right = rects.iter().map(|rect| rect.x + rect.width).reduce(f64::max)?;
    let bottom = rects.iter().map(|rect| rect.y + rect.height).reduce(f64::max)?;
    Some(Rect { x: left, y: top, width: right - left, height: bottom - top })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECTS: [Rect; 3] = [
        Rect { x: 0.0, y: 0.0, width: 100.0, height: 50.0 },
        Rect { x: 400.0, y: 90.0, width: 200.0, height: 70.0 },
        Rect { x: 110.0, y: 20.0, width: 100.0, height: 50.0 },
    ];

    fn xs(arrangement: Arrangement) -> Vec<f64> {
        arrange(&RECTS, arrangement).into_iter().map(|point| point.x).collect()
    }

    fn ys(arrangement: Arrangement) -> Vec<f64> {
        arrange(&RECTS, arrangement).into_iter().map(|point| point.y).collect()
    }

    #[test]
    fn boxes_are_aligned() {
        assert_eq!(xs(Arrangement::Left), [0.0, 0.0, 0.0]);
        assert_eq!(xs(Arrangement::Right), [500.0, 400.0, 500.0]);
        assert_eq!(xs(Arrangement::Center), [250.0, 200.0, 250.0]);
        assert_eq!(ys(Arrangement::Top), [0.0, 0.0, 0.0]);
        assert_eq!(ys(Arrangement::Bottom), [110.0, 90.0, 110.0]);
        assert_eq!(ys(Arrangement::Left), [0.0, 90.0, 20.0]);
    }

    #[test]
    fn boxes_are_distributed() {
        assert_eq!(xs(Arrangement::Across), [0.0, 400.0, 200.0]);
        assert_eq!(ys(Arrangement::Down), [0.0, 90.0, 45.0]);
    }
}
