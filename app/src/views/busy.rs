//! The progress of a long-running task, with a button to cancel it. Short tasks are not shown.

use std::time::Duration;

use leptos::prelude::*;

use crate::model::busy::Busy;
use crate::state::editor::Editor;
use crate::words::file_actions;

/// The duration after which the progress is shown.
const PATIENCE: Duration = Duration::from_millis(400);

#[component]
pub fn BusyPill() -> impl IntoView {
    let editor = Editor::expect();
    let is_busy = Memo::new(move |_| editor.busy.with(Option::is_some));
    let is_shown = RwSignal::new(false);
    Effect::new(move |_| {
        if !is_busy.get() {
            return is_shown.set(false);
        }
        let still = move || is_shown.set(is_busy.try_get_untracked().unwrap_or(false));
        set_timeout(still, PATIENCE);
    });
    let is_seen = move || is_shown.get() && is_busy.get();
    let read = move |read: fn(&Busy) -> &String| {
        editor.busy.with(|busy| busy.as_ref().map_or(String::new(), |busy| read(busy).clone()))
    };
    let share = move || editor.busy.with(|busy| busy.as_ref().map(|busy| busy.share).filter(|share| *share > 0.0));
    let announcement = Memo::new(move |_| if is_seen() { read(|busy| &busy.announcement) } else { String::new() });
    let stop = move |_| editor.busy.update(|busy| busy.iter_mut().for_each(|busy| busy.is_stopped = true));
    view! {
        <p class="visually-hidden busy-said" role="status">{announcement}</p>
        <Show when=is_seen>
            <div class="busy">
                <div class="working-pill">
                    <progress class="busy-bar" value=share aria-label=move || read(|busy| &busy.announcement)></progress>
                    <span class="how-far" aria-hidden="true">{move || read(|busy| &busy.label)}</span>
                    <button type="button" class="mini" data-work="stop" on:click=stop>{file_actions::cancel()}</button>
                </div>
            </div>
        </Show>
    }
}
