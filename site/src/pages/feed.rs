//! The feed of a catalog in the Atom format (RFC 4287): the latest changed versions of descriptors.

use std::time::SystemTime;

use crate::html::{Html, published};
use crate::pages::recent::rfc3339;
use crate::pages::{Site, address};

/// The feed of the site that is published at `base`.
pub fn feed(site: &Site, base: &str) -> String {
    let newest = site.recent.written();
    let updated = newest.first().map_or(SystemTime::UNIX_EPOCH, |(_, date)| *date);
    let at = |path: &str| text(&published(base, path));
    let mut feed =
        String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    feed += &format!("<id>{}</id>\n<title>{}</title>\n", at(address::FEED), text(&site.title));
    feed += &format!("<updated>{}</updated>\n<author><name>{}</name></author>\n", rfc3339(updated), text(&site.title));
    feed += &format!("<link rel=\"self\" type=\"application/atom+xml\" href=\"{}\"/>\n", at(address::FEED));
    feed += &format!("<link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\n", text(base));
    for (file, date) in newest {
        let (Some(facts), Some(address)) = (site.facts(file), site.addresses.get(file)) else { continue };
        let page = at(&address.page);
        feed += &format!("<entry>\n<id>{page}</id>\n<title>{}</title>\n", text(&facts.name.title()));
        feed += &format!("<updated>{}</updated>\n", rfc3339(*date));
        feed += &format!("<link rel=\"alternate\" type=\"text/html\" href=\"{page}\"/>\n");
        if let Some(before) = site.version_before(facts)
            && let Some(path) = site.addresses.comparison(&before.file, file)
        {
            let title = text(&format!("Changes since {}", before.name.version));
            feed += &format!("<link rel=\"related\" type=\"text/html\" title=\"{title}\" href=\"{}\"/>\n", at(path));
        }
        feed += &format!("<category term=\"{}\"/>\n", text(facts.language.label()));
        feed += &format!("<summary>{}</summary>\n</entry>\n", text(&facts.summary));
    }
    feed + "</feed>\n"
}

/// Text between tags, or between quotes.
fn text(text: &str) -> String {
    Html::of(|html| html.text_only(text)).into_string().replace('"', "&quot;")
}
