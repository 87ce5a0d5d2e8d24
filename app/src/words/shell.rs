//! The frame of the modeller: toolbar, panes, status line and notices.

use super::words;

words! {
    language: "Language", "Sprache";
    language_is(name: &str): "Language: {name}", "Sprache: {name}";

    yaml: "YAML", "YAML";
    findings: "Findings", "Befunde";
    inspector: "Inspector", "Inspektor";
    preview: "Preview", "Vorschau";
    views: "Views of the open file", "Ansichten der offenen Datei";
    files_and_palette: "Files and palette", "Dateien und Palette";
    canvas: "Canvas", "Zeichenfläche";
    width_of_files: "Width of the file list", "Breite der Dateiliste";
    width_of_text: "Width of the text", "Breite des Textes";
    panes: "Panes", "Bereiche";
    side_views: "Views", "Ansichten";
    and_more(count: usize): ["and {count} more", "and {count} more"], ["und {count} weitere", "und {count} weitere"];

    catalog_unreadable(why: &str): "The catalog cannot be read: {why}", "Der Katalog ist nicht lesbar: {why}";
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
    changes_hint: "Changes since the last save or commit, line by line",
        "Änderungen seit dem letzten Speichern oder Commit, Zeile für Zeile";
    on_the_canvas: "On the canvas:", "Im Diagramm:";
    n_added(count: usize): ["{count} added", "{count} added"], ["{count} hinzugefügt", "{count} hinzugefügt"];
    n_changed(count: usize): ["{count} changed", "{count} changed"], ["{count} geändert", "{count} geändert"];
    n_removed(count: usize): ["{count} removed", "{count} removed"], ["{count} entfernt", "{count} entfernt"];
    compared_with: "Compared with", "Verglichen mit";
    saved_files: "the saved files", "den gespeicherten Dateien";
    last_commit: "the last commit", "dem letzten Commit";
    commit(name: &str): "commit {name}", "Commit {name}";
    as_in_commit(name: &str): "Everything is as in commit {name}.", "Alles ist wie im Commit {name}.";
    not_compared(why: &str): "Not compared with the last commit: {why}", "Kein Vergleich mit dem letzten Commit: {why}";
    save: "Save", "Speichern";
    download: "Download", "Herunterladen";
    download_changed: "Download the changed files; the published site stays the same",
        "Geänderte Dateien herunterladen; die veröffentlichten Seiten bleiben, wie sie sind";
    nothing_to_download: "Nothing to download", "Nichts herunterzuladen";
    downloaded(count: usize): ["Downloaded {count} file", "Downloaded {count} files"],
        ["{count} Datei heruntergeladen", "{count} Dateien heruntergeladen"];
    close: "Close", "Schließen";

    checking: "Checking …", "Prüfung läuft …";
    not_checked: "Not checked", "Nicht geprüft";
    partly_checked: "some files not checked", "einige Dateien nicht geprüft";
    loading: "Loading …", "Wird geladen …";
    module_failed: "Part of the modeller could not be loaded.", "Ein Teil des Modellers ließ sich nicht laden.";
    module_failed_but: "Part of the modeller could not be loaded. You can keep working; nothing is lost.",
        "Ein Teil des Modellers ließ sich nicht laden. Alles andere funktioniert weiter, nichts geht verloren.";
    try_again: "Try again", "Erneut versuchen";

    files(count: usize): ["{count} file", "{count} files"], ["{count} Datei", "{count} Dateien"];
    errors(count: usize): ["{count} error", "{count} errors"], ["{count} Fehler", "{count} Fehler"];
    warnings(count: usize): ["{count} warning", "{count} warnings"], ["{count} Warnung", "{count} Warnungen"];

    nothing_to_save: "Nothing to save", "Nichts zu speichern";
    saved(count: usize): ["Saved {count} file", "Saved {count} files"], ["{count} Datei gespeichert", "{count} Dateien gespeichert"];
    changed_on_disk(path: &str): "{path} changed on disk", "{path} hat sich auf dem Datenträger geändert";
    not_saved(why: &str): "Not saved: {why}", "Nicht gespeichert: {why}";
    not_done(why: &str): "Not done: {why}", "Nicht ausgeführt: {why}";

    conflict: " changed on disk after you opened it, and you changed it too.",
        " wurde seit dem Öffnen auf dem Datenträger geändert, und hier auch.";
    conflict_gone: " was deleted on disk after you opened it, and you changed it.",
        " wurde seit dem Öffnen auf dem Datenträger gelöscht, hier aber geändert.";
    conflict_undone: " changed on disk after the change that you undid here.",
        " hat sich nach der hier rückgängig gemachten Änderung auf dem Datenträger geändert.";
    delete_here: "Delete here too", "Hier auch löschen";
    compare: "Compare", "Vergleichen";
    merge_both: "Merge both", "Beides zusammenführen";
    merge_hint: "Merge the changes from disk into your text, in one undo step; then save",
        "Änderungen vom Datenträger in einem Schritt in den eigenen Text übernehmen; danach speichern";
    same_lines: "Both sides changed the same lines", "Auf beiden Seiten wurden dieselben Zeilen geändert";
    take_theirs: "Use the text from disk", "Text vom Datenträger übernehmen";
    undo_has_yours: "Undo brings back your text", "„Rückgängig“ holt den eigenen Text zurück";
    overwrite: "Overwrite with mine", "Mit eigener Fassung überschreiben";
    each_side: "Changes on both sides", "Änderungen auf beiden Seiten";
    disk_side: "Changed on disk", "Auf dem Datenträger geändert";
    our_side: "Changed here", "Hier geändert";

    read_only_folder: "this folder is read-only", "dieser Ordner ist schreibgeschützt";
    undone(title: &str): "Undone: {title}", "Rückgängig gemacht: {title}";
    redone(title: &str): "Redone: {title}", "Wiederholt: {title}";
}
