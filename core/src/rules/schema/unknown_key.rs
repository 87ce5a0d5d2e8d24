//! A key that the specification does not have.

use crate::catalog::closest;
use crate::diagnostic::{Safety, Severity};
use crate::rules::{Check, Rule};
use crate::schema::ProblemKind;

pub static RULE: Rule = Rule {
    code: "schema/unknown-key",
    severity: Severity::Warning,
    title: "a key that the specification does not have",
    doc: "The key is kept, but nothing reads it: what it says has no effect. Mostly it is a slip of the pen, as \
          `descripion`.",
    sources: &["AD-DOC-03", "AD-DOC-13", "AD-PROP-07", "AD-COMP-07", "AD-CLU-01", "AD-REL-23", "RD-01"],
    bad: "name: assembly::a::1.0\nproperties:\n  address:\n    descripion: Where it listens\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  address:\n    description: Where it listens\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for problem in &file.problems {
        let ProblemKind::UnknownKey { record, key, known } = &problem.kind else { continue };
        let finding = cx.report(problem.span, format!("{} has no `{key}`", with_article(record)));
        match closest(key, known.iter().copied()) {
            Some(name) => finding.help(format!("did you mean `{name}`?")).replace_with(name, Safety::Unsafe),
            None => finding.help(format!("known keys: {}", known.join(", "))),
        };
    }
}

/// `an assembly descriptor`, `a component`.
pub fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
