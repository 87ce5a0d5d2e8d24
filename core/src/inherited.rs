//! What the definitions of a file have from the types that they are derived from or are of, as far as these are at hand.

use crate::syntax::{Node, NodePath};
use crate::text::FilePath;

/// A member that a definition does not state itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Inherited<'a> {
    /// The definition that has it.
    pub of: NodePath,
    /// Where members of this kind stand: `properties`.
    pub section: &'static str,
    pub name: &'a str,
    /// What is said of it.
    pub node: &'a Node,
    /// The name of the type that it is from, the file of this and the place of it there.
    pub from: &'a str,
    pub file: &'a FilePath,
    pub path: NodePath,
}

/// The longest chain of types; a longer one leads in a circle.
pub const MAX_CHAIN: usize = 64;
