//! The list of findings and the validation settings of the catalog.

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
    first_check: "This catalog is being checked for the first time. Findings are listed here once all files are checked.",
        "Dieser Katalog wird zum ersten Mal geprüft. Befunde erscheinen hier, sobald alle Dateien geprüft sind.";
    no_match: "No findings match the filter.", "Keine Befunde entsprechen dem Filter.";
    no_findings(files: usize): ["No findings in {files} file", "No findings in {files} files"],
        ["Keine Befunde in {files} Datei", "Keine Befunde in {files} Dateien"];
    infos_hidden(count: usize): ["{count} info is hidden by the filter above", "{count} infos are hidden by the filter above"],
        ["{count} Hinweis ist durch den Filter oben ausgeblendet", "{count} Hinweise sind durch den Filter oben ausgeblendet"];
    n_findings(count: usize): ["{count} finding", "{count} findings"], ["{count} Befund", "{count} Befunde"];
    fix_all_hint: "Apply all fixes that keep comments and meaning, in one undo step",
        "Alle Korrekturen anwenden, die Kommentare und Bedeutung erhalten, in einem Schritt";
    fix_all(count: usize): ["Apply safe fixes ({count})", "Apply safe fixes ({count})"],
        ["Sichere Korrekturen anwenden ({count})", "Sichere Korrekturen anwenden ({count})"];
    fix_kind(count: usize): ["Fix all of this kind ({count})", "Fix all of this kind ({count})"],
        ["Alle dieser Art korrigieren ({count})", "Alle dieser Art korrigieren ({count})"];
    fix_kind_hint: "Apply the safe fixes of this rule in all files, in one undo step",
        "Die sicheren Korrekturen dieser Regel in allen Dateien anwenden, in einem Schritt";
    left_of_kind(left: usize, title: &str): ["{title}. {left} finding of this kind is left", "{title}. {left} findings of this kind are left"],
        ["{title}. {left} Befund dieser Art bleibt übrig", "{title}. {left} Befunde dieser Art bleiben übrig"];
    filter: "Filter findings", "Befunde filtern";
    find: "Find", "Suchen";
    find_in_findings: "Search findings", "Befunde durchsuchen";
    kind: "Kind", "Art";
    all_kinds: "All kinds", "Alle Arten";
    all_files: "All files", "Alle Dateien";
    not_drawn: "Not in the diagram, see the text", "Nicht im Diagramm, siehe Text";
    safe: "Safe: keeps comments and meaning",
        "Sicher: Kommentare und Bedeutung bleiben erhalten";
    unsafe_fix: "Review the result: the meaning may change", "Ergebnis prüfen: die Bedeutung kann sich ändern";
    show_in_text: "Show in the text (Enter)", "Im Text zeigen (Eingabetaste)";
    show_on_canvas: "Show on the canvas", "Auf der Zeichenfläche zeigen";

    settings_hint: "Validation settings of this catalog",
        "Prüfeinstellungen dieses Katalogs";
    checks: "Checks", "Prüfung";
    settings: "Validation settings", "Prüfeinstellungen";
    set_in(file: &str): "Set in `{file}` at the root of the catalog, for everyone who opens it.",
        "In `{file}` im Hauptordner des Katalogs festgelegt, für alle, die ihn öffnen.";
    unreadable: "The file cannot be read and has no effect. ",
        "Die Datei ist nicht lesbar und bleibt wirkungslos. ";
    show_file: "Show file", "Datei anzeigen";
    product: "Product", "Produkt";
    cp4na_means: "Cloud Pak for Network Automation: properties have types, and names follow its manual.",
        "Cloud Pak for Network Automation: Properties haben Typen, und Namen folgen dem Handbuch.";
    tnco_means: "Telco Network Cloud Orchestration: every value is text, types are not checked, and names follow its own rules.",
        "Telco Network Cloud Orchestration: jeder Wert ist Text, Typen werden nicht geprüft, und für Namen gelten eigene Regeln.";
    packages: "Packages", "Pakete";
    per_project: "set by the project", "wie im Projekt angegeben";
    all_lmctl: "all (lmctl)", "alle (lmctl)";
    free_means: "A descriptor needs a name of its own unless a project file names it.",
        "Ein Descriptor braucht einen eigenen Namen, wenn ihm keine Projektdatei einen gibt.";
    lmctl_means: "All descriptors belong to lmctl packages, which name them.",
        "Alle Descriptoren gehören zu lmctl-Paketen, die ihnen ihre Namen geben.";
    strict: "Strict", "Streng";
    no: "no", "nein";
    yes: "yes", "ja";
    strict_means: "Unresolved names are errors.",
        "Nicht aufgelöste Namen sind Fehler.";
    lax_means: "Unresolved names are warnings, because another catalog may define them.",
        "Nicht aufgelöste Namen sind Warnungen, weil ein anderer Katalog sie definieren kann.";
    own_severities: "Rules with a custom severity", "Regeln mit eigener Einstufung";
    by_command_line: "set on the command line", "auf der Kommandozeile festgelegt";
    by_file: "set in the file", "in der Datei festgelegt";
    by_default: "default", "Standard";
    lmctl_packages: " · lmctl packages", " · lmctl-Pakete";
    and_strict: " · strict", " · streng";
    and_severities: " · custom severities", " · eigene Einstufungen";
    error: "error", "Fehler";
    warning: "warning", "Warnung";
    info: "info", "Hinweis";
    off: "off", "aus";
    set_to(key: &str, value: &str): "Set {key} to {value}", "{key} auf {value} gesetzt";
}
