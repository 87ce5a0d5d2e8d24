//! The schemas of assembly and resource descriptors.

use crate::schema::table::{Documentation, alias, default, documentation, field, optional, required, table};
use crate::schema::{Need, Shape};
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

table! {
    /// An assembly descriptor (S0:9-21, S1:269-289).
    pub static ASSEMBLY = Table {
        name: "assembly descriptor",
        doc: "Describes the building blocks of a service and how they work together.",
        rows: &[
            required(
                "name",
                Shape::Text,
                "The type, name and version of this descriptor, joined by `::`.\n\nExample: `assembly::video_service::1.0`",
            ),
            optional("description", Shape::Text, "A description of the contents, in Markdown."),
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
                "The components of the assembly, which are instantiated when it is installed.",
            ),
            optional(
                "references",
                Shape::Named(SymbolKind::Reference, &Shape::Record(&REFERENCE)),
                "Existing assemblies or externally managed systems that this assembly refers to.",
            ),
            optional(
                "relationships",
                Shape::Named(SymbolKind::Relationship, &Shape::Record(&RELATIONSHIP)),
                "Dependencies between components: a capability of one meets a requirement of another.",
            ),
            optional(
                "operations",
                Shape::Named(SymbolKind::Operation, &Shape::Record(&PROMOTED_OPERATION)),
                "Operations of components that an enclosing assembly can call in its relationships.",
            ),
            optional(
                "data-types",
                Shape::Named(SymbolKind::DataType, &Shape::Record(&DATA_TYPE)),
                "Custom data types for properties.",
            ),
            optional(
                "capabilities",
                Shape::Named(SymbolKind::Capability, &Shape::Record(&CAPABILITY)),
                "The functions that the assembly provides.",
            ),
            optional(
                "requirements",
                Shape::Named(SymbolKind::Requirement, &Shape::Record(&REQUIREMENT)),
                "The capabilities that the assembly needs.",
            ),
            optional(
                "metrics",
                Shape::Named(SymbolKind::Metric, &Shape::Record(&PROMOTED_METRIC)),
                "Metrics of components, published for policies of this assembly or an enclosing one.",
            ),
            optional("policies", Shape::Named(SymbolKind::Policy, &Shape::Record(&POLICY)), "Rules for scaling clusters."),
            optional("designerLayout", Shape::Record(&LAYOUT), "Positions in the designer. Presentation only."),
            optional("meta-type", Shape::Text, "Set by the vendor's tools."),
        ],
    };
}

table! {
    /// A resource descriptor (resource descriptor page, lines 32-43 and 174-209).
    pub static RESOURCE = Table {
        name: "resource descriptor",
        doc: "Describes a managed resource: its properties, lifecycle, operations and monitoring.",
        rows: &[
            required(
                "name",
                Shape::Text,
                "The type, name and version of this descriptor, joined by `::`.\n\nExample: `resource::c_streamer::1.0`",
            ),
            optional("description", Shape::Text, "A description of the contents, in Markdown."),
            optional("properties", PROPERTIES, "Properties that assemblies can set and read."),
            optional(
                "private-properties",
                PROPERTIES,
                "Properties that are only sent to the drivers; assemblies cannot set or read them.",
            ),
            optional(
                "data-types",
                Shape::Named(SymbolKind::DataType, &Shape::Record(&DATA_TYPE)),
                "Custom data types for properties.",
            ),
            optional(
                "capabilities",
                Shape::Named(SymbolKind::Capability, &Shape::Record(&CAPABILITY)),
                "The functions that the resource provides.",
            ),
            optional(
                "requirements",
                Shape::Named(SymbolKind::Requirement, &Shape::Record(&REQUIREMENT)),
                "The capabilities that the resource needs.",
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
                "The driver of transitions and operations that do not specify one.",
            ),
            optional(
                "operations",
                Shape::Named(SymbolKind::Operation, &Shape::Record(&OPERATION)),
                "Operations that relationships can call.",
            ),
            optional("queries", Shape::Any, "How to find existing instances of an externally managed resource."),
            optional(
                "metrics",
                Shape::Named(SymbolKind::Metric, &Shape::Record(&METRIC)),
                "Metrics that the resource reports at run time.",
            ),
            optional(
                "policies",
                Shape::Named(SymbolKind::Policy, &Shape::Record(&POLICY)),
                "Rules for healing the \
                 resource.",
            ),
            optional("designerLayout", Shape::Record(&LAYOUT), "Position in the designer. Presentation only."),
            optional("meta-type", Shape::Text, "Set by the vendor's tools."),
            optional("resource-manager-type", Shape::Text, "Set by the vendor's tools."),
        ],
    };
}

