//! Files: where they come from and go to, what is kept of them, and what is said when that fails.

use super::words;

words! {
    failed: "it failed", "es ist fehlgeschlagen";

    open_another: "What is not saved stays kept, and is offered when this folder is opened again. Open another folder?",
        "Nicht Gespeichertes bleibt erhalten und wird angeboten, wenn dieser Ordner wieder geöffnet wird. Anderen Ordner öffnen?";
    opened(title: &str): "Opened {title}", "{title} geöffnet";
    not_opened(why: &str): "Not opened: {why}", "Nicht geöffnet: {why}";
    open_folder_hint: "Open a folder of this computer, and save to it",
        "Ordner dieses Rechners öffnen und dort speichern";
    folder: "Folder", "Ordner";
    new_file: "New", "Neu";
    not_downloaded(why: &str): "Not downloaded: {why}", "Nicht heruntergeladen: {why}";
    example_is_open: "This is the built-in example. ", "Dies ist das eingebaute Beispiel. ";
    published_is_open: "You see the catalog as it was published; nothing is saved to its host. ",
        "Der Katalog ist hier so, wie er veröffentlicht wurde; auf dem Host wird nichts gespeichert. ";
    nothing_is_sent: "Nothing is sent anywhere.", "Es wird nichts übertragen.";
    kept_here: "What you change is kept in this browser; nothing is sent anywhere.",
        "Änderungen bleiben in diesem Browser; es wird nichts übertragen.";
    open_a_folder: "Open a folder", "Ordner öffnen";
    was_open(name: &str): "The folder {name} was open here the last time.", "Zuletzt war hier der Ordner {name} geöffnet.";
    open_again(name: &str): "Open {name} again", "{name} wieder öffnen";
    no_access(name: &str): "the browser gives no access to {name}", "der Browser gibt keinen Zugriff auf {name}";
    download_hint: "Saves the open file among your downloads", "Speichert die offene Datei unter den Downloads";
    download: "Download this file", "Diese Datei herunterladen";
    browser_refuses: "the browser refuses", "der Browser verweigert es";

    lines(count: usize): ["{count} line", "{count} lines"], ["{count} Zeile", "{count} Zeilen"];
    no_difference: "No difference.", "Kein Unterschied.";
    lines_more(count: usize): ["and {count} line more", "and {count} lines more"],
        ["und {count} weitere Zeile", "und {count} weitere Zeilen"];

    cannot_open_folders: "this browser cannot open folders", "dieser Browser kann keine Ordner öffnen";
    too_many_files(most: usize): ["the folder has more than {most} file", "the folder has more than {most} files"],
        ["der Ordner hat mehr als {most} Datei", "der Ordner hat mehr als {most} Dateien"];
    files_not_read(count: usize): ["{count} file could not be read", "{count} files could not be read"],
        ["{count} Datei ließ sich nicht lesen", "{count} Dateien ließen sich nicht lesen"];
    cannot_be_made: "it cannot be made", "die Datei lässt sich nicht anlegen";
    left_out: "`exclude` in descriptorium.yaml or a .gitignore leaves this path out",
        "`exclude` in descriptorium.yaml oder eine .gitignore schließt diesen Pfad aus";
    no_folder_open: "no folder is open", "es ist kein Ordner geöffnet";
    too_large: "it is larger than 8 MiB", "die Datei ist größer als 8 MiB";

    other_files: "Other files", "Andere Dateien";
    other_files_hint: "Files that are not descriptors: scripts, charts, images", "Dateien, die keine Descriptoren sind: Skripte, Charts, Bilder";
    no_other_files: "There are no other files.", "Keine anderen Dateien.";
    bytes(count: usize): ["{count} byte", "{count} bytes"], ["{count} Byte", "{count} Byte"];
    kilobytes(count: usize): ["{count} KB", "{count} KB"], ["{count} KB", "{count} KB"];
    is_gone: "This file does not exist any more.", "Diese Datei gibt es nicht mehr.";
    larger_than(most: u64): "This file is larger than {most} MiB.", "Diese Datei ist größer als {most} MiB.";
    not_shown(why: &str): "This file cannot be shown: {why}", "Diese Datei kann nicht angezeigt werden: {why}";
    not_text: "This file is not text.", "Diese Datei ist kein Text.";
    only_the_beginning: "Only the beginning is shown.", "Nur der Anfang wird angezeigt.";
    back_to_archive: "Back to the archive", "Zurück zum Archiv";

    open_hint: "Open files, archives (.zip, .csar, .tgz) or saved pictures; they can be dropped anywhere as well",
        "Dateien, Archive (.zip, .csar, .tgz) oder gespeicherte Bilder öffnen; sie lassen sich auch überall ablegen";
    open: "Open", "Öffnen";
    folder_not_packed: "it cannot be read; a folder has to be packed first",
        "nicht lesbar; ein Ordner muss zuerst gepackt werden";
    not_utf8: "it is not UTF-8", "kein UTF-8";
    open_file(name: &str): "Open {name}", "{name} öffnen";
    no_picture_of_ours: "it is no picture that was saved here", "kein hier gespeichertes Bild";
    no_path: "its name cannot be a path", "der Name kann kein Pfad sein";
    no_yaml: "there is no YAML in it", "kein YAML darin";
    no_descriptors(count: usize, names: &str): ["{count} file that is no descriptor: {names}", "{count} files that are no descriptors: {names}"],
        ["{count} Datei, die kein Descriptor ist: {names}", "{count} Dateien, die keine Descriptoren sind: {names}"];
    left_out_of_it: "Left out of it:", "Ausgelassen:";
    what_of_these(count: usize): ["Open {count} archive", "Open {count} archives"], ["{count} Archiv öffnen", "{count} Archive öffnen"];
    here_the_same(count: usize): ["{count} file of it is here already, the same. A copy comes beside it, in a folder of its own.", "{count} files of it are here already, the same. Copies come beside them, in a folder of their own."],
        ["{count} Datei daraus ist schon da, gleich. Die Kopie kommt daneben, in einen eigenen Ordner.", "{count} Dateien daraus sind schon da, gleich. Kopien kommen daneben, in einen eigenen Ordner."];
    here_as_others(count: usize): ["{count} file of it is here already with another text, which stays.", "{count} files of it are here already with other texts, which stay."],
        ["{count} Datei daraus ist schon mit anderem Text da; der bleibt.", "{count} Dateien daraus sind schon mit anderem Text da; der bleibt."];
    copy_in: "Copy into what is open", "Ins Geöffnete kopieren";
    copy_in_hint: "Adds its files as one step; the disk follows when you save", "Fügt die Dateien in einem Schritt hinzu; auf den Datenträger kommen sie beim Speichern";
    alone: "Open on its own", "Für sich öffnen";
    alone_hint: "Opens it in the place of what is open; what is not saved stays kept", "Öffnet es anstelle des Geöffneten; nicht Gespeichertes bleibt erhalten";
    alone_is_open(title: &str): "{title} is open on its own, apart from any folder. ", "{title} ist für sich geöffnet, ohne einen Ordner. ";
    reading(count: usize): ["Reading the folder: {count} file", "Reading the folder: {count} files"], ["Ordner wird gelesen: {count} Datei", "Ordner wird gelesen: {count} Dateien"];
    opening(count: usize): ["Opening {count} file", "Opening {count} files"], ["{count} Datei wird geöffnet", "{count} Dateien werden geöffnet"];
    drawing_picture: "Drawing the picture", "Bild wird gezeichnet";
    cancelled: "it was cancelled", "abgebrochen";

    cannot_be_read: "it cannot be read", "die Datei lässt sich nicht lesen";
    follows_again: "The folder is followed again", "Dem Ordner wird wieder gefolgt";
    not_read(first: &str): "Not read: {first}", "Nicht gelesen: {first}";
    not_read_more(count: usize, first: &str): ["Not read: {first} (and {count} more)", "Not read: {first} (and {count} more)"],
        ["Nicht gelesen: {first} (und {count} weitere)", "Nicht gelesen: {first} (und {count} weitere)"];
    no_folder_to_save_to: "no folder is open to save it to", "es ist kein Ordner zum Speichern geöffnet";
    not_open_any_more: "it is not open any more", "die Datei ist nicht mehr geöffnet";
    take_from_disk(path: &str): "Take {path} from disk", "{path} vom Datenträger nehmen";
    same_lines: "both have changed the same lines", "auf beiden Seiten sind dieselben Zeilen geändert";
    changed_there(path: &str): "Reload {path}, which changed on disk", "{path} neu gelesen, auf dem Datenträger geändert";
    new_there(path: &str): "Add {path}, which is new on disk", "{path} hinzugefügt, neu auf dem Datenträger";
    gone_there(path: &str): "Leave out {path}, which was deleted on disk", "{path} weggelassen, auf dem Datenträger gelöscht";
    many_there(count: usize): ["Follow {count} file on disk", "Follow {count} files on disk"],
        ["{count} Datei dem Datenträger gefolgt", "{count} Dateien dem Datenträger gefolgt"];
    undo_takes_back(what: &str): "{what}. Undo takes it back here", "{what}. „Rückgängig“ nimmt es hier zurück";
    another_folder(title: &str): "The program serves another folder now, {title}. Load the page anew to open it",
        "Das Programm stellt jetzt einen anderen Ordner bereit, {title}. Die Seite neu laden, um ihn zu öffnen";
    merge_with_disk(path: &str): "Merge {path} with what is on disk", "{path} mit dem Datenträger zusammenführen";
    not_on_disk: "it is not on disk any more; write yours",
        "auf dem Datenträger gibt es sie nicht mehr; eigene Fassung schreiben";
    changed_again: "it has changed on disk again", "die Datei hat sich auf dem Datenträger erneut geändert";
    saved_file(name: &str): "Saved {name}", "{name} gespeichert";
    program_answered(status: u16): "the program answered {status}", "das Programm antwortete mit {status}";

    nothing_to_save: "There is nothing to save", "Nichts zu speichern";
    picture_refused: "Not saved: the browser refuses", "Nicht gespeichert: der Browser verweigert es";
    picture_fails: "Not saved: the browser cannot draw it", "Nicht gespeichert: der Browser kann es nicht zeichnen";

    not_taken_away(why: &str): "Not taken away: {why}", "Nicht gelöscht: {why}";
    take_up_step: "Take up the unsaved work", "Nicht gespeicherte Arbeit fortsetzen";
    nothing_kept: "This browser keeps no unsaved work here: save it before you close the page. It says: ",
        "Dieser Browser bewahrt hier nichts auf, was nicht gespeichert ist: vor dem Schließen der Seite speichern. Er meldet: ";
    and_more(count: usize): [" and {count} more", " and {count} more"],
        [" und {count} weitere", " und {count} weitere"];
    work_not_saved(when: &str): "Work from {when} was not saved: ", "Nicht gespeicherte Arbeit vom {when}: ";
    take_up_hint: "As one step that can be undone", "In einem Schritt, der sich rückgängig machen lässt";
    take_up: "Take it up again", "Fortsetzen";
    discard: "Discard it", "Verwerfen";

    no_storage: "this browser has no storage", "dieser Browser hat keinen Speicher";
    broken_off: "it was broken off", "es wurde abgebrochen";

    no_such_file(file: &str): "There is no file `{file}` in this folder",
        "In diesem Ordner gibt es keine Datei `{file}`";
    no_such_place(at: &str, path: &str): "There is nothing at `{at}` in `{path}`",
        "Unter `{at}` steht in `{path}` nichts";
    address_fixed: "Not done: the address of this page cannot be changed",
        "Nicht ausgeführt: die Adresse dieser Seite lässt sich nicht ändern";
    link_copied: "The address of what is shown is on the clipboard and in the address bar",
        "Die Adresse der Ansicht steht in der Zwischenablage und in der Adresszeile";
    link_in_address: "The address of what is shown is in the address bar", "Die Adresse der Ansicht steht in der Adresszeile";

    revert: "Revert", "Zurücknehmen";
    revert_hint: "Takes this change back, as a step that can be undone", "Nimmt diese Änderung zurück, in einem Schritt, der sich rückgängig machen lässt";
    revert_step(path: &str): "Revert a change of {path}", "Änderung in {path} zurückgenommen";
    show_lines: "Show these lines", "Diese Zeilen zeigen";
    all_saved: "Everything is saved.", "Alles ist gespeichert.";
    changed_files: "Files that are not saved", "Nicht gespeicherte Dateien";
    no_files: "No files yet.", "Noch keine Dateien.";
    warnings: "warnings", "Warnungen";
    errors: "errors", "Fehler";
    not_saved: "not saved", "nicht gespeichert";
}

/// A size in bytes, as people read it.
pub fn size(size: u64) -> String {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if size < 1000 { bytes(size) } else { kilobytes(size.div_ceil(1000)) }
}
