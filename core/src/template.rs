//! Templates for new files: each is complete, has comments on its sections, and checks without findings.

use crate::naming::Naming;
use crate::symbol::DescriptorRef;

/// A kind of file that can be created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Template {
    Assembly,
    Resource,
    Tosca,
    /// Types of TOSCA that service templates import.
    ToscaTypes,
    Asd,
    /// A complete application service descriptor with its two charts, a custom resource, a cluster and a request: the folder
    /// of a package.
    AsdExample,
    Homing,
    /// A complete homing template with an inventory and values of its parameters.
    HomingExample,
    Intent,
}

impl Template {
    pub const ALL: [Template; 9] = [
        Template::Assembly,
        Template::Resource,
        Template::Tosca,
        Template::ToscaTypes,
        Template::Asd,
        Template::AsdExample,
        Template::Homing,
        Template::HomingExample,
        Template::Intent,
    ];

    /// The kind in the full name, if it has one: `assembly`.
    pub fn kind(self) -> Option<&'static str> {
        match self {
            Template::Assembly | Template::Intent => Some("assembly"),
            Template::Resource => Some("resource"),
            Template::Tosca
            | Template::ToscaTypes
            | Template::Asd
            | Template::AsdExample
            | Template::Homing
            | Template::HomingExample => None,
        }
    }

    /// Why a file of this kind cannot have this name, which is a full name or the middle part of one.
    pub fn refusal(self, name: &str) -> Option<String> {
        match DescriptorRef::parse(name) {
            _ if !is_plain(name) => {
                Some("use letters, digits, `_`, `-` and `.`, or a full name such as `assembly::video::1.0`".to_owned())
            }
            Some(full) if self.kind() != Some(full.kind.as_str()) => {
                Some(format!("`{full}` is the name of another kind of descriptor"))
            }
            Some(_) | None => None,
        }
    }

    /// The full name, if descriptors have one: `assembly::video::1.0` for `video`.
    pub fn full(self, name: &str) -> Option<DescriptorRef> {
        let kind = self.kind()?;
        DescriptorRef::parse(name).or_else(|| DescriptorRef::parse(&format!("{kind}::{name}::1.0")))
    }

    /// The text of a new file. `name` is a full name or the middle part of one.
    pub fn text(self, name: &str) -> String {
        let pattern = match self {
            Template::Assembly => ASSEMBLY,
            Template::Resource => RESOURCE,
            Template::Tosca => TOSCA,
            Template::ToscaTypes => TOSCA_TYPES,
            Template::Asd => ASD,
            Template::AsdExample => return application(name),
            Template::Homing => HOMING,
            Template::HomingExample => EXAMPLE,
            Template::Intent => INTENT,
        };
        let full = self.full(name).map_or(String::new(), |full| full.to_string());
        pattern.replace("{full}", &full).replace("{name}", &short(name)).replace("{uuid}", &uuid(name))
    }

    /// The files that belong to a new file: the paths from its folder, and the texts. `stem` is the name of the new file
    /// without its extension, `name` that of the descriptor.
    pub fn companions(self, stem: &str, name: &str) -> Vec<(String, String)> {
        match self {
            Template::HomingExample => homing_companions(stem),
            Template::AsdExample => asd_companions(stem, name),
            _ => Vec::new(),
        }
    }

    /// The path of the file without its extension, following `naming`. An example with many files has a folder.
    pub fn stem(self, name: &str, naming: Naming) -> String {
        match (self, self.full(name)) {
            (Template::Intent, Some(full)) => format!("{}-intent", Naming { version: None, ..naming }.stem(&full)),
            (_, Some(full)) => naming.stem(&full),
            (Template::AsdExample, None) => format!("{name}/{name}", name = short(name)),
            (_, None) => short(name),
        }
    }
}

/// The middle part of a full name, or the name itself.
fn short(name: &str) -> String {
    DescriptorRef::parse(name).map_or_else(|| name.to_owned(), |full| full.name.to_string())
}

/// Whether a name can be used in a descriptor and in a file name without quotes.
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

