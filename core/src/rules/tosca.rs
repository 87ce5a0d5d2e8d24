//! Names in service templates that lead to nothing.

mod no_such_capability;
mod no_such_import;
mod no_such_input;
mod no_such_property;
mod no_such_template;
mod no_such_type;

use crate::language::Language;
use crate::rules::{Check, Rule};
use crate::symbol::{SymbolKind, Target};
use crate::tosca::mentions::{Spoken, spoken};

pub static RULES: &[&Rule] = &[
    &no_such_capability::RULE,
    &no_such_import::RULE,
    &no_such_input::RULE,
    &no_such_property::RULE,
    &no_such_template::RULE,
    &no_such_type::RULE,
];

/// What the file speaks of as of one of these kinds, and what is not there.
fn missing<'a>(cx: &Check<'a>, kinds: &[SymbolKind]) -> Vec<Spoken<'a>> {
    let is_missing =
        |kind: SymbolKind, target: &Target| kinds.contains(&kind) && matches!(target, Target::Missing { .. });
    let mut mentions = cx.mentions.iter().filter(|_| cx.file.language == Some(Language::Tosca));
    if !mentions.any(|mention| is_missing(mention.kind, &mention.target)) {
        return Vec::new();
    }
    let spoken = spoken(cx.file, cx.workspace).into_iter();
    spoken.filter(|one| is_missing(one.mention.kind, &one.mention.target)).collect()
}
