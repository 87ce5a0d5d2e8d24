//! The canvas: the drawing, what is asked about it, and what is said of it.

use super::words;

words! {
    more_type_on(count: usize): ["and {count} more: type to narrow them down", "and {count} more: type to narrow them down"],
        ["und {count} weitere: zum Eingrenzen tippen", "und {count} weitere: zum Eingrenzen tippen"];
    choices: "Choices", "Auswahl";
    no_such_name: "Nothing of that name.", "Nichts dieses Namens.";

    exactly: "Match case", "Groß/klein beachten";

    composition: "Composition of the open descriptor", "Zusammensetzung des offenen Descriptors";
    nothing_to_draw: "Nothing to draw here. Open a descriptor on the left, or repair the text.",
        "Hier gibt es nichts zu zeichnen. Links einen Descriptor öffnen oder den Text reparieren.";
    canvas_help: "Arrow keys and Tab select boxes. C connects, A adds, question mark lists all keys.",
        "Pfeiltasten und Tab wählen Elemente aus. C verbindet, A fügt hinzu, Fragezeichen zeigt alle Tasten.";
    percent(zoom: f64): "{zoom:.0}%", "{zoom:.0} %";
    fit: "Fit", "Einpassen";

    no_descriptor_to_open: "There is no descriptor to open for it", "Dazu gibt es keinen Descriptor zum Öffnen";
    nothing_done_yet: "nothing was done yet", "es wurde noch nichts getan";
    nothing_undone: "nothing was undone", "es wurde nichts rückgängig gemacht";
    not_in_this_language: "not available in the language of this file", "in der Sprache dieser Datei nicht verfügbar";
    one_needed: "one box has to be selected", "ein Element muss ausgewählt sein";
    several_needed: "several boxes have to be selected", "mehrere Elemente müssen ausgewählt sein";
    not_led_here: "nothing was opened from another drawing", "es wurde nichts aus einer anderen Zeichnung geöffnet";
    selection_needed: "nothing is selected", "nichts ist ausgewählt";
    nothing_led_here: "Nothing was opened from another drawing", "Es wurde nichts aus einer anderen Zeichnung geöffnet";
    map_shown: "The small map is shown", "Die kleine Karte ist zu sehen";
    map_hidden: "The small map is hidden", "Die kleine Karte ist ausgeblendet";
    tidied: "All boxes are laid out anew", "Alle Elemente sind neu angeordnet";
    no_box_further: "There is no box further on", "In dieser Richtung gibt es kein Element";
    select_first: "Select a box first", "Zuerst ein Element auswählen";
    no_wires: "It has no wires", "Es hat keine Verbindungen";
    several_on: "Each press adds a box to the selection or takes it out; pressed again, the button ends that",
        "Jeder Druck nimmt ein Element zur Auswahl hinzu oder heraus; die Schaltfläche beendet das wieder";
    several_off: "Each press selects one box again", "Jeder Druck wählt wieder ein einzelnes Element aus";
    nothing_selected: "Nothing is selected", "Nichts ist ausgewählt";
    select_one: "Select one box first", "Zuerst ein einzelnes Element auswählen";

    no_clipboard: "Not done: the browser gives no clipboard", "Nicht ausgeführt: der Browser gibt keine Zwischenablage";
    clipboard_kept(keys: &str): "Not done: the browser does not say what is on the clipboard. {keys} pastes it",
        "Nicht ausgeführt: der Browser gibt nicht her, was in der Zwischenablage ist. {keys} fügt es ein";
    nothing_to_paste: "There is no text on the clipboard", "In der Zwischenablage ist kein Text";
    copied(name: &str): "Copied {name}", "{name} kopiert";
    copied_boxes(count: usize): ["Copied {count} box", "Copied {count} boxes"],
        ["{count} Element kopiert", "{count} Elemente kopiert"];

    pasted_but(more: usize, first: &str): ["Pasted, but something is missing here: {first}, and {more} more", "Pasted, but something is missing here: {first}, and {more} more"],
        ["Eingefügt, aber hier fehlt etwas: {first}, und {more} weiteres", "Eingefügt, aber hier fehlt etwas: {first}, und {more} weitere"];
    pasted_but_one(first: &str): "Pasted, but something is missing here: {first}", "Eingefügt, aber hier fehlt etwas: {first}";

    two_capabilities: "two capabilities: one of them has to be a requirement",
        "zwei Capabilities: eine davon muss ein Requirement sein";
    two_requirements: "two requirements: one of them has to be a capability",
        "zwei Requirements: eines davon muss eine Capability sein";
    value_and_capability: "a value cannot be joined with a capability or requirement",
        "ein Wert lässt sich nicht mit einer Capability oder einem Requirement verbinden";
    two_read: "two values that are read: one of them has to be set",
        "zwei Werte, die gelesen werden: einer davon muss gesetzt werden";
    two_set: "two values that are set: one of them has to be read",
        "zwei Werte, die gesetzt werden: einer davon muss gelesen werden";
    the_assembly: "the assembly", "die Assembly";
    no_file_open: "no file is open", "es ist keine Datei geöffnet";
    has_no(name: &str, wanted: &str): "`{name}` has no {wanted}", "in `{name}` fehlt: {wanted}";
    nothing_fits(count: usize, name: &str, first: &str): ["nothing of `{name}` fits: {first}, and {count} more", "nothing of `{name}` fits: {first}, and {count} more"],
        ["nichts von `{name}` passt: {first}, und {count} weitere", "nichts von `{name}` passt: {first}, und {count} weitere"];
    replaces(name: &str, value: &str): "`{name}` had `{value}` before: this replaces it",
        "`{name}` hatte bisher `{value}`: das ist nun ersetzt";
    nothing_follows: "Not connected: a wire from the assembly's own border ends at a component that is there",
        "Nicht verbunden: vom Rand der Assembly führt eine Verbindung zu einer vorhandenen Komponente";
    ends_at_a_box: "Not connected: a wire ends at a box", "Nicht verbunden: eine Verbindung endet an einem Element";
    settable: "property that can be set", "setzbare Property";
    readable: "property that can be read", "lesbare Property";
    to_be_read: "value to be read", "Wert zum Lesen";
    to_be_set: "property to be set", "Property zum Setzen";

    some_instances(count: usize, more: usize): ["{count} instance; {more} more are not drawn", "{count} instances; {more} more are not drawn"],
        ["{count} Instanz; {more} weitere sind nicht gezeichnet", "{count} Instanzen; {more} weitere sind nicht gezeichnet"];
    ghosts: "Preview of the instances", "Vorschau der Instanzen";
    ghosts_hint: "Nothing is edited here: each leads to its component.",
        "Hier wird nichts bearbeitet: jede führt zu ihrer Komponente.";
    back_to_canvas: "Back to the canvas", "Zurück zur Zeichenfläche";
    ghost_instances: "Instances of the preview", "Instanzen der Vorschau";
    ghosts_help: "Arrow keys go from instance to instance, Enter leads to the component. Page down and page up go through the plan, Escape leads back to the canvas.",
        "Pfeiltasten gehen von Instanz zu Instanz, die Eingabetaste führt zur Komponente. Bild ab und Bild auf gehen durch den Plan, Escape führt zurück zur Zeichenfläche.";

    shortcuts: "Shortcuts", "Tastenkürzel";
    with_the_pointer: "With the pointer: drag from a port to a port or a box to connect them; drag with Shift to select an area; hold Shift to add to the selection; double-click on nothing to add a component there; drag nothing to move the view; the other button shows what can be done there.",
        "Mit dem Zeiger: von einem Port zu einem Port oder Element ziehen verbindet sie; mit Umschalt ziehen wählt einen Bereich aus; Umschalt nimmt zur Auswahl hinzu; ein Doppelklick ins Leere fügt eine Komponente hinzu; im Leeren ziehen verschiebt die Ansicht; die andere Taste zeigt, was dort möglich ist.";
    looked_up_with: "Any of this can be looked up with ", "All das findet sich auch mit ";

    n_capabilities(count: usize): ["{count} capability", "{count} capabilities"],
        ["{count} Capability", "{count} Capabilities"];
    n_requirements(count: usize): ["{count} requirement", "{count} requirements"],
        ["{count} Requirement", "{count} Requirements"];
    has_errors: "has errors", "hat Fehler";
    has_warnings: "has warnings", "hat Warnungen";
    port_of(port: &str, name: &str): "{port} of {name}", "{port} von {name}";
    relationship(name: &str, from: &str, to: &str): "relationship {name}, from {from} to {to}",
        "Beziehung {name}, von {from} zu {to}";
    value_flows(from: &str, to: &str): "value, from {from} to {to}", "Wert, von {from} zu {to}";
    order_of(from: &str, to: &str): "order, {from} before {to}", "Reihenfolge, {from} vor {to}";
    place_of(at: usize, count: usize): ", {at} of {count}", ", {at} von {count}";
    more_selected(count: usize, name: &str): ["{name} and {count} more are selected", "{name} and {count} more are selected"],
        ["{name} und {count} weiteres sind ausgewählt", "{name} und {count} weitere sind ausgewählt"];

    components_and_wires: "Components and their wires", "Komponenten und ihre Verbindungen";
    as_drawing: "Show as a drawing", "Als Zeichnung zeigen";
    components: "Components of the open descriptor", "Komponenten des offenen Descriptors";
    how_many: "How many", "Anzahl";
    wires: "Wires", "Verbindungen";

    drilled_in(count: usize, name: &str): ["Opened {name}, {count} box. U leads back", "Opened {name}, {count} boxes. U leads back"],
        ["{name} geöffnet, {count} Element. U führt zurück", "{name} geöffnet, {count} Elemente. U führt zurück"];
    drilled_out(name: &str, at: &str): "Back in {name}: {at}", "Zurück in {name}: {at}";
    name_it: "What it is called", "Wie es heißt";
    called(name: &str): "Added as {name}", "Als {name} hinzugefügt";
    back_to(part: &str, name: &str): "Back to {part} in {name}", "Zurück zu {part} in {name}";
    opened_from: "Where this was opened from", "Von hier aus geöffnet";

    a_new_component: "A new component …", "Neue Komponente …";
    connect_from(name: &str): "Connect {name} from", "{name} verbinden, ausgehend von";
    to_which(port: &str, wanted: &str): "{port} to which {wanted}", "{port} verbinden mit: {wanted}";
    to_which_of(port: &str, wanted: &str, name: &str): "{port} to which {wanted} of {name}",
        "{port} verbinden mit: {wanted} von {name}";
    what_follows(port: &str): "What follows {port}", "Was folgt auf {port}";
    promote_of(name: &str): "Promote to the assembly, of {name}", "Zur Assembly hochziehen, von {name}";
    change_to(name: &str): "Change {name} to", "{name} ändern in";
    remove_it(name: &str): "Remove {name}?", "{name} entfernen?";
    remove_these(count: usize): ["Remove these {count}?", "Remove these {count}?"],
        ["Diese {count} entfernen?", "Diese {count} entfernen?"];
    change_it(name: &str, of: &str): "Change {name} to {of}?", "{name} in {of} ändern?";
    do_it: "Do it?", "Ausführen?";
    nothing_on_canvas: "There is nothing on the canvas.", "Auf der Zeichenfläche ist nichts.";
    no_other_descriptors: "There are no other descriptors.", "Es gibt keine anderen Descriptoren.";
    nothing_to_connect: "Nothing of it can be connected.", "Nichts davon lässt sich verbinden.";
    nothing_known: "Nothing is known of what it has.", "Darüber ist nichts bekannt.";
    none_here(wanted: &str): "There is no {wanted} here.", "Hier fehlt: {wanted}.";
    promote: "Promote to the assembly", "Zur Assembly hochziehen";
    extract_means: "The selected components go into a descriptor of their own. What crosses its border does so through what it declares.",
        "Die ausgewählten Komponenten kommen in einen eigenen Descriptor. Was dessen Grenze überschreitet, läuft über das, was er deklariert.";
    goes_along: "This goes along:", "Mit betroffen:";
    wrong_then: "This would be wrong then:", "Das wäre danach falsch:";
}
