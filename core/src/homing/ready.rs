//! The changes that make a template ready for conductor.

use serde_yaml::{Mapping, Value};

use crate::edit::EditError;
use crate::homing::threshold::{self, Dimension};
use crate::homing::view::{Constraint, View, is_number};
use crate::sorted_map::SortedSet;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath, alias, plain};

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
    /// A list of constraints as this mapping.
    Mapping(Value),
    Replace(Value),
    Rename(&'static str),
    /// The reservations of the guide, with the path of the template.
    Reservations(NodePath),
}

/// Makes every change that can be made in `draft`, which has the text of the template, and returns them. What an alias stands
/// for, for instance, is not changed.
pub fn rewrite(view: &View<'_>, draft: &mut Draft) -> Vec<Change> {
    let mut made = changes(view, draft);
    made.retain(|change| {
        let mut rewritten = draft.clone();
        let is_made = apply(&mut rewritten, change).is_ok();
        if is_made {
            *draft = rewritten;
        }
        is_made
    });
    made
}

/// Every change, in an order in which they can be made one after another in `draft`, which has the text of the template.
fn changes(view: &View<'_>, draft: &Draft) -> Vec<Change> {
    // In a list of constraints, nothing has a name: the other changes are those of the mapping.
    let listed = view.template.get("constraints").filter(|node| node.as_sequence().is_some());
    let Some(value) = listed.and_then(mapping_of_items) else { return changes_of_mapping(view) };
    let change = Change {
        title: "write the constraints as a mapping".to_owned(),
        changes_meaning: false,
        path: view.base.key("constraints"),
        edit: Edit::Mapping(value),
    };
    let mut draft = draft.clone();
    let is_made = apply(&mut draft, &change).is_ok();
    let others = draft.tree().root().filter(|_| is_made).map(|root| changes_of_mapping(&View::new(root)));
    let mut changes = vec![change];
    changes.extend(others.unwrap_or_default());
    changes
}

fn changes_of_mapping(view: &View<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut add = |title: String, changes_meaning, path: NodePath, edit| {
        changes.push(Change { title, changes_meaning, path, edit });
    };
    for constraint in view.constraints() {
        let distance = supplied(view, &constraint, "distance");
        if let Some((path, node, is_shared)) = distance.filter(|(_, node, _)| node.as_scalar().is_some()) {
            let text = node.as_text().unwrap_or_default();
            let spaced = threshold::spaced(text);
            let is_valid = threshold::parse(text, Dimension::Distance).is_ok();
            if is_valid && (spaced.is_some() || is_number(node)) {
                let written = spaced.unwrap_or_else(|| text.to_owned());
                let title = format!("write the distance of `{}` as \"{written}\"", constraint.name);
                // The threshold no longer follows the parameter.
                add(title, is_shared, path, Edit::Replace(written.into()));
            }
        }
    }
    let constraints = view.constraints().into_iter();
    let asking = constraints.filter(|one| ["instance_fit", "region_fit"].contains(&one.type_name()));
    for asking in asking.chain(view.reservations()) {
        let Some((path, node, is_shared)) = supplied(view, &asking, "controller") else { continue };
        let Some(name) = node.as_text() else { continue };
        if name != "SDN-C" && name.eq_ignore_ascii_case("sdn-c") {
            let title = format!("write the controller of `{}` as `SDN-C`", asking.name);
            add(title, is_shared, path, Edit::Replace("SDN-C".into()));
        }
    }
    // A candidate behind an alias is changed at its anchor.
    let mut seen = SortedSet::new();
    for (key, path, candidate) in view.candidates() {
        if !seen.insert(candidate.span.start) {
            continue;
        }
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
        // One that a parameter supplies still follows it in the list.
        let is_single = |node: &&Node| view.resolve(node).is_some_and(|node| node.as_scalar().is_some());
        let identifier = candidate.get("candidate_id").filter(is_single);
        if let Some(node) = identifier.filter(|_| ["required_candidates", "excluded_candidates"].contains(&key)) {
            let name = view.text(node).unwrap_or_default();
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
        let Some(value) = view.resolve(node).filter(|_| view.is_in("optimization", &path)) else { continue };
        let number = value.as_text().map(str::trim).filter(|text| text.parse::<f64>().is_ok_and(f64::is_finite));
        let (title, written) = match number {
            Some(number) => (format!("write a weight as the number {number}"), as_number(value)),
            None => {
                let name = path.words().into_iter().rfind(|word| !word.is_empty()).unwrap_or_default();
                (format!("write `{name}` without a parameter"), plain::as_written(value))
            }
        };
        // It no longer follows the parameter.
        add(title, true, path, Edit::Replace(written));
    }
    for (demand, path, requirement) in view.requirements() {
        if !seen.insert(requirement.span.start) {
            continue;
        }
        let is_free = requirement.entry("filtering_attributes").is_none();
        if requirement.entry("attributes").is_some() && is_free {
            let title = format!("rename `attributes` of `{}` to `filtering_attributes`", demand.name);
            add(title, true, path.key("attributes"), Edit::Rename("filtering_attributes"));
        }
    }
    let has_conductors = view.template.entry("reservation").is_some();
    if view.template.entry("reservations").is_some_and(|entry| entry.value.as_mapping().is_some()) && !has_conductors {
        let path = view.base.key("reservations");
        let edit = Edit::Reservations(view.base.clone());
        add("rewrite `reservations` as `reservation`".to_owned(), true, path, edit);
    }
    changes
}

/// The value of a property of a constraint, with the path at which it is changed: that of the value, or of the function that
/// reads it if the value is shared, which properties of other names then read too.
fn supplied<'a>(view: &View<'a>, constraint: &Constraint<'a>, name: &str) -> Option<(NodePath, &'a Node, bool)> {
    let (own, written) = (constraint.property_path(name), constraint.property(name)?);
    let (path, node) = view.source(own.clone(), written)?;
    let is_shared = !std::ptr::eq(written, node) && !view.is_read_only_by(node, |path| path.last_key() == Some(name));
    Some((if is_shared { own } else { path }, node, is_shared))
}

