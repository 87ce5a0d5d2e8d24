//! Placements of homing templates: demands and their candidates.

use descriptorium_core::semantics::Outcome;

use crate::state::modules::Slot;
use crate::views::panel::preview::kind::{Kind, Panel};
use crate::words::{canvas, preview as words};

pub static PLACEMENT: Kind = Kind {
    heading: words::n_candidates,
    n_items: words::so_many_candidates,
    n_links: words::so_many_relationships,
    n_drawn: |count, more| match more {
        0 => words::so_many_candidates(count),
        more => canvas::some_instances(count, more),
    },
    search: words::find_candidate,
    within: words::candidates_of,
    go_to: words::show_demand,
    draw_hint: None,
    save_hint: words::save_placement_hint,
    overlay: canvas::overlay,
    overlay_hint: canvas::overlay_hint,
    diagram: canvas::overlay_diagram,
    diagram_help: canvas::overlay_help,
    file: "placement",
    unfolded: "demand",
    describe,
    panel: Some(&PANEL),
};

/// The panel, which is in the module of homing templates.
pub static PANEL: Slot<Panel> = Slot::new();

/// The inventory type of a candidate; the chosen candidate of a demand.
fn describe(outcome: &Outcome, at: usize) -> String {
    let item = outcome.frame().item(at);
    item.map_or_else(String::new, |item| match item.kind {
        "chosen" => words::chosen().to_owned(),
        _ => item.type_name.to_owned(),
    })
}
