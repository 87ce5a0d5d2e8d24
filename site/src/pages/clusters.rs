//! The page of the clusters: which application can be deployed on which of them.

use descriptorium_core::asd::installation::matching::{ClusterMatch, Verdict};
use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::pages::Page;
use crate::pages::model::Model;

/// Maximum number of applications and of clusters in the table.
const MAX_APPLICATIONS: usize = 500;
const MAX_CLUSTERS: usize = 40;

/// The matches of an application, by the names of the clusters.
type Row<'a> = (&'a FilePath, &'a [ClusterMatch]);

pub fn model(page: &Page<'_>) -> Model {
    let mut clusters: Vec<&str> = page.site.inventories.clusters.iter().map(|one| one.name.as_str()).collect();
    clusters.sort_unstable();
    clusters.dedup();
    let all = page.site.applications.iter();
    let rows: Vec<Row<'_>> = all.filter_map(|(file, facts)| Some((file, facts.matches.as_deref()?))).collect();
    let shown = clusters.get(..MAX_CLUSTERS).unwrap_or(&clusters);
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("The clusters of this catalog, and the applications whose requirements they meet.");
        });
        content.element(Element::Group, "scroll", |content| {
            let columns: Vec<&str> = ["Application"].into_iter().chain(shown.iter().copied()).collect();
            content.table("entries", &columns, |content| {
                for row in rows.iter().take(MAX_APPLICATIONS) {
                    content.element(Element::Row, "", |content| write(page, content, row, shown));
                }
            });
        });
        let n_left_out = rows.len().saturating_sub(MAX_APPLICATIONS) + clusters.len().saturating_sub(MAX_CLUSTERS);
        if n_left_out > 0 {
            content.element(Element::Paragraph, "note", |content| {
                let words = format!("{n_left_out} more rows and columns (JSON)");
                content.link(&page.to_data(), "", |content| content.text(&words));
            });
        }
    });
    Model { breadcrumbs: page.below_home(), main, data: page.data(|| data(page, &rows)), ..Model::default() }
}

fn write(page: &Page<'_>, content: &mut Content, (file, matches): &Row<'_>, clusters: &[&str]) {
    let name = page.site.facts(file).map_or_else(|| file.to_string(), |facts| facts.name.title());
    let href = page.to_file(file);
    content.row_head(|content| match &href {
        Some(href) => content.link(href, "", |content| content.text(&name)),
        None => content.text(&name),
    });
    for cluster in clusters {
        content.element_with(Element::Cell, &[("class", "word"), ("data-label", cluster)], |content| {
            let Some(found) = matches.iter().find(|one| one.cluster == *cluster) else { return };
            let words = words(found);
            match &href {
                Some(href) => content.link(&href.clone().at("clusters"), "", |content| content.text(&words)),
                None => content.text(&words),
            }
        });
    }
}

/// The result in words: `ok`, or `fails: 2 of 5`.
fn words(found: &ClusterMatch) -> String {
    let count = |verdict| found.requirements.iter().filter(|one| one.verdict == verdict).count();
    let all = found.requirements.len();
    match found.verdict {
        Verdict::Ok => "ok".to_owned(),
        Verdict::Unknown => format!("unknown: {} of {all}", count(Verdict::Unknown)),
        Verdict::Fail => format!("fails: {} of {all}", count(Verdict::Fail)),
    }
}

fn data(page: &Page<'_>, rows: &[Row<'_>]) -> Value {
    let application = |(file, matches): &Row<'_>| {
        let clusters = matches.iter().map(|one| {
            let open = one.requirements.iter().filter(|requirement| requirement.verdict != Verdict::Ok);
            let open = open.map(|one| json!({ "name": one.name, "result": one.verdict, "reason": one.reason }));
            json!({ "name": one.cluster, "result": one.verdict, "open": open.collect::<Vec<_>>() })
        });
        let name = page.site.facts(file).map(|facts| &facts.name.full);
        json!({ "name": name, "file": file, "clusters": clusters.collect::<Vec<_>>() })
    };
    json!({ "applications": rows.iter().map(application).collect::<Vec<_>>() })
}
