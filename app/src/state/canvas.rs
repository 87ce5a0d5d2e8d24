//! The state of the canvas: camera, current gesture, open question.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::scene::Rect;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{ConnectionEnd, Point};
use leptos::html::Div;
use leptos::prelude::*;

use crate::browser::dom::{fragment, remembered};
use crate::model::camera::Camera;
use crate::model::comparison::Comparison;
use crate::model::connection_targets::ConnectionTargets;
use crate::model::focus::Focus;
use crate::model::hit::Hit;
use crate::model::level::Level;
use crate::model::shared::Shared;
use crate::model::snapshot::Snapshot;
use crate::state::dragging::{Dragging, change};
use crate::state::editor::Editor;
use crate::state::gesture::Gesture;
use crate::state::panes::Panes;
use crate::state::question::{OpenQuestion, Question};

/// The position of the pointer in the window, and the hit-test tolerance around it, in CSS pixels.
pub type Pointed = ((f64, f64), f64);

/// A box through which another diagram was opened.
#[derive(Clone, PartialEq, Debug)]
pub struct Crumb {
    pub file: FilePath,
    pub diagram: DiagramKey,
    pub path: NodePath,
}

/// The key under which the browser remembers that the minimap is hidden.
pub const MAP_HIDDEN: &str = "descriptorium.map";

/// The key under which the browser remembers that the legend is shown.
pub const LEGEND_SHOWN: &str = "descriptorium.legend";

/// The key under which the browser remembers that the wheel zooms.
pub const WHEEL_ZOOMS: &str = "descriptorium.wheel-zooms";

/// The height of a line of the note on a part of the diagram, and the width of a canvas where it needs two, in CSS pixels.
const NOTE: f64 = 42.0;
const NARROW: f64 = 560.0;

/// The time for which the pointer has to rest on an item before the rest of the diagram is dimmed, and before a card
/// shows what the item carries.
const DIMS: Duration = Duration::from_millis(120);
const TELLS: Duration = Duration::from_millis(350);

/// A box whose name is being edited.
#[derive(Clone, PartialEq)]
pub struct Naming {
    pub path: NodePath,
    /// The state after the step that added it, to which the new name belongs; `None` for an older box.
    pub since: Option<Shared<Snapshot>>,
}

