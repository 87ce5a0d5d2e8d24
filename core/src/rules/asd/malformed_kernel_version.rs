//! Malformed kernel version.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/malformed-kernel-version",
    severity: Severity::Error,
    title: "malformed kernel version",
    doc: "`minKernelVersion` is compared with the output of `uname -r`: two or more numbers with dots, and an \
          optional suffix.",
    sources: &["ASD-63"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: latest
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    good: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let node = cx.facts.application.and_then(|application| application.cluster()?.get("minKernelVersion"));
    let Some((node, text)) = node.and_then(|node| Some((node, node.as_text()?))) else { return };
    if !is_kernel_version(text) && !text.trim().is_empty() {
        let finding = cx.report(node.span, format!("`{text}` is not a kernel version"));
        finding.help("write the version as `uname -r` prints it: `5.15.0` or `5.4.0-42-generic`");
    }
}

fn is_kernel_version(text: &str) -> bool {
    let (numbers, suffix) = match text.find(['-', '+', '_']) {
        Some(at) => (&text[..at], &text[at..]),
        None => (text, ""),
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = numbers.split('.').collect();
    // Some distributions append letters with another dot: `5.14.0-70.el9.x86_64`.
    parts.len() >= 2
        && parts.iter().take(2).all(|part| is_number(part))
        && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        && !suffix.contains(char::is_whitespace)
}
