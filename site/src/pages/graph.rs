//! Which descriptors of the catalog are made of which, as a drawing whose boxes lead to their pages.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::scene;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::finding::plural;
use crate::graph;
use crate::html::Html;
use crate::pages::drawing::zoomable;
use crate::pages::facts::Facts;
use crate::pages::layout::{Body, document, link};
use crate::pages::{Page, address, home};

/// The most descriptors that one drawing holds and can still be read.
const MAX_DRAWN: usize = 150;

/// The descriptors of the catalog that one is made of.
fn parts_of<'a>(page: &Page<'a>, facts: &Facts) -> BTreeSet<&'a FilePath> {
    page.site.uses(&facts.path).iter().filter_map(|one| one.used.as_ref()).collect()
}

/// The same in words.
fn list(page: &Page<'_>, html: &mut Html) {
    let site = page.site;
    html.element("details", "", |html| {
        html.element("summary", "", |html| html.text("The same as a list"));
        html.element("ul", "", |html| {
            for facts in site.descriptors() {
                let parts = parts_of(page, facts);
                if parts.is_empty() {
                    continue;
                }
                html.element("li", "", |html| {
                    link(page, html, &facts.path);
                    html.text(" is made of ");
                    for (index, file) in parts.into_iter().enumerate() {
                        html.text(if index > 0 { ", " } else { "" });
                        link(page, html, file);
                    }
                });
            }
        });
    });
}

/// The same for programs: each descriptor with those that it is made of, and those that nothing is made of.
pub fn json(page: &Page<'_>) -> Value {
    let site = page.site;
    let full = |file: &FilePath| site.facts(file).map_or("", |facts| facts.name.full.as_str());
    let descriptors = site.descriptors().map(|facts| {
        let parts: BTreeSet<&str> = parts_of(page, facts).into_iter().map(full).collect();
        json!({ "name": facts.name.full, "uses": parts })
    });
    let entry_points: Vec<&str> = home::entry_points(page).iter().map(|facts| facts.name.full.as_str()).collect();
    json!({ "descriptors": descriptors.collect::<Vec<_>>(), "entryPoints": entry_points })
}

pub fn page(page: &Page<'_>) -> String {
    let site = page.site;
    let mut has_drawing = false;
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text(&page.title()));
        html.element("p", "lead", |html| html.text("Which descriptors are made of which. A box leads to its page."));
        if site.n_descriptors() > MAX_DRAWN {
            return html.element("p", "", |html| {
                html.text(&format!(
                    "{} are too many for one drawing: the page of each has its own, with what it uses and what uses it. ",
                    plural(site.n_descriptors(), "descriptor")
                ));
                html.text("For Graphviz, all of them are printed by ");
                html.element("code", "", |html| html.text("descriptorium graph --format dot"));
                html.text(".");
            });
        }
        let topology = graph::of_catalog(site.facts.iter(), site.uses.iter().flatten(), &site.title);
        let links: BTreeMap<NodePath, String> = topology
            .graph
            .node_weights()
            .filter_map(|vertex| {
                let file = FilePath::new(vertex.path.last_key()?)?;
                Some((vertex.path.clone(), page.to_file(&file)?.as_str().to_owned()))
            })
            .collect();
        let scene = scene::layout(&topology, None);
        let drawing = svg(&scene, &SvgOptions { links, ..SvgOptions::default() });
        zoomable(html, (&drawing, &scene), (&site.title, "main"), |_| {});
        has_drawing = true;
        list(page, html);
    });
    let breadcrumbs = vec![(site.title.clone(), Some(page.to(address::HOME)))];
    document(page, &Body { breadcrumbs, main, class: "wide dependencies", has_drawing, ..Body::default() })
}