/// The state that the parts of the canvas share.
#[derive(Clone, Copy)]
pub struct Canvas {
    pub editor: Editor,
    pub camera: RwSignal<Camera>,
    /// Width and height on screen.
    pub size: RwSignal<(f64, f64)>,
    pub gesture: RwSignal<Gesture>,
    pub dragging: Dragging,
    /// The box under the connection in progress, and whether it accepts the connection.
    pub drop_target: RwSignal<Option<(NodePath, bool)>>,
    /// The highest severity of the findings in each node of the open file.
    pub worst: Memo<HashMap<NodePath, Severity>>,
    /// The item under the pointer: a box, a port or a connection.
    pub hover: RwSignal<Option<Hit>>,
    /// The item on which the pointer rests, which is highlighted.
    pub rests_on: RwSignal<Option<Hit>>,
    /// The item that a card describes, and the position of the pointer on the canvas.
    pub card: RwSignal<Option<(Hit, Point)>>,
    /// The box whose name is being edited on the canvas.
    pub naming: RwSignal<Option<Naming>>,
    /// The selected port of the selected box.
    pub port: RwSignal<Option<ConnectionEnd>>,
    /// The port whose value is being edited on the canvas.
    pub valued: RwSignal<Option<ConnectionEnd>>,
    /// The differences from the text that the file is compared with, while it is compared.
    pub compared: RwSignal<Option<Arc<Comparison>>>,
    /// The position of the pointer on the canvas, in CSS pixels.
    pub pointer_at: StoredValue<Point>,
    /// The items that are not dimmed; `None` if nothing is.
    pub focus: Memo<Option<Shared<Focus>>>,
    /// How much of each box is shown.
    pub level: Memo<Level>,
    /// Which panes are open.
    pub panes: Panes,
    /// The part of the diagram to render.
    pub visible: Memo<Rect>,
    /// The part that is rendered in detail so far.
    pub drawn: RwSignal<Rect>,
    /// The element of the canvas.
    pub element: NodeRef<Div>,
    /// The possible ends of the connection in progress.
    pub connection_targets: RwSignal<ConnectionTargets>,
    /// The point and the zoom with which the next file is shown.
    pub wanted: StoredValue<Option<(Point, f64)>>,
    /// The file and the diagram of it that was fitted into the view last.
    pub framed: StoredValue<Option<(FilePath, DiagramKey)>>,
    /// The fragment of the address that was followed or written last. While the address bar has another one, the user
    /// has just gone back or forward, and the event for it is still to come.
    pub address: StoredValue<String>,
    /// The open question.
    pub asked: RwSignal<Option<OpenQuestion>>,
    /// The result of the last keyboard action, for screen readers.
    pub announcement: RwSignal<String>,
    /// Whether the canvas was last used with the pointer: then it needs no focus ring.
    pub pointed: RwSignal<bool>,
    /// The diagrams and boxes through which this one was opened.
    pub breadcrumbs: RwSignal<Vec<Crumb>>,
    /// The diagram at the end of the breadcrumbs.
    pub breadcrumbs_end: StoredValue<Option<(FilePath, DiagramKey)>>,
    /// Whether the diagram is shown as a table.
    pub as_table: RwSignal<bool>,
    /// Multi-selection mode: every press extends or reduces the selection, as with Shift.
    pub selects_several: RwSignal<bool>,
    /// The box whose connections the keys go through.
    pub connections_of: StoredValue<Option<NodePath>>,
    /// The pointers that are down on the canvas, and their positions.
    pub pointers: StoredValue<SortedMap<i32, Point>>,
    /// The number of presses on the canvas.
    pub presses: StoredValue<u64>,
    /// Whether the minimap is turned on.
    pub has_map: RwSignal<bool>,
    /// Whether the legend is shown.
    pub has_legend: RwSignal<bool>,
    /// Whether the wheel zooms without Ctrl, instead of moving the view.
    pub wheel_zooms: RwSignal<bool>,
    /// Whether the space bar is held: then dragging moves the view, wherever it starts.
    pub holds_space: RwSignal<bool>,
    /// The last search in all files.
    pub searched: StoredValue<String>,
    /// The last copied text, and the diagram it was copied from.
    pub copied: StoredValue<Option<(FilePath, String)>>,
    /// The connection that the pointer was over last, and where.
    pub pointed_at: RwSignal<Option<(NodePath, Point)>>,
    /// The camera before a part of the diagram of this file was shown alone, and whether it showed all.
    pub view_of_all: StoredValue<Option<(FilePath, Camera, bool)>>,
    /// The camera after the diagram was fitted into the view last, and the bounds of the diagram.
    pub fitted: StoredValue<(Camera, Rect)>,
}

