//! The tables of assembly and resource descriptors.

use crate::schema::{Need, Record, Shape, alias, default, field, optional, required};
use crate::symbol::SymbolKind;

/// The built-in property types (S0:77-93).
pub const PROPERTY_TYPES: &[&str] =
    &["string", "boolean", "integer", "float", "timestamp", "map", "list", "key", "certificate"];

/// The stable states and `Broken` that a relationship may name (S0:834-873).
pub const STATES: &[&str] = &["Installed", "Inactive", "Active", "Broken"];

/// The lifecycle transitions of a resource (resource descriptor page; `Upgrade`, `Heal` and `Adopt` are CP4NA).
pub const TRANSITIONS: &[&str] = &[
    "Create",
    "Install",
    "Configure",
    "Start",
    "Integrity",
    "Stop",
    "Uninstall",
    "Delete",
    "Reconfigure",
    "Upgrade",
    "Heal",
    "Adopt",
];

const PROPERTIES: Shape = Shape::Named(SymbolKind::Property, &Shape::OneOf(&[Shape::Record(&PROPERTY)]));
const DRIVERS: Shape = Shape::Map(&Shape::Record(&DRIVER));

/// An assembly descriptor (S0:9-21, S1:269-289).
pub static ASSEMBLY: Record = Record {
    name: "assembly descriptor",
    doc: "Describes the building blocks of a service and how they work together.",
    fields: &[
        required(
            "name",
            Shape::Text,
            "The type, name and version of this descriptor, joined by `::`.\n\nExample: `assembly::video_service::1.0`",
        ),
        optional("description", Shape::Text, "A meaningful description of the contents, in Markdown."),
        field(
            "properties",
            Need::Recommended,
            PROPERTIES,
            "The properties and values of the assembly instance that is created from this descriptor.",
        ),
        optional("private-properties", PROPERTIES, "Properties that are not visible outside the resource manager."),
        field(
            "composition",
            Need::Recommended,
            Shape::Named(SymbolKind::Component, &Shape::Record(&COMPONENT)),
            "The components that make up the assembly and are instantiated when it is installed.",
        ),
        optional(
            "references",
            Shape::Named(SymbolKind::Reference, &Shape::Record(&REFERENCE)),
            "Existing assemblies or externally managed systems that this assembly refers to.",
        ),
        optional(
            "relationships",
            Shape::Named(SymbolKind::Relationship, &Shape::Record(&RELATIONSHIP)),
            "How components depend on each other: a capability of one meets a requirement of another.",
        ),
        optional(
            "operations",
            Shape::Named(SymbolKind::Operation, &Shape::Record(&PROMOTED_OPERATION)),
            "Operations of components that a higher-level assembly may call in its relationships.",
        ),
        optional(
            "data-types",
            Shape::Named(SymbolKind::DataType, &Shape::Record(&DATA_TYPE)),
            "Customized data types for properties.",
        ),
        optional(
            "capabilities",
            Shape::Named(SymbolKind::Capability, &Shape::Record(&CAPABILITY)),
            "The functions that the assembly provides.",
        ),
        optional(
            "requirements",
            Shape::Named(SymbolKind::Requirement, &Shape::Record(&REQUIREMENT)),
            "The capabilities that the assembly requires to work.",
        ),
        optional(
            "metrics",
            Shape::Named(SymbolKind::Metric, &Shape::Record(&PROMOTED_METRIC)),
            "Metrics of components, promoted for policies of this or a higher-level assembly.",
        ),
        optional("policies", Shape::Named(SymbolKind::Policy, &Shape::Record(&POLICY)), "When a cluster is scaled."),
        optional(
            "designerLayout",
            Shape::Record(&LAYOUT),
            "Where the designer draws the components. Presentation only.",
        ),
        optional("meta-type", Shape::Text, "Set by the vendor's tools."),
    ],
};

