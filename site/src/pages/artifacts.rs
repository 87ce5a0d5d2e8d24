//! The files that service templates name: artifacts, and scripts that implement operations. A section on the page of each
//! template, and an index of all of them with the archives of the catalog.

use std::collections::BTreeMap;

use descriptorium_core::document::descriptor::File;
use descriptorium_core::syntax::{Kind, Node, NodePath};
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca;
use descriptorium_core::tosca::effective::named;
use descriptorium_core::workspace::SourceFile;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::html::Href;
use crate::pages::attachments::size_in_words;
use crate::pages::facts::NamedFile;
use crate::pages::layout::{self, heading, items, link, more_in_data};
use crate::pages::model::Model;
use crate::pages::{Page, address, archives};

/// Maximum number of rows of the index, and number of users in a cell and of rows on the page of a template that are shown at
/// first.
const MAX_ROWS: usize = 5_000;
const MAX_SHOWN: usize = 200;
const MAX_IN_CELL: usize = 24;

/// Keys of an interface that are not operations.
const NOT_OPERATIONS: [&str; 6] = ["type", "description", "inputs", "operations", "notifications", "metadata"];
/// The sections of a service template with artifacts and operations.
const SECTIONS: [&[&str]; 6] = [
    &["node_types"],
    &["relationship_types"],
    &["group_types"],
    &["topology_template", "node_templates"],
    &["topology_template", "relationship_templates"],
    &["topology_template", "groups"],
];

/// The artifacts and scripts that a service template names by path, in the order of the text. Whether they exist is unknown,
/// and some of them are names of artifacts.
pub fn named_files(file: &SourceFile) -> Vec<NamedFile> {
    let Some(root) = file.root.as_ref().filter(|_| tosca::template(file).is_some()) else { return Vec::new() };
    let mut found = Named { folder: file.path.folder(), files: Vec::new() };
    for section in SECTIONS {
        let at = NodePath::keys(section.iter().copied());
        for (name, entry) in root.at(&at).into_iter().flat_map(named) {
            let at = at.key(name);
            for (artifact, entry) in entry.value.get("artifacts").into_iter().flat_map(named) {
                found.artifact(&at.key("artifacts").key(artifact), &entry.value);
            }
            let interfaces = at.key("interfaces");
            for (interface, entry) in entry.value.get("interfaces").into_iter().flat_map(named) {
                found.interface(&interfaces.key(interface), &entry.value);
            }
            let requirements = at.key("requirements");
            for (index, item) in entry.value.get("requirements").into_iter().flat_map(Node::items).enumerate() {
                for (requirement, entry) in named(item) {
                    let interfaces = entry.value.get("relationship").and_then(|of| of.get("interfaces"));
                    let at = requirements.index(index).key(requirement).key("relationship").key("interfaces");
                    for (interface, entry) in interfaces.into_iter().flat_map(named) {
                        found.interface(&at.key(interface), &entry.value);
                    }
                }
            }
        }
    }
    found.files
}

struct Named<'a> {
    folder: &'a str,
    files: Vec<NamedFile>,
}

impl Named<'_> {
    fn interface(&mut self, at: &NodePath, interface: &Node) {
        for (operation, entry) in named(interface).filter(|(key, _)| !NOT_OPERATIONS.contains(key)) {
            self.operation(&at.key(operation), &entry.value);
        }
        for section in ["operations", "notifications"] {
            for (operation, entry) in interface.get(section).into_iter().flat_map(named) {
                self.operation(&at.key(section).key(operation), &entry.value);
            }
        }
    }

    fn operation(&mut self, at: &NodePath, operation: &Node) {
        let implementation = match (&operation.kind, operation.get("implementation")) {
            (Kind::Scalar(_), _) => operation,
            (_, Some(implementation)) => implementation,
            (_, None) => return,
        };
        let primary = implementation.get("primary").unwrap_or(implementation);
        self.artifact(at, primary);
        for dependency in implementation.get("dependencies").map_or(&[][..], Node::items) {
            self.artifact(at, dependency);
        }
    }

    /// The path of a file, or an artifact definition.
    fn artifact(&mut self, at: &NodePath, artifact: &Node) {
        let written = artifact.as_text().or_else(|| artifact.get("file")?.as_text());
        let Some(written) = written.filter(|text| !text.contains("://") && !text.starts_with('/')) else { return };
        if artifact.get("repository").is_none()
            && let Some(file) = FilePath::along(self.folder, written.split('/'))
        {
            self.files.push(NamedFile { path: at.clone(), file });
        }
    }
}

