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

/// A member of a type.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeMember {
    /// The section of such members: `properties`.
    pub section: &'static str,
    pub name: String,
    /// The type that it has, as its definition names it; empty if that states none.
    pub type_name: String,
    /// The definitions of it, the nearest first. Each refines those that follow.
    pub declarations: Vec<MemberOrigin>,
}

/// The definition of a member in a type.
#[derive(Clone, PartialEq, Debug)]
pub struct MemberOrigin {
    /// The name of the type, its file, and the path of the member there.
    pub of: String,
    pub file: FilePath,
    pub path: NodePath,
    /// Whether it is the type itself that was asked for.
    pub is_own: bool,
}

/// The definitions to which a type is related.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Relatives {
    pub parent: Option<(FilePath, NodePath)>,
    /// The types that derive from it directly.
    pub derived: Vec<(FilePath, NodePath)>,
}

/// Maximum length of a chain of types; a longer one is a cycle.
pub const MAX_CHAIN: usize = 64;
