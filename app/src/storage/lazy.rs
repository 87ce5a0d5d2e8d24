//! The lazily loaded part of the storage: folders of the browser, and saving. Neither is needed before the page is
//! visible, except when a tab with a folder is reloaded, which waits for it.

use std::pin::Pin;

use web_sys::FileSystemDirectoryHandle;

use crate::state::editor::Editor;
use crate::state::modules::Slot;
use crate::state::opening::Opening;
use crate::words::shell as words;

/// The opening of a folder, with its id or an error.
type OpeningFolder<'a> = Pin<Box<dyn Future<Output = Result<String, String>> + 'a>>;

/// The table of functions.
pub struct Storage {
    pub open_folder: for<'a> fn(Editor, &'a Opening, FileSystemDirectoryHandle) -> OpeningFolder<'a>,
    pub save_all: fn(Editor),
}

/// The functions, once they have been loaded.
pub static STORAGE: Slot<Storage> = Slot::new();

/// Opens a folder, once that has been loaded; its id.
///
/// # Errors
///
/// The folder could not be read, or the module could not be fetched.
pub async fn open_folder(
    editor: Editor,
    opening: &Opening,
    folder: FileSystemDirectoryHandle,
) -> Result<String, String> {
    editor.loaded().await?;
    match STORAGE.get() {
        Some(storage) => (storage.open_folder)(editor, opening, folder).await,
        None => Err(words::module_failed().to_owned()),
    }
}

/// Saves every changed file, as soon as the module is loaded.
pub fn save_all(editor: Editor) {
    editor.when_loaded(&STORAGE, move |storage| (storage.save_all)(editor));
}
