//! Which descriptors of the catalog are made of which, as a drawing whose boxes lead to their pages.

use std::collections::BTreeMap;

use descriptorium_core::scene;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;

use crate::finding::plural;
use crate::graph;
use crate::html::Html;
use crate::pages::drawing::zoomable;
use crate::pages::layout::{Body, document};
use crate::pages::{Page, address};

/// The most descriptors that one drawing holds and can still be read.
const MAX_DRAWN: usize = 150;

pub fn page(page: &Page<'_>) -> String {
    let site = page.site;
    let mut has_drawing = false;
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text("Dependencies"));
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
    });
    let breadcrumbs = vec![(site.title.clone(), Some(page.to(address::HOME)))];
    document(
        page,
        &Body {
            title: "Dependencies",
            breadcrumbs,
            here: "Dependencies",
            main,
            class: "wide",
            has_drawing,
            ..Body::default()
        },
    )
}
