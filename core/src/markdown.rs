//! Renders Markdown descriptions from untrusted sources as safe HTML, by filtering the event stream. GitHub's extensions are
//! supported: tables, task lists, footnotes, alerts, bare URLs and `<details>`. Other raw HTML becomes text, images become
//! links, and links lead to the web or to where the caller decides.

use std::borrow::Cow;

use pulldown_cmark::{CowStr, Options, Parser, TextMergeStream, html};

pub use pulldown_cmark::{BlockQuoteKind, CodeBlockKind, Event, HeadingLevel, LinkType, Tag, TagEnd};

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
    let linked = |event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => Event::InlineHtml(open_link(&dest_url).into()),
        Event::End(TagEnd::Link) => Event::InlineHtml("</a>".into()),
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

/// The id of a link in place of an image; its text is the alternative text.
pub const IMAGE: &str = "image";

/// The Markdown events of `text`. The only raw HTML is [`DETAILS`], and there are no images, footnotes and task markers: these
/// are links and text. Links lead to the web or to where `resolve` points, and the top heading level of the text is one below
/// `above`. An alert is a block quote that begins with its title.
pub fn events<'a>(text: &'a str, above: HeadingLevel, resolve: &dyn Fn(&str) -> Option<String>) -> Vec<Event<'a>> {
    if text.len() > MAX_BYTES {
        let start = Event::Start(Tag::CodeBlock(CodeBlockKind::Indented));
        return vec![start, Event::Text(honest(text.into())), Event::End(TagEnd::CodeBlock)];
    }
    let all: Vec<Event<'a>> = TextMergeStream::new(Parser::new_ext(text, EXTENSIONS)).collect();
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
        html: None,
        details: Vec::new(),
        footnote: None,
    };
    all.into_iter().for_each(|event| filter.event(event));
    filter.close_details(0);
    filter.out
}

/// The first paragraph as plain text on one line.
pub fn summary(text: &str) -> String {
    let text = &text[..crate::text::floor_boundary(text, MAX_BYTES)];
    let mut summary = String::new();
    let mut inside = false;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::Paragraph) => inside = true,
            Event::End(TagEnd::Paragraph) => break,
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) if inside => summary.push_str(&text),
            Event::SoftBreak | Event::HardBreak if inside => summary.push(' '),
            _ => {}
        }
    }
    summary
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
    /// The raw HTML of the open block.
    html: Option<String>,
    /// The depth of each open collapsed section.
    details: Vec<usize>,
    /// The label of a footnote whose text begins.
    footnote: Option<String>,
}

