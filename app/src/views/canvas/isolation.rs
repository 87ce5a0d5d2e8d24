//! Says that only a part of the diagram is shown, and changes it: how far connections are followed, and in which direction.

use descriptorium_core::topology::neighborhood::Flow;
use leptos::prelude::*;

use crate::gestures::isolation::{DEPTHS, FLOWS, adjust, include, known, show_all, text};
use crate::model::isolation::Isolated;
use crate::state::canvas::Canvas;
use crate::state::keys::{self, Action};
use crate::words::isolation as words;

pub fn isolation() -> AnyView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let shown = Memo::new(move |_| editor.scene.with(|view| view.isolated().cloned()));
    // A link does not name the boxes that there are, and the services of a language can draw more of them.
    let drawing = Memo::new(move |_| editor.scene.with(|view| (view.isolated().is_some(), view.drawing.clone())));
    Effect::new(move |before: Option<_>| {
        let (is_isolated, drawing) = drawing.get();
        let lacks = editor.isolation.with_untracked(|by| by.as_ref().is_some_and(|by| by.known.is_none()));
        if is_isolated && (lacks || before.is_some_and(|(was_isolated, before)| was_isolated && before != drawing)) {
            let known = known(canvas);
            editor.isolation.update(|by| by.iter_mut().for_each(|by| by.known.clone_from(&known)));
        }
        (is_isolated, drawing)
    });
    let around = Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.by.around.clone())));
    let depth = move || around.with(|around| around.as_ref().map(|around| around.depth));
    let flow = move || around.with(|around| around.as_ref().map(|around| around.flow));
    let depths = move || {
        let button = |of: Option<usize>| {
            let (label, title) = match of {
                Some(count) => (count.to_string(), words::depth_of(count)),
                None => (words::all().to_owned(), words::any_depth().to_owned()),
            };
            let pressed = move || (depth() == Some(of)).to_string();
            let click = move |_| adjust(canvas, |around| around.depth = of);
            view! { <button type="button" aria-label=title.clone() title=title aria-pressed=pressed on:click=click>{label}</button> }
        };
        DEPTHS.map(button).collect_view()
    };
    let flows = move || {
        let button = |of: Flow| {
            let (sign, title) = match of {
                Flow::Upstream => ("M13.5 8H3M6.5 4.5L3 8L6.5 11.5", words::upstream()),
                Flow::Both => ("M2 8H14M5 5L2 8L5 11M11 5L14 8L11 11", words::both()),
                Flow::Downstream => ("M2.5 8H13M9.5 4.5L13 8L9.5 11.5", words::downstream()),
            };
            let pressed = move || (flow() == Some(of)).to_string();
            let click = move |_| adjust(canvas, |around| around.flow = of);
            view! {
                <button type="button" aria-label=title title=title aria-pressed=pressed on:click=click>
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=sign /></svg>
                </button>
            }
        };
        FLOWS.map(button).collect_view()
    };
    let said = move || shown.with(|shown: &Option<Isolated>| shown.as_ref().map(text));
    // Such as after a click in the text.
    let hidden = Memo::new(move |_| {
        let path = editor.selection.with(|selection| selection.last().cloned())?;
        editor.scene.with(|view| view.hides(&path).then(|| (path.clone(), view.name(&path))))
    });
    let more = move || {
        hidden.get().map(|(path, name)| {
            let click = move |_| include(canvas, &path);
            view! { <button type="button" class="isolation-end" on:click=click>{words::show_too(&name)}</button> }
        })
    };
    let leave = move |_| {
        show_all(canvas);
        canvas.focus();
    };
    view! {
        <Show when=move || shown.with(Option::is_some)>
            <div class="isolation" role="toolbar" aria-label=words::shown_part()>
                <span class="isolation-text">{said}</span>
                <span class="choices" role="group" aria-label=words::depth() title=keys::hint(words::depth(), Action::IsolationDepth)>{depths}</span>
                <span class="choices" role="group" aria-label=words::direction() title=keys::hint(words::direction(), Action::IsolationFlow)>{flows}</span>
                {more}
                <button type="button" class="isolation-end" title=keys::hint(words::show_all(), Action::Isolate) on:click=leave>{words::show_all()}</button>
            </div>
        </Show>
    }
    .into_any()
}
