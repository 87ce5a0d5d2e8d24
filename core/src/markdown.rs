//! Renders Markdown descriptions from untrusted sources as safe HTML, by filtering the event stream. GitHub's extensions are
//! supported: tables, task lists, footnotes, alerts, bare addresses, and the elements of HTML that GitHub shows. Other raw HTML
//! becomes text, images become links, and links lead to the web or to where the caller decides.

mod raw_html;
pub mod remarks;

use pulldown_cmark::{Options, Parser, TextMergeStream, html};

pub use pulldown_cmark::{
    Alignment, BlockQuoteKind, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag, TagEnd,
};

use crate::text::is_deceptive;

/// Maximum size of Markdown in bytes; longer text is shown as it is.
const MAX_BYTES: usize = 256 << 10;
/// Maximum nesting depth of blocks and lists; deeper ones are flattened.
const MAX_DEPTH: usize = 40;

/// The extensions of GitHub.
const EXTENSIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_GFM);

/// Renders `text` as HTML without ids, styles and handlers. `resolve` maps links that are not web addresses to relative
/// addresses; if it returns `None`, only the text of the link is kept.
pub fn html(text: &str, resolve: &dyn Fn(&str) -> Option<String>) -> String {
    let mut output = String::new();
    // A footnote is text, since nothing has an id.
    let mut is_in_note = false;
    let linked = |event| match event {
        Event::Start(Tag::Link { id, .. }) if [FOOTNOTE, FOOTNOTE_REFERENCE].contains(&&*id) => {
            is_in_note = true;
            Event::Text("".into())
        }
        Event::End(TagEnd::Link) if std::mem::take(&mut is_in_note) => Event::Text("".into()),
        Event::Start(Tag::Link { dest_url, .. }) => Event::InlineHtml(open_link(&dest_url).into()),
        Event::End(TagEnd::Link) => Event::InlineHtml("</a>".into()),
        // An alignment would become an inline style.
        Event::Start(Tag::Table(columns)) => {
            Event::Start(Tag::Table(columns.iter().map(|_| Alignment::None).collect()))
        }
        // Only its title says what an alert is.
        Event::Start(Tag::BlockQuote(_)) => Event::Start(Tag::BlockQuote(None)),
        Event::End(TagEnd::BlockQuote(_)) => Event::End(TagEnd::BlockQuote(None)),
        other => other,
    };
    html::push_html(&mut output, events(text, HeadingLevel::H2, resolve).into_iter().map(linked));
    // An empty header cell is not a header. `<th></th>` can only be markup here, because text is escaped.
    output.replace("<th></th>", "<td></td>")
}

/// The raw HTML in events: the elements of a collapsed section, which are always balanced.
pub const DETAILS: [&str; 4] = ["<details>", "</details>", "<summary>", "</summary>"];

/// The start of a collapsed section that is open at first.
pub const OPEN_DETAILS: &str = "<details open>";

/// The id of a link in place of an image; its text is the alternative text.
pub const IMAGE: &str = "image";

/// The ids of the links between a reference to a footnote and its text. The title of such a link is its own id.
pub const FOOTNOTE_REFERENCE: &str = "footnote-reference";
pub const FOOTNOTE: &str = "footnote";

/// The raw inline HTML in events: elements that Markdown has no syntax for. They are always balanced.
pub const INLINE: [&str; 6] = ["<sub>", "</sub>", "<sup>", "</sup>", "<kbd>", "</kbd>"];

/// The Markdown events of `text`. The only raw HTML is [`DETAILS`], [`OPEN_DETAILS`] and [`INLINE`], and there are no images,
/// footnotes and task markers: these are links and text. Links lead to the web or to where `resolve` points, and the top heading
/// level of the text is one below `above`. An alert is a block quote that begins with its title.
pub fn events<'a>(text: &'a str, above: HeadingLevel, resolve: &dyn Fn(&str) -> Option<String>) -> Vec<Event<'a>> {
    if text.len() > MAX_BYTES {
        let start = Event::Start(Tag::CodeBlock(CodeBlockKind::Indented));
        return vec![start, Event::Text(honest(text.into())), Event::End(TagEnd::CodeBlock)];
    }
    let converted = raw_html::convert(Parser::new_ext(text, EXTENSIONS).into_offset_iter());
    let converted = converted.events.into_iter().map(|(event, _)| event);
    let all: Vec<Event<'a>> = TextMergeStream::new(converted).collect();
    let headings = all.iter().filter_map(|event| match event {
        Event::Start(Tag::Heading { level, .. }) => Some(*level),
        _ => None,
    });
    let top = headings.min().unwrap_or(HeadingLevel::H1);
    let mut filter = Filter {
        resolve,
        above,
        top,
        out: Vec::new(),
        depth: 0,
        links: Vec::new(),
        is_code: false,
        footnote: None,
        notes: Vec::new(),
    };
    all.into_iter().for_each(|event| filter.event(event));
    without_lost_notes(filter.out)
}

