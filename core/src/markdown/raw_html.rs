//! Raw HTML in Markdown. The elements that GitHub shows become events of Markdown, so that they pass the same filter as
//! everything else. All other tags become text, and no attribute is kept but addresses, alternative texts and `open`.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag, TagEnd};

use crate::markdown::{DETAILS, INLINE, MAX_DEPTH, OPEN_DETAILS};

/// An event with its place in the text.
pub type Placed<'e> = (Event<'e>, Range<usize>);

/// Events in which all raw HTML is one of [`DETAILS`], [`OPEN_DETAILS`] and [`INLINE`].
#[derive(Default)]
pub struct Converted<'e> {
    pub events: Vec<Placed<'e>>,
    /// The places of tags that became text although they are HTML.
    pub refused: Vec<Range<usize>>,
}

/// The meaning of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    /// Only its content is shown: in the line, or separate from the text around it.
    Inline,
    Group,
    Emphasis,
    Strong,
    Strikethrough,
    /// The index of its start tag in [`INLINE`].
    Small(usize),
    Code,
    Preformatted,
    Link,
    Image,
    Break,
    Rule,
    Paragraph,
    Heading(HeadingLevel),
    Quote,
    List,
    NumberedList,
    Item,
    Table,
    Row,
    Head,
    Cell,
    Details,
    Summary,
}

/// The elements that are kept.
const ELEMENTS: &[(&str, Element)] = &[
    ("a", Element::Link),
    ("abbr", Element::Inline),
    ("b", Element::Strong),
    ("bdo", Element::Inline),
    ("blockquote", Element::Quote),
    ("br", Element::Break),
    ("caption", Element::Inline),
    ("center", Element::Group),
    ("cite", Element::Emphasis),
    ("code", Element::Code),
    ("col", Element::Inline),
    ("colgroup", Element::Inline),
    ("dd", Element::Group),
    ("del", Element::Strikethrough),
    ("details", Element::Details),
    ("dfn", Element::Emphasis),
    ("div", Element::Group),
    ("dl", Element::Group),
    ("dt", Element::Group),
    ("em", Element::Emphasis),
    ("figcaption", Element::Group),
    ("figure", Element::Group),
    ("h1", Element::Heading(HeadingLevel::H1)),
    ("h2", Element::Heading(HeadingLevel::H2)),
    ("h3", Element::Heading(HeadingLevel::H3)),
    ("h4", Element::Heading(HeadingLevel::H4)),
    ("h5", Element::Heading(HeadingLevel::H5)),
    ("h6", Element::Heading(HeadingLevel::H6)),
    ("hr", Element::Rule),
    ("i", Element::Emphasis),
    ("img", Element::Image),
    ("ins", Element::Inline),
    ("kbd", Element::Small(4)),
    ("li", Element::Item),
    ("mark", Element::Inline),
    ("ol", Element::NumberedList),
    ("p", Element::Paragraph),
    ("picture", Element::Inline),
    ("pre", Element::Preformatted),
    ("q", Element::Inline),
    ("rp", Element::Inline),
    ("rt", Element::Inline),
    ("ruby", Element::Inline),
    ("s", Element::Strikethrough),
    ("samp", Element::Code),
    ("small", Element::Inline),
    ("source", Element::Inline),
    ("span", Element::Inline),
    ("strike", Element::Strikethrough),
    ("strong", Element::Strong),
    ("sub", Element::Small(0)),
    ("summary", Element::Summary),
    ("sup", Element::Small(2)),
    ("table", Element::Table),
    ("tbody", Element::Inline),
    ("td", Element::Cell),
    ("tfoot", Element::Inline),
    ("th", Element::Head),
    ("thead", Element::Inline),
    ("time", Element::Inline),
    ("tr", Element::Row),
    ("tt", Element::Code),
    ("ul", Element::List),
    ("var", Element::Emphasis),
    ("wbr", Element::Inline),
    // Their content is shown on GitHub, too.
    ("article", Element::Group),
    ("footer", Element::Group),
    ("header", Element::Group),
    ("main", Element::Group),
    ("section", Element::Group),
];

