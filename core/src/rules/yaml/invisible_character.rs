//! A character that one does not see.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "yaml/invisible-character",
    severity: Severity::Warning,
    title: "a character that one does not see",
    doc: "Text copied from a web page can carry characters that look like a blank or like nothing, as the no-break space \
          (U+00A0) or the zero width space (U+200B). YAML takes them for letters. In front of a key they make another key \
          at another depth, which is an error; elsewhere they become part of the value.",
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
    let mut characters = file.text.char_indices().peekable();
    while let Some((start, character)) = characters.next() {
        let Some(name) = name(character).filter(|_| start > 0) else { continue };
        let mut end = start + character.len_utf8();
        while let Some((at, same)) = characters.next_if(|(_, next)| *next == character) {
            end = at + same.len_utf8();
        }
        let span = Span::new(start, end);
        let line = file.lines.start(file.lines.line(start));
        let before = file.text.get(line..start).unwrap_or("");
        let indentation = before.chars().all(|character| character.is_whitespace() || self::name(character).is_some());
        let commented = file.tree.comments.iter().any(|comment| comment.contains(span));
        let prose = file.path_at(start).last_key() == Some("description");
        if commented || prose && !indentation {
            continue;
        }
        let (severity, place) = match indentation {
            true => (Severity::Error, "in the indentation"),
            false => (Severity::Warning, "here"),
        };
        let finding = cx.report(span, format!("there is {name} {place}")).severity(severity);
        let blanks = " ".repeat(if character == '\u{a0}' { (end - start) / 2 } else { 0 });
        let title = if blanks.is_empty() { "Remove it" } else { "Replace with blanks" };
        finding.help("one does not see it, and YAML takes it for a letter").fix(
            title,
            Safety::Unsafe,
            TextEdit::replace(span, blanks),
        );
    }
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
