//! The files that a service template imports by path (3.5.8).

use crate::syntax::{Kind, Node, NodePath};

/// An import statement.
#[derive(Clone, Debug)]
pub struct Import<'a> {
    /// The path of the statement in `imports`.
    pub at: NodePath,
    /// The file, as written, with its path.
    pub file: Option<(NodePath, &'a str)>,
    /// The long form of the statement.
    pub long: Option<&'a Node>,
}

impl<'a> Import<'a> {
    /// The path of the mapping of the long form.
    pub fn long_path(&self) -> NodePath {
        self.file.as_ref().and_then(|(at, _)| at.parent()).unwrap_or_else(|| self.at.clone())
    }

    /// The value of a keyname, in the long form.
    pub fn get(&self, key: &str) -> Option<&'a str> {
        self.long?.get(key)?.as_text()
    }
}

/// The import statements of a service template.
pub fn imports(root: &Node) -> Vec<Import<'_>> {
    let at = NodePath::keys(["imports"]);
    let imports = root.get("imports").map_or(&[][..], Node::items).iter().enumerate();
    imports.map(|(index, node)| import(node, at.index(index))).collect()
}

/// The paths of the imported files, with their nodes. Files of a repository are omitted, since they are stored
/// elsewhere.
pub fn files(root: &Node) -> Vec<(NodePath, &str)> {
    imports(root)
        .into_iter()
        .filter(|import| import.get("repository").is_none())
        .filter_map(|import| import.file)
        .collect()
}

/// An import is a file, a file with attributes, or either of them under a name.
fn import(node: &Node, at: NodePath) -> Import<'_> {
    match (&node.kind, node.entries()) {
        (Kind::Scalar(_), _) => Import { file: node.as_text().map(|text| (at.clone(), text)), at, long: None },
        (_, [named]) if named.key.as_text() != Some("file") => match named.key.as_text() {
            Some(name) => import(&named.value, at.key(name)),
            None => Import { at, file: None, long: None },
        },
        _ => {
            let file = node.get("file").and_then(Node::as_text).map(|text| (at.key("file"), text));
            Import { at, file, long: Some(node) }
        }
    }
}
