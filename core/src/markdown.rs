//! Renders Markdown descriptions from untrusted sources as safe HTML, by filtering the event stream: raw HTML becomes
//! text, images become their alternative texts, and links lead to the web or to where the caller decides.

use pulldown_cmark::{CowStr, Options, Parser, html};

pub use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};

use crate::text::is_deceptive;

/// Maximum size of Markdown in bytes; longer text is shown as it is.
const MAX_BYTES: usize = 256 << 10;
/// Maximum nesting depth of blocks and lists; deeper ones are flattened.
const MAX_DEPTH: usize = 40;

/// Renders `text` as HTML without ids, styles and handlers. `resolve` maps links that are not web addresses to relative
/// addresses; if it returns `None`, only the text of the link is kept.
pub fn html(text: &str, resolve: &dyn Fn(&str) -> Option<String>) -> String {
    let mut output = String::new();
    let linked = |event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => Event::InlineHtml(open_link(&dest_url).into()),
        Event::End(TagEnd::Link) => Event::InlineHtml("</a>".into()),
        other => other,
    };
    html::push_html(&mut output, events(text, HeadingLevel::H2, resolve).into_iter().map(linked));
    // An empty header cell is not a header. `<th></th>` can only be markup here, because text is escaped.
    output.replace("<th></th>", "<td></td>")
}

/// The Markdown events of `text`, without raw HTML and images. Links lead to the web or to where `resolve` points, and
/// the top heading level of the text is one below `above`.
pub fn events<'a>(text: &'a str, above: HeadingLevel, resolve: &dyn Fn(&str) -> Option<String>) -> Vec<Event<'a>> {
    if text.len() > MAX_BYTES {
        let start = Event::Start(Tag::CodeBlock(CodeBlockKind::Indented));
        return vec![start, Event::Text(honest(text.into())), Event::End(TagEnd::CodeBlock)];
    }
    let all: Vec<Event<'a>> = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).collect();
    let headings = all.iter().filter_map(|event| match event {
        Event::Start(Tag::Heading { level, .. }) => Some(*level),
        _ => None,
    });
    let top = headings.min().unwrap_or(HeadingLevel::H1);
    let mut filter = Filter { resolve, above, top, depth: 0, links: Vec::new(), image: 0 };
    all.into_iter().filter_map(|event| filter.event(event)).collect()
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

struct Filter<'a> {
    resolve: &'a dyn Fn(&str) -> Option<String>,
    /// The level of the heading above the text.
    above: HeadingLevel,
    /// The top heading level of the text.
    top: HeadingLevel,
    depth: usize,
    /// For each open link, whether it was written to the output.
    links: Vec<bool>,
    /// The number of open images.
    image: usize,
}

impl Filter<'_> {
    fn event<'e>(&mut self, event: Event<'e>) -> Option<Event<'e>> {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Html(text)
            | Event::InlineHtml(text)
            | Event::Text(text)
            | Event::FootnoteReference(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => Some(Event::Text(honest(text))),
            Event::Code(text) => Some(Event::Code(honest(text))),
            Event::SoftBreak | Event::HardBreak | Event::Rule => Some(event),
            Event::TaskListMarker(_) => None,
        }
    }

    fn start<'e>(&mut self, tag: Tag<'e>) -> Option<Event<'e>> {
        let tag = match tag {
            Tag::Link { link_type, dest_url, .. } => {
                let address = self.address(&dest_url);
                self.links.push(address.is_some());
                let (title, id) = (CowStr::Borrowed(""), CowStr::Borrowed(""));
                let link = |address: String| Tag::Link { link_type, dest_url: address.into(), title, id };
                return address.map(|address| Event::Start(link(address)));
            }
            // The text inside, the image's alternative text, is kept.
            Tag::Image { .. } => {
                self.image += 1;
                return None;
            }
            Tag::Heading { level, .. } => {
                Tag::Heading { level: self.lowered(level), id: None, classes: Vec::new(), attrs: Vec::new() }
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => Tag::CodeBlock(match language(&info) {
                Some(language) => CodeBlockKind::Fenced(CowStr::from(language)),
                None => CodeBlockKind::Indented,
            }),
            // An alignment would become an inline style.
            Tag::Table(alignments) => Tag::Table(alignments.iter().map(|_| pulldown_cmark::Alignment::None).collect()),
            Tag::HtmlBlock => Tag::Paragraph,
            other => other,
        };
        self.depth += 1;
        (self.depth <= MAX_DEPTH).then_some(Event::Start(tag))
    }

    fn end<'e>(&mut self, tag: TagEnd) -> Option<Event<'e>> {
        let tag = match tag {
            TagEnd::Link => return self.links.pop().unwrap_or(false).then_some(Event::End(TagEnd::Link)),
            TagEnd::Image => {
                self.image -= 1;
                return None;
            }
            TagEnd::Heading(level) => TagEnd::Heading(self.lowered(level)),
            TagEnd::HtmlBlock => TagEnd::Paragraph,
            other => other,
        };
        self.depth -= 1;
        (self.depth < MAX_DEPTH).then_some(Event::End(tag))
    }

    /// Lowers headings of the text below those of the page.
    fn lowered(&self, level: HeadingLevel) -> HeadingLevel {
        let level = self.above as usize + 1 + (level as usize).saturating_sub(self.top as usize);
        HeadingLevel::try_from(level.min(6)).unwrap_or(HeadingLevel::H6)
    }

    /// The target of a link; `None` inside another link or an image.
    fn address(&self, link: &str) -> Option<String> {
        if self.links.contains(&true) || self.image > 0 {
            return None;
        }
        if is_web_address(link) {
            return Some(link.to_owned());
        }
        (self.resolve)(link).filter(|address| is_relative(address))
    }
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
    fn images_become_their_alternative_texts() {
        assert_eq!(plain("![a *plan*](https://example.org/x.png)"), "<p>a <em>plan</em></p>\n");
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
