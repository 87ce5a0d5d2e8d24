//! What stays where it is: places by hand, and places in the scene before.

use descriptorium_core::scene::{Drag, Rect, Scene, SceneBox, layout};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Point, PortKind, VertexKind};
use petgraph::graph::NodeIndex;

use crate::laws::{check, is_over, stray_wires};
use crate::topologies::{Random, Sketch, grouped, local, streaming, wild};

fn find<'a>(scene: &'a Scene, path: &NodePath) -> &'a SceneBox {
    scene.boxes.iter().find(|scene_box| scene_box.path == *path).expect("the box is drawn")
}

/// Panics if any box that both scenes have, frames apart, is elsewhere in the second one.
fn nothing_moved(before: &Scene, after: &Scene) {
    for old in before.boxes.iter().filter(|old| !old.frame) {
        if let Some(new) = after.boxes.iter().find(|new| new.path == old.path) {
            assert_eq!((old.rect.x, old.rect.y), (new.rect.x, new.rect.y), "{} moved", old.path);
        }
    }
}

#[test]
fn a_drawing_drawn_again_is_the_same() {
    for seed in 1..60 {
        for topology in [local(20, seed), grouped(30, seed), streaming().topology] {
            let before = layout(&topology, None);
            assert_eq!(before, layout(&topology, Some(&before)), "seed {seed}");
        }
    }
}

#[test]
fn a_new_component_moves_no_other() {
    for seed in 1..60 {
        for mut topology in [local(20, seed), grouped(20, seed)] {
            let before = layout(&topology, None);
            let mut random = Random::new(seed + 1000);
            let mut vertex = topology.graph[NodeIndex::new(1 + random.below(19))].clone();
            vertex.path = NodePath::keys(["composition", "newcomer"]);
            vertex.label = "newcomer".into();
            let joined = NodeIndex::new(1 + random.below(19));
            let added = topology.graph.add_node(vertex);
            let edge = topology.graph.edge_weights().next().expect("there are connections").clone();
            let edge = descriptorium_core::topology::Edge { source_port: None, target_port: None, ..edge };
            topology.graph.add_edge(joined, added, edge);
            let after = layout(&topology, Some(&before));
            check(&topology, &after);
            // A frame that grows may drive others away; with only one frame nothing has to.
            if topology.graph.node_weights().all(|vertex| vertex.kind != VertexKind::Group) {
                nothing_moved(&before, &after);
                let (old, new) = (find(&before, &NodePath::root()).rect, find(&after, &NodePath::root()).rect);
                assert_eq!((old.x, old.y), (new.x, new.y), "the frame only grows to the right and downwards");
            }
        }
    }
}

#[test]
fn many_new_components_move_no_other() {
    for seed in 1..20 {
        let mut topology = local(20, seed);
        let before = layout(&topology, None);
        let mut random = Random::new(seed + 500);
        for number in 0..3 + random.below(30) {
            let mut vertex = topology.graph[NodeIndex::new(1 + random.below(19))].clone();
            vertex.path = NodePath::keys(["composition", &format!("newcomer_{number}")]);
            let edge = topology.graph.edge_weights().next().expect("there are connections").clone();
            let edge = descriptorium_core::topology::Edge { source_port: None, target_port: None, ..edge };
            let joined = NodeIndex::new(1 + random.below(topology.graph.node_count() - 1));
            let added = topology.graph.add_node(vertex);
            // Some are on their own, some joined with others that are new as well.
            if !random.one_in(3) {
                topology.graph.add_edge(joined, added, edge);
            }
        }
        let after = layout(&topology, Some(&before));
        check(&topology, &after);
        nothing_moved(&before, &after);
    }
}

#[test]
fn what_is_new_lies_beside_what_it_is_joined_with() {
    let mut sketch = streaming();
    let before = layout(&sketch.topology, None);
    let balancer = find(&before, &NodePath::keys(["composition", "balancer"])).rect;
    let (extra, far) = (sketch.add("extra"), sketch.add("far"));
    sketch.relate(extra, "Extra", far, "Extra");
    sketch.relate(
        sketch.topology.vertex(&NodePath::keys(["composition", "balancer"])).expect("it is there"),
        "Balanced",
        extra,
        "Balanced",
    );
    let after = layout(&sketch.topology, Some(&before));
    check(&sketch.topology, &after);
    let [extra, far] = ["extra", "far"].map(|name| find(&after, &NodePath::keys(["composition", name])).rect);
    assert!(balancer.x + balancer.width < extra.x && extra.x + extra.width < far.x, "{balancer:?} {extra:?} {far:?}");
    assert!((extra.y - far.y).abs() < 60.0 && (extra.y - balancer.y).abs() < 120.0, "{balancer:?} {extra:?} {far:?}");
}

