//! Parts of a diagram: the boxes around others. The oracle for the distance is the shortest path by Dijkstra's algorithm.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::scene::{Rect, layout, layout_part};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::neighborhood::{Flow, Neighborhood, Part};
use descriptorium_core::topology::{EdgeKind, Topology, VertexKind};
use petgraph::algo::dijkstra;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::laws::{check, stray_connections};
use crate::topologies::{Random, Sketch, chained, grouped, local, streaming, tangled};

fn around(topology: &Topology, subjects: &[NodePath], depth: Option<usize>, flow: Flow) -> Part {
    let neighborhood = Neighborhood { subjects: subjects.to_vec(), depth, flow };
    topology.around(&neighborhood, |_| false).expect("a part")
}

/// The labels of the boxes, without the boundary.
fn labels(topology: &Topology) -> BTreeSet<&str> {
    let boxes = topology.graph.node_weights().filter(|vertex| vertex.kind != VertexKind::Boundary);
    boxes.map(|vertex| vertex.label.as_str()).collect()
}

/// The boxes at most `depth` connections away from `from`, without the boundary, in topologies without nesting.
fn within(topology: &Topology, from: NodeIndex, depth: Option<usize>, flow: Flow) -> BTreeSet<&str> {
    let boundary = Sketch::boundary();
    let mut ways: DiGraph<(), ()> = DiGraph::new();
    for _ in topology.graph.node_indices() {
        ways.add_node(());
    }
    for edge in topology.graph.raw_edges() {
        let (source, target) = (edge.source(), edge.target());
        if source == boundary || target == boundary {
            continue;
        }
        if flow != Flow::Upstream {
            ways.add_edge(source, target, ());
        }
        if flow != Flow::Downstream {
            ways.add_edge(target, source, ());
        }
    }
    let distances = dijkstra(&ways, from, None, |_| 1_usize);
    let near = distances.into_iter().filter(|(_, distance)| depth.is_none_or(|depth| *distance <= depth));
    near.map(|(index, _)| topology.graph[index].label.as_str()).collect()
}

#[test]
fn the_boxes_at_a_distance_are_those_of_the_shortest_paths() {
    let mut n_parts = BTreeSet::new();
    for seed in 1..40 {
        for topology in [local(24, seed), tangled(12, seed), chained(16, seed)] {
            let mut random = Random::new(seed + 77);
            let from = NodeIndex::new(1 + random.below(topology.graph.node_count() - 1));
            let subject = topology.graph[from].path.clone();
            for depth in [Some(0), Some(1), Some(2), None] {
                for flow in [Flow::Both, Flow::Upstream, Flow::Downstream] {
                    let part = around(&topology, std::slice::from_ref(&subject), depth, flow);
                    let expected = within(&topology, from, depth, flow);
                    assert_eq!(labels(&part.topology), expected, "{subject} in {}, {depth:?} {flow:?}", topology.title);
                    assert_eq!(part.n_neighbors, expected.len() - 1);
                    assert_eq!(part.n_boxes, topology.graph.node_count() - 1);
                    n_parts.insert(expected.len());
                }
            }
        }
    }
    assert!(n_parts.len() > 15, "parts of many sizes: {n_parts:?}");
}

/// By hand: the network is upstream of the balancer and the server, the store downstream of the balancer.
#[test]
fn the_neighbors_in_a_small_service() {
    let sketch = streaming();
    let of = |name: &str| NodePath::keys(["composition", name]);
    let shown = |depth, flow| {
        let part = around(&sketch.topology, &[of("balancer")], depth, flow);
        labels(&part.topology).into_iter().map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shown(Some(1), Flow::Upstream), "balancer network server");
    assert_eq!(shown(Some(1), Flow::Downstream), "balancer store");
    assert_eq!(shown(Some(2), Flow::Downstream), "balancer server store");
    assert_eq!(shown(Some(1), Flow::Both), "balancer network server store");
    assert_eq!(shown(Some(2), Flow::Both), "balancer filter network server store");
    // All connections between the boxes that are left, and only the ports of the boundary that these use.
    let part = around(&sketch.topology, &[of("store")], Some(1), Flow::Upstream);
    let edges: Vec<&str> = part.topology.graph.edge_weights().map(|edge| edge.label.as_str()).collect();
    assert_eq!(edges, ["w7", "w8", "w9", "w10"]);
    let ports: Vec<&str> = part.topology.graph[Sketch::boundary()].ports.iter().map(|port| &*port.name).collect();
    assert_eq!(ports, ["key", "certificate", "public_address"]);
}

