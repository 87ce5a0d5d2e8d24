//! Values that are supplied for the parameters of a template, checked where the template uses them.

use serde_yaml::Value;

use crate::homing::objective::DISTANCE;
use crate::homing::schema::{CATEGORIES, CONSTRAINT_TYPES, FOLDS, FUNCTIONS, INVENTORY_TYPES, QUALIFIERS};
use crate::homing::threshold::{self, Dimension};
use crate::homing::view::{View, call};
use crate::number::float;
use crate::sorted_map::SortedMap;
use crate::syntax::{Node, NodePath, plain};

/// The supplied values that are not valid: the name of the parameter, the value, and what is expected, one for each parameter.
pub fn faults(view: &View<'_>, values: &SortedMap<String, Value>) -> Vec<(String, Value, String)> {
    let root = view.supplied(values);
    let view = View::new(&root);
    let mut found: Vec<(String, Value, String)> = Vec::new();
    for (path, node) in view.calls("get_param") {
        let Some((_, argument)) = call(node) else { continue };
        let name = argument.items().first().unwrap_or(argument).as_text().unwrap_or_default();
        let Some(given) = values.get(name).filter(|_| view.has("parameters", name)) else { continue };
        let (shown, expected) = match view.parameter(argument) {
            Err(step) => {
                let step = step.step.as_text().unwrap_or_default();
                (given.clone(), Some(format!("expected an entry `{step}`")))
            }
            Ok(value) => (plain::value(value), expected(&view, &path, value)),
        };
        if let Some(expected) = expected.filter(|_| found.iter().all(|(other, ..)| other != name)) {
            found.push((name.to_owned(), shown, expected));
        }
    }
    found
}

/// The expected value at the path of a function, in words; `None` if the value is valid there.
pub fn expected(view: &View<'_>, path: &NodePath, value: &Node) -> Option<String> {
    let words = path.words();
    match words.get(view.base.steps().len()..).unwrap_or_default() {
        ["locations", _, key @ ("latitude" | "longitude")] => {
            let most = if *key == "latitude" { 90.0 } else { 180.0 };
            let is_valid = number(value).is_some_and(|degrees| degrees.abs() <= most);
            (!is_valid).then(|| format!("expected a number between -{most} and {most}"))
        }
        ["constraints" | "reservations", _, "demands", ..] => {
            value.items_or_self().iter().find_map(|name| of_end(view, "demand", name))
        }
        ["constraints", _, "properties", "location"] => of_end(view, "location", value),
        ["constraints" | "reservations", _, "properties", "request"]
        | ["locations" | "demands" | "constraints" | "reservations" | "optimization"]
        | ["locations" | "constraints" | "reservations", _]
        | ["constraints" | "reservations", _, "properties"]
        | ["demands", _, _]
        | ["demands", _, _, "existing_placement"] => {
            value.as_mapping().is_none().then(|| "expected a mapping".to_owned())
        }
        ["constraints", name, "properties", property] => {
            let constraint = view.constraints().into_iter().find(|constraint| constraint.name == *name)?;
            if constraint.type_name() == "zone" {
                return match *property {
                    "qualifier" => one_of(value, QUALIFIERS),
                    "category" => one_of(value, CATEGORIES),
                    _ => None,
                };
            }
            let has = constraint.kind.is_some_and(|kind| kind.has(property));
            let dimension = Dimension::of_property(property).filter(|_| has)?;
            let is_valid = value.as_text().is_some_and(|text| threshold::parse(text, dimension).is_ok());
            (!is_valid).then(|| format!("expected a threshold, such as `< 100 {}`", dimension.default_unit()))
        }
        ["constraints", _, "type"] => one_of(value, CONSTRAINT_TYPES),
        ["demands", _, _, "inventory_type"] => one_of(value, INVENTORY_TYPES),
        ["demands", _, _, "default_cost"] => {
            let is_valid = value.as_text().and_then(threshold::cost).is_some();
            (!is_valid).then(|| "expected a number that is not negative".to_owned())
        }
        ["demands", _] | ["demands", _, _, "required_candidates" | "excluded_candidates" | "candidates"] => {
            value.as_sequence().is_none().then(|| "expected a list".to_owned())
        }
        ["optimization", .., key @ DISTANCE, _] | ["optimization", .., "params", key @ ("location" | "demand")] => {
            of_end(view, key, value)
        }
        ["optimization", "goal"] => one_of(value, &["minimize", "maximize"]),
        ["optimization", .., "operator"] => one_of(value, FOLDS),
        ["optimization", .., "function"] => one_of(value, FUNCTIONS),
        ["optimization", .., "product", _] => {
            // A parameter can also supply the distance.
            let is_valid = number(value).is_some() || value.as_mapping().is_some();
            (!is_valid).then(|| "expected a number".to_owned())
        }
        ["optimization", .., "weight" | "start" | "end"] => {
            number(value).is_none().then(|| "expected a number".to_owned())
        }
        _ => None,
    }
}

/// The expected value of an end of a distance, or of the name of a demand or location, given its key.
pub fn of_end(view: &View<'_>, key: &str, value: &Node) -> Option<String> {
    let sections = match key {
        "location" => &["locations"][..],
        "demand" => &["demands"],
        _ => &["locations", "demands"],
    };
    let known: Vec<&str> = sections.iter().flat_map(|name| view.section(name)).map(|named| named.name).collect();
    let expected = one_of(value, &known)?;
    Some(if known.is_empty() { format!("define it under `{}`", sections.join("` or `")) } else { expected })
}

fn number(value: &Node) -> Option<f64> {
    float(value.as_text()?.trim()).filter(|number| number.is_finite())
}

fn one_of(value: &Node, words: &[&str]) -> Option<String> {
    let is_valid = value.as_text().is_some_and(|text| words.contains(&text));
    (!is_valid).then(|| format!("expected one of: {}", words.join(", ")))
}
