//! Credentials in the text.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "tosca/import/literal-secret",
    severity: Severity::Warning,
    title: "literal secret",
    doc: "Everyone who can read the template can read the token of the repository. Define an input for it, and \
          use `get_input`.",
    sources: &["T-3.5.6-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
repositories:
  charts:
    url: https://charts.example.org/
    credential: {user: alice, token: s3cret}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
repositories:
  charts:
    url: https://charts.example.org/
    credential: {user: alice, token: {get_input: token}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(root) = &cx.file.root else { return };
    for entry in root.get("repositories").map_or(&[][..], Node::entries) {
        let Some(token) = entry.value.get("credential").and_then(|credential| credential.get("token")) else { continue };
        if token.as_text().is_some_and(|text| !text.is_empty()) && !token.is_null() {
            let name = entry.key.as_text().unwrap_or_default();
            let finding = cx.report(token.span, format!("repository `{name}` contains a literal credential"));
            finding.help("use `get_input`");
        }
    }
}
