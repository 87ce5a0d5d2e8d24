//! The functions and classes of the package `@descriptorium/core`.

use descriptorium_core::document::Document;
use descriptorium_core::document::codes::{self, Code};
use descriptorium_core::document::rules::Rules;
use descriptorium_core::rules::ignore::covers;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Code as ErrorCode, Error};
use crate::{arguments, catalog, json, language_server, questions};

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// All rules, or those with a code or in a group, as `rules --format json` prints them.
#[wasm_bindgen]
pub fn rules(code: Option<String>) -> Result<String, JsValue> {
    let wanted = code.as_deref().map(|code| code.trim_end_matches('/'));
    let is_wanted = |code: &Code| wanted.is_none_or(|wanted| covers(wanted, code.code));
    let rules: Vec<_> = codes::all().filter(is_wanted).map(|code| code.document()).collect();
    if rules.is_empty() {
        let message = format!("unknown rule `{}`: `rules()` returns all of them", wanted.unwrap_or_default());
        return Err(Error::new(ErrorCode::NotFound, message).into());
    }
    Ok(json(&Document::new(Rules { rules }))?)
}

/// A catalog of descriptors.
#[wasm_bindgen]
pub struct Catalog(catalog::Catalog);

#[wasm_bindgen]
impl Catalog {
    /// A catalog without files. `settings` is an object in the shape of `descriptorium.yaml`, which takes precedence over
    /// that file.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str) -> Result<Catalog, JsValue> {
        Ok(Catalog(catalog::Catalog::new(arguments::settings(settings)?)))
    }

    /// Adds or replaces a file of any kind; a text that is a descriptor is checked.
    pub fn put(&mut self, path: &str, content: Vec<u8>) -> Result<(), JsValue> {
        Ok(self.0.put(path, content)?)
    }

    /// Replaces the text of a file, or adds it.
    pub fn update(&mut self, path: &str, text: String) -> Result<(), JsValue> {
        Ok(self.0.update(path, text)?)
    }

    /// Adds the files of an archive.
    #[wasm_bindgen(js_name = putArchive)]
    pub fn put_archive(&mut self, bytes: Vec<u8>) -> Result<(), JsValue> {
        Ok(self.0.put_archive(&bytes)?)
    }

    /// Checks all files that were put.
    pub fn open(&mut self) {
        self.0.open();
    }

    pub fn remove(&mut self, path: &str) -> Result<(), JsValue> {
        Ok(self.0.remove(path)?)
    }

    /// Answers a method with its arguments as a JSON object.
    pub fn call(&mut self, method: &str, arguments: &str) -> Result<String, JsValue> {
        Ok(questions::answer(&mut self.0, method, arguments)?)
    }

    /// Compares two catalogs, or two descriptors in them, as `diff --format json` does.
    pub fn diff(&self, after: &Catalog, arguments: &str) -> Result<String, JsValue> {
        Ok(questions::diff(&self.0, &after.0, arguments)?)
    }
}

/// The language server, whose messages are JSON-RPC 2.0.
#[wasm_bindgen]
pub struct LanguageServer(language_server::LanguageServer);

#[wasm_bindgen]
impl LanguageServer {
    /// A server whose workspace folders contain the files that are put before the first message.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str) -> Result<LanguageServer, JsValue> {
        Ok(LanguageServer(language_server::LanguageServer::new(arguments::settings(settings)?)))
    }

    /// Adds a file to the workspace folders.
    pub fn put(&mut self, path: &str, content: Vec<u8>) -> Result<(), JsValue> {
        Ok(self.0.put(path, content)?)
    }

    /// Handles a message, and returns an array of messages for the client.
    pub fn handle(&mut self, message: &str) -> Result<String, JsValue> {
        Ok(json(&self.0.handle(message))?)
    }

    /// Checks some of the files that depend on edits, and returns an array of messages; `undefined` if none are left.
    pub fn idle(&mut self) -> Result<Option<String>, JsValue> {
        let messages = self.0.idle();
        Ok(messages.map(|messages| json(&messages)).transpose()?)
    }
}
