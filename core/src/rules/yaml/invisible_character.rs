//! Invisible characters.

use crate::diagnostic::{Safety, Severity};
use crate::edit::{Replace, TextEdit};
use crate::rules::{Check, Definition};
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Definition = Definition {
    code: "yaml/invisible-character",
    severity: Severity::Warning,
    title: "invisible character",
    doc: "Text copied from a web page may contain characters that look like a space or are invisible, such as the \
          no-break space (U+00A0) or the zero width space (U+200B). YAML treats them as letters. Before a key they \
          change the key and its indentation, which is an error and hides all other findings of the file. Elsewhere \
          they become part of the value.",
    sources: &["AD-DOC-12"],
    bad: "name: assembly::a::1.0\nproperties:\n  size: {default: small\u{a0}}\n  label: {value: '${size}'}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  size: {default: small}\n  label: {value: '${size}'}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    if file.language.is_none() && file.errors.is_empty() || file.text.is_ascii() {
        return;
    }
    let (indenting, others): (Vec<Run>, Vec<Run>) = runs(file).into_iter().partition(|run| run.indents);
    if let Some(first) = indenting.first() {
        let more = match indenting.len() {
            1 => String::new(),
            count => format!(", and {} more", count - 1),
        };
        let finding = cx.report(first.span, format!("{} in the indentation{more}", first.name));
        let finding = finding.severity(Severity::Error).help(
            "it looks like a space or is invisible, but YAML reads it \
                                                              as a letter",
        );
        let edit = TextEdit::new(indenting.iter().map(Run::corrected).collect()).unwrap_or_default();
        finding.fix("Indent with spaces only", Safety::Unsafe, edit);
    }
    for run in others {
        let finding = cx.report(run.span, format!("{} in the text", run.name));
        let edit = TextEdit::new(vec![run.corrected()]).unwrap_or_default();
        let title = if run.blanks > 0 { "Replace with spaces" } else { "Remove the invisible characters" };
        finding.help("the character is invisible, but part of the value").fix(title, Safety::Unsafe, edit);
    }
}

/// A run of one invisible character.
struct Run {
    span: Span,
    name: &'static str,
    /// The number of spaces it looks like.
    blanks: usize,
    /// Whether no visible character precedes it on its line.
    indents: bool,
}

impl Run {
    fn corrected(&self) -> Replace {
        Replace { span: self.span, text: " ".repeat(self.blanks) }
    }
}

/// The invisible characters of the file, except in comments and descriptions.
fn runs(file: &SourceFile) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut characters = file.text.char_indices().peekable();
    while let Some((start, character)) = characters.next() {
        let Some(name) = name(character).filter(|_| start > 0) else { continue };
        let (mut end, mut count) = (start + character.len_utf8(), 1);
        while let Some((at, same)) = characters.next_if(|(_, next)| *next == character) {
            (end, count) = (at + same.len_utf8(), count + 1);
        }
        let span = Span::new(start, end);
        let line = file.lines.start(file.lines.line(start));
        let before = file.text.get(line..start).unwrap_or("");
        let indents = before.chars().all(|character| character.is_whitespace() || self::name(character).is_some());
        let commented = file.tree.comments.iter().any(|comment| comment.contains(span));
        let prose = file.path_at(start).last_key() == Some("description");
        if !commented && (indents || !prose) {
            let blanks = if character == '\u{a0}' { count } else { 0 };
            runs.push(Run { span, name, blanks, indents });
        }
    }
    runs
}

fn name(character: char) -> Option<&'static str> {
    match character {
        '\u{a0}' => Some("no-break space (U+00A0)"),
        '\u{200b}' => Some("zero width space (U+200B)"),
        '\u{2060}' => Some("word joiner (U+2060)"),
        '\u{feff}' => Some("byte order mark (U+FEFF)"),
        _ => None,
    }
}
