//! The graph of the dependencies between the descriptors of a catalog.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::{Edge, EdgeKind, Topology, Vertex, VertexKind};
use petgraph::graph::NodeIndex;

use crate::pages::Use;
use crate::pages::facts::Facts;

/// The dependencies between the descriptors of a catalog.
pub fn of_catalog<'a>(
    facts: impl Iterator<Item = &'a Facts>,
    uses: impl Iterator<Item = &'a Use>,
    title: &str,
) -> Topology {
    let mut topology = Topology { title: title.to_owned(), ..Topology::default() };
    let mut indices: BTreeMap<FilePath, NodeIndex> = BTreeMap::new();
    for Facts { path, language, name, .. } in facts {
        let kind = language.vertex_kind();
        let detail = name.version.clone().unwrap_or_else(|| language.label().to_owned());
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

/// Puts the descriptors of each folder into a group.
pub fn group_by_folder(topology: &mut Topology) {
    let mut groups: BTreeMap<String, NodeIndex> = BTreeMap::new();
    for index in topology.graph.node_indices().collect::<Vec<_>>() {
        let folder = topology.graph[index].path.last_key().and_then(|path| Some(path.rsplit_once('/')?.0.to_owned()));
        let Some(folder) = folder else { continue };
        let group = *groups.entry(folder).or_insert_with_key(|folder| {
            let place = NodePath::keys(["folders", folder]);
            topology.graph.add_node(Vertex::new(VertexKind::Group, place, Span::default(), folder))
        });
        topology.graph[index].parent = Some(group);
    }
}
