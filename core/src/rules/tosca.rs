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

/// Reports what the type of a node should have and does not, of these kinds, each with what a person calls it.
fn report_missing_members(cx: &mut Check<'_>, kinds: [(SymbolKind, &str); 2]) {
    for one in missing(cx, &kinds.map(|(kind, _)| kind)) {
        let name = &one.mention.name;
        let Some((_, what)) = kinds.iter().find(|(kind, _)| *kind == one.mention.kind) else { continue };
        let finding = cx.report(one.mention.span, format!("the type of the node has no {what} `{name}`"));
        finding.suggest(name, one.known, "name one that the type defines or inherits");
    }
}
