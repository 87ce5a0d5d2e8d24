//! The language server behind `descriptorium lsp`. Its workspace is the folder; files that are open in the editor take
//! precedence over the disk.

mod answer;
mod completion;
mod convert;

use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use cap_std::fs::Dir;
use descriptorium_core::analysis::Analysis;
use descriptorium_core::content::Contents;
use descriptorium_core::edit::{Change, FileChange, TextEdit};
use descriptorium_core::exclusion;
use descriptorium_core::package;
use descriptorium_core::rules::catalog_settings::{self, CatalogSettings};
use descriptorium_core::text::{FilePath, LineIndex};
use descriptorium_core::workspace::{SourceFile, Workspace};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{Rename, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions, HoverProviderCapability,
    InitializeParams, OneOf, PublishDiagnosticsParams, RenameOptions, ServerCapabilities,
    TextDocumentContentChangeEvent, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde::de::DeserializeOwned;

use crate::folder::contents::OnDisk;
use crate::folder::{self, Folder, exclusions};
use crate::input;
use crate::pages::address;
use answer::Refusal;

/// A connection error, which ends the server.
pub type Broken = Box<dyn Error + Send + Sync>;

/// The state of the server.
struct Server {
    folder: Folder,
    root: PathBuf,
    /// The settings from the command line.
    stated: CatalogSettings,
    /// The address of the published site, if the settings contain it.
    site: Option<String>,
    analysis: Analysis,
    /// The analysis from which findings were published last, and the site that they linked to.
    told: Option<(Analysis, Option<String>)>,
    /// The open files, with their versions.
    open: BTreeMap<FilePath, i32>,
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
    let answer = serde_json::json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "descriptorium", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let mut server = Server::new(root(&parameters), stated)?;
    server.tell(connection)?;
    while let Some(message) = server.next_message(connection)? {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(true);
                }
                connection.sender.send(server.answer(request).into())?;
            }
            Message::Notification(notification) => server.note(notification),
            Message::Response(_) => {}
        }
        server.tell(connection)?;
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
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

/// The folder of the client, or the current folder.
fn root(parameters: &InitializeParams) -> PathBuf {
    let folders = parameters.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    #[expect(deprecated, reason = "older clients name their folder like this")]
    let older = parameters.root_uri.iter();
    let named = folders.chain(older).find_map(convert::path_of);
    named.unwrap_or_else(|| PathBuf::from("."))
}

impl Server {
    fn new(root: PathBuf, stated: CatalogSettings) -> io::Result<Self> {
        let folder = Folder::new(&root);
        let workspace = workspace(&folder)?;
        let all = stated.with_catalog(&workspace);
        let analysis = Analysis::new(workspace, all.settings());
        let root = root.canonicalize().unwrap_or(root);
        Ok(Server { folder, root, stated, site: site(&all), analysis, told: None, open: BTreeMap::new() })
    }

    /// The file of the workspace at an address; `None` if it is outside of the workspace or of another type.
    fn file(&self, uri: &Uri) -> Option<FilePath> {
        let path = convert::path_of(uri)?;
        let relative = match path.strip_prefix(&self.root) {
            Ok(relative) => relative.to_owned(),
            // The folder may have been opened through a link.
            Err(_) => path.canonicalize().ok()?.strip_prefix(&self.root).ok()?.to_owned(),
        };
        let path = FilePath::new(&relative.to_string_lossy().replace('\\', "/"))?;
        package::is_source_path(&path).then_some(path)
    }

    fn uri(&self, path: &FilePath) -> Option<Uri> {
        convert::uri_of(&self.root.join(path.as_str()))
    }

    /// The next message. While there is none, files that depend on edits are checked. `None` if the client has
    /// disconnected.
    fn next_message(&mut self, connection: &Connection) -> Result<Option<Message>, Broken> {
        if self.analysis.is_due() {
            let mut checking = self.analysis.checking_due(None);
            let arrived = loop {
                match connection.receiver.try_recv() {
                    Ok(message) => break Some(message),
                    Err(error) if error.is_disconnected() => return Ok(None),
                    Err(_) if checking.next_file() => {}
                    Err(_) => break None,
                }
            };
            self.analysis = checking.finish();
            if arrived.is_some() {
                return Ok(arrived);
            }
            self.tell(connection)?;
        }
        Ok(connection.receiver.recv().ok())
    }

