//! The tables of definitions in types and topologies: properties, attributes, capabilities, requirements, operations
//! and artifacts (3.5.3 to 3.5.16, 3.6.2, 3.6.3).

use crate::schema::table::{alias, default, field, optional, required, since, table};
use crate::schema::{Need, Shape};
use crate::symbol::SymbolKind;
use crate::tosca::schema::{NODE_TYPE_NAMES, RANGE, VALUES, description, metadata};

pub const PROPERTIES: Shape = Shape::Named(SymbolKind::Property, &Shape::Record(&PROPERTY));
pub const ATTRIBUTES: Shape = Shape::Named(SymbolKind::Attribute, &Shape::Record(&ATTRIBUTE));
pub const CAPABILITIES: Shape = Shape::Named(
    SymbolKind::Capability,
    &Shape::OneOf(&[Shape::Record(&CAPABILITY), Shape::Name(SymbolKind::CapabilityType)]),
);
pub const REQUIREMENTS: Shape = Shape::OneOf(&[
    Shape::List(&Shape::Single(&Shape::Named(
        SymbolKind::Requirement,
        &Shape::OneOf(&[Shape::Record(&REQUIREMENT), Shape::Name(SymbolKind::CapabilityType)]),
    ))),
    Shape::Nothing,
]);
pub const INTERFACES: Shape =
    Shape::Named(SymbolKind::Interface, &Shape::OneOf(&[Shape::Open(&INTERFACE, &OPERATIONS), Shape::Nothing]));
pub const OPERATIONS: Shape =
    Shape::Named(SymbolKind::Operation, &Shape::OneOf(&[Shape::Record(&OPERATION), Shape::Text, Shape::Nothing]));
pub const OPERATIONS_DOC: &str = "Operations. In TOSCA 1.2 they are next to this key instead of below it.";
pub const NOTIFICATIONS_DOC: &str = "Notifications from outside, with the artifacts that receive them.";
pub const NOTIFICATIONS: Shape =
    Shape::Map(&Shape::OneOf(&[Shape::Record(&NOTIFICATION), Shape::Text, Shape::Nothing]));
pub const ARTIFACTS: Shape = Shape::Map(&ARTIFACT_SHORT);
/// Inputs in types are definitions. A bare value or function is read as a definition with that value.
const INPUTS: Shape = Shape::Map(&Shape::OneOf(&[Shape::Record(&PARAMETER), Shape::Record(&FUNCTION), Shape::Any]));
const ARTIFACT_SHORT: Shape = Shape::OneOf(&[Shape::Record(&ARTIFACT), Shape::Text]);
const STATUS: Shape = Shape::Choice(&["supported", "unsupported", "experimental", "deprecated"]);
const ENTRIES: Shape = Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Name(SymbolKind::DataType), Shape::Nothing]);
/// A bare value means equality.
pub const CONSTRAINTS: Shape = Shape::OneOf(&[
    Shape::List(&Shape::OneOf(&[Shape::Single(&Shape::Record(&CONSTRAINT)), Shape::Text])),
    Shape::Record(&CONSTRAINT),
    Shape::Nothing,
]);

const TYPE: &str = "Data type. A derived type can omit it if it refines an inherited definition.";
const DEFAULT: &str = "Value that applies if none is given.";
const STATUS_DOC: &str = "Stability of the definition.";
const ENTRIES_DOC: &str = "Schema of the entries of a list or map.";
const CONSTRAINTS_DOC: &str = "Conditions that a value must meet.";
const EXTERNAL: &str = "Schema of a JSON or XML value.";

table! {
    /// A property definition (3.5.9).
    pub static PROPERTY = Table {
        name: "property definition",
        doc: "A value set by templates of the type, which does not change by itself.",
        rows: &[
            optional("type", Shape::Name(SymbolKind::DataType), TYPE),
            description(),
            default(optional("required", Shape::Bool, "`true` if templates must set a value."), "true"),
            optional("default", Shape::Any, DEFAULT),
            default(optional("status", STATUS, STATUS_DOC), "supported"),
            optional("constraints", CONSTRAINTS, CONSTRAINTS_DOC),
            optional("entry_schema", ENTRIES, ENTRIES_DOC),
            since("1.3", optional("key_schema", ENTRIES, "Schema of the keys of a map.")),
            alias(optional("external-schema", Shape::Text, EXTERNAL), &["external_schema", "schema"]),
            metadata(),
        ],
    };
}

