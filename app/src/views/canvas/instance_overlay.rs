//! The items of the preview as a read-only diagram over the canvas. Each leads to its place in the file, and shows its
//! state while the user steps through the plan.

use std::sync::Arc;

use descriptorium_core::preview::frame::{Diagram, Item};
use descriptorium_core::preview::states::ItemState;
use descriptorium_core::scene::shape::{arrow_path, connection_path, figure};
use descriptorium_core::scene::{Connection, Scene, SceneBox, layout};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Point;
use leptos::prelude::*;
use leptos::svg::Svg;
use web_sys::{KeyboardEvent, PointerEvent, WheelEvent};

use crate::gestures::navigation::go_to;
use crate::gestures::pointer::{SLACK, wheel_factor};
use crate::model::camera::Camera;
use crate::model::hit::{Hit, hit};
use crate::model::neighbors::{Direction, neighbor, reading_order};
use crate::model::outlines::{by_kind, outlines};
use crate::model::shared::Shared;
use crate::state::canvas::Canvas;
use crate::state::preview::{PreviewState, class};
use crate::views::canvas::boxes::line;
use crate::views::canvas::minimap::MinimapOf;
use crate::views::canvas::zoom_bar::ZoomBar;
use crate::views::lazy::when_loaded;
use crate::views::panel::preview::kinds::kind;
use crate::words::canvas as words;

/// The distance that a key pans, in CSS pixels.
const PAN: f64 = 80.0;

/// The number of items that may be added or removed without a new layout of the others.
const FEW: usize = 4;

/// The current diagram.
#[derive(Clone, Default)]
struct CurrentDiagram {
    diagram: Diagram,
    scene: Scene,
}

/// The state that the parts of the overlay share.
#[derive(Clone, Copy)]
struct Overlay {
    canvas: Canvas,
    stage: PreviewState,
    drawn: Memo<Shared<CurrentDiagram>>,
    camera: RwSignal<Camera>,
    /// The camera after the diagram was fitted into the view.
    fitted: StoredValue<Camera>,
    /// Width and height on screen.
    size: RwSignal<(f64, f64)>,
    /// The box at the keyboard cursor.
    current: RwSignal<Option<NodePath>>,
    /// The position of a press, the last position of the pointer, and whether it has moved.
    press: RwSignal<Option<(Point, Point, bool)>>,
    svg: NodeRef<Svg>,
}

/// The instances over the canvas, while they are turned on.
#[component]
pub fn InstanceOverlay() -> impl IntoView {
    let stage = expect_context::<PreviewState>();
    let has_diagram =
        move || stage.found.with(|found| found.as_ref().is_some_and(|found| kind(&found.outcome).draw_hint.is_some()));
    view! { <Show when=move || stage.is_drawn.get() && has_diagram()>{when_loaded(|views| (views.instance_overlay)())}</Show> }
}

pub fn instance_overlay() -> AnyView {
    view! { <InstanceDiagram /> }.into_any()
}

