//! The canvas: the diagram of the open file, and the gestures on it. It has no model of its own: a gesture becomes a
//! command, the command changes the text, and the diagram is rendered from the text.

pub mod boxes;
pub mod breadcrumbs;
pub mod card;
pub mod comparison;
pub mod connection_handles;
pub mod connections;
pub mod context_pad;
pub mod diagrams;
pub mod halos;
pub mod instance_overlay;
pub mod isolation;
pub mod legend;
pub mod level_of_detail;
pub mod minimap;
pub mod name_field;
pub mod overlay;
pub mod ports;
pub mod progressive;
pub mod table;
pub mod zoom_bar;

use descriptorium_core::language::Edit;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};

use crate::gestures::actions::act;
use crate::gestures::folds::nests;
use crate::gestures::lazy::open_menu;
use crate::gestures::navigation::reveal;
use crate::gestures::pointer;
use crate::gestures::selection::has_edit;
use crate::model::scene_view::Drawing;
use crate::state::canvas::Canvas;
use crate::state::keys::{self, Action};
use crate::views::canvas::boxes::{Boxes, Layer};
use crate::views::canvas::breadcrumbs::Breadcrumbs;
use crate::views::canvas::card::Card;
use crate::views::canvas::comparison::{Differences, DifferingLines};
use crate::views::canvas::connection_handles::ConnectionHandles;
use crate::views::canvas::connections::Connections;
use crate::views::canvas::context_pad::ContextPad;
use crate::views::canvas::halos::Halos;
use crate::views::canvas::instance_overlay::InstanceOverlay;
use crate::views::canvas::legend::Legend;
use crate::views::canvas::level_of_detail::Outlines;
use crate::views::canvas::minimap::Minimap;
use crate::views::canvas::name_field::NameField;
use crate::views::canvas::overlay::{Overlay, Refusal};
use crate::views::canvas::ports::{MorePorts, PortValue};
use crate::views::canvas::zoom_bar::ZoomBar;
use crate::views::icons::{Icon, icon};
use crate::views::lazy::{self, when_loaded};
use crate::views::startup::EmptyCanvas;
use crate::words::canvas as words;

/// Below this zoom a diagram with more boxes than [`FEW`] is a few paths, one for each kind of box and one for all connections.
const DETAIL: f64 = 0.4;
const FEW: usize = 120;

/// The diagram of the open file.
#[component]
pub fn CanvasPane() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    keep_size(canvas);
    frame_new_files(canvas);
    let few = Memo::new(move |_| editor.scene.with(|view| view.scene.boxes.len() <= FEW));
    let near = Memo::new(move |_| few.get() || canvas.camera.get().zoom >= DETAIL);
    progressive::render(canvas, near);
    let pixel = Memo::new(move |_| canvas.level.get().pixel);
    // A placeholder while the canvas is loading.
    let far = Memo::new(move |_| !near.get() || (!few.get() && canvas.drawn.get() != canvas.visible.get()));
    view! {
        <div class="canvas">
            <div
                node_ref=canvas.element
                class="canvas-svg"
                class:pointed=canvas.pointed
                class:hidden=canvas.as_table
                tabindex="0"
                role="application"
                aria-label=words::diagram()
                aria-describedby="canvas-help"
                on:pointerdown=move |event: PointerEvent| pointer::down(canvas, &event)
                on:pointermove=move |event: PointerEvent| pointer::moved(canvas, &event)
                on:pointerup=move |event: PointerEvent| pointer::up(canvas, &event)
                on:pointercancel=move |event: PointerEvent| pointer::cancel(canvas, &event)
                on:pointerleave=move |_| pointer::left(canvas)
                on:touchend=move |event| if canvas.asked.with_untracked(Option::is_some) {
                    // The following mouse event would take the focus from the menu.
                    event.prevent_default();
                }
                class:grabbing=canvas.holds_space
                on:keydown=move |event: KeyboardEvent| {
                    canvas.pointed.set(false);
                    if event.key() == " " {
                        event.prevent_default();
                        canvas.holds_space.set(true);
                    }
                }
                on:keyup=move |event: KeyboardEvent| if event.key() == " " {
                    canvas.holds_space.set(false);
                }
                on:blur=move |_| {
                    canvas.pointed.set(false);
                    canvas.holds_space.set(false);
                }
                on:dblclick=move |event| pointer::double(canvas, &event)
                on:wheel=move |event: WheelEvent| pointer::wheel(canvas, &event)
                on:contextmenu=move |event: MouseEvent| {
                    event.prevent_default();
                    open_menu(canvas, Some((pointer::spot(&event), pointer::REACH)));
                }
            >
                <svg
                    class="canvas-diagram"
                    class:far=move || !near.get()
                    class:focused=move || canvas.focus.with(Option::is_some)
                    role="presentation"
                    width="1"
                    height="1"
                    style:transform=move || canvas.camera.get().transform()
                    style=("--pixel", move || format!("{:.4}", pixel.get()))
                >
                    <Show when=move || far.get()>
                        <Outlines />
                    </Show>
                    <Show when=move || near.get()>
                        <Boxes layer=Layer::Frames />
                    </Show>
                    <Halos />
                    <Show when=move || near.get()>
                        <Connections />
                        <DifferingLines />
                        <Boxes layer=Layer::FramePorts />
                        <Boxes layer=Layer::Boxes />
                    </Show>
                    <Overlay />
                </svg>
            </div>
            <EmptyCanvas />
            <Show when=move || !canvas.as_table.get() fallback=|| when_loaded(|views| (views.table)())>
                {move || lazy::loaded().map(|views| (views.over_diagram)())}
                <Refusal />
                <ZoomBar camera=canvas.camera zoom_by=Callback::new(move |factor| canvas.zoom_by(factor)) fit=Callback::new(move |()| canvas.fit())>
                    <Several />
                    <button
                        type="button"
                        id="canvas-only"
                        title=keys::hint(crate::words::shortcuts::canvas_only(), Action::CanvasOnly)
                        aria-label=crate::words::shortcuts::canvas_only()
                        aria-pressed=move || (!canvas.panes.files.get() && !canvas.panes.views.get()).to_string()
                        on:click=move |_| canvas.panes.toggle_all()
                    >
                        {icon(Icon::CanvasOnly)}
                    </button>
                    <Hosting />
                    <button
                        type="button"
                        id="legend-button"
                        title=keys::hint(crate::words::legend::legend(), Action::Legend)
                        aria-label=crate::words::legend::legend()
                        aria-pressed=move || canvas.has_legend.get().to_string()
                        on:click=move |_| {
                            act(canvas, Action::Legend);
                        }
                    >
                        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 3H5V6H2ZM8 4.5H14M2 10H5V13H2ZM8 11.5H14" /></svg>
                    </button>
                </ZoomBar>
            </Show>
            {move || lazy::loaded().map(|views| (views.diagrams)())}
            <Breadcrumbs />
            {move || lazy::loaded().map(|views| (views.isolation)())}
            <InstanceOverlay />
            <p class="visually-hidden" id="canvas-help">{words::canvas_help()}</p>
            <p class="visually-hidden canvas-said" aria-live="polite">{move || canvas.announcement.get()}</p>
        </div>
    }
}

