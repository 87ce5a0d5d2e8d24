//! Findings suppressed by comments:
//!
//! ```yaml
//! # descriptorium: ignore assembly/unused-property -- read by the portal
//! # descriptorium: ignore-file assembly/derived-name, yaml
//! ```
//!
//! A comment after a value applies to its line, a comment on its own line to the next line with content. Syntax
//! errors cannot be suppressed, because the file may not be readable at all.

use std::collections::HashMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Fix, Safety, Severity};
use crate::edit::{Change, TextEdit};
use crate::rules::{self, Definition, catalog, yaml};
use crate::settings::{self, Level};
use crate::similarity::closest;
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::text::Span;
use crate::workspace::SourceFile;

/// Prefix of the comments, after `#`.
const MARK: &str = "descriptorium:";

/// A code in an ignore comment.
struct Ignored<'a> {
    code: &'a str,
    span: Span,
    comment: Span,
    /// The line it applies to; `None` for the whole file.
    line: Option<usize>,
    used: bool,
}

/// Maximum number of problems of comments that are listed.
const MAX_PROBLEMS: usize = 1000;

/// The comments of a file that suppress findings.
fn comments(file: &SourceFile) -> impl Iterator<Item = Span> {
    let own = |span: &&Span| span.of(&file.text).trim_start_matches('#').trim_start().starts_with(MARK);
    file.tree.comments.iter().filter(own).copied()
}

/// Whether a file has comments that suppress findings.
pub fn is_used(file: &SourceFile) -> bool {
    comments(file).next().is_some()
}

/// Removes suppressed findings from `found` and adds problems of the comments themselves.
pub fn apply(file: &SourceFile, found: &mut Vec<Diagnostic>) {
    let comments: Vec<Span> = comments(file).collect();
    if comments.is_empty() {
        return;
    }
    let mut ignored = Vec::new();
    let mut problems = Vec::new();
    let mut content = 0..0;
    for comment in comments {
        read(file, comment, &mut content, &mut ignored, &mut problems);
    }
    let mut by_line: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    let mut by_comment: HashMap<Span, usize> = HashMap::new();
    for (index, one) in ignored.iter().enumerate() {
        by_line.entry(one.line).or_default().push(index);
        *by_comment.entry(one.comment).or_default() += 1;
    }
    let syntax_errors: SortedSet<&'static str> =
        gather(found.iter().filter(|found| yaml::is_syntax_error(found)).map(|found| found.code));
    found.retain(|diagnostic| {
        if yaml::is_syntax_error(diagnostic) {
            return true; // No comment makes the file readable.
        }
        let line = file.lines.line(diagnostic.span.start as usize);
        let mut kept = true;
        for &index in [Some(line), None].iter().filter_map(|line| by_line.get(line)).flatten() {
            let one = &mut ignored[index];
            if covers(one.code, diagnostic.code) {
                one.used = true;
                kept = false;
            }
        }
        kept
    });
    for one in ignored.iter().filter(|one| !one.used) {
        if problems.len() > MAX_PROBLEMS {
            break;
        }
        let alone = by_comment.get(&one.comment) == Some(&1);
        let in_vain = syntax_errors.iter().any(|code| covers(one.code, code));
        problems.push(unused(file, one, alone, in_vain));
    }
    if problems.len() > MAX_PROBLEMS {
        problems.truncate(MAX_PROBLEMS + 1);
        if let Some(last) = problems.last_mut() {
            *last = problem(file, last.span, "more comments like these are not listed".to_owned(), None);
        }
    }
    found.extend(problems);
}

