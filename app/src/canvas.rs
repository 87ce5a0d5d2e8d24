//! The canvas: the drawing of the open file, and the gestures on it. It holds no model of its own: a gesture becomes
//! a command, the command a change of the text, and the text is drawn again.

pub mod act;
pub mod arrange;
pub mod camera;
pub mod clipboard;
pub mod connect;
pub mod folds;
pub mod gesture;
pub mod hit;
pub mod menu;
pub mod neighbors;
pub mod possible;
pub mod question;

mod appear;
mod boxes;
mod commands;
mod descriptors;
mod dragging;
mod far;
pub mod ghosts;
mod map;
mod naming;
mod overlay;
mod pad;
mod room;
mod shortcuts;
mod snap;
mod spoken;
mod table;
mod trail;
mod wires;

use std::collections::{BTreeMap, HashMap};

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::scene::Rect;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Point;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{MouseEvent, PointerEvent, WheelEvent};

use crate::begin::Beginning;
use crate::editor::Editor;
use crate::keys::{self, Action};
use crate::later::when_here;
use crate::words::canvas as words;
use boxes::{Boxes, Layer};
use camera::Camera;
use dragging::{Dragging, change};
use far::Far;
use gesture::Gesture;
use ghosts::GhostPane;
use map::Map;
use overlay::{Overlay, Refusal};
use pad::Pad;
use possible::Possible;
use question::{Asked, Question};
use table::Table;
use trail::Trail;
use wires::Wires;

/// Below this zoom a drawing of more boxes than [`FEW`] is two paths, one for all boxes and one for all wires.
const DETAIL: f64 = 0.4;
const FEW: usize = 120;

/// How a drawing is brought on screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Framing {
    /// So that it can be read, from its beginning.
    Open,
    /// All of it.
    Whole,
}

/// What the parts of the canvas share.
#[derive(Clone, Copy)]
pub struct Canvas {
    pub editor: Editor,
    pub camera: RwSignal<Camera>,
    /// Width and height on screen.
    pub size: RwSignal<(f64, f64)>,
    pub gesture: RwSignal<Gesture>,
    pub dragging: Dragging,
    /// The box that a wire which is being drawn is over, and whether it would take it.
    pub lit: RwSignal<Option<(NodePath, bool)>>,
    /// The worst that is found in each part of the open file.
    pub worst: Memo<HashMap<NodePath, Severity>>,
    /// What the pointer is over, for showing it.
    pub hover: RwSignal<Option<NodePath>>,
    /// What of the drawing is worth having in the page.
    pub visible: Memo<Rect>,
    /// What of it is there so far, in detail.
    pub drawn: RwSignal<Rect>,
    /// Where it is shown.
    pub element: NodeRef<Div>,
    /// Where the wire that is being drawn may end.
    pub possible: RwSignal<Possible>,
    /// The place and the zoom that the next file is to be shown with.
    pub wanted: StoredValue<Option<(Point, f64)>>,
    /// The file that was brought on screen last.
    pub framed: StoredValue<Option<FilePath>>,
    /// What is being asked.
    pub asked: RwSignal<Option<Asked>>,
    /// What was done last with the keys, for those who listen.
    pub said: RwSignal<String>,
    /// Whether the canvas was used with the pointer last: then its ring is not needed.
    pub pointed: RwSignal<bool>,
    /// The drawings, and the boxes in them, through which this one was opened.
    pub trail: RwSignal<Vec<(FilePath, NodePath)>>,
    /// The file that the trail leads to.
    pub led_to: StoredValue<Option<FilePath>>,
    /// Whether the drawing is shown as a table.
    pub as_table: RwSignal<bool>,
    /// Whether each press adds to what is selected, or takes from it, as one with Shift does.
    pub several: RwSignal<bool>,
    /// The box whose wires are gone through.
    pub wires_of: StoredValue<Option<NodePath>>,
    /// The pointers that are down on the canvas, and where.
    pub pointers: StoredValue<BTreeMap<i32, Point>>,
    /// How often somebody has pressed on the canvas.
    pub presses: StoredValue<u64>,
    /// Whether the small map is wanted.
    pub has_map: RwSignal<bool>,
    /// What was looked for last in all files.
    pub searched: StoredValue<String>,
    /// What was copied last, and from which drawing.
    copied: StoredValue<Option<(FilePath, String)>>,
    /// The wire that was pointed at last, and where.
    pointed_at: RwSignal<Option<(NodePath, Point)>>,
    /// How the drawing was brought on screen last, and the camera that did.
    framed_by: StoredValue<(Framing, Camera)>,
}

