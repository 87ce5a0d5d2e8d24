//! What is shown where there is little: one pane at a time, several things selected, an empty drawing.

use super::words;

words! {
    pane: "What is shown", "Was gezeigt wird";
    views: "Text and views", "Text und Ansichten";

    selected(count: usize): ["{count} selected", "{count} selected"], ["{count} ausgewählt", "{count} ausgewählt"];
    all_of(type_name: &str): "All are of `{type_name}`.", "Alle sind von `{type_name}`.";
    in_common: "In common", "Gemeinsam";
    nothing_in_common: "They have no value in common.", "Kein Wert ist gemeinsam.";

    not_called(name: &str, why: &str): "Not called `{name}`: {why}", "Nicht `{name}` genannt: {why}";

    drag_first: "Nothing is in it yet. Drag a descriptor from the palette to here, or press A to choose one.",
        "Noch ist nichts darin. Einen Descriptor aus der Palette hierher ziehen, oder mit A einen wählen.";
    is_intent(of: &str): "This is an intent for `{of}`: what is asked of it, for its preview.",
        "Dies ist ein Intent für `{of}`: was von ihm verlangt wird, für seine Vorschau.";
    preview_it: "Preview it", "Vorschau anzeigen";
    intent_of_nothing: "The descriptor is not in this catalog, so that there is nothing to preview.",
        "Der Descriptor ist nicht in diesem Katalog; es gibt nichts zu zeigen.";

    values_missing(count: usize): ["{count} required input has no value yet: see above.", "{count} required inputs have no value yet: see above."],
        ["{count} nötige Eingabe hat noch keinen Wert: siehe oben.", "{count} nötige Eingaben haben noch keinen Wert: siehe oben."];
    more(count: usize): ["and {count} more", "and {count} more"], ["und {count} weitere", "und {count} weitere"];
}
