//! A value of another form than the specification has there.

use serde_yaml::Mapping;

use crate::assembly::schema::{COMPONENT, PROPERTY, REFERENCE};
use crate::diagnostic::{Safety, Severity};
use crate::rules::{Check, Finding, Rule, with_article};
use crate::schema::{Problem, ProblemKind, Record, Shape, spot};
use crate::syntax::{Node, Style, plain};
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Rule = Rule {
    code: "schema/wrong-shape",
    severity: Severity::Error,
    title: "a value has another form than the specification asks for",
    doc: "A list where a mapping is read, text where a number is read: nothing can be made of the value, and it is \
          treated as if it were not there.\n\nA property holds attributes, so that its value stands one level deeper: \
          `flavor: {value: m1.small}`.",
    sources: &["AD-DOC-07", "AD-PROP-06", "AD-PROP-10", "AD-COMP-00", "AD-QTY-01", "AD-UPG-01", "RD-06"],
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
    for problem in file.problems() {
        let ProblemKind::WrongShape { expected, found } = &problem.kind else { continue };
        let Some(node) = root.at(&problem.path) else { continue };
        let record = match spot(root, language.schema(), &problem.path).map(|spot| spot.shape) {
            Some(Shape::Record(record)) => Some(*record),
            _ => None,
        };
        if record.is_some_and(|record| slip(file, node, record).is_some()) {
            continue; // It is an entry that has lost its colon or its blank; rules of their own say so.
        }
        let key = problem.path.last_key();
        if key == Some("description") && node.is_null() {
            continue; // Nothing is said, and nothing is lost.
        }
        let finding = cx
            .report(problem.span, message(problem, record, expected, found))
            .severity(severity(problem, record, node));
        let finding = help(finding, record, node);
        fix(finding, problem, record, node);
    }
}

/// How an entry came to be read as mere text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Slip {
    /// `value:123`; the place of the colon.
    NoBlank(Span),
    /// `type string`; the place of the key.
    NoColon(Span),
}

/// What has become of the entry that `node` was meant to be, in a mapping of `record`.
pub fn slip(file: &SourceFile, node: &Node, record: &Record) -> Option<Slip> {
    node.as_scalar().filter(|scalar| scalar.style == Style::Plain)?;
    let text = node.span.of(&file.text);
    let end = text.find([':', ' ', '\n'])?;
    record.field(&text[..end])?;
    let start = node.span.start as usize;
    match text.as_bytes().get(end) {
        Some(b':') => Some(Slip::NoBlank(Span::new(start + end, start + end + 1))),
        _ => Some(Slip::NoColon(Span::new(start, start + end))),
    }
}

/// The slips among what does not fit its table.
pub fn slips(file: &SourceFile) -> Vec<Slip> {
    let (Some(root), Some(language)) = (&file.root, file.language) else { return Vec::new() };
    let misshapen = file.problems().iter().filter(|problem| matches!(problem.kind, ProblemKind::WrongShape { .. }));
    let slips = misshapen.filter_map(|problem| match spot(root, language.schema(), &problem.path)?.shape {
        Shape::Record(record) => slip(file, root.at(&problem.path)?, record),
        _ => None,
    });
    slips.collect()
}

fn message(problem: &Problem, record: Option<&Record>, expected: &str, found: &str) -> String {
    let what = match (record, problem.path.last_key()) {
        (Some(record), Some(name)) => format!("{} `{name}`", record.name),
        (_, Some(key)) => format!("`{key}`"),
        (Some(record), None) => with_article(record.name),
        (None, None) => "an item".to_owned(),
    };
    format!("{what} must be {expected}, not {found}")
}

fn severity(problem: &Problem, record: Option<&Record>, node: &Node) -> Severity {
    let null = node.is_null();
    match (record, problem.path.last_key()) {
        (Some(record), _) if std::ptr::eq(record, &PROPERTY) && null => Severity::Info,
        (None, Some("description" | "required" | "read-only" | "volatile")) => Severity::Warning,
        (None, Some("readOnly" | "read_only")) => Severity::Warning,
        _ => Severity::Error,
    }
}

fn help<'a>(finding: Finding<'a>, record: Option<&Record>, node: &Node) -> Finding<'a> {
    let Some(record) = record else { return finding };
    let part = std::ptr::eq(record, &COMPONENT) || std::ptr::eq(record, &REFERENCE);
    match (part, node.is_null(), std::ptr::eq(record, &PROPERTY)) {
        (true, true, _) => finding.help("its `type` is missing"),
        (_, true, true) => finding.help("write `{}` for a property without attributes"),
        (_, false, true) => finding.help("a property holds attributes: `{value: ..}`"),
        _ => finding,
    }
}

fn fix(finding: Finding<'_>, problem: &Problem, record: Option<&Record>, node: &Node) {
    let property = record.is_some_and(|record| std::ptr::eq(record, &PROPERTY));
    if property && node.is_null() {
        finding.fix_by("Write `{}`", Safety::Safe, |draft| draft.replace(&problem.path, &Mapping::new().into()));
    } else if property {
        let value = Mapping::from_iter([("value".into(), plain::value(node))]);
        finding.fix_by("Make it the `value`", Safety::Unsafe, |draft| draft.replace(&problem.path, &value.into()));
    } else if let (Some(truth), ProblemKind::WrongShape { expected, .. }) = (truth(node), &problem.kind)
        && expected.contains("`true`")
    {
        finding.replace_with(truth, Safety::Unsafe);
    }
}

/// The truth value that a text says in its own way.
fn truth(node: &Node) -> Option<&'static str> {
    match node.as_text()?.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some("true"),
        "false" | "no" | "off" | "n" => Some("false"),
        _ => None,
    }
}
