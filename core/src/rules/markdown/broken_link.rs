//! Unresolved links and images.

use crate::diagnostic::Severity;
use crate::markdown::is_web_address;
use crate::markdown::remarks::Part;
use crate::rules::markdown::{Check, Rule, why_unresolved};

pub static RULE: Rule = Rule {
    code: "markdown/broken-link",
    severity: Severity::Warning,
    title: "unresolved link",
    doc: "Descriptions, the README of a catalog and the Markdown files that it links to are parts of a documentation site. \
          Their links and images may lead to files and folders of the catalog, by paths relative to the text, to \
          descriptors by their full names, and to web and e-mail addresses. An unresolved link is shown as text, and an image \
          as its alternative text.\n\nCorrect the address, or add the file. Hidden and excluded files are never part of a site, \
          and neither are images in SVG with scripts.",
    sources: &[],
    bad: "\
name: resource::gateway::1.0
description: See [the guide](file:///home/me/guide.md).
lifecycle: {Create: {}}
",
    good: "\
name: resource::gateway::1.0
description: See [the guide](https://fjord.example/guide).
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for (span, part) in cx.facts.clone().iter() {
        let (noun, address) = match part {
            Part::Link(address) => ("link", address),
            Part::Image(address) if !is_web_address(address) => ("image", address),
            _ => continue,
        };
        if let Some(why) = why_unresolved(cx, address) {
            cx.report(*span, format!("unresolved {noun} `{address}`: {why}"));
        }
    }
}
