//! A spatial index (uniform grid) of rectangles that may move together.

use super::Rect;
use crate::sorted_map::SortedMap;
use crate::topology::Point;

/// The side of a grid square.
const SQUARE: f64 = 256.0;
/// A rectangle that touches more squares is kept in a separate list.
const MAX_SQUARES: f64 = 400.0;

/// Rectangles with their numbers.
#[derive(Default)]
pub(super) struct Obstacles {
    rects: Vec<(usize, Rect)>,
    squares: SortedMap<(i32, i32), Vec<usize>>,
    /// Rectangles that touch many squares.
    large: Vec<usize>,
    /// The common displacement of all rectangles.
    pub by: Point,
}

impl Obstacles {
    pub fn new(rects: Vec<(usize, Rect)>) -> Self {
        let mut obstacles = Obstacles::default();
        for (place, (_, rect)) in rects.iter().enumerate() {
            if is_large(*rect) {
                obstacles.large.push(place);
                continue;
            }
            for square in squares_of(*rect) {
                obstacles.squares.entry(square).or_default().push(place);
            }
        }
        Obstacles { rects, ..obstacles }
    }

    /// The rectangles that touch `rect`, some of them more than once.
    pub fn touching(&self, rect: Rect) -> impl Iterator<Item = (usize, Rect)> {
        let own = Rect { x: rect.x - self.by.x, y: rect.y - self.by.y, ..rect };
        let wide = is_large(own);
        let all = (0..self.rects.len()).filter(move |_| wide);
        let squares = squares_of(own).take_while(move |_| !wide);
        let some = squares.filter_map(|square| self.squares.get(&square)).flatten().copied();
        let large = self.large.iter().copied().filter(move |_| !wide);
        let found = all.chain(some).chain(large).filter_map(|place| self.rects.get(place));
        let touching = found.filter(move |(_, other)| other.overlaps(own));
        touching.map(|&(number, other)| (number, Rect { x: other.x + self.by.x, y: other.y + self.by.y, ..other }))
    }
}

/// The squares that a rectangle touches.
fn squares_of(rect: Rect) -> impl Iterator<Item = (i32, i32)> {
    #[expect(clippy::cast_possible_truncation, reason = "a cast of floats saturates")]
    let square = |at: f64| (at / SQUARE).floor() as i32;
    let (left, right) = (square(rect.x), square(rect.x + rect.width));
    let (top, bottom) = (square(rect.y), square(rect.y + rect.height));
    (left..=right).flat_map(move |column| (top..=bottom).map(move |row| (column, row)))
}

fn is_large(rect: Rect) -> bool {
    (rect.width / SQUARE + 1.0) * (rect.height / SQUARE + 1.0) > MAX_SQUARES
}
