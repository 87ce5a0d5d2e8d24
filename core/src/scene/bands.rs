//! Wraps a wide component into bands: the layers continue in a row below, as the words of a text do, so that a long chain has
//! about the proportions of a screen. Each band is laid out by itself. Connections between bands leave them through gates at
//! their sides, and follow tracks beside the bands and in the corridors between them.

use super::coordinates::GAP;
use super::hierarchy::Side;
use super::lanes::{CellPort, LANE, PortRef};
use super::level::{CHANNEL, Item, LevelEdge, LevelInput, Role, Row, Solution};
use super::route;
use super::tracks::{PITCH, Trunk, tracks};
use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::topology::Point;

/// The width that a diagram should have for its height: between the canvas beside the other panes, which is about square, and a
/// page of a site.
const PROPORTIONS: f64 = 1.3;
/// A component is only wrapped if it can then be shown larger by a third,
const LEAST_GAIN: f64 = 0.75;
/// and if one row would be hard to read in a canvas beside the other panes, which is about 800 pixels wide.
const LEAST_WIDTH: f64 = 1400.0;
/// Maximum number of counts of bands that are tried.
const MAX_ATTEMPTS: usize = 3;
/// How many crossings bands may add, for each connection: a smaller diagram that is easier to follow beats a larger one.
const MORE_CROSSINGS: f64 = 0.4;
/// From this number of connections on, crossings are not counted: nobody could follow them.
const MAX_COUNTED: usize = 1000;
/// How far a cut is moved, in units of the diagram, to cut one connection less.
const DETOUR: f64 = 20.0;
/// From the sides of the bands to the first track, and from the last track to what is beside it.
const BESIDE: f64 = 12.0;

/// The height of a view with the usual proportions that shows everything.
fn view(solution: &Solution) -> f64 {
    (solution.width / PROPORTIONS).max(solution.height)
}

/// By which factor a component in bands needs more of them for the usual proportions: twice as many are half as wide and twice as
/// high.
fn missing(solution: &Solution) -> f64 {
    (solution.width / (solution.height.max(1.0) * PROPORTIONS)).sqrt()
}

/// Whether a component laid out in one row is so wide that bands might suit it better.
pub(super) fn is_wide(row: &Solution) -> bool {
    row.width > LEAST_WIDTH && missing(row) * LEAST_GAIN > 1.0
}

/// The component in bands; `None` if one row is as good.
pub(super) fn wrap(mut problem: LevelInput, row: &Row) -> Option<Solution> {
    problem.turn_back(&row.layers);
    let mut best = None;
    let mut least = view(&row.solution) * LEAST_GAIN;
    let (mut count, mut factor) = (1, missing(&row.solution));
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a count"
    )]
    let more = (problem.level_edges.len() as f64 * MORE_CROSSINGS) as usize;
    let most_crossings = n_crossings(&problem, &row.solution) + more;
    // What runs between and beside the bands is only known when they are laid out.
    for _ in 0..MAX_ATTEMPTS {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "few bands"
        )]
        let next = ((count as f64 * factor).round() as usize).clamp(2, row.sides.len().max(2));
        if next == count {
            break;
        }
        count = next;
        let Some(bands) = Bands::new(&problem, row, count) else { break };
        let solution = bands.solve();
        factor = missing(&solution);
        if view(&solution) < least && n_crossings(&problem, &solution) <= most_crossings {
            least = view(&solution);
            best = Some(solution);
        }
    }
    best
}

/// The number of places where connections of different nets cross. Those of a bundle cross others in one place.
fn n_crossings(problem: &LevelInput, solution: &Solution) -> usize {
    let (mut level, mut upright) = (Vec::new(), Vec::new());
    for (level_edge, path) in problem.level_edges.iter().zip(&solution.paths).take(MAX_COUNTED) {
        for part in path.windows(2) {
            let &[from, to] = part else { continue };
            match from.y == to.y {
                true => level.push((from.y, from.x.min(to.x), from.x.max(to.x), level_edge.net)),
                false => upright.push((from.x, from.y.min(to.y), from.y.max(to.y), level_edge.net)),
            }
        }
    }
    level.order_by(|one, other| one.0.total_cmp(&other.0));
    let mut places = Vec::new();
    for (x, top, bottom, net) in upright {
        let below = &level[level.partition_point(|(y, ..)| *y <= top)..];
        let passed = below.iter().take_while(|(y, ..)| *y < bottom);
        let crossed = passed.filter(|(_, left, right, other)| *left < x && x < *right && *other != net);
        places.extend(crossed.map(|(y, ..)| (x.to_bits(), y.to_bits())));
    }
    places.order();
    places.dedup();
    places.len()
}

