//! Descriptors grouped by folder, and by namespace and metadata if their language has these.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::html;
use crate::pages::facts::Facts;
use crate::pages::layout::{heading, titled_link};
use crate::pages::model::Model;
use crate::pages::name::told_apart;
use crate::pages::{Page, Site, listing};

/// Maximum number of folders listed separately; if there are more, they are grouped by parent.
const MAX_FOLDERS: usize = 400;
/// The name of the root folder.
const HERE: &str = ".";

/// The depth at which folders are listed separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth(usize);

impl Depth {
    /// The greatest depth at which the number of folders is within the limit.
    pub fn of<'a>(files: impl Iterator<Item = &'a FilePath> + Clone) -> Self {
        let deepest = files.clone().map(|file| file.folder().split('/').count()).max().unwrap_or(1);
        let few = |depth: &usize| {
            let folders: BTreeSet<&str> = files.clone().map(|file| Depth(*depth).folder(file)).collect();
            folders.len() <= MAX_FOLDERS
        };
        Depth((1..=deepest).rev().find(few).unwrap_or(1))
    }

    /// The folder in which a file is listed.
    pub fn folder(self, file: &FilePath) -> &str {
        let folder = file.folder();
        let end = folder.match_indices('/').nth(self.0 - 1).map_or(folder.len(), |(end, _)| end);
        if folder.is_empty() { HERE } else { &folder[..end] }
    }
}

/// Whether there is more than one group.
pub fn has_any<'a>(facts: impl Iterator<Item = &'a Facts> + Clone, depth: Depth) -> bool {
    let mut folders = facts.clone().map(|facts| depth.folder(&facts.path));
    let first = folders.next();
    let is_stated = |facts: &Facts| facts.namespace.is_some() || !facts.metadata.is_empty();
    folders.any(|folder| Some(folder) != first) || facts.clone().any(is_stated)
}

/// The id of a folder's row.
pub fn folder_id(folder: &str) -> String {
    html::id("folder", folder)
}

pub fn namespace_id(namespace: &str) -> String {
    html::id("namespace", namespace)
}

pub fn metadata_id(key: &str, value: &str) -> String {
    format!("{}:{}", html::id("metadata", key), html::id("is", value))
}

/// The groups with their descriptors.
#[derive(Default)]
struct Orders<'a> {
    folders: BTreeMap<&'a str, Vec<&'a Facts>>,
    namespaces: BTreeMap<&'a str, Vec<&'a Facts>>,
    metadata: BTreeMap<(&'a str, &'a str), Vec<&'a Facts>>,
}

impl<'a> Orders<'a> {
    fn of(site: &'a Site) -> Self {
        let mut orders = Orders::default();
        for facts in site.descriptors() {
            orders.folders.entry(site.depth.folder(&facts.path)).or_default().push(facts);
            if let Some(namespace) = &facts.namespace {
                orders.namespaces.entry(namespace).or_default().push(facts);
            }
            for (key, value) in &facts.metadata {
                orders.metadata.entry((key, value)).or_default().push(facts);
            }
        }
        orders
    }
}

/// The page as JSON.
fn data(orders: &Orders<'_>) -> Value {
    let full = |files: &[&Facts]| files.iter().map(|facts| facts.name.full.as_str()).collect::<Value>();
    let named = |(name, files): (&&str, &Vec<&Facts>)| json!({ "name": name, "descriptors": full(files) });
    let metadata = orders.metadata.iter();
    json!({
        "folders": orders.folders.iter().map(named).collect::<Vec<_>>(),
        "namespaces": orders.namespaces.iter().map(named).collect::<Vec<_>>(),
        "metadata": metadata
            .map(|((key, value), files)| json!({ "key": key, "value": value, "descriptors": full(files) }))
            .collect::<Vec<_>>(),
    })
}

