//! Items with the same order.

use crate::sorted_map::SortedMap;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::settings::AsdProfile;

pub static RULE: Rule = Rule {
    code: "asd/equal-orders",
    severity: Severity::Warning,
    title: "items with the same order",
    doc: "Items with the same `deploymentOrder` are one stage. SO-CNFM keeps its requests in a set ordered by this \
          number alone: it deploys one of the items and fails with `Missing asDeploymentItems`. Checked with the \
          profile `so-cnfm`.",
    sources: &["ASD-26"],
    bad: "\
# profile: so-cnfm
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
          properties: {item_id: back, artifact_type: helm_chart, deployment_order: 1}
",
    good: "\
# profile: so-cnfm
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
    if cx.settings.asd != AsdProfile::SoCnfm {
        return;
    }
    let file = cx.file;
    let Some(application) = cx.facts.application else { return };
    let mut first = SortedMap::new();
    for item in application.items() {
        let order = item.order();
        let span = item.node.get("deploymentOrder").map_or_else(|| super::name_of(item), |node| node.span);
        match first.get(&order) {
            Some(before) => {
                let message = match order {
                    Some(order) => format!("SO-CNFM deploys only one of the items with the order {order}"),
                    None => "SO-CNFM deploys only one of the items without an order".to_owned(),
                };
                let finding = cx.report(span, message).help("give each item its own order");
                finding.related(&file.path, *before, "the other item");
            }
            None => drop(first.insert(order, span)),
        }
    }
}
