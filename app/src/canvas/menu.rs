//! The menu of the canvas: what can be done with what is selected, or with the drawing. It has the commands of the table
//! of keys, and nothing of its own.

use descriptorium_core::scene::Rect;
use descriptorium_core::topology::Point;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::canvas::Canvas;
use crate::canvas::act::{act, announce, around, select};
use crate::canvas::clipboard::paste_here;
use crate::canvas::commands::unavailable;
use crate::canvas::gesture::end;
use crate::canvas::hit::{Hit, hit};
use crate::canvas::pad::{Subject, actions, subject};
use crate::canvas::question::Question;
use crate::canvas::room;
use crate::keys::{self, Action, shown};
use crate::words::shortcuts as words;

/// What somebody points at: where in the window, and how far from it what is meant may be, in CSS pixels.
pub type Pointed = ((f64, f64), f64);

/// Asks what is to be done with what is pointed at, which is selected; with nothing pointed at, with what is selected.
pub fn ask(canvas: Canvas, pointed: Option<Pointed>) {
    // A finger that rests may have asked already.
    if canvas.asked.with_untracked(Option::is_some) {
        return;
    }
    let at = pointed.and_then(|pointed| point_at(canvas, pointed));
    canvas.ask(Question::Menu { at }, Some(pointed.map_or_else(|| spot(canvas), |(spot, _)| spot)));
}

/// Selects what is pointed at, unless it is; the place in the drawing if that is nothing.
fn point_at(canvas: Canvas, ((x, y), reach): Pointed) -> Option<Point> {
    end(canvas);
    let camera = canvas.camera.get_untracked();
    let at = camera.to_scene(canvas.screen(x, y));
    let selection = canvas.editor.selection;
    let place = match canvas.editor.scene.with_untracked(|view| hit(&view.scene, at, reach / camera.zoom)) {
        Hit::Box(path) | Hit::Wire(path) | Hit::Port { vertex: path, .. } if !path.is_root() => {
            if !selection.with_untracked(|selection| selection.contains(&path)) {
                select(canvas, &path);
            }
            None
        }
        Hit::Box(_) | Hit::Wire(_) | Hit::Port { .. } | Hit::Void => {
            selection.set(Vec::new());
            Some(at)
        }
    };
    announce(canvas);
    place
}

/// Where in the window the menu is that the keys ask for: at the last of what is selected, or in the middle.
fn spot(canvas: Canvas) -> (f64, f64) {
    let (width, height) = canvas.size.get_untracked();
    let camera = canvas.camera.get_untracked();
    let last = canvas.editor.selection.with_untracked(|selection| selection.last().cloned());
    let rect = last.and_then(|path| canvas.editor.scene.with_untracked(|view| Some(view.found(&path)?.rect)));
    let rect = rect.and_then(|rect| around(&[room::on_screen(rect, camera)]));
    let Rect { x, y, width, height } =
        rect.unwrap_or(Rect { x: width / 2.0, y: height / 2.0, width: 0.0, height: 0.0 });
    let corner = canvas.screen(0.0, 0.0);
    (x + width / 2.0 - corner.x, y + height / 2.0 - corner.y)
}

/// What can be done with anything that is drawn, also where nothing is edited.
const LOOK: [Action; 3] = [Action::Inspect, Action::Press("tab-yaml"), Action::FitSelection];

/// What can be done with what is selected, which is always something; with nothing, what can be done with the drawing.
fn offered(canvas: Canvas) -> Vec<Action> {
    let editor = canvas.editor;
    let nothing = editor.selection.with_untracked(|selection| selection.iter().all(|path| path.is_root()));
    let with_more = |found: &Subject, more: &[Action]| -> Vec<Action> {
        let mut all = actions(found);
        // What is taken out stays last.
        let rest = [Action::Copy, Action::Cut].into_iter().chain(all.pop());
        all.into_iter().chain(more.iter().copied()).chain(rest).collect()
    };
    match untrack(|| subject(editor)) {
        _ if nothing => vec![
            Action::Add,
            Action::Paste,
            Action::SelectAll,
            Action::SelectSeveral,
            Action::Find,
            Action::Tidy,
            Action::Fit,
            Action::Table,
            Action::Map,
            Action::CopyLink,
            Action::SavePicture,
            Action::SavePixels,
            Action::Commands,
        ],
        None => LOOK.to_vec(),
        Some(found @ Subject::Boxes(_)) => {
            with_more(&found, &[Action::SelectSeveral, Action::TidySelection, Action::FitSelection])
        }
        Some(found @ Subject::Box { .. }) => with_more(&found, &[Action::Retype, Action::SelectSeveral]),
        Some(found @ Subject::Inner { .. }) => actions(&found).into_iter().chain(LOOK).collect(),
        Some(found @ Subject::Wire) => actions(&found),
    }
}

#[component]
pub fn Menu(
    /// Where something is added.
    at: Option<Point>,
) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let list = NodeRef::<Div>::new();
    let typed = StoredValue::new((String::new(), 0.0));
    let key = move |event: KeyboardEvent| {
        if let Some(list) = list.get_untracked() {
            crate::dom::rove(&event, &list, ".menu-item", typed);
        }
    };
    Effect::new(|_| crate::dom::focus_on(".menu-item"));
    let item = |action: Action| {
        let row = keys::shortcut(action);
        let refused = unavailable(canvas, action);
        let click = move |_| {
            if refused.is_some() {
                return;
            }
            let spot = canvas.asked.with_untracked(|asked| asked.as_ref().and_then(|asked| asked.at));
            canvas.answer();
            canvas.focus();
            match action {
                Action::Add => canvas.ask(Question::Add { at }, spot),
                Action::Paste => paste_here(canvas, at),
                action => drop(act(canvas, action)),
            }
        };
        view! {
            <button
                type="button"
                class="menu-item"
                role="menuitem"
                tabindex="-1"
                data-action=format!("{action:?}")
                aria-disabled=refused.is_some().then_some("true")
                title=refused
                on:click=click
            >
                {row.map(|row| (row.title)())}
                {row.and_then(|row| row.keys.first()).map(|keys| view! { <kbd aria-hidden="true">{shown(keys)}</kbd> })}
            </button>
        }
    };
    view! { <div class="menu-items" role="menu" aria-label=words::show_what_can_be_done() node_ref=list on:keydown=key>{offered(canvas).into_iter().map(item).collect_view()}</div> }
}