#[test]
fn connections_represent_the_boxes_at_their_ends() {
    let sketch = streaming();
    let of = |path: NodePath| around(&sketch.topology, &[path], Some(0), Flow::Both).subjects;
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(of(NodePath::keys(["relationships", "w2"])), names(&["server", "balancer"]));
    // A value from the boundary.
    assert_eq!(of(NodePath::keys(["relationships", "w6"])), names(&["server"]));
    let nothing =
        Neighborhood { subjects: vec![NodePath::root(), NodePath::keys(["gone"])], ..Neighborhood::default() };
    assert!(sketch.topology.around(&nothing, |_| false).is_none());
}

#[test]
fn new_boxes_are_shown_and_replace_a_subject_that_is_gone() {
    let sketch = streaming();
    let store = NodePath::keys(["composition", "store"]);
    let is_new = |path: &NodePath| *path == store;
    let of = |name: &str| Neighborhood {
        subjects: vec![NodePath::keys(["composition", name])],
        depth: Some(1),
        flow: Flow::Upstream,
    };
    let part = sketch.topology.around(&of("filter"), is_new).expect("a part");
    assert_eq!(labels(&part.topology), BTreeSet::from(["filter", "store"]));
    assert_eq!((part.n_neighbors, part.n_new), (0, 1));
    // Renamed to `store`.
    let part = sketch.topology.around(&of("shop"), is_new).expect("a part");
    assert_eq!(labels(&part.topology), BTreeSet::from(["balancer", "store"]));
    assert_eq!((part.subjects.as_slice(), part.n_new), (["store".to_owned()].as_slice(), 0));
}

/// The contents of a frame are as near as the frame, and the frames around a box are shown with it.
#[test]
fn frames_are_shown_with_their_contents_and_around_them() {
    let mut sketch = Sketch::new("frames");
    let group = sketch.add_in("group", VertexKind::Group, Sketch::boundary());
    let (first, second) =
        (sketch.add_in("first", VertexKind::Resource, group), sketch.add_in("second", VertexKind::Resource, group));
    let (user, far) = (sketch.add("user"), sketch.add("far"));
    sketch.connection(EdgeKind::Dependency, first, None, user, None);
    sketch.connection(EdgeKind::Dependency, user, None, far, None);
    sketch.connection(EdgeKind::Dependency, second, None, far, None);
    let of = |name: &str, depth| {
        let part = around(&sketch.topology, &[NodePath::keys(["composition", name])], Some(depth), Flow::Both);
        let shown = labels(&part.topology).into_iter().map(str::to_owned).collect::<Vec<_>>().join(" ");
        (shown, part.n_neighbors)
    };
    assert_eq!(of("first", 0), ("first group".to_owned(), 0));
    assert_eq!(of("user", 1), ("far first group user".to_owned(), 2));
    assert_eq!(of("group", 0), ("first group second".to_owned(), 0));
    assert_eq!(of("group", 1), ("far first group second user".to_owned(), 2));
}

#[test]
fn boxes_of_a_part_stay_in_place() {
    let (mut n_smaller, mut n_alone) = (0, 0);
    for seed in 1..40 {
        for topology in [local(24, seed), grouped(24, seed), tangled(20, seed)] {
            let whole = layout(&topology, None);
            let places: BTreeMap<&NodePath, _> = whole.boxes.iter().map(|found| (&found.path, found.rect)).collect();
            let mut random = Random::new(seed + 5);
            let subject = topology.graph[NodeIndex::new(1 + random.below(20))].path.clone();
            for depth in [0, 1, 2] {
                let part = around(&topology, std::slice::from_ref(&subject), Some(depth), Flow::Both);
                let scene = layout_part(&part.topology, &whole);
                check(&part.topology, &scene);
                assert_eq!(stray_connections(&scene), Vec::<String>::new(), "seed {seed}");
                assert_eq!(scene.boxes.len(), part.topology.graph.node_count());
                for found in &scene.boxes {
                    let before = places[&found.path];
                    if !found.frame {
                        assert_eq!(found.rect, before, "{} moved", found.path);
                    } else if found.path.is_root() && depth == 0 {
                        let area = |of: Rect| of.width * of.height;
                        n_smaller += usize::from(2.0 * area(found.rect) < area(before));
                        n_alone += 1;
                    }
                }
                assert_eq!(scene, layout_part(&part.topology, &whole), "the same each time");
            }
        }
    }
    assert!(10 * n_smaller > 9 * n_alone, "the boundary encloses what is left: {n_smaller} of {n_alone}");
}