/// Makes a change in a draft.
fn apply(draft: &mut Draft, change: &Change) -> Result<(), EditError> {
    match &change.edit {
        Edit::Mapping(value) => write_as_mapping(draft, &change.path, value),
        Edit::Replace(value) => draft.replace(&change.path, value),
        Edit::Rename(key) => draft.rename_key(&change.path, key),
        Edit::Reservations(base) => rewrite_reservations(draft, base, &change.path),
    }
}

/// Rewrites the reservations of the guide in the form of conductor, with their comments.
pub fn rewrite_reservations(draft: &mut Draft, base: &NodePath, path: &NodePath) -> Result<(), EditError> {
    let refused = || EditError::Refused("the reservations are not a mapping".to_owned());
    let node = draft.tree().root().and_then(|root| root.at(path)).ok_or_else(refused)?;
    let named = node.entries().iter().filter_map(|entry| entry.key.as_text().map(str::to_owned));
    let names: Vec<String> = named.collect();
    draft.rename_key(path, "reservation")?;
    let section = base.key("reservation");
    let candidates = section.key("service_candidates");
    draft.nest(&section, "service_candidates")?;
    for name in &names {
        let own = candidates.key(name);
        let entries = draft.tree().root().and_then(|root| root.at(&own)).map_or(&[][..], Node::entries);
        let keys: Vec<String> = entries.iter().filter_map(|entry| entry.key.as_text().map(str::to_owned)).collect();
        for key in keys.iter().filter(|key| !["demands", "properties"].contains(&key.as_str())) {
            draft.remove(&own.key(key))?;
        }
        let demands = draft.tree().root().and_then(|root| root.at(&own.key("demands")));
        if let Some(single) = demands.filter(|demands| demands.as_sequence().is_none()).map(plain::as_written) {
            draft.replace(&own.key("demands"), &Value::Sequence(vec![single]))?;
        }
    }
    Ok(())
}

/// Writes a list of constraints as a mapping, with its comments and layout if possible. Comments are never lost.
pub fn write_as_mapping(draft: &mut Draft, path: &NodePath, mapping: &Value) -> Result<(), EditError> {
    let mut rewritten = draft.clone();
    let has_mapping = |draft: &Draft| {
        let (root, _) = alias::expand(draft.tree());
        root.and_then(|root| root.at(path).map(plain::as_written)).as_ref() == Some(mapping)
    };
    if rewritten.unlist(path).is_ok() && has_mapping(&rewritten) {
        *draft = rewritten;
        return Ok(());
    }
    if draft.is_commented(path)? {
        return Err(EditError::Refused("the comments would be lost".to_owned()));
    }
    draft.replace(path, mapping)
}

/// A list of mappings with one key each as a single mapping, if the keys differ.
pub fn mapping_of_items(node: &Node) -> Option<Value> {
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

/// A scalar as a value: a number if it is one in quotes.
pub fn as_number(node: &Node) -> Value {
    let number = node.as_text().and_then(|text| text.trim().parse::<f64>().ok()).filter(|number| number.is_finite());
    match (plain::as_written(node), number) {
        // Also one whose digits no number keeps: `2.50`.
        (Value::String(_), Some(number)) => of_number(number),
        (written, _) => written,
    }
}

/// A number as a value: whole numbers without a fraction.
pub fn of_number(number: f64) -> Value {
    let whole = number.fract() == 0.0 && number.abs() < 1e15;
    if whole { Value::from(number as i64) } else { Value::from(number) }
}
