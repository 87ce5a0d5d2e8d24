//! Properties at the root instead of under `properties`.

use crate::assembly::model::DescriptorKind;
use crate::assembly::schema::PROPERTY;
use crate::assembly::{descriptor, project};
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::schema::{Violation, ViolationKind};
use crate::symbol::DescriptorRef;
use crate::syntax::{Node, NodePath};
use crate::workspace::SourceFile;

pub static RULE: Rule = Rule {
    code: "schema/property-outside-properties",
    severity: Severity::Warning,
    title: "property outside `properties`",
    doc: "This key at the root contains only attributes of a property (`type`, `value`, `default`, ...). It is a \
          property that lost its indentation, and has no effect.",
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
    for violation in file.violations() {
        let ViolationKind::UnknownKey { key, .. } = &violation.kind else { continue };
        if !is_stray(file, violation) {
            continue;
        }
        let finding = cx.report(violation.span, format!("property `{key}` is outside `properties`"));
        let finding = finding.help("indent it below `properties`");
        finding.fix_by(format!("Move `{key}` under `properties`"), Safety::Unsafe, |draft| {
            draft.move_into(&violation.path, &NodePath::keys(["properties"]))
        });
    }
}

/// Whether the unknown root key of a violation contains a property.
pub fn is_stray(file: &SourceFile, violation: &Violation) -> bool {
    let Some(node) = unknown_value(file, violation) else { return false };
    let attributes =
        node.entries().iter().all(|entry| entry.key.as_text().is_some_and(|key| PROPERTY.field(key).is_some()));
    !node.entries().is_empty() && attributes && !is_stray_part(file, violation)
}

/// The value of an unknown root key. A lookup by key would take quadratic time in a mapping of unknown keys.
fn unknown_value<'a>(file: &'a SourceFile, violation: &Violation) -> Option<&'a Node> {
    let ViolationKind::UnknownKey { index, .. } = violation.kind else { return None };
    let root = file.root.as_ref().filter(|_| violation.path.steps().len() == 1)?;
    root.entries().get(index).map(|entry| &entry.value)
}

/// Whether the unknown root key of a violation contains a component: its type is a descriptor name.
pub fn is_stray_part(file: &SourceFile, violation: &Violation) -> bool {
    let is_assembly = descriptor(file).is_some_and(|found| found.kind == DescriptorKind::Assembly);
    let node = unknown_value(file, violation).filter(|_| is_assembly);
    let type_name = node.and_then(|node| node.get("type")?.as_text()).unwrap_or("");
    DescriptorRef::parse(type_name).is_some() || type_name.starts_with(project::REFERENCE)
}
