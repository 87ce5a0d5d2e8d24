//! Paging of lists with thousands of rows. They are rendered a page at a time, so that the interface stays responsive;
//! updating a single long list would take longer with every page.

use std::time::Duration;

use leptos::prelude::*;

/// The number of rows of a page.
pub const ROWS: usize = 200;

/// The number of pages of `total` that have been rendered so far.
pub fn rendered_pages(total: Signal<usize>) -> Signal<usize> {
    let count = RwSignal::new(1);
    let total = Memo::new(move |_| total.get());
    Effect::new(move |_| {
        if count.get() > total.get().max(1) {
            count.set(total.get().max(1));
        } else if count.get() < total.get() {
            let more = move || {
                count.try_update(|count| *count += 1);
            };
            set_timeout(more, Duration::ZERO);
        }
    });
    Signal::derive(move || count.get().min(total.get()))
}
