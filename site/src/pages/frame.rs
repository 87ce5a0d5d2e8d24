//! The page of a descriptor for frames in other pages: its diagram, without header, navigation and scripts.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::workspace::SourceFile;

use crate::content::{self, Content, Element};
use crate::finding::Counts;
use crate::html::{Href, Html, published};
use crate::pages::{Page, address, called, diagram, layout, name};

/// The Content Security Policy: the page has no scripts.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'";

/// The complete document. Its links open in another tab, because the pages that they lead to have no room in a frame.
pub fn document(page: &Page<'_>, file: &SourceFile) -> String {
    let html = Html::of(|html| {
        html.element_with("html", &[("lang", "en")], |html| {
            html.element("head", "", |html| head(page, file, html));
            html.element("body", "framed", |html| {
                html.element("main", "", |html| {
                    content::html::write(&Content::of(|content| main(page, content, file)), html)
                });
            });
        });
    });
    format!("<!DOCTYPE html>\n{}\n", html.as_str())
}

fn head(page: &Page<'_>, file: &SourceFile, html: &mut Html) {
    html.void("meta", &[("charset", "utf-8")]);
    html.void("meta", &[("http-equiv", "Content-Security-Policy"), ("content", POLICY)]);
    html.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
    html.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
    html.void("meta", &[("name", "referrer"), ("content", "no-referrer")]);
    html.void("meta", &[("name", "robots"), ("content", "noindex")]);
    html.element("title", "", |html| html.text_only(&name(file).title()));
    html.void("base", &[("target", "_blank")]);
    html.void_to("link", &page.to(address::STYLE), &[("rel", "stylesheet")]);
    if page.site.look.style.is_some() {
        html.void_to("link", &page.to(address::THEME), &[("rel", "stylesheet")]);
    }
    html.void_to("link", &page.to(address::ICON), &[("rel", "icon"), ("type", "image/svg+xml")]);
    let base = page.site.setting.base_url.as_deref();
    let canonical = base.zip(page.site.addresses.get(&file.path));
    if let Some(canonical) = canonical.and_then(|(base, address)| Href::of_web(&published(base, &address.page))) {
        html.void_to("link", &canonical, &[("rel", "canonical")]);
    }
}

fn main(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let name = name(file);
    content.element(Element::Group, "title", |content| {
        content.element(Element::Heading(1), "", |content| {
            let words = |content: &mut Content| {
                content.text(&name.short);
                if let Some(version) = &name.version {
                    content.text(" ");
                    content.element(Element::Span, "version", |content| content.text(version));
                }
            };
            match page.to_file(&file.path) {
                Some(href) => content.link(&href, "", words),
                None => words(content),
            }
        });
        if let Some(language) = file.language {
            layout::kind(content, language);
        }
        findings(page, content, file);
    });
    if !diagram::framed(page, content, file) {
        let summary = page.site.facts(&file.path).map_or("", |facts| &facts.summary);
        content.element(Element::Paragraph, "", |content| content.text(summary));
        content.element(Element::Paragraph, "", |content| {
            content.text(&format!("{} has no diagram. ", called(file)));
            if let Some(href) = page.to_file(&file.path) {
                content.link(&href, "", |content| content.text("Open its documentation"));
            }
        });
    }
}

/// The number of findings, unless there are none.
fn findings(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let found = Counts::of(page.checked.findings(&file.path));
    let worst = match found {
        Counts { errors: 1.., .. } => Severity::Error,
        Counts { warnings: 1.., .. } => Severity::Warning,
        Counts { infos: 1.., .. } => Severity::Info,
        _ => return,
    };
    if let Some(href) = page.to_file(&file.path) {
        content.link(&href.at("findings"), worst.name(), |content| content.text(&found.to_string()));
    }
}
