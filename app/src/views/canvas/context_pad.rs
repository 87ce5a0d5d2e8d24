//! The context toolbar: actions for the selection, next to it.

use descriptorium_core::scene::Rect;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Point;
use leptos::prelude::*;
use web_sys::{MouseEvent, PointerEvent};

use crate::gestures::actions::act;
use crate::gestures::pointer;
use crate::gestures::selection::{actions, subject};
use crate::model::arrange::{Arrangement, bounding_box};
use crate::model::camera::Camera;
use crate::model::free_space;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::gesture::Gesture;
use crate::state::keys::{self, Action};

/// The size of a button, the gap between two, and the padding, as in the style sheet.
const BUTTON: f64 = 28.0;
const FINGER: f64 = 40.0;
const BETWEEN: f64 = 1.0;
const AROUND: f64 = 4.0;

#[component]
pub fn ContextPad() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let idle = Memo::new(move |_| canvas.gesture.with(|gesture| matches!(gesture, Gesture::None)));
    // The position of the selection in the diagram, and its kind.
    let bounds = Memo::new(move |_| {
        let selection = editor.selection.get();
        editor.scene.with(|view| {
            let rects: Vec<Rect> = selection
                .iter()
                .filter(|path| !path.is_root())
                .filter_map(|path| match view.rect(path) {
                    Some(rect) => Some(rect),
                    None => {
                        let pointed =
                            canvas.pointed_at.get().filter(|(connection, _)| connection == path).map(|(_, at)| at);
                        let connection = view.connection(path)?;
                        let at = pointed.or_else(|| middle(&connection.points))?;
                        Some(Rect { x: at.x, y: at.y, width: 0.0, height: 0.0 })
                    }
                })
                .collect();
            bounding_box(&rects)
        })
    });
    let subject = Memo::new(move |_| subject(editor));
    let buttons = Memo::new(move |_| {
        let mut buttons =
            subject.with(|subject| subject.as_ref().map(|found| actions(canvas.editor, found)).unwrap_or_default());
        // A connection has handles for these.
        buttons.retain(|action| !matches!(action, Action::ReconnectSource | Action::ReconnectTarget));
        // On a narrow canvas, the context menu has this one.
        if size(buttons.len()).0 + 2.0 * AROUND > canvas.size.get().0 {
            buttons.retain(|action| *action != Action::Isolate);
        }
        buttons
    });
    let place = Memo::new(move |_| {
        let bounds = bounds.get()?;
        let (camera, canvas) = (canvas.camera.get(), canvas.size.get());
        let bounds = free_space::on_screen(bounds, camera);
        let screen = Rect { x: 0.0, y: 0.0, width: canvas.0, height: canvas.1 };
        let size = size(buttons.with(Vec::len));
        let seen = Rect { width: bounds.width.max(1.0), height: bounds.height.max(1.0), ..bounds };
        seen.overlaps(screen).then(|| {
            let mut taken = editor.scene.with(|view| free_space::taken(view, camera, canvas));
            taken.push(zoom_bar(canvas));
            taken.extend(editor.selection.with(|paths| handles(editor, paths, camera)));
            free_space::place(size, bounds, &taken, canvas)
        })
    });
    let shown = move || idle.get() && bounds.with(Option::is_some) && !buttons.with(Vec::is_empty);
    let left = move || place.get().map_or("-999px".to_owned(), |at| format!("{:.0}px", at.x));
    let top = move || place.get().map_or("-999px".to_owned(), |at| format!("{:.0}px", at.y));
    view! {
        <Show when=shown>
            <div
                class="pad"
                role="toolbar"
                aria-label=crate::words::inspector::on_selection()
                style:left=left
                style:top=top
                on:pointerdown=move |event: PointerEvent| {
                    // The focus stays on the canvas.
                    event.prevent_default();
                    if pointer::is_adding(&event) {
                        // With a modifier for extending the selection, the box is meant and not the toolbar above it.
                        pointer::down(canvas, &event);
                    }
                }
            >
                {move || buttons.get().into_iter().map(|action| view! { <PadButton action=action /> }).collect_view()}
            </div>
        </Show>
    }
}

/// The places of the handles of selected connections.
fn handles(editor: Editor, paths: &[NodePath], camera: Camera) -> Vec<Rect> {
    const AROUND_PORT: f64 = 28.0;
    editor.scene.with(|view| {
        let connections = view.scene.connections.iter().filter(|connection| paths.contains(&connection.path));
        let ends =
            connections.flat_map(|connection| connection.points.first().into_iter().chain(connection.points.last()));
        ends.map(|end| {
            let at = camera.to_screen(*end);
            let side = 2.0 * AROUND_PORT;
            Rect { x: at.x - AROUND_PORT, y: at.y - AROUND_PORT, width: side, height: side }
        })
        .collect()
    })
}

/// The zoom bar in the corner of a canvas, with all of its buttons.
fn zoom_bar((width, height): (f64, f64)) -> Rect {
    const BUTTONS: usize = 9;
    const INSET: f64 = 12.0;
    let (bar_width, bar_height) = size(BUTTONS);
    Rect { x: width - INSET - bar_width, y: height - INSET - bar_height, width: bar_width, height: bar_height }
}

