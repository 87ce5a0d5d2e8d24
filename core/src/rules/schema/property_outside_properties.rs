//! A property that has lost its indentation and stands at the root.

use crate::assembly::schema::PROPERTY;
use crate::diagnostic::{Safety, Severity};
use crate::rules::{Check, Rule};
use crate::schema::ProblemKind;
use crate::syntax::{NodePath, plain};
use crate::workspace::SourceFile;

pub static RULE: Rule = Rule {
    code: "schema/property-outside-properties",
    severity: Severity::Warning,
    title: "a property stands outside `properties`",
    doc: "A key at the root that holds nothing but attributes of a property (`type`, `value`, `default` ..) is a property \
          that has lost its indentation. Nothing reads it there.",
    sources: &["AD-DOC-04"],
    bad: "\
name: assembly::a::1.0
properties:
  data: {type: string}
flavor:
  value: m1.small
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  data: {type: string}
  flavor:
    value: m1.small
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for problem in &file.problems {
        let ProblemKind::UnknownKey { key, .. } = &problem.kind else { continue };
        let node = file.root.as_ref().and_then(|root| root.at(&problem.path));
        let Some(node) = node.filter(|_| is_stray(file, &problem.path)) else { continue };
        let value = plain::value(node);
        let finding = cx.report(problem.span, format!("the property `{key}` stands outside `properties`"));
        let finding = finding.help("indent it, below `properties`");
        finding.fix_by(format!("Move `{key}` under `properties`"), Safety::Unsafe, |draft| {
            draft.remove(&problem.path)?;
            draft.set(&NodePath::keys(["properties", key]), &value)
        });
    }
}

/// Whether the key at `path`, which the root of a descriptor does not have, holds a property.
pub fn is_stray(file: &SourceFile, path: &NodePath) -> bool {
    let Some(node) = file.root.as_ref().and_then(|root| root.at(path)) else { return false };
    let attributes =
        node.entries().iter().all(|entry| entry.key.as_text().is_some_and(|key| PROPERTY.field(key).is_some()));
    path.steps().len() == 1 && !node.entries().is_empty() && attributes
}
