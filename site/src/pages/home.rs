//! The first page: what is in the catalog, where to begin, and how it is.

use descriptorium_core::language::Language;

use crate::finding::{Counts, plural};
use crate::html::Html;
use crate::pages::facts::Facts;
use crate::pages::kind::table;
use crate::pages::layout::{Body, capitalized, document, heading, more, plural_label};
use crate::pages::{Page, address, folders, recent};

/// The most descriptors that are listed here rather than on pages of their own.
const MAX_LISTED: usize = 60;

pub fn page(page: &Page<'_>) -> String {
    let site = page.site;
    let mut contents = Vec::new();
    let feed = site.has_feed().then(|| page.to(address::FEED));
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text(&site.title));
        html.element("p", "lead", |html| lead(page, html));
        if let Some(readme) = &site.readme {
            page.introduction(html, readme, "", &mut contents);
        }
        if site.n_descriptors() == 0 {
            return empty(page, html);
        }
        if !site.recent.changed().is_empty() {
            heading(html, "recent", "Recently changed");
            contents.push(("recent".to_owned(), "Recently changed".to_owned()));
            recent::list(page, html);
        }
        let mut entries = entry_points(page);
        let n_entries = entries.len();
        entries.truncate(MAX_LISTED);
        if !entries.is_empty() && entries.len() < site.n_descriptors() {
            heading(html, "entry-points", "Entry points");
            contents.push(("entry-points".to_owned(), "Entry points".to_owned()));
            html.element("p", "note", |html| html.text("Descriptors that no other one of the catalog is made of."));
            table(page, html, &entries);
            more(html, n_entries - entries.len());
        }
        for language in site.languages() {
            let id = format!("all-{}", language.label().replace(' ', "-"));
            let title = capitalized(&plural_label(language));
            let files: Vec<&Facts> = site.of_language(language).collect();
            heading(html, &id, &title);
            if files.len() <= MAX_LISTED {
                table(page, html, &files);
            } else {
                let words = format!("All {}", plural(files.len(), language.label()));
                html.element("p", "", |html| {
                    html.link(&page.to(&address::kind(language)), "", |html| html.text(&words))
                });
            }
            contents.push((id, title));
        }
        if let Some(feed) = &feed {
            html.element("p", "", |html| {
                html.link(feed, "", |html| html.text("What was written last, as a feed (Atom)"));
            });
        }
    });
    let twins = feed.map(|feed| (feed, "application/atom+xml")).into_iter().collect();
    document(page, &Body { main, contents, twins, ..Body::default() })
}

fn lead(page: &Page<'_>, html: &mut Html) {
    let site = page.site;
    let languages: Vec<Language> = site.languages().collect();
    for (index, language) in languages.iter().enumerate() {
        let joint = match index {
            0 => "",
            _ if index + 1 == languages.len() => " and ",
            _ => ", ",
        };
        html.text(joint);
        let words = plural(site.of_language(*language).count(), language.label());
        html.link(&page.to(&address::kind(*language)), "", |html| html.text(&words));
    }
    if !languages.is_empty() {
        html.text(". ");
    }
    if let Some(href) = page.to_folders() {
        html.text("See also their ");
        html.link(&href, "", |html| html.text(&folders::title(site).to_lowercase()));
        html.text(". ");
    }
    health(page, html, site.counts(page.checked));
}

fn health(page: &Page<'_>, html: &mut Html, counts: Counts) {
    if counts.is_clean() {
        return html.text("Nothing is wrong with them.");
    }
    let class = if counts.errors > 0 { "error" } else { "warning" };
    let class = if counts.errors + counts.warnings == 0 { "info" } else { class };
    html.text("The check finds ");
    html.link(&page.to(address::PROBLEMS), class, |html| html.text(&counts.to_string()));
    html.text(".");
}

/// The descriptors that nothing is made of and that are made of something.
pub fn entry_points<'a>(page: &Page<'a>) -> Vec<&'a Facts> {
    let site = page.site;
    let is_entry = |facts: &&Facts| site.used_by(&facts.path).is_empty() && !site.uses(&facts.path).is_empty();
    site.descriptors().filter(is_entry).collect()
}

fn empty(page: &Page<'_>, html: &mut Html) {
    html.element("p", "", |html| {
        html.text("There is no descriptor in this folder yet. A descriptor is a YAML file with a name such as ");
        html.element("code", "", |html| html.text("assembly::video_service::1.0"));
        html.text(".");
    });
    if page.site.setting.modeller {
        let modeller = page.to(address::MODELLER);
        html.element("p", "", |html| html.link(&modeller, "", |html| html.text("Begin one in the modeller")));
    }
}
