//! The tables of homing templates. A parameter can stand in the place of any value (guide, "Parameters").

use crate::schema::{Need, Record, Shape, default, field, optional, required};
use crate::symbol::SymbolKind;

const TEXT: Shape = Shape::OneOf(&[Shape::Text, CALL]);
const TEXTS: Shape = Shape::OneOf(&[Shape::Text, Shape::List(&Shape::OneOf(&[Shape::Text, CALL])), CALL]);
const NUMBER: Shape = Shape::OneOf(&[Shape::Number, CALL]);
const VALUES: Shape = Shape::Map(&Shape::Any);
const CALL: Shape = Shape::Single(&Shape::Record(&FUNCTION));

/// A homing template (guide, "Template structure").
pub static TEMPLATE: Record = Record {
    name: "homing template",
    doc: "Says where the parts of a service can be put, and what makes one place better than another.",
    fields: &[
        required(
            "homing_template_version",
            Shape::Text,
            "The version of the guide that the template is written to: `2017-10-10`, `2018-02-01`, `2020-08-13`.",
        ),
        optional(
            "parameters",
            Shape::Named(SymbolKind::Input, &Shape::Any),
            "Values that are read with `get_param`; one without a value is given with the request.",
        ),
        optional(
            "locations",
            Shape::Named(SymbolKind::Location, &Shape::OneOf(&[Shape::Record(&LOCATION), CALL])),
            "Places on the map, which constraints and the optimization speak of.",
        ),
        required(
            "demands",
            Shape::Named(SymbolKind::Demand, &Shape::List(&Shape::Record(&DEMAND))),
            "The parts that are to be put somewhere, each with the inventories that its candidates come from.",
        ),
        optional(
            "constraints",
            Shape::Named(SymbolKind::Constraint, &Shape::Record(&CONSTRAINT)),
            "What candidates must hold to, each of them.",
        ),
        optional(
            "reservations",
            Shape::Map(&Shape::Record(&RESERVATION)),
            "What is set aside at the candidates that are chosen.",
        ),
        optional("optimization", Shape::Record(&OPTIMIZATION), "What makes one choice better than another."),
    ],
};

