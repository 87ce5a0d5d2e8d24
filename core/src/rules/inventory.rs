//! Rules for inventories of candidates. An inventory is no descriptor: it has no language, and these rules recognize it by
//! its content.

use crate::homing::placement::inventory::{self, Listed, is_inventory};
use crate::rules::{self, Check};
use crate::text::Span;

rules::list! { rules::Common:
    duplicate_candidate,
    host_of_cloud,
    invalid_number,
    missing_key,
    unknown_type,
}

impl<'a> Check<'a> {
    /// The candidates of the file, if it is an inventory.
    fn inventory(&self) -> Vec<Listed<'a>> {
        let root = self.file.root.as_deref().filter(|_| self.file.language.is_none());
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
