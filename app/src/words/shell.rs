//! The frame around everything: the bar on top, the panes, the line at the bottom, and how files come and go.

use super::words;

words! {
    language: "Language", "Sprache";
    language_is(name: &str): "Language: {name}", "Sprache: {name}";

    yaml: "YAML", "YAML";
    problems: "Problems", "Probleme";
    inspector: "Inspector", "Inspektor";
    preview: "Preview", "Vorschau";
    views: "Views of the open file", "Ansichten der offenen Datei";
    files_and_palette: "Files and palette", "Dateien und Palette";
    canvas: "Canvas", "Zeichenfläche";
    width_of_files: "Width of the file list", "Breite der Dateiliste";
    width_of_text: "Width of the text", "Breite des Textes";

    nothing_answers_but_kept: "Nothing answers at this address. What was not saved there is offered when it does",
        "Unter dieser Adresse antwortet nichts. Nicht Gespeichertes wird angeboten, sobald wieder etwas antwortet";
    nothing_answers(why: &str): "Nothing answers at this address: {why}", "Unter dieser Adresse antwortet nichts: {why}";
    catalog_lost(why: &str): "The catalog cannot be read: {why}", "Der Katalog ist nicht lesbar: {why}";
    no_folder_served(why: &str): "No folder is served here: {why}", "Hier wird kein Ordner bereitgestellt: {why}";

    example: "Example", "Beispiel";
    undo: "Undo", "Rückgängig";
    redo: "Redo", "Wiederholen";
    nothing_to_undo: "Nothing to undo", "Nichts rückgängig zu machen";
    nothing_to_redo: "Nothing to redo", "Nichts zu wiederholen";
    undo_step(title: &str): "Undo: {title}", "Rückgängig: {title}";
    redo_step(title: &str): "Redo: {title}", "Wiederholen: {title}";
    light_or_dark: "Light or dark", "Hell oder dunkel";
    changes: "Changes", "Änderungen";
    changes_of_file: "What is not saved, line by line", "Was nicht gespeichert ist, Zeile für Zeile";
    changes_not_saved: "Changes that are not saved", "Nicht gespeicherte Änderungen";
    not_saved_yet: "Not saved yet", "Noch nicht gespeichert";
    save: "Save", "Speichern";
    download: "Download", "Herunterladen";
    download_changed: "Downloads the changed files; nothing is saved to their host",
        "Lädt die geänderten Dateien herunter; auf ihrem Host wird nichts gespeichert";
    nothing_to_download: "Nothing to download", "Nichts herunterzuladen";
    downloaded(count: usize): ["Downloaded {count} file", "Downloaded {count} files"],
        ["{count} Datei heruntergeladen", "{count} Dateien heruntergeladen"];
    close: "Close", "Schließen";

    checking: "Checking …", "Prüfung läuft …";
    not_checked: "Not checked", "Nicht geprüft";
    partly_checked: "some files not checked", "einige Dateien nicht geprüft";
    one_moment: "One moment …", "Einen Moment …";
    part_missing: "This part of the modeller could not be loaded.", "Dieser Teil des Modellers ließ sich nicht laden.";
    part_missing_because: "A part of the modeller could not be loaded. Everything you see goes on working, and nothing is lost.",
        "Ein Teil des Modellers ließ sich nicht laden. Alles Sichtbare funktioniert weiter, nichts geht verloren.";
    try_again: "Try again", "Erneut versuchen";

    files(count: usize): ["{count} file", "{count} files"], ["{count} Datei", "{count} Dateien"];
    errors(count: usize): ["{count} error", "{count} errors"], ["{count} Fehler", "{count} Fehler"];
    warnings(count: usize): ["{count} warning", "{count} warnings"], ["{count} Warnung", "{count} Warnungen"];

    nothing_to_save: "Nothing to save", "Nichts zu speichern";
    saved(count: usize): ["Saved {count} file", "Saved {count} files"], ["{count} Datei gespeichert", "{count} Dateien gespeichert"];
    changed_on_disk(path: &str): "{path} has changed on disk", "{path} hat sich auf dem Datenträger geändert";
    not_saved(why: &str): "Not saved: {why}", "Nicht gespeichert: {why}";
    not_done(why: &str): "Not done: {why}", "Nicht ausgeführt: {why}";

    conflict: " has changed on disk since you opened it, and you have changed it too.",
        " hat sich seit dem Öffnen auf dem Datenträger geändert, und hier auch.";
    conflict_gone: " has been deleted on disk since you opened it, and you have changed it.",
        " wurde seit dem Öffnen auf dem Datenträger gelöscht, und hier geändert.";
    conflict_undone: " has changed on disk, and what you have undone here was made before that.",
        " hat sich auf dem Datenträger geändert; das hier Rückgängiggemachte stammt von davor.";
    delete_here: "Delete it here too", "Hier auch löschen";
    compare: "Compare", "Vergleichen";
    merge_both: "Merge both", "Beides zusammenführen";
    merges: "Puts what changed on disk into your text, as one step; then save",
        "Übernimmt die Änderungen vom Datenträger in einem Schritt in den Text; danach speichern";
    same_lines: "Both have changed the same lines", "Auf beiden Seiten sind dieselben Zeilen geändert";
    take_theirs: "Take the text from disk", "Text vom Datenträger nehmen";
    undo_has_yours: "Your text stays one step back, behind Undo", "Der eigene Text bleibt mit „Rückgängig“ erreichbar";
    write_ours: "Write mine over it", "Mit eigenem überschreiben";
    each_side: "What changed on each side", "Änderungen auf beiden Seiten";
    disk_side: "Changed on disk", "Auf dem Datenträger geändert";
    our_side: "Changed here", "Hier geändert";

    read_only_folder: "this folder is served for reading only", "dieser Ordner ist nur zum Lesen bereitgestellt";
    undone(title: &str): "Undone: {title}", "Rückgängig gemacht: {title}";
    done_again(title: &str): "Done again: {title}", "Wiederholt: {title}";
}
