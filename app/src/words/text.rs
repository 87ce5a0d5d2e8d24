//! The text pane, and what is asked about names in the text.

use super::words;

words! {
    yaml_of_file: "YAML of the open file", "YAML der offenen Datei";
    nothing_named: "Nothing is named here", "Hier ist nichts benannt";
    nothing_to_lay_out: "Nothing to lay out anew", "Schon formatiert";
    nothing_mends: "Nothing in this line can be mended by itself", "In dieser Zeile lässt sich nichts von selbst beheben";

    move_lines: "Move lines", "Zeilen verschieben";
    replace: "Replace", "Ersetzen";
    typing: "Typing", "Eingabe";

    places(count: usize): ["{count} place", "{count} places"], ["{count} Stelle", "{count} Stellen"];
    places_in_files(count: usize, files: usize): ["{count} place in {files} files", "{count} places in {files} files"],
        ["{count} Stelle in {files} Dateien", "{count} Stellen in {files} Dateien"];
    nowhere: "It stands nowhere", "Steht nirgends";
    rename_the(kind: &str): "Rename the {kind}", "Umbenennen: {kind}";
    symbol_in_file(kind: &str, name: &str, file: &str): "{kind} {name} in {file}", "{kind} {name} in {file}";
    definition: "Definition", "Definition";
    go_there: "Go there", "Dorthin gehen";
    definition_text: "Text of the definition", "Text der Definition";
    lines_more(count: usize): ["… and {count} line more", "… and {count} lines more"],
        ["… und {count} weitere Zeile", "… und {count} weitere Zeilen"];
    outline: "Outline", "Gliederung";
    find_in_file: "Find in this file", "In dieser Datei suchen";
    nothing_speaks(what: &str): "Nothing speaks of the {what} any more", "Nichts erwähnt mehr: {what}";
    only_definition(what: &str): "Only its definition speaks of the {what}", "Nur die Definition erwähnt: {what}";
    places_speak(count: usize, what: &str): ["{count} place speaks of the {what}", "{count} places speak of the {what}"],
        ["{count} Stelle erwähnt: {what}", "{count} Stellen erwähnen: {what}"];
    references: "References", "Fundstellen";

    what_mends: "What mends it", "Lösungen";
    mend_in_line: "Mend what is found in this line", "Probleme dieser Zeile beheben";
}
