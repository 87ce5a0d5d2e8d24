//! The formats of strings that the validator of Helm checks. Source: JSON Schema validation draft 7, section 7.3.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::date::{is_date, is_rfc3339};
use crate::identity::is_uuid;

/// Whether a text has a format. Texts have all unknown formats.
pub fn fits(format: &str, text: &str) -> bool {
    match format {
        "date-time" => !text.contains(' ') && is_rfc3339(text),
        "date" => is_date(text),
        "email" => is_email(text),
        "hostname" => is_hostname(text),
        "ipv4" => text.parse::<Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "uri" => is_uri(text),
        "uuid" => is_uuid(text),
        _ => true,
    }
}

fn is_email(text: &str) -> bool {
    const MAX_LOCAL: usize = 64;
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let is_quoted = local.len() > 1 && local.starts_with('"') && local.ends_with('"');
    let is_plain = || {
        let is_letter = |one: char| one.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(one);
        local.chars().all(is_letter) && !local.starts_with('.') && !local.ends_with('.') && !local.contains("..")
    };
    let address = domain.strip_prefix('[').and_then(|domain| domain.strip_suffix(']'));
    let is_domain = match address {
        Some(address) => match address.strip_prefix("IPv6:") {
            Some(address) => address.parse::<Ipv6Addr>().is_ok(),
            None => address.parse::<Ipv4Addr>().is_ok(),
        },
        None => is_hostname(domain),
    };
    !local.is_empty() && local.len() <= MAX_LOCAL && (is_quoted || is_plain()) && is_domain
}

fn is_hostname(text: &str) -> bool {
    const MAX: usize = 253;
    const MAX_LABEL: usize = 63;
    let is_label = |label: &str| {
        (1..=MAX_LABEL).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let name = text.strip_suffix('.').unwrap_or(text);
    name.len() <= MAX && name.split('.').all(is_label)
}

/// Whether the text is an absolute URI: a scheme and something after it, without blanks in the name of the host.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|one| one.is_ascii_alphanumeric() || "+-.".contains(one));
    let host = rest.strip_prefix("//").map_or("", |rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
    let is_escaped = rest.split('%').skip(1).all(|rest| {
        let digits = rest.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    is_scheme && is_escaped && !rest.chars().any(char::is_control) && !host.contains([' ', '<', '>', '"', '\\'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_formats_or_not() {
        let cases = [
            ("date-time", "2024-02-29T11:30:00.5Z", "2023-02-29T11:30:00Z"),
            ("date-time", "2024-01-12t11:30:60+01:00", "2024-01-12 11:30:00Z"),
            ("date", "2024-12-31", "2024-13-01"),
            ("date", "2000-02-29", "1900-02-29"),
            ("email", "a.b+c@example.com", "a..b@example.com"),
            ("email", "a@[10.0.0.1]", "example.com"),
            ("hostname", "db-1.example.com", "-db.example"),
            ("hostname", "a", "a_b"),
            ("ipv4", "192.0.2.7", "192.0.2.256"),
            ("ipv6", "2001:db8::1", "2001:db8::g"),
            ("uri", "https://example.com/a?b#c", "example.com/a"),
            ("uri", "urn:x:y", "http://a b/"),
            ("uri", "http://a/%20", "http://a/%2"),
            ("uuid", "6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8", "6f0c1d52-9a3e-4b7c-8e21"),
        ];
        for (format, right, wrong) in cases {
            assert!(fits(format, right), "{format} {right}");
            assert!(!fits(format, wrong), "{format} {wrong}");
        }
        assert!(fits("color", "anything"));
    }
}
