//! The tables of application service descriptors. If the page shows several versions of a row, the final one is used
//! (its headings, and the data model after the page).

use crate::schema::{Record, Shape, alias, default, optional, required};
use crate::symbol::SymbolKind;

/// A list. A single text is read as a list of one.
const TEXTS: Shape = Shape::OneOf(&[Shape::List(&Shape::Text), Shape::Text]);

/// An application service descriptor (lines 23-148 of the page).
pub static ASD: Record = Record {
    name: "application service descriptor",
    doc: "A cloud-native application: what is deployed, in which order, and what it needs from the cluster.",
    fields: &[
        required("asdId", Shape::Text, "Unique identifier of the descriptor."),
        required("asdVersion", Shape::Text, "Version of the descriptor."),
        required("asdSchemaVersion", Shape::Text, "Version of the data model of the descriptor."),
        required("asdProvider", Shape::Text, "Provider of the application and the descriptor."),
        required(
            "asdApplicationName",
            Shape::Id(SymbolKind::Descriptor),
            "Name of the application, which never changes.",
        ),
        required(
            "asdApplicationVersion",
            Shape::Text,
            "Version of the application. It changes with every change of software, artifacts or values.",
        ),
        optional("asdApplicationInfoName", Shape::Text, "Human-readable name of the application. It may change."),
        optional("asdInfoDescription", Shape::Text, "Human-readable description of the application."),
        optional(
            "asdExtCpd",
            Shape::List(&Shape::Record(&CONNECTION_POINT)),
            "Connection points to external networks.",
        ),
        optional("enhancedClusterCapabilities", Shape::Record(&CLUSTER), "Requirements on the Kubernetes cluster."),
        required(
            "deploymentItems",
            Shape::OneOf(&[Shape::List(&Shape::Record(&DEPLOYMENT_ITEM)), Shape::Record(&DEPLOYMENT_ITEM)]),
            "Artifacts to deploy, at least one.",
        ),
    ],
};

/// A deployment item (lines 152-238).
pub static DEPLOYMENT_ITEM: Record = Record {
    name: "deployment item",
    doc: "An artifact and its place in the deployment order.",
    fields: &[
        required(
            "deploymentItemId",
            Shape::Id(SymbolKind::DeploymentItem),
            "Unique identifier of the item in the descriptor.",
        ),
        required(
            "artifactType",
            Shape::Choice(&["helm_chart", "helmfile", "crd", "terraform"]),
            "Type of the artifact.",
        ),
        required("artifactId", Shape::Text, "The artifact: a URI, or a path in the package."),
        optional(
            "deploymentOrder",
            Shape::Integer,
            "Deployment order. Items with lower numbers are deployed first, items with the same number together. Items \
             without a number can be deployed at any time.",
        ),
        optional(
            "lifecycleParameters",
            TEXTS,
            "Parameters of the artifact that can be set in each step of the lifecycle: `replicaCount`.",
        ),
    ],
};

/// A connection point (lines 241-272).
pub static CONNECTION_POINT: Record = Record {
    name: "connection point",
    doc: "A connection of the application to an external network.",
    fields: &[
        required("id", Shape::Id(SymbolKind::ConnectionPoint), "Identifier of the connection point."),
        required("description", Shape::Text, "Purpose of the connection."),
        required("virtualLinkRequirement", TEXTS, "Connected networks: `OAM`, `EndUser`, `backhaul`."),
        alias(
            optional(
                "networkInterfaceRealizationRequirements",
                Shape::Record(&NETWORK_INTERFACE),
                "Configuration of a secondary network interface.",
            ),
            &["networkInterfaceRequirements"],
        ),
        optional(
            "inputParamMappings",
            Shape::Record(&PARAMETER_MAPPINGS),
            "Chart parameters for addresses and networks.",
        ),
        optional("resourceMapping", Shape::Text, "Resource of the chart that it belongs to."),
    ],
};

