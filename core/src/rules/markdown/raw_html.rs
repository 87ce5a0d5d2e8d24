//! Elements of HTML that are shown as text.

use crate::diagnostic::Severity;
use crate::markdown::remarks::Part;
use crate::rules::markdown::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "markdown/raw-html",
    severity: Severity::Warning,
    title: "HTML is shown as text",
    doc: "Texts in Markdown can contain the elements of HTML that GitHub shows: headings, paragraphs, lists, tables, quotes, \
          code, links, images, `<details>`, `<kbd>`, `<sub>`, `<sup>`, emphasis and a few more. Styles and handlers of \
          events are left out. Other elements, such as `<iframe>`, `<script>`, `<video>` or `<font>`, and blocks in the middle \
          of a paragraph, are shown as they are written. So is a text of more than 256 KiB.\n\nUse Markdown instead, or write \
          the tag as code: `` `<script>` ``. Names in angle brackets that are not HTML, such as `<host>`, are text.",
    sources: &[],
    bad: "\
name: resource::gateway::1.0
description: Forwards <font color=\"red\">all</font> packets.
lifecycle: {Create: {}}
",
    good: "\
name: resource::gateway::1.0
description: Forwards <b>all</b> packets.
lifecycle: {Create: {}}
",
    check,
};

/// The message about a part, without its place; `None` for other parts.
pub fn message(part: &Part) -> Option<String> {
    match part {
        Part::Html(tag) => Some(format!("`{}` is shown as text", tag.replace('`', "'"))),
        Part::TooLong => Some("the text is too long for Markdown, and is shown as it is written".to_owned()),
        Part::Link(_) | Part::Image(_) | Part::Mermaid => None,
    }
}

fn check(cx: &mut Check<'_>) {
    for (span, part) in cx.facts.clone().iter() {
        if let Some(message) = message(part) {
            cx.report(*span, message);
        }
    }
}
