//! The language server behind `descriptorium lsp`. It has one catalog for each workspace folder of the client.

mod answer;
mod catalog;
mod completion;
mod convert;
mod hierarchy;
mod outline;

use std::error::Error;
use std::path::PathBuf;

use descriptorium_core::exclusion;
use descriptorium_core::package;
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::text::{FilePath, LineIndex};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
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
use serde::de::DeserializeOwned;

use answer::Refusal;
use catalog::Catalog;

/// A connection error, which ends the server.
pub type Broken = Box<dyn Error + Send + Sync>;

/// The state of the server.
struct Server {
    /// The settings from the command line.
    stated: CatalogSettings,
    /// The workspace folders, in the order of the client.
    catalogs: Vec<Catalog>,
}

/// Serves the client on standard input and output until it disconnects; returns whether it requested a shutdown.
pub fn run(stated: CatalogSettings) -> Result<bool, Broken> {
    let (connection, threads) = Connection::stdio();
    let in_order = serve(&connection, stated)?;
    drop(connection);
    threads.join()?;
    Ok(in_order)
}

/// Serves the client of `connection`.
fn serve(connection: &Connection, stated: CatalogSettings) -> Result<bool, Broken> {
    let (id, parameters) = connection.initialize_start()?;
    let parameters: InitializeParams = serde_json::from_value(parameters)?;
    let mut capabilities = serde_json::json!(capabilities());
    // The library has the requests, but not this field.
    capabilities["typeHierarchyProvider"] = true.into();
    let answer = serde_json::json!({
        "capabilities": capabilities,
        "serverInfo": { "name": "descriptorium", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let mut server = Server { stated, catalogs: Vec::new() };
    for root in roots(&parameters) {
        server.add(root)?;
    }
    if can_watch(&parameters) {
        connection.sender.send(watching().into())?;
    }
    server.publish(connection)?;
    while let Some(message) = server.next_message(connection)? {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(true);
                }
                connection.sender.send(server.answer(request).into())?;
            }
            Message::Notification(notification) => server.note(notification, connection)?,
            Message::Response(_) => {}
        }
        server.publish(connection)?;
    }
    Ok(false)
}

