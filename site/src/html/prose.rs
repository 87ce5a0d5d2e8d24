//! What the core made of Markdown, as pages show it: headings that can be linked to, and tables and code that scroll in
//! their own place, by the keyboard too. Markup stands in it only where the core made it: all text is escaped.

use std::collections::BTreeSet;

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
    let mut taken = BTreeSet::new();
    let mut rest = html;
    while let Some((start, level, content, end)) = next_heading(rest) {
        let text = text_of(content);
        let id = vacant(&text, &mut taken);
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

/// An id of the words of a heading that no other one of the text has.
fn vacant(text: &str, taken: &mut BTreeSet<String>) -> String {
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    let stem = words.fold(String::from("text"), |stem, word| stem + "-" + &word.to_lowercase());
    let mut id = stem.clone();
    let mut number = 1;
    while !taken.insert(id.clone()) {
        number += 1;
        id = format!("{stem}-{number}");
    }
    id
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
    }
}
