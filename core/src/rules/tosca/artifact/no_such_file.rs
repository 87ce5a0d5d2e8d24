//! Artifacts whose files do not exist.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Reason, Role, Rule, missing_files, report_missing_file};

pub static RULE: Rule = Rule {
    code: "tosca/artifact/no-such-file",
    severity: Severity::Error,
    title: "artifact file not found",
    doc: "The file of an artifact is a URI. A relative path starts at the file that defines the artifact (3.5.7). In a \
          package (a CSAR archive, or a folder with `TOSCA-Metadata/TOSCA.meta`), the file must be included; elsewhere \
          this is a warning, since the package may be built later.\n\nURLs, files of a `repository` and container \
          images are not checked.",
    sources: &["T-3.5.7-07", "T-6.2-7", "T-6-W"],
    bad: "\
# file: TOSCA-Metadata/TOSCA.meta
CSAR-Version: 1.1
# file: images/server.qcow2
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        image: images/sever.qcow2
",
    good: "\
# file: TOSCA-Metadata/TOSCA.meta
CSAR-Version: 1.1
# file: images/server.qcow2
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        image: images/server.qcow2
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for one in missing_files(cx, |role| role == Role::Artifact, Reason::NotFound) {
        let message = format!("artifact file `{}` not found", one.written);
        report_missing_file(cx, &one, message, "add the file; the path is relative to this file");
    }
}