/// The end of a connection that leads to another band.
#[derive(Clone, Copy)]
struct Exit {
    net: usize,
    band: usize,
    /// The side of the band on which it leaves.
    side: Side,
    /// The gate of its net, or the end itself if that is on this border of the frame.
    port_ref: PortRef,
    /// The connection of the band that leads to the gate.
    way: Option<usize>,
}

/// How a connection is divided.
enum Part {
    /// It is in one band: the band, and the number of the connection there.
    Within(usize, usize),
    Between([Exit; 2]),
}

impl Part {
    fn exits(&self) -> Option<&[Exit; 2]> {
        match self {
            Part::Within(..) => None,
            Part::Between(exits) => Some(exits),
        }
    }
}

/// The band whose upper corridor a connection follows, if it changes sides: the corridor that is next to its target.
fn corridor([from, to]: &[Exit; 2]) -> Option<usize> {
    (from.side != to.side).then(|| if from.band < to.band { to.band } else { to.band + 1 })
}

/// A component in several bands.
struct Bands<'a> {
    problem: &'a LevelInput,
    /// The band of each item, and its number there.
    places: Vec<(usize, usize)>,
    bands: Vec<Band>,
    parts: Vec<Part>,
}

/// The items of a band, followed by its gates.
#[derive(Default)]
struct Band {
    items: Vec<usize>,
    gates: Vec<Side>,
    level_edges: Vec<LevelEdge>,
    /// The layer of each inner item, from 1.
    layers: Vec<usize>,
}

impl<'a> Bands<'a> {
    /// Divides a component; `None` if it has fewer layers than bands.
    fn new(problem: &'a LevelInput, row: &Row, count: usize) -> Option<Self> {
        let (first, last) = inner_layers(problem, row)?;
        let cuts = cuts(problem, row, (first, last), count)?;
        let starts: Vec<usize> = [first].into_iter().chain(cuts.iter().copied()).collect();
        let mut bands: Vec<Band> = (0..=cuts.len()).map(|_| Band::default()).collect();
        let places: Vec<(usize, usize)> = band_of_items(problem, row, &cuts)
            .into_iter()
            .enumerate()
            .map(|(item, number)| {
                let band = &mut bands[number];
                band.items.push(item);
                band.layers.push(row.layers[item].saturating_sub(starts[number]) + 1);
                (number, band.items.len() - 1)
            })
            .collect();
        let mut all = Bands { problem, places, bands, parts: Vec::new() };
        let mut gates = SortedMap::new();
        let mut ways = SortedMap::new();
        all.parts = problem.level_edges.iter().map(|level_edge| all.part(level_edge, &mut gates, &mut ways)).collect();
        Some(all)
    }

    /// Adds a connection to the bands of its ends. `gates` are the gates of each net by band and side, `ways` the connections to
    /// them.
    fn part(
        &mut self,
        level_edge: &LevelEdge,
        gates: &mut SortedMap<(usize, usize, bool), usize>,
        ways: &mut SortedMap<(usize, PortRef, usize), usize>,
    ) -> Part {
        let LevelEdge { net, kind, from, to } = *level_edge;
        let [one, other] = [from, to].map(|(item, _)| self.places[item].0);
        if one == other {
            let inside = |(item, port): PortRef| (self.places[item].1, port);
            let local = LevelEdge { net, kind, from: inside(from), to: inside(to) };
            self.bands[one].level_edges.push(local);
            return Part::Within(one, self.bands[one].level_edges.len() - 1);
        }
        let mut exit = |end: PortRef| {
            let (band, item) = self.places[end.0];
            let own = (item, end.1);
            let border = match self.problem.items[end.0].role {
                Role::Left => Some(Side::West),
                Role::Right => Some(Side::East),
                Role::First | Role::Inner => None,
            };
            if let Some(side) = border {
                return Exit { net, band, side, port_ref: own, way: None };
            }
            let side = self.problem.items[end.0].ports[end.1].side;
            let of_band = &mut self.bands[band];
            let gate = *gates.entry((net, band, side == Side::East)).or_insert_with(|| {
                of_band.gates.push(side);
                of_band.items.len() + of_band.gates.len() - 1
            });
            let port_ref = (gate, 0);
            let way = *ways.entry((band, own, gate)).or_insert_with(|| {
                of_band.level_edges.push(LevelEdge { net, kind, from: own, to: port_ref });
                of_band.level_edges.len() - 1
            });
            Exit { net, band, side, port_ref, way: Some(way) }
        };
        Part::Between([exit(from), exit(to)])
    }

