//! The distances in the objective of a template, in both forms of the optimization. Parameters can supply the optimization and
//! everything in it.

use crate::homing::view::View;
use crate::syntax::{Node, NodePath};

/// A value with its path.
pub type Placed<'a> = (NodePath, &'a Node);

/// A distance between a location and a demand in the objective.
#[derive(Clone, Debug)]
pub struct ObjectiveDistance<'a> {
    /// The path of the operand in its list, where it may be a function.
    pub path: NodePath,
    /// The names of the location and the demand, in the order of the text, each with the key that it is found under.
    pub ends: Vec<(&'static str, &'a Node)>,
    /// The path of the weight, or where a weight is added.
    pub weight_path: NodePath,
    pub weight: Option<&'a Node>,
}

/// Nested operands are not read more deeply.
const MAX_DEPTH: usize = 64;

/// The operands of the sum.
pub fn sum<'a>(view: &View<'a>) -> Option<Placed<'a>> {
    view.member(&view.member(&view.optimization()?, "minimize")?, "sum")
}

/// The outermost function in the second form.
pub fn function<'a>(view: &View<'a>) -> Option<Placed<'a>> {
    view.member(&view.optimization()?, "operation_function")
}

/// The distances in the objective of a template, in the order of the text.
pub fn distances<'a>(view: &View<'a>) -> Vec<ObjectiveDistance<'a>> {
    let mut found = Vec::new();
    for (path, operand) in sum(view).map_or_else(Vec::new, |(path, list)| items(view, &path, list)) {
        found.extend(of_sum(view, path, operand));
    }
    visit(view, &mut |part| {
        if part.node.get("function").and_then(|name| view.text(name)) == Some(DISTANCE) {
            let given = part.node.get("params").and_then(|given| view.resolve(given));
            let end = |key: &'static str| Some((key, given?.get(key)?));
            let ends = ["location", "demand"].into_iter().filter_map(end).collect();
            let (weight_path, weight) = (part.path.key("weight"), part.node.get("weight"));
            found.push(ObjectiveDistance { path: part.item, ends, weight_path, weight });
        }
    });
    found
}

/// The path of the list of operands, to add one, in the second form if `is_second`.
pub fn operands(view: &View<'_>, is_second: bool) -> NodePath {
    let optimization = view.optimization().map_or_else(|| view.base.key("optimization"), |(path, _)| path);
    if is_second {
        let function = function(view);
        let list = function.as_ref().and_then(|function| view.member(function, "operands"));
        let around = function.map_or_else(|| optimization.key("operation_function"), |(path, _)| path);
        return list.map_or_else(|| around.key("operands"), |(path, _)| path);
    }
    sum(view).map_or_else(|| optimization.key("minimize").key("sum"), |(path, _)| path)
}

/// The items of a list: the path of each, and its value, which a parameter can supply.
fn items<'a>(view: &View<'a>, path: &NodePath, list: &'a Node) -> Vec<(NodePath, Placed<'a>)> {
    let items = list.items().iter().enumerate();
    let item = |(index, item)| {
        let own = path.index(index);
        Some((own.clone(), view.source(own, item)?))
    };
    items.filter_map(item).collect()
}

/// The arguments of `distance_between`.
fn arguments<'a>(view: &View<'a>, distance: &Placed<'a>) -> Option<Vec<(&'static str, &'a Node)>> {
    let (_, list) = view.member(distance, DISTANCE)?;
    Some(list.items().iter().map(|end| (DISTANCE, end)).collect())
}

/// The function of a distance, which in the first form is also the key of its ends.
pub const DISTANCE: &str = "distance_between";

/// The distance in an operand of the sum: it, or a product of it and a number.
fn of_sum<'a>(view: &View<'a>, path: NodePath, operand: Placed<'a>) -> Option<ObjectiveDistance<'a>> {
    if let Some(ends) = arguments(view, &operand) {
        return Some(ObjectiveDistance { path, ends, weight_path: operand.0, weight: None });
    }
    let (product, list) = view.member(&operand, "product")?;
    let ends = view.items(&product, list).iter().find_map(|factor| arguments(view, factor))?;
    let is_number = |factor: &Node| {
        let supplied = view.resolve(factor).unwrap_or(factor);
        supplied.as_scalar().is_some() || supplied.entry("get_param").is_some()
    };
    let weight = list.items().iter().enumerate().find(|(_, factor)| is_number(factor));
    let weight_path = weight.map_or_else(|| product.clone(), |(index, _)| product.index(index));
    Some(ObjectiveDistance { path, ends, weight_path, weight: weight.map(|(_, factor)| factor) })
}

/// A part of the second form: a function, which has an `operator`, or an operand, which names a `function`.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Its path in the list of operands, where it may be a function; that of the outermost one is its own.
    pub item: NodePath,
    pub path: NodePath,
    pub node: &'a Node,
}

/// Visits the parts of the second form.
pub fn visit<'a>(view: &View<'a>, each: &mut dyn FnMut(Part<'a>)) {
    if let Some(function) = function(view) {
        visit_function(view, (function.0.clone(), function), each, 0);
    }
}

fn visit_function<'a>(
    view: &View<'a>,
    (item, function): (NodePath, Placed<'a>),
    each: &mut dyn FnMut(Part<'a>),
    depth: usize,
) {
    let operands = view.member(&function, "operands");
    each(Part { item, path: function.0, node: function.1 });
    for (item, operand) in operands.map_or_else(Vec::new, |(path, list)| items(view, &path, list)) {
        match view.member(&operand, "operation_function") {
            Some(nested) if depth < MAX_DEPTH => visit_function(view, (item, nested), each, depth + 1),
            Some(_) => {}
            None => each(Part { item, path: operand.0, node: operand.1 }),
        }
    }
}
