//! The context menu of the canvas: actions for the selection or for the diagram. All of them are in the table of
//! shortcuts.

use descriptorium_core::topology::Point;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::gestures::actions::act;
use crate::gestures::clipboard::paste_here;
use crate::gestures::language_actions::language_actions;
use crate::gestures::selection::{Subject, actions, has_action, subject};
use crate::state::canvas::Canvas;
use crate::state::keys::shown;
use crate::state::keys::{self, Action};
use crate::state::question::Question;
use crate::views::commands::unavailable;
use crate::words::shortcuts as words;

/// The actions that are available in every diagram, including read-only ones.
const LOOK: [Action; 4] = [Action::Inspect, Action::Press("tab-yaml"), Action::FitSelection, Action::Isolate];

/// The available actions for the selection, or without a selection for the diagram.
fn offered(canvas: Canvas) -> Vec<Action> {
    let editor = canvas.editor;
    let nothing = editor.selection.with_untracked(|selection| selection.iter().all(|path| path.is_root()));
    let with_more = |found: &Subject, more: &[Action]| -> Vec<Action> {
        let mut all = untrack(|| actions(editor, found));
        // Removing stays last.
        let rest = [Action::Copy, Action::Cut].into_iter().chain(all.pop());
        all.into_iter().chain(more.iter().copied()).chain(rest).collect()
    };
    let with_look = |mut found: Vec<Action>| {
        found.extend(LOOK.into_iter().filter(|action| *action != Action::Isolate));
        found
    };
    let mut offered = match untrack(|| subject(editor)) {
        _ if nothing => vec![
            Action::Add,
            Action::Paste,
            Action::SelectAll,
            Action::SelectSeveral,
            Action::Find,
            Action::Tidy,
            Action::Unplace,
            Action::Fit,
            Action::Convert,
            Action::Table,
            Action::ToggleHosting,
            Action::Map,
            Action::Legend,
            Action::CopyLink,
            Action::SaveSvg,
            Action::SavePng,
            Action::Commands,
        ],
        None => LOOK.to_vec(),
        Some(found @ Subject::Boxes(_)) => {
            with_more(&found, &[Action::SelectSeveral, Action::TidySelection, Action::FitSelection])
        }
        Some(found @ Subject::Box { .. }) => {
            let more = [
                Action::EditValue,
                Action::TogglePorts,
                Action::Rename,
                Action::Retype,
                Action::More,
                Action::SelectSeveral,
            ];
            with_more(&found, &more)
        }
        Some(found @ (Subject::Inner { .. } | Subject::Foreign)) => with_look(actions(editor, &found)),
        Some(found @ (Subject::Connection | Subject::Port)) => actions(editor, &found),
    };
    let is_isolated = editor.scene.with_untracked(|view| view.isolated().is_some());
    if nothing && canvas.port.with_untracked(Option::is_some) {
        offered.insert(0, Action::EditValue);
    }
    if nothing && is_isolated {
        offered.insert(0, Action::ShowAll);
    }
    offered.retain(|action| untrack(|| has_action(editor, *action)));
    if untrack(|| language_actions(editor)).is_empty() {
        offered.retain(|action| *action != Action::More);
    }
    offered
}

#[component]
pub fn Menu(
    /// The position of a component to add.
    at: Option<Point>,
) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let list = NodeRef::<Div>::new();
    let typed = StoredValue::new((String::new(), 0.0));
    let key = move |event: KeyboardEvent| {
        if let Some(list) = list.get_untracked() {
            crate::browser::dom::rove(&event, &list, ".menu-item", typed);
        }
    };
    Effect::new(|_| crate::browser::dom::focus_on(".menu-item"));
    let item = |action: Action| {
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
                {keys::name(action)}
                {keys::keys(action).map(|keys| view! { <kbd aria-hidden="true">{shown(keys)}</kbd> })}
            </button>
        }
    };
    view! { <div class="menu-items" role="menu" aria-label=words::context_menu() node_ref=list on:keydown=key>{offered(canvas).into_iter().map(item).collect_view()}</div> }
}
