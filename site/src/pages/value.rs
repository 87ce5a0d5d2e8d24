//! Values of a descriptor as HTML, with names linked to their definitions.

use descriptorium_core::language::Language;
use descriptorium_core::schema::table::Documentation;
use descriptorium_core::symbol::{Mention, Target};
use descriptorium_core::syntax::{Entry, Kind, Node, Scalar};
use descriptorium_core::text::Span;
use descriptorium_core::workspace::SourceFile;

use crate::content::{Content, Element};
use crate::html::{Href, longest_part};
use crate::pages::grid::Grid;
use crate::pages::{Page, clause};

/// Maximum nesting depth of a value.
const MAX_DEPTH: usize = 24;
/// Number of levels that are indented; the next one starts at the margin again.
const INDENTED: usize = 4;

/// A file whose values are shown on a page.
#[derive(Debug)]
pub struct Values<'a> {
    pub page: &'a Page<'a>,
    pub file: &'a SourceFile,
    /// The documentation of the tables of the file's language.
    pub documentation: Documentation,
    /// The names in the file, in the order of the text and without overlaps.
    pub mentions: Vec<&'a Mention>,
    /// The locations of values that are not shown.
    secrets: Vec<Span>,
}

impl<'a> Values<'a> {
    pub fn new(page: &'a Page<'a>, file: &'a SourceFile) -> Self {
        let documentation = file.language.map_or(Documentation(&[]), Language::documentation);
        let mentions = apart(page.checked.analysis.mentions(&file.path));
        Values { page, file, documentation, mentions, secrets: Vec::new() }
    }

    /// The same without the values at some locations.
    pub fn hiding(self, secrets: Vec<Span>) -> Self {
        Values { secrets, ..self }
    }

    /// The values of a file with these mentions, which the analysis does not have for built-in files.
    pub fn with_mentions(page: &'a Page<'a>, file: &'a SourceFile, mentions: &'a [Mention]) -> Self {
        Values { mentions: apart(mentions), ..Values::new(page, file) }
    }

    /// Any value.
    pub fn write(&self, content: &mut Content, node: &Node) {
        self.nested(content, node, 0);
    }

    fn nested(&self, content: &mut Content, node: &Node, depth: usize) {
        match &node.kind {
            _ if depth > MAX_DEPTH => content.text("…"),
            _ if !node.is_null() && self.secrets.contains(&node.span) => content.text("hidden"),
            Kind::Null => content.element(Element::Span, "none", |content| content.text("none")),
            Kind::Scalar(scalar) => self.scalar(content, node, scalar),
            Kind::Alias(name) => content.code(&format!("*{name}")),
            Kind::Error => {
                content.element(Element::Span, "broken", |content| content.text(node.span.of(&self.file.text)))
            }
            Kind::Sequence(sequence) if sequence.items.is_empty() => content.code("[]"),
            Kind::Mapping(mapping) if mapping.entries.is_empty() => content.code("{}"),
            Kind::Sequence(_) | Kind::Mapping(_) if let Some(grid) = Grid::of(self, node) => grid.write(self, content),
            Kind::Sequence(sequence) => {
                let class = if sequence.items.iter().all(is_word) { "list words" } else { "list" };
                let class = outline(class, depth);
                content.element(Element::List, &class, |content| {
                    for item in &sequence.items {
                        content.element(Element::Item, "", |content| self.nested(content, item, depth + 1));
                    }
                });
            }
            Kind::Mapping(mapping) => content.element(Element::Terms, &outline("map", depth), |content| {
                for entry in &mapping.entries {
                    let words = entry.key.as_text().and_then(|key| clause::in_words(self.file, key, &entry.value));
                    let class = if words.is_none() && is_block(&entry.value) { "block" } else { "" };
                    content.element(Element::Group, class, |content| {
                        content.element(Element::Term, "", |content| self.key(content, entry));
                        content.element(Element::Meaning, "", |content| match words {
                            Some(words) => words.write(content),
                            None => self.nested(content, &entry.value, depth + 1),
                        });
                    });
                }
            }),
        }
    }

    pub fn key(&self, content: &mut Content, entry: &Entry) {
        match entry.key.as_text() {
            Some(text) => content.text(text),
            None => content.text(entry.key.span.of(&self.file.text)),
        }
    }

    fn scalar(&self, content: &mut Content, node: &Node, scalar: &Scalar) {
        let value = scalar.value.as_str();
        if value.contains('\n') {
            return content.element_with(Element::Preformatted, &[("tabindex", "0")], |content| {
                content.text(value.trim_end_matches('\n'))
            });
        }
        content.element(Element::Code, "", |content| {
            if value.is_empty() {
                return content.text("\"\"");
            }
            // Offsets in the value equal offsets in the text only if the value is written verbatim.
            let source = node.span.of(&self.file.text);
            match source.find(value) {
                Some(at) => {
                    let start = node.span.start as usize + at;
                    self.linked(content, Span::new(start, start + value.len()));
                }
                None => content.text(value),
            }
        });
    }

