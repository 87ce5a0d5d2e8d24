//! The laws of layout.

use std::collections::BTreeMap;

use descriptorium_core::scene::{Connection, Rect, Scene, SceneBox, ScenePort};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Point, PortKind, Topology};

/// Panics unless the scene is sound and shows the whole topology.
pub fn check(topology: &Topology, scene: &Scene) {
    all_is_shown(topology, scene);
    sound(scene);
}

/// Panics unless the scene is sound.
pub fn sound(scene: &Scene) {
    numbers_are_finite(scene);
    boxes_are_inside_their_frames(scene);
    siblings_do_not_overlap(scene);
    ports_are_on_their_sides(scene);
    connections_end_at_their_ports(scene);
    joints_are_branches(scene);
    for connection in &scene.connections {
        for part in connection.points.windows(2) {
            let level = part[0].x == part[1].x || part[0].y == part[1].y;
            assert!(level, "a slanted connection: {:?}", connection.points);
        }
    }
}

/// Lines of the same kind leave a joint in at least three directions.
fn joints_are_branches(scene: &Scene) {
    let is_on = |point: Point, line: &[Point]| {
        line.windows(2).any(|ends| {
            let (x, y) = ((ends[0].x, ends[1].x), (ends[0].y, ends[1].y));
            let within = |at: f64, (from, to): (f64, f64)| from.min(to) - 0.5 <= at && at <= from.max(to) + 0.5;
            within(point.x, x) && within(point.y, y)
        })
    };
    for connection in &scene.connections {
        for &joint in &connection.joints {
            let around = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
            let around = around.map(|(x, y)| Point { x: joint.x + x, y: joint.y + y });
            let lines = || scene.connections.iter().filter(|other| other.kind == connection.kind);
            let n_ways = around.into_iter().filter(|&point| lines().any(|line| is_on(point, &line.points))).count();
            assert!(n_ways >= 3, "no lines branch at the joint {joint:?} of {}", connection.path);
        }
    }
}

fn all_is_shown(topology: &Topology, scene: &Scene) {
    let mut expected: Vec<_> = topology.graph.node_weights().map(|vertex| (&vertex.path, vertex.ports.len())).collect();
    let mut shown: Vec<_> = scene.boxes.iter().map(|shown| (&shown.path, shown.ports.len())).collect();
    expected.sort();
    shown.sort();
    assert_eq!(expected, shown);
    let expected: Vec<_> = topology.graph.edge_weights().map(|edge| (&edge.path, edge.kind)).collect();
    let shown: Vec<_> = scene.connections.iter().map(|connection| (&connection.path, connection.kind)).collect();
    assert_eq!(expected, shown);
}

fn numbers_are_finite(scene: &Scene) {
    let rects = scene.boxes.iter().map(|scene_box| scene_box.rect).chain([scene.bounds]);
    for Rect { x, y, width, height } in rects {
        assert!([x, y, width, height].iter().all(|number| number.is_finite()) && width >= 0.0 && height >= 0.0);
    }
    let bounds = scene.bounds;
    let ports = scene.boxes.iter().flat_map(|scene_box| &scene_box.ports).map(|port| port.at);
    for point in ports.chain(scene.connections.iter().flat_map(|connection| connection.points.iter().copied())) {
        assert!(point.x.is_finite() && point.y.is_finite());
        assert!(bounds.x <= point.x && point.x <= bounds.x + bounds.width, "{point:?} is outside of {bounds:?}");
        assert!(bounds.y <= point.y && point.y <= bounds.y + bounds.height, "{point:?} is outside of {bounds:?}");
    }
}

fn boxes_are_inside_their_frames(scene: &Scene) {
    let rects: BTreeMap<&NodePath, Rect> = scene.boxes.iter().map(|one| (&one.path, one.rect)).collect();
    for inner in &scene.boxes {
        let Some(parent) = &inner.parent else { continue };
        let (frame, rect) = (rects[parent], inner.rect);
        let margin = 10.0;
        let holds = frame.x + margin <= rect.x
            && frame.y + margin <= rect.y
            && rect.x + rect.width + margin <= frame.x + frame.width
            && rect.y + rect.height + margin <= frame.y + frame.height;
        assert!(holds, "{} at {rect:?} sticks out of {frame:?}", inner.path);
    }
}

fn siblings_do_not_overlap(scene: &Scene) {
    let mut by_parent: BTreeMap<Option<&NodePath>, Vec<&SceneBox>> = BTreeMap::new();
    for scene_box in &scene.boxes {
        by_parent.entry(scene_box.parent.as_ref()).or_default().push(scene_box);
    }
    for siblings in by_parent.values() {
        for (number, one) in siblings.iter().enumerate() {
            for other in &siblings[..number] {
                // Boxes that were placed on top of each other by hand stay there.
                let sound = !overlap(one.rect, other.rect) || holds_placed(scene, one) && holds_placed(scene, other);
                assert!(sound, "{} {:?}, {} {:?}", one.path, one.rect, other.path, other.rect);
            }
        }
    }
}

