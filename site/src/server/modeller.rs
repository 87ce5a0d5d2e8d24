//! The built modeller, served from its folder.

use std::env;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cap_std::fs::Dir;
use descriptorium_core::text::FilePath;
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderValue};

use crate::folder::Folder;
use crate::pages::error;
use crate::server::api::has_already;
use crate::server::guard::decode;
use crate::server::reply::Reply;
use crate::server::{Request, store};

/// The encodings of precompressed files, the best first.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];
/// The page of the modeller.
const PAGE: &str = "index.html";
/// Maximum size of a file in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The folder of the built modeller.
pub fn folder() -> PathBuf {
    let beside = || env::current_exe().ok().and_then(|program| Some(program.parent()?.join("modeller")));
    let named = env::var_os("DESCRIPTORIUM_MODELLER").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    named.or_else(beside).unwrap_or_else(|| PathBuf::from("modeller"))
}

/// Whether there is a built modeller in a folder.
pub fn is_in(folder: &Path) -> bool {
    folder.join(PAGE).is_file()
}

/// `path` is the part after `/modeller/`, percent-encoded.
pub fn answer(modeller: &Folder, path: &str, request: &Request) -> Reply {
    let Ok(dir) = modeller.open() else { return absent() };
    let path = decode(path).unwrap_or_default();
    // A path without a file name extension is a route inside the modeller, not a file.
    let place = !path.rsplit('/').next().unwrap_or("").contains('.');
    let path = if place { PAGE } else { path.as_str() };
    let Some(path) = FilePath::new(path) else { return missing() };
    // Precompressed copies contain the page as it was built, without these additions.
    let accepts = |encoding: &str| path.as_str() != PAGE && accepts(&request.headers, encoding);
    let encoded = ENCODINGS
        .into_iter()
        .filter(|(encoding, _)| accepts(encoding))
        .find_map(|(encoding, ending)| Some((read(&dir, &format!("{path}{ending}")).ok()?, Some(encoding))));
    let (content, encoding) = match encoded.map_or_else(|| read(&dir, path.as_str()).map(|content| (content, None)), Ok)
    {
        Ok(found) => found,
        Err(_) if place => return absent(),
        Err(_) => return missing(),
    };
    let content = match path.as_str() {
        PAGE => saying(&content, "program", "").unwrap_or(content),
        _ => content,
    };
    let etag = store::etag(&content);
    if has_already(&request.headers, &etag) {
        return Reply::not_modified(&etag);
    }
    let mut reply = Reply::new(StatusCode::OK, content_type(path.name()), content).etag(&etag);
    reply = reply.header(header::VARY, HeaderValue::from_static("accept-encoding"));
    match encoding {
        Some(encoding) => reply.header(header::CONTENT_ENCODING, HeaderValue::from_static(encoding)),
        None => reply,
    }
}

/// The page, with meta elements for the server and the catalog; `None` if it is not the page of a modeller.
pub fn saying(page: &[u8], name: &str, content: &str) -> Option<Vec<u8>> {
    let (before, after) = std::str::from_utf8(page).ok()?.split_once("<head>")?;
    Some(format!("{before}<head><meta name=\"{name}\" content=\"{content}\">{after}").into_bytes())
}

/// The page that is shown if the modeller is not installed.
fn absent() -> Reply {
    let page = error::alone(
        "Modeller not found",
        &[
            "The modeller is served from the folder `modeller` next to this program, or from the folder in the environment \
             variable `DESCRIPTORIUM_MODELLER`. This folder does not exist or does not contain `index.html`.",
            "The documentation of the folder is at `/`.",
        ],
    );
    Reply::new(StatusCode::NOT_FOUND, "text/html; charset=utf-8", page)
}

fn missing() -> Reply {
    Reply::new(StatusCode::NOT_FOUND, "text/plain; charset=utf-8", "Not a file of the modeller.\n")
}

fn read(dir: &Dir, path: &str) -> io::Result<Vec<u8>> {
    let file = dir.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut content = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut content)?;
    Ok(content)
}

fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|part| {
        let mut parts = part.split(';').map(str::trim);
        parts.next() == Some(encoding) && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// The media type of a file, by its name.
pub fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "yaml" | "yml" => "application/yaml; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "xml" => "application/xml; charset=utf-8",
        _ => "application/octet-stream",
    }
}
