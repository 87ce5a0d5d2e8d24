//! Adapts an expansion to the frame shared by all previews.

use crate::assembly::expansion::{Expansion, codes};
use crate::diagnostic::{Diagnostic, Severity};
use crate::preview::frame::{Difference, Frame, Item, Link, Role};
use crate::preview::plan::Plan;

impl Frame for Expansion {
    fn n_items(&self) -> usize {
        self.instances.len()
    }

    fn item(&self, at: usize) -> Option<Item<'_>> {
        let instance = self.instances.get(at)?;
        Some(Item {
            name: &instance.name,
            type_name: &instance.type_name,
            kind: instance.kind.name(),
            parent: instance.parent.as_deref(),
            properties: &instance.properties,
            origin: instance.origin.as_ref(),
        })
    }

    fn n_links(&self) -> usize {
        self.relationships.len()
    }

    fn link(&self, at: usize) -> Option<Link<'_>> {
        let relationship = self.relationships.get(at)?;
        Some(Link {
            name: &relationship.name,
            owner: &relationship.owner,
            source: &relationship.source,
            target: &relationship.target,
            properties: &relationship.properties,
        })
    }

    fn plan(&self) -> Option<&Plan> {
        Some(&self.plan)
    }

    fn differences(&self) -> &[Difference] {
        &self.changes
    }

    fn findings(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    fn role(&self, finding: &Diagnostic) -> Role {
        match finding.code {
            codes::REQUIRED_UNSET if finding.severity == Severity::Error => Role::MissingInput,
            codes::BAD_INPUT => Role::OfInput,
            codes::LIMIT => Role::CutOff,
            _ => Role::Listed,
        }
    }
}
