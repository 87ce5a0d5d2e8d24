//! Characters that are not allowed where they are.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::{errors, quoted, scalar_around};
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/reserved-character",
    severity: Severity::Error,
    title: "reserved character",
    doc: "Unquoted text cannot begin with `@`, a backtick, `%` or another character reserved by YAML. Quoted text can. \
          Control characters are never allowed.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: @home\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: '@home'\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        let character = error.span.of(&file.text);
        if character.chars().all(char::is_control) {
            let code = character.chars().next().map_or(0, u32::from);
            let finding = cx.report(error.span, format!("control character U+{code:04X}"));
            finding.fix("Remove the character", Safety::Unsafe, TextEdit::delete(error.span));
            continue;
        }
        if character == "#" {
            let edit = TextEdit::insert(error.span.start as usize, " ");
            let finding = cx.report(error.span, "missing space before `#`");
            finding.fix("Add the space", Safety::Unsafe, edit);
            continue;
        }
        let finding = cx.report(error.span, format!("unquoted text cannot begin with `{character}`"));
        let finding = finding.help("quote it");
        let text = scalar_around(file, error.span).filter(|node| node.span.start == error.span.start);
        if let Some((node, quoted)) = text.and_then(|node| Some((node, quoted(node.span.of(&file.text))?))) {
            finding.fix("Quote it", Safety::Unsafe, TextEdit::replace(node.span, quoted));
        }
    }
}
