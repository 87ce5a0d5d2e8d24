//! The tables of what a topology is made of (3.7).

use crate::schema::{Need, Record, Shape, field, optional, required};
use crate::symbol::SymbolKind;
use crate::tosca::schema::definition::{ARTIFACTS, IMPLEMENTATIONS, NODE_FILTER};
use crate::tosca::schema::workflow::TRIGGERS;
use crate::tosca::schema::{NAMES, RANGE, VALUES, description, metadata};

const INTERFACES: Shape = Shape::Map(&Shape::OneOf(&[Shape::Open(&INTERFACE, &OPERATIONS), Shape::Nothing]));
const OPERATIONS: Shape = Shape::Map(&Shape::OneOf(&[Shape::Record(&OPERATION), Shape::Text, Shape::Nothing]));

/// A node template (3.7.3).
pub static NODE_TEMPLATE: Record = Record {
    name: "node template",
    doc: "A component of the service.",
    fields: &[
        field("type", Need::RequiredWithout("copy"), Shape::Name(SymbolKind::NodeType), "The node type."),
        description(),
        metadata(),
        optional(
            "directives",
            NAMES,
            "What the orchestrator does with it: `selectable`, it looks for a node; `substitutable`, it looks for a topology.",
        ),
        optional("properties", VALUES, "Values for the properties of the node type."),
        optional("attributes", VALUES, "Initial values for the attributes of the node type."),
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
            "The nodes that meet the requirements of the node type, in the order in which they are wanted.",
        ),
        optional(
            "capabilities",
            Shape::Map(&Shape::OneOf(&[Shape::Record(&CAPABILITY), Shape::Nothing])),
            "Values for the capabilities of the node type.",
        ),
        optional("interfaces", INTERFACES, "The artifacts that operations call, and what they are given."),
        optional("artifacts", ARTIFACTS, "The files that the node needs."),
        optional(
            "node_filter",
            Shape::Record(&NODE_FILTER),
            "What the node must hold to that the orchestrator looks for, with the directive `selectable`.",
        ),
        optional("copy", Shape::Name(SymbolKind::NodeTemplate), "The node template that all else is taken from."),
    ],
};

/// A capability assignment (3.7.1).
pub static CAPABILITY: Record = Record {
    name: "capability assignment",
    doc: "Values for a capability of the node type.",
    fields: &[
        optional("properties", VALUES, "Values for the properties of the capability."),
        optional("attributes", VALUES, "Initial values for the attributes of the capability."),
        optional("occurrences", RANGE, "How many relationships it takes. TOSCA 1.3."),
        optional("directives", NAMES, "What the orchestrator does with it. TOSCA 1.3."),
    ],
};

/// A requirement assignment (3.7.2).
pub static REQUIREMENT: Record = Record {
    name: "requirement assignment",
    doc: "The node that meets a requirement.",
    fields: &[
        optional("node", Shape::Name(SymbolKind::NodeTemplate), "The node template, or the node type to look for."),
        optional(
            "capability",
            Shape::Name(SymbolKind::Capability),
            "The capability of that node, by its name or its type.",
        ),
        optional(
            "relationship",
            Shape::OneOf(&[Shape::Name(SymbolKind::Relationship), Shape::Record(&RELATIONSHIP)]),
            "The relationship template or relationship type.",
        ),
        optional("node_filter", Shape::Record(&NODE_FILTER), "What the node to look for must hold to."),
        optional("occurrences", RANGE, "How many nodes meet it."),
    ],
};

/// The extended notation of a relationship (3.7.2).
pub static RELATIONSHIP: Record = Record {
    name: "relationship",
    doc: "The relationship that results from a requirement, with values of its own.",
    fields: &[
        optional(
            "type",
            Shape::Name(SymbolKind::RelationshipType),
            "The relationship type, or a relationship template.",
        ),
        optional("properties", VALUES, "Values for the properties of the relationship type."),
        optional("interfaces", INTERFACES, "The artifacts that its operations call, and what they are given."),
    ],
};

/// A relationship template (3.7.4).
pub static RELATIONSHIP_TEMPLATE: Record = Record {
    name: "relationship template",
    doc: "A relationship with values of its own, which requirements name.",
    fields: &[
        field(
            "type",
            Need::RequiredWithout("copy"),
            Shape::Name(SymbolKind::RelationshipType),
            "The relationship type.",
        ),
        description(),
        metadata(),
        optional("properties", VALUES, "Values for the properties of the relationship type."),
        optional("attributes", VALUES, "Initial values for the attributes of the relationship type."),
        optional("interfaces", INTERFACES, "The artifacts that its operations call, and what they are given."),
        optional(
            "copy",
            Shape::Name(SymbolKind::Relationship),
            "The relationship template that all else is taken from.",
        ),
    ],
};

