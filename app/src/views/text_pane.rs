//! The YAML pane: the analysis goes to the text editor, and typed text comes back as changes.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::browser::text_editor::TextEditor;
use crate::state::keys::{self, Action, Scope};
use crate::state::text_pane::{Pane, TextDialog};
use crate::views::changes::ChangedFiles;
use crate::views::fixes::Fixes;
use crate::views::lazy::when_loaded;
use crate::views::symbols::{Outline, Peek, References, Rename};
use crate::words;

#[component]
pub fn TextPane() -> impl IntoView {
    let pane = expect_context::<Pane>();
    Effect::new(move |_| {
        let Some(place) = pane.place.get() else { return };
        if pane.is_created.get_untracked() {
            return pane.with_view(|view| view.remount(&place, words::text::yaml_of_file()));
        }
        let seen = place.clone();
        crate::browser::dom::on_resize(&place, move || {
            if seen.offset_width() > 0 {
                pane.make();
            }
        });
    });
    Effect::new(move |_| pane.show());
    Effect::new(move |_| pane.diagnose());
    Effect::new(move |_| pane.hint());
    Effect::new(move |_| pane.mark());
    Effect::new(move |_| pane.select_drawn());
    Effect::new(move |_| pane.reveal());
    Effect::new(move |_| {
        let Some(action) = pane.editor.text_action.get() else { return };
        if !pane.is_created.get() {
            return pane.make();
        }
        // If another tab was visible, the text can only take the focus after the next render.
        request_animation_frame(move || {
            pane.with_view(TextEditor::focus);
            pane.act(action);
            pane.editor.text_action.set(None);
        });
    });
    let key = move |event: KeyboardEvent| {
        // The text editor handles these actions itself.
        if event.default_prevented() || event.is_composing() {
            return;
        }
        if let Some(Action::Text(action)) = keys::action(&keys::chord(&event), |scope| scope == Scope::Text) {
            pane.act(action);
            event.prevent_default();
        }
    };
    let done = Callback::new(move |()| {
        pane.asked.set(None);
        pane.with_view(TextEditor::focus);
    });
    let asked = move || {
        let asked = pane.asked.get()?;
        Some(when_loaded(move |views| (views.beside_text)(asked.clone(), done)))
    };
    view! {
        <div class="text-side">
            {asked}
            <ChangedFiles />
            <div class="text-pane" node_ref=pane.place on:keydown=key></div>
        </div>
    }
}

/// The dialog about a name.
pub fn beside(asked: TextDialog, done: Callback<()>) -> AnyView {
    match asked {
        TextDialog::Rename(symbol) => view! { <Rename symbol=symbol done=done /> }.into_any(),
        TextDialog::Peek(symbol) => view! { <Peek symbol=symbol done=done /> }.into_any(),
        TextDialog::Outline(file) => view! { <Outline file=file done=done /> }.into_any(),
        TextDialog::Fixes(fixes) => view! { <Fixes fixes=fixes done=done /> }.into_any(),
        TextDialog::References(symbol) => view! { <References symbol=symbol done=done /> }.into_any(),
    }
}
