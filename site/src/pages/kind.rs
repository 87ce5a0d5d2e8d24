//! The page of one language, and tables of descriptors for other pages.

use std::collections::BTreeSet;

use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::Counts;
use crate::pages::facts::Facts;
use crate::pages::index::counts_of;
use crate::pages::layout;
use crate::pages::model::Model;
use crate::pages::{Page, address};

pub fn model(page: &Page<'_>, language: Language) -> Model {
    let files: Vec<&Facts> = page.site.of_language(language).collect();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text_with_code(language.documentation().of_record(language.schema()))
        });
        let types = page.site.addresses.types().filter(|types| **types == address::types(language));
        if let Some(types) = types {
            content.element(Element::Paragraph, "", |content| {
                content.link(&page.to(types), "", |content| content.text("Find types"));
                content.text(" by capability, requirement and kind.");
            });
        }
        table(page, content, &files);
    });
    let breadcrumbs = page.below_home();
    let data = page.data(|| data(page, language));
    Model { breadcrumbs, main, data, ..Model::default() }
}

/// The page as JSON; the index has more about each descriptor.
fn data(page: &Page<'_>, language: Language) -> Value {
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

/// A table with a row for each of `files`.
pub fn table(page: &Page<'_>, content: &mut Content, files: &[&Facts]) {
    content.element(Element::Group, "scroll", |content| {
        let mixed = files.iter().any(|file| files.first().is_some_and(|first| first.language != file.language));
        content.table("descriptors", &["Name", "Version", "Description", "Used by", "Findings"], |content| {
            for file in files {
                let kind = if mixed {
                    Content::of(|content| layout::kind(content, file.language))
                } else {
                    Content::default()
                };
                row(page, content, file, &kind);
            }
        });
    });
}

fn row(page: &Page<'_>, content: &mut Content, file: &Facts, kind: &Content) {
    let name = &file.name;
    content.element(Element::Row, "", |content| {
        content.row_head(|content| {
            content.append(kind);
            match page.to_file(&file.path) {
                Some(href) => content.link(&href, "name", |content| content.text(&name.short)),
                None => content.text(&name.short),
            }
        });
        content.element(Element::Cell, "version", |content| content.text(name.version.as_deref().unwrap_or("")));
        content.element(Element::Cell, "summary", |content| content.text(&file.summary));
        let users = users(page, file);
        content.element(Element::Cell, "number", |content| {
            if !users.is_empty() {
                content.text(&users.len().to_string());
            }
        });
        content.element(Element::Cell, "marks", |content| {
            layout::counts(content, Counts::of(page.checked.findings(&file.path)))
        });
    });
}
