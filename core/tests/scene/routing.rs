//! Connections go around boxes wherever that is possible. The oracle is a flood fill of all reachable points, the
//! simplest correct algorithm.

use std::collections::{BTreeSet, VecDeque};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::scene::shape::flag_of;
use descriptorium_core::scene::{Connection, Drag, Rect, Scene, SceneBox, layout};
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{EdgeKind, Point, Topology};
use descriptorium_core::workspace::Workspace;
use petgraph::graph::NodeIndex;

use crate::laws::{check, is_over};
use crate::topologies::{Random, Sketch, grouped, local};

/// Distance of connections from boxes.
const CLEAR: f64 = 6.0;

/// Panics if a connection crosses a box that it does not end at, although there is a route around all boxes.
fn no_connection_crosses_a_box_needlessly(scene: &Scene, what: &str) {
    for connection in &scene.connections {
        let foreign = scene.boxes.iter().filter(|found| !found.frame && is_foreign(found, connection));
        let over: Vec<&SceneBox> = foreign.filter(|found| is_over(connection, found.rect)).collect();
        assert!(
            over.is_empty() || !is_there_a_way(scene, connection),
            "{what}: {} over {}: {:?}",
            connection.path,
            over[0].path,
            connection.points
        );
    }
}

fn is_foreign(found: &SceneBox, connection: &Connection) -> bool {
    found.path != connection.source && found.path != connection.target
}

/// Whether one end of a connection can be reached from the other along lines beside boxes.
fn is_there_a_way(scene: &Scene, connection: &Connection) -> bool {
    let (&[first, second, ..], &[.., before, last]) = (connection.points.as_slice(), connection.points.as_slice())
    else {
        return false;
    };
    let around = |path: &NodePath| {
        let find = |path: &NodePath| scene.boxes.iter().find(|found| found.path == *path);
        std::iter::successors(find(path), move |found| find(found.parent.as_ref()?)).map(|found| found.path.clone())
    };
    let passed: BTreeSet<NodePath> = around(&connection.source).chain(around(&connection.target)).collect();
    let boxes =
        scene.boxes.iter().filter(|found| !(found.frame && passed.contains(&found.path))).map(|found| found.rect);
    let flags = scene.boxes.iter().filter(|found| found.frame).flat_map(flags);
    let walls: Vec<Rect> = boxes.chain(flags).map(grown).collect();
    let (start, end) = (out(scene, first, second), out(scene, last, before));
    let lines = |of: fn(&Rect) -> [f64; 2], ends: [f64; 2]| {
        let mut lines: Vec<f64> = walls.iter().flat_map(of).chain(ends).collect();
        lines.sort_by(f64::total_cmp);
        lines.dedup();
        lines
    };
    let columns = lines(|wall| [wall.x, wall.x + wall.width], [start.x, end.x]);
    let rows = lines(|wall| [wall.y, wall.y + wall.height], [start.y, end.y]);
    let place = |lines: &[f64], at: f64| lines.iter().position(|line| *line == at).expect("it is one of them");
    let (from, to) = ((place(&columns, start.x), place(&rows, start.y)), (place(&columns, end.x), place(&rows, end.y)));
    let is_free = |one: (usize, usize), other: (usize, usize)| {
        let (left, right) = (columns[one.0].min(columns[other.0]), columns[one.0].max(columns[other.0]));
        let (top, bottom) = (rows[one.1].min(rows[other.1]), rows[one.1].max(rows[other.1]));
        walls.iter().all(|wall| {
            right <= wall.x || wall.x + wall.width <= left || bottom <= wall.y || wall.y + wall.height <= top
        })
    };
    let mut seen = BTreeSet::from([from]);
    let mut open = VecDeque::from([from]);
    while let Some((column, row)) = open.pop_front() {
        if (column, row) == to {
            return true;
        }
        let next = [(column.wrapping_sub(1), row), (column + 1, row), (column, row.wrapping_sub(1)), (column, row + 1)];
        for next in next.into_iter().filter(|next| next.0 < columns.len() && next.1 < rows.len()) {
            if is_free((column, row), next) && seen.insert(next) {
                open.push_back(next);
            }
        }
    }
    false
}

