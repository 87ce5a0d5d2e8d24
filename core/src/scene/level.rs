//! One level of a drawing laid out: the boxes in a frame (or on the paper), what stands on its borders, and the wires
//! among them.

use super::lanes::{CellPort, Sheet, Tip};
use super::nest::Side;
use super::tracks::{PITCH, Trunk, tracks};
use super::{layers, order, place, route};
use crate::sorting::{Sorting, gather};
use crate::topology::{EdgeKind, Point};

/// From a box to the first track beside it, with room for the head of an arrow.
const MARGIN: f64 = 22.0;
/// The least width of a channel between two boxes.
const CHANNEL: f64 = 64.0;
/// Between parts of a level that no wire joins.
const APART: f64 = 44.0;

/// How many layers all wires of a level may pass.
const MOST_LANES: usize = 120_000;

pub(super) struct Problem {
    pub items: Vec<Item>,
    pub strands: Vec<Strand>,
    /// What stays free inside of a border that nothing stands on.
    pub inset: f64,
    pub least_width: f64,
}

pub(super) struct Item {
    pub width: f64,
    pub height: f64,
    pub ports: Vec<CellPort>,
    /// Ports that may change their places among each other.
    pub groups: Vec<Vec<usize>>,
    pub role: Role,
    /// Where wires without a port end, on the left and on the right.
    pub sides: Option<[usize; 2]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Stands on the left border of the frame.
    Left,
    /// Stands on the right border.
    Right,
    /// Is there before everything else.
    First,
    Inner,
}

/// A wire of the level.
pub(super) struct Strand {
    pub net: usize,
    pub kind: EdgeKind,
    pub from: Tip,
    pub to: Tip,
}

/// Where everything is, from the top left corner of the level.
#[derive(Default)]
pub(super) struct Solution {
    pub places: Vec<Point>,
    /// How far the ports of each item are below its top.
    pub ports: Vec<Vec<f64>>,
    pub paths: Vec<Vec<Point>>,
    pub width: f64,
    pub height: f64,
    pub crossings: usize,
}

/// Lays out a level: the parts that wires join each for itself, then one beside or below the other.
pub(super) fn solve(problem: &Problem) -> Solution {
    let parts = parts(problem);
    let mut solution = Solution {
        places: vec![Point::default(); problem.items.len()],
        ports: vec![Vec::new(); problem.items.len()],
        paths: vec![Vec::new(); problem.strands.len()],
        ..Solution::default()
    };
    let mut numbers = vec![0; problem.items.len()];
    for part in &parts {
        part.items.iter().enumerate().for_each(|(number, &item)| numbers[item] = number);
    }
    let solved: Vec<Solution> = parts.iter().map(|part| solve_part(part.of(problem, &numbers))).collect();
    let corners = pack(problem, &parts, &solved);
    for ((part, own), corner) in parts.iter().zip(solved).zip(corners) {
        let moved = |point: Point| Point { x: point.x + corner.x, y: point.y + corner.y };
        for ((&item, place), ports) in part.items.iter().zip(own.places).zip(own.ports) {
            solution.places[item] = moved(place);
            solution.ports[item] = ports;
        }
        for (&strand, path) in part.strands.iter().zip(own.paths) {
            solution.paths[strand] = path.into_iter().map(moved).collect();
        }
        let inset = if part.has(problem, Role::Right) { 0.0 } else { problem.inset };
        solution.width = solution.width.max(corner.x + own.width + inset);
        solution.height = solution.height.max(corner.y + own.height);
        solution.crossings += own.crossings;
    }
    solution.width = solution.width.max(problem.least_width);
    solution.align_right_border(problem);
    solution
}

/// Items that wires join, and what stands on the borders.
struct Part {
    items: Vec<usize>,
    strands: Vec<usize>,
}

impl Part {
    fn has(&self, problem: &Problem, role: Role) -> bool {
        self.items.iter().any(|&item| problem.items[item].role == role)
    }

