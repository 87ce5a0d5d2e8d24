//! What all pages have around what they say: head, navigation, breadcrumbs, contents, foot.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;

use crate::finding::{Counts, plural};
use crate::html::{Href, Html, published};
use crate::pages::{Page, address};

/// What a page may load; a server says the same in a header, but a file has none.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'";

/// How many bytes the frame of a page takes, more or less.
const FRAME: usize = 4_000;

/// What stands on one page only.
#[derive(Debug, Default)]
pub struct Body<'a> {
    /// The way from the home page to this one, this one left out.
    pub breadcrumbs: Vec<(String, Option<Href>)>,
    /// What the last of the breadcrumbs, this page, is called, if not by its title.
    pub here: Option<&'a str>,
    /// The headings that are offered beside the text: id and text.
    pub contents: Vec<(String, String)>,
    pub main: Html,
    /// The same in other forms, each with its type.
    pub twins: Vec<(Href, &'static str)>,
    /// Whether there is a drawing on it, which a script zooms.
    pub has_drawing: bool,
    /// Whether there are rows on it, which a script leaves out by what is asked for.
    pub has_filter: bool,
    /// The class of the body, for pages that look different.
    pub class: &'static str,
}

/// The whole document.
pub fn document(page: &Page<'_>, body: &Body<'_>) -> String {
    let mut document = String::with_capacity(body.main.as_str().len() + FRAME);
    document.push_str("<!DOCTYPE html>\n");
    let html = Html::of(|html| {
        html.element_with("html", &[("lang", "en")], |html| {
            html.element("head", "", |html| head(page, body, html));
            html.element("body", body.class, |html| {
                html.link(&Href::here("main"), "skip", |html| html.text("Skip to the text"));
                if let Some(text) = &page.site.look.header {
                    html.element_with("div", &[("class", "prose own notice"), ("role", "note")], |html| {
                        page.own_markdown(html, text);
                    });
                }
                html.element("header", "top", |html| header(page, html));
                html.element("div", if body.contents.is_empty() { "page" } else { "page with-contents" }, |html| {
                    breadcrumbs(page, body, html);
                    html.element_with("main", &[("id", "main")], |html| html.append(&body.main));
                    contents(body, html);
                });
                html.element("footer", "foot", |html| {
                    if let Some(text) = &page.site.look.footer {
                        html.element("div", "prose own", |html| page.own_markdown(html, text));
                    }
                    html.text(&format!("Descriptorium {}", env!("CARGO_PKG_VERSION")));
                });
            });
        });
    });
    document.push_str(html.as_str());
    document.push('\n');
    document
}

fn head(page: &Page<'_>, body: &Body<'_>, html: &mut Html) {
    html.void("meta", &[("charset", "utf-8")]);
    html.void("meta", &[("http-equiv", "Content-Security-Policy"), ("content", POLICY)]);
    html.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
    html.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
    html.void("meta", &[("name", "referrer"), ("content", "no-referrer")]);
    html.element("title", "", |html| {
        let (title, site) = (page.title(), &page.site.title);
        html.text_only(&if title == *site { title } else { format!("{title} · {site}") });
    });
    html.void_to("link", &page.to(address::STYLE), &[("rel", "stylesheet")]);
    if page.is_placeless() {
        // Where the site has the server to itself.
        html.void_to("link", &Href::of_root(address::STYLE), &[("rel", "stylesheet")]);
    }
    for (href, of) in &body.twins {
        html.void_to("link", href, &[("rel", "alternate"), ("type", of)]);
    }
    for (path, form) in page.site.twins(page.path) {
        html.void_to("link", &page.to(&path), &[("rel", "alternate"), ("type", form.media_type())]);
    }
    if page.site.look.style.is_some() {
        html.void_to("link", &page.to(address::THEME), &[("rel", "stylesheet")]);
    }
    html.void_to("link", &page.to(address::ICON), &[("rel", "icon"), ("type", "image/svg+xml")]);
    if !page.is_placeless() {
        html.script(&page.to(address::SCRIPT));
    }
    if body.has_drawing {
        html.script(&page.to(address::DRAWING_SCRIPT));
    }
    if body.has_filter {
        html.script(&page.to(address::FILTER_SCRIPT));
    }
    if page.site.setting.served {
        html.script(&page.to(address::LIVE));
    }
    let base = page.site.setting.base_url.as_deref().filter(|_| page.path != address::NOT_FOUND);
    let canonical = base.and_then(|base| Href::of_web(&published(base, page.path)));
    if let Some(canonical) = canonical {
        html.void_to("link", &canonical, &[("rel", "canonical")]);
    }
}

