//! The inspector and the palette: what is selected as a form, and what can be added.

use super::words;

words! {
    changed_meanwhile: "This field has changed meanwhile: leaving it keeps what you have typed, Escape shows what is there now",
        "Dieses Feld hat sich inzwischen geändert: Verlassen behält das Getippte, Escape zeigt, was jetzt da ist";
    palette: "Palette", "Palette";
    find_descriptor: "Find a descriptor", "Descriptor suchen";
    palette_hint: "Drag onto the canvas, or press Enter. With Shift: as a reference",
        "Auf die Zeichenfläche ziehen oder Eingabetaste drücken. Mit Umschalt: als Referenz";
    find_box_to_add: "Find what to add", "Suchen, was hinzukommt";
    palette_hint_of_boxes: "Drag onto the canvas, or press Enter.", "Auf die Zeichenfläche ziehen oder Eingabetaste drücken.";
    no_box_to_add: "Nothing of that name can be added.", "Nichts dieses Namens lässt sich hinzufügen.";
    no_descriptor: "No descriptor of that name.", "Kein Descriptor dieses Namens.";
    as_reference(name: &str): "{name} (reference)", "{name} (Referenz)";

    on_selection: "Actions on the selection", "Aktionen für die Auswahl";
    into_assembly: "Into a new assembly", "In eine neue Assembly";
    take_apart: "Take apart", "Auflösen";
    takes_along: "Removing takes along: ", "Mit entfernt wird: ";
    in_file(what: &str, file: &str): "{what}, in {file}", "{what}, in {file}";
    and_more(count: usize): [", and {count} more", ", and {count} more"],
        [" und {count} weitere", " und {count} weitere"];

    reference: "Reference", "Referenz";
    component: "Component", "Komponente";
    name: "Name", "Name";
    type_name: "Type", "Typ";
    change: "Change", "Ändern";
    properties: "Properties", "Properties";
    more: "More", "Weiteres";
    not_set: "not set", "nicht gesetzt";
    let_assembly_have(name: &str): "Let the assembly have {name}", "{name} zur Assembly hochziehen";
    reported: "reported by the instance", "von der Instanz gemeldet";
    unmap(name: &str): "Unmap {name}", "Zuordnung von {name} aufheben";

    used_by: "Used by ", "Verwendet von ";
    item: "item", "Eintrag";

    default_is(value: &str): "default {value}", "Default {value}";
    n_set(count: usize): ["{count} set", "{count} set"], ["{count} gesetzt", "{count} gesetzt"];
    finding_inside(severity: &str): "There is a finding of severity {severity} in here",
        "Hier gibt es eine Meldung: {severity}";
    remove_named(name: &str): "Remove {name}", "{name} entfernen";
    there_already(name: &str): "Not done: there is `{name}` already", "Nicht ausgeführt: `{name}` gibt es schon";
    new_name_hint: "Name of a new one, then Enter", "Neuer Name, dann Eingabetaste";
    new_name: "Name of a new one", "Neuer Name";
    add: "Add", "Hinzufügen";
    no_yaml(why: &str): "Not done: that is no YAML: {why}", "Nicht ausgeführt: das ist kein YAML: {why}";

    capabilities: "Capabilities", "Capabilities";
    requirements: "Requirements", "Requirements";
    operations: "Operations", "Operations";
    metrics: "Metrics", "Metriken";
    of_type: "Of its type", "Aus dem Typ";
    scaling: "Scaling", "Skalierung";
    scaled_by(metric: &str): "by {metric}", "nach {metric}";
    no_load_metric: "No component has a metric that measures load, so there is nothing to scale by.",
        "Keine Komponente hat eine Metrik, die Last misst; es gibt nichts, wonach skaliert werden könnte.";
    metric: "Metric", "Metrik";
    add_policy: "Add a scale policy", "Scale Policy hinzufügen";
}
