//! The tables of homing templates. A parameter can replace any value (guide, "Parameters").

use crate::schema::table::{Documentation, default, documentation, field, optional, required, table};
use crate::schema::{Need, Shape};
use crate::symbol::SymbolKind;

const TEXT: Shape = Shape::OneOf(&[Shape::Text, CALL]);
const TEXTS: Shape = Shape::OneOf(&[Shape::Text, Shape::List(&Shape::OneOf(&[Shape::Text, CALL])), CALL]);
const NUMBER: Shape = Shape::OneOf(&[Shape::Number, CALL]);
const DEMANDS: Shape = Shape::OneOf(&[
    Shape::Name(SymbolKind::Demand),
    Shape::List(&Shape::OneOf(&[Shape::Name(SymbolKind::Demand), CALL])),
    CALL,
]);
/// Pairs of names and values, also as a list of single pairs (HAS-41).
const PAIRS: Shape = Shape::OneOf(&[VALUES, Shape::List(&Shape::Single(&Shape::Map(&Shape::Any))), CALL]);
const VALUES: Shape = Shape::Map(&Shape::Any);
const CALL: Shape = Shape::Single(&Shape::Record(&FUNCTION));

table! {
    /// A homing template (guide, "Template structure").
    pub static TEMPLATE = Table {
        name: "homing template",
        doc: "Decides where the parts of a service can be placed, and which placement is preferred.",
        rows: &[
            required(
                "homing_template_version",
                Shape::Text,
                "Version of the specification: `2017-10-10`, `2018-02-01`, `2020-08-13`.",
            ),
            optional(
                "parameters",
                Shape::Named(SymbolKind::Input, &Shape::Any),
                "Values to read with `get_param`. A parameter without a value is supplied with the request.",
            ),
            optional(
                "locations",
                Shape::Named(SymbolKind::Location, &Shape::OneOf(&[Shape::Record(&LOCATION), CALL])),
                "Geographic locations, for constraints and the optimization.",
            ),
            required(
                "demands",
                Shape::Named(SymbolKind::Demand, &Shape::List(&Shape::Record(&DEMAND))),
                "The parts to place, with the inventories of their candidates.",
            ),
            optional(
                "constraints",
                Shape::Named(SymbolKind::Constraint, &Shape::Record(&CONSTRAINT)),
                "Conditions that every candidate must meet.",
            ),
            optional(
                "reservations",
                Shape::Map(&Shape::Record(&RESERVATION)),
                "Resources to reserve at the selected candidates.",
            ),
            optional("optimization", Shape::Record(&OPTIMIZATION), "Preference among the possible placements."),
            optional("reservation", Shape::Any, "Reservations in the form of conductor."),
            optional("template", Shape::Record(&TEMPLATE), "In a plan request: the template."),
            optional("name", Shape::Any, PLAN_REQUEST),
            optional("files", Shape::Map(&Shape::Any), "In a plan request: the files that `get_file` reads."),
            optional("timeout", Shape::Any, PLAN_REQUEST),
            optional("limit", Shape::Any, PLAN_REQUEST),
            optional("num_solution", Shape::Any, PLAN_REQUEST),
        ],
    };
}

table! {
    /// A location (guide, "Locations"): coordinates, a host name, a CLLI code, or an address.
    pub static LOCATION = Table {
        name: "location",
        doc: "A geographic location.",
        rows: &[
            optional("latitude", NUMBER, "Latitude in degrees north."),
            optional("longitude", NUMBER, "Longitude in degrees east."),
            optional("host_name", TEXT, "A host whose location is in an inventory."),
            optional("clli_code", TEXT, "CLLI code of eight characters."),
            optional("iso_country_code", TEXT, PLACEMARK),
            optional("postal_code", TEXT, PLACEMARK),
            optional("administrative_area", TEXT, PLACEMARK),
            optional("sub_administrative_area", TEXT, PLACEMARK),
            optional("locality", TEXT, PLACEMARK),
            optional("sub_locality", TEXT, PLACEMARK),
            optional("thoroughfare", TEXT, PLACEMARK),
            optional("sub_thoroughfare", TEXT, PLACEMARK),
        ],
    };
}

/// The keys of a plan request.
pub const REQUEST_KEYS: [&str; 6] = ["template", "name", "files", "timeout", "limit", "num_solution"];

const PLAN_REQUEST: &str = "Part of a plan request, not of a template.";
const PLACEMARK: &str = "Part of an address. Current solvers do not resolve addresses.";
const CANDIDATES: Shape = Shape::List(&CANDIDATE_SHAPE);
/// Unknown keys of a candidate are attributes.
const CANDIDATE_SHAPE: Shape = Shape::Open(&CANDIDATE, &Shape::Map(&Shape::Any));

