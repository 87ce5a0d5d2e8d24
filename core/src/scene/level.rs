//! The layout of one level: the boxes in a frame (or at the root), the items on its borders, and the connections
//! between them.

use super::hierarchy::Side;
use super::lanes::{CellPort, LayerGraph, PortRef};
use super::tracks::{PITCH, Trunk, tracks};
use super::{bands, coordinates, crossings, layers, route};
use crate::sorting::{Sorting, gather};
use crate::topology::{EdgeKind, Point};

/// From a box to the first track beside it, with room for an arrow head.
const MARGIN: f64 = 22.0;
/// Minimum width of a channel between two boxes.
pub(super) const CHANNEL: f64 = 64.0;
/// Distance between components of the graph that are not connected.
const APART: f64 = 44.0;

/// Maximum number of layers that all connections of a level may pass together.
const MAX_LANES: usize = 120_000;

pub(super) struct LevelInput {
    pub items: Vec<Item>,
    pub level_edges: Vec<LevelEdge>,
    /// Padding inside a border without items.
    pub inset: f64,
    pub least_width: f64,
    /// Whether layers may continue in a row below.
    pub may_wrap: bool,
}

#[derive(Clone)]
pub(super) struct Item {
    pub width: f64,
    pub height: f64,
    pub ports: Vec<CellPort>,
    /// Ports that may be reordered among each other.
    pub groups: Vec<Vec<usize>>,
    pub role: Role,
    /// The ends of connections without a port, on the left and on the right.
    pub sides: Option<[usize; 2]>,
}

impl Item {
    /// Whether it is inside of the frame, not on its border.
    pub fn is_inner(&self) -> bool {
        matches!(self.role, Role::Inner | Role::First)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// On the left border of the frame.
    Left,
    /// On the right border.
    Right,
    /// Precedes everything else.
    First,
    Inner,
}

/// A connection within the level.
#[derive(Clone)]
pub(super) struct LevelEdge {
    pub net: usize,
    pub kind: EdgeKind,
    pub from: PortRef,
    pub to: PortRef,
}

/// All coordinates, relative to the top left corner of the level.
#[derive(Default)]
pub(super) struct Solution {
    pub places: Vec<Point>,
    /// The offsets of each item's ports from its top.
    pub ports: Vec<Vec<f64>>,
    pub paths: Vec<Vec<Point>>,
    pub width: f64,
    pub height: f64,
    pub crossings: usize,
}

/// Lays out a level: each connected component separately, then packs them beside or below each other.
pub(super) fn solve(problem: &LevelInput) -> Solution {
    let components = components(problem);
    let mut solution = Solution {
        places: vec![Point::default(); problem.items.len()],
        ports: vec![Vec::new(); problem.items.len()],
        paths: vec![Vec::new(); problem.level_edges.len()],
        ..Solution::default()
    };
    let mut numbers = vec![0; problem.items.len()];
    for component in &components {
        component.items.iter().enumerate().for_each(|(number, &item)| numbers[item] = number);
    }
    let solve_component = |component: &ConnectedComponent| {
        let own = || component.of(problem, &numbers);
        let row = Row::of(own());
        let wrapped = if problem.may_wrap && bands::is_wide(&row.solution) { bands::wrap(own(), &row) } else { None };
        wrapped.unwrap_or(row.solution)
    };
    let solved: Vec<Solution> = components.iter().map(solve_component).collect();
    let corners = pack(problem, &components, &solved);
    for ((component, own), corner) in components.iter().zip(solved).zip(corners) {
        let moved = |point: Point| Point { x: point.x + corner.x, y: point.y + corner.y };
        for ((&item, place), ports) in component.items.iter().zip(own.places).zip(own.ports) {
            solution.places[item] = moved(place);
            solution.ports[item] = ports;
        }
        for (&level_edge, path) in component.level_edges.iter().zip(own.paths) {
            solution.paths[level_edge] = path.into_iter().map(moved).collect();
        }
        let inset = if component.has(problem, Role::Right) { 0.0 } else { problem.inset };
        solution.width = solution.width.max(corner.x + own.width + inset);
        solution.height = solution.height.max(corner.y + own.height);
        solution.crossings += own.crossings;
    }
    solution.width = solution.width.max(problem.least_width);
    solution.align_right_border(problem);
    solution
}

/// Items that are connected, and items on the borders.
struct ConnectedComponent {
    items: Vec<usize>,
    level_edges: Vec<usize>,
}

impl ConnectedComponent {
    fn has(&self, problem: &LevelInput, role: Role) -> bool {
        self.items.iter().any(|&item| problem.items[item].role == role)
    }

