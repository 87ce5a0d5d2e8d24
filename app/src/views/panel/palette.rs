//! The descriptors of the catalog, to be dragged onto the canvas or added with the keyboard.

use std::sync::Arc;

use descriptorium_core::language::Language;
use descriptorium_core::sorting::Sorting;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::topology::{Command, Point, Role};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{KeyboardEvent, PointerEvent};

use crate::browser::dom::lower_case;
use crate::gestures::components::add_and_select;
use crate::model::shared::Shared;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::views::message::message;
use crate::views::panel::incremental::{ROWS, gradual};
use crate::views::picker::nearness;
use crate::words::inspector as words;

/// A descriptor on its way to the canvas: where the pointer is, in the window.
#[derive(Clone, PartialEq, Debug)]
struct Carried {
    of: DescriptorRef,
    role: Role,
    x: f64,
    y: f64,
    /// Why the open file would not take it, if so.
    refused: Option<String>,
}

impl Carried {
    fn new(editor: Editor, of: DescriptorRef, role: Role, event: &PointerEvent) -> Self {
        let command = Command::Add { of: of.clone(), role, name: None, at: None };
        let refused = editor.would_accept(&command).err().map(|error| error.to_string());
        Carried { of, role, x: f64::from(event.client_x()), y: f64::from(event.client_y()), refused }
    }
}

#[component]
pub fn Palette() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = Editor::expect();
    let search = RwSignal::new(String::new());
    let carried = RwSignal::new(None::<Carried>);
    let takes = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        let file = editor.file.get();
        file.and_then(|path| analysis.file(&path)?.language).is_some_and(Language::takes_components)
    });
    let catalog = Memo::new(move |_| Shared(Arc::clone(editor.analysis.get().catalog())));
    let found = Memo::new(move |_| {
        let catalog = catalog.get();
        let search = lower_case(search.get().trim());
        let own = editor.file.get();
        if !takes.get() {
            return Vec::new();
        }
        let entries = catalog.entries().filter(|entry| Some(&entry.file) != own.as_ref());
        let names = entries.map(|entry| entry.name.clone());
        let near = |name: DescriptorRef| {
            let near = nearness(&name.name, &format!("{} {} {name}", name.version, name.kind), &search)?;
            Some((near, name))
        };
        let mut found: Vec<_> = names.filter_map(near).collect();
        found.order_by_key(|(near, _)| *near);
        let mut found: Vec<DescriptorRef> = found.into_iter().map(|(_, name)| name).collect();
        // What two files define is one thing to take.
        found.dedup();
        found
    });
    let entered = RwSignal::new(None::<DescriptorRef>);
    let stop = Memo::new(move |_| {
        let entered = entered.get();
        found.with(|found| entered.filter(|entered| found.contains(entered)).or_else(|| found.first().cloned()))
    });
    let n_pages = gradual(Signal::derive(move || found.with(|found| found.len().div_ceil(ROWS))));
    let page = move |number: usize| {
        found.with(|found| found.iter().skip(number * ROWS).take(ROWS).cloned().collect::<Vec<_>>())
    };
    let stop = Selector::new(move || stop.get());
    let item = move |of| view! { <Item of=of carried=carried canvas=canvas stop=stop.clone() /> };
    let why = move || match (takes.get(), found.with(Vec::is_empty)) {
        (false, _) => Some(crate::words::filing::no_assembly_open()),
        (true, true) => Some(words::no_descriptor()),
        (true, false) => None,
    };
    let focused = move |event: web_sys::FocusEvent| {
        let item = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let name = item.and_then(|item| item.get_attribute("data-descriptor"));
        entered.set(name.and_then(|name| DescriptorRef::parse(&name)));
    };
    let typed = StoredValue::new((String::new(), 0.0));
    let list = NodeRef::<Div>::new();
    let key = move |event: KeyboardEvent| {
        if let Some(list) = list.get_untracked() {
            crate::browser::dom::rove(&event, &list, ".palette-item", typed);
        }
    };
    let down = move |event: KeyboardEvent| {
        if event.key() == "ArrowDown" {
            event.prevent_default();
            crate::browser::dom::focus_on(".palette-item[tabindex='0']");
        }
    };
    view! {
        <section class="panel palette" aria-label=words::palette()>
            <h2 class="panel-title">{words::palette()}</h2>
            <input
                class="search"
                type="search"
                placeholder=words::find_descriptor()
                aria-label=words::find_descriptor()
                on:input=move |event| search.set(event_target_value(&event))
                on:keydown=down
            />
            <div class="panel-body" title=words::palette_hint() node_ref=list on:focusin=focused on:keydown=key>
                {move || why().map(|why| view! { <p class="empty">{why}</p> })}
                <For each=move || 0..n_pages.get() key=usize::clone children=move |number| {
                    view! { <For each=move || page(number) key=DescriptorRef::clone children=item.clone() /> }
                } />
            </div>
            <Ghost carried=carried />
        </section>
    }
}

