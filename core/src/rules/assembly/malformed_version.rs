//! Versions that do not consist of numbers separated by periods.

use crate::assembly::mentions::within;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/malformed-version",
    severity: Severity::Error,
    title: "malformed version",
    doc: "The version of a descriptor consists of decimal numbers separated by single periods: `1`, `1.0`, `2.10.3`. \
          Prefixes and suffixes are not allowed. Versions are compared number by number, so `1.10` is higher than \
          `1.9`.\n\nThe vendor's designer accepts at most 10 characters.",
    sources: &["AD-NAME-09"],
    bad: "name: assembly::a::v1.0\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n",
    check,
};

/// Maximum length that the vendor's designer accepts.
const LONGEST: usize = 10;

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(name) = cx.name() else { return };
    let parts: Vec<&str> = name.value.split("::").collect();
    let [kind, middle, version] = parts.as_slice() else { return };
    let trimmed = version.trim();
    if trimmed.is_empty() {
        return; // Reported by `assembly/malformed-name`.
    }
    let start = kind.len() + middle.len() + 4 + (version.len() - version.trim_start().len());
    let span = within(&name, start, trimmed.len(), file);
    if !is_version(trimmed) {
        let finding = cx.report(span, format!("version `{trimmed}` does not consist of numbers separated by periods"));
        let finding = finding.help("use a version such as `1.0`");
        let numbers: Vec<&str> = trimmed.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
        if !numbers.is_empty() && span.of(&file.text) == trimmed {
            finding.replace_with(&numbers.join("."), Safety::Unsafe);
        }
    } else if trimmed.len() > LONGEST {
        let message = format!("version `{trimmed}` is longer than {LONGEST} characters");
        cx.report(span, message).severity(Severity::Warning).help("the vendor's designer does not accept it");
    }
}

fn is_version(text: &str) -> bool {
    text.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}