#[test]
fn a_component_taken_away_leaves_a_hole() {
    for seed in 1..60 {
        for mut topology in [local(20, seed), grouped(20, seed)] {
            let before = layout(&topology, None);
            let gone = NodeIndex::new(1 + Random::new(seed).below(19));
            // The last vertex takes the number of the one that goes.
            let last = NodeIndex::new(topology.graph.node_count() - 1);
            topology.graph.remove_node(gone);
            for vertex in topology.graph.node_weights_mut() {
                if vertex.parent == Some(last) {
                    vertex.parent = Some(gone);
                }
            }
            let after = layout(&topology, Some(&before));
            check(&topology, &after);
            nothing_moved(&before, &after);
        }
    }
}

#[test]
fn a_component_with_a_new_name_stays() {
    for seed in 1..30 {
        let mut topology = local(20, seed);
        let before = layout(&topology, None);
        let vertex = &mut topology.graph[NodeIndex::new(7)];
        let old = std::mem::replace(&mut vertex.path, NodePath::keys(["composition", "renamed"]));
        vertex.label = "renamed".into();
        let after = layout(&topology, Some(&before));
        check(&topology, &after);
        nothing_moved(&before, &after);
        let (was, is) = (find(&before, &old).rect, find(&after, &NodePath::keys(["composition", "renamed"])).rect);
        assert_eq!((was.x, was.y), (is.x, is.y));
    }
}

#[test]
fn wires_that_nothing_touches_stay() {
    let mut sketch = streaming();
    let before = layout(&sketch.topology, None);
    let extra = sketch.add("extra");
    sketch.map(extra, "value", NodeIndex::new(1), "extra");
    let after = layout(&sketch.topology, Some(&before));
    check(&sketch.topology, &after);
    let mut kept = 0;
    for old in &before.connections {
        let new = after.connections.iter().find(|new| new.path == old.path).expect("no connection went");
        let ends_stay = old.points.first() == new.points.first() && old.points.last() == new.points.last();
        let others =
            after.boxes.iter().filter(|other| ![&old.source, &old.target].contains(&&other.path) && !other.frame);
        if ends_stay && others.into_iter().all(|other| !is_over(old, grown(other.rect))) {
            assert_eq!(old.points, new.points, "{}", old.path);
            kept += 1;
        }
    }
    assert!(kept > 6, "most connections stay");
}

fn grown(Rect { x, y, width, height }: Rect) -> Rect {
    Rect { x: x - 2.0, y: y - 2.0, width: width + 4.0, height: height + 4.0 }
}

#[test]
fn new_ports_make_a_box_higher_and_drive_away_only_what_is_in_the_way() {
    let mut sketch = Sketch::new("tall");
    let (upper, lower, aside) = (sketch.add("upper"), sketch.add("lower"), sketch.add("aside"));
    sketch.relate(upper, "a", aside, "a");
    sketch.relate(lower, "b", aside, "b");
    let before = layout(&sketch.topology, None);
    for number in 0..12 {
        sketch.port(upper, &format!("value_{number}"), PortKind::Output);
        sketch.port(lower, &format!("value_{number}"), PortKind::Output);
    }
    let after = layout(&sketch.topology, Some(&before));
    check(&sketch.topology, &after);
    let path = |name: &str| NodePath::keys(["composition", name]);
    let moved = ["upper", "lower", "aside"].map(|name| {
        let (old, new) = (find(&before, &path(name)).rect, find(&after, &path(name)).rect);
        (old.x, old.y) != (new.x, new.y)
    });
    assert_eq!(moved.iter().filter(|moved| **moved).count(), 1, "{moved:?}");
    assert!(!moved[2], "what is aside stays");
}

#[test]
fn places_by_hand_are_exact_and_the_rest_goes_around_them() {
    for seed in 1..60 {
        let mut topology = local(24, seed);
        let mut random = Random::new(seed);
        for number in 1..25 {
            if random.one_in(3) {
                // A raster wide enough that no two of them overlap.
                let at = Point { x: f64::from(number % 5) * 320.0 - 500.0, y: f64::from(number / 5) * 400.0 };
                topology.graph[NodeIndex::new(number as usize)].position = Some(at);
            }
        }
        let scene = layout(&topology, None);
        check(&topology, &scene);
        for vertex in topology.graph.node_weights() {
            if let Some(at) = vertex.position {
                let rect = find(&scene, &vertex.path).rect;
                assert_eq!((rect.x, rect.y), (at.x, at.y), "{}", vertex.path);
            }
        }
    }
}

