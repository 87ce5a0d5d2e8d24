//! Converts descriptions from Markdown to content. Headings can be linked to, and wide tables and code blocks scroll
//! separately, also with the keyboard.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::markdown::{
    Alignment, CodeBlockKind, CowStr, DETAILS, Event, FOOTNOTE, FOOTNOTE_REFERENCE, HeadingLevel, IMAGE, INLINE,
    OPEN_DETAILS, Tag, TagEnd, events, is_web_address,
};

use crate::content::{Content, Element, scrolling};
use crate::html::Href;

/// Resolves links of a description that are not web addresses.
pub type Resolve<'a> = &'a dyn Fn(&str) -> Option<Href>;

/// A heading of a description that can be linked to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    pub id: String,
    pub text: String,
    /// The level, starting at 1.
    pub level: u8,
}

impl Content {
    /// A description below a heading of the level `above`.
    pub fn markdown(&mut self, text: &str, above: HeadingLevel, resolve: Resolve<'_>) {
        Writer::of(self, None).write(text, above, resolve);
    }

    /// A description as inline text: its paragraphs joined, without headings, lists and tables.
    pub fn markdown_in_line(&mut self, text: &str, resolve: Resolve<'_>) {
        let resolve = |link: &str| resolve(link).map(|href| href.as_str().to_owned());
        let mut writer = Writer::of(self, None);
        for event in events(text, HeadingLevel::H1, &resolve) {
            match event {
                Event::Start(tag @ (Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })) => {
                    writer.start(&tag)
                }
                Event::End(tag @ (TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link)) => {
                    writer.end(tag);
                }
                Event::Text(text) => writer.content.text(&text),
                Event::Code(text) => writer.content.code(&text),
                Event::SoftBreak | Event::HardBreak | Event::End(_) => writer.content.text(" "),
                _ => {}
            }
        }
    }

    /// A description directly under the title of a page. Its headings can be linked to, and are returned.
    pub fn introduction(&mut self, text: &str, resolve: Resolve<'_>) -> Vec<Heading> {
        let mut writer = Writer::of(self, Some(Headings::default()));
        writer.write(text, HeadingLevel::H1, resolve);
        writer.headings.map(|headings| headings.all).unwrap_or_default()
    }
}

struct Writer<'a> {
    content: &'a mut Content,
    /// The headings, if they are anchors.
    headings: Option<Headings>,
    /// The kind of the open cell, and whether the head or the body of its table is open.
    cell: Option<Element>,
    is_head: bool,
    is_body: bool,
    /// The alignments of the columns of the open table, and the number of cells before in the row.
    columns: Vec<Alignment>,
    n_cells: usize,
}

impl<'a> Writer<'a> {
    fn of(content: &'a mut Content, headings: Option<Headings>) -> Self {
        Writer { content, headings, cell: None, is_head: false, is_body: false, columns: Vec::new(), n_cells: 0 }
    }

