//! Sums and products in others.

use serde_yaml::{Mapping, Value};

use crate::diagnostic::{Safety, Severity};
use crate::edit::EditError;
use crate::homing::objective;
use crate::homing::ready::of_number;
use crate::homing::terms;
use crate::homing::view::View;
use crate::rules::homing::{Check, Rule};
use crate::syntax::{Entry, Node, NodePath, plain};

pub static RULE: Rule = Rule {
    code: "homing/nested-sum",
    severity: Severity::Error,
    title: "nested sum or product",
    doc: "An objective is one sum of distances and products. Expand a product with a sum into several products, and list \
          the operands of a sum in the outer one.",
    sources: &["HAS-127", "HAS-122", "HAS-124"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - product: [2, {sum: [{distance_between: [home, gateway]}]}]
      - product: [2, {distance_between: [home, cache]}]
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - product: [2, {distance_between: [home, gateway]}]
      - product: [4, {distance_between: [home, cache]}]
",
    check,
};

/// The path of the sum of the objective, and the index of a term in it, given its function.
fn place(view: &View<'_>, function: &Entry) -> Option<(NodePath, usize)> {
    let (path, list) = objective::sum(view)?;
    let operands = list.items();
    let index = operands.iter().position(|operand| operand.entries().iter().any(|own| std::ptr::eq(own, function)))?;
    Some((path, index))
}

/// The products of a product with a sum: the distributive law. `None` if it has other functions, or weights that are not
/// written as numbers, or a nested product.
fn expanded(factors: &[Node]) -> Option<Vec<Value>> {
    let sum = factors.iter().find_map(|factor| factor.get("sum"))?;
    let others: Vec<&Node> = factors.iter().filter(|factor| factor.entry("sum").is_none()).collect();
    let number = |node: &Node| node.as_text()?.trim().parse::<f64>().ok();
    let weight = match others.as_slice() {
        [] => 1.0,
        [one] => number(one)?,
        _ => return None,
    };
    let operand = |operand: &Node| {
        let (own, distance) = match operand.get("product").map(Node::items) {
            None => (1.0, operand.entry("distance_between").map(|_| plain::as_written(operand))?),
            Some([one, other]) => match (number(one), number(other)) {
                (Some(own), None) => (own, plain::as_written(other)),
                (None, Some(own)) => (own, plain::as_written(one)),
                _ => return None,
            },
            Some(_) => return None,
        };
        distance.get("distance_between")?;
        let product = Value::Sequence(vec![of_number(weight * own), distance]);
        Some(Value::Mapping(Mapping::from_iter([("product".into(), product)])))
    };
    sum.items().iter().map(operand).collect()
}

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for (around, inner) in terms::nested(&view) {
        let name = |entry: &Entry| entry.key.as_text().unwrap_or_default().to_owned();
        let (around_name, name) = (name(around), name(inner));
        let finding = cx.report(inner.key.span, format!("a {around_name} contains a {name}"));
        let (help, title, terms, at) = match (around_name.as_str(), name.as_str()) {
            ("sum", _) => {
                let terms = inner.value.items().iter().map(plain::as_written).collect();
                ("list its operands in the outer sum", "List its operands", Some(terms), inner)
            }
            (_, "sum") => {
                let terms = expanded(around.value.items());
                ("expand the product into several products", "Expand the product", terms, around)
            }
            _ => {
                finding.help("multiply the numbers");
                continue;
            }
        };
        let finding = finding.help(help);
        if let Some((path, index)) = place(&view, at)
            && let Some(terms) = terms.filter(|terms: &Vec<Value>| !terms.is_empty())
        {
            finding.fix_by(title, Safety::Unsafe, |draft| {
                if draft.is_commented(&path.index(index))? {
                    return Err(EditError::Refused("the comments would be lost".to_owned()));
                }
                let (first, others) = terms.split_first().unwrap_or((&Value::Null, &[]));
                draft.replace(&path.index(index), first)?;
                others.iter().try_for_each(|term| draft.append(&path, term))
            });
        }
    }
}