#[component]
fn InstanceDiagram() -> AnyView {
    let canvas = expect_context::<Canvas>();
    let stage = expect_context::<PreviewState>();
    let drawn = Memo::new(move |before: Option<&Shared<CurrentDiagram>>| {
        stage.found.with(|found| {
            let diagram = found.as_ref().map(|found| found.outcome.diagram()).unwrap_or_default();
            let before = before.map(|before| &before.scene).filter(|before| is_like(&diagram, before));
            let scene = layout(&diagram.topology, before);
            Shared(Arc::new(CurrentDiagram { diagram, scene }))
        })
    });
    let overlay = Overlay {
        canvas,
        stage,
        drawn,
        camera: RwSignal::new(Camera::default()),
        fitted: StoredValue::new(Camera::default()),
        size: RwSignal::new((0.0, 0.0)),
        current: RwSignal::new(None),
        press: RwSignal::new(None),
        svg: NodeRef::new(),
    };
    Effect::new(move |_| {
        let Some(svg) = overlay.svg.get() else { return };
        // An element in the page accepts the focus.
        let _ = svg.focus();
        let measure = move || {
            if let Some(svg) = overlay.svg.try_get_untracked().flatten() {
                let rect = svg.get_bounding_client_rect();
                overlay.size.set((rect.width(), rect.height()));
            }
        };
        measure();
        crate::browser::dom::on_resize(&svg, measure);
        overlay.fit();
    });
    Effect::new(move |_| {
        drawn.track();
        overlay.size.track();
        untrack(|| overlay.keep_fitted());
    });
    let bounds = Signal::derive(move || drawn.with(|drawn| drawn.scene.bounds));
    let frame_outlines = Signal::derive(move || drawn.with(|drawn| outlines(&drawn.scene, |found| found.frame)));
    let box_outlines = Signal::derive(move || drawn.with(|drawn| by_kind(&drawn.scene, |found| !found.frame)));
    let look_at = Callback::new(move |at: Point| {
        let (width, height) = overlay.size.get_untracked();
        overlay.camera.update(|camera| {
            *camera = camera.looking_at(at, width, height);
        });
    });
    let transform = move || {
        let camera = overlay.camera.get();
        format!("translate({:.2} {:.2}) scale({:.4})", camera.x, camera.y, camera.zoom)
    };
    let frames = move || drawn.with(|drawn| boxes(overlay, &drawn.scene, true));
    let lines = move || {
        drawn.with(|drawn| {
            drawn.scene.connections.iter().map(|connection| instance_connection(overlay, connection)).collect_view()
        })
    };
    let others = move || drawn.with(|drawn| boxes(overlay, &drawn.scene, false));
    let Some(kind) = stage.found.with_untracked(|found| Some(kind(&found.as_ref()?.outcome))) else {
        return ().into_any();
    };
    let counts = move || drawn.with(|drawn| (kind.n_drawn)(drawn.diagram.items.len(), drawn.diagram.n_left_out));
    view! {
        <div class="ghosts" role="region" aria-label=(kind.overlay)()>
            <div class="ghosts-head">
                <strong>{crate::words::shell::preview()}</strong>
                <span>{counts}</span>
                <span class="ghosts-hint">{(kind.overlay_hint)()}</span>
                <button type="button" class="mini" data-ghosts="close" on:click=move |_| overlay.close()>{words::back_to_canvas()}</button>
            </div>
            <svg
                node_ref=overlay.svg
                class="ghosts-svg"
                tabindex="0"
                role="application"
                aria-label=(kind.diagram)()
                aria-describedby="ghosts-help"
                on:pointerdown=move |event| overlay.down(&event)
                on:pointermove=move |event| overlay.moved(&event)
                on:pointerup=move |event| overlay.up(&event)
                on:pointercancel=move |_| overlay.press.set(None)
                on:wheel=move |event| overlay.wheel(&event)
                on:keydown=move |event| overlay.key(&event)
            >
                <g transform=transform>{frames}{lines}{others}</g>
            </svg>
            <MinimapOf bounds=bounds camera=overlay.camera size=overlay.size frames=frame_outlines boxes=box_outlines look_at=look_at />
            <ZoomBar camera=overlay.camera zoom_by=Callback::new(move |factor| overlay.zoom_by(factor)) fit=Callback::new(move |()| overlay.fit()) />
            <p class="visually-hidden" id="ghosts-help">{(kind.diagram_help)()}</p>
            <p class="visually-hidden ghosts-said" aria-live="polite">{move || overlay.said()}</p>
        </div>
    }
    .into_any()
}

/// Whether few items are new, so that the others can stay where they are and the new ones stand out.
fn is_like(diagram: &Diagram, before: &Scene) -> bool {
    let n_same = before.boxes.iter().filter(|found| diagram.items.contains_key(&found.path)).count();
    let n_new = diagram.items.len().saturating_sub(n_same);
    n_new + before.boxes.len() - n_same <= FEW
}

fn boxes(overlay: Overlay, scene: &Scene, frames: bool) -> impl IntoView + use<> {
    let boxes = scene.boxes.iter().filter(|found| found.frame == frames);
    boxes.map(|found| instance_box(overlay, found)).collect_view()
}

