//! Beginnings of files: each is whole, says what its sections are for, and checks without a finding.

use crate::naming::Naming;
use crate::symbol::DescriptorRef;

/// A kind of file that can be begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Template {
    Assembly,
    Resource,
    Tosca,
    Asd,
    Homing,
    Intent,
}

impl Template {
    pub const ALL: [Template; 6] =
        [Template::Assembly, Template::Resource, Template::Tosca, Template::Asd, Template::Homing, Template::Intent];

    /// The kind of the descriptor that the name is of, where it can be a full one: `assembly`.
    pub fn kind(self) -> Option<&'static str> {
        match self {
            Template::Assembly | Template::Intent => Some("assembly"),
            Template::Resource => Some("resource"),
            Template::Tosca | Template::Asd | Template::Homing => None,
        }
    }

    /// Why a file of this kind cannot be begun under this name: a full one, or the middle of one.
    pub fn refusal(self, name: &str) -> Option<String> {
        match DescriptorRef::parse(name) {
            _ if !is_plain(name) => Some(
                "letters, digits, `_`, `-` and `.` are expected, or a full name such as `assembly::video::1.0`"
                    .to_owned(),
            ),
            Some(full) if self.kind() != Some(full.kind.as_str()) => {
                Some(format!("`{full}` is not the name of what is asked for"))
            }
            Some(_) | None => None,
        }
    }

    /// The full name that is meant, where descriptors have one: `assembly::video::1.0` for `video`.
    pub fn full(self, name: &str) -> Option<DescriptorRef> {
        let kind = self.kind()?;
        DescriptorRef::parse(name).or_else(|| DescriptorRef::parse(&format!("{kind}::{name}::1.0")))
    }

    /// The text of a new file. `name` is a full name or the middle of one.
    pub fn text(self, name: &str) -> String {
        let pattern = match self {
            Template::Assembly => ASSEMBLY,
            Template::Resource => RESOURCE,
            Template::Tosca => TOSCA,
            Template::Asd => ASD,
            Template::Homing => HOMING,
            Template::Intent => INTENT,
        };
        let full = self.full(name).map_or(String::new(), |full| full.to_string());
        pattern.replace("{full}", &full).replace("{name}", &short(name))
    }

    /// What its file is called, without the extension, where files are called by `naming`.
    pub fn stem(self, name: &str, naming: Naming) -> String {
        match (self, self.full(name)) {
            (Template::Intent, Some(full)) => format!("{}-intent", Naming { version: None, ..naming }.stem(&full)),
            (_, Some(full)) => naming.stem(&full),
            (_, None) => short(name),
        }
    }
}

/// The middle of a full name, or the name itself.
fn short(name: &str) -> String {
    DescriptorRef::parse(name).map_or_else(|| name.to_owned(), |full| full.name.to_string())
}

/// Whether a name can stand in a descriptor and in the name of a file without quotes.
fn is_plain(name: &str) -> bool {
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

# What whoever orders the service may say, and what it tells in return.
properties:
  deploymentLocation:
    type: string
    required: true
    description: Where the service runs.
  resourceManager:
    type: string
    default: Brent
    description: The resource manager that creates it there.

# What it is made of. A component has the type of a descriptor in the catalog:
#   gateway:
#     type: resource::gateway::1.0
#     quantity: '1'
#     properties:
#       deploymentLocation:
#         value: ${deploymentLocation}
#       resourceManager:
#         value: ${resourceManager}
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
  service:
    type: Service

# The types of infrastructure that it can be deployed on.
infrastructure:
  Openstack: {}

# The transitions that the driver supports.
lifecycle:
  Create: {}
  Install: {}
  Start: {}
  Stop: {}
  Uninstall: {}
  Delete: {}

# What carries them out, and on which types of infrastructure.
default-driver:
  ansible:
    selector:
      infrastructure-type:
        - '*'
";

const INTENT: &str = "\
# What is asked for: an instance of an assembly, and what it is to be like.
assemblyName: {name}
descriptorName: {full}
intendedState: Active
properties: {}
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_middle_of_one_or_whole() {
        let text = |name| Template::Assembly.text(name);
        assert!(text("video").starts_with("name: assembly::video::1.0\n"));
        assert!(text("assembly::video::2.1").starts_with("name: assembly::video::2.1\n"));
        for bad in ["", "a b", "../x", "assembly::x", "resource::x::1.0", "assembly::x::1.0 "] {
            assert_eq!(Template::Assembly.refusal(bad).is_some(), bad != "assembly::x::1.0 ", "{bad}");
        }
        assert!(Template::Tosca.refusal("assembly::x::1.0").is_some());
        assert_eq!(Template::Homing.refusal("near-by"), None);
    }

    #[test]
    fn a_file_is_called_as_the_others_are() {
        let naming = Naming::default();
        assert_eq!(Template::Resource.stem("x", naming), "x-1.0");
        assert_eq!(Template::Intent.stem("assembly::x::2.0", naming), "x-intent");
        assert_eq!(Template::Asd.stem("x", naming), "x");
    }
}
