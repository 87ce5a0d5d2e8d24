//! Findings in one line each, which editors and `grep` read.

use descriptorium_core::diagnostic::Severity;

use crate::finding::Finding;
use crate::printable::{Tone, line, paint};

/// `services/web.yaml:12:5: error[yaml/duplicate-key] [*] ..`, with lines and columns from 1; the mark says that
/// `--fix` corrects it. It has colors, which the caller strips if they are not wanted.
pub fn report(findings: &[Finding], is_marked: &dyn Fn(&Finding) -> bool) -> String {
    findings.iter().map(|finding| one(finding, is_marked(finding)) + "\n").collect()
}

fn one(finding: &Finding, is_marked: bool) -> String {
    let place = finding.place.as_ref();
    let place = place.map_or(String::new(), |place| format!(":{}:{}", place.start.line + 1, place.start.column + 1));
    let file = line(&finding.file);
    let at = if file.is_empty() { String::new() } else { format!("{file}{place}: ") };
    let mark = if is_marked { "[*] " } else { "" };
    let tone = match finding.severity {
        Severity::Error => Tone::Bad,
        Severity::Warning => Tone::Notice,
        Severity::Info => Tone::Info,
    };
    let code = paint(tone, &format!("{}[{}]", finding.severity.name(), finding.code));
    format!("{at}{code} {mark}{}", line(&finding.message))
}
