//! The graph of the dependencies between the descriptors of a catalog.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::{Edge, EdgeKind, Topology, Vertex, VertexKind};
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

use crate::finding::plural;
use crate::pages::Use;
use crate::pages::facts::Facts;
use crate::pages::name::told_apart;

/// The dependencies between the descriptors of a catalog.
pub fn of_catalog<'a>(
    facts: impl Iterator<Item = &'a Facts> + Clone,
    uses: impl Iterator<Item = &'a Use>,
    title: &str,
) -> Topology {
    let mut topology = Topology { title: title.to_owned(), ..Topology::default() };
    let mut indices: BTreeMap<FilePath, NodeIndex> = BTreeMap::new();
    let apart = told_apart(facts.clone().map(|facts| (facts.name.title(), facts)));
    for Facts { path, language, name, .. } in facts {
        let kind = language.vertex_kind();
        let apart = || apart.get(path).copied().unwrap_or(language.label()).to_owned();
        let detail = name.version.clone().unwrap_or_else(apart);
        let place = NodePath::keys([path.as_str()]);
        let vertex = Vertex { detail, ..Vertex::new(kind, place, Span::default(), &name.short) };
        indices.insert(path.clone(), topology.graph.add_node(vertex));
    }
    let mut drawn = BTreeSet::new();
    // A part that is also referenced is drawn as a part.
    let (parts, references): (Vec<&Use>, Vec<&Use>) = uses.partition(|one| one.is_part());
    for one in parts.into_iter().chain(references) {
        let Use { user, used, part, .. } = one;
        let Some(used) = used.as_ref().filter(|used| *used != user) else { continue };
        let (Some(&source), Some(&target)) = (indices.get(user), indices.get(used)) else { continue };
        if drawn.insert((source, target)) {
            let path = NodePath::keys([user.as_str()]).key(part.last_key().unwrap_or_default());
            let kind = if one.is_part() { EdgeKind::Relationship } else { EdgeKind::Dependency };
            topology.graph.add_edge(source, target, Edge::new(kind, path, Span::default(), ""));
        }
    }
    topology
}

/// The folders of a catalog, and the dependencies between them: each box has the name of its folder and the number of its
/// descriptors. `folder` is the folder of a file, empty for the root. If there are more than `max` folders, the deepest are
/// joined with those around them. `None` if all descriptors are in one folder.
pub fn by_folder(catalog: &Topology, folder: &dyn Fn(&str) -> String, max: usize) -> Option<Topology> {
    let folders: BTreeMap<NodeIndex, String> = catalog
        .graph
        .node_indices()
        .map(|index| (index, catalog.graph[index].path.last_key().map(folder).unwrap_or_default()))
        .collect();
    let cut = |folder: &str, depth: usize| folder.split('/').take(depth).collect::<Vec<_>>().join("/");
    let n_boxes = |depth| folders.values().map(|folder| cut(folder, depth)).collect::<BTreeSet<_>>().len();
    let deepest = folders.values().map(|folder| folder.split('/').count()).max().unwrap_or(1);
    let depth = (1..=deepest).rev().find(|depth| n_boxes(*depth) <= max).unwrap_or(1);
    if n_boxes(depth) < 2 {
        return None;
    }
    let mut members: BTreeMap<String, Vec<NodeIndex>> = BTreeMap::new();
    for (index, folder) in &folders {
        members.entry(cut(folder, depth)).or_default().push(*index);
    }
    let mut topology = Topology { title: catalog.title.clone(), ..Topology::default() };
    let mut boxes: BTreeMap<NodeIndex, NodeIndex> = BTreeMap::new();
    for (folder, inner) in &members {
        let name = if folder.is_empty() { "." } else { folder.as_str() };
        let place = NodePath::keys(["folders", name]);
        let detail = plural(inner.len(), "descriptor");
        let vertex = Vertex { detail, ..Vertex::new(VertexKind::Group, place, Span::default(), name) };
        let index = topology.graph.add_node(vertex);
        boxes.extend(inner.iter().map(|member| (*member, index)));
    }
    // Between two folders, a dependency by composition is drawn rather than a reference.
    let mut kinds: BTreeMap<(NodeIndex, NodeIndex), EdgeKind> = BTreeMap::new();
    for edge in catalog.graph.edge_references() {
        let (Some(&source), Some(&target)) = (boxes.get(&edge.source()), boxes.get(&edge.target())) else { continue };
        if source != target {
            let kind = kinds.entry((source, target)).or_insert(EdgeKind::Dependency);
            if edge.weight().kind == EdgeKind::Relationship {
                *kind = EdgeKind::Relationship;
            }
        }
    }
    for ((source, target), kind) in kinds {
        let name = |index: NodeIndex| topology.graph[index].label.clone();
        let path = NodePath::keys(["folders", &name(source), &name(target)]);
        topology.graph.add_edge(source, target, Edge::new(kind, path, Span::default(), ""));
    }
    Some(topology)
}
