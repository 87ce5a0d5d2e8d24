//! What takes a while: done in slices between which the page lives, with how far it is and a way to stop it. That is shown
//! only when it does take a while.

use std::time::Duration;

use js_sys::{Date, Promise};
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::editor::Editor;
use crate::words::filing;

/// How long something takes before it is said that it does.
const PATIENCE: Duration = Duration::from_millis(400);
/// How many milliseconds long work takes at a time, and where nobody looks at the page: there the browser lets whatever
/// rests wait.
const SLICE: f64 = 24.0;
const UNSEEN: f64 = 2_000.0;

/// Long work in slices, between which the page lives.
pub struct Slices {
    /// When the slice began.
    began: f64,
}

impl Slices {
    pub fn begin() -> Self {
        Slices { began: Date::now() }
    }

    /// Whether it is time for a rest.
    pub fn is_over(&self) -> bool {
        Date::now() - self.began >= if document().hidden() { UNSEEN } else { SLICE }
    }

    /// Lets the page do what else there is to do.
    pub async fn rest(&mut self) {
        let rest = Promise::new(&mut |done, _| {
            // A window that is there can wait.
            let _ = window().set_timeout_with_callback(&done);
        });
        // It is never refused.
        let _ = JsFuture::from(rest).await;
        self.began = Date::now();
    }
}

/// Something that is being done.
#[derive(Clone, PartialEq, Debug)]
pub struct Busy {
    /// What, and how far it is.
    pub told: String,
    /// The same as it was at the beginning and at each quarter since: whoever listens is not told of every step.
    said: String,
    /// Which share of it is done, from 0 to 1; 0 as long as that is not known.
    share: f64,
    /// Whether somebody does not want to wait for it.
    pub is_stopped: bool,
}

impl Busy {
    /// The same, as far as it is now.
    fn next(before: Option<Busy>, told: String, share: f64) -> Busy {
        let quarter = |share: f64| (share * 4.0) as u8;
        match before {
            Some(before) if quarter(before.share) == quarter(share) => Busy { told, share, ..before },
            Some(_) | None => Busy { said: told.clone(), told, share, is_stopped: false },
        }
    }
}

impl Editor {
    /// Says how far something is that takes a while, and which share of it that is, from 0 to 1, or 0 where that is not
    /// known; whether it is to go on.
    pub fn go_on(&self, told: String, share: f64) -> bool {
        let told = if share > 0.0 { format!("{told}, {}", crate::words::canvas::percent(share * 100.0)) } else { told };
        let before = self.busy.get_untracked();
        let is_stopped = before.as_ref().is_some_and(|busy| busy.is_stopped);
        if !is_stopped {
            self.busy.set(Some(Busy::next(before, told, share)));
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
    let is_seen = move || is_shown.get() && is_busy.get();
    let read = move |read: fn(&Busy) -> &String| {
        editor.busy.with(|busy| busy.as_ref().map_or(String::new(), |busy| read(busy).clone()))
    };
    let share = move || editor.busy.with(|busy| busy.as_ref().map(|busy| busy.share).filter(|share| *share > 0.0));
    let said = Memo::new(move |_| if is_seen() { read(|busy| &busy.said) } else { String::new() });
    let stop = move |_| editor.busy.update(|busy| busy.iter_mut().for_each(|busy| busy.is_stopped = true));
    view! {
        <p class="visually-hidden busy-said" role="status">{said}</p>
        <Show when=is_seen>
            <div class="busy">
                <div class="working-pill">
                    <progress class="busy-bar" value=share aria-label=move || read(|busy| &busy.said)></progress>
                    <span class="how-far" aria-hidden="true">{move || read(|busy| &busy.told)}</span>
                    <button type="button" class="mini" data-work="stop" on:click=stop>{filing::cancel()}</button>
                </div>
            </div>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_listens_is_told_at_the_beginning_and_at_each_quarter() {
        let mut busy = None;
        let said = (0..=100).map(|at| {
            let now = Busy::next(busy.take(), at.to_string(), f64::from(at) / 100.0);
            busy = Some(now.clone());
            assert_eq!(now.told, at.to_string());
            now.said
        });
        let mut said: Vec<String> = said.collect();
        said.dedup();
        assert_eq!(said, ["0", "25", "50", "75", "100"]);
    }
}