/// The files of a service template with the places that name them, in the order of their paths.
fn of<'a>(page: &Page<'_>, files: &'a [NamedFile]) -> BTreeMap<&'a FilePath, Vec<&'a NodePath>> {
    let mut found: BTreeMap<&FilePath, Vec<&NodePath>> = BTreeMap::new();
    for NamedFile { path, file } in files.iter().filter(|one| page.site.attachments.get(&one.file).is_some()) {
        found.entry(file).or_default().push(path);
    }
    found
}

/// The section on the page of a service template.
pub fn section(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let Some(facts) = page.site.facts(&file.path) else { return };
    let files = of(page, &facts.files);
    if files.is_empty() {
        return;
    }
    content.element(Element::Section, "", |content| {
        heading(content, "files", "Files");
        content.element(Element::Paragraph, "note", |content| {
            content.text("Artifacts, and scripts that implement operations.")
        });
        let files: Vec<(&FilePath, Vec<&NodePath>)> = files.into_iter().collect();
        layout::rows(content, &files, MAX_SHOWN, None, &|content, files| {
            content.element(Element::Group, "scroll", |content| {
                content.table("deployment", &["File", "Size", "Used by"], |content| {
                    for (named, places) in files {
                        content
                            .element(Element::Row, "", |content| row(page, content, file, (named, places.as_slice())));
                    }
                });
            });
        });
    });
    contents.push(("files".to_owned(), "Files".to_owned()));
}

fn row(page: &Page<'_>, content: &mut Content, file: &SourceFile, (named, places): (&FilePath, &[&NodePath])) {
    content.row_head(|content| download(page, content, named));
    content.element_with(Element::Cell, &[("data-label", "Size")], |content| {
        content.text(&page.site.attachments.get(named).map_or_else(String::new, |of| size_in_words(of.size)));
    });
    content.element_with(Element::Cell, &[("data-label", "Used by")], |content| {
        content.element(Element::List, "inline", |content| {
            items(content, places, MAX_IN_CELL, &page.to_data(), &|content, place| {
                user(page, content, &file.path, place);
            });
        });
    });
}

/// A link that saves the file under its own name.
fn download(page: &Page<'_>, content: &mut Content, file: &FilePath) {
    match page.to_attachment(file) {
        Some(href) => {
            let attributes = [("class", "code"), ("download", file.name())];
            content.link_with(&href, &attributes, |content| content.text(file.as_str()));
        }
        None => content.code(file.as_str()),
    }
}

/// The entity and the operation or artifact at a path, linked.
fn user(page: &Page<'_>, content: &mut Content, file: &FilePath, place: &NodePath) {
    let words = words(place);
    match page.to_definition(file, place) {
        Some(href) => content.link(&href, "code", |content| content.text(&words)),
        None => content.code(&words),
    }
}

/// `origin.Standard.create` for the path of an operation, `origin.config` for that of an artifact.
fn words(place: &NodePath) -> String {
    let text = place.to_string();
    let steps: Vec<&str> = text.split('/').collect();
    let start = steps.iter().position(|step| *step == "artifacts" || *step == "interfaces").unwrap_or(1);
    let entity = steps.get(start - 1).copied().unwrap_or_default();
    let rest = steps.iter().skip(start + 1).filter(|step| !matches!(**step, "operations" | "notifications"));
    std::iter::once(entity).chain(rest.copied()).collect::<Vec<_>>().join(".")
}

/// The files of a service template as JSON.
pub fn data(page: &Page<'_>, file: &SourceFile) -> Vec<File> {
    let Some(facts) = page.site.facts(&file.path) else { return Vec::new() };
    let files = of(page, &facts.files).into_iter();
    let files = files.filter_map(|(named, places)| {
        let attachment = page.site.attachments.get(named)?;
        let used_by = places.iter().map(ToString::to_string).collect();
        Some(File { file: named.to_string(), size: attachment.size, address: attachment.address.clone(), used_by })
    });
    files.collect()
}

/// Each file with the service templates that name it.
fn all<'a>(page: &Page<'a>) -> BTreeMap<&'a FilePath, Vec<(&'a FilePath, &'a NodePath)>> {
    let mut found: BTreeMap<&FilePath, Vec<(&FilePath, &NodePath)>> = BTreeMap::new();
    for facts in page.site.by_file() {
        for (file, places) in of(page, &facts.files) {
            found.entry(file).or_default().extend(places.into_iter().map(|place| (&facts.path, place)));
        }
    }
    found
}

