//! The possible ends of the connection in progress, indexed by box.

use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::ConnectionEnd;

/// The ends that accept the connection, by box.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ConnectionTargets {
    ends: SortedMap<NodePath, Vec<ConnectionEnd>>,
}

impl ConnectionTargets {
    pub fn new(found: Vec<ConnectionEnd>) -> Self {
        let mut ends: SortedMap<NodePath, Vec<ConnectionEnd>> = SortedMap::new();
        for end in found {
            ends.entry(end.end.vertex.clone()).or_default().push(end);
        }
        ConnectionTargets { ends }
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The ends on a box.
    pub fn on(&self, vertex: &NodePath) -> Vec<ConnectionEnd> {
        self.ends.get(vertex).cloned().unwrap_or_default()
    }
}
