//! The button that shows all ports of a box, and the value of a port, edited where it is drawn.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::scene::fold::split;
use descriptorium_core::scene::shape::Detail;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::foreign::is_foreign;
use descriptorium_core::topology::{ConnectionEnd, Point};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement, KeyboardEvent};

use crate::gestures::connect::connection_end;
use crate::gestures::ports;
use crate::model::hit::Hit;
use crate::state::canvas::Canvas;
use crate::state::gesture::Gesture;
use crate::state::keys::{self, Action};
use crate::views::panel::component::PropertyField;
use crate::views::panel::form::{Fields, Form, Holder};
use crate::words::canvas as words;

/// The distance of the button from the right side of its box, in units of the diagram.
const INSET: f64 = 8.0;
/// The size of the field, as in the style sheet, and the distance of its input from its top, in CSS pixels.
const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 64.0;
const INPUT: f64 = 42.0;

/// The button of the box under the pointer, or else of the selected one.
#[component]
pub fn MorePorts() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let shown = Memo::new(move |_| {
        let is_idle = canvas.gesture.with(|gesture| *gesture == Gesture::None);
        if !is_idle
            || canvas.level.get().detail != Detail::Full
            || !editor.diagram.with(|diagram| diagram.is_topology())
        {
            return None;
        }
        let pointed = match canvas.rests_on.get() {
            Some(Hit::Box(path) | Hit::Port { vertex: path, .. }) => Some(path),
            _ => None,
        };
        let selected =
            || editor.selection.with(|paths| if let [path] = paths.as_slice() { Some(path.clone()) } else { None });
        let path = pointed.or_else(selected).filter(|path| split(path).is_none() && !is_foreign(path))?;
        let corner = editor.scene.with(|view| {
            let rect = view.found(&path)?.rect;
            Some(Point { x: rect.x + rect.width - INSET, y: rect.y + rect.height })
        })?;
        let (has_all, n_hidden) = (ports::has_all(canvas, &path), ports::n_hidden(canvas, &path));
        (has_all || n_hidden > 0).then_some((path, corner, has_all, n_hidden))
    });
    move || {
        shown.get().map(|(path, corner, has_all, n_hidden)| {
            let at = move || canvas.camera.get().to_screen(corner);
            let label = if has_all { words::hide_ports().to_owned() } else { words::show_ports(n_hidden) };
            let (over, title) = (path.clone(), keys::hint(&label, Action::TogglePorts));
            // The pointer comes from the box, which stays the one under it. The key does the same, so the button is no tab stop.
            view! {
                <button
                    type="button"
                    class="more-ports"
                    tabindex="-1"
                    aria-label=label
                    aria-pressed=has_all.to_string()
                    title=title
                    style:left=move || format!("{:.1}px", at().x)
                    style:top=move || format!("{:.1}px", at().y)
                    on:pointerenter=move |_| canvas.point_at(Some(Hit::Box(over.clone())), untrack(at))
                    on:pointerleave=move |_| canvas.point_at(None, Point::default())
                    on:pointerdown=|event| event.prevent_default()
                    on:click=move |_| ports::toggle(canvas, path.clone())
                >
                    {if has_all { "−".to_owned() } else { format!("+{n_hidden}") }}
                </button>
            }
        })
    }
}

/// The field with the value of a port.
#[component]
pub fn PortValue() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    // A port is selected as long as its box is the only selected one.
    Effect::new(move |_| {
        let is_other = |port: &ConnectionEnd| canvas.editor.selection.with(|paths| *paths != [port.end.vertex.clone()]);
        if canvas.port.with(|port| port.as_ref().is_some_and(is_other)) {
            canvas.port.set(None);
        }
    });
    move || canvas.valued.get().map(|port| view! { <Field port=port /> })
}

