//! A key in a spelling that is read but is not the specification's.

use crate::diagnostic::{Safety, Severity};
use crate::rules::{Check, Definition, with_article};
use crate::schema::ProblemKind;

pub static RULE: Definition = Definition {
    code: "schema/alias-key",
    severity: Severity::Info,
    title: "a key in another spelling than the specification's",
    doc: "Published descriptors spell a few keys with an underscore or in camel case: `read_only`, `entry_schema`, \
          `publication_period`. They are read as what they mean here, but a product need not be so lenient.\n\n\
          `read-only` misspelled is a warning, because an output that is taken for an input changes how the assembly is \
          instantiated.",
    sources: &["AD-PROP-14", "AD-TYPE-05", "AD-MET-03", "ASD-03"],
    bad: "\
name: assembly::a::1.0
properties:
  address:
    read_only: true
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  address:
    read-only: true
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for problem in file.problems() {
        let ProblemKind::AliasKey { record, key, canonical } = &problem.kind else { continue };
        let severity = if *canonical == "read-only" { Severity::Warning } else { Severity::Info };
        let message = format!("{} spells `{key}` as `{canonical}`", with_article(record));
        let finding = cx.report(problem.span, message).severity(severity);
        let both = problem.path.parent().and_then(|parent| file.root.as_ref()?.at(&parent.key(canonical))).is_some();
        if both {
            finding.help(format!("`{canonical}` stands there too: take one of them away"));
        } else if problem.span.of(&file.text) == key.as_str() {
            finding.replace_with(canonical, Safety::Safe);
        }
    }
}
