//! The tables of the parts of a topology (3.7).

use crate::schema::{Need, Record, Shape, field, optional, required, since};
use crate::symbol::SymbolKind;
use crate::tosca::schema::definition::{
    ARTIFACTS, IMPLEMENTATIONS, NODE_FILTER, NOTIFICATIONS, NOTIFICATIONS_DOC, OPERATIONS_DOC,
};
use crate::tosca::schema::workflow::TRIGGERS;
use crate::tosca::schema::{NAMES, RANGE, VALUES, description, metadata};

const INTERFACES: Shape = Shape::Map(&Shape::OneOf(&[Shape::Open(&INTERFACE, &OPERATIONS), Shape::Nothing]));
const OPERATIONS: Shape = Shape::Map(&Shape::OneOf(&[Shape::Record(&OPERATION), Shape::Text, Shape::Nothing]));

/// A node template (3.7.3).
pub static NODE_TEMPLATE: Record = Record {
    name: "node template",
    doc: "A component of the service.",
    fields: &[
        field("type", Need::RequiredWithout("copy"), Shape::Name(SymbolKind::NodeType), "Node type."),
        description(),
        metadata(),
        optional(
            "directives",
            NAMES,
            "Instructions for the orchestrator: `selectable` finds an existing node, `substitutable` finds a topology.",
        ),
        optional("properties", VALUES, "Values of the properties of the node type."),
        optional("attributes", VALUES, "Initial values of the attributes of the node type."),
        optional(
            "requirements",
            Shape::OneOf(&[
                Shape::List(&Shape::Single(&Shape::Map(&Shape::OneOf(&[
                    Shape::Record(&REQUIREMENT),
                    Shape::Text,
                    Shape::Nothing,
                ])))),
                Shape::Nothing,
            ]),
            "Nodes that meet the requirements of the node type, in order of preference.",
        ),
        optional(
            "capabilities",
            Shape::Map(&Shape::OneOf(&[Shape::Record(&CAPABILITY), Shape::Nothing])),
            "Values of the capabilities of the node type.",
        ),
        optional("interfaces", INTERFACES, "Artifacts and inputs of operations."),
        optional("artifacts", ARTIFACTS, "Files that the node needs."),
        optional(
            "node_filter",
            Shape::Record(&NODE_FILTER),
            "Conditions for the node to find, with the directive `selectable`.",
        ),
        optional("copy", Shape::Name(SymbolKind::NodeTemplate), "Node template to copy from."),
    ],
};

/// A capability assignment (3.7.1).
pub static CAPABILITY: Record = Record {
    name: "capability assignment",
    doc: "Values of a capability of the node type.",
    fields: &[
        optional("properties", VALUES, "Values of the properties of the capability."),
        optional("attributes", VALUES, "Initial values of the attributes of the capability."),
        since("1.3", optional("occurrences", RANGE, "Allowed number of relationships.")),
        since("1.3", optional("directives", NAMES, "Instructions for the orchestrator.")),
    ],
};

/// A requirement assignment (3.7.2).
pub static REQUIREMENT: Record = Record {
    name: "requirement assignment",
    doc: "The node that meets a requirement.",
    fields: &[
        optional("node", Shape::Name(SymbolKind::NodeTemplate), "Node template, or node type to look for."),
        optional("capability", Shape::Name(SymbolKind::Capability), "Capability of the node, by name or type."),
        optional(
            "relationship",
            Shape::OneOf(&[Shape::Name(SymbolKind::Relationship), Shape::Record(&RELATIONSHIP)]),
            "Relationship template or relationship type.",
        ),
        optional("node_filter", Shape::Record(&NODE_FILTER), "Conditions for the node to look for."),
        optional("occurrences", RANGE, "Number of nodes that meet the requirement."),
    ],
};

/// The extended notation of a relationship (3.7.2).
pub static RELATIONSHIP: Record = Record {
    name: "relationship",
    doc: "The relationship that results from a requirement, with its own values.",
    fields: &[
        optional("type", Shape::Name(SymbolKind::RelationshipType), "Relationship type or relationship template."),
        optional("properties", VALUES, "Values of the properties of the relationship type."),
        optional("interfaces", INTERFACES, "Artifacts and inputs of operations."),
    ],
};