/// Other elements of HTML. Names that are not HTML, such as `<host>`, are words of the text.
const REFUSED: &[&str] = &[
    "applet", "area", "audio", "base", "big", "button", "canvas", "embed", "fieldset", "font", "form", "frame",
    "iframe", "input", "label", "link", "map", "marquee", "math", "meta", "nav", "object", "option", "param",
    "progress", "script", "select", "style", "svg", "template", "textarea", "title", "u", "video", "xmp",
];

/// Elements whose content is text up to their end tag.
const RAW_TEXTS: [&str; 6] = ["iframe", "script", "style", "textarea", "title", "xmp"];

/// Maximum number of texts that begin like a tag and do not end: looking for the end takes time.
const MAX_UNENDED: usize = 100;

/// Replaces raw HTML. Elements end with the block or inline element of Markdown around them at the latest.
pub fn convert<'e>(events: impl Iterator<Item = Placed<'e>>) -> Converted<'e> {
    let mut converter = Converter::default();
    events.for_each(|(event, range)| converter.event(event, range));
    converter.close_to(0);
    converter.done
}

#[derive(Default)]
struct Converter<'e> {
    done: Converted<'e>,
    /// The open blocks and inline elements of Markdown.
    around: Vec<Around>,
    open: Vec<Open>,
    /// The open code, whose tags are left out.
    code: Option<Code>,
    /// The open block of HTML.
    block: Option<Source>,
    /// Whether the HTML that is read is a block.
    is_in_block: bool,
    n_unended: usize,
    /// The number of open tables of Markdown.
    n_tables: usize,
}

struct Around {
    /// Whether blocks can be in it.
    has_blocks: bool,
    /// The event that ends it; `None` if only its content is kept.
    end: Option<TagEnd>,
}

/// An open element of HTML.
struct Open {
    name: &'static str,
    element: Element,
    /// The number of elements of Markdown around it.
    depth: usize,
    /// The number of rows of a table; of a row, whether its start was written.
    n_rows: usize,
    end: Option<Event<'static>>,
}

struct Code {
    name: &'static str,
    is_block: bool,
    language: String,
    text: String,
    depth: usize,
    place: Range<usize>,
}

/// A text of HTML that is in pieces, since it is indented or quoted.
#[derive(Default)]
struct Source {
    text: String,
    /// Where each piece begins, here and in the text.
    pieces: Vec<(usize, usize)>,
}

impl Source {
    fn push(&mut self, text: &str, start: usize) {
        self.pieces.push((self.text.len(), start));
        self.text.push_str(text);
    }

    fn place(&self, range: Range<usize>) -> Range<usize> {
        let at = |offset: usize| {
            let piece = self.pieces.iter().rev().find(|(here, _)| *here <= offset);
            piece.map_or(0, |(here, there)| there + offset - here)
        };
        let start = at(range.start);
        start..range.end.checked_sub(1).map_or(start, |last| at(last) + 1).max(start)
    }
}

impl<'e> Converter<'e> {
    fn event(&mut self, event: Event<'e>, place: Range<usize>) {
        match event {
            Event::Start(Tag::HtmlBlock) => self.block = Some(Source::default()),
            Event::Html(text) => self.block.get_or_insert_default().push(&text, place.start),
            Event::End(TagEnd::HtmlBlock) => {
                let source = self.block.take().unwrap_or_default();
                self.html(&source, true);
                self.close_lines();
            }
            Event::InlineHtml(text) => {
                let mut source = Source::default();
                source.push(&text, place.start);
                self.html(&source, false);
            }
            Event::Start(tag) => self.start(tag, place),
            Event::End(tag) => self.end(tag, place),
            other => match &mut self.code {
                Some(code) => match other {
                    Event::Text(text) | Event::Code(text) => code.text.push_str(&text),
                    Event::SoftBreak | Event::HardBreak => code.text.push('\n'),
                    _ => {}
                },
                None => {
                    if other == Event::Rule {
                        self.close_lines();
                    }
                    self.prepare(false, false);
                    self.push(other, place);
                }
            },
        }
    }

    fn push(&mut self, event: Event<'e>, place: Range<usize>) {
        self.done.events.push((event, place));
    }