fn capabilities() -> ServerCapabilities {
    let characters = [":", " ", "$", "{", "."];
    ServerCapabilities {
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
fn watching() -> Request {
    let patterns = [format!("**/*.{{{}}}", package::EXTENSIONS.join(",")), format!("**/{}", exclusion::FILE)];
    let watcher = |pattern: String| FileSystemWatcher { glob_pattern: GlobPattern::String(pattern), kind: None };
    let options = DidChangeWatchedFilesRegistrationOptions { watchers: patterns.map(watcher).to_vec() };
    let registration = Registration {
        id: "files".to_owned(),
        method: DidChangeWatchedFiles::METHOD.to_owned(),
        register_options: serde_json::to_value(options).ok(),
    };
    let parameters = RegistrationParams { registrations: vec![registration] };
    Request::new(RequestId::from("watching".to_owned()), RegisterCapability::METHOD.to_owned(), parameters)
}

impl Server {
    fn add(&mut self, root: PathBuf) -> Result<(), Broken> {
        self.catalogs.push(Catalog::of_folder(root, self.stated.clone())?);
        Ok(())
    }

    /// The catalog of a file, and its path there: the innermost of the folders that contain it.
    fn find(&self, uri: &Uri) -> Option<(usize, FilePath)> {
        let all = self.catalogs.iter().enumerate();
        let found = all.filter_map(|(number, catalog)| Some((number, catalog.file(uri)?)));
        found.max_by_key(|(number, _)| self.catalogs[*number].root().as_os_str().len())
    }

    /// The next message. While there is none, files that depend on edits are checked. `None` if the client has
    /// disconnected.
    fn next_message(&mut self, connection: &Connection) -> Result<Option<Message>, Broken> {
        while let Some(number) = self.catalogs.iter().position(|catalog| catalog.analysis.is_due()) {
            let mut checking = self.catalogs[number].analysis.checking_due(None);
            let arrived = loop {
                match connection.receiver.try_recv() {
                    Ok(message) => break Some(message),
                    Err(error) if error.is_disconnected() => return Ok(None),
                    Err(_) if checking.next_file() => {}
                    Err(_) => break None,
                }
            };
            self.catalogs[number].analysis = checking.finish();
            if arrived.is_some() {
                return Ok(arrived);
            }
            self.publish(connection)?;
        }
        Ok(connection.receiver.recv().ok())
    }

    /// Checks the files that a request needs first: all files for a rename, otherwise its own file.
    fn check_for(&mut self, request: &Request, number: usize, path: &FilePath) {
        let catalog = &mut self.catalogs[number];
        if request.method == Rename::METHOD {
            catalog.analysis = catalog.analysis.with_due_checked();
        } else if catalog.analysis.is_file_due(path) {
            let mut checking = catalog.analysis.checking_due(Some(path));
            checking.next_file();
            catalog.analysis = checking.finish();
        }
    }

    fn note(&mut self, notification: Notification, connection: &Connection) -> Result<(), Broken> {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Some(opened) = read::<lsp_types::DidOpenTextDocumentParams>(notification) else { return Ok(()) };
                self.open(opened.text_document);
            }
            DidChangeTextDocument::METHOD => {
                let Some(changed) = read::<lsp_types::DidChangeTextDocumentParams>(notification) else { return Ok(()) };
                let Some((number, path)) = self.find(&changed.text_document.uri) else { return Ok(()) };
                let catalog = &mut self.catalogs[number];
                let Some(file) = catalog.analysis.file(&path) else { return Ok(()) };
                let text = changed.content_changes.into_iter().fold(file.text.to_string(), edited);
                catalog.change(&path, changed.text_document.version, text);
            }
            DidCloseTextDocument::METHOD => {
                let Some(closed) = read::<lsp_types::DidCloseTextDocumentParams>(notification) else { return Ok(()) };
                let Some((number, path)) = self.find(&closed.text_document.uri) else { return Ok(()) };
                self.catalogs[number].close(&path, connection)?;
            }
            DidChangeWatchedFiles::METHOD => {
                let Some(changed) = read::<lsp_types::DidChangeWatchedFilesParams>(notification) else { return Ok(()) };
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
                let Some(changed) = read::<lsp_types::DidChangeWorkspaceFoldersParams>(notification) else {
                    return Ok(());
                };
                self.change_folders(&changed.event, connection)?;
            }
            _ => {}
        }
        Ok(())
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
            self.catalogs.push(Catalog::without_folder(self.stated.clone()));
        }
        self.catalogs[0].open(document);
    }

    /// Opens and closes folders. Documents move to the catalog that contains them now.
    fn change_folders(&mut self, event: &WorkspaceFoldersChangeEvent, connection: &Connection) -> Result<(), Broken> {
        for catalog in &mut self.catalogs {
            catalog.withdraw(connection)?;
        }
        let documents: Vec<TextDocumentItem> = self.catalogs.iter().flat_map(Catalog::documents).collect();
        let canonical = |uri: &Uri| convert::path_of(uri).map(|path| path.canonicalize().unwrap_or(path));
        let removed: Vec<PathBuf> = event.removed.iter().filter_map(|folder| canonical(&folder.uri)).collect();
        self.catalogs.retain(|catalog| !removed.iter().any(|root| root == catalog.root()));
        for root in event.added.iter().filter_map(|folder| canonical(&folder.uri)) {
            if self.catalogs.iter().all(|catalog| catalog.root() != root) {
                // A folder that cannot be read has no files.
                let _unreadable = self.add(root);
            }
        }
        documents.into_iter().for_each(|document| self.open(document));
        Ok(())
    }

    fn publish(&mut self, connection: &Connection) -> Result<(), Broken> {
        let roots: Vec<PathBuf> = self.catalogs.iter().map(|catalog| catalog.root().to_owned()).collect();
        for catalog in &mut self.catalogs {
            let own = catalog.root().to_owned();
            let inner = roots.iter().filter(|root| **root != own && root.starts_with(&own));
            let inner: Vec<PathBuf> = inner.cloned().collect();
            catalog.publish(connection, &inner)?;
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> Response {
        let uri = ["/textDocument/uri", "/item/uri"].into_iter().find_map(|at| request.params.pointer(at));
        let uri = uri.and_then(|uri| uri.as_str()?.parse::<Uri>().ok());
        let found = uri.and_then(|uri| self.find(&uri));
        if let Some((number, path)) = &found {
            self.check_for(&request, *number, path);
        }
        let (id, method) = (request.id.clone(), request.method.clone());
        let own = found.map(|(number, _)| &self.catalogs[number]);
        match answer::answer(&self.catalogs, own, request) {
            Ok(Some(value)) => Response { id, response_result: Ok(value) },
            Ok(None) => {
                Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("method `{method}` is not supported"))
            }
            Err(Refusal::Malformed(why)) => Response::new_err(id, ErrorCode::InvalidParams as i32, why),
            Err(Refusal::Failed(why)) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
        }
    }
}

fn read<T: DeserializeOwned>(notification: Notification) -> Option<T> {
    serde_json::from_value(notification.params).ok()
}

/// Applies a change from the editor to a text.
fn edited(text: String, change: TextDocumentContentChangeEvent) -> String {
    let Some(range) = change.range else { return change.text };
    let lines = LineIndex::new(&text);
    let start = convert::offset(&text, &lines, range.start);
    let end = convert::offset(&text, &lines, range.end).max(start);
    format!("{}{}{}", &text[..start], change.text, &text[end..])
}

#[cfg(test)]
mod tests {
    use lsp_types::{Position, Range};

    use super::*;

    #[test]
    fn changes_are_counted_in_units_of_utf16() {
        let change = |start: (u32, u32), end: (u32, u32), text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(start.0, start.1), Position::new(end.0, end.1))),
            range_length: None,
            text: text.to_owned(),
        };
        let text = || "ä𝄞x: 1\nb: 2\n".to_owned();
        assert_eq!(edited(text(), change((0, 3), (0, 4), "y")), "ä𝄞y: 1\nb: 2\n");
        assert_eq!(edited(text(), change((0, 6), (1, 3), "")), "ä𝄞x: 2\n");
        assert_eq!(edited(text(), change((9, 9), (9, 9), "end")), "ä𝄞x: 1\nb: 2\nend");
        assert_eq!(edited(text(), change((0, 99), (0, 99), "!")), "ä𝄞x: 1!\nb: 2\n", "a line has an end");
    }
}
