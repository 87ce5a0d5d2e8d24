//! The tables of application service descriptors. Where the page shows several versions of a row, the final one holds
//! (its headings, and the data model that follows the page).

use crate::schema::{Record, Shape, alias, default, optional, required};
use crate::symbol::SymbolKind;

/// A list in the tables; a single text is read as a list of one.
const TEXTS: Shape = Shape::OneOf(&[Shape::List(&Shape::Text), Shape::Text]);

/// An application service descriptor (lines 23-148 of the page).
pub static ASD: Record = Record {
    name: "application service descriptor",
    doc: "Describes a cloud-native application: what is deployed, in which order, and what it needs of the cluster.",
    fields: &[
        required("asdId", Shape::Text, "The identifier of this descriptor, which no other has."),
        required("asdVersion", Shape::Text, "The version of this descriptor."),
        required("asdSchemaVersion", Shape::Text, "The version of the data model that the descriptor is written in."),
        required("asdProvider", Shape::Text, "Who provides the application and the descriptor."),
        required(
            "asdApplicationName",
            Shape::Id(SymbolKind::Descriptor),
            "The name of the application, which stays the same as long as the application exists.",
        ),
        required(
            "asdApplicationVersion",
            Shape::Text,
            "The version of the application; it changes with any software, artifact or value.",
        ),
        optional("asdApplicationInfoName", Shape::Text, "The name of the application for people; it may change."),
        optional("asdInfoDescription", Shape::Text, "A description of the application for people."),
        optional(
            "asdExtCpd",
            Shape::List(&Shape::Record(&CONNECTION_POINT)),
            "The connection points that the application has towards the outside.",
        ),
        optional(
            "enhancedClusterCapabilities",
            Shape::Record(&CLUSTER),
            "What the Kubernetes cluster must have for the application to run.",
        ),
        required(
            "deploymentItems",
            Shape::OneOf(&[Shape::List(&Shape::Record(&DEPLOYMENT_ITEM)), Shape::Record(&DEPLOYMENT_ITEM)]),
            "The artifacts that are deployed: at least one.",
        ),
    ],
};

/// A deployment item (lines 152-238).
pub static DEPLOYMENT_ITEM: Record = Record {
    name: "deployment item",
    doc: "An artifact that is deployed, and when.",
    fields: &[
        required(
            "deploymentItemId",
            Shape::Id(SymbolKind::DeploymentItem),
            "The identifier of the item in this descriptor.",
        ),
        required("artifactType", Shape::Choice(&["helm_chart", "helmfile", "crd", "terraform"]), "What it is."),
        required("artifactId", Shape::Text, "The artifact: a URI, or a path in the package."),
        optional(
            "deploymentOrder",
            Shape::Integer,
            "When it is deployed: items of a lower number go before those of a higher one, and items of one number \
             together. Without a number, at any time.",
        ),
        optional(
            "lifecycleParameters",
            TEXTS,
            "The parameters of the artifact that can be set at each step of the lifecycle: `replicaCount`.",
        ),
    ],
};

/// A connection point (lines 241-272).
pub static CONNECTION_POINT: Record = Record {
    name: "connection point",
    doc: "Where the application is connected to a network outside.",
    fields: &[
        required("id", Shape::Id(SymbolKind::ConnectionPoint), "The identifier of the connection point."),
        required("description", Shape::Text, "What is connected there."),
        required(
            "virtualLinkRequirement",
            TEXTS,
            "The networks that it is connected to: `OAM`, `EndUser`, `backhaul`.",
        ),
        alias(
            optional(
                "networkInterfaceRealizationRequirements",
                Shape::Record(&NETWORK_INTERFACE),
                "How the network interface is made, of a secondary interface.",
            ),
            &["networkInterfaceRequirements"],
        ),
        optional(
            "inputParamMappings",
            Shape::Record(&PARAMETER_MAPPINGS),
            "The parameters of the charts that take the addresses and networks.",
        ),
        optional("resourceMapping", Shape::Text, "The resource of the chart that it belongs to."),
    ],
};

