//! Hit testing: the item at a point of the diagram, computed geometrically so that it works at every level of detail.

use descriptorium_core::scene::fold::split;
use descriptorium_core::scene::shape::{flag_of, mark_rects};
use descriptorium_core::scene::{Connection, Rect, Scene, SceneBox, ScenePort};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Beside, Mark, Point, VertexKind};

/// The item under a pointer.
#[derive(Clone, PartialEq, Debug)]
pub enum Hit {
    Port {
        vertex: NodePath,
        port: ScenePort,
    },
    Box(NodePath),
    Connection(NodePath),
    /// Inside the boundary, or outside of everything.
    Void,
}

/// The item at `at`: the nearest port within `reach`, the tolerance for the pointer in units of the diagram, else the
/// topmost item there. The flag with a port's name belongs to the port.
pub fn hit(scene: &Scene, at: Point, reach: f64) -> Hit {
    let to_port = reach.max(7.0);
    let mut nearest: Option<(f64, &SceneBox, &ScenePort)> = None;
    let mut frame = None;
    let mut body = None;
    for found in scene.boxes.iter().rev().filter(|found| within(found.rect.grown(to_port), at)) {
        for port in &found.ports {
            let far = port_distance(found, port, at);
            if far <= to_port && nearest.is_none_or(|(other, ..)| far < other) {
                nearest = Some((far, found, port));
            }
        }
        if found.kind.is_background() || !within(found.rect, at) {
            continue;
        }
        if !found.frame {
            // It covers everything below.
            body = Some(found);
            break;
        }
        // Connections are above the inside of a frame.
        frame = frame.or(Some(found));
    }
    if let Some((mark, _)) = marks(scene).filter(|(_, rect)| within(*rect, at)).last() {
        return Hit::Box(mark.path.clone());
    }
    if let Some((_, found, port)) = nearest {
        return Hit::Port { vertex: found.path.clone(), port: port.clone() };
    }
    if let Some(found) = body {
        return Hit::Box(found.path.clone());
    }
    let near = scene
        .connections
        .iter()
        .map(|connection| (connection_distance(connection, at), connection))
        .filter(|(far, _)| *far <= reach);
    let nearest = near.min_by(|(a, _), (b, _)| a.total_cmp(b));
    if let Some((_, connection)) = nearest {
        return Hit::Connection(connection.path.clone());
    }
    let header = || scene.boxes.iter().find(|found| found.kind == VertexKind::Boundary && on_header(found, at));
    frame.or_else(header).map_or(Hit::Void, |found| Hit::Box(found.path.clone()))
}

/// The marks of all boxes, with their places. A policy has one on each box that it applies to.
pub fn marks(scene: &Scene) -> impl Iterator<Item = (&Mark, Rect)> {
    scene.boxes.iter().flat_map(|found| found.marks.iter().zip(mark_rects(found)))
}

/// The innermost box or frame at a point that can contain `moved`: not one of these, and not inside one.
pub fn container_at<'s>(scene: &'s Scene, moved: &[NodePath], at: Point) -> Option<&'s SceneBox> {
    let find = |path: &NodePath| scene.boxes.iter().find(|found| found.path == *path);
    let is_moved = |found: &SceneBox| {
        let mut around = std::iter::successors(Some(found), |found| find(found.parent.as_ref()?));
        around.any(|found| moved.contains(&found.path))
    };
    let kinds = [VertexKind::NodeTemplate, VertexKind::Group];
    let inside = scene.boxes.iter().rev().filter(|found| kinds.contains(&found.kind) && within(found.rect, at));
    // Inner boxes come last.
    inside.filter(|found| split(&found.path).is_none()).find(|found| !is_moved(found))
}

/// The lane around a point.
pub fn lane_around(scene: &Scene, at: Point) -> Option<&NodePath> {
    let lane = scene.boxes.iter().find(|found| found.kind == VertexKind::Stage && within(found.rect, at));
    lane.map(|lane| &lane.path)
}