fn instance_box(overlay: Overlay, found: &SceneBox) -> impl IntoView + use<> {
    let figure = figure(found, crate::words::kinds::badge);
    let name = overlay.name_of(&found.path);
    let title = format!("{name}\n{}", found.detail);
    let item_state = Memo::new(move |_| overlay.stage.state_of(&name));
    let kind = found.kind.class();
    let frame = if found.frame { " frame" } else { "" };
    let path = found.path.clone();
    let current = Memo::new(move |_| overlay.current.with(|current| current.as_ref() == Some(&path)));
    let class = move || {
        let current = if current.get() { " selected" } else { "" };
        format!("box ghost-box {kind}{frame}{current}{}", class(item_state.get()))
    };
    let (at_x, at_y) = (found.rect.width - 2.0, -5.0);
    let state = move || {
        let item_state = item_state.get().filter(|state| *state != ItemState::Absent)?;
        Some(
            view! { <text class="ghost-state" x=at_x y=at_y text-anchor="end">{crate::words::preview::item_state(item_state)}</text> },
        )
    };
    let badge = figure.badge.map(|badge| {
        view! { <path class="box-badge" d=badge.outline />{line("box-badge-text", badge.text)} }
    });
    let transform = format!("translate({:.1} {:.1})", found.rect.x, found.rect.y);
    view! {
        <g class=class data-ghost=found.path.to_string() transform=transform>
            {leptos::svg::title().child(title)}
            <path class="box-shape" d=figure.outline />
            <path class="box-head" d=figure.head />
            <path class="box-icon" d=figure.icon />
            <path class="box-sign" d=figure.sign />
            {line(if found.frame { "box-label title" } else { "box-label" }, figure.label)}
            {line("box-detail", figure.detail)}
            {badge}
            {state}
        </g>
    }
}

fn instance_connection(overlay: Overlay, connection: &Connection) -> impl IntoView + use<> {
    let name = connection.path.last_key().unwrap_or_default().to_owned();
    let kind = connection.kind.class();
    let class = move || format!("connection ghost-connection {kind}{}", class(overlay.stage.state_of(&name)));
    let arrow = arrow_path(connection).map(|arrow| view! { <path class="connection-arrow" d=arrow /> });
    view! {
        <g class=class>
            {leptos::svg::title().child(connection.label.clone())}
            <path class="connection-line" d=connection_path(connection) fill="none" />
            {arrow}
        </g>
    }
}

impl Overlay {
    /// The name of the item of a box.
    fn name_of(self, path: &NodePath) -> String {
        self.with_item(path, |item| item.name.to_owned()).unwrap_or_default()
    }

