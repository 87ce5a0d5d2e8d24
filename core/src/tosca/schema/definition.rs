//! What types and topologies are defined with: properties, attributes, capabilities, requirements, operations and
//! artifacts (3.5.3 to 3.5.16, 3.6.2, 3.6.3).

use crate::schema::{Need, Record, Shape, alias, default, field, optional, required};
use crate::symbol::SymbolKind;
use crate::tosca::schema::{NODE_TYPE_NAMES, RANGE, VALUES, description, metadata};

pub const PROPERTIES: Shape = Shape::Named(SymbolKind::Property, &Shape::Record(&PROPERTY));
pub const ATTRIBUTES: Shape = Shape::Named(SymbolKind::Attribute, &Shape::Record(&ATTRIBUTE));
pub const CAPABILITIES: Shape =
    Shape::Named(SymbolKind::Capability, &Shape::OneOf(&[Shape::Record(&CAPABILITY), Shape::Text]));
pub const REQUIREMENTS: Shape = Shape::OneOf(&[
    Shape::List(&Shape::Single(&Shape::Named(
        SymbolKind::Requirement,
        &Shape::OneOf(&[Shape::Record(&REQUIREMENT), Shape::Text]),
    ))),
    Shape::Nothing,
]);
pub const INTERFACES: Shape =
    Shape::Named(SymbolKind::Interface, &Shape::OneOf(&[Shape::Open(&INTERFACE, &OPERATIONS), Shape::Nothing]));
pub const OPERATIONS: Shape =
    Shape::Named(SymbolKind::Operation, &Shape::OneOf(&[Shape::Record(&OPERATION), Shape::Text, Shape::Nothing]));
pub const ARTIFACTS: Shape = Shape::Map(&ARTIFACT_SHORT);
/// In types an input is a definition; one written as a value, or as a function, is read as a definition with that value.
const INPUTS: Shape = Shape::Map(&Shape::OneOf(&[Shape::Record(&PARAMETER), Shape::Record(&FUNCTION), Shape::Any]));
const ARTIFACT_SHORT: Shape = Shape::OneOf(&[Shape::Record(&ARTIFACT), Shape::Text]);
const STATUS: Shape = Shape::Choice(&["supported", "unsupported", "experimental", "deprecated"]);
const ENTRIES: Shape = Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Text, Shape::Nothing]);
/// A bare value means that the value is equal to it.
pub const CONSTRAINTS: Shape = Shape::OneOf(&[
    Shape::List(&Shape::OneOf(&[Shape::Single(&Shape::Record(&CONSTRAINT)), Shape::Text])),
    Shape::Record(&CONSTRAINT),
    Shape::Nothing,
]);

const TYPE: &str = "The data type. A derived type may leave it out where it refines what it inherits.";
const DEFAULT: &str = "The value that holds where none is given.";
const STATUS_DOC: &str = "How far it can be relied on.";
const ENTRIES_DOC: &str = "What the entries of a list or map are.";
const CONSTRAINTS_DOC: &str = "What a value must hold to, each of them.";
const EXTERNAL: &str = "The schema of a value that is JSON or XML.";

/// A property definition (3.5.9).
pub static PROPERTY: Record = Record {
    name: "property definition",
    doc: "A value that a template of the type gives, and that does not change by itself.",
    fields: &[
        optional("type", Shape::Name(SymbolKind::DataType), TYPE),
        description(),
        default(optional("required", Shape::Bool, "A template has to give a value."), "true"),
        optional("default", Shape::Any, DEFAULT),
        default(optional("status", STATUS, STATUS_DOC), "supported"),
        optional("constraints", CONSTRAINTS, CONSTRAINTS_DOC),
        optional("entry_schema", ENTRIES, ENTRIES_DOC),
        optional("key_schema", ENTRIES, "What the keys of a map are. TOSCA 1.3."),
        alias(optional("external-schema", Shape::Text, EXTERNAL), &["external_schema", "schema"]),
        metadata(),
    ],
};

/// An attribute definition (3.5.11).
pub static ATTRIBUTE: Record = Record {
    name: "attribute definition",
    doc: "A value that the running instance reports.",
    fields: &[
        optional("type", Shape::Name(SymbolKind::DataType), TYPE),
        description(),
        optional("default", Shape::Any, "The value that holds until another is reported."),
        default(optional("status", STATUS, STATUS_DOC), "supported"),
        optional("entry_schema", ENTRIES, ENTRIES_DOC),
        optional("key_schema", ENTRIES, "What the keys of a map are. TOSCA 1.3."),
    ],
};

