//! Notices about the connection to the program that serves the folder, and about a page that may not save to it.

use leptos::prelude::*;

use crate::model::connection::{Connection, PageKey};
use crate::model::disk::FileSource;
use crate::state::editor::Editor;
use crate::storage::drafts::Drafts;
use crate::storage::saving::download_changed;
use crate::storage::startup::open_served;
use crate::words::{connection as words, shell};

pub fn connection() -> AnyView {
    view! { <ConnectionNotice /> }.into_any()
}

/// The state that is shown.
#[derive(Clone, PartialEq, Debug)]
enum Status {
    Nothing,
    Waiting(Option<String>),
    Lost,
    Elsewhere(String),
    Locked,
    Used,
}

impl Status {
    /// The value of the attribute that shows the state in the page.
    fn name(&self) -> &'static str {
        match self {
            Status::Nothing => "",
            Status::Waiting(_) => "waiting",
            Status::Lost => "lost",
            Status::Elsewhere(_) => "elsewhere",
            Status::Locked => "locked",
            Status::Used => "used",
        }
    }

    fn text(&self) -> String {
        match self {
            Status::Nothing => String::new(),
            Status::Waiting(None) => words::waiting().to_owned(),
            Status::Waiting(Some(why)) => words::waiting_for(why),
            Status::Lost => words::lost().to_owned(),
            Status::Elsewhere(title) => words::elsewhere(title),
            Status::Locked => words::locked().to_owned(),
            Status::Used => words::ticket_used().to_owned(),
        }
    }
}

#[component]
fn ConnectionNotice() -> impl IntoView {
    let editor = Editor::expect();
    let drafts = expect_context::<Drafts>();
    let shown = Memo::new(move |_| {
        let connection = editor.connection.get();
        if let Connection::Waiting(why) = connection {
            return Status::Waiting(why);
        }
        let is_of_program = editor
            .served
            .with(|served| served.as_ref().is_some_and(|served| matches!(served.source, FileSource::Program { .. })));
        match (connection, editor.key.get()) {
            _ if !is_of_program => Status::Nothing,
            (Connection::Lost, _) => Status::Lost,
            (Connection::Elsewhere(title), _) => Status::Elsewhere(title),
            (_, PageKey::Missing) if !editor.is_read_only() => Status::Locked,
            (_, PageKey::Used) if !editor.is_read_only() => Status::Used,
            _ => Status::Nothing,
        }
    });
    // The state in which the user has closed the notice.
    let closed = RwSignal::new(Status::Nothing);
    let is_visible = move || shown.with(|shown| *shown != Status::Nothing && closed.with(|closed| closed != shown));
    Effect::new(move |_| {
        if shown.with(|shown| *shown == Status::Nothing) {
            closed.set(Status::Nothing);
        }
    });
    let close = move |_| closed.set(shown.get_untracked());
    let other = move || match shown.get() {
        Status::Elsewhere(title) => Some(title),
        _ => None,
    };
    let can_close = move || shown.with(|shown| !matches!(shown, Status::Waiting(_) | Status::Elsewhere(_)));
    let ways = move || {
        other().map(|title| {
            view! {
                <button type="button" class="tool primary" data-way="open-served" title=words::open_served_hint() on:click=move |_| open_served(editor, drafts)>{words::open_served(&title)}</button>
                <button type="button" class="tool" data-way="download-changed" title=words::download_hint() on:click=move |_| download_changed(editor)>{shell::download()}</button>
                <button type="button" class="tool" data-way="stay" on:click=close>{words::stay()}</button>
            }
        })
    };
    view! {
        <Show when=is_visible>
            <div class="conflict notice-bar" role="alert" data-connection=move || shown.with(Status::name)>
                <span class="conflict-text">{move || shown.with(Status::text)}</span>
                {ways}
                <Show when=can_close>
                    <button type="button" class="tool" data-way="close" aria-label=shell::close() on:click=close>"✕"</button>
                </Show>
            </div>
        </Show>
    }
}
