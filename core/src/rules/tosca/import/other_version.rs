//! Imports of files with another version.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::version;

pub static RULE: Rule = Rule {
    code: "tosca/import/other-version",
    severity: Severity::Warning,
    title: "import of another version",
    doc: "The types of two versions of TOSCA must stay distinguishable, so the import of a file with another \
          version needs a namespace prefix (3.1).",
    sources: &["T-3.1-10"],
    bad: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_0
node_types: {}
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
    let (file, workspace) = (cx.file, cx.workspace);
    let Some(root) = &file.root else { return };
    let Some(own) = version::stated(root) else { return };
    for (at, written, path) in workspace.named_files(file) {
        let Some(imported) = path.and_then(|path| workspace.file(&path)) else { continue };
        let Some(other) = imported.root.as_ref().and_then(|root| version::stated(root)) else { continue };
        let has_prefix = at.parent().and_then(|parent| root.at(&parent)).is_some_and(|node| node.get("namespace_prefix").is_some());
        let is_dialect = [own, other].iter().any(|stated| stated.dialect.is_some());
        if other.version == own.version || has_prefix || is_dialect {
            continue;
        }
        let Some(span) = file.span_of(&at) else { continue };
        let message = format!("`{written}` uses TOSCA {}, but the importing file uses {}", other.version.number(), own.version.number());
        cx.report(span, message).help("use the same version, or give the import a `namespace_prefix`");
    }
}