table! {
    /// An attribute definition (3.5.11).
    pub static ATTRIBUTE = Table {
        name: "attribute definition",
        doc: "A value reported by the running instance.",
        rows: &[
            optional("type", Shape::Name(SymbolKind::DataType), TYPE),
            description(),
            optional("default", Shape::Any, "Value that applies until another is reported."),
            default(optional("status", STATUS, STATUS_DOC), "supported"),
            optional("entry_schema", ENTRIES, ENTRIES_DOC),
            since("1.3", optional("key_schema", ENTRIES, "Schema of the keys of a map.")),
            since("1.3", optional("constraints", CONSTRAINTS, CONSTRAINTS_DOC)),
            since("1.3", metadata()),
        ],
    };
}

table! {
    /// A parameter definition (3.5.13).
    pub static PARAMETER = Table {
        name: "parameter definition",
        doc: "An input or output of a topology, workflow or operation.",
        rows: &[
            optional("type", Shape::Name(SymbolKind::DataType), "Data type. Defaults to the type of the value."),
            description(),
            optional("value", Shape::Any, "Value, usually a function. For an output, the value it returns."),
            default(optional("required", Shape::Bool, "`true` if a value must be given."), "true"),
            optional("default", Shape::Any, DEFAULT),
            default(optional("status", STATUS, STATUS_DOC), "supported"),
            optional("constraints", CONSTRAINTS, CONSTRAINTS_DOC),
            optional("entry_schema", ENTRIES, ENTRIES_DOC),
            since("1.3", optional("key_schema", ENTRIES, "Schema of the keys of a map.")),
            alias(optional("external-schema", Shape::Text, EXTERNAL), &["external_schema", "schema"]),
            metadata(),
        ],
    };
}

table! {
    /// The schema of entries (3.5.9).
    pub static ENTRY_SCHEMA = Table {
        name: "entry schema",
        doc: "Schema of the entries of a list or map.",
        rows: &[
            required("type", Shape::Name(SymbolKind::DataType), "Data type of each entry."),
            description(),
            optional("constraints", CONSTRAINTS, "Conditions that each entry must meet."),
            optional(
                "entry_schema",
                Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Name(SymbolKind::DataType)]),
                "Schema of nested entries.",
            ),
            since(
                "1.3",
                optional(
                    "key_schema",
                    Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Name(SymbolKind::DataType)]),
                    "Schema of the keys of nested entries.",
                ),
            ),
            since("1.3", default(optional("required", Shape::Bool, "`true` if an entry must have a value."), "true")),
        ],
    };
}

const OPERANDS: Shape = Shape::OneOf(&[Shape::List(&Shape::Any), Shape::Record(&FUNCTION)]);
const LENGTH: Shape = Shape::OneOf(&[Shape::Integer, Shape::Record(&FUNCTION)]);

table! {
    /// A constraint clause (3.5.3): one of these operators with its operand.
    pub static CONSTRAINT = Table {
        name: "constraint",
        doc: "A condition for a value.",
        rows: &[
            optional("equal", Shape::Any, "Equal to this value."),
            optional("greater_than", Shape::Any, "Greater than this value."),
            optional("greater_or_equal", Shape::Any, "Greater than or equal to this value."),
            optional("less_than", Shape::Any, "Less than this value."),
            optional("less_or_equal", Shape::Any, "Less than or equal to this value."),
            optional("in_range", OPERANDS, "Between these two values, inclusive."),
            optional("valid_values", OPERANDS, "One of these values."),
            optional("length", LENGTH, "Exact number of characters or entries."),
            optional("min_length", LENGTH, "Minimum number of characters or entries."),
            optional("max_length", LENGTH, "Maximum number of characters or entries."),
            optional("pattern", Shape::Text, "Matches this regular expression."),
            optional("schema", Shape::Text, "Matches this JSON or XML schema."),
        ],
    };
}