    /// A piece of the file's text, with names linked.
    fn linked(&self, content: &mut Content, span: Span) {
        let spans = |mention: &&Mention| mention.span;
        for (piece, mention) in split(span, &self.mentions, spans) {
            let text = piece.of(&self.file.text);
            match mention {
                Some(mention) => self.mention(content, mention, text),
                None => content.text(text),
            }
        }
    }

    fn mention(&self, content: &mut Content, mention: &Mention, text: &str) {
        match (self.target(mention), &mention.target) {
            (Some(href), _) => content.link(&href, "", |content| content.text(text)),
            (None, Target::Missing { .. }) => {
                content.element_with(Element::Span, &[("class", "broken"), ("title", "not found")], |content| {
                    content.text(text)
                });
            }
            (None, Target::Found { .. } | Target::Unknown) => content.text(text),
        }
    }

    pub fn target(&self, mention: &Mention) -> Option<Href> {
        match &mention.target {
            Target::Found { file, path } => self.page.to_definition(file, path),
            Target::Missing { .. } | Target::Unknown => None,
        }
    }
}

/// The class of a list or map at a depth of the outline.
fn outline(class: &str, depth: usize) -> String {
    let restarts = depth > 0 && depth.is_multiple_of(INDENTED);
    if restarts { format!("{class} restart") } else { class.to_owned() }
}

/// Whether a value is shown below its key rather than beside it.
fn is_block(node: &Node) -> bool {
    match &node.kind {
        Kind::Mapping(mapping) => !mapping.entries.is_empty(),
        Kind::Sequence(sequence) => !sequence.items.iter().all(is_word),
        Kind::Scalar(_) => !is_word(node),
        Kind::Null | Kind::Alias(_) | Kind::Error => false,
    }
}

/// The minimum width of a column with these values, in characters: that of the longest part that does not break.
pub fn width_of<'n>(values: impl Iterator<Item = &'n Node>, least: usize) -> usize {
    let texts = values.flat_map(|node| std::iter::once(node).chain(node.items())).filter_map(Node::as_text);
    texts.map(longest_part).fold(least, usize::max)
}

/// Whether a value is short, such as a word.
pub fn is_word(node: &Node) -> bool {
    match &node.kind {
        Kind::Null | Kind::Alias(_) => true,
        Kind::Scalar(scalar) => !scalar.value.contains('\n'),
        Kind::Sequence(_) | Kind::Mapping(_) | Kind::Error => false,
    }
}

/// The mentions without overlaps, so that each can be a link.
fn apart(mentions: &[Mention]) -> Vec<&Mention> {
    let mut sorted: Vec<&Mention> = mentions.iter().filter(|mention| !mention.span.is_empty()).collect();
    sorted.sort_by_key(|mention| mention.span);
    let mut end = 0;
    sorted.retain(|mention| {
        let fits = mention.span.start >= end;
        if fits {
            end = mention.span.end;
        }
        fits
    });
    sorted
}

/// The pieces of `span` in and between `parts`, which are sorted and do not overlap.
pub fn split<T: Copy>(span: Span, parts: &[T], span_of: impl Fn(&T) -> Span) -> Vec<(Span, Option<T>)> {
    let first = parts.partition_point(|part| span_of(part).end <= span.start);
    let mut pieces = Vec::new();
    let mut at = span.start;
    let mut push = |start: u32, end: u32, part| {
        if start < end {
            pieces.push((Span { start, end }, part));
        }
    };
    for part in parts.iter().skip(first) {
        let inner = span_of(part);
        if inner.start >= span.end {
            break;
        }
        push(at, inner.start, None);
        let end = inner.end.min(span.end);
        push(inner.start.max(at), end, Some(*part));
        at = end;
    }
    push(at, span.end, None);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_make_up_the_whole() {
        let parts = [Span::new(0, 2), Span::new(2, 5), Span::new(7, 9), Span::new(20, 30)];
        for start in 0..12 {
            for end in start..12 {
                let pieces = split(Span::new(start, end), &parts, |span| *span);
                let mut at = start as u32;
                for (piece, part) in pieces {
                    assert_eq!(piece.start, at);
                    at = piece.end;
                    let within = parts.iter().find(|part| part.start <= piece.start && piece.end <= part.end);
                    assert_eq!(part.as_ref(), within);
                }
                assert_eq!(at, end as u32);
            }
        }
    }
}
