//! The home page: descriptors, entry points, recent changes and health.

use descriptorium_core::language::Language;

use crate::content::{Content, Element};
use crate::finding::{Counts, plural};
use crate::pages::facts::Facts;
use crate::pages::kind::table;
use crate::pages::layout::{capitalized, heading, more, plural_label};
use crate::pages::model::Model;
use crate::pages::{Page, address, folders, index, recent};

/// Maximum number of descriptors that are listed here rather than on separate pages.
const MAX_LISTED: usize = 60;

pub fn model(page: &Page<'_>) -> Model {
    let site = page.site;
    let mut contents = Vec::new();
    let feed = site.has_feed().then(|| page.to(address::FEED));
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&site.title));
        content.element(Element::Paragraph, "lead", |content| lead(page, content));
        if let Some(readme) = &site.readme {
            page.introduction(content, readme, "", &mut contents);
        }
        if site.n_descriptors() == 0 {
            return empty(page, content);
        }
        if !site.recent.changed().is_empty() {
            heading(content, "recent", "Recently changed");
            contents.push(("recent".to_owned(), "Recently changed".to_owned()));
            recent::list(page, content);
        }
        let mut entries = entry_points(page);
        let n_entries = entries.len();
        entries.truncate(MAX_LISTED);
        if !entries.is_empty() && entries.len() < site.n_descriptors() {
            heading(content, "entry-points", "Entry points");
            contents.push(("entry-points".to_owned(), "Entry points".to_owned()));
            content.element(Element::Paragraph, "note", |content| {
                content.text("Descriptors that are not parts of other descriptors in the catalog.")
            });
            table(page, content, &entries);
            more(content, n_entries - entries.len());
        }
        for language in site.languages() {
            let id = format!("all-{}", language.label().replace(' ', "-"));
            let title = capitalized(&plural_label(language));
            let files: Vec<&Facts> = site.of_language(language).collect();
            heading(content, &id, &title);
            if files.len() <= MAX_LISTED {
                table(page, content, &files);
            } else {
                let words = format!("All {}", plural(files.len(), language.label()));
                content.element(Element::Paragraph, "", |content| {
                    content.link(&page.to(&address::kind(language)), "", |content| content.text(&words))
                });
            }
            contents.push((id, title));
        }
        if let Some(feed) = &feed {
            content.element(Element::Paragraph, "", |content| {
                content.link(feed, "", |content| content.text("Feed of recent changes (Atom)"));
            });
        }
    });
    let alternates = feed.map(|feed| (feed, "application/atom+xml")).into_iter().collect();
    Model { main, contents, data: page.data(|| index::data(page)), alternates, ..Model::default() }
}

fn lead(page: &Page<'_>, content: &mut Content) {
    let site = page.site;
    let languages: Vec<Language> = site.languages().collect();
    for (index, language) in languages.iter().enumerate() {
        let separator = match index {
            0 => "",
            _ if index + 1 == languages.len() => " and ",
            _ => ", ",
        };
        content.text(separator);
        let words = plural(site.of_language(*language).count(), language.label());
        content.link(&page.to(&address::kind(*language)), "", |content| content.text(&words));
    }
    if !languages.is_empty() {
        content.text(". ");
    }
    if let Some(href) = page.to_folders() {
        content.text("Browse ");
        content.link(&href, "", |content| content.text(&folders::title(site).to_lowercase()));
        content.text(". ");
    }
    health(page, content, site.counts(page.checked));
}

fn health(page: &Page<'_>, content: &mut Content, counts: Counts) {
    if counts.is_clean() {
        return content.text("No findings.");
    }
    let class = if counts.errors > 0 { "error" } else { "warning" };
    let class = if counts.errors + counts.warnings == 0 { "info" } else { class };
    content.text("The check reports ");
    content.link(&page.to(address::FINDINGS), class, |content| content.text(&counts.to_string()));
    content.text(".");
}

/// Descriptors that use others but are not parts of any. One to which others only refer is installed by itself.
pub fn entry_points<'a>(page: &Page<'a>) -> Vec<&'a Facts> {
    let site = page.site;
    let is_entry = |facts: &&Facts| !site.is_part(&facts.path) && !site.uses(&facts.path).is_empty();
    site.descriptors().filter(is_entry).collect()
}

fn empty(page: &Page<'_>, content: &mut Content) {
    content.element(Element::Paragraph, "", |content| {
        content.text("There are no descriptors in this folder yet. A descriptor is a YAML file with a name such as ");
        content.code("assembly::video_service::1.0");
        content.text(".");
    });
    if page.site.setting.modeller {
        let modeller = page.to(address::MODELLER);
        content.element(Element::Paragraph, "", |content| {
            content.link(&modeller, "", |content| content.text("Create one in the modeller"))
        });
    }
}
