//! The words and details of a kind of preview; everything else of its panel is common to all.

use descriptorium_core::semantics::Outcome;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::state::modules::Slot;
use crate::state::preview::ComputedPreview;
use crate::words::Words;

pub struct Kind {
    /// The heading of the list of items: `Instances (12)`.
    pub heading: fn(usize) -> String,
    /// `12 instances`.
    pub n_items: fn(usize) -> String,
    /// `3 relationships`.
    pub n_links: fn(usize) -> String,
    /// The number of items in the diagram, and of those that are left out.
    pub n_drawn: fn(usize, usize) -> String,
    /// The field that searches the items.
    pub search: Words,
    /// The button that collapses the items inside the item of this name.
    pub within: fn(&str) -> String,
    /// The button that goes to the position in the text.
    pub go_to: Words,
    /// The button that shows the items as a diagram; `None` for kinds without a diagram.
    pub draw_hint: Option<Words>,
    pub save_hint: Words,
    /// The diagram over the canvas: its region, its hint, itself, and its keys.
    pub overlay: Words,
    pub overlay_hint: Words,
    pub diagram: Words,
    pub diagram_help: Words,
    /// The end of the name of the downloaded file, before `.yaml`.
    pub file: &'static str,
    /// The kind of items whose values are shown at once at the top of the tree.
    pub unfolded: &'static str,
    /// The description of the item at an index: its type, or what there is in place of one.
    pub describe: fn(&Outcome, usize) -> String,
    /// Its own panel, if it has one, in the module of its language.
    pub panel: Option<&'static Slot<Panel>>,
}

/// A panel for the details of a kind of preview.
pub struct Panel {
    pub view: fn(FilePath, Signal<Option<ComputedPreview>>) -> AnyView,
}
