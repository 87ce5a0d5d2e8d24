//! The diagrams of a file: its topology, and those of its parts.

use crate::analysis::Analysis;
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::diagrams::{Diagram, DiagramKey};
use crate::topology::{Action, Offer, Topology};

impl Analysis {
    /// The diagrams of a file, its topology first; none if it is not a descriptor. Before the services of its language
    /// have been loaded, only the topology is known.
    pub fn diagrams(&self, path: &FilePath) -> Vec<Diagram> {
        if self.file(path).is_none_or(|file| file.language.is_none()) {
            return Vec::new();
        }
        let mut diagrams = vec![Diagram { key: DiagramKey::default(), name: String::new() }];
        if let Some((context, services)) = self.served(path) {
            diagrams.extend(services.diagrams.map(|all| (all.list)(context)).into_iter().flatten());
        }
        diagrams
    }

    /// Whether the part that a diagram shows exists. It may be hidden by errors in the text.
    pub fn has_diagram(&self, path: &FilePath, diagram: &DiagramKey) -> bool {
        let root = self.file(path).and_then(|file| file.root.as_ref());
        diagram.is_topology() || root.is_none_or(|root| root.at(&diagram.of).is_some())
    }

    /// The diagram that shows the part of a file at `node`: that of the innermost part around it which has one of its own.
    pub fn diagram_around(&self, path: &FilePath, node: &NodePath) -> DiagramKey {
        let around = self.diagrams(path).into_iter().map(|diagram| diagram.key);
        let around = around.filter(|key| !key.of.is_root() && node.starts_with(&key.of));
        around.max_by_key(|key| key.of.steps().len()).unwrap_or_default()
    }

    /// The topology of a diagram. With `is_flipped`, hosts are drawn the opposite way from the default.
    pub fn drawn_as(&self, path: &FilePath, diagram: &DiagramKey, is_flipped: bool) -> Option<Topology> {
        if diagram.is_topology() {
            return self.topology_as(path, is_flipped);
        }
        let (context, services) = self.served(path)?;
        (services.diagrams?.draw)(context, diagram)
    }

    /// The diagram that shows what the box at `node` runs or contains.
    pub fn diagram_of_box(&self, path: &FilePath, node: &NodePath) -> Option<DiagramKey> {
        let (context, services) = self.served(path)?;
        (services.diagrams?.of_box)(context, node)
    }

    /// The edits that add a diagram to a file.
    pub fn diagram_additions(&self, path: &FilePath) -> Vec<Action> {
        let Some((context, services)) = self.served(path) else { return Vec::new() };
        services.diagrams.map_or_else(Vec::new, |all| (all.additions)(context))
    }

    /// The kinds of boxes that [`crate::topology::Command::AddEntry`] can add to the topology of `path`. Assemblies are composed of
    /// descriptors in the catalog instead ([`crate::topology::Command::Add`]).
    pub fn offers(&self, path: &FilePath) -> Vec<Offer> {
        self.offers_in(path, &DiagramKey::default())
    }

    /// The same for any diagram of `path`.
    pub fn offers_in(&self, path: &FilePath, diagram: &DiagramKey) -> Vec<Offer> {
        let Some((context, services)) = self.served(path) else { return Vec::new() };
        match services.diagrams.filter(|_| !diagram.is_topology()) {
            Some(all) => (all.offers)(context, diagram),
            None => (services.commands.offers)(context, (services.commands.boxes)(context)),
        }
    }
}
