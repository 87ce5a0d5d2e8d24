//! Members that the definitions of a file inherit from types, if these are available.

use crate::syntax::{Node, NodePath};
use crate::text::FilePath;

/// An inherited member.
#[derive(Clone, PartialEq, Debug)]
pub struct Inherited<'a> {
    /// The definition that inherits it.
    pub of: NodePath,
    /// The section of such members: `properties`.
    pub section: &'static str,
    pub name: &'a str,
    /// The declaration of the member.
    pub node: &'a Node,
    /// The name of the declaring type, its file, and its path there.
    pub from: &'a str,
    pub file: &'a FilePath,
    pub path: NodePath,
}

/// Maximum length of a chain of types; a longer one is a cycle.
pub const MAX_CHAIN: usize = 64;
