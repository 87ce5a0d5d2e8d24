//! Lists of thousands: their rows come into the page a few at a time, so that it lives meanwhile. They are in pages, as a
//! list that is made anew with each few takes the longer the more there are.

use std::time::Duration;

use leptos::prelude::*;

/// How many rows a page of the list has.
pub const ROWS: usize = 200;

/// How many pages of `total` there are by now.
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
