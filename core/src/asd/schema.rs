//! The tables of application service descriptors, in each form. If the page shows several versions of a row, the final one
//! is used (its headings, and the data model after the page).

use crate::asd::form::Form;
use crate::schema::{Field, Need, Record, Shape, alias, default, field, optional, required};
use crate::symbol::SymbolKind;

/// The table of a document in this form.
pub fn of(form: Form) -> &'static Record {
    match form {
        Form::Plain => &ASD,
        Form::Onap => &ONAP_TEMPLATE,
        Form::OranSc => &ORAN_SC_TEMPLATE,
        Form::Wg6 => &WG6_TEMPLATE,
    }
}

/// A field under the name that it has in another form.
const fn named(name: &'static str, field: Field) -> Field {
    Field { name, ..field }
}

/// A field whose value has another form.
const fn shaped(shape: Shape, field: Field) -> Field {
    Field {
        name: field.name,
        doc: field.doc,
        shape,
        need: field.need,
        aliases: field.aliases,
        default: field.default,
        since: field.since,
    }
}

/// A list. A single text is read as a list of one.
const TEXTS: Shape = Shape::OneOf(&[Shape::List(&Shape::Text), Shape::Text]);

const ID: Field = required("asdId", Shape::Text, "Unique identifier of the descriptor.");
const INVARIANT_ID: Field =
    required("asdInvariantId", Shape::Text, "Identifier of the descriptor that is the same in all of its versions.");
const VERSION: Field = required("asdVersion", Shape::Text, "Version of the descriptor.");
const SCHEMA_VERSION: Field = required("asdSchemaVersion", Shape::Text, "Version of the data model of the descriptor.");
const PROVIDER: Field = required("asdProvider", Shape::Text, "Provider of the application and the descriptor.");
const NAME: Field =
    required("asdApplicationName", Shape::Id(SymbolKind::Descriptor), "Name of the application, which never changes.");
const APPLICATION_VERSION: Field = required(
    "asdApplicationVersion",
    Shape::Text,
    "Version of the application. It changes with every change of software, artifacts or values.",
);
const INFO_NAME: Field =
    optional("asdApplicationInfoName", Shape::Text, "Human-readable name of the application. It may change.");
const DESCRIPTION: Field =
    optional("asdInfoDescription", Shape::Text, "Human-readable description of the application.");
static POINT: Shape = Shape::Record(&CONNECTION_POINT);
const POINTS: Field = optional("asdExtCpd", Shape::List(&POINT), "Connection points to external networks.");
const REQUIREMENTS: Field =
    optional("enhancedClusterCapabilities", Shape::Record(&CLUSTER), "Requirements on the Kubernetes cluster.");

/// An application service descriptor (lines 23-148 of the page).
pub static ASD: Record = Record {
    name: "application service descriptor",
    doc: "A cloud-native application: what is deployed, in which order, and what it needs from the cluster.",
    fields: &[
        ID,
        VERSION,
        SCHEMA_VERSION,
        PROVIDER,
        NAME,
        APPLICATION_VERSION,
        INFO_NAME,
        DESCRIPTION,
        POINTS,
        REQUIREMENTS,
        required(
            "deploymentItems",
            Shape::OneOf(&[Shape::List(&Shape::Record(&DEPLOYMENT_ITEM)), Shape::Record(&DEPLOYMENT_ITEM)]),
            "Artifacts to deploy, at least one.",
        ),
    ],
};

static ONAP_ASD: Record = Record {
    name: ASD.name,
    doc: ASD.doc,
    fields: &[
        named("descriptor_id", ID),
        named("descriptor_invariant_id", INVARIANT_ID),
        named("descriptor_version", VERSION),
        named("schema_version", SCHEMA_VERSION),
        named("function_description", DESCRIPTION),
        named("provider", PROVIDER),
        named("application_name", NAME),
        named("application_version", APPLICATION_VERSION),
        named("ext_cpds", shaped(Shape::List(&Shape::Record(&ONAP_CONNECTION_POINT)), POINTS)),
        named("enhanced_cluster_capabilities", shaped(Shape::Record(&ONAP_CLUSTER), REQUIREMENTS)),
    ],
};

