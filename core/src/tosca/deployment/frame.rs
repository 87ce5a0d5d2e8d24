//! Adapts a deployment to the frame shared by all previews.

use smol_str::SmolStr;

use crate::diagnostic::Diagnostic;
use crate::preview::frame::{Frame, Item, Link, Role};
use crate::preview::plan::Plan;
use crate::tosca::deployment::{Deployment, Provision, codes};

impl Frame for Deployment {
    fn n_items(&self) -> usize {
        self.nodes.len() + self.dangling.len()
    }

    fn item(&self, at: usize) -> Option<Item<'_>> {
        if let Some(node) = self.nodes.get(at) {
            return Some(Item {
                name: &node.name,
                type_name: &node.type_name,
                kind: node.provision.name(),
                parent: node.parent.as_deref(),
                properties: &node.rows,
                origin: Some(&node.origin),
            });
        }
        let dangling = self.dangling.get(at - self.nodes.len())?;
        let type_name = dangling.node_type.as_ref().or(dangling.capability_type.as_ref());
        Some(Item {
            name: &dangling.name,
            type_name: type_name.map_or("", SmolStr::as_str),
            kind: Provision::Delegated.name(),
            parent: None,
            properties: &[],
            origin: None,
        })
    }

    fn n_links(&self) -> usize {
        self.relationships.len()
    }

    fn link(&self, at: usize) -> Option<Link<'_>> {
        let relationship = self.relationships.get(at)?;
        Some(Link {
            name: &relationship.name,
            owner: &relationship.source,
            source: &relationship.source,
            target: &relationship.target,
            properties: &[],
        })
    }

    fn plan(&self) -> Option<&Plan> {
        Some(&self.plan)
    }

    fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }

    fn role(&self, finding: &Diagnostic) -> Role {
        match finding.code {
            codes::MISSING_INPUT => Role::MissingInput,
            codes::UNKNOWN_INPUT => Role::OfInput,
            codes::LIMIT => Role::CutOff,
            _ => Role::Listed,
        }
    }
}

impl Provision {
    pub fn name(self) -> &'static str {
        match self {
            Provision::Implemented => "implemented",
            Provision::Delegated => "delegated",
            Provision::Substituted => "substituted",
        }
    }
}