/// The events without links of footnotes whose other end is not in the text: nothing refers to it, or it is nested too deeply.
fn without_lost_notes(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let is_note = |id: &str| [FOOTNOTE, FOOTNOTE_REFERENCE].contains(&id);
    let ends: std::collections::BTreeSet<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Start(Tag::Link { id, title, .. }) if is_note(id) => Some(format!("#{title}")),
            _ => None,
        })
        .collect();
    let mut is_lost = false;
    let is_kept = |event: &Event<'_>| match event {
        Event::Start(Tag::Link { id, dest_url, .. }) if is_note(id) => {
            is_lost = !ends.contains(&**dest_url);
            !is_lost
        }
        Event::End(TagEnd::Link) => !std::mem::take(&mut is_lost),
        _ => true,
    };
    events.into_iter().filter(is_kept).collect()
}

/// The first paragraph as plain text on one line.
pub fn summary(text: &str) -> String {
    let text = &text[..crate::text::floor_boundary(text, MAX_BYTES)];
    let mut summary = String::new();
    let mut inside = false;
    for (event, _) in raw_html::convert(Parser::new(text).into_offset_iter()).events {
        match event {
            Event::Start(Tag::Paragraph) => inside = true,
            Event::End(TagEnd::Paragraph) if !summary.trim().is_empty() => break,
            // It may only have an image without a text.
            Event::End(TagEnd::Paragraph) => inside = false,
            Event::Text(text) | Event::Code(text) if inside => summary.push_str(&text),
            Event::SoftBreak | Event::HardBreak if inside => summary.push(' '),
            _ => {}
        }
    }
    summary.trim().to_owned()
}

/// Whether a link is safe: `http:`, `https:` or `mailto:`, and unambiguous for browsers.
pub fn is_web_address(address: &str) -> bool {
    let plain = !address.chars().any(|character| character.is_control() || character.is_whitespace());
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    plain && matches!(scheme.as_deref(), Some("http" | "https" | "mailto"))
}

struct Filter<'a, 'e> {
    resolve: &'a dyn Fn(&str) -> Option<String>,
    /// The level of the heading above the text.
    above: HeadingLevel,
    /// The top heading level of the text.
    top: HeadingLevel,
    out: Vec<Event<'e>>,
    depth: usize,
    /// For each open link or image, whether it was written to the output as a link.
    links: Vec<bool>,
    /// Whether a code block is open.
    is_code: bool,
    /// The label of a footnote whose text begins.
    footnote: Option<String>,
    /// The labels of the footnotes so far, and whether each was referred to.
    notes: Vec<(String, bool)>,
}

