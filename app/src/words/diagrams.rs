//! The diagrams of a file, and those of workflows.

use descriptorium_core::topology::diagrams::{Diagram, DiagramKind};

use super::words;

words! {
    topology: "Topology", "Topologie";
    workflow_named(name: &str): "Workflow {name}", "Workflow {name}";
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

/// The name of a diagram in the list.
pub fn label(diagram: &Diagram) -> String {
    match diagram.key.kind {
        DiagramKind::Topology => topology().to_owned(),
        DiagramKind::Workflow => workflow_named(&diagram.name),
    }
}
