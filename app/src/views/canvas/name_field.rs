//! The name of a box, edited where it is drawn: of a new one, as part of the step that added it, or of the selected one.

use descriptorium_core::assembly::model::Text;
use descriptorium_core::scene::Rect;
use descriptorium_core::scene::shape::{Anchor, figure_at};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Command, Point};
use leptos::html::Input;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::gestures::actions::act;
use crate::state::canvas::{Canvas, Naming};
use crate::state::editor::Editor;
use crate::state::keys::Action;
use crate::views::message::message;
use crate::words::{canvas as words, inspector, kinds};

/// The smallest size of the text and of the field, in CSS pixels.
const TEXT: f64 = 13.0;
const WIDTH: f64 = 120.0;
/// The distance from the border of the field to its text.
const PADDING: f64 = 4.0;

#[component]
pub fn NameField() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    move || canvas.naming.get().map(|naming| view! { <Field naming=naming /> })
}

#[component]
fn Field(naming: Naming) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let Naming { path, since } = naming;
    let was = path.last_key().unwrap_or_default().to_owned();
    let shown = was.clone();
    let refused = RwSignal::new(None::<String>);
    let input = NodeRef::<Input>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            // A field in the page accepts the focus.
            let _ = input.focus();
            input.select();
        }
    });
    let of = path.clone();
    let place = Memo::new(move |_| {
        let found = editor.scene.with(|view| view.found(&of).cloned())?;
        let figure = figure_at(&found, canvas.level.get().detail, kinds::badge, kinds::n_ports);
        let (line, size) = (figure.label, figure.label_size);
        let from = if line.anchor == Anchor::Start { line.at.x } else { PADDING };
        let camera = canvas.camera.get();
        let at = camera.to_screen(Point { x: found.rect.x + from, y: found.rect.y + line.at.y - size * 1.15 });
        let (width, height) = ((found.rect.width - from) * camera.zoom, size * 1.6 * camera.zoom);
        let rect = Rect { x: at.x - PADDING, y: at.y, width: width.max(WIDTH), height: height.max(TEXT * 1.6) };
        Some((rect, (size * camera.zoom).max(TEXT)))
    });
    // Undo may have taken the box away.
    Effect::new(move |_| {
        if place.with(Option::is_none) {
            canvas.naming.set(None);
        }
    });
    let rename = move |name: &str| -> Result<(), String> {
        if name.is_empty() || name == was {
            return Ok(());
        }
        let file = editor.file.get_untracked();
        let command = Command::Rename { path: path.clone(), name: name.into() };
        let done = match (&since, file) {
            (Some(since), _) => editor.complete(since, &command),
            (None, Some(file)) => editor.command_in(&file, &command),
            (None, None) => Ok(()),
        };
        done.map_err(|why| inspector::not_renamed(name, &why.to_string()))?;
        if since.is_some()
            && let Some((path, name)) = called_after(editor, &was, name)
        {
            // The same for the relationship that was added with it and is named after it; if that is refused, the
            // relationship keeps its name.
            let _ = editor.complete(&editor.analysis.get_untracked(), &Command::Rename { path, name: name.into() });
        }
        editor.say(&words::called(name));
        editor.selection.set(path.parent().map(|parent| parent.key(name)).into_iter().collect());
        Ok(())
    };
    let rename = StoredValue::new_local(rename);
    let text = move || input.get_untracked().map(|input| input.value().trim().to_owned()).unwrap_or_default();
    let finish = move || match rename.with_value(|rename| rename(&text())) {
        Ok(()) => {
            canvas.naming.set(None);
            true
        }
        Err(why) => {
            refused.set(Some(why));
            false
        }
    };
    let is_typed = move || input.get_untracked().is_some_and(|input| input.value() != input.default_value());
    let key = move |event: KeyboardEvent| {
        let leave = || {
            event.prevent_default();
            canvas.naming.set(None);
            canvas.focus();
        };
        match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                if finish() {
                    canvas.focus();
                }
            }
            "Escape" => leave(),
            // Undoes the step that the field belongs to, not an edit in a field without edits.
            "z" if (event.ctrl_key() || event.meta_key()) && !event.shift_key() && !is_typed() => {
                leave();
                act(canvas, Action::Undo);
            }
            _ => {}
        }
        event.stop_propagation();
    };
    let blur = move |_| {
        if canvas.naming.with_untracked(Option::is_some) && !finish() {
            // The field is gone, so its reason is shown elsewhere.
            if let Some(why) = refused.get_untracked() {
                editor.fail(&why);
            }
            canvas.naming.set(None);
        }
    };
    let pixels = move |of: fn(&(Rect, f64)) -> f64| {
        move || place.with(|place| place.as_ref().map(|place| format!("{:.1}px", of(place))))
    };
    view! {
        <div class="name-field" style:left=pixels(|(rect, _)| rect.x) style:top=pixels(|(rect, _)| rect.y)>
            <input
                type="text"
                node_ref=input
                value=shown
                spellcheck="false"
                autocomplete="off"
                data-input="component-name"
                aria-label=words::name_it()
                aria-invalid=move || refused.with(Option::is_some).to_string()
                style:width=pixels(|(rect, _)| rect.width)
                style:height=pixels(|(rect, _)| rect.height)
                style:font-size=pixels(|(_, size)| *size)
                on:input=move |_| refused.set(None)
                on:keydown=key
                on:blur=blur
            />
            {move || refused.get().map(|why| view! { <p class="refusal" role="alert">{message(&why)}</p> })}
        </div>
    }
}

/// The only relationship of a component that is named after its old name, and the corresponding new name; `None` if
/// that is in use.
fn called_after(editor: Editor, was: &str, name: &str) -> Option<(NodePath, String)> {
    let (analysis, file) = (editor.analysis.get_untracked(), editor.file.get_untracked()?);
    let relationships = analysis.descriptor(&file)?.relationships.iter();
    let is_of = |ends: &[Text]| ends.iter().any(|end| end.value.split('.').next() == Some(name));
    let mut renamed = relationships.clone().filter_map(|found| {
        let (from, to) = found.name.text.split_once("-to-")?;
        let other = if from == was && is_of(&found.source_capabilities) {
            format!("{name}-to-{to}")
        } else if to == was && is_of(&found.target_requirements) {
            format!("{from}-to-{name}")
        } else {
            return None;
        };
        Some((found.name.path.clone(), other))
    });
    let only = renamed.next().filter(|_| renamed.next().is_none());
    only.filter(|(_, name)| relationships.clone().all(|found| *found.name.text != **name))
}