impl<'e> Filter<'_, 'e> {
    fn event(&mut self, event: Event<'e>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            // All others were replaced.
            Event::Html(_) | Event::InlineHtml(_) => self.out.push(event),
            Event::Text(text) if self.is_code || self.is_in_link() => self.out.push(Event::Text(honest(text))),
            Event::Text(text) => self.text(text),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.out.push(Event::Text(honest(text))),
            Event::FootnoteReference(label) => self.reference(&label),
            Event::Code(text) => self.code(text),
            Event::SoftBreak | Event::HardBreak | Event::Rule => self.out.push(event),
            Event::TaskListMarker(is_done) => {
                self.out.push(Event::Text(if is_done { "\u{2611} " } else { "\u{2610} " }.into()));
            }
        }
    }

    fn is_in_link(&self) -> bool {
        !self.links.is_empty()
    }

    fn start(&mut self, tag: Tag<'e>) {
        let tag = match tag {
            Tag::Link { link_type, dest_url, .. } => return self.link(link_type, &dest_url),
            // No image is loaded from another host. The link has the alternative text.
            Tag::Image { dest_url, .. } => return self.image(&dest_url),
            Tag::Heading { level, .. } => {
                Tag::Heading { level: self.lowered(level), id: None, classes: Vec::new(), attrs: Vec::new() }
            }
            Tag::CodeBlock(kind) => {
                self.is_code = true;
                match kind {
                    CodeBlockKind::Fenced(info) => Tag::CodeBlock(match language(&info) {
                        Some(language) => CodeBlockKind::Fenced(CowStr::from(language)),
                        None => CodeBlockKind::Indented,
                    }),
                    CodeBlockKind::Indented => Tag::CodeBlock(CodeBlockKind::Indented),
                }
            }
            Tag::FootnoteDefinition(label) => {
                self.footnote = Some(label.to_string());
                return;
            }
            other => other,
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return;
        }
        let alert = match &tag {
            Tag::BlockQuote(Some(kind)) => Some(title_of(*kind)),
            _ => None,
        };
        let is_paragraph = matches!(tag, Tag::Paragraph);
        self.out.push(Event::Start(tag));
        if let Some(title) = alert {
            self.out.extend([
                Event::Start(Tag::Paragraph),
                Event::Start(Tag::Strong),
                Event::Text(title.into()),
                Event::End(TagEnd::Strong),
                Event::End(TagEnd::Paragraph),
            ]);
        }
        if let Some(label) = self.footnote.take_if(|_| is_paragraph) {
            let number = self.number_of(&label);
            let (own, to) = (format!("footnote-{number}"), format!("#footnote-{number}-reference"));
            self.note(FOOTNOTE, &label, own, to);
            self.out.push(Event::Text(" ".into()));
        }
    }

    fn end(&mut self, tag: TagEnd) {
        let tag = match tag {
            TagEnd::Link | TagEnd::Image => {
                if self.links.pop().unwrap_or(false) {
                    // A link without a text could not be followed.
                    if let Some(Event::Start(Tag::Link { dest_url, .. })) = self.out.last() {
                        self.out.push(Event::Text(honest(dest_url.clone())));
                    }
                    self.out.push(Event::End(TagEnd::Link));
                }
                return;
            }
            TagEnd::FootnoteDefinition => {
                self.footnote = None;
                return;
            }
            TagEnd::Heading(level) => TagEnd::Heading(self.lowered(level)),
            TagEnd::CodeBlock => {
                self.is_code = false;
                tag
            }
            other => other,
        };
        self.depth -= 1;
        if self.depth < MAX_DEPTH {
            self.out.push(Event::End(tag));
        }
    }

    /// Opens a link, unless its target is unknown or it is inside another link; its text is kept in any case.
    fn link(&mut self, link_type: LinkType, to: &str) {
        let address = match link_type {
            LinkType::Email => self.address(&format!("mailto:{to}")),
            _ => self.address(to),
        };
        self.links.push(address.is_some());
        if let Some(address) = address {
            self.out.push(start_of_link(link_type, address));
        }
    }

    /// Opens a link in place of an image. Inside of another link, it is written only for an image of the caller.
    fn image(&mut self, to: &str) {
        let address = match self.is_in_link() {
            true => (self.resolve)(to).filter(|address| is_relative(address)),
            false => self.address(to),
        };
        self.links.push(address.is_some());
        if let Some(address) = address {
            let (dest_url, title, id) = (address.into(), CowStr::Borrowed(""), CowStr::Borrowed(IMAGE));
            self.out.push(Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id }));
        }
    }

    /// The number of a footnote, from 1.
    fn number_of(&mut self, label: &str) -> usize {
        let known = self.notes.iter().position(|(other, _)| other == label);
        1 + known.unwrap_or_else(|| {
            self.notes.push((label.to_owned(), false));
            self.notes.len() - 1
        })
    }

    /// A reference to a footnote. The way back leads to the first one.
    fn reference(&mut self, label: &str) {
        if self.is_in_link() {
            return self.out.push(Event::Text(honest(format!("[{label}]").into())));
        }
        let number = self.number_of(label);
        let is_first = self.notes.get_mut(number - 1).is_some_and(|(_, is_known)| !std::mem::replace(is_known, true));
        let own = if is_first { format!("footnote-{number}-reference") } else { String::new() };
        self.note(FOOTNOTE_REFERENCE, label, own, format!("#footnote-{number}"));
    }

    /// The link at one end of a footnote.
    fn note(&mut self, id: &'static str, label: &str, own: String, to: String) {
        let (dest_url, title, id) = (to.into(), own.into(), CowStr::Borrowed(id));
        self.out.extend([
            Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id }),
            Event::Text(honest(format!("[{label}]").into())),
            Event::End(TagEnd::Link),
        ]);
    }

    /// Text with links for bare addresses.
    fn text(&mut self, text: CowStr<'e>) {
        let mut rest = &*text;
        if bare_address(rest).is_none() {
            return self.out.push(Event::Text(honest(text)));
        }
        while let Some(BareAddress { start, text, scheme }) = bare_address(rest) {
            let (before, after) = (&rest[..start], &rest[start + text.len()..]);
            if !before.is_empty() {
                self.out.push(Event::Text(honest(before.to_owned().into())));
            }
            self.out.push(start_of_link(LinkType::Autolink, format!("{scheme}{text}")));
            self.out.push(Event::Text(honest(text.to_owned().into())));
            self.out.push(Event::End(TagEnd::Link));
            rest = after;
        }
        if !rest.is_empty() {
            self.out.push(Event::Text(honest(rest.to_owned().into())));
        }
    }

    /// Code, with a link if it is the name or the path of something.
    fn code(&mut self, text: CowStr<'e>) {
        let may_be_name =
            !self.is_in_link() && (text.contains("::") || text.contains(['/', '.'])) && !text.contains(' ');
        let address = Some(&text).filter(|_| may_be_name).and_then(|text| (self.resolve)(text));
        let address = address.filter(|address| is_relative(address));
        let is_linked = address.is_some();
        self.out.extend(address.map(|address| start_of_link(LinkType::Inline, address)));
        self.out.push(Event::Code(honest(text)));
        if is_linked {
            self.out.push(Event::End(TagEnd::Link));
        }
    }

    /// Lowers headings of the text below those of the page.
    fn lowered(&self, level: HeadingLevel) -> HeadingLevel {
        let level = self.above as usize + 1 + (level as usize).saturating_sub(self.top as usize);
        HeadingLevel::try_from(level.min(6)).unwrap_or(HeadingLevel::H6)
    }

    /// The target of a link; `None` inside another link or an image.
    fn address(&self, link: &str) -> Option<String> {
        if self.is_in_link() {
            return None;
        }
        if is_web_address(link) {
            return Some(link.to_owned());
        }
        (self.resolve)(link).filter(|address| is_relative(address))
    }
}