impl Framing {
    /// The camera that brings a drawing of these bounds on screen so.
    fn camera(self, bounds: Rect, width: f64, height: f64) -> Camera {
        match self {
            Framing::Open => Camera::opening(bounds, width, height),
            Framing::Whole => Camera::fitting(bounds, width, height),
        }
    }
}

impl Canvas {
    /// The canvas of an editor, which has to be put into the context above [`CanvasPane`].
    pub fn new(editor: Editor) -> Self {
        let camera = RwSignal::new(Camera::default());
        let size = RwSignal::new((0.0, 0.0));
        let visible = Memo::new(move |before: Option<&Rect>| {
            let (width, height) = size.get();
            camera.get().visible(width, height, before.copied())
        });
        Canvas {
            editor,
            camera,
            size,
            gesture: RwSignal::new(Gesture::None),
            dragging: Dragging::new(editor),
            lit: RwSignal::new(None),
            worst: Memo::new(move |_| boxes::worst(editor)),
            hover: RwSignal::new(None),
            visible,
            drawn: RwSignal::new(Rect::default()),
            element: NodeRef::new(),
            possible: RwSignal::new(Possible::default()),
            wanted: StoredValue::new(None),
            framed: StoredValue::new(None),
            asked: RwSignal::new(None),
            said: RwSignal::new(String::new()),
            trail: RwSignal::new(Vec::new()),
            led_to: StoredValue::new(None),
            as_table: RwSignal::new(false),
            several: RwSignal::new(false),
            pointed: RwSignal::new(false),
            wires_of: StoredValue::new(None),
            pointers: StoredValue::new(BTreeMap::new()),
            presses: StoredValue::new(0),
            has_map: RwSignal::new(map::is_wanted()),
            searched: StoredValue::new(String::new()),
            copied: StoredValue::new(None),
            pointed_at: RwSignal::new(None),
            framed_by: StoredValue::new((Framing::Open, Camera::default())),
        }
    }

    /// Goes on with a gesture, and tells those whom it concerns what it changes.
    pub fn go_on(&self, gesture: Gesture) {
        change(self.lit, gesture.lit());
        let (held, by) = gesture.moving().unwrap_or_default();
        self.dragging.follow(held, by);
        self.gesture.set(gesture);
    }

    /// Where on the canvas an event was, in CSS pixels.
    pub fn screen(&self, x: f64, y: f64) -> Point {
        let Some(element) = self.element.get_untracked() else { return Point { x, y } };
        let rect = element.get_bounding_client_rect();
        Point { x: x - rect.left(), y: y - rect.top() }
    }

    /// Whether a place of the window lies on the canvas.
    pub fn covers(&self, (x, y): (f64, f64)) -> bool {
        let Some(element) = self.element.get_untracked() else { return false };
        let rect = element.get_bounding_client_rect();
        x >= rect.left() && x <= rect.right() && y >= rect.top() && y <= rect.bottom()
    }

    /// Whether the window has room for it at the moment.
    pub fn is_shown(&self) -> bool {
        self.element.get_untracked().is_some_and(|element| element.get_bounding_client_rect().width() > 0.0)
    }

    /// Shows the whole drawing, and goes on to as the canvas gets another size, until somebody looks elsewhere.
    pub fn fit(&self) {
        self.frame(Framing::Whole);
    }

    fn frame(&self, framing: Framing) {
        let (width, height) = self.size.get_untracked();
        let bounds = self.editor.scene.with_untracked(|view| view.scene.bounds);
        let camera = framing.camera(bounds, width, height);
        self.camera.set(camera);
        self.framed_by.set_value((framing, camera));
    }

    /// Lets the view be where it is, whatever becomes of the drawing.
    pub fn hold_view(&self) {
        self.framed_by.update_value(|(_, camera)| camera.zoom = 0.0);
    }

    /// The place of the drawing in the middle of what is shown, to whole units.
    pub fn middle(&self) -> Point {
        let (width, height) = self.size.get_untracked();
        let at = self.camera.get_untracked().to_scene(Point { x: width / 2.0, y: height / 2.0 });
        Point { x: at.x.round(), y: at.y.round() }
    }