impl<'e> Filter<'_, 'e> {
    fn event(&mut self, event: Event<'e>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Html(text) => match &mut self.html {
                Some(html) => html.push_str(&text),
                None => self.out.push(Event::Text(honest(text))),
            },
            Event::InlineHtml(text) => self.inline_html(text),
            Event::Text(text) if self.is_code || self.is_in_link() => self.out.push(Event::Text(honest(text))),
            Event::Text(text) => self.text(text),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.out.push(Event::Text(honest(text))),
            Event::FootnoteReference(label) => self.out.push(Event::Text(honest(format!("[{label}]").into()))),
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
            // An alignment would become an inline style.
            Tag::Table(alignments) => Tag::Table(alignments.iter().map(|_| pulldown_cmark::Alignment::None).collect()),
            Tag::HtmlBlock => {
                self.html = Some(String::new());
                return;
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
            self.out.push(Event::Text(honest(format!("[{label}] ").into())));
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
            TagEnd::HtmlBlock => {
                let html = self.html.take().unwrap_or_default();
                return self.html_block(&html);
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
        self.close_details(self.depth);
        self.depth -= 1;
        if self.depth < MAX_DEPTH {
            self.out.push(Event::End(tag));
        }
    }

    /// Opens a link, unless its target is unknown or it is inside another link; its text is kept in any case.
    fn link(&mut self, link_type: LinkType, to: &str) {
        let address = self.address(to);
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

    /// Text with links for web addresses.
    fn text(&mut self, text: CowStr<'e>) {
        let mut rest = &*text;
        if bare_address(rest).is_none() {
            return self.out.push(Event::Text(honest(text)));
        }
        while let Some((start, address)) = bare_address(rest) {
            let (before, after) = (&rest[..start], &rest[start + address.len()..]);
            if !before.is_empty() {
                self.out.push(Event::Text(honest(before.to_owned().into())));
            }
            self.out.push(start_of_link(LinkType::Autolink, address.to_owned()));
            self.out.push(Event::Text(honest(address.to_owned().into())));
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

    /// Line breaks stay line breaks, comments are left out, and the tags of other inline elements become text.
    fn inline_html(&mut self, text: CowStr<'e>) {
        let tag = text.trim().to_ascii_lowercase();
        match tag.as_str() {
            "<br>" | "<br/>" | "<br />" => self.out.push(Event::HardBreak),
            comment if comment.starts_with("<!--") => {}
            _ => self.out.push(Event::Text(honest(text))),
        }
    }

    /// A block of raw HTML: the start or end of a collapsed section, a comment, or text.
    fn html_block(&mut self, html: &str) {
        let rest = without_comments(html);
        let mut rest = rest.trim();
        if rest.is_empty() || self.depth >= MAX_DEPTH {
            return;
        }
        // All of the block must be known before any of it is written.
        let mut tokens = Vec::new();
        while !rest.is_empty() {
            let Some((token, after)) = details_token(rest) else {
                let text = honest(html.to_owned().into());
                self.out.extend([Event::Start(Tag::Paragraph), Event::Text(text), Event::End(TagEnd::Paragraph)]);
                return;
            };
            tokens.push(token);
            rest = after.trim_start();
        }
        for token in tokens {
            match token {
                DetailsToken::Open => {
                    self.details.push(self.depth);
                    self.out.push(Event::Html(DETAILS[0].into()));
                }
                DetailsToken::Close => {
                    if self.details.last() == Some(&self.depth) {
                        self.details.pop();
                        self.out.push(Event::Html(DETAILS[1].into()));
                    }
                }
                DetailsToken::Summary(text) => {
                    let opens = matches!(self.out.last(), Some(Event::Html(tag)) if **tag == *DETAILS[0]);
                    let text = Event::Text(honest(text.to_owned().into()));
                    match opens {
                        true => self.out.extend([Event::Html(DETAILS[2].into()), text, Event::Html(DETAILS[3].into())]),
                        false => self.out.extend([Event::Start(Tag::Paragraph), text, Event::End(TagEnd::Paragraph)]),
                    }
                }
            }
        }
    }

    /// Closes the collapsed sections that were opened at this depth or inside.
    fn close_details(&mut self, depth: usize) {
        while self.details.pop_if(|opened| *opened >= depth).is_some() {
            self.out.push(Event::Html(DETAILS[1].into()));
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

/// The first web address in a text with its offset, without punctuation after it.
fn bare_address(text: &str) -> Option<(usize, &str)> {
    let starts = text.match_indices("http").map(|(at, _)| at);
    for start in starts {
        let rest = &text[start..];
        let begins_word = !text[..start].ends_with(char::is_alphanumeric);
        let Some(host) = rest.strip_prefix("https://").or_else(|| rest.strip_prefix("http://")) else { continue };
        if !begins_word || !host.starts_with(char::is_alphanumeric) {
            continue;
        }
        let end = rest.find(|character: char| character.is_whitespace() || matches!(character, '<' | '>' | '"' | '`'));
        let mut address = &rest[..end.unwrap_or(rest.len())];
        loop {
            let is_unbalanced = address.ends_with(')') && address.matches(')').count() > address.matches('(').count();
            let shorter = address.trim_end_matches(['.', ',', ':', ';', '!', '?', '\'', '*', '_', '~', ']']);
            address = match (shorter.len() < address.len(), is_unbalanced) {
                (true, _) => shorter,
                (false, true) => &address[..address.len() - 1],
                (false, false) => break,
            };
        }
        if is_web_address(address) {
            return Some((start, address));
        }
    }
    None
}

/// A text without the comments of HTML.
fn without_comments(html: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(html);
    while let Some(start) = text.find("<!--") {
        let end = text[start..].find("-->").map_or(text.len(), |end| start + end + "-->".len());
        text = Cow::Owned(format!("{}{}", &text[..start], &text[end..]));
    }
    text
}

/// A part of a collapsed section in raw HTML.
enum DetailsToken<'t> {
    Open,
    Close,
    Summary(&'t str),
}

/// The part at the start of `html`, and what follows it.
fn details_token(html: &str) -> Option<(DetailsToken<'_>, &str)> {
    let after = |tag: &str| {
        let start = html.get(..tag.len())?;
        start.eq_ignore_ascii_case(tag).then(|| &html[tag.len()..])
    };
    if let Some(rest) = after("<details>").or_else(|| after("<details open>")) {
        return Some((DetailsToken::Open, rest));
    }
    if let Some(rest) = after("</details>") {
        return Some((DetailsToken::Close, rest));
    }
    let rest = after("<summary>")?;
    let end = rest.to_ascii_lowercase().find("</summary>")?;
    let text = rest.get(..end)?.trim();
    (!text.contains('<')).then(|| (DetailsToken::Summary(text), &rest[end + "</summary>".len()..]))
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
        assert_eq!(plain("a <b>b</b>\n"), "<p>a &lt;b&gt;b&lt;/b&gt;</p>\n");
        assert_eq!(plain("<script>alert(1)</script>\n"), "<p>&lt;script&gt;alert(1)&lt;/script&gt;\n</p>\n");
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
        for text in ["xhttps://example.org", "https://", "`https://example.org`", "javascript:alert(1)"] {
            assert!(!plain(text).contains("<a "), "{text}");
        }
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
        assert!(hostile.contains("&lt;details onclick"), "{hostile}");
        assert_eq!(plain("<!-- comment -->\n\na<br>b <!-- c -->\n"), "<p>a<br />\nb </p>\n");
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
        assert_eq!(summary("# Title\n\nA *video* service\nof `many` <b>.\n\nMore.\n"), "A video service of many <b>.");
        assert_eq!(summary(""), "");
    }

    #[test]
    fn tables_have_no_styles_and_headings_no_ids() {
        let table = plain("# A {#id}\n\n| a |\n|:-:|\n| b |\n");
        assert!(table.starts_with("<h3>A {#id}</h3>") && table.contains("<td>b</td>"), "{table}");
        assert!(!table.contains("style"), "{table}");
        let headless = plain("| | a |\n|---|---|\n| b | <th></th> |\n");
        assert!(headless.contains("<td></td><th>a</th>") && headless.contains("&lt;th&gt;"), "{headless}");
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