    /// The problem of this component; `numbers` are the indices of the items within their components.
    fn of(&self, problem: &LevelInput, numbers: &[usize]) -> LevelInput {
        let item = |&item: &usize| {
            let Item { width, height, ref ports, ref groups, role, sides } = problem.items[item];
            Item { width, height, ports: ports.clone(), groups: groups.clone(), role, sides }
        };
        let level_edge = |&level_edge: &usize| {
            let LevelEdge { net, kind, from, to } = problem.level_edges[level_edge];
            LevelEdge { net, kind, from: (numbers[from.0], from.1), to: (numbers[to.0], to.1) }
        };
        let items = self.items.iter().map(item).collect();
        LevelInput { items, level_edges: self.level_edges.iter().map(level_edge).collect(), ..*problem }
    }
}

fn components(problem: &LevelInput) -> Vec<ConnectedComponent> {
    let mut sets = petgraph::unionfind::UnionFind::<usize>::new(problem.items.len());
    let is_border = |item: usize| !problem.items[item].is_inner();
    let mut border = None;
    for item in (0..problem.items.len()).filter(|&item| is_border(item)) {
        sets.union(*border.get_or_insert(item), item);
    }
    for level_edge in &problem.level_edges {
        sets.union(level_edge.from.0, level_edge.to.0);
    }
    let mut numbers = crate::sorted_map::SortedMap::new();
    let mut components: Vec<ConnectedComponent> = Vec::new();
    for item in 0..problem.items.len() {
        let number = *numbers.entry(sets.find(item)).or_insert_with(|| {
            components.push(ConnectedComponent { items: Vec::new(), level_edges: Vec::new() });
            components.len() - 1
        });
        components[number].items.push(item);
    }
    for (level_edge, ends) in problem.level_edges.iter().enumerate() {
        if let Some(&number) = numbers.get(&sets.find(ends.from.0)) {
            components[number].level_edges.push(level_edge);
        }
    }
    components
}

/// The positions of the components: the one with the borders on top, the others in rows below, tallest first.
fn pack(problem: &LevelInput, components: &[ConnectedComponent], solved: &[Solution]) -> Vec<Point> {
    let mut corners = vec![Point::default(); components.len()];
    let area: f64 = solved.iter().map(|component| (component.width + APART) * (component.height + APART)).sum();
    let widest = solved.iter().map(|component| component.width).fold(0.0, f64::max);
    let width = widest.max((area * 1.6).sqrt()) + problem.inset;
    let borders: Vec<[bool; 2]> =
        components.iter().map(|component| [Role::Left, Role::Right].map(|role| component.has(problem, role))).collect();
    let mut order: Vec<usize> = (0..components.len()).collect();
    order.order_by(|&one, &other| {
        let key = |component: usize| (!borders[component].contains(&true), components[component].items.len() == 1);
        key(one).cmp(&key(other)).then(solved[other].height.total_cmp(&solved[one].height)).then(one.cmp(&other))
    });
    let (mut x, mut y, mut row) = (problem.inset, 0.0, 0.0_f64);
    for component in order {
        let begins = x <= problem.inset;
        if !begins && x + solved[component].width > width {
            (x, y, row) = (problem.inset, y + row + coordinates::GAP, 0.0);
        }
        let [left, right] = borders[component];
        corners[component] = Point { x: if left { 0.0 } else { x }, y };
        row = row.max(solved[component].height);
        // Nothing goes beside the component with the borders.
        x = if left || right { f64::INFINITY } else { x + solved[component].width + APART };
    }
    corners
}

impl Solution {
    /// Moves the items on the right border there, with the ends of their connections.
    fn align_right_border(&mut self, problem: &LevelInput) {
        let width = self.width;
        for (item, place) in problem.items.iter().zip(&mut self.places) {
            if item.role == Role::Right {
                place.x = width - item.width;
            }
        }
        for (level_edge, path) in problem.level_edges.iter().zip(&mut self.paths) {
            let is_right = |port_ref: PortRef| problem.items[port_ref.0].role == Role::Right;
            if let (true, Some(first)) = (is_right(level_edge.from), path.first_mut()) {
                first.x = width;
            }
            if let (true, Some(last)) = (is_right(level_edge.to), path.last_mut()) {
                last.x = width;
            }
        }
    }
}

/// A component whose layers are side by side.
pub(super) struct Row {
    /// The layer of each item, from 0.
    pub layers: Vec<usize>,
    /// The left and the right side of each layer.
    pub sides: Vec<(f64, f64)>,
    pub solution: Solution,
}

impl Row {
    fn of(mut problem: LevelInput) -> Row {
        let layers = layers::layers(&problem);
        problem.turn_back(&layers);
        Row::in_layers(problem, &layers)
    }

