//! The effects of a deployment, and the requirements that are left to the orchestrator.

use super::words;

words! {
    effects: "Effects", "Auswirkungen";
    open_requirements: "Requirements without a target", "Requirements ohne Ziel";
    open_requirement(node: &str, requirement: &str): "{requirement} of {node}", "{requirement} von {node}";
    wanted(of: &str): "requires {of}", "verlangt {of}";
    choose(node: &str): "Choose {node}", "{node} wählen";
    fits: "fits", "passt";
    depends_on(value: &str): "depends on {value}", "hängt ab von {value}";
    no_candidates: "No node template of this topology fits.", "Kein Node-Template dieser Topologie passt.";
    verdict: "Verdict", "Ergebnis";
    ports: "Ports to open", "Zu öffnende Ports";
    to: "To", "Nach";
    port: "Port", "Port";
    stated_by: "Stated by", "Angegeben in";
    stacks: "Nodes that scale together", "Gemeinsam skalierte Knoten";
    host: "Host", "Host";
    node: "Node", "Knoten";
    nodes: "Nodes", "Knoten";
    policies: "Targets of policies", "Ziele von Policies";
    policy: "Policy", "Policy";
    scripts: "Scripts", "Skripte";
    operation: "Operation", "Operation";
    runs_on: "Runs on", "Läuft auf";
}