/// Configuration of a network interface (lines 276-349).
pub static NETWORK_INTERFACE: Record = Record {
    name: "network interface",
    doc: "Configuration of the network interface of a connection point.",
    fields: &[
        default(
            optional(
                "trunkMode",
                Shape::Choice(&["false", "true"]),
                "`true` if the application tags its own traffic, to use several networks over one interface.",
            ),
            "false",
        ),
        default(
            optional(
                "ipam",
                Shape::Choice(&["infraProvided", "orchestrated", "userManaged"]),
                "Source of the addresses: the cluster, the orchestrator, or the application itself.",
            ),
            "infraProvided",
        ),
        default(
            optional(
                "interfaceType",
                Shape::Choice(&[
                    "kernel.netdev",
                    "direct.userdriver",
                    "direct.kerneldriver",
                    "direct.bond",
                    "userspace",
                    "direct.userspace",
                ]),
                "Interface type: a kernel device, the network card, or a dedicated queue.",
            ),
            "kernel.netdev",
        ),
        alias(
            optional(
                "interfaceOptions",
                Shape::List(&Shape::Choice(&["virtio", "memif"])),
                "Virtual switch interfaces that the application supports, for a `userspace` interface.",
            ),
            &["interfaceOption"],
        ),
        default(
            optional(
                "interfaceRedundancy",
                Shape::Choice(&[
                    "infraProvided",
                    "activePassiveBond",
                    "activeActiveBond",
                    "activePassiveL3",
                    "activeActiveL3",
                    "Left",
                    "Right",
                    "bondCni",
                    "left",
                    "right",
                    "actPassBond",
                    "actActBond",
                    "actPassL3",
                    "actActL3",
                ]),
                "Behavior of the interface when a link fails.",
            ),
            "infraProvided",
        ),
        optional(
            "nicOptions",
            Shape::List(&Shape::Text),
            "Network cards that the application supports, for a `direct.userdriver` interface: `i710`.",
        ),
    ],
};

/// Parameter mappings (lines 351-428).
pub static PARAMETER_MAPPINGS: Record = Record {
    name: "parameter mapping",
    doc: "Chart parameters for addresses and networks: `chart:parent.parameter`.",
    fields: &[
        optional("loadbalancerIP", Shape::Text, "Parameter for the address of the load balancer."),
        optional("externalIPs", TEXTS, "Parameters for external addresses."),
        alias(optional("nadNames", TEXTS, "Parameters for the names of network attachment definitions."), &["nadName"]),
        optional("nadNamespace", Shape::Text, "Parameter for the namespace of the network attachment definitions."),
    ],
};

/// Requirements on the cluster (lines 430-513).
pub static CLUSTER: Record = Record {
    name: "cluster capabilities",
    doc: "Requirements on the Kubernetes cluster.",
    fields: &[
        required("minKernelVersion", Shape::Text, "Minimum kernel version, as printed by `uname -r`."),
        optional("requiredKernelModules", TEXTS, "Required kernel modules, as printed by `lsmod`."),
        optional("conflictingKernelModules", TEXTS, "Kernel modules that must not be loaded."),
        alias(
            optional(
                "requiredCustomResources",
                Shape::List(&Shape::Record(&CUSTOM_RESOURCE)),
                "Required custom resources that are not part of the application.",
            ),
            &["requiredCRDs"],
        ),
        optional(
            "clusterLabels",
            Shape::List(&Shape::OneOf(&[Shape::Text, Shape::Map(&Shape::Text)])),
            "Required node labels: `gpu: \"true\"`.",
        ),
        optional(
            "requiredPlugin",
            Shape::List(&Shape::Record(&PLUGIN)),
            "Required plugins, for example for additional networks.",
        ),
    ],
};

pub static CUSTOM_RESOURCE: Record = Record {
    name: "custom resource",
    doc: "A kind of resource that the cluster must support.",
    fields: &[
        optional("kind", Shape::Text, "Kind of the resource: `Redis`."),
        optional("apiVersion", Shape::Text, "API version of the resource: `databases.spotahome.com/v1`."),
    ],
};

pub static PLUGIN: Record = Record {
    name: "plugin",
    doc: "A plugin that the cluster must have.",
    fields: &[
        alias(optional("requiredPluginName", Shape::Text, "Name of the plugin: `multus`."), &["name"]),
        alias(optional("requiredPluginVersion", Shape::Text, "Version of the plugin."), &["version"]),
    ],
};
