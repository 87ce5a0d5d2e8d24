//! A dialog with labelled inputs, an error message for invalid input, and a button to cancel.

use leptos::html::Input;
use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::views::message::message;
use crate::words::file_actions as words;

/// An input of the dialog.
#[derive(Clone)]
pub struct PromptField {
    pub label: &'static str,
    /// The name in the page.
    pub name: &'static str,
    pub text: RwSignal<String>,
    /// Called when the user has typed.
    pub typed: Callback<()>,
}

impl PromptField {
    pub fn new(label: &'static str, name: &'static str, text: String) -> Self {
        PromptField { label, name, text: RwSignal::new(text), typed: Callback::new(|()| {}) }
    }
}

/// Asks for the values of `fields`. `go` performs the action of the button `verb`, or returns why that is impossible.
#[component]
pub fn Prompt(
    title: String,
    text: String,
    fields: Vec<PromptField>,
    verb: &'static str,
    go: impl Fn() -> Result<(), String> + 'static,
) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let refused = RwSignal::new(None::<String>);
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        match go() {
            Ok(()) => canvas.answer(),
            Err(why) => refused.set(Some(why)),
        }
    };
    let lines = fields.into_iter().enumerate().map(|(at, PromptField { label, name, text, typed })| {
        let input = NodeRef::<Input>::new();
        Effect::new(move |_| {
            let Some(input) = input.get().filter(|_| at == 0) else { return };
            // A field in the page accepts the focus.
            let _ = input.focus();
            input.set_value(&text.get_untracked());
            let (from, to) = changed_part(&text.get_untracked());
            let _ = input.set_selection_range(from, to);
        });
        let typed = move |event| {
            text.set(event_target_value(&event));
            refused.set(None);
            typed.run(());
        };
        view! {
            <label class="field">
                <span class="field-label">{label}</span>
                <input type="text" node_ref=input spellcheck="false" autocomplete="off" data-input=name aria-invalid=move || refused.with(Option::is_some).to_string() prop:value=text on:input=typed />
            </label>
        }
    });
    view! {
        <form class="ask" on:submit=submit>
            <p class="dialog-title">{title}</p>
            {(!text.is_empty()).then(|| view! { <p class="dialog-text">{message(&text)}</p> })}
            {lines.collect_view()}
            {move || refused.get().map(|why| view! { <p class="refusal" role="alert">{message(&why)}</p> })}
            <div class="dialog-buttons">
                <button type="button" class="tool" data-way="cancel" on:click=move |_| canvas.answer()>{words::cancel()}</button>
                <button type="submit" class="tool primary go-on">{verb}</button>
            </div>
        </form>
    }
}

/// The part of a name that is most likely to be changed, in UTF-16 units: the middle of `assembly::NAME::1.0`, and of a
/// path the file name without folder and extension.
fn changed_part(text: &str) -> (u32, u32) {
    let parts: Vec<&str> = text.split("::").collect();
    let part = match parts.as_slice() {
        [_, middle, _] => *middle,
        _ => {
            let name = text.rsplit('/').next().unwrap_or(text);
            [".yaml", ".yml", ".tosca", ".json", ".csv"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
        }
    };
    let count = |text: &str| u32::try_from(text.encode_utf16().count()).unwrap_or(0);
    let before = text.find(part).map_or(0, |at| count(&text[..at]));
    (before, before + count(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_likely_changed_part_is_selected() {
        let selected = |text: &str| {
            let (from, to) = changed_part(text);
            let units: Vec<u16> = text.encode_utf16().collect();
            String::from_utf16_lossy(&units[from as usize..to as usize])
        };
        assert_eq!(selected("assembly::video::1.0"), "video");
        assert_eq!(selected("a/b/größe-1.0.yaml"), "größe-1.0");
        assert_eq!(selected("near"), "near");
    }
}
