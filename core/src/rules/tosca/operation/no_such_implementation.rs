//! Implementations that are neither artifacts nor files.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Reason, Role, Rule, missing_files, report_missing_file};

pub static RULE: Rule = Rule {
    code: "tosca/operation/no-such-implementation",
    severity: Severity::Error,
    title: "implementation not found",
    doc: "An operation is implemented by an artifact of its node, named under `artifacts` of the template or its types, or \
          by a file whose path starts at the file that contains the operation (3.5.14). In a package (a CSAR archive, or \
          a folder with `TOSCA-Metadata/TOSCA.meta`), the file must be included; elsewhere this is a warning, since the \
          package may be built later.",
    sources: &["T-3.5.14-07", "T-6.2-7", "T-13-5", "T-6-W"],
    bad: "\
# file: TOSCA-Metadata/TOSCA.meta
CSAR-Version: 1.1
# file: scripts/create.sh
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        Standard:
          create: scripts/creat.sh
",
    good: "\
# file: TOSCA-Metadata/TOSCA.meta
CSAR-Version: 1.1
# file: scripts/create.sh
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        Standard:
          create: scripts/create.sh
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for one in missing_files(cx, |role| role == Role::Implementation, Reason::NotFound) {
        let message = format!("`{}` is neither an artifact of this entity nor an existing file", one.written);
        report_missing_file(cx, &one, message, "add the file; the path is relative to this file");
    }
}
