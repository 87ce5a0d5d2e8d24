//! The diagrams of a file: its topology, and those of its parts.

use std::iter;

use crate::analysis::Analysis;
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::diagrams::{Diagram, DiagramKey};
use crate::topology::{Action, Offer, Topology};

impl Analysis {
    /// The diagrams of a file, the one that is shown first when it is opened before the others; none if it is not a descriptor.
    /// Before the services of its language have been loaded, only the topology is known.
    pub fn diagrams(&self, path: &FilePath) -> Vec<Diagram> {
        if self.file(path).is_none_or(|file| file.language.is_none()) {
            return Vec::new();
        }
        let listed = self.served(path).and_then(|(context, services)| Some((services.diagrams?.list)(context)));
        let topology = || vec![Diagram { key: DiagramKey::default(), name: String::new(), parts: Vec::new() }];
        listed.unwrap_or_else(topology)
    }

    /// The diagram that is shown when a file is opened.
    pub fn first_diagram(&self, path: &FilePath) -> DiagramKey {
        self.diagrams(path).into_iter().next().map(|diagram| diagram.key).unwrap_or_default()
    }

    /// Whether the part that a diagram shows exists. It may be hidden by errors in the text.
    pub fn has_diagram(&self, path: &FilePath, diagram: &DiagramKey) -> bool {
        let root = self.file(path).and_then(|file| file.root.as_ref());
        diagram.is_topology() || root.is_none_or(|root| root.at(&diagram.of).is_some())
    }

    /// The diagram that shows the part of a file at `node`: that of the innermost part around it which has one of its own.
    pub fn diagram_around(&self, path: &FilePath, node: &NodePath) -> DiagramKey {
        let around = self.diagrams(path).into_iter().filter_map(|diagram| {
            let parts = diagram.parts.iter().filter(|part| node.starts_with(part));
            Some((parts.map(|part| part.steps().len()).max()?, diagram.key))
        });
        around.max_by_key(|(depth, _)| *depth).map(|(_, key)| key).unwrap_or_default()
    }

    /// The topology of a diagram. With `is_flipped`, hosts are drawn the opposite way from the default.
    pub fn drawn_as(&self, path: &FilePath, diagram: &DiagramKey, is_flipped: bool) -> Option<Topology> {
        if diagram.is_topology() {
            return self.topology_as(path, is_flipped);
        }
        let (context, services) = self.served(path)?;
        (services.diagrams?.draw)(context, diagram)
    }

    /// A diagram in which boxes have other positions than in an earlier state, `shown` if it is one; `None` if there is none.
    pub fn rearranged(&self, before: &Analysis, path: &FilePath, shown: &DiagramKey) -> Option<DiagramKey> {
        let positions = |state: &Analysis, diagram: &DiagramKey| {
            let drawn = state.drawn_as(path, diagram, false);
            let places = |of: Topology| of.graph.node_weights().map(|one| (one.path.clone(), one.position)).collect();
            drawn.map_or_else(Vec::new, places)
        };
        let others = self.diagrams(path).into_iter().map(|diagram| diagram.key);
        iter::once(shown.clone()).chain(others).find(|diagram| positions(before, diagram) != positions(self, diagram))
    }

    /// The diagram that shows what the box at `node` runs or contains, and its file.
    pub fn diagram_of_box(&self, path: &FilePath, node: &NodePath) -> Option<(FilePath, DiagramKey)> {
        let (path, node) = self.origin(path, node)?;
        let (context, services) = self.served(&path)?;
        (services.diagrams?.of_box)(context, &node)
    }

    /// The file and path of the type of the box at `node`, or of the type that it is.
    pub fn type_of_box(&self, path: &FilePath, node: &NodePath) -> Option<(FilePath, NodePath)> {
        let (path, node) = self.origin(path, node)?;
        let (context, services) = self.served(&path)?;
        (services.diagrams?.type_of)(context, &node)
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
