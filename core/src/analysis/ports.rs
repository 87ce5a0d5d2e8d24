//! The ports of boxes: all of them, and the values that they carry.

use crate::analysis::Analysis;
use crate::sorted_map::SortedSet;
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::{ConnectionEnd, PortNeed, Topology};

/// Maximum number of ports of a box where a connection can start: a chart can have thousands of parameters.
const MAX_PORTS: usize = 100;

impl Analysis {
    /// The ports of `vertex` in the diagram of `path`, whether they are drawn or not: those where a connection can start, up to
    /// [`MAX_PORTS`], and those that only carry a value.
    pub fn all_ports(&self, path: &FilePath, vertex: &NodePath) -> Vec<ConnectionEnd> {
        let Some((context, services)) = self.served(path) else { return Vec::new() };
        let mut ports = (services.commands.connection_starts)(context, vertex);
        ports.truncate(MAX_PORTS);
        ports.extend((services.commands.valued_ports)(context, vertex));
        ports
    }

    /// Adds all ports of these boxes to the diagram of `path`.
    pub fn show_all_ports(&self, path: &FilePath, boxes: &SortedSet<NodePath>, topology: &mut Topology) {
        for at in boxes {
            let Some(index) = topology.vertex(at) else { continue };
            let vertex = &mut topology.graph[index];
            for port in vertex.ports.iter_mut().filter(|port| port.need == PortNeed::Optional) {
                port.need = PortNeed::Plain;
            }
            for port in self.all_ports(path, at) {
                vertex.port(&port.end.port, port.kind);
            }
        }
    }

    /// The path of the value that a port in the diagram of `path` carries, whether it exists or not; `None` if the text
    /// cannot contain one.
    pub fn port_value(&self, path: &FilePath, port: &ConnectionEnd) -> Option<NodePath> {
        let (context, services) = self.served(path)?;
        (services.commands.value_of)(context, port)
    }
}
