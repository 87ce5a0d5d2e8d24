//! Rules for inventories of candidates. An inventory is not a descriptor and has no language; its content identifies it.

use crate::context::FileContext;
use crate::homing::placement::inventory::{self, Listed, is_inventory};
use crate::rules;
use crate::symbol::Mention;
use crate::text::Span;

pub type Rule = rules::Definition<OfInventory>;
pub type Check<'a> = rules::Check<'a, OfInventory>;

rules::list! { OfInventory:
    duplicate_candidate,
    host_of_cloud,
    invalid_number,
    missing_key,
    unknown_type,
}

/// For rules about inventories: the candidates, none if the file is not an inventory.
pub struct OfInventory;

impl rules::Facts for OfInventory {
    type Of<'a> = Vec<Listed<'a>>;

    fn of<'a>(context: FileContext<'a>, _: &'a [Mention]) -> Vec<Listed<'a>> {
        let root = context.file.root.as_deref().filter(|_| context.file.language.is_none());
        root.filter(|root| is_inventory(root)).map(inventory::listed).unwrap_or_default()
    }
}

/// The name of a candidate in a message, and the span of its identifier.
fn name_of(candidate: &Listed<'_>) -> (String, Span) {
    let id = candidate.node.get("candidate_id");
    match id.and_then(|id| Some((id, id.as_text()?))) {
        Some((id, name)) => (format!("candidate `{name}`"), id.span),
        None => ("a candidate".to_owned(), candidate.node.span),
    }
}
