//! A lifecycle transition that there is not.

use crate::assembly::schema::TRANSITIONS;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/unknown-transition",
    severity: Severity::Warning,
    title: "a lifecycle transition that there is not",
    doc: "The lifecycle of a resource names the transitions that its drivers carry out: `Create`, `Install`, `Configure`, \
          `Start`, `Integrity`, `Stop`, `Uninstall`, `Delete`, `Reconfigure`, `Upgrade`, `Heal`, `Adopt`. Another name is \
          never called.",
    sources: &["RD-02"],
    bad: "name: resource::r::1.0\nlifecycle:\n  Create: {}\n  Instal: {}\n",
    good: "name: resource::r::1.0\nlifecycle:\n  Create: {}\n  Install: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(resource) = cx.resource() else { return };
    for transition in &resource.lifecycle {
        if !TRANSITIONS.contains(&transition.value.as_str()) {
            let finding = cx.report(transition.span, format!("no lifecycle transition `{}`", transition.value));
            finding.suggest(&transition.value, TRANSITIONS.iter().copied(), "it is never called");
        }
    }
}
