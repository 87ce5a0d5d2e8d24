//! The relation of a file to others: the names it defines, the names it builds on, and a hash of what others can see.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use smol_str::SmolStr;

use crate::syntax::{Kind, Node};
use crate::workspace::SourceFile;

/// The connections of a file with others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exports {
    /// The namespaces and names of the definitions that the file builds on, in whatever version.
    pub uses: BTreeSet<(SmolStr, SmolStr)>,
    /// The namespace and name that the file defines.
    pub defines: Option<(SmolStr, SmolStr)>,
    /// A hash of what other files can see of this one.
    pub hash: u64,
    /// Whether any name that comes or goes in the catalog can matter.
    pub asks_catalog: bool,
}

impl Exports {
    /// Those of a file that nobody names: all of its content can be seen by nobody but itself.
    pub fn of_whole(file: &SourceFile) -> Self {
        let mut hasher = DefaultHasher::new();
        if let Some(root) = &file.root {
            hash(root, Part::Root, &[], &mut hasher);
        }
        Exports { hash: hasher.finish(), ..Exports::default() }
    }
}

/// What a piece of a descriptor is, as far as others see it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Root,
    /// Attributes of something, among which a description is of no use to others.
    Attributes,
    /// A value, of which everything counts.
    Value,
}

/// Hashes everything but descriptions, comments, positions in the text, and the keys `hidden` of the root.
pub fn hash(node: &Node, part: Part, hidden: &[&str], hasher: &mut DefaultHasher) {
    match &node.kind {
        Kind::Null => 0_u8.hash(hasher),
        Kind::Error => 1_u8.hash(hasher),
        Kind::Scalar(scalar) => (2_u8, scalar.value.as_str(), scalar.style as u8).hash(hasher),
        Kind::Alias(name) => (3_u8, name.as_str()).hash(hasher),
        Kind::Sequence(sequence) => {
            (4_u8, sequence.items.len()).hash(hasher);
            sequence.items.iter().for_each(|item| hash(item, part, hidden, hasher));
        }
        Kind::Mapping(mapping) => {
            5_u8.hash(hasher);
            for entry in &mapping.entries {
                let inner = match entry.key.as_text() {
                    Some(key) if part == Part::Root && hidden.contains(&key) => continue,
                    Some("description") if part != Part::Value && entry.value.as_scalar().is_some() => continue,
                    Some("value" | "default") => Part::Value,
                    _ if part == Part::Value => Part::Value,
                    _ => Part::Attributes,
                };
                hash(&entry.key, Part::Value, hidden, hasher);
                hash(&entry.value, inner, hidden, hasher);
            }
            6_u8.hash(hasher);
        }
    }
}