static WG6_ASD: Record = Record {
    name: ASD.name,
    doc: ASD.doc,
    fields: &[
        ID,
        INVARIANT_ID,
        VERSION,
        PROVIDER,
        NAME,
        named("asdApplicationSwVersion", APPLICATION_VERSION),
        INFO_NAME,
        DESCRIPTION,
        shaped(Shape::List(&Shape::Record(&WG6_CONNECTION_POINT)), POINTS),
        shaped(Shape::Record(&WG6_CLUSTER), REQUIREMENTS),
    ],
};

const ITEM_ID: Field = required(
    "deploymentItemId",
    Shape::Id(SymbolKind::DeploymentItem),
    "Unique identifier of the item in the descriptor.",
);
const ARTIFACT_TYPE: Field =
    required("artifactType", Shape::Choice(&["helm_chart", "helmfile", "crd", "terraform"]), "Type of the artifact.");
const ARTIFACT: Field = required("artifactId", Shape::Text, "The artifact: a URI, or a path in the package.");
const ORDER: Field = optional(
    "deploymentOrder",
    Shape::Integer,
    "Deployment order. Items with lower numbers are deployed first, items with the same number together. Items \
     without a number can be deployed at any time.",
);
const PARAMETERS: Field = optional(
    "lifecycleParameters",
    TEXTS,
    "Parameters of the artifact that can be set in each step of the lifecycle: `replicaCount`.",
);

/// A deployment item (lines 152-238).
pub static DEPLOYMENT_ITEM: Record = Record {
    name: "deployment item",
    doc: "An artifact and its place in the deployment order.",
    fields: &[ITEM_ID, ARTIFACT_TYPE, ARTIFACT, ORDER, PARAMETERS],
};

static ONAP_ITEM: Record = Record {
    name: DEPLOYMENT_ITEM.name,
    doc: DEPLOYMENT_ITEM.doc,
    fields: &[
        named("item_id", ONAP_ITEM_ID),
        named("artifact_type", ARTIFACT_TYPE),
        named("deployment_order", ORDER),
        named("lifecycle_parameters", PARAMETERS),
    ],
};

// An artifact is identified by its name, so its item identifier defines no second symbol.
const ONAP_ITEM_ID: Field = alias(shaped(Shape::Text, ITEM_ID), &["itemId"]);

static ORAN_SC_ITEM: Record = Record {
    name: DEPLOYMENT_ITEM.name,
    doc: DEPLOYMENT_ITEM.doc,
    fields: &[
        named("item_id", ONAP_ITEM_ID),
        named("artifact_type", ARTIFACT_TYPE),
        optional("target_server", Shape::Text, "Kind of the server that the chart is uploaded to: `chartmuseum`."),
        optional("target_server_uri", Shape::Text, "Address of the server that the chart is uploaded to."),
        named("deployment_order", ORDER),
        named("lifecycle_parameters", PARAMETERS),
    ],
};

static WG6_ITEM: Record = Record {
    name: DEPLOYMENT_ITEM.name,
    doc: DEPLOYMENT_ITEM.doc,
    fields: &[
        alias(shaped(Shape::Text, ITEM_ID), &["itemId"]),
        ARTIFACT_TYPE,
        ORDER,
        named("deploymentParameter", PARAMETERS),
    ],
};