table! {
    /// A property, in any section of properties (S0:61-106).
    pub static PROPERTY = Table {
        name: "property",
        doc: "A value of an instance: set, mapped from another property, or reported at run time.",
        rows: &[
            default(
                optional(
                    "type",
                    Shape::Name(SymbolKind::DataType),
                    "The data type: `string`, `boolean`, `integer`, `float`, `timestamp`, `map`, `list`, `key`, `certificate`, or a data type of this descriptor.",
                ),
                "string",
            ),
            optional("description", Shape::Text, "The purpose of the property."),
            default(optional("required", Shape::Bool, "Whether a value must be provided on instantiation."), "false"),
            optional("default", Shape::Any, "The value if none is provided on instantiation."),
            alias(
                default(
                    optional(
                        "read-only",
                        Shape::Bool,
                        "Whether the instance reports the value, so that it cannot be set. A default or mapping applies \
                         until then.",
                    ),
                    "false",
                ),
                &["readOnly", "read_only"],
            ),
            default(optional("volatile", Shape::Bool, "Whether the value can change without reinstallation."), "false"),
            optional(
                "value",
                Shape::Any,
                "A constant, or a mapping from other properties: `${property}`, `${component.property}`.",
            ),
            alias(
                optional(
                    "entry-schema",
                    Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Name(SymbolKind::DataType)]),
                    "The schema of the entries of a list or map.",
                ),
                &["entry_schema", "entrySchema"],
            ),
        ],
    };
}

table! {
    /// The entries of a list or map (S0:214-247).
    pub static ENTRY_SCHEMA = Table {
        name: "entry schema",
        doc: "The schema of the entries of a list or map.",
        rows: &[
            optional("type", Shape::Name(SymbolKind::DataType), "The data type of each entry."),
            optional("description", Shape::Text, "The purpose of the entries."),
            optional("default", Shape::Any, "The default of the property, if it does not have its own."),
            alias(
                optional(
                    "entry-schema",
                    Shape::OneOf(&[Shape::Record(&ENTRY_SCHEMA), Shape::Name(SymbolKind::DataType)]),
                    "The schema of the entries of the entries.",
                ),
                &["entry_schema", "entrySchema"],
            ),
        ],
    };
}

table! {
    /// A component of the composition (S0:430-514).
    pub static COMPONENT = Table {
        name: "component",
        doc: "A resource or assembly that is instantiated as a part of this assembly, once or several times.",
        rows: &[
            required(
                "type",
                Shape::Name(SymbolKind::Descriptor),
                "The full name of the descriptor: `resource::c_streamer::1.0`.",
            ),
            optional(
                "dynamicType",
                Shape::Text,
                "A Jinja expression that yields the full name of the descriptor on instantiation.",
            ),
            default(optional("quantity", Shape::Integer, "The fixed number of instances. A number or `${property}`."), "1"),
            optional("cluster", Shape::Record(&CLUSTER), "The number of instances, and the bounds for scaling."),
            optional("items", Shape::Text, "`${property}`, a list or map: one instance for each of its entries."),
            field("properties", Need::Usual, PROPERTIES, "Values for the properties of the component."),
            optional(
                "upgrade-dependencies",
                Shape::List(&Shape::Name(SymbolKind::Component)),
                "Components that are upgraded before this one.",
            ),
            optional("meta-type", Shape::Text, "Set by the vendor's tools."),
        ],
    };
}

table! {
    /// A cluster (S0:476-505).
    pub static CLUSTER = Table {
        name: "cluster",
        doc: "The number of instances of a component, and the bounds for scaling.",
        rows: &[
            optional("initial-quantity", Shape::Integer, "The initial number of instances. Default: `minimum-nodes`."),
            default(optional("minimum-nodes", Shape::Integer, "The minimum number of instances after scaling in."), "1"),
            optional(
                "maximum-nodes",
                Shape::Integer,
                "The maximum number of instances after scaling out. Default: no \
                 limit.",
            ),
            default(
                optional(
                    "scaling-increment",
                    Shape::Integer,
                    "The number of instances that one scaling step adds or \
                     removes.",
                ),
                "1",
            ),
        ],
    };
}

