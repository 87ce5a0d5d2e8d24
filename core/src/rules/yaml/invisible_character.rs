//! A character that one does not see.

use crate::diagnostic::{Safety, Severity};
use crate::edit::{Replace, TextEdit};
use crate::rules::{Check, Definition};
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Definition = Definition {
    code: "yaml/invisible-character",
    severity: Severity::Warning,
    title: "a character that one does not see",
    doc: "Text copied from a web page can carry characters that look like a blank or like nothing, as the no-break space \
          (U+00A0) or the zero width space (U+200B). YAML takes them for letters. In front of a key they make another key \
          at another depth, which is an error, and nothing else is said of the file until that is mended; elsewhere they \
          become part of the value.",
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
        let finding = cx.report(first.span, format!("there is {} in the indentation{more}", first.name));
        let finding = finding.severity(Severity::Error).help("one does not see it, and YAML takes it for a letter");
        let edit = TextEdit::new(indenting.iter().map(Run::mended).collect()).unwrap_or_default();
        finding.fix("Make the indentation spaces only", Safety::Unsafe, edit);
    }
    for run in others {
        let finding = cx.report(run.span, format!("there is {} here", run.name));
        let edit = TextEdit::new(vec![run.mended()]).unwrap_or_default();
        let title = if run.blanks > 0 { "Replace with blanks" } else { "Remove it" };
        finding.help("one does not see it, and it is part of the text").fix(title, Safety::Unsafe, edit);
    }
}

/// Several of one invisible character in a row.
struct Run {
    span: Span,
    name: &'static str,
    /// How many blanks it looks like.
    blanks: usize,
    /// Whether nothing that one sees stands before it in its line.
    indents: bool,
}

impl Run {
    fn mended(&self) -> Replace {
        Replace { span: self.span, text: " ".repeat(self.blanks) }
    }
}

/// Those in the file, but for comments and prose.
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
        '\u{a0}' => Some("a no-break space (U+00A0)"),
        '\u{200b}' => Some("a zero width space (U+200B)"),
        '\u{2060}' => Some("a word joiner (U+2060)"),
        '\u{feff}' => Some("a byte order mark (U+FEFF)"),
        _ => None,
    }
}
