//! Unknown lifecycle transitions.

use crate::assembly::schema::TRANSITIONS;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/unknown-transition",
    severity: Severity::Warning,
    title: "unknown lifecycle transition",
    doc: "The lifecycle of a resource consists of the transitions `Create`, `Install`, `Configure`, `Start`, \
          `Integrity`, `Stop`, `Uninstall`, `Delete`, `Reconfigure`, `Upgrade`, `Heal` and `Adopt`. Others are never \
          called.",
    sources: &["RD-02"],
    bad: "name: resource::r::1.0\nlifecycle:\n  Create: {}\n  Instal: {}\n",
    good: "name: resource::r::1.0\nlifecycle:\n  Create: {}\n  Install: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(resource) = cx.resource() else { return };
    for transition in &resource.lifecycle {
        if !TRANSITIONS.contains(&transition.value.as_str()) {
            let finding = cx.report(transition.span, format!("unknown lifecycle transition `{}`", transition.value));
            finding.suggest(&transition.value, TRANSITIONS.iter().copied(), "it is never called");
        }
    }
}