table! {
    /// A reference (S0:721-744).
    pub static REFERENCE = Table {
        name: "reference",
        doc: "An existing assembly or resource, looked up by its properties before anything is instantiated.",
        rows: &[
            required(
                "type",
                Shape::Name(SymbolKind::Descriptor),
                "The full name of the descriptor; the version may be a range: `^1.0`.",
            ),
            field(
                "properties",
                Need::Recommended,
                PROPERTIES,
                "The search criteria: `deploymentLocation`, `resourceManager`, and normally `name`.",
            ),
        ],
    };
}

table! {
    /// A relationship (S0:801-903).
    pub static RELATIONSHIP = Table {
        name: "relationship",
        doc: "Connects capabilities of components to requirements of others, with the order and operations for doing so.",
        rows: &[
            required(
                "source-capabilities",
                Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::Capability)), Shape::Name(SymbolKind::Capability)]),
                "The source capabilities, as `component.capability` or the name of a reference.",
            ),
            required(
                "target-requirements",
                Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::Requirement)), Shape::Name(SymbolKind::Requirement)]),
                "The target requirements, as `component.requirement`.",
            ),
            required("source-state", Shape::Choice(STATES), "The required state of the source."),
            default(
                optional(
                    "source-state-modifier",
                    Shape::Choice(&["pre", "post"]),
                    "Whether the relationship is created before (`pre`) or after (`post`) the source reaches its state.",
                ),
                "post",
            ),
            required("target-state", Shape::Choice(STATES), "The required state of the target."),
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
                "Inputs of the operations: constants, `${source.property}` and `${target.property}`.",
            ),
            optional(
                "lifecycle",
                Shape::Record(&RELATIONSHIP_LIFECYCLE),
                "The operations that create and cease the relationship.",
            ),
        ],
    };
}

table! {
    /// The lifecycle of a relationship (S0:897-922).
    pub static RELATIONSHIP_LIFECYCLE = Table {
        name: "relationship lifecycle",
        doc: "The operations that create and cease a relationship.",
        rows: &[
            optional(
                "Create",
                Shape::List(&Shape::Name(SymbolKind::Operation)),
                "Called in this order when the relationship is created: `source.operation`, `target.operation`.",
            ),
            optional(
                "Cease",
                Shape::List(&Shape::Name(SymbolKind::Operation)),
                "Called in this order when the relationship is ceased.",
            ),
        ],
    };
}

table! {
    /// An operation of an assembly (S0:315-421).
    pub static PROMOTED_OPERATION = Table {
        name: "operation",
        doc: "An operation of a component, published under a name of this assembly.",
        rows: &[
            required(
                "source-operation",
                Shape::Name(SymbolKind::Operation),
                "The operation of the component: `component.operation`.",
            ),
            default(
                optional(
                    "multiple-instances",
                    Shape::Choice(&["every", "any", "first"]),
                    "The instances to call it on, if there are several.",
                ),
                "every",
            ),
            optional("description", Shape::Text, "Description of the operation."),
        ],
    };
}

table! {
    /// An operation of a resource (resource descriptor page, lines 211-253).
    pub static OPERATION = Table {
        name: "operation",
        doc: "An operation that relationships can call on the resource.",
        rows: &[
            optional("description", Shape::Text, "Description of the operation."),
            optional("properties", PROPERTIES, "The inputs of the operation."),
            optional("drivers", DRIVERS, "The drivers that implement it."),
        ],
    };
}

table! {
    /// A transition of a resource.
    pub static TRANSITION = Table {
        name: "transition",
        doc: "A transition of the resource from one state to the next.",
        rows: &[
            optional("drivers", DRIVERS, "The drivers that implement it."),
            optional("properties", PROPERTIES, "Additional properties for the drivers."),
        ],
    };
}

table! {
    /// A driver entry.
    pub static DRIVER = Table {
        name: "driver",
        doc: "A driver, and the infrastructure that it supports.",
        rows: &[
            optional("selector", Shape::Map(&Shape::Any), "The types of infrastructure that the driver supports."),
            optional("properties", Shape::Map(&Shape::Any), "Properties of the driver."),
        ],
    };
}

