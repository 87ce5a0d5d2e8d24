//! The text pane, and its dialogs about names.

use super::words;

words! {
    yaml_of_file: "YAML of the open file", "YAML der offenen Datei";
    no_symbol: "No name at the cursor", "Kein Name an der Cursorposition";
    already_formatted: "Already formatted", "Schon formatiert";
    hints_shown: "Hints shown", "Hinweise eingeblendet";
    hints_hidden: "Hints hidden", "Hinweise ausgeblendet";
    no_fixes: "No fixes available for this line", "Keine Korrekturen für diese Zeile";

    move_lines: "Move lines", "Zeilen verschieben";
    replace: "Replace", "Ersetzen";
    typing: "Typing", "Eingabe";

    searching: "Searching …", "Suche läuft …";
    places(count: usize): ["{count} occurrence", "{count} occurrences"], ["{count} Stelle", "{count} Stellen"];
    places_in_files(count: usize, files: usize): ["{count} occurrence in {files} files", "{count} occurrences in {files} files"],
        ["{count} Stelle in {files} Dateien", "{count} Stellen in {files} Dateien"];
    no_results: "No results", "Keine Ergebnisse";
    rename_the(kind: &str): "Rename {kind}", "Umbenennen: {kind}";
    symbol_in_file(kind: &str, name: &str, file: &str): "{kind} {name} in {file}", "{kind} {name} in {file}";
    definition: "Definition", "Definition";
    go_there: "Go to definition", "Zur Definition gehen";
    definition_text: "Text of the definition", "Text der Definition";
    lines_more(count: usize): ["… and {count} more line", "… and {count} more lines"],
        ["… und {count} weitere Zeile", "… und {count} weitere Zeilen"];
    outline: "Outline", "Gliederung";
    find_in_file: "Find in this file", "In dieser Datei suchen";
    no_occurrences(what: &str): "No occurrences of {what}", "Keine Fundstellen: {what}";
    only_definition(what: &str): "Only the definition of {what}", "Nur die Definition: {what}";
    occurrences(count: usize, what: &str): ["{count} occurrence of {what}", "{count} occurrences of {what}"],
        ["{count} Fundstelle: {what}", "{count} Fundstellen: {what}"];
    references: "References", "Fundstellen";

    fixes: "Fixes", "Korrekturen";
}
