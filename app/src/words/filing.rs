//! Files begun, renamed, duplicated and taken away: what is asked, and what is said then.

use super::words;

words! {
    new_hint: "A new file, from a template", "Neue Datei aus einer Vorlage";
    assembly: "assembly descriptor", "Assembly-Descriptor";
    resource: "resource descriptor", "Resource-Descriptor";
    tosca: "TOSCA service template", "TOSCA-Service-Template";
    asd: "application service descriptor (ASD)", "Application Service Descriptor (ASD)";
    homing: "homing template", "Homing-Template";
    intent: "intent for an assembly", "Intent für eine Assembly";
    new_of(kind: &str): "New {kind}", "{kind} anlegen";
    open_a_file: "Open a file", "Datei öffnen";
    no_files: "There are no files.", "Es gibt keine Dateien.";
    rename_file(path: &str): "Rename {path}", "{path} umbenennen";
    duplicate_file(path: &str): "Duplicate {path}", "{path} duplizieren";
    delete_question(path: &str): "Delete {path}?", "{path} löschen?";

    name_of_descriptor: "Name of the descriptor", "Name des Descriptors";
    for_assembly: "The assembly that it is for", "Assembly, für die er gilt";
    file: "File", "Datei";
    create: "Create", "Anlegen";
    rename: "Rename", "Umbenennen";
    delete: "Delete", "Löschen";
    cancel: "Cancel", "Abbrechen";
    descriptor_stays(name: &str): "The descriptor in it is still called `{name}`. ", "Der Descriptor darin heißt weiter `{name}`. ";
    imported_in(files: &str): "It is imported in {files}, which follows. ", "Importiert in {files}; dort wird der Name angepasst. ";
    used_by: "It is used by:", "Benutzt von:";
    deleted_on_save: "Undo brings it back; on disk it stays until you save.",
        "„Rückgängig“ bringt sie zurück; auf dem Datenträger bleibt sie bis zum Speichern.";

    there_is_in(name: &str, file: &str): "there is `{name}` already, in `{file}`", "`{name}` gibt es schon, in `{file}`";
    full_name_needed: "a name such as `assembly::video_edge::1.0` is needed", "ein Name wie `assembly::video_edge::1.0` ist nötig";
    not_a_path: "no file can be called so", "so kann keine Datei heißen";
    not_there: "it is not there any more", "es gibt sie nicht mehr";
    no_file_is_open: "No file is open", "Keine Datei geöffnet";

    new_step(kind: &str): "New {kind}", "{kind} angelegt";
    rename_step(from: &str, to: &str): "Rename {from} to {to}", "{from} in {to} umbenannt";
    duplicate_step(path: &str): "Duplicate {path}", "{path} dupliziert";
    delete_step(path: &str): "Delete {path}", "{path} gelöscht";
    bring_back_step(path: &str): "Bring {path} back", "{path} zurückgeholt";
    bring_back: "Bring it back", "Zurückholen";

    deleted(count: usize): ["Deleted {count} file", "Deleted {count} files"], ["{count} Datei gelöscht", "{count} Dateien gelöscht"];
    deleted_file(path: &str): "Deleted {path}", "{path} gelöscht";
    conflict_deleted: " has changed on disk since you opened it, and you have deleted it.",
        " hat sich seit dem Öffnen auf dem Datenträger geändert, und hier ist sie gelöscht.";
    delete_anyway: "Delete it all the same", "Trotzdem löschen";
    goes_on_save: "It goes when all is saved", "Beim Speichern verschwindet sie";
    what_to_do_with(name: &str): "What can be done with {name}", "Was mit {name} möglich ist";
    more_hint: "Rename, duplicate, delete", "Umbenennen, duplizieren, löschen";

    renamed_descriptor: "The descriptor has another name now; its file is still called ", "Der Descriptor heißt jetzt anders als seine Datei ";
    rename_to(name: &str): "Rename it to {name}", "In {name} umbenennen";
    leave: "Leave it", "So lassen";

    nothing_to_add: "There is nothing to add here. Open a file that is drawn as boxes.",
        "Hier lässt sich nichts hinzufügen. Eine Datei öffnen, die als Elemente gezeichnet wird.";
    no_components: "A resource has no components. Open an assembly, or begin a new one.",
        "Eine Resource hat keine Komponenten. Eine Assembly öffnen oder anlegen.";
    cannot_press: "there is nothing to show, or the browser cannot", "nichts anzuzeigen, oder der Browser kann es nicht";
    no_documentation: "no program serves it here", "hier stellt kein Programm sie bereit";

    name_of_assembly: "Name of the new assembly", "Name der neuen Assembly";
}
