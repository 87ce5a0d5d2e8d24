//! Keys that the specification does not define.

use crate::diagnostic::Severity;
use crate::rules::{Check, Definition, described};
use crate::schema::{Need, ViolationKind};
use crate::syntax::NodePath;

pub static RULE: Definition = Definition {
    code: "schema/unknown-key",
    severity: Severity::Warning,
    title: "unknown key",
    doc: "The key is kept, but nothing reads it, so it has no effect. Usually it is a typo such as `descripion`, or a \
          property of a component written next to `properties` instead of inside.\n\nA misspelling of a key that is missing counts as \
          that key for all other rules. It is an error if the key is required.",
    sources: &[
        "AD-DOC-03",
        "AD-DOC-13",
        "AD-PROP-07",
        "AD-COMP-07",
        "AD-CLU-01",
        "AD-REL-23",
        "AD-REL-14",
        "AD-RFS-07",
        "RD-01",
        "RD-12",
        "T-0-02",
        "T-3.5.3-01",
        "T-3.5.11-02",
        "T-3.5.14-09",
        "T-3.5.22-04",
        "T-3.6.8-01",
        "T-3.6.9-05",
        "T-3.6.10-05",
        "T-3.7.1-03",
        "T-3.7.1-05",
        "T-3.7.3-09",
        "T-3.7.4-05",
        "T-3.8-01",
        "T-3.9-01",
        "T-5.6-1",
        "T-7.3-10",
        "T-7.4-1",
        "T-7.3-8",
        "T-10.1-4",
        "T-11-6",
        "T-14-3",
        "ASD-03",
        "HAS-02",
        "HAS-25",
        "HAS-36",
        "HAS-65",
    ],
    bad: "\
name: assembly::a::1.0
properties:
  address:
    descripion: Where it listens
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  address:
    description: Where it listens
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let (file, hooks) = (cx.file, cx.hooks);
    for violation in file.violations() {
        if let ViolationKind::MisspelledKey { record, key, canonical, need } = &violation.kind {
            if (hooks.unknown_key)(cx, violation) {
                continue;
            }
            let own = match need {
                Need::Required | Need::RequiredWithout(_) => Severity::Error,
                _ => (hooks.unknown_key_severity)(cx, record, canonical).unwrap_or(RULE.severity),
            };
            let finding = cx.report(violation.span, message(key, record, &violation.path)).severity(own);
            let finding = finding.help(format!("did you mean `{canonical}`?"));
            finding.replace_name(key, canonical);
            continue;
        }
        let ViolationKind::UnknownKey { record, key, known, missing, .. } = &violation.kind else { continue };
        if (hooks.is_reported_elsewhere)(cx, violation) || (hooks.unknown_key)(cx, violation) {
            continue;
        }
        let severity = (hooks.unknown_key_severity)(cx, record, key).unwrap_or(RULE.severity);
        let finding = cx.report(violation.span, message(key, record, &violation.path)).severity(severity);
        // A key that is already present cannot be the intended one.
        finding.suggest(key, missing.iter().copied(), &format!("known keys: {}", known.join(", ")));
    }
}

/// The message for `key` at `path`, which a mapping of this record does not have.
pub fn message(key: &str, record: &str, path: &NodePath) -> String {
    let mapping = path.parent().unwrap_or_default();
    format!("unknown key `{key}` in {}", described(record, &mapping))
}
