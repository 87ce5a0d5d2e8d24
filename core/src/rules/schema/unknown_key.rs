//! Keys that the specification does not define.

use crate::catalog::closest;
use crate::diagnostic::{Safety, Severity};
use crate::rules::{Check, Definition, described};
use crate::schema::ProblemKind;
use crate::syntax::NodePath;

pub static RULE: Definition = Definition {
    code: "schema/unknown-key",
    severity: Severity::Warning,
    title: "unknown key",
    doc: "The key is kept, but nothing reads it, so it has no effect. Usually it is a typo such as `descripion`, or a \
          property of a component written next to `properties` instead of inside.",
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
        "T-3.5.11-07",
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
        "T-3.8-03",
        "T-3.9-01",
        "T-3.9.3.3-01",
        "T-5.6-1",
        "T-7.3-8",
        "T-10.1-4",
        "T-11-6",
        "T-13-9",
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
    let (file, tables) = (cx.file, cx.tables);
    for problem in file.problems() {
        let ProblemKind::UnknownKey { record, key, known } = &problem.kind else { continue };
        if (tables.is_reported_elsewhere)(file, problem) || (tables.unknown_key)(cx, problem) {
            continue;
        }
        let severity = (tables.unknown_key_severity)(record, key).unwrap_or(RULE.severity);
        let finding = cx.report(problem.span, message(key, record, &problem.path)).severity(severity);
        // A key that is already present cannot be the intended one.
        let mapping = problem.path.parent().and_then(|parent| file.root.as_ref()?.at(&parent));
        let missing = known.iter().copied().filter(|name| mapping.is_none_or(|node| node.entry(name).is_none()));
        match closest(key, missing) {
            Some(name) => finding.help(format!("did you mean `{name}`?")).replace_with(name, Safety::Unsafe),
            None => finding.help(format!("known keys: {}", known.join(", "))),
        };
    }
}

/// The message for `key` at `path`, which a mapping of this record does not have.
pub fn message(key: &str, record: &str, path: &NodePath) -> String {
    let mapping = path.parent().unwrap_or_default();
    format!("unknown key `{key}` in {}", described(record, &mapping))
}