/// The width and height of the toolbar with a number of buttons, in CSS pixels.
fn size(count: usize) -> (f64, f64) {
    #[expect(clippy::cast_precision_loss, reason = "there are few actions")]
    let count = count as f64;
    let button = if crate::browser::dom::is_touched() { FINGER } else { BUTTON };
    (count * (button + BETWEEN) - BETWEEN + 2.0 * AROUND, button + 2.0 * AROUND)
}

/// The middle of a route.
fn middle(points: &[Point]) -> Option<Point> {
    let steps = || points.iter().zip(points.iter().skip(1));
    let length = |(from, to): (&Point, &Point)| (to.x - from.x).hypot(to.y - from.y);
    let mut rest = steps().map(length).sum::<f64>() / 2.0;
    for (from, to) in steps() {
        let long = length((from, to));
        if rest <= long && long > 0.0 {
            let part = rest / long;
            return Some(Point { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
        }
        rest -= long;
    }
    points.last().copied()
}

#[component]
fn PadButton(action: Action) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let title = keys::title(action);
    let label = keys::name(action);
    let click = move |event: MouseEvent| {
        if !pointer::is_adding(&event) {
            act(canvas, action);
        }
    };
    // All actions have shortcuts, so the toolbar is no tab stop.
    view! {
        <button type="button" class="pad-button" data-action=format!("{action:?}") tabindex="-1" title=title aria-label=label on:click=click>
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icon(action) /></svg>
        </button>
    }
}

/// The icon of an action, 16 by 16.
fn icon(action: Action) -> &'static str {
    match action {
        Action::Connect => "M2.5 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6.5 8H13M10.5 5L13.5 8L10.5 11",
        Action::Target => {
            "M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M6 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 1V3M8 13V15M1 8H3M13 8H15"
        }
        Action::Promote => "M8 13V5M4.5 8L8 4.5L11.5 8M3 2.5H13",
        Action::Duplicate => "M5.5 5.5H13.5V13.5H5.5ZM5.5 10.5H2.5V2.5H10.5V5.5",
        Action::Attach => {
            "M10.5 5L6 9.5A1.3 1.3 0 0 0 8 11.5L12.5 7A2.8 2.8 0 0 0 8.5 3L4 7.5A4.3 4.3 0 0 0 10 13.5L13 10.5"
        }
        Action::Extract => "M2 4.5V2H4.5M11.5 2H14V4.5M14 11.5V14H11.5M4.5 14H2V11.5M5 5H8.5V8.5H5ZM8.5 8.5H11V11H8.5Z",
        Action::Inline => "M2.5 2.5H6.5V6.5H2.5ZM9.5 9.5H13.5V13.5H9.5ZM9 3.5H13V7M3 9V12.5H7",
        Action::ToggleFold => "M2.5 2.5H13.5V13.5H2.5ZM5 8H11M8 5V11",
        Action::Open => "M6.5 3.5H3V13H12.5V9.5M9 2.5H13.5V7M13.5 2.5L7.5 8.5",
        Action::ShowType => "M5.5 6.5L8 2L10.5 6.5ZM8 6.5V10M3.5 13.5V10H12.5V13.5",
        Action::Isolate => "M6 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0M2 5V2H5M11 2H14V5M14 11V14H11M5 14H2V11M2.5 8H6M10 8H13.5",
        Action::Inspect => {
            "M2 4.5H8M12 4.5H14M8 4.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M2 11.5H4M8 11.5H14M4 11.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
        }
        Action::Remove => "M2.5 4.5H13.5M6 4.5V2.5H10V4.5M4 4.5L4.7 13.5H11.3L12 4.5M6.7 7V11M9.3 7V11",
        Action::Arrange(Arrangement::Left) => "M2.5 2V14M5 4H13V6.5H5ZM5 9.5H10V12H5Z",
        Action::Arrange(Arrangement::Center) => "M8 2V4M8 6.5V9.5M8 12V14M3.5 4H12.5V6.5H3.5ZM5.5 9.5H10.5V12H5.5Z",
        Action::Arrange(Arrangement::Right) => "M13.5 2V14M3 4H11V6.5H3ZM6 9.5H11V12H6Z",
        Action::Arrange(Arrangement::Top) => "M2 2.5H14M4 5V13H6.5V5ZM9.5 5V10H12V5Z",
        Action::Arrange(Arrangement::Middle) => "M2 8H4M6.5 8H9.5M12 8H14M4 3.5V12.5H6.5V3.5ZM9.5 5.5V10.5H12V5.5Z",
        Action::Arrange(Arrangement::Bottom) => "M2 13.5H14M4 3V11H6.5V3ZM9.5 6V11H12V6Z",
        Action::Arrange(Arrangement::Across) => "M2 2V14M14 2V14M6.5 4.5H9.5V11.5H6.5Z",
        Action::Arrange(Arrangement::Down) => "M2 2H14M2 14H14M4.5 6.5H11.5V9.5H4.5Z",
        _ => "",
    }
}
