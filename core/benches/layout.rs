//! How long a layout takes: the budget is 150 ms for 1,000 boxes with 1,500 wires, and 1 s for 5,000; a
//! frame while a box is dragged.

#[expect(dead_code, reason = "the tests draw more of them")]
#[path = "../tests/scene/topologies.rs"]
mod topologies;

use std::hint::black_box;
use std::time::Instant;

use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::scene::{Scene, drag, layout};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Edge, EdgeKind, Point, Topology};
use petgraph::graph::NodeIndex;

fn main() {
    println!(
        "{:<10}{:>8}{:>8}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "", "boxes", "wires", "layout ms", "again ms", "added ms", "drag ms", "drawing ms", "svg KB"
    );
    for count in [100, 1000, 5000] {
        let kinds = [topologies::local(count, 1), topologies::tangled(count, 1), topologies::grouped(count, 1)];
        for (name, topology) in ["local", "tangled", "grouped"].into_iter().zip(kinds) {
            let (layout_time, scene) = least_time(|| layout(&topology, None));
            let (again_time, _) = least_time(|| layout(&topology, Some(&scene)));
            let grown = with_one_more(&topology);
            let (added_time, _) = least_time(|| layout(&grown, Some(&scene)));
            let dragged = topology.graph[NodeIndex::new(count / 2)].path.clone();
            let (drag_time, _) =
                least_time(|| drag(&scene, std::slice::from_ref(&dragged), Point { x: 90.0, y: 60.0 }));
            let (svg_time, text) = least_time(|| draw(&scene));
            println!(
                "{name:<10}{count:>8}{:>8}{layout_time:>12.1}{again_time:>12.1}{added_time:>12.1}{drag_time:>12.1}{svg_time:>12.1}{:>12}",
                topology.graph.edge_count(),
                text.len() / 1000
            );
        }
    }
}

/// With a box that two wires join with others.
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
    svg(scene, &SvgOptions { standalone: true, ..SvgOptions::default() })
}

/// The least of some times, in milliseconds: what else runs on the machine only adds.
fn least_time<T>(work: impl Fn() -> T) -> (f64, T) {
    let mut result = black_box(work());
    let mut least = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        result = black_box(work());
        least = least.min(start.elapsed().as_secs_f64() * 1000.0);
    }
    (least, result)
}
