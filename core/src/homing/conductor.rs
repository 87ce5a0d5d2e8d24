//! The translator of conductor, the solver of ONAP OOF: the templates that it rejects, with its messages. Follows
//! `conductor/controller/translator.py` step by step, but continues after a rejection to find the next one.

use serde_yaml::{Mapping, Value};

use crate::homing::python::{class, has_only, is_true, keys, repr, shown};
use crate::homing::schema::{INVENTORY_TYPES, QUALIFIERS};
use crate::homing::threshold::{self, Dimension};
use crate::homing::view::template;
use crate::syntax::{Node, NodePath, plain};

/// A reason for which conductor rejects a template.
#[derive(Clone, PartialEq, Debug)]
pub struct Rejection {
    pub kind: Kind,
    /// The node that causes it, as far as it exists.
    pub path: NodePath,
    /// The message of conductor.
    pub message: String,
}

/// The kinds of rejections that have their own rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Other,
    /// A key of a demand or location that conductor does not know.
    UnknownKey,
    /// A step into a parameter.
    ParameterPath,
    /// A location given by a parameter.
    LocationParameter,
    ZeroCoordinate,
    Provider,
    Customer,
    CandidateKey,
    CandidateIdentifier,
    UnsupportedType,
    Threshold,
}

const BASE_VERSIONS: [&str; 3] = ["2016-11-01", "2017-10-10", "2018-02-01"];
/// The version with the second form of the optimization.
pub const GENERIC_VERSION: &str = "2020-08-13";
const LOCATION_KEYS: [&str; 4] = ["latitude", "longitude", "host_name", "clli_code"];
pub const PROVIDERS: [&str; 3] = ["aai", "generator", "sdc"];
pub const CANDIDATE_KEYS: [&str; 5] = ["candidate_id", "cost", "inventory_type", "location_id", "location_type"];
const DEMAND_KEYS: [&str; 23] = [
    "filtering_attributes",
    "passthrough_attributes",
    "default_attributes",
    "candidates",
    "complex",
    "conflict_identifier",
    "customer_id",
    "default_cost",
    "excluded_candidates",
    "existing_placement",
    "flavor",
    "inventory_provider",
    "inventory_type",
    "port_key",
    "region",
    "required_candidates",
    "service_id",
    "service_resource_id",
    "service_subscription",
    "service_type",
    "subdivision",
    "unique",
    "vlan_key",
];
const CONSTRAINT_KEYS: [&str; 3] = ["type", "demands", "properties"];
const ZONE_CATEGORIES: [&str; 6] = ["disaster", "region", "complex", "country", "time", "maintenance"];

/// The required and optional properties of a type of constraint.
fn properties(name: &str) -> Option<(&'static [&'static str], &'static [&'static str])> {
    Some(match name {
        "attribute" | "threshold" | "hpa" => (&["evaluate"], &[]),
        "distance_between_demands" => (&["distance"], &[]),
        "distance_to_location" => (&["distance", "location"], &[]),
        "instance_fit" | "region_fit" | "vim_fit" => (&["controller"], &["request"]),
        "inventory_group" => (&[], &[]),
        "zone" => (&["qualifier", "category"], &["location"]),
        _ => return None,
    })
}

/// Every rejection of the template in `root`, in conductor's order.
pub fn rejections(root: &Node) -> Vec<Rejection> {
    let (base, node) = template(root);
    let mut translator = Translator { base, found: Vec::new(), unresolved: Vec::new() };
    translator.translate(&plain::value(node));
    translator.found
}

struct Translator {
    base: NodePath,
    found: Vec<Rejection>,
    /// The calls that were rejected: everything that reads them is a consequence.
    unresolved: Vec<NodePath>,
}

/// The sections of a template.
struct Sections {
    locations: Mapping,
    demands: Mapping,
    constraints: Mapping,
    reservation: Mapping,
}

impl Translator {
    fn reject(&mut self, kind: Kind, path: NodePath, message: impl Into<String>) {
        let is_consequence = self.unresolved.iter().any(|call| path.starts_with(call));
        if !is_consequence {
            self.found.push(Rejection { kind, path, message: message.into() });
        }
    }

