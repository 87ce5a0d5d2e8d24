//! Findings in one line each, which editors and `grep` read.

use crate::finding::Finding;
use crate::printable::line;

/// `services/web.yaml:12:5: error[yaml/duplicate-key] [*] ..`, with lines and columns from 1; the mark says that
/// `--fix` corrects it.
pub fn report(findings: &[Finding], is_marked: &dyn Fn(&Finding) -> bool) -> String {
    findings.iter().map(|finding| one(finding, is_marked(finding)) + "\n").collect()
}

fn one(finding: &Finding, is_marked: bool) -> String {
    let place = finding.place.as_ref();
    let place = place.map_or(String::new(), |place| format!(":{}:{}", place.start.line + 1, place.start.column + 1));
    let file = line(&finding.file);
    let at = if file.is_empty() { String::new() } else { format!("{file}{place}: ") };
    let mark = if is_marked { "[*] " } else { "" };
    format!("{at}{}[{}] {mark}{}", finding.severity.name(), finding.code, line(&finding.message))
}
