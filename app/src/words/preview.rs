//! The preview: what is given, what it becomes, and the plan.

use descriptorium_core::preview::Origin;
use descriptorium_core::preview::frame::DifferenceKind;
use descriptorium_core::preview::progress::Phase;
use descriptorium_core::preview::states::ItemState;

use super::words;

/// How much of a phase is done.
pub(crate) fn how_far(phase: Phase, count: usize) -> String {
    match phase.0 {
        "instances" => so_many_instances(count),
        "relationships" => so_many_relationships(count),
        "instances with their values" => so_many_values(count),
        "" => the_plan().to_owned(),
        counted => format!("{count} {counted}"),
    }
}

/// The name of an intent. One that is named by a descriptor has no translation.
pub(crate) fn intent_name(name: &str) -> &str {
    match name {
        "install" => install(),
        "uninstall" => uninstall(),
        "change-state" => change_state(),
        "heal" => heal(),
        "scale-out" => scale_out(),
        "scale-in" => scale_in(),
        "upgrade" => upgrade(),
        own => own,
    }
}

/// The label of a parameter of an intent.
pub(crate) fn parameter_name(name: &str) -> &str {
    match name {
        "fromState" => from_state(),
        "component" => broken(),
        "cluster" => cluster(),
        "nodes" => instances_now(),
        "from" => from_version(),
        "intendedState" => state(),
        "assemblyName" => instance_name(),
        own => own,
    }
}

/// What an empty field for the number of a parameter says.
pub(crate) fn no_number(name: &str) -> &'static str {
    if name == "nodes" { as_at_first() } else { "" }
}

pub(crate) fn difference(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Added => added(),
        DifferenceKind::Removed => removed(),
        DifferenceKind::Reconfigured => reconfigured(),
        DifferenceKind::Upgraded => upgraded(),
        DifferenceKind::Replaced => replaced(),
        DifferenceKind::Changed => changed(),
    }
}

pub(crate) fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Intent => by_intent(),
        Origin::Default => by_default(),
        Origin::Static => by_static(),
        Origin::Set => by_set(),
        Origin::Mapped => by_mapped(),
        Origin::Runtime => by_runtime(),
        Origin::Unset => by_unset(),
    }
}

/// The state of an item; a state has the same name in every language.
pub(crate) fn standing(standing: ItemState) -> &'static str {
    match standing {
        ItemState::In(state) => state.name,
        ItemState::Made => made(),
        ItemState::Absent => not_there(),
    }
}

