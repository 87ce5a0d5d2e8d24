//! Deployments of service templates: nodes, relationships, and the nodes that the orchestrator provides.

use descriptorium_core::semantics::Outcome;

use crate::state::modules::Slot;
use crate::views::panel::preview::kind::{Kind, Panel};
use crate::words::{canvas, preview as words};

pub static DEPLOYMENT: Kind = Kind {
    heading: words::n_nodes,
    n_items: words::so_many_nodes,
    n_links: words::so_many_relationships,
    n_drawn: |count, more| match more {
        0 => words::so_many_nodes(count),
        more => canvas::some_nodes(count, more),
    },
    search: words::find_node,
    within: words::nodes_in,
    go_to: words::show_template,
    draw_hint: Some(words::draw_nodes_hint),
    save_hint: words::save_deployment_hint,
    overlay: canvas::deployment,
    overlay_hint: canvas::deployment_hint,
    diagram: canvas::deployment_diagram,
    diagram_help: canvas::deployment_help,
    file: "deployment",
    unfolded: "substituted",
    describe,
    panel: Some(&PANEL),
};

/// The panel, which is in the module of TOSCA.
pub static PANEL: Slot<Panel> = Slot::new();

/// The type of a node, and whether the orchestrator provides it.
fn describe(outcome: &Outcome, at: usize) -> String {
    let frame = outcome.frame();
    let Some(item) = frame.item(at) else { return String::new() };
    let provision = match item.kind {
        "delegated" => words::delegated(),
        "substituted" => words::substituted(),
        _ => return item.type_name.to_owned(),
    };
    if item.type_name.is_empty() { provision.to_owned() } else { format!("{}, {provision}", item.type_name) }
}
