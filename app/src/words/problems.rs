//! What is wrong in all files, and how the catalog is judged.

use descriptorium_core::diagnostic::Severity;

use super::words;

pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => error(),
        Severity::Warning => warning(),
        Severity::Info => info(),
    }
}

words! {
    errors: "Errors", "Fehler";
    warnings: "Warnings", "Warnungen";
    infos: "Infos", "Hinweise";
    first_check: "This catalog is being checked for the first time. What is found is listed here as soon as all files are through.",
        "Dieser Katalog wird zum ersten Mal geprüft. Gefundenes steht hier, sobald alle Dateien durch sind.";
    nothing_of_kind: "Nothing of that kind.", "Nichts dieser Art.";
    no_problems(files: usize): ["No problems in {files} file", "No problems in {files} files"],
        ["Keine Probleme in {files} Datei", "Keine Probleme in {files} Dateien"];
    hints_hidden(count: usize): ["{count} info is hidden: the filter above shows it", "{count} infos are hidden: the filter above shows them"],
        ["{count} Hinweis ist ausgeblendet: der Filter oben zeigt ihn", "{count} Hinweise sind ausgeblendet: der Filter oben zeigt sie"];
    n_problems(count: usize): ["{count} problem", "{count} problems"], ["{count} Problem", "{count} Probleme"];
    fix_all_hint: "Makes every fix that can neither lose a comment nor change the meaning, as one step of undo",
        "Behebt alles, was weder einen Kommentar verlieren noch die Bedeutung ändern kann, in einem Schritt";
    fix_all(count: usize): ["Fix all safe ones ({count})", "Fix all safe ones ({count})"],
        ["Alle sicheren beheben ({count})", "Alle sicheren beheben ({count})"];
    which_shown: "Which problems are shown", "Angezeigte Probleme";
    find: "Find", "Suchen";
    find_in_problems: "Find in problems", "In den Problemen suchen";
    kind: "Kind", "Art";
    all_kinds: "All kinds", "Alle Arten";
    all_files: "All files", "Alle Dateien";
    not_drawn: "This is not drawn: see the text", "Das ist nicht gezeichnet: siehe Text";
    safe: "Safe: no comment is lost, and the meaning stays",
        "Sicher: kein Kommentar geht verloren, die Bedeutung bleibt";
    unsafe_fix: "Look at what it does: the meaning may change", "Ergebnis prüfen: die Bedeutung kann sich ändern";
    show_in_text: "Show in the text (Enter)", "Im Text zeigen (Eingabetaste)";
    show_on_canvas: "Show on the canvas", "Auf der Zeichenfläche zeigen";

    how_judged_hint: "How the descriptors of this catalog are judged",
        "Wie die Descriptoren dieses Katalogs beurteilt werden";
    checks: "Checks", "Prüfung";
    how_judged: "How this catalog is judged", "Wie dieser Katalog beurteilt wird";
    stated_in(file: &str): "Stated in `{file}` at the root of the catalog, for everybody who opens it.",
        "Festgelegt in `{file}` an der Wurzel des Katalogs, für alle, die ihn öffnen.";
    unreadable: "The file cannot be read, and so it states nothing. ",
        "Die Datei ist nicht lesbar und legt darum nichts fest. ";
    show_it: "Show it", "Anzeigen";
    product: "Product", "Produkt";
    cp4na_means: "Cloud Pak for Network Automation: properties have types, and the names that its manual allows.",
        "Cloud Pak for Network Automation: Properties haben Typen und die Namen, die das Handbuch erlaubt.";
    tnco_means: "Telco Network Cloud Orchestration: every value is text, types are not looked at, and its own rules for names hold.",
        "Telco Network Cloud Orchestration: jeder Wert ist Text, Typen werden nicht geprüft, und für Namen gelten eigene Regeln.";
    packages: "Packages", "Pakete";
    as_project: "as a project says", "wie im Projekt angegeben";
    all_lmctl: "all (lmctl)", "alle (lmctl)";
    free_means: "A descriptor needs its own name, unless a project file gives it one.",
        "Ein Descriptor braucht einen eigenen Namen, wenn ihm keine Projektdatei einen gibt.";
    lmctl_means: "All descriptors are parts of lmctl packages, which give them their names.",
        "Alle Descriptoren gehören zu lmctl-Paketen, die ihnen ihre Namen geben.";
    strict: "Strict", "Streng";
    no: "no", "nein";
    yes: "yes", "ja";
    strict_means: "What leads nowhere in this catalog is an error.",
        "Was in diesem Katalog ins Leere führt, ist ein Fehler.";
    lax_means: "What leads nowhere may be in another catalog: a warning.",
        "Was ins Leere führt, kann in einem anderen Katalog stehen: eine Warnung.";
    own_severities: "Rules whose severity is another than usual", "Regeln mit abweichender Einstufung";
    on_command_line: "said on the command line of the program", "auf der Kommandozeile des Programms angegeben";
    stated: "stated", "festgelegt";
    as_usual: "as usual", "wie üblich";
    lmctl_packages: " · lmctl packages", " · lmctl-Pakete";
    and_strict: " · strict", " · streng";
    and_severities: " · own severities", " · eigene Einstufungen";
    error: "error", "Fehler";
    warning: "warning", "Warnung";
    info: "info", "Hinweis";
    not_told: "not told", "wird nicht gemeldet";
    set_to(key: &str, value: &str): "Set {key} to {value}", "{key} auf {value} setzen";
}
