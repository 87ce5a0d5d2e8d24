//! The transport of the language server: standard input and output. It reads the files of workspace folders from disk.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use descriptorium_core::content::Contents;
use descriptorium_core::lsp::catalog::Disk;
use descriptorium_core::lsp::{Refused, Server};
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response, ResponseError};

use crate::folder::contents::OnDisk;
use crate::folder::{self, Folder};
use crate::input;

/// A connection error, which ends the server.
type Broken = Box<dyn Error + Send + Sync>;

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
    let mut server = Server::new(stated, Rc::new(Folders));
    let (id, parameters) = connection.initialize_start()?;
    let answer = server.initialize(parameters).map_err(|Refused { message, .. }| message)?;
    connection.initialize_finish(id, answer)?;
    server.start()?;
    send(&mut server, connection)?;
    while let Some(message) = next_message(&mut server, connection)? {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(true);
                }
                let Request { id, method, params } = request;
                let answer = server.answer(&method, params);
                let answer = answer.map_err(|Refused { code, message }| ResponseError { code, message, data: None });
                connection.sender.send(Response { id, response_result: answer }.into())?;
            }
            Message::Notification(Notification { method, params }) => server.notify(&method, params),
            Message::Response(_) => {}
        }
        send(&mut server, connection)?;
    }
    Ok(false)
}

/// Sends the messages of the server.
fn send(server: &mut Server, connection: &Connection) -> Result<(), Broken> {
    for message in server.take_messages() {
        let (method, params) = (message.method.to_owned(), message.params);
        connection.sender.send(match message.id {
            Some(id) => Request { id: RequestId::from(id.to_owned()), method, params }.into(),
            None => Notification { method, params }.into(),
        })?;
    }
    Ok(())
}

/// The next message. While there is none, files that depend on edits are checked. `None` if the client has disconnected.
fn next_message(server: &mut Server, connection: &Connection) -> Result<Option<Message>, Broken> {
    while server.is_due() {
        let (mut arrived, mut is_gone) = (None, false);
        server.check_due(&mut || {
            match connection.receiver.try_recv() {
                Ok(message) => arrived = Some(message),
                Err(error) => is_gone = error.is_disconnected(),
            }
            is_gone || arrived.is_some()
        });
        if is_gone || arrived.is_some() {
            return Ok(arrived);
        }
        send(server, connection)?;
    }
    Ok(connection.receiver.recv().ok())
}

/// The folders on disk.
struct Folders;

impl Disk for Folders {
    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        path.canonicalize().ok()
    }

    fn workspace(&self, root: &Path) -> io::Result<Workspace> {
        workspace(&Folder::new(root))
    }

    fn read(&self, root: &Path, path: &FilePath, is_named: &dyn Fn() -> bool) -> Option<String> {
        let dir = Folder::new(root).open().ok()?;
        (folder::is_in_catalog(&dir, root, path) || is_named()).then(|| folder::read(&dir, path).ok()).flatten()
    }

    fn read_named(&self, root: &Path, path: &FilePath) -> Option<String> {
        folder::read_named(&Folder::new(root).open().ok()?, path)
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