#[component]
fn Item(
    of: DescriptorRef,
    carried: RwSignal<Option<Carried>>,
    canvas: Canvas,
    /// The item that the Tab key leads to.
    stop: Selector<Option<DescriptorRef>>,
) -> impl IntoView {
    let editor = Editor::expect();
    let class = format!("palette-item {}", of.kind);
    let (name, version, full) = (of.name.to_string(), of.version.to_string(), of.to_string());
    let (taken, added) = (of.clone(), of.clone());
    let is_stop = move || stop.selected(&Some(of.clone()));
    let down = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        event.prevent_default();
        let target = event_target::<web_sys::Element>(&event);
        // Without capture the drag ends where the pointer leaves the palette; nothing else is lost.
        let _ = target.set_pointer_capture(event.pointer_id());
        if let Ok(Some(item)) = target.closest(".palette-item") {
            let item: web_sys::HtmlElement = item.unchecked_into();
            let _ = item.focus();
            let _ = item.set_pointer_capture(event.pointer_id());
        }
        carried.set(Some(Carried::new(editor, taken.clone(), role(event.shift_key()), &event)));
    };
    let moved = move |event: PointerEvent| {
        carried.update(|carried| {
            if let Some(carried) = carried {
                let role = role(event.shift_key());
                if carried.role == role {
                    (carried.x, carried.y) = (f64::from(event.client_x()), f64::from(event.client_y()));
                } else {
                    *carried = Carried::new(editor, carried.of.clone(), role, &event);
                }
            }
        });
    };
    let up = move |event: PointerEvent| {
        let Some(dropped) = carried.try_update(Option::take).flatten() else { return };
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        if canvas.covers((x, y)) {
            let at = canvas.camera.get_untracked().to_scene(canvas.screen(x, y));
            // The pointer holds the box by its head.
            let at = Point { x: (at.x - 90.0).round(), y: (at.y - 20.0).round() };
            // The vendor's designer shows nothing left of and above its origin: the view moves in place of the box.
            let (x, y) = (at.x.max(0.0), at.y.max(0.0));
            if (x, y) != (at.x, at.y) {
                canvas.camera.update(|camera| {
                    *camera = camera.panned((at.x - x) * camera.zoom, (at.y - y) * camera.zoom);
                });
            }
            add(editor, &dropped.of, dropped.role, Some(Point { x, y }));
            // What is done next is done with the box.
            canvas.focus();
        } else if !canvas.is_shown() {
            add(editor, &dropped.of, dropped.role, None);
        }
    };
    let key = move |event: KeyboardEvent| {
        if matches!(event.key().as_str(), "Enter" | " ") {
            event.prevent_default();
            add(editor, &added, role(event.shift_key()), None);
        }
    };
    view! {
        <div
            class=class
            role="button"
            tabindex=move || if is_stop() { "0" } else { "-1" }
            data-descriptor=full.clone()
            title=full
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=move |_| carried.set(None)
            on:keydown=key
        >
            <span class="palette-name">{name}</span>
            <span class="palette-version">{version}</span>
        </div>
    }
}

/// What is carried, beside the pointer.
#[component]
fn Ghost(carried: RwSignal<Option<Carried>>) -> impl IntoView {
    let ghost = NodeRef::<Div>::new();
    Effect::new(move |_| {
        let (Some(carried), Some(ghost)) = (carried.get(), ghost.get()) else { return };
        let place = format!("translate({:.0}px, {:.0}px)", carried.x - 90.0, carried.y - 20.0);
        // Set through the object model, which a strict content policy allows.
        let _ = web_sys::HtmlElement::style(&ghost).set_property("transform", &place);
    });
    let label = move || {
        carried.with(|carried| {
            carried.as_ref().map(|carried| match carried.role {
                Role::Component => carried.of.name.to_string(),
                Role::Reference => words::as_reference(&carried.of.name),
            })
        })
    };
    let refused = move || carried.with(|carried| carried.as_ref().and_then(|carried| carried.refused.clone()));
    view! {
        <div
            class="ghost"
            class:shown=move || carried.with(Option::is_some)
            class:refuses=move || refused().is_some()
            node_ref=ghost
            aria-hidden="true"
        >
            {label}
            {move || refused().map(|why| view! { <span class="ghost-why">{message(&why)}</span> })}
        </div>
    }
}

fn role(reference: bool) -> Role {
    if reference { Role::Reference } else { Role::Component }
}

fn add(editor: Editor, of: &DescriptorRef, role: Role, at: Option<Point>) {
    add_and_select(editor, &Command::Add { of: of.clone(), role, name: None, at });
    crate::browser::dom::show_side("canvas");
}
