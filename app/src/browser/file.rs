//! Reads files that the user chose.

use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::words::files as words;

pub async fn read(file: &File) -> Result<Vec<u8>, String> {
    let buffer = JsFuture::from(file.array_buffer()).await;
    let buffer = buffer.map_err(|_| words::folder_not_packed().to_owned())?;
    Ok(Uint8Array::new(buffer.unchecked_ref::<js_sys::ArrayBuffer>()).to_vec())
}

/// Reads the text of a file from a file picker.
pub async fn read_text(file: &File) -> Result<String, String> {
    String::from_utf8(read(file).await?).map_err(|_| words::not_utf8().to_owned())
}
