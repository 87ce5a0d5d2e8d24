//! Attributes next to the entry they belong to instead of below it.

use crate::diagnostic::{Safety, Severity};
use crate::edit::{Replace, TextEdit};
use crate::rules::{Check, Definition};
use crate::schema::ViolationKind;
use crate::syntax::NodePath;
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Definition = Definition {
    code: "schema/outdented-body",
    severity: Severity::Error,
    title: "attributes not indented below their entry",
    doc: "The attributes of a component, property or relationship are indented below its name. At the same indentation \
          as the name, they are read as further components, properties or relationships, and the entry they belong to \
          is empty.",
    sources: &["AD-COMP-00"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
  type: assembly::web::1.0
  properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for violation in file.violations() {
        let ViolationKind::Outdented { record, keys } = &violation.kind else { continue };
        let Some(name) = violation.path.last_key() else { continue };
        let listed = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        let finding =
            cx.report(violation.span, format!("{record} `{name}` is empty: {listed} should be indented below it"));
        let finding = finding.help(format!("indent the attributes of `{name}` below its name"));
        let paths = keys.iter().filter_map(|key| Some(violation.path.parent()?.key(key)));
        if let Some(edit) = indent(file, paths) {
            finding.fix(format!("Indent below `{name}`"), Safety::Unsafe, edit);
        }
    }
}

/// The misread spans, from the empty entry to the end of its attributes.
pub fn misread(file: &SourceFile) -> Vec<Span> {
    let found = file.violations().iter().filter_map(|violation| {
        let ViolationKind::Outdented { keys, .. } = &violation.kind else { return None };
        let last = violation.path.parent()?.key(keys.last()?);
        Some(violation.span.cover(file.key_span(&last)?).cover(file.span_of(&last)?))
    });
    found.collect()
}

/// Indents the entries at `paths` by two more columns; `None` if one contains an alias, which may name the anchor of the
/// empty entry and would be inside of it.
fn indent(file: &SourceFile, paths: impl Iterator<Item = NodePath>) -> Option<TextEdit> {
    let written = file.tree.root()?;
    let spans = paths.map(|path| {
        let moved = written.at(&path).filter(|node| !node.has_alias())?;
        Some((file.key_span(&path)?, moved.span))
    });
    let spans: Vec<(Span, Span)> = spans.collect::<Option<_>>()?;
    let (first, last) = (spans.first()?.0, spans.last()?);
    let lines = file.lines.line(first.start as usize)..=file.lines.line(last.0.cover(last.1).end as usize);
    let starts = lines.map(|line| (file.lines.start(line), file.lines.span(&file.text, line).of(&file.text)));
    let filled = starts.filter(|(_, text)| !text.trim().is_empty());
    TextEdit::new(filled.map(|(start, _)| Replace { span: Span::at(start), text: "  ".to_owned() }).collect())
}