    fn start(&mut self, tag: Tag<'e>, place: Range<usize>) {
        let is_inline =
            matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. });
        if !is_inline {
            self.close_lines();
        }
        let is_in_code = self.code.is_some();
        if !is_in_code {
            self.prepare(!is_inline, false);
        }
        let depth = self.around.len();
        let is_in_summary = self.open.last().is_some_and(|one| one.element == Element::Summary && one.depth == depth);
        let has_blocks = matches!(tag, Tag::BlockQuote(_) | Tag::Item | Tag::FootnoteDefinition(_) | Tag::TableCell);
        // A table in another one is a list of lines.
        let is_in_table = self.open.iter().any(|one| one.element == Element::Table);
        let tag = match tag {
            _ if is_in_code => None,
            Tag::Paragraph if is_in_summary => None,
            Tag::Table(_) | Tag::TableCell if is_in_table => None,
            Tag::TableHead | Tag::TableRow if is_in_table => Some(Tag::Paragraph),
            tag => Some(tag),
        };
        self.n_tables += usize::from(matches!(tag, Some(Tag::Table(_))));
        self.around.push(Around { has_blocks: has_blocks && tag.is_some(), end: tag.as_ref().map(Tag::to_end) });
        match tag {
            Some(tag) => self.push(Event::Start(tag), place),
            None if is_in_table => self.push(Event::Text(" ".into()), place),
            None => {}
        }
    }

    fn end(&mut self, tag: TagEnd, place: Range<usize>) {
        let depth = self.around.len();
        if self.code.as_ref().is_some_and(|code| code.depth >= depth) {
            self.end_code();
        }
        let n_left = self.open.iter().position(|one| one.depth >= depth).unwrap_or(self.open.len());
        self.close_to(n_left);
        if let Some(end) = self.around.pop().map_or(Some(tag), |around| around.end) {
            self.n_tables -= usize::from(end == TagEnd::Table);
            self.push(Event::End(end), place);
        }
    }

    /// Whether a block can begin here.
    fn has_blocks(&self) -> bool {
        self.around.last().is_none_or(|around| around.has_blocks)
    }

    /// The innermost open element of HTML, if nothing of Markdown is open in it.
    fn innermost(&self) -> Option<&Open> {
        self.open.last().filter(|one| one.depth == self.around.len())
    }

    /// Opens what a text or a block needs around it: an item in a list, a row and a cell in a table, and, for text in a
    /// block of HTML, a paragraph.
    fn prepare(&mut self, is_block: bool, is_in_html: bool) {
        let is_in_html = is_in_html && self.is_in_block;
        loop {
            let (name, element) = match self.innermost().map(|one| one.element) {
                Some(Element::List | Element::NumberedList) => ("li", Element::Item),
                Some(Element::Table) => ("tr", Element::Row),
                Some(Element::Row) => ("td", Element::Cell),
                Some(Element::Quote | Element::Details) if is_in_html && !is_block => ("p", Element::Paragraph),
                None if is_in_html && !is_block && self.has_blocks() => ("p", Element::Paragraph),
                _ => return,
            };
            if !self.open(name, element, 0..0) {
                return;
            }
        }
    }

    /// Opens an element, unless it would be too deep.
    fn open(&mut self, name: &'static str, element: Element, place: Range<usize>) -> bool {
        let depth = self.around.len();
        if depth + self.open.len() >= MAX_DEPTH {
            return false;
        }
        let (start, end) = match element {
            Element::Emphasis => (Event::Start(Tag::Emphasis), Event::End(TagEnd::Emphasis)),
            Element::Strong => (Event::Start(Tag::Strong), Event::End(TagEnd::Strong)),
            Element::Strikethrough => (Event::Start(Tag::Strikethrough), Event::End(TagEnd::Strikethrough)),
            Element::Small(at) => {
                let tag = |at: usize| Event::InlineHtml(INLINE.get(at).copied().unwrap_or_default().into());
                (tag(at), tag(at + 1))
            }
            Element::Paragraph => (Event::Start(Tag::Paragraph), Event::End(TagEnd::Paragraph)),
            Element::Heading(level) => {
                let tag = Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() };
                (Event::Start(tag), Event::End(TagEnd::Heading(level)))
            }
            Element::Quote => (Event::Start(Tag::BlockQuote(None)), Event::End(TagEnd::BlockQuote(None))),
            Element::List => (Event::Start(Tag::List(None)), Event::End(TagEnd::List(false))),
            Element::NumberedList => (Event::Start(Tag::List(Some(1))), Event::End(TagEnd::List(true))),
            Element::Item => (Event::Start(Tag::Item), Event::End(TagEnd::Item)),
            Element::Table => (Event::Start(Tag::Table(Vec::new())), Event::End(TagEnd::Table)),
            Element::Details => (Event::Html(DETAILS[0].into()), Event::Html(DETAILS[1].into())),
            Element::Summary => (Event::Html(DETAILS[2].into()), Event::Html(DETAILS[3].into())),
            Element::Head | Element::Cell => {
                self.start_row(element == Element::Head);
                (Event::Start(Tag::TableCell), Event::End(TagEnd::TableCell))
            }
            // Its first cell decides whether it is a head.
            Element::Row => {
                self.open.push(Open { name, element, depth, n_rows: 0, end: None });
                return true;
            }
            _ => return false,
        };
        self.push(start, place);
        self.open.push(Open { name, element, depth, n_rows: 0, end: Some(end) });
        true
    }

    /// Writes the start of the open row, unless it was written before. A table begins with a head, which may be empty.
    fn start_row(&mut self, is_head: bool) {
        let [.., table, row] = self.open.as_mut_slice() else { return };
        if row.end.is_some() {
            return;
        }
        let is_first = table.n_rows == 0;
        table.n_rows += 1;
        let (head, end) = (Event::Start(Tag::TableHead), Event::End(TagEnd::TableHead));
        if is_first && is_head {
            row.end = Some(end);
            return self.push(head, 0..0);
        }
        row.end = Some(Event::End(TagEnd::TableRow));
        if is_first {
            self.push(head, 0..0);
            self.push(end, 0..0);
        }
        self.push(Event::Start(Tag::TableRow), 0..0);
    }

    fn close_to(&mut self, n_left: usize) {
        while self.open.len() > n_left {
            let Some(Open { element, n_rows, end, .. }) = self.open.pop() else { return };
            if element == Element::Table && n_rows == 0 {
                self.push(Event::Start(Tag::TableHead), 0..0);
                self.push(Event::End(TagEnd::TableHead), 0..0);
            }
            end.into_iter().for_each(|end| self.push(end, 0..0));
        }
    }

    /// Closes the elements that contain lines of text, before a block.
    fn close_lines(&mut self) {
        let depth = self.around.len();
        if self.code.as_ref().is_some_and(|code| code.depth == depth) {
            self.end_code();
        }
        let is_line = |one: &Open| {
            one.depth == depth
                && matches!(
                    one.element,
                    Element::Emphasis
                        | Element::Strong
                        | Element::Strikethrough
                        | Element::Small(_)
                        | Element::Link
                        | Element::Paragraph
                        | Element::Heading(_)
                )
        };
        let n_closed = self.open.iter().rev().take_while(|one| is_line(one)).count();
        self.close_to(self.open.len() - n_closed);
    }

    fn end_code(&mut self) {
        let Some(Code { is_block, language, text, place, .. }) = self.code.take() else { return };
        if !is_block {
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            return self.push(Event::Code(words.into()), place);
        }
        let kind = if language.is_empty() { CodeBlockKind::Indented } else { CodeBlockKind::Fenced(language.into()) };
        self.push(Event::Start(Tag::CodeBlock(kind)), place.clone());
        self.push(Event::Text(text.strip_prefix('\n').unwrap_or(&text).to_owned().into()), place.clone());
        self.push(Event::End(TagEnd::CodeBlock), place);
    }

    /// Reads HTML: a block, or a single tag or comment in a line.
    fn html(&mut self, source: &Source, is_block: bool) {
        self.is_in_block = is_block;
        let text = &source.text;
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let Some(start) = rest.find('<') else { return self.text(source, at..text.len()) };
            if start > 0 {
                self.text(source, at..at + start);
                at += start;
                continue;
            }
            if rest.starts_with("<!--") {
                at += rest.find("-->").map_or(rest.len(), |end| end + "-->".len());
                continue;
            }
            let Some(tag) = self.tag(rest) else {
                let end = rest[1..].find('<').map_or(rest.len(), |next| next + 1);
                self.text(source, at..at + end);
                at += end;
                continue;
            };
            let place = at..at + tag.len;
            at = place.end;
            match ELEMENTS.iter().find(|(name, _)| *name == tag.name) {
                Some(&(name, element)) if tag.is_end => self.end_tag(name, element),
                Some(&(name, element)) => self.start_tag((name, element), &tag, source, place),
                None if !tag.is_end && REFUSED.contains(&tag.name.as_str()) => {
                    self.refuse(source, place);
                    if is_block && RAW_TEXTS.contains(&tag.name.as_str()) {
                        let end = at + end_of_raw_text(&text[at..], &tag.name);
                        self.literal(source, at..end);
                        at = end;
                    }
                }
                None => self.literal(source, place),
            }
        }
    }

    /// The tag at the start of a text.
    fn tag<'t>(&mut self, text: &'t str) -> Option<RawTag<'t>> {
        let (is_end, inner) = match text.strip_prefix("</") {
            Some(inner) => (true, inner),
            None => (false, text.strip_prefix('<')?),
        };
        let n_name = inner.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count();
        if !inner.starts_with(|first: char| first.is_ascii_alphabetic()) || self.n_unended > MAX_UNENDED {
            return None;
        }
        let attributes = &inner[n_name..];
        let mut quote = None;
        let end = attributes.bytes().position(|byte| match quote {
            Some(open) => {
                quote = Some(open).filter(|open| *open != byte);
                false
            }
            None => {
                quote = Some(byte).filter(|byte| matches!(byte, b'"' | b'\''));
                byte == b'>'
            }
        });
        let Some(end) = end else {
            self.n_unended += 1;
            return None;
        };
        let len = text.len() - attributes.len() + end + 1;
        Some(RawTag { name: inner[..n_name].to_ascii_lowercase(), is_end, attributes: &attributes[..end], len })
    }

    /// Text in HTML.
    fn text(&mut self, source: &Source, range: Range<usize>) {
        let Some(text) = source.text.get(range.clone()) else { return };
        if let Some(code) = &mut self.code {
            return code.text.push_str(&decoded(text));
        }
        let is_in_line = self.innermost().is_some_and(|one| {
            let has_only_elements = matches!(
                one.element,
                Element::Quote
                    | Element::Details
                    | Element::List
                    | Element::NumberedList
                    | Element::Table
                    | Element::Row
            );
            !has_only_elements
        });
        let is_blank = text.trim().is_empty();
        if is_blank && !is_in_line {
            return;
        }
        if !is_blank {
            self.prepare(false, true);
        }
        self.push(Event::Text(decoded(text).into_owned().into()), source.place(range));
    }

    /// Text as it is written, such as a tag that is not kept.
    fn literal(&mut self, source: &Source, range: Range<usize>) {
        let Some(text) = source.text.get(range.clone()) else { return };
        match &mut self.code {
            Some(code) => code.text.push_str(text),
            None => {
                self.prepare(false, true);
                self.push(Event::Text(text.to_owned().into()), source.place(range));
            }
        }
    }

    fn refuse(&mut self, source: &Source, range: Range<usize>) {
        if self.code.is_none() {
            self.done.refused.push(source.place(range.clone()));
        }
        self.literal(source, range);
    }

    fn start_tag(
        &mut self,
        (name, element): (&'static str, Element),
        tag: &RawTag<'_>,
        source: &Source,
        range: Range<usize>,
    ) {
        let place = source.place(range.clone());
        if let Some(code) = &mut self.code {
            let class = (element == Element::Code).then(|| tag.attribute("class")).flatten();
            let language = class.as_deref().and_then(|class| class.strip_prefix("language-"));
            code.language = language.map_or_else(|| std::mem::take(&mut code.language), str::to_owned);
            if element == Element::Break {
                code.text.push('\n');
            }
            return;
        }
        let is_block = matches!(
            element,
            Element::Group
                | Element::Preformatted
                | Element::Rule
                | Element::Paragraph
                | Element::Heading(_)
                | Element::Quote
                | Element::List
                | Element::NumberedList
                | Element::Item
                | Element::Table
                | Element::Row
                | Element::Head
                | Element::Cell
                | Element::Details
                | Element::Summary
        );
        if is_block {
            let depth = self.around.len();
            // A link to blocks is a link to their texts.
            if self.open.iter().any(|one| one.element == Element::Link && one.depth == depth) {
                return;
            }
            if !self.has_blocks() {
                // A paragraph of Markdown has begun.
                return match element {
                    Element::Group | Element::Paragraph => {}
                    _ => self.refuse(source, range),
                };
            }
            self.close_lines();
        }
        match element {
            Element::Inline | Element::Group => {}
            Element::Link => {
                let Some(href) = tag.attribute("href") else { return };
                self.prepare(false, true);
                let depth = self.around.len();
                if depth + self.open.len() < MAX_DEPTH {
                    self.push(Event::Start(link(href)), place);
                    let end = Some(Event::End(TagEnd::Link));
                    self.open.push(Open { name, element, depth, n_rows: 0, end });
                }
            }
            Element::Image => {
                let Some(src) = tag.attribute("src") else { return };
                let alt = tag.attribute("alt").unwrap_or_default();
                self.prepare(false, true);
                let (title, id) = (CowStr::Borrowed(""), CowStr::Borrowed(""));
                let image = Tag::Image { link_type: LinkType::Inline, dest_url: src.into(), title, id };
                self.push(Event::Start(image), place.clone());
                if !alt.is_empty() {
                    self.push(Event::Text(alt.into()), place.clone());
                }
                self.push(Event::End(TagEnd::Image), place);
            }
            Element::Break => {
                self.prepare(false, true);
                self.push(Event::HardBreak, place);
            }
            Element::Rule => {
                self.prepare(true, true);
                self.push(Event::Rule, place);
            }
            Element::Code | Element::Preformatted => {
                let is_block = element == Element::Preformatted;
                self.prepare(is_block, true);
                let (depth, text, language) = (self.around.len(), String::new(), String::new());
                self.code = Some(Code { name, is_block, language, text, depth, place });
            }
            Element::Item => {
                self.close_within(&[Element::List, Element::NumberedList]);
                self.open_in(&[Element::List, Element::NumberedList], name, element, place);
            }
            Element::Row => {
                self.close_within(&[Element::Table]);
                self.open_in(&[Element::Table], name, element, place);
            }
            Element::Head | Element::Cell => {
                self.close_within(&[Element::Row, Element::Table]);
                if self.innermost().is_some_and(|one| one.element == Element::Table) {
                    self.open("tr", Element::Row, place.clone());
                }
                self.open_in(&[Element::Row], name, element, place);
            }
            Element::Summary => {
                // Anywhere else, it is only a text.
                let opens = matches!(self.done.events.last(), Some((Event::Html(tag), _)) if is_start_of_details(tag));
                self.open(name, if opens { element } else { Element::Paragraph }, place);
            }
            // No table is in another one.
            Element::Table if self.n_tables > 0 || self.open.iter().any(|one| one.element == element) => {}
            Element::Details => {
                self.prepare(true, true);
                if self.open(name, element, place)
                    && tag.attribute("open").is_some()
                    && let Some((event, _)) = self.done.events.last_mut()
                {
                    *event = Event::Html(OPEN_DETAILS.into());
                }
            }
            _ => {
                self.prepare(is_block, true);
                self.open(name, element, place);
            }
        }
    }

    /// Closes the elements in the innermost one of some kinds.
    fn close_within(&mut self, kinds: &[Element]) {
        if let Some(at) = self.innermost_of(|one| kinds.contains(&one.element)) {
            self.close_to(at + 1);
        }
    }

    /// The index of the innermost open element that fulfills a condition, if nothing of Markdown is open in it.
    fn innermost_of(&self, is_it: impl Fn(&Open) -> bool) -> Option<usize> {
        let depth = self.around.len();
        let at = self.open.iter().rposition(|one| one.depth != depth || is_it(one))?;
        self.open.get(at).is_some_and(|one| one.depth == depth).then_some(at)
    }

    /// Opens an element that is only allowed in some others; elsewhere, only its content is shown.
    fn open_in(&mut self, parents: &[Element], name: &'static str, element: Element, place: Range<usize>) {
        if self.innermost().is_some_and(|one| parents.contains(&one.element)) {
            self.open(name, element, place);
        }
    }

    /// Closes an element with all that is in it. The end of another one says nothing.
    fn end_tag(&mut self, name: &str, element: Element) {
        if let Some(code) = &self.code {
            if code.name == name && code.depth == self.around.len() {
                self.end_code();
            }
            return;
        }
        if element == Element::Group && self.has_blocks() {
            self.close_lines();
        }
        if let Some(at) = self.innermost_of(|one| one.name == name) {
            self.close_to(at);
        }
    }
}