table! {
    /// A customized data type (S0:969-989).
    pub static DATA_TYPE = Table {
        name: "data type",
        doc: "A structured type for properties.",
        rows: &[
            optional(
                "derived-from",
                Shape::Name(SymbolKind::DataType),
                "The data type that this one inherits members \
                 from.",
            ),
            optional("description", Shape::Text, "The purpose of the data type."),
            field("properties", Need::Recommended, PROPERTIES, "The members."),
        ],
    };
}

table! {
    /// A capability (S0:1098-1112).
    pub static CAPABILITY = Table {
        name: "capability",
        doc: "A function that instances provide.",
        rows: &[
            required("type", Shape::Text, "The type that is provided. A requirement of the same type can be met."),
            optional("description", Shape::Text, "Description of the function."),
        ],
    };
}

table! {
    /// A requirement (S0:1098-1112).
    pub static REQUIREMENT = Table {
        name: "requirement",
        doc: "A capability that instances need from others.",
        rows: &[
            required("type", Shape::Text, "The type that is required. A capability of the same type meets it."),
            optional("description", Shape::Text, "The purpose of the requirement."),
        ],
    };
}

table! {
    /// A metric of an assembly (S1:279-282).
    pub static PROMOTED_METRIC = Table {
        name: "metric",
        doc: "A metric of a component, published under a name of this assembly.",
        rows: &[
            optional("source-metric", Shape::Name(SymbolKind::Metric), "The metric of the component: `component.metric`."),
            optional("description", Shape::Text, "Description of the metric."),
            optional("type", Shape::Text, "The type of the metric: `metric::load`."),
            alias(
                optional("publication-period", Shape::Integer, "Seconds between two measurements."),
                &["publication_period"],
            ),
        ],
    };
}

table! {
    /// A metric of a resource (resource descriptor page, lines 318-346).
    pub static METRIC = Table {
        name: "metric",
        doc: "A measurement that the resource reports at run time.",
        rows: &[
            field(
                "type",
                Need::Recommended,
                Shape::Text,
                "`metric::load` in percent, for scaling; `metric::integrity`, for healing.",
            ),
            alias(
                default(
                    optional(
                        "publication-period",
                        Shape::Integer,
                        "Seconds between two measurements; 0 to disable \
                         them.",
                    ),
                    "60",
                ),
                &["publication_period"],
            ),
            optional("description", Shape::Text, "Description of the metric."),
        ],
    };
}

table! {
    /// A policy (S1:284-296).
    pub static POLICY = Table {
        name: "policy",
        doc: "An action that is taken when a metric crosses a threshold.",
        rows: &[
            required(
                "type",
                Shape::Choice(&["policy::scale", "policy::heal"]),
                "`policy::scale` in an assembly, `policy::heal` in a resource.",
            ),
            required(
                "metric",
                Shape::Name(SymbolKind::Metric),
                "The metric to watch: `component.metric`, or a metric of this descriptor.",
            ),
            optional("target", Shape::Name(SymbolKind::Component), "The component to scale, which must be a cluster."),
            optional(
                "properties",
                Shape::Map(&Shape::Any),
                "`scaleOut_threshold` and `scaleIn_threshold` in percent, `smoothing` in consecutive measurements.",
            ),
            optional("description", Shape::Text, "The purpose of the policy."),
        ],
    };
}

table! {
    /// The layout of the vendor's designer.
    pub static LAYOUT = Table {
        name: "designer layout",
        doc: "Positions in the designer. Presentation only.",
        rows: &[
            optional("description", Shape::Text, "Written by the vendor's designer."),
            optional("elements", Shape::Map(&Shape::Map(&Shape::Any)), "The position of each component and reference."),
        ],
    };
}

/// The documentation of all tables.
pub const DOCUMENTATION: Documentation = documentation![
    ASSEMBLY,
    RESOURCE,
    PROPERTY,
    ENTRY_SCHEMA,
    COMPONENT,
    CLUSTER,
    REFERENCE,
    RELATIONSHIP,
    RELATIONSHIP_LIFECYCLE,
    PROMOTED_OPERATION,
    OPERATION,
    TRANSITION,
    DRIVER,
    DATA_TYPE,
    CAPABILITY,
    REQUIREMENT,
    PROMOTED_METRIC,
    METRIC,
    POLICY,
    LAYOUT
];
