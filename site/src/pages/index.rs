//! The machine-readable index of a site: its descriptors, and the pages about several of them.

use descriptorium_core::document::descriptor::{Entry, Link};
use descriptorium_core::rules::catalog_settings::publication::WebLink;
use serde_json::{Value, json};

use crate::finding::Counts;
use crate::pages::address::Form;
use crate::pages::facts::Facts;
use crate::pages::{Page, Site, recent};

/// All descriptors, in the order of the site.
pub fn data(page: &Page<'_>) -> Value {
    let site = page.site;
    let entries: Vec<Entry> = site.descriptors().map(|facts| entry(site, facts)).collect();
    let listed = site.pages().iter().filter(|(_, id)| id.form == Form::Html && id.subject.is_listed());
    let pages: Vec<Value> = listed
        .map(|(path, id)| {
            let [json, markdown] = [Form::Json, Form::Markdown].map(|form| form.of_page(path));
            json!({ "title": site.title_of(&id.subject), "page": path, "json": json, "markdown": markdown })
        })
        .collect();
    json!({
        "title": site.title,
        "findings": counts_of(site.counts(page.checked)),
        "pages": pages,
        "descriptors": entries,
    })
}

/// The entry of a descriptor.
pub fn entry(site: &Site, file: &Facts) -> Entry {
    let name = &file.name;
    let ownership = site.ownership(&file.path);
    let address = site.addresses.get(&file.path);
    let form = |form: Form| address.map(|address| address.form(form).to_string());
    Entry {
        name: name.full.clone(),
        title: name.title(),
        kind: file.language.label().to_owned(),
        version: name.version.clone(),
        summary: file.summary.clone(),
        file: file.path.to_string(),
        page: form(Form::Html),
        source_page: form(Form::Source),
        source: form(Form::Yaml),
        drawing: form(Form::Svg),
        dark_drawing: form(Form::DarkSvg),
        frame: form(Form::Frame),
        json: form(Form::Json),
        markdown: form(Form::Markdown),
        namespace: file.namespace.clone(),
        metadata: file.metadata.iter().cloned().collect(),
        owner: ownership.and_then(|of| of.owner.clone()),
        contact: ownership.and_then(|of| of.contact.clone()),
        lifecycle: ownership.and_then(|of| of.lifecycle).map(|lifecycle| lifecycle.name().to_owned()),
        successor: ownership.and_then(|of| of.successor.clone()),
        tags: ownership.map_or_else(Vec::new, |of| of.tags.clone()),
        links: ownership.into_iter().flat_map(|of| &of.links).map(link).collect(),
        changed: site.changes.get(&file.path).map(|change| recent::rfc3339(change.date)),
    }
}

fn link(WebLink { title, url }: &WebLink) -> Link {
    Link { title: title.clone(), url: url.clone() }
}

/// The number of findings of each severity.
pub fn counts_of(counts: Counts) -> Value {
    json!({ "error": counts.errors, "warning": counts.warnings, "info": counts.infos })
}
