//! The targets of requirements: the form of a node filter, and the candidates.

use super::words;

words! {
    target_of(requirement: &str, node: &str): "Target of {requirement} of {node}", "Ziel von {requirement} von {node}";
    which: "Which requirement?", "Welches Requirement?";
    find_target(requirement: &str): "Find a target for {requirement}…", "Ziel für {requirement} suchen…";
    find: "Conditions…", "Bedingungen…";
    find_named(requirement: &str, node: &str): "Conditions for the target of {requirement} of {node}", "Bedingungen für das Ziel von {requirement} von {node}";
    none_open: "All requirements of this box have targets", "Alle Requirements dieses Elements haben Ziele";
    node_type: "Node type", "Node-Type";
    any_node: "any node", "beliebiger Knoten";
    conditions: "Conditions", "Bedingungen";
    of_node(of: &str): "Properties of the node ({of})", "Propertys des Knotens ({of})";
    of_capability(name: &str, of: &str): "Capability {name} ({of})", "Capability {name} ({of})";
    n_conditions(count: usize): ["{count} condition", "{count} conditions"], ["{count} Bedingung", "{count} Bedingungen"];
    add_condition: "Add a condition", "Bedingung hinzufügen";
    add_condition_for(name: &str): "Add a condition for {name}", "Bedingung für {name} hinzufügen";
    operator_of(name: &str): "Operator for {name}", "Operator für {name}";
    value_of(name: &str): "Value for {name}", "Wert für {name}";
    remove_condition(name: &str): "Remove the condition for {name}", "Bedingung für {name} entfernen";
    has_capability: "must exist", "muss vorhanden sein";
    any_value: "has a value", "hat einen Wert";
    also_required: "The type of the node also requires:", "Der Typ des Knotens verlangt außerdem:";
    no_properties: "The target has no properties that a condition could use.", "Das Ziel hat keine Propertys für Bedingungen.";
    candidates: "Candidates", "Kandidaten";
    n_matching(count: usize, all: usize): ["{count} of {all} nodes matches", "{count} of {all} nodes match"],
        ["{count} von {all} Knoten passt", "{count} von {all} Knoten passen"];
    matches: "matches", "passt";
    may_match: "may match", "passt vielleicht";
    no_match: "does not match", "passt nicht";
}
