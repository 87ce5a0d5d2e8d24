//! Access control. Every web page that the user has open can reach a server on the loopback address. Therefore each
//! request must prove by `Host` that it is meant for this server, and each request that could do harm must prove that
//! it comes from one of our pages.

use descriptorium_core::access::{TICKET_HEADER, TOKEN_HEADER};
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderValue};
use percent_encoding::percent_decode_str;

use crate::server::Request;
use crate::server::access::Access;
use crate::server::reply::Reply;

#[derive(Debug)]
pub struct Guard {
    pub port: u16,
    pub access: Access,
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

    /// Refuses writes of pages without a token.
    pub fn may_write(&self, request: &Request) -> Result<(), Reply> {
        self.from_here(request)?;
        let host = request.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let given = request.headers.get(TOKEN_HEADER).map(HeaderValue::as_bytes);
        if given.is_some_and(|given| self.access.is_token(host, given)) {
            return Ok(());
        }
        Err(unauthorized("the token is missing, or belongs to another run of the program or to another folder"))
    }

    /// The key of the folder, for a page of ours with an unused ticket.
    pub fn redeem(&self, request: &Request) -> Result<&str, Reply> {
        self.from_here(request)?;
        let given = request.headers.get(TICKET_HEADER).map(HeaderValue::as_bytes).unwrap_or_default();
        match self.access.redeem(given) {
            Ok(Some(key)) => Ok(key),
            Ok(None) => Err(unauthorized("the ticket is missing, unknown or already used")),
            Err(error) => Err(Reply::error(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())),
        }
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

fn unauthorized(message: &str) -> Reply {
    let reply = Reply::error(StatusCode::UNAUTHORIZED, message);
    // The status requires a scheme. Browsers ignore this one.
    reply.header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Descriptorium"))
}

/// Decodes a percent-encoded part of an address.
pub fn decode(part: &str) -> Option<String> {
    percent_decode_str(part).decode_utf8().ok().map(Into::into)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use hyper::Method;

    use super::*;
    use crate::server::access::Secret;

    fn guard() -> Guard {
        let secret = Secret::random().expect("random numbers");
        Guard { port: 7420, access: Access::new(Path::new("."), &secret).expect("a folder") }
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
    fn a_write_needs_the_whole_token_of_its_address() {
        let guard = guard();
        let own = guard.access.token("localhost:7420");
        let with = |token: &str| {
            request(&[("host", "localhost:7420"), ("origin", "http://localhost:7420"), (TOKEN_HEADER, token)])
        };
        assert!(guard.may_write(&with(&own)).is_ok());
        for token in ["", &own[1..], &format!("{own}0"), &guard.access.token("127.0.0.1:7420")] {
            assert!(guard.may_write(&with(token)).is_err(), "{token:?}");
        }
    }

    #[test]
    fn only_our_own_pages_exchange_a_ticket() {
        let guard = guard();
        let ticket = guard.access.ticket();
        let host = ("host", "localhost:7420");
        let elsewhere = request(&[host, ("origin", "http://evil.example"), (TICKET_HEADER, &ticket)]);
        assert_eq!(guard.redeem(&elsewhere).map_err(|reply| reply.status), Err(StatusCode::FORBIDDEN));
        let ours = request(&[host, ("origin", "http://localhost:7420"), (TICKET_HEADER, &ticket)]);
        assert!(guard.redeem(&ours).is_ok(), "the foreign page has not used it");
        assert_eq!(guard.redeem(&ours).map_err(|reply| reply.status), Err(StatusCode::UNAUTHORIZED));
        let without = request(&[host, ("origin", "http://localhost:7420")]);
        assert_eq!(guard.redeem(&without).map_err(|reply| reply.status), Err(StatusCode::UNAUTHORIZED));
    }
}
