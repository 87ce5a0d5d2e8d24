//! Values outside a fixed set.

use crate::diagnostic::Severity;
use crate::rules::{Check, Definition};
use crate::schema::ViolationKind;
use crate::similarity::loosely_equal;

pub static RULE: Definition = Definition {
    code: "schema/not-a-choice",
    severity: Severity::Error,
    title: "value not allowed",
    doc: "Some keys accept only a fixed set of case-sensitive values. The state of a component is `Active`, not \
          `active` or `Started`.",
    sources: &[
        "AD-REL-09",
        "AD-REL-10",
        "AD-REL-11",
        "AD-REL-12",
        "AD-OPS-05",
        "AD-POL-01",
        "T-3.1-03",
        "T-3.5.9-08",
        "ASD-19",
        "ASD-40",
        "ASD-41",
        "ASD-42",
        "ASD-43",
        "ASD-45",
        "HAS-66",
        "HAS-103",
        "HAS-104",
    ],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  store: {type: resource::store::1.0}
operations:
  Backup: {source-operation: store.Backup, multiple-instances: all}
# file: store.yaml
name: resource::store::1.0
lifecycle: {Create: {}}
operations:
  Backup: {}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  store: {type: resource::store::1.0}
operations:
  Backup: {source-operation: store.Backup, multiple-instances: any}
# file: store.yaml
name: resource::store::1.0
lifecycle: {Create: {}}
operations:
  Backup: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for violation in file.violations() {
        let ViolationKind::NotAChoice { found, choices } = &violation.kind else { continue };
        if (cx.hooks.is_reported_elsewhere)(cx, violation) {
            continue;
        }
        let key = violation.path.last_key().unwrap_or("item");
        let policy = choices.iter().any(|choice| choice.starts_with("policy::"));
        let listed: Vec<String> = choices.iter().map(|choice| format!("`{choice}`")).collect();
        let finding = cx.report(violation.span, format!("invalid value `{found}` for `{key}`"));
        let finding = finding.severity(if policy { Severity::Warning } else { Severity::Error });
        // The same word in another notation, such as `Helm chart` for `helm_chart`.
        let joined = found.replace(char::is_whitespace, "_");
        let meant = choices.iter().find(|choice| loosely_equal(choice, &joined) && **choice != found.as_str());
        if let Some(meant) = meant {
            finding.help(format!("did you mean `{meant}`?")).replace_name(found, meant);
            continue;
        }
        finding.suggest(found, choices.iter().copied(), &format!("expected one of {}", listed.join(", ")));
    }
}