    /// The problem of this part alone; `numbers` are those of the items in their parts.
    fn of(&self, problem: &Problem, numbers: &[usize]) -> Problem {
        let item = |&item: &usize| {
            let Item { width, height, ref ports, ref groups, role, sides } = problem.items[item];
            Item { width, height, ports: ports.clone(), groups: groups.clone(), role, sides }
        };
        let strand = |&strand: &usize| {
            let Strand { net, kind, from, to } = problem.strands[strand];
            Strand { net, kind, from: (numbers[from.0], from.1), to: (numbers[to.0], to.1) }
        };
        let items = self.items.iter().map(item).collect();
        Problem { items, strands: self.strands.iter().map(strand).collect(), ..*problem }
    }
}

fn parts(problem: &Problem) -> Vec<Part> {
    let mut sets = petgraph::unionfind::UnionFind::<usize>::new(problem.items.len());
    let is_border = |item: usize| matches!(problem.items[item].role, Role::Left | Role::Right);
    let mut border = None;
    for item in (0..problem.items.len()).filter(|&item| is_border(item)) {
        sets.union(*border.get_or_insert(item), item);
    }
    for strand in &problem.strands {
        sets.union(strand.from.0, strand.to.0);
    }
    let mut numbers = std::collections::BTreeMap::new();
    let mut parts: Vec<Part> = Vec::new();
    for item in 0..problem.items.len() {
        let number = *numbers.entry(sets.find(item)).or_insert_with(|| {
            parts.push(Part { items: Vec::new(), strands: Vec::new() });
            parts.len() - 1
        });
        parts[number].items.push(item);
    }
    for (strand, ends) in problem.strands.iter().enumerate() {
        if let Some(&number) = numbers.get(&sets.find(ends.from.0)) {
            parts[number].strands.push(strand);
        }
    }
    parts
}

/// The corners of the parts: what stands on the borders on top, the others in rows below, the highest first.
fn pack(problem: &Problem, parts: &[Part], solved: &[Solution]) -> Vec<Point> {
    let mut corners = vec![Point::default(); parts.len()];
    let area: f64 = solved.iter().map(|part| (part.width + APART) * (part.height + APART)).sum();
    let widest = solved.iter().map(|part| part.width).fold(0.0, f64::max);
    let width = widest.max((area * 1.6).sqrt()) + problem.inset;
    let borders: Vec<[bool; 2]> =
        parts.iter().map(|part| [Role::Left, Role::Right].map(|role| part.has(problem, role))).collect();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.order_by(|&one, &other| {
        let key = |part: usize| (!borders[part].contains(&true), parts[part].items.len() == 1);
        key(one).cmp(&key(other)).then(solved[other].height.total_cmp(&solved[one].height)).then(one.cmp(&other))
    });
    let (mut x, mut y, mut row) = (problem.inset, 0.0, 0.0_f64);
    for part in order {
        let begins = x <= problem.inset;
        if !begins && x + solved[part].width > width {
            (x, y, row) = (problem.inset, y + row + place::GAP, 0.0);
        }
        let [left, right] = borders[part];
        corners[part] = Point { x: if left { 0.0 } else { x }, y };
        row = row.max(solved[part].height);
        // Nothing stands beside what is on the borders.
        x = if left || right { f64::INFINITY } else { x + solved[part].width + APART };
    }
    corners
}

impl Solution {
    /// Moves what stands on the right border there, with the ends of its wires.
    fn align_right_border(&mut self, problem: &Problem) {
        let width = self.width;
        for (item, place) in problem.items.iter().zip(&mut self.places) {
            if item.role == Role::Right {
                place.x = width - item.width;
            }
        }
        for (strand, path) in problem.strands.iter().zip(&mut self.paths) {
            let is_right = |tip: Tip| problem.items[tip.0].role == Role::Right;
            if let (true, Some(first)) = (is_right(strand.from), path.first_mut()) {
                first.x = width;
            }
            if let (true, Some(last)) = (is_right(strand.to), path.last_mut()) {
                last.x = width;
            }
        }
    }
}

