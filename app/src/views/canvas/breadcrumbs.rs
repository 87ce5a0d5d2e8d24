//! The diagrams through which this one was opened, to go back.

use leptos::prelude::*;

use crate::gestures::actions::act;
use crate::gestures::navigation::diagram_title;
use crate::state::canvas::Canvas;
use crate::state::keys::{self, Action};
use crate::words::canvas as words;

/// The diagrams of the breadcrumbs, the first one first; empty if the file was opened directly.
#[component]
pub fn Breadcrumbs() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    // Opening another file starts new breadcrumbs.
    Effect::new(move |_| {
        let file = canvas.editor.file.get();
        if canvas.breadcrumbs_file.with_value(|end| *end != file) && !canvas.breadcrumbs.with_untracked(Vec::is_empty) {
            canvas.breadcrumbs.set(Vec::new());
        }
    });
    let back_to = move |depth: usize| {
        canvas.breadcrumbs.update(|crumbs| crumbs.truncate(depth + 1));
        act(canvas, Action::Back);
        canvas.focus();
    };
    let steps = move || {
        let crumbs = canvas.breadcrumbs.get();
        let steps = crumbs.iter().enumerate().map(|(depth, (file, path))| {
            let name = diagram_title(canvas, file);
            let label = words::back_to(path.last_key().unwrap_or(words::the_assembly()), &name);
            view! {
                <li><button type="button" class="trail-step" title=label on:click=move |_| back_to(depth)>{name}</button></li>
            }
        });
        steps.collect_view()
    };
    let here = move || canvas.editor.file.get().map(|file| diagram_title(canvas, &file));
    view! {
        <Show when=move || !canvas.breadcrumbs.with(Vec::is_empty)>
            <nav class="trail" aria-label=words::breadcrumbs() title=keys::hint(crate::words::shortcuts::go_back(), Action::Back)>
                <ol>{steps}<li aria-current="page">{here}</li></ol>
            </nav>
        </Show>
    }
}
