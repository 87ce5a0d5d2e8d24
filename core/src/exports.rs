//! The interface of a file: the names it defines, the names it builds on, and a hash of everything that other files can
//! see.

use std::hash::{Hash, Hasher};

use smol_str::SmolStr;

use crate::sorted_map::SortedSet;
use crate::syntax::{Kind, Node};
use crate::text::FilePath;
use crate::workspace::SourceFile;

/// The interface of a file to others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exports {
    /// The namespaces and names of the definitions that the file builds on, in any version.
    pub uses: SortedSet<(SmolStr, SmolStr)>,
    /// The namespace and name that the file defines.
    pub defines: Option<(SmolStr, SmolStr)>,
    /// A hash of what other files can see of this one.
    pub hash: u64,
    /// Whether it depends on additions and removals of any name or file in the catalog.
    pub asks_catalog: bool,
    /// Whether it depends on there being another file of its language.
    pub asks_if_alone: bool,
    /// Whether a finding suggests files by what they export, so that it depends on the exports of all files.
    pub asks_exports: bool,
}

/// Hashes a file after every key press, so it is optimized for speed, not for collision resistance: a few instructions
/// for eight bytes. Every step is a bijection of the state, so texts that differ in a single aligned group of eight
/// bytes never collide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// 2^64 divided by the golden ratio (Fibonacci hashing): a large odd number without structure.
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
        // The low bits of a product only depend on the low bits of its factors, so mix in the high bits.
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(Self::FACTOR);
        mixed ^ mixed >> 29
    }
}

/// The name of a file that others refer to by its path.
pub fn by_path(path: &FilePath) -> (SmolStr, SmolStr) {
    (SmolStr::new_static("file"), SmolStr::new(path.as_str()))
}

impl Exports {
    /// The exports of a file that others cannot refer to: its whole content is private.
    pub fn of_whole(file: &SourceFile) -> Self {
        let mut hasher = Fingerprint::default();
        if let Some(root) = &file.root {
            hash(root, NodeRole::Root, &[], &mut hasher);
        }
        Exports { hash: hasher.finish(), ..Exports::default() }
    }
}

/// The role of a node in a descriptor, as far as others can see it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NodeRole {
    Root,
    /// Attributes. Their descriptions are invisible to others.
    Attributes,
    /// A value, which is visible completely.
    Value,
}

/// Hashes everything except descriptions, comments, positions, and the root keys in `hidden`.
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
        // Splits at the beginning and at the end yield texts that are already in the list, and at the single space two
        // trimmed texts are equal.
        assert_eq!(seen.len(), count - 3);
    }
}