/// A parameter definition (3.5.13).
pub static PARAMETER: Record = Record {
    name: "parameter definition",
    doc: "A value that goes into, or comes out of, a topology, a workflow or an operation.",
    fields: &[
        optional("type", Shape::Name(SymbolKind::DataType), "The data type; that of the value where it is left out."),
        description(),
        optional("value", Shape::Any, "The value, mostly a function: of an output, what it tells."),
        default(optional("required", Shape::Bool, "A value has to be given."), "true"),
        optional("default", Shape::Any, DEFAULT),
        default(optional("status", STATUS, STATUS_DOC), "supported"),
        optional("constraints", CONSTRAINTS, CONSTRAINTS_DOC),
        optional("entry_schema", ENTRIES, ENTRIES_DOC),
        optional("key_schema", ENTRIES, "What the keys of a map are. TOSCA 1.3."),
        alias(optional("external-schema", Shape::Text, EXTERNAL), &["external_schema", "schema"]),
        metadata(),
    ],
};

/// The schema of entries (3.5.9).
pub static ENTRY_SCHEMA: Record = Record {
    name: "entry schema",
    doc: "What the entries of a list or map are.",
    fields: &[
        required("type", Shape::Name(SymbolKind::DataType), "The data type of each entry."),
        description(),
        optional("constraints", CONSTRAINTS, "What each entry must hold to."),
        optional(
            "entry_schema",
            Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Text]),
            "What the entries of the entries are.",
        ),
        optional(
            "key_schema",
            Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Text]),
            "What the keys of the entries are. TOSCA 1.3.",
        ),
        default(optional("required", Shape::Bool, "An entry has to have a value. Not in TOSCA 1.2."), "true"),
    ],
};

const OPERANDS: Shape = Shape::OneOf(&[Shape::List(&Shape::Any), Shape::Record(&FUNCTION)]);
const LENGTH: Shape = Shape::OneOf(&[Shape::Integer, Shape::Record(&FUNCTION)]);

/// A constraint clause (3.5.3): one of these operators, with its operand.
pub static CONSTRAINT: Record = Record {
    name: "constraint",
    doc: "What a value must hold to.",
    fields: &[
        optional("equal", Shape::Any, "The value is this one."),
        optional("greater_than", Shape::Any, "The value is above this one."),
        optional("greater_or_equal", Shape::Any, "The value is this one or above it."),
        optional("less_than", Shape::Any, "The value is below this one."),
        optional("less_or_equal", Shape::Any, "The value is this one or below it."),
        optional("in_range", OPERANDS, "The value lies between these two, or is one of them."),
        optional("valid_values", OPERANDS, "The value is one of these."),
        optional("length", LENGTH, "The number of characters or entries is this."),
        optional("min_length", LENGTH, "There are no fewer characters or entries."),
        optional("max_length", LENGTH, "There are no more characters or entries."),
        optional("pattern", Shape::Text, "The value fits this regular expression."),
        optional("schema", Shape::Text, "The value fits this schema for JSON or XML."),
    ],
};

/// A function in the place of a value (chapter 4).
pub static FUNCTION: Record = Record {
    name: "function",
    doc: "A value that is worked out.",
    fields: &[
        optional("get_input", Shape::Any, "An input of the topology."),
        optional("get_property", Shape::Any, "A property of a node or relationship."),
        optional("get_attribute", Shape::Any, "An attribute of a node or relationship."),
        optional("get_operation_output", Shape::Any, "What an operation has reported."),
        optional("get_nodes_of_type", Shape::Any, "The nodes of a type."),
        optional("get_artifact", Shape::Any, "Where an artifact lies."),
        optional("concat", Shape::Any, "These values behind each other."),
        optional("join", Shape::Any, "These values behind each other, with a text between them."),
        optional("token", Shape::Any, "A part of a text, counted by what separates them."),
    ],
};

/// A capability definition (3.6.2).
pub static CAPABILITY: Record = Record {
    name: "capability definition",
    doc: "Something that nodes of the type offer to others.",
    fields: &[
        optional(
            "type",
            Shape::Name(SymbolKind::CapabilityType),
            "The capability type. A derived type may leave it out where it refines what it inherits.",
        ),
        description(),
        optional("properties", PROPERTIES, "Properties in addition to those of the capability type, or narrower."),
        optional("attributes", ATTRIBUTES, "Attributes in addition to those of the capability type, or narrower."),
        optional("valid_source_types", NODE_TYPE_NAMES, "The node types that may use it; any where there is none."),
        default(
            optional("occurrences", RANGE, "How many relationships it takes: `[ 1, UNBOUNDED ]`."),
            "[ 1, UNBOUNDED ]",
        ),
    ],
};

/// A requirement definition (3.6.3).
pub static REQUIREMENT: Record = Record {
    name: "requirement definition",
    doc: "Something that nodes of the type need of another.",
    fields: &[
        optional(
            "capability",
            Shape::Name(SymbolKind::CapabilityType),
            "The type of the capability that meets it. A derived type may leave it out where it inherits it.",
        ),
        optional("node", Shape::Name(SymbolKind::NodeType), "The type of the node that has the capability."),
        optional(
            "relationship",
            Shape::OneOf(&[Shape::Name(SymbolKind::RelationshipType), Shape::Record(&REQUIREMENT_RELATIONSHIP)]),
            "The type of the relationship that results.",
        ),
        optional("node_filter", Shape::Record(&NODE_FILTER), "What a node must hold to in order to meet it."),
        default(optional("occurrences", RANGE, "How many nodes meet it: `[ 0, 1 ]`."), "[ 1, 1 ]"),
        optional("description", Shape::Text, "What it is for. TOSCA 1.3."),
        optional("metadata", Shape::Map(&Shape::Text), "Further information. TOSCA 1.3."),
    ],
};

