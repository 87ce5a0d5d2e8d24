//! The tables of the parts of a topology (3.7).

use crate::schema::table::{field, optional, required, since, table};
use crate::schema::{Need, Shape};
use crate::symbol::SymbolKind;
use crate::tosca::schema::definition::{
    ARTIFACTS, IMPLEMENTATIONS, NODE_FILTER, NOTIFICATIONS, NOTIFICATIONS_DOC, OPERATIONS_DOC,
};
use crate::tosca::schema::workflow::TRIGGERS;
use crate::tosca::schema::{NAMES, RANGE, VALUES, description, metadata};

const INTERFACES: Shape = Shape::Map(&Shape::OneOf(&[Shape::Open(&INTERFACE, &OPERATIONS), Shape::Nothing]));
const OPERATIONS: Shape = Shape::Map(&Shape::OneOf(&[Shape::Record(&OPERATION), Shape::Text, Shape::Nothing]));

table! {
    /// A node template (3.7.3).
    pub static NODE_TEMPLATE = Table {
        name: "node template",
        doc: "A component of the service.",
        rows: &[
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
}

table! {
    /// A capability assignment (3.7.1).
    pub static CAPABILITY = Table {
        name: "capability assignment",
        doc: "Values of a capability of the node type.",
        rows: &[
            optional("properties", VALUES, "Values of the properties of the capability."),
            optional("attributes", VALUES, "Initial values of the attributes of the capability."),
            since("1.3", optional("occurrences", RANGE, "Allowed number of relationships.")),
            since("1.3", optional("directives", NAMES, "Instructions for the orchestrator.")),
        ],
    };
}

table! {
    /// A requirement assignment (3.7.2).
    pub static REQUIREMENT = Table {
        name: "requirement assignment",
        doc: "The node that meets a requirement.",
        rows: &[
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
}

table! {
    /// The extended notation of a relationship (3.7.2).
    pub static RELATIONSHIP = Table {
        name: "relationship",
        doc: "The relationship that results from a requirement, with its own values.",
        rows: &[
            optional("type", Shape::Name(SymbolKind::RelationshipType), "Relationship type or relationship template."),
            optional("properties", VALUES, "Values of the properties of the relationship type."),
            optional("interfaces", INTERFACES, "Artifacts and inputs of operations."),
        ],
    };
}

table! {
    /// A relationship template (3.7.4).
    pub static RELATIONSHIP_TEMPLATE = Table {
        name: "relationship template",
        doc: "A relationship with its own values, to be used by requirements.",
        rows: &[
            field("type", Need::RequiredWithout("copy"), Shape::Name(SymbolKind::RelationshipType), "Relationship type."),
            description(),
            metadata(),
            optional("properties", VALUES, "Values of the properties of the relationship type."),
            optional("attributes", VALUES, "Initial values of the attributes of the relationship type."),
            optional("interfaces", INTERFACES, "Artifacts and inputs of operations."),
            optional("copy", Shape::Name(SymbolKind::Relationship), "Relationship template to copy from."),
        ],
    };
}

table! {
    /// An interface of a template (3.5.16). Its other keys are operations.
    pub static INTERFACE = Table {
        name: "interface assignment",
        doc: "Artifacts and inputs of operations.",
        rows: &[
            optional("type", Shape::Name(SymbolKind::InterfaceType), "Interface type, normally known from the node type."),
            optional("inputs", VALUES, "Inputs of all operations."),
            since("1.3", optional("operations", OPERATIONS, OPERATIONS_DOC)),
            since("1.3", optional("notifications", NOTIFICATIONS, NOTIFICATIONS_DOC)),
        ],
    };
}

table! {
    /// An operation of a template (3.5.15).
    pub static OPERATION = Table {
        name: "operation assignment",
        doc: "The artifact that implements an operation, and its inputs.",
        rows: &[
            description(),
            optional("implementation", IMPLEMENTATIONS, "Artifact that implements the operation."),
            optional("inputs", VALUES, "Inputs of the operation."),
            since("1.3", optional("outputs", VALUES, "Attributes that store the results.")),
        ],
    };
}

table! {
    /// A group (3.7.5).
    pub static GROUP = Table {
        name: "group",
        doc: "Nodes managed together.",
        rows: &[
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
}

/// A list in the tables and the grammar. A mapping is accepted too.
pub const POLICIES: Shape = Shape::OneOf(&[
    Shape::List(&Shape::Single(&Shape::Named(SymbolKind::Policy, &Shape::Record(&POLICY)))),
    Shape::Named(SymbolKind::Policy, &Shape::Record(&POLICY)),
]);

table! {
    /// A policy (3.7.6).
    pub static POLICY = Table {
        name: "policy",
        doc: "A policy for nodes and groups.",
        rows: &[
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
}

const MAPPINGS: Shape = Shape::Map(&Shape::OneOf(&[Shape::List(&Shape::Text), Shape::Record(&MAPPING)]));

table! {
    /// A substitution mapping (3.7.12).
    pub static SUBSTITUTION = Table {
        name: "substitution mapping",
        doc: "The node type that the whole topology can substitute.",
        rows: &[
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
}

table! {
    /// The extended notation of a mapping (3.7.9, 3.7.10).
    pub static MAPPING = Table {
        name: "mapping",
        doc: "The part of the topology that provides a capability or requirement of the node type.",
        rows: &[
            optional("mapping", Shape::List(&Shape::Text), "The node, and its capability or requirement."),
            optional("properties", VALUES, "Values, if no part of the topology provides it."),
            optional("attributes", VALUES, "Values, if no part of the topology provides it."),
        ],
    };
}
