//! Long work, split into time slices so that the page stays responsive.

use js_sys::{Date, Promise};
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Milliseconds of work per slice. In a hidden page slices are not limited, because browsers delay timers there.
const SLICE: f64 = 24.0;
const UNSEEN: f64 = 2_000.0;

/// Long work in slices, with time for the page in between.
pub struct Slices {
    /// The start of the slice.
    began: f64,
}

impl Slices {
    pub fn begin() -> Self {
        Slices { began: Date::now() }
    }

    /// Whether the slice is used up.
    pub fn is_over(&self) -> bool {
        Date::now() - self.began >= if document().hidden() { UNSEEN } else { SLICE }
    }

    /// Lets the page process its other tasks.
    pub async fn yield_now(&mut self) {
        pause(0).await;
        self.began = Date::now();
    }
}

/// Waits for at least this many milliseconds.
pub async fn pause(milliseconds: i32) {
    let rest = Promise::new(&mut |done, _| {
        // A window in the page can set a timer.
        let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(&done, milliseconds);
    });
    // The promise is never rejected.
    let _ = JsFuture::from(rest).await;
}
