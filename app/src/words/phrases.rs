//! What the text editor says of itself (CodeMirror, `EditorState.phrases`), by the English that it asks with; `$` stands
//! for what it fills in.

macro_rules! phrases {
    ($($english:literal, $german:literal;)*) => {
        /// The English, and what is said in the language that is spoken.
        pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
            const ALL: &[[&str; 2]] = &[$([$english, $german]),*];
            ALL.iter().map(|languages| (languages[0], super::plain(languages)))
        }
    };
}

phrases! {
    "Find", "Suchen";
    "Replace", "Ersetzen";
    "next", "Nächstes";
    "previous", "Voriges";
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