words! {
    not_loaded(why: &str): "Not loaded: {why}", "Nicht geladen: {why}";
    pasted: "what was pasted", "Eingefügtes";
    inputs_empty: "The inputs are empty again", "Die Eingaben sind wieder leer";
    load_hint: "An intent, a Behaviour configuration, or names and values; YAML or JSON. A file can be dropped here.",
        "Ein Intent, eine Behaviour-Konfiguration oder Namen und Werte; YAML oder JSON. Eine Datei lässt sich hier ablegen.";
    load_inputs: "Load inputs", "Eingaben laden";
    intent_of_catalog: "An intent of the catalog", "Ein Intent des Katalogs";
    from_catalog: "from the catalog …", "aus dem Katalog …";
    from_file: "from a file …", "aus einer Datei …";
    paste: "paste …", "einfügen …";
    clear: "Clear", "Leeren";
    intent_or_values: "An intent, or names and values", "Ein Intent oder Namen und Werte";
    use_it: "Use it", "Verwenden";
    use_keys: "Ctrl+Enter", "Strg+Eingabetaste";
    loaded_from(name: &str): "Loaded: {name}", "Geladen: {name}";
    loaded(count: usize, name: &str): ["Loaded {name}: {count} value", "Loaded {name}: {count} values"],
        ["{name} geladen: {count} Wert", "{name} geladen: {count} Werte"];

    inputs: "Inputs", "Eingaben";
    takes_none: "Takes no inputs.", "Keine Eingaben vorgesehen.";
    required: "required", "erforderlich";
    do_not_give(name: &str): "Do not give {name}", "{name} nicht angeben";
    not_taken: " (the descriptor does not take it)", " (im Descriptor nicht vorgesehen)";

    install: "Install", "Install";
    uninstall: "Uninstall", "Uninstall";
    change_state: "Change state", "Zustand ändern";
    heal: "Heal", "Heal";
    scale_out: "Scale out", "Scale out";
    scale_in: "Scale in", "Scale in";
    upgrade: "Upgrade", "Upgrade";
    intent: "Intent", "Intent";
    state: "State", "Zustand";
    not_set_but(default: &str): "not set: {default}", "nicht gesetzt: {default}";
    instance_name: "Instance name", "Name der Instanz";
    from_state: "From", "Von";
    broken: "Broken", "Defekt";
    cluster: "Cluster", "Cluster";
    from_version: "From version", "Von Version";
    instances_now: "Instances now", "Instanzen jetzt";
    as_at_first: "as at first", "wie anfangs";
    there_is_none(what: &str): "{what}: there is none.", "{what}: nicht vorhanden.";

    open_an_assembly: "Open an assembly to see what it expands to.",
        "Assembly öffnen, um zu sehen, was daraus entsteht.";
    working: "Working out what it becomes …", "Die Expansion wird berechnet …";
    stopped_before: "Stopped. What is shown is what it was before.", "Abgebrochen. Angezeigt wird der vorige Stand.";
    stopped: "Stopped.", "Abgebrochen.";
    work_it_out: "Work it out", "Berechnen";
    n_changes(count: usize): ["Changes ({count})", "Changes ({count})"],
        ["Änderungen ({count})", "Änderungen ({count})"];

    file_as(file: &str, root: &str): "{file} as {root}", "{file} als {root}";
    kept(title: &str): "Kept for comparison: {title}", "Zum Vergleich behalten: {title}";
    different_from(title: &str): "Different from {title}", "Unterschiede zu {title}";
    keep_hint: "Keeps what is shown now, so that other inputs, another intent or another version can be seen beside it",
        "Behält das Angezeigte, um es mit anderen Eingaben, einem anderen Intent oder einer anderen Version zu vergleichen";
    keep: "Keep for comparison", "Zum Vergleich behalten";
    stop_comparing: "Stop comparing", "Vergleich beenden";
    difference_label: "Difference from what was kept", "Unterschied zum Behaltenen";
    stage(number: usize): "stage {number}", "Stufe {number}";

    n_instances(count: usize): ["Instances ({count})", "Instances ({count})"],
        ["Instanzen ({count})", "Instanzen ({count})"];
    draw_hint: "Shows the instances as a graph over the canvas", "Zeigt die Instanzen als Graph über der Zeichenfläche";
    save_expansion: "Save as YAML", "Als YAML speichern";
    save_expansion_hint: "Downloads the instances, their relationships and the plan, as `descriptorium expand` prints them",
        "Lädt die Instanzen, ihre Relationships und den Plan herunter, wie `descriptorium expand` sie ausgibt";
    find_instance: "Find an instance", "Instanz suchen";
    instances_in(name: &str): "Instances in {name}", "Instanzen in {name}";
    show_component: "Show its component", "Komponente zeigen";
    until_then(value: &str): "until then {value}", "bis dahin {value}";
    given_with: "Given with the inputs", "Mit den Eingaben angegeben";
    its_default: "The default of its descriptor", "Der Default des Descriptors";
    its_static: "Fixed by its own descriptor", "Vom eigenen Descriptor festgelegt";
    its_literal: "A literal that the assembly around it sets", "Ein fester Wert, den die umgebende Assembly setzt";
    its_mapping: "Read from other properties", "Aus anderen Properties gelesen";
    its_runtime: "Known when the running instance reports it", "Bekannt, sobald die laufende Instanz es meldet";
    its_nothing: "Nobody gives it a value", "Kein Wert vorgegeben";
    size_of(what: &str, count: &str): "{what} of {count}", "{what} von {count}";
    size_from: "from", "ab";
    size_to: "to", "bis";
    size_by: "by", "um";

    when(trigger: &str): "When {trigger}", "Wenn {trigger}";
    too_large: "It would be too large to be shown.", "Zu groß für die Anzeige.";
    nothing_done: "Nothing is done.", "Nichts zu tun.";
    plan: "Plan", "Plan";
    plan_of(count: usize): ["Plan ({count} stage)", "Plan ({count} stages)"],
        ["Plan ({count} Stufe)", "Plan ({count} Stufen)"];
    stages_left: " stages", " Stufen";
    calls(what: &str): "calls {what}", "ruft {what} auf";
    after(action: &str, instance: &str): "after {action} {instance}: ", "nach {action} {instance}: ";
    waits_for_nothing: "waits for nothing", "wartet auf nichts";
    waits(cause: &str): " waits: {cause}", " wartet: {cause}";
    circle: "These wait for each other, each for the one before it:",
        "Diese warten aufeinander, jede Aktion auf die davor:";

    n_stages(count: usize): ["{count} stage", "{count} stages"], ["{count} Stufe", "{count} Stufen"];
    before_first: "Before the first stage", "Vor der ersten Stufe";
    after_stage(done: usize, all: usize): "After stage {done} of {all}", "Nach Stufe {done} von {all}";
    go_through: "Go through the plan", "Plan durchgehen";
    one_back: "One stage back", "Eine Stufe zurück";
    one_on: "One stage on", "Eine Stufe weiter";
    stages_done: "Stages that are done", "Erledigte Stufen";
    done: "Done", "Fertig";
    actions_of(size: usize, stage: usize): ["Stage {stage}: {size} action", "Stage {stage}: {size} actions"],
        ["Stufe {stage}: {size} Aktion", "Stufe {stage}: {size} Aktionen"];
    untouched(count: usize): ["{count} without actions of its own", "{count} without actions of their own"], ["{count} ohne eigene Aktionen", "{count} ohne eigene Aktionen"];

    show_more(count: usize, what: &str): ["Show more ({count}{what} left)", "Show more ({count}{what} left)"],
        ["Mehr zeigen (noch {count}{what})", "Mehr zeigen (noch {count}{what})"];

    so_many_instances(count: usize): ["{count} instance", "{count} instances"], ["{count} Instanz", "{count} Instanzen"];
    so_many_relationships(count: usize): ["{count} relationship", "{count} relationships"],
        ["{count} Beziehung", "{count} Beziehungen"];
    so_many_values(count: usize): ["{count} instance with its values", "{count} instances with their values"],
        ["{count} Instanz mit Werten", "{count} Instanzen mit Werten"];
    the_plan: "the plan", "der Plan";

    added: "added", "hinzugefügt";
    removed: "removed", "entfernt";
    reconfigured: "reconfigured", "umkonfiguriert";
    upgraded: "upgraded", "aktualisiert";
    replaced: "replaced", "ersetzt";
    changed: "changed", "geändert";

    unresolved: "unresolved", "nicht aufgelöst";

    quantity: "quantity", "Anzahl";
    of_cluster: "cluster", "Cluster";
    of_list: "list", "Liste";
    of_map: "map", "Map";

    by_intent: "intent", "Intent";
    by_default: "default", "Default";
    by_static: "static", "statisch";
    by_set: "set", "gesetzt";
    by_mapped: "mapped", "zugeordnet";
    by_runtime: "runtime", "Laufzeit";
    by_unset: "unset", "nicht gesetzt";

    made: "Made", "Hergestellt";
    not_there: "Not there", "Nicht vorhanden";
}
