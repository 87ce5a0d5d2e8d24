//! Type of artifact that the product does not deploy.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::settings::AsdProfile;

pub static RULE: Rule = Rule {
    code: "asd/unsupported-artifact",
    severity: Severity::Warning,
    title: "artifact type that the product does not deploy",
    doc: "SO-CNFM and the rApp manager deploy Helm charts. SO-CNFM fails on other artifacts, and the rApp manager \
          ignores them. Checked with the profiles of these products.",
    sources: &[],
    bad: "\
# profile: rapp-manager
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
          properties: {item_id: front, artifact_type: helm_chart, target_server: chartmuseum, target_server_uri: \"http://charts.example.com/api/charts\", deployment_order: 1}
        back:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/back.tf
          properties: {item_id: back, artifact_type: terraform}
",
    good: "\
# profile: rapp-manager
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
          properties: {item_id: front, artifact_type: helm_chart, target_server: chartmuseum, target_server_uri: \"http://charts.example.com/api/charts\", deployment_order: 1}
        back:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/back-1.0.tgz
          properties: {item_id: back, artifact_type: helm_chart, target_server: chartmuseum, target_server_uri: \"http://charts.example.com/api/charts\", deployment_order: 2}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let profile = cx.settings.asd;
    if !matches!(profile, AsdProfile::SoCnfm | AsdProfile::RappManager) {
        return;
    }
    let Some(application) = cx.facts.application else { return };
    for item in application.items() {
        let Some(node) = item.node.get("artifactType") else { continue };
        let known = node.as_text().filter(|of| matches!(*of, "helmfile" | "crd" | "terraform"));
        if let Some(of) = known {
            let finding = cx.report(node.span, format!("{} does not deploy `{of}` artifacts", profile.product()));
            finding.help("pack the artifact as a Helm chart");
        }
    }
}