const POINT_ID: Field = required("id", Shape::Id(SymbolKind::ConnectionPoint), "Identifier of the connection point.");
const PURPOSE: Field = required("description", Shape::Text, "Purpose of the connection.");
const LINKS: Field = required("virtualLinkRequirement", TEXTS, "Connected networks: `OAM`, `EndUser`, `backhaul`.");
const INTERFACE: Field = optional(
    "networkInterfaceRealizationRequirements",
    Shape::Record(&NETWORK_INTERFACE),
    "Configuration of a secondary network interface.",
);
const MAPPINGS: Field =
    optional("inputParamMappings", Shape::Record(&PARAMETER_MAPPINGS), "Chart parameters for addresses and networks.");
const RESOURCE: Field = optional("resourceMapping", Shape::Text, "Resource of the chart that it belongs to.");

/// A connection point (lines 241-272).
pub static CONNECTION_POINT: Record = Record {
    name: "connection point",
    doc: "A connection of the application to an external network.",
    fields: &[POINT_ID, PURPOSE, LINKS, alias(INTERFACE, &["networkInterfaceRequirements"]), MAPPINGS, RESOURCE],
};

static ONAP_CONNECTION_POINT: Record = Record {
    name: CONNECTION_POINT.name,
    doc: CONNECTION_POINT.doc,
    fields: &[
        POINT_ID,
        PURPOSE,
        named("virtual_link_requirement", LINKS),
        alias(
            named(
                "network_interface_realization_requirements",
                shaped(Shape::Record(&ONAP_NETWORK_INTERFACE), INTERFACE),
            ),
            &["network_interface_requirements"],
        ),
        named("input_param_mappings", shaped(Shape::Record(&ONAP_PARAMETER_MAPPINGS), MAPPINGS)),
        named("resource_mapping", RESOURCE),
    ],
};

static WG6_CONNECTION_POINT: Record = Record {
    name: CONNECTION_POINT.name,
    doc: CONNECTION_POINT.doc,
    fields: &[
        POINT_ID,
        PURPOSE,
        LINKS,
        alias(shaped(Shape::Record(&WG6_NETWORK_INTERFACE), INTERFACE), &["networkInterfaceRequirements"]),
        shaped(Shape::Record(&WG6_PARAMETER_MAPPINGS), MAPPINGS),
        RESOURCE,
    ],
};

const TRUNK_MODE: Field = default(
    optional(
        "trunkMode",
        Shape::Choice(&["false", "true"]),
        "`true` if the application tags its own traffic, to use several networks over one interface.",
    ),
    "false",
);
const IPAM: Field = default(
    optional(
        "ipam",
        Shape::Choice(&["infraProvided", "orchestrated", "userManaged"]),
        "Source of the addresses: the cluster, the orchestrator, or the application itself.",
    ),
    "infraProvided",
);
const INTERFACE_TYPE: Field = default(
    optional(
        "interfaceType",
        Shape::Choice(&["kernel.netdev", "direct.userdriver", "direct.kerneldriver", "direct.bond", "userspace"]),
        "Interface type: a kernel device, the network card, or a dedicated queue.",
    ),
    "kernel.netdev",
);
const OPTIONS: Field = optional(
    "interfaceOptions",
    Shape::List(&Shape::Choice(&["virtio", "memif"])),
    "Virtual switch interfaces that the application supports, for a `userspace` interface.",
);
const REDUNDANCY: Field = default(
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
        ]),
        "Behavior of the interface when a link fails.",
    ),
    "infraProvided",
);
const CARDS: Field = optional(
    "nicOptions",
    Shape::List(&Shape::Text),
    "Network cards that the application supports, for a `direct.userdriver` interface: `i710`.",
);

/// Configuration of a network interface (lines 276-349).
pub static NETWORK_INTERFACE: Record = Record {
    name: "network interface",
    doc: "Configuration of the network interface of a connection point.",
    fields: &[TRUNK_MODE, IPAM, INTERFACE_TYPE, alias(OPTIONS, &["interfaceOption"]), REDUNDANCY, CARDS],
};

