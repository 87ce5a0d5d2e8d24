//! Lines whose indentation matches no enclosing level.

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
    title: "inconsistent indentation",
    doc: "All entries of a mapping and all items of a list have the same indentation. A line whose indentation \
          differs from its neighbors makes the text invalid YAML.\n\nThe lines of a collection in brackets must be indented \
          deeper than their key. Most parsers accept otherwise, so that is a warning.",
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
            let finding = cx.report(error.span, "expected deeper indentation than the key");
            finding.severity(Severity::Warning).help("the line is inside brackets that are still open");
            continue;
        }
        let line = file.lines.line(error.span.start as usize);
        let depth = indent(file, line);
        let depths = depths_above(file, line);
        let mut finding = cx.report(error.span, "indentation does not match any enclosing level");
        finding = finding.help("indent the line like its neighbors");
        let near =
            [depths.iter().filter(|other| **other < depth).max(), depths.iter().filter(|other| **other > depth).min()];
        for other in near.into_iter().flatten() {
            if let Some(edit) = shift(file, line, depth, *other) {
                finding = finding.fix(format!("Indent by {other} spaces"), Safety::Unsafe, edit);
            }
        }
    }
}

/// Number of leading spaces of a line.
fn indent(file: &SourceFile, line: usize) -> usize {
    let text = file.lines.span(&file.text, line).of(&file.text);
    text.len() - text.trim_start_matches(' ').len()
}

fn is_blank(file: &SourceFile, line: usize) -> bool {
    let text = file.lines.span(&file.text, line).of(&file.text).trim_start();
    text.is_empty() || text.starts_with('#')
}

/// The indentations of the lines above that this line could continue, from the innermost outwards.
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

/// Moves `line` and the deeper lines below it from one indentation to another.
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
