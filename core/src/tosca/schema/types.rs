//! The tables of type definitions (3.6).

use crate::schema::{Field, Record, Shape, optional};
use crate::symbol::SymbolKind;
use crate::tosca::schema::definition::{
    ARTIFACTS, ATTRIBUTES, CAPABILITIES, CONSTRAINTS, ENTRY_SCHEMA, INTERFACES, OPERATIONS, PARAMETER, PROPERTIES,
    REQUIREMENTS,
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

const fn derived_from(kind: SymbolKind) -> Field {
    optional("derived_from", Shape::Name(kind), "The type that it inherits from.")
}

const fn version() -> Field {
    optional("version", Shape::Text, "The version of the type.")
}

const fn description() -> Field {
    optional("description", Shape::Text, "What the type is for.")
}

/// An artifact type (3.6.4).
pub static ARTIFACT_TYPE: Record = Record {
    name: "artifact type",
    doc: "A type of files: scripts, packages, images.",
    fields: &[
        derived_from(SymbolKind::ArtifactType),
        version(),
        metadata(),
        description(),
        optional("mime_type", Shape::Text, "The media type of such files."),
        optional("file_ext", Shape::OneOf(&[NAMES, Shape::Text]), "The endings of such files, without the period."),
        optional("properties", PROPERTIES, "What is known of such a file."),
    ],
};

/// A data type (3.6.6).
pub static DATA_TYPE: Record = Record {
    name: "data type",
    doc: "A type of values: one of the simple types made narrower, or a set of named values.",
    fields: &[
        derived_from(SymbolKind::DataType),
        version(),
        metadata(),
        description(),
        optional("constraints", CONSTRAINTS, "What a value must hold to."),
        optional("properties", PROPERTIES, "The named values that a value is made of."),
        optional(
            "entry_schema",
            Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Text]),
            "What the entries are, of a type derived from a list or map. TOSCA 1.3.",
        ),
        optional(
            "key_schema",
            Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Text]),
            "What the keys are, of a type derived from a map. TOSCA 1.3.",
        ),
    ],
};

/// A capability type (3.6.7).
pub static CAPABILITY_TYPE: Record = Record {
    name: "capability type",
    doc: "A type of what nodes offer to others.",
    fields: &[
        derived_from(SymbolKind::CapabilityType),
        version(),
        metadata(),
        description(),
        optional("properties", PROPERTIES, "What a node says of such a capability."),
        optional("attributes", ATTRIBUTES, "What a running node reports of such a capability."),
        optional("valid_source_types", NODE_TYPE_NAMES, "The node types that may use it; any where there is none."),
    ],
};

/// An interface type (3.6.5); its other keys are operations.
pub static INTERFACE_TYPE: Record = Record {
    name: "interface type",
    doc: "A type of sets of operations.",
    fields: &[
        derived_from(SymbolKind::InterfaceType),
        version(),
        metadata(),
        description(),
        optional(
            "inputs",
            Shape::Map(&Shape::OneOf(&[Shape::Record(&PARAMETER), Shape::Any])),
            "What all of its operations take.",
        ),
        optional("operations", OPERATIONS, "Its operations, which TOSCA 1.2 has beside this key, not under it."),
    ],
};

/// A relationship type (3.6.10).
pub static RELATIONSHIP_TYPE: Record = Record {
    name: "relationship type",
    doc: "A type of the ways in which one node uses another.",
    fields: &[
        derived_from(SymbolKind::RelationshipType),
        version(),
        metadata(),
        description(),
        optional("properties", PROPERTIES, "What a template says of such a relationship."),
        optional("attributes", ATTRIBUTES, "What is reported of such a relationship."),
        optional("interfaces", INTERFACES, "The operations that make and end it."),
        optional("valid_target_types", CAPABILITY_TYPE_NAMES, "The capability types that it may lead to."),
    ],
};

/// A node type (3.6.9).
pub static NODE_TYPE: Record = Record {
    name: "node type",
    doc: "A type of components.",
    fields: &[
        derived_from(SymbolKind::NodeType),
        version(),
        metadata(),
        description(),
        optional("attributes", ATTRIBUTES, "What a running node reports."),
        optional("properties", PROPERTIES, "What a node template says."),
        optional("requirements", REQUIREMENTS, "What nodes of the type need of others, in this order."),
        optional("capabilities", CAPABILITIES, "What nodes of the type offer to others."),
        optional("interfaces", INTERFACES, "The operations that can be called."),
        optional("artifacts", ARTIFACTS, "The files that nodes of the type need."),
    ],
};

/// A group type (3.6.11).
pub static GROUP_TYPE: Record = Record {
    name: "group type",
    doc: "A type of groups of nodes that are managed together.",
    fields: &[
        derived_from(SymbolKind::GroupType),
        version(),
        metadata(),
        description(),
        optional("attributes", ATTRIBUTES, "What is reported of such a group."),
        optional("properties", PROPERTIES, "What a template says of such a group."),
        optional("members", NODE_TYPE_NAMES, "The types of its members."),
        optional("requirements", REQUIREMENTS, "What such a group needs of others."),
        optional("capabilities", CAPABILITIES, "What such a group offers to others."),
        optional("interfaces", INTERFACES, "The operations that can be called."),
    ],
};

/// A policy type (3.6.12).
pub static POLICY_TYPE: Record = Record {
    name: "policy type",
    doc: "A type of rules that nodes and groups are put under.",
    fields: &[
        derived_from(SymbolKind::PolicyType),
        version(),
        metadata(),
        description(),
        optional("properties", PROPERTIES, "What a template says of such a policy."),
        optional("targets", NODE_TYPE_NAMES, "The types of nodes and groups that can be put under it."),
        optional("triggers", TRIGGERS, "What it does, and when."),
    ],
};
