//! The deployment of an application: its items in stages, the values of its charts, its networks, its requirements on the
//! cluster, and the contents of its package.

mod charts;
mod package;

use descriptorium_core::asd;
use descriptorium_core::asd::charts::Charts;
use descriptorium_core::asd::installation::matching::{ClusterMatch, Verdict};
use descriptorium_core::asd::installation::networks::{Connection, connections};
use descriptorium_core::asd::installation::plan::{Operation, Stages};
use descriptorium_core::asd::installation::question::Source;
use descriptorium_core::asd::installation::values::values;
use descriptorium_core::asd::label::labels;
use descriptorium_core::asd::model::{Application, DeploymentItem, text, texts};
use descriptorium_core::asd::package::with_artifacts;
use descriptorium_core::document::preview::installation::Installation;
use descriptorium_core::preview::question::{Question, Values};
use descriptorium_core::semantics::Outcome;
use descriptorium_core::syntax::Node;
use descriptorium_core::workspace::SourceFile;

use crate::content::{Content, Element};
use crate::html::Href;
use crate::pages::Page;
use crate::pages::address::{self, Form};
use crate::pages::layout::{self, heading};

/// Number of rows of each table that are shown at first.
const MAX_SHOWN: usize = 200;

/// The sections on the page of the descriptor.
pub fn sections(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let Some(application) = asd::application(file) else { return };
    let around = &page.site.applications.contents;
    let package = with_artifacts(file, application, around);
    let charts = Charts::read(application, package.as_ref());
    plan(content, application, &charts, contents);
    charts::write(content, application, &charts, contents);
    networks(content, application, &charts, contents);
    requirements(content, application, contents);
    clusters(page, content, file, contents);
    package::write(content, file, around, contents);
}

/// The sections in short, for Markdown.
pub fn summary(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    sections(page, content, file, &mut Vec::new());
}

/// The deployment with the default values.
pub fn data(page: &Page<'_>, file: &SourceFile) -> Option<Installation> {
    asd::application(file)?;
    let contents = page.site.applications.contents.clone();
    let analysis = page.checked.analysis.with_contents(contents);
    match analysis.preview(&file.path, &Question::default())? {
        Outcome::Installation(found) => Some(Installation::new(&found)),
        Outcome::Expansion(_) | Outcome::Placement(_) | Outcome::Deployment(_) => None,
    }
}

fn section(
    content: &mut Content,
    contents: &mut Vec<(String, String)>,
    (id, title): (&str, &str),
    columns: &[&str],
    rows: Vec<Vec<String>>,
) {
    section_of_many(content, contents, (id, title), columns, (rows, None));
}

/// A section with more rows than the descriptor itself determines; `all` leads to a list that has all.
fn section_of_many(
    content: &mut Content,
    contents: &mut Vec<(String, String)>,
    (id, title): (&str, &str),
    columns: &[&str],
    (rows, all): (Vec<Vec<String>>, Option<&Href>),
) {
    if rows.is_empty() {
        return;
    }
    content.element(Element::Section, "", |content| {
        heading(content, id, title);
        layout::rows(content, &rows, MAX_SHOWN, all, &|content, rows| rows_of(content, columns, rows));
    });
    contents.push((id.to_owned(), title.to_owned()));
}

/// A table whose rows have their cells below each other in narrow windows.
fn rows_of(content: &mut Content, columns: &[&str], rows: &[Vec<String>]) {
    content.scrolling("Table", |content| {
        content.table("entries", columns, |content| {
            for row in rows {
                content.element(Element::Row, "", |content| {
                    let mut cells = row.iter().zip(columns);
                    if let Some((first, _)) = cells.next() {
                        content.row_head(|content| content.text_with_code(first));
                    }
                    for (cell, title) in cells {
                        let attributes = [("class", "word"), ("data-label", *title)];
                        content.element_with(Element::Cell, &attributes, |content| content.text_with_code(cell));
                    }
                });
            }
        });
    });
}

