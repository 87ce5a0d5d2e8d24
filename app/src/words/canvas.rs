//! The canvas: the diagram, its dialogs and its announcements.

use super::words;

words! {
    more_matches(count: usize): ["{count} more match. Keep typing to narrow the list.", "{count} more matches. Keep typing to narrow the list."],
        ["{count} weiterer Treffer. Zum Eingrenzen weitertippen.", "{count} weitere Treffer. Zum Eingrenzen weitertippen."];
    choices: "Choices", "Auswahl";
    no_matches: "No matches.", "Keine Treffer.";

    match_case: "Match case", "Groß-/Kleinschreibung";

    diagram: "Diagram of the open descriptor", "Diagramm des offenen Descriptors";
    nothing_to_draw: "Nothing to show. Open a descriptor in the file list, or fix the errors in the text.",
        "Nichts anzuzeigen. Links einen Descriptor öffnen oder die Fehler im Text beheben.";
    canvas_help: "Arrow keys and Tab select boxes. C connects, A adds, question mark lists all shortcuts.",
        "Pfeiltasten und Tab wählen Elemente aus. C verbindet, A fügt hinzu, Fragezeichen zeigt alle Tastenkürzel.";
    percent(zoom: f64): "{zoom:.0}%", "{zoom:.0} %";
    fit: "Fit", "Einpassen";

    from: "From", "Von";
    to: "To", "Zu";
    order: "Order", "Reihenfolge";
    relationship_kind: "Relationship", "Beziehung";
    not_connected: "Not connected", "Nicht verbunden";

    no_descriptor_to_open: "This box has no descriptor to open", "Dieses Element hat keinen Descriptor, der sich öffnen lässt";
    not_in_this_language: "Not available in this descriptor language", "In dieser Descriptor-Sprache nicht verfügbar";
    not_in_this_diagram: "Not available in this diagram", "In diesem Diagramm nicht verfügbar";
    several_needed: "Select at least two boxes first", "Zuerst mindestens zwei Elemente auswählen";
    no_way_back: "This diagram was not opened from another one", "Dieses Diagramm wurde nicht aus einem anderen geöffnet";
    wheel_zooms: "The mouse wheel zooms", "Das Mausrad zoomt";
    wheel_pans: "The mouse wheel moves the view; with Ctrl it zooms", "Das Mausrad verschiebt die Ansicht, mit Strg zoomt es";
    map_shown: "Minimap shown", "Übersichtskarte eingeblendet";
    map_hidden: "Minimap hidden", "Übersichtskarte ausgeblendet";
    tidied: "Diagram tidied up", "Diagramm neu angeordnet";
    nothing_placed: "No box was placed by hand", "Kein Element wurde von Hand angeordnet";
    arranged_again: "The diagram is arranged automatically again", "Das Diagramm wird wieder automatisch angeordnet";
    no_box_further: "No box in this direction", "Kein Element in dieser Richtung";
    select_first: "Select a box first", "Zuerst ein Element auswählen";
    no_connections: "This box has no connections", "Dieses Element hat keine Verbindungen";
    several_on: "Multi-select is on: click a box to add it to the selection or remove it",
        "Mehrfachauswahl ist an: ein Klick nimmt ein Element in die Auswahl auf oder aus ihr heraus";
    several_off: "Multi-select is off", "Mehrfachauswahl ist aus";
    nothing_selected: "Nothing is selected", "Nichts ist ausgewählt";
    select_one: "Select a single box first", "Zuerst ein einzelnes Element auswählen";

    no_clipboard: "Not copied: the browser denies access to the clipboard",
        "Nicht kopiert: der Browser verweigert den Zugriff auf die Zwischenablage";
    clipboard_denied(keys: &str): "The browser does not let the page read the clipboard. Press {keys} to paste",
        "Der Browser erlaubt der Seite nicht, die Zwischenablage zu lesen. Mit {keys} einfügen";
    nothing_to_paste: "The clipboard contains no text", "Die Zwischenablage enthält keinen Text";
    copied(name: &str): "Copied {name}", "{name} kopiert";
    copied_boxes(count: usize): ["Copied {count} box", "Copied {count} boxes"],
        ["{count} Element kopiert", "{count} Elemente kopiert"];

    pasted_but(more: usize, first: &str): ["Pasted. New findings: {first} (and {more} more)", "Pasted. New findings: {first} (and {more} more)"],
        ["Eingefügt. Neue Befunde: {first} (und {more} weiterer)", "Eingefügt. Neue Befunde: {first} (und {more} weitere)"];
    pasted_but_one(first: &str): "Pasted. New finding: {first}", "Eingefügt. Neuer Befund: {first}";

    two_capabilities: "cannot connect two capabilities; one end must be a requirement",
        "zwei Capabilities lassen sich nicht verbinden; ein Ende muss ein Requirement sein";
    two_requirements: "cannot connect two requirements; one end must be a capability",
        "zwei Requirements lassen sich nicht verbinden; ein Ende muss eine Capability sein";
    value_and_capability: "cannot connect a value to a capability or requirement",
        "ein Wert lässt sich nicht mit einer Capability oder einem Requirement verbinden";
    two_read: "cannot map two values that can only be read; one of them must be settable",
        "zwei Werte, die nur lesbar sind, lassen sich nicht verbinden; einer davon muss setzbar sein";
    two_set: "cannot map two values that can only be set; one of them must be readable",
        "zwei Werte, die nur setzbar sind, lassen sich nicht verbinden; einer davon muss lesbar sein";
    the_assembly: "the assembly", "die Assembly";
    no_file_open: "no file is open", "keine Datei ist geöffnet";
    has_no(name: &str, wanted: &str): "`{name}` has no {wanted}", "in `{name}` fehlt: {wanted}";
    does_not_fit(name: &str): "`{name}` does not fit here", "`{name}` passt hier nicht";
    nothing_fits(count: usize, name: &str, first: &str): ["no port of `{name}` fits: {first} (and {count} more reason)", "no port of `{name}` fits: {first} (and {count} more reasons)"],
        ["kein Port von `{name}` passt: {first} (und {count} weiterer Grund)", "kein Port von `{name}` passt: {first} (und {count} weitere Gründe)"];
    replaced(name: &str, value: &str): "Replaced the value of `{name}`, which was `{value}`",
        "Wert von `{name}` ersetzt, bisher `{value}`";
    only_to_existing: "Not connected: a connection from the border of the assembly must end at an existing component",
        "Nicht verbunden: eine Verbindung vom Rand der Assembly muss an einer vorhandenen Komponente enden";
    ends_at_a_box: "Not connected: drop the connection on a box", "Nicht verbunden: die Verbindung auf einem Element ablegen";
    settable: "settable property", "setzbare Property";
    chart_parameter: "chart parameter", "Chart-Parameter";
    readable: "readable property", "lesbare Property";

    some_instances(count: usize, more: usize): ["{count} instance; {more} more not shown", "{count} instances; {more} more not shown"],
        ["{count} Instanz; {more} weitere nicht gezeigt", "{count} Instanzen; {more} weitere nicht gezeigt"];
    overlay: "Instance preview", "Vorschau der Instanzen";
    overlay_hint: "Read-only preview. Select an instance to go to its component.",
        "Nur zur Ansicht. Instanz auswählen, um zu ihrer Komponente zu springen.";
    some_nodes(count: usize, more: usize): ["{count} node; {more} more not shown", "{count} nodes; {more} more not shown"],
        ["{count} Knoten; {more} weitere nicht gezeigt", "{count} Knoten; {more} weitere nicht gezeigt"];
    deployment: "Deployment preview", "Vorschau des Deployments";
    deployment_hint: "Read-only preview. Select a node to go to its node template.",
        "Nur zur Ansicht. Knoten auswählen, um zu seinem Node-Template zu springen.";
    deployment_diagram: "Nodes in the preview", "Knoten der Vorschau";
    deployment_help: "Arrow keys move between nodes, Enter goes to the template. Page Down and Page Up step through the plan, Escape returns to the canvas.",
        "Mit den Pfeiltasten zwischen Knoten wechseln, mit der Eingabetaste zum Template springen, mit Bild ab und Bild auf den Plan durchgehen, mit Escape zur Zeichenfläche zurückkehren.";
    back_to_canvas: "Back to the canvas", "Zurück zur Zeichenfläche";
    overlay_diagram: "Instances in the preview", "Instanzen der Vorschau";
    overlay_help: "Arrow keys move between instances, Enter goes to the component. Page Down and Page Up step through the plan, Escape returns to the canvas.",
        "Mit den Pfeiltasten zwischen Instanzen wechseln, mit der Eingabetaste zur Komponente springen, mit Bild ab und Bild auf den Plan durchgehen, mit Escape zur Zeichenfläche zurückkehren.";

    shortcuts: "Keyboard shortcuts", "Tastenkürzel";
    with_the_pointer: "With the pointer: drag from a port to another port or a box to connect them. Drag the background or scroll to pan; with Shift, drag to select an area. Ctrl+scroll zooms. While a box is dragged, Shift keeps it on one axis, Ctrl turns snapping off, and Alt drops a copy. Drag anywhere with the space bar held to pan. Shift+click adds to the selection. Double-click the background to add a component there. Right-click for a menu.",
        "Mit dem Zeiger: von einem Port zu einem anderen oder auf ein Element ziehen, um beide zu verbinden. Ziehen im Hintergrund oder Scrollen verschiebt die Ansicht, Ziehen mit Umschalt wählt einen Bereich aus. Strg+Scrollen zoomt. Beim Ziehen eines Elements hält Umschalt es auf einer Achse, Strg schaltet das Einrasten aus, Alt legt eine Kopie ab. Ziehen mit gedrückter Leertaste verschiebt überall die Ansicht. Umschalt+Klick erweitert die Auswahl. Ein Doppelklick auf den Hintergrund fügt dort eine Komponente hinzu, ein Rechtsklick öffnet ein Menü.";
    looked_up_with: "To find any command, press ", "Jeder Befehl lässt sich auch suchen mit ";
    licenses: "Third-party licenses", "Lizenzen von Drittanbietern";

    n_capabilities(count: usize): ["{count} capability", "{count} capabilities"],
        ["{count} Capability", "{count} Capabilities"];
    n_requirements(count: usize): ["{count} requirement", "{count} requirements"],
        ["{count} Requirement", "{count} Requirements"];
    n_references(count: usize): ["{count} reference", "{count} references"], ["{count} Referenz", "{count} Referenzen"];
    has_errors: "has errors", "hat Fehler";
    has_warnings: "has warnings", "hat Warnungen";
    port_of(port: &str, name: &str): "{port} of {name}", "{port} in {name}";
    relationship(name: &str, from: &str, to: &str): "relationship {name}, from {from} to {to}",
        "Beziehung {name}, von {from} zu {to}";
    connection(from: &str, to: &str): "connection, from {from} to {to}", "Verbindung, von {from} zu {to}";
    value_flows(from: &str, to: &str): "value, from {from} to {to}", "Wert, von {from} zu {to}";
    order_of(from: &str, to: &str): "order, {from} before {to}", "Reihenfolge, {from} vor {to}";
    position(at: usize, count: usize): ", {at} of {count}", ", {at} von {count}";
    more_selected(count: usize, name: &str): ["{name} and {count} more selected", "{name} and {count} more selected"],
        ["{name} und {count} weiteres ausgewählt", "{name} und {count} weitere ausgewählt"];

    components_and_connections: "Components and connections", "Komponenten und Verbindungen";
    as_diagram: "Show as diagram", "Als Diagramm anzeigen";
    components: "Components of the open descriptor", "Komponenten des offenen Descriptors";
    count: "Count", "Anzahl";
    connections: "Connections", "Verbindungen";

    drilled_in(count: usize, name: &str): ["Opened {name}, {count} box. Press U to go back", "Opened {name}, {count} boxes. Press U to go back"],
        ["{name} geöffnet, {count} Element. U führt zurück", "{name} geöffnet, {count} Elemente. U führt zurück"];
    drilled_out(name: &str, at: &str): "Back in {name}: {at}", "Zurück in {name}: {at}";
    name_it: "Name of the component", "Name der Komponente";
    called(name: &str): "Added as {name}", "Als {name} hinzugefügt";
    back_to(part: &str, name: &str): "Back to {part} in {name}", "Zurück zu {part} in {name}";
    breadcrumbs: "Breadcrumbs", "Navigationspfad";

    a_new_box: "New box …", "Neues Element …";
    a_new_component: "New component …", "Neue Komponente …";
    connect_from(name: &str): "Connect {name}: choose a port", "{name} verbinden: Port wählen";
    connect_to(port: &str, wanted: &str): "Connect {port} to a {wanted}", "{port} verbinden mit: {wanted}";
    connect_to_of(port: &str, wanted: &str, name: &str): "Connect {port} to a {wanted} of {name}",
        "{port} verbinden mit: {wanted} von {name}";
    connect_reference(port: &str, name: &str): "Connect {port} of {name}", "{port} in {name} verbinden";
    reconnect_from(port: &str): "Connect {port} to another port", "{port} mit einem anderen Port verbinden";
    reconnect_which: "Reconnect: choose an end", "Neu verbinden: Ende wählen";
    reconnect_hint: "Drag to another port to reconnect", "Auf einen anderen Port ziehen, um neu zu verbinden";
    source_stays: "The source of this connection cannot be moved", "Die Quelle dieser Verbindung lässt sich nicht verschieben";
    target_stays: "The target of this connection cannot be moved", "Das Ziel dieser Verbindung lässt sich nicht verschieben";
    select_connection: "Select a connection first", "Zuerst eine Verbindung auswählen";
    connect_to_new(port: &str): "Connect {port} to a new component", "{port} mit neuer Komponente verbinden";
    promote_of(name: &str): "Promote from {name} to the assembly", "Aus {name} in die Assembly übernehmen";
    change_type_of(name: &str): "Change the type of {name}", "Typ von {name} ändern";
    remove_it(name: &str): "Remove {name}?", "{name} entfernen?";
    remove_these(count: usize): ["Remove {count} item?", "Remove {count} items?"],
        ["{count} Element entfernen?", "{count} Elemente entfernen?"];
    change_it(name: &str, of: &str): "Change {name} to {of}?", "{name} in {of} ändern?";
    do_it: "Continue?", "Fortfahren?";
    nothing_on_canvas: "The diagram is empty.", "Das Diagramm ist leer.";
    no_other_descriptors: "The catalog has no other descriptors.", "Der Katalog enthält keine anderen Descriptoren.";
    nothing_to_connect: "This box has no ports to connect.", "Dieses Element hat keine Ports zum Verbinden.";
    nothing_to_promote: "This component has nothing to promote.", "Aus dieser Komponente lässt sich nichts übernehmen.";
    nothing_fits_here: "Nothing in this diagram fits.", "Im Diagramm passt nichts.";
    none_here(wanted: &str): "This diagram has no {wanted}.", "Im Diagramm fehlt: {wanted}.";
    promote: "Promote to the assembly", "In die Assembly übernehmen";
    promote_to_boundary: "Connect to the border of the template", "Mit dem Rand des Templates verbinden";
    derived(noun: &str): "derived {noun}", "{noun}, abgeleitet";
    new_one(noun: &str): "new {noun}", "neu: {noun}";
    imports(file: &str): "imports {file}", "importiert {file}";
    policy_of(name: &str, boxes: &str): "policy {name} of {boxes}", "Policy {name} von {boxes}";
    missing_ports(names: &str): "not connected: {names}", "nicht verbunden: {names}";
    unset_ports(names: &str): "not set: {names}", "nicht gesetzt: {names}";
    all_ports_shown: "All ports are shown already", "Alle Ports werden schon gezeigt";
    no_ports: "This box has no ports", "Dieses Element hat keine Ports";
    no_values: "No port of this box has a value that can be edited", "Kein Port dieses Elements hat einen Wert, der sich bearbeiten lässt";
    no_value: "The value of this port cannot be edited here", "Der Wert dieses Ports lässt sich hier nicht bearbeiten";
    value_of(port: &str): "Value of {port}", "Wert von {port}";
    value_of_which(name: &str): "Edit the value of a port of {name}", "Wert eines Ports von {name} bearbeiten";
    show_ports(count: usize): ["Show {count} more port", "Show {count} more ports"], ["{count} weiteren Port zeigen", "{count} weitere Ports zeigen"];
    hide_ports: "Show fewer ports", "Weniger Ports zeigen";
    n_ports_shown(count: usize): ["{count} port shown", "{count} ports shown"], ["{count} Port wird gezeigt", "{count} Ports werden gezeigt"];
    extract_means: "Moves the selected components into a new assembly. It declares every property and port that is connected across its border.",
        "Verschiebt die ausgewählten Komponenten in eine neue Assembly. Diese deklariert alle Properties und Ports, die über ihre Grenze hinweg verbunden sind.";
    extract_nodes_means: "Moves the selected node templates into a service template of their own, and leaves one node of a new type that it substitutes. The type declares every value, requirement and capability that crosses the boundary.",
        "Verschiebt die ausgewählten Node-Templates in ein eigenes Service-Template und hinterlässt einen Node eines neuen Types, den es ersetzt. Der Type deklariert alle Werte, Requirements und Capabilities, die über die Grenze führen.";
    also_affected: "Also affected:", "Auch betroffen:";
    new_findings: "New findings:", "Neue Befunde:";

    drag_first: "This assembly is empty. Drag a descriptor here from the palette, or press A to choose one.",
        "Diese Assembly ist leer. Einen Descriptor aus der Palette hierher ziehen oder mit A einen wählen.";
    is_intent(of: &str): "This file is an intent for `{of}`. The preview shows its effect.",
        "Diese Datei ist ein Intent für `{of}`. Die Vorschau zeigt, was er bewirkt.";
    preview_it: "Open preview", "Vorschau öffnen";
    intent_of_nothing: "This catalog does not contain the descriptor, so there is no preview.",
        "Dieser Katalog enthält den Descriptor nicht, deshalb gibt es keine Vorschau.";
}