table! {
    /// An entry of a demand (guide, "Demands").
    pub static DEMAND = Table {
        name: "demand",
        doc: "An inventory of candidates, and a selection from it.",
        rows: &[
            field(
                "inventory_provider",
                Need::RequiredWithout("candidates"),
                TEXT,
                "Source of the inventory: `aai`, `multicloud`.",
            ),
            required(
                "inventory_type",
                Shape::OneOf(&[
                    Shape::Choice(INVENTORY_TYPES),
                    CALL,
                ]),
                "Type of the candidates: `cloud` for regions in which something can be created, `service` for existing \
                 services.",
            ),
            optional("attributes", PAIRS, "Attributes that candidates must have."),
            optional("service_type", TEXTS, "Service types, for an inventory of services."),
            optional("service_id", TEXTS, "Service identifiers, for an inventory of services."),
            default(optional("default_cost", TEXT, "Cost of candidates without their own."), "0"),
            optional("required_candidates", CANDIDATES, "Consider only these candidates."),
            optional("excluded_candidates", CANDIDATES, "Exclude these candidates."),
            optional("existing_placement", CANDIDATE_SHAPE, "The current candidate."),
            optional("candidates", CANDIDATES, "The candidates themselves, instead of an inventory."),
            optional("filtering_attributes", PAIRS, "Attributes that candidates must have. Not in 2017-10-10."),
            optional("passthrough_attributes", VALUES, "Attributes passed on with the candidates. Not in 2017-10-10."),
            optional("default_attributes", VALUES, "Default attributes of candidates. Not in 2017-10-10."),
            optional("complex", Shape::Any, LATER),
            optional("conflict_identifier", Shape::Any, LATER),
            optional("customer_id", TEXT, "Customer that the service belongs to. Not in 2017-10-10."),
            optional("flavor", Shape::Any, LATER),
            optional("port_key", Shape::Any, LATER),
            optional("region", Shape::Any, LATER),
            optional("service_resource_id", TEXT, LATER),
            optional("service_subscription", Shape::Any, LATER),
            optional("subdivision", Shape::Any, LATER),
            optional("unique", TEXT, "`true` if a candidate can be used only once. Not in 2017-10-10."),
            optional("vlan_key", Shape::Any, LATER),
        ],
    };
}

const LATER: &str = "Not in 2017-10-10.";

table! {
    /// A candidate (guide, "Candidates").
    pub static CANDIDATE = Table {
        name: "candidate",
        doc: "A cloud region or service that can meet a demand.",
        rows: &[
            required("candidate_id", TEXTS, "Identifier of the candidate in its inventory."),
            optional("candidate_type", TEXT, "Type of the candidate: `cloud` or `service`."),
            optional("inventory_type", TEXT, "Type of its inventory: `cloud` or `service`."),
            optional("inventory_provider", TEXT, "Source of its inventory: `aai`."),
            optional("host_id", TEXT, "Host that runs the service."),
            optional("cost", NUMBER, "Cost, without a unit."),
            optional("location_id", TEXT, "Location; for a cloud, its region."),
            optional("location_type", TEXT, "Type of `location_id`: `att_aic`."),
            optional("latitude", NUMBER, "Latitude in degrees north."),
            optional("longitude", NUMBER, "Longitude in degrees east."),
            optional("city", TEXT, "City of the candidate."),
            optional("state", TEXT, "State of the candidate."),
            optional("country", TEXT, "Country of the candidate."),
            optional("region", TEXT, "Region of the candidate."),
            optional("complex_name", TEXT, "Building of the candidate."),
            optional("cloud_owner", TEXT, "Owner of the cloud."),
            optional("cloud_region_version", TEXT, "Version of the cloud region."),
            optional("physical_location_id", TEXT, "CLLI code of the building."),
        ],
    };
}

/// The types of inventories: two of the guide, and those of later versions (HAS-40).
pub const INVENTORY_TYPES: &[&str] =
    &["cloud", "service", "transport", "vfmodule", "nssi", "nsi", "slice_profiles", "nst", "nsst"];
/// The qualifiers of a zone (HAS-103).
pub const QUALIFIERS: &[&str] = &["same", "different"];
/// The categories of a zone, and other names of them (HAS-104).
pub const CATEGORIES: &[&str] = &[
    "disaster",
    "region",
    "complex",
    "time",
    "maintenance",
    "country",
    "disaster_zone",
    "time_zone",
    "maintenance_zone",
];

