//! Opens a folder, or the folder of the last visit.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::FileSystemDirectoryHandle;

use crate::state::editor::Editor;
use crate::state::opening::Opening;
use crate::storage::drafts::Drafts;
use crate::storage::folder::{self, Access};
use crate::storage::lazy;
use crate::storage::server::{self, ServeError};
use crate::words::files as words;

/// The folder of the last visit, as long as it is offered.
#[derive(Clone, Copy)]
pub struct LastFolder(pub RwSignal<Option<FileSystemDirectoryHandle>, LocalStorage>);

impl LastFolder {
    pub fn none() -> Self {
        LastFolder(RwSignal::new_local(None))
    }

    /// Opens the folder that this tab had open before it was reloaded, if the browser permits that without asking.
    /// Returns its id.
    pub async fn reopen(editor: Editor, opening: &Opening, drafts: Drafts) -> Option<String> {
        let before = if drafts.was_reloaded() { drafts.last_folder().await } else { None };
        let (folder, _) = before.filter(|(_, is_own)| *is_own)?;
        folder::enter(&folder, Access::Known).await.ok()?;
        let id = lazy::open_folder(editor, opening, folder.clone()).await.ok()?;
        drafts.remember_folder(&folder).await;
        Some(id)
    }

    /// Offers the folder of the last visit.
    pub async fn offer(self, drafts: Drafts) {
        self.0.set(drafts.last_folder().await.map(|(folder, _)| folder));
    }
}

/// Opens the folder that the program at this address serves in place of the current one.
pub fn open_served(editor: Editor, drafts: Drafts) {
    if editor.is_changed() && !window().confirm_with_message(words::open_another()).unwrap_or(false) {
        return;
    }
    spawn_local(async move {
        drafts.flush().await;
        let opening = editor.begin_opening();
        match server::open(editor, &opening).await {
            Ok(folder) => drafts.track(folder).await,
            // A later request reports its own progress.
            Err(_) if !opening.is_awaited() => {}
            Err(ServeError::Unreachable | ServeError::NotServed) => {
                editor.fail(&words::not_opened(crate::words::connection::not_connected()));
            }
            Err(ServeError::Unexpected(why) | ServeError::Unreadable(why)) => editor.fail(&words::not_opened(&why)),
        }
    });
}

/// Opens a folder in place of the current one: the given one, or one that the user chooses.
pub fn open_folder(editor: Editor, drafts: Drafts, before: LastFolder, again: Option<FileSystemDirectoryHandle>) {
    if editor.is_changed() && !window().confirm_with_message(words::open_another()).unwrap_or(false) {
        return;
    }
    spawn_local(async move {
        drafts.flush().await;
        let chosen = match again {
            Some(folder) => folder::enter(&folder, Access::Wanted).await.map(|()| Some(folder)),
            None => folder::choose().await,
        };
        let folder = match chosen {
            Ok(Some(folder)) => folder,
            Ok(None) => return,
            Err(why) => return editor.fail(&words::not_opened(&why)),
        };
        let opening = editor.begin_opening();
        let title = folder.name();
        match lazy::open_folder(editor, &opening, folder).await {
            Ok(id) => {
                before.0.set(None);
                editor.say(&words::opened(&title));
                drafts.track(id).await;
                if let Some(folder) = editor.folder.get_value() {
                    drafts.remember_folder(&folder).await;
                }
            }
            // A later request reports its own progress.
            Err(_) if !opening.is_awaited() => {}
            Err(why) => editor.fail(&words::not_opened(&why)),
        }
    });
}
