//! Finds the cheapest route between two points on a grid of lines beside the boxes (A*).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Rect;
use super::hierarchy::Side;
use super::route::{CLEAR, STUB};
use crate::sorting::Sorting;
use crate::topology::Point;

/// The additional length that a route may have to save a bend.
const BEND: u64 = 60;

/// The lines that a connection may follow, and where they are blocked.
pub(super) struct Grid {
    columns: Vec<f64>,
    rows: Vec<f64>,
    /// For each grid point, whether the way to the next column, and to the next row, is blocked.
    blocked: Vec<[bool; 2]>,
    start: (usize, usize),
    end: (usize, usize),
}

/// The distance of the lines from the boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    Roomy,
    /// As close as possible: there is a line through every gap.
    Close,
}

/// East, south, west, north.
const STEPS_TO: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

impl Grid {
    pub fn new(rects: &[Rect], start: Point, end: Point, lines: Lines) -> Self {
        let beside = match lines {
            Lines::Roomy => STUB - 2.0,
            Lines::Close => CLEAR,
        };
        let mut columns = vec![start.x, end.x, ((start.x + end.x) / 2.0).round()];
        let mut rows = vec![start.y, end.y];
        for rect in rects {
            columns.extend([rect.x - beside, rect.x + rect.width + beside]);
            rows.extend([rect.y - beside, rect.y + rect.height + beside]);
        }
        for lines in [&mut columns, &mut rows] {
            lines.order_by(f64::total_cmp);
            lines.dedup_by(|one, other| (*one - *other).abs() < 0.01);
        }
        let place = |lines: &[f64], at: f64| lines.partition_point(|&line| line < at - 0.005);
        let mut grid = Grid {
            start: (place(&columns, start.x), place(&rows, start.y)),
            end: (place(&columns, end.x), place(&rows, end.y)),
            blocked: vec![[false; 2]; columns.len() * rows.len()],
            columns,
            rows,
        };
        rects.iter().for_each(|rect| grid.block(rect.grown(CLEAR)));
        grid
    }

    fn block(&mut self, rect: Rect) {
        let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
        let inside = |lines: &[f64], from: f64, to: f64| {
            lines.partition_point(|&line| line <= from)..lines.partition_point(|&line| line < to)
        };
        let columns = inside(&self.columns, rect.x, right);
        let rows = inside(&self.rows, rect.y, bottom);
        for row in rows.clone() {
            for column in columns.start.saturating_sub(1)..columns.end {
                self.blocked[row * self.columns.len() + column][0] = true;
            }
        }
        for column in columns {
            for row in rows.start.saturating_sub(1)..rows.end {
                self.blocked[row * self.columns.len() + column][1] = true;
            }
        }
    }

    /// The corners of the cheapest route, and the number of search steps.
    pub fn search(&self, from: Side, to: Side, budget: usize) -> (Option<Vec<Point>>, usize) {
        let width = self.columns.len();
        let state = |column: usize, row: usize, heading: usize| (row * width + column) * 4 + heading;
        let heading = if from == Side::East { 0 } else { 2 };
        // The last segment arrives from the side that the target faces.
        let arrival = if to == Side::East { 2 } else { 0 };
        let mut costs = vec![u64::MAX; width * self.rows.len() * 4];
        let mut came = vec![usize::MAX; costs.len()];
        let first = state(self.start.0, self.start.1, heading);
        costs[first] = 0;
        let mut open = BinaryHeap::from([Reverse((self.rest(self.start), first))]);
        let mut steps = 0;
        while let Some(Reverse((_, at))) = open.pop() {
            steps += 1;
            let (heading, cell) = (at % 4, at / 4);
            let (column, row) = (cell % width, cell / width);
            let turns_back = (heading + 2) % 4 == arrival;
            if (column, row) == self.end && !turns_back {
                return (Some(self.way(at, &came)), steps);
            }
            if steps > budget {
                break;
            }
            for next_heading in [heading, (heading + 1) % 4, (heading + 3) % 4] {
                let Some((next_column, next_row)) = self.step(column, row, next_heading) else { continue };
                let length = (self.columns[next_column] - self.columns[column]).abs()
                    + (self.rows[next_row] - self.rows[row]).abs();
                let bend = if next_heading == heading { 0 } else { BEND };
                // A bend at the end counts as well.
                let last = if (next_column, next_row) == self.end && next_heading != arrival { BEND } else { 0 };
                let cost = costs[at].saturating_add(whole(length) + bend + last);
                let next = state(next_column, next_row, next_heading);
                if cost < costs[next] {
                    costs[next] = cost;
                    came[next] = at;
                    open.push(Reverse((cost + self.rest((next_column, next_row)), next)));
                }
            }
        }
        (None, steps)
    }

    fn step(&self, column: usize, row: usize, heading: usize) -> Option<(usize, usize)> {
        let (right, down) = STEPS_TO[heading];
        let (next_column, next_row) = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
        if next_column >= self.columns.len() || next_row >= self.rows.len() {
            return None;
        }
        let crossing = row.min(next_row) * self.columns.len() + column.min(next_column);
        let blocked = self.blocked.get(crossing)?[usize::from(right == 0)];
        (!blocked).then_some((next_column, next_row))
    }

    /// A lower bound of the remaining cost.
    fn rest(&self, (column, row): (usize, usize)) -> u64 {
        let (end_column, end_row) = self.end;
        whole((self.columns[end_column] - self.columns[column]).abs() + (self.rows[end_row] - self.rows[row]).abs())
    }

    fn way(&self, last: usize, came: &[usize]) -> Vec<Point> {
        let width = self.columns.len();
        let states = std::iter::successors(Some(last), |&state| Some(came[state]).filter(|&state| state != usize::MAX));
        let mut points: Vec<Point> =
            states.map(|state| Point { x: self.columns[state / 4 % width], y: self.rows[state / 4 / width] }).collect();
        points.reverse();
        points
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of floats saturates")]
fn whole(length: f64) -> u64 {
    length.round() as u64
}
