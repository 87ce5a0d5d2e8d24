//! Where a tree speaks of something named, as its tables say.

use crate::schema::Record;
use crate::schema::walk::{Visit, walk};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};

/// A place that holds a name: what it should be the name of, and the text.
#[derive(Clone, PartialEq, Debug)]
pub struct NamePlace<'a> {
    pub kind: SymbolKind,
    pub path: NodePath,
    pub node: &'a Node,
}

/// Every place of `root` where its table asks for a name.
pub fn places<'a>(root: &'a Node, record: &'static Record) -> Vec<NamePlace<'a>> {
    let mut places = Vec::new();
    walk(root, record, &mut |visit, path| {
        if let Visit::Name(kind, node) = visit {
            places.push(NamePlace { kind, path: path.clone(), node });
        }
    });
    places
}
