//! Properties at the root instead of under `properties`.

use crate::assembly::model::DescriptorKind;
use crate::assembly::{descriptor, project};
use crate::assembly::schema::PROPERTY;
use crate::diagnostic::{Safety, Severity};
use crate::edit::EditError;
use crate::rules::assembly::{Check, Rule};
use crate::schema::ProblemKind;
use crate::symbol::DescriptorRef;
use crate::syntax::NodePath;
use crate::syntax::patch::{Draft, InsertAt};
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
    for problem in file.problems() {
        let ProblemKind::UnknownKey { key, .. } = &problem.kind else { continue };
        if !is_stray(file, &problem.path) {
            continue;
        }
        let finding = cx.report(problem.span, format!("property `{key}` is outside `properties`"));
        let finding = finding.help("indent it below `properties`");
        finding.fix_by(format!("Move `{key}` under `properties`"), Safety::Unsafe, |draft| {
            move_under(draft, &problem.path, "properties")
        });
    }
}

/// Moves an entry of the root into a section, as written.
pub fn move_under(draft: &mut Draft, path: &NodePath, section: &str) -> Result<(), EditError> {
    let piece = draft.copy(path)?;
    draft.remove(path)?;
    draft.paste(&NodePath::keys([section]), &piece, InsertAt::Last)
}

/// Whether the unknown root key at `path` contains a property.
pub fn is_stray(file: &SourceFile, path: &NodePath) -> bool {
    let Some(node) = file.root.as_ref().and_then(|root| root.at(path)) else { return false };
    let attributes =
        node.entries().iter().all(|entry| entry.key.as_text().is_some_and(|key| PROPERTY.field(key).is_some()));
    path.steps().len() == 1 && !node.entries().is_empty() && attributes && !is_stray_part(file, path)
}

/// Whether the unknown root key at `path` contains a component: its type is a descriptor name.
pub fn is_stray_part(file: &SourceFile, path: &NodePath) -> bool {
    let is_assembly = descriptor(file).is_some_and(|found| found.kind == DescriptorKind::Assembly);
    let node = file.root.as_ref().filter(|_| is_assembly).and_then(|root| root.at(path));
    let type_name = node.and_then(|node| node.get("type")?.as_text()).unwrap_or("");
    path.steps().len() == 1 && (DescriptorRef::parse(type_name).is_some() || type_name.starts_with(project::REFERENCE))
}
