//! Package that SDC rejects.

use std::rc::Rc;

use crate::asd::onboarding::rejections;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::settings::AsdProfile;

pub static RULE: Rule = Rule {
    code: "asd/rejected-package",
    severity: Severity::Error,
    title: "package that SDC rejects",
    doc: "SDC reads `TOSCA.meta` and the manifest of a package more narrowly than ETSI SOL004: keys of `TOSCA.meta` as they \
          are written and up to the first empty line, the versions 1.0 and 1.1, a manifest with the name of the descriptor, \
          and in it only the lines that it knows, without comments and quotes. Checked with the profile `sdc`.",
    sources: &[],
    bad: "\
# profile: sdc
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.asd
      properties:
        descriptor_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
        descriptor_invariant_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
        descriptor_version: \"1.0\"
        schema_version: \"2.0\"
        provider: Example
        application_name: shop
        application_version: \"1.0\"
      artifacts:
        front:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/front
          properties: {item_id: front, artifact_type: helm_chart}
# file: charts/front/Chart.yaml
apiVersion: v2
name: front
version: 1.0.0
# file: TOSCA-Metadata/TOSCA.meta
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: Example
Entry-Definitions: descriptor.yaml
ETSI-Entry-Manifest: descriptor.mf
# file: descriptor.mf
metadata:
  application_name: shop
  application_provider: Example
  release_date_time: 2024-01-12T11:30:00Z
  entry_definition_type: asd

# the files of the package
Source: descriptor.yaml
Source: descriptor.mf
Source: charts/front/Chart.yaml
Source: TOSCA-Metadata/TOSCA.meta
",
    good: "\
# profile: sdc
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.asd
      properties:
        descriptor_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
        descriptor_invariant_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
        descriptor_version: \"1.0\"
        schema_version: \"2.0\"
        provider: Example
        application_name: shop
        application_version: \"1.0\"
      artifacts:
        front:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/front
          properties: {item_id: front, artifact_type: helm_chart}
# file: charts/front/Chart.yaml
apiVersion: v2
name: front
version: 1.0.0
# file: TOSCA-Metadata/TOSCA.meta
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: Example
Entry-Definitions: descriptor.yaml
ETSI-Entry-Manifest: descriptor.mf
# file: descriptor.mf
metadata:
  application_name: shop
  application_provider: Example
  release_date_time: 2024-01-12T11:30:00Z
  entry_definition_type: asd

Source: descriptor.yaml
Source: descriptor.mf
Source: charts/front/Chart.yaml
Source: TOSCA-Metadata/TOSCA.meta
",
    check,
};

fn check(cx: &mut Check<'_>) {
    if cx.settings.asd != AsdProfile::Sdc {
        return;
    }
    let facts = Rc::clone(&cx.facts);
    let (Some(package), Some(span)) = (facts.package(), super::first_key(cx.file)) else { return };
    for issue in rejections(package) {
        cx.report(span, issue.message).help(issue.help);
    }
}