/// The number of bytes before the end tag of an element whose content is text.
fn end_of_raw_text(text: &str, name: &str) -> usize {
    let is_own =
        |at: &usize| text.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    text.match_indices("</").map(|(at, _)| at).find(is_own).unwrap_or(text.len())
}

/// Whether raw HTML is the start of a collapsed section.
fn is_start_of_details(tag: &str) -> bool {
    tag == DETAILS[0] || tag == OPEN_DETAILS
}

fn link<'e>(to: String) -> Tag<'e> {
    let (title, id) = (CowStr::Borrowed(""), CowStr::Borrowed(""));
    Tag::Link { link_type: LinkType::Inline, dest_url: to.into(), title, id }
}

/// A tag as written.
struct RawTag<'t> {
    /// In lower case.
    name: String,
    is_end: bool,
    attributes: &'t str,
    len: usize,
}

impl RawTag<'_> {
    /// The value of an attribute, which may be empty.
    fn attribute(&self, name: &str) -> Option<String> {
        let is_space = |character: char| character.is_whitespace() || character == '/';
        let mut rest = self.attributes.trim_start_matches(is_space);
        while !rest.is_empty() {
            let n_name = rest.find(|one: char| is_space(one) || one == '=').unwrap_or(rest.len()).max(1);
            let n_name = crate::text::floor_boundary(rest, n_name).max(rest.chars().next().map_or(1, char::len_utf8));
            let (own, after) = rest.split_at(n_name);
            let (value, after) = match after.trim_start().strip_prefix('=').map(str::trim_start) {
                Some(written) => match written.chars().next() {
                    Some(quote @ ('"' | '\'')) => written[1..].split_once(quote).unwrap_or((&written[1..], "")),
                    _ => written.split_at(written.find(char::is_whitespace).unwrap_or(written.len())),
                },
                None => ("", after),
            };
            if own.eq_ignore_ascii_case(name) {
                return Some(decoded(value).into_owned());
            }
            rest = after.trim_start_matches(is_space);
        }
        None
    }
}

/// Text with its character references replaced, as far as they are common.
fn decoded(text: &str) -> Cow<'_, str> {
    const NAMES: [(&str, char); 10] = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", '\u{a0}'),
        ("copy", '©'),
        ("middot", '·'),
        ("ndash", '–'),
        ("mdash", '—'),
    ];
    const MAX_REFERENCE: usize = 10;
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let reference = rest[at + 1..].bytes().take(MAX_REFERENCE).position(|byte| byte == b';');
        let reference = reference.and_then(|end| rest.get(at + 1..at + 1 + end));
        let character = reference.and_then(|name| match name.strip_prefix('#') {
            Some(number) => {
                let hexadecimal = number.strip_prefix(['x', 'X']);
                let code =
                    hexadecimal.map_or_else(|| number.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok());
                code.and_then(char::from_u32)
            }
            None => NAMES.iter().find(|(known, _)| *known == name).map(|(_, character)| *character),
        });
        out.push(character.unwrap_or('&'));
        rest = &rest[at + 1 + character.and(reference).map_or(0, |name| name.len() + 1)..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}
