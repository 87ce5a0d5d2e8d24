//! Creating, renaming, duplicating and deleting files.

use super::words;

words! {
    new_hint: "New file from a template", "Neue Datei aus einer Vorlage";
    assembly: "assembly descriptor", "Assembly-Descriptor";
    resource: "resource descriptor", "Resource-Descriptor";
    tosca: "TOSCA service template", "TOSCA-Service-Template";
    tosca_types: "TOSCA type library", "TOSCA-Type-Bibliothek";
    asd: "application service descriptor (ASD)", "Application Service Descriptor (ASD)";
    homing: "homing template", "Homing-Template";
    asd_example: "application service descriptor with charts (example)", "Application Service Descriptor mit Charts (Beispiel)";
    homing_example: "homing template with an inventory (example)", "Homing-Template mit Inventar (Beispiel)";
    intent: "intent for an assembly", "Intent für eine Assembly";
    new_of(kind: &str): "New {kind}", "{kind} anlegen";
    open_a_file: "Open a file", "Datei öffnen";
    no_files: "The catalog has no files.", "Der Katalog enthält keine Dateien.";
    rename_file(path: &str): "Rename {path}", "{path} umbenennen";
    duplicate_file(path: &str): "Duplicate {path}", "{path} duplizieren";
    delete_question(path: &str): "Delete {path}?", "{path} löschen?";

    name_of_descriptor: "Name of the descriptor", "Name des Descriptors";
    for_assembly: "Assembly that the intent is for", "Assembly, für die der Intent gilt";
    file: "File", "Datei";
    create: "Create", "Anlegen";
    rename: "Rename", "Umbenennen";
    delete: "Delete", "Löschen";
    cancel: "Cancel", "Abbrechen";
    descriptor_stays(name: &str): "The descriptor keeps its name, `{name}`. ", "Der Descriptor behält seinen Namen `{name}`. ";
    imported_in(files: &str): "Imports in {files} are updated. ", "Importe in {files} werden angepasst. ";
    used_by: "Used by:", "Verwendet von:";
    deleted_on_save: "You can undo this. The file stays on disk until you save.",
        "Das lässt sich rückgängig machen. Auf dem Datenträger bleibt die Datei bis zum Speichern.";

    exists_in(name: &str, file: &str): "`{name}` already exists in `{file}`", "`{name}` gibt es schon in `{file}`";
    full_name_needed: "enter a full name such as `assembly::video_edge::1.0`", "einen vollständigen Namen wie `assembly::video_edge::1.0` angeben";
    not_a_path: "not a valid path", "kein gültiger Pfad";
    not_there: "the file no longer exists", "die Datei gibt es nicht mehr";
    no_file_is_open: "No file is open", "Keine Datei geöffnet";

    new_step(kind: &str): "New {kind}", "{kind} angelegt";
    rename_step(from: &str, to: &str): "Rename {from} to {to}", "{from} in {to} umbenannt";
    duplicate_step(path: &str): "Duplicate {path}", "{path} dupliziert";
    delete_step(path: &str): "Delete {path}", "{path} gelöscht";
    restore_step(path: &str): "Restore {path}", "{path} wiederhergestellt";
    restore_file: "Restore file", "Datei wiederherstellen";

    deleted(count: usize): ["Deleted {count} file", "Deleted {count} files"], ["{count} Datei gelöscht", "{count} Dateien gelöscht"];
    deleted_file(path: &str): "Deleted {path}", "{path} gelöscht";
    conflict_deleted: " changed on disk after you opened it, and you deleted it here.",
        " hat sich seit dem Öffnen auf dem Datenträger geändert, ist hier aber gelöscht.";
    delete_anyway: "Delete anyway", "Trotzdem löschen";
    deleted_when_saved: "Deleted on disk when you save", "Wird beim Speichern vom Datenträger gelöscht";
    actions_for(name: &str): "Actions for {name}", "Aktionen für {name}";
    more_hint: "Rename, duplicate, delete", "Umbenennen, duplizieren, löschen";

    renamed_descriptor: "The descriptor has a new name, but its file is still called ", "Der Descriptor hat einen neuen Namen, seine Datei heißt aber noch ";
    rename_to(name: &str): "Rename to {name}", "In {name} umbenennen";
    ignore: "Ignore", "Ignorieren";

    nothing_to_add: "Nothing can be added to this file. Open a file that has a diagram.",
        "Zu dieser Datei lässt sich nichts hinzufügen. Eine Datei mit Diagramm öffnen.";
    no_components: "A resource has no components. Open an assembly or create one.",
        "Eine Resource hat keine Komponenten. Eine Assembly öffnen oder anlegen.";
    not_available: "Nothing to show, or not supported by this browser", "Nichts anzuzeigen, oder von diesem Browser nicht unterstützt";
    no_documentation: "No documentation is served here", "Hier wird keine Dokumentation bereitgestellt";

    name_of_assembly: "Name of the new assembly", "Name der neuen Assembly";
    name_of_node_type: "Name of the new node type", "Name des neuen Node-Types";
}
