//! Versions that are not on the first line.

use crate::diagnostic::{Safety, Severity};
use crate::rules::tosca::{Check, Rule};
use crate::syntax::NodePath;
use crate::syntax::patch::InsertAt;
use crate::tosca::version::KEY;

pub static RULE: Rule = Rule {
    code: "tosca/version/late-version",
    severity: Severity::Error,
    title: "version is not the first key",
    doc: "`tosca_definitions_version` must be the first key of a service template, so that a reader knows the \
          grammar before everything else (3.1). Comments and blank lines can precede it.",
    sources: &["T-3.1-02"],
    bad: "\
# file: a.yaml
description: A server
tosca_definitions_version: tosca_simple_yaml_1_2
",
    good: "\
# file: a.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
description: A server
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(root) = &cx.file.root else { return };
    let first = root.entries().first().and_then(|entry| entry.key.as_text());
    let Some(late) = root.entry(KEY).filter(|entry| first != Some(KEY) && !entry.merged) else { return };
    let finding = cx.report(late.key.span, format!("`{KEY}` must be the first key of the file"));
    finding.help("move the key to the top").fix_by("Move to the top", Safety::Unsafe, |draft| {
        draft.move_to(&NodePath::keys([KEY]), InsertAt::First)
    });
}
