//! Long files of the other languages, made for measuring.

use std::fmt::Write;

/// A service template with `count` node templates, each hosted on the one before it: 13 lines for each.
pub fn tosca(count: usize) -> String {
    let mut text = "tosca_definitions_version: tosca_simple_yaml_1_2
description: A service of many parts
topology_template:
  inputs:
    cpus: {type: integer, default: 4}
    size: {type: string, default: large}
  node_templates:
"
    .to_owned();
    for index in 0..count {
        let before = index.saturating_sub(1);
        // Writing into a string does not fail.
        let _ = write!(
            text,
            "    # part {index}
    part{index}:
      type: tosca.nodes.SoftwareComponent
      description: A part of the service
      properties:
        component_version: 2.0
      capabilities:
        feature: {{}}
      requirements:
        - dependency:
            node: part{before}
            relationship: tosca.relationships.DependsOn
      interfaces: {{Standard: {{create: create.sh, inputs: {{size: {{get_input: size}}}}}}}}
"
        );
    }
    text
}

/// An application with `count` deployment items: 9 lines for each.
pub fn asd(count: usize) -> String {
    let mut text = "asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"1.0\"
asdProvider: Provider
asdApplicationName: application
asdApplicationVersion: \"2.0.0\"
asdInfoDescription: An application of many parts
deploymentItems:
"
    .to_owned();
    for index in 0..count {
        // Writing into a string does not fail.
        let _ = write!(
            text,
            "  # part {index}
  - deploymentItemId: part{index}
    artifactType: helm_chart
    artifactId: Artifacts/Deployment/HELM/part{index}-2.0.0.tgz
    deploymentOrder: {order}
    lifecycleParameters:
      - replicaCount
      - limits.maxSessions
      - tls.secretName
",
            order = index % 10
        );
    }
    text
}

/// A homing template with `count` demands and a constraint for each: 16 lines for each.
pub fn homing(count: usize) -> String {
    let mut text = "homing_template_version: 2017-10-10
parameters:
  latitude: 59.91
  longitude: 10.75
  customer: telecom
locations:
  viewers:
    latitude: {get_param: latitude}
    longitude: {get_param: longitude}
demands:
"
    .to_owned();
    // Writing into a string does not fail.
    for index in 0..count {
        let _ = write!(
            text,
            "  demand{index}:
    - inventory_provider: aai
      inventory_type: service
      service_type: content_library
      default_cost: 100
      attributes:
        customer_id: {{get_param: customer}}
        orchestration-status: Activated
"
        );
    }
    text.push_str("constraints:\n");
    for index in 0..count {
        let _ = write!(
            text,
            "  # near {index}
  near{index}:
    type: distance_to_location
    demands: [demand{index}]
    properties:
      distance: < 300 km
      location: viewers
"
        );
    }
    text.push_str("optimization:\n  minimize:\n    sum:\n      - distance_between: [viewers, demand0]\n");
    text
}
