//! Writes XML, for everything that draws a scene. All text becomes markup here and nowhere else.
//!
//! An XML library (`quick-xml`) would not help: characters that XML does not allow, and those that change the text
//! direction, have to be replaced here anyway, and the modeller would have to load an event writer for five functions.

use super::shape::{Anchor, Line, number};
use crate::text::is_deceptive;

/// The markup written so far.
#[derive(Default)]
pub struct Markup {
    pub text: String,
}

impl Markup {
    pub fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.text.push('>');
    }

    pub fn start(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.text.push('<');
        self.text.push_str(name);
        attributes.iter().for_each(|(name, value)| self.attribute(name, value));
    }

    pub fn attribute(&mut self, name: &str, value: &str) {
        self.text.push(' ');
        self.text.push_str(name);
        self.text.push_str("=\"");
        escape(&mut self.text, value);
        self.text.push('"');
    }

    pub fn close(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
    }

    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)], content: &str) {
        self.open(name, attributes);
        escape(&mut self.text, content);
        self.close(name);
    }

    /// A path element without content.
    pub fn path(&mut self, class: &str, path: &str) {
        self.start("path", &[("class", class), ("d", path)]);
        self.text.push_str("/>");
    }

    /// A line of text, unless it is empty.
    pub fn line(&mut self, class: &str, line: &Line) {
        if !line.text.is_empty() {
            self.start_line(class, line);
            self.end_line(line);
        }
    }

    pub(super) fn start_line(&mut self, class: &str, line: &Line) {
        let anchor = match line.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let [x, y] = [number(line.at.x), number(line.at.y)];
        self.start("text", &[("class", class), ("x", &x), ("y", &y), ("text-anchor", anchor)]);
    }

    pub(super) fn end_line(&mut self, line: &Line) {
        self.text.push('>');
        self.words(&line.text);
        self.close("text");
    }

    /// Text content.
    pub fn words(&mut self, text: &str) {
        escape(&mut self.text, text);
    }
}

/// Escapes text for element content and quoted attributes. Replaces characters that XML forbids or that change the text
/// direction.
fn escape(out: &mut String, text: &str) {
    let is_harmless = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !is_harmless(byte)) {
        out.push_str(&rest[..at]);
        let mut characters = rest[at..].chars();
        match characters.next() {
            Some('&') => out.push_str("&amp;"),
            Some('<') => out.push_str("&lt;"),
            Some('>') => out.push_str("&gt;"),
            Some('"') => out.push_str("&quot;"),
            Some('\'') => out.push_str("&#39;"),
            Some('\n' | '\t') => out.push(' '),
            Some(character) if is_deceptive(character) => out.push(char::REPLACEMENT_CHARACTER),
            Some(character) => out.push(character),
            None => {}
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
}