/// A resource descriptor (resource descriptor page, lines 32-43 and 174-209).
pub static RESOURCE: Record = Record {
    name: "resource descriptor",
    doc: "Describes one managed resource: its properties, lifecycle, operations and how it is monitored.",
    fields: &[
        required(
            "name",
            Shape::Text,
            "The type, name and version of this descriptor, joined by `::`.\n\nExample: `resource::c_streamer::1.0`",
        ),
        optional("description", Shape::Text, "A meaningful description of the contents, in Markdown."),
        optional("properties", PROPERTIES, "The properties that assemblies see, set and read."),
        optional(
            "private-properties",
            PROPERTIES,
            "Properties that are sent to the drivers only: no assembly may set or read them.",
        ),
        optional(
            "data-types",
            Shape::Named(SymbolKind::DataType, &Shape::Record(&DATA_TYPE)),
            "Customized data types for properties.",
        ),
        optional(
            "capabilities",
            Shape::Named(SymbolKind::Capability, &Shape::Record(&CAPABILITY)),
            "The functions that the resource provides.",
        ),
        optional(
            "requirements",
            Shape::Named(SymbolKind::Requirement, &Shape::Record(&REQUIREMENT)),
            "The capabilities that the resource requires to work.",
        ),
        optional(
            "infrastructure",
            Shape::OneOf(&[Shape::Map(&Shape::Any), Shape::List(&Shape::Any)]),
            "The types of infrastructure that the resource can be deployed on.",
        ),
        optional(
            "lifecycle",
            Shape::OneOf(&[
                Shape::Map(&Shape::OneOf(&[Shape::Record(&TRANSITION), Shape::Nothing])),
                Shape::List(&Shape::Text),
            ]),
            "The lifecycle transitions that the resource supports, each with its drivers.",
        ),
        optional(
            "default-driver",
            Shape::Map(&Shape::Any),
            "The driver of each transition and operation that names none.",
        ),
        optional(
            "operations",
            Shape::Named(SymbolKind::Operation, &Shape::Record(&OPERATION)),
            "Operations that relationships may call.",
        ),
        optional("queries", Shape::Any, "How existing instances of an externally managed resource are found."),
        optional(
            "metrics",
            Shape::Named(SymbolKind::Metric, &Shape::Record(&METRIC)),
            "What the resource reports while it runs.",
        ),
        optional("policies", Shape::Named(SymbolKind::Policy, &Shape::Record(&POLICY)), "When the resource is healed."),
        optional("designerLayout", Shape::Record(&LAYOUT), "Where the designer draws it. Presentation only."),
        optional("meta-type", Shape::Text, "Set by the vendor's tools."),
        optional("resource-manager-type", Shape::Text, "Set by the vendor's tools."),
    ],
};

/// A property, in any section of properties (S0:61-106).
pub static PROPERTY: Record = Record {
    name: "property",
    doc: "A value of an instance: given, mapped from elsewhere, or reported by it.",
    fields: &[
        default(
            optional(
                "type",
                Shape::Name(SymbolKind::DataType),
                "The data type: `string`, `boolean`, `integer`, `float`, `timestamp`, `map`, `list`, `key`, `certificate`, or a data type of this descriptor.",
            ),
            "string",
        ),
        optional("description", Shape::Text, "The purpose of the property."),
        default(
            optional("required", Shape::Bool, "A value must be provided when the assembly is instantiated."),
            "false",
        ),
        optional("default", Shape::Any, "The value that holds where none is provided at instantiation."),
        alias(
            default(
                optional(
                    "read-only",
                    Shape::Bool,
                    "No value can be provided: the instance reports it. A default or a mapping may stand until then.",
                ),
                "false",
            ),
            &["readOnly", "read_only"],
        ),
        default(
            optional("volatile", Shape::Bool, "A change of this property does not cause a re-installation."),
            "false",
        ),
        optional(
            "value",
            Shape::Any,
            "A static value, or one mapped from other properties: `${property}`, `${component.property}`.",
        ),
        alias(
            optional(
                "entry-schema",
                Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Name(SymbolKind::DataType)]),
                "What the entries of a list or map look like.",
            ),
            &["entry_schema", "entrySchema"],
        ),
    ],
};

/// The entries of a list or map (S0:214-247).
pub static ENTRY_SCHEMA: Record = Record {
    name: "entry schema",
    doc: "What the entries of a list or map look like.",
    fields: &[
        optional("type", Shape::Name(SymbolKind::DataType), "The data type of each entry."),
        optional("description", Shape::Text, "The purpose of the entries."),
        optional("default", Shape::Any, "Read as the default of the property, if it has none of its own."),
        alias(
            optional(
                "entry-schema",
                Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Name(SymbolKind::DataType)]),
                "What the entries of the entries look like.",
            ),
            &["entry_schema", "entrySchema"],
        ),
    ],
};

