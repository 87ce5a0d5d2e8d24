//! The tables of TOSCA service templates (3.8 and 3.9), and their shared building blocks.

pub mod definition;
pub mod template;
pub mod types;
pub mod workflow;

use crate::schema::Shape;
use crate::schema::table::{Documentation, Row, documentation, optional, required, since, table};
use crate::symbol::SymbolKind;
use definition::PARAMETER;
use template::{GROUP, NODE_TEMPLATE, POLICIES, RELATIONSHIP_TEMPLATE, SUBSTITUTION};
use workflow::WORKFLOW;

/// The supported versions (3.1), by name or namespace. `version` also recognizes others.
pub const VERSIONS: &[&str] = &[
    "tosca_simple_yaml_1_0",
    "tosca_simple_yaml_1_1",
    "tosca_simple_yaml_1_2",
    "tosca_simple_yaml_1_3",
    "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0",
    "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1",
    "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2",
    "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3",
];

/// Values that are checked by their type, or functions.
const VALUES: Shape = Shape::Map(&Shape::Any);
/// A list of names. An empty value counts as an empty list.
const NAMES: Shape = Shape::OneOf(&[Shape::List(&Shape::Text), Shape::Nothing]);
/// Lists of type names.
const NODE_TYPE_NAMES: Shape = Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::NodeType)), Shape::Nothing]);
const CAPABILITY_TYPE_NAMES: Shape =
    Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::CapabilityType)), Shape::Nothing]);
const RANGE: Shape = Shape::List(&Shape::Text);

const fn description() -> Row {
    optional("description", Shape::Text, "Description of its purpose.")
}

const fn metadata() -> Row {
    optional("metadata", Shape::Map(&Shape::Text), "Additional information, as names with strings.")
}

table! {
    /// A service template (3.9).
    pub static SERVICE_TEMPLATE = Table {
        name: "service template",
        doc: "A file of type definitions, optionally with a topology that uses them.",
        rows: &[
            required(
                "tosca_definitions_version",
                Shape::Choice(VERSIONS),
                "TOSCA version of the template. Must be on the first line.",
            ),
            since("1.2", optional("namespace", Shape::Text, "Namespace of the types defined here.")),
            optional(
                "metadata",
                Shape::Map(&Shape::Text),
                "Additional information: `template_name`, `template_author`, `template_version`, and custom names.",
            ),
            optional("description", Shape::Text, "Description of the template."),
            optional("dsl_definitions", Shape::Any, "YAML anchors for use elsewhere in the file. Otherwise ignored."),
            optional(
                "repositories",
                Shape::Map(&Shape::OneOf(&[Shape::Record(&REPOSITORY), Shape::Text])),
                "Repositories of imports and artifacts.",
            ),
            optional(
                "imports",
                Shape::OneOf(&[IMPORTS, Shape::Nothing]),
                "Service templates whose types can be used here.",
            ),
            optional("artifact_types", types::ARTIFACT_TYPES, "Types of files, such as scripts, packages and images."),
            optional("data_types", types::DATA_TYPES, "Types of values."),
            optional("capability_types", types::CAPABILITY_TYPES, "Types of capabilities that nodes offer."),
            optional("interface_types", types::INTERFACE_TYPES, "Types of interfaces with operations."),
            optional("relationship_types", types::RELATIONSHIP_TYPES, "Types of relationships between nodes."),
            optional("node_types", types::NODE_TYPES, "Types of components."),
            optional("group_types", types::GROUP_TYPES, "Types of groups of nodes managed together."),
            optional("policy_types", types::POLICY_TYPES, "Types of policies for nodes and groups."),
            optional(
                "topology_template",
                Shape::OneOf(&[Shape::Record(&TOPOLOGY_TEMPLATE), Shape::Nothing]),
                "The service: its nodes, inputs and outputs.",
            ),
        ],
    };
}

