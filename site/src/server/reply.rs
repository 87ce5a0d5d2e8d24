//! Responses, with the headers that all of them share.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::{Value, json};

/// The Content Security Policy: only resources of this server, and no inline scripts or styles.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                          img-src 'self' data:; connect-src 'self'; manifest-src 'self'; font-src 'self'; \
                          base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Bytes,
}

impl Reply {
    pub fn new(status: StatusCode, content_type: &'static str, body: impl Into<Bytes>) -> Self {
        let headers = vec![(header::CONTENT_TYPE, HeaderValue::from_static(content_type))];
        Reply { status, headers, body: body.into() }
    }

    pub fn json(status: StatusCode, value: &Value) -> Self {
        Reply::new(status, "application/json", value.to_string())
    }

    /// An API error with its message.
    pub fn error(status: StatusCode, message: impl Into<String>) -> Self {
        Reply::json(status, &json!({ "error": message.into() }))
    }

    pub fn method_not_allowed(allowed: &'static str) -> Self {
        let message = format!("only {allowed} is supported here");
        let reply = Reply::error(StatusCode::METHOD_NOT_ALLOWED, message);
        reply.header(header::ALLOW, HeaderValue::from_static(allowed))
    }

    pub fn not_modified(etag: &str) -> Self {
        Reply { status: StatusCode::NOT_MODIFIED, headers: Vec::new(), body: Bytes::new() }.etag(etag)
    }

    pub fn moved(to: &'static str) -> Self {
        let reply = Reply { status: StatusCode::PERMANENT_REDIRECT, headers: Vec::new(), body: Bytes::new() };
        reply.header(header::LOCATION, HeaderValue::from_static(to))
    }

    pub fn body(&self) -> &[u8] {
        &self.body
    }

    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    pub fn etag(self, etag: &str) -> Self {
        match HeaderValue::from_str(etag) {
            Ok(value) => self.header(header::ETAG, value),
            Err(_) => self,
        }
    }

    /// The same response, after which the connection is closed for reading.
    pub fn closing(self) -> Self {
        self.header(header::CONNECTION, HeaderValue::from_static("close"))
    }

    pub fn into_response(self, head_only: bool) -> Response<Full<Bytes>> {
        let length = self.body.len();
        let mut response = Response::new(Full::new(if head_only { Bytes::new() } else { self.body }));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        for (name, value) in [
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
            // Always revalidated, and answered with 304 if unchanged.
            (header::CACHE_CONTROL, "no-cache"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if head_only {
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
        for (name, value) in self.headers {
            headers.insert(name, value);
        }
        response
    }
}
