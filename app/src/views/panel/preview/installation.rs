//! Installations of application service descriptors: deployment items and connection points.

use descriptorium_core::semantics::Outcome;

use crate::state::modules::Slot;
use crate::views::panel::preview::kind::{Kind, Panel};
use crate::words::installation as words;

pub static INSTALLATION: Kind = Kind {
    heading: words::n_items,
    n_items: words::so_many_items,
    n_links: words::so_many_mappings,
    n_drawn: |count, more| match more {
        0 => words::so_many_items(count),
        more => words::some_items(count, more),
    },
    search: words::find_item,
    within: words::items_in,
    go_to: words::show_item,
    draw_hint: Some(words::draw_hint),
    save_hint: words::save_hint,
    overlay: words::overlay,
    overlay_hint: words::overlay_hint,
    diagram: words::diagram,
    diagram_help: words::diagram_help,
    file: "installation",
    unfolded: "",
    describe,
    panel: Some(&PANEL),
};

/// The panel, which is in the module of application service descriptors.
pub static PANEL: Slot<Panel> = Slot::new();

/// The artifact type of an item, or the networks of a connection point.
fn describe(outcome: &Outcome, at: usize) -> String {
    outcome.frame().item(at).map_or_else(String::new, |item| item.type_name.to_owned())
}