/// A component of the composition (S0:430-514).
pub static COMPONENT: Record = Record {
    name: "component",
    doc: "A resource or an assembly that is instantiated as a part of this assembly, once or several times.",
    fields: &[
        required(
            "type",
            Shape::Name(SymbolKind::Descriptor),
            "The full name of the descriptor: `resource::c_streamer::1.0`.",
        ),
        optional(
            "dynamicType",
            Shape::Text,
            "A Jinja expression that yields the full name of the descriptor at instantiation.",
        ),
        default(
            optional("quantity", Shape::Integer, "How many instances there are, always. A number or `${property}`."),
            "1",
        ),
        optional(
            "cluster",
            Shape::Record(&CLUSTER),
            "How many instances there are, and within which bounds they scale.",
        ),
        optional("items", Shape::Text, "`${property}` of a list or map: one instance for each of its entries."),
        field("properties", Need::Usual, PROPERTIES, "Values for the properties of the component."),
        optional(
            "upgrade-dependencies",
            Shape::List(&Shape::Name(SymbolKind::Component)),
            "Components that are upgraded before this one.",
        ),
        optional("meta-type", Shape::Text, "Set by the vendor's tools."),
    ],
};

/// A cluster (S0:476-505).
pub static CLUSTER: Record = Record {
    name: "cluster",
    doc: "How many instances a component has, and within which bounds they scale.",
    fields: &[
        optional(
            "initial-quantity",
            Shape::Integer,
            "How many instances there are at first. Default: `minimum-nodes`.",
        ),
        default(optional("minimum-nodes", Shape::Integer, "The fewest instances that scaling in leaves."), "1"),
        optional("maximum-nodes", Shape::Integer, "The most instances that scaling out creates. Default: no limit."),
        default(
            optional("scaling-increment", Shape::Integer, "How many instances one step of scaling adds or removes."),
            "1",
        ),
    ],
};

/// A reference (S0:721-744).
pub static REFERENCE: Record = Record {
    name: "reference",
    doc: "An existing assembly or resource, found by its properties before anything is instantiated.",
    fields: &[
        required(
            "type",
            Shape::Name(SymbolKind::Descriptor),
            "The full name of the descriptor; the version may be a range: `^1.0`.",
        ),
        field(
            "properties",
            Need::Recommended,
            PROPERTIES,
            "What the instance is searched by: `deploymentLocation`, `resourceManager`, and normally `name`.",
        ),
    ],
};

/// A relationship (S0:801-903).
pub static RELATIONSHIP: Record = Record {
    name: "relationship",
    doc: "Lets capabilities of some components meet requirements of others, in an order, by operations.",
    fields: &[
        required(
            "source-capabilities",
            Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::Capability)), Shape::Name(SymbolKind::Capability)]),
            "The capabilities that are used: `component.capability`, or the name of a reference.",
        ),
        required(
            "target-requirements",
            Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::Requirement)), Shape::Name(SymbolKind::Requirement)]),
            "The requirements that are met: `component.requirement`.",
        ),
        required("source-state", Shape::Choice(STATES), "The state of the source to which the relationship is tied."),
        default(
            optional(
                "source-state-modifier",
                Shape::Choice(&["pre", "post"]),
                "Whether the relationship is created before (`pre`) or after (`post`) the source reaches its state.",
            ),
            "post",
        ),
        required("target-state", Shape::Choice(STATES), "The state of the target to which the relationship is tied."),
        default(
            optional(
                "target-state-modifier",
                Shape::Choice(&["pre", "post"]),
                "Whether the relationship is created before (`pre`) or after (`post`) the target reaches its state.",
            ),
            "pre",
        ),
        optional(
            "properties",
            PROPERTIES,
            "What the operations receive: values, or `${source.property}` and `${target.property}`.",
        ),
        optional(
            "lifecycle",
            Shape::Record(&RELATIONSHIP_LIFECYCLE),
            "The operations that create and end the relationship.",
        ),
    ],
};

/// The lifecycle of a relationship (S0:897-922).
pub static RELATIONSHIP_LIFECYCLE: Record = Record {
    name: "relationship lifecycle",
    doc: "The operations that create and end a relationship.",
    fields: &[
        optional(
            "Create",
            Shape::List(&Shape::Name(SymbolKind::Operation)),
            "Called in this order when the relationship is created: `source.operation`, `target.operation`.",
        ),
        optional(
            "Cease",
            Shape::List(&Shape::Name(SymbolKind::Operation)),
            "Called in this order when the relationship ends.",
        ),
    ],
};

/// An operation of an assembly (S0:315-421).
pub static PROMOTED_OPERATION: Record = Record {
    name: "operation",
    doc: "An operation of a component, published under a name of this assembly.",
    fields: &[
        required(
            "source-operation",
            Shape::Name(SymbolKind::Operation),
            "The operation of the component: `component.operation`.",
        ),
        default(
            optional(
                "multiple-instances",
                Shape::Choice(&["every", "any", "first"]),
                "Which instances carry it out, where there are several.",
            ),
            "every",
        ),
        optional("description", Shape::Text, "What the operation does."),
    ],
};