table! {
    /// A function instead of a value (chapter 4).
    pub static FUNCTION = Table {
        name: "function",
        doc: "A computed value.",
        rows: &[
            optional("get_input", Shape::Any, "Input of the topology."),
            optional("get_property", Shape::Any, "Property of a node or relationship."),
            optional("get_attribute", Shape::Any, "Attribute of a node or relationship."),
            optional("get_operation_output", Shape::Any, "Output of an operation."),
            optional("get_nodes_of_type", Shape::Any, "Nodes of a type."),
            optional("get_artifact", Shape::Any, "Location of an artifact."),
            optional("concat", Shape::Any, "Concatenates values."),
            optional("join", Shape::Any, "Concatenates values with a separator."),
            optional("token", Shape::Any, "Splits a string at separators and returns one part."),
        ],
    };
}

table! {
    /// A capability definition (3.6.2).
    pub static CAPABILITY = Table {
        name: "capability definition",
        doc: "A capability that nodes of the type offer.",
        rows: &[
            optional(
                "type",
                Shape::Name(SymbolKind::CapabilityType),
                "Capability type. A derived type can omit it if it refines an inherited definition.",
            ),
            description(),
            optional("properties", PROPERTIES, "Additional or refined properties of the capability type."),
            optional("attributes", ATTRIBUTES, "Additional or refined attributes of the capability type."),
            optional("valid_source_types", NODE_TYPE_NAMES, "Node types that may use the capability. Any, if absent."),
            default(
                optional("occurrences", RANGE, "Allowed number of relationships: `[ 1, UNBOUNDED ]`."),
                "[ 1, UNBOUNDED ]",
            ),
        ],
    };
}

table! {
    /// A requirement definition (3.6.3).
    pub static REQUIREMENT = Table {
        name: "requirement definition",
        doc: "Something that nodes of the type need from another node.",
        rows: &[
            optional(
                "capability",
                Shape::Name(SymbolKind::CapabilityType),
                "Type of the capability that meets the requirement. A derived type can omit it if it inherits it.",
            ),
            optional("node", Shape::Name(SymbolKind::NodeType), "Type of the node with the capability."),
            optional(
                "relationship",
                Shape::OneOf(&[Shape::Name(SymbolKind::RelationshipType), Shape::Record(&REQUIREMENT_RELATIONSHIP)]),
                "Type of the resulting relationship.",
            ),
            optional("node_filter", Shape::Record(&NODE_FILTER), "Conditions for nodes that meet the requirement."),
            default(optional("occurrences", RANGE, "Allowed number of nodes: `[ 0, 1 ]`."), "[ 1, 1 ]"),
            since("1.3", description()),
            since("1.3", metadata()),
        ],
    };
}

table! {
    pub static REQUIREMENT_RELATIONSHIP = Table {
        name: "relationship",
        doc: "The relationship that results from a requirement.",
        rows: &[
            required("type", Shape::Name(SymbolKind::RelationshipType), "Relationship type."),
            optional("interfaces", INTERFACES, "Additional inputs of its operations."),
        ],
    };
}

const FILTERS: Shape =
    Shape::OneOf(&[Shape::List(&Shape::Single(&Shape::Map(&FILTER))), Shape::Map(&FILTER), Shape::Nothing]);
/// A property filter (3.5.4). A bare value means equality.
const FILTER: Shape = Shape::OneOf(&[
    Shape::Record(&CONSTRAINT),
    Shape::Record(&FUNCTION),
    Shape::List(&Shape::OneOf(&[Shape::Single(&Shape::Record(&CONSTRAINT)), Shape::Any])),
    Shape::Any,
]);
const CAPABILITY_FILTERS: Shape = Shape::Map(&Shape::OneOf(&[Shape::Record(&CAPABILITY_FILTER), Shape::Nothing]));

table! {
    /// A node filter (3.5.5).
    pub static NODE_FILTER = Table {
        name: "node filter",
        doc: "Conditions for selecting a node.",
        rows: &[
            optional("properties", FILTERS, "Conditions for the properties of the node."),
            optional(
                "capabilities",
                Shape::OneOf(&[
                    Shape::List(&Shape::OneOf(&[Shape::Single(&CAPABILITY_FILTERS), Shape::Text])),
                    CAPABILITY_FILTERS,
                    Shape::Nothing,
                ]),
                "Required capabilities, by name or type, with conditions for their properties.",
            ),
        ],
    };
}

