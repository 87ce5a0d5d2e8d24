//! A file that is imported and not in the catalog.

use crate::diagnostic::Severity;
use crate::package;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::mentions::is_template;

pub static RULE: Rule = Rule {
    code: "tosca/import/no-such-import",
    severity: Severity::Warning,
    title: "a file is imported that is not in the catalog",
    doc: "A relative path in `imports` starts at the file that it stands in (3.5.8). As long as the file is not at hand, nothing \
          can be said of the types that it should define, and an orchestrator refuses the template.\n\nAddresses, and files of \
          a `repository`, are not looked for. With `--strict` this is an error.",
    sources: &["T-3.5.8-03", "T-3.5.8-13"],
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
    let severity = if cx.settings.strict { Severity::Error } else { Severity::Warning };
    for (at, _, path) in file.named_files() {
        // What no catalog reads can lie there nevertheless.
        let Some(path) = path.filter(package::is_catalog_path) else { continue };
        if workspace.file(&path).is_some_and(|found| is_template(found)) {
            continue;
        }
        let Some(span) = file.span_of(&at) else { continue };
        let finding = cx.report(span, format!("no service template `{path}` in this catalog")).severity(severity);
        finding.help("add the file to the folder; one that is there has to begin with `tosca_definitions_version`");
    }
}
