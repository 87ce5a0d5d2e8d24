//! Completion in service templates, by the types of their values.

mod function;
mod operation;
mod path;
mod requirement;
mod workflow;

use crate::assignable::{Assignable, Member, ValueKind};
use crate::completion::cursor::CursorContext;
use crate::completion::{Completion, CompletionKind, ValidName, behind_key};
use crate::context::FileContext;
use crate::schema::{Field, Need};
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::{NodePath, Step};
use crate::tosca::assignable::assignable;
use crate::tosca::mentions;
use crate::tosca::version::{self, Version};

/// The names of this kind that can be used at `at`, starting with those of the file and its imports. Normative types
/// are offered by their shorthands, and by their URIs if they have none. The targets of a requirement are the node
/// templates that meet it.
pub fn names(context: FileContext<'_>, kind: SymbolKind, at: &NodePath) -> Vec<ValidName> {
    if kind == SymbolKind::Step {
        return workflow::steps(context, at);
    }
    // Types are not derived from themselves, and templates do not contain themselves.
    let is_own = |name: &str| at.steps().iter().any(|step| *step == Step::Key(name.into()));
    let fitting = (kind == SymbolKind::NodeTemplate).then(|| requirement::fitting(context, at)).flatten();
    let fits = |name: &str| fitting.as_ref().is_none_or(|fitting| fitting.contains(name));
    let defined = mentions::defined(context, kind).into_iter().filter(|(name, _)| !is_own(name) && fits(name));
    let mut found: Vec<ValidName> = defined.map(|(name, of)| ValidName::new(name, of)).collect();
    found.order_by(|a, b| a.name.cmp(&b.name));
    let normative = mentions::normative(context, kind).into_iter();
    let is_new = |name: &&str| found.iter().all(|other| other.name != *name);
    let normative: Vec<ValidName> = normative.filter(is_new).map(|name| ValidName::new(name, "normative")).collect();
    found.into_iter().chain(normative).collect()
}

/// The names that the types define for a mapping and that it does not have yet, required ones first.
pub fn members(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    let Some(Assignable::Members(mut all)) = assignable(context, std::slice::from_ref(&cursor.parent)).pop().flatten()
    else {
        return operation::names(context, cursor);
    };
    all.retain(|member| cursor.is_free(context.file.root.as_deref(), &member.name));
    all.order_by_key(|member| !member.required);
    let completion = |member: Member| {
        let is_scalar = !matches!(member.form.kind, ValueKind::Members | ValueKind::Entries | ValueKind::Items);
        let colon = behind_key(context.file, cursor, if is_scalar { ": " } else { ":" });
        let required = if member.required { "required, " } else { "" };
        Completion {
            insert: format!("{}{colon}", member.name),
            label: member.name.to_string(),
            replaces: cursor.replaces,
            kind: CompletionKind::Key,
            detail: format!("{required}{}", member.form.type_name),
            doc: member.explained(),
            also: None,
        }
    };
    all.into_iter().map(completion).collect()
}

/// Values: those that forms offer, parts of requirements and functions, and files.
pub fn values(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    if let Some(found) = assignable(context, std::slice::from_ref(&cursor.path)).pop().flatten() {
        return of_type(found, cursor);
    }
    let sources: [fn(FileContext<'_>, &CursorContext) -> Vec<Completion>; 3] =
        [requirement::values, function::values, path::values];
    sources.into_iter().map(|source| source(context, cursor)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// How much a mapping needs a key: keys of newer versions have no meaning in a file (3.1).
pub fn need(context: FileContext<'_>, _: &NodePath, field: &Field) -> Option<Need> {
    let is_newer = |since| Version::numbered(since).is_some_and(|since| since > version::of(context.file));
    (!field.since.is_some_and(is_newer)).then_some(field.need)
}

fn of_type(found: Assignable, cursor: &CursorContext) -> Vec<Completion> {
    let Assignable::Value(form) = found else { return Vec::new() };
    let flags = if form.kind == ValueKind::Flag { &["true", "false"][..] } else { &[] };
    let flags = flags.iter().map(|flag| word(*flag, "", cursor));
    let choices = form.choices.iter().map(|choice| word(choice, &form.type_name, cursor));
    let sources = form.sources.iter().map(|source| word(source, "input", cursor));
    let suggestions = form.suggestions.iter().map(|suggestion| word(suggestion, "", cursor));
    flags.chain(choices).chain(suggestions).chain(sources).collect()
}

/// A word with a note.
fn word(label: impl Into<String>, detail: impl Into<String>, cursor: &CursorContext) -> Completion {
    let label = label.into();
    Completion {
        insert: label.clone(),
        label,
        replaces: cursor.replaces,
        kind: CompletionKind::Word,
        detail: detail.into(),
        doc: String::new(),
        also: None,
    }
}