/// A point slightly outside a port, in the direction of its connection; inside a frame beyond the name of the port.
fn out(scene: &Scene, at: Point, next: Point) -> Point {
    let east = next.x >= at.x;
    let flag = scene.boxes.iter().filter(|found| found.frame).flat_map(flags).find(|flag| {
        let border = if east { flag.x } else { flag.x + flag.width };
        border == at.x && (flag.y + flag.height / 2.0 - at.y).abs() < 0.01
    });
    let far = flag.map_or(0.0, |flag| flag.width) + CLEAR;
    Point { x: if east { at.x + far } else { at.x - far }, y: at.y }
}

/// The names of ports on the border of a frame.
fn flags(frame: &SceneBox) -> Vec<Rect> {
    frame.ports.iter().map(|port| flag_of(frame.rect, port)).collect()
}

fn grown(Rect { x, y, width, height }: Rect) -> Rect {
    Rect { x: x - CLEAR, y: y - CLEAR, width: width + 2.0 * CLEAR, height: height + 2.0 * CLEAR }
}

/// Randomly placed boxes: some far apart, some with hardly a gap, some overlapping.
fn thrown(topology: &mut Topology, random: &mut Random, spread: usize) {
    for index in 1..topology.graph.node_count() {
        let at = Point { x: random.below(spread) as f64, y: random.below(spread) as f64 };
        topology.graph[NodeIndex::new(index)].position = Some(at);
    }
}

#[test]
fn connections_find_the_gaps_between_random_boxes() {
    for seed in 1..40 {
        let mut random = Random::new(seed);
        for spread in [700, 1200, 2600] {
            let mut topology = local(6 + seed as usize % 12, seed);
            thrown(&mut topology, &mut random, spread);
            let scene = layout(&topology, None);
            no_connection_crosses_a_box_needlessly(&scene, &format!("seed {seed}, spread {spread}"));
            assert_eq!(scene, layout(&topology, None), "seed {seed}");
        }
    }
}

/// Two boxes behind walls of boxes with one gap, just wide enough for a connection or slightly too narrow.
#[test]
fn a_connection_passes_a_gap_of_twice_its_clearance() {
    for (gap, passes) in [(11.0, false), (12.0, true), (13.0, true), (19.0, true), (27.0, true), (60.0, true)] {
        let mut sketch = Sketch::new("gap");
        let (from, to) = (sketch.add("from"), sketch.add("to"));
        sketch.connection(EdgeKind::Dependency, from, None, to, None);
        let walls: Vec<NodeIndex> = (0..60).map(|number| sketch.add(&format!("w{number}"))).collect();
        let (width, height) = {
            let scene = layout(&sketch.topology, None);
            let found = scene.boxes.iter().find(|found| found.label == "w1").expect("it is drawn").rect;
            (found.width, found.height)
        };
        sketch.place(from, 0.0, 0.0);
        sketch.place(to, 1200.0, 0.0);
        for (number, &wall) in walls.iter().enumerate() {
            // One wall, too high to go around, with a single gap.
            let above = number < 30;
            let row = if above { number } else { number - 30 };
            let y = if above { -((row + 1) as f64) * height } else { row as f64 * height + gap };
            sketch.place(wall, 600.0, y + 200.0);
        }
        let scene = layout(&sketch.topology, None);
        let connection = &scene.connections[0];
        no_connection_crosses_a_box_needlessly(&scene, &format!("gap {gap}"));
        let in_gap = connection.points.windows(2).any(|part| {
            let crosses = part[0].x.min(part[1].x) <= 600.0 && part[0].x.max(part[1].x) >= 600.0 + width;
            crosses && (200.0..200.0 + gap).contains(&part[0].y)
        });
        assert_eq!(in_gap, passes, "gap {gap}: {:?}", connection.points);
    }
}