/// A location (guide, "Locations"): coordinates, a host name, a CLLI code, or an address.
pub static LOCATION: Record = Record {
    name: "location",
    doc: "A place on the map.",
    fields: &[
        optional("latitude", NUMBER, "Degrees to the north."),
        optional("longitude", NUMBER, "Degrees to the east."),
        optional("host_name", TEXT, "A host, which an inventory knows the place of."),
        optional("clli_code", TEXT, "The eight characters of a CLLI code."),
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

const PLACEMARK: &str = "A part of an address. No solver resolves addresses so far.";
const CANDIDATES: Shape = Shape::List(&Shape::Record(&CANDIDATE));

/// An entry of a demand (guide, "Demands").
pub static DEMAND: Record = Record {
    name: "demand",
    doc: "An inventory that candidates come from, and which of them.",
    fields: &[
        field(
            "inventory_provider",
            Need::RequiredWithout("candidates"),
            TEXT,
            "Who knows the candidates: `aai`, `multicloud`.",
        ),
        required(
            "inventory_type",
            Shape::OneOf(&[
                Shape::Choice(&[
                    "cloud",
                    "service",
                    "transport",
                    "vfmodule",
                    "nssi",
                    "nsi",
                    "slice_profiles",
                    "nst",
                    "nsst",
                ]),
                CALL,
            ]),
            "What the candidates are: `cloud`, regions to put something new in; `service`, something that exists.",
        ),
        optional("attributes", VALUES, "What the candidates must have, each of them."),
        optional("service_type", TEXTS, "The types of service, of an inventory of services."),
        optional("service_id", TEXTS, "The identifiers of services, of an inventory of services."),
        default(optional("default_cost", NUMBER, "The cost of a candidate that has none of its own."), "0"),
        optional("required_candidates", CANDIDATES, "The only candidates that are considered."),
        optional("excluded_candidates", CANDIDATES, "The candidates that are not considered."),
        optional("existing_placement", Shape::Record(&CANDIDATE), "The candidate that serves now."),
        optional("candidates", CANDIDATES, "The candidates themselves, in the place of an inventory."),
        optional("filtering_attributes", VALUES, "What the candidates must have. Later than 2017-10-10."),
        optional("passthrough_attributes", VALUES, "What is handed on with the candidates. Later than 2017-10-10."),
        optional("default_attributes", VALUES, "What candidates have that do not say so. Later than 2017-10-10."),
        optional("complex", Shape::Any, LATER),
        optional("conflict_identifier", Shape::Any, LATER),
        optional("customer_id", TEXT, "The customer that the service belongs to. Later than 2017-10-10."),
        optional("flavor", Shape::Any, LATER),
        optional("port_key", Shape::Any, LATER),
        optional("region", Shape::Any, LATER),
        optional("service_resource_id", TEXT, LATER),
        optional("service_subscription", Shape::Any, LATER),
        optional("subdivision", Shape::Any, LATER),
        optional("unique", TEXT, "Whether no candidate is used twice. Later than 2017-10-10."),
        optional("vlan_key", Shape::Any, LATER),
    ],
};

const LATER: &str = "Read by later versions than 2017-10-10.";

/// A candidate (guide, "Candidates").
pub static CANDIDATE: Record = Record {
    name: "candidate",
    doc: "A cloud region or a service that can meet a demand.",
    fields: &[
        required("candidate_id", TEXTS, "The identifier of the candidate in its inventory."),
        optional("candidate_type", TEXT, "What it is: `cloud` or `service`."),
        optional("inventory_type", TEXT, "What its inventory is of: `cloud` or `service`."),
        optional("inventory_provider", TEXT, "Who knows it: `aai`."),
        optional("host_id", TEXT, "The host that a service runs on."),
        optional("cost", NUMBER, "What it costs, without a unit."),
        optional("location_id", TEXT, "Where it is; of a cloud, the region."),
        optional("location_type", TEXT, "What `location_id` names: `att_aic`."),
        optional("latitude", NUMBER, "Degrees to the north."),
        optional("longitude", NUMBER, "Degrees to the east."),
        optional("city", TEXT, "The city that it is in."),
        optional("state", TEXT, "The state that it is in."),
        optional("country", TEXT, "The country that it is in."),
        optional("region", TEXT, "The region that it is in."),
        optional("complex_name", TEXT, "The building that it is in."),
        optional("cloud_owner", TEXT, "Who owns the cloud."),
        optional("cloud_region_version", TEXT, "The version of the cloud."),
        optional("physical_location_id", TEXT, "The CLLI code of the building."),
    ],
};

/// The types of constraints (guide, "Constraints"). Of the guide: the first seven, and four that it puts off. Later: the
/// last three.
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

/// A constraint.
pub static CONSTRAINT: Record = Record {
    name: "constraint",
    doc: "What the candidates of some demands must hold to.",
    fields: &[
        required("type", Shape::Choice(CONSTRAINT_TYPES), "What kind of constraint it is."),
        required(
            "demands",
            Shape::OneOf(&[Shape::Name(SymbolKind::Demand), Shape::List(&Shape::Name(SymbolKind::Demand))]),
            "The demands that it speaks of: a name, or a list of names.",
        ),
        optional("properties", Shape::OneOf(&[Shape::Record(&PROPERTIES), CALL]), "What it asks for, by its type."),
    ],
};

const EVALUATED: Shape = Shape::OneOf(&[VALUES, Shape::List(&Shape::Any), CALL]);

/// The properties of all types of constraints.
pub static PROPERTIES: Record = Record {
    name: "constraint properties",
    doc: "What a constraint asks for.",
    fields: &[
        optional("evaluate", EVALUATED, "What the attributes of a candidate must be, of `attribute`."),
        optional("distance", TEXT, "The distance that is allowed, of `distance_to_location` and others: `< 100 km`."),
        optional(
            "location",
            Shape::OneOf(&[Shape::Name(SymbolKind::Location), CALL]),
            "The location, of `distance_to_location` and `network_to_location`.",
        ),
        optional("controller", TEXT, "Who is asked, of `instance_fit`, `region_fit` and reservations."),
        optional("request", Shape::OneOf(&[VALUES, CALL]), "What the controller is asked, as names with values."),
        optional(
            "qualifier",
            Shape::OneOf(&[Shape::Choice(&["same", "different"]), CALL]),
            "Whether the demands share a zone, of `zone`.",
        ),
        optional(
            "category",
            Shape::OneOf(&[
                Shape::Choice(&[
                    "disaster",
                    "region",
                    "complex",
                    "time",
                    "maintenance",
                    "country",
                    "disaster_zone",
                    "time_zone",
                    "maintenance_zone",
                ]),
                CALL,
            ]),
            "What kind of zone it is, of `zone`.",
        ),
        optional("id", TEXT, "The identifier of the license, of `license`."),
        optional("key", TEXT, "The key of the license, of `license`."),
        optional("bandwidth", TEXT, "The throughput that is needed, of `network_to_location` and others."),
        optional("latency", TEXT, "The delay that is allowed, of `network_to_location` and others."),
        optional("specification", TEXT, "The language of the template, of `capability`: `heat`."),
        optional("template", Shape::Any, "The template that must be supported, of `capability`."),
        optional("environment", Shape::Any, "The environment of that template, of `capability`."),
    ],
};

/// A reservation (guide, "Reservations").
pub static RESERVATION: Record = Record {
    name: "reservation",
    doc: "What is set aside at the candidates that are chosen.",
    fields: &[
        required("type", TEXT, "What kind of reservation it is: `instance_reservation`."),
        required(
            "demands",
            Shape::OneOf(&[Shape::Name(SymbolKind::Demand), Shape::List(&Shape::Name(SymbolKind::Demand))]),
            "The demands that it speaks of: a name, or a list of names.",
        ),
        optional("properties", Shape::OneOf(&[Shape::Record(&PROPERTIES), CALL]), "What is asked of whom."),
    ],
};

/// The optimization (guide, "Optimizations"); from version 2020-08-13 on it is written as a goal and a function.
pub static OPTIMIZATION: Record = Record {
    name: "optimization",
    doc: "What makes one choice better than another.",
    fields: &[
        optional("minimize", Shape::Single(&Shape::Record(&OBJECTIVE)), "What is to be as small as possible."),
        optional("goal", Shape::Choice(&["minimize", "maximize"]), "The direction. From version 2020-08-13 on."),
        optional("operation_function", VALUES, "What is to be small or large. From version 2020-08-13 on."),
    ],
};

pub static OBJECTIVE: Record = Record {
    name: "objective",
    doc: "What is to be as small as possible.",
    fields: &[optional("sum", Shape::List(&Shape::Single(&Shape::Record(&TERM))), "What is added up.")],
};

pub static TERM: Record = Record {
    name: "term",
    doc: "A part of what is to be as small as possible.",
    fields: &[
        optional("distance_between", Shape::List(&Shape::Text), "The distance between a location and a demand."),
        optional(
            "product",
            Shape::List(&Shape::OneOf(&[Shape::Single(&Shape::Record(&TERM)), Shape::Number, CALL])),
            "A distance and its weight.",
        ),
        optional("sum", Shape::List(&Shape::Single(&Shape::Record(&TERM))), "What is added up."),
        optional("latency_between", Shape::Any, LATER),
        optional("hpa_score", Shape::Any, LATER),
        optional("aic_version", Shape::Any, LATER),
        optional("cloud_version", Shape::Any, LATER),
        optional("cost", Shape::Any, LATER),
    ],
};

/// A function in the place of a value (guide, "Intrinsic functions").
pub static FUNCTION: Record = Record {
    name: "function",
    doc: "A value that comes from elsewhere.",
    fields: &[
        optional("get_param", Shape::Any, "The value of a parameter, or of what it holds."),
        optional("get_file", Shape::Text, "The content of a file."),
    ],
};
