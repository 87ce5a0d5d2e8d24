//! Edits for the selection that only one language has.

use super::words;

words! {
    limit_distance: "Limit their distance", "Entfernung begrenzen";
    limit_distance_to: "Limit the distance to the location", "Entfernung zur Location begrenzen";
    share_zone: "Put in the same zone", "In dieselbe Zone legen";
    share_group: "Put in one inventory group", "In eine Inventargruppe legen";
    minimize_distance: "Minimize the distance to the location", "Entfernung zur Location minimieren";
    add_demand(name: &str): "Apply to {name}", "Auf {name} anwenden";
    remove_demand(name: &str): "Do not apply to {name}", "Nicht auf {name} anwenden";
    threshold_of(name: &str): "Threshold: {name}", "Schwellenwert: {name}";
    stage(order: &str): "Move to stage {order}", "In Stufe {order} verschieben";
    before_stage(order: &str): "New stage before {order}", "Neue Stufe vor {order}";
    after_stage(order: &str): "New stage after {order}", "Neue Stufe nach {order}";
    any_time: "Deploy at any time", "Jederzeit deployen";
    parameters(count: usize): ["{count} lifecycle parameter of the chart", "{count} lifecycle parameters of the chart"],
        ["{count} Lifecycle-Parameter des Charts", "{count} Lifecycle-Parameter des Charts"];
    parameters_of(count: usize, name: &str): ["{name}: {count} parameter", "{name}: {count} parameters"],
        ["{name}: {count} Parameter", "{name}: {count} Parameter"];
    requirements(name: &str): "Require capabilities of {name}", "Capabilities von {name} voraussetzen";
    host_on(name: &str): "Host on {name}", "Auf {name} hosten";
    attach: "Add a file…", "Datei hinzufügen…";
    implement(operation: &str): "{operation}: choose a file…", "{operation}: Datei wählen…";
    replace_file(operation: &str, current: &str): "{operation}: replace {current}…", "{operation}: {current} ersetzen…";
    operations(count: usize, interface: &str): ["{interface}: {count} operation", "{interface}: {count} operations"],
        ["{interface}: {count} Operation", "{interface}: {count} Operationen"];
    none: "There are no more actions for the selection", "Es gibt keine weiteren Aktionen für die Auswahl";
    derive_type(name: &str): "Derive a type from {name}", "Typ von {name} ableiten";
    derive_from: "Derive type…", "Typ ableiten…";
    derive_from_of(name: &str): "Derive a type from the node {name}", "Typ vom Node {name} ableiten";
    derive_from_means:
        "The new type takes over the plain values, operations and artifacts of the node template, which gets this type. Its requirements and functions stay.",
        "Der neue Typ übernimmt die festen Werte, Operationen und Artefakte des Node-Templates, das diesen Typ erhält. Requirements und Funktionen bleiben dort.";
    pull_up(member: &str): "Pull up {member}", "{member} hochziehen";
    pull_up_to(count: usize, of: &str): ["Pull {count} member up to {of}", "Pull one of {count} members up to {of}"],
        ["{count} Bestandteil nach {of} hochziehen", "Einen von {count} Bestandteilen nach {of} hochziehen"];
    push_down(member: &str): "Push down {member}", "{member} herunterschieben";
    push_down_to(count: usize, of: &str): ["Push {count} member down to {of}", "Push one of {count} members down to {of}"],
        ["{count} Bestandteil nach {of} herunterschieben", "Einen von {count} Bestandteilen nach {of} herunterschieben"];
    new_type: "New node type", "Neuer Node-Type";
    new_property: "New property", "Neue Property";
    new_attribute: "New attribute", "Neues Attribut";
    new_capability: "New capability", "Neue Capability";
    new_requirement: "New requirement", "Neues Requirement";
    new_interface: "New interface", "Neues Interface";
    new_operation: "New operation", "Neue Operation";
    new_workflow: "New workflow", "Neuer Workflow";
    generated_workflow(name: &str): "New workflow from the generated {name} plan", "Neuer Workflow aus dem generierten Plan für {name}";
    remove_workflow(name: &str): "Delete the workflow {name}", "Workflow {name} löschen";
    leave_host: "Remove from the host", "Vom Host lösen";
    join_group(name: &str): "Add to the group {name}", "Zur Gruppe {name} hinzufügen";
    leave_group(name: &str): "Remove from the group {name}", "Aus der Gruppe {name} entfernen";
    weight_of(name: &str): "Weight of the distance to {name}", "Gewicht der Entfernung zu {name}";
}

/// The label of an edit by its name in the core.
pub fn label(name: &str, subject: &str) -> String {
    match name {
        "distance_between_demands" => limit_distance().to_owned(),
        "distance_to_location" => limit_distance_to().to_owned(),
        "zone" => share_zone().to_owned(),
        "target" => super::targets::find_target(subject),
        "attach" => attach().to_owned(),
        "implement" => implement(subject),
        "derive_type" => derive_type(subject),
        "derive_from" => derive_from().to_owned(),
        "pull_up" => pull_up(subject),
        "push_down" => push_down(subject),
        "new_type" => new_type().to_owned(),
        "new_member" => new_member(subject).to_owned(),
        "new_workflow" => new_workflow().to_owned(),
        "generated_workflow" => generated_workflow(subject),
        "remove_workflow" => remove_workflow(subject),
        "host_on" => host_on(subject),
        "leave_host" => leave_host().to_owned(),
        "join_group" => join_group(subject),
        "leave_group" => leave_group(subject),
        "distance_between" => minimize_distance().to_owned(),
        "inventory_group" => share_group().to_owned(),
        "add" => add_demand(subject),
        "leave" => remove_demand(subject),
        "threshold" => threshold_of(subject),
        "weight" => weight_of(subject),
        "stage" => stage(subject),
        "new-stage-before" => before_stage(subject),
        "new-stage-after" => after_stage(subject),
        "any-time" => any_time().to_owned(),
        "parameter" | "requirement" => subject.to_owned(),
        name => name.to_owned(),
    }
}

/// A new member of a type, by its noun.
fn new_member(noun: &str) -> &'static str {
    match noun {
        "property" => new_property(),
        "attribute" => new_attribute(),
        "capability" => new_capability(),
        "requirement" => new_requirement(),
        "interface" => new_interface(),
        _ => new_operation(),
    }
}

/// The heading of a list of choices.
pub fn heading(name: &str, group: &str, count: usize) -> String {
    match name {
        "parameter" if group.is_empty() => parameters(count),
        "parameter" => parameters_of(count, group),
        "implement" => operations(count, group),
        "pull_up" => pull_up_to(count, group),
        "push_down" => push_down_to(count, group),
        _ => requirements(group),
    }
}