    fn section(&mut self, template: &Mapping, key: &str, title: &str) -> Option<Mapping> {
        match template.get(key) {
            None => Some(Mapping::new()),
            Some(Value::Mapping(entries)) => Some(entries.clone()),
            Some(_) => {
                let path = self.base.key(key);
                self.reject(Kind::Other, path, format!("{title} section must be a dictionary"));
                None
            }
        }
    }

    fn translate(&mut self, template: &Value) {
        let Some(template) = template.as_mapping() else { return };
        let version = template.get("homing_template_version").and_then(Value::as_str).unwrap_or_default();
        let is_generic = version == GENERIC_VERSION;
        if !is_generic && !BASE_VERSIONS.contains(&version) {
            let path = self.base.key("homing_template_version");
            let message = format!("conductor_template_version must be one of: {}", BASE_VERSIONS.join(", "));
            self.reject(Kind::Other, path, message);
        }
        let parameters = self.section(template, "parameters", "Parameter");
        let locations = self.section(template, "locations", "Location");
        if let Some(locations) = &locations {
            self.keys_of("locations", "Location", locations, &LOCATION_KEYS);
        }
        let demands = self.section(template, "demands", "Demand");
        let constraints = self.section(template, "constraints", "Constraint");
        if let Some(constraints) = &constraints {
            self.keys_of("constraints", "Constraint", constraints, &CONSTRAINT_KEYS);
        }
        let optimization = self.section(template, "optimization", "Optimization");
        let reservation = self.section(template, "reservation", "Reservation");
        let (Some(parameters), Some(locations), Some(demands)) = (parameters, locations, demands) else { return };
        let (constraints, reservation) = (constraints.unwrap_or_default(), reservation.unwrap_or_default());
        self.names_of_constraints(&constraints, &demands, &locations);
        let mut sections = Sections { locations, demands, constraints, reservation };
        for (name, section) in [
            ("locations", &mut sections.locations),
            ("demands", &mut sections.demands),
            ("constraints", &mut sections.constraints),
            ("reservations", &mut sections.reservation),
        ] {
            // The breadcrumbs in messages say `reservations` for the key `reservation`.
            let key = if name == "reservations" { "reservation" } else { name };
            let mut value = Value::Mapping(std::mem::take(section));
            self.resolve(&mut value, &parameters, &self.base.key(key), &[name.to_owned()]);
            if let Value::Mapping(resolved) = value {
                *section = resolved;
            }
        }
        self.locations(&sections.locations);
        self.demands(&sections.demands);
        if let Some(optimization) = optimization.filter(|entries| !entries.is_empty()) {
            match is_generic {
                true => self.generic(&optimization, &sections.demands),
                false => self.optimization(&optimization, &sections),
            }
        }
        self.constraints(&sections.constraints);
        self.reservations(&sections.reservation, &sections.demands);
    }

    fn keys_of(&mut self, section: &str, title: &str, entries: &Mapping, known: &[&str]) {
        for (name, definition) in entries {
            let path = self.base.key(section).key(&shown(name));
            let unknown = match definition {
                Value::Mapping(entries) => keys(entries).find(|key| !known.contains(&key.as_str())),
                Value::Sequence(items) => items.iter().map(shown).find(|item| !known.contains(&item.as_str())),
                Value::String(text) => text.chars().next().map(String::from),
                other => {
                    self.reject(Kind::Other, path, format!("'{}' object is not iterable", class(other)));
                    continue;
                }
            };
            if let Some(key) = unknown {
                let message = format!("{title} {} has an invalid key {key}", shown(name));
                let kind = if title == "Location" { Kind::UnknownKey } else { Kind::Other };
                self.reject(kind, path.key(&key), message);
            }
        }
    }

