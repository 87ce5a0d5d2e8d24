//! The differences between the diagram of a file and that of an earlier text.

use std::collections::{HashMap, HashSet};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::scene::shape::connection_path;
use descriptorium_core::scene::stability::room_for;
use descriptorium_core::scene::{Connection, Rect, Scene, layout};
use descriptorium_core::schema::diff::of_trees;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;

use crate::model::scene_view::SceneView;

/// How a part of a diagram differs from before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    Added,
    Changed,
    Removed,
}

impl Difference {
    pub const ALL: [Difference; 3] = [Difference::Added, Difference::Changed, Difference::Removed];

    /// The CSS class.
    pub fn class(self) -> &'static str {
        match self {
            Difference::Added => "added",
            Difference::Changed => "changed",
            Difference::Removed => "removed",
        }
    }

    /// The sign that distinguishes it without colors.
    pub fn sign(self) -> &'static str {
        match self {
            Difference::Added => "+",
            Difference::Changed => "~",
            Difference::Removed => "−",
        }
    }
}

/// A box that differs.
#[derive(Clone, PartialEq, Debug)]
pub struct BoxDifference {
    pub path: NodePath,
    /// Where it is, or where a removed one was: beside the others, if something is there by now.
    pub rect: Rect,
    pub label: String,
    pub difference: Difference,
    /// The changes of its text, with the values before and after, as in [`of_trees`].
    pub messages: Vec<String>,
}

/// The parts of a diagram that differ.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Comparison {
    pub boxes: Vec<BoxDifference>,
    /// The lines of connections that only one of the diagrams has, in the form of SVG paths; empty if they cannot be
    /// drawn.
    pub connections: Vec<(Difference, String)>,
}

impl Comparison {
    /// The differences of the diagram of `path` from that of the text `before`; `None` if there are none, or if one of
    /// the texts has no diagram.
    pub fn of(analysis: &Analysis, path: &FilePath, view: &SceneView, before: &str) -> Option<Comparison> {
        let now = analysis.file(path)?;
        let change = Change::of_file("before", path.clone(), TextEdit::between(&now.text, before));
        // Nobody looks at its findings.
        let earlier = analysis.typed(&change).ok()?;
        let was = earlier.file(path).filter(|was| was.errors.is_empty())?;
        let (before_root, now_root) = was.root.as_deref().zip(now.root.as_deref())?;
        let topology = earlier.drawn_as(path, &view.drawing.diagram, view.drawing.is_flipped)?;
        // Common boxes are in the same places, and removed ones where there is space in this diagram.
        let old = layout(&topology, Some(&view.scene));
        let there: HashSet<&NodePath> = old.boxes.iter().map(|found| &found.path).collect();
        let own: HashSet<&NodePath> = view.base.boxes.iter().map(|found| &found.path).collect();
        let mut messages: HashMap<NodePath, Vec<String>> = HashMap::new();
        for found in of_trees((before_root, &was.text), (now_root, &now.text)) {
            if !is_position(&found.path)
                && let Some(owner) = owner(&own, &found.path)
            {
                messages.entry(owner).or_default().push(found.message);
            }
        }
        let mut boxes = Vec::new();
        for found in view.scene.boxes.iter().filter(|found| !found.path.is_root() && own.contains(&found.path)) {
            let of_box = messages.remove(&found.path).unwrap_or_default();
            let difference = match (there.contains(&found.path), of_box.is_empty()) {
                (false, _) => Difference::Added,
                (true, false) => Difference::Changed,
                (true, true) => continue,
            };
            let (path, label) = (found.path.clone(), found.label.clone());
            boxes.push(BoxDifference { path, rect: found.rect, label, difference, messages: of_box });
        }
        // Something new may be there by now.
        let mut taken: Vec<Rect> =
            view.scene.boxes.iter().filter(|found| !found.frame).map(|found| found.rect).collect();
        let mut moved: HashSet<&NodePath> = HashSet::new();
        for found in old.boxes.iter().filter(|found| !found.path.is_root() && !own.contains(&found.path)) {
            let is_free = !taken.iter().any(|other| other.overlaps(found.rect));
            let rect = if is_free { found.rect } else { room_for(found.rect, &taken, None) };
            if !is_free {
                moved.insert(&found.path);
            }
            taken.push(rect);
            let (path, label) = (found.path.clone(), found.label.clone());
            boxes.push(BoxDifference { path, rect, label, difference: Difference::Removed, messages: Vec::new() });
        }
        let mut connections = lines(&view.scene, &view.base, &old, Difference::Added, &HashSet::new());
        connections.extend(lines(&old, &old, &view.base, Difference::Removed, &moved));
        let comparison = Comparison { boxes, connections };
        (comparison != Comparison::default()).then_some(comparison)
    }

