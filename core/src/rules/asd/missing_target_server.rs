//! Chart without a target server.

use crate::asd::form::Form;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::settings::AsdProfile;

pub static RULE: Rule = Rule {
    code: "asd/missing-target-server",
    severity: Severity::Warning,
    title: "chart without a target server",
    doc: "The rApp manager uploads each chart to the server in `target_server` and `target_server_uri` before it \
          deploys the application. Checked with the profile `rapp-manager`.",
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
          properties: {item_id: front, artifact_type: helm_chart, deployment_order: 1}
        back:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/back-1.0.tgz
          properties: {item_id: back, artifact_type: helm_chart, deployment_order: 2}
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
    if cx.settings.asd != AsdProfile::RappManager {
        return;
    }
    let Some(application) = cx.facts.application else { return };
    // It does not read other forms, which is reported once.
    if !matches!(application.form, Form::Onap | Form::OranSc) {
        return;
    }
    for item in application.items().filter(|item| item.is_chart()) {
        for (name, key) in [("targetServer", "target_server"), ("targetServerUri", "target_server_uri")] {
            if item.node.get(name).is_none() {
                let finding = cx.report(super::name_of(item), format!("chart without `{key}`"));
                finding.help("add the server that the chart is uploaded to");
            }
        }
    }
}