    fn names_of_constraints(&mut self, constraints: &Mapping, demands: &Mapping, locations: &Mapping) {
        for (name, constraint) in constraints {
            let name = shown(name);
            let path = self.base.key("constraints").key(&name);
            let Some(constraint) = constraint.as_mapping() else {
                self.reject(Kind::Other, path, format!("'{}' object has no attribute 'get'", class(constraint)));
                continue;
            };
            let listed = match constraint.get("demands") {
                Some(Value::String(name)) => vec![Value::from(name.as_str())],
                Some(Value::Sequence(names)) => names.clone(),
                _ => Vec::new(),
            };
            let at = path.key("demands");
            if listed.is_empty() {
                let message =
                    format!("Demand list for Constraint {name} must be a list of names or a string with one name");
                self.reject(Kind::Other, at, message);
            } else if listed.iter().any(|one| !demands.contains_key(one) && !locations.contains_key(one)) {
                let unknown = listed.into_iter().filter(|one| !demands.contains_key(one)).collect();
                let message = format!("Undefined Demand(s) {} in Constraint '{name}'", repr(&Value::Sequence(unknown)));
                // Without demands, every name is undefined for the same reason.
                let section = self.base.key("demands");
                match demands.is_empty() {
                    true if self.found.iter().any(|one| one.path == section) => {}
                    true => self.reject(Kind::Other, section, message),
                    false => self.reject(Kind::Other, at, message),
                }
            }
            let location = constraint.get("properties").and_then(|properties| properties.get("location"));
            if let Some(location) = location.filter(|location| is_true(Some(location)))
                && !(location.is_string() && locations.contains_key(location))
            {
                let kind = if location.is_mapping() { Kind::LocationParameter } else { Kind::Other };
                let message = format!("Location {} in Constraint {name} is undefined", shown(location));
                self.reject(kind, path.key("properties").key("location"), message);
            }
        }
    }