static ONAP_NETWORK_INTERFACE: Record = Record {
    name: NETWORK_INTERFACE.name,
    doc: NETWORK_INTERFACE.doc,
    fields: &[
        named("trunk_mode", TRUNK_MODE),
        IPAM,
        named("interface_type", INTERFACE_TYPE),
        alias(named("interface_option", OPTIONS), &["interface_options"]),
        named(
            "interface_redundancy",
            shaped(
                Shape::Choice(&[
                    "infraProvided",
                    "actPassBond",
                    "actActBond",
                    "actPassL3",
                    "actActL3",
                    "Left",
                    "Right",
                ]),
                REDUNDANCY,
            ),
        ),
        named("nic_options", CARDS),
    ],
};

static WG6_NETWORK_INTERFACE: Record = Record {
    name: NETWORK_INTERFACE.name,
    doc: NETWORK_INTERFACE.doc,
    fields: &[
        TRUNK_MODE,
        IPAM,
        shaped(
            Shape::Choice(&["kernel.netdev", "direct.userspace", "direct.kerneldriver", "direct.bond", "userspace"]),
            INTERFACE_TYPE,
        ),
        alias(named("interfaceOption", OPTIONS), &["interfaceOptions"]),
        shaped(
            Shape::Choice(&[
                "infraProvided",
                "activePassiveBond",
                "activeActiveBond",
                "activePassiveL3",
                "left",
                "right",
            ]),
            REDUNDANCY,
        ),
    ],
};

const LOAD_BALANCER: Field = optional("loadbalancerIP", Shape::Text, "Parameter for the address of the load balancer.");
const EXTERNAL: Field = optional("externalIPs", TEXTS, "Parameters for external addresses.");
const ATTACHMENTS: Field = optional("nadNames", TEXTS, "Parameters for the names of network attachment definitions.");
const NAMESPACE: Field =
    optional("nadNamespace", Shape::Text, "Parameter for the namespace of the network attachment definitions.");

/// Parameter mappings (lines 351-428).
pub static PARAMETER_MAPPINGS: Record = Record {
    name: "parameter mapping",
    doc: "Chart parameters for addresses and networks: `chart:parent.parameter`.",
    fields: &[LOAD_BALANCER, EXTERNAL, alias(ATTACHMENTS, &["nadName"]), NAMESPACE],
};

static ONAP_PARAMETER_MAPPINGS: Record = Record {
    name: PARAMETER_MAPPINGS.name,
    doc: PARAMETER_MAPPINGS.doc,
    fields: &[
        named("loadbalancer_IP", LOAD_BALANCER),
        named("external_IPs", EXTERNAL),
        alias(named("nad_names", ATTACHMENTS), &["nad_name"]),
        named("nad_namespace", NAMESPACE),
    ],
};

static WG6_PARAMETER_MAPPINGS: Record = Record {
    name: PARAMETER_MAPPINGS.name,
    doc: PARAMETER_MAPPINGS.doc,
    fields: &[LOAD_BALANCER, EXTERNAL, alias(named("nadName", ATTACHMENTS), &["nadNames"]), NAMESPACE],
};

const KERNEL: Field = required("minKernelVersion", Shape::Text, "Minimum kernel version, as printed by `uname -r`.");
const REQUIRED_MODULES: Field =
    optional("requiredKernelModules", TEXTS, "Required kernel modules, as printed by `lsmod`.");
const CONFLICTING_MODULES: Field =
    optional("conflictingKernelModules", TEXTS, "Kernel modules that must not be loaded.");
static CUSTOM_RESOURCE_SHAPE: Shape = Shape::Record(&CUSTOM_RESOURCE);
const CUSTOM_RESOURCES: Field = optional(
    "requiredCustomResources",
    Shape::List(&CUSTOM_RESOURCE_SHAPE),
    "Required custom resources that are not part of the application.",
);
const LABELS: Field = optional(
    "clusterLabels",
    Shape::List(&Shape::OneOf(&[Shape::Text, Shape::Map(&Shape::Text)])),
    "Required node labels: `gpu: \"true\"`.",
);
static PLUGIN_SHAPE: Shape = Shape::Record(&PLUGIN);
const PLUGINS: Field =
    optional("requiredPlugin", Shape::List(&PLUGIN_SHAPE), "Required plugins, for example for additional networks.");

