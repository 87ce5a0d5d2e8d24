//! Unknown `${instance...}` values.

use crate::assembly::interpolation::PropertyPath;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Reading, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/no-such-instance-value",
    severity: Severity::Error,
    title: "unknown instance value",
    doc: "`${instance.name}`, `${instance.id}` and `${instance.index}` are the only values that the orchestrator \
          provides for every instance.",
    sources: &["AD-REF-06"],
    bad: "\
name: assembly::a::1.0
properties:
  label:
    read-only: true
    value: '${instance.nmae}'
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  label:
    read-only: true
    value: '${instance.name}'
composition: {}
",
    check,
};

/// The values of every instance.
pub const NAMES: [&str; 3] = ["name", "id", "index"];

fn check(cx: &mut Check<'_>) {
    for Reading { interpolation, .. } in cx.readings().iter() {
        for reference in interpolation.references() {
            if reference.head() == "instance" {
                instance(cx, reference);
            }
        }
    }
}

fn instance(cx: &mut Check<'_>, reference: &PropertyPath) {
    match (reference.name(1), reference.segments.get(1), reference.segments.get(2)) {
        (Some(name), _, None) if NAMES.contains(&name) => {}
        (Some(name), Some(segment), None) => {
            let finding = cx.report(segment.span(), format!("unknown instance value `{name}`"));
            finding.suggest(name, NAMES, "use `name`, `id` or `index`");
        }
        _ => {
            let finding = cx.report(reference.span, "malformed reference to an instance value");
            finding.help("use `${instance.name}`, `${instance.id}` or `${instance.index}`");
        }
    }
}