/// The overlays of the diagram.
pub fn over_diagram() -> AnyView {
    let canvas = expect_context::<Canvas>();
    view! {
        <ConnectionHandles />
        <ContextPad />
        <Differences />
        <NameField />
        <MorePorts />
        <PortValue />
        <Card />
        <Show when=move || canvas.has_map.get()><Minimap /></Show>
        <Show when=move || canvas.has_legend.get()><Legend /></Show>
    }
    .into_any()
}

/// Turns multi-selection mode on and off, since fingers have no Shift.
#[component]
fn Several() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let label = crate::words::shortcuts::toggle_multi_select;
    view! {
        <button
            type="button"
            class="several-button"
            title=keys::hint(label(), Action::SelectSeveral)
            aria-label=label()
            aria-pressed=move || canvas.selects_several.get().to_string()
            on:click=move |_| {
                act(canvas, Action::SelectSeveral);
            }
        >
            <span class="several-sign"></span>
        </button>
    }
}

/// Draws hosts as frames or as boxes, in languages that have hosts.
#[component]
fn Hosting() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let label = crate::words::folds::hosts_are_frames;
    let editor = canvas.editor;
    let has_hosts = Memo::new(move |_| editor.file.with(Option::is_some) && has_edit(editor, Edit::Host));
    view! {
        <Show when=move || has_hosts.get()>
            <button
                type="button"
                title=keys::hint(label(), Action::ToggleHosting)
                aria-label=label()
                aria-pressed=move || nests(editor).to_string()
                on:click=move |_| {
                    act(canvas, Action::ToggleHosting);
                }
            >
                <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1.5 2.5H14.5V13.5H1.5ZM4.5 6.5H11.5V11H4.5Z" /></svg>
            </button>
        </Show>
    }
}

/// Updates the canvas size on screen.
fn keep_size(canvas: Canvas) {
    let measure = move || {
        if let Some(element) = canvas.element.get_untracked() {
            let rect = element.get_bounding_client_rect();
            canvas.size.set((rect.width(), rect.height()));
        }
    };
    Effect::new(move |_| {
        let Some(element) = canvas.element.get() else { return };
        measure();
        crate::browser::dom::on_resize(&element, measure);
    });
}

/// Fits a diagram into the view when it is opened, and after changes of the canvas size as long as it is fitted. The
/// view does not move by itself while the diagram is edited, so that nothing moves away from the pointer.
fn frame_new_files(canvas: Canvas) {
    Effect::new(move |before: Option<((f64, f64), (Drawing, bool))>| {
        let (file, drawing) =
            canvas.editor.scene.with(|view| (view.file.clone(), (view.drawing.clone(), view.isolated().is_some())));
        let size = canvas.size.get();
        let (before, drawn) = before.unzip();
        let shown = file.map(|file| (file, drawing.0.diagram.clone()));
        let is_new = canvas.framed.with_value(|framed| *framed != shown);
        let again = before.is_none_or(|before| before != size) && canvas.is_fitted();
        // The services of a language can draw more, and a link can name a part; then a view that shows the whole diagram
        // shows the new one.
        let is_redrawn =
            drawn.is_some_and(|drawn| drawn != drawing) && canvas.camera.get_untracked() == canvas.fitted.get_value().0;
        if size.0 > 0.0 && (is_new || again || is_redrawn) {
            match canvas.wanted.try_update_value(Option::take).flatten() {
                Some((at, zoom)) => {
                    canvas.camera.update(|camera| camera.zoom = zoom);
                    canvas.look_at(at);
                }
                None => {
                    canvas.fit();
                    // The box that the user was taken to is visible.
                    let led_to = canvas.editor.selection.with_untracked(|selection| selection.last().cloned());
                    if let Some(path) = led_to.filter(|_| is_new) {
                        reveal(canvas, &path);
                    }
                }
            }
            canvas.framed.set_value(shown);
        }
        (size, drawing)
    });
}
