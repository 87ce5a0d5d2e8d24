//! Access control. Every web page that the user has open can reach a server on the loopback address. Therefore each
//! request must prove by `Host` that it is meant for this server, and each request that could do harm must prove that
//! it comes from one of our pages.

use std::fmt;
use std::io;

use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderValue};
use percent_encoding::percent_decode_str;

use crate::server::Request;
use crate::server::reply::Reply;

/// The header for the token.
pub const TOKEN_HEADER: &str = "x-descriptorium-token";

#[derive(Debug)]
pub struct Guard {
    pub port: u16,
    pub token: Token,
}

/// A secret of this process that every write requires.
pub struct Token(String);

impl Token {
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares in constant time, so that timing does not reveal the token.
    fn matches(&self, given: &[u8]) -> bool {
        let differences = self.0.bytes().zip(given).fold(0, |sum, (a, b)| sum | (a ^ b));
        given.len() == self.0.len() && differences == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token")
    }
}

impl Guard {
    /// Refuses requests for another host name: with DNS rebinding, a foreign page can point its own name to this
    /// address.
    pub fn admit(&self, request: &Request) -> Result<(), Reply> {
        let mut hosts = request.headers.get_all(header::HOST).iter();
        let (host, second) = (hosts.next(), hosts.next());
        let named = host.and_then(|host| host.to_str().ok()).is_some_and(|host| self.is_ours(host));
        let asked = request.authority.as_deref().is_none_or(|authority| self.is_ours(authority));
        if named && asked && second.is_none() {
            return Ok(());
        }
        let message = format!("this server only answers requests to http://127.0.0.1:{}/", self.port);
        Err(Reply::error(StatusCode::MISDIRECTED_REQUEST, message))
    }

    fn is_ours(&self, authority: &str) -> bool {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        let is_name = |host: &str| names.iter().any(|name| host.eq_ignore_ascii_case(name));
        // Browsers omit the default port.
        let bare = self.port == 80 && is_name(authority);
        let parts = authority.rsplit_once(':');
        bare || parts.is_some_and(|(host, port)| is_name(host) && port == self.port.to_string())
    }

    /// Refuses API requests from pages of other origins.
    pub fn not_from_elsewhere(&self, request: &Request) -> Result<(), Reply> {
        let site = request.headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let origin_fits = request.headers.get(header::ORIGIN).is_none_or(|origin| ours(origin, &request.headers));
        if origin_fits && matches!(site, None | Some(b"same-origin" | b"none")) { Ok(()) } else { Err(elsewhere()) }
    }

    /// Refuses requests that do not prove that one of our pages made them. Browsers send the headers for this
    /// automatically; other programs can send `Origin`.
    pub fn from_here(&self, request: &Request) -> Result<(), Reply> {
        self.not_from_elsewhere(request)?;
        let site = request.headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let proven = site == Some(b"same-origin") || request.headers.contains_key(header::ORIGIN);
        if proven && site != Some(b"none") { Ok(()) } else { Err(elsewhere()) }
    }

    /// Refuses writes without the token of this process.
    pub fn may_write(&self, request: &Request) -> Result<(), Reply> {
        self.from_here(request)?;
        let given = request.headers.get(TOKEN_HEADER).map(HeaderValue::as_bytes);
        if given.is_some_and(|given| self.token.matches(given)) {
            return Ok(());
        }
        let message = "the token is missing or belongs to an earlier run of the server; reload the page";
        Err(Reply::error(StatusCode::FORBIDDEN, message))
    }
}

/// Whether an origin is the host that the request was sent to.
fn ours(origin: &HeaderValue, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).map(HeaderValue::as_bytes).unwrap_or_default();
    origin.as_bytes().strip_prefix(b"http://").is_some_and(|origin| origin == host)
}

fn elsewhere() -> Reply {
    Reply::error(StatusCode::FORBIDDEN, "only pages of this server can access this")
}

/// Decodes a percent-encoded part of an address.
pub fn decode(part: &str) -> Option<String> {
    percent_decode_str(part).decode_utf8().ok().map(Into::into)
}

#[cfg(test)]
mod tests {
    use hyper::Method;

    use super::*;

    fn guard() -> Guard {
        Guard { port: 7420, token: Token("0123".to_owned()) }
    }

    fn request(headers: &[(&'static str, &str)]) -> Request {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_str(value).expect("a header"));
        }
        Request { method: Method::PUT, path: "/".into(), authority: None, headers: map, body: Vec::new() }
    }

    #[test]
    fn only_our_own_names_are_answered() {
        for host in ["127.0.0.1:7420", "localhost:7420", "LOCALHOST:7420", "[::1]:7420"] {
            assert!(guard().admit(&request(&[("host", host)])).is_ok(), "{host}");
        }
        for host in ["evil.example:7420", "localhost", "localhost:80", "127.0.0.1.evil.example:7420", "", ":7420"] {
            assert!(guard().admit(&request(&[("host", host)])).is_err(), "{host}");
        }
        assert!(guard().admit(&request(&[])).is_err());
        let twice = request(&[("host", "localhost:7420"), ("host", "evil.example")]);
        assert!(guard().admit(&twice).is_err());
        let other = Request { authority: Some("evil.example".into()), ..request(&[("host", "localhost:7420")]) };
        assert!(guard().admit(&other).is_err());
    }

    #[test]
    fn only_our_own_pages_get_the_token() {
        let host = ("host", "localhost:7420");
        let allowed: [&[_]; 3] = [
            &[host, ("sec-fetch-site", "same-origin")],
            &[host, ("origin", "http://localhost:7420")],
            &[host, ("sec-fetch-site", "same-origin"), ("origin", "http://localhost:7420")],
        ];
        for headers in allowed {
            assert!(guard().from_here(&request(headers)).is_ok(), "{headers:?}");
        }
        let refused: [&[_]; 9] = [
            &[host],
            &[host, ("sec-fetch-site", "cross-site")],
            &[host, ("sec-fetch-site", "same-site")],
            &[host, ("sec-fetch-site", "none")],
            &[host, ("origin", "null")],
            &[host, ("origin", "http://127.0.0.1:7420")],
            &[host, ("origin", "https://localhost:7420")],
            &[host, ("origin", "http://localhost:7420.evil.example")],
            &[host, ("origin", "http://localhost:7420"), ("sec-fetch-site", "cross-site")],
        ];
        for headers in refused {
            assert!(guard().from_here(&request(headers)).is_err(), "{headers:?}");
        }
    }

    #[test]
    fn a_write_needs_the_whole_token() {
        let with =
            |token| request(&[("host", "localhost:7420"), ("origin", "http://localhost:7420"), (TOKEN_HEADER, token)]);
        assert!(guard().may_write(&with("0123")).is_ok());
        for token in ["", "012", "01234", "0124"] {
            assert!(guard().may_write(&with(token)).is_err(), "{token:?}");
        }
    }
}
