//! Content as Markdown. Diagrams, buttons and links within the page are left out.

use descriptorium_core::text::is_deceptive;

use crate::content::{Attributes, Content, Element, Piece};

/// Writes the content as Markdown.
pub fn write(content: &Content) -> String {
    let mut writer = Writer::default();
    for piece in content.pieces() {
        match piece {
            Piece::Open(element, attributes) => writer.open(element, attributes),
            Piece::Close(element) => writer.close(element),
            Piece::Text(text) => writer.text(text),
            Piece::Diagram(_) => {}
        }
    }
    writer.end_line();
    writer.out.trim_end().to_owned() + "\n"
}

/// A code block, with a fence longer than any in the text.
pub fn fenced(text: &str, language: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n\n", text.trim_end_matches(['\n', '\r']))
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The paragraph, item or cell that is being written.
    line: String,
    /// The open lists, from the outermost to the innermost.
    lists: Vec<List>,
    /// The number of open elements whose content is left out, including the outermost.
    n_left_out: usize,
    /// The fence of the open code block, if any.
    fence: Option<String>,
    /// The open links: where each starts in the line, and its address.
    links: Vec<Option<(usize, String)>>,
    /// The cells of the open table row, and the number of rows before it.
    row: Option<Vec<String>>,
    n_rows: usize,
    /// Nesting depth of open tables.
    n_tables: usize,
    /// The level of the open heading, or 0.
    heading: usize,
    /// Nesting depth of open quotes.
    n_quotes: usize,
    /// Whether inline code is open.
    is_code: bool,
}

struct List {
    /// The number of the item, in a numbered list.
    number: Option<usize>,
    /// Whether the item has content already.
    is_begun: bool,
}

impl List {
    fn indent(&self) -> &'static str {
        if self.number.is_some() { "   " } else { "  " }
    }
}

/// Whether an element is left out because it is only useful on screen.
fn is_left_out(element: Element, attributes: Attributes<'_>) -> bool {
    let class = attributes.get("class").unwrap_or_default();
    matches!(element, Element::Button | Element::Meter | Element::WithoutScript)
        || matches!(class, "permalink" | "sizes" | "zooms")
}

/// Whether an element without Markdown syntax is a block. All elements are listed, so that the compiler asks about new
/// ones.
fn is_block(element: Element) -> bool {
    match element {
        Element::Paragraph
        | Element::Group
        | Element::Section
        | Element::Figure
        | Element::Caption
        | Element::Details
        | Element::Summary
        | Element::Terms
        | Element::Term
        | Element::Meaning => true,
        Element::Heading(_)
        | Element::List
        | Element::NumberedList
        | Element::Item
        | Element::Table
        | Element::TableHead
        | Element::TableBody
        | Element::Row
        | Element::Head
        | Element::Cell
        | Element::Preformatted
        | Element::Quote
        | Element::Link
        | Element::Code
        | Element::Key
        | Element::Subscript
        | Element::Superscript
        | Element::Strong
        | Element::Emphasis
        | Element::LineBreak
        | Element::Image
        | Element::Rule
        | Element::Span
        | Element::Marked
        | Element::Inserted
        | Element::Deleted
        | Element::Time
        | Element::Meter
        | Element::Button
        | Element::WithoutScript => false,
    }
}