    fn solve(&self) -> Solution {
        let rows: Vec<Row> = self.bands.iter().map(|band| band.solve(self.problem)).collect();
        let frame = Frame::new(self, &rows);
        let mut solution = Solution {
            places: vec![Point::default(); self.problem.items.len()],
            ports: vec![Vec::new(); self.problem.items.len()],
            width: frame.width,
            height: frame.height,
            crossings: rows.iter().map(|row| row.solution.crossings).sum(),
            ..Solution::default()
        };
        for (item, &(band, number)) in self.places.iter().enumerate() {
            let own = &rows[band].solution;
            let is_left = self.problem.items[item].role == Role::Left;
            let place = own.places[number];
            let x = if is_left { place.x } else { place.x + frame.shifts[band] };
            solution.places[item] = Point { x, y: place.y + frame.tops[band] };
            solution.ports[item].clone_from(&own.ports[number]);
        }
        solution.paths =
            self.parts.iter().zip(&self.problem.level_edges).map(|(part, edge)| frame.path(part, edge)).collect();
        solution
    }
}

impl Band {
    fn solve(&self, problem: &LevelInput) -> Row {
        let inner = self.items.iter().zip(&self.layers).filter(|(item, _)| problem.items[**item].is_inner());
        let last = inner.map(|(_, layer)| *layer).max().unwrap_or(0) + 1;
        let layer = |(&item, &layer): (&usize, &usize)| match problem.items[item].role {
            Role::Left => 0,
            Role::Right => last,
            Role::First | Role::Inner => layer,
        };
        let of_gate = |side: &Side| if *side == Side::West { 0 } else { last };
        let layers: Vec<usize> =
            self.items.iter().zip(&self.layers).map(layer).chain(self.gates.iter().map(of_gate)).collect();
        let own = self.items.iter().map(|&item| problem.items[item].clone());
        let input = LevelInput {
            items: own.chain(self.gates.iter().map(|side| gate(*side))).collect(),
            level_edges: self.level_edges.clone(),
            ..*problem
        };
        Row::in_layers(input, &layers)
    }

    /// Whether something is on this side of the band.
    fn has(&self, problem: &LevelInput, side: Side) -> bool {
        let role = if side == Side::West { Role::Left } else { Role::Right };
        self.gates.contains(&side) || self.items.iter().any(|&item| problem.items[item].role == role)
    }
}

/// A gate at a side of a band.
fn gate(side: Side) -> Item {
    let ports = vec![CellPort { side: side.opposite(), y: LANE / 2.0 }];
    let role = if side == Side::West { Role::Left } else { Role::Right };
    Item { width: 0.0, height: LANE, ports, groups: Vec::new(), role, sides: None }
}

/// The first and the last layer with boxes.
fn inner_layers(problem: &LevelInput, row: &Row) -> Option<(usize, usize)> {
    let inner = || problem.items.iter().zip(&row.layers).filter(|(item, _)| item.is_inner()).map(|(_, &layer)| layer);
    Some((inner().min()?, inner().max()?))
}

/// The first layers of all bands but the first: where the bands become about equally wide, and few connections are cut.
fn cuts(problem: &LevelInput, row: &Row, (first, last): (usize, usize), count: usize) -> Option<Vec<usize>> {
    // The layers that each net reaches, without the items on the borders, which are beside every band.
    let mut reaches: SortedMap<usize, (usize, usize)> = SortedMap::new();
    for level_edge in &problem.level_edges {
        for item in [level_edge.from.0, level_edge.to.0].into_iter().filter(|&item| problem.items[item].is_inner()) {
            let layer = row.layers[item];
            let reach = reaches.entry(level_edge.net).or_insert((layer, layer));
            *reach = (reach.0.min(layer), reach.1.max(layer));
        }
    }
    let mut n_cut = vec![0.0; last + 2];
    for &(from, to) in reaches.values() {
        n_cut[from + 1] += 1.0;
        n_cut[to + 1] -= 1.0;
    }
    for layer in 1..n_cut.len() {
        n_cut[layer] += n_cut[layer - 1];
    }
    let (left, right) = (row.sides[first].0, row.sides[last].1);
    let mut cuts = Vec::new();
    let mut after = first + 1;
    for band in 1..count {
        #[expect(clippy::cast_precision_loss, reason = "there are few bands")]
        let (share, ideal) = ((right - left) / count as f64, left + (right - left) * band as f64 / count as f64);
        let cost = |layer: usize| (row.sides[layer].0 - ideal).abs() + DETOUR.min(share / 8.0) * n_cut[layer];
        let near = (after..=last).skip_while(|&layer| row.sides[layer].0 < ideal - share / 2.0);
        let near = near.take_while(|&layer| row.sides[layer].0 <= ideal + share / 2.0);
        let Some(cut) = near.min_by(|&one, &other| cost(one).total_cmp(&cost(other))) else { continue };
        cuts.push(cut);
        after = cut + 1;
    }
    (!cuts.is_empty()).then_some(cuts)
}