    /// Moves the view so that a place of the drawing is in its middle.
    pub fn look_at(&self, at: Point) {
        let (width, height) = self.size.get_untracked();
        self.camera.update(|camera| {
            *camera = camera.looking_at(at, width, height);
        });
    }

    /// Asks something, about a place in the window if there is one.
    pub fn ask(&self, question: Question, at: Option<(f64, f64)>) {
        self.asked.set(Some(Asked { question, at }));
    }

    /// Asks what is to be done with what is pointed at, or else with what is selected.
    pub fn ask_what_to_do(self, pointed: Option<menu::Pointed>) {
        self.editor.with_part(move |part| (part.menu)(self, pointed));
    }

    /// Ends what is being asked.
    pub fn answer(&self) {
        self.asked.set(None);
    }

    /// Whether the canvas has the keyboard.
    pub fn has_keyboard(&self) -> bool {
        let active = document().active_element();
        let Some(element) = self.element.get_untracked() else { return false };
        let is_here = |active: web_sys::Element| {
            active == *element.as_ref() || matches!(active.closest(".canvas-table"), Ok(Some(_)))
        };
        self.asked.with_untracked(Option::is_none) && active.is_some_and(is_here)
    }

    /// Gives the keyboard to the canvas.
    pub fn focus(&self) {
        if self.as_table.get_untracked() {
            crate::dom::focus_on(".canvas-table [tabindex='0']");
            return;
        }
        if let Some(element) = self.element.get_untracked() {
            // An element that is there takes the keyboard.
            let _ = element.focus();
        }
    }

    pub fn zoom_by(&self, factor: f64) {
        let (width, height) = self.size.get_untracked();
        let middle = Point { x: width / 2.0, y: height / 2.0 };
        self.camera.update(|camera| *camera = camera.zoomed(factor, middle));
    }
}

/// The drawing of the open file.
#[component]
pub fn CanvasPane() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    keep_size(canvas);
    frame_new_files(canvas);
    let few = Memo::new(move |_| editor.scene.with(|view| view.scene.boxes.len() <= FEW));
    let near = Memo::new(move |_| few.get() || canvas.camera.get().zoom >= DETAIL);
    appear::follow(canvas, near);
    // It stands in for what is not there yet.
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
                aria-label=words::composition()
                aria-describedby="canvas-help"
                on:pointerdown=move |event: PointerEvent| gesture::down(canvas, &event)
                on:pointermove=move |event: PointerEvent| gesture::moved(canvas, &event)
                on:pointerup=move |event: PointerEvent| gesture::up(canvas, &event)
                on:pointercancel=move |event: PointerEvent| gesture::cancel(canvas, &event)
                on:touchend=move |event| if canvas.asked.with_untracked(Option::is_some) {
                    // A mouse event in its place would take the keyboard from what is asked.
                    event.prevent_default();
                }
                on:keydown=move |_| canvas.pointed.set(false)
                on:blur=move |_| canvas.pointed.set(false)
                on:dblclick=move |event| gesture::double(canvas, &event)
                on:wheel=move |event: WheelEvent| gesture::wheel(canvas, &event)
                on:contextmenu=move |event: MouseEvent| {
                    event.prevent_default();
                    canvas.ask_what_to_do(Some((gesture::spot(&event), gesture::REACH)));
                }
            >
                <svg class="canvas-drawing" role="presentation" width="1" height="1" style:transform=move || canvas.camera.get().transform()>
                    <Show when=move || far.get()>
                        <Far />
                    </Show>
                    <Show when=move || near.get()>
                        <Boxes layer=Layer::Frames />
                        <Wires />
                        <Boxes layer=Layer::FramePorts />
                        <Boxes layer=Layer::Boxes />
                    </Show>
                    <Overlay />
                </svg>
            </div>
            <Beginning />
            <Show when=move || !canvas.as_table.get() fallback=|| when_here(|part| (part.table)())>
                {move || editor.part.shown().map(|part| (part.over_drawing)())}
                <Refusal />
                <ZoomBar camera=canvas.camera zoom_by=Callback::new(move |factor| canvas.zoom_by(factor)) fit=Callback::new(move |()| canvas.fit())>
                    <Several />
                </ZoomBar>
            </Show>
            <Trail />
            <GhostPane />
            <p class="visually-hidden" id="canvas-help">{words::canvas_help()}</p>
            <p class="visually-hidden canvas-said" aria-live="polite">{move || canvas.said.get()}</p>
        </div>
    }
}

