//! The tables of application service descriptors, in each form. If the page shows several versions of a row, the final one
//! is used (its headings, and the data model after the page).

use crate::asd::form::{Form, ONAP_ITEM_TYPE, WG6_ITEM_TYPE};
use crate::schema::table::{Documentation, Row, alias, default, documentation, field, optional, required, table};
use crate::schema::{Field, Need, Record, Shape};
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

/// A row under the name that it has in another form.
const fn named(name: &'static str, row: Row) -> Row {
    Row { field: Field { name, ..row.field }, ..row }
}

/// A row whose value has another form.
const fn shaped(shape: Shape, row: Row) -> Row {
    Row { field: Field { shape, ..row.field }, ..row }
}

/// A list. A single text is read as a list of one.
const TEXTS: Shape = Shape::OneOf(&[Shape::List(&Shape::Text), Shape::Text]);

const ID: Row = required("asdId", Shape::Text, "Unique identifier of the descriptor.");
const INVARIANT_ID: Row =
    required("asdInvariantId", Shape::Text, "Identifier of the descriptor that is the same in all of its versions.");
const VERSION: Row = required("asdVersion", Shape::Text, "Version of the descriptor.");
const SCHEMA_VERSION: Row = required("asdSchemaVersion", Shape::Text, "Version of the data model of the descriptor.");
const PROVIDER: Row = required("asdProvider", Shape::Text, "Provider of the application and the descriptor.");
const NAME: Row =
    required("asdApplicationName", Shape::Id(SymbolKind::Descriptor), "Name of the application, which never changes.");
const APPLICATION_VERSION: Row = required(
    "asdApplicationVersion",
    Shape::Text,
    "Version of the application. It changes with every change of software, artifacts or values.",
);
const INFO_NAME: Row =
    optional("asdApplicationInfoName", Shape::Text, "Human-readable name of the application. It may change.");
const DESCRIPTION: Row = optional("asdInfoDescription", Shape::Text, "Human-readable description of the application.");
static POINT: Shape = Shape::Record(&CONNECTION_POINT);
const POINTS: Row = optional("asdExtCpd", Shape::List(&POINT), "Connection points to external networks.");
const REQUIREMENTS: Row =
    optional("enhancedClusterCapabilities", Shape::Record(&CLUSTER), "Requirements on the Kubernetes cluster.");