    fn with_item<T>(self, path: &NodePath, read: impl FnOnce(Item<'_>) -> T) -> Option<T> {
        let at = self.drawn.with_untracked(|drawn| drawn.diagram.items.get(path).copied())?;
        self.stage.found.with_untracked(|found| found.as_ref()?.frame().item(at).map(read))
    }

    /// The announcement of the box at the keyboard cursor.
    fn said(self) -> String {
        let Some(path) = self.current.get() else { return String::new() };
        let name = self.name_of(&path);
        let of = self.with_item(&path, |item| item.type_name.to_owned()).unwrap_or_default();
        match self.stage.state_of(&name) {
            Some(state) => format!("{name}, {of}, {}", crate::words::preview::item_state(state)),
            None => format!("{name}, {of}"),
        }
    }

    fn close(self) {
        self.stage.is_drawn.set(false);
        request_animation_frame(move || self.canvas.focus());
    }

    /// Goes to an item's position in the text.
    fn go_to_source(self, path: &NodePath) {
        let Some((file, component)) = self.with_item(path, |item| item.origin.cloned()).flatten() else {
            return;
        };
        self.stage.is_drawn.set(false);
        self.canvas.editor.show(&file);
        request_animation_frame(move || {
            go_to(self.canvas, &component);
            self.canvas.focus();
        });
    }

    fn place(self, x: i32, y: i32) -> Point {
        let Some(svg) = self.svg.get_untracked() else { return Point::default() };
        let rect = svg.get_bounding_client_rect();
        Point { x: f64::from(x) - rect.left(), y: f64::from(y) - rect.top() }
    }

    fn fit(self) {
        let (width, height) = self.size.get_untracked();
        let bounds = self.drawn.with_untracked(|drawn| drawn.scene.bounds);
        let camera = Camera::fitting(bounds, width, height);
        self.camera.set(camera);
        self.fitted.set_value(camera);
    }

    /// Fits the diagram into the view again, unless the user has moved the view.
    fn keep_fitted(self) {
        if self.fitted.get_value() == self.camera.get_untracked() {
            self.fit();
        }
    }

    fn zoom_by(self, factor: f64) {
        let (width, height) = self.size.get_untracked();
        let middle = Point { x: width / 2.0, y: height / 2.0 };
        self.camera.update(|camera| *camera = camera.zoomed(factor, middle));
    }

    fn down(self, event: &PointerEvent) {
        if let Some(svg) = self.svg.get_untracked() {
            // The pointer may be gone already; then there is nothing to capture.
            let _ = svg.set_pointer_capture(event.pointer_id());
        }
        let at = self.place(event.client_x(), event.client_y());
        self.press.set(Some((at, at, false)));
    }

    fn moved(self, event: &PointerEvent) {
        let Some((from, last, moved)) = self.press.get_untracked() else { return };
        let at = self.place(event.client_x(), event.client_y());
        if moved || (at.x - from.x).hypot(at.y - from.y) > SLACK {
            self.camera.update(|camera| *camera = camera.panned(at.x - last.x, at.y - last.y));
            self.press.set(Some((from, at, true)));
        }
    }

    fn up(self, event: &PointerEvent) {
        let Some((.., moved)) = self.press.try_update(Option::take).flatten() else { return };
        if moved || event.button() != 0 {
            return;
        }
        let at = self.camera.get_untracked().to_scene(self.place(event.client_x(), event.client_y()));
        let found = self.drawn.with_untracked(|drawn| hit(&drawn.scene, at, 0.0));
        if let Hit::Box(path) = found {
            self.go_to_source(&path);
        }
    }

    fn wheel(self, event: &WheelEvent) {
        event.prevent_default();
        let at = self.place(event.client_x(), event.client_y());
        self.camera.update(|camera| *camera = camera.zoomed(wheel_factor(event), at));
    }

    fn key(self, event: &KeyboardEvent) {
        if event.alt_key() || event.meta_key() {
            return;
        }
        let direction = match event.key().as_str() {
            "ArrowLeft" => Some(Direction::Left),
            "ArrowRight" => Some(Direction::Right),
            "ArrowUp" => Some(Direction::Up),
            "ArrowDown" => Some(Direction::Down),
            _ => None,
        };
        match (direction, event.key().as_str()) {
            (Some(direction), _) if event.ctrl_key() => {
                let (dx, dy) = direction.step(PAN);
                self.camera.update(|camera| *camera = camera.panned(-dx, -dy));
            }
            (Some(direction), _) => self.go(direction),
            (None, "Enter") => {
                if let Some(path) = self.current.get_untracked() {
                    self.go_to_source(&path);
                }
            }
            (None, "Escape") => self.close(),
            (None, "PageDown") => self.stage.forward(),
            (None, "PageUp") => self.stage.back(),
            (None, "+" | "=") => self.zoom_by(1.25),
            (None, "-") => self.zoom_by(1.0 / 1.25),
            (None, "0") => self.fit(),
            (None, "1") => self.zoom_by(1.0 / self.camera.get_untracked().zoom),
            (None, _) => return,
        }
        event.prevent_default();
    }

    /// Goes to the nearest box in a direction, and scrolls it into view.
    fn go(self, direction: Direction) {
        let next = self.drawn.with_untracked(|drawn| {
            let scene = &drawn.scene;
            let Some(path) = self.current.get_untracked() else { return reading_order(scene).into_iter().next() };
            let is_there = scene.boxes.iter().any(|found| found.path == path);
            if !is_there {
                return reading_order(scene).into_iter().next();
            }
            neighbor(scene, &path, direction).or_else(|| beyond(scene, &path, direction))
        });
        let Some(next) = next else { return };
        let (camera, svg) = (self.camera.get_untracked(), self.svg.get_untracked());
        let rect = self
            .drawn
            .with_untracked(|drawn| drawn.scene.boxes.iter().find(|found| found.path == next).map(|found| found.rect));
        if let (Some(rect), Some(svg)) = (rect, svg) {
            let view = svg.get_bounding_client_rect();
            let middle = camera.to_screen(Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 });
            let inside = middle.x > 0.0 && middle.y > 0.0 && middle.x < view.width() && middle.y < view.height();
            if !inside {
                let (dx, dy) = (view.width() / 2.0 - middle.x, view.height() / 2.0 - middle.y);
                self.camera.set(camera.panned(dx, dy));
            }
        }
        self.current.set(Some(next));
    }
}

/// The previous or next box in reading order, if there is none in that direction in the same frame.
fn beyond(scene: &Scene, path: &NodePath, direction: Direction) -> Option<NodePath> {
    let order = reading_order(scene);
    let at = order.iter().position(|other| other == path)?;
    match direction {
        Direction::Left | Direction::Up => order.get(at.checked_sub(1)?).cloned(),
        Direction::Right | Direction::Down => order.get(at + 1).cloned(),
    }
}
