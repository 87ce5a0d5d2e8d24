//! The page around the modeller that provides the files: a host.

use super::words;

words! {
    no_host: "no connection to the page around the modeller", "keine Verbindung zur umgebenden Seite";
    silent: "the page around the modeller does not answer", "die umgebende Seite antwortet nicht";
    read_only: "these files are read-only", "diese Dateien sind schreibgeschützt";
    closed: "The page around the modeller has ended the connection. Nothing can be changed here any more.",
        "Die umgebende Seite hat die Verbindung beendet. Hier lässt sich nichts mehr ändern.";
    changed_there(path: &str): "Update {path}, which was changed elsewhere", "{path} aktualisiert, anderswo geändert";
    use_theirs(path: &str): "Use the other text of {path}", "Anderen Text von {path} übernehmen";
    merge(path: &str): "Merge the other changes of {path}", "Andere Änderungen von {path} übernehmen";
    not_saved_there(path: &str): "{path} was changed elsewhere", "{path} wurde anderswo geändert";
    conflict: " was changed elsewhere after you opened it, and you changed it too.",
        " wurde seit dem Öffnen anderswo geändert, und hier auch.";
    conflict_gone: " was deleted elsewhere after you opened it, and you changed it.",
        " wurde seit dem Öffnen anderswo gelöscht, hier aber geändert.";
    conflict_undone: " was changed elsewhere after the change that you undid here.",
        " wurde nach der hier rückgängig gemachten Änderung anderswo geändert.";
    merge_hint: "Merge the other changes into your text, in one undo step; then save",
        "Die anderen Änderungen in einem Schritt in den eigenen Text übernehmen; danach speichern";
    take_theirs: "Use the other text", "Anderen Text übernehmen";
    their_side: "Changed elsewhere", "Anderswo geändert";
}
