//! The phrases of the text editor (CodeMirror, `EditorState.phrases`), by their English texts; `$` is a placeholder.

macro_rules! phrases {
    ($($english:literal, $german:literal;)*) => {
        /// The English phrases with their texts in the current language.
        pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
            const ALL: &[[&str; 2]] = &[$([$english, $german]),*];
            ALL.iter().map(|languages| (languages[0], super::plain(languages)))
        }
    };
}

phrases! {
    "Find", "Suchen";
    "Replace", "Ersetzen";
    "next", "Nächster";
    "previous", "Voriger";
    "all", "Alle";
    "match case", "Groß/klein";
    "regexp", "Regulärer Ausdruck";
    "by word", "Ganze Wörter";
    "replace", "Ersetzen";
    "replace all", "Alle ersetzen";
    "close", "Schließen";
    "current match", "aktueller Treffer";
    "on line", "in Zeile";
    "replaced match on line $", "Treffer in Zeile $ ersetzt";
    "replaced $ matches", "$ Treffer ersetzt";
    "Go to line", "Gehe zu Zeile";
    "go", "Los";
    "Diagnostics", "Probleme";
    "No diagnostics", "Keine Probleme";
    "Completions", "Vervollständigungen";
    "Control character", "Steuerzeichen";
    "Selection deleted", "Auswahl gelöscht";
    "folded code", "eingeklappter Text";
    "Folded lines", "Eingeklappt: Zeilen";
    "Unfolded lines", "Ausgeklappt: Zeilen";
    "to", "bis";
    "unfold", "ausklappen";
    "Fold", "Einklappen";
    "Unfold", "Ausklappen";
}
