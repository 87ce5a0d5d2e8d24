//! The edits that the diagram of a template offers for selected boxes: constraints over several demands, the demands of a
//! constraint, thresholds and weights.

use crate::context::FileContext;
use crate::homing::command::objective::OPTIMIZATION;
use crate::homing::command::{CONSTRAINTS, constraint, noun, objective};
use crate::homing::objective::{DISTANCE, distances};
use crate::homing::view::{Constraint, View};
use crate::syntax::{NodePath, Step};
use crate::topology::{Action, ActionEdit, Command, End};

/// The properties with thresholds.
const THRESHOLDS: [&str; 3] = ["distance", "latency", "bandwidth"];

/// The edits for the boxes and connections at `selection`. The names are those of the types of new constraints, `add`,
/// `leave`, `threshold` and `weight`.
pub fn actions(context: FileContext<'_>, selection: &[NodePath]) -> Vec<Action> {
    let Some(root) = &context.file.root else { return Vec::new() };
    let view = View::new(root);
    let nouns: Vec<_> = selection.iter().filter_map(noun).collect();
    let mut found = Vec::new();
    if nouns.len() == selection.len() && selection.len() > 1 {
        found.extend(over(&view.base, selection, &nouns));
    }
    if let [path] = selection {
        let constraint = view.constraints().into_iter().find(|one| path.starts_with(&one.path));
        if let Some(constraint) = constraint {
            found.extend(thresholds(&view, &constraint));
            if *path == constraint.path {
                found.extend(members(&view, &constraint));
            }
        }
        found.extend(weights(&view, path));
    }
    found
}

/// One constraint over all selected demands, and the location if one is selected; the distances to it in the objective.
fn over(base: &NodePath, selection: &[NodePath], nouns: &[&str]) -> Vec<Action> {
    let n_demands = nouns.iter().filter(|noun| **noun == "demand").count();
    let types = constraint::types(n_demands, nouns.len() - n_demands);
    let action = |(of, refused): (&'static str, Option<String>)| {
        let section = base.key(CONSTRAINTS);
        let command = Command::AddOver { section, of: of.into(), members: selection.to_vec() };
        Action { name: of, subject: String::new(), edit: ActionEdit::Run(command), refused }
    };
    let mut found: Vec<Action> = types.map(action).collect();
    if n_demands < nouns.len() {
        let section = base.key(OPTIMIZATION);
        let command = Command::AddOver { section, of: DISTANCE.into(), members: selection.to_vec() };
        let refused = objective::refusal(n_demands, nouns.len() - n_demands);
        found.push(Action { name: DISTANCE, subject: String::new(), edit: ActionEdit::Run(command), refused });
    }
    found
}

/// The thresholds of a constraint as written, or as their parameters supply them.
fn thresholds(view: &View<'_>, constraint: &Constraint<'_>) -> Vec<Action> {
    let action = |name: &&str| {
        let node = constraint.property(name)?;
        let value = view.text(node).unwrap_or_default().to_owned();
        let path = constraint.property_path(name);
        let subject = (*name).to_owned();
        Some(Action { name: "threshold", subject, edit: ActionEdit::Text { path, value }, refused: None })
    };
    THRESHOLDS.iter().filter_map(action).collect()
}

/// The demands that a constraint names, to remove them, and the others, to add them.
fn members(view: &View<'_>, constraint: &Constraint<'_>) -> Vec<Action> {
    let named = constraint.demand_names();
    let least = constraint.kind.map_or(1, |kind| kind.least_demands);
    let removed = constraint.demands.iter().filter_map(|(path, node)| {
        let too_few =
            || format!("`{}` needs at least {least} demand{}", constraint.name, if least == 1 { "" } else { "s" });
        Some(Action {
            name: "leave",
            subject: node.as_text()?.to_owned(),
            edit: ActionEdit::Run(Command::Remove(vec![path.clone()])),
            refused: (named.len() <= least).then(too_few),
        })
    });
    let demands = view.section("demands").into_iter().filter(|demand| !named.contains(&demand.name));
    let added = demands.map(|demand| {
        let source = End { vertex: demand.path, port: "demand".into() };
        let target = End { vertex: constraint.path.clone(), port: "demands".into() };
        let edit = ActionEdit::Run(Command::Connect { source, target });
        Action { name: "add", subject: demand.name.to_owned(), edit, refused: None }
    });
    removed.collect::<Vec<_>>().into_iter().chain(added).collect()
}

/// The weights of the distances in the objective at a demand or location, or of a selected distance.
fn weights(view: &View<'_>, path: &NodePath) -> Vec<Action> {
    let own = match path.steps() {
        [.., Step::Key(section), Step::Key(name)] => Some((section, name)),
        _ => None,
    };
    let action = |one: crate::homing::objective::ObjectiveDistance<'_>| {
        let ends: Vec<&str> = one.ends.iter().filter_map(|(_, end)| view.text(end)).collect();
        let is_at = |section: &str, name: &str| view.has(section, name);
        let [from, to] = ends.as_slice() else { return None };
        // A name can be that of a location and of a demand.
        let subject = match own {
            Some((section, name)) if is_at(section, name) && *from == name.as_str() => (*to).to_owned(),
            Some((section, name)) if is_at(section, name) && *to == name.as_str() => (*from).to_owned(),
            _ if path.starts_with(&one.path) => format!("{from} – {to}"),
            _ => return None,
        };
        let is_known = ends.iter().all(|end| is_at("demands", end) || is_at("locations", end));
        let value = one.weight.and_then(|weight| view.number(weight)).unwrap_or(1.0);
        let edit = ActionEdit::Number { path: one.weight_path, value };
        is_known.then_some(Action { name: "weight", subject, edit, refused: None })
    };
    distances(view).into_iter().filter_map(action).collect()
}