table! {
    /// A topology template (3.8).
    pub static TOPOLOGY_TEMPLATE = Table {
        name: "topology template",
        doc: "A service: its nodes, inputs and outputs.",
        rows: &[
            description(),
            optional(
                "inputs",
                Shape::Named(SymbolKind::Input, &Shape::OneOf(&[Shape::Record(&PARAMETER), Shape::Nothing])),
                "Values supplied at deployment, to be read with `get_input`.",
            ),
            optional(
                "node_templates",
                Shape::Named(SymbolKind::NodeTemplate, &Shape::Record(&NODE_TEMPLATE)),
                "Components of the service.",
            ),
            optional(
                "relationship_templates",
                Shape::Named(SymbolKind::Relationship, &Shape::Record(&RELATIONSHIP_TEMPLATE)),
                "Relationships with their own values, to be used by requirements.",
            ),
            optional(
                "groups",
                Shape::Named(SymbolKind::Group, &Shape::Record(&GROUP)),
                "Groups of nodes managed together.",
            ),
            optional("policies", POLICIES, "Policies for nodes and groups."),
            optional(
                "outputs",
                Shape::Named(SymbolKind::Output, &Shape::Record(&PARAMETER)),
                "Values available once the service is running.",
            ),
            optional(
                "substitution_mappings",
                Shape::Record(&SUBSTITUTION),
                "Node type that the whole topology can substitute.",
            ),
            optional(
                "workflows",
                Shape::Named(SymbolKind::Workflow, &Shape::Record(&WORKFLOW)),
                "Sequences of steps that replace those derived from the relationships.",
            ),
        ],
    };
}

/// An import (3.5.8): a file, a file with a namespace, or either of them under a name.
const IMPORTS: Shape = Shape::List(&Shape::OneOf(&[
    Shape::Text,
    Shape::Single(&Shape::Map(&Shape::OneOf(&[Shape::Text, Shape::Record(&IMPORT)]))),
    Shape::Record(&IMPORT),
]));

table! {
    pub static IMPORT = Table {
        name: "import",
        doc: "A service template whose types can be used here.",
        rows: &[
            required("file", Shape::Text, "URI of the file. Relative URIs start at this file."),
            optional("repository", Shape::Text, "Repository of the file."),
            optional("namespace_uri", Shape::Text, "Namespace for the imported types."),
            optional("namespace_prefix", Shape::Text, "Prefix of the namespace. The types are then called `prefix:name`."),
        ],
    };
}

table! {
    /// A repository (3.5.6).
    pub static REPOSITORY = Table {
        name: "repository",
        doc: "An external repository of files.",
        rows: &[
            description(),
            required("url", Shape::Text, "URL of the repository."),
            optional("credential", Shape::OneOf(&[VALUES, Shape::Text]), "Credentials to access the repository."),
        ],
    };
}

/// The documentation of all tables.
pub const DOCUMENTATION: Documentation = documentation![
    SERVICE_TEMPLATE,
    TOPOLOGY_TEMPLATE,
    IMPORT,
    REPOSITORY,
    definition::PROPERTY,
    definition::ATTRIBUTE,
    definition::PARAMETER,
    definition::ENTRY_SCHEMA,
    definition::CONSTRAINT,
    definition::FUNCTION,
    definition::CAPABILITY,
    definition::REQUIREMENT,
    definition::REQUIREMENT_RELATIONSHIP,
    definition::NODE_FILTER,
    definition::CAPABILITY_FILTER,
    definition::INTERFACE,
    definition::OPERATION,
    definition::NOTIFICATION,
    definition::IMPLEMENTATION,
    definition::ARTIFACT,
    template::NODE_TEMPLATE,
    template::CAPABILITY,
    template::REQUIREMENT,
    template::RELATIONSHIP,
    template::RELATIONSHIP_TEMPLATE,
    template::INTERFACE,
    template::OPERATION,
    template::GROUP,
    template::POLICY,
    template::SUBSTITUTION,
    template::MAPPING,
    types::ARTIFACT_TYPE,
    types::DATA_TYPE,
    types::CAPABILITY_TYPE,
    types::INTERFACE_TYPE,
    types::RELATIONSHIP_TYPE,
    types::NODE_TYPE,
    types::GROUP_TYPE,
    types::POLICY_TYPE,
    workflow::WORKFLOW,
    workflow::PRECONDITION,
    workflow::STEP,
    workflow::ACTIVITY,
    workflow::WORKFLOW_CALL,
    workflow::OPERATION_CALL,
    workflow::CONDITION,
    workflow::TRIGGER,
    workflow::EVENT,
    workflow::EVENT_FILTER,
    workflow::TRIGGER_CONDITION
];