/// An operation of a resource (resource descriptor page, lines 211-253).
pub static OPERATION: Record = Record {
    name: "operation",
    doc: "Something that a relationship can ask of the resource.",
    fields: &[
        optional("description", Shape::Text, "What the operation does."),
        optional("properties", PROPERTIES, "What the operation receives."),
        optional("drivers", DRIVERS, "The drivers that carry it out."),
    ],
};

/// A transition of a resource.
pub static TRANSITION: Record = Record {
    name: "transition",
    doc: "How the resource gets from one state into the next.",
    fields: &[
        optional("drivers", DRIVERS, "The drivers that carry it out."),
        optional("properties", PROPERTIES, "Further properties that the drivers receive."),
    ],
};

/// A driver entry.
pub static DRIVER: Record = Record {
    name: "driver",
    doc: "A driver with the infrastructure it is for.",
    fields: &[
        optional("selector", Shape::Map(&Shape::Any), "The types of infrastructure that the driver is for."),
        optional("properties", Shape::Map(&Shape::Any), "Properties of the driver."),
    ],
};

/// A customized data type (S0:969-989).
pub static DATA_TYPE: Record = Record {
    name: "data type",
    doc: "A structure that properties may have.",
    fields: &[
        optional("derived-from", Shape::Name(SymbolKind::DataType), "The data type whose members this one has too."),
        optional("description", Shape::Text, "The purpose of the data type."),
        field("properties", Need::Recommended, PROPERTIES, "The members."),
    ],
};

/// A capability (S0:1098-1112).
pub static CAPABILITY: Record = Record {
    name: "capability",
    doc: "A function that instances provide.",
    fields: &[
        required("type", Shape::Text, "What is provided: a requirement of the same type can be met."),
        optional("description", Shape::Text, "What the function is."),
    ],
};

/// A requirement (S0:1098-1112).
pub static REQUIREMENT: Record = Record {
    name: "requirement",
    doc: "A capability that instances need from others.",
    fields: &[
        required("type", Shape::Text, "What is needed: a capability of the same type meets it."),
        optional("description", Shape::Text, "What it is needed for."),
    ],
};

/// A metric of an assembly (S1:279-282).
pub static PROMOTED_METRIC: Record = Record {
    name: "metric",
    doc: "A metric of a component, published under a name of this assembly.",
    fields: &[
        optional("source-metric", Shape::Name(SymbolKind::Metric), "The metric of the component: `component.metric`."),
        optional("description", Shape::Text, "What is measured."),
        optional("type", Shape::Text, "The type of the metric: `metric::load`."),
        alias(optional("publication-period", Shape::Integer, "Seconds between two reports."), &["publication_period"]),
    ],
};

/// A metric of a resource (resource descriptor page, lines 318-346).
pub static METRIC: Record = Record {
    name: "metric",
    doc: "Something that the resource reports while it runs.",
    fields: &[
        field(
            "type",
            Need::Recommended,
            Shape::Text,
            "`metric::load` in percent, for scaling; `metric::integrity`, for healing.",
        ),
        alias(
            default(optional("publication-period", Shape::Integer, "Seconds between two reports; 0 for none."), "60"),
            &["publication_period"],
        ),
        optional("description", Shape::Text, "What is measured."),
    ],
};

/// A policy (S1:284-296).
pub static POLICY: Record = Record {
    name: "policy",
    doc: "What is done when a metric passes a threshold.",
    fields: &[
        required(
            "type",
            Shape::Choice(&["policy::scale", "policy::heal"]),
            "`policy::scale` in an assembly, `policy::heal` in a resource.",
        ),
        required(
            "metric",
            Shape::Name(SymbolKind::Metric),
            "The metric that is watched: `component.metric`, or a metric of this descriptor.",
        ),
        optional("target", Shape::Name(SymbolKind::Component), "The component that is scaled: it must be a cluster."),
        optional(
            "properties",
            Shape::Map(&Shape::Any),
            "`scaleOut_threshold` and `scaleIn_threshold` in percent, `smoothing` in reports in a row.",
        ),
        optional("description", Shape::Text, "What the policy is for."),
    ],
};

/// The picture of the vendor's designer.
pub static LAYOUT: Record = Record {
    name: "designer layout",
    doc: "Where the designer draws the components. Presentation only.",
    fields: &[
        optional("description", Shape::Text, "Written by the vendor's designer."),
        optional("elements", Shape::Map(&Shape::Map(&Shape::Any)), "The position of each component and reference."),
    ],
};
