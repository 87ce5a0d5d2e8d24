//! A version that is not numbers parted by periods.

use crate::assembly::mentions::within;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/malformed-version",
    severity: Severity::Error,
    title: "a version is not numbers parted by periods",
    doc: "The version of a descriptor is one or more decimal numbers with single periods between them: `1`, `1.0`, \
          `2.10.3`. It has no prefix and no suffix. Versions are compared number by number, so that `1.10` is above \
          `1.9`.\n\nThe vendor's designer takes no version of more than 10 characters.",
    sources: &["AD-NAME-09"],
    bad: "name: assembly::a::v1.0\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n",
    check,
};

/// The most characters that the vendor's designer takes.
const LONGEST: usize = 10;

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(name) = cx.name() else { return };
    let parts: Vec<&str> = name.value.split("::").collect();
    let [kind, middle, version] = parts.as_slice() else { return };
    let trimmed = version.trim();
    if trimmed.is_empty() {
        return; // The rule on the form of the name says so.
    }
    let start = kind.len() + middle.len() + 4 + (version.len() - version.trim_start().len());
    let span = within(&name, start, trimmed.len(), file);
    if !is_version(trimmed) {
        let finding = cx.report(span, format!("the version `{trimmed}` is not numbers parted by periods"));
        let finding = finding.help("as `1.0`");
        let numbers: Vec<&str> = trimmed.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
        if !numbers.is_empty() && span.of(&file.text) == trimmed {
            finding.replace_with(&numbers.join("."), Safety::Unsafe);
        }
    } else if trimmed.len() > LONGEST {
        let message = format!("the version `{trimmed}` has more than {LONGEST} characters");
        cx.report(span, message).severity(Severity::Warning).help("the vendor's designer does not take it");
    }
}

fn is_version(text: &str) -> bool {
    text.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}
