//! The files that a service template imports by path (3.5.8).

use crate::syntax::{Kind, Node, NodePath};

/// The paths of the imported files, with their nodes. Files of a repository are omitted, since they are stored
/// elsewhere.
pub fn files(root: &Node) -> Vec<(NodePath, &str)> {
    let at = NodePath::keys(["imports"]);
    let imports = root.get("imports").map_or(&[][..], Node::items).iter().enumerate();
    imports.filter_map(|(index, import)| file(import, at.index(index))).collect()
}

/// An import is a file, a file with attributes, or either of them under a name.
fn file(import: &Node, at: NodePath) -> Option<(NodePath, &str)> {
    match (&import.kind, import.entries()) {
        (Kind::Scalar(_), _) => Some((at, import.as_text()?)),
        (_, _) if import.get("file").is_some() => {
            let is_near = import.get("repository").is_none();
            is_near.then_some(())?;
            Some((at.key("file"), import.get("file")?.as_text()?))
        }
        (_, [named]) => file(&named.value, at.key(named.key.as_text()?)),
        _ => None,
    }
}
