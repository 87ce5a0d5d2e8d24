//! The identities of the folders that the browser opened. Two folders may have the same name, and the browser does not
//! reveal paths, but it recognizes a folder that was opened before.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{FileSystemDirectoryHandle, IdbDatabase};

use crate::browser::database;

/// The prefix of the ids, which distinguishes them from those of tabs. Titles of other catalogs have no line break.
const PREFIX: &str = "folder\n";

/// The id of a folder: the same each time it is opened. If the browser stores nothing, which includes drafts, it is the
/// name.
pub async fn id(folder: &FileSystemDirectoryHandle) -> String {
    let Ok(database) = database::open().await else { return folder.name() };
    if let Some(known) = known(&database, folder).await {
        return known;
    }
    let id = format!("{PREFIX}{}", database::random_id());
    match database::put(&database, &[(&id, Array::of2(folder, &JsValue::from_str(&id)).into())]).await {
        Ok(()) => id,
        Err(_) => folder.name(),
    }
}

/// The id of a folder that was opened before.
async fn known(database: &IdbDatabase, folder: &FileSystemDirectoryHandle) -> Option<String> {
    for (_, value) in database::all(database).await.ok()? {
        let Ok(pair) = value.dyn_into::<Array>() else { continue };
        let (other, id) = (pair.get(0).dyn_into::<FileSystemDirectoryHandle>(), pair.get(1).as_string());
        let (Ok(other), Some(id)) = (other, id.filter(|id| id.starts_with(PREFIX))) else { continue };
        if JsFuture::from(folder.is_same_entry(&other)).await.is_ok_and(|same| same.is_truthy()) {
            return Some(id);
        }
    }
    None
}