fn solve_part(mut problem: Problem) -> Solution {
    let layers = layers::layers(&problem);
    problem.turn_back(&layers);
    let far = problem.take_far(&layers);
    let problem = &problem;
    let mut sheet = Sheet::new(problem, &layers);
    let crossings = order::order(&mut sheet);
    let tops = place::places(&sheet);
    let drawing = Drawing::new(problem, &sheet, &tops);
    let bottom = |(cell, top): (&super::lanes::Cell, &f64)| top + cell.height;
    Solution {
        places: (0..problem.items.len()).map(|item| drawing.corner(item)).collect(),
        ports: sheet
            .cells
            .iter()
            .take(problem.items.len())
            .map(|cell| cell.ports.iter().map(|port| port.y).collect())
            .collect(),
        paths: with_far(&drawing, far),
        width: drawing.width,
        height: sheet.cells.iter().zip(&tops).map(bottom).fold(0.0, f64::max),
        crossings,
    }
}

impl Problem {
    /// Lets wires without ports that lead back to the left do so straight away, not around both of their boxes.
    fn turn_back(&mut self, layers: &[usize]) {
        let side = |items: &[Item], tip: Tip, side: Side| {
            let sides = items[tip.0].sides?;
            sides.contains(&tip.1).then(|| (tip.0, sides[usize::from(side == Side::East)]))
        };
        let mut next = self.strands.iter().map(|strand| strand.net + 1).max().unwrap_or(0);
        let mut nets = std::collections::BTreeMap::new();
        for strand in self.strands.iter_mut().filter(|strand| layers[strand.to.0] < layers[strand.from.0]) {
            let ends = (side(&self.items, strand.from, Side::West), side(&self.items, strand.to, Side::East));
            let (Some(from), Some(to)) = ends else { continue };
            let net = *nets.entry((to, strand.kind)).or_insert_with(|| {
                next += 1;
                next
            });
            *strand = Strand { net, from, to, ..*strand };
        }
    }

    /// Takes out the longest wires, if all together pass more layers than a drawing can show: in such a thicket nobody
    /// follows them. Each with its number.
    fn take_far(&mut self, layers: &[usize]) -> Vec<(usize, Strand)> {
        let channel = |(item, port): Tip| layers[item] + usize::from(self.items[item].ports[port].side == Side::East);
        let mut spans: Vec<(usize, usize)> = self
            .strands
            .iter()
            .enumerate()
            .map(|(number, strand)| (channel(strand.from).abs_diff(channel(strand.to)), number))
            .collect();
        spans.order();
        let mut lanes = 0;
        let near = spans.iter().take_while(|(span, _)| {
            lanes += span;
            lanes <= MOST_LANES
        });
        let mut is_far = vec![true; self.strands.len()];
        near.for_each(|&(_, number)| is_far[number] = false);
        let (far, near): (Vec<_>, Vec<_>) = self.strands.drain(..).enumerate().partition(|(number, _)| is_far[*number]);
        self.strands = near.into_iter().map(|(_, strand)| strand).collect();
        far
    }
}

/// The paths of all wires, the far ones straight over everything.
fn with_far(drawing: &Drawing<'_>, far: Vec<(usize, Strand)>) -> Vec<Vec<Point>> {
    let mut near = (0..drawing.problem.strands.len()).map(|strand| drawing.path(strand));
    let mut paths = Vec::new();
    for (number, strand) in far {
        paths.extend(near.by_ref().take(number - paths.len()));
        let tip =
            |tip: Tip| route::Tip { at: drawing.end(tip), facing: drawing.problem.items[tip.0].ports[tip.1].side };
        paths.push(route::straight(&route::direct(tip(strand.from), tip(strand.to))));
    }
    paths.extend(near);
    paths
}

/// A sheet with all its coordinates.
struct Drawing<'a> {
    problem: &'a Problem,
    sheet: &'a Sheet,
    tops: &'a [f64],
    /// The left side of each layer.
    lefts: Vec<f64>,
    /// For each channel the place of the track of each cable that has one.
    tracks: Vec<std::collections::BTreeMap<usize, f64>>,
    width: f64,
}