/// A relationship template (3.7.4).
pub static RELATIONSHIP_TEMPLATE: Record = Record {
    name: "relationship template",
    doc: "A relationship with its own values, to be used by requirements.",
    fields: &[
        field("type", Need::RequiredWithout("copy"), Shape::Name(SymbolKind::RelationshipType), "Relationship type."),
        description(),
        metadata(),
        optional("properties", VALUES, "Values of the properties of the relationship type."),
        optional("attributes", VALUES, "Initial values of the attributes of the relationship type."),
        optional("interfaces", INTERFACES, "Artifacts and inputs of operations."),
        optional("copy", Shape::Name(SymbolKind::Relationship), "Relationship template to copy from."),
    ],
};

/// An interface of a template (3.5.16). Its other keys are operations.
pub static INTERFACE: Record = Record {
    name: "interface assignment",
    doc: "Artifacts and inputs of operations.",
    fields: &[
        optional("type", Shape::Name(SymbolKind::InterfaceType), "Interface type, normally known from the node type."),
        optional("inputs", VALUES, "Inputs of all operations."),
        since("1.3", optional("operations", OPERATIONS, OPERATIONS_DOC)),
        since("1.3", optional("notifications", NOTIFICATIONS, NOTIFICATIONS_DOC)),
    ],
};

/// An operation of a template (3.5.15).
pub static OPERATION: Record = Record {
    name: "operation assignment",
    doc: "The artifact that implements an operation, and its inputs.",
    fields: &[
        description(),
        optional("implementation", IMPLEMENTATIONS, "Artifact that implements the operation."),
        optional("inputs", VALUES, "Inputs of the operation."),
        since("1.3", optional("outputs", VALUES, "Attributes that store the results.")),
    ],
};

/// A group (3.7.5).
pub static GROUP: Record = Record {
    name: "group",
    doc: "Nodes managed together.",
    fields: &[
        required("type", Shape::Name(SymbolKind::GroupType), "Group type."),
        description(),
        metadata(),
        optional("properties", VALUES, "Values of the properties of the group type."),
        since("1.3", optional("attributes", VALUES, "Initial values of the attributes of the group type.")),
        optional(
            "members",
            Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::NodeTemplate)), Shape::Nothing]),
            "Node templates in the group.",
        ),
        optional("interfaces", INTERFACES, "Artifacts and inputs of operations."),
    ],
};

/// A list in the tables and the grammar. A mapping is accepted too.
pub const POLICIES: Shape = Shape::OneOf(&[
    Shape::List(&Shape::Single(&Shape::Named(SymbolKind::Policy, &Shape::Record(&POLICY)))),
    Shape::Named(SymbolKind::Policy, &Shape::Record(&POLICY)),
]);

/// A policy (3.7.6).
pub static POLICY: Record = Record {
    name: "policy",
    doc: "A policy for nodes and groups.",
    fields: &[
        required("type", Shape::Name(SymbolKind::PolicyType), "Policy type."),
        description(),
        metadata(),
        optional("properties", VALUES, "Values of the properties of the policy type."),
        optional(
            "targets",
            Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::NodeTemplate)), Shape::Nothing]),
            "Node templates and groups that the policy applies to. The whole topology, if absent.",
        ),
        optional("triggers", TRIGGERS, "Events and the actions they trigger."),
    ],
};

const MAPPINGS: Shape = Shape::Map(&Shape::OneOf(&[Shape::List(&Shape::Text), Shape::Record(&MAPPING)]));

/// A substitution mapping (3.7.12).
pub static SUBSTITUTION: Record = Record {
    name: "substitution mapping",
    doc: "The node type that the whole topology can substitute.",
    fields: &[
        required("node_type", Shape::Name(SymbolKind::NodeType), "Node type."),
        optional("properties", VALUES, "Inputs or properties of nodes that receive the properties of the node type."),
        since(
            "1.3",
            optional("attributes", VALUES, "Attributes of nodes that provide the attributes of the node type."),
        ),
        optional("capabilities", MAPPINGS, "Capabilities of the node type: `[ node, capability ]`."),
        optional("requirements", MAPPINGS, "Requirements of the node type: `[ node, requirement ]`."),
        optional("interfaces", Shape::Map(&VALUES), "Workflows that implement the operations of the node type."),
        since("1.3", optional("substitution_filter", Shape::Record(&NODE_FILTER), "Conditions for the substitution.")),
    ],
};

/// The extended notation of a mapping (3.7.9, 3.7.10).
pub static MAPPING: Record = Record {
    name: "mapping",
    doc: "The part of the topology that provides a capability or requirement of the node type.",
    fields: &[
        optional("mapping", Shape::List(&Shape::Text), "The node, and its capability or requirement."),
        optional("properties", VALUES, "Values, if no part of the topology provides it."),
        optional("attributes", VALUES, "Values, if no part of the topology provides it."),
    ],
};
