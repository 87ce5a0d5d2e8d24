//! The phrases of the text editor (CodeMirror, `EditorState.phrases`), by their English texts; `$` is a placeholder.

macro_rules! phrases {
    ($($phrase:literal $(as $english:literal)?, $german:literal;)*) => {
        /// The English phrases with their texts in the current language.
        pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
            const ALL: &[(&str, [&str; 2])] = &[$(($phrase, [english!($phrase $($english)?), $german])),*];
            ALL.iter().map(|(phrase, languages)| (*phrase, super::plain(languages)))
        }
    };
}

/// The English text of a phrase, if it differs from the phrase.
macro_rules! english {
    ($phrase:literal) => {
        $phrase
    };
    ($phrase:literal $english:literal) => {
        $english
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
    "Diagnostics" as "Findings", "Befunde";
    "No diagnostics" as "No findings", "Keine Befunde";
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
