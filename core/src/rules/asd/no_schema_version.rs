//! Template without a version of the data model.

use crate::asd::form::Form;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/no-schema-version",
    severity: Severity::Error,
    title: "template without a version of the data model",
    doc: "In the form of O-RAN working group 6, a descriptor states the version of its data model by the name of the \
          imported types: `oran_asd_types_v2.0.yaml`.",
    sources: &["ASD-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.asd.Asd
      properties:
        asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
        asdInvariantId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
        asdVersion: \"1.0\"
        asdProvider: Example
        asdApplicationName: shop
        asdApplicationSwVersion: \"1.0\"
      artifacts:
        front:
          type: tosca.artifacts.asd.DeploymentItem
          file: charts/front-1.0.tgz
          properties: {deploymentItemId: front, artifactType: helm_chart}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - oran_asd_types_v2.0.yaml
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.asd.Asd
      properties:
        asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
        asdInvariantId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
        asdVersion: \"1.0\"
        asdProvider: Example
        asdApplicationName: shop
        asdApplicationSwVersion: \"1.0\"
      artifacts:
        front:
          type: tosca.artifacts.asd.DeploymentItem
          file: charts/front-1.0.tgz
          properties: {deploymentItemId: front, artifactType: helm_chart}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application.filter(|application| application.form == Form::Wg6) else { return };
    let Some(span) = super::first_key(cx.file).filter(|_| application.root.get("asdSchemaVersion").is_none()) else { return };
    let finding = cx.report(span, "no version of the data model");
    finding.help("import the types of its version: `oran_asd_types_v2.0.yaml`");
}
