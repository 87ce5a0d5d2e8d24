//! Sets values where they come from: in the text, or in the parameter that a function reads.

use serde_yaml::{Mapping, Value};

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::homing::view::{View, call};
use crate::number::float;
use crate::syntax::plain::{self, Plain, typed};
use crate::syntax::{Node, NodePath, Step};

/// The change that sets these values. Those that `get_param` reads are set in the parameter, which may supply others too.
pub fn supply(context: FileContext<'_>, values: &[(NodePath, Value)]) -> Result<Change, EditError> {
    let file = context.file;
    let root = file.root.as_ref().ok_or_else(|| EditError::Missing("template".to_owned()))?;
    let view = View::new(root);
    let mut draft = file.draft();
    let mut titles: Vec<String> = Vec::new();
    for (path, value) in values {
        let (at, value, title) = target(&view, path, value)?;
        match view.root.at(&at) {
            // The product has no number yet.
            Some(factors) if at.last_key() == Some("product") && factors.as_sequence().is_some() => {
                draft.append(&at, &value)?;
            }
            _ => draft.set(&at, &value)?,
        }
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    let title = match titles.as_slice() {
        [one] => format!("Set {one}"),
        _ => format!("Set {}", titles.join(", ")),
    };
    Ok(Change::of_file(title, file.path.clone(), draft.finish()))
}

/// The path to write, the value in its notation, and its name for a title.
fn target(view: &View<'_>, path: &NodePath, value: &Value) -> Result<(NodePath, Value, String), EditError> {
    let name = name_of(path);
    let Some(node) = view.root.at(path) else { return Ok((path.clone(), in_short(value), name)) };
    match call(node) {
        Some(("get_param", argument)) => {
            let steps = match argument.items() {
                [] => std::slice::from_ref(argument),
                steps => steps,
            };
            let names: Option<Vec<&str>> = steps.iter().map(Node::as_text).collect();
            let found = names.zip(view.parameter_at(argument).ok());
            let (names, (at, _)) =
                found.ok_or_else(|| EditError::Refused("the parameter does not exist".to_owned()))?;
            let current = view.root.at(&at);
            let value = current.map_or_else(|| in_short(value), |node| in_notation(node, value));
            Ok((at, value, format!("the parameter `{}`", names.join("."))))
        }
        Some((function, _)) => Err(EditError::Refused(format!("`{function}` supplies the value: change the file"))),
        None if is_unweighted(path, node) => Ok((path.clone(), weighted(node, &in_notation(node, value)), name)),
        None => Ok((path.clone(), in_notation(node, value), name)),
    }
}

/// The name of a value: its key, or `weight` for the factor of a product.
fn name_of(path: &NodePath) -> String {
    match path.split_last() {
        Some((_, Step::Key(key))) if key != "product" => key.to_string(),
        _ => "weight".to_owned(),
    }
}

/// A number stays text where the current value is a number in quotes.
fn in_notation(node: &Node, value: &Value) -> Value {
    let Some(number) = value.as_f64() else { return value.clone() };
    let is_quoted = node.as_scalar().is_some_and(|scalar| {
        float(scalar.value.trim()).is_some() && !matches!(typed(scalar), Plain::Integer(_) | Plain::Float(_))
    });
    if is_quoted { number.to_string().into() } else { short(number) }
}

/// A value that the text does not have yet.
fn in_short(value: &Value) -> Value {
    value.as_f64().map_or_else(|| value.clone(), short)
}

/// A number without a fraction as an integer.
fn short(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 { Value::from(number as i64) } else { number.into() }
}

/// Whether a node is an operand without a weight.
fn is_unweighted(path: &NodePath, node: &Node) -> bool {
    matches!(path.split_last(), Some((_, Step::Index(_)))) && node.entry("distance_between").is_some()
}

/// The product of an operand and its weight.
fn weighted(node: &Node, weight: &Value) -> Value {
    Value::Mapping(Mapping::from_iter([("product".into(), vec![weight.clone(), plain::value(node)].into())]))
}