impl Writer {
    fn open(&mut self, element: Element, attributes: Attributes<'_>) {
        if self.n_left_out > 0 || is_left_out(element, attributes) {
            self.n_left_out += 1;
            return;
        }
        // The content of such an element is a symbol; its title has the meaning in words.
        if let Some(title) = attributes.get("title").filter(|_| element == Element::Span) {
            self.text(title);
            self.n_left_out += 1;
            return;
        }
        let is_in_table = self.n_tables > 0;
        match element {
            Element::Heading(level) => {
                self.end_line();
                self.heading = level.into();
            }
            Element::Table => {
                self.end_line();
                self.n_tables += 1;
                self.n_rows = if is_in_table { self.n_rows } else { 0 };
            }
            Element::Row if self.n_tables == 1 => self.row = Some(Vec::new()),
            Element::Head | Element::Cell if self.n_tables == 1 => self.line.clear(),
            Element::List | Element::NumberedList => {
                self.end_line();
                let number = (element == Element::NumberedList).then_some(0);
                self.lists.push(List { number, is_begun: false });
            }
            // A cell of a table is a single line.
            Element::Preformatted if is_in_table => self.line.push('`'),
            Element::Preformatted => {
                self.end_line();
                let is_comparison = attributes.get("class").is_some_and(|class| class.contains("compared"));
                self.fence = Some(if is_comparison { "diff".to_owned() } else { String::new() });
            }
            Element::Code if self.fence.is_some() => {
                let language = attributes.get("class").and_then(|class| class.strip_prefix("language-"));
                self.fence = language.map(str::to_owned).or(self.fence.take());
            }
            Element::Code | Element::Key if self.fence.is_none() => {
                self.line.push('`');
                self.is_code = true;
            }
            Element::Strong => self.line.push_str("**"),
            Element::Emphasis => self.line.push('*'),
            Element::Link => {
                let href = attributes.get("href").filter(|href| !href.starts_with('#') && self.fence.is_none());
                let link = href.map(|href| (self.line.len(), destination(href)));
                if link.is_some() {
                    self.line.push('[');
                }
                self.links.push(link);
            }
            Element::Quote => {
                self.end_line();
                self.n_quotes += 1;
            }
            _ if is_block(element) => self.end_line(),
            Element::Item => {
                self.end_line();
                if let Some(list) = self.lists.last_mut().filter(|_| !is_in_table) {
                    list.is_begun = false;
                    list.number.iter_mut().for_each(|number| *number += 1);
                }
            }
            Element::LineBreak => self.line.push(' '),
            Element::Image => {
                self.line.push_str("![");
                self.text(attributes.get("alt").unwrap_or_default());
                self.line += &format!("]({})", destination(attributes.get("src").unwrap_or_default()));
            }
            _ => {}
        }
    }

