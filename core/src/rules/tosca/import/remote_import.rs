//! Imports of URLs.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "tosca/import/remote-import",
    severity: Severity::Info,
    title: "remote import",
    doc: "URLs are never fetched. The names that the imported file could define are not checked.",
    sources: &[],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [https://example.org/types.yaml]
",
    good: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for (at, written, path) in file.named_files() {
        if path.is_some() || !written.contains("://") {
            continue;
        }
        let Some(span) = file.span_of(&at) else { continue };
        let finding = cx.report(span, format!("`{written}` is not available locally"));
        finding.help("names that it may define are not checked");
    }
}