/// How a network interface is made (lines 276-349).
pub static NETWORK_INTERFACE: Record = Record {
    name: "network interface",
    doc: "How the network interface of a connection point is made.",
    fields: &[
        default(
            optional(
                "trunkMode",
                Shape::Choice(&["false", "true"]),
                "The application tags its own traffic, for several networks over one interface.",
            ),
            "false",
        ),
        default(
            optional(
                "ipam",
                Shape::Choice(&["infraProvided", "orchestrated", "userManaged"]),
                "Who gives the addresses: the cluster, the orchestrator, or the application itself.",
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
                "What the application sees: a device of the kernel, the card itself, or a queue of its own.",
            ),
            "kernel.netdev",
        ),
        alias(
            optional(
                "interfaceOptions",
                Shape::List(&Shape::Choice(&["virtio", "memif"])),
                "The ways to a virtual switch that the application can use, of a `userspace` interface.",
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
                "How the interface goes on when a link fails.",
            ),
            "infraProvided",
        ),
        optional(
            "nicOptions",
            Shape::List(&Shape::Text),
            "The network cards that the application can drive, of a `direct.userdriver` interface: `i710`.",
        ),
    ],
};

/// Parameter mappings (lines 351-428).
pub static PARAMETER_MAPPINGS: Record = Record {
    name: "parameter mapping",
    doc: "The parameters of the charts that take addresses and networks: `chart:parent.parameter`.",
    fields: &[
        optional("loadbalancerIP", Shape::Text, "The parameter that takes the address of the load balancer."),
        optional("externalIPs", TEXTS, "The parameters that take external addresses."),
        alias(
            optional("nadNames", TEXTS, "The parameters that take the names of network attachment definitions."),
            &["nadName"],
        ),
        optional("nadNamespace", Shape::Text, "The parameter that takes the namespace of those definitions."),
    ],
};

/// What the cluster must have (lines 430-513).
pub static CLUSTER: Record = Record {
    name: "cluster capabilities",
    doc: "What the Kubernetes cluster must have for the application to run.",
    fields: &[
        required("minKernelVersion", Shape::Text, "The oldest kernel that will do, as `uname -r` prints it."),
        optional("requiredKernelModules", TEXTS, "The kernel modules that must be there, as `lsmod` prints them."),
        optional("conflictingKernelModules", TEXTS, "The kernel modules that must not be there."),
        alias(
            optional(
                "requiredCustomResources",
                Shape::List(&Shape::Record(&CUSTOM_RESOURCE)),
                "The custom resources that must be there and do not come with the application.",
            ),
            &["requiredCRDs"],
        ),
        optional(
            "clusterLabels",
            Shape::List(&Shape::OneOf(&[Shape::Text, Shape::Map(&Shape::Text)])),
            "The labels that nodes must have: `gpu: \"true\"`.",
        ),
        optional(
            "requiredPlugin",
            Shape::List(&Shape::Record(&PLUGIN)),
            "The plugins that must be there, as for further networks.",
        ),
    ],
};

pub static CUSTOM_RESOURCE: Record = Record {
    name: "custom resource",
    doc: "A kind of resource that the cluster must know.",
    fields: &[
        optional("kind", Shape::Text, "The kind: `Redis`."),
        optional("apiVersion", Shape::Text, "The version: `databases.spotahome.com/v1`."),
    ],
};

pub static PLUGIN: Record = Record {
    name: "plugin",
    doc: "A plugin that the cluster must have.",
    fields: &[
        alias(optional("requiredPluginName", Shape::Text, "The name of the plugin: `multus`."), &["name"]),
        alias(optional("requiredPluginVersion", Shape::Text, "The version of the plugin."), &["version"]),
    ],
};
