//! Rules for service templates, in groups: each is a folder of `tosca/GROUP/NAME` codes.

pub mod artifact;
pub mod constraint;
pub mod data_type;
pub mod function;
pub mod group;
pub mod import;
pub mod notation;
pub mod operation;
pub mod package;
pub mod property;
pub mod refinement;
pub mod requirement;
mod schema_hooks;
pub mod substitution;
pub mod template;
pub mod r#type;
pub mod value;
pub mod version;
pub mod workflow;

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::csar::Package;
use crate::diagnostic::Severity;
use crate::edit::TextEdit;
use crate::rules::{self, Facts};
use crate::schema::records::RecordNodes;
use crate::symbol::{Mention, SymbolKind, Target};
use crate::tosca::calls::Calls;
use crate::tosca::derivation::{self, Cycle};
use crate::tosca::effective::Effective;
use crate::tosca::faults::{self, Fault, FaultKind};
use crate::tosca::files::{self, MissingFile, Reason, Role};
use crate::tosca::fulfilment::{Assignment, Edge, Fulfilment, NodeTemplate, Refusal};
use crate::tosca::interfaces::{self, Interface};
use crate::tosca::mentions::{self, Resolved};
use crate::tosca::schema::SERVICE_TEMPLATE;
use crate::tosca::scope::Scope;

/// A rule for service templates.
pub type Rule = rules::Definition<Tosca>;
/// A check of a service template.
pub type Check<'a> = rules::Check<'a, Tosca>;

rules::join! { Tosca:
    artifact, constraint, data_type, function, group, import, notation, operation, package, property, refinement, requirement,
    substitution, template, r#type, value, version, workflow
}

/// The facts that the rules for service templates share.
pub struct Tosca;

/// The names available in a service template, its unresolved names, and the faults of its values.
pub struct ToscaFacts<'a> {
    pub scope: Rc<Scope<'a>>,
    /// The node templates with their requirements.
    pub topology: Fulfilment<'a>,
    /// The assignments that can be decided, by the indices of the node template and the assignment.
    decided: Vec<(usize, usize, Result<Edge, Refusal>)>,
    missing: Vec<Resolved>,
    cycles: Vec<Cycle>,
    faults: Vec<Fault>,
    files: Vec<MissingFile>,
    records: RecordNodes<'a>,
    calls: Calls<'a>,
    /// The members that refine inherited ones, computed for the first rule that needs them.
    refined: OnceCell<Vec<refinement::Refined<'a>>>,
    /// The interfaces of types, found for the first rule that needs them.
    interfaces: RefCell<HashMap<(*const Effective, &'a str), FoundInterface>>,
    context: FileContext<'a>,
    /// The package that starts with the file, read for the first rule about its manifest.
    package: OnceCell<Option<Package>>,
}

/// An interface that was looked for, with the type, which therefore keeps its address.
type FoundInterface = (Arc<Effective>, Option<Rc<Interface>>);

impl<'a> ToscaFacts<'a> {
    fn assignment(&self, node: usize, assignment: usize) -> Option<(&NodeTemplate<'a>, &Assignment<'a>)> {
        let node = self.topology.nodes.get(node)?;
        Some((node, node.assignments.get(assignment)?))
    }

    /// The members of the types of the file that refine inherited ones.
    fn refined(&self) -> &[refinement::Refined<'a>] {
        self.refined.get_or_init(|| refinement::refined(&self.scope))
    }

    /// The package that starts with the file.
    fn package(&self) -> Option<&Package> {
        let read = || Package::starting_with(self.context.file, self.context.workspace.contents());
        self.package.get_or_init(read).as_ref()
    }

    /// The interface of a type that a name refers to.
    fn interface(&self, of: &Arc<Effective>, name: &'a str) -> Option<Rc<Interface>> {
        let key = (Arc::as_ptr(of), name);
        if let Some((_, known)) = self.interfaces.borrow().get(&key) {
            return known.clone();
        }
        let found = interfaces::find(&self.scope, of, name).map(Rc::new);
        self.interfaces.borrow_mut().insert(key, (Arc::clone(of), found.clone()));
        found
    }

    /// The assignments that are met, each with its node template.
    fn met(&self) -> impl Iterator<Item = (&NodeTemplate<'a>, &Assignment<'a>, &Edge)> {
        self.decided.iter().filter_map(|(node, assignment, outcome)| {
            let (node, assignment) = self.assignment(*node, *assignment)?;
            Some((node, assignment, outcome.as_ref().ok()?))
        })
    }

    /// The same with the index of the node template.
    fn met_by_index(&self) -> impl Iterator<Item = (usize, &Assignment<'a>, &Edge)> {
        self.decided.iter().filter_map(|(node, assignment, outcome)| {
            Some((*node, self.assignment(*node, *assignment)?.1, outcome.as_ref().ok()?))
        })
    }

    /// The assignments that cannot be met, each with its node template. Copied ones are reported where they are
    /// written.
    fn refused(&self) -> impl Iterator<Item = (&NodeTemplate<'a>, &Assignment<'a>, &Refusal)> {
        self.decided.iter().filter_map(|(node, assignment, outcome)| {
            let (node, assignment) = self.assignment(*node, *assignment)?;
            (!assignment.is_copied).then_some((node, assignment, outcome.as_ref().err()?))
        })
    }
}

impl Facts for Tosca {
    type Of<'a> = ToscaFacts<'a>;

    fn of<'a>(context: FileContext<'a>, mentions: &'a [Mention]) -> ToscaFacts<'a> {
        let is_missing = |mention: &Mention| matches!(mention.target, Target::Missing { .. });
        // Candidates for suggestions are collected only if a name is missing.
        let is_sound = !mentions.iter().any(is_missing);
        let missing = if is_sound { Vec::new() } else { mentions::missing(context) };
        let scope = Rc::new(Scope::of(context));
        let cycles = derivation::cycles(&scope);
        let topology = Fulfilment::of(&scope);
        let decided = topology.decide(&scope);
        let faults = faults::faults(context, Rc::clone(&scope));
        let root = context.file.root.as_ref();
        let records = root.map_or_else(RecordNodes::default, |root| RecordNodes::of(root, &SERVICE_TEMPLATE));
        let calls = Calls::of(&records);
        let files = files::missing(context);
        ToscaFacts {
            scope,
            topology,
            decided,
            missing,
            cycles,
            faults,
            files,
            records,
            calls,
            refined: OnceCell::new(),
            interfaces: RefCell::default(),
            context,
            package: OnceCell::new(),
        }
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

/// Reports the faults of this kind.
fn report_faults(cx: &mut Check<'_>, kind: FaultKind) {
    let facts = Rc::clone(&cx.facts);
    for fault in facts.faults.iter().filter(|fault| fault.kind == kind) {
        let mut finding = cx.report(fault.span, &*fault.message);
        if let Some(severity) = fault.severity {
            finding = finding.severity(severity);
        }
        if let Some(help) = &fault.help {
            finding = finding.help(help);
        }
        if let Some((file, span, message)) = &fault.related {
            finding = finding.related(file, *span, *message);
        }
        if let Some((span, text, safety)) = &fault.replacement {
            finding = finding.fix(format!("Replace with `{text}`"), *safety, TextEdit::replace(*span, text.as_str()));
        }
        if let Some((name, known)) = &fault.unknown {
            finding.suggest(name, known.iter().map(SmolStr::as_str), "use one that the definition has");
        }
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
pub const CHECK: rules::LanguageRules =
    rules::LanguageRules { run: |run| run.call(CHECKS), hooks: schema_hooks::HOOKS };
