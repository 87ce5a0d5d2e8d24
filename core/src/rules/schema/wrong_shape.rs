//! Values of the wrong form, such as a list instead of a mapping.

use crate::diagnostic::{Safety, Severity};
use crate::rules::schema_hooks::{Advice, Replacement};
use crate::rules::{Check, Definition, Finding, with_article};
use crate::schema::{Violation, ViolationKind, Record, Shape, spot};
use crate::syntax::{Node, Style};
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Definition = Definition {
    code: "schema/wrong-shape",
    severity: Severity::Error,
    title: "wrong form of value",
    doc: "The value does not have the form that the specification requires, such as a list instead of a mapping or a string \
          instead of a number. It is treated as missing.\n\nProperties are mappings of attributes, so their value is \
          one level deeper: `flavor: {value: m1.small}`.",
    sources: &[
        "AD-DOC-07",
        "AD-PROP-06",
        "AD-PROP-10",
        "AD-COMP-00",
        "AD-QTY-01",
        "AD-UPG-01",
        "RD-06",
        "T-0-01",
        "T-1-04",
        "T-3.5.1-01",
        "T-3.5.2-01",
        "T-3.5.3-17",
        "T-3.5.8-11",
        "T-3.5.9-03",
        "T-3.5.10-08",
        "T-3.5.14-04",
        "T-3.5.14-05",
        "T-3.5.19-01",
        "T-3.5.20-01",
        "T-3.5.21-01",
        "T-3.6.2-02",
        "T-3.6.3-06",
        "T-3.6.4-01",
        "T-3.7.2-18",
        "T-3.7.10-01",
        "T-3.7.3-06",
        "T-3.7.3-07",
        "T-3.7.6-06",
        "T-3.7.7-03",
        "T-3.9-03",
        "T-3.9-04",
        "T-7.3-14",
        "T-10.1-6",
        "T-11-5",
        "ASD-14",
        "ASD-23",
        "ASD-27",
        "ASD-49",
        "ASD-64",
        "HAS-01",
        "HAS-07",
        "HAS-11",
        "HAS-14",
        "HAS-41",
        "HAS-47",
        "HAS-57",
        "HAS-64",
        "HAS-73",
        "HAS-114",
        "HAS-122",
    ],
    bad: "\
name: assembly::a::1.0
properties:
  flavor: m1.small
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  flavor: {value: m1.small}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let (Some(root), Some(language)) = (&file.root, file.language) else { return };
    for violation in file.violations() {
        let ViolationKind::WrongShape { expected, found } = &violation.kind else { continue };
        let Some(node) = root.at(&violation.path) else { continue };
        let record = match spot(root, language.schema_of(root), &violation.path).map(|spot| spot.shape) {
            Some(Shape::Record(record)) => Some(*record),
            _ => None,
        };
        if record.is_some_and(|record| typo(file, node, record).is_some()) {
            continue; // An entry without its colon or space is reported by `yaml/missing-colon` and
            // `yaml/missing-space`.
        }
        let key = violation.path.last_key();
        if key == Some("description") && node.is_null() {
            continue; // An empty description loses no information.
        }
        if (cx.hooks.is_reported_elsewhere)(cx, violation) {
            continue;
        }
        let mut advice = (cx.hooks.wrong_shape)(cx, violation, record, node);
        let severity = advice.severity.take().unwrap_or_else(|| severity(violation, record));
        let named = if violation.path.is_root() { Some(language.schema_of(root)) } else { record };
        let finding = cx.report(violation.span, message(violation, named, expected, found)).severity(severity);
        let finding = match advice.help.take() {
            Some(help) => finding.help(help),
            None => finding,
        };
        fix(finding, violation, advice, node);
    }
}

/// A typo that turns an entry into plain text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Typo {
    /// `value:123`, with the span of the colon.
    NoBlank(Span),
    /// `type string`, with the span of the key.
    NoColon(Span),
}

/// The typo that turned an entry of `record` into the plain text `node`, if any.
pub fn typo(file: &SourceFile, node: &Node, record: &Record) -> Option<Typo> {
    node.as_scalar().filter(|scalar| scalar.style == Style::Plain)?;
    let text = node.span.of(&file.text);
    let end = text.find([':', ' ', '\n', '\r'])?;
    record.field(&text[..end])?;
    let start = node.span.start as usize;
    match text.as_bytes().get(end) {
        Some(b':') => Some(Typo::NoBlank(Span::new(start + end, start + end + 1))),
        _ => Some(Typo::NoColon(Span::new(start, start + end))),
    }
}

/// The typos among the values of the wrong form.
pub fn typos(file: &SourceFile) -> Vec<Typo> {
    let (Some(root), Some(language)) = (&file.root, file.language) else { return Vec::new() };
    let misshapen = file.violations().iter().filter(|violation| matches!(violation.kind, ViolationKind::WrongShape { .. }));
    let typos = misshapen.filter_map(|violation| match spot(root, language.schema_of(root), &violation.path)?.shape {
        Shape::Record(record) => typo(file, root.at(&violation.path)?, record),
        _ => None,
    });
    typos.collect()
}

/// The message for a value of another form than expected.
pub fn message(violation: &Violation, record: Option<&Record>, expected: &str, found: &str) -> String {
    let what = match (record, violation.path.last_key()) {
        (Some(record), Some(name)) if record.name != name => format!("{} `{name}`", record.name),
        (_, Some(key)) => format!("`{key}`"),
        (Some(record), None) => with_article(record.name),
        (None, None) => "an item".to_owned(),
    };
    format!("{what} must be {expected}, not {found}")
}

/// Descriptions and `required` are only warnings: they have no effect at run time and are often written carelessly.
fn severity(violation: &Violation, record: Option<&Record>) -> Severity {
    match (record, violation.path.last_key()) {
        (None, Some("description" | "required")) => Severity::Warning,
        _ => RULE.severity,
    }
}

fn fix(finding: Finding<'_>, violation: &Violation, advice: Advice, node: &Node) {
    if let Some(Replacement { title, safety, value, write }) = advice.replacement {
        finding.fix_by(title, safety, |draft| write(draft, &violation.path, &value));
    } else if let (Some(truth), ViolationKind::WrongShape { expected, .. }) = (truth(node), &violation.kind)
        && expected.contains("`true`")
    {
        finding.replace_with(truth, Safety::Unsafe);
    }
}

/// The boolean value of a text such as `yes` in YAML 1.1.
fn truth(node: &Node) -> Option<&'static str> {
    match node.as_text()?.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some("true"),
        "false" | "no" | "off" | "n" => Some("false"),
        _ => None,
    }
}