/// The examples with their initial layout, and after moving each of their boxes.
#[test]
fn connections_of_the_examples_go_around_boxes() {
    let mut files = Vec::new();
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the examples are there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "yaml" || kind == "yml") {
                let name = FilePath::new(&path.file_name().unwrap_or_default().to_string_lossy());
                files.extend(name.zip(std::fs::read_to_string(&path).ok()));
            }
        }
    }
    let names: Vec<FilePath> = files.iter().map(|(name, _)| name.clone()).collect();
    let analysis = Analysis::new(Workspace::new(files), Settings::default());
    let mut n_connections = 0;
    for file in &names {
        let Some(topology) = analysis.topology(file) else { continue };
        let scene = layout(&topology, None);
        n_connections += scene.connections.len();
        no_connection_crosses_a_box_needlessly(&scene, file.as_str());
        for index in 0..topology.graph.node_count() {
            let mut placed = topology.clone();
            let vertex = &mut placed.graph[NodeIndex::new(index)];
            let Some(drawn) = scene.boxes.iter().find(|found| found.path == vertex.path && !found.frame) else {
                continue;
            };
            vertex.position = Some(Point { x: drawn.rect.x + 260.0, y: drawn.rect.y + 90.0 });
            no_connection_crosses_a_box_needlessly(&layout(&placed, Some(&scene)), file.as_str());
        }
    }
    assert!(n_connections > 20, "the examples have connections");
}

#[test]
fn connections_find_the_gaps_while_a_box_is_dragged() {
    for seed in 1..30 {
        let mut random = Random::new(seed);
        let mut topology = if seed % 3 == 0 { grouped(14, seed) } else { local(14, seed) };
        if seed % 3 > 0 {
            thrown(&mut topology, &mut random, 1500);
        }
        let scene = layout(&topology, None);
        let dragged = topology.graph[NodeIndex::new(1 + random.below(13))].path.clone();
        let mut drag = Drag::new(&scene, std::slice::from_ref(&dragged));
        for step in 0..12 {
            let by = Point { x: f64::from(step * 37 % 400) - 180.0, y: f64::from(step * 91 % 300) - 140.0 };
            let ways = drag.routes(by);
            assert_eq!(
                ways,
                Drag::new(&scene, std::slice::from_ref(&dragged)).routes(by),
                "what was before does not matter"
            );
            let mut shown = moved(&scene, &dragged, by, &ways);
            // Connections without a route are routed again when the box is dropped.
            let mut number = 0;
            shown.connections.retain(|_| {
                number += 1;
                let over = scene.boxes.iter().any(|found| {
                    !found.frame
                        && is_foreign(found, &scene.connections[number - 1])
                        && is_over(&scene.connections[number - 1], found.rect)
                });
                !over || ways.iter().any(|(changed, _)| *changed == number - 1)
            });
            no_connection_crosses_a_box_needlessly(&shown, &format!("seed {seed}, by {by:?}"));
        }
    }
}

/// The scene as shown during a drag.
fn moved(scene: &Scene, dragged: &NodePath, by: Point, ways: &[(usize, Vec<Point>)]) -> Scene {
    let mut scene = scene.clone();
    let inside = |path: &NodePath| {
        let find = |path: &NodePath| scene.boxes.iter().find(|found| found.path == *path);
        std::iter::successors(find(path), |found| find(found.parent.as_ref()?)).any(|found| found.path == *dragged)
    };
    let moving: Vec<bool> = scene.boxes.iter().map(|found| inside(&found.path)).collect();
    for (found, _) in scene.boxes.iter_mut().zip(moving).filter(|(_, moves)| *moves) {
        found.rect = Rect { x: found.rect.x + by.x, y: found.rect.y + by.y, ..found.rect };
        found.ports.iter_mut().for_each(|port| port.at = Point { x: port.at.x + by.x, y: port.at.y + by.y });
    }
    ways.iter().for_each(|(number, points)| scene.connections[*number].points.clone_from(points));
    scene
}

#[test]
fn a_box_that_opens_a_gap_frees_the_connection_behind_it() {
    let mut topology = local(12, 5);
    let mut random = Random::new(77);
    thrown(&mut topology, &mut random, 600);
    let mut before = layout(&topology, None);
    // Removes one box after another.
    for index in 1..13_usize {
        let far = Point { x: 4000.0 + 400.0 * index as f64, y: 300.0 };
        topology.graph[NodeIndex::new(index)].position = Some(far);
        let after = layout(&topology, Some(&before));
        check(&topology, &after);
        no_connection_crosses_a_box_needlessly(&after, &format!("without {index}"));
        before = after;
    }
}
