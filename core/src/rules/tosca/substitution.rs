//! Rules for topologies that substitute a node (3.7.8 to 3.7.12).

use std::sync::Arc;

use crate::rules;
use crate::rules::tosca::{Check, Tosca};
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, NodePath};
use crate::tosca::effective::entries;
use crate::tosca::shape::NodeShape;
use crate::tosca::substitution::MAPPINGS;

rules::list! { Tosca:
    constant_list,
    implemented_type,
    incompatible_mapping,
    mapped_connectivity,
    recursive,
    unfed_input,
    unmapped_member,
    unmapped_property
}

/// The substitution mappings of a file, with the shape of the node type.
struct Substitution<'a> {
    mappings: &'a Node,
    node_type: &'a Node,
    shape: NodeShape<'a>,
}

impl<'a> Substitution<'a> {
    /// `None` if the topology substitutes no node, or one of a type that is not available.
    fn of(cx: &Check<'a>) -> Option<Self> {
        let mappings = cx.file.root.as_ref()?.at(&NodePath::keys(MAPPINGS))?;
        let node_type = mappings.get("node_type")?;
        let scope = &cx.facts.scope;
        let of = scope.effective(SymbolKind::NodeType, node_type.as_text()?);
        of.is_whole.then(|| Substitution { mappings, node_type, shape: NodeShape::of(scope, Arc::clone(&of)) })
    }

    /// The mappings of a section, which can be a mapping or a list.
    fn section(&self, key: &str) -> Vec<(&'a str, &'a Entry)> {
        self.mappings.get(key).into_iter().flat_map(entries).collect()
    }

    fn is_mapped(&self, section: &str, name: &str) -> bool {
        self.section(section).iter().any(|(known, _)| *known == name)
    }
}