fn header(page: &Page<'_>, html: &mut Html) {
    html.link(&page.to(address::HOME), "brand", |html| {
        html.element_with("span", &[("class", "mark"), ("aria-hidden", "true")], |_| {});
        html.text(&page.site.title);
    });
    if page.is_placeless() {
        return;
    }
    html.element_with("nav", &[("aria-label", "Catalog")], |html| {
        let mut entry = |path: &str, text: &str, badge: Option<(Severity, usize)>| {
            let current: &[(&str, &str)] = if path == page.path { &[("aria-current", "page")] } else { &[] };
            html.link_with(&page.to(path), current, |html| {
                html.text(text);
                if let Some((severity, count)) = badge {
                    html.text(" ");
                    html.element("span", &format!("count {}", severity.name()), |html| html.text(&count.to_string()));
                }
            });
        };
        for language in page.site.languages() {
            entry(&address::kind(language), &capitalized(kind_word(language)), None);
        }
        entry(address::GRAPH, "Dependencies", None);
        entry(address::HEALTH, "Health", None);
        // In a site of files it would be another on every page whenever one thing is mended.
        let counts = if page.site.setting.served { page.site.counts(page.checked) } else { Counts::default() };
        entry(address::PROBLEMS, "Findings", worst(counts));
        entry(address::CODES, "Rules", None);
    });
    html.link(&page.to(address::SEARCH), "action search-link", |html| {
        html.text("Search ");
        html.element_with("kbd", &[("aria-hidden", "true")], |html| html.text("/"));
    });
    if page.site.setting.modeller {
        html.link(&page.to(address::MODELLER), "action", |html| html.text("Modeller"));
    }
}

/// The worst severity that was found, and how often.
fn worst(counts: Counts) -> Option<(Severity, usize)> {
    let found =
        [(Severity::Error, counts.errors), (Severity::Warning, counts.warnings), (Severity::Info, counts.infos)];
    found.into_iter().find(|(_, count)| *count > 0)
}

fn breadcrumbs(page: &Page<'_>, body: &Body<'_>, html: &mut Html) {
    if body.breadcrumbs.is_empty() {
        return;
    }
    html.element_with("nav", &[("class", "breadcrumbs"), ("aria-label", "Breadcrumb")], |html| {
        html.element("ol", "", |html| {
            for (text, href) in &body.breadcrumbs {
                html.element("li", "", |html| match href {
                    Some(href) => html.link(href, "", |html| html.text(text)),
                    None => html.text(text),
                });
            }
            html.element_with("li", &[("aria-current", "page")], |html| match body.here {
                Some(here) => html.text(here),
                None => html.text(&page.title()),
            });
        });
    });
}

fn contents(body: &Body<'_>, html: &mut Html) {
    if body.contents.is_empty() {
        return;
    }
    html.element_with("nav", &[("class", "contents"), ("aria-label", "On this page")], |html| {
        html.element("p", "label", |html| html.text("On this page"));
        html.element("ul", "", |html| {
            for (id, text) in &body.contents {
                html.element("li", "", |html| html.link(&Href::here(id), "", |html| html.text(text)));
            }
        });
    });
}

/// A heading of the second level that can be linked to.
pub fn heading(html: &mut Html, id: &str, text: &str) {
    html.element_with("h2", &[("id", id)], |html| {
        html.text(text);
        html.text(" ");
        html.permalink(id, text);
    });
}

/// The full name of a descriptor, leading to its page.
pub fn link(page: &Page<'_>, html: &mut Html, file: &FilePath) {
    let full = page.site.facts(file).map_or(file.as_str(), |facts| &facts.name.full);
    match page.to_file(file) {
        Some(href) => html.link(&href, "", |html| html.text(full)),
        None => html.text(full),
    }
}

/// Below a list that was cut: how many are not in it.
pub fn more(html: &mut Html, n_left: usize) {
    if n_left > 0 {
        html.element("p", "note", |html| html.text(&format!("and {n_left} more")));
    }
}

/// `assembly descriptors`.
pub fn plural_label(language: Language) -> String {
    format!("{}s", language.label())
}

pub fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// The counts of findings as small marks; words where there are none.
pub fn counts(html: &mut Html, counts: Counts) {
    if counts.is_clean() {
        html.element_with("span", &[("class", "clean"), ("title", "no findings")], |html| html.text("✓"));
        return;
    }
    let kinds =
        [(counts.errors, Severity::Error), (counts.warnings, Severity::Warning), (counts.infos, Severity::Info)];
    for (count, severity) in kinds.into_iter().filter(|(count, _)| *count > 0) {
        let class = format!("count {}", severity.name());
        let words = plural(count, severity.name());
        html.element_with("span", &[("class", &class), ("title", &words)], |html| html.text(&count.to_string()));
        html.text(" ");
    }
}

/// The first word of what a language is called, where there is little room: `assembly`.
pub fn kind_word(language: Language) -> &'static str {
    language.label().split(' ').next().unwrap_or("")
}

/// The kind of a descriptor, as a small mark.
pub fn kind(html: &mut Html, language: Language) {
    let word = kind_word(language);
    let class = format!("kind kind-{}", word.to_ascii_lowercase());
    html.element("span", &class, |html| html.text(word));
}