fn holds_placed(scene: &Scene, scene_box: &SceneBox) -> bool {
    let inner = scene.boxes.iter().filter(|inner| inner.parent.as_ref() == Some(&scene_box.path));
    scene_box.placed || inner.into_iter().any(|inner| holds_placed(scene, inner))
}

pub fn overlap(one: Rect, other: Rect) -> bool {
    one.x < other.x + other.width
        && other.x < one.x + one.width
        && one.y < other.y + other.height
        && other.y < one.y + one.height
}

fn is_left(kind: PortKind) -> bool {
    matches!(kind, PortKind::Input | PortKind::Requirement)
}

fn ports_are_on_their_sides(scene: &Scene) {
    for scene_box in &scene.boxes {
        let rect = scene_box.rect;
        for port in &scene_box.ports {
            let x = if is_left(port.kind) { rect.x } else { rect.x + rect.width };
            assert_eq!(port.at.x, x, "{} of {}", port.name, scene_box.path);
            assert!(rect.y < port.at.y && port.at.y < rect.y + rect.height);
        }
        for (number, one) in scene_box.ports.iter().enumerate() {
            for other in &scene_box.ports[..number] {
                let same_side = is_left(one.kind) == is_left(other.kind);
                assert!(!same_side || (one.at.y - other.at.y).abs() >= 16.0, "{} and {}", one.name, other.name);
            }
        }
    }
}

fn connections_end_at_their_ports(scene: &Scene) {
    let boxes: BTreeMap<&NodePath, &SceneBox> = scene.boxes.iter().map(|one| (&one.path, one)).collect();
    for connection in &scene.connections {
        let (first, last) = (
            connection.points.first().expect("a connection has ends"),
            connection.points.last().expect("a connection has ends"),
        );
        assert!(connection.points.len() >= 2);
        for (end, path, port) in
            [(first, &connection.source, &connection.source_port), (last, &connection.target, &connection.target_port)]
        {
            let scene_box = boxes[path];
            let rect = scene_box.rect;
            match port {
                Some(name) => {
                    let at = |port: &&ScenePort| port.name == *name && port.at == *end;
                    assert!(scene_box.ports.iter().any(|port| at(&port)), "{end:?} is not {name} of {path}");
                }
                None => {
                    let on_side = end.x == rect.x || end.x == rect.x + rect.width;
                    assert!(on_side && rect.y <= end.y && end.y <= rect.y + rect.height, "{end:?} {rect:?}");
                }
            }
        }
    }
}

/// The connections that cross boxes in which they do not end.
pub fn stray_connections(scene: &Scene) -> Vec<String> {
    let boxes = scene.boxes.iter().filter(|scene_box| !scene_box.frame);
    let mut strays = Vec::new();
    for scene_box in boxes {
        for connection in &scene.connections {
            if is_over(connection, scene_box.rect) {
                strays.push(format!("{} over {}: {:?}", connection.path, scene_box.path, connection.points));
            }
        }
    }
    strays
}

/// The connections that run along others, although they have neither a start nor an end in common.
pub fn covered_connections(scene: &Scene) -> Vec<String> {
    let mut covered = Vec::new();
    for (number, one) in scene.connections.iter().enumerate() {
        for other in &scene.connections[..number] {
            let related = (&one.source, &one.source_port) == (&other.source, &other.source_port)
                || (&one.target, &one.target_port) == (&other.target, &other.target_port);
            let parts = one.points.windows(2).flat_map(|part| other.points.windows(2).map(move |along| (part, along)));
            for (part, along) in parts.filter(|_| !related) {
                let (one_hull, other_hull) = (hull(part[0], part[1]), hull(along[0], along[1]));
                let [width, height] = [
                    one_hull.x.max(other_hull.x) - (one_hull.x + one_hull.width).min(other_hull.x + other_hull.width),
                    one_hull.y.max(other_hull.y) - (one_hull.y + one_hull.height).min(other_hull.y + other_hull.height),
                ]
                .map(|gap| -gap);
                if width >= 0.0 && height >= 0.0 && width + height > 10.0 {
                    covered.push(format!("{} along {}: {part:?}", one.path, other.path));
                }
            }
        }
    }
    covered
}

pub fn is_over(connection: &Connection, rect: Rect) -> bool {
    // A connection may touch the border of the box that it ends at.
    let inner = Rect { x: rect.x + 1.0, y: rect.y + 1.0, width: rect.width - 2.0, height: rect.height - 2.0 };
    connection.points.windows(2).any(|part| overlap(hull(part[0], part[1]), inner))
}

fn hull(one: Point, other: Point) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    // A line needs some width to overlap with anything.
    Rect { x, y, width: (one.x - other.x).abs() + 0.01, height: (one.y - other.y).abs() + 0.01 }
}
