//! Regular expressions of attribute constraints, written as `pattern` or `/pattern/flags`.

use regex_lite::{Regex, RegexBuilder};

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Pattern(Regex);

/// Bounds the memory of a pattern.
const MAX_SIZE: usize = 1 << 20;

impl Pattern {
    /// `None` if the text is not a valid pattern.
    pub fn new(text: &str) -> Option<Self> {
        let parts = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
        let (pattern, flags) = parts.unwrap_or((text, ""));
        let mut builder = RegexBuilder::new(pattern);
        builder.size_limit(MAX_SIZE);
        for flag in flags.chars() {
            match flag {
                'i' => builder.case_insensitive(true),
                'm' => builder.multi_line(true),
                's' => builder.dot_matches_new_line(true),
                'x' => builder.ignore_whitespace(true),
                _ => return None,
            };
        }
        builder.build().ok().map(Pattern)
    }

    /// Whether a pattern contains look-around or a backreference, which need a backtracking engine: it may be valid
    /// although it cannot be compiled here.
    pub fn needs_backtracking(text: &str) -> bool {
        let has_group = ["(?=", "(?!", "(?<=", "(?<!", "(?P="].iter().any(|start| text.contains(start));
        let is_backreference = |pair: &[u8]| pair[0] == b'\\' && pair[1].is_ascii_digit();
        has_group || text.as_bytes().windows(2).any(is_backreference)
    }

    /// Whether it matches anywhere in the text.
    pub fn matches(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}
