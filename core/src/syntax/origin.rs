//! Where the characters of a scalar are written in the text.

use std::ops::Range;

use crate::syntax::{Node, Style};
use crate::text::Span;

/// The places of the characters of a scalar. Blanks and line breaks can be folded, so that only all others are counted.
#[derive(Debug)]
pub struct Origin<'a> {
    value: &'a str,
    whole: Span,
    /// The bytes of each character that is not blank; empty if they do not correspond to those of the value.
    written: Vec<Span>,
}

impl<'a> Origin<'a> {
    /// `None` if the node is not a scalar.
    pub fn of(node: &'a Node, text: &str) -> Option<Self> {
        let scalar = node.as_scalar()?;
        let (start, written) = (node.span.start as usize, node.span.of(text));
        let content = match scalar.style {
            Style::Literal | Style::Folded => written.find('\n').map_or(written.len(), |end| end + 1)..written.len(),
            Style::SingleQuoted | Style::DoubleQuoted => 1..written.len().saturating_sub(1).max(1),
            Style::Plain => 0..written.len(),
        };
        let mut places = Vec::new();
        let mut characters = written.get(content.clone()).unwrap_or_default().char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let mut end = at + character.len_utf8();
            let is_blank = match (scalar.style, character) {
                (Style::SingleQuoted, '\'') => {
                    end += usize::from(characters.next().is_some());
                    false
                }
                (Style::DoubleQuoted, '\\') => {
                    let Some((at, escape)) = characters.next() else { break };
                    end = at + escape.len_utf8();
                    let n_digits = match escape {
                        'x' => 2,
                        'u' => 4,
                        'U' => 8,
                        _ => 0,
                    };
                    for _ in 0..n_digits {
                        end += characters.next().map_or(0, |(_, digit)| digit.len_utf8());
                    }
                    matches!(escape, 'n' | 't' | 'r' | ' ' | '\t' | '\n' | '\r' | 'N' | '_' | 'L' | 'P')
                }
                _ => character.is_whitespace(),
            };
            if !is_blank {
                places.push(Span::new(start + content.start + at, start + content.start + end));
            }
        }
        let n_characters = scalar.value.chars().filter(|character| !character.is_whitespace()).count();
        let written = if n_characters == places.len() { places } else { Vec::new() };
        Some(Origin { value: &scalar.value, whole: node.span, written })
    }

    /// The place of a part of the value; that of the whole scalar, if it is unknown.
    pub fn span(&self, part: Range<usize>) -> Span {
        let count = |text: &str| text.chars().filter(|character| !character.is_whitespace()).count();
        let before = self.value.get(..part.start).map(count);
        let inside = self.value.get(part).map_or(0, count).max(1);
        let place = before.and_then(|first| Some((self.written.get(first)?, self.written.get(first + inside - 1)?)));
        place.map_or(self.whole, |(first, last)| first.cover(*last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse::parse;

    /// The oracle is the word itself, which occurs once.
    #[test]
    fn a_part_of_a_scalar_is_where_it_is_written() {
        for text in [
            "a: one two wörd x\n",
            "a: 'it''s a wörd''s'\n",
            "a: \"a\\tb\\u0041\\\"\\\n   wörd \\x41\"\n",
            "a: |-  # why\n  one\n    two\n\n  wörd x\n",
            "a: >\n  one\n  two\n\n\n   wörd\n  x\n",
            "a: one\n  two\n  wörd\n",
        ] {
            let tree = parse(text);
            let root = tree.root().expect("a document");
            let node = root.get("a").expect("a value");
            let value = node.as_text().expect("a text");
            let at = value.find("wörd").expect("the word");
            let span = Origin::of(node, text).expect("a scalar").span(at..at + "wörd".len());
            assert_eq!((span.of(text), Some(span.start as usize)), ("wörd", text.find("wörd")), "{text}");
        }
    }
}
