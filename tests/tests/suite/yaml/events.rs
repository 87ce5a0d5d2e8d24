//! Converts a tree to the event format of the YAML test suite.

use descriptorium_core::syntax::{Document, Kind, Node, Style, Tree};

/// The events of `tree`, one per line, without indentation.
pub fn print(text: &str, tree: &Tree) -> String {
    let mut events = vec!["+STR".to_owned()];
    for document in &tree.documents {
        let (begin, end) = markers(text, document);
        events.push(format!("+DOC{begin}"));
        node(&document.root, &mut events);
        events.push(format!("-DOC{end}"));
    }
    events.push("-STR".to_owned());
    events.join("\n")
}

/// The document markers in the text.
fn markers(text: &str, document: &Document) -> (&'static str, &'static str) {
    let span = document.span.of(text);
    let ends = span == "..." || span.ends_with("\n...") || span.ends_with("\r...");
    let begins = span.strip_prefix("---").is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
    (if begins { " ---" } else { "" }, if ends { " ..." } else { "" })
}

fn node(node: &Node, events: &mut Vec<String>) {
    let mut properties = String::new();
    if let Some(written) = &node.properties {
        if let Some(anchor) = &written.anchor {
            properties.push_str(&format!(" &{anchor}"));
        }
        if let Some(tag) = written.resolved_tag.as_ref().or(written.tag.as_ref()) {
            properties.push_str(&format!(" <{tag}>"));
        }
    }
    match &node.kind {
        Kind::Null => events.push(format!("=VAL{properties} :")),
        Kind::Error => events.push(format!("=ERR{properties}")),
        Kind::Alias(name) => events.push(format!("=ALI{properties} *{name}")),
        Kind::Scalar(scalar) => {
            let style = match scalar.style {
                Style::Plain => ':',
                Style::SingleQuoted => '\'',
                Style::DoubleQuoted => '"',
                Style::Literal => '|',
                Style::Folded => '>',
            };
            events.push(format!("=VAL{properties} {style}{}", escape(&scalar.value)));
        }
        Kind::Sequence(sequence) => {
            events.push(format!("+SEQ{}{properties}", if sequence.flow { " []" } else { "" }));
            sequence.items.iter().for_each(|item| self::node(item, events));
            events.push("-SEQ".to_owned());
        }
        Kind::Mapping(mapping) => {
            events.push(format!("+MAP{}{properties}", if mapping.flow { " {}" } else { "" }));
            for entry in &mapping.entries {
                self::node(&entry.key, events);
                self::node(&entry.value, events);
            }
            events.push("-MAP".to_owned());
        }
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\\\"),
            '\0' => escaped.push_str("\\0"),
            '\x08' => escaped.push_str("\\b"),
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            other => escaped.push(other),
        }
    }
    escaped
}
