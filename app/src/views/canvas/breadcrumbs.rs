//! The diagrams through which this one was opened, to go back.

use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::DiagramKey;
use leptos::prelude::*;

use crate::gestures::actions::act;
use crate::gestures::navigation::diagram_title;
use crate::state::canvas::{Canvas, Crumb};
use crate::state::keys::{self, Action};
use crate::words::{canvas as words, diagrams};

/// The diagrams of the breadcrumbs, the first one first; empty if the file was opened directly.
#[component]
pub fn Breadcrumbs() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    // Opening another file or diagram starts new breadcrumbs.
    Effect::new(move |_| {
        let shown = canvas.editor.file.get().zip(Some(canvas.editor.diagram.get()));
        if canvas.breadcrumbs_end.with_value(|end| *end != shown) && !canvas.breadcrumbs.with_untracked(Vec::is_empty) {
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
        let steps = crumbs.iter().enumerate().map(|(depth, Crumb { file, diagram, path })| {
            let name = title(canvas, file, diagram);
            let label = words::back_to(path.last_key().unwrap_or(words::the_assembly()), &name);
            view! {
                <li><button type="button" class="trail-step" title=label on:click=move |_| back_to(depth)>{name}</button></li>
            }
        });
        steps.collect_view()
    };
    let here = move || canvas.editor.file.get().map(|file| title(canvas, &file, &canvas.editor.diagram.get()));
    view! {
        <Show when=move || !canvas.breadcrumbs.with(Vec::is_empty)>
            <nav class="trail" aria-label=words::breadcrumbs() title=keys::hint(crate::words::shortcuts::go_back(), Action::Back)>
                <ol>{steps}<li aria-current="page">{here}</li></ol>
            </nav>
        </Show>
    }
}

/// The name of a diagram: that of its file, unless it shows one of its parts.
fn title(canvas: Canvas, file: &FilePath, diagram: &DiagramKey) -> String {
    if diagram.of.is_root() { diagram_title(canvas, file) } else { diagrams::label(diagram) }
}
