//! Findings as JUnit XML, which most CI servers show as a list of tests: a suite for each file, a failure for each
//! error. Warnings and infos are passing tests with output.
//!
//! The elements are written by hand: `quick-xml` escapes markup, but it neither replaces characters that XML does not allow
//! nor keeps line breaks in attributes, so our escaping would stay, and there is little else.

use std::collections::BTreeMap;

use descriptorium_core::diagnostic::Severity;

use crate::finding::{Counts, Finding};
use crate::printable;

/// `files` are the paths of all files that were checked.
pub fn report(files: &[String], findings: &[Finding]) -> String {
    let mut suites: BTreeMap<&str, Vec<&Finding>> = files.iter().map(|file| (file.as_str(), Vec::new())).collect();
    for finding in findings {
        suites.entry(&finding.file).or_default().push(finding);
    }
    let n_tests: usize = suites.values().map(|findings| findings.len().max(1)).sum();
    let n_failures = Counts::of(findings).errors;
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml += &format!(
        "<testsuites name=\"descriptorium\" tests=\"{n_tests}\" failures=\"{n_failures}\" errors=\"0\" time=\"0\">\n"
    );
    for (file, findings) in suites {
        let failures = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        let name = attribute(if file.is_empty() { "." } else { file });
        xml += &format!(
            "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\" time=\"0\">\n",
            findings.len().max(1)
        );
        if findings.is_empty() {
            xml += &format!("    <testcase name=\"no findings\" classname=\"{name}\" time=\"0\"/>\n");
        }
        findings.into_iter().for_each(|finding| case(&mut xml, finding, &name));
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

fn case(xml: &mut String, finding: &Finding, class: &str) {
    let line = finding.place.as_ref().map(|place| place.start.line + 1);
    let place = line.map_or(String::new(), |line| format!(" at line {line}"));
    let name = attribute(&format!("{}{place}", finding.code));
    *xml += &format!("    <testcase name=\"{name}\" classname=\"{class}\" time=\"0\">\n");
    let column = finding.place.as_ref().map_or(0, |place| place.start.column + 1);
    let (file, message) = (printable::line(&finding.file), printable::line(&finding.message));
    let mut text = format!("{file}:{}:{column}: {message}", line.unwrap_or(0));
    if let Some(help) = &finding.help {
        text += &format!("\nhelp: {}", printable::line(help));
    }
    let content = content(&text);
    *xml += &match finding.severity {
        Severity::Error => {
            let message = attribute(&message);
            format!("      <failure type=\"{}\" message=\"{message}\">{content}</failure>\n", finding.code)
        }
        Severity::Warning | Severity::Info => {
            format!("      <system-out>{}: {content}</system-out>\n", finding.severity.name())
        }
    };
    *xml += "    </testcase>\n";
}

fn attribute(text: &str) -> String {
    content(&printable::line(text)).replace('"', "&quot;")
}

/// Markup is escaped. XML does not allow most control characters: `printable` has named them.
fn content(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, character| {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // The start of a command of a CI host, see `printable`.
            '[' => escaped.push_str("&#91;"),
            other => escaped.push(other),
        }
        escaped
    })
}
