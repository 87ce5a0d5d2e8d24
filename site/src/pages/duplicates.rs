//! The page of a name that several files share. It lists the files, since the name is ambiguous.

use descriptorium_core::text::FilePath;
use serde_json::json;

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::pages::Page;
use crate::pages::facts::Facts;
use crate::pages::model::Model;

pub fn model(page: &Page<'_>, files: &[FilePath]) -> Model {
    let site = page.site;
    let facts: Vec<&Facts> = files.iter().filter_map(|file| site.facts(file)).collect();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            let files = plural(facts.len(), "file");
            content.text(&format!("Conflict: {files} have this name and version. Each has its own page:"));
        });
        content.element(Element::List, "", |content| {
            for facts in &facts {
                content.element(Element::Item, "", |content| match page.to_file(&facts.path) {
                    Some(href) => content.link(&href, "", |content| content.text(facts.path.as_str())),
                    None => content.text(facts.path.as_str()),
                });
            }
        });
    });
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
