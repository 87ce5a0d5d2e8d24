//! The placement of a homing template.

use super::words;

words! {
    place: "Place", "Platzieren";
    inventory: "Inventory", "Inventar";
    objective: "Objective", "Zielfunktion";
    search: "Search", "Suche";
    n_plans: "Number of plans", "Anzahl der Pläne";
    why: "Why not?", "Warum nicht?";
    loaded_inventory: "loaded inventory", "geladenes Inventar";
    inventory_loaded(name: &str): "Inventory loaded: {name}", "Inventar geladen: {name}";
    load_inventory_hint: "An inventory (JSON, CSV with a header row, or an A&AI response), or parameter values. You can also drop a file here.",
        "Ein Inventar (JSON, CSV mit Kopfzeile oder eine A&AI-Antwort) oder Parameterwerte, auch per Drag-and-drop.";
    inventory_or_values: "An inventory, or parameter values", "Ein Inventar oder Parameterwerte";

    so_many_choices(count: usize): ["{count} choice tried", "{count} choices tried"], ["{count} Auswahl geprüft", "{count} Auswahlen geprüft"];

    edit_inventory: "Edit inventory", "Inventar bearbeiten";
    not_editable: "This inventory is too large for the table.", "Dieses Inventar ist zu groß für die Tabelle.";
    so_many_read(count: usize): ["{count} candidate", "{count} candidates"], ["{count} Kandidat", "{count} Kandidaten"];
    edited_inventory: "edited inventory", "bearbeitetes Inventar";
    add_candidate: "Add candidate", "Kandidat hinzufügen";

    invent: "Generate candidates", "Kandidaten erzeugen";
    invent_hint: "Invents candidates for each demand, spread around the locations, to try the template without an inventory",
        "Erfindet Kandidaten für jeden Demand, verteilt um die Locations, um das Template ohne Inventar auszuprobieren";
    per_demand: "Candidates per demand", "Kandidaten je Demand";
    invented(count: usize): ["{count} invented candidate per demand", "{count} invented candidates per demand"],
        ["{count} erfundener Kandidat je Demand", "{count} erfundene Kandidaten je Demand"];
    is_invented: "These candidates are invented; no inventory contains them.",
        "Diese Kandidaten sind erfunden. Kein Inventar enthält sie.";

    map: "Map", "Karte";
    map_help: "Map of locations and candidates. Arrow keys move it, + and - zoom, 0 shows everything. The table below has the same content.",
        "Karte der Locations und Kandidaten. Pfeiltasten verschieben sie, + und - zoomen, 0 zeigt alles. Die Tabelle darunter hat denselben Inhalt.";
    map_table: "Coordinates and distances", "Koordinaten und Entfernungen";
    add_location: "Add location", "Location hinzufügen";
    add_location_hint: "Then click the map, or press Enter on it to add a location in the middle",
        "Danach auf die Karte klicken, oder dort mit der Eingabetaste in der Mitte hinzufügen";
    location: "Location", "Location";
    latitude: "Latitude", "Breite";
    longitude: "Longitude", "Länge";
    radius_of(constraint: &str): "Distance of {constraint}", "Entfernung von {constraint}";
    degrees_between(most: f64): "Expected a number between -{most} and {most}", "Erwartet wird eine Zahl zwischen -{most} und {most}";
    above_zero: "Expected a number greater than 0", "Erwartet wird eine Zahl größer als 0";
    possible: "possible", "möglich";
    runner_up: "runner-up", "zweitbester Plan";
    result: "Placement", "Platzierung";
    optimal: "Proven optimum", "Bewiesenes Optimum";
    best_so_far(gap: &str): "Best plan found, within {gap}% of the optimum",
        "Bester gefundener Plan, höchstens {gap} % vom Optimum entfernt";
    partial: "Plan for what can be read of the template, which has errors",
        "Plan für den lesbaren Teil des Templates, das Fehler hat";
    by_conductor: "Plan chosen by conductor", "Plan, den conductor wählt";
    no_plan: "No plan exists.", "Es gibt keinen Plan.";
    no_plan_yet: "No plan was found.", "Es wurde kein Plan gefunden.";
    demand: "Demand", "Demand";
    candidate: "Candidate", "Kandidat";
    distance: "Distance", "Entfernung";
    cost: "Cost", "Kosten";
    value: "Value", "Wert";
    outcome: "Result", "Ergebnis";
    eliminated(by: &str): "eliminated by {by}", "ausgeschlossen durch {by}";
    is_eliminated: "eliminated", "ausgeschlossen";
    at_most_away: "maximum distance", "höchste Entfernung";
    at_least_away: "minimum distance", "geringste Entfernung";
    ask_why_of(candidate: &str): "Why not {candidate}?", "Warum nicht {candidate}?";
    candidates_for(demand: &str, count: usize): "Candidates of {demand} ({count})", "Kandidaten für {demand} ({count})";

    terms: "Objective", "Summanden der Zielfunktion";
    term: "Term", "Summand";
    weight: "Weight", "Gewicht";
    total: "Total", "Summe";

    plans: "Plans", "Pläne";
    extra: "Worse by", "Schlechter um";

    conflict: "Conflict", "Konflikt";
    conflict_hint: "No plan meets all of these constraints.", "Kein Plan erfüllt alle diese Constraints.";
    constraint: "Constraint", "Constraint";
    least_change: "Least change", "Kleinste Änderung";
    plan_then: "Resulting plan", "Plan danach";
    without_it: "without it", "ohne ihn";
    helps_unknown: "unknown: the limit was reached", "unbekannt: Limit erreicht";
    helps_not: "does not help on its own", "hilft allein nicht";

    sensitivity: "Sensitivity", "Empfindlichkeit";
    sensitivity_hint: "The plan stays the same within these ranges.", "Innerhalb dieser Bereiche bleibt der Plan gleich.";
    range: "Range", "Bereich";
    unlimited: "unlimited", "unbegrenzt";
    lower_bound(constraint: &str): "{constraint}, lower bound", "{constraint}, untere Grenze";
    upper_bound(constraint: &str): "{constraint}, upper bound", "{constraint}, obere Grenze";

    conductor: "Conductor", "Conductor";
    same_plan: "Conductor finds the best plan for its own objective.",
        "Conductor findet den besten Plan für seine eigene Zielfunktion.";
    differs: "Conductor chooses a plan other than the best one for its own objective.",
        "Conductor wählt einen anderen Plan als den besten für seine eigene Zielfunktion.";
    misses: "Conductor finds no plan, although one exists.", "Conductor findet keinen Plan, obwohl einer existiert.";
    finds_nothing: "Conductor finds no plan.", "Conductor findet keinen Plan.";
    picks_any: "Conductor picks an arbitrary plan, because there is no optimization.",
        "Conductor wählt einen beliebigen Plan, da eine Optimierung fehlt.";
    fails(message: &str): "Conductor fails: {message}", "Conductor bricht ab: {message}";
    gave_up: "The replay of conductor reached its limit.", "Die Nachbildung von conductor hat ihr Limit erreicht.";
    best: "Best plan", "Bester Plan";
    its_plan: "Conductor's plan", "Plan von conductor";

    assumed: "Assumed", "Angenommen";
    assumed_hint: "An inventory cannot decide these constraints. They are assumed to hold.",
        "Ein Inventar kann über diese Constraints nicht entscheiden. Sie gelten als erfüllt.";

    why_chosen(candidate: &str): "{candidate} is part of the best plan.", "{candidate} gehört zum besten Plan.";
    why_worse(candidate: &str, extra: &str): "The best plan with {candidate} is worse by {extra}.",
        "Der beste Plan mit {candidate} ist um {extra} schlechter.";
    why_cost(candidate: &str, cost: &str): "At a cost of {cost}, {candidate} would be equally good.",
        "Bei Kosten von {cost} wäre {candidate} gleich gut.";
    why_excluded(candidate: &str, by: &str): "{candidate} is excluded by {by}.",
        "{candidate} ist ausgeschlossen durch {by}.";
    why_unknown(candidate: &str): "It is not known why {candidate} is not chosen.",
        "Warum {candidate} nicht gewählt ist, ist nicht bekannt.";
}
