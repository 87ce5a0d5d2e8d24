//! Boxes and wires in words, for those who listen.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::scene::shape::kind_label;
use descriptorium_core::scene::{SceneBox, Wire};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{EdgeKind, PortKind};

use crate::view::SceneView;

/// A box: what it is, its name and type, how many there are, what it offers and needs, and whether it is in order.
pub fn of_box(found: &SceneBox, worst: Option<Severity>) -> String {
    let mut words = vec![format!("{} {}", kind_label(found.kind), found.label), found.detail.clone()];
    words.extend(found.badge.clone());
    let kinds =
        [(PortKind::Capability, "capability", "capabilities"), (PortKind::Requirement, "requirement", "requirements")];
    for (kind, one, several) in kinds {
        match found.ports.iter().filter(|port| port.kind == kind).count() {
            0 => {}
            1 => words.push(format!("1 {one}")),
            count => words.push(format!("{count} {several}")),
        }
    }
    match worst {
        Some(Severity::Error) => words.push("has errors".to_owned()),
        Some(Severity::Warning) => words.push("has warnings".to_owned()),
        Some(Severity::Info) | None => {}
    }
    words.join(", ")
}

/// A wire: what it is and what it joins.
pub fn of_wire(wire: &Wire) -> String {
    let end = |vertex: &NodePath, port: Option<&str>| {
        let name = vertex.last_key().unwrap_or("the assembly");
        port.map_or(name.to_owned(), |port| format!("{port} of {name}"))
    };
    let from = end(&wire.source, wire.source_port.as_deref());
    let to = end(&wire.target, wire.target_port.as_deref());
    match wire.kind {
        EdgeKind::Relationship => format!("relationship {}, from {from} to {to}", wire.label),
        EdgeKind::Mapping => format!("value, from {from} to {to}"),
        EdgeKind::Dependency => format!("order, {from} before {to}"),
    }
}

/// What is selected: one thing in full, several by their number.
pub fn of_selection(view: &SceneView, selection: &[NodePath], order: &[NodePath]) -> String {
    match selection {
        [] => "Nothing is selected".to_owned(),
        [path] => {
            if let Some(found) = view.found(path) {
                let place = order.iter().position(|other| other == path);
                let place = place.map_or(String::new(), |place| format!(", {} of {}", place + 1, order.len()));
                return format!("{}{place}", of_box(found, None));
            }
            let wire = view.scene.wires.iter().find(|wire| wire.path == *path);
            wire.map_or_else(|| path.last_key().unwrap_or_default().to_owned(), of_wire)
        }
        [.., last] => format!("{} and {} more are selected", last.last_key().unwrap_or_default(), selection.len() - 1),
    }
}