    fn write(&mut self, text: &str, above: HeadingLevel, resolve: Resolve<'_>) {
        let resolve = |link: &str| resolve(link).map(|href| href.as_str().to_owned());
        let events = events(text, above, &resolve);
        let mut rest = events.as_slice();
        while let Some((event, after)) = rest.split_first() {
            rest = after;
            if let Event::Start(Tag::Link { dest_url, id, .. }) = event
                && **id == *IMAGE
                && is_image(dest_url)
            {
                let end = rest.iter().position(|event| matches!(event, Event::End(TagEnd::Link))).unwrap_or(rest.len());
                let (inner, after) = rest.split_at(end);
                rest = after.get(1..).unwrap_or_default();
                let attributes = [("src", dest_url.as_ref()), ("alt", &plain(inner)), ("loading", "lazy")];
                self.content.open(Element::Image, &attributes, None);
                self.content.close(Element::Image);
                continue;
            }
            if let Event::Start(Tag::Link { dest_url, id, title, .. }) = event
                && [FOOTNOTE, FOOTNOTE_REFERENCE].contains(&&**id)
            {
                let end = rest.iter().position(|event| matches!(event, Event::End(TagEnd::Link))).unwrap_or(rest.len());
                let (inner, after) = rest.split_at(end);
                rest = after.get(1..).unwrap_or_default();
                self.note(dest_url, (**id == *FOOTNOTE, title), &plain(inner));
                continue;
            }
            match event {
                Event::Start(Tag::Heading { level, .. }) => self.heading(*level as u8, rest),
                // An empty header cell would confuse screen readers.
                Event::Start(Tag::TableCell) => {
                    let is_empty = matches!(rest.first(), Some(Event::End(TagEnd::TableCell)));
                    let element = if self.is_head && !is_empty { Element::Head } else { Element::Cell };
                    self.cell = Some(element);
                    let class = match self.columns.get(self.n_cells) {
                        Some(Alignment::Center) => &[("class", "center")][..],
                        Some(Alignment::Right) => &[("class", "right")],
                        _ => &[],
                    };
                    self.n_cells += 1;
                    self.content.open(element, class, None);
                }
                Event::End(TagEnd::TableCell) => self.cell.take().into_iter().for_each(|cell| self.content.close(cell)),
                Event::Start(tag) => self.start(tag),
                Event::End(tag) => self.end(*tag),
                Event::Text(text) => self.content.text(text),
                Event::Code(text) => self.content.code(text),
                Event::SoftBreak => self.content.text("\n"),
                Event::HardBreak => self.content.element(Element::LineBreak, "", |_| {}),
                Event::Rule => self.content.element(Element::Rule, "", |_| {}),
                Event::Html(tag) => self.details(tag),
                Event::InlineHtml(tag) => self.inline(tag),
                // The core removes these.
                Event::InlineMath(_)
                | Event::DisplayMath(_)
                | Event::FootnoteReference(_)
                | Event::TaskListMarker(_) => {}
            }
        }
    }

