//! The only code that writes HTML. Names of elements and attributes come from the program; anything from descriptors is
//! written as text, attribute value or checked address, and cannot become markup.

use descriptorium_core::text::is_deceptive;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters that are not percent-encoded in addresses.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A fragment of a page.
///
/// Invariant: well-formed, and everything from descriptors is escaped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Html {
    text: String,
}

/// The target of a link: a page of the site, an anchor on the same page, or a web address.
///
/// Invariant: a relative address without a scheme, or one with `http:`, `https:` or `mailto:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Href(String);

impl Html {
    /// HTML written by `write`.
    pub fn of(write: impl FnOnce(&mut Html)) -> Self {
        let mut html = Html::default();
        write(&mut html);
        html
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn into_string(self) -> String {
        self.text
    }

    /// An element with a class, which may be empty.
    pub fn element(&mut self, name: &'static str, class: &str, content: impl FnOnce(&mut Html)) {
        let class = [("class", class)];
        self.element_with(name, if class[0].1.is_empty() { &[] } else { &class }, content);
    }

    pub fn element_with(
        &mut self,
        name: &'static str,
        attributes: &[(&'static str, &str)],
        content: impl FnOnce(&mut Html),
    ) {
        self.open(name, attributes, None);
        content(self);
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
    }

    /// A void element.
    pub fn void(&mut self, name: &'static str, attributes: &[(&'static str, &str)]) {
        self.open(name, attributes, None);
    }

    /// A void element whose `href` is an address: `link`.
    pub fn void_to(&mut self, name: &'static str, to: &Href, attributes: &[(&'static str, &str)]) {
        self.open(name, attributes, Some(to));
    }

    /// A script of the site, executed after the page is parsed.
    pub fn script(&mut self, from: &Href) {
        self.text.push_str("<script");
        self.attribute("src", from.as_str());
        self.text.push_str(" defer></script>");
    }

    /// A script of the site, executed before the page is shown.
    pub fn blocking_script(&mut self, from: &Href) {
        self.text.push_str("<script");
        self.attribute("src", from.as_str());
        self.text.push_str("></script>");
    }

    pub fn link(&mut self, to: &Href, class: &str, content: impl FnOnce(&mut Html)) {
        let class = [("class", class)];
        self.link_with(to, if class[0].1.is_empty() { &[] } else { &class }, content);
    }

    pub fn link_with(&mut self, to: &Href, attributes: &[(&'static str, &str)], content: impl FnOnce(&mut Html)) {
        self.open("a", attributes, Some(to));
        content(self);
        self.text.push_str("</a>");
    }

    fn open(&mut self, name: &'static str, attributes: &[(&'static str, &str)], to: Option<&Href>) {
        self.text.push('<');
        self.text.push_str(name);
        if let Some(Href(address)) = to {
            self.attribute("href", address);
        }
        for (name, value) in attributes {
            self.attribute(name, value);
        }
        self.text.push('>');
    }

    /// Writes the start tag of an element; the caller writes its content and end tag.
    pub fn open_tag<'a>(&mut self, name: &'static str, attributes: impl Iterator<Item = (&'static str, &'a str)>) {
        self.text.push('<');
        self.text.push_str(name);
        attributes.for_each(|(name, value)| self.attribute(name, value));
        self.text.push('>');
    }

    pub fn close_tag(&mut self, name: &'static str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
    }

    fn attribute(&mut self, name: &'static str, value: &str) {
        self.text.push(' ');
        self.text.push_str(name);
        self.text.push_str("=\"");
        self.pieces(value, |html, character| match character {
            '"' => html.text.push_str("&quot;"),
            other => html.escape(other),
        });
        self.text.push('"');
    }

    /// Untrusted text. Invisible characters, and those that change the direction of text, are shown as code points.
    pub fn text(&mut self, text: &str) {
        self.pieces(text, |html, character| {
            if is_deceptive(character) {
                html.text.push_str("<span class=\"unseen\">");
                html.escape(character);
                html.text.push_str("</span>");
            } else {
                html.escape(character);
            }
        });
    }

    /// Text in which words with more than `longest` bytes may be broken: after separators, as in `fjord.video_service`,
    /// and anywhere in a part that is too long for any line.
    pub fn breakable_text(&mut self, text: &str, longest: usize) {
        let mut rest = text;
        while let Some((before, word, after)) = long_word(rest, longest) {
            self.text(before);
            let mut parts = parts_of_word(word).peekable();
            while let Some(part) = parts.next() {
                self.text(part);
                if parts.peek().is_some() {
                    self.text.push_str("<wbr>");
                }
            }
            rest = after;
        }
        self.text(rest);
    }

    /// Writes runs of harmless characters as they are, and passes all others to `each`.
    fn pieces(&mut self, text: &str, each: impl Fn(&mut Html, char)) {
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| !is_harmless(byte)) {
            self.text.push_str(&rest[..at]);
            let mut characters = rest[at..].chars();
            characters.next().into_iter().for_each(|character| each(self, character));
            rest = characters.as_str();
        }
        self.text.push_str(rest);
    }

    /// Text where elements are not allowed, as in a title.
    pub fn text_only(&mut self, text: &str) {
        self.pieces(text, Html::escape);
    }

    fn escape(&mut self, character: char) {
        match character {
            '&' => self.text.push_str("&amp;"),
            '<' => self.text.push_str("&lt;"),
            '>' => self.text.push_str("&gt;"),
            other if is_deceptive(other) => self.text.push_str(&format!("U+{:04X}", u32::from(other))),
            other => self.text.push(other),
        }
    }

    /// A diagram rendered by the core.
    pub fn diagram(&mut self, svg: &str) {
        self.text.push_str(svg);
    }
}

