//! The tables of type definitions (3.6).

use crate::schema::Shape;
use crate::schema::table::{Row, optional, since, table};
use crate::symbol::SymbolKind;
use crate::tosca::schema::definition::{
    ARTIFACTS, ATTRIBUTES, CAPABILITIES, CONSTRAINTS, ENTRY_SCHEMA, INTERFACES, NOTIFICATIONS, NOTIFICATIONS_DOC,
    OPERATIONS, OPERATIONS_DOC, PARAMETER, PROPERTIES, REQUIREMENTS,
};
use crate::tosca::schema::workflow::TRIGGERS;
use crate::tosca::schema::{CAPABILITY_TYPE_NAMES, NAMES, NODE_TYPE_NAMES, metadata};

pub const ARTIFACT_TYPES: Shape =
    Shape::Named(SymbolKind::ArtifactType, &Shape::OneOf(&[Shape::Record(&ARTIFACT_TYPE), Shape::Nothing]));
pub const DATA_TYPES: Shape =
    Shape::Named(SymbolKind::DataType, &Shape::OneOf(&[Shape::Record(&DATA_TYPE), Shape::Nothing]));
pub const CAPABILITY_TYPES: Shape =
    Shape::Named(SymbolKind::CapabilityType, &Shape::OneOf(&[Shape::Record(&CAPABILITY_TYPE), Shape::Nothing]));
pub const INTERFACE_TYPES: Shape = Shape::Named(
    SymbolKind::InterfaceType,
    &Shape::OneOf(&[Shape::Open(&INTERFACE_TYPE, &OPERATIONS), Shape::Nothing]),
);
pub const RELATIONSHIP_TYPES: Shape =
    Shape::Named(SymbolKind::RelationshipType, &Shape::OneOf(&[Shape::Record(&RELATIONSHIP_TYPE), Shape::Nothing]));
pub const NODE_TYPES: Shape =
    Shape::Named(SymbolKind::NodeType, &Shape::OneOf(&[Shape::Record(&NODE_TYPE), Shape::Nothing]));
pub const GROUP_TYPES: Shape =
    Shape::Named(SymbolKind::GroupType, &Shape::OneOf(&[Shape::Record(&GROUP_TYPE), Shape::Nothing]));
pub const POLICY_TYPES: Shape =
    Shape::Named(SymbolKind::PolicyType, &Shape::OneOf(&[Shape::Record(&POLICY_TYPE), Shape::Nothing]));

const fn derived_from(kind: SymbolKind) -> Row {
    optional("derived_from", Shape::Name(kind), "Parent type to inherit from.")
}

const fn version() -> Row {
    optional("version", Shape::Text, "Version of the type.")
}

const fn description() -> Row {
    optional("description", Shape::Text, "Description of the type.")
}

table! {
    /// An artifact type (3.6.4).
    pub static ARTIFACT_TYPE = Table {
        name: "artifact type",
        doc: "A type of files, such as scripts, packages and images.",
        rows: &[
            derived_from(SymbolKind::ArtifactType),
            version(),
            metadata(),
            description(),
            optional("mime_type", Shape::Text, "Media type of the files."),
            optional("file_ext", Shape::OneOf(&[NAMES, Shape::Text]), "File extensions, without the period."),
            optional("properties", PROPERTIES, "Properties of the files."),
        ],
    };
}

table! {
    /// A data type (3.6.6).
    pub static DATA_TYPE = Table {
        name: "data type",
        doc: "A type of values: a restricted simple type, or a set of named values.",
        rows: &[
            derived_from(SymbolKind::DataType),
            version(),
            metadata(),
            description(),
            optional("constraints", CONSTRAINTS, "Conditions that a value must meet."),
            optional("properties", PROPERTIES, "Named parts of a value."),
            since(
                "1.3",
                optional(
                    "entry_schema",
                    Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Text]),
                    "Schema of the entries of a type derived from list or map.",
                ),
            ),
            since(
                "1.3",
                optional(
                    "key_schema",
                    Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Text]),
                    "Schema of the keys of a type derived from map.",
                ),
            ),
        ],
    };
}

