//! The text pane, and what is asked about names in the text.

use super::words;

words! {
    yaml_of_file: "YAML of the open file", "YAML der offenen Datei";
    nothing_named: "Nothing is named here", "Hier ist nichts benannt";
    nothing_mends: "Nothing in this line can be mended by itself", "In dieser Zeile lässt sich nichts von selbst beheben";

    paste: "Paste", "Einfügen";
    complete: "Complete", "Vervollständigen";
    cut: "Cut", "Ausschneiden";
    move_lines: "Move lines", "Zeilen verschieben";
    replace: "Replace", "Ersetzen";
    typing: "Typing", "Eingabe";
}
