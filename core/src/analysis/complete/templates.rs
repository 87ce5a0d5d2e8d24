//! The names that can stand in a service template or a homing template.

use crate::analysis::Analysis;
use crate::analysis::complete::place::Place;
use crate::analysis::complete::{Choice, Completion};
use crate::homing;
use crate::language::Language;
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::{NodePath, Step};
use crate::tosca;
use crate::workspace::SourceFile;

impl Analysis {
    /// The names of this kind that can stand at `at`, those of the file and its imports first.
    pub(super) fn names_of_template(&self, file: &SourceFile, kind: SymbolKind, at: &NodePath) -> Vec<Choice> {
        // No type is derived from itself, and no template is a part of itself.
        let is_own = |name: &str| at.steps().iter().any(|step| *step == Step::Key(name.into()));
        match file.language {
            Some(Language::Tosca) => {
                let defined = tosca::mentions::defined(file, self.workspace(), kind);
                let mut found: Vec<Choice> = defined
                    .into_iter()
                    .filter(|(name, _)| !is_own(name))
                    .map(|(name, of)| Choice::new(name, of))
                    .collect();
                found.order_by(|a, b| a.name.cmp(&b.name));
                let known: Vec<&str> = tosca::normative::names(kind).collect();
                let is_new = |name: &&str| found.iter().all(|other| other.name != *name);
                let normative: Vec<Choice> =
                    known.into_iter().filter(is_new).map(|name| Choice::new(name, "normative")).collect();
                found.into_iter().chain(normative).collect()
            }
            Some(Language::Homing) => homing::mentions::defined(file, kind)
                .filter(|(name, _)| !is_own(name))
                .map(|(name, of)| Choice::new(name, of))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// What a function of a template can be called with: `get_input`, `get_param`, `distance_between`.
    pub(super) fn arguments(&self, file: &SourceFile, place: &Place) -> Vec<Completion> {
        let (function, index) = match place.path.steps() {
            [.., Step::Key(function)] => (function.as_str(), 0),
            [.., Step::Key(function), Step::Index(index)] => (function.as_str(), *index),
            _ => return Vec::new(),
        };
        let kinds: &[SymbolKind] = match (file.language, function, index) {
            (Some(Language::Tosca), "get_input", 0) | (Some(Language::Homing), "get_param", 0) => &[SymbolKind::Input],
            (
                Some(Language::Tosca),
                "get_property" | "get_attribute" | "get_operation_output" | "get_artifact" | "get_nodes_of_type",
                0,
            ) => match function {
                "get_nodes_of_type" => &[SymbolKind::NodeType],
                _ => &[SymbolKind::NodeTemplate, SymbolKind::Relationship],
            },
            (Some(Language::Homing), "distance_between", _) => &[SymbolKind::Location, SymbolKind::Demand],
            _ => return Vec::new(),
        };
        let of = |kind: &SymbolKind| {
            let names = self.names_of_template(file, *kind, &NodePath::root()).into_iter();
            names.map(|name| name.completion(*kind, place.replaces)).collect::<Vec<_>>()
        };
        kinds.iter().flat_map(of).collect()
    }
}