table! {
    pub static CAPABILITY_FILTER = Table {
        name: "capability filter",
        doc: "Conditions for a capability.",
        rows: &[optional("properties", FILTERS, "Conditions for the properties of the capability.")],
    };
}

table! {
    /// An interface definition (3.5.16). Its other keys are operations.
    pub static INTERFACE = Table {
        name: "interface definition",
        doc: "A set of operations.",
        rows: &[
            optional(
                "type",
                Shape::Name(SymbolKind::InterfaceType),
                "Interface type. Can be omitted if the interface is inherited, or named like its type.",
            ),
            optional("inputs", INPUTS, "Inputs of all operations."),
            since("1.3", optional("operations", OPERATIONS, OPERATIONS_DOC)),
            since("1.3", optional("notifications", NOTIFICATIONS, NOTIFICATIONS_DOC)),
        ],
    };
}

table! {
    /// An operation definition (3.5.15).
    pub static OPERATION = Table {
        name: "operation definition",
        doc: "An operation and the artifact that implements it.",
        rows: &[
            description(),
            optional("implementation", IMPLEMENTATIONS, "Artifact that implements the operation."),
            optional("inputs", INPUTS, "Inputs of the operation."),
            since("1.3", optional("outputs", VALUES, "Attributes that store the results.")),
        ],
    };
}

table! {
    /// A notification (3.6.19 of version 1.3).
    pub static NOTIFICATION = Table {
        name: "notification definition",
        doc: "A notification from outside and the artifact that receives it.",
        rows: &[
            description(),
            optional("implementation", IMPLEMENTATIONS, "Artifact that receives the notification."),
            optional("inputs", INPUTS, "Inputs of the notification."),
            optional("outputs", VALUES, "Attributes that store the received values."),
        ],
    };
}

pub const IMPLEMENTATIONS: Shape = Shape::OneOf(&[Shape::Record(&IMPLEMENTATION), Shape::Text, Shape::Nothing]);

table! {
    /// An operation implementation (3.5.14).
    pub static IMPLEMENTATION = Table {
        name: "implementation",
        doc: "The artifact that implements an operation, with its dependencies.",
        rows: &[
            optional("primary", ARTIFACT_SHORT, "The artifact: its name, file or definition."),
            optional(
                "dependencies",
                Shape::OneOf(&[Shape::List(&ARTIFACT_SHORT), Shape::Nothing]),
                "Additional artifacts that it needs.",
            ),
            optional("timeout", Shape::Integer, "Timeout in seconds."),
            optional(
                "operation_host",
                Shape::Choice(&["SELF", "HOST", "SOURCE", "TARGET", "ORCHESTRATOR"]),
                "Where the operation runs: `SELF`, `HOST` or `ORCHESTRATOR`; for a relationship `SOURCE`, `TARGET` or \
                 `ORCHESTRATOR`.",
            ),
        ],
    };
}

table! {
    /// An artifact definition (3.5.7).
    pub static ARTIFACT = Table {
        name: "artifact definition",
        doc: "A file used by a node or operation.",
        rows: &[
            field(
                "type",
                Need::Recommended,
                Shape::Name(SymbolKind::ArtifactType),
                "Artifact type. Defaults to the type for the file extension.",
            ),
            required(
                "file",
                Shape::OneOf(&[Shape::Text, Shape::Single(&Shape::Record(&FUNCTION))]),
                "URI of the file. Relative URIs start at this file.",
            ),
            optional("repository", Shape::Text, "Repository of the file."),
            description(),
            optional("deploy_path", Shape::Text, "Location of the file on the node."),
            since("1.3", optional("artifact_version", Shape::Text, "Version of the artifact.")),
            since("1.3", optional("checksum", Shape::Text, "Checksum of the file.")),
            since("1.3", optional("checksum_algorithm", Shape::Text, "Algorithm of the checksum: `SHA-256`.")),
            since("1.3", optional("properties", VALUES, "Values of the properties of the artifact type.")),
        ],
    };
}