/// The band of each item. Items on the borders are beside the first band in which they are connected.
fn band_of_items(problem: &LevelInput, row: &Row, cuts: &[usize]) -> Vec<usize> {
    let is_inner = |item: usize| problem.items[item].is_inner();
    let band = |item: usize| cuts.partition_point(|&cut| cut <= row.layers[item]);
    let mut firsts = vec![usize::MAX; problem.items.len()];
    for level_edge in &problem.level_edges {
        let ends = [level_edge.from.0, level_edge.to.0];
        for (own, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            if is_inner(other) {
                firsts[own] = firsts[own].min(band(other));
            }
        }
    }
    let first = |item: usize| if firsts[item] == usize::MAX { 0 } else { firsts[item] };
    (0..problem.items.len()).map(|item| if is_inner(item) { band(item) } else { first(item) }).collect()
}

/// The coordinates of the bands, and of the connections between them.
struct Frame<'a> {
    rows: &'a [Row],
    problem: &'a LevelInput,
    /// How far each band is moved to the right and down.
    shifts: Vec<f64>,
    tops: Vec<f64>,
    /// The height of each net in the corridor above a band.
    corridors: SortedMap<(usize, usize), f64>,
    /// The track of each net on the left, and on the right.
    west: SortedMap<usize, f64>,
    east: SortedMap<usize, f64>,
    width: f64,
    height: f64,
}

impl<'a> Frame<'a> {
    fn new(bands: &'a Bands<'_>, rows: &'a [Row]) -> Self {
        let mut frame = Frame {
            rows,
            problem: bands.problem,
            shifts: vec![0.0; rows.len()],
            tops: Vec::new(),
            corridors: SortedMap::new(),
            west: SortedMap::new(),
            east: SortedMap::new(),
            width: 0.0,
            height: 0.0,
        };
        let between: Vec<&[Exit; 2]> = bands.parts.iter().filter_map(Part::exits).collect();
        frame.stack(&between);
        let (on_left, on_right) = (frame.trunks(&between, Side::West), frame.trunks(&between, Side::East));
        let inner = |side: Side| {
            let of_band = move |(band, row): (&Band, &Row)| match (band.has(bands.problem, side), side) {
                (true, Side::West) => row.sides.first().map_or(0.0, |sides| sides.1),
                (true, Side::East) => row.sides.last().map_or(0.0, |sides| sides.0),
                // As if something were there, so that the first boxes of all bands are below each other.
                (false, Side::West) => -CHANNEL,
                (false, Side::East) => row.solution.width,
            };
            bands.bands.iter().zip(rows).map(of_band).collect::<Vec<f64>>()
        };
        let (lefts, rights) = (inner(Side::West), inner(Side::East));
        let beside = lefts.iter().copied().fold(0.0, f64::max);
        let left_end = frame.lay(Side::West, on_left, beside);
        frame.shifts = lefts.iter().map(|left| left_end - left).collect();
        let ends = rights.iter().zip(&frame.shifts).map(|(right, shift)| right + shift);
        let right_end = frame.lay(Side::East, on_right, ends.fold(0.0, f64::max));
        let flags = rows.iter().zip(&rights).map(|(row, right)| row.solution.width - right);
        frame.width = right_end + flags.fold(0.0, f64::max);
        frame
    }

    /// Places the bands below each other, with the corridors between them.
    fn stack(&mut self, between: &[&[Exit; 2]]) {
        let mut nets: SortedMap<usize, SortedMap<usize, (usize, f64)>> = SortedMap::new();
        for exits in between {
            if let Some(corridor) = corridor(exits) {
                let [from, _] = exits;
                nets.entry(corridor).or_default().insert(from.net, (from.band, self.height_in_band(from)));
            }
        }
        let mut bottom = 0.0;
        for (band, row) in self.rows.iter().enumerate() {
            let mut order: Vec<(usize, (usize, f64))> = nets.remove(&band).into_iter().flatten().collect();
            // Lines that leave the band above lowest run highest, so that they do not cross.
            order.order_by(|one, other| other.1.0.cmp(&one.1.0).then(other.1.1.total_cmp(&one.1.1)));
            if band > 0 {
                bottom += GAP;
            }
            for (net, _) in &order {
                self.corridors.insert((band, *net), bottom);
                bottom += PITCH;
            }
            if !order.is_empty() {
                bottom += GAP - PITCH;
            }
            self.tops.push(bottom);
            bottom += row.solution.height;
        }
        self.height = bottom;
    }

