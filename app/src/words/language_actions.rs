//! Edits for the selection that only one language has.

use super::words;

words! {
    group: "More actions for the selection", "Weitere Aktionen für die Auswahl";
    limit_distance: "Limit their distance", "Entfernung begrenzen";
    limit_distance_to: "Limit the distance to the location", "Entfernung zur Location begrenzen";
    share_zone: "Put in the same zone", "In dieselbe Zone legen";
    share_group: "Put in one inventory group", "In eine Inventargruppe legen";
    minimize_distance: "Minimize the distance to the location", "Entfernung zur Location minimieren";
    add_demand(name: &str): "Apply to {name}", "Auf {name} anwenden";
    remove_demand(name: &str): "Do not apply to {name}", "Nicht auf {name} anwenden";
    threshold_of(name: &str): "Threshold: {name}", "Schwellenwert: {name}";
    weight_of(name: &str): "Weight of the distance to {name}", "Gewicht der Entfernung zu {name}";
}

/// The label of an edit by its name in the core.
pub fn label(name: &str, subject: &str) -> String {
    match name {
        "distance_between_demands" => limit_distance().to_owned(),
        "distance_to_location" => limit_distance_to().to_owned(),
        "zone" => share_zone().to_owned(),
        "distance_between" => minimize_distance().to_owned(),
        "inventory_group" => share_group().to_owned(),
        "add" => add_demand(subject),
        "leave" => remove_demand(subject),
        "threshold" => threshold_of(subject),
        "weight" => weight_of(subject),
        name => name.to_owned(),
    }
}
