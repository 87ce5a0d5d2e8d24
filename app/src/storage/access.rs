//! Requests to the program that serves the folder. Each response tells whether the connection works, and whether the
//! program still serves the open folder. Writes have a token (`descriptorium_core::access`), which is computed again
//! after a restart of the program.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use descriptorium_core::access::{FOLDER_HEADER, RUN_HEADER, TICKET_HEADER, TOKEN_HEADER, message};
use gloo_net::http::{Request, RequestBuilder, Response};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;
use web_sys::RequestCache;

use crate::browser::dom::{drop_ticket, host, remember, remembered, ticket};
use crate::browser::hmac::hmac;
use crate::model::connection::{Connection, PageKey};
use crate::model::disk::{FileSource, Served};
use crate::state::editor::Editor;
use crate::words::connection as words;

/// The time after which a program that has not responded is reported. A large folder is read in less.
const PATIENCE: Duration = Duration::from_secs(5);
const SESSION: &str = "../api/session";

/// Why a request had no usable response.
#[derive(Clone, PartialEq, Debug)]
pub enum AskError {
    /// The program does not respond, serves another folder, or does not accept changes from this page.
    Unavailable(String),
    /// This request failed.
    Failed(String),
}

impl AskError {
    /// The reason, for a message.
    pub fn reason(self) -> String {
        match self {
            AskError::Unavailable(why) | AskError::Failed(why) => why,
        }
    }
}

/// The ids of the folder that is open, and of the run of the program that serves it.
fn program(editor: Editor) -> Option<(String, String)> {
    editor.served.with_untracked(|served| match served.as_ref().map(|served| &served.source) {
        Some(FileSource::Program { folder, run }) => Some((folder.clone(), run.clone())),
        _ => None,
    })
}

fn not_connected() -> AskError {
    AskError::Unavailable(words::not_connected().to_owned())
}

fn set_connection(editor: Editor, now: Connection) {
    if editor.connection.with_untracked(|before| *before != now) {
        if now == Connection::Open {
            editor.say(words::connected_again());
        }
        editor.connection.set(now);
    }
}

/// Sends a request about the open folder.
///
/// # Errors
///
/// The program does not respond, or serves another folder by now.
pub async fn ask(editor: Editor, request: Result<Request, gloo_net::Error>) -> Result<Response, AskError> {
    let (folder, run) = program(editor).ok_or_else(not_connected)?;
    let is_open = {
        let folder = folder.clone();
        move || program(editor).is_some_and(|(now, _)| now == folder)
    };
    let is_answered = Rc::new(Cell::new(false));
    let (answered, still_open) = (Rc::clone(&is_answered), is_open.clone());
    let report = move || {
        if !answered.get() && still_open() {
            set_connection(editor, Connection::Lost);
        }
    };
    set_timeout(report, PATIENCE);
    let request = request.map_err(|_| not_connected())?;
    let response = request.send().await;
    is_answered.set(true);
    // The user may have opened another folder in the meantime.
    if !is_open() {
        return Err(not_connected());
    }
    let header = |name| response.as_ref().ok().and_then(|response| response.headers().get(name));
    match (header(FOLDER_HEADER), header(RUN_HEADER)) {
        (Some(now), Some(now_run)) if now == folder => {
            if now_run != run {
                restarted(editor, now_run);
            }
            set_connection(editor, Connection::Open);
            response.map_err(|_| not_connected())
        }
        (Some(_), _) => {
            let title = session(None).await.map_or_else(|_| String::new(), |session| session.title);
            if is_open() {
                set_connection(editor, Connection::Elsewhere(title.clone()));
            }
            Err(AskError::Unavailable(words::serves_another(&title)))
        }
        (None, _) => {
            set_connection(editor, Connection::Lost);
            Err(not_connected())
        }
    }
}