#[component]
fn Field(port: ConnectionEnd) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let close = move || canvas.valued.set(None);
    let found = editor.file.get_untracked().and_then(|file| {
        let path = editor.analysis.with_untracked(|analysis| analysis.port_value(&file, &port))?;
        Some((file, path))
    });
    let Some((file, path)) = found else { return ().into_any() };
    let form = Form::of(canvas, file);
    provide_context(form);
    let label = words::value_of(&port.end.port);
    // A port without a value is only drawn as long as it needs one. The field stays, with the findings of its value.
    let place = Memo::new(move |before: Option<&Option<(Point, bool)>>| {
        editor.scene.with(|view| {
            let found = view.found(&port.end.vertex)?;
            let shown = found.ports.iter().find(|shown| connection_end(&port.end.vertex, shown) == port);
            shown.map(|shown| (shown.at, shown.kind.is_left())).or(before.copied().flatten())
        })
    });
    Effect::new(move |_| {
        // Undo may have taken the box away.
        if place.with(Option::is_none) {
            close();
        }
    });
    let corner = move || {
        let (at, is_left) = place.get().unwrap_or_default();
        let (at, (width, height)) = (canvas.camera.get().to_screen(at), canvas.size.get());
        let x = if is_left { at.x } else { at.x - WIDTH };
        Point { x: x.clamp(0.0, (width - WIDTH).max(0.0)), y: (at.y - INPUT).clamp(0.0, (height - HEIGHT).max(0.0)) }
    };
    let element = NodeRef::<Div>::new();
    Effect::new(move |_| {
        let Some(element) = element.get() else { return };
        request_animation_frame(move || {
            let input = element.query_selector("input, select, textarea, summary").ok().flatten();
            let Some(input) = input.and_then(|input| input.dyn_into::<HtmlElement>().ok()) else { return };
            // A field in the page accepts the focus.
            let _ = input.focus();
            if let Some(input) = input.dyn_ref::<HtmlInputElement>() {
                input.select();
            }
        });
    });
    let checked = path.clone();
    let is_right = move || {
        let found = form.ask(|analysis, file| analysis.findings_at(file, &checked));
        found.iter().all(|(severity, _)| *severity == Severity::Info)
    };
    let key = move |event: KeyboardEvent| {
        let leave = || {
            event.prevent_default();
            event.stop_propagation();
            close();
            // Removing a value may ask first.
            if canvas.asked.with_untracked(Option::is_none) {
                canvas.focus();
            }
        };
        let is_in = |selector: &str| {
            event.target().is_some_and(|target| {
                target.dyn_ref::<HtmlElement>().is_some_and(|target| target.matches(selector).unwrap_or(false))
            })
        };
        match event.key().as_str() {
            _ if event.is_composing() => {}
            "Escape" => leave(),
            // The input has committed its text already. A value with findings stays, and so do they.
            "Enter" if is_in("input, select") && untrack(&is_right) => leave(),
            _ => {}
        }
    };
    let left = move |_| {
        request_animation_frame(move || {
            let has_keyboard = element.try_get_untracked().flatten().is_none_or(|element| {
                document().active_element().is_some_and(|active| element.contains(Some(active.unchecked_ref())))
            });
            if !has_keyboard {
                close();
            }
        });
    };
    let content = match property_of_part(form, &path) {
        Some(property) => view! { <PropertyField path=property /> }.into_any(),
        None => {
            let at = path.parent().unwrap_or_default();
            let rows = untrack(|| form.rows(&at));
            let label = rows.into_iter().find(|row| row.path == path).map(|row| row.label);
            let only = Signal::stored(label.or_else(|| path.last_key().map(str::to_owned)).unwrap_or_default());
            view! { <Fields at=at holder=Holder::Record only=only /> }.into_any()
        }
    };
    view! {
        <div
            class="port-value"
            node_ref=element
            role="group"
            aria-label=label
            style:left=move || format!("{:.1}px", corner().x)
            style:top=move || format!("{:.1}px", corner().y)
            on:keydown=key
            on:focusout=left
        >
            {content}
        </div>
    }
    .into_any()
}

/// The property of a component or a reference whose value is at a path.
fn property_of_part(form: Form, value: &NodePath) -> Option<NodePath> {
    let property = value.parent()?;
    let part = property.parent()?.parent()?;
    untrack(|| form.ask(|analysis, file| analysis.part(file, &part).is_some())).then_some(property)
}