/// Requirements on the cluster (lines 430-513).
pub static CLUSTER: Record = Record {
    name: "cluster capabilities",
    doc: "Requirements on the Kubernetes cluster.",
    fields: &[
        KERNEL,
        REQUIRED_MODULES,
        CONFLICTING_MODULES,
        alias(CUSTOM_RESOURCES, &["requiredCRDs"]),
        LABELS,
        PLUGINS,
    ],
};

static ONAP_CLUSTER: Record = Record {
    name: CLUSTER.name,
    doc: CLUSTER.doc,
    fields: &[
        named("min_kernel_version", KERNEL),
        named("required_kernel_modules", REQUIRED_MODULES),
        named("conflicting_kernel_modules", CONFLICTING_MODULES),
        alias(
            named(
                "required_custom_resources",
                shaped(Shape::List(&Shape::Record(&ONAP_CUSTOM_RESOURCE)), CUSTOM_RESOURCES),
            ),
            &["required_crds"],
        ),
        named("cluster_labels", LABELS),
        named("required_plugin", shaped(Shape::List(&Shape::Record(&ONAP_PLUGIN)), PLUGINS)),
    ],
};

static WG6_CLUSTER: Record = Record {
    name: CLUSTER.name,
    doc: CLUSTER.doc,
    fields: &[
        KERNEL,
        named("requiredKernelModule", REQUIRED_MODULES),
        named("conflictingKernelModule", CONFLICTING_MODULES),
        named("requiredCustomResource", CUSTOM_RESOURCES),
        named("clusterLabel", LABELS),
        PLUGINS,
    ],
};

const KIND: Field = optional("kind", Shape::Text, "Kind of the resource: `Redis`.");
const API_VERSION: Field =
    optional("apiVersion", Shape::Text, "API version of the resource: `databases.spotahome.com/v1`.");

pub static CUSTOM_RESOURCE: Record = Record {
    name: "custom resource",
    doc: "A kind of resource that the cluster must support.",
    fields: &[KIND, API_VERSION],
};

static ONAP_CUSTOM_RESOURCE: Record =
    Record { name: CUSTOM_RESOURCE.name, doc: CUSTOM_RESOURCE.doc, fields: &[KIND, named("api_version", API_VERSION)] };

const PLUGIN_NAME: Field = optional("requiredPluginName", Shape::Text, "Name of the plugin: `multus`.");
const PLUGIN_VERSION: Field = optional("requiredPluginVersion", Shape::Text, "Version of the plugin.");

pub static PLUGIN: Record = Record {
    name: "plugin",
    doc: "A plugin that the cluster must have.",
    fields: &[alias(PLUGIN_NAME, &["name"]), alias(PLUGIN_VERSION, &["version"])],
};

static ONAP_PLUGIN: Record = Record {
    name: PLUGIN.name,
    doc: PLUGIN.doc,
    fields: &[named("name", PLUGIN_NAME), named("version", PLUGIN_VERSION)],
};

