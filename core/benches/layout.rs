//! Duration of a layout: the budget is 150 ms for 1,000 boxes with 1,500 connections, and 1 s for 5,000; also one frame
//! of dragging a box.

#[expect(dead_code, reason = "the tests draw more of them")]
#[path = "../tests/scene/topologies.rs"]
mod topologies;

use std::fmt;

use descriptorium_core::scene::svg::{SvgOptions, Theme, svg};
use descriptorium_core::scene::{Drag, Scene, layout};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Edge, EdgeKind, Point, Topology};
use divan::Bencher;
use divan::counter::ItemsCount;
use petgraph::graph::NodeIndex;

#[path = "made/allocator.rs"]
mod allocator;

fn main() {
    divan::main();
}

/// How boxes are connected: with near ones, with any, or in groups.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Local,
    Tangled,
    Grouped,
}

/// A topology with this number of boxes.
struct Case(Kind, usize);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.0, self.1)
    }
}

impl Case {
    fn topology(&self) -> Topology {
        let Case(kind, count) = *self;
        match kind {
            Kind::Local => topologies::local(count, 1),
            Kind::Tangled => topologies::tangled(count, 1),
            Kind::Grouped => topologies::grouped(count, 1),
        }
    }
}

const CASES: [Case; 6] = [
    Case(Kind::Local, 1000),
    Case(Kind::Tangled, 1000),
    Case(Kind::Grouped, 1000),
    Case(Kind::Local, 5000),
    Case(Kind::Tangled, 5000),
    Case(Kind::Grouped, 5000),
];

/// Without a previous scene.
#[divan::bench(sample_count = 10, sample_size = 1, args = CASES)]
fn first(bencher: Bencher<'_, '_>, case: &Case) {
    let topology = case.topology();
    bencher.counter(ItemsCount::new(case.1)).bench_local(|| layout(&topology, None));
}

/// The same topology, with its previous scene.
#[divan::bench(sample_count = 10, sample_size = 1, args = CASES)]
fn again(bencher: Bencher<'_, '_>, case: &Case) {
    let topology = case.topology();
    let scene = layout(&topology, None);
    bencher.bench_local(|| layout(&topology, Some(&scene)));
}

/// One box more than in the previous scene.
#[divan::bench(sample_count = 10, sample_size = 1, args = CASES)]
fn added(bencher: Bencher<'_, '_>, case: &Case) {
    let topology = case.topology();
    let scene = layout(&topology, None);
    let grown = with_one_more(&topology);
    bencher.bench_local(|| layout(&grown, Some(&scene)));
}

/// One frame of dragging a box.
#[divan::bench(sample_count = 10, sample_size = 1, args = CASES)]
fn dragged(bencher: Bencher<'_, '_>, case: &Case) {
    let topology = case.topology();
    let scene = layout(&topology, None);
    let dragged = [topology.graph[NodeIndex::new(case.1 / 2)].path.clone()];
    let mut drag = Drag::new(&scene, &dragged);
    bencher.bench_local(|| drag.routes(Point { x: 90.0, y: 60.0 }));
}

/// From the scene to SVG.
#[divan::bench(sample_count = 10, sample_size = 1, args = CASES)]
fn drawn(bencher: Bencher<'_, '_>, case: &Case) {
    let scene = layout(&case.topology(), None);
    bencher.bench_local(|| draw(&scene));
}

/// With a new box that two connections attach to others.
fn with_one_more(topology: &Topology) -> Topology {
    let mut topology = topology.clone();
    let mut vertex = topology.graph[NodeIndex::new(1)].clone();
    vertex.path = NodePath::keys(["composition", "newcomer"]);
    let newcomer = topology.graph.add_node(vertex);
    for (number, name) in [(7, "one"), (60, "other")] {
        let path = NodePath::keys(["relationships", name]);
        let edge = Edge::new(EdgeKind::Relationship, path, Default::default(), name);
        topology.graph.add_edge(NodeIndex::new(number), newcomer, edge);
    }
    topology
}

fn draw(scene: &Scene) -> String {
    svg(scene, &SvgOptions { theme: Some(Theme::Light), ..SvgOptions::default() })
}
