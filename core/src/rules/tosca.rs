//! Rules for service templates, in groups: each is a folder of `tosca/GROUP/NAME` codes.

pub mod artifact;
pub mod function;
pub mod import;
pub mod operation;
pub mod property;
pub mod requirement;
pub mod template;
pub mod r#type;
pub mod workflow;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::diagnostic::Severity;
use crate::rules::schema_hooks::SchemaHooks;
use crate::rules::{self, Facts};
use crate::symbol::{Mention, SymbolKind, Target};
use crate::tosca::derivation::{self, Cycle};
use crate::tosca::files::{self, MissingFile, Reason, Role};
use crate::tosca::mentions::{self, Resolved};
use crate::tosca::scope::Scope;

/// A rule for service templates.
pub type Rule = rules::Definition<Tosca>;
/// A check of a service template.
pub type Check<'a> = rules::Check<'a, Tosca>;

rules::join! { Tosca: artifact, function, import, operation, property, requirement, template, r#type, workflow }

/// The facts that the rules for service templates share.
pub struct Tosca;

/// The names available in a service template, and its unresolved names.
pub struct ToscaFacts<'a> {
    pub scope: Scope<'a>,
    missing: Vec<Resolved>,
    cycles: Vec<Cycle>,
    files: Vec<MissingFile>,
}

impl Facts for Tosca {
    type Of<'a> = ToscaFacts<'a>;

    fn of<'a>(context: FileContext<'a>, mentions: &'a [Mention]) -> ToscaFacts<'a> {
        let is_missing = |mention: &Mention| matches!(mention.target, Target::Missing { .. });
        // Candidates for suggestions are collected only if a name is missing.
        let is_sound = !mentions.iter().any(is_missing);
        let missing = if is_sound { Vec::new() } else { mentions::missing(context) };
        let scope = Scope::of(context);
        let cycles = derivation::cycles(&scope);
        let files = files::missing(context, &scope);
        ToscaFacts { scope, missing, cycles, files }
    }
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

/// The files with this role that are not available for this reason.
fn missing_files(cx: &Check<'_>, role: impl Fn(Role) -> bool, reason: Reason) -> Vec<MissingFile> {
    let is_meant = |one: &&MissingFile| role(one.role) && one.reason == reason;
    cx.facts.files.iter().filter(is_meant).cloned().collect()
}

/// Reports a file that is not available: an error in a package, a warning elsewhere.
fn report_missing_file(cx: &mut Check<'_>, one: &MissingFile, message: String, help: &str) {
    let Some(span) = cx.file.span_of(&one.at) else { return };
    let severity = if one.is_packaged { Severity::Error } else { Severity::Warning };
    cx.report(span, message).severity(severity).help(help);
}

/// The rules and schema hooks for service templates.
pub const CHECK: rules::LanguageRules = rules::LanguageRules { run: |run| run.call(CHECKS), hooks: SchemaHooks::NONE };
