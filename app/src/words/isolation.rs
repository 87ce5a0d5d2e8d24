//! Boxes that are shown alone with their neighbors.

use super::words;

words! {
    shown_part: "Shown part of the diagram", "Gezeigter Teil des Diagramms";
    shows(list: &str, all: usize): "Shows {list} of {all} boxes", "Zeigt {list} von {all} Elementen";
    one_with(name: &str, rest: &str): "{name} and {rest}", "{name} und {rest}";
    alone(name: &str): "only {name}", "nur {name}";
    n_subjects(count: usize): ["{count} box", "{count} boxes"], ["{count} Element", "{count} Elemente"];
    n_neighbors(count: usize): ["{count} neighbor", "{count} neighbors"], ["{count} Nachbarn", "{count} Nachbarn"];
    n_new(count: usize): ["{count} new box", "{count} new boxes"], ["{count} neues Element", "{count} neue Elemente"];
    shows_all: "Shows all boxes", "Zeigt alle Elemente";
    show_too(name: &str): "Also show {name}", "Auch {name} zeigen";
    not_shown: "not shown", "nicht gezeigt";
    show_all: "Show all", "Alle zeigen";
    depth: "Number of connections to follow", "Anzahl verfolgter Verbindungen";
    depth_of(count: usize): ["Follow {count} connection", "Follow {count} connections"],
        ["{count} Verbindung verfolgen", "{count} Verbindungen verfolgen"];
    any_depth: "Follow all connections", "Alle Verbindungen verfolgen";
    all: "All", "Alle";
    direction: "Direction of the connections", "Richtung der Verbindungen";
    both: "Upstream and downstream", "Vorgelagerte und nachgelagerte";
    upstream: "Upstream: what it gets something from", "Nur vorgelagerte: woher etwas kommt";
    downstream: "Downstream: what gets something from it", "Nur nachgelagerte: wohin etwas geht";
    nothing_isolated: "All boxes are shown. Show only some first", "Alle Elemente werden gezeigt. Zuerst nur einige zeigen";
    nothing_around: "Select a box to show it with its neighbors", "Ein Element auswählen, um nur dieses und seine Nachbarn zu zeigen";
}