/// The types of constraints (guide, "Constraints"): seven of the guide, four that it defers, and three of later
/// versions.
pub const CONSTRAINT_TYPES: &[&str] = &[
    "attribute",
    "distance_between_demands",
    "distance_to_location",
    "instance_fit",
    "inventory_group",
    "region_fit",
    "zone",
    "license",
    "network_between_demands",
    "network_to_location",
    "capability",
    "hpa",
    "vim_fit",
    "threshold",
];

table! {
    /// A constraint.
    pub static CONSTRAINT = Table {
        name: "constraint",
        doc: "A condition on the candidates of some demands.",
        rows: &[
            required("type", Shape::OneOf(&[Shape::Choice(CONSTRAINT_TYPES), CALL]), "Type of the constraint."),
            required(
                "demands",
                DEMANDS,
                "Demands that it applies to: a name, or a list of names.",
            ),
            optional(
                "properties",
                Shape::OneOf(&[Shape::Record(&PROPERTIES), CALL]),
                "Parameters of the constraint, depending on its type.",
            ),
        ],
    };
}

/// The operators of `evaluate` with their meanings (guide, "Attribute").
pub const OPERATORS: [(&str, &str); 9] = [
    ("eq", "equal"),
    ("ne", "not equal"),
    ("lt", "less than"),
    ("gt", "greater than"),
    ("lte", "at most"),
    ("gte", "at least"),
    ("any", "one of a list"),
    ("all", "all of a list"),
    ("regex", "matches a regular expression"),
];

/// Whether `evaluate` has an operator of this name.
pub fn is_operator(name: &str) -> bool {
    OPERATORS.iter().any(|(operator, _)| *operator == name)
}

const EVALUATED: Shape = Shape::OneOf(&[VALUES, Shape::List(&Shape::Any), CALL]);

table! {
    /// The properties of all types of constraints.
    pub static PROPERTIES = Table {
        name: "constraint's properties",
        doc: "Parameters of a constraint.",
        rows: &[
            optional("evaluate", EVALUATED, "Required attributes of a candidate, for `attribute`."),
            optional("distance", TEXT, "Allowed distance, for `distance_to_location` and others: `< 100 km`."),
            optional(
                "location",
                Shape::OneOf(&[Shape::Name(SymbolKind::Location), CALL]),
                "Location, for `distance_to_location` and `network_to_location`.",
            ),
            optional("controller", TEXT, "Controller to query, for `instance_fit`, `region_fit` and reservations."),
            optional("request", Shape::OneOf(&[VALUES, CALL]), "Parameters of the query to the controller, by name."),
            optional(
                "qualifier",
                Shape::OneOf(&[Shape::Choice(QUALIFIERS), CALL]),
                "Demands share a zone or are in different ones, for `zone`.",
            ),
            optional(
                "category",
                Shape::OneOf(&[
                    Shape::Choice(CATEGORIES),
                    CALL,
                ]),
                "Type of the zone, for `zone`.",
            ),
            optional("id", TEXT, "Identifier of the license, for `license`."),
            optional("key", TEXT, "Key of the license, for `license`."),
            optional("bandwidth", TEXT, "Required bandwidth, for `network_to_location` and others."),
            optional("latency", TEXT, "Maximum latency, for `network_to_location` and others."),
            optional("specification", TEXT, "Language of the template, for `capability`: `heat`."),
            optional("template", Shape::Any, "Template that must be supported, for `capability`."),
            optional("environment", Shape::Any, "Environment of the template, for `capability`."),
        ],
    };
}

table! {
    /// A reservation (guide, "Reservations").
    pub static RESERVATION = Table {
        name: "reservation",
        doc: "Resources to reserve at the selected candidates.",
        rows: &[
            required("type", TEXT, "Type of the reservation: `instance_reservation`."),
            required(
                "demands",
                DEMANDS,
                "Demands that it applies to: a name, or a list of names.",
            ),
            optional(
                "properties",
                Shape::OneOf(&[Shape::Record(&PROPERTIES), CALL]),
                "Controller and parameters of the reservation.",
            ),
        ],
    };
}

table! {
    /// The optimization (guide, "Optimizations"). Since version 2020-08-13 it consists of a goal and a function.
    pub static OPTIMIZATION = Table {
        name: "optimization",
        doc: "Preference among the possible placements.",
        rows: &[
            optional("minimize", Shape::Single(&Shape::Record(&OBJECTIVE)), "Value to minimize."),
            optional(
                "goal",
                Shape::Choice(&["minimize", "maximize"]),
                "Direction of the optimization. Since version 2020-08-13.",
            ),
            optional(
                "operation_function",
                Shape::Record(&OPERATION),
                "Value to optimize. Since version 2020-08-13.",
            ),
        ],
    };
}

