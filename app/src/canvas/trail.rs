//! The way that led to this drawing, through the boxes that were opened, and back.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::canvas::Canvas;
use crate::canvas::act::act;
use crate::keys::{self, Action};
use crate::words::canvas as words;

/// The drawings on the way, the first one first; nothing where nobody came from anywhere.
#[component]
pub fn Trail() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    // Who opens another file goes another way.
    Effect::new(move |_| {
        let file = canvas.editor.file.get();
        if canvas.led_to.with_value(|led_to| *led_to != file) && !canvas.trail.with_untracked(Vec::is_empty) {
            canvas.trail.set(Vec::new());
        }
    });
    let back_to = move |depth: usize| {
        canvas.trail.update(|trail| trail.truncate(depth + 1));
        act(canvas, Action::Back);
        canvas.focus();
    };
    let steps = move || {
        let trail = canvas.trail.get();
        let steps = trail.iter().enumerate().map(|(depth, (file, path))| {
            let name = title(canvas, file);
            let label = words::back_to(path.last_key().unwrap_or(words::the_assembly()), &name);
            view! {
                <li><button type="button" class="trail-step" title=label on:click=move |_| back_to(depth)>{name}</button></li>
            }
        });
        steps.collect_view()
    };
    let here = move || canvas.editor.file.get().map(|file| title(canvas, &file));
    view! {
        <Show when=move || !canvas.trail.with(Vec::is_empty)>
            <nav class="trail" aria-label=words::opened_from() title=keys::title(Action::Back)>
                <ol>{steps}<li aria-current="page">{here}</li></ol>
            </nav>
        </Show>
    }
}

/// What the drawing of a file is called.
pub fn title(canvas: Canvas, file: &FilePath) -> String {
    let analysis = canvas.editor.analysis.get();
    let name = analysis.file(file).and_then(|source| source.defines());
    name.map_or_else(|| file.name().to_owned(), |of| of.name.to_string())
}