    /// The link at one end of a footnote. Only a text whose headings are anchors has these: several on a page would have the
    /// same ids.
    fn note(&mut self, to: &str, (is_text, own): (bool, &CowStr<'_>), label: &str) {
        if self.headings.is_none() {
            return self.content.text(label);
        }
        let mut attributes = vec![("href", to), ("class", "footnote")];
        attributes.extend((!own.is_empty()).then_some(("id", &**own)));
        attributes.extend(is_text.then_some(("title", "Back to the text")));
        self.content.open(Element::Link, &attributes, None);
        self.content.text(label);
        self.content.close(Element::Link);
    }

    /// A tag of an inline element.
    fn inline(&mut self, tag: &str) {
        let elements = [Element::Subscript, Element::Superscript, Element::Key];
        let Some(at) = INLINE.iter().position(|known| *known == tag) else { return };
        let Some(element) = elements.get(at / 2) else { return };
        match at % 2 {
            0 => self.content.open(*element, &[], None),
            _ => self.content.close(*element),
        }
    }

    /// A tag of a collapsed section.
    fn details(&mut self, tag: &str) {
        let content = &mut *self.content;
        if tag == OPEN_DETAILS {
            return content.open(Element::Details, &[("open", "")], None);
        }
        match DETAILS.iter().position(|known| *known == tag) {
            Some(0) => content.open(Element::Details, &[], None),
            Some(1) => content.close(Element::Details),
            Some(2) => content.open(Element::Summary, &[], None),
            Some(3) => content.close(Element::Summary),
            _ => {}
        }
    }

    /// Opens a heading; `rest` begins with its text.
    fn heading(&mut self, level: u8, rest: &[Event<'_>]) {
        let Some(headings) = &mut self.headings else {
            return self.content.open(Element::Heading(level), &[], None);
        };
        let end = rest.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))));
        let text = plain(&rest[..end.unwrap_or(rest.len())]);
        let id = headings.taken.vacant(&text);
        self.content.open(Element::Heading(level), &[("id", &id)], None);
        headings.all.push(Heading { id, text, level });
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let content = &mut *self.content;
        match tag {
            Tag::Paragraph => content.open(Element::Paragraph, &[], None),
            Tag::BlockQuote(None) => content.open(Element::Quote, &[], None),
            Tag::BlockQuote(Some(kind)) => {
                let class = format!("alert alert-{}", format!("{kind:?}").to_lowercase());
                content.open(Element::Quote, &[("class", &class)], None);
            }
            Tag::CodeBlock(kind) => {
                content.open(Element::Preformatted, &[("tabindex", "0")], None);
                match kind {
                    CodeBlockKind::Fenced(language) if !language.is_empty() => {
                        content.open(Element::Code, &[("class", &format!("language-{language}"))], None);
                    }
                    CodeBlockKind::Fenced(_) | CodeBlockKind::Indented => content.open(Element::Code, &[], None),
                }
            }
            Tag::List(None) => content.open(Element::List, &[], None),
            Tag::List(Some(1)) => content.open(Element::NumberedList, &[], None),
            Tag::List(Some(first)) => content.open(Element::NumberedList, &[("start", &first.to_string())], None),
            Tag::Item => content.open(Element::Item, &[], None),
            Tag::Table(columns) => {
                self.columns = columns.clone();
                content.open(Element::Group, &scrolling("Table"), None);
                content.open(Element::Table, &[], None);
            }
            Tag::TableHead => {
                self.n_cells = 0;
                self.is_head = true;
                content.open(Element::TableHead, &[], None);
                content.open(Element::Row, &[], None);
            }
            Tag::TableRow => {
                self.n_cells = 0;
                content.open(Element::Row, &[], None);
            }
            Tag::Emphasis => content.open(Element::Emphasis, &[], None),
            Tag::Strong => content.open(Element::Strong, &[], None),
            Tag::Strikethrough => content.open(Element::Deleted, &[], None),
            Tag::Link { dest_url, .. } => {
                let attributes = [("href", dest_url.as_ref()), ("rel", "noopener noreferrer nofollow")];
                content.open(Element::Link, &attributes, None);
            }
            // The core removes all others.
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        let content = &mut *self.content;
        match tag {
            TagEnd::Paragraph => content.close(Element::Paragraph),
            TagEnd::Heading(level) => {
                let last = self.headings.as_ref().and_then(|headings| headings.all.last());
                if let Some(Heading { id, text, .. }) = last {
                    content.text(" ");
                    content.permalink(id, text);
                }
                content.close(Element::Heading(level as u8));
            }
            TagEnd::BlockQuote(_) => content.close(Element::Quote),
            TagEnd::CodeBlock => {
                content.close(Element::Code);
                content.close(Element::Preformatted);
            }
            TagEnd::List(true) => content.close(Element::NumberedList),
            TagEnd::List(false) => content.close(Element::List),
            TagEnd::Item => content.close(Element::Item),
            TagEnd::Table => {
                // In a text that is nested too deeply, a table may be empty.
                if std::mem::take(&mut self.is_body) {
                    content.close(Element::TableBody);
                }
                content.close(Element::Table);
                content.close(Element::Group);
            }
            TagEnd::TableHead => {
                self.is_head = false;
                content.close(Element::Row);
                content.close(Element::TableHead);
                content.open(Element::TableBody, &[], None);
                self.is_body = true;
            }
            TagEnd::TableRow => content.close(Element::Row),
            TagEnd::Emphasis => content.close(Element::Emphasis),
            TagEnd::Strong => content.close(Element::Strong),
            TagEnd::Strikethrough => content.close(Element::Deleted),
            TagEnd::Link => content.close(Element::Link),
            _ => {}
        }
    }
}

