//! The actions for the selected components, with their side effects.

use descriptorium_core::topology::Command;
use leptos::prelude::*;

use crate::gestures::components::duplicate;
use crate::gestures::effects::effects;
use crate::gestures::selection::has_action;
use crate::state::canvas::Canvas;
use crate::state::keys::{self, Action};
use crate::state::question::Question;
use crate::views::message::message;
use crate::words::inspector as words;

/// The number of consequences that are named; the rest are counted.
const NAMED: usize = 6;

/// Up to this many bytes of text, the consequences of a removal are computed at once; above that, when the pointer or
/// the focus reaches the button.
const SMALL: usize = 60_000;

/// The actions for the selection.
#[component]
pub fn Actions() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let nested = Memo::new(move |_| {
        let (analysis, file) = (editor.drawn.get(), editor.file.get()?);
        let path = editor.selection.with(|paths| paths.first().filter(|_| paths.len() == 1).cloned())?;
        analysis.is_nested(&file, &path).then_some(Command::Inline { path })
    });
    let asked = RwSignal::new(false);
    let lost = Memo::new(move |_| {
        let Some(file) = editor.file.get() else { return Vec::new() };
        let paths = editor.selection.get();
        let analysis = editor.drawn.get();
        if !asked.get() && analysis.file(&file).is_none_or(|file| file.text.len() > SMALL) {
            return Vec::new();
        }
        effects(&analysis, &file, &Command::Remove(paths)).along
    });
    let duplicate = move |_| duplicate(editor);
    let remove = move |_| crate::gestures::confirm::remove(canvas, editor.selection.get_untracked());
    let unfold = move |_| {
        if let Some(command) = nested.get_untracked() {
            // The error has been shown already.
            let _ = editor.command(&command);
        }
    };
    view! {
        <div class="actions" role="toolbar" aria-label=words::on_selection()>
            <button type="button" class="mini" title=keys::title(Action::Duplicate) on:click=duplicate>{crate::words::shortcuts::duplicate()}</button>
            <Show when=move || has_action(editor, Action::Extract)>
                <button type="button" class="mini" title=keys::title(Action::Extract) aria-haspopup="dialog" on:click=move |_| canvas.ask(Question::Extract, None)>
                    {words::into_descriptor()}
                </button>
            </Show>
            <Show when=move || nested.with(Option::is_some) && has_action(editor, Action::Inline)>
                <button type="button" class="mini" title=keys::title(Action::Inline) on:click=unfold>{words::ungroup()}</button>
            </Show>
            <button type="button" class="mini remove" title=keys::title(Action::Remove) on:pointerenter=move |_| asked.set(true) on:focus=move |_| asked.set(true) on:click=remove>{crate::words::shortcuts::remove()}</button>
        </div>
        <Show when=move || !lost.with(Vec::is_empty)>
            <p class="consequences">{words::also_removes()}{move || lost.with(|lost| named(lost))}</p>
        </Show>
    }
}

/// The first few of `things`, and the number of the others.
pub fn named(things: &[String]) -> impl IntoView + use<> {
    let more = things.len().saturating_sub(NAMED);
    let rest = if more == 0 { String::new() } else { words::and_more(more) };
    let text = things.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    view! { {message(&text)}{rest} }
}