    /// Checks the files that a request needs first: all files for a rename, otherwise its own file.
    fn check_for(&mut self, request: &Request) {
        if request.method == Rename::METHOD {
            self.analysis = self.analysis.with_due_checked();
            return;
        }
        let uri = request.params.pointer("/textDocument/uri").and_then(|uri| uri.as_str()?.parse::<Uri>().ok());
        let Some(path) = uri.and_then(|uri| self.file(&uri)).filter(|path| self.analysis.is_file_due(path)) else {
            return;
        };
        let mut checking = self.analysis.checking_due(Some(&path));
        checking.next_file();
        self.analysis = checking.finish();
    }

    /// Sets the text of a file; `None` deletes it.
    fn put(&mut self, path: &FilePath, text: Option<String>) {
        let mut change = Change::default();
        match (self.analysis.file(path), text) {
            (Some(file), Some(text)) => {
                change.edits.insert(path.clone(), TextEdit::between(&file.text, &text));
            }
            (None, Some(text)) => change.files.push(FileChange::Create { path: path.clone(), text }),
            (Some(_), None) => change.files.push(FileChange::Delete { path: path.clone() }),
            (None, None) => return,
        }
        let Ok(analysis) = self.analysis.changed_at_once(&change) else { return };
        let before = std::mem::replace(&mut self.analysis, analysis);
        if path.as_str() != catalog_settings::FILE {
            return self.read_named();
        }
        let stated = self.stated.with_catalog(self.analysis.workspace());
        self.site = site(&stated);
        self.analysis = std::mem::take(&mut self.analysis).judged(&self.stated);
        if stated.exclude != self.stated.with_catalog(before.workspace()).exclude {
            self.list_again();
        }
    }

    /// Reads a file from disk again, unless it is open in the editor. An excluded file is read only if another one names
    /// it.
    fn reread(&mut self, path: &FilePath) {
        if self.open.contains_key(path) {
            return;
        }
        let is_read = |dir: &Dir| {
            let is_listed = folder::is_listed(path) && !exclusions::leaves_out(dir, self.folder.root(), path);
            is_listed || !self.analysis.importers(path).is_empty()
        };
        let text = self.folder.open().ok().filter(is_read).and_then(|dir| folder::read(&dir, path).ok());
        self.put(path, text);
    }

    /// Reads excluded files that other files now name.
    fn read_named(&mut self) {
        let Ok(dir) = self.folder.open() else { return };
        loop {
            let missing = self.analysis.workspace().missing_files().into_iter();
            let found = missing.filter_map(|path| Some((folder::read_named(&dir, &path)?, path)));
            let files: Vec<FileChange> = found.map(|(text, path)| FileChange::Create { path, text }).collect();
            if files.is_empty() {
                return;
            }
            let Ok(analysis) = self.analysis.changed_at_once(&Change { files, ..Change::default() }) else { return };
            self.analysis = analysis;
        }
    }

    /// Reads files that are no longer excluded, and drops those that now are.
    fn list_again(&mut self) {
        let Ok(now) = workspace(&self.folder) else { return };
        let mut files = Vec::new();
        for file in self.analysis.workspace().files().filter(|file| !self.open.contains_key(&file.path)) {
            if now.file(&file.path).is_none() {
                files.push(FileChange::Delete { path: file.path.clone() });
            }
        }
        for file in now.files().filter(|file| self.analysis.file(&file.path).is_none()) {
            files.push(FileChange::Create { path: file.path.clone(), text: file.text.to_string() });
        }
        if let Ok(analysis) = self.analysis.changed(&Change { files, ..Change::default() }) {
            self.analysis = analysis;
        }
    }

