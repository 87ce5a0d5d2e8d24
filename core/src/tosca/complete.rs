//! Completion in service templates.

use crate::completion::cursor::CursorContext;
use crate::completion::{Completion, ValidName};
use crate::context::FileContext;
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::{NodePath, Step};
use crate::tosca::mentions;

/// The names of this kind that can be used at `at`, starting with those of the file and its imports. Normative types
/// are offered by their shorthands, and by their URIs if they have none.
pub fn names(context: FileContext<'_>, kind: SymbolKind, at: &NodePath) -> Vec<ValidName> {
    // Types are not derived from themselves, and templates do not contain themselves.
    let is_own = |name: &str| at.steps().iter().any(|step| *step == Step::Key(name.into()));
    let defined = mentions::defined(context, kind).into_iter().filter(|(name, _)| !is_own(name));
    let mut found: Vec<ValidName> = defined.map(|(name, of)| ValidName::new(name, of)).collect();
    found.order_by(|a, b| a.name.cmp(&b.name));
    let normative = mentions::normative(context, kind).into_iter();
    let is_new = |name: &&str| found.iter().all(|other| other.name != *name);
    let normative: Vec<ValidName> = normative.filter(is_new).map(|name| ValidName::new(name, "normative")).collect();
    found.into_iter().chain(normative).collect()
}

/// The arguments of a function (4.3 to 4.8).
pub fn values(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    let (function, index) = match cursor.path.steps() {
        [.., Step::Key(function)] => (function.as_str(), 0),
        [.., Step::Key(function), Step::Index(index)] => (function.as_str(), *index),
        _ => return Vec::new(),
    };
    let kinds: &[SymbolKind] = match (function, index) {
        ("get_input", 0) => &[SymbolKind::Input],
        ("get_nodes_of_type", 0) => &[SymbolKind::NodeType],
        ("get_property" | "get_attribute" | "get_operation_output" | "get_artifact", 0) => {
            &[SymbolKind::NodeTemplate, SymbolKind::Relationship]
        }
        _ => return Vec::new(),
    };
    let of = |kind: &SymbolKind| {
        let names = names(context, *kind, &NodePath::root()).into_iter();
        names.map(|name| name.completion(*kind, cursor.replaces)).collect::<Vec<_>>()
    };
    kinds.iter().flat_map(of).collect()
}
