//! Long work, split into time slices so that the page stays responsive.

use js_sys::{Date, Promise};
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

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
    pub async fn yield_now(&mut self) {
        let rest = Promise::new(&mut |done, _| {
            // A window that is there can wait.
            let _ = window().set_timeout_with_callback(&done);
        });
        // It is never refused.
        let _ = JsFuture::from(rest).await;
        self.began = Date::now();
    }
}