    /// Lays out items whose layers are known.
    pub fn in_layers(mut problem: LevelInput, layers: &[usize]) -> Row {
        let far = problem.take_far(layers);
        let problem = &problem;
        let mut graph = LayerGraph::new(problem, layers);
        let crossings = crossings::minimize(&mut graph);
        let tops = coordinates::cell_tops(&graph);
        let layout = LevelLayout::new(problem, &graph, &tops);
        let bottom = |(cell, top): (&super::lanes::Cell, &f64)| top + cell.height;
        let items = &graph.cells[..problem.items.len()];
        let solution = Solution {
            places: (0..items.len()).map(|item| layout.corner(item)).collect(),
            ports: items.iter().map(|cell| cell.ports.iter().map(|port| port.y).collect()).collect(),
            paths: with_far(&layout, far),
            width: layout.width,
            height: graph.cells.iter().zip(&tops).map(bottom).fold(0.0, f64::max),
            crossings,
        };
        Row { layers: items.iter().map(|cell| cell.layer).collect(), sides: layout.sides, solution }
    }
}

impl LevelInput {
    /// Lets connections without ports that lead back to the left do so directly, instead of around both boxes.
    pub fn turn_back(&mut self, layers: &[usize]) {
        let side = |items: &[Item], port_ref: PortRef, side: Side| {
            let sides = items[port_ref.0].sides?;
            sides.contains(&port_ref.1).then(|| (port_ref.0, sides[usize::from(side == Side::East)]))
        };
        let mut next = self.level_edges.iter().map(|level_edge| level_edge.net + 1).max().unwrap_or(0);
        let mut nets = crate::sorted_map::SortedMap::new();
        for level_edge in
            self.level_edges.iter_mut().filter(|level_edge| layers[level_edge.to.0] < layers[level_edge.from.0])
        {
            let ends = (side(&self.items, level_edge.from, Side::West), side(&self.items, level_edge.to, Side::East));
            let (Some(from), Some(to)) = ends else { continue };
            let net = *nets.entry((to, level_edge.kind)).or_insert_with(|| {
                next += 1;
                next
            });
            *level_edge = LevelEdge { net, from, to, ..*level_edge };
        }
    }

    /// Removes the longest connections, with their indices, if all together pass more layers than can be shown: nobody
    /// could follow them anyway.
    fn take_far(&mut self, layers: &[usize]) -> Vec<(usize, LevelEdge)> {
        let channel =
            |(item, port): PortRef| layers[item] + usize::from(self.items[item].ports[port].side == Side::East);
        let mut spans: Vec<(usize, usize)> = self
            .level_edges
            .iter()
            .enumerate()
            .map(|(number, level_edge)| (channel(level_edge.from).abs_diff(channel(level_edge.to)), number))
            .collect();
        spans.order();
        let mut lanes = 0;
        let near = spans.iter().take_while(|(span, _)| {
            lanes += span;
            lanes <= MAX_LANES
        });
        let mut is_far = vec![true; self.level_edges.len()];
        near.for_each(|&(_, number)| is_far[number] = false);
        let (far, near): (Vec<_>, Vec<_>) =
            self.level_edges.drain(..).enumerate().partition(|(number, _)| is_far[*number]);
        self.level_edges = near.into_iter().map(|(_, level_edge)| level_edge).collect();
        far
    }
}

/// The paths of all connections; removed ones are drawn as straight lines.
fn with_far(layout: &LevelLayout<'_>, far: Vec<(usize, LevelEdge)>) -> Vec<Vec<Point>> {
    let mut near = (0..layout.problem.level_edges.len()).map(|level_edge| layout.path(level_edge));
    let mut paths = Vec::new();
    for (number, level_edge) in far {
        paths.extend(near.by_ref().take(number - paths.len()));
        let port_ref = |port_ref: PortRef| route::Terminal {
            at: layout.end(port_ref),
            facing: layout.problem.items[port_ref.0].ports[port_ref.1].side,
        };
        paths.push(route::straight(&route::direct(port_ref(level_edge.from), port_ref(level_edge.to))));
    }
    paths.extend(near);
    paths
}

/// A layered graph with all its coordinates.
struct LevelLayout<'a> {
    problem: &'a LevelInput,
    graph: &'a LayerGraph,
    tops: &'a [f64],
    /// The left and the right side of each layer.
    sides: Vec<(f64, f64)>,
    /// For each channel, the position of the track of each bundle that has one.
    tracks: Vec<crate::sorted_map::SortedMap<usize, f64>>,
    width: f64,
}