table! {
    /// A capability type (3.6.7).
    pub static CAPABILITY_TYPE = Table {
        name: "capability type",
        doc: "A type of capabilities that nodes offer.",
        rows: &[
            derived_from(SymbolKind::CapabilityType),
            version(),
            metadata(),
            description(),
            optional("properties", PROPERTIES, "Properties of the capability."),
            optional("attributes", ATTRIBUTES, "Attributes reported by the running node."),
            optional("valid_source_types", NODE_TYPE_NAMES, "Node types that may use the capability. Any, if absent."),
        ],
    };
}

table! {
    /// An interface type (3.6.5). Its other keys are operations.
    pub static INTERFACE_TYPE = Table {
        name: "interface type",
        doc: "A type of interfaces with operations.",
        rows: &[
            derived_from(SymbolKind::InterfaceType),
            version(),
            metadata(),
            description(),
            optional(
                "inputs",
                Shape::Map(&Shape::OneOf(&[Shape::Record(&PARAMETER), Shape::Any])),
                "Inputs of all operations.",
            ),
            since("1.3", optional("operations", OPERATIONS, OPERATIONS_DOC)),
            since("1.3", optional("notifications", NOTIFICATIONS, NOTIFICATIONS_DOC)),
        ],
    };
}

table! {
    /// A relationship type (3.6.10).
    pub static RELATIONSHIP_TYPE = Table {
        name: "relationship type",
        doc: "A type of relationships between nodes.",
        rows: &[
            derived_from(SymbolKind::RelationshipType),
            version(),
            metadata(),
            description(),
            optional("properties", PROPERTIES, "Properties of the relationship."),
            optional("attributes", ATTRIBUTES, "Attributes reported at run time."),
            optional("interfaces", INTERFACES, "Operations that create and remove the relationship."),
            optional("valid_target_types", CAPABILITY_TYPE_NAMES, "Capability types that the relationship may target."),
        ],
    };
}

table! {
    /// A node type (3.6.9).
    pub static NODE_TYPE = Table {
        name: "node type",
        doc: "A type of components.",
        rows: &[
            derived_from(SymbolKind::NodeType),
            version(),
            metadata(),
            description(),
            optional("attributes", ATTRIBUTES, "Attributes reported by the running node."),
            optional("properties", PROPERTIES, "Properties set by node templates."),
            optional("requirements", REQUIREMENTS, "Requirements of the nodes, in order."),
            optional("capabilities", CAPABILITIES, "Capabilities of the nodes."),
            optional("interfaces", INTERFACES, "Interfaces with operations."),
            optional("artifacts", ARTIFACTS, "Files that the nodes need."),
        ],
    };
}

table! {
    /// A group type (3.6.11).
    pub static GROUP_TYPE = Table {
        name: "group type",
        doc: "A type of groups of nodes managed together.",
        rows: &[
            derived_from(SymbolKind::GroupType),
            version(),
            metadata(),
            description(),
            optional("attributes", ATTRIBUTES, "Attributes reported at run time."),
            optional("properties", PROPERTIES, "Properties set by templates."),
            optional("members", NODE_TYPE_NAMES, "Node types of the members."),
            optional("requirements", REQUIREMENTS, "Requirements of the group."),
            optional("capabilities", CAPABILITIES, "Capabilities of the group."),
            optional("interfaces", INTERFACES, "Interfaces with operations."),
        ],
    };
}

table! {
    /// A policy type (3.6.12).
    pub static POLICY_TYPE = Table {
        name: "policy type",
        doc: "A type of policies for nodes and groups.",
        rows: &[
            derived_from(SymbolKind::PolicyType),
            version(),
            metadata(),
            description(),
            optional("properties", PROPERTIES, "Properties set by templates."),
            optional("targets", NODE_TYPE_NAMES, "Types of nodes and groups that the policy can apply to."),
            optional("triggers", TRIGGERS, "Events and the actions they trigger."),
        ],
    };
}
