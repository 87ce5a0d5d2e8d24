//! The API through which the modeller opens and saves files.
//!
//! ```text
//! GET    /api/session        {"folder", "run", "readOnly", "hasCommits", "mayWrite", "title", "stated"}; for pages of this server only
//! POST   /api/session        X-Descriptorium-Ticket: <ticket of the printed address>; {"key", "token"}
//! GET    /api/catalog        {"files": [{"path", "etag", "text"}], "problems": [{"path", "message"}]}
//! GET    /api/files/<path>   the text; ETag
//! PUT    /api/files/<path>   If-Match: <etag>, or If-None-Match: * for a new file, which may be a packed chart or an artifact that a descriptor names; {"path", "etag"}
//! DELETE /api/files/<path>   If-Match: <etag>
//! GET    /api/head           {"commit", "files": [{"path", "text"}], "added": ["path"]}: what differs from the commit that is checked out: its texts, and files that it does not have; 404 outside of a Git repository
//! GET    /api/contents       {"files": [{"path", "size"}]}: files of any kind, with their sizes in bytes
//! GET    /api/contents/<address>   the bytes of one, at most 64 MiB; ETag
//! ```
//! The address of a file in an archive is `app.csar!/charts/web.tgz!/values.yaml`; one that ends with `!/` lists an archive.
//!
//! Every response names the folder and the run of the program in `X-Descriptorium-Folder` and `X-Descriptorium-Run`.
//! Writes require the token in `X-Descriptorium-Token`: it is computed from the key, the host and the run
//! ([`descriptorium_core::access`]), and checked before the body is read. Errors are `{"error": "message"}`; a write with a failed
//! precondition returns 412 and the current `etag`, or null if the file does not exist.

use std::io;

use descriptorium_core::access::{FOLDER_HEADER, RUN_HEADER};
use descriptorium_core::content::{Absence, Address, INSIDE};
use descriptorium_core::package::{self, Writing};
use descriptorium_core::text::{self, FilePath};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, StatusCode};
use serde_json::json;

use crate::folder::{self, FileFinding};
use crate::git::{self, Committed};
use crate::server::guard::decode;
use crate::server::reply::Reply;
use crate::server::store::{self, Precondition, WriteError};
use crate::server::{App, Request};

