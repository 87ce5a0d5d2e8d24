//! The names that a tree mentions, according to its tables.

use crate::schema::Record;
use crate::schema::walk::{Visit, walk};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};

/// A mentioned name: the kind of symbol it refers to, and its node.
#[derive(Clone, PartialEq, Debug)]
pub struct NamePlace<'a> {
    pub kind: SymbolKind,
    pub path: NodePath,
    pub node: &'a Node,
}

/// Every name that `root` mentions according to the table `record`.
pub fn places<'a>(root: &'a Node, record: &'static Record) -> Vec<NamePlace<'a>> {
    let mut places = Vec::new();
    walk(root, record, &mut |visit, path| {
        if let Visit::Name(kind, node) = visit {
            places.push(NamePlace { kind, path: path.to_path(), node });
        }
    });
    places
}
