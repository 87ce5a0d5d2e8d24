//! Content as HTML.

use crate::content::{Content, Element, Piece};
use crate::html::Html;

impl Element {
    fn tag(self) -> &'static str {
        match self {
            Element::Heading(1) => "h1",
            Element::Heading(2) => "h2",
            Element::Heading(3) => "h3",
            Element::Heading(4) => "h4",
            Element::Heading(5) => "h5",
            Element::Heading(_) => "h6",
            Element::Paragraph => "p",
            Element::Section => "section",
            Element::Group => "div",
            Element::List => "ul",
            Element::NumberedList => "ol",
            Element::Item => "li",
            Element::Terms => "dl",
            Element::Term => "dt",
            Element::Meaning => "dd",
            Element::Table => "table",
            Element::TableHead => "thead",
            Element::TableBody => "tbody",
            Element::Row => "tr",
            Element::Head => "th",
            Element::Cell => "td",
            Element::Quote => "blockquote",
            Element::Preformatted => "pre",
            Element::Figure => "figure",
            Element::Caption => "figcaption",
            Element::Details => "details",
            Element::Summary => "summary",
            Element::Rule => "hr",
            Element::LineBreak => "br",
            Element::Image => "img",
            Element::Link => "a",
            Element::Code => "code",
            Element::Key => "kbd",
            Element::Subscript => "sub",
            Element::Superscript => "sup",
            Element::Strong => "strong",
            Element::Emphasis => "em",
            Element::Span => "span",
            Element::Marked => "mark",
            Element::Inserted => "ins",
            Element::Deleted => "del",
            Element::Time => "time",
            Element::Meter => "meter",
            Element::Button => "button",
            Element::WithoutScript => "noscript",
        }
    }

    /// Whether it is a void element: without content and without an end tag.
    fn is_void(self) -> bool {
        matches!(self, Element::Rule | Element::LineBreak | Element::Image)
    }
}

/// Maximum length of a word that is not broken: in a heading or a value, and elsewhere.
const MAX_IN_NARROW: usize = 12;
const MAX_WORD: usize = 16;

/// Writes content into a page. Long names may be broken after separators.
pub fn write(content: &Content, html: &mut Html) {
    let (mut n_values, mut is_preformatted, mut is_heading) = (0_usize, false, false);
    for piece in content.pieces() {
        if let Piece::Open(element, _) | Piece::Close(element) = piece {
            let opens = matches!(piece, Piece::Open(..));
            match element {
                Element::Heading(_) => is_heading = opens,
                Element::Preformatted => is_preformatted = opens,
                Element::Terms if opens => n_values += 1,
                Element::Terms => n_values = n_values.saturating_sub(1),
                _ => {}
            }
        }
        match piece {
            Piece::Open(element, attributes) => html.open_tag(element.tag(), attributes.iter()),
            Piece::Close(element) if element.is_void() => {}
            Piece::Close(element) => html.close_tag(element.tag()),
            Piece::Text(text) if is_preformatted => html.text(text),
            Piece::Text(text) if is_heading || n_values > 0 => html.breakable_text(text, MAX_IN_NARROW),
            Piece::Text(text) => html.breakable_text(text, MAX_WORD),
            Piece::Diagram(svg) => html.diagram(svg),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::Href;

    #[test]
    fn content_becomes_elements_and_text_stays_text() {
        let inner = Content::of(|content| content.link(&Href::here("a b"), "x", |content| content.text("1 < 2")));
        let content = Content::of(|content| {
            content.element(Element::Paragraph, "lead", |content| {
                content.text_with_code("`a` & <b> ");
                content.append(&inner);
                content.append(&inner);
                content.element(Element::LineBreak, "", |_| {});
            });
            content.table("t", &["One"], |content| {
                content.element(Element::Row, "", |content| content.row_head(|content| content.text("\u{202e}")));
            });
        });
        let link = "<a href=\"#a%20b\" class=\"x\">1 &lt; 2</a>";
        let expected = format!(
            "<p class=\"lead\"><code>a</code> &amp; &lt;b&gt; {link}{link}<br></p><table class=\"t\"><thead><tr>\
             <th scope=\"col\">One</th></tr></thead><tbody><tr><th scope=\"row\"><span class=\"unseen\">U+202E</span></th>\
             </tr></tbody></table>"
        );
        assert_eq!(Html::of(|html| write(&content, html)).as_str(), expected);
    }

    #[test]
    fn columns_that_are_empty_in_every_row_are_left_out() {
        let rows = |content: &mut Content| {
            for name in ["a", "b"] {
                content.element(Element::Row, "", |content| {
                    content.row_head(|content| content.text(name));
                    // A list without items shows nothing.
                    content.element(Element::Cell, "", |content| content.element(Element::List, "", |_| {}));
                    content.element(Element::Cell, "", |content| content.text(if name == "b" { "c" } else { "" }));
                });
            }
        };
        let html =
            |write: &dyn Fn(&mut Content)| Html::of(|html| super::write(&Content::of(write), html)).into_string();
        let table = html(&|content| content.table("", &["One", "Two", "Three"], rows));
        assert_eq!(
            table,
            "<table><thead><tr><th scope=\"col\">One</th><th scope=\"col\">Three</th></tr></thead><tbody><tr><th \
             scope=\"row\">a</th><td></td></tr><tr><th scope=\"row\">b</th><td>c</td></tr></tbody></table>"
        );
        let matrix = html(&|content| content.matrix("", &["One", "Two", "Three"], rows));
        assert!(matrix.contains("Two"), "{matrix}");
        let empty = html(&|content| content.table("", &["One"], |_| {}));
        assert!(empty.contains("One"), "{empty}");
    }
}
