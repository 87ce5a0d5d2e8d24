//! The language server without a transport: `descriptorium lsp` connects it to standard input and output, and the package
//! for JavaScript to a `MessagePort`. It has one catalog for each workspace folder of the client.

pub mod answer;
pub mod catalog;
mod completion;
pub mod convert;
mod hierarchy;
mod outline;
mod symbols;
mod tokens;

use std::io;
use std::path::PathBuf;
use std::rc::Rc;

use crate::exclusion;
use crate::package;
use crate::rules::catalog_settings::CatalogSettings;
use crate::text::{FilePath, LineIndex};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders, DidCloseTextDocument, DidOpenTextDocument,
    Notification as _,
};
use lsp_types::request::{RegisterCapability, Rename, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DidChangeWatchedFilesRegistrationOptions, DocumentLinkOptions, FileSystemWatcher, FoldingRangeProviderCapability,
    GlobPattern, HoverProviderCapability, InitializeParams, OneOf, Registration, RegistrationParams, RenameOptions,
    ServerCapabilities, TextDocumentContentChangeEvent, TextDocumentItem, TextDocumentSyncCapability,
    TextDocumentSyncKind, Uri, WorkspaceFoldersChangeEvent, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use answer::Refusal;
use catalog::{Catalog, Disk};
use convert::Encoding;

/// The state of the server.
pub struct Server {
    /// The settings that override those of catalogs.
    stated: CatalogSettings,
    disk: Rc<dyn Disk>,
    /// The workspace folders, in the order of the client.
    catalogs: Vec<Catalog>,
    /// The positions that the client understands.
    encoding: Encoding,
    /// The parameters of the client, until the folders are opened.
    initial: Option<InitializeParams>,
    /// The messages that were not sent yet.
    out: Vec<Outgoing>,
}

/// A message to the client, in the form of JSON-RPC 2.0 without the version.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outgoing {
    /// Present in requests, whose answers are ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'static str>,
    pub method: &'static str,
    pub params: Value,
}

impl Outgoing {
    fn notification(method: &'static str, params: impl Serialize) -> Self {
        Outgoing { id: None, method, params: serde_json::to_value(params).unwrap_or_default() }
    }
}

/// The error that answers a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refused {
    /// The code of JSON-RPC or of the protocol.
    pub code: i32,
    pub message: String,
}

const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const REQUEST_FAILED: i32 = -32803;

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    let characters = [":", " ", "$", "{", "."];
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(characters.map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: Default::default(),
        }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(tokens::options().into()),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::REFACTOR_REWRITE,
                CodeActionKind::SOURCE_FIX_ALL,
            ]),
            ..CodeActionOptions::default()
        })),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}

/// The folders of the client. A client that does not say has the current folder.
fn roots(parameters: &InitializeParams) -> Vec<PathBuf> {
    if let Some(folders) = &parameters.workspace_folders {
        return folders.iter().filter_map(|folder| convert::path_of(&folder.uri)).collect();
    }
    #[expect(deprecated, reason = "older clients name their folder like this")]
    let older = parameters.root_uri.as_ref();
    vec![older.and_then(convert::path_of).unwrap_or_else(|| PathBuf::from("."))]
}

/// Whether the client can be asked to report changes on disk.
fn can_watch(parameters: &InitializeParams) -> bool {
    let workspace = parameters.capabilities.workspace.as_ref();
    let watching = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
    watching.and_then(|watching| watching.dynamic_registration).unwrap_or(false)
}

/// Asks the client to report changes of the files that are read: no client does so unasked.
fn watching() -> Outgoing {
    let patterns = [format!("**/*.{{{}}}", package::EXTENSIONS.join(",")), format!("**/{}", exclusion::FILE)];
    let watcher = |pattern: String| FileSystemWatcher { glob_pattern: GlobPattern::String(pattern), kind: None };
    let options = DidChangeWatchedFilesRegistrationOptions { watchers: patterns.map(watcher).to_vec() };
    let registration = Registration {
        id: "files".to_owned(),
        method: DidChangeWatchedFiles::METHOD.to_owned(),
        register_options: serde_json::to_value(options).ok(),
    };
    let parameters = RegistrationParams { registrations: vec![registration] };
    let params = serde_json::to_value(parameters).unwrap_or_default();
    Outgoing { id: Some("watching"), method: RegisterCapability::METHOD, params }
}

impl Server {
    pub fn new(stated: CatalogSettings, disk: Rc<dyn Disk>) -> Self {
        Server { stated, disk, catalogs: Vec::new(), encoding: Encoding::default(), initial: None, out: Vec::new() }
    }

