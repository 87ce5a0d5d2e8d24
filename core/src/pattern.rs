//! Regular expressions in the dialect of ECMAScript, as JSON Schema defines them. TOSCA names no dialect and uses them as
//! well. They run in linear time.

use regex_lite::{Regex, RegexBuilder};

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Pattern(Regex);

/// Why a pattern cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternError {
    /// It is not a regular expression.
    Invalid(String),
    /// It uses something that has no linear-time implementation, such as a lookahead.
    Unsupported(&'static str),
}

/// Limit of the compiled size, which bounds the time of a match.
const MAX_SIZE: usize = 1 << 20;

impl Pattern {
    /// A pattern that the whole text must match, as in constraints of TOSCA (3.5.3, D-27).
    pub fn whole(text: &str) -> Result<Self, PatternError> {
        Pattern::of(&format!("^(?:{})$", translated(text)?))
    }

    /// A pattern that can match anywhere in the text, as in JSON Schema.
    pub fn anywhere(text: &str) -> Result<Self, PatternError> {
        Pattern::of(&translated(text)?)
    }

    fn of(translated: &str) -> Result<Self, PatternError> {
        let built = RegexBuilder::new(translated).size_limit(MAX_SIZE).build();
        built.map(Pattern).map_err(|error| PatternError::Invalid(error.to_string()))
    }

    pub fn matches(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

/// Constructs of ECMAScript that cannot be matched in linear time, or are not available.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("(?=", "a lookahead"),
    ("(?!", "a lookahead"),
    ("(?<=", "a lookbehind"),
    ("(?<!", "a lookbehind"),
    ("\\k<", "a back-reference"),
    ("\\p{", "a character property"),
    ("\\P{", "a character property"),
];

/// The pattern in the syntax of the engine. ECMAScript allows some characters without a backslash that the engine reads
/// as syntax.
fn translated(text: &str) -> Result<String, PatternError> {
    let mut written = String::with_capacity(text.len() + 8);
    let mut class_start = None;
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let after = rest.get(next.len_utf8()..).unwrap_or_default();
        if class_start.is_none()
            && let Some((_, noun)) = UNSUPPORTED.iter().find(|(start, _)| rest.starts_with(start))
        {
            return Err(PatternError::Unsupported(noun));
        }
        match next {
            '\\' => {
                let escaped = after.chars().next();
                match escaped {
                    Some('1'..='9') if class_start.is_none() => {
                        return Err(PatternError::Unsupported("a back-reference"));
                    }
                    Some('c' | 'i' | 'C' | 'I') => return Err(PatternError::Unsupported("a character class escape")),
                    Some('0') => written.push_str("\\x00"),
                    Some(one) if one == '/' || one == '"' || one == '\'' || one == ' ' => written.push(one),
                    Some(one) => {
                        written.push('\\');
                        written.push(one);
                    }
                    None => written.push('\\'),
                }
                rest = after.get(escaped.map_or(0, char::len_utf8)..).unwrap_or_default();
                continue;
            }
            '[' if class_start.is_none() => {
                class_start = Some(written.len());
                written.push('[');
            }
            '[' => written.push_str("\\["),
            ']' if class_start.is_some() => {
                class_start = None;
                written.push(']');
            }
            '&' | '~' if class_start.is_some() => {
                written.push('\\');
                written.push(next);
            }
            '{' if class_start.is_none() && !is_quantifier(after) => written.push_str("\\{"),
            '}' if class_start.is_none() && !closes_quantifier(&written) => written.push_str("\\}"),
            _ => written.push(next),
        }
        rest = after;
    }
    Ok(written)
}

/// Whether the text after a `{` completes a quantifier: `2}`, `2,}`, `2,3}`.
fn is_quantifier(after: &str) -> bool {
    let Some((inside, _)) = after.split_once('}') else { return false };
    let (least, most) = inside.split_once(',').unwrap_or((inside, "0"));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    !least.is_empty() && digits(least) && digits(most)
}

/// Whether a `}` after this text closes a quantifier or a code point.
fn closes_quantifier(written: &str) -> bool {
    written.rfind('{').is_some_and(|at| {
        let inside = written.get(at + 1..).unwrap_or_default();
        let is_open = !inside.contains('}') && !written.get(..at).is_some_and(|before| before.ends_with('\\'));
        is_open && inside.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b',')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_the_whole_value() {
        let matches = |pattern: &str, text: &str| Pattern::whole(pattern).unwrap().matches(text);
        assert!(matches("[a-z]+", "abc") && !matches("[a-z]+", "abc1"));
        assert!(matches("a|bc", "bc") && !matches("a|bc", "ac"));
        assert!(matches("^x{2}$", "xx") && matches(r"\d{1,3}(\.\d{1,3}){3}", "10.0.0.1"));
        assert!(matches(r"a\/b[\]/[]{x}", "a/b[{x}") && matches("[a&&b]", "&"));
        assert!(matches(r"\u0041", "A") && !matches("a", "a\n"));
        let finds = |pattern: &str, text: &str| Pattern::anywhere(pattern).unwrap().matches(text);
        assert!(finds("b", "abc") && !finds("^b", "abc") && finds("c$", "abc"));
    }

    #[test]
    fn errors_tell_invalid_from_unsupported() {
        assert!(matches!(Pattern::whole("["), Err(PatternError::Invalid(_))));
        assert!(matches!(Pattern::whole("(a"), Err(PatternError::Invalid(_))));
        for pattern in ["(?=a)b", "(a)\\1", "\\p{L}", "(?<!a)b"] {
            assert!(matches!(Pattern::whole(pattern), Err(PatternError::Unsupported(_))), "{pattern}");
        }
    }
}
