//! Parameter mapping that is not read.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::settings::AsdProfile;

pub static RULE: Rule = Rule {
    code: "asd/unread-mapping",
    severity: Severity::Warning,
    title: "parameter mapping that is not read",
    doc: "SO-CNFM accepts addresses and networks of connection points in a request, but does not write them to the \
          parameters of the charts. Checked with the profile `so-cnfm`.",
    sources: &[],
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
        ext_cpds:
          - id: web
            description: Customers
            virtual_link_requirement: EndUser
            input_param_mappings: {loadbalancer_IP: \"front:service.address\"}
      artifacts:
        front:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/front-1.0.tgz
          properties: {item_id: front, artifact_type: helm_chart}
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
        ext_cpds:
          - id: web
            description: Customers
            virtual_link_requirement: EndUser
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
    let Some(application) = cx.facts.application.filter(|_| cx.settings.asd == AsdProfile::SoCnfm) else { return };
    for (_, point) in application.points() {
        let Some(entry) = point.entry("inputParamMappings").filter(|entry| !entry.value.is_null()) else { continue };
        let key = entry.key.span.of(&file.text);
        let finding = cx.report(entry.key.span, format!("SO-CNFM ignores `{key}`"));
        finding.help("declare the parameters in `lifecycle_parameters` of the deployment item instead");
    }
}
