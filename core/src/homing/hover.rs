//! Hover texts in homing templates.

use crate::context::FileContext;
use crate::homing::threshold::{self, Amount, Dimension};
use crate::homing::view::{View, call};
use crate::hover::Hover;
use crate::syntax::{Node, NodePath, Step};

/// The value of a parameter, the coordinates of a location, or a threshold in its default unit.
pub fn value(context: FileContext<'_>, path: &NodePath, _: usize) -> Option<Hover> {
    let root = context.file.root.as_deref()?;
    let (view, node) = (View::new(root), root.at(path)?);
    let key = path.steps().iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    })?;
    let text = match key {
        "get_param" => of_parameter(&view, root.at(&path_of_call(path)?)?)?,
        "location" | "distance_between" => of_location(&view, node.as_text()?)?,
        key => of_threshold(node.as_text()?, Dimension::of_property(key)?)?,
    };
    Some(Hover { span: node.span, text })
}

/// The path of the function around an argument.
fn path_of_call(path: &NodePath) -> Option<NodePath> {
    let (parent, step) = path.split_last()?;
    match step {
        Step::Key(_) => Some(parent),
        Step::Index(_) => parent.parent(),
    }
}

fn of_parameter<'a>(view: &View<'a>, function: &'a Node) -> Option<String> {
    let (_, argument) = call(function)?;
    let value = view.parameter(argument).ok()?;
    match value.as_text() {
        _ if value.is_null() => Some("**parameter** without a value: it comes with the request".to_owned()),
        Some(text) => Some(format!("**parameter** `{text}`")),
        None => None,
    }
}

fn of_location(view: &View<'_>, name: &str) -> Option<String> {
    let point = view.point(&view.named("locations", name)?.value)?;
    Some(format!("**location** `{name}`: latitude {}, longitude {}", point.latitude, point.longitude))
}

fn of_threshold(text: &str, dimension: Dimension) -> Option<String> {
    let threshold = threshold::parse(text, dimension).ok()?;
    let unit = dimension.default_unit();
    let amount = match threshold.amount {
        Amount::Single(value) => {
            format!("{} {value} {unit}", threshold.operator.map_or("=", |operator| operator.text()))
        }
        Amount::Range(low, high) => format!("{}-{} {unit}", low.min(high), low.max(high)),
    };
    Some(format!("**{}** `{amount}`", dimension.name()))
}
