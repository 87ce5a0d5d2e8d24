//! Opening, saving and watching files, unsaved changes, and the errors of all of these.

use descriptorium_core::package::Unwritable;

use super::words;

words! {
    failed: "unknown error", "unbekannter Fehler";

    open_another: "Unsaved changes are kept and offered when this folder is opened again. Open another folder?",
        "Nicht gespeicherte Änderungen bleiben erhalten und werden angeboten, wenn dieser Ordner wieder geöffnet wird. Anderen Ordner öffnen?";
    opened(title: &str): "Opened {title}", "{title} geöffnet";
    not_opened(why: &str): "Not opened: {why}", "Nicht geöffnet: {why}";
    open_folder_hint: "Open a folder on this computer and save to it",
        "Ordner auf diesem Rechner öffnen und dort speichern";
    folder: "Folder", "Ordner";
    new_file: "New", "Neu";
    not_downloaded(why: &str): "Not downloaded: {why}", "Nicht heruntergeladen: {why}";
    example_is_open: "This is the built-in example. ", "Dies ist das eingebaute Beispiel. ";
    published_is_open: "This is a published catalog; changes are not saved to its site. ",
        "Dies ist ein veröffentlichter Katalog; Änderungen werden dort nicht gespeichert. ";
    nothing_is_sent: "Nothing is uploaded.", "Es wird nichts hochgeladen.";
    kept_here: "Your changes stay in this browser; nothing is uploaded.",
        "Änderungen bleiben in diesem Browser; es wird nichts hochgeladen.";
    open_a_folder: "Open a folder", "Ordner öffnen";
    was_open(name: &str): "The folder {name} was open last time.", "Zuletzt war der Ordner {name} geöffnet.";
    open_again(name: &str): "Reopen {name}", "{name} wieder öffnen";
    no_access(name: &str): "the browser denies access to {name}", "der Browser verweigert den Zugriff auf {name}";
    download_hint: "Save the open file to your downloads", "Offene Datei unter den Downloads speichern";
    download: "Download this file", "Diese Datei herunterladen";
    browser_refused: "the browser refused", "vom Browser verweigert";

    lines(count: usize): ["{count} line", "{count} lines"], ["{count} Zeile", "{count} Zeilen"];
    no_differences: "No differences.", "Keine Unterschiede.";
    lines_more(count: usize): ["and {count} more line", "and {count} more lines"],
        ["und {count} weitere Zeile", "und {count} weitere Zeilen"];

    cannot_open_folders: "this browser cannot open folders", "dieser Browser kann keine Ordner öffnen";
    too_many_files(most: usize): ["the folder has more than {most} file", "the folder has more than {most} files"],
        ["der Ordner enthält mehr als {most} Datei", "der Ordner enthält mehr als {most} Dateien"];
    files_not_read(count: usize): ["{count} file could not be read", "{count} files could not be read"],
        ["{count} Datei ließ sich nicht lesen", "{count} Dateien ließen sich nicht lesen"];
    cannot_be_created: "the file cannot be created", "die Datei lässt sich nicht anlegen";
    excluded: "`exclude` in descriptorium.yaml or a .gitignore excludes this path",
        "`exclude` in descriptorium.yaml oder eine .gitignore schließt diesen Pfad aus";
    no_folder_open: "no folder is open", "kein Ordner ist geöffnet";
    too_large: "the file is larger than 8 MiB", "die Datei ist größer als 8 MiB";

    chart_added(path: &str): "Chart added as {path}. The next save writes it to the folder.",
        "Chart als {path} hinzugefügt. Das nächste Speichern schreibt es in den Ordner.";
    chart_in_page(path: &str): "Chart added as {path}. It is only in this page: download the package to keep it.",
        "Chart als {path} hinzugefügt. Es ist nur in dieser Seite vorhanden: das Paket herunterladen, um es zu behalten.";
    file_differs(path: &str): "{path} already exists with other content. Rename the file to add it",
        "{path} existiert bereits mit anderem Inhalt. Zum Hinzufügen die Datei umbenennen";
    file_added(path: &str): "File added as {path}. The next save writes it to the folder.",
        "Datei als {path} hinzugefügt. Das nächste Speichern schreibt sie in den Ordner.";
    file_in_page(path: &str): "File added as {path}. It is only in this page: download the archive to keep it.",
        "Datei als {path} hinzugefügt. Sie ist nur in dieser Seite vorhanden: das Archiv herunterladen, um sie zu behalten.";
    file_named(path: &str): "The file at {path} is used.", "Die Datei unter {path} wird verwendet.";
    not_attached(why: &str): "Not attached: {why}", "Nicht angehängt: {why}";
    takes_no_file: "only nodes and operations take files", "nur Nodes und Operationen nehmen Dateien auf";
    other_content: "there is a file with other content", "dort gibt es eine Datei mit anderem Inhalt";
    other_files: "Other files", "Andere Dateien";
    other_files_hint: "Files that are not descriptors: scripts, charts, images", "Dateien, die keine Descriptoren sind: Skripte, Charts, Bilder";
    no_other_files: "No other files.", "Keine anderen Dateien.";
    bytes(count: usize): ["{count} byte", "{count} bytes"], ["{count} Byte", "{count} Byte"];
    kilobytes(count: usize): ["{count} KB", "{count} KB"], ["{count} KB", "{count} KB"];
    is_gone: "This file no longer exists.", "Diese Datei gibt es nicht mehr.";
    larger_than(most: u64): "This file is larger than {most} MiB.", "Diese Datei ist größer als {most} MiB.";
    not_shown(why: &str): "This file cannot be shown: {why}", "Diese Datei kann nicht angezeigt werden: {why}";
    not_text: "This is not a text file.", "Das ist keine Textdatei.";
    only_the_beginning: "Only the beginning is shown.", "Nur der Anfang wird angezeigt.";
    back_to_archive: "Back to the archive", "Zurück zum Archiv";

    open_hint: "Open files, archives (.zip, .csar, .tgz) or saved diagrams (.svg); you can also drop them anywhere",
        "Dateien, Archive (.zip, .csar, .tgz) oder gespeicherte Diagramme (.svg) öffnen, auch per Drag-and-drop";
    open: "Open", "Öffnen";
    folder_not_packed: "cannot be read; pack a folder into an archive first",
        "nicht lesbar; ein Ordner muss zuerst in ein Archiv gepackt werden";
    not_utf8: "not valid UTF-8", "kein gültiges UTF-8";
    open_file(name: &str): "Open {name}", "{name} öffnen";
    hidden: "hidden files are not written", "versteckte Dateien werden nicht geschrieben";
    other_kind: "not a .yaml, .yml, .tosca, .json or .csv file", "keine .yaml-, .yml-, .tosca-, .json- oder .csv-Datei";
    generated: "in a tool's output folder", "im Ausgabeordner eines Werkzeugs";
    not_portable: "the name is not valid on every operating system", "der Name ist nicht auf jedem Betriebssystem gültig";
    twice: "another file has the same name", "eine andere Datei hat denselben Namen";
    invalid_path: "the path is not valid", "der Pfad ist ungültig";
    to_be_added(count: usize): ["Adds {count} file:", "Adds {count} files:"], ["Fügt {count} Datei hinzu:", "Fügt {count} Dateien hinzu:"];
    to_be_written(count: usize): ["Adds {count} file, which is written to disk when you save:", "Adds {count} files, which are written to disk when you save:"],
        ["Fügt {count} Datei hinzu, die beim Speichern auf den Datenträger kommt:", "Fügt {count} Dateien hinzu, die beim Speichern auf den Datenträger kommen:"];
    not_our_svg: "this SVG was not saved by the modeller", "dieses SVG wurde nicht vom Modeller gespeichert";
    not_a_name: "not a valid file name", "kein gültiger Dateiname";
    no_yaml: "the archive contains no YAML", "das Archiv enthält kein YAML";
    not_descriptors(count: usize, names: &str): ["{count} file that is not a descriptor: {names}", "{count} files that are not descriptors: {names}"],
        ["{count} Datei, die kein Descriptor ist: {names}", "{count} Dateien, die keine Descriptoren sind: {names}"];
    skipped: "Skipped:", "Übersprungen:";
    open_archives(count: usize): ["Open {count} archive", "Open {count} archives"], ["{count} Archiv öffnen", "{count} Archive öffnen"];
    same_here(count: usize): ["{count} of its files is already here, with the same content. The copy goes into a new folder.", "{count} of its files are already here, with the same content. The copies go into a new folder."],
        ["{count} Datei daraus ist mit gleichem Inhalt schon vorhanden. Die Kopie kommt in einen neuen Ordner.", "{count} Dateien daraus sind mit gleichem Inhalt schon vorhanden. Die Kopien kommen in einen neuen Ordner."];
    others_here(count: usize): ["{count} of its files is already here with different content, which is not overwritten.", "{count} of its files are already here with different content, which is not overwritten."],
        ["{count} Datei daraus ist mit anderem Inhalt schon vorhanden und wird nicht überschrieben.", "{count} Dateien daraus sind mit anderem Inhalt schon vorhanden und werden nicht überschrieben."];
    copy_in: "Copy into this catalog", "In diesen Katalog kopieren";
    copy_in_hint: "Add the files in one undo step; they are written to disk when you save", "Dateien in einem Schritt hinzufügen; auf den Datenträger kommen sie beim Speichern";
    alone: "Open separately", "Separat öffnen";
    alone_hint: "Open it instead of the current catalog; unsaved changes are kept", "Anstelle des aktuellen Katalogs öffnen; nicht gespeicherte Änderungen bleiben erhalten";
    alone_is_open(title: &str): "{title} is open separately, without a folder. ", "{title} ist separat geöffnet, ohne Ordner. ";
    reading(count: usize): ["Reading the folder: {count} file", "Reading the folder: {count} files"], ["Ordner wird gelesen: {count} Datei", "Ordner wird gelesen: {count} Dateien"];
    opening(count: usize): ["Opening {count} file", "Opening {count} files"], ["{count} Datei wird geöffnet", "{count} Dateien werden geöffnet"];
    rendering_image: "Rendering the image", "Bild wird erzeugt";
    cancelled: "cancelled", "abgebrochen";

    cannot_be_read: "the file cannot be read", "die Datei lässt sich nicht lesen";
    watching_again: "Watching the folder again", "Der Ordner wird wieder überwacht";
    not_read(first: &str): "Not read: {first}", "Nicht gelesen: {first}";
    not_read_more(count: usize, first: &str): ["Not read: {first} (and {count} more)", "Not read: {first} (and {count} more)"],
        ["Nicht gelesen: {first} (und {count} weitere)", "Nicht gelesen: {first} (und {count} weitere)"];
    no_folder_to_save_to: "no folder is open to save to", "kein Ordner zum Speichern ist geöffnet";
    no_longer_open: "the file is no longer open", "die Datei ist nicht mehr geöffnet";
    use_from_disk(path: &str): "Use {path} from disk", "{path} vom Datenträger übernommen";
    same_lines: "both sides changed the same lines", "auf beiden Seiten wurden dieselben Zeilen geändert";
    changed_there(path: &str): "Reloaded {path}, which changed on disk", "{path} neu geladen, auf dem Datenträger geändert";
    new_there(path: &str): "Added {path}, which is new on disk", "{path} hinzugefügt, neu auf dem Datenträger";
    gone_there(path: &str): "Removed {path}, which was deleted on disk", "{path} entfernt, auf dem Datenträger gelöscht";
    many_there(count: usize): ["Reloaded {count} file from disk", "Reloaded {count} files from disk"],
        ["{count} Datei vom Datenträger neu geladen", "{count} Dateien vom Datenträger neu geladen"];
    undo_reverts(what: &str): "{what}. Undo reverts this here", "{what}. „Rückgängig“ nimmt das hier zurück";
    merge_with_disk(path: &str): "Merge {path} with the version on disk", "{path} mit der Fassung auf dem Datenträger zusammengeführt";
    not_on_disk: "the file no longer exists on disk, so there is nothing to merge; choose “Overwrite with mine”",
        "die Datei gibt es auf dem Datenträger nicht mehr; „Mit eigener Fassung überschreiben“ wählen";
    changed_again: "the file changed on disk again", "die Datei hat sich auf dem Datenträger erneut geändert";
    saved_file(name: &str): "Saved {name}", "{name} gespeichert";
    program_answered(status: u16): "the program answered with status {status}", "das Programm antwortete mit Status {status}";

    no_diagram_to_save: "The diagram is empty", "Das Diagramm ist leer";
    picture_refused: "Not saved: the browser refused", "Nicht gespeichert: vom Browser verweigert";
    picture_fails: "Not saved: the browser cannot render the image", "Nicht gespeichert: der Browser kann das Bild nicht erzeugen";

    not_discarded(why: &str): "Not discarded: {why}", "Nicht verworfen: {why}";
    restore_step: "Restore unsaved changes", "Nicht gespeicherte Änderungen wiederhergestellt";
    nothing_kept: "This browser cannot keep unsaved changes. Save before you close the page. Reason: ",
        "Dieser Browser kann ungespeicherte Änderungen nicht aufbewahren. Vor dem Schließen der Seite speichern. Grund: ";
    and_more(count: usize): [" and {count} more", " and {count} more"],
        [" und {count} weitere", " und {count} weitere"];
    unsaved_from(when: &str): "Unsaved changes from {when}: ", "Nicht gespeicherte Änderungen vom {when}: ";
    restore_hint: "Restore them in one step that you can undo", "In einem Schritt wiederherstellen, der sich rückgängig machen lässt";
    restore: "Restore", "Wiederherstellen";
    restored_after(path: &str): ". Save or undo your changes to {path} first.",
        ". Zuerst die Änderungen an {path} speichern oder rückgängig machen.";
    discard: "Discard", "Verwerfen";

    no_storage: "this browser has no storage", "dieser Browser hat keinen Speicher";
    aborted: "the operation was aborted", "der Vorgang wurde abgebrochen";

    no_such_file(file: &str): "This folder has no file `{file}`",
        "In diesem Ordner gibt es keine Datei `{file}`";
    no_such_place(at: &str, path: &str): "Nothing found at `{at}` in `{path}`",
        "Nichts gefunden unter `{at}` in `{path}`";
    address_fixed: "No link: the browser does not allow this page to change its address",
        "Kein Link: der Browser erlaubt dieser Seite nicht, ihre Adresse zu ändern";
    link_copied: "Link copied; it is also in the address bar",
        "Link kopiert; auch die Adresszeile enthält ihn";
    link_in_address: "The address bar has the link to this view", "Der Link zu dieser Ansicht steht in der Adresszeile";

    revert: "Revert", "Zurücknehmen";
    revert_hint: "Revert this change; you can undo it", "Diese Änderung zurücknehmen; lässt sich rückgängig machen";
    revert_step(path: &str): "Revert a change in {path}", "Änderung in {path} zurückgenommen";
    show_lines: "Show unchanged lines", "Unveränderte Zeilen anzeigen";
    all_saved: "Everything is saved.", "Alles ist gespeichert.";
    changed_files: "Unsaved files", "Nicht gespeicherte Dateien";
    no_files: "No files yet.", "Noch keine Dateien.";
    warnings: "warnings", "Warnungen";
    errors: "errors", "Fehler";
    not_saved: "not saved", "nicht gespeichert";
}

/// The reason why a file is not written.
pub fn unwritable(why: Unwritable) -> &'static str {
    match why {
        Unwritable::Hidden => hidden(),
        Unwritable::OtherKind => other_kind(),
        Unwritable::Generated => generated(),
        Unwritable::NotPortable => not_portable(),
    }
}

/// A human-readable file size.
pub fn size(size: u64) -> String {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if size < 1000 { bytes(size) } else { kilobytes(size.div_ceil(1000)) }
}