impl Canvas {
    /// The canvas of an editor. Provide it as context above the view of the canvas.
    pub fn new(editor: Editor) -> Self {
        let camera = RwSignal::new(Camera::default());
        let size = RwSignal::new((0.0, 0.0));
        let visible = Memo::new(move |before: Option<&Rect>| {
            let (width, height) = size.get();
            camera.get().visible(width, height, before.copied())
        });
        let gesture = RwSignal::new(Gesture::None);
        let rests_on = RwSignal::new(None);
        let is_idle = Memo::new(move |_| gesture.with(|gesture| *gesture == Gesture::None));
        let focus = Memo::new(move |_| {
            // While something is dragged, all boxes are possible targets.
            if !is_idle.get() {
                return None;
            }
            let mut subjects = editor.selection.get();
            if let Some(Hit::Box(path) | Hit::Connection(path) | Hit::Port { vertex: path, .. }) = rests_on.get() {
                subjects = vec![path];
            }
            editor.scene.with(|view| Focus::around(view, &subjects)).map(|focus| Shared(Arc::new(focus)))
        });
        Canvas {
            editor,
            camera,
            size,
            gesture,
            rests_on,
            card: RwSignal::new(None),
            naming: RwSignal::new(None),
            port: RwSignal::new(None),
            valued: RwSignal::new(None),
            compared: RwSignal::new(None),
            pointer_at: StoredValue::new(Point::default()),
            focus,
            level: Memo::new(move |before: Option<&Level>| Level::at(camera.get().zoom, before)),
            panes: Panes::remembered(),
            dragging: Dragging::new(editor),
            drop_target: RwSignal::new(None),
            worst: Memo::new(move |_| worst(editor)),
            hover: RwSignal::new(None),
            visible,
            drawn: RwSignal::new(Rect::default()),
            element: NodeRef::new(),
            connection_targets: RwSignal::new(ConnectionTargets::default()),
            wanted: StoredValue::new(None),
            framed: StoredValue::new(None),
            address: StoredValue::new(fragment()),
            asked: RwSignal::new(None),
            announcement: RwSignal::new(String::new()),
            breadcrumbs: RwSignal::new(Vec::new()),
            breadcrumbs_end: StoredValue::new(None),
            as_table: RwSignal::new(false),
            selects_several: RwSignal::new(false),
            pointed: RwSignal::new(false),
            connections_of: StoredValue::new(None),
            pointers: StoredValue::new(SortedMap::new()),
            presses: StoredValue::new(0),
            has_map: RwSignal::new(remembered(MAP_HIDDEN).is_none()),
            has_legend: RwSignal::new(remembered(LEGEND_SHOWN).is_some()),
            wheel_zooms: RwSignal::new(remembered(WHEEL_ZOOMS).is_some()),
            holds_space: RwSignal::new(false),
            searched: StoredValue::new(String::new()),
            copied: StoredValue::new(None),
            pointed_at: RwSignal::new(None),
            view_of_all: StoredValue::new(None),
            fitted: StoredValue::new((Camera::default(), Rect::default())),
        }
    }

    /// Continues a gesture, and updates the state that depends on it.
    pub fn set_gesture(&self, gesture: Gesture) {
        change(self.drop_target, gesture.drop_target());
        let (held, by) = gesture.moving().unwrap_or_default();
        self.dragging.follow(held, by);
        self.gesture.set(gesture);
    }

    /// The position of an event on the canvas, in CSS pixels.
    pub fn screen(&self, x: f64, y: f64) -> Point {
        let Some(element) = self.element.get_untracked() else { return Point { x, y } };
        let rect = element.get_bounding_client_rect();
        Point { x: x - rect.left(), y: y - rect.top() }
    }

    /// Whether a point of the window is on the canvas.
    pub fn covers(&self, (x, y): (f64, f64)) -> bool {
        let Some(element) = self.element.get_untracked() else { return false };
        let rect = element.get_bounding_client_rect();
        x >= rect.left() && x <= rect.right() && y >= rect.top() && y <= rect.bottom()
    }

    /// Whether the canvas is visible in the window.
    pub fn is_shown(&self) -> bool {
        self.element.get_untracked().is_some_and(|element| element.get_bounding_client_rect().width() > 0.0)
    }

    /// Fits the whole diagram into the view, once. It stays fitted when the canvas changes its size, as long as neither
    /// the view nor the diagram changes otherwise.
    pub fn fit(&self) {
        let (width, height) = self.size.get_untracked();
        let (bounds, is_part) = self.editor.scene.with_untracked(|view| (view.scene.bounds, view.isolated().is_some()));
        // Below the note that only a part is shown.
        let top = match is_part {
            true if width < NARROW => 2.0 * NOTE,
            true => NOTE,
            false => 0.0,
        };
        let camera = Camera::fitting(bounds, width, height - top).panned(0.0, top);
        self.camera.set(camera);
        self.fitted.set_value((camera, bounds));
    }

    /// Whether the view shows the diagram as it was fitted.
    pub fn is_fitted(&self) -> bool {
        let bounds = self.editor.scene.with_untracked(|view| view.scene.bounds);
        self.fitted.get_value() == (self.camera.get_untracked(), bounds)
    }

