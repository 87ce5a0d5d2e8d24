//! A homing template lowered from its tree: the names that it defines.

use smol_str::SmolStr;

use crate::homing::view;
use crate::symbol::SymbolKind;
use crate::syntax::Node;

/// The names of each section, in text order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Template {
    pub parameters: Vec<Named>,
    pub locations: Vec<Named>,
    pub demands: Vec<Named>,
    pub constraints: Vec<Named>,
}

/// An entry of a section, with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    pub name: SmolStr,
    pub type_name: Option<SmolStr>,
}

impl Template {
    pub fn lower(root: &Node) -> Self {
        let (_, root) = view::template(root);
        let named = |section: &str| {
            let entries = root.get(section).map_or(&[][..], Node::entries).iter();
            let named = entries.filter_map(|entry| {
                let type_name = entry.value.get("type").and_then(Node::as_text).map(SmolStr::new);
                Some(Named { name: entry.key.as_text()?.into(), type_name })
            });
            named.collect()
        };
        Template {
            parameters: named("parameters"),
            locations: named("locations"),
            demands: named("demands"),
            constraints: named("constraints"),
        }
    }

    /// The names of this kind; empty for kinds that no section defines.
    pub fn named(&self, kind: SymbolKind) -> &[Named] {
        match kind {
            SymbolKind::Input => &self.parameters,
            SymbolKind::Location => &self.locations,
            SymbolKind::Demand => &self.demands,
            SymbolKind::Constraint => &self.constraints,
            _ => &[],
        }
    }
}
