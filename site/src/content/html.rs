//! Content as HTML.

use crate::content::{Content, Element, Piece};
use crate::html::{Html, long_word};

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

    /// Whether it continues the line that it is in.
    fn is_inline(self) -> bool {
        matches!(
            self,
            Element::Link
                | Element::Code
                | Element::Key
                | Element::Subscript
                | Element::Superscript
                | Element::Strong
                | Element::Emphasis
                | Element::Span
                | Element::Marked
                | Element::Inserted
                | Element::Deleted
                | Element::Time
        )
    }

    /// Whether it is a void element: without content and without an end tag.
    fn is_void(self) -> bool {
        matches!(self, Element::Rule | Element::LineBreak | Element::Image)
    }
}

/// Maximum length of a word that is not broken: in a heading or a value, and elsewhere.
const MAX_IN_NARROW: usize = 12;
const MAX_WORD: usize = 16;

/// Where a text starts in its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Line,
    /// After a space or an opening parenthesis.
    Word,
    /// In a word.
    Inside,
}

/// Writes content into a page. Long names may be broken after separators; in tables, lists and facts, only if they are longer
/// than a line.
pub fn write(content: &Content, html: &mut Html) {
    let (mut n_values, mut n_outer, mut is_facts) = (0_usize, 0_usize, false);
    let (mut is_preformatted, mut is_heading) = (false, false);
    let mut start = Start::Line;
    for piece in content.pieces() {
        if let Piece::Open(element, _) | Piece::Close(element) = piece {
            let opens = matches!(piece, Piece::Open(..));
            let count = |number: usize| if opens { number + 1 } else { number.saturating_sub(1) };
            match element {
                Element::Heading(_) => is_heading = opens,
                Element::Preformatted => is_preformatted = opens,
                Element::Terms => {
                    n_values = count(n_values);
                    // Names in a list of facts are as in a table; other lists of terms are values in outlines.
                    if let Piece::Open(_, attributes) = piece
                        && n_values == 1
                    {
                        is_facts = attributes.iter().any(|(name, value)| name == "class" && value == "facts");
                    }
                    is_facts &= n_values > 0;
                }
                Element::Table | Element::Item => n_outer = count(n_outer),
                _ => {}
            }
            if !element.is_inline() {
                start = Start::Line;
            }
        }
        match piece {
            Piece::Open(element, attributes) => html.open_tag(element.tag(), attributes.iter()),
            Piece::Close(element) if element.is_void() => {}
            Piece::Close(element) => html.close_tag(element.tag()),
            Piece::Text(text) if is_preformatted => html.text(text),
            Piece::Text(text) => {
                let longest = if is_heading || n_values > 0 { MAX_IN_NARROW } else { MAX_WORD };
                if n_outer > 0 || is_facts {
                    line(html, text, longest, start);
                } else {
                    html.breakable_text(text, longest);
                }
                start = match text.ends_with(|last: char| last.is_ascii_whitespace() || last == '(') {
                    true => Start::Word,
                    false => Start::Inside,
                };
            }
            Piece::Diagram(svg) => html.diagram(svg),
        }
    }
}

/// Writes a text of a table or list. A long name in the middle of a line moves to the next one rather than being broken.
fn line(html: &mut Html, text: &str, longest: usize, start: Start) {
    let (mut rest, mut start) = (text, start);
    while let Some((before, word, after)) = long_word(rest, longest) {
        html.text(before);
        if before.is_empty() && start != Start::Word {
            html.breakable_text(word, longest);
        } else {
            html.element(Element::Span.tag(), "w", |html| html.breakable_text(word, longest));
        }
        (rest, start) = (after, Start::Word);
    }
    html.text(rest);
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
    fn long_names_in_the_middle_of_a_line_of_a_table_are_kept_together() {
        let name = "fjord.video_service";
        let sentence = |content: &mut Content| {
            content.element(Element::Cell, "", |content| {
                content.link(&Href::here("a"), "", |content| content.text(name));
                content.text(" or (");
                content.element(Element::Code, "", |content| content.text(name));
                content.text(&format!(") and {name}, {name}"));
            });
        };
        let (inner, broken) = ("fjord.<wbr>video_<wbr>service", "<span class=\"w\">fjord.<wbr>video_<wbr>service");
        let text = format!(
            "<td><a href=\"#a\">{inner}</a> or (<code>{broken}</span></code>) and {broken},</span> {broken}</span></td>"
        );
        let html = |write: &dyn Fn(&mut Content)| Html::of(|html| write_to(write, html)).into_string();
        let in_table = |content: &mut Content| content.element(Element::Table, "", sentence);
        assert_eq!(html(&in_table), format!("<table>{text}</table>"));
        // The rest of a word that a link starts is not a word.
        let split = |content: &mut Content| {
            content.element(Element::Table, "", |content| {
                content.text("a ${");
                content.element(Element::Code, "", |content| content.text(name));
            });
        };
        assert_eq!(html(&split), format!("<table>a ${{<code>{inner}</code></table>"));
        assert!(!html(&sentence).contains("span"));
    }

    fn write_to(write: &dyn Fn(&mut Content), html: &mut Html) {
        super::write(&Content::of(write), html);
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
