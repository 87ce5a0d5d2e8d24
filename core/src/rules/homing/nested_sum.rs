//! Sum in a product.

use serde_yaml::{Mapping, Value};

use crate::diagnostic::{Safety, Severity};
use crate::homing::objective;
use crate::homing::ready::of_number;
use crate::homing::terms;
use crate::homing::view::View;
use crate::rules::homing::{Check, Rule};
use crate::syntax::{Entry, Node, NodePath, plain};

pub static RULE: Rule = Rule {
    code: "homing/nested-sum",
    severity: Severity::Error,
    title: "sum in a product",
    doc: "An objective is a sum of products. Expand a product with a sum into several products.",
    sources: &["HAS-127"],
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

/// The path of the sum of the objective, and the index of a product in it.
fn place(view: &View<'_>, product: &Entry) -> Option<(NodePath, usize)> {
    let path = objective::sum(&view.base);
    let operands = view.root.at(&path)?.items();
    let index = operands.iter().position(|operand| operand.entry("product").is_some_and(|own| std::ptr::eq(own, product)))?;
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
    for product in terms::products(&view) {
        for factor in product.value.items() {
            let Some(sum) = factor.entry("sum") else { continue };
            let finding = cx.report(sum.key.span, "a product contains a sum");
            let finding = finding.help("expand the product into several products");
            if let Some((path, index)) = place(&view, product)
                && let Some(products) = expanded(product.value.items()).filter(|products| !products.is_empty())
            {
                finding.fix_by("Expand the product", Safety::Unsafe, |draft| {
                    let (first, others) = products.split_first().unwrap_or((&Value::Null, &[]));
                    draft.replace(&path.index(index), first)?;
                    others.iter().try_for_each(|product| draft.append(&path, product))
                });
            }
        }
    }
}
