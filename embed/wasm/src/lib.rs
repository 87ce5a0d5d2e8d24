//! The core as WebAssembly. Values cross the boundary as JSON in the shape of the documents that the program prints; the
//! package around it (`embed/core`) parses them and checks the arguments. Errors are JSON, too: `{code, message}`.

#![cfg_attr(feature = "view", expect(dead_code, reason = "the element for pages needs only a part"))]

mod arguments;
mod catalog;
mod command;
mod error;
#[cfg(not(feature = "view"))]
mod exports;
mod language_server;
mod navigation;
mod questions;
#[cfg(feature = "view")]
mod view;

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::throw_str;

use crate::error::{Code, Error};

/// Reports a panic, which stops this instance, as an exception with its message.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| throw_str(&panic.to_string())));
}

fn json(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| Error::new(Code::Failed, error.to_string()))
}
