//! Typographic quotes around text.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::scalars;
use crate::rules::{Check, Definition};
use crate::syntax::Style;

pub static RULE: Definition = Definition {
    code: "yaml/typographic-quote",
    severity: Severity::Warning,
    title: "typographic quotes",
    doc: "Word processors and web pages turn straight quotes into ‘ ’ “ ”. YAML treats them as letters, so they become \
          part of the value.",
    sources: &["AD-DOC-09"],
    bad: "name: assembly::a::1.0\nproperties:\n  size: {default: small}\n  label:\n    value: ‘${size}’\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  size: {default: small}\n  label:\n    value: '${size}'\ncomposition: {}\n",
    check,
};

const OPENING: [char; 4] = ['‘', '’', '“', '”'];

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    if file.language.is_none() || file.text.is_ascii() {
        return;
    }
    let mut found = Vec::new();
    for (node, _) in scalars(file) {
        let plain = node.as_scalar().is_some_and(|scalar| scalar.style == Style::Plain);
        let text = node.span.of(&file.text);
        if plain && text.starts_with(OPENING) {
            found.push((node.span, text));
        }
    }
    for (span, text) in found {
        let finding = cx.report(span, "typographic quotes are part of the value").help("use straight quotes");
        let inner = text.trim_matches(OPENING);
        if inner.contains(['\n', '\r']) {
            continue;
        }
        let quote = if text.starts_with(['“', '”']) && !inner.contains(['"', '\\']) { '"' } else { '\'' };
        let inner = if quote == '\'' { inner.replace('\'', "''") } else { inner.to_owned() };
        let edit = TextEdit::replace(span, format!("{quote}{inner}{quote}"));
        finding.fix("Use straight quotes", Safety::Unsafe, edit);
    }
}
