//! The inputs of forms. Text is committed when the input loses the focus or Enter is pressed; Escape restores the old
//! value. While text is typed, undo is that of the input, otherwise that of the modeller.

use descriptorium_core::completion::ValidName;
use descriptorium_core::markdown;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use crate::state::editor::Editor;
use crate::state::keys::{self, Action, Scope};
use crate::words::inspector as words;

/// An input for one line of text.
#[component]
pub fn Line(
    #[prop(into)] value: Signal<String>,
    on_commit: impl Fn(String) + 'static,
    #[prop(optional, into)] placeholder: Signal<String>,
    #[prop(optional, into)] label: String,
    /// Suggestions while the user types; requested when the input receives the focus.
    #[prop(optional)]
    choices: Option<Callback<(), Vec<ValidName>>>,
    /// Whether the text is not shown.
    #[prop(optional)]
    is_secret: bool,
) -> impl IntoView {
    let commit = move |event: leptos::ev::Event| {
        // A field that is being removed does not commit.
        let Some(before) = value.try_get_untracked() else { return };
        let text = event_target_value(&event).trim().to_owned();
        if text != before {
            on_commit(text);
        }
    };
    // This runs after the change: if it was refused, the old value is shown again.
    let left = move |event: web_sys::FocusEvent| restore(&event_target::<web_sys::HtmlInputElement>(&event), value);
    let editor = Editor::expect();
    let key = move |event: KeyboardEvent| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        match event.key().as_str() {
            _ if event.is_composing() => {}
            _ if value.try_get_untracked().is_some_and(|value| input.value() == value) && goes(editor, &event) => {}
            "Escape" => restore(&input, value),
            // Losing the focus commits.
            "Enter" if !crate::browser::dom::leave(&input, 0) => crate::browser::dom::commit_field(),
            "Tab"
                if value.try_get_untracked().is_some_and(|value| input.value() != value)
                    && crate::browser::dom::leave(&input, if event.shift_key() { -1 } else { 1 }) =>
            {
                event.prevent_default();
            }
            _ => {}
        }
    };
    let proposed = RwSignal::new(Vec::<ValidName>::new());
    let enter = move |_| {
        if let Some(choices) = choices {
            let _ = proposed.try_set(choices.run(()));
        }
    };
    let list = choices.map(|_| format!("choices-{}", number()));
    let options = list.clone().map(|id| {
        view! {
            <datalist id=id>
                {move || proposed.get().into_iter().map(|ValidName { name, detail }| view! { <option value=name>{detail}</option> }).collect_view()}
            </datalist>
        }
    });
    let place = NodeRef::<leptos::html::Input>::new();
    follow(
        value,
        move || place.get().map(|input| (input.value(), has_keyboard(&input))),
        move |text| place.get_untracked().iter().for_each(|input| input.set_value(text)),
    );
    view! {
        <input node_ref=place type=if is_secret { "password" } else { "text" } spellcheck="false" autocomplete="off" placeholder=placeholder aria-label=label list=list on:change=commit on:blur=left on:keydown=key on:focus=enter />
        {options}
    }
}

/// A memo of the value.
fn kept(value: Signal<String>) -> Memo<String> {
    Memo::new(move |_| value.get())
}

/// Shows the value in an input; `typed` is its current text and whether it has the focus. Text that is being typed
/// stays if the value changes in the meantime, with a message about that.
fn follow(value: Signal<String>, typed: impl Fn() -> Option<(String, bool)> + 'static, show: impl Fn(&str) + 'static) {
    let (editor, value) = (Editor::expect(), kept(value));
    Effect::new(move |before: Option<Option<String>>| {
        let now = value.get();
        let (text, has_keyboard) = typed()?;
        match before.flatten() {
            Some(before) if has_keyboard && text != before && text != now => editor.say(words::changed_meanwhile()),
            _ => show(&now),
        }
        Some(now)
    });
}

/// Handles the shortcuts of undo and redo, and returns whether the key was one of them. The browser would restore the
/// old text of this input alone, which would then be committed again.
fn goes(editor: Editor, event: &KeyboardEvent) -> bool {
    match keys::action(&keys::chord(event), |scope| scope == Scope::OutsideFields) {
        Some(Action::Undo) => editor.undo(),
        Some(Action::Redo) => editor.redo(),
        _ => return false,
    }
    event.prevent_default();
    true
}

fn has_keyboard(input: &web_sys::Element) -> bool {
    document().active_element().as_ref() == Some(input)
}

fn restore(input: &web_sys::HtmlInputElement, value: Signal<String>) {
    if let Some(value) = value.try_get_untracked() {
        input.set_value(&value);
    }
}

