//! Imports that lead back to the file.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::closure::resolved_imports;

pub static RULE: Rule = Rule {
    code: "tosca/import/import-cycle",
    severity: Severity::Info,
    title: "cyclic imports",
    doc: "A file imports itself, directly or through other files. Each file is read once, so this is allowed, \
          but it shows that the files are not separate libraries (3.5.8).",
    sources: &["T-3.5.8-12"],
    bad: "\
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [service.yaml]
",
    good: "\
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let file = cx.file;
    for (import, path) in resolved_imports(file, cx.workspace) {
        let Some(path) = path else { continue };
        let is_cycle = path == file.path || facts.scope.imports_of(&path).any(|other| *other == file.path);
        if let (true, Some((at, _))) = (is_cycle, import.file)
            && let Some(span) = file.span_of(&at)
        {
            cx.report(span, format!("`{path}` imports this file again"));
        }
    }
}