    /// Answers the request `initialize`.
    ///
    /// # Errors
    ///
    /// If the parameters are invalid.
    pub fn initialize(&mut self, params: Value) -> Result<Value, Refused> {
        let invalid = |error: serde_json::Error| Refused { code: INVALID_PARAMS, message: error.to_string() };
        let initial: InitializeParams = serde_json::from_value(params).map_err(invalid)?;
        self.encoding = Encoding::of_client(&initial.capabilities);
        self.initial = Some(initial);
        let mut capabilities = serde_json::json!(capabilities(self.encoding));
        // The library has the requests, but not this field.
        capabilities["typeHierarchyProvider"] = true.into();
        Ok(serde_json::json!({
            "capabilities": capabilities,
            "serverInfo": { "name": "descriptorium", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    /// Opens and checks the folders, once the client has sent the notification `initialized`.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read.
    pub fn start(&mut self) -> io::Result<()> {
        let Some(parameters) = self.initial.take() else { return Ok(()) };
        for root in roots(&parameters) {
            self.add(root)?;
        }
        if can_watch(&parameters) {
            self.out.push(watching());
        }
        self.publish();
        Ok(())
    }

    /// The messages for the client since the last call.
    pub fn take_messages(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.out)
    }

    fn add(&mut self, root: PathBuf) -> io::Result<()> {
        self.catalogs.push(Catalog::of_folder(Rc::clone(&self.disk), root, self.stated.clone(), self.encoding)?);
        Ok(())
    }

    /// The catalog of a file, and its path there: the innermost of the folders that contain it.
    fn find(&self, uri: &Uri) -> Option<(usize, FilePath)> {
        let all = self.catalogs.iter().enumerate();
        let found = all.filter_map(|(number, catalog)| Some((number, catalog.file(uri)?)));
        found.max_by_key(|(number, _)| self.catalogs[*number].root().as_os_str().len())
    }

    /// Whether files that depend on edits still have to be checked.
    pub fn is_due(&self) -> bool {
        self.catalogs.iter().any(|catalog| catalog.analysis.is_due())
    }

    /// Checks files that depend on edits in one of the folders, until `is_interrupted`, which is asked before each file.
    pub fn check_due(&mut self, is_interrupted: &mut dyn FnMut() -> bool) {
        let Some(catalog) = self.catalogs.iter_mut().find(|catalog| catalog.analysis.is_due()) else { return };
        let mut checking = catalog.analysis.checking_due(None);
        while !is_interrupted() && checking.next_file() {}
        catalog.analysis = checking.finish();
        if !catalog.analysis.is_due() {
            self.publish();
        }
    }

    /// Checks the files that a request needs first: all files for a rename, otherwise its own file.
    fn check_for(&mut self, method: &str, number: usize, path: &FilePath) {
        let catalog = &mut self.catalogs[number];
        if method == Rename::METHOD {
            catalog.analysis = catalog.analysis.with_due_checked();
        } else if catalog.analysis.is_file_due(path) {
            let mut checking = catalog.analysis.checking_due(Some(path));
            checking.next_file();
            catalog.analysis = checking.finish();
        }
    }

    /// Handles a notification. Those that are unknown or malformed are ignored.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.note(method, params);
        self.publish();
    }

    fn note(&mut self, method: &str, params: Value) {
        match method {
            DidOpenTextDocument::METHOD => {
                let Some(opened) = read::<lsp_types::DidOpenTextDocumentParams>(params) else { return };
                self.open(opened.text_document);
            }
            DidChangeTextDocument::METHOD => {
                let Some(changed) = read::<lsp_types::DidChangeTextDocumentParams>(params) else { return };
                let Some((number, path)) = self.find(&changed.text_document.uri) else { return };
                let catalog = &mut self.catalogs[number];
                let Some(file) = catalog.analysis.file(&path) else { return };
                let edited = |text, change| edited(self.encoding, text, change);
                let text = changed.content_changes.into_iter().fold(file.text.to_string(), edited);
                catalog.change(&path, changed.text_document.version, text);
            }
            DidCloseTextDocument::METHOD => {
                let Some(closed) = read::<lsp_types::DidCloseTextDocumentParams>(params) else { return };
                let Some((number, path)) = self.find(&closed.text_document.uri) else { return };
                self.catalogs[number].close(&path, &mut self.out);
            }
            DidChangeWatchedFiles::METHOD => {
                let Some(changed) = read::<lsp_types::DidChangeWatchedFilesParams>(params) else { return };
                let names: Vec<&str> =
                    changed.changes.iter().filter_map(|one| one.uri.path().as_str().rsplit('/').next()).collect();
                // Nested folders both contain a file.
                for catalog in &mut self.catalogs {
                    let paths: Vec<FilePath> =
                        changed.changes.iter().filter_map(|one| catalog.file(&one.uri)).collect();
                    catalog.files_changed(&paths, &names);
                }
            }
            DidChangeWorkspaceFolders::METHOD => {
                let Some(changed) = read::<lsp_types::DidChangeWorkspaceFoldersParams>(params) else { return };
                self.change_folders(&changed.event);
            }
            _ => {}
        }
    }

    /// A document was opened. One that is not saved yet belongs to the first folder.
    fn open(&mut self, document: TextDocumentItem) {
        if let Some((number, _)) = self.find(&document.uri) {
            return self.catalogs[number].open(document);
        }
        if convert::path_of(&document.uri).is_some() {
            return;
        }
        if self.catalogs.is_empty() {
            self.catalogs.push(Catalog::without_folder(self.stated.clone(), self.encoding));
        }
        self.catalogs[0].open(document);
    }

    /// Opens and closes folders. Documents move to the catalog that contains them now.
    fn change_folders(&mut self, event: &WorkspaceFoldersChangeEvent) {
        for catalog in &mut self.catalogs {
            catalog.withdraw(&mut self.out);
        }
        let documents: Vec<TextDocumentItem> = self.catalogs.iter().flat_map(Catalog::documents).collect();
        let disk = Rc::clone(&self.disk);
        let canonical = |uri: &Uri| convert::path_of(uri).map(|path| disk.canonical(&path).unwrap_or(path));
        let removed: Vec<PathBuf> = event.removed.iter().filter_map(|folder| canonical(&folder.uri)).collect();
        self.catalogs.retain(|catalog| !removed.iter().any(|root| root == catalog.root()));
        for root in event.added.iter().filter_map(|folder| canonical(&folder.uri)) {
            if self.catalogs.iter().all(|catalog| catalog.root() != root) {
                // A folder that cannot be read has no files.
                let _unreadable = self.add(root);
            }
        }
        documents.into_iter().for_each(|document| self.open(document));
    }

    /// Publishes new findings.
    fn publish(&mut self) {
        let roots: Vec<PathBuf> = self.catalogs.iter().map(|catalog| catalog.root().to_owned()).collect();
        for catalog in &mut self.catalogs {
            let own = catalog.root().to_owned();
            let inner = roots.iter().filter(|root| **root != own && root.starts_with(&own));
            let inner: Vec<PathBuf> = inner.cloned().collect();
            catalog.publish(&mut self.out, &inner);
        }
    }

    /// Answers a request other than `initialize` and `shutdown`.
    ///
    /// # Errors
    ///
    /// If the method is unknown, the parameters are invalid, or the request cannot be fulfilled.
    pub fn answer(&mut self, method: &str, params: Value) -> Result<Value, Refused> {
        let uri = ["/textDocument/uri", "/item/uri"].into_iter().find_map(|at| params.pointer(at));
        let uri = uri.and_then(|uri| uri.as_str()?.parse::<Uri>().ok());
        let found = uri.and_then(|uri| self.find(&uri));
        if let Some((number, path)) = &found {
            self.check_for(method, *number, path);
        }
        let own = found.map(|(number, _)| &self.catalogs[number]);
        let answer = answer::answer(&self.catalogs, own, method, params);
        self.publish();
        match answer {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(Refused { code: METHOD_NOT_FOUND, message: format!("method `{method}` is not supported") }),
            Err(Refusal::Malformed(message)) => Err(Refused { code: INVALID_PARAMS, message }),
            Err(Refusal::Failed(message)) => Err(Refused { code: REQUEST_FAILED, message }),
        }
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// Applies a change from the editor to a text.
fn edited(encoding: Encoding, text: String, change: TextDocumentContentChangeEvent) -> String {
    let Some(range) = change.range else { return change.text };
    let lines = LineIndex::new(&text);
    let start = encoding.offset(&text, &lines, range.start);
    let end = encoding.offset(&text, &lines, range.end).max(start);
    format!("{}{}{}", &text[..start], change.text, &text[end..])
}

#[cfg(test)]
mod tests {
    use lsp_types::{Position, Range};

    use super::*;

    #[test]
    fn changes_are_counted_in_the_units_of_the_client() {
        let change = |start: (u32, u32), end: (u32, u32), text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(start.0, start.1), Position::new(end.0, end.1))),
            range_length: None,
            text: text.to_owned(),
        };
        let text = || "ä𝄞x: 1\nb: 2\n".to_owned();
        let in_utf16 = |text, change| edited(Encoding::Utf16, text, change);
        assert_eq!(in_utf16(text(), change((0, 3), (0, 4), "y")), "ä𝄞y: 1\nb: 2\n");
        assert_eq!(in_utf16(text(), change((0, 6), (1, 3), "")), "ä𝄞x: 2\n");
        assert_eq!(in_utf16(text(), change((9, 9), (9, 9), "end")), "ä𝄞x: 1\nb: 2\nend");
        assert_eq!(in_utf16(text(), change((0, 99), (0, 99), "!")), "ä𝄞x: 1!\nb: 2\n", "a line has an end");
        let in_utf8 = |text, change| edited(Encoding::Utf8, text, change);
        assert_eq!(in_utf8(text(), change((0, 6), (0, 7), "y")), "ä𝄞y: 1\nb: 2\n");
        assert_eq!(in_utf8(text(), change((0, 9), (1, 3), "")), "ä𝄞x: 2\n");
        assert_eq!(in_utf8(text(), change((0, 4), (0, 4), "!")), "ä!𝄞x: 1\nb: 2\n", "a character stays whole");
        assert_eq!(in_utf8(text(), change((0, 99), (0, 99), "!")), "ä𝄞x: 1!\nb: 2\n", "a line has an end");
    }
}
