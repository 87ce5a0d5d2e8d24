//! The terms of the first form of the optimization: a sum of distances and products.

use crate::homing::view::{View, is_read};
use crate::syntax::{Entry, Node};

/// The entry of the sum.
pub fn sum<'a>(view: &View<'a>) -> Option<&'a Entry> {
    view.optimization()?.1.get("minimize")?.entry("sum")
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
    if depth > 64 || is_read(operand) {
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

/// The misplaced sums and products, each with the function around it: a sum cannot contain a sum, and a product can contain
/// neither a sum nor a product.
pub fn nested<'a>(view: &View<'a>) -> Vec<(&'a Entry, &'a Entry)> {
    let mut found = Vec::new();
    for around in sum(view).into_iter().chain(functions(view)) {
        let misplaced: &[&str] = match around.key.as_text() {
            Some("sum") => &["sum"],
            Some("product") => &["sum", "product"],
            _ => continue,
        };
        for operand in around.value.items() {
            found.extend(misplaced.iter().filter_map(|name| Some((around, operand.entry(name)?))));
        }
    }
    found
}

/// The products.
pub fn products<'a>(view: &View<'a>) -> Vec<&'a Entry> {
    of_name(view, "product")
}

/// The calls of `distance_between`.
pub fn distances<'a>(view: &View<'a>) -> Vec<&'a Entry> {
    of_name(view, "distance_between")
}
