//! How the catalog is: what is found wrong, how much of it is described, what nothing uses, what is old or does not
//! resolve.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::assembly::model;
use descriptorium_core::catalog::compare_versions;
use descriptorium_core::language::Language;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::finding::plural;
use crate::html::Html;
use crate::pages::facts::Facts;
use crate::pages::layout::{Body, document, heading, link, more};
use crate::pages::twin::counts_of;
use crate::pages::{Page, Use, address, kind};

/// The most rows of each table.
const MAX_LISTED: usize = 200;

/// How much of a descriptor is described.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    pub described: usize,
    pub all: usize,
}

impl Coverage {
    /// The descriptor itself and its properties count one each.
    pub fn of(descriptor: &model::Descriptor) -> Self {
        let described = |text: &Option<model::Text>| text.as_ref().is_some_and(|text| !text.value.trim().is_empty());
        let properties = descriptor.properties.iter().filter(|property| described(&property.description)).count();
        Coverage {
            described: properties + usize::from(described(&descriptor.description)),
            all: descriptor.properties.len() + 1,
        }
    }

    fn add(self, other: Coverage) -> Self {
        Coverage { described: self.described + other.described, all: self.all + other.all }
    }

    /// In whole percents, 100 only where all is described.
    pub fn percent(self) -> usize {
        (self.described * 100).checked_div(self.all).unwrap_or(100)
    }
}

pub fn page(page: &Page<'_>) -> String {
    let site = page.site;
    let files: Vec<&Facts> = site.descriptors().collect();
    let mut contents = Vec::new();
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text("Health"));
        html.element("p", "lead", |html| {
            html.text("The check finds ");
            html.link(&page.to(address::PROBLEMS), "", |html| html.text(&site.counts(page.checked).to_string()));
            html.text(&format!(" in {}.", plural(site.n_descriptors(), "descriptor")));
        });
        html.element_with("div", &[("id", "filter"), ("data-of-script", "")], |_| {});
        coverage(page, html, &files, &mut contents);
        deprecated(page, html, &files, &mut contents);
        outdated(page, html, &files, &mut contents);
        unused(page, html, &files, &mut contents);
        unresolved(page, html, &files, &mut contents);
    });
    let breadcrumbs = vec![(site.title.clone(), Some(page.to(address::HOME)))];
    document(
        page,
        &Body { title: "Health", breadcrumbs, here: "Health", contents, main, has_filter: true, ..Body::default() },
    )
}

/// The same for programs, and all of it.
pub fn json(page: &Page<'_>) -> Value {
    let files: Vec<&Facts> = page.site.descriptors().collect();
    let full = |file: &FilePath| page.site.facts(file).map_or("", |facts| facts.name.full.as_str());
    let by = |uses: &[Use]| -> BTreeSet<&str> { uses.iter().map(|one| full(&one.user)).collect() };
    let counted = |one: &Coverage| json!({ "described": one.described, "all": one.all, "percent": one.percent() });
    let coverage = covered(&files).map(|(whole, rows)| {
        let lacking = rows.iter().map(|(one, file)| {
            json!({ "name": file.name.full, "described": one.described, "all": one.all, "percent": one.percent() })
        });
        json!({ "whole": counted(&whole), "lacking": lacking.collect::<Vec<_>>() })
    });
    let deprecated = files.iter().filter(|file| is_deprecated(file)).map(
        |file| json!({ "name": file.name.full, "why": file.summary, "usedBy": by(page.site.used_by(&file.path)) }),
    );
    let older = older(page, &files).into_iter().map(
        |((used, highest), uses)| json!({ "used": used.to_string(), "highest": highest.to_string(), "by": by(&uses) }),
    );
    let unused: Vec<&str> = idle(page, &files).iter().map(|file| file.name.full.as_str()).collect();
    let missing = missing(page, &files)
        .into_iter()
        .map(|(name, files)| json!({ "name": name, "by": files.into_iter().map(full).collect::<Vec<_>>() }));
    json!({
        "counts": counts_of(page.site.counts(page.checked)),
        "documentation": coverage,
        "deprecated": deprecated.collect::<Vec<_>>(),
        "olderVersions": older.collect::<Vec<_>>(),
        "unused": unused,
        "unresolved": missing.collect::<Vec<_>>(),
    })
}