/// The operators of an operation (HAS-131).
pub const FOLDS: &[&str] = &["sum", "min", "max"];
/// The functions of an operand (HAS-131).
pub const FUNCTIONS: &[&str] = &["distance_between", "latency_between", "attribute"];

table! {
    /// A value to optimize, since version 2020-08-13 (HAS-131).
    pub static OPERATION = Table {
        name: "operation",
        doc: "Combines the values of its operands.",
        rows: &[
            required("operator", Shape::Choice(FOLDS), "How the values are combined: `sum`, `min`, `max`."),
            required("operands", Shape::List(&Shape::Record(&OPERAND)), "Functions and operations."),
        ],
    };
}

table! {
    /// A value in an operation: of a function, or of another operation.
    pub static OPERAND = Table {
        name: "operand",
        doc: "The value of a function or an operation, with its weight.",
        rows: &[
            optional("function", Shape::Choice(FUNCTIONS), "Function of a demand, with `params`."),
            optional(
                "params",
                Shape::OneOf(&[Shape::Record(&FUNCTION_PARAMETERS), CALL]),
                "Parameters of the function.",
            ),
            default(optional("weight", NUMBER, "Factor of the value."), "1"),
            optional(
                "normalization",
                Shape::OneOf(&[Shape::Record(&NORMALIZATION), CALL]),
                "Range of values that is mapped to 0 to 1.",
            ),
            optional("operation_function", Shape::Record(&OPERATION), "Another operation, instead of a function."),
        ],
    };
}

table! {
    pub static FUNCTION_PARAMETERS = Table {
        name: "function's parameters",
        doc: "Parameters of a function in an operation.",
        rows: &[
            optional("demand", Shape::OneOf(&[Shape::Name(SymbolKind::Demand), CALL]), "Demand whose candidate counts."),
            optional(
                "location",
                Shape::OneOf(&[Shape::Name(SymbolKind::Location), CALL]),
                "Location, for `distance_between` and `latency_between`.",
            ),
            optional("attribute", TEXT, "Attribute of the candidate, for `attribute`."),
        ],
    };
}

table! {
    pub static NORMALIZATION = Table {
        name: "normalization",
        doc: "Range of values that is mapped to 0 to 1.",
        rows: &[
            required("start", NUMBER, "Value that becomes 0."),
            required("end", NUMBER, "Value that becomes 1."),
        ],
    };
}

table! {
    pub static OBJECTIVE = Table {
        name: "objective",
        doc: "A value to minimize.",
        rows: &[optional("sum", Shape::List(&Shape::Single(&Shape::Record(&TERM))), "Terms of the sum.")],
    };
}

table! {
    pub static TERM = Table {
        name: "term",
        doc: "A term of the value to minimize.",
        rows: &[
            optional("distance_between", Shape::List(&TEXT), "Distance between a location and a demand."),
            optional(
                "product",
                Shape::List(&Shape::OneOf(&[Shape::Single(&Shape::Record(&TERM)), Shape::Text, CALL])),
                "A distance and its weight.",
            ),
            optional("sum", Shape::List(&Shape::Single(&Shape::Record(&TERM))), "Terms of the sum."),
            optional("latency_between", Shape::Any, LATER),
            optional("hpa_score", Shape::Any, LATER),
            optional("aic_version", Shape::Any, LATER),
            optional("cloud_version", Shape::Any, LATER),
            optional("cost", Shape::Any, LATER),
        ],
    };
}

table! {
    /// A function instead of a value (guide, "Intrinsic functions").
    pub static FUNCTION = Table {
        name: "function",
        doc: "A function that returns a value.",
        rows: &[
            optional("get_param", Shape::Any, "Value of a parameter, or of an entry in it."),
            optional("get_file", Shape::Any, "Content of a file."),
        ],
    };
}

/// The documentation of all tables.
pub const DOCUMENTATION: Documentation = documentation![
    TEMPLATE,
    LOCATION,
    DEMAND,
    CANDIDATE,
    CONSTRAINT,
    PROPERTIES,
    RESERVATION,
    OPTIMIZATION,
    OBJECTIVE,
    TERM,
    OPERATION,
    OPERAND,
    FUNCTION_PARAMETERS,
    NORMALIZATION,
    FUNCTION
];