#[test]
fn an_input_stands_where_its_wire_gets_past_the_boxes() {
    let mut sketch = Sketch::new("past");
    let (hidden, aside) = (sketch.add("hidden"), sketch.add("aside"));
    sketch.map(Sketch::boundary(), "given", hidden, "taken");
    sketch.map(Sketch::boundary(), "plain", aside, "plain");
    sketch.place(aside, 300.0, 100.0);
    sketch.place(hidden, 700.0, 100.0);
    let scene = layout(&sketch.topology, None);
    check(&sketch.topology, &scene);
    assert_eq!(stray_wires(&scene), Vec::<String>::new());
    assert_eq!(scene.connections[1].points.len(), 2, "nothing is in the way: {:?}", scene.connections[1].points);
    assert_eq!(
        scene.connections[0].points.len(),
        4,
        "past one box, and up or down once: {:?}",
        scene.connections[0].points
    );
}

#[test]
fn a_group_moved_by_hand_takes_along_what_is_in_it() {
    let mut sketch = Sketch::new("groups");
    let group = sketch.add_in("group", VertexKind::Group, Sketch::boundary());
    let inner = sketch.add_in("inner", VertexKind::NodeTemplate, group);
    let other = sketch.add("other");
    sketch.relate(inner, "a", other, "a");
    let before = layout(&sketch.topology, None);
    let path = |name: &str| NodePath::keys(["composition", name]);
    let (old_group, old_inner) = (find(&before, &path("group")).rect, find(&before, &path("inner")).rect);
    sketch.place(group, old_group.x - 40.0, old_group.y + 300.0);
    let after = layout(&sketch.topology, Some(&before));
    check(&sketch.topology, &after);
    let (new_group, new_inner) = (find(&after, &path("group")).rect, find(&after, &path("inner")).rect);
    assert_eq!((new_group.x, new_group.y), (old_group.x - 40.0, old_group.y + 300.0));
    assert_eq!((new_inner.x, new_inner.y), (old_inner.x - 40.0, old_inner.y + 300.0));
    assert_eq!(find(&before, &path("other")).rect, find(&after, &path("other")).rect);
}

#[test]
fn no_place_is_too_odd() {
    for odd in [f64::NAN, f64::INFINITY, f64::MAX, -1e300, 1e12, 1e6, -1e6] {
        let mut sketch = streaming();
        sketch.place(NodeIndex::new(2), odd, 0.0);
        sketch.place(NodeIndex::new(3), 0.0, odd);
        check(&sketch.topology, &layout(&sketch.topology, None));
    }
}

/// Wires that lead over boxes, when all boxes lie where a hand could have dropped them.
#[test]
fn wires_go_around_boxes_that_lie_anywhere() {
    for seed in 1..60 {
        let mut random = Random::new(seed);
        let mut topology = local(12, seed);
        for number in 1..13 {
            let at = Point {
                x: (number % 4) as f64 * 400.0 + random.below(60) as f64,
                y: (number / 4) as f64 * 300.0 + random.below(60) as f64,
            };
            topology.graph[NodeIndex::new(number)].position = Some(at);
        }
        let scene = layout(&topology, None);
        check(&topology, &scene);
        assert_eq!(stray_wires(&scene), Vec::<String>::new(), "seed {seed}");
    }
}

#[test]
fn nothing_is_too_odd_to_be_drawn_after_something_else() {
    for seed in 1..150 {
        let (old, new) = (wild(seed), wild(seed + 1));
        let before = layout(&old, None);
        let after = layout(&new, Some(&before));
        check(&new, &after);
        check(&old, &layout(&old, Some(&after)));
    }
}

#[test]
fn dragged_boxes_take_their_wires_along() {
    let sketch = streaming();
    let scene = layout(&sketch.topology, None);
    let server = NodePath::keys(["composition", "server"]);
    let by = Point { x: 37.0, y: 210.0 };
    let ways = Drag::new(&scene, std::slice::from_ref(&server)).routes(by);
    let ends: Vec<usize> = (0..scene.connections.len())
        .filter(|&connection| {
            scene.connections[connection].source == server || scene.connections[connection].target == server
        })
        .collect();
    assert!(ends.iter().all(|end| ways.iter().any(|(connection, _)| connection == end)));
    for (number, way) in ways.into_iter().filter(|(number, _)| ends.contains(number)) {
        let connection = &scene.connections[number];
        let moved = |moves: bool, point: &Point| match moves {
            true => Point { x: point.x + by.x, y: point.y + by.y },
            false => *point,
        };
        let ends = (connection.points.first().expect("a start"), connection.points.last().expect("an end"));
        assert_eq!(way.first(), Some(&moved(connection.source == server, ends.0)));
        assert_eq!(way.last(), Some(&moved(connection.target == server, ends.1)));
    }
}
