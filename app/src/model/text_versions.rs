//! The versions of a text that a host may refer to.

use std::collections::VecDeque;
use std::sync::Arc;

/// Limits: the number of versions of a text that are kept, and their bytes. The latest one is always kept.
const MOST: usize = 500;
const MAX_BYTES: usize = 16_777_216;

/// The latest versions of a text, numbered from 1.
#[derive(Clone, Debug)]
pub struct TextVersions {
    /// The latest version comes last; it always exists.
    kept: VecDeque<Arc<str>>,
    latest: u32,
    bytes: usize,
}

impl TextVersions {
    /// A text that is new.
    pub fn new(text: Arc<str>) -> Self {
        let bytes = text.len();
        TextVersions { kept: VecDeque::from([text]), latest: 1, bytes }
    }

    /// Adds a version and returns its number.
    pub fn push(&mut self, text: Arc<str>) -> u32 {
        self.bytes += text.len();
        self.kept.push_back(text);
        self.latest += 1;
        while self.kept.len() > 1 && (self.kept.len() > MOST || self.bytes > MAX_BYTES) {
            self.bytes -= self.kept.pop_front().map_or(0, |text| text.len());
        }
        self.latest
    }

    /// The number of the latest version.
    pub fn number(&self) -> u32 {
        self.latest
    }

    pub fn latest(&self) -> Option<&Arc<str>> {
        self.kept.back()
    }

    /// The text of a version, if it is still kept.
    pub fn at(&self, version: u32) -> Option<&Arc<str>> {
        let back = usize::try_from(self.latest.checked_sub(version)?).ok()?;
        self.kept.get(self.kept.len().checked_sub(back + 1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_until_there_are_too_many() {
        let mut versions = TextVersions::new("1".into());
        for number in 2..=600_u32 {
            assert_eq!(versions.push(number.to_string().into()), number);
        }
        let text = |number| versions.at(number).map(|text| text.to_string());
        assert_eq!((text(600), text(101)), (Some("600".to_owned()), Some("101".to_owned())));
        assert_eq!([0, 1, 100, 601].map(text), [const { None }; 4]);
    }

    #[test]
    fn large_texts_are_forgotten_sooner_but_never_the_latest() {
        let mut versions = TextVersions::new("a".into());
        versions.push("x".repeat(MAX_BYTES + 1).into());
        assert_eq!((versions.at(1), versions.number()), (None, 2));
        assert_eq!(versions.latest().map(|text| text.len()), Some(MAX_BYTES + 1));
        versions.push("b".into());
        assert_eq!(versions.at(3).map(|text| &**text), Some("b"));
        assert!(versions.at(2).is_none());
    }
}
