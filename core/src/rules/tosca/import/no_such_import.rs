//! Imports of files that are not in the catalog.

use crate::diagnostic::Severity;
use crate::package;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::files;
use crate::tosca::mentions::is_template;

pub static RULE: Rule = Rule {
    code: "tosca/import/no-such-import",
    severity: Severity::Error,
    title: "unresolved import",
    doc: "A relative path in `imports` is relative to the importing file (3.5.8). Without the imported file, its types \
          are unknown and cannot be checked, and orchestrators reject the template.\n\nURLs and files of a \
          `repository` are not checked.",
    sources: &["T-3.5.8-03", "T-3.5.8-13", "T-6.2-6", "T-6-W"],
    bad: "\
# file: shop/service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
",
    good: "\
# file: shop/service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [../types.yaml]
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let (file, workspace) = (cx.file, cx.workspace);
    let place = if files::package_root(workspace, &file.path).is_some() { "package" } else { "catalog" };
    for (at, written, path) in workspace.named_files(file) {
        // Files that are never part of a catalog may still exist.
        let Some(path) = path.filter(package::is_catalog_path) else { continue };
        if workspace.file(&path).is_some_and(|found| is_template(found)) {
            continue;
        }
        let Some(span) = file.span_of(&at) else { continue };
        if workspace.file(&path).is_some() {
            let message = format!("`{written}` is not a service template: it has no `tosca_definitions_version`");
            cx.report(span, message).help("start the file with `tosca_definitions_version`");
            continue;
        }
        if written.contains("://") {
            let message = format!("no service template `{path}` in this {place}, which the settings state for the URL");
            cx.report(span, message).help("correct `imports` in the settings for TOSCA");
            continue;
        }
        let finding = cx.report(span, format!("no service template `{written}` in this {place}"));
        finding.help("add the file; the path is relative to this file");
    }
}
