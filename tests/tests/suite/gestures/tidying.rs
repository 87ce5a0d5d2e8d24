//! Tidying a diagram up: the positions of an automatic layout are stored, and removed again.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::scene::{Scene, SceneBox};
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{Command, Point, VertexKind};

use super::templates::{done, examples, file, path, text};

fn leaves(scene: &Scene) -> impl Iterator<Item = &SceneBox> {
    scene.boxes.iter().filter(|found| !found.frame && !found.path.is_root())
}

#[test]
fn a_tidy_diagram_is_the_same_when_it_is_opened_again() {
    let analysis = examples();
    let (mut n_tidied, mut n_lanes) = (0, 0);
    for file in analysis.workspace().files() {
        let Some(topology) = analysis.topology(&file.path) else { continue };
        let places = analysis.tidied(&file.path, &DiagramKey::default(), false);
        if places.is_empty() {
            let is_box = |kind: VertexKind| !kind.is_background();
            let has_lanes = topology.graph.node_weights().any(|vertex| vertex.kind == VertexKind::Stage);
            assert!(has_lanes || topology.graph.node_weights().all(|vertex| !is_box(vertex.kind)), "{}", file.path);
            n_lanes += usize::from(has_lanes);
            continue;
        }
        n_tidied += 1;
        let (_, tidy) = done(&analysis, file.path.as_str(), &Command::Place(places.clone()));
        let scene = tidy.scene(&file.path).expect("a diagram");
        assert_eq!(leaves(&scene).count(), places.len(), "{}", file.path);
        for (path, at) in &places {
            let found = leaves(&scene).find(|found| found.path == *path).expect("its box");
            assert_eq!((found.rect.x, found.rect.y, found.placed), (at.x, at.y, true), "{path} in {}", file.path);
            let covered = leaves(&scene).find(|other| other.path != *path && other.rect.overlaps(found.rect));
            assert_eq!(covered.map(|other| &other.path), None, "{path} in {}", file.path);
            let frame = scene.boxes.iter().find(|frame| found.parent.as_ref() == Some(&frame.path));
            assert!(frame.is_none_or(|frame| frame.rect.holds(found.rect)), "{path} in {}", file.path);
        }
        assert_eq!(tidy.tidied(&file.path, &DiagramKey::default(), false), places, "tidy already: {}", file.path);
        let (_, removed) = done(&tidy, file.path.as_str(), &Command::Unplace(DiagramKey::default()));
        let bare = removed.topology(&file.path).expect("a diagram");
        assert!(bare.graph.node_weights().all(|vertex| vertex.position.is_none()), "{}", file.path);
        if topology.graph.node_weights().all(|vertex| vertex.position.is_none()) {
            let files = |of: &Analysis| of.workspace().files().count();
            assert_eq!(text(&removed, file.path.as_str()), text(&analysis, file.path.as_str()));
            assert_eq!(files(&removed), files(&analysis), "{}", file.path);
        }
    }
    assert!(n_tidied > 6 && n_lanes > 0, "{n_tidied} and {n_lanes} with lanes");
}

/// The stored position of a frame would keep the frame there, whatever is in it.
#[test]
fn a_frame_that_was_moved_returns_to_its_contents() {
    const TOSCA: &str = "other/streamer-tosca.yaml";
    let analysis = examples();
    let group = path(&["topology_template", "groups", "streamers"]);
    let tidy = |analysis: &Analysis| {
        let places = analysis.tidied(&file(TOSCA), &DiagramKey::default(), false);
        let (_, tidy) = done(analysis, TOSCA, &Command::Place(places));
        tidy.scene(&file(TOSCA)).expect("a diagram")
    };
    let frame = |scene: &Scene| scene.boxes.iter().find(|found| found.path == group).map(|found| found.rect);
    let (_, moved) = done(&analysis, TOSCA, &Command::Place(vec![(group.clone(), Point { x: 2000.0, y: 2000.0 })]));
    let (before, after) = (tidy(&analysis), tidy(&moved));
    assert!(frame(&before).is_some());
    assert_eq!(frame(&after), frame(&before));
    let corners =
        |scene: &Scene| leaves(scene).map(|found| (found.path.clone(), found.rect.x, found.rect.y)).collect::<Vec<_>>();
    assert_eq!(corners(&after), corners(&before));
}
