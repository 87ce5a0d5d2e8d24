//! Which boxes of a diagram are expanded in place or collapsed, remembered by the browser for each file.

use descriptorium_core::sorted_map::{SortedMap, SortedSet};
use descriptorium_core::sorting::gather;
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::text::{FilePath, Span};

use crate::browser::dom::remember;
use crate::browser::dom::remembered;

/// The line for the root of the diagram: hosts are drawn the opposite way from the default.
const WHOLE: &str = "/";

/// The boxes that are folded or unfolded in the diagram of a file.
pub fn toggled(folds: &SortedMap<FilePath, SortedSet<NodePath>>, file: &FilePath) -> SortedSet<NodePath> {
    folds.get(file).cloned().unwrap_or_else(|| kept(file))
}

/// The boxes that were folded or unfolded when the file was last open.
fn kept(file: &FilePath) -> SortedSet<NodePath> {
    let lines = remembered(&key(file)).unwrap_or_default();
    let toggled = |line: &str| if line == WHOLE { Some(NodePath::root()) } else { path(line) };
    gather(lines.lines().filter_map(toggled))
}

/// A path of boxes, which has keys only.
pub fn path(pointer: &str) -> Option<NodePath> {
    NodePath::parse(pointer, &Node::null(Span::default())).filter(|path| !path.is_root())
}

/// Remembers the boxes of a file that differ from their default, expanded or collapsed.
pub fn remember_toggled(file: &FilePath, toggled: &SortedSet<NodePath>) {
    let line = |path: &NodePath| if path.is_root() { WHOLE.to_owned() } else { path.to_string() };
    let lines: Vec<String> = toggled.iter().map(line).collect();
    remember(&key(file), (!lines.is_empty()).then(|| lines.join("\n")).as_deref());
}

fn key(file: &FilePath) -> String {
    format!("descriptorium.turned:{file}")
}