impl<'a> Drawing<'a> {
    fn new(problem: &'a Problem, sheet: &'a Sheet, tops: &'a [f64]) -> Self {
        let mut drawing = Drawing { problem, sheet, tops, lefts: Vec::new(), tracks: Vec::new(), width: 0.0 };
        let mut x = 0.0;
        for channel in 0..sheet.channels.len() {
            let trunk = |knot: &super::lanes::Knot| Trunk {
                left: knot.left.iter().map(|&tip| drawing.height(tip)).collect(),
                right: knot.right.iter().map(|&tip| drawing.height(tip)).collect(),
            };
            let trunks: Vec<Trunk> = sheet.channels[channel].iter().map(trunk).collect();
            let (own, count) = tracks(&trunks);
            #[expect(clippy::cast_precision_loss, reason = "no channel has that many tracks")]
            let needed = if count == 0 { 0.0 } else { (count - 1) as f64 * PITCH + 2.0 * MARGIN };
            let outer = channel == 0 || channel == sheet.layers.len();
            let width = if outer { needed } else { needed.max(CHANNEL) };
            let start = x + MARGIN + (width - needed) / 2.0;
            let place = |(knot, track): (&super::lanes::Knot, Option<usize>)| {
                #[expect(clippy::cast_precision_loss, reason = "no channel has that many tracks")]
                let offset = track? as f64 * PITCH;
                Some((knot.cable, (start + offset).round()))
            };
            drawing.tracks.push(gather(sheet.channels[channel].iter().zip(own).filter_map(place)));
            x += width;
            if let Some(layer) = sheet.layers.get(channel) {
                drawing.lefts.push(x);
                let widths = layer.iter().filter_map(|&cell| problem.items.get(cell)).map(|item| item.width);
                x += widths.fold(0.0, f64::max);
            }
        }
        drawing.width = x;
        drawing
    }

    fn height(&self, (cell, port): Tip) -> f64 {
        self.tops[cell] + self.sheet.cells[cell].ports[port].y
    }

    fn corner(&self, item: usize) -> Point {
        Point { x: self.lefts[self.sheet.cells[item].layer], y: self.tops[item] }
    }

    /// Where a wire ends at an item; at the border for what stands there.
    fn end(&self, tip: Tip) -> Point {
        let corner = self.corner(tip.0);
        let item = &self.problem.items[tip.0];
        let x = match (item.role, item.ports[tip.1].side) {
            (Role::Left, _) | (Role::First | Role::Inner, Side::West) => corner.x,
            (Role::Right, _) | (Role::First | Role::Inner, Side::East) => corner.x + item.width,
        };
        Point { x, y: self.height(tip) }
    }

    fn path(&self, strand: usize) -> Vec<Point> {
        let Strand { from, to, .. } = self.problem.strands[strand];
        let cable = self.sheet.cables[strand];
        let (start, end) = (self.sheet.channel(from), self.sheet.channel(to));
        let (first, lanes) = &self.sheet.lanes[cable];
        let mut points = vec![self.end(from)];
        let mut y = self.height(from);
        let mut channel = start;
        loop {
            let next = match channel.cmp(&end) {
                std::cmp::Ordering::Equal => self.height(to),
                std::cmp::Ordering::Less => self.height((lanes[channel - first], 0)),
                std::cmp::Ordering::Greater => self.height((lanes[channel - 1 - first], 0)),
            };
            // A wire that turns around takes the track even where its ends are at one height.
            let turns = start == end
                && self.problem.items[from.0].ports[from.1].side == self.problem.items[to.0].ports[to.1].side;
            if let Some(&x) = self.tracks[channel].get(&cable).filter(|_| turns || (next - y).abs() > 0.01) {
                points.push(Point { x, y });
                points.push(Point { x, y: next });
            }
            y = next;
            match channel.cmp(&end) {
                std::cmp::Ordering::Equal => break,
                std::cmp::Ordering::Less => channel += 1,
                std::cmp::Ordering::Greater => channel -= 1,
            }
        }
        points.push(self.end(to));
        route::straight(&points)
    }
}
