//! The list of addresses that search engines read (sitemaps.org).

use crate::html::{Html, published};
use crate::pages::{Site, address};

/// All pages but that for missing ones, of the site that is published at `base`.
pub fn sitemap(site: &Site, base: &str) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in site.paths().filter(|path| *path != address::NOT_FOUND) {
        let url = Html::of(|html| html.text_only(&published(base, path)));
        text.push_str(&format!("<url><loc>{}</loc></url>\n", url.as_str()));
    }
    text.push_str("</urlset>\n");
    text
}
