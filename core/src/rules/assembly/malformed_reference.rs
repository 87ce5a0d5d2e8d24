//! `${...}` that is not written as a reference.

use crate::assembly::interpolation::{InterpolationError, InterpolationErrorKind};
use crate::assembly::values::Role;
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::assembly::{Check, Reading, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/malformed-reference",
    severity: Severity::Error,
    title: "`${...}` is not written as a reference",
    doc: "A reference is `${`, a path of names, and `}`: `${property}`, `${component.property}`, \
          `${property.key[0].key}`. The names are separated by single periods, a list is read with `[number]`, and no \
          reference stands within another. Blanks inside are left out.",
    sources: &["AD-REF-01"],
    bad: "\
name: assembly::a::1.0
properties:
  size: {default: small}
  label:
    read-only: true
    value: '${size'
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  size: {default: small}
  label:
    read-only: true
    value: '${size}'
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for Reading { value, interpolation } in cx.readings().iter() {
        if matches!(value.role, Role::Default(_)) {
            continue;
        }
        for error in &interpolation.errors {
            report(cx, error);
        }
    }
}

fn report(cx: &mut Check<'_>, error: &InterpolationError) {
    let file = cx.file;
    let text = error.span.of(&file.text);
    match error.kind {
        InterpolationErrorKind::Unclosed => {
            let finding = cx.report(error.span, "this reference has no `}`").help("write `${property}`");
            let plain = |character: char| character.is_alphanumeric() || "_-.[]".contains(character);
            if text.strip_prefix("${").is_some_and(|name| !name.is_empty() && name.chars().all(plain)) {
                let edit = TextEdit::insert(error.span.end as usize, "}");
                finding.fix("Close the reference", Safety::Unsafe, edit);
            }
        }
        InterpolationErrorKind::Empty => {
            let finding = cx.report(error.span, format!("a name is missing in `{text}`"));
            finding.help("write `${property}` or `${component.property}`");
        }
        InterpolationErrorKind::Nested => {
            let finding = cx.report(error.span, "a reference stands within a reference");
            finding.help("write one after the other: `${a}${b}`");
        }
        InterpolationErrorKind::BadCharacter => {
            let finding = cx.report(error.span, format!("`{text}` is no reference"));
            finding.help("names are separated by periods, and an index is a number in brackets: `${list[0].key}`");
        }
        InterpolationErrorKind::Blanks => {
            let finding = cx.report(error.span, format!("blanks stand inside `{text}`"));
            let finding = finding.severity(Severity::Warning).help("they are left out");
            if let Some(inner) = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')) {
                let edit = TextEdit::replace(error.span, format!("${{{}}}", inner.trim()));
                finding.fix("Remove the blanks", Safety::Safe, edit);
            }
        }
    }
}
