//! The diagram of the open file that is shown, and the list of all of them with the ways to add one.

use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{ActionEdit, Command};
use leptos::prelude::*;
use web_sys::MouseEvent;

use crate::browser::dom::below;
use crate::gestures::diagrams::{all, show};
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::keys::{self, Action};
use crate::state::question::Question;
use crate::views::picker::{PickerItem, pick};
use crate::words::{diagrams as words, language_actions};

/// The name of the shown diagram, on a button that opens the list.
pub fn diagrams() -> AnyView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let list = Memo::new(move |_| all(editor));
    let is_offered = Memo::new(move |_| {
        let is_other = || list.with(|list| list.iter().all(|diagram| editor.diagram.with(|key| *key != diagram.key)));
        list.with(|list| list.len() > 1) || is_other() || !editor.is_read_only() && !additions(editor).is_empty()
    });
    let label = move || editor.diagram.with(words::label);
    let ask = move |event: MouseEvent| canvas.ask(Question::Diagrams, Some(below(&event, 0.0)));
    view! {
        <Show when=move || is_offered.get()>
            <button
                type="button"
                class="diagrams"
                aria-haspopup="dialog"
                title=keys::hint(words::diagram_of_file(), Action::Diagrams)
                on:click=ask
            >
                <span class="visually-hidden">{words::diagram_of_file()}": "</span>
                <span class="diagrams-name">{label}</span>
            </button>
        </Show>
    }
    .into_any()
}

/// The edits that add a diagram to the open file; reactive.
fn additions(editor: Editor) -> Vec<descriptorium_core::topology::Action> {
    let file = editor.file.get();
    file.map_or_else(Vec::new, |file| editor.drawn.with(|analysis| analysis.diagram_additions(&file)))
}

/// A choice in the list.
#[derive(Clone, PartialEq)]
enum Choice {
    Show(DiagramKey),
    Add(Command),
}

/// The list of the diagrams.
pub fn choose(canvas: Canvas, title: String) -> AnyView {
    let editor = canvas.editor;
    let shown = editor.diagram.get_untracked();
    let there = untrack(|| all(editor)).into_iter().map(|diagram| {
        let detail = if diagram.key == shown { words::is_shown() } else { "" }.to_owned();
        (PickerItem { label: words::label(&diagram.key), detail, ..PickerItem::default() }, Choice::Show(diagram.key))
    });
    let new = if untrack(|| editor.is_read_only()) { Vec::new() } else { untrack(|| additions(editor)) };
    let new = new.into_iter().filter_map(|action| match action.edit {
        ActionEdit::Run(command) => {
            let label = language_actions::label(action.name, &action.subject);
            let detail = words::add().to_owned();
            Some((PickerItem { label, detail, refused: action.refused, ..PickerItem::default() }, Choice::Add(command)))
        }
        _ => None,
    });
    let (items, choices): (Vec<PickerItem>, Vec<Choice>) = there.chain(new).unzip();
    pick(canvas, title, words::none(), items, choices, move |choice| match choice {
        Choice::Show(key) => show(canvas, &key),
        // The error has been shown already; the new diagram is shown.
        Choice::Add(command) => drop(editor.command(&command)),
    })
}