/// The items in the order of their deployment.
fn plan(content: &mut Content, application: &Application, charts: &Charts, contents: &mut Vec<(String, String)>) {
    let items: Vec<DeploymentItem<'_>> = application.items().collect();
    let stages = Stages::of(application, Operation::Deploy);
    let staged = stages.stages.iter().flat_map(|stage| stage.items.iter().map(|item| (stage.order.to_string(), *item)));
    let unordered = stages.unordered.iter().map(|item| ("any time".to_owned(), *item));
    let row = |(stage, number): (String, usize)| {
        let item = items.get(number)?;
        let own = |key: &str| item.text(key).unwrap_or_default().to_owned();
        let chart = charts.chart(number).map_or_else(String::new, |chart| {
            [Some(chart.name.as_str()), chart.version.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ")
        });
        Some(vec![stage, own("deploymentItemId"), own("artifactType"), format!("`{}`", own("artifactId")), chart])
    };
    let rows = staged.chain(unordered).filter_map(row).collect();
    let columns = ["Stage", "Item", "Type", "Artifact", "Chart"];
    section(content, contents, ("deployment", "Deployment"), &columns, rows);
}

/// The clusters of the catalog, the best first, with everything that is not met or not known.
fn clusters(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let row = |one: &ClusterMatch| {
        let result = match one.verdict {
            Verdict::Ok => "ok",
            Verdict::Unknown => "unknown",
            Verdict::Fail => "fails",
        };
        let open = one.requirements.iter().filter(|requirement| requirement.verdict != Verdict::Ok);
        let open: Vec<String> =
            open.map(|requirement| format!("`{}`: {}", requirement.name, requirement.reason)).collect();
        vec![one.cluster.clone(), result.to_owned(), open.join("; ")]
    };
    let rows = page.site.applications.matches(&file.path).iter().map(row).collect();
    let all = page.to(&Form::Json.of_page(address::CLUSTERS));
    let columns = ["Cluster", "Result", "Not met or not known"];
    section_of_many(content, contents, ("clusters", "Clusters"), &columns, (rows, Some(&all)));
}

fn networks(content: &mut Content, application: &Application, charts: &Charts, contents: &mut Vec<(String, String)>) {
    let (values, _) = values(application, charts, &Values::new(), Source::Form);
    let row = |one: Connection| {
        let interface = match &one.interface {
            None => "cluster network".to_owned(),
            Some(interface) => {
                let redundancy = one.redundancy.iter().cloned();
                let parts = [interface.interface_type.value.clone(), interface.ipam.value.clone()];
                parts.into_iter().chain(redundancy).collect::<Vec<_>>().join(", ")
            }
        };
        let receivers: Vec<String> =
            one.parameters.iter().map(|own| format!("{}: `{}:{}`", own.attribute, own.chart, own.path)).collect();
        let mate = one.mate.map(|mate| format!("mated with `{mate}`"));
        let interface = [interface].into_iter().chain(mate).collect::<Vec<_>>().join(", ");
        let attachments = one.attachments.len().to_string();
        vec![one.id, one.networks.join(", "), interface, attachments, receivers.join(", ")]
    };
    let rows = connections(application, charts, &values, &Values::new()).into_iter().map(row).collect();
    let columns = ["Connection point", "Networks", "Interface", "Attachments to create", "Receiving parameters"];
    section(content, contents, ("networks", "Networks"), &columns, rows);
}

/// The requirements in words.
fn requirements(content: &mut Content, application: &Application, contents: &mut Vec<(String, String)>) {
    let Some(cluster) = application.cluster() else { return };
    let mut rows = Vec::new();
    let mut add = |name: &str, words: String| rows.push(vec![name.to_owned(), words]);
    if let Some(version) = text(cluster, "minKernelVersion") {
        add("Kernel", format!("`{version}` or newer on every node"));
    }
    let modules = |key: &str| -> Vec<String> {
        texts(cluster.get(key)).filter_map(Node::as_text).map(|name| format!("`{name}`")).collect()
    };
    for (key, words) in
        [("requiredKernelModules", "loaded on every node"), ("conflictingKernelModules", "not loaded on any node")]
    {
        let names = modules(key);
        if !names.is_empty() {
            add("Kernel modules", format!("{} {words}", names.join(", ")));
        }
    }
    for resource in cluster.get("requiredCustomResources").map_or(&[][..], Node::items) {
        let kind = text(resource, "kind").unwrap_or("any kind");
        let version = text(resource, "apiVersion").map_or("in any version".to_owned(), |one| format!("as `{one}`"));
        add("Custom resource", format!("`{kind}` {version}"));
    }
    for (_, label) in labels(cluster) {
        let value = label.value.map_or(String::new(), |value| format!(" with the value `{value}`"));
        add("Label", format!("`{}`{value} on a node", label.key));
    }
    for plugin in cluster.get("requiredPlugin").map_or(&[][..], Node::items) {
        let named = |names: [&str; 2]| names.iter().find_map(|name| text(plugin, name));
        let name = named(["requiredPluginName", "name"]).unwrap_or("unnamed");
        let version =
            named(["requiredPluginVersion", "version"]).map_or(String::new(), |one| format!(" {one} or newer"));
        add("Plugin", format!("`{name}`{version}"));
    }
    section(content, contents, ("requirements", "Cluster requirements"), &["Requirement", "Condition"], rows);
}
