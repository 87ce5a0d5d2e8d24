//! Nested mappings or lists that begin on the line of their key.

use crate::diagnostic::{Safety, Severity};
use crate::rules::yaml::{errors, quoted, scalar_around};
use crate::rules::{Check, Definition};
use crate::syntax::{Style, SyntaxErrorKind};

pub static RULE: Definition = Definition {
    code: "yaml/nested-inline",
    severity: Severity::Error,
    title: "nested collection on the line of its key",
    doc: "`key: a: b` and `key: - a` are invalid YAML: nested entries and items begin on a line of their own. Quote \
          text that contains a colon followed by a space.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: Video: live and recorded\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: 'Video: live and recorded'\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        let (what, help) = match error.kind {
            SyntaxErrorKind::NestedSequenceInline => ("a list", "begin it on the next line"),
            _ => ("a mapping", "begin it on the next line, or quote the text"),
        };
        let finding = cx.report(error.span, format!("{what} cannot begin on the line of its key")).help(help);
        let text = scalar_around(file, error.span)
            .filter(|node| node.as_scalar().is_some_and(|scalar| scalar.style == Style::Plain));
        if let Some((node, quoted)) = text.and_then(|node| Some((node, quoted(node.span.of(&file.text))?))) {
            let edit = crate::edit::TextEdit::replace(node.span, quoted);
            finding.fix("Quote the text", Safety::Unsafe, edit);
        }
    }
}