impl Href {
    /// A relative link between two pages of the site, both given by their paths from its root.
    pub fn between(from: &str, to: &str) -> Self {
        let (mut here, mut rest) = (from, to);
        while let (Some((folder, below)), Some((other, inner))) = (here.split_once('/'), rest.split_once('/')) {
            if folder != other {
                break;
            }
            (here, rest) = (below, inner);
        }
        let up = here.bytes().filter(|byte| *byte == b'/').count();
        let mut href = String::with_capacity(up * 3 + rest.len());
        (0..up).for_each(|_| href.push_str("../"));
        href.extend(utf8_percent_encode(rest, PLAIN));
        Href(href)
    }

    /// An anchor on the same page.
    pub fn here(id: &str) -> Self {
        Href(String::from("#")).at(id)
    }

    /// The same address with the anchor `id`.
    pub fn at(mut self, id: &str) -> Self {
        self.0.truncate(self.0.find('#').unwrap_or(self.0.len()));
        self.0.push('#');
        self.0.extend(utf8_percent_encode(id, PLAIN));
        self
    }

    /// The same address with a parameter that a script of the page reads from the anchor.
    pub fn query(mut self, key: &str, value: &str) -> Self {
        self.0.truncate(self.0.find('#').unwrap_or(self.0.len()));
        self.0 += &format!("#?{key}={}", encode(value));
        self
    }

    /// A path from the root of the server.
    pub fn of_root(path: &str) -> Self {
        Href(format!("/{}", encode(path.trim_start_matches('/'))))
    }