/// The index of the artifacts and archives.
pub fn model(page: &Page<'_>) -> Model {
    let site = page.site;
    let files = all(page);
    let archives = &site.attachments.archives;
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("Files of the service templates: artifacts, scripts that implement operations, and archives.")
        });
        content.element_with(Element::Group, &[("id", "filter"), ("data-of-script", "")], |_| {});
        if !archives.is_empty() {
            heading(content, "archives", "Archives");
            contents.push(("archives".to_owned(), "Archives".to_owned()));
            content.element(Element::Group, "scroll", |content| {
                content.table("health", &["Archive", "Starts with", "Files", "State"], |content| {
                    for (file, archive) in archives {
                        archive_row(page, content, file, archive);
                    }
                });
            });
        }
        if !files.is_empty() {
            heading(content, "artifacts", "Artifacts and scripts");
            contents.push(("artifacts".to_owned(), "Artifacts and scripts".to_owned()));
            content.element(Element::Group, "scroll", |content| {
                content.table("health", &["File", "Size", "Used by"], |content| {
                    for (file, users) in files.iter().take(MAX_ROWS) {
                        content.element(Element::Row, "", |content| {
                            content.row_head(|content| download(page, content, file));
                            content.element_with(Element::Cell, &[("data-label", "Size")], |content| {
                                let size = site.attachments.get(file).map_or(0, |of| of.size);
                                content.text(&size_in_words(size));
                            });
                            content.element_with(Element::Cell, &[("data-label", "Used by")], |content| {
                                content.element(Element::List, "inline", |content| {
                                    items(content, users, MAX_IN_CELL, &page.to_data(), &|content, (by, place)| {
                                        link(page, content, by);
                                        content.text(": ");
                                        user(page, content, by, place);
                                    });
                                });
                            });
                        });
                    }
                });
            });
            more_in_data(page, content, files.len().saturating_sub(MAX_ROWS));
        }
    });
    let data = page.data(|| {
        let files = files.iter().filter_map(|(file, users)| {
            let attachment = site.attachments.get(file)?;
            let users = users.iter().map(|(by, place)| json!({ "file": by, "path": place.to_string() }));
            let users: Vec<Value> = users.collect();
            Some(json!({ "file": file, "size": attachment.size, "address": attachment.address, "usedBy": users }))
        });
        let archives = archives.iter().map(|(file, archive)| {
            json!({ "file": file, "page": address::archive(file), "title": archive.title, "sha256": archive.digest })
        });
        json!({ "archives": archives.collect::<Vec<_>>(), "files": files.collect::<Vec<_>>() })
    });
    Model { breadcrumbs: page.below_home(), contents, main, data, has_filter: true, ..Model::default() }
}

fn archive_row(page: &Page<'_>, content: &mut Content, file: &FilePath, archive: &archives::Archive) {
    let to: Option<Href> = page.site.at(&address::archive(file)).map(|_| page.to(&address::archive(file)));
    content.element(Element::Row, "", |content| {
        content.row_head(|content| match to {
            Some(href) => content.link(&href, "code", |content| content.text(file.as_str())),
            None => content.code(file.as_str()),
        });
        let entry = archive.entry.as_ref().map_or("", FilePath::as_str);
        content.element_with(Element::Cell, &[("data-label", "Starts with")], |content| {
            content.element(Element::Span, "w", |content| content.text(archive.title.as_deref().unwrap_or(entry)));
        });
        let mut cell = |label: &str, words: &str| {
            content.element_with(Element::Cell, &[("data-label", label)], |content| content.text(words));
        };
        cell("Files", &archive.files.len().to_string());
        cell("State", &archive.broken.clone().unwrap_or_else(|| archives::state(archive)));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_artifacts_and_operations_are_found() {
        const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web:
      type: tosca.nodes.Root
      artifacts:
        page: {file: files/page.html, type: tosca.artifacts.File}
        image: {file: nginx, repository: hub, type: tosca.artifacts.Deployment.Image.Container.Docker}
        far: https://example.org/x.sh
      interfaces:
        Standard:
          create: scripts/create.sh
          start: {implementation: {primary: scripts/start.sh, dependencies: [lib/a.sh]}}
          stop: {implementation: ../stop.sh}
";
        let path = |path: &str| FilePath::new(path).expect("a plain path");
        let file = SourceFile::new(path("shop/service.yaml"), TEXT);
        let found: Vec<(String, String)> =
            named_files(&file).into_iter().map(|one| (one.file.to_string(), words(&one.path))).collect();
        let pair = |file: &str, user: &str| (file.to_owned(), user.to_owned());
        let expected = [
            pair("shop/files/page.html", "web.page"),
            pair("shop/scripts/create.sh", "web.Standard.create"),
            pair("shop/scripts/start.sh", "web.Standard.start"),
            pair("shop/lib/a.sh", "web.Standard.start"),
            pair("stop.sh", "web.Standard.stop"),
        ];
        assert_eq!(found, expected);
    }
}