impl<'a> LevelLayout<'a> {
    fn new(problem: &'a LevelInput, graph: &'a LayerGraph, tops: &'a [f64]) -> Self {
        let mut layout = LevelLayout { problem, graph, tops, sides: Vec::new(), tracks: Vec::new(), width: 0.0 };
        let mut x = 0.0;
        for channel in 0..graph.channels.len() {
            let trunk = |segment: &super::lanes::Segment| Trunk {
                left: segment.left.iter().map(|&port_ref| layout.height(port_ref)).collect(),
                right: segment.right.iter().map(|&port_ref| layout.height(port_ref)).collect(),
            };
            let trunks: Vec<Trunk> = graph.channels[channel].iter().map(trunk).collect();
            let (own, count) = tracks(&trunks);
            #[expect(clippy::cast_precision_loss, reason = "no channel has that many tracks")]
            let needed = if count == 0 { 0.0 } else { (count - 1) as f64 * PITCH + 2.0 * MARGIN };
            let outer = channel == 0 || channel == graph.layers.len();
            let width = if outer { needed } else { needed.max(CHANNEL) };
            let start = x + MARGIN + (width - needed) / 2.0;
            let place = |(segment, track): (&super::lanes::Segment, Option<usize>)| {
                #[expect(clippy::cast_precision_loss, reason = "no channel has that many tracks")]
                let offset = track? as f64 * PITCH;
                Some((segment.bundle, (start + offset).round()))
            };
            layout.tracks.push(gather(graph.channels[channel].iter().zip(own).filter_map(place)));
            x += width;
            if let Some(layer) = graph.layers.get(channel) {
                let widths = layer.iter().filter_map(|&cell| problem.items.get(cell)).map(|item| item.width);
                let left = x;
                x += widths.fold(0.0, f64::max);
                layout.sides.push((left, x));
            }
        }
        layout.width = x;
        layout
    }

    fn height(&self, (cell, port): PortRef) -> f64 {
        self.tops[cell] + self.graph.cells[cell].ports[port].y
    }

    fn corner(&self, item: usize) -> Point {
        Point { x: self.sides[self.graph.cells[item].layer].0, y: self.tops[item] }
    }

    /// The end of a connection at an item; at the border for items there.
    fn end(&self, port_ref: PortRef) -> Point {
        let corner = self.corner(port_ref.0);
        let item = &self.problem.items[port_ref.0];
        let x = match (item.role, item.ports[port_ref.1].side) {
            (Role::Left, _) | (Role::First | Role::Inner, Side::West) => corner.x,
            (Role::Right, _) | (Role::First | Role::Inner, Side::East) => corner.x + item.width,
        };
        Point { x, y: self.height(port_ref) }
    }

    fn path(&self, level_edge: usize) -> Vec<Point> {
        let LevelEdge { from, to, .. } = self.problem.level_edges[level_edge];
        let bundle = self.graph.bundles[level_edge];
        let (start, end) = (self.graph.channel(from), self.graph.channel(to));
        let (first, lanes) = &self.graph.lanes[bundle];
        let mut points = vec![self.end(from)];
        let mut y = self.height(from);
        let mut channel = start;
        loop {
            let next = match channel.cmp(&end) {
                std::cmp::Ordering::Equal => self.height(to),
                std::cmp::Ordering::Less => self.height((lanes[channel - first], 0)),
                std::cmp::Ordering::Greater => self.height((lanes[channel - 1 - first], 0)),
            };
            // A connection that turns around needs the track even if its ends are at the same height.
            let turns = start == end
                && self.problem.items[from.0].ports[from.1].side == self.problem.items[to.0].ports[to.1].side;
            if let Some(&x) = self.tracks[channel].get(&bundle).filter(|_| turns || (next - y).abs() > 0.01) {
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
