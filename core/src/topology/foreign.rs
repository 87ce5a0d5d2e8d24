//! Boxes of other files in the diagram of a file. Their paths begin with the file.

use crate::syntax::{NodePath, Step};
use crate::text::FilePath;

/// The first key of such a path. No language has a section of this name.
const FOREIGN: &str = "other file";

/// The path in a diagram of the node at `inner` in another file.
pub fn path_in(file: &FilePath, inner: &NodePath) -> NodePath {
    NodePath::keys([FOREIGN, file.as_str()]).steps().iter().chain(inner.steps()).cloned().collect()
}

/// The file and the path there of a box of another file.
pub fn split(path: &NodePath) -> Option<(FilePath, NodePath)> {
    let [Step::Key(first), Step::Key(file), inner @ ..] = path.steps() else { return None };
    let file = FilePath::new(file).filter(|_| first == FOREIGN)?;
    Some((file, inner.iter().cloned().collect()))
}

/// Whether a path is that of a box of another file.
pub fn is_foreign(path: &NodePath) -> bool {
    matches!(path.steps().first(), Some(Step::Key(first)) if first == FOREIGN)
}