    pub fn of_box(&self, path: &NodePath) -> Option<&BoxDifference> {
        self.boxes.iter().find(|found| found.path == *path)
    }

    /// The number of boxes and connections that differ in this way.
    pub fn count(&self, difference: Difference) -> usize {
        let boxes = self.boxes.iter().filter(|found| found.difference == difference).count();
        boxes + self.connections.iter().filter(|(found, _)| *found == difference).count()
    }
}

/// The innermost of the boxes with the node at `path`.
fn owner(boxes: &HashSet<&NodePath>, path: &NodePath) -> Option<NodePath> {
    let mut steps = std::iter::successors(Some(path.clone()), NodePath::parent).filter(|path| !path.is_root());
    steps.find(|path| boxes.contains(path))
}

/// Whether `path` is that of a position on the canvas, as Winery writes it: moved boxes have not changed.
fn is_position(path: &NodePath) -> bool {
    matches!(path.last_key(), Some("x" | "y"))
        && path.parent().is_some_and(|parent| parent.last_key() == Some("metadata"))
}

/// The ends of a connection.
fn ends(connection: &Connection) -> (&NodePath, &NodePath, &NodePath, Option<&str>, Option<&str>) {
    let Connection { path, source, target, source_port, target_port, .. } = connection;
    (path, source, target, source_port.as_deref(), target_port.as_deref())
}

/// The connections of `scene`, of the file itself, which is drawn in `base`, that the `other` diagram does not have.
/// Those of `moved` boxes have no line, since it would end where these are not.
fn lines(
    scene: &Scene,
    base: &Scene,
    other: &Scene,
    difference: Difference,
    moved: &HashSet<&NodePath>,
) -> Vec<(Difference, String)> {
    let there: HashSet<_> = other.connections.iter().map(ends).collect();
    let own: HashSet<_> = base.connections.iter().map(ends).collect();
    let only = scene.connections.iter().filter(|found| own.contains(&ends(found)) && !there.contains(&ends(found)));
    let is_moved = |found: &Connection| moved.contains(&found.source) || moved.contains(&found.target);
    only.map(|found| (difference, if is_moved(found) { String::new() } else { connection_path(found) })).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    const NOW: &str = "name: assembly::s::1.0\nproperties:\n  size: {default: '1'}\ncomposition:\n  a: {type: 'resource::p::1.0', \
                       properties: {size: {value: '2'}}}\n  b: {type: 'resource::p::1.0', properties: {size: {value: \
                       '${a.out}'}}}\n";
    const PART: &str = "name: resource::p::1.0\nproperties:\n  size: {}\n  out: {read-only: true}\n";

    fn comparison(before: &str) -> Option<Comparison> {
        let path = FilePath::new("s.yaml").expect("a path");
        let files = [(path.clone(), NOW.to_owned()), (FilePath::new("p.yaml").expect("a path"), PART.to_owned())];
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let scene = Arc::new(analysis.scene(&path).expect("a diagram"));
        let view = SceneView::plain(&path, scene, None, &analysis, None);
        Comparison::of(&analysis, &path, &view, before)
    }

    fn boxes(comparison: &Comparison) -> Vec<(&str, Difference)> {
        comparison.boxes.iter().map(|found| (found.label.as_str(), found.difference)).collect()
    }

    #[test]
    fn boxes_are_added_changed_and_removed_with_their_connections() {
        let before = NOW.replace("{value: '2'}", "{value: '3'}").replace("  b: ", "  c: ");
        let found = comparison(&before).expect("differences");
        let mut sorted = boxes(&found);
        sorted.sort_by_key(|(label, _)| *label);
        assert_eq!(sorted, [("a", Difference::Changed), ("b", Difference::Added), ("c", Difference::Removed)]);
        let of_a = found.of_box(&NodePath::keys(["composition", "a"])).expect("a");
        assert!(
            matches!(of_a.messages.as_slice(), [one] if one.contains("`'3'`") && one.contains("`'2'`")),
            "{of_a:?}"
        );
        assert_eq!(
            found.connections.iter().map(|(of, _)| *of).collect::<Vec<_>>(),
            [Difference::Added, Difference::Removed]
        );
        // Nothing covers anything else.
        let gone = found.boxes.iter().find(|found| found.label == "c").expect("c").rect;
        assert!(found.boxes.iter().filter(|found| found.label != "c").all(|found| !found.rect.overlaps(gone)));
        assert_eq!(Difference::ALL.map(|of| found.count(of)), [2, 1, 2]);
    }

    #[test]
    fn comments_and_the_order_of_keys_are_no_differences() {
        assert_eq!(comparison(&format!("# so\n{NOW}")), None);
        assert_eq!(comparison("not: [closed"), None);
    }
}
