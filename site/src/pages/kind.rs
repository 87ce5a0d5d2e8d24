//! The page of one language.

use std::collections::BTreeSet;

use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::Counts;
use crate::pages::facts::Facts;
use crate::pages::index::counts_of;
use crate::pages::model::Model;
use crate::pages::{Page, address, listing};

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
        listing::controls(content);
        listing::table(page, content, &listing::by_name(files));
    });
    let breadcrumbs = page.below_home();
    let data = page.data(|| data(page, language));
    Model { breadcrumbs, main, data, has_list: true, ..Model::default() }
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
