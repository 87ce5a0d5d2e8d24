//! The second part of the program. What nobody sees or does in the first moments is in a module of its own, which is
//! fetched as soon as the page stands: whoever opens a page waits for less, and nobody waits for the rest but who is
//! quicker than it.
//!
//! [`Part`] lists the functions that are there, with all that nothing else uses. A view of it says that it is on its way
//! until it is here ([`when_here`]); what somebody does meanwhile is done when it is ([`Editor::with_part`]). Where it cannot
//! be fetched, that is said, and trying again is offered; all that is here goes on.

use std::time::Duration;

use descriptorium_core::analysis::{self, Analysis, Checker};
use descriptorium_core::edit::{Change, EditError, TextEdit};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, End, JudgedEnd, PortKind, WireEnd};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;
use web_sys::{ClipboardEvent, File};

use crate::binding::{Completions, Note};
use crate::canvas::act::act_later;
use crate::canvas::question::Question;
use crate::canvas::{Canvas, clipboard, ghosts, menu, question};
use crate::editor::Editor;
use crate::keep::{self, Draft};
use crate::keys::{Action, TextAction};
use crate::panel::actions::{Effects, effects};
use crate::panel::{given, settings};
use crate::text_pane::Pane;
use crate::words::shell as words;
use crate::{app, canvas, changes, diff, follow, open, picture, text_pane, toolbar};

/// The functions of the second part.
pub struct Part {
    pub problems: fn() -> AnyView,
    pub inspector: fn() -> AnyView,
    pub preview: fn() -> AnyView,
    pub ghosts: fn() -> AnyView,
    pub over_drawing: fn() -> AnyView,
    pub table: fn() -> AnyView,
    pub settings: fn() -> AnyView,
    pub question: fn(Canvas, Question) -> AnyView,
    pub title: fn(&Question) -> String,
    pub act: fn(Canvas, Action) -> bool,
    pub act_on_text: fn(Pane, TextAction),
    pub define: fn(Pane, usize),
    pub mend: fn(Pane, usize),
    pub copy: fn(Canvas, &ClipboardEvent) -> Option<Vec<NodePath>>,
    pub paste: fn(Canvas, String),
    pub rename_offer: fn() -> AnyView,
    pub menu: fn(Canvas, Option<menu::Pointed>),
    pub beside_text: fn(text_pane::Asked, Callback<()>) -> AnyView,
    pub unsaved: fn() -> AnyView,
    pub conflict: fn(FilePath) -> AnyView,
    pub draft: fn(Draft) -> AnyView,
    pub complete: fn(&Analysis, &FilePath, &str, usize) -> Option<Completions>,
    pub note: fn(&Analysis, &FilePath, &str, usize) -> Option<Note>,
    pub check: Checker,
    pub command: fn(&Analysis, &FilePath, &Command) -> Result<Change, EditError>,
    pub effects: fn(&Analysis, &FilePath, &Command) -> Effects,
    pub acceptable_targets: fn(&Analysis, &FilePath, &End, PortKind) -> Vec<WireEnd>,
    pub judged_targets: fn(&Analysis, &FilePath, &End, PortKind) -> Vec<JudgedEnd>,
    pub bring_in: fn(Canvas, Vec<File>),
    pub opened: fn(&str, &[u8], &open::Taken) -> Result<open::Brought, String>,
    pub follow: fn(Editor),
    pub merge: fn(&str, &str, &str) -> Option<String>,
    pub edit_of_lines: fn(&str, &str) -> TextEdit,
    pub save_svg: fn(Editor),
    pub save_png: fn(Editor),
    pub preview_given: fn(Editor, &FilePath, &FilePath),
}

static PART: Part = Part {
    problems: app::problems,
    inspector: app::inspector,
    preview: app::preview,
    ghosts: ghosts::ghosts,
    over_drawing: canvas::over_drawing,
    table: canvas::table,
    settings: settings::settings,
    question: question::body,
    title: question::title,
    act: act_later,
    act_on_text: Pane::act_later,
    define: Pane::go_to_definition,
    mend: Pane::fixes,
    copy: clipboard::copy,
    paste: clipboard::insert,
    rename_offer: app::rename_offer,
    menu: menu::ask,
    beside_text: text_pane::beside,
    unsaved: changes::changes,
    conflict: toolbar::conflict,
    draft: keep::offer,
    complete: text_pane::complete,
    note: text_pane::note,
    check: analysis::checked,
    command: Analysis::command,
    effects,
    acceptable_targets: Analysis::acceptable_targets,
    judged_targets: Analysis::judged_targets,
    bring_in: open::bring_in,
    opened: open::opened,
    follow: follow::follow,
    merge: diff::merge,
    edit_of_lines: diff::edit,
    save_svg: picture::save_svg,
    save_png: picture::save_png,
    preview_given: given::begin,
};

