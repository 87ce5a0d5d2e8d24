//! The home page: text, search, what is new and used, and a list of the descriptors: by kind in a small catalog, and one that
//! can be filtered in a large one.

use std::collections::BTreeSet;

use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;

use crate::content::{Content, Element};
use crate::finding::{Counts, plural};
use crate::html::Href;
use crate::pages::facts::Facts;
use crate::pages::layout::{self, capitalized, heading, more_in_data, plural_label};
use crate::pages::listing::{self, NameRow};
use crate::pages::model::Model;
use crate::pages::name::told_apart;
use crate::pages::{Page, address, folders, health, index, recent};

/// Maximum number of descriptors that are listed here rather than on separate pages.
const MAX_LISTED: usize = 60;
/// Maximum number of rows on this page, of lines of the README that are not collapsed above them, and of entries in a card.
const MAX_ROWS: usize = 5_000;
const MAX_README: usize = 12;
const IN_CARD: usize = 5;

pub fn model(page: &Page<'_>) -> Model {
    let site = page.site;
    let mut contents = Vec::new();
    let feed = site.has_feed().then(|| page.to(address::FEED));
    let rows = listing::by_name(site.descriptors());
    let is_large = rows.len() > MAX_LISTED;
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&site.title));
        content.element(Element::Paragraph, "lead", |content| lead(page, content));
        if site.n_descriptors() > 0 {
            search_field(page, content);
        }
        if let Some(readme) = &site.readme {
            match is_large && readme.lines().count() > MAX_README {
                // A long text would hide the catalog.
                true => content.element(Element::Details, "", |content| {
                    content.element(Element::Summary, "", |content| content.text("About this catalog"));
                    page.introduction(content, readme, "", &mut Vec::new());
                }),
                false => page.introduction(content, readme, "", &mut contents),
            }
        }
        if site.n_descriptors() == 0 {
            return empty(page, content);
        }
        cards(page, content, &rows);
        if is_large {
            heading(content, "all", "All descriptors");
            contents.push(("all".to_owned(), "All descriptors".to_owned()));
            listing::controls(content);
            listing::table(page, content, &rows[..rows.len().min(MAX_ROWS)]);
            more_in_data(page, content, rows.len().saturating_sub(MAX_ROWS));
        } else {
            let entries = listing::by_name(entry_points(page));
            if !entries.is_empty() && entries.len() < rows.len() {
                heading(content, "entry-points", "Entry points");
                contents.push(("entry-points".to_owned(), "Entry points".to_owned()));
                content.element(Element::Paragraph, "note", |content| {
                    content.text("Descriptors that are not parts of other descriptors in the catalog.")
                });
                listing::table(page, content, &entries);
            }
            for language in site.languages() {
                let id = format!("all-{}", language.label().replace(' ', "-"));
                let title = capitalized(&plural_label(language));
                heading(content, &id, &title);
                let own: Vec<NameRow<'_>> = rows.iter().filter(|row| row.facts.language == language).copied().collect();
                listing::table(page, content, &own);
                contents.push((id, title));
            }
        }
        if let Some(feed) = &feed {
            content.element(Element::Paragraph, "", |content| {
                content.link(feed, "", |content| content.text("Feed of recent changes (Atom)"));
            });
        }
    });
    let alternates = feed.map(|feed| (feed, "application/atom+xml")).into_iter().collect();
    Model { main, contents, data: page.data(|| index::data(page)), alternates, has_list: true, ..Model::default() }
}

/// A large link to the search, which a script replaces by its field.
fn search_field(page: &Page<'_>, content: &mut Content) {
    content.link(&page.to(address::SEARCH), "search-field search-link", |content| {
        content.element_with(Element::Span, &[("class", "lens"), ("aria-hidden", "true")], |_| {});
        content.element(Element::Span, "words", |content| content.text("Search names, properties, types and text"));
        content.element_with(Element::Key, &[("aria-hidden", "true")], |content| content.text("/"));
    });
}

/// Cards with recent changes, the most used descriptors, and whatever needs attention.
fn cards(page: &Page<'_>, content: &mut Content, rows: &[NameRow<'_>]) {
    let site = page.site;
    let mut used: Vec<(usize, &NameRow<'_>)> =
        rows.iter().map(|row| (listing::users(site, row.facts).len(), row)).filter(|(count, _)| *count > 0).collect();
    used.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let attention = attention(page);
    let has_recent = !site.recent.changed().is_empty();
    if !has_recent && used.len() < 2 && attention.is_empty() {
        return;
    }
    let card = |content: &mut Content, title: &str, id: &str, write: &dyn Fn(&mut Content)| {
        content.element(Element::Section, "", |content| {
            content.element_with(Element::Heading(2), &[("id", id)], |content| content.text(title));
            write(content);
        });
    };
    content.element(Element::Group, "cards", |content| {
        if has_recent {
            card(content, "Recently changed", "recent", &|content| recent::list(page, content, IN_CARD));
        }
        if used.len() > 1 {
            let apart = told_apart(rows.iter().map(|row| (row.facts.name.short.clone(), row.facts)));
            card(content, "Most used", "most-used", &|content| {
                content.element(Element::List, "plain", |content| {
                    for (count, row) in used.iter().take(IN_CARD) {
                        let Some(href) = page.to_file(&row.facts.path) else { continue };
                        content.element(Element::Item, "", |content| {
                            content.link(&href, "", |content| content.text(&row.facts.name.short));
                            apart.get(&row.facts.path).into_iter().for_each(|words| layout::apart(content, words));
                            content.text(" ");
                            content.element(Element::Span, "beside", |content| content.text(&plural(*count, "user")));
                        });
                    }
                });
            });
        }
        if !attention.is_empty() {
            card(content, "Needs attention", "attention", &|content| {
                content.element(Element::List, "plain", |content| {
                    for (words, href) in attention.iter().take(IN_CARD) {
                        content.element(Element::Item, "", |content| {
                            content.link(href, "", |content| content.text(words));
                        });
                    }
                });
            });
        }
    });
}

/// Problems that need attention, with the pages that list them.
fn attention(page: &Page<'_>) -> Vec<(String, Href)> {
    let (site, health) = (page.site, page.to(address::HEALTH));
    let mut found = Vec::new();
    let counts = site.counts(page.checked);
    if !counts.is_clean() {
        let files: BTreeSet<&str> = site.all_findings(page.checked).map(|finding| finding.file.as_str()).collect();
        found.push((format!("{counts} in {}", plural(files.len(), "file")), page.to(address::FINDINGS)));
    }
    let deprecated = site.by_file().filter(|facts| health::is_deprecated(site, facts));
    let users: BTreeSet<&FilePath> =
        deprecated.flat_map(|facts| site.used_by(&facts.path)).map(|one| &one.user).collect();
    if !users.is_empty() {
        let words = format!("{} of deprecated descriptors", plural(users.len(), "user"));
        found.push((words, health.clone().at("deprecated")));
    }
    let n_unowned =
        site.by_file().filter(|facts| site.ownership(&facts.path).is_none_or(|of| of.owner.is_none())).count();
    // Where nobody states owners, nobody misses them.
    if n_unowned > 0 && n_unowned < site.n_descriptors() && !site.look.publication.descriptors.is_empty() {
        found.push((format!("{} without an owner", plural(n_unowned, "descriptor")), health.at("unowned")));
    }
    found
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