/// Whether a path belongs to the API.
pub fn has(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

pub fn answer(app: &App, request: &Request) -> Reply {
    named(app, answered(app, request).unwrap_or_else(|reply| reply))
}

/// Whether the body of a request is to be read, which only saves need, or a refusal.
pub fn admit_body(app: &App, request: &Request) -> Result<bool, Reply> {
    if request.method != Method::PUT || !request.path.starts_with("/api/files/") {
        return Ok(false);
    }
    let is_allowed = app.guard.not_from_elsewhere(request).and_then(|()| may_change(app, request));
    is_allowed.map(|()| true).map_err(|reply| named(app, reply))
}

/// The reply with the headers that identify the folder and the run.
fn named(app: &App, reply: Reply) -> Reply {
    let access = &app.guard.access;
    [(FOLDER_HEADER, access.folder()), (RUN_HEADER, access.run())].into_iter().fold(reply, |reply, (name, value)| {
        match HeaderValue::from_str(value) {
            Ok(value) => reply.header(HeaderName::from_static(name), value),
            Err(_) => reply,
        }
    })
}

fn answered(app: &App, request: &Request) -> Result<Reply, Reply> {
    app.guard.not_from_elsewhere(request)?;
    let reads = matches!(request.method, Method::GET | Method::HEAD);
    match request.path.as_str() {
        "/api/session" if reads => session(app, request),
        "/api/session" if request.method == Method::POST => redeem(app, request),
        "/api/session" => Err(Reply::method_not_allowed("GET, HEAD, POST")),
        "/api/catalog" if reads => catalog(app, request),
        "/api/head" if reads => head(app),
        "/api/contents" if reads => contents(app, None),
        "/api/catalog" | "/api/head" | "/api/contents" => Err(Reply::method_not_allowed("GET, HEAD")),
        path => match (path.strip_prefix("/api/files/"), path.strip_prefix("/api/contents/")) {
            (Some(path), _) => file(app, request, path),
            (None, Some(address)) if reads => content(app, request, address),
            (None, Some(_)) => Err(Reply::method_not_allowed("GET, HEAD")),
            (None, None) => Err(Reply::error(StatusCode::NOT_FOUND, "unknown API address")),
        },
    }
}

fn session(app: &App, request: &Request) -> Result<Reply, Reply> {
    app.guard.from_here(request)?;
    let access = &app.guard.access;
    let value = json!({
        "folder": access.folder(),
        "run": access.run(),
        "readOnly": app.read_only,
        "hasCommits": git::has_commits(app.live.root()),
        "mayWrite": may_change(app, request).is_ok(),
        "title": app.live.title(),
        "stated": app.live.stated(),
    });
    Ok(Reply::json(StatusCode::OK, &value))
}

/// Exchanges a ticket for the key of the folder.
fn redeem(app: &App, request: &Request) -> Result<Reply, Reply> {
    refuse_read_only(app)?;
    let key = app.guard.redeem(request)?;
    app.announce_next();
    let host = request.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    Ok(Reply::json(StatusCode::OK, &json!({ "key": key, "token": app.guard.access.token(host) })))
}

fn catalog(app: &App, request: &Request) -> Result<Reply, Reply> {
    let snapshot = app.live.now().map_err(|error| gone(&error))?;
    if has_already(&request.headers, snapshot.etag()) {
        return Ok(Reply::not_modified(snapshot.etag()));
    }
    let files = snapshot
        .analysis
        .workspace()
        .files()
        .map(|file| json!({ "path": file.path, "etag": snapshot.etags.get(&file.path), "text": &*file.text }));
    let object = |finding: &FileFinding| json!({ "path": finding.path, "message": finding.message });
    let value = json!({
        "files": files.collect::<Vec<_>>(),
        "problems": snapshot.file_findings.iter().map(object).collect::<Vec<_>>(),
        "passedOver": snapshot.passed_over.iter().map(object).collect::<Vec<_>>(),
    });
    Ok(Reply::json(StatusCode::OK, &value).etag(snapshot.etag()))
}

/// The differences between the folder and the commit that is checked out. The folder is compared with what was read of
/// it, not by Git, which would run programs that the settings of a repository name. Line breaks alone are no
/// difference, because Git may convert them.
fn head(app: &App) -> Result<Reply, Reply> {
    let committed = Committed::of(app.live.root()).map_err(|why| Reply::error(StatusCode::NOT_FOUND, why))?;
    let snapshot = app.live.now().map_err(|error| gone(&error))?;
    let dir = app.live.open().map_err(|error| gone(&error))?;
    let workspace = snapshot.analysis.workspace();
    let differs = |path: &FilePath, text: &str| match workspace.file(path) {
        Some(file) => !text::lines(&file.text).eq(text::lines(text)),
        None => folder::is_in_catalog(&dir, app.live.root(), path) && !dir.exists(path.as_str()),
    };
    let changed = committed.files.iter().filter(|(path, text)| differs(path, text));
    let added = workspace.files().map(|file| &file.path).filter(|path| !committed.files.contains_key(*path));
    let value = json!({
        "commit": committed.commit,
        "files": changed.map(|(path, text)| json!({ "path": path, "text": text })).collect::<Vec<_>>(),
        "added": added.collect::<Vec<_>>(),
    });
    Ok(Reply::json(StatusCode::OK, &value))
}

/// The files of any kind in the folder or in an archive.
fn contents(app: &App, archive: Option<&Address>) -> Result<Reply, Reply> {
    let files = app.live.contents().list(archive).map_err(|why| absent(&why))?;
    let files: Vec<_> = files.into_iter().map(|(path, size)| json!({ "path": path, "size": size })).collect();
    Ok(Reply::json(StatusCode::OK, &json!({ "files": files })))
}

/// The contents of one file.
fn content(app: &App, request: &Request, address: &str) -> Result<Reply, Reply> {
    let address = decode(address).unwrap_or_default();
    let parsed = |text: &str| {
        Address::parse(text).ok_or_else(|| Reply::error(StatusCode::BAD_REQUEST, "not an address in the folder"))
    };
    if let Some(archive) = address.strip_suffix(INSIDE) {
        return contents(app, Some(&parsed(archive)?));
    }
    let bytes = app.live.contents().bytes(&parsed(&address)?).map_err(|why| absent(&why))?;
    let etag = store::etag(&bytes);
    if has_already(&request.headers, &etag) {
        return Ok(Reply::not_modified(&etag));
    }
    Ok(Reply::new(StatusCode::OK, "application/octet-stream", bytes.to_vec()).etag(&etag))
}

fn absent(why: &Absence) -> Reply {
    let status = match why {
        Absence::Missing => StatusCode::NOT_FOUND,
        Absence::Coming => StatusCode::SERVICE_UNAVAILABLE,
        Absence::TooLarge | Absence::Unreadable(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Reply::error(status, why.to_string())
}

fn file(app: &App, request: &Request, path: &str) -> Result<Reply, Reply> {
    let path = decode(path).as_deref().and_then(FilePath::new);
    let path = path.ok_or_else(|| Reply::error(StatusCode::BAD_REQUEST, "not a path in the folder"))?;
    match request.method {
        Method::GET | Method::HEAD => get(app, request, &path),
        Method::PUT => put(app, request, &path),
        Method::DELETE => delete(app, request, &path),
        _ => Err(Reply::method_not_allowed("GET, HEAD, PUT, DELETE")),
    }
}

fn get(app: &App, request: &Request, path: &FilePath) -> Result<Reply, Reply> {
    let missing = || Reply::error(StatusCode::NOT_FOUND, "no such file");
    let dir = app.live.open().map_err(|error| gone(&error))?;
    if !is_served(app, path) || !dir.try_exists(path.as_str()).unwrap_or(false) {
        return Err(missing());
    }
    let text = folder::read_descriptor(&dir, path)
        .map_err(|finding| Reply::error(StatusCode::UNPROCESSABLE_ENTITY, format!("{path}: {}", finding.message)))?;
    let etag = store::etag(text.as_bytes());
    if has_already(&request.headers, &etag) {
        return Ok(Reply::not_modified(&etag));
    }
    Ok(Reply::new(StatusCode::OK, "application/yaml; charset=utf-8", text).etag(&etag))
}

fn put(app: &App, request: &Request, path: &FilePath) -> Result<Reply, Reply> {
    may_change(app, request)?;
    let precondition = precondition(&request.headers)?;
    // The descriptor that names an artifact is written first.
    let is_named = || app.live.now().is_ok_and(|snapshot| snapshot.analysis.is_missing(path));
    let is_artifact = || !package::is_source_path(path) && is_named();
    let writing = store::writing(&request.body, &precondition, is_artifact);
    if !matches!(writing, Writing::NewChart | Writing::NewArtifact) && std::str::from_utf8(&request.body).is_err() {
        return Err(Reply::error(StatusCode::BAD_REQUEST, "descriptors must be UTF-8"));
    }
    let _writing = app.live.writing();
    let dir = app.live.open().map_err(|error| gone(&error))?;
    match precondition {
        Precondition::Absent => {
            store::may_begin(&dir, app.live.root(), path, writing).map_err(|error| refusal(path, error))?;
        }
        Precondition::Is(_) => may_replace(app, path)?,
    }
    let etag = store::write(&dir, path, &request.body, writing, &precondition);
    let etag = etag.map_err(|error| refusal(path, error))?;
    let status = if precondition == Precondition::Absent { StatusCode::CREATED } else { StatusCode::OK };
    Ok(Reply::json(status, &json!({ "path": path, "etag": etag })).etag(&etag))
}

fn delete(app: &App, request: &Request, path: &FilePath) -> Result<Reply, Reply> {
    may_change(app, request)?;
    let precondition = precondition(&request.headers)?;
    if precondition == Precondition::Absent {
        return Err(unconditional());
    }
    may_replace(app, path)?;
    let _writing = app.live.writing();
    let dir = app.live.open().map_err(|error| gone(&error))?;
    store::delete(&dir, path, &precondition).map_err(|error| refusal(path, error))?;
    Ok(Reply::json(StatusCode::OK, &json!({ "path": path })))
}

/// Whether a file at this path is served: it is listed, or another file names it.
fn is_served(app: &App, path: &FilePath) -> bool {
    folder::is_listed(path) || app.live.now().is_ok_and(|snapshot| snapshot.etags.contains_key(path))
}

fn may_replace(app: &App, path: &FilePath) -> Result<(), Reply> {
    let refused = WriteError::Refused("only files of the catalog can be written");
    if is_served(app, path) { Ok(()) } else { Err(refusal(path, refused)) }
}

fn may_change(app: &App, request: &Request) -> Result<(), Reply> {
    refuse_read_only(app)?;
    app.guard.may_write(request)
}

fn refuse_read_only(app: &App) -> Result<(), Reply> {
    match app.read_only {
        true => Err(Reply::error(StatusCode::FORBIDDEN, "the folder is read-only (--read-only)")),
        false => Ok(()),
    }
}

/// The precondition of a write, which is required.
fn precondition(headers: &HeaderMap) -> Result<Precondition, Reply> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    match (text(header::IF_MATCH), text(header::IF_NONE_MATCH)) {
        (Some(etag), None) if etag.starts_with('"') => Ok(Precondition::Is(etag.to_owned())),
        (None, Some("*")) => Ok(Precondition::Absent),
        _ => Err(unconditional()),
    }
}

fn unconditional() -> Reply {
    let message = "send If-Match with the ETag of the file, or If-None-Match: * for a new file";
    Reply::error(StatusCode::PRECONDITION_REQUIRED, message)
}

/// Whether the client has the contents with this ETag.
pub fn has_already(headers: &HeaderMap, etag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or("");
    known.split(',').any(|known| known.trim().trim_start_matches("W/") == etag)
}

fn gone(error: &io::Error) -> Reply {
    let message = format!("cannot read the folder: {}", folder::reason(error));
    Reply::error(StatusCode::SERVICE_UNAVAILABLE, message)
}

fn refusal(path: &FilePath, error: WriteError) -> Reply {
    match error {
        WriteError::Stale(now) => {
            let message = match now {
                Some(_) => format!("{path} has changed since it was read"),
                None => format!("{path} was created or deleted in the meantime"),
            };
            let reply = Reply::json(StatusCode::PRECONDITION_FAILED, &json!({ "error": message, "etag": now }));
            match now {
                Some(etag) => reply.etag(&etag),
                None => reply,
            }
        }
        WriteError::Refused(why) => Reply::error(StatusCode::FORBIDDEN, format!("{path}: {why}")),
        WriteError::Failed(error) => {
            let status = match error.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StatusCode::INSUFFICIENT_STORAGE,
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => StatusCode::FORBIDDEN,
                _ => StatusCode::INTERNAL_SERVER_ERROR,
            };
            Reply::error(status, format!("cannot write {path}: {}", folder::reason(&error)))
        }
    }
}
