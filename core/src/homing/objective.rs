//! The distances in the objective of a template, in both forms of the optimization.

use crate::syntax::{Node, NodePath};

/// A distance between a location and a demand in the objective.
#[derive(Clone, Debug)]
pub struct ObjectiveDistance<'a> {
    /// The path of the operand.
    pub path: NodePath,
    /// The names of the location and the demand, in the order of the text.
    pub ends: Vec<&'a Node>,
    /// The path of the weight, or where a weight is added.
    pub weight_path: NodePath,
    pub weight: Option<&'a Node>,
}

/// Nested operands are not read more deeply.
const MAX_DEPTH: usize = 64;

/// The path of the operands of the sum.
pub fn sum(base: &NodePath) -> NodePath {
    base.key("optimization").key("minimize").key("sum")
}

/// The path of the outermost function in the second form.
pub fn function(base: &NodePath) -> NodePath {
    base.key("optimization").key("operation_function")
}

/// The distances in the objective of the template at `base`, in the order of the text.
pub fn distances<'a>(base: &NodePath, root: &'a Node) -> Vec<ObjectiveDistance<'a>> {
    let mut found = Vec::new();
    let sum = sum(base);
    for (index, operand) in root.at(&sum).map_or(&[][..], Node::items).iter().enumerate() {
        found.extend(of_sum(sum.index(index), operand));
    }
    let function = function(base);
    if let Some(node) = root.at(&function) {
        visit(&function, node, &mut |path, operand| {
            if operand.get("function").and_then(Node::as_text) == Some("distance_between") {
                let end = |key: &str| operand.get("params")?.get(key);
                let ends = ["location", "demand"].into_iter().filter_map(end).collect();
                let (weight_path, weight) = (path.key("weight"), operand.get("weight"));
                found.push(ObjectiveDistance { path: path.clone(), ends, weight_path, weight });
            }
        });
    }
    found
}

/// The distance in an operand of the sum: it, or a product of it and a number.
fn of_sum(path: NodePath, operand: &Node) -> Option<ObjectiveDistance<'_>> {
    if let Some(arguments) = operand.get("distance_between") {
        let ends = arguments.items().iter().collect();
        return Some(ObjectiveDistance { weight_path: path.clone(), path, ends, weight: None });
    }
    let factors = operand.get("product")?.items();
    let ends = factors.iter().find_map(|factor| factor.get("distance_between"))?.items().iter().collect();
    let product = path.key("product");
    let is_number = |factor: &Node| factor.as_scalar().is_some() || factor.entry("get_param").is_some();
    let weight = factors.iter().enumerate().find(|(_, factor)| is_number(factor));
    let weight_path = weight.map_or_else(|| product.clone(), |(index, _)| product.index(index));
    Some(ObjectiveDistance { path, ends, weight_path, weight: weight.map(|(_, factor)| factor) })
}

/// Visits a function of the second form and everything in it, each with its path: functions, which have an `operator`, and
/// operands, which name a `function`.
pub fn visit<'a>(path: &NodePath, function: &'a Node, each: &mut dyn FnMut(&NodePath, &'a Node)) {
    visit_function(path, function, each, 0);
}

fn visit_function<'a>(path: &NodePath, function: &'a Node, each: &mut dyn FnMut(&NodePath, &'a Node), depth: usize) {
    each(path, function);
    let path = path.key("operands");
    for (index, operand) in function.get("operands").map_or(&[][..], Node::items).iter().enumerate() {
        let path = path.index(index);
        match operand.get("operation_function") {
            Some(nested) if depth < MAX_DEPTH => {
                visit_function(&path.key("operation_function"), nested, each, depth + 1);
            }
            Some(_) => {}
            None => each(&path, operand),
        }
    }
}
