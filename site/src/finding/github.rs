//! Findings as workflow commands, which GitHub and compatible hosts show as annotations.

use descriptorium_core::diagnostic::Severity;

use crate::finding::Finding;
use crate::printable::line;

/// One line for each finding.
pub fn report(findings: &[Finding]) -> String {
    findings.iter().map(|finding| command(finding) + "\n").collect()
}

fn command(finding: &Finding) -> String {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let mut properties = format!("file={}", property(&line(&finding.file)));
    if let Some(place) = &finding.place {
        let (start, end) = (place.start, place.end);
        properties += &format!(",line={},endLine={}", start.line + 1, end.line + 1);
        // Columns are supported only within one line.
        if start.line == end.line {
            properties += &format!(",col={},endColumn={}", start.column + 1, end.column + 1);
        }
    }
    let help = finding.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {}", line(help)));
    let message = data(&format!("{}{help}", line(&finding.message)));
    format!("::{command} {properties},title={}::{message}", property(finding.code))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The escapes are those of GitHub's toolkit, `packages/core/src/command.ts`.
    #[test]
    fn a_message_cannot_end_its_command() {
        let finding = Finding {
            file: "a,b:c%.yaml".to_owned(),
            code: "file/unreadable",
            severity: Severity::Info,
            place: None,
            message: "50% of\r\n::error::it".to_owned(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
        };
        let expected = "::notice file=a%2Cb%3Ac%25.yaml,title=file/unreadable::50%25 ofU+000DU+000A::error::it\n";
        assert_eq!(report(&[finding]), expected);
    }
}
