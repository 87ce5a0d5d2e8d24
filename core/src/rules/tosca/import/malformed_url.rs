//! Repositories without a valid URL.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::calls::is_call;

pub static RULE: Rule = Rule {
    code: "tosca/import/malformed-url",
    severity: Severity::Error,
    title: "malformed URL of a repository",
    doc: "The URL of a repository has a scheme, such as `https`, and no spaces (3.5.6). A network address \
          without a scheme is only a warning.",
    sources: &["T-3.5.6-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
repositories:
  charts: {url: not a url}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
repositories:
  charts: {url: \"https://charts.example.org/\"}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(root) = &cx.file.root else { return };
    for entry in root.get("repositories").map_or(&[][..], Node::entries) {
        let url = entry.value.get("url").unwrap_or(&entry.value);
        let Some(text) = url.as_text().filter(|_| !url.is_null() && !is_call(url)) else { continue };
        let name = entry.key.as_text().unwrap_or_default();
        let scheme = text.split_once(':').map(|(scheme, _)| scheme);
        let is_scheme = |scheme: &str| {
            scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
        };
        if text.is_empty() || text.contains(char::is_whitespace) {
            cx.report(url.span, format!("the URL of repository `{name}` is not valid"));
        } else if !scheme.is_some_and(is_scheme) {
            let finding = cx.report(url.span, format!("the URL of repository `{name}` has no scheme"));
            finding.severity(Severity::Warning).help("start the URL with `https://`");
        }
    }
}