    /// A web address; `None` for other schemes.
    pub fn of_web(address: &str) -> Option<Self> {
        descriptorium_core::markdown::is_web_address(address).then(|| Href(address.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Maximum length of a part of a word without separators, in characters, and the length of the pieces of a longer one.
const MAX_PART: usize = 40;
const PIECE: usize = 8;

/// The first word with more than `longest` bytes, with the texts before and after it.
pub fn long_word(text: &str, longest: usize) -> Option<(&str, &str, &str)> {
    if text.len() <= longest {
        return None;
    }
    let mut start = 0;
    for word in text.split(|character: char| character.is_ascii_whitespace()) {
        if word.len() > longest {
            return Some((text.get(..start)?, word, text.get(start + word.len()..)?));
        }
        start += word.len() + 1;
    }
    None
}

/// The length of the longest part of a text that is not broken, in characters.
pub fn longest_part(text: &str) -> usize {
    let parts = text.split_ascii_whitespace().flat_map(parts_of_word);
    parts.map(|part| part.chars().count()).max().unwrap_or(0)
}

/// Maximum length of a version such as `1.10.0` that is not broken, in bytes.
const MAX_VERSION: usize = 16;

/// Whether the period at the byte `at` is inside of a version.
fn is_in_version(word: &str, at: usize) -> bool {
    let bytes = word.as_bytes();
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    if bytes.get(at) != Some(&b'.') || !is_digit(at.checked_sub(1)) || !is_digit(Some(at + 1)) {
        return false;
    }
    let is_part = |byte: &&u8| byte.is_ascii_digit() || **byte == b'.';
    let n_before = bytes.iter().take(at).rev().take(MAX_VERSION).take_while(is_part).count();
    n_before + bytes.iter().skip(at).take(MAX_VERSION).take_while(is_part).count() <= MAX_VERSION
}

/// The parts of a word between which it may be broken.
fn parts_of_word(word: &str) -> impl Iterator<Item = &str> {
    let is_separator = |character: char| matches!(character, ':' | '.' | '_' | '-' | '/' | ',' | '=' | '&' | '?' | ';');
    let mut starts = vec![0];
    let mut was_separator = false;
    for (at, character) in word.char_indices() {
        let separates = is_separator(character) && !is_in_version(word, at);
        if at > 0 && was_separator && !separates {
            starts.push(at);
        }
        was_separator = separates;
    }
    starts.push(word.len());
    let parts: Vec<&str> = starts.windows(2).filter_map(|pair| word.get(*pair.first()?..*pair.last()?)).collect();
    parts.into_iter().flat_map(pieces_of_part)
}

/// A part as it is, or cut if it is too long for a line.
fn pieces_of_part(part: &str) -> Vec<&str> {
    if part.chars().count() <= MAX_PART {
        return vec![part];
    }
    let cuts: Vec<usize> = part.char_indices().step_by(PIECE).map(|(at, _)| at).chain([part.len()]).collect();
    cuts.windows(2).filter_map(|pair| part.get(*pair.first()?..*pair.last()?)).collect()
}

/// Whether a byte is an ASCII character without a special meaning in HTML.
fn is_harmless(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n') && !matches!(byte, b'&' | b'<' | b'>' | b'"')
}

/// The published address of the page at `path`, with the site at `base`.
pub fn published(base: &str, path: &str) -> String {
    format!("{base}{}", encode(path))
}

/// The text, percent-encoded as a path segment.
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, PLAIN).to_string()
}

/// An id for `name` that is unique within its group.
pub fn id(group: &str, name: &str) -> String {
    let mut id = format!("{group}-");
    for character in name.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => id.push(character),
            other => id.push_str(&format!(".{:x}.", u32::from(other))),
        }
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_outside_stays_text() {
        let html = Html::of(|html| {
            html.element_with("p", &[("title", "\"><script>alert(1)</script>")], |html| {
                html.text("</p><img src=x onerror=alert(1)> & \u{202e}gnp\u{0}");
            });
        });
        let expected = "<p title=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\">&lt;/p&gt;&lt;img src=x \
                        onerror=alert(1)&gt; &amp; <span class=\"unseen\">U+202E</span>gnp\
                        <span class=\"unseen\">U+0000</span></p>";
        assert_eq!(html.as_str(), expected);
    }

    #[test]
    fn long_words_may_be_broken_after_separators() {
        let broken = |text: &str| Html::of(|html| html.breakable_text(text, 12)).into_string();
        assert_eq!(broken("a fjord.video1"), "a fjord.video1");
        assert_eq!(broken("a fjord.video12"), "a fjord.<wbr>video12");
        assert_eq!(
            broken("short.word of fjord.video_service::1.0\nend."),
            "short.word of fjord.<wbr>video_<wbr>service::<wbr>1.0\nend."
        );
        assert_eq!(broken("/a/b/c<d>/e/f/g/"), "/<wbr>a/<wbr>b/<wbr>c&lt;d&gt;/<wbr>e/<wbr>f/<wbr>g/");
        // A version stays whole, unless it is as long as an identifier of an object.
        assert_eq!(broken("a::b::1.10.0-rc.1"), "a::<wbr>b::<wbr>1.10.0-<wbr>rc.<wbr>1");
        assert_eq!(broken("1.3.6.1.4.1.343.2.19"), "1.<wbr>3.<wbr>6.<wbr>1.<wbr>4.<wbr>1.<wbr>343.<wbr>2.<wbr>19");
        // Without separators, only where no line has room for it.
        assert_eq!(broken(&"x".repeat(40)), "x".repeat(40));
        assert_eq!(broken(&"ä".repeat(41)), format!("{}ä", "ääääääää<wbr>".repeat(5)));
    }

    #[test]
    fn links_between_pages_are_relative_and_have_no_scheme() {
        let href = |from, to| Href::between(from, to).as_str().to_owned();
        assert_eq!(href("index.html", "assembly/a/1.0.html"), "assembly/a/1.0.html");
        assert_eq!(href("assembly/a/1.0.html", "index.html"), "../../index.html");
        assert_eq!(href("assembly/a/1.0.html", "assembly/b/1.0.html"), "../b/1.0.html");
        assert_eq!(href("assembly/a/1.0.html", "assembly/a/2.0.html"), "2.0.html");
        assert_eq!(href("a.html", "javascript:alert(1)"), "javascript%3Aalert%281%29");
        assert_eq!(Href::between("a.html", "b.html").at("x y").at("z").as_str(), "b.html#z");
        assert_eq!(Href::of_web("javascript:alert(1)"), None);
    }

    #[test]
    fn names_of_a_group_have_ids_of_their_own() {
        let names = ["a", "a b", "a.b", "a-b", "a/b", "ä", "", "a.20.b"];
        let ids: std::collections::BTreeSet<String> = names.iter().map(|name| id("property", name)).collect();
        assert_eq!(ids.len(), names.len(), "{ids:?}");
        assert!(ids.iter().all(|id| !id.contains(char::is_whitespace)));
    }
}
