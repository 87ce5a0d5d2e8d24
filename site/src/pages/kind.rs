//! The descriptors of one language, and tables of descriptors anywhere.

use std::collections::BTreeSet;

use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::finding::Counts;
use crate::html::Html;
use crate::pages::error::code_in;
use crate::pages::facts::Facts;
use crate::pages::layout::{self, Body, document};
use crate::pages::twin::counts_of;
use crate::pages::{Page, address};

pub fn page(page: &Page<'_>, language: Language) -> String {
    let files: Vec<&Facts> = page.site.of_language(language).collect();
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text(&page.title()));
        html.element("p", "lead", |html| code_in(html, language.schema().doc));
        table(page, html, &files);
    });
    let breadcrumbs = vec![(page.site.title.clone(), Some(page.to(address::HOME)))];
    document(page, &Body { breadcrumbs, main, ..Body::default() })
}

/// The same rows for programs; the index has the rest.
pub fn json(page: &Page<'_>, language: Language) -> Value {
    let rows = page.site.of_language(language).map(|file| {
        json!({
            "name": file.name.full,
            "summary": file.summary,
            "page": page.site.addresses.get(&file.path).map(|address| &address.page),
            "usedBy": users(page, file).len(),
            "findings": counts_of(Counts::of(page.checked.findings(&file.path))),
        })
    });
    json!({ "kind": language.label(), "descriptors": rows.collect::<Vec<_>>() })
}

fn users<'a>(page: &Page<'a>, file: &Facts) -> BTreeSet<&'a FilePath> {
    page.site.used_by(&file.path).iter().map(|used| &used.user).collect()
}

/// One row for each of `files`, those of one name under one another.
pub fn table(page: &Page<'_>, html: &mut Html, files: &[&Facts]) {
    html.element("div", "scroll", |html| {
        let mixed = files.iter().any(|file| files.first().is_some_and(|first| first.language != file.language));
        html.element("table", "descriptors", |html| {
            html.element("thead", "", |html| {
                html.element("tr", "", |html| {
                    for title in ["Name", "Version", "Description", "Used by", "Findings"] {
                        html.element_with("th", &[("scope", "col")], |html| html.text(title));
                    }
                });
            });
            html.element("tbody", "", |html| {
                for file in files {
                    let kind = if mixed { Html::of(|html| layout::kind(html, file.language)) } else { Html::new() };
                    row(page, html, file, &kind);
                }
            });
        });
    });
}

fn row(page: &Page<'_>, html: &mut Html, file: &Facts, kind: &Html) {
    let name = &file.name;
    html.element("tr", "", |html| {
        html.element_with("th", &[("scope", "row")], |html| {
            html.append(kind);
            match page.to_file(&file.path) {
                Some(href) => html.link(&href, "name", |html| html.text(&name.short)),
                None => html.text(&name.short),
            }
        });
        html.element("td", "version", |html| html.text(name.version.as_deref().unwrap_or("")));
        html.element("td", "summary", |html| html.text(&file.summary));
        let users = users(page, file);
        html.element("td", "number", |html| {
            if !users.is_empty() {
                html.text(&users.len().to_string());
            }
        });
        html.element("td", "marks", |html| layout::counts(html, Counts::of(page.checked.findings(&file.path))));
    });
}