/// The lane at a point, or else the nearest one with the side of it where the point is.
pub fn lane_at(scene: &Scene, at: Point) -> Option<(&NodePath, Beside)> {
    let lanes = || scene.boxes.iter().filter(|found| found.kind == VertexKind::Stage);
    if let Some(inside) = lane_around(scene, at) {
        return Some((inside, Beside::Same));
    }
    // In both directions: lanes can be beside each other or one below the other.
    let away = |lane: &&SceneBox| {
        let rect = lane.rect;
        let x = (rect.x - at.x).max(at.x - rect.x - rect.width).max(0.0);
        let y = (rect.y - at.y).max(at.y - rect.y - rect.height).max(0.0);
        x.hypot(y)
    };
    let nearest = lanes().min_by(|one, other| away(one).total_cmp(&away(other)))?;
    let side = match at.x {
        x if x < nearest.rect.x => Beside::Before,
        x if x > nearest.rect.x + nearest.rect.width => Beside::After,
        _ => Beside::Same,
    };
    Some((&nearest.path, side))
}

/// The lane beside the one around a box, or a new one beyond the last; `None` if the box is not in a lane.
pub fn next_lane<'s>(scene: &'s Scene, path: &NodePath, is_right: bool) -> Option<(&'s NodePath, Beside)> {
    let parent = scene.boxes.iter().find(|found| found.path == *path)?.parent.as_ref()?;
    let lanes = || scene.boxes.iter().filter(|found| found.kind == VertexKind::Stage);
    let own = lanes().find(|lane| lane.path == *parent)?;
    let beyond = lanes().filter(|lane| if is_right { lane.rect.x > own.rect.x } else { lane.rect.x < own.rect.x });
    let nearest =
        beyond.min_by(|one, other| (one.rect.x - own.rect.x).abs().total_cmp(&(other.rect.x - own.rect.x).abs()));
    let outside = if is_right { Beside::After } else { Beside::Before };
    Some(nearest.map_or((&own.path, outside), |lane| (&lane.path, Beside::Same)))
}

/// The box of the text's own diagram to which a node in an expanded box belongs; any other path unchanged.
pub fn own(path: &NodePath) -> NodePath {
    split(path).map_or_else(|| path.clone(), |(outer, _)| outer)
}

/// The boxes that are entirely in `area`, except the boundary.
pub fn enclosed(scene: &Scene, area: Rect) -> Vec<NodePath> {
    let own = scene.boxes.iter().filter(|found| !found.kind.is_background() && split(&found.path).is_none());
    let boxes = own.filter(|found| area.holds(found.rect));
    boxes.map(|found| found.path.clone()).collect()
}

/// The rectangle between two corners, in any order.
pub fn between(a: Point, b: Point) -> Rect {
    Rect { x: a.x.min(b.x), y: a.y.min(b.y), width: (a.x - b.x).abs(), height: (a.y - b.y).abs() }
}

fn within(rect: Rect, at: Point) -> bool {
    at.x >= rect.x && at.y >= rect.y && at.x <= rect.x + rect.width && at.y <= rect.y + rect.height
}

fn on_header(found: &SceneBox, at: Point) -> bool {
    const HEADER: f64 = 32.0;
    within(Rect { height: HEADER.min(found.rect.height), ..found.rect }, at)
}

/// The distance to a port: to its symbol, and to its flag on the border of a frame.
fn port_distance(found: &SceneBox, port: &ScenePort, at: Point) -> f64 {
    if found.frame && within(flag_of(found.rect, port), at) {
        return 0.0;
    }
    distance(port.at, at)
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

fn connection_distance(connection: &Connection, at: Point) -> f64 {
    let segments = connection.points.windows(2).filter_map(|segment| match segment {
        [from, to] => Some(segment_distance(*from, *to, at)),
        _ => None,
    });
    segments.fold(f64::INFINITY, f64::min)
}

fn segment_distance(from: Point, to: Point, at: Point) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx * dx + dy * dy;
    let along =
        if length == 0.0 { 0.0 } else { (((at.x - from.x) * dx + (at.y - from.y) * dy) / length).clamp(0.0, 1.0) };
    distance(Point { x: from.x + along * dx, y: from.y + along * dy }, at)
}

#[cfg(test)]
mod tests {
    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::text::FilePath;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    /// The scenes of the bundled assemblies.
    fn scenes() -> Vec<Scene> {
        let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
        let files = ["assemblies", "resources"].into_iter().flat_map(|folder| {
            let listed = std::fs::read_dir(examples.join(folder)).expect("a folder of examples");
            listed.map(move |entry| {
                let entry = entry.expect("a file");
                let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
                (FilePath::new(&path).expect("a plain path"), std::fs::read_to_string(entry.path()).expect("a text"))
            })
        });
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        analysis.workspace().files().filter_map(|file| analysis.scene(&file.path)).collect()
    }

