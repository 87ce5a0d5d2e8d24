//! The language server, with messages as JSON-RPC 2.0.

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use descriptorium_core::content::{Contents, InMemory};
use descriptorium_core::lsp::catalog::Disk;
use descriptorium_core::lsp::{Refused, Server};
use descriptorium_core::package;
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use serde::Serialize;
use serde_json::{Value, json};

use crate::arguments;
use crate::catalog::{exclusions, sources};
use crate::error::Error;

/// Number of files to check before messages are handled again.
const SLICE: usize = 8;

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const NOT_INITIALIZED: i32 = -32002;

#[derive(PartialEq, Eq)]
enum State {
    /// Until the request `initialize`.
    New,
    Running,
    /// After the request `shutdown`.
    Stopped,
}

/// A server and its files.
pub struct LanguageServer {
    stated: CatalogSettings,
    files: SortedMap<FilePath, Arc<[u8]>>,
    state: State,
    server: Option<Server>,
}

impl LanguageServer {
    pub fn new(stated: CatalogSettings) -> Self {
        LanguageServer { stated, files: SortedMap::new(), state: State::New, server: None }
    }

    pub fn put(&mut self, path: &str, content: Vec<u8>) -> Result<(), Error> {
        self.files.insert(arguments::path(path)?, content.into());
        Ok(())
    }

    /// Handles a message, and returns the messages for the client.
    pub fn handle(&mut self, message: &str) -> Vec<Value> {
        let message: Value = match serde_json::from_str(message) {
            Ok(message) => message,
            Err(error) => return vec![refusal(Value::Null, PARSE_ERROR, &error.to_string())],
        };
        let id = message.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
        let params = message.get("params").cloned().unwrap_or_default();
        let mut answers = match (message.get("method").and_then(Value::as_str), id) {
            (Some(method), Some(id)) => vec![self.request(id, method, params)],
            (Some(method), None) => {
                self.notify(method, params);
                Vec::new()
            }
            // The answers of the client are not needed.
            (None, _) if message.get("result").is_some() || message.get("error").is_some() => Vec::new(),
            (None, id) => {
                vec![refusal(id.unwrap_or_default(), INVALID_REQUEST, "expected a message of JSON-RPC 2.0")]
            }
        };
        answers.extend(self.messages());
        answers
    }

    /// Checks some files, and returns the messages for the client; `None` if all are checked.
    pub fn idle(&mut self) -> Option<Vec<Value>> {
        let server = self.server.as_mut().filter(|server| server.is_due())?;
        let mut left = SLICE;
        server.check_due(&mut || {
            let is_over = left == 0;
            left = left.saturating_sub(1);
            is_over
        });
        Some(self.messages())
    }

    fn messages(&mut self) -> Vec<Value> {
        let messages = self.server.as_mut().map(Server::take_messages).unwrap_or_default();
        messages.iter().map(versioned).collect()
    }

    fn request(&mut self, id: Value, method: &str, params: Value) -> Value {
        let answer = match (&self.state, method) {
            (State::New, "initialize") => self.initialize(params),
            (State::New, _) => Err(refused(NOT_INITIALIZED, "the first request must be `initialize`")),
            (State::Stopped, _) => Err(refused(INVALID_REQUEST, "the server was shut down")),
            (State::Running, "initialize") => Err(refused(INVALID_REQUEST, "the server is already initialized")),
            (State::Running, "shutdown") => {
                self.state = State::Stopped;
                Ok(Value::Null)
            }
            (State::Running, method) => match &mut self.server {
                Some(server) => server.answer(method, params),
                None => Err(refused(NOT_INITIALIZED, "the server is not initialized")),
            },
        };
        match answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Refused { code, message }) => refusal(id, code, &message),
        }
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refused> {
        let files = Files { files: std::mem::take(&mut self.files), stated: self.stated.clone() };
        let mut server = Server::new(self.stated.clone(), Rc::new(files));
        let answer = server.initialize(params)?;
        (self.server, self.state) = (Some(server), State::Running);
        Ok(answer)
    }

    fn notify(&mut self, method: &str, params: Value) {
        match (&mut self.server, method) {
            (Some(_), "exit") => self.server = None,
            (Some(server), "initialized") => {
                // Files in memory can always be read.
                let _opened = server.start();
            }
            (Some(server), method) => server.notify(method, params),
            (None, _) => {}
        }
    }
}

fn refused(code: i32, message: &str) -> Refused {
    Refused { code, message: message.to_owned() }
}

fn refusal(id: Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

fn versioned(message: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(message).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        object.insert("jsonrpc".to_owned(), "2.0".into());
    }
    value
}

/// The files of every workspace folder.
struct Files {
    files: SortedMap<FilePath, Arc<[u8]>>,
    stated: CatalogSettings,
}

impl Disk for Files {
    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        Some(path.to_owned())
    }

    fn workspace(&self, _: &Path) -> io::Result<Workspace> {
        let contents = Contents::of(Arc::new(InMemory(self.files.clone())));
        Ok(sources(&self.files, &exclusions(&self.files, &self.stated)).with_contents(contents))
    }

    fn read(&self, _: &Path, path: &FilePath, is_named: &dyn Fn() -> bool) -> Option<String> {
        let is_excluded = exclusions(&self.files, &self.stated).leaves_out_file(path.as_str());
        let is_read = package::is_catalog_path(path) && !is_excluded || is_named();
        is_read.then(|| std::str::from_utf8(self.files.get(path)?).ok().map(str::to_owned)).flatten()
    }

    fn read_named(&self, root: &Path, path: &FilePath) -> Option<String> {
        self.read(root, path, &|| true).filter(|_| package::is_source_path(path))
    }
}
