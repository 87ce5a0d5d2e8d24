//! `itemId` instead of the specified name.

use crate::asd::form::Form;
use crate::diagnostic::{Safety, Severity};
use crate::rules::asd::{Check, Rule};
use crate::schema::ViolationKind;

pub static RULE: Rule = Rule {
    code: "asd/item-id-spelling",
    severity: Severity::Warning,
    title: "`itemId` instead of the specified name",
    doc: "The samples of ONAP write `itemId`, and SO-CNFM reads it, but the data type has the property `item_id`.",
    sources: &["ASD-17"],
    bad: "\
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
          properties:
            itemId: front
            artifact_type: helm_chart
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
          properties:
            item_id: front
            artifact_type: helm_chart
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let form = cx.facts.application.map(|application| application.form);
    for violation in cx.file.violations() {
        let ViolationKind::AliasKey { key, canonical, .. } = &violation.kind else { continue };
        if key == "itemId" {
            let has_both = cx.file.root.as_ref().is_some_and(|root| violation.has_canonical(root));
            let finding = cx.report(violation.span, format!("`{key}` should be spelled `{canonical}`"));
            match has_both {
                false if form == Some(Form::Wg6) => finding.replace_with(canonical, Safety::Safe),
                false => finding.help("SO-CNFM reads both").replace_with(canonical, Safety::Safe),
                true => finding.help(format!("remove it; the item also has `{canonical}`")),
            };
        }
    }
}
