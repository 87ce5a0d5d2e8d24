//! The preview: inputs, instances, plan and comparison.

use std::borrow::Cow;

use descriptorium_core::preview::Origin;
use descriptorium_core::preview::frame::DifferenceKind;
use descriptorium_core::preview::progress::Phase;
use descriptorium_core::preview::states::ItemState;

use super::{installation, placement, words};

/// The progress within a phase.
pub(crate) fn phase_progress(phase: Phase, count: usize) -> String {
    match phase.0 {
        "instances" => so_many_instances(count),
        "relationships" => so_many_relationships(count),
        "instances with their values" => so_many_values(count),
        "inventory" | "candidates" => placement::so_many_read(count),
        "plans" | "conductor" | "constraints" | "weights" | "thresholds" => placement::so_many_choices(count),
        "" => the_plan().to_owned(),
        counted => format!("{count} {counted}"),
    }
}

/// The name of an intent. An intent that a descriptor defines keeps its name in every language.
pub(crate) fn intent_name(name: &str) -> &str {
    match name {
        "install" => install(),
        "uninstall" => uninstall(),
        "change-state" => change_state(),
        "heal" => heal(),
        "scale-out" => scale_out(),
        "scale-in" => scale_in(),
        "upgrade" => upgrade(),
        "deploy" => deploy(),
        "undeploy" => undeploy(),
        "place" => placement::place(),
        "terminate" => installation::terminate(),
        own => own,
    }
}

/// The label of a parameter of an intent.
pub(crate) fn parameter_name(name: &str) -> Cow<'_, str> {
    if let Some(node) = name.strip_prefix("substitute.") {
        return substitute_of(node).into();
    }
    Cow::Borrowed(match name {
        "fromState" => from_state(),
        "component" => failed_instance(),
        "cluster" => cluster(),
        "nodes" => instances_now(),
        "from" => from_version(),
        "intendedState" => state(),
        "assemblyName" => instance_name(),
        "inventory" => placement::inventory(),
        "objective" => placement::objective(),
        "solver" => placement::search(),
        "plans" => placement::n_plans(),
        "why" => placement::why(),
        "clusterDescription" => installation::clusters(),
        "instance" => installation::instance(),
        "namespace" => installation::namespace(),
        own => own,
    })
}

/// The placeholder of an empty number field.
pub(crate) fn no_number(name: &str) -> &'static str {
    if name == "nodes" { initial_number() } else { "" }
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
pub(crate) fn item_state(state: ItemState) -> &'static str {
    match state {
        ItemState::In(state) => state.name,
        ItemState::Made => established(),
        ItemState::Absent => absent(),
    }
}

