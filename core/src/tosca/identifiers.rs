//! The identifiers of a service template: its own, those of its node templates, virtual links and artifacts, and those
//! that its properties name.

use crate::identity::{Identifiers, Scheme, is_universal};
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::workspace::SourceFile;

/// The metadata of a service template that SDC distributes under these identifiers.
const METADATA: [&str; 2] = ["UUID", "invariantUUID"];
/// The property of a node of ETSI NFV SOL001 that identifies its descriptor.
const DESCRIPTOR_ID: &str = "descriptor_id";
/// The node types of virtual links (ETSI NFV SOL001).
const VIRTUAL_LINKS: [&str; 4] =
    ["tosca.nodes.nfv.VnfVirtualLink", "tosca.nodes.nfv.NsVirtualLink", "tosca.nodes.nfv.VnfVL", "tosca.nodes.nfv.VL"];

pub fn identifiers(file: &SourceFile) -> Identifiers {
    let mut found = Identifiers::default();
    let Some(root) = file.root.as_deref() else { return found };
    for key in METADATA {
        if let Some(node) = root.get("metadata").and_then(|metadata| metadata.get(key))
            && let Some(text) = node.as_text().filter(|text| is_universal(text))
        {
            found.define(Scheme::Descriptor, text, NodePath::root(), node.span);
        }
    }
    let Some(topology) = root.get("topology_template") else { return found };
    let represented = topology.get("substitution_mappings").and_then(|mappings| mappings.get("node_type"));
    let represented = represented.and_then(Node::as_text);
    let section = NodePath::keys(["topology_template", "node_templates"]);
    for entry in topology.get("node_templates").map_or(&[][..], Node::entries) {
        let Some(name) = entry.key.as_text() else { continue };
        let (path, node) = (section.key(name), &entry.value);
        let type_name = node.get("type").and_then(Node::as_text);
        // A virtual network function is a module of the service; its own template represents all of it.
        let is_whole = type_name.is_some() && type_name == represented;
        if !is_whole {
            found.define(Scheme::Module, name, path.clone(), entry.key.span);
        }
        if type_name.is_some_and(|name| VIRTUAL_LINKS.contains(&name)) {
            found.define(Scheme::VirtualLink, name, path.clone(), entry.key.span);
        }
        properties(node, &path, is_whole, &mut found);
        artifacts(file, node, &path, &mut found);
    }
    found
}

fn properties(node: &Node, path: &NodePath, is_whole: bool, found: &mut Identifiers) {
    for entry in node.get("properties").map_or(&[][..], Node::entries) {
        let (Some(key), Some(text)) = (entry.key.as_text(), entry.value.as_text()) else { continue };
        if key == DESCRIPTOR_ID && is_whole {
            found.define(Scheme::Descriptor, text, NodePath::root(), entry.value.span);
        } else if key == DESCRIPTOR_ID || is_universal(text) {
            found.name(Scheme::Descriptor, text, path.key("properties").key(key), entry.value.span);
        }
    }
}

/// The files of the artifacts, which are relative to the service template.
fn artifacts(file: &SourceFile, node: &Node, path: &NodePath, found: &mut Identifiers) {
    for entry in node.get("artifacts").map_or(&[][..], Node::entries) {
        let Some(name) = entry.key.as_text() else { continue };
        let stated = entry.value.get("file").unwrap_or(&entry.value);
        let written = stated.as_text().filter(|text| !text.contains("://") && !text.starts_with('/'));
        let target = written.and_then(|written| FilePath::along(file.path.folder(), written.split('/')));
        if let Some(target) = target {
            found.name(Scheme::Artifact, target.as_str(), path.key("artifacts").key(name), stated.span);
        }
    }
}
