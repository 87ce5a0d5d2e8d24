//! Comments written with `//`.

use crate::diagnostic::{Safety, Severity};
use crate::rules::yaml::scalars;
use crate::rules::{Check, Definition};
use crate::syntax::Style;
use crate::text::Span;

pub static RULE: Definition = Definition {
    code: "yaml/slash-comment",
    severity: Severity::Warning,
    title: "comment with `//`",
    doc: "Comments in YAML begin with ` #`. Text after `//` becomes part of the value. A line that begins with `//` is \
          invalid YAML, which is an error.",
    sources: &["AD-DOC-10"],
    bad: "\
name: assembly::a::1.0
properties:
  size: {default: small}
  label:
    value: ${size} // as ordered
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  size: {default: small}
  label:
    value: ${size} # as ordered
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    if file.language.is_none() || !file.text.contains("//") {
        return;
    }
    let mut found = Vec::new();
    for (node, flow) in scalars(file) {
        let plain = node.as_scalar().is_some_and(|scalar| scalar.style == Style::Plain);
        let text = node.span.of(&file.text);
        // Searching for the path takes long in large files.
        let is_prose = || file.path_at(node.span.start as usize).last_key() == Some("description");
        if let Some(at) = comment(text).filter(|_| plain && !is_prose()) {
            let start = node.span.start as usize + at;
            found.push((Span::new(start, start + 2), flow));
        }
    }
    for (span, flow) in found {
        let broken = file.errors.iter().any(|error| error.span.contains(span));
        let severity = if broken { Severity::Error } else { Severity::Warning };
        let finding = cx.report(span, "`//` does not start a comment").severity(severity);
        let finding = finding.help("use `#`");
        if !flow {
            finding.replace_with("#", Safety::Unsafe);
        }
    }
}

/// Whether a line is meant as a comment.
pub fn is_comment(text: &str) -> bool {
    text.starts_with("//")
}

/// The offset in a plain scalar where a comment is meant to begin.
fn comment(text: &str) -> Option<usize> {
    if is_comment(text) {
        return Some(0);
    }
    text.match_indices("//").map(|(at, _)| at).find(|at| text[..*at].ends_with([' ', '\t', '\n', '\r']))
}
