//! Accessible labels of boxes and connections.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::scene::fold::closes;
use descriptorium_core::scene::{Connection, SceneBox, ScenePort};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::diagrams::is_derivation;
use descriptorium_core::topology::{EdgeKind, PortKind, PortNeed, VertexKind};

use crate::model::scene_view::SceneView;
use crate::words::{canvas as words, diagrams, kinds, legend};

/// The label of a box: kind, name and type, count, ports, and whether it has findings.
pub fn of_box(found: &SceneBox, worst: Option<Severity>) -> String {
    // The label of a boundary is its detail.
    let kind =
        if found.kind == VertexKind::Boundary { String::new() } else { format!("{} ", kinds::vertex(found.kind)) };
    let mut words = vec![format!("{kind}{}", found.label), found.detail.clone()];
    words.extend(found.badge.as_ref().map(kinds::badge));
    if closes(found) {
        words.push(crate::words::folds::is_expanded().to_owned());
    }
    let ports = || found.ports.iter().filter(|port| !(found.kind.is_type() && is_derivation(&port.name)));
    let count = |kind| Some(ports().filter(|port| port.kind == kind).count()).filter(|count| *count > 0);
    if found.kind.has_capabilities() {
        words.extend(count(PortKind::Capability).map(words::n_capabilities));
        words.extend(count(PortKind::Requirement).map(words::n_requirements));
        words.extend(found.ports.iter().filter(|port| port.path.is_some()).map(of_port));
    } else if found.kind != VertexKind::Step {
        words.extend(Some(found.ports.len()).filter(|count| *count > 0).map(words::n_references));
    }
    words.extend(found.marks.iter().map(|mark| format!("{} {}", kinds::vertex(VertexKind::Policy), mark.label)));
    for is_value in [false, true] {
        let is_such = |port: &&ScenePort| port.need == PortNeed::Missing && port.kind.is_value() == is_value;
        let missing: Vec<&str> = found.ports.iter().filter(is_such).map(|port| port.name.as_str()).collect();
        if !missing.is_empty() {
            let names = missing.join(", ");
            words.push(if is_value { words::unset_ports(&names) } else { words::missing_ports(&names) });
        }
    }
    match worst {
        Some(Severity::Error) => words.push(words::has_errors().to_owned()),
        Some(Severity::Warning) => words.push(words::has_warnings().to_owned()),
        Some(Severity::Info) | None => {}
    }
    words.join(", ")
}

/// The label of a port that is a part of its own: a connection point, and its networks.
pub fn of_port(port: &ScenePort) -> String {
    let networks = port.networks().map_or(String::new(), |networks| format!(", {networks}"));
    format!("{} {}{networks}", kinds::vertex(VertexKind::ConnectionPoint), port.name)
}

/// The label of any port of a box: its kind, name, type and value.
pub fn of_any_port(found: &SceneBox, port: &ScenePort, value: Option<&str>) -> String {
    let name = format!("{} {}", kinds::port_of(found.kind, port), port.name);
    let need = lack(port).map(str::to_owned);
    let rest = [port.type_name.as_ref().map(ToString::to_string), value.map(str::to_owned), need];
    std::iter::once(name).chain(rest.into_iter().flatten()).collect::<Vec<_>>().join(", ")
}

/// The note on a port that must be connected or have a value, and does not.
pub fn lack(port: &ScenePort) -> Option<&'static str> {
    let lack = if port.kind.is_value() { legend::unset() } else { legend::missing() };
    (port.need == PortNeed::Missing).then_some(lack)
}

/// The label of a connection: its kind and both ends.
pub fn of_connection(view: &SceneView, connection: &Connection) -> String {
    let end = |vertex: &NodePath, port: Option<&str>| {
        let name = view.name(vertex);
        match port {
            Some(port) => words::port_of(port, &name),
            None => name,
        }
    };
    let from = end(&connection.source, connection.source_port.as_deref());
    let to = end(&connection.target, connection.target_port.as_deref());
    match connection.kind {
        EdgeKind::Relationship if connection.label.is_empty() => words::connection(&from, &to),
        EdgeKind::Relationship => words::relationship(&connection.label, &from, &to),
        EdgeKind::Mapping => words::value_flows(&from, &to),
        EdgeKind::Dependency => words::order_of(&from, &to),
        EdgeKind::Success => diagrams::after_success(&view.name(&connection.source), &to),
        EdgeKind::Failure => diagrams::after_failure(&view.name(&connection.source), &to),
        EdgeKind::Derivation => diagrams::derives_from(&view.name(&connection.target), &view.name(&connection.source)),
        EdgeKind::Offer => diagrams::offered_by(&view.name(&connection.target), &from),
        EdgeKind::Demand => diagrams::required_by(&view.name(&connection.source), &to),
    }
}

/// The label of the selection: a single item in full, several as a count.
pub fn of_selection(view: &SceneView, selection: &[NodePath], order: &[NodePath]) -> String {
    match selection {
        [] => words::nothing_selected().to_owned(),
        [path] => {
            let label = view.found(path).map(|found| of_box(found, None)).or_else(|| view.port(path).map(of_port));
            if let Some(label) = label {
                let place = order.iter().position(|other| other == path);
                let place = place.map_or(String::new(), |place| words::position(place + 1, order.len()));
                return format!("{label}{place}");
            }
            if let Some((name, boxes)) = view.mark(path) {
                return words::policy_of(name, &boxes.join(", "));
            }
            let connection = view.connection(path);
            connection.map_or_else(
                || path.last_key().unwrap_or_default().to_owned(),
                |connection| of_connection(view, connection),
            )
        }
        [.., last] => words::more_selected(selection.len() - 1, &view.name(last)),
    }
}
