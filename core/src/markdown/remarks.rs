//! The parts of a text in Markdown that a page may be unable to show as they are meant, with their places.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Parser, Tag};

use crate::markdown::{EXTENSIONS, MAX_BYTES, is_web_address, raw_html};

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Its bytes in the text: the address of a link or an image, the first line of a diagram, the start tag of an element.
    pub place: Range<usize>,
    pub part: Part,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A link and its address, except to the web.
    Link(String),
    /// An image and its address.
    Image(String),
    /// A diagram in the language of Mermaid.
    Mermaid,
    /// An element of HTML that is shown as text, as written.
    Html(String),
    /// The whole text is too long to be read as Markdown.
    TooLong,
}

/// Such parts of a text, in its order. Those that share a definition of an address are one.
pub fn remarks(text: &str) -> Vec<Remark> {
    if text.len() > MAX_BYTES {
        return vec![Remark { place: 0..0, part: Part::TooLong }];
    }
    let parser = Parser::new_ext(text, EXTENSIONS).into_offset_iter();
    let definitions: BTreeMap<String, Range<usize>> =
        parser.reference_definitions().iter().map(|(name, of)| (name.to_lowercase(), of.span.clone())).collect();
    let converted = raw_html::convert(parser);
    let mut found: BTreeMap<(usize, usize), Part> = BTreeMap::new();
    let mut add = |place: Range<usize>, part: Part| {
        found.entry((place.start, place.end)).or_insert(part);
    };
    for (event, place) in converted.events {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, id, .. }) => {
                let is_plain = matches!(link_type, LinkType::Email | LinkType::Autolink) || is_web_address(&dest_url);
                if !is_plain {
                    let defined = definition(&definitions, link_type, &id);
                    add(of_address(text, defined.unwrap_or(place), &dest_url), Part::Link(dest_url.to_string()));
                }
            }
            Event::Start(Tag::Image { link_type, dest_url, id, .. }) => {
                let defined = definition(&definitions, link_type, &id);
                add(of_address(text, defined.unwrap_or(place), &dest_url), Part::Image(dest_url.to_string()));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let language = info.split([' ', ',', '{']).next().unwrap_or_default();
                if language.eq_ignore_ascii_case("mermaid") {
                    let line = text.get(place.clone()).and_then(|block| block.lines().next()).unwrap_or_default();
                    add(place.start..place.start + line.trim_end().len(), Part::Mermaid);
                }
            }
            _ => {}
        }
    }
    for place in converted.refused {
        let written = text.get(place.clone()).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        add(place, Part::Html(written));
    }
    found.into_iter().map(|((start, end), part)| Remark { place: start..end, part }).collect()
}

/// The definition of the address of a link or an image, if it is not beside its text.
fn definition(definitions: &BTreeMap<String, Range<usize>>, kind: LinkType, name: &str) -> Option<Range<usize>> {
    let is_defined = matches!(kind, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut);
    definitions.get(&name.to_lowercase()).filter(|_| is_defined).cloned()
}

/// The place of an address in a link; that of the link, if the address is written in another way.
fn of_address(text: &str, link: Range<usize>, address: &str) -> Range<usize> {
    let written = text.get(link.clone()).filter(|_| !address.is_empty()).and_then(|link| link.rfind(address));
    written.map_or(link.clone(), |at| link.start + at..link.start + at + address.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places were counted by hand.
    #[test]
    fn parts_have_their_places() {
        let found = |text: &str| -> Vec<(usize, String)> {
            let found = remarks(text).into_iter();
            found
                .map(|one| {
                    let written = &text[one.place.clone()];
                    let part = match one.part {
                        Part::Link(to) => format!("link {to}"),
                        Part::Image(to) => format!("image {to}"),
                        Part::Mermaid => "mermaid".to_owned(),
                        Part::Html(tag) => format!("html {tag}"),
                        Part::TooLong => "long".to_owned(),
                    };
                    (one.place.start, format!("{part} at {written}"))
                })
                .collect()
        };
        let one = |at: usize, what: &str| (at, what.to_owned());
        assert_eq!(found("a [b](c.md) <https://e.org> [d](https://e.org)"), [one(6, "link c.md at c.md")]);
        assert_eq!(found("[a] [b][a] ![c](d)\n\n[a]: e.md\n"), [one(16, "image d at d"), one(25, "link e.md at e.md")]);
        assert_eq!(found("> <p>\n> <img\n>  src='a.png'>\n"), [one(21, "image a.png at a.png")]);
        assert_eq!(
            found("x\n\n```mermaid\ngraph TD\n```\n\n```text\nmermaid\n```\n"),
            [one(3, "mermaid at ```mermaid")]
        );
        assert_eq!(found("<u>a</u> <host> <!-- b --> `<u>`"), [one(0, "html <u> at <u>")]);
        assert_eq!(
            found("<div>\n<iframe src=\"x\">a <u></iframe>\n</div>\n"),
            [one(6, "html <iframe src=\"x\"> at <iframe src=\"x\">")]
        );
        assert_eq!(found("    <u>\n\n[a]\n\n`[b](c)`"), []);
        assert_eq!(found(&"x".repeat(MAX_BYTES + 1)).len(), 1);
    }
}
