//! Values of a descriptor as HTML: what they mention is linked to where it is defined.

use descriptorium_core::symbol::{Mention, Target};
use descriptorium_core::syntax::{Entry, Kind, Node, Scalar};
use descriptorium_core::text::Span;
use descriptorium_core::workspace::SourceFile;

use crate::html::{Href, Html};
use crate::pages::Page;

/// The deepest that a value is shown.
const MAX_DEPTH: usize = 24;

/// A file whose values are shown on a page.
#[derive(Debug)]
pub struct Values<'a> {
    pub page: &'a Page<'a>,
    pub file: &'a SourceFile,
    /// What the file mentions: in the order of the text, and apart.
    pub mentions: Vec<&'a Mention>,
}

impl<'a> Values<'a> {
    pub fn new(page: &'a Page<'a>, file: &'a SourceFile) -> Self {
        Values { page, file, mentions: apart(page.checked.analysis.mentions(&file.path)) }
    }

    /// Any value.
    pub fn write(&self, html: &mut Html, node: &Node) {
        self.nested(html, node, 0);
    }

    fn nested(&self, html: &mut Html, node: &Node, depth: usize) {
        match &node.kind {
            _ if depth > MAX_DEPTH => html.text("…"),
            Kind::Null => html.element("span", "none", |html| html.text("none")),
            Kind::Scalar(scalar) => self.scalar(html, node, scalar),
            Kind::Alias(name) => html.element("code", "", |html| html.text(&format!("*{name}"))),
            Kind::Error => html.element("span", "broken", |html| html.text(node.span.of(&self.file.text))),
            Kind::Sequence(sequence) if sequence.items.is_empty() => html.element("code", "", |html| html.text("[]")),
            Kind::Mapping(mapping) if mapping.entries.is_empty() => html.element("code", "", |html| html.text("{}")),
            Kind::Sequence(sequence) => {
                let class = if sequence.items.iter().all(is_word) { "list words" } else { "list" };
                html.element("ul", class, |html| {
                    for item in &sequence.items {
                        html.element("li", "", |html| self.nested(html, item, depth + 1));
                    }
                });
            }
            Kind::Mapping(mapping) => html.element("dl", "map", |html| {
                for entry in &mapping.entries {
                    html.element("dt", "", |html| self.key(html, entry));
                    html.element("dd", "", |html| self.nested(html, &entry.value, depth + 1));
                }
            }),
        }
    }

    pub fn key(&self, html: &mut Html, entry: &Entry) {
        match entry.key.as_text() {
            Some(text) => html.text(text),
            None => html.text(entry.key.span.of(&self.file.text)),
        }
    }

    fn scalar(&self, html: &mut Html, node: &Node, scalar: &Scalar) {
        let value = scalar.value.as_str();
        if value.contains('\n') {
            return html.element_with("pre", &[("tabindex", "0")], |html| html.text(value.trim_end_matches('\n')));
        }
        html.element("code", "", |html| {
            if value.is_empty() {
                return html.text("\"\"");
            }
            // Where the text of the file says the value as it is, places in one are places in the other.
            let source = node.span.of(&self.file.text);
            match source.find(value) {
                Some(at) => {
                    let start = node.span.start as usize + at;
                    self.linked(html, Span::new(start, start + value.len()));
                }
                None => html.text(value),
            }
        });
    }

    /// A piece of the text of the file, what it mentions linked.
    fn linked(&self, html: &mut Html, span: Span) {
        let spans = |mention: &&Mention| mention.span;
        for (piece, mention) in split(span, &self.mentions, spans) {
            let text = piece.of(&self.file.text);
            match mention {
                Some(mention) => self.mention(html, mention, text),
                None => html.text(text),
            }
        }
    }

    fn mention(&self, html: &mut Html, mention: &Mention, text: &str) {
        match (self.target(mention), &mention.target) {
            (Some(href), _) => html.link(&href, "", |html| html.text(text)),
            (None, Target::Missing { .. }) => {
                html.element_with("span", &[("class", "broken"), ("title", "not found")], |html| html.text(text));
            }
            (None, Target::Found { .. } | Target::Unknown) => html.text(text),
        }
    }

    pub fn target(&self, mention: &Mention) -> Option<Href> {
        match &mention.target {
            Target::Found { file, path } => self.page.to_definition(file, path),
            Target::Missing { .. } | Target::Unknown => None,
        }
    }
}

/// Whether a value takes a word or so.
pub fn is_word(node: &Node) -> bool {
    match &node.kind {
        Kind::Null | Kind::Alias(_) => true,
        Kind::Scalar(scalar) => !scalar.value.contains('\n'),
        Kind::Sequence(_) | Kind::Mapping(_) | Kind::Error => false,
    }
}

/// The mentions that do not overlap with one before, so that each can be a link.
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
