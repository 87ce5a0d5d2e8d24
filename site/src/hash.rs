//! Content hashes: equal for equal contents, on every machine and in every run.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// The first half of a SHA-256 hash. The default value represents missing content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Hash(pub [u8; 16]);

impl Hash {
    fn half(digest: &[u8]) -> Self {
        let mut half = [0; 16];
        half.iter_mut().zip(digest).for_each(|(to, from)| *to = *from);
        Hash(half)
    }
}

impl AsRef<[u8]> for Hash {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// In hexadecimal digits.
impl fmt::Display for Hash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(HEXLOWER.encode_mut_str(&self.0, &mut [0; 32]))
    }
}

impl FromStr for Hash {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut hash = Hash::default();
        if text.len() != 2 * hash.0.len() {
            return Err(());
        }
        HEXLOWER.decode_mut(text.as_bytes(), &mut hash.0).map_err(|_| ())?;
        Ok(hash)
    }
}

/// Hashes several parts as one content. Part boundaries matter, so `ab, c` and `a, bc` differ.
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
        Hash::half(&self.0.finalize())
    }
}

/// The hash of one content.
pub fn of(content: &[u8]) -> Hash {
    Hash::half(&Sha256::digest(content))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The oracle is the published test vector of SHA-256 for `abc`.
    #[test]
    fn a_hash_is_the_beginning_of_sha_256() {
        let hash = of(b"abc");
        assert_eq!(hash.to_string(), "ba7816bf8f01cfea414140de5dae2223");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for text in ["", "-", "ba7816bf8f01cfea414140de5dae222", "ga7816bf8f01cfea414140de5dae2223"] {
            assert_eq!(text.parse::<Hash>(), Err(()), "{text}");
        }
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
