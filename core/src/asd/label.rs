//! Cluster labels: `gpu`, `gpu=true`, `gpu: true` as a text, or a mapping.

use crate::syntax::Node;
use crate::text::Span;

/// A label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub key: String,
    pub value: Option<String>,
    /// The whole label, if it is written as one text.
    pub written: Option<String>,
}

/// The labels in the requirements on a cluster, with their places.
pub fn labels(cluster: &Node) -> Vec<(Span, Label)> {
    let mut found = Vec::new();
    for item in cluster.get("clusterLabels").map_or(&[][..], Node::items) {
        if let Some(text) = item.as_text() {
            found.push((item.span, Label::read(text)));
        }
        for entry in item.entries() {
            let Some(key) = entry.key.as_text() else { continue };
            let value = entry.value.as_text().filter(|_| !entry.value.is_null()).map(str::to_owned);
            found.push((entry.key.span, Label { key: key.to_owned(), value, written: None }));
        }
    }
    found
}

impl Label {
    pub fn read(text: &str) -> Self {
        let (key, value) = match text.split_once('=').or_else(|| text.split_once(": ")) {
            Some((key, value)) => (key.trim(), Some(value.trim().to_owned())),
            None => (text.trim(), None),
        };
        Label { key: key.to_owned(), value, written: Some(text.to_owned()) }
    }

    /// The suffix of earlier versions of the data model.
    pub fn suffix(&self) -> Option<&'static str> {
        let texts = [self.written.as_deref(), Some(self.key.as_str()), self.value.as_deref()];
        let ends = |suffix: &str| {
            texts.iter().flatten().any(|text| {
                text.trim_end().strip_suffix(suffix).is_some_and(|rest| rest.ends_with(char::is_whitespace))
            })
        };
        ["-m", "-p"].into_iter().find(|suffix| ends(suffix))
    }
}

/// Whether the text is the name of a label, with an optional domain.
pub fn is_key(key: &str) -> bool {
    let (domain, name) = key.split_once('/').map_or((None, key), |(domain, name)| (Some(domain), name));
    let is_domain = |domain: &str| {
        domain.len() <= 253
            && domain.split('.').all(|part| {
                is_word(part, 63)
                    && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            })
    };
    is_word(name, 63) && domain.is_none_or(is_domain)
}

/// Whether a name or value is too long, and otherwise valid.
pub fn is_too_long(text: &str) -> bool {
    let (domain, name) = text.split_once('/').unwrap_or(("", text));
    (name.len() > 63 || domain.len() > 253) && is_word(name, usize::MAX)
}

/// Whether the text is the value of a label.
pub fn is_value(value: &str) -> bool {
    value.is_empty() || is_word(value, 63)
}

fn is_word(text: &str, most: usize) -> bool {
    let is_end = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
    text.len() <= most
        && is_end(text.chars().next())
        && is_end(text.chars().next_back())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_the_syntax_of_kubernetes() {
        for key in ["gpu", "feature.node.kubernetes.io/cpu-cpuid.AESNI", "a_b.c"] {
            assert!(is_key(key), "{key}");
        }
        for key in ["label 1", "", "-a", "a/b/c", "Example.com/a", "/a"] {
            assert!(!is_key(key), "{key}");
        }
        assert!(is_too_long(&"a".repeat(64)) && !is_too_long("label 1") && !is_too_long(&"a".repeat(63)));
        assert!(is_value("") && is_value("true") && !is_value("a b"));
        let read = |text: &str| (Label::read(text).key, Label::read(text).value, Label::read(text).suffix());
        assert_eq!(read("gpu=true"), ("gpu".to_owned(), Some("true".to_owned()), None));
        assert_eq!(read("gpu -m"), ("gpu -m".to_owned(), None, Some("-m")));
    }
}
