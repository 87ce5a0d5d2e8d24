//! Boxes that are shown alone with their neighbors.

use std::sync::Arc;

use descriptorium_core::scene::{Scene, layout_part};
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Topology;
use descriptorium_core::topology::neighborhood::Neighborhood;

/// The boxes of a file that are shown alone with their neighbors.
#[derive(Clone, PartialEq, Debug)]
pub struct Isolation {
    pub file: FilePath,
    pub around: Neighborhood,
    /// All boxes that the diagram had at the beginning, once that is known: boxes that are added later are shown.
    pub known: Option<Arc<SortedSet<NodePath>>>,
}

/// The part of a diagram that an [`Isolation`] shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Isolated {
    pub by: Isolation,
    /// The labels of the boxes whose neighbors are shown.
    pub subjects: Vec<String>,
    pub n_neighbors: usize,
    /// The number of boxes that are only shown because they are new.
    pub n_new: usize,
    /// The number of boxes in the whole diagram.
    pub n_boxes: usize,
}

/// Determines the part of a diagram, and its layout; `None` if there is nothing to show.
pub type Isolate = fn(&Topology, &Scene, &Isolation) -> Option<(Isolated, Scene)>;

/// The function that is loaded lazily.
pub fn isolate(topology: &Topology, whole: &Scene, by: &Isolation) -> Option<(Isolated, Scene)> {
    let is_new = |path: &NodePath| by.known.as_ref().is_some_and(|known| !known.contains(path));
    let part = topology.around(&by.around, is_new)?;
    let scene = layout_part(&part.topology, whole);
    let isolated = Isolated {
        by: by.clone(),
        subjects: part.subjects,
        n_neighbors: part.n_neighbors,
        n_new: part.n_new,
        n_boxes: part.n_boxes,
    };
    Some((isolated, scene))
}

#[cfg(test)]
mod tests {
    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::sorting::gather;
    use descriptorium_core::topology::Point;
    use descriptorium_core::topology::neighborhood::Flow;
    use descriptorium_core::workspace::Workspace;

    use super::*;
    use crate::model::scene_view::SceneView;

    /// Two nodes in a group, the first one connected to a node outside.
    const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    first: {type: tosca.nodes.Root}
    second: {type: tosca.nodes.Root}
    user: {type: tosca.nodes.Root, requirements: [{dependency: first}]}
  groups:
    both: {type: tosca.groups.Root, members: [first, second]}
";

    fn path(section: &str, name: &str) -> NodePath {
        NodePath::keys(["topology_template", section, name])
    }

    fn view(text: &str, by: Option<&Isolation>) -> SceneView {
        let file = FilePath::new("t.yaml").expect("a path");
        let analysis = Analysis::new(Workspace::new([(file.clone(), text.to_owned())]), Settings::default());
        let topology = analysis.topology(&file).expect("a diagram");
        let base = Arc::new(analysis.scene(&file).expect("a diagram"));
        let isolation = by.map(|by| (by, isolate as Isolate));
        let view = SceneView::plain(&file, base, Some(Arc::new(topology)), &analysis, isolation);
        (*view.0).clone()
    }

    fn around(subject: &NodePath, known: Option<Arc<SortedSet<NodePath>>>) -> Isolation {
        let around = Neighborhood { subjects: vec![subject.clone()], depth: Some(1), flow: Flow::Both };
        Isolation { file: FilePath::new("t.yaml").expect("a path"), around, known }
    }

    #[test]
    fn boxes_keep_their_positions_and_frames_are_moved_with_all_of_their_contents() {
        let (user, first, second) =
            (path("node_templates", "user"), path("node_templates", "first"), path("node_templates", "second"));
        let group = path("groups", "both");
        let whole = view(TEXT, None);
        let part = view(TEXT, Some(&around(&user, None)));
        let rect = |view: &SceneView, path: &NodePath| view.found(path).map(|found| found.rect);
        assert_eq!(rect(&part, &user), rect(&whole, &user));
        assert_eq!(rect(&part, &first), rect(&whole, &first));
        assert_eq!(rect(&part, &second), None);
        assert!(part.hides(&second) && !part.hides(&first) && !part.hides(&group) && !whole.hides(&second));
        assert_eq!(part.hidden().iter().map(|found| &found.path).collect::<Vec<_>>(), [&second]);
        assert_eq!(part.drawn(&second.key("type")), Some(second), "it can be selected in the text");
        let (small, large) = (rect(&part, &group).expect("a frame"), rect(&whole, &group).expect("a frame"));
        assert!(small.width * small.height < large.width * large.height, "{small:?} in {large:?}");
        let moved = part.position_of(&group, Point { x: small.x + 30.0, y: small.y + 7.0 });
        assert_eq!(moved, Point { x: large.x + 30.0, y: large.y + 7.0 });
        let at = Point { x: 3.0, y: 4.0 };
        assert_eq!((part.position_of(&first, at), whole.position_of(&group, at)), (at, at));
        assert_eq!(part.isolated().map(|isolated| (isolated.n_neighbors, isolated.n_boxes)), Some((1, 4)));
    }

    #[test]
    fn boxes_that_are_new_or_renamed_are_shown() {
        let first = path("node_templates", "first");
        let whole = view(TEXT, None);
        let known = Arc::new(gather(whole.scene.boxes.iter().map(|found| found.path.clone())));
        let by = around(&first, Some(known));
        let more = TEXT.replace("  groups:", "    third: {type: tosca.nodes.Root}\n  groups:");
        let part = view(&more, Some(&by));
        assert!(
            part.found(&path("node_templates", "third")).is_some() && part.hides(&path("node_templates", "second"))
        );
        assert_eq!(part.isolated().map(|isolated| isolated.n_new), Some(1));
        let renamed = view(&TEXT.replace("first", "one"), Some(&by));
        let shown = ["one", "user", "second"].map(|name| renamed.found(&path("node_templates", name)).is_some());
        assert_eq!(shown, [true, true, false]);
        // Without its subject, and without anything new, the whole diagram is shown.
        let gone = "    user: {type: tosca.nodes.Root}\n";
        let start = TEXT.split_once("    first").map(|(start, _)| start).expect("a start");
        assert!(view(&format!("{start}{gone}"), Some(&by)).isolated().is_none());
    }
}
