//! The frame of all pages: head, navigation, breadcrumbs, table of contents and footer.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;

use crate::content::{self, Content, Element};
use crate::finding::{Counts, plural};
use crate::html::{Href, Html, published};
use crate::pages::address::Form;
use crate::pages::facts::Facts;
use crate::pages::model::Model;
use crate::pages::{Page, Subject, address, documents, picture, tree};

/// The Content Security Policy as a meta element. A server also sends it as a header, which a file cannot have.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      font-src 'self'; base-uri 'none'; form-action 'none'";

/// Approximate size of the frame in bytes; a capacity hint.
const FRAME: usize = 4_000;

/// The complete document.
pub fn document(page: &Page<'_>, model: &Model) -> String {
    let mut document = String::with_capacity(model.main.size() + FRAME);
    document.push_str("<!DOCTYPE html>\n");
    let html = Html::of(|html| {
        html.element_with("html", &[("lang", "en")], |html| {
            html.element("head", "", |html| head(page, model, html));
            html.element("body", model.class, |html| {
                if model.moved_to.is_some() {
                    // Nobody stays here, and there are many of these pages.
                    html.element_with("main", &[("id", "main")], |html| content::html::write(&model.main, html));
                    return;
                }
                html.link(&Href::here("main"), "skip", |html| html.text("Skip to content"));
                if let Some(text) = &page.site.look.header {
                    html.element_with("div", &[("class", "prose own notice"), ("role", "note")], |html| {
                        own_text(page, html, text);
                    });
                }
                html.element("header", "top", |html| header(page, html));
                html.element("div", "page", |html| {
                    side(page, model, html);
                    html.element("div", "body", |html| {
                        breadcrumbs(page, model, html);
                        html.element_with("main", &[("id", "main")], |html| content::html::write(&model.main, html));
                    });
                });
                html.element("footer", "foot", |html| {
                    if let Some(text) = &page.site.look.footer {
                        html.element("div", "prose own", |html| own_text(page, html, text));
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

fn head(page: &Page<'_>, model: &Model, html: &mut Html) {
    html.void("meta", &[("charset", "utf-8")]);
    html.void("meta", &[("http-equiv", "Content-Security-Policy"), ("content", POLICY)]);
    html.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
    html.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
    html.void("meta", &[("name", "referrer"), ("content", "no-referrer")]);
    html.element("title", "", |html| {
        let (title, site) = (title(page), &page.site.title);
        html.text_only(&if title == *site { title } else { format!("{title} · {site}") });
    });
    html.void_to("link", &page.to(address::STYLE), &[("rel", "stylesheet")]);
    if page.is_placeless() {
        // Only if the site has the server to itself.
        html.void_to("link", &Href::of_root(address::STYLE), &[("rel", "stylesheet")]);
    }
    for (href, of) in &model.alternates {
        html.void_to("link", href, &[("rel", "alternate"), ("type", of)]);
    }
    for (path, form) in alternates(page) {
        html.void_to("link", &page.to(&path), &[("rel", "alternate"), ("type", form.media_type())]);
    }
    if let Some(to) = &model.moved_to {
        html.void("meta", &[("http-equiv", "refresh"), ("content", &format!("0; url={}", to.as_str()))]);
        html.void("meta", &[("name", "robots"), ("content", "noindex")]);
    }
    if page.site.look.style.is_some() {
        html.void_to("link", &page.to(address::THEME), &[("rel", "stylesheet")]);
    }
    html.void_to("link", &page.to(address::ICON), &[("rel", "icon"), ("type", "image/svg+xml")]);
    if !page.is_placeless() {
        html.blocking_script(&page.to(address::PAGE_SCRIPT));
    }
    if !page.is_placeless() && model.moved_to.is_none() {
        html.script(&page.to(address::SCRIPT));
    }
    if model.has_diagram {
        html.script(&page.to(address::DIAGRAM_SCRIPT));
    }
    if model.has_filter {
        html.script(&page.to(address::FILTER_SCRIPT));
    }
    if model.has_list {
        html.script(&page.to(address::LIST_SCRIPT));
    }
    if model.has_neighborhoods {
        html.script(&page.to(address::NEIGHBORHOOD_DATA));
        html.script(&page.to(address::NEIGHBORHOOD_SCRIPT));
    }
    if page.site.setting.served {
        html.script(&page.to(address::LIVE));
    }
    let base = page.site.setting.base_url.as_deref().filter(|_| *page.subject != Subject::NotFound);
    let path = if let Subject::Redirect(to) = page.subject { to } else { page.path };
    let canonical = base.and_then(|base| Href::of_web(&published(base, path)));
    if let Some(canonical) = canonical {
        html.void_to("link", &canonical, &[("rel", "canonical")]);
        if !matches!(page.subject, Subject::Redirect(_)) {
            share(page, &canonical, html);
        }
    }
}

/// Descriptions of the page for programs that show links to it: Open Graph, cards of Twitter, and oEmbed.
fn share(page: &Page<'_>, address: &Href, html: &mut Html) {
    let file = page.subject.file().filter(|_| matches!(page.subject, Subject::Descriptor(_)));
    let facts = file.and_then(|file| page.site.facts(file));
    let summary = facts.map_or("", |facts| &facts.summary);
    html.void("meta", &[("property", "og:type"), ("content", "website")]);
    html.void("meta", &[("property", "og:site_name"), ("content", &page.site.title)]);
    html.void("meta", &[("property", "og:title"), ("content", &title(page))]);
    html.void("meta", &[("property", "og:url"), ("content", address.as_str())]);
    if !summary.is_empty() {
        html.void("meta", &[("property", "og:description"), ("content", summary)]);
    }
    let base = page.site.setting.base_url.as_deref();
    let images = base.zip(facts).filter(|_| page.site.setting.images);
    if let Some((base, _)) = images {
        html.void("meta", &[("property", "og:image"), ("content", &published(base, &Form::Card.of_page(page.path)))]);
        html.void("meta", &[("property", "og:image:width"), ("content", &picture::WIDTH.to_string())]);
        html.void("meta", &[("property", "og:image:height"), ("content", &picture::CARD_HEIGHT.to_string())]);
        html.void("meta", &[("property", "og:image:alt"), ("content", &format!("Diagram of {}", title(page)))]);
    }
    let card = if images.is_some() { "summary_large_image" } else { "summary" };
    html.void("meta", &[("name", "twitter:card"), ("content", card)]);
    let oembed = base.zip(facts).map(|(base, _)| published(base, &Form::Oembed.of_page(page.path)));
    let is_page = page.site.at(page.path).is_some_and(|id| id.form == Form::Html);
    if let Some(oembed) = oembed.filter(|_| is_page).and_then(|oembed| Href::of_web(&oembed)) {
        html.void_to(
            "link",
            &oembed,
            &[("rel", "alternate"), ("type", Form::Oembed.media_type()), ("title", &title(page))],
        );
    }
}

/// The title of the page in its form.
fn title(page: &Page<'_>) -> String {
    page.site.at(page.path).map_or_else(|| page.title(), |id| page.site.page_title(id))
}

/// The machine-readable forms of the page.
fn alternates(page: &Page<'_>) -> impl Iterator<Item = (String, Form)> {
    let id = page.site.at(page.path).filter(|id| id.form == Form::Html);
    let forms = id.map_or(&[][..], |id| id.subject.forms()).iter().copied();
    let forms = forms.filter(|form| matches!(form, Form::Json | Form::Markdown | Form::Yaml));
    forms.map(|form| (form.of_page(page.path), form))
}

/// A header or footer of the catalog.
fn own_text(page: &Page<'_>, html: &mut Html, text: &str) {
    content::html::write(&Content::of(|content| page.own_markdown(content, text)), html);
}

fn header(page: &Page<'_>, html: &mut Html) {
    html.link(&page.to(address::HOME), "brand", |html| {
        html.element_with("span", &[("class", "mark"), ("aria-hidden", "true")], |_| {});
        html.text(&page.site.title);
    });
    if page.is_placeless() {
        return;
    }
    fold(html, "menu", "Menu");
    html.element_with("nav", &[("aria-label", "Site")], |html| {
        let mut entry = |path: &str, text: &str, badge: Option<(Severity, usize)>| {
            navigation_link(page, html, (path, text), path == page.path, badge);
        };
        entry(address::HOME, "Catalog", None);
        entry(address::GRAPH, "Dependencies", None);
        if page.site.at(address::CLUSTERS).is_some() {
            entry(address::CLUSTERS, "Clusters", None);
        }
        entry(address::HEALTH, "Health", None);
        // In a static site the count would change every page whenever a finding is fixed.
        let counts = if page.site.setting.served { page.site.counts(page.checked) } else { Counts::default() };
        entry(address::FINDINGS, "Findings", worst(counts));
        entry(address::CODES, "Rules", None);
    });
    // In a narrow window, only the lens is shown.
    let attributes = [("class", "action search-link"), ("aria-label", "Search")];
    html.link_with(&page.to(address::SEARCH), &attributes, |html| {
        html.element_with("span", &[("class", "lens"), ("aria-hidden", "true")], |_| {});
        html.element("span", "words", |html| html.text("Search"));
        html.text(" ");
        html.element_with("kbd", &[("aria-hidden", "true")], |html| html.text("/"));
    });
    if page.site.setting.modeller {
        html.link(&page.to(address::MODELLER), "action", |html| html.text("Modeller"));
    }
}

/// The worst severity that occurs, and its number of findings.
fn worst(counts: Counts) -> Option<(Severity, usize)> {
    let found =
        [(Severity::Error, counts.errors), (Severity::Warning, counts.warnings), (Severity::Info, counts.infos)];
    found.into_iter().find(|(_, count)| *count > 0)
}

fn breadcrumbs(page: &Page<'_>, model: &Model, html: &mut Html) {
    if model.breadcrumbs.is_empty() {
        return;
    }
    html.element_with("nav", &[("class", "breadcrumbs"), ("aria-label", "Breadcrumb")], |html| {
        html.element("ol", "", |html| {
            for (text, href) in &model.breadcrumbs {
                html.element("li", "", |html| match href {
                    Some(href) => html.link(href, "", |html| html.text(text)),
                    None => html.text(text),
                });
            }
            html.element_with("li", &[("aria-current", "page")], |html| match &model.here {
                Some(here) => html.text(here),
                None => html.text(&title(page)),
            });
        });
    });
}

/// A link of the navigation, which is marked on the current page.
fn navigation_link(
    page: &Page<'_>,
    html: &mut Html,
    (path, text): (&str, &str),
    is_current: bool,
    badge: Option<(Severity, usize)>,
) {
    let current: &[(&str, &str)] = if is_current { &[("aria-current", "page")] } else { &[] };
    html.link_with(&page.to(path), current, |html| {
        html.text(text);
        if let Some((severity, count)) = badge {
            html.text(" ");
            html.element("span", &format!("count {}", severity.name()), |html| html.text(&count.to_string()));
        }
    });
}

/// A button that opens the list after it where there is no room to show it. It needs no script: the style shows the list
/// next to an open element.
fn fold(html: &mut Html, class: &str, text: &str) {
    html.element("details", &format!("fold {class}"), |html| html.element("summary", "", |html| html.text(text)));
}

/// The bar beside the page: its sections, and the tree of the catalog. In a narrow window, both are folded out from a bar
/// above the page.
fn side(page: &Page<'_>, model: &Model, html: &mut Html) {
    if page.is_placeless() {
        return;
    }
    html.element("div", "side", |html| {
        if !model.contents.is_empty() {
            html.element_with("nav", &[("class", "contents"), ("aria-label", "On this page")], |html| {
                fold(html, "", "On this page");
                html.element_with("p", &[("class", "label"), ("aria-hidden", "true")], |html| {
                    html.text("On this page")
                });
                html.element("ul", "", |html| {
                    for (id, text) in &model.contents {
                        html.element("li", "", |html| html.link(&Href::here(id), "", |html| html.text(text)));
                    }
                });
            });
        }
        html.element_with("nav", &[("class", "kinds"), ("aria-label", "Catalog")], |html| {
            fold(html, "", "Catalog");
            html.element_with("p", &[("class", "label"), ("aria-hidden", "true")], |html| html.text("Catalog"));
            html.element("ul", "", |html| {
                tree::write(page, html);
                lists(page, html);
                documents(page, html);
            });
        });
    });
}

/// The documents of the catalog, as the settings arrange them.
fn documents(page: &Page<'_>, html: &mut Html) {
    let parts = documents::navigation(page.site);
    for part in &parts {
        html.element("li", "group", |html| html.text(part.title.unwrap_or("Documents")));
        for path in &part.documents {
            let subject = Subject::Document(path.clone());
            let is_current = *page.subject == subject;
            let (to, title) = (address::document(path), page.site.title_of(&subject));
            html.element("li", "", |html| navigation_link(page, html, (&to, &title), is_current, None));
        }
    }
    if let Some(href) = page.site.look.repository.as_deref().and_then(Href::of_web) {
        html.element("li", "group", |html| html.text("Elsewhere"));
        html.element("li", "", |html| html.link(&href, "", |html| html.text("Repository")));
    }
}

/// The lists of types, imports, files and folders.
fn lists(page: &Page<'_>, html: &mut Html) {
    let site = page.site;
    let mut entry = |path: &str, text: &str, is_current: bool| {
        html.element("li", "", |html| navigation_link(page, html, (path, text), is_current, None));
    };
    if let Some(types) = site.addresses.types() {
        entry(types, &site.title_of(&Subject::Types), page.path == types);
    }
    for (path, subject) in [
        (address::IMPORTS, Subject::Imports),
        (address::NAMESPACES, Subject::Namespaces),
        (address::ARTIFACTS, Subject::Artifacts),
    ] {
        if site.at(path).is_some() {
            let is_current =
                page.path == path || subject == Subject::Artifacts && matches!(page.subject, Subject::Archive(_));
            entry(path, &site.title_of(&subject), is_current);
        }
    }
    if site.at(address::FOLDERS).is_some() {
        // The title of that page depends on the metadata of all descriptors.
        entry(address::FOLDERS, "Folders", page.path == address::FOLDERS);
    }
}

/// The class of the container of a table whose columns need at least this width in characters. In a narrower place, the
/// style shows each row as a block.
pub fn table_class(characters: usize) -> &'static str {
    match characters {
        0..=40 => "scroll fits fits-24",
        41..=64 => "scroll fits fits-38",
        65..=90 => "scroll fits fits-52",
        91..=120 => "scroll fits fits-66",
        _ => "scroll fits blocks",
    }
}

/// The class of the cells of a column of descriptions. If all are brief, the column may be as narrow as the names beside it
/// require.
pub fn prose_class<'a>(mut texts: impl Iterator<Item = &'a str>) -> &'static str {
    /// In characters, the width that running text has at least.
    const MAX_BRIEF: usize = 40;
    let are_brief = texts.all(|text| text.chars().take(MAX_BRIEF + 1).count() <= MAX_BRIEF);
    if are_brief { "prose brief" } else { "prose" }
}

/// A second-level heading that can be linked to.
pub fn heading(content: &mut Content, id: &str, text: &str) {
    content.element_with(Element::Heading(2), &[("id", id)], |content| {
        content.text(text);
        content.text(" ");
        content.permalink(id, text);
    });
}

/// The full name of a descriptor, linked to its page. If several files have the name, their paths tell them apart.
pub fn link(page: &Page<'_>, content: &mut Content, file: &FilePath) {
    let facts = page.site.facts(file);
    let full = facts.map_or(file.as_str(), |facts| &facts.name.full);
    content.text_to(page.to_file(file).as_ref(), full);
    if facts.is_some_and(|facts| page.site.conflict(facts).is_some()) {
        apart(content, file.as_str());
    }
}

/// The name and version of a descriptor, linked to its page, and what tells it apart from others with the same.
pub fn titled_link(page: &Page<'_>, content: &mut Content, facts: &Facts, apart: Option<&str>) {
    let title = facts.name.title();
    content.text_to(page.to_file(&facts.path).as_ref(), &title);
    apart.into_iter().for_each(|words| self::apart(content, words));
}

/// A text behind a name that others have, too.
pub fn apart(content: &mut Content, words: &str) {
    content.text(" ");
    content.element(Element::Span, "origin", |content| content.text(words));
}

/// Maximum number of entries that can be opened below the first ones of a list, so that pages stay small in a catalog of any
/// size. Lists about the contents of a single descriptor are as long as its text, and have no maximum.
pub const MAX_OPENED: usize = 1_000;

/// `and 5 more`, linked to a list that has them.
fn left(content: &mut Content, n_left: usize, all: &Href) {
    // Data looks different from a page.
    let form = if all.as_str().ends_with(Form::Json.ending()) { " (JSON)" } else { "" };
    content.link(all, "", |content| content.text(&format!("and {n_left} more{form}")));
}

/// A note below a truncated list with the number of omitted entries, linked to a list that has all.
pub fn more(content: &mut Content, n_left: usize, all: &Href) {
    if n_left > 0 {
        content.element(Element::Paragraph, "note", |content| left(content, n_left, all));
    }
}

/// The same note with a link to the data of the page, which is complete.
pub fn more_in_data(page: &Page<'_>, content: &mut Content, n_left: usize) {
    more(content, n_left, &page.to_data());
}

/// The same note as an item of the list.
pub fn more_items(content: &mut Content, n_left: usize, all: &Href) {
    if n_left > 0 {
        content.element(Element::Item, "", |content| left(content, n_left, all));
    }
}

/// The rest of a list with `n_left` entries, which can be opened without scripts.
pub fn folded(content: &mut Content, n_left: usize, write: impl FnOnce(&mut Content)) {
    content.element(Element::Details, "rest", |content| {
        content.element(Element::Summary, "", |content| content.text(&format!("and {n_left} more")));
        write(content);
    });
}

/// The rest of a list, which can be opened. If it does not fit there either, `all` leads to a list that has all.
pub fn opened<T>(content: &mut Content, rest: &[T], all: &Href, write: &dyn Fn(&mut Content, &T)) {
    if rest.is_empty() {
        return;
    }
    folded(content, rest.len(), |content| {
        content.element(Element::List, "inline", |content| {
            for one in rest.iter().take(MAX_OPENED) {
                content.element(Element::Item, "", |content| write(content, one));
            }
            more_items(content, rest.len().saturating_sub(MAX_OPENED), all);
        });
    });
}

/// The items of a list: the first ones, and the others in an item that can be opened.
pub fn items<T>(content: &mut Content, entries: &[T], n_first: usize, all: &Href, write: &dyn Fn(&mut Content, &T)) {
    let (first, rest) = entries.split_at(entries.len().min(n_first));
    for one in first {
        content.element(Element::Item, "", |content| write(content, one));
    }
    if !rest.is_empty() {
        content.element(Element::Item, "", |content| opened(content, rest, all, write));
    }
}

/// A table with the first rows, and one with the others that can be opened. `all` leads to a list that has all, unless there
/// are only as many rows as the text of one descriptor has.
pub fn rows<T>(
    content: &mut Content,
    rows: &[T],
    n_first: usize,
    all: Option<&Href>,
    table: &dyn Fn(&mut Content, &[T]),
) {
    let (first, rest) = rows.split_at(rows.len().min(n_first));
    table(content, first);
    if rest.is_empty() {
        return;
    }
    let n_opened = if all.is_some() { rest.len().min(MAX_OPENED) } else { rest.len() };
    folded(content, rest.len(), |content| {
        table(content, &rest[..n_opened]);
        all.iter().for_each(|all| more(content, rest.len() - n_opened, all));
    });
}

/// `assembly descriptors`.
pub fn plural_label(language: Language) -> String {
    format!("{}s", language.label())
}

pub fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// The counts of findings as badges, or a check mark.
pub fn counts(content: &mut Content, counts: Counts) {
    if counts.is_clean() {
        content
            .element_with(Element::Span, &[("class", "clean"), ("title", "no findings")], |content| content.text("✓"));
        return;
    }
    let kinds =
        [(counts.errors, Severity::Error), (counts.warnings, Severity::Warning), (counts.infos, Severity::Info)];
    for (count, severity) in kinds.into_iter().filter(|(count, _)| *count > 0) {
        let class = format!("count {}", severity.name());
        let words = plural(count, severity.name());
        content.element_with(Element::Span, &[("class", &class), ("title", &words)], |content| {
            content.text(&count.to_string())
        });
        content.text(" ");
    }
}

/// The first word of the label of a language, for places with little space: `assembly`.
pub fn kind_word(language: Language) -> &'static str {
    language.label().split(' ').next().unwrap_or("")
}

/// The kind of a descriptor, as a badge.
pub fn kind(content: &mut Content, language: Language) {
    let word = kind_word(language);
    let class = format!("kind kind-{}", word.to_ascii_lowercase());
    content.element(Element::Span, &class, |content| content.text(word));
}
