//! The changes that make a template ready for conductor.

use serde_yaml::{Mapping, Value};

use crate::edit::EditError;
use crate::homing::threshold::{self, Dimension};
use crate::homing::view::{View, is_number};
use crate::syntax::patch::Draft;
use crate::syntax::{NodePath, Step, plain};

/// A change of a template.
#[derive(Clone, Debug)]
pub struct Change {
    /// `rename `attributes` to `filtering_attributes``.
    pub title: String,
    /// Whether the edit changes the meaning of the template according to the guide.
    pub changes_meaning: bool,
    path: NodePath,
    edit: Edit,
}

#[derive(Clone, Debug)]
enum Edit {
    Replace(Value),
    Rename(&'static str),
    /// The reservations of the guide, with the path of the template.
    Reservations(NodePath),
}

/// Every change, in an order in which they can be made one after another.
pub fn changes(view: &View<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut add = |title: String, changes_meaning, path: NodePath, edit| {
        changes.push(Change { title, changes_meaning, path, edit });
    };
    for constraint in view.constraints() {
        let distance = constraint.property("distance");
        if let Some(node) = distance.filter(|node| node.as_scalar().is_some()) {
            let text = node.as_text().unwrap_or_default();
            let spaced = threshold::spaced(text);
            let is_valid = threshold::parse(text, Dimension::Distance).is_ok();
            if is_valid && (spaced.is_some() || is_number(node)) {
                let written = spaced.unwrap_or_else(|| text.to_owned());
                let title = format!("write the distance of `{}` as \"{written}\"", constraint.name);
                add(title, false, constraint.property_path("distance"), Edit::Replace(written.into()));
            }
        }
        let asks = ["instance_fit", "region_fit"].contains(&constraint.type_name());
        let controller = constraint.property("controller").and_then(|node| node.as_text());
        if asks && controller.is_some_and(|name| name != "SDN-C" && name.eq_ignore_ascii_case("sdn-c")) {
            let title = format!("write the controller of `{}` as `SDN-C`", constraint.name);
            add(title, false, constraint.property_path("controller"), Edit::Replace("SDN-C".into()));
        }
    }
    for (key, path, candidate) in view.candidates() {
        let cost = candidate.get("cost").filter(|node| node.as_scalar().is_some() && !is_number(node));
        let number = cost.and_then(|node| node.as_text()).and_then(|text| text.trim().parse::<f64>().ok());
        if let Some(number) = number.filter(|number| number.is_finite()) {
            add(
                format!("write a cost as the number {number}"),
                false,
                path.key("cost"),
                Edit::Replace(of_number(number)),
            );
        }
        let identifier = candidate.get("candidate_id").filter(|node| node.as_scalar().is_some());
        if let Some(node) = identifier.filter(|_| ["required_candidates", "excluded_candidates"].contains(&key)) {
            let name = node.as_text().unwrap_or_default();
            let value = Value::Sequence(vec![plain::as_written(node)]);
            add(
                format!("write `candidate_id` of `{name}` as a list"),
                true,
                path.key("candidate_id"),
                Edit::Replace(value),
            );
        }
    }
    for (path, node) in view.calls("get_param") {
        let is_weight = path.steps().get(view.base.steps().len()) == Some(&Step::Key("optimization".into()));
        let Some(value) = view.resolve(node).filter(|value| is_weight && value.as_scalar().is_some()) else { continue };
        let text = value.as_text().unwrap_or_default();
        if text.trim().parse::<f64>().is_ok() {
            // The weight no longer follows the parameter.
            add(format!("write a weight as the number {text}"), true, path, Edit::Replace(plain::as_written(value)));
        }
    }
    for (demand, path, requirement) in view.requirements() {
        let is_free = requirement.entry("filtering_attributes").is_none();
        if requirement.entry("attributes").is_some() && is_free {
            let title = format!("rename `attributes` of `{}` to `filtering_attributes`", demand.name);
            add(title, true, path.key("attributes"), Edit::Rename("filtering_attributes"));
        }
    }
    let listed = view.template.get("constraints").filter(|node| node.as_sequence().is_some());
    if let Some(value) = listed.and_then(mapping_of_items) {
        add("write the constraints as a mapping".to_owned(), false, view.base.key("constraints"), Edit::Replace(value));
    }
    let has_conductors = view.template.entry("reservation").is_some();
    if view.template.entry("reservations").is_some_and(|entry| entry.value.as_mapping().is_some()) && !has_conductors {
        let path = view.base.key("reservations");
        let edit = Edit::Reservations(view.base.clone());
        add("rewrite `reservations` as `reservation`".to_owned(), true, path, edit);
    }
    changes
}

/// Makes a change in a draft.
pub fn apply(draft: &mut Draft, change: &Change) -> Result<(), EditError> {
    match &change.edit {
        Edit::Replace(value) => draft.replace(&change.path, value),
        Edit::Rename(key) => draft.rename_key(&change.path, key),
        Edit::Reservations(base) => rewrite_reservations(draft, base, &change.path),
    }
}

/// Rewrites the reservations of the guide in the form of conductor.
pub fn rewrite_reservations(draft: &mut Draft, base: &NodePath, path: &NodePath) -> Result<(), EditError> {
    let refused = || EditError::Refused("the reservations are not a mapping".to_owned());
    let node = draft.tree().root().and_then(|root| root.at(path)).ok_or_else(refused)?;
    let mut candidates = Mapping::new();
    for entry in node.entries() {
        let mut details = Mapping::new();
        if let Some(demands) = entry.value.get("demands") {
            let value = plain::as_written(demands);
            let list = if value.is_sequence() { value } else { Value::Sequence(vec![value]) };
            details.insert("demands".into(), list);
        }
        if let Some(properties) = entry.value.get("properties") {
            details.insert("properties".into(), plain::as_written(properties));
        }
        candidates.insert(plain::value(&entry.key), Value::Mapping(details));
    }
    let whole = Mapping::from_iter([(Value::from("service_candidates"), Value::Mapping(candidates))]);
    draft.replace(path, &Value::Mapping(whole))?;
    draft.rename_key(&base.key("reservations"), "reservation")
}

/// A list of mappings with one key each as a single mapping, if the keys differ.
pub fn mapping_of_items(node: &crate::syntax::Node) -> Option<Value> {
    let mut mapping = Mapping::new();
    for item in node.items() {
        let [entry] = item.entries() else { return None };
        let before = mapping.insert(plain::value(&entry.key), plain::as_written(&entry.value));
        if before.is_some() {
            return None;
        }
    }
    (!mapping.is_empty()).then_some(Value::Mapping(mapping))
}

/// A number as a value: whole numbers without a fraction.
fn of_number(number: f64) -> Value {
    let whole = number.fract() == 0.0 && number.abs() < 1e15;
    if whole { Value::from(number as i64) } else { Value::from(number) }
}
