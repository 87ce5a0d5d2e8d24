//! Template not ready for conductor.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::homing::ready;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/not-ready",
    severity: Severity::Info,
    title: "template not ready for conductor",
    doc: "Conductor rejects, ignores or loses parts of this template that can be rewritten. The fix makes all \
          changes at once; the help lists those that change the meaning for a reader of the guide, and the findings \
          that it cannot fix.",
    sources: &[],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    # descriptorium: ignore homing/conductor/demand-attributes -- shown by its own rule
    - {inventory_provider: aai, inventory_type: cloud, attributes: {status: Active}}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

/// Maximum number of findings that the help lists.
const MAX_LISTED: usize = 20;

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view().filter(|_| cx.is_conductor()) else { return };
    let Some(version) = view.template.entries().first() else { return };
    let mut draft = cx.file.draft();
    let changes = ready::rewrite(&view, &mut draft);
    if changes.is_empty() {
        return;
    }
    let (n_changes, span) = (changes.len(), version.key.span);
    let (text, edit) = (draft.text().to_owned(), draft.finish());
    let list = |is_meaning: bool| {
        let lines = changes.iter().filter(|change| change.changes_meaning == is_meaning);
        lines.map(|change| change.title.as_str()).collect::<Vec<_>>().join("; ")
    };
    let left = cx.left_for_conductor(&text);
    let is_accepted = left.iter().all(|found| found.severity != Severity::Error);
    let mut unfixed: Vec<&str> = left.iter().map(|found| found.message.as_str()).collect();
    unfixed.dedup();
    let n_others = unfixed.len().saturating_sub(MAX_LISTED);
    unfixed.truncate(MAX_LISTED);
    let more = format!("{n_others} more");
    unfixed.extend((n_others > 0).then_some(more.as_str()));
    let unfixed = unfixed.join("; ");
    let parts = [("Changes the meaning: ", list(true)), ("Keeps the meaning: ", list(false)), ("Not fixed: ", unfixed)];
    let mut help = String::new();
    for (title, text) in parts {
        if !text.is_empty() {
            help.push_str(if help.is_empty() { "" } else { ". " });
            help.push_str(title);
            help.push_str(&text);
        }
    }
    let plural = if n_changes == 1 { "" } else { "s" };
    let message = match is_accepted {
        true => format!("{n_changes} change{plural} would make this template ready for conductor"),
        false => format!("{n_changes} change{plural} can be made for conductor, which needs others too"),
    };
    cx.report(span, message).help(help).fix("Make it ready for conductor", Safety::Unsafe, edit);
}
