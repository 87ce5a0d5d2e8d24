//! Rules for inventories of candidates. An inventory is not a descriptor and has no language; its content identifies it.

use crate::context::FileContext;
use crate::homing::placement::inventory::{self, Listed, Schema};
use crate::package;
use crate::rules;
use crate::symbol::Mention;
use crate::text::Span;

pub type Rule = rules::Definition<OfInventory>;
pub type Check<'a> = rules::Check<'a, OfInventory>;

rules::list! { OfInventory:
    duplicate_candidate,
    host_of_cloud,
    invalid_number,
    malformed_csv,
    malformed_entry,
    missing_coordinates,
    missing_key,
    number_as_identifier,
    trailing_comma,
    unknown_candidate,
    unknown_type,
}

/// For rules about inventories: their entries, none if the file is not an inventory.
pub struct OfInventory;

impl rules::Facts for OfInventory {
    type Of<'a> = Vec<Listed<'a>>;

    fn of<'a>(context: FileContext<'a>, _: &'a [Mention]) -> Vec<Listed<'a>> {
        let mut entries = inventory::of_file(context.file).map(inventory::listed).unwrap_or_default();
        if package::is_csv(&context.file.path) {
            // The cells of a row with too many cells may be in the wrong columns.
            entries.retain(|entry| entry.node.entries().iter().all(|cell| cell.key.as_text().is_some()));
        }
        entries
    }
}

/// The name of an entry in a message, and the span of its identifier.
fn name_of(entry: &Listed<'_>) -> (String, Span) {
    let (key, noun) = match entry.schema {
        Schema::Candidate => ("candidate_id", "candidate"),
        Schema::Region => ("cloud-region-id", "cloud region"),
        Schema::Complex => ("physical-location-id", "complex"),
    };
    let id = entry.node.get(key);
    match id.and_then(|id| Some((id, id.as_text()?))) {
        Some((id, name)) => (format!("{noun} `{name}`"), id.span),
        None => (format!("a {noun}"), entry.node.span),
    }
}

/// The candidates in the schema of the guide.
fn candidates<'l, 'a>(entries: &'l [Listed<'a>]) -> impl Iterator<Item = &'l Listed<'a>> {
    entries.iter().filter(|entry| entry.schema == Schema::Candidate)
}
