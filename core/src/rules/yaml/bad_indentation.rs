//! A line indented to a depth at which nothing stands.

use crate::diagnostic::{Safety, Severity};
use crate::edit::{Replace, TextEdit};
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Definition = Definition {
    code: "yaml/bad-indentation",
    severity: Severity::Error,
    title: "a line is indented to a depth at which nothing stands",
    doc: "The entries of one mapping, and the items of one list, stand at one depth. A line that is indented to another depth \
          than the lines it seems to belong to makes the text no YAML at all.\n\nThe lines of a collection in brackets must \
          be indented deeper than the key they belong to; most readers let that pass, so that it is a warning.",
    sources: &["AD-DOC-01", "T-0-10", "HAS-10"],
    bad: "\
name: assembly::a::1.0
properties:
  address:
    type: string
   port:
    type: integer
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  address:
    type: string
  port:
    type: integer
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        if error.kind == SyntaxErrorKind::FlowIndentation {
            let finding = cx.report(error.span, "this line must be indented deeper than the key it belongs to");
            finding.severity(Severity::Warning).help("it stands within brackets that are still open");
            continue;
        }
        let line = file.lines.line(error.span.start as usize);
        let depth = indent(file, line);
        let depths = depths_above(file, line);
        let mut finding = cx.report(error.span, "nothing stands at this depth");
        finding = finding.help("indent the line like those that it belongs to");
        let near =
            [depths.iter().filter(|other| **other < depth).max(), depths.iter().filter(|other| **other > depth).min()];
        for other in near.into_iter().flatten() {
            if let Some(edit) = shift(file, line, depth, *other) {
                finding = finding.fix(format!("Indent by {other} spaces"), Safety::Unsafe, edit);
            }
        }
    }
}

/// How many spaces a line begins with.
fn indent(file: &SourceFile, line: usize) -> usize {
    let text = file.lines.span(&file.text, line).of(&file.text);
    text.len() - text.trim_start_matches(' ').len()
}

fn is_blank(file: &SourceFile, line: usize) -> bool {
    let text = file.lines.span(&file.text, line).of(&file.text).trim_start();
    text.is_empty() || text.starts_with('#')
}

/// The depths of the lines above that a line could go on: each the nearest that is less deep than those behind it.
fn depths_above(file: &SourceFile, line: usize) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::new();
    for above in (0..line).rev().filter(|above| !is_blank(file, *above)) {
        let depth = indent(file, above);
        if depths.last().is_none_or(|last| depth < *last) {
            depths.push(depth);
        }
        if depth == 0 {
            break;
        }
    }
    depths
}

/// Moves `line` and the deeper lines below it from one depth to another.
fn shift(file: &SourceFile, line: usize, from: usize, to: usize) -> Option<TextEdit> {
    let below =
        (line + 1..file.lines.count()).take_while(|below| is_blank(file, *below) || indent(file, *below) > from);
    let replaces = std::iter::once(line).chain(below).filter(|line| indent(file, *line) >= from).map(|line| {
        let start = file.lines.start(line);
        if to > from {
            Replace { span: Span::at(start), text: " ".repeat(to - from) }
        } else {
            Replace { span: Span::new(start, start + from - to), text: String::new() }
        }
    });
    TextEdit::new(replaces.collect())
}