pub fn model(page: &Page<'_>) -> Model {
    let orders = Orders::of(page.site);
    let data = page.data(|| data(&orders));
    let Orders { folders, namespaces, metadata } = orders;
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        let mut list = |id: &str, title: &str, note: &str, heads: &[&str], rows: Vec<Row<'_>>| {
            if rows.is_empty() {
                return;
            }
            heading(content, id, title);
            content.element(Element::Paragraph, "note", |content| content.text(note));
            table(page, content, (heads, &title.to_lowercase()), &rows);
            contents.push((id.to_owned(), title.to_owned()));
        };
        let rows = folders.into_iter().map(|(folder, files)| Row { id: folder_id(folder), names: vec![folder], files });
        list("folders", "Folders", "The folders that contain the descriptors.", &["Folder"], rows.collect());
        let rows = namespaces.into_iter().map(|(name, files)| Row { id: namespace_id(name), names: vec![name], files });
        let note = "The namespaces of the types that descriptors define.";
        list("namespaces", "Namespaces", note, &["Namespace"], rows.collect());
        let rows = metadata.into_iter().map(|((key, value), files)| Row {
            id: metadata_id(key, value),
            names: vec![key, value],
            files,
        });
        let note = "The metadata of the descriptors.";
        list("metadata", "Metadata", note, &["Key", "Value"], rows.collect());
    });
    let breadcrumbs = page.below_home();
    Model { breadcrumbs, contents, main, data, has_list: true, ..Model::default() }
}

/// The title of the page, depending on the groups that exist.
pub fn title(site: &Site) -> String {
    let has = |states: fn(&Facts) -> bool| site.descriptors().any(states);
    match (has(|facts| facts.namespace.is_some()), has(|facts| !facts.metadata.is_empty())) {
        (false, false) => "Folders",
        (true, false) => "Folders and namespaces",
        (false, true) => "Folders and metadata",
        (true, true) => "Folders, namespaces and metadata",
    }
    .to_owned()
}

/// A group of descriptors.
struct Row<'a> {
    id: String,
    names: Vec<&'a str>,
    files: Vec<&'a Facts>,
}

fn table(page: &Page<'_>, content: &mut Content, (heads, noun): (&[&str], &str), rows: &[Row<'_>]) {
    listing::controls(content);
    content.element(Element::Group, "scroll", |content| {
        let columns: Vec<&str> = heads.iter().copied().chain(["Descriptors"]).collect();
        content
            .list_table("folders", noun, &columns, |content| rows.iter().for_each(|row| write_row(page, content, row)));
    });
}

fn write_row(page: &Page<'_>, content: &mut Content, row: &Row<'_>) {
    content.element(Element::Row, "", |content| {
        for (index, name) in row.names.iter().enumerate() {
            let attributes = [("scope", "row"), ("id", row.id.as_str())];
            // The id of the row is on its first cell.
            content.element_with(Element::Head, &attributes[..if index == 0 { 2 } else { 1 }], |content| {
                content.code(name);
            });
        }
        content.element(Element::Cell, "", |content| {
            if row.files.len() > 1 {
                content.element(Element::Paragraph, "label", |content| {
                    content.text(&plural(row.files.len(), "descriptor"))
                });
            }
            content.element(Element::List, "inline", |content| {
                let apart = told_apart(row.files.iter().map(|facts| (facts.name.title(), *facts)));
                for facts in &row.files {
                    let apart = apart.get(&facts.path).copied();
                    content.element(Element::Item, "", |content| titled_link(page, content, facts, apart));
                }
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_listed_separately_up_to_a_maximum() {
        let path = |path: &str| FilePath::new(path).expect("a plain path");
        let few = ["a/b/c/x.yaml", "a/b/y.yaml", "z.yaml"].map(path);
        let depth = Depth::of(few.iter());
        assert_eq!(few.each_ref().map(|file| depth.folder(file)), ["a/b/c", "a/b", "."]);
        let many: Vec<FilePath> = (0..=MAX_FOLDERS).map(|number| path(&format!("kind/of/{number}/x.yaml"))).collect();
        let depth = Depth::of(many.iter());
        assert!(many.iter().all(|file| depth.folder(file) == "kind/of"));
        let flat: Vec<FilePath> = (0..=MAX_FOLDERS).map(|number| path(&format!("{number}/x.yaml"))).collect();
        assert_eq!(Depth::of(flat.iter()).folder(&flat[7]), "7");
    }
}