/// Records that the program was restarted with the same folder.
fn restarted(editor: Editor, now: String) {
    editor.served.update(|served| {
        if let Some(Served { source: FileSource::Program { run, .. }, .. }) = served {
            *run = now;
        }
    });
    // It may have other options, and this page needs another token. The state of the connection shows a failure.
    spawn_local(async move { drop(unlock(editor).await) });
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Session {
    folder: String,
    title: String,
    read_only: bool,
    may_write: bool,
}

/// The session of the program, as a page with this token sees it.
async fn session(token: Option<&str>) -> Result<Session, AskError> {
    let request = Request::get(SESSION).cache(RequestCache::NoStore);
    let request = token.into_iter().fold(request, |request, token| request.header(TOKEN_HEADER, token));
    let response = request.send().await.map_err(|_| not_connected())?;
    response.json().await.map_err(|_| not_connected())
}

/// The token of this page for a run of the program; empty if the browser cannot compute it.
async fn token(key: &str, run: &str) -> String {
    hmac(key, &message(&host(), run)).await.unwrap_or_default()
}

/// The name under which the browser stores the key of a folder.
fn stored(folder: &str) -> String {
    format!("descriptorium.key.{folder}")
}

/// Determines the key of this page: the one that the browser has stored for the folder, or one in exchange for the
/// ticket in the address.
///
/// # Errors
///
/// The program does not respond.
pub async fn unlock(editor: Editor) -> Result<(), AskError> {
    let Some((folder, run)) = program(editor) else { return Ok(()) };
    let is_open = || program(editor) == Some((folder.clone(), run.clone()));
    let kept = match editor.key.get_untracked() {
        PageKey::Known(key) => Some(key),
        PageKey::Unknown | PageKey::Missing | PageKey::Used => remembered(&stored(&folder)),
    };
    let token = match &kept {
        Some(key) => Some(token(key, &run).await),
        None => None,
    };
    let session = session(token.as_deref()).await?;
    if !is_open() || session.folder != folder {
        return Ok(());
    }
    if editor
        .served
        .with_untracked(|served| served.as_ref().is_some_and(|served| served.read_only != session.read_only))
    {
        editor.served.update(|served| served.iter_mut().for_each(|served| served.read_only = session.read_only));
    }
    if session.read_only {
        return Ok(());
    }
    if let Some(key) = kept {
        if session.may_write {
            set_key(editor, PageKey::Known(key));
            return Ok(());
        }
        // The secret of the user was replaced.
        remember(&stored(&folder), None);
    }
    let Some(ticket) = ticket() else {
        // Without another ticket, it remains known that the last one was used.
        if editor.key.get_untracked() != PageKey::Used {
            set_key(editor, PageKey::Missing);
        }
        return Ok(());
    };
    let redeemed = redeem(&ticket).await?;
    drop_ticket();
    match redeemed {
        Some((now, key)) => {
            remember(&stored(&now), Some(&key));
            if is_open() && now == folder {
                set_key(editor, PageKey::Known(key));
            }
        }
        // Two requests may have sent the same ticket.
        None if is_open() && !matches!(editor.key.get_untracked(), PageKey::Known(_)) => {
            set_key(editor, PageKey::Used);
        }
        None => {}
    }
    Ok(())
}

fn set_key(editor: Editor, now: PageKey) {
    if editor.key.with_untracked(|before| *before != now) {
        editor.key.set(now);
    }
}

/// The folder and its key in exchange for a ticket; `None` if the ticket was already used.
async fn redeem(ticket: &str) -> Result<Option<(String, String)>, AskError> {
    #[derive(Deserialize)]
    struct Redeemed {
        key: String,
    }
    let request = Request::post(SESSION).header(TICKET_HEADER, ticket);
    let response = request.send().await.map_err(|_| not_connected())?;
    let folder = response.headers().get(FOLDER_HEADER);
    Ok(folder.zip(response.json::<Redeemed>().await.ok()).map(|(folder, redeemed)| (folder, redeemed.key)))
}

/// Looks for a key that another tab has stored in the meantime, or for a new ticket, if this page has none.
pub async fn renew(editor: Editor) {
    let is_missing = matches!(editor.key.get_untracked(), PageKey::Missing | PageKey::Used);
    let is_stored = || program(editor).is_some_and(|(folder, _)| remembered(&stored(&folder)).is_some());
    let is_unknown = editor.key.get_untracked() == PageKey::Unknown && !untrack(|| editor.is_read_only());
    if is_unknown || is_missing && (is_stored() || ticket().is_some()) {
        // The state of the connection shows a failure.
        let _ = unlock(editor).await;
    }
}

/// Sends a write, which `build` creates from `request` with the token of this page.
///
/// # Errors
///
/// The program does not respond, serves another folder, or does not accept changes from this page.
pub async fn write(
    editor: Editor,
    request: impl Fn() -> RequestBuilder,
    build: impl Fn(RequestBuilder) -> Result<Request, gloo_net::Error>,
) -> Result<Response, AskError> {
    if let Connection::Elsewhere(title) = editor.connection.get_untracked() {
        return Err(AskError::Unavailable(words::serves_another(&title)));
    }
    // The program may have been restarted since its last response, or this page may have a new key.
    for is_again in [false, true] {
        if is_again || !matches!(editor.key.get_untracked(), PageKey::Known(_)) {
            unlock(editor).await?;
        }
        let (PageKey::Known(key), Some((_, run))) = (editor.key.get_untracked(), program(editor)) else { break };
        let request = request().header(TOKEN_HEADER, &token(&key, &run).await);
        let response = ask(editor, build(request)).await?;
        if response.status() != 401 {
            return Ok(response);
        }
    }
    if untrack(|| editor.is_read_only()) {
        return Err(AskError::Unavailable(crate::words::shell::read_only_folder().to_owned()));
    }
    Err(AskError::Unavailable(words::not_permitted().to_owned()))
}
