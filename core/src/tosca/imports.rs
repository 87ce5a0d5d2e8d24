//! The files that a service template imports (3.5.8), where it names them by a path.

use crate::syntax::{Kind, Node, NodePath};

/// Where the files of the imports are named, and how; without those of a repository, which is somewhere else.
pub fn files(root: &Node) -> Vec<(NodePath, &str)> {
    let at = NodePath::keys(["imports"]);
    let imports = root.get("imports").map_or(&[][..], Node::items).iter().enumerate();
    imports.filter_map(|(index, import)| file(import, at.index(index))).collect()
}

/// A file, a file with what belongs to it, or either under a name that only readers use.
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
