//! The terms of the first form of the optimization: a sum of distances and products.

use crate::homing::view::{View, call};
use crate::syntax::{Entry, Node};

/// The entry of the sum.
pub fn sum<'a>(view: &View<'a>) -> Option<&'a Entry> {
    view.template.get("optimization")?.get("minimize")?.entry("sum")
}

/// The functions in the sum, also in products and nested sums: each with its name as the key.
pub fn functions<'a>(view: &View<'a>) -> Vec<&'a Entry> {
    let mut found = Vec::new();
    if let Some(sum) = sum(view) {
        sum.value.items().iter().for_each(|operand| collect(operand, &mut found, 0));
    }
    found
}

fn collect<'a>(operand: &'a Node, found: &mut Vec<&'a Entry>, depth: usize) {
    // Deeper expressions are a sign of a hostile file.
    if depth > 64 || call(operand).is_some() {
        return;
    }
    for entry in operand.entries() {
        found.push(entry);
        if entry.key.as_text().is_some_and(|key| ["product", "sum"].contains(&key)) {
            entry.value.items().iter().for_each(|item| collect(item, found, depth + 1));
        }
    }
}

fn of_name<'a>(view: &View<'a>, name: &str) -> Vec<&'a Entry> {
    functions(view).into_iter().filter(|entry| entry.key.as_text() == Some(name)).collect()
}

/// The sums and products in other ones, which only the outermost sum may contain: the entry around each, and its own.
pub fn nested<'a>(view: &View<'a>) -> Vec<(&'a Entry, &'a Entry)> {
    let (products, functions) = (products(view), functions(view));
    let sums = functions.iter().filter(|entry| entry.key.as_text() == Some("sum")).copied().chain(sum(view));
    let in_sums = sums.flat_map(|around| of_operands(around, "sum"));
    let in_products =
        products.into_iter().flat_map(|around| of_operands(around, "sum").chain(of_operands(around, "product")));
    in_sums.chain(in_products).collect()
}

fn of_operands<'a>(around: &'a Entry, name: &'static str) -> impl Iterator<Item = (&'a Entry, &'a Entry)> {
    around.value.items().iter().filter_map(move |operand| Some((around, operand.entry(name)?)))
}

/// The products.
pub fn products<'a>(view: &View<'a>) -> Vec<&'a Entry> {
    of_name(view, "product")
}

/// The calls of `distance_between`.
pub fn distances<'a>(view: &View<'a>) -> Vec<&'a Entry> {
    of_name(view, "distance_between")
}