/// The words of some events.
fn plain(events: &[Event<'_>]) -> String {
    let words = events.iter().map(|event| match event {
        Event::Text(text) | Event::Code(text) => text,
        Event::SoftBreak | Event::HardBreak => " ",
        _ => "",
    });
    words.collect()
}

/// Whether a page shows the image at an address. Pages load nothing from other hosts.
fn is_image(address: &str) -> bool {
    !is_web_address(address) && is_image_name(address)
}

/// Whether the name of a file is that of an image that browsers show.
pub fn is_image_name(name: &str) -> bool {
    const ENDINGS: [&str; 7] = ["png", "svg", "jpg", "jpeg", "gif", "webp", "avif"];
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    ENDINGS.contains(&ending.as_str())
}

/// The headings of a text with their ids.
#[derive(Default)]
struct Headings {
    all: Vec<Heading>,
    taken: HeadingIds,
}

/// The ids of the headings so far, and the last number used for each text.
#[derive(Default)]
struct HeadingIds {
    ids: BTreeSet<String>,
    numbers: BTreeMap<String, usize>,
}

impl HeadingIds {
    /// A unique id made from the words of a heading.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::Html;

    /// The headings, and the HTML.
    fn introduced(text: &str) -> (Vec<Heading>, String) {
        let mut content = Content::default();
        let headings = content.introduction(text, &|_| None);
        (headings, Html::of(|html| crate::content::html::write(&content, html)).into_string())
    }

    #[test]
    fn each_heading_has_an_id_of_its_own() {
        let heading = |id: &str, text: &str, level| Heading { id: id.to_owned(), text: text.to_owned(), level };
        let (headings, html) = introduced("a\n\n# How `a::b` is & was\n\n## Größe\n\n# größe\n\nb\n");
        let expected = [
            heading("text-how-a-b-is-was", "How a::b is & was", 2),
            heading("text-größe", "Größe", 3),
            heading("text-größe-2", "größe", 2),
        ];
        assert_eq!(headings, expected);
        assert!(
            html.starts_with("<p>a</p><h2 id=\"text-how-a-b-is-was\">How <code>a::b</code> is &amp; was <a "),
            "{html}"
        );
        let ids = |text: &str| introduced(text).0.into_iter().map(|heading| heading.id).collect::<Vec<_>>();
        assert_eq!(ids("## a 2\n## a\n## a\n"), ["text-a-2", "text-a", "text-a-3"]);
        // The maximum number of headings: each id is found without a search.
        let many = ids(&"# a\n".repeat(50_000));
        assert_eq!(many.last().map(String::as_str), Some("text-a-50000"));
    }

    #[test]
    fn tables_are_aligned_and_footnotes_lead_back() {
        let (_, html) = introduced("| a | b | c |\n|:-:|--:|---|\n| d | e | f |\n");
        let head = "<th class=\"center\">a</th><th class=\"right\">b</th><th>c</th>";
        let row = "<td class=\"center\">d</td><td class=\"right\">e</td><td>f</td>";
        assert!(html.contains(head) && html.contains(row), "{html}");
        let (_, html) = introduced("H<sub>2</sub>O[^x]\n\n[^x]: Why.\n");
        let reference = "<a href=\"#footnote-1\" class=\"footnote\" id=\"footnote-1-reference\">[x]</a>";
        let note = "<a href=\"#footnote-1-reference\" class=\"footnote\" id=\"footnote-1\" title=\"Back to the text\">[x]</a> Why.";
        assert!(html.contains(&format!("H<sub>2</sub>O{reference}")) && html.contains(note), "{html}");
    }

    /// The oracle is the HTML that the core makes of the same text, which is tested against sanitizers; line breaks between
    /// elements and the scrolling containers are not compared.
    #[test]
    fn a_description_is_what_the_core_makes_of_it() {
        let deep = format!("{}| a |\n|---|\n", "> ".repeat(39));
        for text in [
            "Words *and* **more** of `code`, ~~gone~~.\nNext  \nline\n\n---\n\n> quoted\n",
            "1. a\n2. b\n   - c\n\n3) x\n4) y\n",
            "| a | |\n|:-:|---|\n| [x](https://example.org/?a=1&b='2') | ![pic](y) |\n",
            "```yaml extra\na: <b>\n```\n\n    indented\n",
            "<b>raw</b> <u>raw</u> <kbd>K</kbd> www.example.org a@example.org [x](javascript:alert(1))\n\n### Heading with [a link](https://e.org)\n",
            "- [x] done[^1] at https://example.org/a.\n\n[^1]: note\n\n<details>\n<summary>More</summary>\n\ntext\n",
            "<h2>A</h2>\n<ul><li>a<li><code>b</code></ul>\n\n<table><tr><td>a</td></tr></table>\n\n<details><summary>\n\n**S**\n\n</summary>\n\nx\n",
            &deep,
            &"x".repeat(300 << 10),
        ] {
            let mut content = Content::default();
            content.markdown(text, HeadingLevel::H2, &|_| None);
            let own = Html::of(|html| crate::content::html::write(&content, html)).into_string();
            let bare = |html: &str| {
                let html =
                    html.replace("<div class=\"scroll\" role=\"group\" aria-label=\"Table\" tabindex=\"0\">", "");
                let html = html
                    .replace(" tabindex=\"0\"", "")
                    .replace("</div>", "")
                    .replace(" />", ">")
                    .replace(" class=\"center\"", "")
                    .replace("<wbr>", "")
                    .replace("<span class=\"w\">", "")
                    .replace("</span>", "");
                html.replace("&quot;", "\"").replace("&#x27;", "'").replace('\n', "")
            };
            assert_eq!(bare(&own), bare(&descriptorium_core::markdown::html(text, &|_| None)), "{text:.100}");
        }
    }
}
