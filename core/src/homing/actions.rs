//! The edits that the diagram of a template offers for selected boxes: constraints over several demands, the demands of a
//! constraint, thresholds and weights.

use crate::context::FileContext;
use crate::homing::command::{CONSTRAINTS, constraint, noun};
use crate::homing::view::{Constraint, View, call};
use crate::syntax::{Node, NodePath, Step};
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
    if nouns.len() == selection.len() && view.base.is_root() && selection.len() > 1 {
        found.extend(over(selection, &nouns));
    }
    if let [path] = selection {
        let constraint = view.constraints().into_iter().find(|one| path.starts_with(&one.path));
        if let Some(constraint) = constraint {
            found.extend(thresholds(&view, &constraint));
            if view.base.is_root() && *path == constraint.path {
                found.extend(members(&view, &constraint));
            }
        }
        found.extend(weights(&view, path));
    }
    found
}

/// One constraint over all selected demands, and the location if one is selected.
fn over(selection: &[NodePath], nouns: &[&str]) -> Vec<Action> {
    let n_demands = nouns.iter().filter(|noun| **noun == "demand").count();
    let types = constraint::types(n_demands, nouns.len() - n_demands);
    let action = |(of, refused): (&'static str, Option<String>)| {
        let section = NodePath::keys([CONSTRAINTS]);
        let command = Command::AddOver { section, of: of.into(), members: selection.to_vec() };
        Action { name: of, subject: String::new(), edit: ActionEdit::Run(command), refused }
    };
    types.map(action).collect()
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

/// The weights of the operands of the sum at a demand or location. Operands of nested sums have several.
fn weights(view: &View<'_>, path: &NodePath) -> Vec<Action> {
    let [.., Step::Key(section), Step::Key(name)] = path.steps() else { return Vec::new() };
    let sum = view.base.key("optimization").key("minimize").key("sum");
    let operands = view.root.at(&sum).map_or(&[][..], Node::items).iter().enumerate();
    let action = |(index, operand): (usize, &Node)| {
        let at = sum.index(index);
        let (path, value, arguments) = match (operand.get("distance_between"), operand.get("product")) {
            (Some(arguments), _) => (at, 1.0, arguments),
            (None, product) => {
                let factors = || product.map_or(&[][..], Node::items).iter().enumerate();
                let arguments = factors().find_map(|(_, factor)| factor.get("distance_between"))?;
                let at = at.key("product");
                match factors().find(|(_, factor)| factor.as_scalar().is_some() || call(factor).is_some()) {
                    Some((index, factor)) => (at.index(index), view.number(factor).unwrap_or(1.0), arguments),
                    None => (at, 1.0, arguments),
                }
            }
        };
        let ends: Vec<&str> = arguments.items().iter().filter_map(|end| view.text(end)).collect();
        let other = match ends.as_slice() {
            [one, other] if one == name => other,
            [other, one] if one == name => other,
            _ => return None,
        };
        // A name can be that of a location and of a demand.
        let is_known =
            view.has(section, name) && ["demands", "locations"].iter().any(|section| view.has(section, other));
        let edit = ActionEdit::Number { path, value };
        is_known.then(|| Action { name: "weight", subject: (*other).to_owned(), edit, refused: None })
    };
    operands.filter_map(action).collect()
}