    fn resolve(&mut self, value: &mut Value, parameters: &Mapping, path: &NodePath, keys: &[String]) {
        if has_only(value, "get_param") {
            let argument = value.get("get_param").cloned().unwrap_or_default();
            let keys = keys.join(" > ");
            let Value::String(name) = &argument else {
                let message = format!("Parameter name '{}' not a string in path {keys}", shown(&argument));
                self.reject(Kind::ParameterPath, path.key("get_param"), message);
                return self.unresolved.push(path.clone());
            };
            match parameters.get(name) {
                Some(found) => *value = found.clone(),
                None => {
                    let message = format!("Parameter '{name}' undefined in path {keys}");
                    self.reject(Kind::Other, path.key("get_param"), message);
                    self.unresolved.push(path.clone());
                }
            }
            return;
        }
        match value {
            Value::Mapping(entries) => {
                for (key, value) in entries.iter_mut() {
                    let key = shown(key);
                    let keys: Vec<String> = keys.iter().cloned().chain([key.clone()]).collect();
                    self.resolve(value, parameters, &path.key(&key), &keys);
                }
            }
            Value::Sequence(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let mut keys = keys.to_vec();
                    if let Some(last) = keys.last_mut() {
                        last.push_str(&format!("[{index}]"));
                    }
                    self.resolve(item, parameters, &path.index(index), &keys);
                }
            }
            _ => {}
        }
    }

    fn locations(&mut self, locations: &Mapping) {
        for (name, location) in locations {
            let path = self.base.key("locations").key(&shown(name));
            let Some(location) = location.as_mapping() else { continue };
            if keys(location).any(|key| !LOCATION_KEYS.contains(&key.as_str())) {
                continue; // Rejected for its keys.
            }
            let is_given = |key: &str| is_true(location.get(key));
            // The inventory resolves host names and CLLI codes.
            if is_given("latitude") && is_given("longitude") || is_given("host_name") || is_given("clli_code") {
                continue;
            }
            let is_zero = |key: &str| location.get(key).and_then(Value::as_f64) == Some(0.0);
            let zero = ["latitude", "longitude"].into_iter().find(|key| is_zero(key));
            let is_complete = location.contains_key("latitude") && location.contains_key("longitude");
            let (kind, path) = match zero.filter(|_| is_complete) {
                Some(key) => (Kind::ZeroCoordinate, path.key(key)),
                None => (Kind::Other, path),
            };
            self.reject(kind, path, format!("Unable to resolve location {}", shown(name)));
        }
    }

    fn demands(&mut self, demands: &Mapping) {
        if demands.is_empty() {
            let path = self.base.key("demands");
            return self.reject(Kind::Other, path, "demand is not provided in the template");
        }
        for (name, requirements) in demands {
            let name = shown(name);
            let path = self.base.key("demands").key(&name);
            let listed = match requirements {
                Value::Sequence(listed) => listed.as_slice(),
                Value::Mapping(entries) => {
                    if let Some(key) = keys(entries).find(|key| !key.is_empty()) {
                        let first: String = key.chars().take(1).collect();
                        self.reject(Kind::Other, path, format!("Demand {key} has an invalid key {first}"));
                    }
                    continue;
                }
                other => {
                    self.reject(Kind::Other, path, format!("'{}' object is not iterable", class(other)));
                    continue;
                }
            };
            if listed.is_empty() {
                self.reject(Kind::Other, path, format!("Unable to find any candidate for demand {name}"));
                continue;
            }
            for (index, requirement) in listed.iter().enumerate() {
                let path = path.index(index);
                match requirement.as_mapping() {
                    Some(entries) => self.requirement(&name, requirement, entries, &path),
                    None => {
                        let message = format!("'{}' object has no attribute 'get'", class(requirement));
                        self.reject(Kind::Other, path, message);
                    }
                }
            }
        }
    }

    fn requirement(&mut self, name: &str, whole: &Value, entries: &Mapping, path: &NodePath) {
        for key in keys(entries).filter(|key| !DEMAND_KEYS.contains(&key.as_str())) {
            let message = format!("Demand {} has an invalid key {key}", repr(whole));
            self.reject(Kind::UnknownKey, path.key(&key), message);
        }
        let provider = entries.get("inventory_provider");
        let is_supported = |provider: &Value| provider.as_str().is_some_and(|text| PROVIDERS.contains(&text));
        let unsupported = provider.filter(|provider| is_true(Some(provider)) && !is_supported(provider));
        if let Some(provider) = unsupported {
            let message = format!("Unsupported inventory provider {} in demand {name}", shown(provider));
            self.reject(Kind::Provider, path.key("inventory_provider"), message);
        }
        if let Some(candidates) = entries.get("candidates") {
            let candidates = candidates.as_sequence().map_or(&[][..], Vec::as_slice);
            for (index, candidate) in candidates.iter().enumerate() {
                let path = path.key("candidates").index(index);
                let Some(candidate) = candidate.as_mapping() else {
                    let message = format!("Candidate found in demand {name} that is not a dictionary");
                    self.reject(Kind::Other, path, message);
                    continue;
                };
                if let Some(key) = keys(candidate).find(|key| !CANDIDATE_KEYS.contains(&key.as_str())) {
                    let message = format!("Candidate with invalid key {key} found in demand {name}");
                    self.reject(Kind::CandidateKey, path.key(&key), message);
                }
            }
        } else {
            if !is_true(provider) {
                let message = format!("Inventory provider not specified in demand {name}");
                self.reject(Kind::Other, path.key("inventory_provider"), message);
            }
            self.inventory_type(name, entries, path);
        }
        self.listed_candidates(name, entries, path);
    }

    fn inventory_type(&mut self, name: &str, entries: &Mapping, path: &NodePath) {
        let of = entries.get("inventory_type").filter(|of| is_true(Some(of)));
        let Some(of) = of else {
            let message = format!("Inventory type not specified for demand {name}");
            return self.reject(Kind::Other, path.key("inventory_type"), message);
        };
        let known = of.as_str().filter(|of| INVENTORY_TYPES.contains(of));
        let Some(known) = known else {
            let message = format!("Unknown inventory type {} specified for demand {name}", shown(of));
            return self.reject(Kind::Other, path.key("inventory_type"), message);
        };
        if !["service", "vfmodule"].contains(&known) {
            return;
        }
        let filtering = entries.get("filtering_attributes").filter(|value| is_true(Some(value)));
        let customer = match filtering {
            Some(filtering) => ["global-customer-id", "customer-id"].iter().any(|key| is_true(filtering.get(*key))),
            None => is_true(entries.get("customer_id")),
        };
        if !customer {
            let message = format!("Customer ID not specified for demand {name}");
            self.reject(Kind::Customer, path.clone(), message);
        } else if filtering.is_none() && !is_true(entries.get("service_type")) {
            let message = format!("Service Type not specified for demand {name}");
            self.reject(Kind::Customer, path.clone(), message);
        }
    }

    fn listed_candidates(&mut self, name: &str, entries: &Mapping, path: &NodePath) {
        let list = |key: &str| entries.get(key).filter(|value| is_true(Some(value)));
        let identifiers = |value: &Value| -> Vec<Value> {
            let items = value.as_sequence().map_or(&[][..], Vec::as_slice).iter();
            items.filter_map(|candidate| candidate.get("candidate_id").cloned()).collect()
        };
        let (required, excluded) = (list("required_candidates"), list("excluded_candidates"));
        if let (Some(required), Some(excluded)) = (required, excluded) {
            let (required, excluded) = (identifiers(required), identifiers(excluded));
            if required.iter().chain(&excluded).any(Value::is_sequence) {
                self.reject(Kind::Other, path.key("required_candidates"), "unhashable type: 'list'");
            } else if required.iter().any(|one| excluded.contains(one)) {
                let message = format!(
                    "Required candidate list and excluded candidate list are not mutually exclusive for demand {name}"
                );
                return self.reject(Kind::Other, path.key("excluded_candidates"), message);
            }
        }
        for (key, value) in [("required_candidates", required), ("excluded_candidates", excluded)] {
            let items = value.and_then(Value::as_sequence).map_or(&[][..], Vec::as_slice);
            for (index, candidate) in items.iter().enumerate() {
                let path = path.key(key).index(index).key("candidate_id");
                if candidate.get("candidate_id").is_some_and(|identifier| !identifier.is_sequence()) {
                    self.reject(Kind::CandidateIdentifier, path, "Invalid candidate id list format");
                }
            }
        }
        if let Some(existing) = list("existing_placement").filter(|existing| !existing.is_mapping()) {
            let message = format!("'{}' object has no attribute 'get'", class(existing));
            self.reject(Kind::Other, path.key("existing_placement"), message);
        }
    }

    fn constraints(&mut self, constraints: &Mapping) {
        for (name, constraint) in constraints {
            let Some(constraint) = constraint.as_mapping() else { continue };
            let name = shown(name);
            let path = self.base.key("constraints").key(&name);
            let of = constraint.get("type").cloned().unwrap_or_default();
            let Some((required, optional)) = of.as_str().and_then(properties) else {
                let message = format!("Unsupported type '{}' found in constraint named '{name}'", shown(&of));
                self.reject(Kind::UnsupportedType, path.key("type"), message);
                continue;
            };
            let given = constraint.get("properties").filter(|given| is_true(Some(given)));
            let empty = Value::Mapping(Mapping::new());
            let given = given.unwrap_or(&empty);
            let at = path.key("properties");
            let Some(given) = given.as_mapping() else {
                let message = format!("'{}' object has no attribute 'keys'", class(given));
                self.reject(Kind::Other, at, message);
                continue;
            };
            let of = of.as_str().unwrap_or_default();
            for property in required {
                let path = at.key(property);
                if !given.contains_key(*property) {
                    let message = format!("Required property '{property}' not found in constraint named '{name}'");
                    self.reject(Kind::Other, path, message);
                } else if !is_true(given.get(*property)) {
                    let message = format!("No value specified for property '{property}' in constraint named '{name}'");
                    self.reject(Kind::Other, path, message);
                } else if of == "hpa"
                    && let Some(value) = given.get(*property)
                {
                    self.hpa(value, &path);
                }
            }
            for property in keys(given) {
                if !required.contains(&property.as_str()) && !optional.contains(&property.as_str()) {
                    let message = format!("Unknown property '{property}' in constraint named '{name}'");
                    self.reject(Kind::Other, at.key(&property), message);
                }
            }
            if of == "zone" {
                self.words(&name, given, &at);
            }
            if of.starts_with("distance_")
                && let Some(expression) = given.get("distance").filter(|value| is_true(Some(value)))
            {
                self.threshold(expression, &at.key("distance"));
            }
        }
    }

    fn words(&mut self, name: &str, given: &Mapping, at: &NodePath) {
        let tables: [(&str, &[&str]); 2] = [("qualifier", QUALIFIERS), ("category", &ZONE_CATEGORIES)];
        for (property, words) in tables {
            let Some(value) = given.get(property).filter(|value| is_true(Some(value))) else { continue };
            if !value.as_str().is_some_and(|value| words.contains(&value)) {
                let words = repr(&Value::Sequence(words.iter().map(|word| Value::from(*word)).collect()));
                let value = shown(value);
                let message = format!(
                    "Property '{property}' value '{value}' unsupported in constraint named '{name}' (must be one of \
                     {words})"
                );
                self.reject(Kind::Other, at.key(property), message);
            }
        }
    }

    fn threshold(&mut self, expression: &Value, at: &NodePath) {
        let result = match expression.as_str() {
            Some(text) => threshold::of_conductor(text, Dimension::Distance).map(drop),
            None => Err("Expression must be a string".to_owned()),
        };
        if let Err(message) = result {
            self.reject(Kind::Threshold, at.clone(), message);
        }
    }

    fn hpa(&mut self, evaluate: &Value, at: &NodePath) {
        let items = evaluate.as_sequence().map_or(&[][..], Vec::as_slice);
        for (index, item) in items.iter().enumerate() {
            let path = at.index(index);
            let is_complete =
                ["id", "type", "directives", "flavorProperties"].iter().all(|key| is_true(item.get(*key)))
                    && item.get("directives").is_some_and(Value::is_sequence);
            if !is_complete {
                let message = "HPA requirements need at least one set of id, type, directives and flavorProperties";
                self.reject(Kind::Other, path, message);
                continue;
            }
            let features = item.get("flavorProperties").and_then(Value::as_sequence);
            for (index, feature) in features.into_iter().flatten().enumerate() {
                if let Err(message) = feature_fault(feature) {
                    self.reject(Kind::Other, path.key("flavorProperties").index(index), message);
                }
            }
        }
    }

    fn optimization(&mut self, optimization: &Mapping, sections: &Sections) {
        let base = self.base.key("optimization");
        if keys(optimization).ne(["minimize".to_owned()]) {
            return self.reject(Kind::Other, base, "Optimization must contain a single goal of 'minimize'.");
        }
        let goal = optimization.get("minimize").cloned().unwrap_or_default();
        let path = base.key("minimize");
        let Some(functions) = goal.as_mapping() else {
            return self.reject(Kind::Other, path, format!("'{}' object has no attribute 'keys'", class(&goal)));
        };
        if keys(functions).ne(["sum".to_owned()]) {
            let message = "Optimization goal 'minimize' must contain a single function of 'sum'.";
            return self.reject(Kind::Other, path, message);
        }
        let path = path.key("sum");
        let Some(Value::Sequence(operands)) = functions.get("sum") else {
            let message = "Optimization goal 'minimize', function 'sum' must be a list of exactly two operands.";
            return self.reject(Kind::Other, path, message);
        };
        // The variable of the function keeps its value from the previous operand.
        let mut has_function = false;
        for (index, operand) in operands.iter().enumerate() {
            self.operand(operand, &path.index(index), sections, &mut has_function);
        }
    }

    fn operand(&mut self, operand: &Value, path: &NodePath, sections: &Sections, has_function: &mut bool) {
        let Some(entries) = operand.as_mapping() else {
            let message = format!("'{}' object has no attribute 'keys'", class(operand));
            return self.reject(Kind::Other, path.clone(), message);
        };
        if has_only(operand, "distance_between") {
            *has_function = true;
            return self.ends("distance_between", operand, path, sections);
        }
        if !has_only(operand, "product") {
            if !*has_function {
                let message = "cannot access local variable 'function' where it is not associated with a value";
                let key = keys(entries).next().unwrap_or_default();
                self.reject(Kind::Other, path.key(&key), message);
            }
            return;
        }
        let path = path.key("product");
        let mut has_arguments = false;
        let factors = operand.get("product").and_then(Value::as_sequence);
        for (index, factor) in factors.into_iter().flatten().enumerate() {
            let path = path.index(index);
            let of = ["latency_between", "distance_between", "aic_version", "hpa_score", "sum"];
            let Some(of) = of.into_iter().find(|of| has_only(factor, of)) else { continue };
            *has_function = true;
            has_arguments |= of != "sum" && is_true(factor.get(of));
            match of {
                "latency_between" | "distance_between" => self.ends(of, factor, &path, sections),
                "hpa_score" if !is_scored(factor.get("hpa_score"), &sections.constraints) => {
                    let message = "HPA Score Optimization must include a HPA Policy constraint ";
                    self.reject(Kind::Other, path.key("hpa_score"), message);
                }
                "sum" => has_arguments |= self.nested(factor, &path, sections),
                _ => {}
            }
        }
        if !has_arguments {
            let message = "Optimization products must include at least one 'distance_between' function call and one \
                           optional number to be used as a weight.";
            self.reject(Kind::Other, path, message);
        }
    }

    /// The sum in a product; whether it has a function.
    fn nested(&mut self, factor: &Value, path: &NodePath, sections: &Sections) -> bool {
        let path = path.key("sum");
        let mut has_arguments = false;
        let operands = factor.get("sum").and_then(Value::as_sequence);
        for (index, operand) in operands.into_iter().flatten().enumerate() {
            let factors = operand.get("product").filter(|_| has_only(operand, "product"));
            let path = path.index(index).key("product");
            for (index, factor) in factors.and_then(Value::as_sequence).into_iter().flatten().enumerate() {
                let of = ["latency_between", "distance_between"].into_iter().find(|of| has_only(factor, of));
                if let Some(of) = of {
                    has_arguments = true;
                    self.ends(of, factor, &path.index(index), sections);
                }
            }
        }
        has_arguments
    }

    fn ends(&mut self, function: &str, call: &Value, path: &NodePath, sections: &Sections) {
        let arguments = call.get(function).cloned().unwrap_or_default();
        let listed = match &arguments {
            Value::Sequence(items) => items.clone(),
            Value::String(text) if text.chars().count() == 2 => {
                text.chars().map(|one| Value::from(one.to_string())).collect()
            }
            _ => Vec::new(),
        };
        let any = |section: &Mapping| listed.iter().any(|name| section.contains_key(name));
        // Without demands, the section of demands is rejected.
        if !sections.demands.is_empty() && (!any(&sections.demands) || !any(&sections.locations)) {
            let message = format!(
                "Optimization '{function}' arguments {} must include one valid demand name and one valid location name.",
                shown(&arguments)
            );
            self.reject(Kind::Other, path.key(function), message);
        }
    }

    /// The second form of the optimization, which has its own translator.
    fn generic(&mut self, optimization: &Mapping, demands: &Mapping) {
        let path = self.base.key("optimization");
        let invalid = |message: String| format!("Optimization object is not valid. Validation error: {message}");
        for key in ["goal", "operation_function"] {
            if !optimization.contains_key(key) {
                let message = invalid(format!("'{key}' is a required property"));
                return self.reject(Kind::Other, path, message);
            }
        }
        let goal = optimization.get("goal").cloned().unwrap_or_default();
        if !["minimize", "maximize"].contains(&goal.as_str().unwrap_or_default()) {
            let message = invalid(format!("{} is not one of ['minimize', 'maximize']", repr(&goal)));
            self.reject(Kind::Other, path.key("goal"), message);
        }
        let function = optimization.get("operation_function").cloned().unwrap_or_default();
        self.operation(&function, &path.key("operation_function"), demands, 0);
    }

    fn operation(&mut self, function: &Value, path: &NodePath, demands: &Mapping, depth: usize) {
        let invalid = |message: String| format!("Optimization object is not valid. Validation error: {message}");
        if !function.is_mapping() || depth > 64 {
            return;
        }
        for key in ["operator", "operands"] {
            if function.get(key).is_none() {
                let message = invalid(format!("'{key}' is a required property"));
                return self.reject(Kind::Other, path.clone(), message);
            }
        }
        let operator = function.get("operator").cloned().unwrap_or_default();
        if !["sum", "min", "max"].contains(&operator.as_str().unwrap_or_default()) {
            let message = invalid(format!("{} is not one of ['sum', 'min', 'max']", repr(&operator)));
            self.reject(Kind::Other, path.key("operator"), message);
        }
        let operands = function.get("operands").and_then(Value::as_sequence);
        for (index, operand) in operands.into_iter().flatten().enumerate() {
            let path = path.key("operands").index(index);
            if let Some(nested) = operand.get("operation_function") {
                self.operation(nested, &path.key("operation_function"), demands, depth + 1);
                continue;
            }
            let name = operand.get("function").and_then(Value::as_str).unwrap_or_default();
            let parameters: &[&str] = match name {
                "distance_between" | "latency_between" => &["demand", "location"],
                "attribute" => &["demand", "attribute"],
                _ => {
                    let message = invalid(format!("{} is not valid under any of the given schemas", repr(operand)));
                    self.reject(Kind::Other, path, message);
                    continue;
                }
            };
            for parameter in parameters {
                match operand.get("params").and_then(|given| given.get(*parameter)) {
                    None => {
                        let message = format!("The function {name} expect the param {parameter},but not found");
                        self.reject(Kind::Other, path.key("params"), message);
                    }
                    Some(value) if *parameter == "demand" && !demands.is_empty() && !demands.contains_key(value) => {
                        let message = format!("{} is not a valid demand name", shown(value));
                        self.reject(Kind::Other, path.key("params").key("demand"), message);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn reservations(&mut self, reservation: &Mapping, demands: &Mapping) {
        let path = self.base.key("reservation").key("service_candidates");
        let listed = reservation.get("service_candidates").and_then(Value::as_mapping);
        for (name, details) in listed.into_iter().flatten() {
            let path = path.key(&shown(name)).key("demands");
            for demand in details.get("demands").and_then(Value::as_sequence).into_iter().flatten() {
                if !demands.is_empty() && !demands.contains_key(demand) {
                    let message = format!("Demand {} must be provided in demands section", shown(demand));
                    self.reject(Kind::Other, path.clone(), message);
                }
            }
        }
    }
}

/// Whether a constraint of the type `hpa` covers one of these demands.
fn is_scored(demands: Option<&Value>, constraints: &Mapping) -> bool {
    let demands = demands.and_then(Value::as_sequence).map_or(&[][..], Vec::as_slice);
    constraints.values().any(|constraint| {
        let is_hpa = constraint.get("type").and_then(Value::as_str) == Some("hpa");
        let covers = |demand: &Value| match constraint.get("demands") {
            Some(Value::Sequence(names)) => names.contains(demand),
            Some(Value::String(text)) => demand.as_str().is_some_and(|demand| text.contains(demand)),
            _ => false,
        };
        is_hpa && demands.iter().any(covers)
    })
}

/// The fault of a feature in `flavorProperties`.
fn feature_fault(feature: &Value) -> Result<(), &'static str> {
    const REQUIRED: [&str; 6] =
        ["architecture", "hpa-feature", "hpa-feature-attributes", "hpa-version", "mandatory", "directives"];
    const ATTRIBUTES: [&str; 3] = ["hpa-attribute-key", "hpa-attribute-value", "operator"];
    let entries = feature.as_mapping().ok_or("HPA feature must be a dict")?;
    if REQUIRED.iter().any(|key| !entries.contains_key(*key)) {
        return Err("Lack of compulsory elements inside HPA feature");
    }
    if keys(entries).any(|key| key != "score" && !REQUIRED.contains(&key.as_str())) {
        return Err("Got unrecognized elements inside HPA feature");
    }
    if feature.get("mandatory").and_then(Value::as_str) == Some("False") && !is_true(feature.get("score")) {
        return Err("Score needs to be present if mandatory is False");
    }
    let attributes = feature.get("hpa-feature-attributes").and_then(Value::as_sequence);
    for attribute in attributes.into_iter().flatten() {
        let entries = attribute.as_mapping().ok_or("HPA feature attributes must be a dict")?;
        if ATTRIBUTES.iter().any(|key| !entries.contains_key(*key)) {
            return Err("Lack of compulsory elements inside HPA feature attributes");
        }
        if keys(entries).any(|key| key != "unit" && !ATTRIBUTES.contains(&key.as_str())) {
            return Err("Invalid attributes found inside HPA feature attributes");
        }
    }
    Ok(())
}