words! {
    not_loaded(why: &str): "Not loaded: {why}", "Nicht geladen: {why}";
    pasted: "pasted text", "eingefügter Text";
    inputs_cleared: "Inputs cleared", "Eingaben geleert";
    load_hint: "An intent, a Behaviour configuration, or names and values, as YAML or JSON. You can also drop a file here.",
        "Ein Intent, eine Behaviour-Konfiguration oder Namen und Werte, als YAML oder JSON, auch per Drag-and-drop.";
    load_inputs: "Load inputs", "Eingaben laden";
    intent_of_catalog: "Intent from the catalog", "Intent aus dem Katalog";
    from_catalog: "from catalog …", "aus dem Katalog …";
    from_file: "from file …", "aus einer Datei …";
    paste: "paste …", "einfügen …";
    clear: "Clear", "Leeren";
    intent_or_values: "An intent, or names and values", "Ein Intent oder Namen und Werte";
    apply: "Apply", "Anwenden";
    apply_keys: "Ctrl+Enter", "Strg+Eingabetaste";
    loaded_from(name: &str): "Loaded: {name}", "Geladen: {name}";
    loaded(count: usize, name: &str): ["Loaded {name}: {count} value", "Loaded {name}: {count} values"],
        ["{name} geladen: {count} Wert", "{name} geladen: {count} Werte"];

    inputs: "Inputs", "Eingaben";
    no_inputs: "This descriptor has no inputs.", "Dieser Descriptor hat keine Eingaben.";
    required: "required", "erforderlich";
    secret: "hidden", "verborgen";
    not_an_input: " (not an input of the descriptor)", " (keine Eingabe des Descriptors)";

    install: "Install", "Install";
    uninstall: "Uninstall", "Uninstall";
    change_state: "Change state", "Zustand ändern";
    heal: "Heal", "Heal";
    scale_out: "Scale out", "Scale out";
    scale_in: "Scale in", "Scale in";
    upgrade: "Upgrade", "Upgrade";
    deploy: "Deploy", "Deployment";
    undeploy: "Undeploy", "Undeployment";
    intent: "Intent", "Intent";
    state: "State", "Zustand";
    not_set_but(default: &str): "not set: {default}", "nicht gesetzt: {default}";
    instance_name: "Instance name", "Name der Instanz";
    substitute_of(node: &str): "Substitute for {node}", "Ersatz für {node}";
    from_state: "From state", "Ausgangszustand";
    failed_instance: "Failed instance", "Ausgefallene Instanz";
    cluster: "Cluster", "Cluster";
    from_version: "From version", "Von Version";
    instances_now: "Current instances", "Aktuelle Instanzen";
    initial_number: "initial number", "anfängliche Anzahl";
    none_available(what: &str): "{what}: none available.", "{what}: nicht vorhanden.";

    open_an_assembly: "Open an assembly, a service template, an application service descriptor or a homing template to preview it.",
        "Assembly, Service-Template, Application Service Descriptor oder Homing-Template öffnen, um eine Vorschau zu sehen.";
    computing: "Computing the preview …", "Die Vorschau wird berechnet …";
    stopped_before: "Cancelled. The previous result is shown.", "Abgebrochen. Angezeigt wird das vorige Ergebnis.";
    stopped: "Cancelled.", "Abgebrochen.";
    compute: "Compute", "Berechnen";
    n_changes(count: usize): ["Changes ({count})", "Changes ({count})"],
        ["Änderungen ({count})", "Änderungen ({count})"];

    file_as(file: &str, root: &str): "{file} as {root}", "{file} als {root}";
    kept(title: &str): "Kept for comparison: {title}", "Zum Vergleich behalten: {title}";
    changes_since(title: &str): "Changes from {title}", "Änderungen gegenüber {title}";
    keep_hint: "Keep this result to compare it with other inputs, another intent or another version",
        "Dieses Ergebnis behalten, um es mit anderen Eingaben, einem anderen Intent oder einer anderen Version zu vergleichen";
    keep: "Keep for comparison", "Zum Vergleich behalten";
    stop_comparing: "Stop comparing", "Vergleich beenden";
    comparison: "Changes from the kept result", "Änderungen gegenüber dem behaltenen Ergebnis";

    n_instances(count: usize): ["Instances ({count})", "Instances ({count})"],
        ["Instanzen ({count})", "Instanzen ({count})"];
    n_candidates(count: usize): ["Demands and candidates ({count})", "Demands and candidates ({count})"],
        ["Demands und Kandidaten ({count})", "Demands und Kandidaten ({count})"];
    so_many_candidates(count: usize): ["{count} demand or candidate", "{count} demands and candidates"],
        ["{count} Demand oder Kandidat", "{count} Demands und Kandidaten"];
    find_candidate: "Find a candidate", "Kandidat suchen";
    candidates_of(name: &str): "Candidates of {name}", "Kandidaten von {name}";
    show_demand: "Go to demand", "Zum Demand";
    chosen: "chosen", "gewählt";
    save_placement_hint: "Download the placement, as printed by `descriptorium expand`",
        "Platzierung herunterladen, wie `descriptorium expand` sie ausgibt";
    draw_hint: "Show the instances as a diagram over the canvas", "Instanzen als Diagramm über der Zeichenfläche zeigen";
    save_expansion: "Save as YAML", "Als YAML speichern";
    save_expansion_hint: "Download the instances, relationships and plan, as printed by `descriptorium expand`",
        "Instanzen, Beziehungen und Plan herunterladen, wie `descriptorium expand` sie ausgibt";
    n_nodes(count: usize): ["Nodes ({count})", "Nodes ({count})"], ["Knoten ({count})", "Knoten ({count})"];
    draw_nodes_hint: "Show the nodes as a diagram over the canvas", "Knoten als Diagramm über der Zeichenfläche zeigen";
    save_deployment_hint: "Download the nodes, relationships and plan, as printed by `descriptorium expand`",
        "Knoten, Beziehungen und Plan herunterladen, wie `descriptorium expand` sie ausgibt";
    find_node: "Find a node", "Knoten suchen";
    nodes_in(name: &str): "Nodes in {name}", "Knoten in {name}";
    show_template: "Go to node template", "Zum Node-Template";
    delegated: "provided by the orchestrator", "vom Orchestrator bereitgestellt";
    substituted: "substituted", "ersetzt";
    find_instance: "Find an instance", "Instanz suchen";
    instances_in(name: &str): "Instances in {name}", "Instanzen in {name}";
    show_component: "Go to component", "Zur Komponente";
    until_then(value: &str): "until then {value}", "bis dahin {value}";
    from_inputs: "Given as an input", "Als Eingabe angegeben";
    its_default: "Default of its descriptor", "Default des Descriptors";
    its_static: "Fixed by its own descriptor", "Vom eigenen Descriptor festgelegt";
    its_literal: "Literal set by the enclosing assembly", "Fester Wert aus der umgebenden Assembly";
    its_mapping: "Read from other properties", "Aus anderen Properties gelesen";
    its_runtime: "Known once the running instance reports it", "Bekannt, sobald die laufende Instanz es meldet";
    its_nothing: "No value given", "Kein Wert vorgegeben";
    size_of(what: &str, count: &str): "{what} of {count}", "{what}: {count}";
    range(from: &str, to: &str): "{from} to {to}", "{from} bis {to}";
    at_least(number: &str): "at least {number}", "mindestens {number}";
    at_most(number: &str): "at most {number}", "höchstens {number}";
    in_steps_of(number: &str): "in steps of {number}", "in Schritten von {number}";

    when(trigger: &str): "When {trigger}", "Wenn {trigger}";
    too_large: "Too large to show.", "Zu groß für die Anzeige.";
    too_large_to_load: "the file is larger than 64 MB", "die Datei ist größer als 64 MB";
    nothing_to_do: "Nothing to do.", "Nichts zu tun.";
    plan: "Plan", "Plan";
    plan_of(count: usize): ["Plan ({count} stage)", "Plan ({count} stages)"],
        ["Plan ({count} Stufe)", "Plan ({count} Stufen)"];
    stages_left: " stages", " Stufen";
    calls(what: &str): "calls {what}", "ruft {what} auf";
    after(action: &str, instance: &str): "after {action} {instance}: ", "nach {action} {instance}: ";
    waits_for_nothing: "waits for nothing", "wartet auf nichts";
    waits(cause: &str): " waits: {cause}", " wartet: {cause}";
    deadlock: "Deadlock: each of these actions waits for the one before it:",
        "Deadlock: jede dieser Aktionen wartet auf die vorige:";

    n_stages(count: usize): ["{count} stage", "{count} stages"], ["{count} Stufe", "{count} Stufen"];
    before_first: "Before the first stage", "Vor der ersten Stufe";
    after_stage(done: usize, all: usize): "After stage {done} of {all}", "Nach Stufe {done} von {all}";
    step_through: "Step through the plan", "Plan durchgehen";
    previous_stage: "Previous stage", "Vorige Stufe";
    next_stage: "Next stage", "Nächste Stufe";
    stages_done: "Completed stages", "Abgeschlossene Stufen";
    done: "Done", "Fertig";
    actions_of(size: usize, stage: usize): ["Stage {stage}: {size} action", "Stage {stage}: {size} actions"],
        ["Stufe {stage}: {size} Aktion", "Stufe {stage}: {size} Aktionen"];
    untouched(count: usize): ["{count} without actions", "{count} without actions"], ["{count} ohne Aktionen", "{count} ohne Aktionen"];

    show_more(count: usize, what: &str): ["Show more ({count}{what} left)", "Show more ({count}{what} left)"],
        ["Mehr zeigen (noch {count}{what})", "Mehr zeigen (noch {count}{what})"];

    so_many_instances(count: usize): ["{count} instance", "{count} instances"], ["{count} Instanz", "{count} Instanzen"];
    so_many_nodes(count: usize): ["{count} node", "{count} nodes"], ["{count} Knoten", "{count} Knoten"];
    so_many_relationships(count: usize): ["{count} relationship", "{count} relationships"],
        ["{count} Beziehung", "{count} Beziehungen"];
    so_many_values(count: usize): ["{count} instance with values", "{count} instances with values"],
        ["{count} Instanz mit Werten", "{count} Instanzen mit Werten"];
    the_plan: "the plan", "der Plan";

    added: "added", "hinzugefügt";
    removed: "removed", "entfernt";
    reconfigured: "reconfigured", "neu konfiguriert";
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

    established: "Established", "Hergestellt";
    absent: "Absent", "Nicht vorhanden";

    values_missing(count: usize): ["{count} required input has no value yet, see above.", "{count} required inputs have no value yet, see above."],
        ["{count} erforderliche Eingabe hat noch keinen Wert, siehe oben.", "{count} erforderliche Eingaben haben noch keinen Wert, siehe oben."];
}