/// What lies over the drawing when it stands.
pub fn over_drawing() -> AnyView {
    let canvas = expect_context::<Canvas>();
    view! {
        <Pad />
        <Show when=move || canvas.has_map.get()><Map /></Show>
    }
    .into_any()
}

/// The drawing as a table.
pub fn table() -> AnyView {
    view! { <Table /> }.into_any()
}

/// Lets each press add to what is selected: with a finger there is no key to hold.
#[component]
fn Several() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let label = crate::words::shortcuts::select_several_boxes;
    view! {
        <button
            type="button"
            class="several-button"
            title=keys::title(Action::SelectSeveral)
            aria-label=label()
            aria-pressed=move || canvas.several.get().to_string()
            on:click=move |_| {
                act::act(canvas, Action::SelectSeveral);
            }
        >
            <span class="several-sign"></span>
        </button>
    }
}

/// How large a drawing is shown, and ways to change that.
#[component]
fn ZoomBar(
    camera: RwSignal<Camera>,
    zoom_by: Callback<f64>,
    fit: Callback<()>,
    /// What comes before.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let percent = move || words::percent(camera.get().zoom * 100.0);
    view! {
        <div class="canvas-bar" role="toolbar" aria-label=crate::words::shortcuts::view()>
            {children.map(|children| children())}
            <button type="button" title=keys::title(Action::ZoomOut) aria-label=crate::words::shortcuts::zoom_out() on:click=move |_| zoom_by.run(1.0 / 1.25)>"−"</button>
            <button type="button" class="canvas-percent" title=keys::title(Action::ActualSize) on:click=move |_| zoom_by.run(1.0 / camera.get_untracked().zoom)>
                {percent}
            </button>
            <button type="button" title=keys::title(Action::ZoomIn) aria-label=crate::words::shortcuts::zoom_in() on:click=move |_| zoom_by.run(1.25)>"+"</button>
            <button type="button" title=keys::title(Action::Fit) on:click=move |_| fit.run(())>{words::fit()}</button>
        </div>
    }
}

/// Follows the size of the canvas on screen.
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
        crate::dom::on_resize(&element, measure);
    });
}

/// Brings a drawing on screen when its file is opened, and again as the canvas gets another size, until somebody looks
/// elsewhere. A canvas that shows all of a drawing goes on to when that outgrows it. Otherwise it stays where it is: what
/// somebody moves is to go with the pointer, alone.
fn frame_new_files(canvas: Canvas) {
    Effect::new(move |before: Option<Framed>| {
        let (file, bounds) = canvas.editor.scene.with(|view| (view.file.clone(), view.scene.bounds));
        let now = Framed { file, bounds, size: canvas.size.get() };
        let camera = canvas.camera.get_untracked();
        let shows = |framed: &Framed| camera.shows(framed.bounds, framed.size.0, framed.size.1);
        let is_new = canvas.framed.with_value(|framed| *framed != now.file);
        let (framing, framed_by) = canvas.framed_by.get_value();
        let resized = before.as_ref().is_none_or(|before| before.size != now.size);
        let outgrown = before.as_ref().is_some_and(shows) && !shows(&now);
        let again = framed_by == camera && (resized || outgrown);
        if now.size.0 > 0.0 && (is_new || again) {
            match canvas.wanted.try_update_value(Option::take).flatten() {
                Some((at, zoom)) => {
                    canvas.camera.update(|camera| camera.zoom = zoom);
                    canvas.look_at(at);
                }
                None => {
                    canvas.frame(if is_new { Framing::Open } else { framing });
                    // Who was led to a box sees it.
                    let led_to = canvas.editor.selection.with_untracked(|selection| selection.last().cloned());
                    if let Some(path) = led_to.filter(|_| is_new) {
                        act::reveal(canvas, &path);
                    }
                }
            }
            canvas.framed.set_value(now.file.clone());
        }
        now
    });
}

/// What was brought on screen.
struct Framed {
    file: Option<FilePath>,
    bounds: Rect,
    size: (f64, f64),
}
