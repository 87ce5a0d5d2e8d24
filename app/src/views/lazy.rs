//! The views that are loaded lazily, and a placeholder until they have arrived.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::modules::{LoadState, Slot};
use crate::state::question::Question;
use crate::state::text_pane::TextDialog;
use crate::storage::drafts::Draft;
use crate::views::theme::Theme;
use crate::words::shell as words;

/// Views in the lazily loaded module.
pub struct Views {
    pub findings: fn() -> AnyView,
    pub inspector: fn() -> AnyView,
    pub preview: fn() -> AnyView,
    pub preview_intent: fn(Editor, &FilePath, &FilePath),
    pub instance_overlay: fn() -> AnyView,
    pub over_diagram: fn() -> AnyView,
    pub diagrams: fn() -> AnyView,
    pub isolation: fn() -> AnyView,
    pub table: fn() -> AnyView,
    pub settings: fn() -> AnyView,
    pub question: fn(Canvas, Question) -> AnyView,
    pub title: fn(Canvas, &Question) -> String,
    pub rename_offer: fn() -> AnyView,
    pub beside_text: fn(TextDialog, Callback<()>) -> AnyView,
    pub unsaved: fn() -> AnyView,
    pub conflict: fn(FilePath) -> AnyView,
    pub draft: fn(Draft) -> AnyView,
    pub other_files: fn() -> AnyView,
    pub connection: fn() -> AnyView,
    /// Connects to the page around the modeller, which provides the files.
    pub host: fn(Canvas, Theme),
}

/// The lazily loaded views, once they have arrived.
pub static VIEWS: Slot<Views> = Slot::new();

/// The lazily loaded views, if they have arrived; reactive.
pub fn loaded() -> Option<&'static Views> {
    Editor::expect().modules.shared.track();
    VIEWS.get()
}

/// A lazily loaded view, or a note that it is loading.
pub fn when_loaded(view: impl Fn(&'static Views) -> AnyView + Send + 'static) -> impl IntoView {
    let state = Editor::expect().modules.shared;
    move || match (state.get(), VIEWS.get()) {
        (LoadState::Loaded, Some(views)) => view(views),
        (LoadState::Failed, _) => view! { <p class="later empty">{words::module_failed()}</p> }.into_any(),
        (LoadState::Loading | LoadState::Loaded, _) => {
            view! { <p class="later empty" role="status">{words::loading()}</p> }.into_any()
        }
    }
}

/// Reports that a lazily loaded module could not be fetched, and offers to try again.
#[component]
pub fn LoadFailure() -> impl IntoView {
    let editor = Editor::expect();
    view! {
        <Show when=move || editor.modules.load_state() == LoadState::Failed>
            <div class="conflict notice-bar" role="alert" data-later="missing">
                <span class="conflict-text">{words::module_failed_but()}</span>
                <button type="button" class="tool primary" data-way="fetch" on:click=move |_| editor.load_modules()>{words::try_again()}</button>
            </div>
        </Show>
    }
}
