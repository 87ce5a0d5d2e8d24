//! The relation of a file to others: the names it defines, the names it builds on, and a hash of what others can see.

use std::collections::BTreeSet;
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

/// Hashes a file after every key press, so it is made to be fast rather than hard to deceive: a few instructions for eight
/// bytes. Every step is a bijection of the state, so that texts that differ in eight aligned bytes never collide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// A large odd number without structure: 2^64 divided by the golden ratio.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(Self::FACTOR);
    }
}

impl Hasher for Fingerprint {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.add(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            self.add(rest.iter().rev().fold(rest.len() as u64, |word, byte| word << 8 | u64::from(*byte)));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    fn finish(&self) -> u64 {
        // The low bits of a product depend on the low bits of its factors alone.
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(Self::FACTOR);
        mixed ^ mixed >> 29
    }
}

impl Exports {
    /// Those of a file that nobody names: all of its content can be seen by nobody but itself.
    pub fn of_whole(file: &SourceFile) -> Self {
        let mut hasher = Fingerprint::default();
        if let Some(root) = &file.root {
            hash(root, NodeRole::Root, &[], &mut hasher);
        }
        Exports { hash: hasher.finish(), ..Exports::default() }
    }
}

/// What a piece of a descriptor is, as far as others see it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NodeRole {
    Root,
    /// Attributes of something, among which a description is of no use to others.
    Attributes,
    /// A value, of which everything counts.
    Value,
}

/// Hashes everything but descriptions, comments, positions in the text, and the keys `hidden` of the root.
pub fn hash(node: &Node, role: NodeRole, hidden: &[&str], hasher: &mut Fingerprint) {
    match &node.kind {
        Kind::Null => 0_u8.hash(hasher),
        Kind::Error => 1_u8.hash(hasher),
        Kind::Scalar(scalar) => (2_u8, scalar.value.as_str(), scalar.style as u8).hash(hasher),
        Kind::Alias(name) => (3_u8, name.as_str()).hash(hasher),
        Kind::Sequence(sequence) => {
            (4_u8, sequence.items.len()).hash(hasher);
            sequence.items.iter().for_each(|item| hash(item, role, hidden, hasher));
        }
        Kind::Mapping(mapping) => {
            5_u8.hash(hasher);
            for entry in &mapping.entries {
                let inner = match entry.key.as_text() {
                    Some(key) if role == NodeRole::Root && hidden.contains(&key) => continue,
                    Some("description") if role != NodeRole::Value && entry.value.as_scalar().is_some() => continue,
                    Some("value" | "default") => NodeRole::Value,
                    _ if role == NodeRole::Value => NodeRole::Value,
                    _ => NodeRole::Attributes,
                };
                hash(&entry.key, NodeRole::Value, hidden, hasher);
                hash(&entry.value, inner, hidden, hasher);
            }
            6_u8.hash(hasher);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(texts: &[&str]) -> u64 {
        let mut hasher = Fingerprint::default();
        texts.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn texts_that_differ_have_different_fingerprints() {
        let base = "deploymentLocation: ${deploymentLocation}";
        let mut seen = vec![fingerprint(&[base]), fingerprint(&[base, ""]), fingerprint(&["", base]), fingerprint(&[])];
        for at in 0..=base.len() {
            let (before, behind) = base.split_at(at);
            seen.push(fingerprint(&[before, behind]));
            seen.extend(["x", "q", "\0", "ä"].map(|typed| fingerprint(&[&format!("{before}{typed}{behind}")])));
            seen.push(fingerprint(&[before.trim_end(), "\0\0"]));
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        // Split at the beginning and the end it is as above; and at its one space two trimmed texts are equal.
        assert_eq!(seen.len(), count - 3);
    }
}
