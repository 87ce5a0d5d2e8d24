//! What the core made of Markdown, as pages show it: headings that can be linked to, and tables and code that scroll in
//! their own place, by the keyboard too. Markup stands in it only where the core made it: all text is escaped.

use std::collections::{BTreeMap, BTreeSet};

/// A heading that can be linked to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    pub id: String,
    pub text: String,
    /// From 1, the highest.
    pub level: u8,
}

/// A part of a text.
#[derive(PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    Markup(&'a str),
    /// A heading, with what stands in it.
    Heading(Heading, &'a str),
}

/// The parts of `html` in their order, its headings each with an id of its own.
pub fn pieces(html: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut taken = Taken::default();
    let mut rest = html;
    while let Some((start, level, content, end)) = next_heading(rest) {
        let text = text_of(content);
        let id = taken.vacant(&text);
        pieces.extend([Piece::Markup(&rest[..start]), Piece::Heading(Heading { id, text, level }, content)]);
        rest = &rest[end..];
    }
    pieces.push(Piece::Markup(rest));
    pieces
}

/// Where the next heading begins, its level, what stands in it, and where it ends.
fn next_heading(html: &str) -> Option<(usize, u8, &str, usize)> {
    html.match_indices("<h").find_map(|(start, tag)| {
        let digit = *html.as_bytes().get(start + tag.len()).filter(|digit| matches!(digit, b'1'..=b'6'))?;
        let (open, close) = (format!("<h{}>", digit as char), format!("</h{}>", digit as char));
        let content = html[start..].strip_prefix(&open)?;
        let content = &content[..content.find(&close)?];
        Some((start, digit - b'0', content, start + open.len() + content.len() + close.len()))
    })
}

/// What is read of `html`.
fn text_of(html: &str) -> String {
    let text: String = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// The ids that the headings of a text have, and the last number of those of the same words.
#[derive(Default)]
struct Taken {
    ids: BTreeSet<String>,
    numbers: BTreeMap<String, usize>,
}

impl Taken {
    /// An id of the words of a heading that no other one of the text has.
    fn vacant(&mut self, text: &str) -> String {
        let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
        let stem = words.fold(String::from("text"), |stem, word| stem + "-" + &word.to_lowercase());
        let number = self.numbers.entry(stem.clone()).or_default();
        loop {
            *number += 1;
            let id = if *number == 1 { stem.clone() } else { format!("{stem}-{number}") };
            if self.ids.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// `html` with each table and each block of code in a place that scrolls.
pub fn scrolling(html: &str) -> String {
    let html =
        html.replace("<table>", "<div class=\"scroll\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>");
    html.replace("</table>", "</table></div>").replace("<pre>", "<pre tabindex=\"0\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_heading_has_an_id_of_its_own() {
        let html =
            "<p>a</p>\n<hr />\n<h2>How <code>a::b</code> is &amp; was</h2>\n<h3>Größe</h3>\n<h2>größe</h2><p>b</p>";
        let heading = |id: &str, text: &str, level| Heading { id: id.to_owned(), text: text.to_owned(), level };
        let expected = [
            Piece::Markup("<p>a</p>\n<hr />\n"),
            Piece::Heading(
                heading("text-how-a-b-is-was", "How a::b is & was", 2),
                "How <code>a::b</code> is &amp; was",
            ),
            Piece::Markup("\n"),
            Piece::Heading(heading("text-größe", "Größe", 3), "Größe"),
            Piece::Markup("\n"),
            Piece::Heading(heading("text-größe-2", "größe", 2), "größe"),
            Piece::Markup("<p>b</p>"),
        ];
        assert_eq!(pieces(html), expected);
        assert_eq!(pieces("<h2>cut <h3"), [Piece::Markup("<h2>cut <h3")]);
        let ids = |html: &str| -> Vec<String> {
            let ids = pieces(html).into_iter().filter_map(|piece| match piece {
                Piece::Heading(heading, _) => Some(heading.id),
                Piece::Markup(_) => None,
            });
            ids.collect()
        };
        assert_eq!(ids("<h2>a 2</h2><h2>a</h2><h2>a</h2>"), ["text-a-2", "text-a", "text-a-3"]);
        // As many as a text can have: each is found a place for at once.
        let many = ids(&"<h1>a</h1>".repeat(100_000));
        assert_eq!(many.last().map(String::as_str), Some("text-a-100000"));
    }
}
