//! The deployment of an application: its items in stages, its networks, and its requirements on the cluster, as far as the
//! descriptor alone states them. The command `expand` adds the values of its charts.

use descriptorium_core::asd;
use descriptorium_core::asd::charts::Charts;
use descriptorium_core::asd::cluster::Cluster;
use descriptorium_core::asd::installation::matching::{ClusterMatch, Verdict, ranked};
use descriptorium_core::asd::installation::networks::{Connection, connections};
use descriptorium_core::asd::installation::plan::{Operation, Stages};
use descriptorium_core::asd::installation::shipment;
use descriptorium_core::asd::label::labels;
use descriptorium_core::asd::model::{Application, DeploymentItem, mapped, text, texts};
use descriptorium_core::preview::question::Values;
use descriptorium_core::syntax::Node;
use descriptorium_core::workspace::SourceFile;

use crate::content::{Content, Element};
use crate::pages::Page;
use crate::pages::layout::{heading, more};

/// Maximum number of rows of each table.
const MAX_SHOWN: usize = 200;

/// The sections on the page of the descriptor.
pub fn sections(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let Some(application) = asd::application(file) else { return };
    plan(content, application, contents);
    parameters(content, application, contents);
    networks(content, application, contents);
    requirements(content, application, contents);
    clusters(content, application, &page.site.inventories.clusters, contents);
}

fn section(
    content: &mut Content,
    contents: &mut Vec<(String, String)>,
    (id, title): (&str, &str),
    columns: &[&str],
    rows: Vec<Vec<String>>,
) {
    if rows.is_empty() {
        return;
    }
    content.element(Element::Section, "", |content| {
        heading(content, id, title);
        content.element(Element::Group, "scroll", |content| {
            content.table("entries", columns, |content| {
                for row in rows.iter().take(MAX_SHOWN) {
                    content.element(Element::Row, "", |content| {
                        let mut cells = row.iter().zip(columns);
                        if let Some((first, _)) = cells.next() {
                            content.row_head(|content| content.text(first));
                        }
                        for (cell, title) in cells {
                            let attributes = [("class", "word"), ("data-label", *title)];
                            content.element_with(Element::Cell, &attributes, |content| content.text_with_code(cell));
                        }
                    });
                }
            });
        });
        more(content, rows.len().saturating_sub(MAX_SHOWN));
    });
    contents.push((id.to_owned(), title.to_owned()));
}

/// The items in the order of their deployment.
fn plan(content: &mut Content, application: &Application, contents: &mut Vec<(String, String)>) {
    let items: Vec<DeploymentItem<'_>> = application.items().collect();
    let stages = Stages::of(application, Operation::Deploy);
    let staged = stages.stages.iter().flat_map(|stage| stage.items.iter().map(|item| (stage.order.to_string(), *item)));
    let unordered = stages.unordered.iter().map(|item| ("any time".to_owned(), *item));
    let row = |(stage, number): (String, usize)| {
        let item = items.get(number)?;
        let own = |key: &str| item.text(key).unwrap_or_default().to_owned();
        let parameters: Vec<String> =
            item.parameters().filter_map(Node::as_text).map(|path| format!("`{path}`")).collect();
        Some(vec![stage, own("deploymentItemId"), own("artifactType"), own("artifactId"), parameters.join(", ")])
    };
    let rows = staged.chain(unordered).filter_map(row).collect();
    let columns = ["Stage", "Item", "Type", "Artifact", "Lifecycle parameters"];
    section(content, contents, ("deployment", "Deployment"), &columns, rows);
}

/// The parameters of each chart that receive values, with their writers.
fn parameters(content: &mut Content, application: &Application, contents: &mut Vec<(String, String)>) {
    let charts = Charts::read(application, None);
    let items: Vec<DeploymentItem<'_>> = application.items().collect();
    let mut written: Vec<(String, String, String)> = Vec::new();
    for item in items.iter().filter(|item| item.is_chart()) {
        let chart = item.chart().unwrap_or_default();
        for path in item.parameters().filter_map(Node::as_text) {
            let writer = format!("lifecycle parameter of `{}`", item.id().unwrap_or_default());
            written.push((chart.to_owned(), path.to_owned(), writer));
        }
    }
    for (_, point) in application.points() {
        for one in mapped(point) {
            let Some((name, path)) = one.target() else { continue };
            // A mapping can name the artifact instead of the chart.
            let chart = charts.item_of(name).and_then(|number| items.get(number)?.chart()).unwrap_or(name);
            let writer = format!("{} of `{}`", one.attribute, text(point, "id").unwrap_or_default());
            written.push((chart.to_owned(), path.to_owned(), writer));
        }
    }
    written.sort();
    let rows = written.into_iter().map(|(chart, path, writer)| vec![chart, format!("`{path}`"), writer]).collect();
    section(content, contents, ("parameters", "Chart parameters"), &["Chart", "Parameter", "Written by"], rows);
}

/// The clusters of the catalog, the best first, with everything that is not met or not known.
fn clusters(
    content: &mut Content,
    application: &Application,
    clusters: &[Cluster],
    contents: &mut Vec<(String, String)>,
) {
    let Some(required) = application.cluster() else { return };
    let items: Vec<DeploymentItem<'_>> = application.items().collect();
    let names: Vec<String> = items.iter().map(|item| item.id().unwrap_or_default().to_owned()).collect();
    let shipment = shipment(&items, &names, &Charts::read(application, None), None);
    let row = |one: ClusterMatch| {
        let result = match one.verdict {
            Verdict::Ok => "ok",
            Verdict::Unknown => "unknown",
            Verdict::Fail => "fails",
        };
        let open = one.requirements.iter().filter(|requirement| requirement.verdict != Verdict::Ok);
        let open: Vec<String> =
            open.map(|requirement| format!("`{}`: {}", requirement.name, requirement.reason)).collect();
        vec![one.cluster, result.to_owned(), open.join("; ")]
    };
    let rows = ranked(required, &shipment, clusters).into_iter().map(row).collect();
    section(content, contents, ("clusters", "Clusters"), &["Cluster", "Result", "Not met or not known"], rows);
}

fn networks(content: &mut Content, application: &Application, contents: &mut Vec<(String, String)>) {
    let charts = Charts::read(application, None);
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
        vec![one.id, one.networks.join(", "), interface, one.attachments.len().to_string(), receivers.join(", ")]
    };
    let rows = connections(application, &charts, &[], &Values::new()).into_iter().map(row).collect();
    let columns = ["Connection point", "Networks", "Interface", "Attachments", "Receiving parameters"];
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