/// Several lines of text. Enter is a line break, so that only losing the focus or Ctrl+Enter commits.
#[component]
pub fn Lines(
    #[prop(into)] value: Signal<String>,
    on_commit: impl Fn(String) + 'static,
    #[prop(optional)] code: bool,
    #[prop(optional, into)] label: String,
) -> impl IntoView {
    let commit = move |event: leptos::ev::Event| {
        let Some(before) = value.try_get_untracked() else { return };
        let text = event_target_value(&event).trim_end().to_owned();
        if text != before.trim_end() {
            // A trailing line break is kept.
            let end = if before.ends_with('\n') && !text.is_empty() { "\n" } else { "" };
            on_commit(text + end);
            if let Some(now) = value.try_get_untracked() {
                event_target::<web_sys::HtmlTextAreaElement>(&event).set_value(&now);
            }
        }
    };
    let editor = Editor::expect();
    let key = move |event: KeyboardEvent| {
        let input = event_target::<web_sys::HtmlTextAreaElement>(&event);
        match event.key().as_str() {
            _ if event.is_composing() => {}
            _ if value.try_get_untracked().is_some_and(|value| input.value() == value) && goes(editor, &event) => {}
            "Escape" => input.set_value(&value.try_get_untracked().unwrap_or_default()),
            "Enter" if event.ctrl_key() || event.meta_key() => {
                let _ = input.blur();
                let _ = input.focus();
            }
            _ => {}
        }
    };
    let rows = move || value.with(|text| text.lines().count().clamp(2, 14)).to_string();
    let place = NodeRef::<leptos::html::Textarea>::new();
    follow(
        value,
        move || place.get().map(|input| (input.value(), has_keyboard(&input))),
        move |text| place.get_untracked().iter().for_each(|input| input.set_value(text)),
    );
    view! { <textarea node_ref=place class:code=move || code spellcheck="false" rows=rows aria-label=label on:change=commit on:keydown=key></textarea> }
}

/// A description: rendered as Markdown until the user edits it.
#[component]
pub fn Prose(
    #[prop(into)] value: Signal<String>,
    on_commit: impl Fn(String) + Clone + Send + Sync + 'static,
    #[prop(into)] label: String,
) -> impl IntoView {
    let writing = RwSignal::new(false);
    let place = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        let area = writing.get().then(|| place.get()?.query_selector("textarea").ok()?).flatten();
        if let Some(area) = area {
            // A new element in the page accepts the focus.
            let _ = area.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
    let has_keyboard = move || place.try_get_untracked().flatten()?.query_selector("textarea:focus").ok()?;
    let entered = move |_| writing.set(writing.get_untracked() || has_keyboard().is_some());
    // After a commit by key, the field only loses the focus temporarily.
    let left = move |_| {
        request_animation_frame(move || {
            let _ = writing.try_set(has_keyboard().is_some());
        });
    };
    // The HTML is safe: the core renders it and removes everything executable.
    let html = move || markdown::html(&value.get(), &|_| None);
    let shown = move || !writing.get() && !value.with(String::is_empty);
    view! {
        <div class="prose-field" node_ref=place on:focusin=entered on:focusout=left>
            <Show when=shown fallback=move || {
                view! { <Lines value=value on_commit=on_commit.clone() label=label.clone() /> }
            }>
                <div class="prose" inner_html=html></div>
                <button type="button" class="mini" on:click=move |_| writing.set(true)>{crate::words::shortcuts::edit()}</button>
            </Show>
        </div>
    }
}

/// A choice of one word or none; `unset` describes the latter.
#[component]
pub fn Pick(
    #[prop(into)] value: Signal<String>,
    words: Vec<String>,
    unset: String,
    on_commit: impl Fn(String) + 'static,
    #[prop(optional, into)] label: String,
) -> impl IntoView {
    let change = move |event: leptos::ev::Event| {
        on_commit(event_target_value(&event));
        // If the change was refused, the old value is shown again.
        if let Some(now) = value.try_get_untracked() {
            event_target::<web_sys::HtmlSelectElement>(&event).set_value(&now);
        }
    };
    let options = {
        let words = words.clone();
        move || {
            let value = value.get();
            let other = (!value.is_empty() && !words.contains(&value)).then(|| value.clone());
            let all = words.iter().cloned().chain(other);
            all.map(|word| view! { <option value=word.clone() selected=word == value>{word.clone()}</option> })
                .collect_view()
        }
    };
    view! {
        <select aria-label=label prop:value=kept(value) on:change=change>
            <option value="" selected=move || value.with(String::is_empty)>{unset}</option>
            {options}
        </select>
    }
}

/// A unique number for an input.
fn number() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
