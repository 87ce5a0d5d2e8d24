//! Expanded boxes make room and give it back; collapsed ones leave everything else in place.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::scene::fold::{fold, path_inside, split};
use descriptorium_core::scene::{Rect, Scene, SceneBox, layout};
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Point, VertexKind};
use descriptorium_core::workspace::Workspace;
use petgraph::graph::NodeIndex;

use crate::laws::{overlap, sound};
use crate::topologies::{Random, grouped, local};

fn find<'a>(scene: &'a Scene, path: &NodePath) -> &'a SceneBox {
    scene.boxes.iter().find(|found| found.path == *path).expect("the box is drawn")
}

fn component(number: usize) -> NodePath {
    NodePath::keys(["composition", &format!("component_{number}")])
}

fn overlaps(one: Rect, others: &[Rect]) -> bool {
    others.iter().any(|other| overlap(one, *other))
}

#[test]
fn an_expanded_box_only_displaces_boxes_in_its_way() {
    for seed in 1..40 {
        let mut random = Random::new(seed);
        let mut topology = local(14, seed);
        if seed % 2 == 0 {
            for index in 1..15_usize {
                let (column, row) = ((index - 1) % 5, (index - 1) / 5);
                let at =
                    Point { x: (column * 340 + random.below(40)) as f64, y: (row * 260 + random.below(40)) as f64 };
                topology.graph[NodeIndex::new(index)].position = Some(at);
            }
        }
        let base = layout(&topology, None);
        let inner = layout(&local(3 + seed as usize % 5, seed + 100), None);
        let opened = component(random.below(14));
        let after = fold(&base, &[(opened.clone(), inner.clone())], &[]);
        sound(&after);
        let (was, is) = (find(&base, &opened).rect, find(&after, &opened).rect);
        assert_eq!((was.x, was.y), (is.x, is.y), "what is opened stays");
        let inside = inner.boxes.iter().filter(|found| !found.path.is_root());
        for found in inside {
            let drawn = find(&after, &path_inside(&opened, &found.path));
            assert_eq!((drawn.rect.width, drawn.rect.height), (found.rect.width, found.rect.height));
        }
        // Every moved box was in the way of one that grew or moved: at its old position it would be too close.
        let siblings: Vec<&SceneBox> =
            base.boxes.iter().filter(|found| found.path != opened && !found.path.is_root()).collect();
        for found in &siblings {
            let now = find(&after, &found.path).rect;
            assert!(now.x >= found.rect.x && now.y >= found.rect.y, "to the right and downwards only");
            let others: Vec<Rect> = after
                .boxes
                .iter()
                .filter(|other| other.parent == found.parent && other.path != found.path)
                .map(|other| Rect {
                    x: other.rect.x - 70.0,
                    y: other.rect.y - 36.0,
                    width: other.rect.width + 140.0,
                    height: other.rect.height + 72.0,
                })
                .collect();
            let back_across = Rect { x: found.rect.x, ..now };
            let back_down = Rect { y: found.rect.y, ..now };
            assert!(now.x == found.rect.x || overlaps(back_across, &others), "seed {seed}: {} went aside", found.path);
            assert!(now.y == found.rect.y || overlaps(back_down, &others), "seed {seed}: {} went down", found.path);
        }
        assert_eq!(fold(&base, &[(opened, inner)], &[]), after, "the same every time");
        assert_eq!(fold(&base, &[], &[]), base, "closed again, all is as it was");
    }
}

#[test]
fn a_closed_frame_moves_nothing() {
    for seed in 1..40 {
        let base = layout(&grouped(20, seed), None);
        let groups = base.boxes.iter().filter(|found| found.frame && found.kind == VertexKind::Group);
        for group in groups {
            let after = fold(&base, &[], std::slice::from_ref(&group.path));
            sound(&after);
            for found in &after.boxes {
                let before = find(&base, &found.path);
                assert_eq!((found.rect.x, found.rect.y), (before.rect.x, before.rect.y), "{} moved", found.path);
            }
            let closed = find(&after, &group.path);
            assert!(!closed.frame && closed.badge.is_some());
            assert!(after.boxes.len() < base.boxes.len());
            assert_eq!(fold(&base, &[], &[]), base);
        }
    }
}

#[test]
fn a_path_into_an_expanded_box_names_its_owner() {
    let outer = NodePath::keys(["composition", "nested"]);
    let inner = NodePath::keys(["composition", "deep"]);
    let path = path_inside(&outer, &inner);
    assert_eq!(path.to_string(), "/composition/nested/inside/composition/deep");
    assert_eq!(split(&path), Some((outer.clone(), inner.clone())));
    assert_eq!(split(&path_inside(&outer, &path)), Some((outer.clone(), path)));
    assert_eq!(split(&outer), None);
    // A component may have that name.
    assert_eq!(split(&NodePath::keys(["composition", "inside"])), None);
}

#[test]
fn nested_assemblies_can_be_expanded_recursively() {
    let file = |path: &str, text: &str| (FilePath::new(path).expect("a plain path"), text.to_owned());
    let files = [
        file("part.yaml", "name: resource::part::1.0\ncapabilities: {Out: {type: t}}\nrequirements: {In: {type: t}}\n"),
        file(
            "low.yaml",
            "name: assembly::low::1.0\nproperties: {key: {}}\ncomposition:\n  part: {type: 'resource::part::1.0', properties: {key: {value: '${key}'}}}\n",
        ),
        file(
            "middle.yaml",
            "name: assembly::middle::1.0\nproperties: {key: {}}\ncomposition:\n  low: {type: 'assembly::low::1.0', properties: {key: {value: '${key}'}}}\n  beside: {type: 'resource::part::1.0'}\n",
        ),
        file(
            "top.yaml",
            "name: assembly::top::1.0\nproperties: {key: {}}\ncomposition:\n  middle: {type: 'assembly::middle::1.0', properties: {key: {value: '${key}'}}}\n  own: {type: 'assembly::top::1.0'}\n  other: {type: 'resource::part::1.0'}\n",
        ),
    ];
    let analysis = Analysis::new(Workspace::new(files), Settings::default());
    let top = FilePath::new("top.yaml").expect("a plain path");
    let base = analysis.scene(&top).expect("a diagram");
    let middle = NodePath::keys(["composition", "middle"]);
    let low = path_inside(&middle, &NodePath::keys(["composition", "low"]));
    let part = path_inside(&low, &NodePath::keys(["composition", "part"]));
    let scene = analysis.folded(&top, &base, &[middle.clone(), low.clone()].into());
    sound(&scene);
    assert!(find(&scene, &middle).frame && find(&scene, &low).frame);
    assert_eq!(find(&scene, &part).parent.as_ref(), Some(&low));
    let origin = analysis.origin(&top, &part);
    assert_eq!(
        origin.map(|(file, path)| (file.to_string(), path.to_string())),
        Some(("low.yaml".into(), "/composition/part".into()))
    );
    // Missing, empty and unloaded boxes are skipped.
    let odd =
        [NodePath::keys(["composition", "other"]), NodePath::keys(["composition", "gone"]), low, NodePath::root()];
    assert_eq!(analysis.folded(&top, &base, &odd.into()), base);
    // An assembly that contains itself is infinite, but only what is expanded is drawn.
    let own = NodePath::keys(["composition", "own"]);
    let deeper = path_inside(&own, &own);
    sound(&analysis.folded(&top, &base, &[own, deeper].into()));
}