/// A service template around a descriptor. The types that it may contain are not read (ASD-79).
macro_rules! template {
    ($template:ident, $topology:ident, $node:ident, $artifact:ident, $asd:ident, $item:ident) => {
        static $template: Record = Record {
            name: "service template",
            doc: "A TOSCA service template with an application service descriptor.",
            fields: &[
                VERSION_OF_TOSCA,
                optional("namespace", Shape::Text, "Namespace of the types that the template defines."),
                optional("metadata", Shape::Any, "Name, author and version of the template."),
                optional("description", Shape::Text, "Description of the template."),
                optional("dsl_definitions", Shape::Any, "Parts to reuse with YAML anchors."),
                optional("repositories", Shape::Any, "Repositories that artifacts are read from."),
                optional("imports", Shape::Any, "Files with types. Those of descriptors are built in and not read."),
                optional("artifact_types", Shape::Any, "Types of artifacts."),
                optional("data_types", Shape::Any, "Types of values."),
                optional("capability_types", Shape::Any, "Types of capabilities."),
                optional("interface_types", Shape::Any, "Types of interfaces."),
                optional("relationship_types", Shape::Any, "Types of relationships."),
                optional("node_types", Shape::Any, "Types of nodes."),
                optional("group_types", Shape::Any, "Types of groups."),
                optional("policy_types", Shape::Any, "Types of policies."),
                required("topology_template", Shape::Record(&$topology), "The node that is the descriptor."),
            ],
        };
        static $topology: Record = Record {
            name: "topology template",
            doc: "The topology of a service template.",
            fields: &[
                optional("description", Shape::Text, "Description of the topology."),
                optional("inputs", Shape::Any, "Inputs of the template."),
                required(
                    "node_templates",
                    Shape::Named(SymbolKind::NodeTemplate, &Shape::Record(&$node)),
                    "The descriptor, the only node.",
                ),
                optional("relationship_templates", Shape::Any, "Relationships between nodes."),
                optional("groups", Shape::Any, "Groups of nodes."),
                optional("policies", Shape::Any, "Policies."),
                optional("outputs", Shape::Any, "Outputs of the template."),
                optional("substitution_mappings", Shape::Any, "The node type that the template implements."),
                optional("workflows", Shape::Any, "Workflows."),
            ],
        };
        static $node: Record = Record {
            name: ASD.name,
            doc: ASD.doc,
            fields: &[
                required("type", Shape::Text, "The type of the node: that of application service descriptors."),
                optional("description", Shape::Text, "Description of the node."),
                optional("metadata", Shape::Any, "Metadata of the node."),
                optional("directives", Shape::Any, "Directives for the orchestrator."),
                required("properties", Shape::Record(&$asd), "The attributes of the descriptor."),
                optional("attributes", Shape::Any, "Attributes of the node."),
                optional("requirements", Shape::Any, "Requirements of the node."),
                optional("capabilities", Shape::Any, "Capabilities of the node."),
                optional("interfaces", Shape::Any, "Interfaces of the node."),
                // A rule reports descriptors without deployment items.
                field(
                    "artifacts",
                    Need::Optional,
                    Shape::Named(SymbolKind::DeploymentItem, &Shape::Record(&$artifact)),
                    "The deployment items, at least one.",
                ),
            ],
        };
        static $artifact: Record = Record {
            name: DEPLOYMENT_ITEM.name,
            doc: DEPLOYMENT_ITEM.doc,
            fields: &[
                required("type", Shape::Text, "The type of the artifact: that of deployment items."),
                named("file", ARTIFACT),
                optional("repository", Shape::Text, "Repository that contains the artifact."),
                optional("description", Shape::Text, "Description of the artifact."),
                optional("deploy_path", Shape::Text, "Path that the artifact is copied to."),
                required("properties", Shape::Record(&$item), "The attributes of the deployment item."),
            ],
        };
    };
}

const VERSION_OF_TOSCA: Field =
    required("tosca_definitions_version", Shape::Text, "Version of TOSCA: `tosca_simple_yaml_1_2`.");

template!(ONAP_TEMPLATE, ONAP_TOPOLOGY, ONAP_NODE, ONAP_ARTIFACT, ONAP_ASD, ONAP_ITEM);
template!(ORAN_SC_TEMPLATE, ORAN_SC_TOPOLOGY, ORAN_SC_NODE, ORAN_SC_ARTIFACT, ONAP_ASD, ORAN_SC_ITEM);
template!(WG6_TEMPLATE, WG6_TOPOLOGY, WG6_NODE, WG6_ARTIFACT, WG6_ASD, WG6_ITEM);