pub static REQUIREMENT_RELATIONSHIP: Record = Record {
    name: "relationship",
    doc: "The relationship that results from a requirement.",
    fields: &[
        required("type", Shape::Name(SymbolKind::RelationshipType), "The relationship type."),
        optional("interfaces", INTERFACES, "Inputs in addition to those of its operations."),
    ],
};

const FILTERS: Shape =
    Shape::OneOf(&[Shape::List(&Shape::Single(&Shape::Map(&FILTER))), Shape::Map(&FILTER), Shape::Nothing]);
/// A property filter (3.5.4): a bare value means that the property is equal to it.
const FILTER: Shape = Shape::OneOf(&[
    Shape::Record(&CONSTRAINT),
    Shape::Record(&FUNCTION),
    Shape::List(&Shape::OneOf(&[Shape::Single(&Shape::Record(&CONSTRAINT)), Shape::Any])),
    Shape::Any,
]);
const CAPABILITY_FILTERS: Shape = Shape::Map(&Shape::OneOf(&[Shape::Record(&CAPABILITY_FILTER), Shape::Nothing]));

/// A node filter (3.5.5).
pub static NODE_FILTER: Record = Record {
    name: "node filter",
    doc: "What a node must hold to in order to be chosen.",
    fields: &[
        optional("properties", FILTERS, "What its properties must hold to."),
        optional(
            "capabilities",
            Shape::OneOf(&[
                Shape::List(&Shape::OneOf(&[Shape::Single(&CAPABILITY_FILTERS), Shape::Text])),
                CAPABILITY_FILTERS,
                Shape::Nothing,
            ]),
            "The capabilities, by name or type, that it must have, and what their properties must hold to.",
        ),
    ],
};

pub static CAPABILITY_FILTER: Record = Record {
    name: "capability filter",
    doc: "What a capability must hold to.",
    fields: &[optional("properties", FILTERS, "What its properties must hold to.")],
};

/// An interface definition (3.5.16); its other keys are operations.
pub static INTERFACE: Record = Record {
    name: "interface definition",
    doc: "A set of operations that can be called.",
    fields: &[
        optional(
            "type",
            Shape::Name(SymbolKind::InterfaceType),
            "The interface type. It may be left out where the interface is inherited, or named like its type.",
        ),
        optional("inputs", INPUTS, "What all of its operations take."),
        optional("operations", OPERATIONS, "Its operations, which TOSCA 1.2 has beside this key, not under it."),
    ],
};

/// An operation definition (3.5.15).
pub static OPERATION: Record = Record {
    name: "operation definition",
    doc: "Something that can be called, and the artifact that does it.",
    fields: &[
        description(),
        optional("implementation", IMPLEMENTATIONS, "The artifact that does it."),
        optional("inputs", INPUTS, "What it takes."),
        optional("outputs", VALUES, "The attributes that its results are put in. TOSCA 1.3."),
    ],
};

pub const IMPLEMENTATIONS: Shape = Shape::OneOf(&[Shape::Record(&IMPLEMENTATION), Shape::Text, Shape::Nothing]);

/// An operation implementation (3.5.14).
pub static IMPLEMENTATION: Record = Record {
    name: "implementation",
    doc: "The artifact that does what an operation is for, and what that needs.",
    fields: &[
        optional("primary", ARTIFACT_SHORT, "The artifact: its name, its file, or its definition."),
        optional(
            "dependencies",
            Shape::OneOf(&[Shape::List(&ARTIFACT_SHORT), Shape::Nothing]),
            "Artifacts that are put beside it.",
        ),
        optional("timeout", Shape::Integer, "The seconds after which it has failed."),
        optional(
            "operation_host",
            Shape::Choice(&["SELF", "HOST", "SOURCE", "TARGET", "ORCHESTRATOR"]),
            "Where it is run.",
        ),
    ],
};

/// An artifact definition (3.5.7).
pub static ARTIFACT: Record = Record {
    name: "artifact definition",
    doc: "A file that a node or an operation needs.",
    fields: &[
        field(
            "type",
            Need::Recommended,
            Shape::Name(SymbolKind::ArtifactType),
            "The artifact type; where it is left out, what the ending of the file suggests.",
        ),
        required(
            "file",
            Shape::OneOf(&[Shape::Text, Shape::Record(&FUNCTION)]),
            "The file, as a URI; a relative one starts at this file.",
        ),
        optional("repository", Shape::Text, "The repository that the file is in."),
        description(),
        optional("deploy_path", Shape::Text, "Where on the node it is put."),
        optional("properties", VALUES, "Values for the properties of the artifact type. TOSCA 1.3."),
    ],
};