    fn note(&mut self, notification: Notification) {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Some(opened) = read::<lsp_types::DidOpenTextDocumentParams>(notification) else { return };
                let Some(path) = self.file(&opened.text_document.uri) else { return };
                self.open.insert(path.clone(), opened.text_document.version);
                self.put(&path, Some(opened.text_document.text));
            }
            DidChangeTextDocument::METHOD => {
                let Some(changed) = read::<lsp_types::DidChangeTextDocumentParams>(notification) else { return };
                let Some(path) = self.file(&changed.text_document.uri) else { return };
                let Some(file) = self.analysis.file(&path) else { return };
                let text = changed.content_changes.into_iter().fold(file.text.to_string(), edited);
                self.open.insert(path.clone(), changed.text_document.version);
                self.put(&path, Some(text));
            }
            DidCloseTextDocument::METHOD => {
                let Some(closed) = read::<lsp_types::DidCloseTextDocumentParams>(notification) else { return };
                let Some(path) = self.file(&closed.text_document.uri) else { return };
                self.open.remove(&path);
                self.reread(&path);
            }
            DidChangeWatchedFiles::METHOD => {
                let Some(changed) = read::<lsp_types::DidChangeWatchedFilesParams>(notification) else { return };
                let paths: Vec<FilePath> = changed.changes.iter().filter_map(|one| self.file(&one.uri)).collect();
                paths.iter().for_each(|path| self.reread(path));
                let decides = |name: &str| name == exclusion::FILE || name == catalog_settings::FILE;
                let name = |one: &lsp_types::FileEvent| one.uri.path().as_str().rsplit('/').next().is_some_and(decides);
                if changed.changes.iter().any(name) {
                    self.list_again();
                }
            }
            _ => {}
        }
    }

    /// Publishes the findings of every file that differ from those published last. Files that are due follow once they are
    /// checked.
    fn tell(&mut self, connection: &Connection) -> Result<(), Broken> {
        let now = self.analysis.clone();
        let (before, site) = self.told.replace((now.clone(), self.site.clone())).unzip();
        let leads_elsewhere = site.is_some_and(|site| site != self.site);
        let files = now.workspace().files().map(|file| &file.path);
        let gone = before.iter().flat_map(|before| before.workspace().files().map(|file| &file.path));
        let gone = gone.filter(|path| now.file(path).is_none());
        for path in files.chain(gone).filter(|path| !now.is_file_due(path)) {
            let known = before.as_ref().map(|before| before.diagnostics(path));
            let found = now.diagnostics(path);
            // The previous analysis is still available, so unchanged files can be compared by pointer.
            let is_same = |known| std::ptr::eq(known, found) && !leads_elsewhere;
            let same = known.is_some_and(|known| is_same(known) || known.is_empty() && found.is_empty());
            if same || known.is_none() && found.is_empty() {
                continue;
            }
            let Some(uri) = self.uri(path) else { continue };
            let file = now.file(path);
            let diagnostics = found.iter().filter_map(|one| convert::diagnostic(self, file?, one)).collect();
            let version = self.open.get(path).copied();
            let parameters = PublishDiagnosticsParams { uri, diagnostics, version };
            let notification = Notification::new(PublishDiagnostics::METHOD.to_owned(), parameters);
            connection.sender.send(notification.into())?;
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> Response {
        self.check_for(&request);
        let (id, method) = (request.id.clone(), request.method.clone());
        match answer::answer(self, request) {
            Ok(Some(value)) => Response { id, response_result: Ok(value) },
            Ok(None) => {
                Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("method `{method}` is not supported"))
            }
            Err(Refusal::Malformed(why)) => Response::new_err(id, ErrorCode::InvalidParams as i32, why),
            Err(Refusal::Failed(why)) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
        }
    }
}

/// The files of a folder, including those that they name.
fn workspace(folder: &Folder) -> io::Result<Workspace> {
    let dir = folder.open()?;
    let listing = folder::listing::list(&dir, folder.root())?;
    let read = |path: FilePath| Some((path.clone(), Arc::from(folder::read_listed(&dir, &path)?.ok()?)));
    let texts: Vec<(FilePath, Arc<str>)> = listing.files.into_keys().filter_map(read).collect();
    let contents = Contents::of(Arc::new(OnDisk::new(folder.root())));
    let mut workspace = input::workspace(&texts).with_contents(contents);
    loop {
        let missing = workspace.missing_files().into_iter();
        let found: Vec<SourceFile> =
            missing.filter_map(|path| Some(SourceFile::new(path.clone(), folder::read_named(&dir, &path)?))).collect();
        if found.is_empty() {
            return Ok(workspace);
        }
        found.into_iter().for_each(|file| workspace.insert(Arc::new(file)));
    }
}

/// The address of the site; `None` if it is missing or invalid.
fn site(stated: &CatalogSettings) -> Option<String> {
    address::base(stated.site.url.as_deref()?).ok()
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
