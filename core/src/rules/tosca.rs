//! Rules for service templates, in groups: each is a folder of `tosca/GROUP/NAME` codes.

pub mod function;
pub mod import;
pub mod notation;
pub mod operation;
pub mod property;
pub mod requirement;
mod schema_hooks;
pub mod template;
pub mod r#type;
pub mod version;
pub mod workflow;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::rules::{self, Facts};
use crate::schema::records::Places;
use crate::symbol::{Mention, SymbolKind, Target};
use crate::tosca::calls::Calls;
use crate::tosca::derivation::{self, Cycle};
use crate::tosca::mentions::{self, Resolved};
use crate::tosca::schema::SERVICE_TEMPLATE;

/// A rule for service templates.
pub type Rule = rules::Definition<Tosca>;
/// A check of a service template.
pub type Check<'a> = rules::Check<'a, Tosca>;

rules::join! { Tosca: function, import, notation, operation, property, requirement, template, r#type, version, workflow }

/// The facts that the rules for service templates share.
pub struct Tosca;

/// The unresolved names of a service template, its mappings with their tables, and its function calls.
pub struct ToscaFacts<'a> {
    missing: Vec<Resolved>,
    cycles: Vec<Cycle>,
    places: Places<'a>,
    calls: Calls<'a>,
}

impl Facts for Tosca {
    type Of<'a> = ToscaFacts<'a>;

    fn of<'a>(context: FileContext<'a>, mentions: &'a [Mention]) -> ToscaFacts<'a> {
        let is_missing = |mention: &Mention| matches!(mention.target, Target::Missing { .. });
        // Candidates for suggestions are collected only if a name is missing.
        let is_sound = !mentions.iter().any(is_missing);
        let missing = if is_sound { Vec::new() } else { mentions::missing(context) };
        let root = context.file.root.as_ref();
        let places = root.map_or_else(Places::default, |root| Places::of(root, &SERVICE_TEMPLATE));
        let calls = Calls::of(&places);
        ToscaFacts { missing, cycles: derivation::cycles(context), places, calls }
    }
}

/// Whether the topology has a template with this name in the section.
fn has_template(cx: &Check<'_>, section: &str, name: &str) -> bool {
    let topology = cx.file.root.as_ref().and_then(|root| root.get("topology_template"));
    topology.and_then(|topology| topology.get(section)?.entry(name)).is_some()
}

/// The unresolved names of these kinds.
fn missing(cx: &Check<'_>, kinds: &[SymbolKind]) -> Vec<Resolved> {
    cx.facts.missing.iter().filter(|one| kinds.contains(&one.mention.kind)).cloned().collect()
}

/// Reports members of these kinds that the node type does not have, with the noun for each kind.
fn report_missing_members(cx: &mut Check<'_>, kinds: [(SymbolKind, &str); 2]) {
    for one in missing(cx, &kinds.map(|(kind, _)| kind)) {
        let name = &one.mention.name;
        let Some((_, noun)) = kinds.iter().find(|(kind, _)| *kind == one.mention.kind) else { continue };
        let finding = cx.report(one.mention.span, format!("the node type has no {noun} `{name}`"));
        finding.suggest(name, one.known.iter().map(SmolStr::as_str), "use one that the node type defines or inherits");
    }
}

/// The rules and schema hooks for service templates.
pub const CHECK: rules::LanguageRules =
    rules::LanguageRules { run: |run| run.call(CHECKS), hooks: schema_hooks::HOOKS };
