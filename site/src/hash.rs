//! Numbers that stand for contents: equal for equal ones, on every machine and in every run.

use sha2::{Digest, Sha256};

/// The half of SHA-256, in hexadecimal digits.
pub type Hash = String;

/// Parts that are one content together. Where one part ends and the next begins counts.
#[derive(Clone, Debug, Default)]
pub struct Hasher(Sha256);

impl Hasher {
    pub fn add(&mut self, part: impl AsRef<[u8]>) -> &mut Self {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
        self
    }

    pub fn finish(self) -> Hash {
        hex(&self.0.finalize())
    }
}

/// What stands for one content.
pub fn of(content: &[u8]) -> Hash {
    hex(&Sha256::digest(content))
}

fn hex(digest: &[u8]) -> Hash {
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The oracle is the published test vector of SHA-256 for `abc`.
    #[test]
    fn a_hash_is_the_beginning_of_sha_256() {
        assert_eq!(of(b"abc"), "ba7816bf8f01cfea414140de5dae2223");
    }

    #[test]
    fn the_ends_of_parts_count() {
        let of = |parts: &[&str]| {
            let mut hasher = Hasher::default();
            for part in parts {
                hasher.add(part);
            }
            hasher.finish()
        };
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ab", ""]));
    }
}