table! {
    /// An application service descriptor (lines 23-148 of the page).
    pub static ASD = Table {
        name: "application service descriptor",
        doc: "A cloud-native application: what is deployed, in which order, and what it needs from the cluster.",
        rows: &[
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
}

table! {
    static ONAP_ASD = Table {
        name: ASD::TABLE.name,
        doc: ASD::TABLE.doc,
        rows: &[
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
}

table! {
    static WG6_ASD = Table {
        name: ASD::TABLE.name,
        doc: ASD::TABLE.doc,
        rows: &[
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
}

const ITEM_ID: Row = required(
    "deploymentItemId",
    Shape::Id(SymbolKind::DeploymentItem),
    "Unique identifier of the item in the descriptor.",
);
const ARTIFACT_TYPE: Row =
    required("artifactType", Shape::Choice(&["helm_chart", "helmfile", "crd", "terraform"]), "Type of the artifact.");
const ARTIFACT: Row = required("artifactId", Shape::Text, "The artifact: a URI, or a path in the package.");
const ORDER: Row = optional(
    "deploymentOrder",
    Shape::Integer,
    "Deployment order. Items with lower numbers are deployed first, items with the same number together. Items \
     without a number can be deployed at any time.",
);
const PARAMETERS: Row = optional(
    "lifecycleParameters",
    TEXTS,
    "Parameters of the artifact that can be set in each step of the lifecycle: `replicaCount`.",
);

table! {
    /// A deployment item (lines 152-238).
    pub static DEPLOYMENT_ITEM = Table {
        name: "deployment item",
        doc: "An artifact and its place in the deployment order.",
        rows: &[ITEM_ID, ARTIFACT_TYPE, ARTIFACT, ORDER, PARAMETERS],
    };
}

table! {
    static ONAP_ITEM = Table {
        name: DEPLOYMENT_ITEM::TABLE.name,
        doc: DEPLOYMENT_ITEM::TABLE.doc,
        rows: &[
            named("item_id", ONAP_ITEM_ID),
            named("artifact_type", ARTIFACT_TYPE),
            named("deployment_order", ORDER),
            named("lifecycle_parameters", PARAMETERS),
        ],
    };
}

// An artifact is identified by its name, so its item identifier defines no second symbol.
const ONAP_ITEM_ID: Row = alias(shaped(Shape::Text, ITEM_ID), &["itemId"]);

table! {
    static ORAN_SC_ITEM = Table {
        name: DEPLOYMENT_ITEM::TABLE.name,
        doc: DEPLOYMENT_ITEM::TABLE.doc,
        rows: &[
            named("item_id", ONAP_ITEM_ID),
            named("artifact_type", ARTIFACT_TYPE),
            optional("target_server", Shape::Text, "Kind of the server that the chart is uploaded to: `chartmuseum`."),
            optional("target_server_uri", Shape::Text, "Address of the server that the chart is uploaded to."),
            named("deployment_order", ORDER),
            named("lifecycle_parameters", PARAMETERS),
        ],
    };
}

table! {
    static WG6_ITEM = Table {
        name: DEPLOYMENT_ITEM::TABLE.name,
        doc: DEPLOYMENT_ITEM::TABLE.doc,
        rows: &[
            alias(shaped(Shape::Text, ITEM_ID), &["itemId"]),
            ARTIFACT_TYPE,
            ORDER,
            named("deploymentParameter", PARAMETERS),
        ],
    };
}

const POINT_ID: Row = required("id", Shape::Id(SymbolKind::ConnectionPoint), "Identifier of the connection point.");
const PURPOSE: Row = required("description", Shape::Text, "Purpose of the connection.");
const LINKS: Row = required("virtualLinkRequirement", TEXTS, "Connected networks: `OAM`, `EndUser`, `backhaul`.");
const INTERFACE: Row = optional(
    "networkInterfaceRealizationRequirements",
    Shape::Record(&NETWORK_INTERFACE),
    "Configuration of a secondary network interface.",
);
const MAPPINGS: Row =
    optional("inputParamMappings", Shape::Record(&PARAMETER_MAPPINGS), "Chart parameters for addresses and networks.");
const RESOURCE: Row = optional("resourceMapping", Shape::Text, "Resource of the chart that it belongs to.");

table! {
    /// A connection point (lines 241-272).
    pub static CONNECTION_POINT = Table {
        name: "connection point",
        doc: "A connection of the application to an external network.",
        rows: &[POINT_ID, PURPOSE, LINKS, alias(INTERFACE, &["networkInterfaceRequirements"]), MAPPINGS, RESOURCE],
    };
}

table! {
    static ONAP_CONNECTION_POINT = Table {
        name: CONNECTION_POINT::TABLE.name,
        doc: CONNECTION_POINT::TABLE.doc,
        rows: &[
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
}

table! {
    static WG6_CONNECTION_POINT = Table {
        name: CONNECTION_POINT::TABLE.name,
        doc: CONNECTION_POINT::TABLE.doc,
        rows: &[
            POINT_ID,
            PURPOSE,
            LINKS,
            alias(shaped(Shape::Record(&WG6_NETWORK_INTERFACE), INTERFACE), &["networkInterfaceRequirements"]),
            shaped(Shape::Record(&WG6_PARAMETER_MAPPINGS), MAPPINGS),
            RESOURCE,
        ],
    };
}

const TRUNK_MODE: Row = default(
    optional(
        "trunkMode",
        Shape::Choice(&["false", "true"]),
        "`true` if the application tags its own traffic, to use several networks over one interface.",
    ),
    "false",
);
const IPAM: Row = default(
    optional(
        "ipam",
        Shape::Choice(&["infraProvided", "orchestrated", "userManaged"]),
        "Source of the addresses: the cluster, the orchestrator, or the application itself.",
    ),
    "infraProvided",
);
const INTERFACE_TYPE: Row = default(
    optional(
        "interfaceType",
        Shape::Choice(&["kernel.netdev", "direct.userdriver", "direct.kerneldriver", "direct.bond", "userspace"]),
        "Interface type: a kernel device, the network card, or a dedicated queue.",
    ),
    "kernel.netdev",
);
const OPTIONS: Row = optional(
    "interfaceOptions",
    Shape::List(&Shape::Choice(&["virtio", "memif"])),
    "Virtual switch interfaces that the application supports, for a `userspace` interface.",
);
const REDUNDANCY: Row = default(
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
const CARDS: Row = optional(
    "nicOptions",
    Shape::List(&Shape::Text),
    "Network cards that the application supports, for a `direct.userdriver` interface: `i710`.",
);

table! {
    /// Configuration of a network interface (lines 276-349).
    pub static NETWORK_INTERFACE = Table {
        name: "network interface",
        doc: "Configuration of the network interface of a connection point.",
        rows: &[TRUNK_MODE, IPAM, INTERFACE_TYPE, alias(OPTIONS, &["interfaceOption"]), REDUNDANCY, CARDS],
    };
}

table! {
    static ONAP_NETWORK_INTERFACE = Table {
        name: NETWORK_INTERFACE::TABLE.name,
        doc: NETWORK_INTERFACE::TABLE.doc,
        rows: &[
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
}

table! {
    static WG6_NETWORK_INTERFACE = Table {
        name: NETWORK_INTERFACE::TABLE.name,
        doc: NETWORK_INTERFACE::TABLE.doc,
        rows: &[
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
}

const LOAD_BALANCER: Row = optional("loadbalancerIP", Shape::Text, "Parameter for the address of the load balancer.");
const EXTERNAL: Row = optional("externalIPs", TEXTS, "Parameters for external addresses.");
const ATTACHMENTS: Row = optional("nadNames", TEXTS, "Parameters for the names of network attachment definitions.");
const NAMESPACE: Row =
    optional("nadNamespace", Shape::Text, "Parameter for the namespace of the network attachment definitions.");

table! {
    /// Parameter mappings (lines 351-428).
    pub static PARAMETER_MAPPINGS = Table {
        name: "parameter mapping",
        doc: "Chart parameters for addresses and networks: `chart:parent.parameter`.",
        rows: &[LOAD_BALANCER, EXTERNAL, alias(ATTACHMENTS, &["nadName"]), NAMESPACE],
    };
}

table! {
    static ONAP_PARAMETER_MAPPINGS = Table {
        name: PARAMETER_MAPPINGS::TABLE.name,
        doc: PARAMETER_MAPPINGS::TABLE.doc,
        rows: &[
            named("loadbalancer_IP", LOAD_BALANCER),
            named("external_IPs", EXTERNAL),
            alias(named("nad_names", ATTACHMENTS), &["nad_name"]),
            named("nad_namespace", NAMESPACE),
        ],
    };
}

table! {
    static WG6_PARAMETER_MAPPINGS = Table {
        name: PARAMETER_MAPPINGS::TABLE.name,
        doc: PARAMETER_MAPPINGS::TABLE.doc,
        rows: &[LOAD_BALANCER, EXTERNAL, alias(named("nadName", ATTACHMENTS), &["nadNames"]), NAMESPACE],
    };
}

const KERNEL: Row = required("minKernelVersion", Shape::Text, "Minimum kernel version, as printed by `uname -r`.");
const MODULES: Shape = Shape::List(&Shape::Text);
const REQUIRED_MODULES: Row =
    optional("requiredKernelModules", MODULES, "Required kernel modules, as printed by `lsmod`.");
const CONFLICTING_MODULES: Row =
    optional("conflictingKernelModules", MODULES, "Kernel modules that must not be loaded.");
static CUSTOM_RESOURCE_SHAPE: Shape = Shape::Record(&CUSTOM_RESOURCE);
const CUSTOM_RESOURCES: Row = optional(
    "requiredCustomResources",
    Shape::List(&CUSTOM_RESOURCE_SHAPE),
    "Required custom resources that are not part of the application.",
);
const LABELS: Row = optional(
    "clusterLabels",
    Shape::List(&Shape::OneOf(&[Shape::Text, Shape::Map(&Shape::Text)])),
    "Required node labels: `gpu: \"true\"`.",
);
static PLUGIN_SHAPE: Shape = Shape::Record(&PLUGIN);
const PLUGINS: Row =
    optional("requiredPlugin", Shape::List(&PLUGIN_SHAPE), "Required plugins, for example for additional networks.");

table! {
    /// Requirements on the cluster (lines 430-513).
    pub static CLUSTER = Table {
        name: "cluster capabilities",
        doc: "Requirements on the Kubernetes cluster.",
        rows: &[
            KERNEL,
            REQUIRED_MODULES,
            CONFLICTING_MODULES,
            alias(CUSTOM_RESOURCES, &["requiredCRDs"]),
            LABELS,
            PLUGINS,
        ],
    };
}

table! {
    static ONAP_CLUSTER = Table {
        name: CLUSTER::TABLE.name,
        doc: CLUSTER::TABLE.doc,
        rows: &[
            named("min_kernel_version", KERNEL),
            named("required_kernel_modules", REQUIRED_MODULES),
            named("conflicting_kernel_modules", CONFLICTING_MODULES),
            alias(
                named(
                    "required_custom_resources",
                    shaped(Shape::List(&Shape::Record(&ONAP_CUSTOM_RESOURCE)), CUSTOM_RESOURCES),
                ),
                &["required_crds", "required_CRDs", "requiredCRDs"],
            ),
            named("cluster_labels", LABELS),
            named("required_plugin", shaped(Shape::List(&Shape::Record(&ONAP_PLUGIN)), PLUGINS)),
        ],
    };
}

table! {
    static WG6_CLUSTER = Table {
        name: CLUSTER::TABLE.name,
        doc: CLUSTER::TABLE.doc,
        rows: &[
            KERNEL,
            named("requiredKernelModule", REQUIRED_MODULES),
            named("conflictingKernelModule", CONFLICTING_MODULES),
            alias(named("requiredCustomResource", CUSTOM_RESOURCES), &["requiredCRDs"]),
            named("clusterLabel", LABELS),
            PLUGINS,
        ],
    };
}

const KIND: Row = optional("kind", Shape::Text, "Kind of the resource: `Redis`.");
const API_VERSION: Row =
    optional("apiVersion", Shape::Text, "API version of the resource: `databases.spotahome.com/v1`.");

table! {
    pub static CUSTOM_RESOURCE = Table {
        name: "custom resource",
        doc: "A kind of resource that the cluster must support.",
        rows: &[KIND, API_VERSION],
    };
}

table! {
    static ONAP_CUSTOM_RESOURCE =
        Table { name: CUSTOM_RESOURCE::TABLE.name, doc: CUSTOM_RESOURCE::TABLE.doc, rows: &[KIND, named("api_version", API_VERSION)] };
}

const PLUGIN_NAME: Row = optional("requiredPluginName", Shape::Text, "Name of the plugin: `multus`.");
const PLUGIN_VERSION: Row = optional("requiredPluginVersion", Shape::Text, "Version of the plugin.");

table! {
    pub static PLUGIN = Table {
        name: "plugin",
        doc: "A plugin that the cluster must have.",
        rows: &[alias(PLUGIN_NAME, &["name"]), alias(PLUGIN_VERSION, &["version"])],
    };
}

table! {
    static ONAP_PLUGIN = Table {
        name: PLUGIN::TABLE.name,
        doc: PLUGIN::TABLE.doc,
        rows: &[named("name", PLUGIN_NAME), named("version", PLUGIN_VERSION)],
    };
}

/// A service template around a descriptor. The types that it may contain are not read (ASD-79).
macro_rules! template {
    ($template:ident, $topology:ident, $node:ident, $artifact:ident, $asd:ident, $item:ident, $of:ident) => {
        table! {
            static $template = Table {
                name: "service template",
                doc: "A TOSCA service template with an application service descriptor.",
                rows: &[
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
        }
        table! {
            static $topology = Table {
                name: "topology template",
                doc: "The topology of a service template.",
                rows: &[
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
        }
        table! {
            static $node = Table {
                name: ASD::TABLE.name,
                doc: ASD::TABLE.doc,
                rows: &[
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
        }
        table! {
            static $artifact = Table {
                name: DEPLOYMENT_ITEM::TABLE.name,
                doc: DEPLOYMENT_ITEM::TABLE.doc,
                rows: &[
                    required("type", Shape::Choice(&[$of]), "The type of the artifact: that of deployment items."),
                    named("file", ARTIFACT),
                    optional("repository", Shape::Text, "Repository that contains the artifact."),
                    optional("description", Shape::Text, "Description of the artifact."),
                    optional("deploy_path", Shape::Text, "Path that the artifact is copied to."),
                    required("properties", Shape::Record(&$item), "The attributes of the deployment item."),
                ],
            };
        }
    };
}

const VERSION_OF_TOSCA: Row = required(
    "tosca_definitions_version",
    Shape::Choice(&[
        "tosca_simple_yaml_1_2",
        "tosca_simple_yaml_1_3",
        "tosca_simple_yaml_1_1",
        "tosca_simple_yaml_1_0",
    ]),
    "Version of TOSCA: `tosca_simple_yaml_1_2`.",
);

template!(ONAP_TEMPLATE, ONAP_TOPOLOGY, ONAP_NODE, ONAP_ARTIFACT, ONAP_ASD, ONAP_ITEM, ONAP_ITEM_TYPE);
template!(ORAN_SC_TEMPLATE, ORAN_SC_TOPOLOGY, ORAN_SC_NODE, ORAN_SC_ARTIFACT, ONAP_ASD, ORAN_SC_ITEM, ONAP_ITEM_TYPE);
template!(WG6_TEMPLATE, WG6_TOPOLOGY, WG6_NODE, WG6_ARTIFACT, WG6_ASD, WG6_ITEM, WG6_ITEM_TYPE);

/// The documentation of all tables.
pub const DOCUMENTATION: Documentation = documentation![
    ASD,
    ONAP_ASD,
    WG6_ASD,
    DEPLOYMENT_ITEM,
    ONAP_ITEM,
    ORAN_SC_ITEM,
    WG6_ITEM,
    CONNECTION_POINT,
    ONAP_CONNECTION_POINT,
    WG6_CONNECTION_POINT,
    NETWORK_INTERFACE,
    ONAP_NETWORK_INTERFACE,
    WG6_NETWORK_INTERFACE,
    PARAMETER_MAPPINGS,
    ONAP_PARAMETER_MAPPINGS,
    WG6_PARAMETER_MAPPINGS,
    CLUSTER,
    ONAP_CLUSTER,
    WG6_CLUSTER,
    CUSTOM_RESOURCE,
    ONAP_CUSTOM_RESOURCE,
    PLUGIN,
    ONAP_PLUGIN,
    ONAP_TEMPLATE,
    ONAP_TOPOLOGY,
    ONAP_NODE,
    ONAP_ARTIFACT,
    ORAN_SC_TEMPLATE,
    ORAN_SC_TOPOLOGY,
    ORAN_SC_NODE,
    ORAN_SC_ARTIFACT,
    WG6_TEMPLATE,
    WG6_TOPOLOGY,
    WG6_NODE,
    WG6_ARTIFACT,
];
