//! Form that the product does not read.

use crate::asd::form::{Form, nodes};
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::settings::AsdProfile;

pub static RULE: Rule = Rule {
    code: "asd/unsupported-form",
    severity: Severity::Warning,
    title: "form that the product does not read",
    doc: "SO-CNFM, SDC and the rApp manager look for a node template of type `tosca.nodes.asd`. They do not read \
          the plain form, nor that of O-RAN working group 6. Checked with the profiles of these products.",
    sources: &[],
    bad: "\
# profile: sdc
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
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
          file: charts/front-1.0.tgz
          properties: {item_id: front, artifact_type: helm_chart, deployment_order: 1}
        back:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/back-1.0.tgz
          properties: {item_id: back, artifact_type: helm_chart, deployment_order: 2}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    let profile = cx.settings.asd;
    if profile == AsdProfile::Asd || matches!(application.form, Form::Onap | Form::OranSc) {
        return;
    }
    let Some(root) = &cx.file.root else { return };
    let name = nodes(root).next().map(|(name, ..)| name.span);
    let Some(span) = name.or(root.entries().first().map(|entry| entry.key.span)) else { return };
    let finding = cx.report(span, format!("{} does not read this form of descriptor", profile.product()));
    finding.help("write the descriptor as a service template of ONAP, with a node of type `tosca.nodes.asd`");
}