    /// The pointer is over an item, or over nothing. Highlights it if the pointer rests there, and then describes it.
    pub fn point_at(&self, hit: Option<Hit>, screen: Point) {
        self.pointer_at.set_value(screen);
        if self.hover.with_untracked(|hover| *hover == hit) {
            return;
        }
        self.hover.set(hit.clone());
        let had_card = self.card.with_untracked(Option::is_some);
        if had_card {
            self.card.set(None);
        }
        let canvas = *self;
        let after = |time: Duration, then: fn(Canvas, Option<Hit>)| {
            let hit = hit.clone();
            set_timeout(
                move || {
                    // The canvas may be gone by then, and the pointer elsewhere.
                    if canvas.hover.try_with_untracked(|hover| *hover == hit) == Some(true) {
                        then(canvas, hit);
                    }
                },
                time,
            );
        };
        after(DIMS, |canvas, hit| change(canvas.rests_on, hit));
        // At once if the pointer comes from another item with a card.
        after(if had_card { DIMS } else { TELLS }, |canvas, hit| {
            let differs = |path: &NodePath| {
                canvas
                    .compared
                    .with_untracked(|compared| compared.as_ref().is_some_and(|found| found.of_box(path).is_some()))
            };
            let hit = hit.filter(|hit| match hit {
                Hit::Port { .. } | Hit::Connection(_) => true,
                Hit::Box(path) => differs(path),
                Hit::Void => false,
            });
            canvas.card.set(hit.map(|hit| (hit, canvas.pointer_at.get_value())));
        });
    }

    /// The point of the diagram in the center of the view, rounded.
    pub fn middle(&self) -> Point {
        let (width, height) = self.size.get_untracked();
        let at = self.camera.get_untracked().to_scene(Point { x: width / 2.0, y: height / 2.0 });
        Point { x: at.x.round(), y: at.y.round() }
    }

    /// Centers the view on a point of the diagram.
    pub fn look_at(&self, at: Point) {
        let (width, height) = self.size.get_untracked();
        self.camera.update(|camera| {
            *camera = camera.looking_at(at, width, height);
        });
    }

    /// Opens a question, for a point of the window if there is one.
    pub fn ask(&self, question: Question, at: Option<(f64, f64)>) {
        self.asked.set(Some(OpenQuestion { question, at }));
    }

    /// Closes the open question.
    pub fn answer(&self) {
        self.asked.set(None);
    }

    /// Whether the canvas has the focus.
    pub fn has_keyboard(&self) -> bool {
        let active = document().active_element();
        let Some(element) = self.element.get_untracked() else { return false };
        let is_here = |active: web_sys::Element| {
            active == *element.as_ref() || matches!(active.closest(".canvas-table"), Ok(Some(_)))
        };
        self.asked.with_untracked(Option::is_none) && active.is_some_and(is_here)
    }

    /// Has the selected box, which was just added, named on the canvas. With a finger, the keyboard would cover what it is
    /// about.
    pub fn name_new_box(&self) {
        self.focus();
        let paths = self.editor.selection.get_untracked();
        if let ([path], false) = (paths.as_slice(), crate::browser::dom::is_touched() || self.as_table.get_untracked())
            && path.last_key().is_some()
        {
            let since = Some(self.editor.analysis.get_untracked());
            self.naming.set(Some(Naming { path: path.clone(), since }));
        }
    }

    /// Focuses the canvas.
    pub fn focus(&self) {
        if self.as_table.get_untracked() {
            crate::browser::dom::focus_on(".canvas-table [tabindex='0']");
            return;
        }
        if let Some(element) = self.element.get_untracked() {
            // An element in the page accepts the focus.
            let _ = element.focus();
        }
    }

    pub fn zoom_by(&self, factor: f64) {
        let (width, height) = self.size.get_untracked();
        let middle = Point { x: width / 2.0, y: height / 2.0 };
        self.camera.update(|camera| *camera = camera.zoomed(factor, middle));
    }
}

/// The highest severity of the findings in each node of the open file, without hints.
pub fn worst(editor: Editor) -> HashMap<NodePath, Severity> {
    let analysis = editor.findings.get();
    let mut worst: HashMap<NodePath, Severity> = HashMap::new();
    let Some(file) = editor.file.get().and_then(|file| analysis.file(&file)) else { return worst };
    let found = analysis.diagnostics(&file.path).iter();
    for diagnostic in found.filter(|diagnostic| diagnostic.severity != Severity::Info) {
        let at = file.path_at(diagnostic.span.start as usize);
        for path in std::iter::successors(Some(at), NodePath::parent).filter(|path| !path.is_root()) {
            let severity = worst.entry(path).or_insert(diagnostic.severity);
            *severity = diagnostic.severity.min(*severity);
        }
    }
    worst
}