fn start_of_link<'e>(link_type: LinkType, address: String) -> Event<'e> {
    let (title, id) = (CowStr::Borrowed(""), CowStr::Borrowed(""));
    Event::Start(Tag::Link { link_type, dest_url: address.into(), title, id })
}

fn title_of(kind: BlockQuoteKind) -> &'static str {
    match kind {
        BlockQuoteKind::Note => "Note",
        BlockQuoteKind::Tip => "Tip",
        BlockQuoteKind::Important => "Important",
        BlockQuoteKind::Warning => "Warning",
        BlockQuoteKind::Caution => "Caution",
    }
}

/// An address in a text without any markup.
struct BareAddress<'t> {
    /// Its offset.
    start: usize,
    text: &'t str,
    /// The beginning that the text leaves out: `http://` or `mailto:`.
    scheme: &'static str,
}

/// Maximum length of the parts of an e-mail address before and after the `@` (RFC 5321, 4.5.3.1).
const MAX_LOCAL_PART: usize = 64;
const MAX_DOMAIN: usize = 255;

/// The first address in a text, as GitHub recognizes them: a web address, one that begins with `www.`, or an e-mail address.
fn bare_address(text: &str) -> Option<BareAddress<'_>> {
    let mut candidates = text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'h' | b'w' | b'@'));
    candidates.find_map(|(at, byte)| if byte == b'@' { mail_address(text, at) } else { web_address(text, at) })
}

/// The web address at `start`, without punctuation after it.
fn web_address(text: &str, start: usize) -> Option<BareAddress<'_>> {
    let rest = text.get(start..)?;
    let stated = ["https://", "http://"].into_iter().find_map(|scheme| rest.strip_prefix(scheme));
    let host = stated.or_else(|| rest.strip_prefix("www."))?;
    let begins_word = !text.get(..start)?.ends_with(|before: char| before.is_alphanumeric() || before == '.');
    if !begins_word || !host.starts_with(char::is_alphanumeric) {
        return None;
    }
    let end = rest.find(|character: char| character.is_whitespace() || matches!(character, '<' | '>' | '"' | '`'));
    let mut address = &rest[..end.unwrap_or(rest.len())];
    let count = |bracket: u8| address.bytes().filter(|byte| *byte == bracket).count();
    let mut n_unbalanced = count(b')').saturating_sub(count(b'('));
    loop {
        let shorter = address.trim_end_matches(['.', ',', ':', ';', '!', '?', '\'', '*', '_', '~', ']']);
        address = match (shorter.len() < address.len(), n_unbalanced) {
            (true, _) => shorter,
            (false, 1..) if address.ends_with(')') => {
                n_unbalanced -= 1;
                &address[..address.len() - 1]
            }
            _ => break,
        };
    }
    let scheme = if stated.is_some() { "" } else { "http://" };
    is_web_address(&format!("{scheme}{address}")).then_some(BareAddress { start, text: address, scheme })
}