/// An interface of a template (3.5.16); its other keys are operations.
pub static INTERFACE: Record = Record {
    name: "interface assignment",
    doc: "The artifacts that operations call, and what they are given.",
    fields: &[
        optional(
            "type",
            Shape::Name(SymbolKind::InterfaceType),
            "The interface type, which the node type gives already.",
        ),
        optional("inputs", VALUES, "What all of its operations are given."),
        optional("operations", OPERATIONS, "Its operations, which TOSCA 1.2 has beside this key, not under it."),
    ],
};

/// An operation of a template (3.5.15).
pub static OPERATION: Record = Record {
    name: "operation assignment",
    doc: "The artifact that an operation calls, and what it is given.",
    fields: &[
        description(),
        optional("implementation", IMPLEMENTATIONS, "The artifact that does it."),
        optional("inputs", VALUES, "What it is given."),
        optional("outputs", VALUES, "The attributes that its results are put in. TOSCA 1.3."),
    ],
};

/// A group (3.7.5).
pub static GROUP: Record = Record {
    name: "group",
    doc: "Nodes that are managed together.",
    fields: &[
        required("type", Shape::Name(SymbolKind::GroupType), "The group type."),
        description(),
        metadata(),
        optional("properties", VALUES, "Values for the properties of the group type."),
        optional("attributes", VALUES, "Initial values for the attributes of the group type. TOSCA 1.3."),
        optional(
            "members",
            Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::NodeTemplate)), Shape::Nothing]),
            "The node templates that belong to it.",
        ),
        optional("interfaces", INTERFACES, "The artifacts that its operations call, and what they are given."),
    ],
};

/// A list in the tables and the grammar; a mapping is read too.
pub const POLICIES: Shape = Shape::OneOf(&[
    Shape::List(&Shape::Single(&Shape::Named(SymbolKind::Policy, &Shape::Record(&POLICY)))),
    Shape::Named(SymbolKind::Policy, &Shape::Record(&POLICY)),
]);

/// A policy (3.7.6).
pub static POLICY: Record = Record {
    name: "policy",
    doc: "A rule that nodes and groups are put under.",
    fields: &[
        required("type", Shape::Name(SymbolKind::PolicyType), "The policy type."),
        description(),
        metadata(),
        optional("properties", VALUES, "Values for the properties of the policy type."),
        optional(
            "targets",
            Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::NodeTemplate)), Shape::Nothing]),
            "The node templates and groups that are put under it; the whole topology where there are none.",
        ),
        optional("triggers", TRIGGERS, "What it does, and when."),
    ],
};

const MAPPINGS: Shape = Shape::Map(&Shape::OneOf(&[Shape::List(&Shape::Text), Shape::Record(&MAPPING)]));

/// A substitution mapping (3.7.12).
pub static SUBSTITUTION: Record = Record {
    name: "substitution mapping",
    doc: "The node type that the topology as a whole can stand in for.",
    fields: &[
        required("node_type", Shape::Name(SymbolKind::NodeType), "The node type."),
        optional("properties", VALUES, "Where the properties of the node type go: an input, or a property of a node."),
        optional("attributes", VALUES, "Where the attributes of the node type come from."),
        optional("capabilities", MAPPINGS, "The capabilities of the node type: `[ node, capability ]`."),
        optional("requirements", MAPPINGS, "The requirements of the node type: `[ node, requirement ]`."),
        optional("interfaces", Shape::Map(&VALUES), "The workflows that the operations of the node type start."),
        optional("substitution_filter", Shape::Record(&NODE_FILTER), "When the topology may stand in. TOSCA 1.3."),
    ],
};

/// The extended notation of a mapping (3.7.9, 3.7.10).
pub static MAPPING: Record = Record {
    name: "mapping",
    doc: "What of the topology a capability or requirement of the node type is.",
    fields: &[
        optional("mapping", Shape::List(&Shape::Text), "The node, and its capability or requirement."),
        optional("properties", VALUES, "Values, where nothing of the topology stands behind it."),
        optional("attributes", VALUES, "Values, where nothing of the topology stands behind it."),
    ],
};
