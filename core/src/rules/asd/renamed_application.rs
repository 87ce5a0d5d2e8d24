//! Application under two names.

use crate::asd::model::{Application, is_same_id};
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/renamed-application",
    severity: Severity::Warning,
    title: "application under two names",
    doc: "The name of an application never changes. Two descriptors with the same invariant identifier are \
          versions of one application, so they must have the same name.",
    sources: &["ASD-10"],
    bad: "\
# file: a.yaml
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
          properties: {item_id: front, artifact_type: helm_chart}
# file: b.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.asd
      properties:
        descriptor_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b7
        descriptor_invariant_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
        descriptor_version: \"1.0\"
        schema_version: \"2.0\"
        provider: Example
        application_name: store
        application_version: \"2.0\"
      artifacts:
        front:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/front-1.0.tgz
          properties: {item_id: front, artifact_type: helm_chart}
",
    good: "\
# file: a.yaml
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
          properties: {item_id: front, artifact_type: helm_chart}
# file: b.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.asd
      properties:
        descriptor_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b7
        descriptor_invariant_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
        descriptor_version: \"1.0\"
        schema_version: \"2.0\"
        provider: Example
        application_name: shop
        application_version: \"2.0\"
      artifacts:
        front:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/front-1.0.tgz
          properties: {item_id: front, artifact_type: helm_chart}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let Some(application) = facts.application else { return };
    let Some(node) = application.root.get("asdApplicationName") else { return };
    let Some(name) = node.as_text() else { return };
    let Some(id) = application.text("asdInvariantId").filter(|id| !id.trim().is_empty()) else { return };
    // A shared `asdId` is an error of its own.
    let differs = |there: &Application| {
        there.text("asdInvariantId").is_some_and(|other| is_same_id(id, other))
            && there.text("asdApplicationName").is_some_and(|other| other.trim() != name.trim())
    };
    let Some((other, there)) = facts.others().find(|(other, there)| other.path < cx.file.path && differs(there)) else {
        return;
    };
    let Some(known) = there.root.get("asdApplicationName") else { return };
    let message = format!("application `{name}` has another name in a descriptor with the same invariant identifier");
    let finding = cx.report(node.span, message).help("use the same name in all versions, or another identifier");
    finding.related(&other.path, known.span, "named differently here");
}
