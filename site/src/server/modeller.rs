//! The answers to requests for files of the modeller.

use std::borrow::Cow;

use descriptorium_core::text::FilePath;
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{self, HeaderMap, HeaderValue};

use crate::folder;
use crate::modeller::{Modeller, PAGE, Stored};
use crate::pages::error;
use crate::pages::layout::capitalized;
use crate::server::api::has_already;
use crate::server::guard::decode;
use crate::server::reply::Reply;
use crate::server::{Request, store};

/// `path` is the part after `/modeller/`, percent-encoded.
pub fn answer(modeller: &Result<Modeller, String>, path: &str, request: &Request) -> Reply {
    let modeller = match modeller {
        Ok(modeller) => modeller,
        Err(why) => return absent(why),
    };
    let path = decode(path).unwrap_or_default();
    // A path without a file name extension is a route inside the modeller, not a file.
    let is_route = !path.rsplit('/').next().unwrap_or("").contains('.');
    let path = if is_route { PAGE } else { path.as_str() };
    let Some(path) = FilePath::new(path) else { return missing() };
    // The page is changed before it is sent.
    let accepts = |encoding: &str| path.as_str() != PAGE && accepts(&request.headers, encoding);
    let Stored { content, encoding } = match modeller.file(path.as_str(), accepts) {
        Ok(found) => found,
        Err(error) if is_route => return absent(&format!("the modeller cannot be read: {}", folder::reason(&error))),
        Err(_) => return missing(),
    };
    let content = match path.as_str() {
        PAGE => saying(&content, "program", "").map_or(content, Cow::Owned),
        _ => content,
    };
    let etag = store::etag(&content);
    if has_already(&request.headers, &etag) {
        return Reply::not_modified(&etag);
    }
    let content = match content {
        Cow::Borrowed(content) => Bytes::from_static(content),
        Cow::Owned(content) => content.into(),
    };
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

/// The page that is shown if there is no modeller.
fn absent(why: &str) -> Reply {
    let why = format!("{}.", capitalized(why));
    let page = error::alone("Modeller not found", &[&why, "The documentation of the folder is at `/`."]);
    Reply::new(StatusCode::NOT_FOUND, "text/html; charset=utf-8", page)
}

fn missing() -> Reply {
    Reply::new(StatusCode::NOT_FOUND, "text/plain; charset=utf-8", "Not a file of the modeller.\n")
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
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" | "sh" | "py" => "text/plain; charset=utf-8",
        "yaml" | "yml" => "application/yaml; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "xml" => "application/xml; charset=utf-8",
        _ => "application/octet-stream",
    }
}