/// A UUID (version 8) that depends only on the name, so that templates are the same everywhere.
fn uuid(name: &str) -> String {
    // FNV-1a with two bases.
    let hash =
        |base: u64| name.bytes().fold(base, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let (high, low) = (hash(0xcbf2_9ce4_8422_2325), hash(0x8422_2325_cbf2_9ce4));
    let groups = (high >> 32, high >> 16 & 0xffff, high & 0x0fff, low >> 48 & 0x3fff | 0x8000, low & 0xffff_ffff_ffff);
    format!("{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}", groups.0, groups.1, groups.2, groups.3, groups.4)
}

fn homing_companions(stem: &str) -> Vec<(String, String)> {
    let (inventory, parameters) = (format!("{stem}-inventory.yaml"), format!("{stem}-parameters.yaml"));
    let named = |text: &str| {
        let text = text.replace("streamer-inventory.yaml", &inventory);
        text.replace("streamer-placement.yaml", &parameters).replace("streamer-homing.yaml", &format!("{stem}.yaml"))
    };
    vec![(inventory.clone(), named(EXAMPLE_INVENTORY)), (parameters.clone(), named(EXAMPLE_PARAMETERS))]
}

/// The application of the sample catalog under another name.
fn application(name: &str) -> String {
    let own = RECORDER.replace(RECORDER_ID, &uuid(name)).replace("fjord-recorder", &short(name));
    with_standard_label(&own.replace("The network recorder as a package: an", "The network recorder: an"))
}

/// The label of the sample catalog is its own; a new file has no findings.
fn with_standard_label(text: &str) -> String {
    text.replace("fjord.example/recording-disks", "feature.node.kubernetes.io/storage-nonrotationaldisk")
}

fn asd_companions(stem: &str, name: &str) -> Vec<(String, String)> {
    let descriptor = format!("{stem}.yaml");
    let named = |text: &str| with_standard_label(&text.replace("recorder/Definitions/recorder.yaml", &descriptor));
    let mut files: Vec<(String, String)> =
        RECORDER_CHARTS.iter().chain(&RECORDER_INPUTS).map(|(path, text)| ((*path).to_owned(), named(text))).collect();
    // The folder is a package; `pack` adds the digests.
    let manifest = format!("{stem}.mf");
    let [(path, meta)] = RECORDER_META;
    let meta = meta.replace("Definitions/recorder.yaml", &descriptor).replace("recorder.mf", &manifest);
    files.push((path.to_owned(), meta));
    let metadata = RECORDER_MANIFEST.split("\n\n").next().unwrap_or_default();
    let mut listed = metadata.replace("fjord-recorder", &short(name)) + "\n\n";
    for path in files.iter().map(|(path, _)| path).chain([&descriptor]) {
        listed += &format!("Source: {path}\n");
    }
    files.push((manifest, listed));
    files
}

// The examples of the sample catalog.
const RECORDER: &str = include_str!("template/examples/recorder/Definitions/recorder.yaml");
const RECORDER_ID: &str = "3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051";
macro_rules! recorder_files {
    ($($path:literal),*) => {
        [$(($path, include_str!(concat!("template/examples/recorder/", $path)))),*]
    };
}
const RECORDER_CHARTS: [(&str, &str); 6] = recorder_files![
    "Artifacts/Deployment/CRD/recordings.yaml",
    "Artifacts/Deployment/HELM/recorder-index/Chart.yaml",
    "Artifacts/Deployment/HELM/recorder-index/values.yaml",
    "Artifacts/Deployment/HELM/recorder/Chart.yaml",
    "Artifacts/Deployment/HELM/recorder/values.yaml",
    "Artifacts/Deployment/HELM/recorder/values.schema.json"
];
const RECORDER_INPUTS: [(&str, &str); 2] = [
    ("cluster.yaml", include_str!("template/examples/clusters/oslo.yaml")),
    ("request.yaml", include_str!("template/examples/other/recorder-request.yaml")),
];
const RECORDER_META: [(&str, &str); 1] = recorder_files!["TOSCA-Metadata/TOSCA.meta"];
const RECORDER_MANIFEST: &str = include_str!("template/examples/recorder/recorder.mf");
const EXAMPLE: &str = include_str!("template/examples/other/streamer-homing.yaml");
const EXAMPLE_INVENTORY: &str = include_str!("template/examples/other/streamer-inventory.yaml");
const EXAMPLE_PARAMETERS: &str = include_str!("template/examples/other/streamer-placement.yaml");

const ASSEMBLY: &str = "\
                        name: {full}
description: Describe the service here.

# Inputs and outputs of the service.
properties:
  deploymentLocation:
    type: string
    required: true
    description: The location that the service runs at.
  resourceManager:
    type: string
    default: Brent
    description: The resource manager that creates the service.

# The components of the service. The type of a component is a descriptor in the catalog:
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
description: Describe the resource here.

# Properties that assemblies set, and properties that the running resource reports.
properties:
  address:
    type: string
    read-only: true
    description: The address of the running resource.

# Capabilities for other components.
capabilities:
  service:
    type: Service

# The types of infrastructure that the resource can be deployed on.
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

# The driver that executes the transitions, and the types of infrastructure that it supports.
default-driver:
  ansible:
    selector:
      infrastructure-type:
        - '*'
";

const INTENT: &str = "\
                      # An intent: the assembly instance to create, and its properties.
assemblyName: {name}
descriptorName: {full}
intendedState: Active
properties: {}
";

const TOSCA_TYPES: &str = "\
                           tosca_definitions_version: tosca_simple_yaml_1_2

description: Types of {name}

# Values with several parts
data_types:
  {name}.datatypes.Quota:
    derived_from: tosca.datatypes.Root
    description: Limits of one user of a store.
    properties:
      size:
        type: scalar-unit.size
        description: Maximum size of all objects.
      objects:
        type: integer
        description: Maximum number of objects.
        required: false
        constraints:
          - greater_than: 0

# What nodes offer
capability_types:
  {name}.capabilities.Storage:
    derived_from: tosca.capabilities.Endpoint
    description: Stores objects.
    properties:
      quota:
        type: {name}.datatypes.Quota
        description: Limits of the connected node.
        required: false

# How nodes are connected
relationship_types:
  {name}.relationships.StoresIn:
    derived_from: tosca.relationships.ConnectsTo
    description: The source stores its objects in the target.
    valid_target_types: [ {name}.capabilities.Storage ]

node_types:
  {name}.nodes.Store:
    derived_from: tosca.nodes.SoftwareComponent
    description: A store for objects.
    capabilities:
      storage:
        type: {name}.capabilities.Storage

  {name}.nodes.Application:
    derived_from: tosca.nodes.SoftwareComponent
    description: An application that needs a store.
    properties:
      port:
        type: tosca.datatypes.network.PortDef
        description: Port on which it answers.
        default: 8080
    requirements:
      - store:
          capability: {name}.capabilities.Storage
          node: {name}.nodes.Store
          relationship: {name}.relationships.StoresIn
";

const TOSCA: &str = "\
                     tosca_definitions_version: tosca_simple_yaml_1_2

description: {name}

topology_template:
  inputs:
    cpus:
      type: integer
      default: 2
      description: Number of processors of the server.

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
      description: Address of the server.
      value: { get_attribute: [ server, private_address ] }
";

const ASD: &str = "\
                   # A UUID, which is unique: `uuidgen` prints a new one.
asdId: {uuid}
asdVersion: \"1.0\"
asdSchemaVersion: \"1.0\"
asdProvider: Provider
asdApplicationName: {name}
asdApplicationVersion: 1.0.0
asdApplicationInfoName: {name}
asdInfoDescription: Describe the application here.

# The items to deploy, in the order of `deploymentOrder`.
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
    fn a_name_is_full_or_its_middle_part() {
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
    fn a_file_is_named_like_the_others() {
        let naming = Naming::default();
        assert_eq!(Template::Resource.stem("x", naming), "x-1.0");
        assert_eq!(Template::Intent.stem("assembly::x::2.0", naming), "x-intent");
        assert_eq!(Template::Asd.stem("x", naming), "x");
    }

    #[test]
    fn the_files_of_an_example_name_each_other() {
        let files = Template::HomingExample.companions("near", "near");
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["near-inventory.yaml", "near-parameters.yaml"]);
        assert!(files.iter().all(|(_, text)| text.contains("near.yaml") && !text.contains("streamer-")));
        let files = Template::AsdExample.companions("near", "far");
        assert!(files.iter().all(|(_, text)| !text.contains("recorder.yaml")));
        assert!(files.iter().any(|(path, text)| path == "request.yaml" && text.contains("near.yaml")));
        let text = |name: &str| files.iter().find(|(path, _)| path == name).map_or("", |(_, text)| text.as_str());
        assert!(
            text("TOSCA-Metadata/TOSCA.meta").contains("Entry-Definitions: near.yaml\nETSI-Entry-Manifest: near.mf\n")
        );
        assert!(text("near.mf").contains("application_name: far\n") && text("near.mf").contains("Source: near.yaml\n"));
        assert_eq!(Template::AsdExample.stem("near", Naming::default()), "near/near");
        let text = Template::AsdExample.text("near");
        assert!(text.contains("asdApplicationName: near\n") && !text.contains(RECORDER_ID), "{text}");
        let have_none = Template::ALL.iter().filter(|one| one.companions("x", "x").is_empty()).count();
        assert_eq!(have_none, Template::ALL.len() - 2);
    }
}