/// The e-mail address around the `@` at `at`.
fn mail_address(text: &str, at: usize) -> Option<BareAddress<'_>> {
    let (before, after) = (text.get(..at)?, text.get(at + 1..)?);
    let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    let is_domain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let n_local = before.bytes().rev().take(MAX_LOCAL_PART).take_while(is_local).count();
    let n_domain = after.bytes().take(MAX_DOMAIN).take_while(is_domain).count();
    let domain = after.get(..n_domain)?.trim_end_matches('.');
    // `git@example.org:fjord/catalog` is the address of a repository.
    let continues = after.get(domain.len()..)?.starts_with(['/', '@'])
        || after.get(domain.len()..)?.strip_prefix(':').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let is_host = domain.contains('.') && !domain.starts_with('.') && !domain.ends_with(['-', '_']);
    let is_mail = n_local > 0 && is_host && !continues;
    let start = at - n_local;
    is_mail.then(|| BareAddress { start, text: &text[start..at + 1 + domain.len()], scheme: "mailto:" })
}

/// Replaces characters that hide something.
fn honest(text: CowStr<'_>) -> CowStr<'_> {
    if !text.contains(is_deceptive) {
        return text;
    }
    let shown = text.chars().map(|one| if is_deceptive(one) { char::REPLACEMENT_CHARACTER } else { one });
    shown.collect::<String>().into()
}

/// Whether an address stays on the site: no scheme, no other host.
fn is_relative(address: &str) -> bool {
    let first = address.split(['/', '?', '#']).next().unwrap_or("");
    !first.contains(':') && !address.starts_with("//") && !address.contains(['\\', '\n', '\t', '\r', '\0'])
}

fn open_link(address: &str) -> String {
    let escaped: String = address
        .chars()
        .map(|character| match character {
            '&' => "&amp;".to_owned(),
            '"' => "&quot;".to_owned(),
            '\'' => "&#x27;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            other => other.to_string(),
        })
        .collect();
    format!("<a href=\"{escaped}\" rel=\"noopener noreferrer nofollow\">")
}

/// The language of a code block, if it is a single word.
fn language(info: &str) -> Option<String> {
    let word = info.split([' ', ',']).next().unwrap_or("");
    let plain = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+'));
    plain.then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        html(text, &|_| None)
    }

    #[test]
    fn raw_html_becomes_text() {
        assert_eq!(plain("a <u>b</u>\n"), "<p>a &lt;u&gt;b&lt;/u&gt;</p>\n");
        assert_eq!(plain("<script>alert(1)</script>\n"), "<p>&lt;script&gt;alert(1)&lt;/script&gt;\n</p>\n");
        assert_eq!(plain("the <host> of &lt;b&gt;"), "<p>the &lt;host&gt; of &lt;b&gt;</p>\n");
    }

    #[test]
    fn links_lead_to_the_web_or_are_resolved_by_the_caller() {
        let link = "<p><a href=\"https://example.org/?a=1&amp;b=2\" rel=\"noopener noreferrer nofollow\">x</a></p>\n";
        assert_eq!(plain("[x](https://example.org/?a=1&b=2)"), link);
        assert_eq!(plain("[x](javascript:alert(1)) [y](../secret)"), "<p>x y</p>\n");
        let resolved = html("[x](resource::a::1.0)", &|link| (link == "resource::a::1.0").then(|| "a.html".to_owned()));
        assert_eq!(resolved, "<p><a href=\"a.html\" rel=\"noopener noreferrer nofollow\">x</a></p>\n");
        assert_eq!(html("[x](y)", &|_| Some("javascript:alert(1)".to_owned())), "<p>x</p>\n");
        assert_eq!(html("[x](y)", &|_| Some("//evil.example".to_owned())), "<p>x</p>\n");
    }

    #[test]
    fn images_become_links_with_their_alternative_texts() {
        let link = "<a href=\"https://example.org/x.png\" rel=\"noopener noreferrer nofollow\">a <em>plan</em></a>";
        assert_eq!(plain("![a *plan*](https://example.org/x.png)"), format!("<p>{link}</p>\n"));
        assert_eq!(plain("![a *plan*](x.png)"), "<p>a <em>plan</em></p>\n");
        let badge = plain("[![build](https://example.org/b.svg)](https://example.org/b)");
        assert_eq!(badge.matches("<a ").count(), 1, "{badge}");
        assert!(badge.contains("href=\"https://example.org/b\"") && badge.contains(">build</a>"), "{badge}");
    }

    /// The oracle is the specification of GitHub Flavored Markdown.
    #[test]
    fn extensions_of_github_are_kept() {
        assert_eq!(plain("- [x] a\n- [ ] b\n"), "<ul>\n<li>\u{2611} a</li>\n<li>\u{2610} b</li>\n</ul>\n");
        let alert = plain("> [!WARNING]\n> Hot.\n");
        assert_eq!(alert, "<blockquote>\n<p><strong>Warning</strong></p>\n<p>Hot.</p>\n</blockquote>\n");
        let noted = plain("A claim[^why].\n\n[^why]: The *reason*.\n");
        assert_eq!(noted, "<p>A claim[why].</p>\n<p>[why] The <em>reason</em>.</p>\n");
        let link = |address: &str| format!("<a href=\"{address}\" rel=\"noopener noreferrer nofollow\">{address}</a>");
        for (text, before, address, after) in [
            ("See https://example.org/a_b_c.", "See ", "https://example.org/a_b_c", "."),
            ("(http://example.org/x_(y))", "(", "http://example.org/x_(y)", ")"),
            ("a https://example.org, b", "a ", "https://example.org", ", b"),
        ] {
            assert_eq!(plain(text), format!("<p>{before}{}{after}</p>\n", link(address)));
        }
        for (text, before, scheme, address, after) in [
            ("See www.example.org/a.", "See ", "http://", "www.example.org/a", "."),
            ("Ask a.b+c@example.org, d", "Ask ", "mailto:", "a.b+c@example.org", ", d"),
            ("<a@example.org>", "", "mailto:", "a@example.org", ""),
        ] {
            let link = format!("<a href=\"{scheme}{address}\" rel=\"noopener noreferrer nofollow\">{address}</a>");
            assert_eq!(plain(text), format!("<p>{before}{link}{after}</p>\n"));
        }
        for text in [
            "xhttps://example.org",
            "https://",
            "`https://example.org`",
            "javascript:alert(1)",
            "www.",
            "xwww.example.org",
            "a@b",
            "@example.org",
            "a@example.org-",
            "git@example.org:fjord/catalog",
        ] {
            assert!(!plain(text).contains("<a "), "{text}");
        }
    }

    #[test]
    fn inline_elements_are_kept_and_stay_balanced() {
        for (text, expected) in [
            ("H<sub>2</sub>O, x<SUP>2</SUP>", "H<sub>2</sub>O, x<sup>2</sup>"),
            ("<kbd>Ctrl</kbd> <b>b *c*</b> <i>d</i>", "<kbd>Ctrl</kbd> <strong>b <em>c</em></strong> <em>d</em>"),
            // An element ends with its block or link, and an end tag alone says nothing.
            ("a <b>b", "a <strong>b</strong>"),
            ("a</b> b", "a b"),
            ("[a <b>b](https://e.org) c</b>", "LINKa <strong>b</strong></a> c"),
            ("*a <sub>b* c</sub>", "<em>a <sub>b</sub></em> c"),
            ("<b onclick=x>a", "<strong>a</strong>"),
            ("<code>a<b>b</b></code> <samp>&lt;</samp>", "<code>ab</code> <code>&lt;</code>"),
            ("<s>a</s> <mark>b</mark><br>c", "<del>a</del> b<br />\nc"),
            ("<a href=\"https://e.org\" onclick=x>a</a> <a name=b>c</a> <a href='javascript:1'>d</a>", "LINKa</a> c d"),
        ] {
            let link = "<a href=\"https://e.org\" rel=\"noopener noreferrer nofollow\">";
            assert_eq!(plain(text), format!("<p>{}</p>\n", expected.replace("LINK", link)), "{text}");
        }
        assert_eq!(plain("- <b>a\n  - b\n"), "<ul>\n<li><strong>a</strong>\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n");
        let deep = plain(&"<sub>".repeat(5000));
        assert!(deep.matches("<sub>").count() <= MAX_DEPTH, "{}", deep.len());
        assert_eq!(deep.matches("<sub>").count(), deep.matches("</sub>").count());
    }

    #[test]
    fn footnotes_are_links_in_both_directions() {
        let ends = |text: &str| -> Vec<String> {
            let links = events(text, HeadingLevel::H1, &|_| None).into_iter().filter_map(|event| match event {
                Event::Start(Tag::Link { dest_url, title, id, .. }) => Some(format!("{id} {title} {dest_url}")),
                _ => None,
            });
            links.collect()
        };
        assert_eq!(
            ends("A[^x], b[^x].\n\n[^x]: Why.\n"),
            [
                "footnote-reference footnote-1-reference #footnote-1",
                "footnote-reference  #footnote-1",
                "footnote footnote-1 #footnote-1-reference",
            ]
        );
        // Without a way to it, there is no way back.
        assert_eq!(ends("A.\n\n[^x]: Why.\n"), [""; 0]);
    }

    #[test]
    fn sections_collapse_and_stay_balanced() {
        let text = "<details>\n<summary>More & <!-- x -->more</summary>\n\nHidden *text*.\n\n</details>\n\nEnd.\n";
        let expected =
            "<details><summary>More &amp; more</summary><p>Hidden <em>text</em>.</p>\n</details><p>End.</p>\n";
        assert_eq!(plain(text).replace('\n', ""), expected.replace('\n', ""));
        for text in
            ["<details>\n\na\n", "> <details>\n\na\n\n</details>\n", "</details>\n\n- <details>\n\n</details>\n"]
        {
            let html = plain(text);
            assert_eq!(html.matches("<details>").count(), html.matches("</details>").count(), "{html}");
        }
        let hostile = plain("<details onclick=alert(1)>\n\na\n");
        assert_eq!(hostile, "<details>\n<p>a</p>\n</details>");
        assert_eq!(plain("<!-- comment -->\n\na<br>b <!-- c -->\n"), "<p>a<br />\nb </p>\n");
    }

    /// The oracle is the way in which GitHub shows these forms, written by hand.
    #[test]
    fn sections_are_written_in_all_forms() {
        for (text, expected) in [
            (
                "<details open>\n<summary>A <b>b</b> <code>c d</code></summary>\n\nText.\n\n</details>\n",
                "<details open><summary>A <strong>b</strong> <code>c d</code></summary><p>Text.</p></details>",
            ),
            (
                "<details>\n<summary>A</summary>\nText &amp; <em>more</em>.\n<ul><li>x</li>\n<li>y</ul>\n</details>\n\nEnd.",
                "<details><summary>A</summary><p>Text &amp; <em>more</em>.</p><ul><li>x</li><li>y</li></ul></details>\
                 <p>End.</p>",
            ),
            (
                "<details>\n<summary>\n\n## A *b*\n\n</summary>\n\nText.\n\n</details>\n",
                "<details><summary><h3>A <em>b</em></h3></summary><p>Text.</p></details>",
            ),
            (
                "<details>\n<summary>\n\nA **b**\n\n</summary>\n\nText.\n",
                "<details><summary>A <strong>b</strong></summary><p>Text.</p></details>",
            ),
            (
                "<details><summary>A</summary>\n\n<details><summary>B</summary>b</details>\n\n</details>",
                "<details><summary>A</summary><details><summary>B</summary><p>b</p></details></details>",
            ),
            (
                "- <details><summary>A</summary>\n\n  b\n\n  </details>\n",
                "<ul><li><details><summary>A</summary><p>b</p></details></li></ul>",
            ),
            ("<summary>A</summary>\n", "<p>A</p>"),
        ] {
            assert_eq!(plain(text).replace('\n', ""), expected, "{text}");
        }
    }

    #[test]
    fn blocks_of_html_are_blocks() {
        let link = "<a href=\"https://e.org\" rel=\"noopener noreferrer nofollow\">";
        for (text, expected) in [
            ("<h2 align=\"center\">A <i>b</i></h2>\n\n### C\n", "<h3>A <em>b</em></h3><h4>C</h4>"),
            ("<p align=\"center\">\n<a href=\"https://e.org\">a</a>\n</p>\n", "<p>LINKa</a></p>"),
            ("<div>\n\n**a**\n\n</div>\n", "<p><strong>a</strong></p>"),
            ("<p>a\n\nb\n", "<p>a</p><p>b</p>"),
            (
                "<pre><code class=\"language-yaml\">\na: &lt;1\n\nb: <b>2</b>\n</code></pre>\n",
                "<pre><code class=\"language-yaml\">a: &lt;1b: 2</code></pre>",
            ),
            (
                "<table><tr><th>a<th>b</tr><tr><td>1</td><td><ul><li>2</ul></td></table>",
                "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><ul><li>2</li></ul></td></tr></tbody></table>",
            ),
            (
                "<table>\n<tr><td>\n\n*a*\n\n</td></tr>\n</table>\n",
                "<table><thead><tr></tr></thead><tbody><tr><td><p><em>a</em></p></td></tr></tbody></table>",
            ),
            (
                "| a |\n|---|\n| x<ul><li>b</li></ul> |\n",
                "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>x<ul><li>b</li></ul></td></tr></tbody></table>",
            ),
            (
                "<ol>text<li>a<p>b</ol><blockquote>c</blockquote><hr>",
                "<ol><li>text</li><li>a<p>b</p></li></ol><blockquote><p>c</p></blockquote><hr />",
            ),
            ("<a href=\"https://e.org\"><div>a</div></a>\n", "<p>LINKa</a></p>"),
            ("<li>a <td>b <img>\n", "<p>a </p><p>b </p>"),
            ("<table></table>", "<table><thead><tr></tr></thead><tbody></tbody></table>"),
        ] {
            assert_eq!(plain(text).replace('\n', ""), expected.replace("LINK", link), "{text}");
        }
    }

    /// Whatever is opened is closed, in the right order, and nothing else gets through.
    #[test]
    fn html_of_any_form_is_balanced() {
        let parts = [
            "<details>",
            "<details open>",
            "<summary>",
            "</summary>",
            "</details>",
            "<p>",
            "</p>",
            "<b>",
            "</b>",
            "<a href=x>",
            "</a>",
            "<ul>",
            "<li>",
            "</ul>",
            "<table>",
            "<tr>",
            "<td>",
            "<th>",
            "</table>",
            "<pre>",
            "<code>",
            "</code>",
            "</pre>",
            "\n\n",
            "\n",
            "> ",
            "- ",
            "*",
            "**",
            "text",
            "`x`",
            "[a](b)",
            "<h1>",
            "</h1>",
            "<script>",
            "</script>",
            "<img src=a alt=b>",
            "| a |\n|--|\n|",
            "<",
            "<a \"",
            "&lt;",
            "<!--",
            "-->",
            "<svg onload=x>",
            "<dd>",
            "<blockquote>",
            "</blockquote>",
        ];
        let allowed = [
            "details",
            "summary",
            "p",
            "strong",
            "em",
            "a",
            "ul",
            "ol",
            "li",
            "table",
            "thead",
            "tbody",
            "tr",
            "td",
            "th",
            "pre",
            "code",
            "blockquote",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "del",
            "sub",
            "sup",
            "kbd",
        ];
        let mut seed = 1_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..12 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text += parts[(seed >> 33) as usize % parts.len()];
            }
            let html = html(&text, &|link| Some(link.to_owned()));
            let mut open: Vec<&str> = Vec::new();
            for tag in html.split('<').skip(1) {
                let tag = tag.split('>').next().unwrap_or_default();
                let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
                match tag {
                    "br /" | "hr /" => {}
                    tag if tag.starts_with('/') => assert_eq!(open.pop(), Some(name), "{text:?} {html:?}"),
                    _ => {
                        assert!(allowed.contains(&name), "{text:?} {html:?}");
                        open.push(name);
                    }
                }
            }
            assert!(open.is_empty(), "{text:?} {html:?}");
        }
    }

    #[test]
    fn code_with_a_known_name_is_a_link() {
        let resolve = |link: &str| (link == "resource::a::1.0").then(|| "a.html".to_owned());
        let expected = "<p><a href=\"a.html\" rel=\"noopener noreferrer nofollow\"><code>resource::a::1.0</code></a> \
                        <code>resource::b::1.0</code></p>\n";
        assert_eq!(html("`resource::a::1.0` `resource::b::1.0`", &resolve), expected);
    }

    #[test]
    fn the_summary_is_the_first_paragraph() {
        assert_eq!(
            summary("# Title\n\nA *video* service\nof `many` <host>.\n\nMore.\n"),
            "A video service of many <host>."
        );
        assert_eq!(
            summary("<p align=center>\n<img src=a.png>\n</p>\n\n<b>A</b> H<sub>2</sub> service.\n\nMore.\n").trim(),
            "A H2 service."
        );
        assert_eq!(summary(""), "");
    }

    #[test]
    fn tables_have_no_styles_and_headings_no_ids() {
        let table = plain("# A {#id}\n\n| a |\n|:-:|\n| b |\n");
        assert!(table.starts_with("<h3>A {#id}</h3>") && table.contains("<td>b</td>"), "{table}");
        assert!(!table.contains("style"), "{table}");
        let headless = plain("| | a |\n|---|---|\n| b | <th></th> |\n");
        assert!(headless.contains("<td></td><th>a</th>") && !headless.contains("<th></th>"), "{headless}");
    }

    #[test]
    fn the_highest_heading_is_of_the_third_level() {
        assert_eq!(plain("## A\n\n### B\n"), "<h3>A</h3>\n<h4>B</h4>\n");
        assert_eq!(plain("# A\n\n###### B\n"), "<h3>A</h3>\n<h6>B</h6>\n");
    }

    #[test]
    fn depth_is_bounded_and_stays_balanced() {
        let deep = plain(&format!("{}x\n", ">".repeat(5000)));
        assert!(deep.matches('<').count() <= 2 * MAX_DEPTH, "{}", deep.len());
        assert_eq!(deep.matches("<blockquote>").count(), deep.matches("</blockquote>").count());
        assert!(deep.contains('x'));
    }
}
