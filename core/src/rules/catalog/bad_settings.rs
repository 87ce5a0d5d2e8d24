//! Settings of a catalog that cannot be read.

use crate::diagnostic::Severity;
use crate::rules::stated::{FILE, Stated};
use crate::rules::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "catalog/bad-settings",
    severity: Severity::Warning,
    title: "the settings of the catalog cannot be read",
    doc: "A catalog says in the file `descriptorium.yaml` at its root which product its descriptors are for, with \
          `profile: cp4na` or `profile: tnco`; with `packaging: lmctl` that they are parts of packages; and with `strict: \
          true` that a name that leads nowhere is an error. What the command line says comes first.\n\nA file that has \
          anything else states nothing at all.",
    sources: &[],
    bad: "# file: descriptorium.yaml\nprofil: tnco\n",
    good: "# file: descriptorium.yaml\nprofile: tnco\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    if cx.file.path.name() != FILE {
        return;
    }
    let Err(error) = Stated::read(&cx.file.text) else { return };
    let offset = error.location().map_or(0, |location| location.index().min(cx.file.text.len()));
    let span = cx.file.lines.span(&cx.file.text, cx.file.lines.line(offset));
    // The place is shown beside the message.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    let span = if span.is_empty() { Span::at(offset) } else { span };
    cx.report(span, format!("these settings cannot be read: {message}"))
        .help("`profile`, `packaging` and `strict` are known");
}
