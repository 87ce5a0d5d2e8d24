//! The pages of names that several files share: of a descriptor, and of a type. They list the files, since the name is ambiguous.

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use serde_json::json;

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::html::Href;
use crate::pages::Page;
use crate::pages::address::table::SharedType;
use crate::pages::facts::Facts;
use crate::pages::model::Model;

pub fn model(page: &Page<'_>, files: &[FilePath]) -> Model {
    let site = page.site;
    let facts: Vec<&Facts> = files.iter().filter_map(|file| site.facts(file)).collect();
    let words = format!("Conflict: {} have this name and version. Each has its own page:", plural(facts.len(), "file"));
    let main = list(page, &words, facts.iter().map(|facts| (&facts.path, page.to_file(&facts.path))));
    let data = page.data(|| {
        let entries = facts.iter().map(
            |facts| json!({ "file": facts.path, "page": site.addresses.get(&facts.path).map(|address| &address.page) }),
        );
        let name = facts.first().map(|facts| &facts.name);
        json!({
            "name": name.map(|name| &name.short),
            "version": name.and_then(|name| name.version.as_deref()),
            "descriptors": entries.collect::<Vec<_>>(),
        })
    });
    Model { breadcrumbs: page.below_home(), main, data, ..Model::default() }
}

/// The page of a type that several files define.
pub fn of_type(page: &Page<'_>, of: &SharedType) -> Model {
    let SharedType { section, name, definitions } = of;
    let address = |file: &FilePath, path: &NodePath| page.site.addresses.definition(file, path);
    let words = format!("{} define this type. Each definition has its own page:", plural(definitions.len(), "file"));
    let links = definitions.iter().map(|(file, path)| (file, address(file, path).map(|address| page.to(address))));
    let main = list(page, &words, links);
    let data = page.data(|| {
        let entries = definitions.iter().map(|(file, path)| json!({ "file": file, "page": address(file, path) }));
        json!({ "section": section, "name": name, "definitions": entries.collect::<Vec<_>>() })
    });
    Model { breadcrumbs: page.below_home(), main, data, ..Model::default() }
}

fn list<'a>(page: &Page<'_>, words: &str, files: impl Iterator<Item = (&'a FilePath, Option<Href>)>) -> Content {
    Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| content.text(words));
        content.element(Element::List, "", |content| {
            for (file, href) in files {
                content.element(Element::Item, "", |content| content.text_to(href.as_ref(), file.as_str()));
            }
        });
    })
}
