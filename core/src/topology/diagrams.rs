//! The diagrams of a file. The first one is its topology; the others that a language has each show a part of the file.

use std::fmt;

use crate::language::Edit;
use crate::syntax::{Node, NodePath};
use crate::text::Span;

/// A kind of diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum DiagramKind {
    /// The boxes of the descriptor.
    #[default]
    Topology,
    /// The steps of a workflow.
    Workflow,
    /// The types that a file defines.
    Types,
    /// One type, with its ancestors and descendants.
    Type,
}

/// The ports of a type by which others derive from it, and by which it derives from another one.
pub const DERIVE: &str = "derive";
pub const DERIVED_FROM: &str = "derived_from";

/// Whether a port of a type is an end of derivations.
pub fn is_derivation(port: &str) -> bool {
    [DERIVE, DERIVED_FROM].contains(&port)
}

/// Identifies a diagram of a file.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct DiagramKey {
    pub kind: DiagramKind,
    /// The part of the file that it shows.
    pub of: NodePath,
}

/// A diagram of a file, as it is listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    pub key: DiagramKey,
    /// The name of the part that it shows; empty if it shows the whole file.
    pub name: String,
    /// The parts of the file that it shows, unless it shows everything that no other diagram does.
    pub parts: Vec<NodePath>,
}

impl DiagramKind {
    pub const ALL: [DiagramKind; 4] =
        [DiagramKind::Topology, DiagramKind::Workflow, DiagramKind::Types, DiagramKind::Type];

    /// The name in addresses.
    pub fn id(self) -> &'static str {
        match self {
            DiagramKind::Topology => "topology",
            DiagramKind::Workflow => "workflow",
            DiagramKind::Types => "types",
            DiagramKind::Type => "type",
        }
    }

    /// Whether the boxes of diagrams of this kind support an edit, provided that the language does.
    pub fn has_edit(self, edit: Edit) -> bool {
        match self {
            DiagramKind::Topology => true,
            DiagramKind::Workflow | DiagramKind::Types | DiagramKind::Type => {
                matches!(edit, Edit::Connect | Edit::Retype | Edit::Convert)
            }
        }
    }

    /// Whether a connection that ends at nothing can bring a new box, apart from those of the topology.
    pub fn takes_new_box(self) -> bool {
        self != DiagramKind::Topology
    }

    /// Whether positions of its boxes are stored. Otherwise, they are always arranged automatically.
    pub fn keeps_positions(self) -> bool {
        self != DiagramKind::Type
    }
}

impl DiagramKey {
    /// The key in the notation of [`fmt::Display`], for paths without list items.
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, pointer) = text.split_at(text.find('/').unwrap_or(text.len()));
        let kind = DiagramKind::ALL.into_iter().find(|known| known.id() == kind)?;
        let of = NodePath::parse(pointer, &Node::null(Span::default()))?;
        Some(DiagramKey { kind, of })
    }

    /// Whether it shows the whole file.
    pub fn is_topology(&self) -> bool {
        self.kind == DiagramKind::Topology
    }
}

/// The kind, then the path as a pointer: `workflow/topology_template/workflows/deploy`.
impl fmt::Display for DiagramKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.kind.id(), self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_round_trip() {
        let of = NodePath::keys(["topology_template", "workflows", "a/b ~1"]);
        let types = DiagramKey { kind: DiagramKind::Types, of: NodePath::root() };
        for key in [DiagramKey::default(), DiagramKey { kind: DiagramKind::Workflow, of }, types] {
            assert_eq!(DiagramKey::parse(&key.to_string()), Some(key));
        }
        assert_eq!(DiagramKey::parse("map/x"), None);
    }
}
