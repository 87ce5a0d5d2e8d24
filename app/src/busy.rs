//! What takes a while: how far it is, and a way to stop it. It is shown only when it does take a while.

use std::time::Duration;

use leptos::prelude::*;

use crate::editor::Editor;
use crate::words::filing;

/// How long something takes before it is said that it does.
const PATIENCE: Duration = Duration::from_millis(400);

/// Something that is being done.
#[derive(Clone, PartialEq, Debug)]
pub struct Busy {
    /// What, and how far it is.
    pub told: String,
    /// Whether somebody does not want to wait for it.
    pub is_stopped: bool,
}

impl Editor {
    /// Says how far something is that takes a while; whether it is to go on.
    pub fn go_on(&self, told: String) -> bool {
        let is_stopped = self.busy.with_untracked(|busy| busy.as_ref().is_some_and(|busy| busy.is_stopped));
        if !is_stopped {
            self.busy.set(Some(Busy { told, is_stopped }));
        }
        !is_stopped
    }

    /// It is over, one way or another.
    pub fn rest(&self) {
        self.busy.set(None);
    }
}

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
    let told = move || editor.busy.with(|busy| busy.as_ref().map_or(String::new(), |busy| busy.told.clone()));
    let stop = move |_| editor.busy.update(|busy| busy.iter_mut().for_each(|busy| busy.is_stopped = true));
    view! {
        <Show when=move || is_shown.get() && is_busy.get()>
            <div class="busy" role="status">
                <div class="working-pill">
                    <progress class="busy-bar"></progress>
                    <span class="how-far">{told}</span>
                    <button type="button" class="mini" data-work="stop" on:click=stop>{filing::cancel()}</button>
                </div>
            </div>
        </Show>
    }
}