fn section(html: &mut Html, id: &'static str, title: &str, note: &str, contents: &mut Vec<(String, String)>) {
    heading(html, id, title);
    html.element("p", "note", |html| html.text(note));
    contents.push((id.to_owned(), title.to_owned()));
}

/// How much of all that can be described is, and what is described in part only, the least described first.
fn covered<'a>(files: &[&'a Facts]) -> Option<(Coverage, Vec<(Coverage, &'a Facts)>)> {
    let mut rows: Vec<(Coverage, &Facts)> = files.iter().filter_map(|file| Some((file.coverage?, *file))).collect();
    if rows.is_empty() {
        return None;
    }
    let whole = rows.iter().fold(Coverage::default(), |sum, (one, _)| sum.add(*one));
    rows.retain(|(one, _)| one.described < one.all);
    rows.sort_by_key(|(one, file)| (one.percent(), file.path.clone()));
    Some((whole, rows))
}

fn coverage(page: &Page<'_>, html: &mut Html, files: &[&Facts], contents: &mut Vec<(String, String)>) {
    let Some((whole, rows)) = covered(files) else { return };
    let note = format!(
        "{} of {} descriptors and properties are described: {} %.",
        whole.described,
        whole.all,
        whole.percent()
    );
    section(html, "coverage", "Documentation", &note, contents);
    if rows.is_empty() {
        return;
    }
    table(html, &["Descriptor", "Described", "Lacks"], rows.len(), |html| {
        for (one, file) in rows.iter().take(MAX_LISTED) {
            html.element("tr", "", |html| {
                html.element_with("th", &[("scope", "row")], |html| link(page, html, &file.path));
                html.element("td", "", |html| {
                    let value = one.percent().to_string();
                    html.element_with("meter", &[("min", "0"), ("max", "100"), ("value", &value)], |html| {
                        html.text(&format!("{value} %"));
                    });
                    html.text(&format!(" {value} %"));
                });
                html.element("td", "", |html| html.text(&plural(one.all - one.described, "description")));
            });
        }
    });
}

fn table(html: &mut Html, columns: &[&str], n_rows: usize, rows: impl FnOnce(&mut Html)) {
    html.element("div", "scroll", |html| {
        html.element("table", "health", |html| {
            html.element("thead", "", |html| {
                html.element("tr", "", |html| {
                    for title in columns {
                        html.element_with("th", &[("scope", "col")], |html| html.text(title));
                    }
                });
            });
            html.element("tbody", "", rows);
        });
    });
    more(html, n_rows.saturating_sub(MAX_LISTED));
}

/// Descriptors that say of themselves, at the beginning of their descriptions, that they are not to be used.
fn deprecated(page: &Page<'_>, html: &mut Html, files: &[&Facts], contents: &mut Vec<(String, String)>) {
    let rows: Vec<&&Facts> = files.iter().filter(|file| is_deprecated(file)).collect();
    if rows.is_empty() {
        return;
    }
    section(html, "deprecated", "Deprecated", "Their descriptions begin with that word.", contents);
    table(html, &["Descriptor", "Why", "Still used by"], rows.len(), |html| {
        for file in rows.iter().take(MAX_LISTED) {
            html.element("tr", "", |html| {
                html.element_with("th", &[("scope", "row")], |html| link(page, html, &file.path));
                html.element("td", "", |html| html.text(&file.summary));
                html.element("td", "", |html| users(page, html, page.site.used_by(&file.path)));
            });
        }
    });
}

/// Whether the description of a descriptor begins with `deprecated`.
fn is_deprecated(file: &Facts) -> bool {
    let word = "deprecated";
    file.summary.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn users(page: &Page<'_>, html: &mut Html, uses: &[Use]) {
    let files: BTreeSet<_> = uses.iter().map(|one| &one.user).collect();
    html.element("ul", "inline", |html| {
        for path in files {
            html.element("li", "", |html| link(page, html, path));
        }
    });
}

/// Uses of a version that is not the highest: what is used, the highest there is, and by what.
fn older(page: &Page<'_>, files: &[&Facts]) -> BTreeMap<(DescriptorRef, DescriptorRef), Vec<Use>> {
    let catalog = &page.site.catalog;
    let mut rows: BTreeMap<(DescriptorRef, DescriptorRef), Vec<Use>> = BTreeMap::new();
    for one in files.iter().flat_map(|file| page.site.uses(&file.path)) {
        let Some(used) = DescriptorRef::parse(&one.name) else { continue };
        let newest = catalog.versions(&used.kind, &used.name).last();
        let exact = catalog.resolve(&used).found().is_some();
        if let Some(newest) =
            newest.filter(|newest| exact && compare_versions(&used.version, &newest.name.version).is_lt())
        {
            rows.entry((used, newest.name.clone())).or_default().push(one.clone());
        }
    }
    rows
}

fn outdated(page: &Page<'_>, html: &mut Html, files: &[&Facts], contents: &mut Vec<(String, String)>) {
    let catalog = &page.site.catalog;
    let rows = older(page, files);
    if rows.is_empty() {
        return;
    }
    section(html, "outdated", "Older versions in use", "There is a higher version in the catalog.", contents);
    table(html, &["Used", "Highest", "By"], rows.len(), |html| {
        for ((used, newest), uses) in rows.iter().take(MAX_LISTED) {
            html.element("tr", "", |html| {
                for (cell, shown) in [("th", used), ("td", newest)] {
                    let file = catalog.resolve(shown).found().map(|entry| &entry.file);
                    let scope: &[(&str, &str)] = if cell == "th" { &[("scope", "row")] } else { &[] };
                    html.element_with(cell, scope, |html| match file {
                        Some(file) => link(page, html, file),
                        None => html.text(&shown.to_string()),
                    });
                }
                html.element("td", "", |html| users(page, html, uses));
            });
        }
    });
}

/// Resources that no assembly is made of.
fn idle<'a>(page: &Page<'_>, files: &[&'a Facts]) -> Vec<&'a Facts> {
    let is_unused = |file: &&&Facts| {
        let resource = file.language == Language::Resource;
        resource && page.site.used_by(&file.path).is_empty()
    };
    files.iter().filter(is_unused).copied().collect()
}

fn unused(page: &Page<'_>, html: &mut Html, files: &[&Facts], contents: &mut Vec<(String, String)>) {
    let rows = idle(page, files);
    if rows.is_empty() {
        return;
    }
    section(html, "unused", "Unused", "Resources that no assembly of the catalog is made of.", contents);
    let shown = &rows[..rows.len().min(MAX_LISTED)];
    kind::table(page, html, shown);
    more(html, rows.len().saturating_sub(MAX_LISTED));
}

/// Descriptors that are spoken of and not there, with those that speak of them.
fn missing<'a>(page: &Page<'a>, files: &[&'a Facts]) -> BTreeMap<&'a str, BTreeSet<&'a FilePath>> {
    let mut rows: BTreeMap<&str, BTreeSet<&FilePath>> = BTreeMap::new();
    for file in files {
        for name in page.checked.verdict(&file.path).into_iter().flat_map(|verdict| &verdict.missing) {
            rows.entry(name).or_default().insert(&file.path);
        }
    }
    rows
}

fn unresolved(page: &Page<'_>, html: &mut Html, files: &[&Facts], contents: &mut Vec<(String, String)>) {
    let rows = missing(page, files);
    if rows.is_empty() {
        return;
    }
    section(html, "unresolved", "Not in the catalog", "Descriptors that are spoken of and not there.", contents);
    table(html, &["Name", "Spoken of by"], rows.len(), |html| {
        for (missing, files) in rows.iter().take(MAX_LISTED) {
            html.element("tr", "", |html| {
                html.element_with("th", &[("scope", "row")], |html| {
                    html.element("span", "broken", |html| html.text(missing));
                });
                html.element("td", "", |html| {
                    html.element("ul", "inline", |html| {
                        files.iter().for_each(|file| html.element("li", "", |html| link(page, html, file)));
                    });
                });
            });
        }
    });
}
