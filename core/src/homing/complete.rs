//! Completion in homing templates.

use crate::completion::cursor::CursorContext;
use crate::completion::{Choice, Completion};
use crate::context::FileContext;
use crate::homing::mentions;
use crate::symbol::SymbolKind;
use crate::syntax::{NodePath, Step};

/// The names of this kind that can be used at `at`.
pub fn names(context: FileContext<'_>, kind: SymbolKind, at: &NodePath) -> Vec<Choice> {
    let is_own = |name: &str| at.steps().iter().any(|step| *step == Step::Key(name.into()));
    let defined = mentions::defined(context.file, kind).filter(|(name, _)| !is_own(name));
    defined.map(|(name, of)| Choice::new(name, of)).collect()
}

/// The arguments of `get_param` and `distance_between`.
pub fn values(context: FileContext<'_>, place: &CursorContext) -> Vec<Completion> {
    let function = place.path.steps().iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    });
    let kinds: &[SymbolKind] = match (function, place.path.steps().last()) {
        (Some("get_param"), Some(Step::Key(_) | Step::Index(0))) => &[SymbolKind::Input],
        (Some("distance_between"), _) => &[SymbolKind::Location, SymbolKind::Demand],
        _ => return Vec::new(),
    };
    let of = |kind: &SymbolKind| {
        let names = names(context, *kind, &NodePath::root()).into_iter();
        names.map(|name| name.completion(*kind, place.replaces)).collect::<Vec<_>>()
    };
    kinds.iter().flat_map(of).collect()
}