    fn close(&mut self, element: Element) {
        if self.n_left_out > 0 {
            self.n_left_out -= 1;
            return;
        }
        match element {
            Element::Table => {
                self.n_tables -= usize::from(self.n_tables > 0);
                if self.n_tables == 0 {
                    self.out.push('\n');
                }
            }
            Element::Head | Element::Cell if self.n_tables == 1 => {
                let cell = std::mem::take(&mut self.line).trim().trim_end_matches(',').replace('|', "\\|");
                self.row.iter_mut().for_each(|row| row.push(cell.clone()));
            }
            Element::Row if self.n_tables == 1 => self.end_row(),
            Element::List | Element::NumberedList => {
                self.end_line();
                self.lists.pop();
                if self.lists.is_empty() && self.n_tables == 0 {
                    self.out.push('\n');
                }
            }
            Element::Item if self.n_tables > 0 => {
                self.line.truncate(self.line.trim_end().len());
                self.line.push_str(", ");
            }
            Element::Preformatted if self.n_tables > 0 => self.line.push('`'),
            Element::Preformatted => {
                let text = std::mem::take(&mut self.line);
                self.out += &fenced(&text, &self.fence.take().unwrap_or_default());
            }
            Element::Code | Element::Key if self.fence.is_none() => {
                self.line.push('`');
                self.is_code = false;
            }
            Element::Strong => self.line.push_str("**"),
            Element::Emphasis => self.line.push('*'),
            Element::Link => {
                if let Some((start, href)) = self.links.pop().flatten() {
                    // A link without text is left out.
                    match self.line.get(start + 1..).is_some_and(|text| !text.trim().is_empty()) {
                        true => self.line += &format!("]({href})"),
                        false => self.line.truncate(start),
                    }
                }
            }
            Element::Heading(_) | Element::Item => self.end_line(),
            _ if is_block(element) => self.end_line(),
            Element::Quote => {
                self.end_line();
                self.n_quotes = self.n_quotes.saturating_sub(1);
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.n_left_out > 0 || text.is_empty() {
            return;
        }
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            if self.fence.is_some() && character == '\r' && characters.peek() == Some(&'\n') {
                continue;
            }
            // Invisible characters, and those that change the direction of text, are written as code points. So is a
            // carriage return in code, with which a terminal overwrites the line.
            if is_deceptive(character) || self.fence.is_some() && character == '\r' {
                self.line.push_str(&format!("U+{:04X}", u32::from(character)));
                continue;
            }
            if self.fence.is_some() {
                self.line.push(character);
                continue;
            }
            let before = self.line.chars().next_back();
            match character {
                _ if character.is_whitespace() => {
                    if before.is_some_and(|before| !before.is_whitespace()) {
                        self.line.push(' ');
                    }
                }
                '`' => self.line.push('\''),
                '*' | '[' | ']' | '<' | '\\' if !self.is_code => self.line.extend(['\\', character]),
                // Underscores inside a word need no escape, and most names contain some.
                '_' if !self.is_code && !before.is_some_and(char::is_alphanumeric) => self.line.push_str("\\_"),
                _ => self.line.push(character),
            }
        }
    }

    /// Writes the line, as a paragraph, a heading or an item.
    fn end_line(&mut self) {
        if self.n_tables > 0 {
            // A cell of a table is a single line.
            if self.line.ends_with(|last: char| !last.is_whitespace()) {
                self.line.push(' ');
            }
            return;
        }
        let line = std::mem::take(&mut self.line);
        let heading = std::mem::take(&mut self.heading);
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        let mark = block_mark(line).filter(|_| heading == 0);
        let escaped = mark.map(|at| format!("{}\\{}", &line[..at], &line[at..]));
        let line = escaped.as_deref().unwrap_or(line);
        match self.lists.split_last_mut() {
            _ if heading > 0 => self.out += &format!("{} {line}\n\n", "#".repeat(heading)),
            Some((list, around)) => {
                around.iter().for_each(|list| self.out.push_str(list.indent()));
                match (std::mem::replace(&mut list.is_begun, true), list.number) {
                    (true, _) => self.out += list.indent(),
                    (false, Some(number)) => self.out += &format!("{number}. "),
                    (false, None) => self.out += "- ",
                }
                self.out += &format!("{line}\n");
            }
            None => self.out += &format!("{}{line}\n\n", "> ".repeat(self.n_quotes)),
        }
    }

    fn end_row(&mut self) {
        let Some(cells) = self.row.take() else { return };
        self.out += &format!("| {} |\n", cells.join(" | "));
        if self.n_rows == 0 {
            self.out += &format!("|{}\n", " --- |".repeat(cells.len()));
        }
        self.n_rows += 1;
    }
}

/// The offset of a character that would turn a line of text into a heading, a quote, an item, a rule or a fence.
fn block_mark(line: &str) -> Option<usize> {
    let ends_word = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    let after_digits = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let at = line.len() - after_digits.len();
    let is_mark = match after_digits.chars().next()? {
        '#' | '>' => at == 0,
        '-' | '+' => at == 0 && (ends_word(&line[1..]) || line.starts_with("---")),
        '~' => line.starts_with("~~~"),
        '.' | ')' => at > 0 && ends_word(&after_digits[1..]),
        _ => false,
    };
    is_mark.then_some(at)
}

/// The address of a link, with the characters escaped that would end it.
fn destination(href: &str) -> String {
    let mut out = String::with_capacity(href.len());
    for character in href.chars() {
        match character {
            '<' | '>' | '(' | ')' | '\\' | ' ' => out += &format!("%{:02X}", u32::from(character)),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use descriptorium_core::markdown::HeadingLevel;

    use super::*;
    use crate::html::Href;

    fn of(make: impl FnOnce(&mut Content)) -> String {
        write(&Content::of(make))
    }

    fn paragraph(content: &mut Content, text: &str) {
        content.element(Element::Paragraph, "", |content| content.text(text));
    }

    fn item(content: &mut Content, text: &str) {
        content.element(Element::Item, "", |content| content.text(text));
    }

    /// Written by hand from what Markdown means.
    #[test]
    fn content_reads_the_same_as_markdown() {
        let page = of(|content| {
            content.element(Element::Heading(1), "", |content| content.text("Health"));
            content.element(Element::Paragraph, "lead", |content| {
                content.text("It finds ");
                content.link(&Href::between("a.html", "problems.html"), "", |content| content.text("2 errors"));
                content.text(" & more.");
            });
            content.element_with(Element::Heading(2), &[("id", "x")], |content| {
                content.text("Unused ");
                content.permalink("x", "Unused");
            });
        });
        assert_eq!(page, "# Health\n\nIt finds [2 errors](problems.html) & more.\n\n## Unused\n");
        let lists = of(|content| {
            content.element(Element::List, "", |content| {
                item(content, "one");
                content.element(Element::Item, "", |content| {
                    content.text("two");
                    content.element(Element::NumberedList, "", |content| {
                        for text in ["a", "b"] {
                            item(content, text);
                        }
                    });
                });
            });
            paragraph(content, "end");
        });
        assert_eq!(lists, "- one\n- two\n  1. a\n  2. b\n\nend\n");
        let paragraphs = of(|content| {
            content.element(Element::NumberedList, "", |content| {
                content.element(Element::Item, "", |content| {
                    for text in ["a", "b"] {
                        paragraph(content, text);
                    }
                    content.element(Element::List, "", |content| item(content, "c"));
                });
                item(content, "d");
            });
        });
        assert_eq!(paragraphs, "1. a\n   b\n   - c\n2. d\n");
        let table = of(|content| {
            content.table("", &["Name", "By"], |content| {
                content.element(Element::Row, "", |content| {
                    content.row_head(|content| content.code("a|b"));
                    content.element(Element::Cell, "", |content| {
                        content.element(Element::List, "", |content| {
                            for text in ["x", "y"] {
                                item(content, text);
                            }
                        });
                        content.element(Element::Preformatted, "", |content| content.text("p\nq"));
                    });
                });
            });
            paragraph(content, "t");
        });
        assert_eq!(table, "| Name | By |\n| --- | --- |\n| `a\\|b` | x, y, `p q` |\n\nt\n");
        let compared = of(|content| {
            content.element(Element::Preformatted, "source compared", |content| {
                content.element(Element::Deleted, "", |content| content.text("- a: *x\n"));
                content.element(Element::Inserted, "", |content| content.text("+ a: [1]\n"));
            });
        });
        assert_eq!(compared, "```diff\n- a: *x\n+ a: [1]\n```\n");
        let signs = of(|content| {
            content.element(Element::Paragraph, "", |content| {
                content.text("__init__ of c_streamer <b> c*");
                content.code("*");
                content.element(Element::Meter, "", |content| content.text("44 %"));
                content.diagram("<svg><text>no</text></svg>");
                content.element_with(Element::Span, &[("title", "2 errors")], |content| content.text("2"));
                content.text(" \u{202e}");
            });
        });
        assert_eq!(signs, "\\_\\_init_\\_ of c_streamer \\<b> c\\*`*`2 errors U+202E\n");
        let marks = of(|content| {
            for text in ["# a", "> b", "- c", "+", "---", "~~~", "1. d", "2)", "1.0", "-5", "~e"] {
                paragraph(content, text);
            }
        });
        let escaped = ["\\# a", "\\> b", "\\- c", "\\+", "\\---", "\\~~~", "1\\. d", "2\\)", "1.0", "-5", "~e"];
        assert_eq!(marks, escaped.join("\n\n") + "\n");
        let details = of(|content| {
            content.element(Element::Details, "", |content| {
                content.element(Element::Summary, "", |content| content.text("Its plan"));
                content.link(&Href::here("x"), "", |content| content.text("here"));
                content.link(&Href::between("a.html", "b.html"), "", |_| {});
            });
        });
        assert_eq!(details, "Its plan\n\nhere\n");
        assert_eq!(of(|_| {}), "\n");
        let authored = of(|content| {
            let text = "See [it](https://e.org/a_(b)?x=<1>&y).\n\n```yaml\na: 1\n```\n\n> so it *is*\n";
            content.markdown(text, HeadingLevel::H2, &|_| None);
        });
        assert_eq!(authored, "See [it](https://e.org/a_%28b%29?x=%3C1%3E&y).\n\n```yaml\na: 1\n```\n\n> so it *is*\n");
    }
}
