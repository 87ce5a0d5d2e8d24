//! A tab where indentation is counted.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Rule};
use crate::syntax::{SyntaxError, SyntaxErrorKind};
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Rule = Rule {
    code: "yaml/tab-indentation",
    severity: Severity::Error,
    title: "a tab where indentation is counted",
    doc: "YAML counts spaces. How deep a tab goes depends on who looks at it, so that it cannot indent.",
    sources: &["AD-DOC-12"],
    bad: "name: assembly::a::1.0\nproperties:\n\taddress: {type: string}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  address: {type: string}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        let line = file.lines.line(error.span.start as usize);
        let before = Span::new(file.lines.start(line), error.span.start as usize);
        let edit = match meant_depth(file, line).filter(|_| before.of(&file.text).trim().is_empty()) {
            Some(depth) => TextEdit::replace(before.cover(error.span), " ".repeat(depth)),
            None => TextEdit::replace(error.span, error.span.of(&file.text).replace('\t', "  ")),
        };
        let finding = cx.report(error.span, "a tab cannot indent");
        finding.help("indent with spaces").fix("Replace with spaces", Safety::Unsafe, edit);
    }
}

/// The lines of which nobody can tell what is a part of what while tabs stand in them: from the line above each to where
/// what that line is a part of ends, and the line that holds them.
pub fn unclear(file: &SourceFile) -> Vec<Span> {
    let is_tab = |error: &&SyntaxError| error.kind == SyntaxErrorKind::TabIndentation;
    let shallower = |line: &usize, least: usize| depth(file, *line).is_some_and(|depth| depth < least);
    let start = |line: usize| file.lines.start(line);
    let mut found = Vec::new();
    for error in file.errors.iter().filter(is_tab) {
        let tab = file.lines.line(error.span.start as usize);
        let Some((above, own)) = above(file, tab) else { continue };
        // What follows a key that holds the line with the tab is no part of it.
        let least = own + usize::from(holds(file, above));
        let end = (tab + 1..file.lines.count()).find(|line| shallower(line, least));
        found.push(Span::new(start(above), end.map_or(file.text.len(), start)));
        let holder = (0..above).rev().find(|line| shallower(line, own));
        found.extend(holder.map(|holder| file.lines.span(&file.text, holder)));
    }
    found
}

/// How deep a line with a tab is meant to stand: like the line above, or if that holds it, like the next line that is
/// deeper, or two columns deeper.
fn meant_depth(file: &SourceFile, tab: usize) -> Option<usize> {
    let (above, own) = above(file, tab)?;
    if !holds(file, above) {
        return Some(own);
    }
    let next = (tab + 1..file.lines.count()).find_map(|line| depth(file, line));
    Some(next.filter(|next| *next > own).unwrap_or(own + 2))
}

/// The last line with content above this one, and how deep it stands.
fn above(file: &SourceFile, line: usize) -> Option<(usize, usize)> {
    let filled = |line: &usize| !file.lines.span(&file.text, *line).of(&file.text).trim().is_empty();
    let above = (0..line).rev().find(filled)?;
    Some((above, depth(file, above)?))
}

/// How many spaces a line with content begins with; `None` where there is a tab among them.
fn depth(file: &SourceFile, line: usize) -> Option<usize> {
    let line = file.lines.span(&file.text, line).of(&file.text);
    let content = line.trim_start_matches(' ');
    (!content.starts_with('\t') && !content.trim().is_empty()).then_some(line.len() - content.len())
}

/// Whether a line is a key whose value stands below it.
fn holds(file: &SourceFile, line: usize) -> bool {
    file.lines.span(&file.text, line).of(&file.text).trim_end().ends_with(':')
}
