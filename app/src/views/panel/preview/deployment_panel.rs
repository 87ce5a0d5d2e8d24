//! The archive of a service template. It is in the module of TOSCA.

use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca::packing;
use leptos::prelude::*;

use crate::state::editor::Editor;
use crate::state::preview::ComputedPreview;
use crate::views::panel::preview::packing::pack_button;
use crate::words::packing as words;

/// The panel for a service template.
pub fn panel(file: FilePath, _: Signal<Option<ComputedPreview>>) -> AnyView {
    let button = pack_button(Editor::expect(), file, words::archive_hint(), |context| {
        packing::pack(context, None, &SortedSet::new())
    });
    view! { <section class="packing">{button}</section> }.into_any()
}
