//! The feed of a catalog in the Atom format (RFC 4287): the versions of its descriptors that were written last.

use std::collections::BTreeMap;
use std::time::SystemTime;

use descriptorium_core::text::FilePath;

use crate::html::{Html, encode};
use crate::pages::facts::Facts;
use crate::pages::{Site, address};

/// The most entries; who reads it less often than that looks at the site.
const MAX_ENTRIES: usize = 50;

/// The feed of the site that is published at `base`, where the descriptors were written at `dates`.
pub fn feed(site: &Site, base: &str, dates: &BTreeMap<FilePath, SystemTime>) -> String {
    let date = |facts: &Facts| dates.get(&facts.path).copied().unwrap_or(SystemTime::UNIX_EPOCH);
    let mut newest: Vec<&Facts> = site.descriptors().collect();
    // Of one date they stay in the order of the site.
    newest.sort_by_key(|facts| std::cmp::Reverse(date(facts)));
    newest.truncate(MAX_ENTRIES);
    let updated = newest.first().map_or(SystemTime::UNIX_EPOCH, |facts| date(facts));
    let at = |path: &str| text(&format!("{base}{}", encode(path)));
    let mut feed =
        String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    feed += &format!("<id>{}</id>\n<title>{}</title>\n", at(address::FEED), text(&site.title));
    feed += &format!("<updated>{}</updated>\n<author><name>{}</name></author>\n", rfc3339(updated), text(&site.title));
    feed += &format!("<link rel=\"self\" type=\"application/atom+xml\" href=\"{}\"/>\n", at(address::FEED));
    feed += &format!("<link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\n", text(base));
    for facts in newest {
        let Some(page) = site.addresses.get(&facts.path).map(|address| at(&address.page)) else { continue };
        let version = facts.name.version.as_deref().map_or_else(String::new, |version| format!(" {version}"));
        feed +=
            &format!("<entry>\n<id>{page}</id>\n<title>{}</title>\n", text(&format!("{}{version}", facts.name.short)));
        feed += &format!("<updated>{}</updated>\n", rfc3339(date(facts)));
        feed += &format!("<link rel=\"alternate\" type=\"text/html\" href=\"{page}\"/>\n");
        if let Some((before, path)) = since(site, facts) {
            let title = text(&format!("Changes since {before}"));
            feed += &format!("<link rel=\"related\" type=\"text/html\" title=\"{title}\" href=\"{}\"/>\n", at(path));
        }
        feed += &format!("<category term=\"{}\"/>\n", text(facts.language.label()));
        feed += &format!("<summary>{}</summary>\n</entry>\n", text(&facts.summary));
    }
    feed + "</feed>\n"
}

/// The version before, and the page that compares the two.
fn since<'a>(site: &'a Site, facts: &Facts) -> Option<(&'a str, &'a str)> {
    let versions = site.versions(facts.full_name.as_ref());
    let before = versions.get(versions.iter().position(|entry| entry.file == facts.path)?.checked_sub(1)?)?;
    Some((&before.name.version, site.addresses.comparison(&before.file, &facts.path)?))
}

/// Text between tags, or between quotes.
fn text(text: &str) -> String {
    Html::of(|html| html.text_only(text)).into_string().replace('"', "&quot;")
}

/// `2026-11-21T20:15:00Z`.
fn rfc3339(date: SystemTime) -> String {
    humantime::format_rfc3339_seconds(date).to_string()
}
