//! The tables of TOSCA service templates (3.8 and 3.9), and what all of them are built from.

pub mod definition;
pub mod template;
pub mod types;
pub mod workflow;

use crate::schema::{Field, Record, Shape, optional, required};
use crate::symbol::SymbolKind;
use definition::PARAMETER;
use template::{GROUP, NODE_TEMPLATE, POLICIES, RELATIONSHIP_TEMPLATE, SUBSTITUTION};
use workflow::WORKFLOW;

/// The versions whose grammar is read here (3.1): by name or by namespace. 1.3 is read as far as it is the same, and so
/// are the NFV profiles of the time, which have types of their own but the same grammar.
pub const VERSIONS: &[&str] = &[
    "tosca_simple_yaml_1_0",
    "tosca_simple_yaml_1_1",
    "tosca_simple_yaml_1_2",
    "tosca_simple_yaml_1_3",
    "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0",
    "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1",
    "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2",
    "http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3",
    "tosca_simple_profile_for_nfv_1_0",
    "tosca_simple_profile_for_nfv_1_0_0",
];

/// Values that their type checks, or functions.
const VALUES: Shape = Shape::Map(&Shape::Any);
/// A list of names; a list that is begun and still empty is an empty one.
const NAMES: Shape = Shape::OneOf(&[Shape::List(&Shape::Text), Shape::Nothing]);
/// Lists of the names of types.
const NODE_TYPE_NAMES: Shape = Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::NodeType)), Shape::Nothing]);
const CAPABILITY_TYPE_NAMES: Shape =
    Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::CapabilityType)), Shape::Nothing]);
const RANGE: Shape = Shape::List(&Shape::Text);

const fn description() -> Field {
    optional("description", Shape::Text, "What it is for.")
}

const fn metadata() -> Field {
    optional("metadata", Shape::Map(&Shape::Text), "Further information, as names with texts.")
}

/// A service template (3.9).
pub static SERVICE_TEMPLATE: Record = Record {
    name: "service template",
    doc: "A file of type definitions, and at most one topology made of them.",
    fields: &[
        required(
            "tosca_definitions_version",
            Shape::Choice(VERSIONS),
            "The version of TOSCA that the template is written in. It stands on the first line.",
        ),
        optional(
            "namespace",
            Shape::Text,
            "The namespace of the types that are defined here. Since the final text of version 1.2.",
        ),
        optional(
            "metadata",
            Shape::Map(&Shape::Text),
            "Further information: `template_name`, `template_author`, `template_version`, and names of your own.",
        ),
        optional("description", Shape::Text, "What the template is for."),
        optional("dsl_definitions", Shape::Any, "YAML anchors for use elsewhere in the file. Not read by itself."),
        optional(
            "repositories",
            Shape::Map(&Shape::OneOf(&[Shape::Record(&REPOSITORY), Shape::Text])),
            "Where imports and artifacts that name a repository are found.",
        ),
        optional(
            "imports",
            Shape::OneOf(&[IMPORTS, Shape::Nothing]),
            "Other service templates, whose types can be used here.",
        ),
        optional("artifact_types", types::ARTIFACT_TYPES, "Types of files: scripts, packages, images."),
        optional("data_types", types::DATA_TYPES, "Types of values."),
        optional("capability_types", types::CAPABILITY_TYPES, "Types of what nodes offer to others."),
        optional("interface_types", types::INTERFACE_TYPES, "Types of sets of operations."),
        optional("relationship_types", types::RELATIONSHIP_TYPES, "Types of the ways in which one node uses another."),
        optional("node_types", types::NODE_TYPES, "Types of components."),
        optional("group_types", types::GROUP_TYPES, "Types of groups of nodes that are managed together."),
        optional("policy_types", types::POLICY_TYPES, "Types of rules that nodes and groups are put under."),
        optional(
            "topology_template",
            Shape::OneOf(&[Shape::Record(&TOPOLOGY_TEMPLATE), Shape::Nothing]),
            "The service itself: its nodes, and what it takes from and gives to the outside.",
        ),
    ],
};

/// A topology template (3.8).
pub static TOPOLOGY_TEMPLATE: Record = Record {
    name: "topology template",
    doc: "A service: its nodes, and what it takes from and gives to the outside.",
    fields: &[
        description(),
        optional(
            "inputs",
            Shape::Named(SymbolKind::Input, &Shape::OneOf(&[Shape::Record(&PARAMETER), Shape::Nothing])),
            "What is given at deployment, and read with `get_input`.",
        ),
        optional(
            "node_templates",
            Shape::Named(SymbolKind::NodeTemplate, &Shape::Record(&NODE_TEMPLATE)),
            "The components of the service.",
        ),
        optional(
            "relationship_templates",
            Shape::Named(SymbolKind::Relationship, &Shape::Record(&RELATIONSHIP_TEMPLATE)),
            "Relationships with values of their own, which requirements name.",
        ),
        optional("groups", Shape::Named(SymbolKind::Group, &Shape::Record(&GROUP)), "Nodes that are managed together."),
        optional("policies", POLICIES, "Rules that nodes and groups are put under."),
        optional(
            "outputs",
            Shape::Named(SymbolKind::Output, &Shape::Record(&PARAMETER)),
            "Values that can be read once the service runs.",
        ),
        optional(
            "substitution_mappings",
            Shape::Record(&SUBSTITUTION),
            "The node type that the topology as a whole can stand in for.",
        ),
        optional(
            "workflows",
            Shape::Named(SymbolKind::Workflow, &Shape::Record(&WORKFLOW)),
            "Sequences of steps in place of those that follow from the relationships.",
        ),
    ],
};

/// An import (3.5.8): a file, a file with a namespace, or either under a name that only readers use.
const IMPORTS: Shape = Shape::List(&Shape::OneOf(&[
    Shape::Text,
    Shape::Single(&Shape::Map(&Shape::OneOf(&[Shape::Text, Shape::Record(&IMPORT)]))),
    Shape::Record(&IMPORT),
]));

pub static IMPORT: Record = Record {
    name: "import",
    doc: "Another service template, whose types can be used here.",
    fields: &[
        required("file", Shape::Text, "The file, as a URI; a relative one starts at this file."),
        optional("repository", Shape::Text, "The repository that the file is in."),
        optional("namespace_uri", Shape::Text, "The namespace that the imported types are put in."),
        optional(
            "namespace_prefix",
            Shape::Text,
            "A short name for that namespace: the types are called `prefix:name` here.",
        ),
    ],
};

/// A repository (3.5.6).
pub static REPOSITORY: Record = Record {
    name: "repository",
    doc: "A place outside, where files are found.",
    fields: &[
        description(),
        required("url", Shape::Text, "Where it is."),
        optional("credential", Shape::OneOf(&[VALUES, Shape::Text]), "What it takes to be let in."),
    ],
};
