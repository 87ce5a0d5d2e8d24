//! The diagrams of a file, and those of workflows and types.

use descriptorium_core::topology::diagrams::{DiagramKey, DiagramKind};

use super::words;

words! {
    topology: "Topology", "Topologie";
    workflow_named(name: &str): "Workflow {name}", "Workflow {name}";
    types: "Types", "Typen";
    type_named(name: &str): "Type {name}", "Typ {name}";
    no_type: "This has no type that a file defines", "Kein Typ, den eine Datei definiert";
    arranged_automatically: "The diagram of a type is arranged automatically", "Das Diagramm eines Typs wird automatisch angeordnet";
    offers: "offered capability", "angebotene Capability";
    requires: "required type", "benötigter Typ";
    derives_from(child: &str, parent: &str): "{child} derives from {parent}", "{child} ist von {parent} abgeleitet";
    offered_by(of: &str, from: &str): "{from} offers {of}", "{from} bietet {of}";
    required_by(from: &str, by: &str): "{by} requires {from}", "{by} benötigt {from}";
    diagram_of_file: "Diagram of the file", "Diagramm der Datei";
    only_one: "This file has only one diagram", "Diese Datei hat nur ein Diagramm";
    none: "No file with a diagram is open", "Keine Datei mit einem Diagramm ist geöffnet";
    is_shown: "shown", "angezeigt";
    add: "new", "neu";
    shown(count: usize, name: &str): ["{name}, {count} box", "{name}, {count} boxes"], ["{name}, {count} Element", "{name}, {count} Elemente"];
    on_success: "on success", "bei Erfolg";
    on_failure: "on failure", "bei Fehler";
    after_success(from: &str, to: &str): "{to} after success of {from}", "{to} nach Erfolg von {from}";
    after_failure(from: &str, to: &str): "{to} after failure of {from}", "{to} nach Fehler von {from}";
}

/// The name of a diagram.
pub fn label(key: &DiagramKey) -> String {
    let name = key.of.last_key().unwrap_or_default();
    match key.kind {
        DiagramKind::Topology => topology().to_owned(),
        DiagramKind::Workflow => workflow_named(name),
        DiagramKind::Types => types().to_owned(),
        DiagramKind::Type => type_named(name),
    }
}
