//! The inspector and the palette.

use super::words;

words! {
    changed_meanwhile: "This field has changed in the meantime. Leave it to keep your text, or press Escape to show the current value",
        "Dieses Feld hat sich inzwischen geändert. Beim Verlassen bleibt die Eingabe erhalten; Escape zeigt den aktuellen Wert";
    palette: "Palette", "Palette";
    find_descriptor: "Find a descriptor", "Descriptor suchen";
    palette_hint: "Click, press Enter, or drag onto the canvas. Hold Shift to add a reference. The right arrow key shows other versions.",
        "Anklicken, Eingabetaste drücken oder auf die Zeichenfläche ziehen. Mit Umschalt als Referenz hinzufügen. Pfeil rechts zeigt andere Versionen.";
    find_box_to_add: "Search the palette", "Palette durchsuchen";
    palette_hint_of_boxes: "Click, press Enter, or drag onto the canvas.", "Anklicken, Eingabetaste drücken oder auf die Zeichenfläche ziehen.";
    no_descriptor: "No matching descriptors.", "Keine passenden Descriptoren.";
    as_reference(name: &str): "{name} (reference)", "{name} (Referenz)";
    other_versions(count: usize, name: &str): ["{count} other version of {name}", "{count} other versions of {name}"],
        ["{count} andere Version von {name}", "{count} andere Versionen von {name}"];

    on_selection: "Actions for the selection", "Aktionen für die Auswahl";
    into_descriptor: "Move to new descriptor", "In neuen Descriptor";
    ungroup: "Ungroup", "Auflösen";
    also_removes: "Also removes: ", "Entfernt auch: ";
    in_file(what: &str, file: &str): "{what}, in {file}", "{what}, in {file}";
    and_more(count: usize): [", and {count} more", ", and {count} more"],
        [" und {count} weitere", " und {count} weitere"];

    reference: "Reference", "Referenz";
    component: "Component", "Komponente";
    name: "Name", "Name";
    type_name: "Type", "Typ";
    change: "Change", "Ändern";
    properties: "Properties", "Properties";
    more: "Other fields", "Weitere Felder";
    not_set: "not set", "nicht gesetzt";
    promote_named(name: &str): "Promote {name} to the assembly", "{name} in die Assembly übernehmen";
    reported: "reported by the instance", "von der Instanz gemeldet";
    remove_mapping(name: &str): "Remove the mapping of {name}", "Zuordnung von {name} aufheben";

    used_by: "Used by ", "Verwendet von ";
    item: "item", "Eintrag";

    default_is(value: &str): "default {value}", "Default {value}";
    default_of(value: &str, origin: &str): "default {value} of {origin}", "Default {value} von {origin}";
    unit_of(name: &str): "Unit of {name}", "Einheit von {name}";
    read_symbol: "ƒ", "ƒ";
    read_from(name: &str): "Read {name} from", "{name} lesen aus";
    n_set(count: usize): ["{count} set", "{count} set"], ["{count} gesetzt", "{count} gesetzt"];
    finding_inside(severity: &str): "Contains a finding ({severity})",
        "Enthält einen Befund ({severity})";
    remove_named(name: &str): "Remove {name}", "{name} entfernen";
    already_exists(name: &str): "Not added: `{name}` already exists", "Nicht hinzugefügt: `{name}` gibt es schon";
    new_name_hint: "Enter a name and press Enter", "Name eingeben, dann Eingabetaste";
    new_name: "New name", "Neuer Name";
    move_up(name: &str): "Move {name} up", "{name} nach oben verschieben";
    move_down(name: &str): "Move {name} down", "{name} nach unten verschieben";
    add: "Add", "Hinzufügen";
    no_yaml(why: &str): "Not set: invalid YAML: {why}", "Nicht gesetzt: ungültiges YAML: {why}";

    capabilities: "Capabilities", "Capabilities";
    requirements: "Requirements", "Requirements";
    operations: "Operations", "Operations";
    metrics: "Metrics", "Metriken";
    of_type: "From the type", "Aus dem Typ";
    scaling: "Scaling", "Skalierung";
    scaled_by(metric: &str): "by {metric}", "nach {metric}";
    no_load_metric: "No component has a load metric to scale by.",
        "Keine Komponente hat eine Lastmetrik, nach der sich skalieren lässt.";
    metric: "Metric", "Metrik";
    add_policy: "Add scale policy", "Scale Policy hinzufügen";

    selected(count: usize): ["{count} selected", "{count} selected"], ["{count} ausgewählt", "{count} ausgewählt"];
    all_of(type_name: &str): "All have the type `{type_name}`.", "Alle haben den Typ `{type_name}`.";
    in_common: "Common values", "Gemeinsame Werte";
    nothing_in_common: "No common values.", "Keine gemeinsamen Werte.";

    not_renamed(name: &str, why: &str): "Not renamed to `{name}`: {why}", "Nicht in `{name}` umbenannt: {why}";
}
