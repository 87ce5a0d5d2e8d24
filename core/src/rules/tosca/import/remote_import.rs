//! Imports of URLs.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "tosca/import/remote-import",
    severity: Severity::Info,
    title: "remote import",
    doc: "URLs are never fetched. The names that the imported file could define are not checked.\n\nTo check them, store \
          the file in the catalog and name it in the settings: `tosca: {imports: {\"https://...\": path}}`.",
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
    for (at, written, path) in cx.workspace.named_files(file) {
        if path.is_some() || !written.contains("://") {
            continue;
        }
        let Some(span) = file.span_of(&at) else { continue };
        let finding = cx.report(span, format!("`{written}` is not available locally"));
        finding.help("names that the file may define are not checked; `imports` in the settings can state a local file");
    }
}
