//! Findings that a text asks not to be told of, in comments:
//!
//! ```yaml
//! # descriptorium: ignore assembly/unused-property -- read by the portal
//! # descriptorium: ignore-file assembly/derived-name, yaml
//! ```
//!
//! A comment behind a value speaks of its line, one on a line of its own of the next line that has any content.

use std::collections::BTreeSet;

use crate::catalog::closest;
use crate::diagnostic::{Diagnostic, Fix, Safety, Severity};
use crate::edit::{Change, TextEdit};
use crate::rules::{self, Definition, catalog};
use crate::settings::{self, Level};
use crate::text::Span;
use crate::workspace::SourceFile;

/// What such a comment begins with, behind the `#`.
const MARK: &str = "descriptorium:";

/// One code that a comment names.
struct Wish<'a> {
    code: &'a str,
    span: Span,
    comment: Span,
    /// The line it is for; all of them without.
    line: Option<usize>,
    heard: bool,
}

/// Takes from `found` what the comments of `file` ask for, and adds what is wrong with these comments.
pub fn apply(file: &SourceFile, found: &mut Vec<Diagnostic>) {
    let own = |span: &&Span| span.of(&file.text).trim_start_matches('#').trim_start().starts_with(MARK);
    let comments: Vec<Span> = file.tree.comments.iter().filter(own).copied().collect();
    if comments.is_empty() {
        return;
    }
    let mut wishes = Vec::new();
    let mut faults = Vec::new();
    for comment in comments {
        read(file, comment, &mut wishes, &mut faults);
    }
    found.retain(|diagnostic| {
        let line = file.lines.line(diagnostic.span.start as usize);
        let mut kept = true;
        for wish in wishes.iter_mut().filter(|wish| wish.line.is_none_or(|wanted| wanted == line)) {
            if names(wish.code, diagnostic.code) {
                wish.heard = true;
                kept = false;
            }
        }
        kept
    });
    for wish in wishes.iter().filter(|wish| !wish.heard) {
        let alone = wishes.iter().filter(|other| other.comment == wish.comment).count() == 1;
        faults.push(unused(file, wish, alone));
    }
    found.extend(faults);
}

/// Whether `wish`, a code or a folder of codes, stands for `code`.
pub fn names(wish: &str, code: &str) -> bool {
    code.strip_prefix(settings::current(wish)).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether there is such a code or folder of codes.
pub fn is_known(wish: &str) -> bool {
    rules::codes().any(|code| names(wish, code))
}

fn read<'a>(file: &'a SourceFile, comment: Span, wishes: &mut Vec<Wish<'a>>, faults: &mut Vec<Diagnostic>) {
    let text = comment.of(&file.text);
    let body = text.find(MARK).map_or(text.len(), |at| at + MARK.len());
    let end = text[body..].find(" -- ").map_or(text.len(), |at| body + at);
    let mut words = words(&text[body..end]).into_iter();
    let place = |(at, word): (usize, &str)| {
        let start = comment.start as usize + body + at;
        Span::new(start, start + word.len())
    };
    let line = file.lines.line(comment.start as usize);
    let before = file.lines.span(&file.text, line).start as usize;
    let alone = file.text.get(before..comment.start as usize).is_some_and(|lead| lead.trim().is_empty());
    let line = match words.next() {
        Some((_, "ignore")) => Some(if alone { next_line(file, line) } else { line }),
        Some((_, "ignore-file")) => None,
        other => {
            let span = other.map_or(comment, place);
            let message = match other {
                Some((_, word)) => format!("`{word}` is nothing that a comment can ask for"),
                None => "this comment asks for nothing".to_owned(),
            };
            let help = "write `# descriptorium: ignore CODE` or `# descriptorium: ignore-file CODE`";
            return faults.push(fault(file, span, message, Some(help.to_owned())));
        }
    };
    let codes: Vec<(usize, &str)> = words.collect();
    if codes.is_empty() {
        let help = "name the codes behind it, such as `assembly/unused-property`";
        faults.push(fault(file, comment, "this comment names no code".to_owned(), Some(help.to_owned())));
    }
    for (at, code) in codes {
        if is_known(code) {
            wishes.push(Wish { code, span: place((at, code)), comment, line, heard: false });
        } else {
            let near = closest(code, rules::codes());
            let help = near.map(|near| format!("did you mean `{near}`?"));
            faults.push(fault(file, place((at, code)), format!("there is no rule `{code}`"), help));
        }
    }
}

/// The words of a text with their places, kept apart by blanks and commas.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut at = 0;
    for word in text.split([' ', '\t', ',']) {
        if !word.is_empty() {
            words.push((at, word));
        }
        at += word.len() + 1;
    }
    words
}

/// The next line below `line` that is neither empty nor a comment.
fn next_line(file: &SourceFile, line: usize) -> usize {
    let content = |line: &usize| {
        let text = file.lines.span(&file.text, *line).of(&file.text).trim();
        !text.is_empty() && !text.starts_with('#')
    };
    (line + 1..file.lines.count()).find(content).unwrap_or(line)
}

fn unused(file: &SourceFile, wish: &Wish<'_>, alone: bool) -> Diagnostic {
    let place = if wish.line.is_some() { "there" } else { "in this file" };
    let message = format!("`{}` is not found {place}, so that there is nothing to ignore", wish.code);
    let mut diagnostic = fault(file, wish.span, message, None);
    if alone {
        let edit = TextEdit::delete(whole_line(file, wish.comment));
        let change = Change::of_file("Remove the comment", file.path.clone(), edit);
        diagnostic.fixes.push(Fix { change, safety: Safety::Unsafe });
    }
    diagnostic
}

/// A comment with the blanks before it, and with its line where nothing else stands there.
fn whole_line(file: &SourceFile, comment: Span) -> Span {
    let line = file.lines.span(&file.text, file.lines.line(comment.start as usize));
    let lead = file.text.get(line.start as usize..comment.start as usize).unwrap_or("");
    if !lead.trim().is_empty() {
        return Span { start: comment.start - (lead.len() - lead.trim_end().len()) as u32, end: comment.end };
    }
    let rest = file.text.get(comment.end as usize..).unwrap_or("");
    let end = rest.find('\n').map_or(file.text.len(), |at| comment.end as usize + at + 1);
    Span::new(line.start as usize, end)
}

fn fault(file: &SourceFile, span: Span, message: String, help: Option<String>) -> Diagnostic {
    let Definition { code, severity, .. } = catalog::unused_ignore::RULE;
    Diagnostic { code, severity, file: file.path.clone(), span, message, help, related: Vec::new(), fixes: Vec::new() }
}

/// What the codes of `levels` that no rule has are.
pub fn unknown<'a>(codes: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
    codes.into_iter().filter(|code| !is_known(code)).collect()
}

/// What `severity` becomes by `level`; `None` where the finding goes.
pub fn leveled(severity: Severity, level: Option<Level>) -> Option<Severity> {
    match level {
        None => Some(severity),
        Some(Level::Error) => Some(Severity::Error),
        Some(Level::Warning) => Some(Severity::Warning),
        Some(Level::Info) => Some(Severity::Info),
        Some(Level::Off) => None,
    }
}