    /// The height of an exit below the top of its band.
    fn height_in_band(&self, exit: &Exit) -> f64 {
        let own = &self.rows[exit.band].solution;
        let (item, port) = exit.port_ref;
        own.places[item].y + own.ports[item][port]
    }

    fn height_of(&self, exit: &Exit) -> f64 {
        self.tops[exit.band] + self.height_in_band(exit)
    }

    /// The vertical lines on a side of the bands, by net.
    fn trunks(&self, between: &[&[Exit; 2]], side: Side) -> SortedMap<usize, Trunk> {
        let mut trunks: SortedMap<usize, Trunk> = SortedMap::new();
        for exits in between {
            let corridor = corridor(exits).and_then(|band| self.corridors.get(&(band, exits[0].net)));
            for exit in exits.iter().filter(|exit| exit.side == side) {
                let trunk = trunks.entry(exit.net).or_insert_with(|| Trunk { left: Vec::new(), right: Vec::new() });
                let (inwards, outwards) = match side {
                    Side::West => (&mut trunk.right, &mut trunk.left),
                    Side::East => (&mut trunk.left, &mut trunk.right),
                };
                let heights = if exit.way.is_some() { &mut *inwards } else { outwards };
                heights.push(self.height_of(exit));
                inwards.extend(corridor);
            }
        }
        trunks
    }

    /// Gives the lines on a side their tracks, from `start` on; returns where they end.
    fn lay(&mut self, side: Side, trunks: SortedMap<usize, Trunk>, start: f64) -> f64 {
        let (nets, trunks): (Vec<usize>, Vec<Trunk>) = trunks.into_iter().unzip();
        let (own, count) = tracks(&trunks);
        #[expect(clippy::cast_precision_loss, reason = "there are few tracks")]
        let place = |track: usize| start + BESIDE + track as f64 * PITCH;
        let lines = gather(nets.into_iter().zip(own).map(|(net, track)| (net, place(track.unwrap_or(0)))));
        match side {
            Side::West => self.west = lines,
            Side::East => self.east = lines,
        }
        if count == 0 { start } else { place(count - 1) + BESIDE }
    }

    fn track(&self, exit: &Exit) -> f64 {
        let tracks = if exit.side == Side::West { &self.west } else { &self.east };
        tracks.get(&exit.net).copied().unwrap_or(0.0)
    }

    /// The path of a connection.
    fn path(&self, part: &Part, level_edge: &LevelEdge) -> Vec<Point> {
        match part {
            Part::Within(band, number) => {
                let mut points = self.in_band(*band, *number);
                // The left border is not moved with the bands.
                let is_left = |end: PortRef| self.problem.items[end.0].role == Role::Left;
                if let Some(first) = points.first_mut().filter(|_| is_left(level_edge.from)) {
                    first.x = 0.0;
                }
                if let Some(last) = points.last_mut().filter(|_| is_left(level_edge.to)) {
                    last.x = 0.0;
                }
                points
            }
            Part::Between(exits) => {
                let [mut points, mut back] = exits.map(|exit| self.to_track(&exit));
                if let Some(y) = corridor(exits).and_then(|band| self.corridors.get(&(band, exits[0].net))) {
                    points.extend(exits.map(|exit| Point { x: self.track(&exit), y: *y }));
                }
                back.reverse();
                points.extend(back);
                route::straight(&points)
            }
        }
    }

    /// The path from an end to its track beside the bands.
    fn to_track(&self, exit: &Exit) -> Vec<Point> {
        let at = Point { x: self.track(exit), y: self.height_of(exit) };
        let mut points = match (exit.way, exit.side) {
            (Some(way), _) => self.in_band(exit.band, way),
            (None, Side::West) => vec![Point { x: 0.0, ..at }],
            (None, Side::East) => vec![Point { x: self.width, ..at }],
        };
        if exit.way.is_some() {
            // Its last point is the gate, which is beside the track.
            points.pop();
        }
        points.push(at);
        points
    }

    fn in_band(&self, band: usize, number: usize) -> Vec<Point> {
        let path = self.rows[band].solution.paths.get(number).into_iter().flatten();
        path.map(|point| Point { x: point.x + self.shifts[band], y: point.y + self.tops[band] }).collect()
    }
}
