//! Beginnings of descriptors: each is whole, says what its sections are for, and checks clean.

use descriptorium_core::symbol::DescriptorRef;

/// A kind of descriptor that can be begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Template {
    Assembly,
    Resource,
    Tosca,
    Asd,
    Homing,
}

/// The text of a new descriptor. `name` is a full name or the middle of one.
pub fn text(template: Template, name: &str) -> String {
    let (pattern, kind) = match template {
        Template::Assembly => (ASSEMBLY, "assembly"),
        Template::Resource => (RESOURCE, "resource"),
        Template::Tosca => (TOSCA, ""),
        Template::Asd => (ASD, ""),
        Template::Homing => (HOMING, ""),
    };
    let full = match DescriptorRef::parse(name) {
        Some(full) => full.to_string(),
        None => format!("{kind}::{name}::1.0"),
    };
    pattern.replace("{full}", &full).replace("{name}", &short(name))
}

/// The middle of a full name, or the name itself: what a file is called after.
pub fn short(name: &str) -> String {
    DescriptorRef::parse(name).map_or_else(|| name.to_owned(), |full| full.name.to_string())
}

/// Whether a name can stand in a descriptor and in the name of a file without quotes.
pub fn is_plain(name: &str) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_-.".contains(character);
    let part = |part: &str| {
        !part.is_empty() && part.chars().all(plain) && part.starts_with(|c: char| c.is_ascii_alphanumeric())
    };
    match DescriptorRef::parse(name) {
        Some(full) => part(&full.name) && part(&full.version) && matches!(full.kind.as_str(), "assembly" | "resource"),
        None => part(name),
    }
}

const ASSEMBLY: &str = "\
name: {full}
description: What the service is, and for whom.

# What whoever orders the service may say, and what it tells in return:
#   region:
#     type: string
#     required: true
#     description: Where the service runs.
properties: {}

# What it is made of. A component has the type of a descriptor in the catalog:
#   gateway:
#     type: resource::gateway::1.0
#     quantity: '1'
#     properties:
#       region:
#         value: ${region}
composition: {}
";

const RESOURCE: &str = "\
name: {full}
description: What the resource is, and what it needs.

# What assemblies set, and what the resource tells once it runs.
properties:
  address:
    type: string
    read-only: true
    description: Where it is reached.

# What other components can rely on.
capabilities:
  {name}:
    type: Service

# The transitions that the driver supports.
lifecycle:
  Create: {}
  Install: {}
  Start: {}
  Stop: {}
  Uninstall: {}
  Delete: {}
";

const TOSCA: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2

description: {name}

topology_template:
  inputs:
    cpus:
      type: integer
      default: 2
      description: How many processors the server has.

  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        host:
          properties:
            num_cpus: { get_input: cpus }
            mem_size: 4 GB

  outputs:
    address:
      description: Where the server is reached.
      value: { get_attribute: [ server, private_address ] }
";

const ASD: &str = "\
asdId: {name}
asdVersion: \"1.0\"
asdSchemaVersion: \"1.0\"
asdProvider: Who makes it
asdApplicationName: {name}
asdApplicationVersion: 1.0.0
asdApplicationInfoName: {name}
asdInfoDescription: What the application is for.

# What is deployed, in the order of `deploymentOrder`.
deploymentItems:
  - deploymentItemId: {name}
    artifactType: helm_chart
    artifactId: Artifacts/Deployment/HELM/{name}-1.0.0.tgz
    deploymentOrder: 1
";

const HOMING: &str = "\
homing_template_version: 2017-10-10

parameters:
  customer_lat: 59.9139
  customer_long: 10.7522

locations:
  customer:
    latitude: { get_param: customer_lat }
    longitude: { get_param: customer_long }

demands:
  {name}:
    - inventory_provider: aai
      inventory_type: cloud

constraints:
  near-customer:
    type: distance_to_location
    demands: [{name}]
    properties:
      distance: < 100 km
      location: customer
";