/// Whether `ignored`, a code or a folder of codes, covers `code`.
pub fn covers(ignored: &str, code: &str) -> bool {
    code.strip_prefix(settings::current(ignored)).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a code or folder of codes exists.
pub fn is_known(ignored: &str) -> bool {
    rules::codes().any(|code| covers(ignored, code))
}

/// Reads a comment. `content` are the lines of the last search for a line with content.
fn read<'a>(
    file: &'a SourceFile,
    comment: Span,
    content: &mut Range<usize>,
    ignored: &mut Vec<Ignored<'a>>,
    problems: &mut Vec<Diagnostic>,
) {
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
    let alone = file.text.get(before..comment.start as usize).is_some_and(|prefix| prefix.trim().is_empty());
    let line = match words.next() {
        Some((_, "ignore")) => Some(if alone { next_line(file, line, content) } else { line }),
        Some((_, "ignore-file")) => None,
        other => {
            let span = other.map_or(comment, place);
            let message = match other {
                Some((_, word)) => format!("unknown directive `{word}`"),
                None => "missing directive".to_owned(),
            };
            let help = "write `# descriptorium: ignore CODE` or `# descriptorium: ignore-file CODE`";
            return problems.push(problem(file, span, message, Some(help.to_owned())));
        }
    };
    let codes: Vec<(usize, &str)> = words.collect();
    if codes.is_empty() {
        let help = "add the code of a rule, such as `assembly/unused-property`";
        problems.push(problem(file, comment, "missing rule code".to_owned(), Some(help.to_owned())));
    }
    for (at, code) in codes {
        if is_known(code) {
            ignored.push(Ignored { code, span: place((at, code)), comment, line, used: false });
        } else if problems.len() <= MAX_PROBLEMS {
            let near = closest(code, rules::codes());
            let help = near.map(|near| format!("did you mean `{near}`?"));
            problems.push(problem(file, place((at, code)), format!("unknown rule `{code}`"), help));
        }
    }
}

/// The words of a text with their offsets, separated by blanks and commas.
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

/// The next line with content other than a comment. `last` is the result of the search before: from a line to the one
/// found, or to the end of the text.
fn next_line(file: &SourceFile, line: usize, last: &mut Range<usize>) -> usize {
    if !last.contains(&line) {
        *last = line..search(file, line);
    }
    if last.end < file.lines.count() { last.end } else { line }
}

fn search(file: &SourceFile, line: usize) -> usize {
    let content = |line: &usize| {
        let text = file.lines.span(&file.text, *line).of(&file.text).trim();
        !text.is_empty() && !text.starts_with('#')
    };
    (line + 1..file.lines.count()).find(content).unwrap_or(file.lines.count())
}

fn unused(file: &SourceFile, one: &Ignored<'_>, alone: bool, in_vain: bool) -> Diagnostic {
    let place = if one.line.is_some() { "here" } else { "in this file" };
    let message = match in_vain {
        true => format!("`{}` cannot be ignored: it is a syntax error", one.code),
        false => format!("unused ignore: no `{}` finding {place}", one.code),
    };
    let mut diagnostic = problem(file, one.span, message, None);
    if alone {
        let edit = TextEdit::delete(whole_line(file, one.comment));
        let change = Change::of_file("Remove the comment", file.path.clone(), edit);
        diagnostic.fixes.push(Fix { change, safety: Safety::Unsafe });
    }
    diagnostic
}

/// The comment with the blanks before it, or its whole line if nothing else is there.
fn whole_line(file: &SourceFile, comment: Span) -> Span {
    let number = file.lines.line(comment.start as usize);
    let line = file.lines.span(&file.text, number);
    let prefix = file.text.get(line.start as usize..comment.start as usize).unwrap_or("");
    if !prefix.trim().is_empty() {
        return Span { start: comment.start - (prefix.len() - prefix.trim_end().len()) as u32, end: comment.end };
    }
    let is_last = number + 1 == file.lines.count();
    Span::new(line.start as usize, if is_last { file.text.len() } else { file.lines.start(number + 1) })
}

fn problem(file: &SourceFile, span: Span, message: String, help: Option<String>) -> Diagnostic {
    let Definition { code, severity, .. } = catalog::unused_ignore::RULE;
    Diagnostic { code, severity, file: file.path.clone(), span, message, help, related: Vec::new(), fixes: Vec::new() }
}

/// The codes that belong to no rule or folder.
pub fn unknown<'a>(codes: impl IntoIterator<Item = &'a str>) -> SortedSet<&'a str> {
    codes.into_iter().filter(|code| !is_known(code)).collect()
}

/// Applies `level` to `severity`; `None` drops the finding.
pub fn leveled(severity: Severity, level: Option<Level>) -> Option<Severity> {
    match level {
        None => Some(severity),
        Some(Level::Error) => Some(Severity::Error),
        Some(Level::Warning) => Some(Severity::Warning),
        Some(Level::Info) => Some(Severity::Info),
        Some(Level::Off) => None,
    }
}
