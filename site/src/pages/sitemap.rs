//! The sitemap for search engines (sitemaps.org).

use crate::html::{Html, published};
use crate::pages::{Site, address};

/// All pages of the site published at `base`, except the one for missing pages.
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