    #[test]
    fn a_port_is_hit_at_its_center_and_on_its_flag_at_any_zoom() {
        let scenes = scenes();
        assert!(scenes.iter().any(|scene| scene.boxes.iter().any(|found| found.frame)));
        for scene in &scenes {
            for (found, port) in scene.boxes.iter().flat_map(|found| found.ports.iter().map(move |port| (found, port)))
            {
                let wanted = Hit::Port { vertex: found.path.clone(), port: port.clone() };
                for reach in [0.0, 6.0 / 0.33, 16.0 / 0.1] {
                    assert_eq!(hit(scene, port.at, reach), wanted);
                }
                if found.frame {
                    let inwards = if port.kind.is_left() { 20.0 } else { -20.0 };
                    assert_eq!(hit(scene, Point { x: port.at.x + inwards, ..port.at }, 0.0), wanted);
                }
            }
        }
    }

    /// Lanes at 0 to 100, and at 200 to 300, with a box in the first.
    fn lanes() -> Scene {
        let frame = |name: &str, x: f64, kind, parent: Option<&str>| SceneBox {
            path: NodePath::keys([name]),
            parent: parent.map(|name| NodePath::keys([name])),
            frame: kind == VertexKind::Stage,
            label: name.to_owned(),
            ..SceneBox::bare(kind, Rect { x, y: 0.0, width: 100.0, height: 50.0 })
        };
        let boxes = vec![
            frame("one", 0.0, VertexKind::Stage, None),
            frame("two", 200.0, VertexKind::Stage, None),
            frame("item", 0.0, VertexKind::DeploymentItem, Some("one")),
        ];
        Scene { boxes, ..Scene::default() }
    }

    #[test]
    fn a_box_is_dropped_in_a_lane_or_beside_one() {
        let scene = lanes();
        let at = |x: f64, y: f64| lane_at(&scene, Point { x, y }).map(|(path, side)| (path.to_string(), side));
        assert_eq!(at(250.0, 10.0), Some(("/two".to_owned(), Beside::Same)));
        // Below a lane is still that lane.
        assert_eq!(at(250.0, 90.0), Some(("/two".to_owned(), Beside::Same)));
        assert_eq!(at(130.0, 10.0), Some(("/one".to_owned(), Beside::After)));
        assert_eq!(at(180.0, 10.0), Some(("/two".to_owned(), Beside::Before)));
        assert_eq!(at(-5.0, 10.0), Some(("/one".to_owned(), Beside::Before)));
        assert_eq!(lane_at(&Scene::default(), Point::default()), None);
        // Beside a short lane that is below a long one.
        let mut stacked = lanes();
        stacked.boxes[0].rect.width = 300.0;
        stacked.boxes[1].rect = Rect { x: 0.0, y: 150.0, width: 100.0, height: 50.0 };
        let two = NodePath::keys(["two"]);
        assert_eq!(lane_at(&stacked, Point { x: 112.0, y: 175.0 }), Some((&two, Beside::After)));
        let item = NodePath::keys(["item"]);
        assert_eq!(next_lane(&scene, &item, true), Some((&NodePath::keys(["two"]), Beside::Same)));
        assert_eq!(next_lane(&scene, &item, false), Some((&NodePath::keys(["one"]), Beside::Before)));
        assert_eq!(hit(&scene, Point { x: 250.0, y: 10.0 }, 4.0), Hit::Void);
    }

    #[test]
    fn the_distance_of_a_segment_is_that_of_its_nearest_point() {
        let (from, to) = (Point { x: 0.0, y: 0.0 }, Point { x: 10.0, y: 0.0 });
        assert_eq!(segment_distance(from, to, Point { x: 5.0, y: 3.0 }), 3.0);
        assert_eq!(segment_distance(from, to, Point { x: 14.0, y: 3.0 }), 5.0);
        assert_eq!(segment_distance(from, from, Point { x: 3.0, y: 4.0 }), 5.0);
    }

    #[test]
    fn a_rectangle_is_the_same_from_either_corner() {
        let (a, b) = (Point { x: 5.0, y: 1.0 }, Point { x: 2.0, y: 9.0 });
        assert_eq!(between(a, b), between(b, a));
        assert!(!between(a, b).overlaps(Rect { x: 5.0, y: 1.0, width: 9.0, height: 9.0 }));
    }
}
