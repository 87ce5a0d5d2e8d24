//! Artifacts whose paths lead out of their package.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Reason, Rule, missing_files, report_missing_file};

pub static RULE: Rule = Rule {
    code: "tosca/artifact/outside-package",
    severity: Severity::Error,
    title: "artifact path leads out of the package",
    doc: "An orchestrator only receives the package (a CSAR archive, or a folder with `TOSCA-Metadata/TOSCA.meta`). \
          Absolute paths, and paths with more `..` than there are folders, refer to files on the disk of the author. \
          Outside a package, paths that lead out of the catalog are a warning.",
    sources: &["T-3.5.7-08"],
    bad: "\
# file: TOSCA-Metadata/TOSCA.meta
CSAR-Version: 1.1
# file: definitions/service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        key: {type: tosca.artifacts.File, file: ../../keys/server.pem}
",
    good: "\
# file: TOSCA-Metadata/TOSCA.meta
CSAR-Version: 1.1
# file: keys/server.pem
# file: definitions/service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        key: {type: tosca.artifacts.File, file: ../keys/server.pem}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for one in missing_files(cx, |_| true, Reason::Outside) {
        let place = if one.is_packaged { "package" } else { "catalog" };
        let message = format!("`{}` is outside the {place}", one.written);
        report_missing_file(cx, &one, message, "move the file there, and use a path relative to this file");
    }
}