/// Fetches the part, unless it is here. The one place where the program is cut in two.
#[cfg(in_two)]
#[leptos::wasm_split::wasm_split(later, fallible, wasm_split_path = leptos::wasm_split)]
fn fetched() -> Result<&'static Part, SplitLoaderError> {
    Ok(&PART)
}

/// The part, which is not apart.
#[cfg(not(in_two))]
async fn fetched() -> Result<&'static Part, SplitLoaderError> {
    Ok(&PART)
}

/// Whether the part is here.
#[derive(Clone, Copy)]
enum State {
    Coming,
    Here(&'static Part),
    Missing,
}

/// The second part of the program, and how far it is.
#[derive(Clone, Copy)]
pub struct Later(RwSignal<State>);

impl Later {
    /// The part, of which nothing is fetched yet.
    pub fn new() -> Self {
        Later(RwSignal::new(State::Coming))
    }

    /// The part, if it is here.
    pub fn here(self) -> Option<&'static Part> {
        untrack(|| self.shown())
    }

    /// The part, if it is here, for a view.
    pub fn shown(self) -> Option<&'static Part> {
        match self.0.get() {
            State::Here(part) => Some(part),
            State::Coming | State::Missing => None,
        }
    }

    /// Whether it could not be fetched, for a view.
    pub fn is_missing(self) -> bool {
        matches!(self.0.get(), State::Missing)
    }

    /// How far it is, as the page says it.
    pub fn name(self) -> &'static str {
        match self.0.get() {
            State::Coming => "coming",
            State::Here(_) => "here",
            State::Missing => "missing",
        }
    }
}

impl Default for Later {
    fn default() -> Self {
        Later::new()
    }
}

impl Editor {
    /// Fetches the second part when the page has been shown.
    pub fn fetch_part_soon(self) {
        request_animation_frame(move || set_timeout(move || self.fetch_part(), Duration::ZERO));
    }

    fn fetch_part(self) {
        self.part.0.set(State::Coming);
        // Whether it came is in the state.
        spawn_local(async move { drop(self.arrived().await) });
    }

    /// The second part as soon as it is here; from then on it is said what is wrong. The error says that it could not be
    /// fetched.
    pub async fn arrived(self) -> Result<&'static Part, String> {
        if let Some(part) = self.part.here() {
            return Ok(part);
        }
        let fetched = fetched().await;
        // Somebody else may have waited for it too.
        if let Some(part) = self.part.here() {
            return Ok(part);
        }
        match fetched {
            Ok(part) => {
                self.part.0.set(State::Here(part));
                self.check();
                (part.follow)(self);
                Ok(part)
            }
            Err(_) => {
                self.part.0.set(State::Missing);
                Err(words::part_missing().to_owned())
            }
        }
    }

    /// Does something that takes the second part: now, or as soon as that is here. Where it cannot be fetched, that is said.
    pub fn with_part(self, then: impl FnOnce(&'static Part) + 'static) {
        if let Some(part) = self.part.here() {
            return then(part);
        }
        self.say(words::one_moment());
        spawn_local(async move {
            match self.arrived().await {
                Ok(part) => then(part),
                Err(why) => self.fail(&why),
            }
        });
    }
}

/// A view of the second part; until that is here, that it is on its way.
pub fn when_here(view: impl Fn(&'static Part) -> AnyView + Send + 'static) -> impl IntoView {
    let state = Editor::expect().part.0;
    move || match state.get() {
        State::Here(part) => view(part),
        State::Coming => view! { <p class="later empty" role="status">{words::one_moment()}</p> }.into_any(),
        State::Missing => view! { <p class="later empty">{words::part_missing()}</p> }.into_any(),
    }
}

/// That the part could not be fetched, and the way to try again.
#[component]
pub fn Missing() -> impl IntoView {
    let editor = Editor::expect();
    view! {
        <Show when=move || editor.part.is_missing()>
            <div class="conflict notice-bar" role="alert" data-later="missing">
                <span class="conflict-text">{words::part_missing_because()}</span>
                <button type="button" class="tool primary" data-way="fetch" on:click=move |_| editor.fetch_part()>{words::try_again()}</button>
            </div>
        </Show>
    }
}
