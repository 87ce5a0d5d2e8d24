//! Several descriptors in a service template.

use crate::asd::form::nodes;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/several-applications",
    severity: Severity::Error,
    title: "several descriptors in a service template",
    doc: "A service template is one application service descriptor: the one node template of type \
          `tosca.nodes.asd`. Orchestrators read one of several nodes and ignore the others.",
    sources: &["ASD-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    shop: &shop
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
    store: *shop
",
    good: "\
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
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(root) = &file.root else { return };
    let mut found = nodes(root);
    let Some((first, ..)) = found.next() else { return };
    for (name, ..) in found {
        let message = format!("second application service descriptor `{}`", name.as_text().unwrap_or_default());
        let finding = cx.report(name.span, message).help("move the node template to its own file");
        finding.related(&file.path, first.span, "the first one");
    }
}
