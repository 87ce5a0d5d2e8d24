//! The imports between the files of service templates and type libraries: a diagram, and a table with prefixes, web addresses
//! and files that are missing. Also the namespaces that they state, and those of the names of types.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::scene;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::{Edge, EdgeKind, Topology, Vertex};
use hashbrown::HashMap;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::html;
use crate::pages::diagram::zoomable;
use crate::pages::facts::{Facts, Import};
use crate::pages::layout::{heading, items, link, more_in_data};
use crate::pages::model::Model;
use crate::pages::types::TypeEntry;
use crate::pages::{Page, Site, listing};

/// Maximum number of files in the diagram, of rows, and of links in a cell.
const MAX_DRAWN: usize = 150;
const MAX_ROWS: usize = 5_000;
const MAX_IN_CELL: usize = 24;

/// The service templates that import files or are imported.
fn related(site: &Site) -> Vec<&Facts> {
    let imported: BTreeSet<&FilePath> =
        site.by_file().flat_map(|facts| &facts.stated_imports).filter_map(|one| one.file.as_ref()).collect();
    let is_related = |facts: &&Facts| !facts.stated_imports.is_empty() || imported.contains(&facts.path);
    site.descriptors().filter(|facts| facts.tosca_version.is_some()).filter(is_related).collect()
}

/// Whether there is a page about imports.
pub fn has_any(site: &Site) -> bool {
    site.by_file().any(|facts| facts.tosca_version.is_some() && !facts.stated_imports.is_empty())
}

/// Whether there is a page about namespaces.
pub fn has_namespaces(site: &Site) -> bool {
    site.by_file().any(|facts| facts.namespace.is_some() || !facts.definitions.is_empty())
}

/// The importers of each file.
fn importers(site: &Site) -> HashMap<&FilePath, Vec<(&FilePath, &Import)>> {
    let mut found: HashMap<&FilePath, Vec<(&FilePath, &Import)>> = HashMap::new();
    for facts in site.by_file() {
        for import in &facts.stated_imports {
            if let Some(file) = &import.file {
                found.entry(file).or_default().push((&facts.path, import));
            }
        }
    }
    found
}

pub fn model(page: &Page<'_>) -> Model {
    let site = page.site;
    let all = related(site);
    let importers = importers(site);
    let is_drawn = all.len() <= MAX_DRAWN;
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("Imports between service templates and type libraries. ");
            content.text(match is_drawn {
                true => "An arrow leads from a file to one that it imports. Select a box to open its page.",
                false => "The graph is too large for a diagram.",
            });
        });
        if is_drawn {
            diagram(page, content, &all);
        }
        heading(content, "list", "As a list");
        listing::controls(content);
        content.element(Element::Group, "scroll", |content| {
            content.list_table("health", "files", &["File", "Imports", "Imported by"], |content| {
                for facts in all.iter().take(MAX_ROWS) {
                    let by = importers.get(&facts.path).map_or(&[][..], Vec::as_slice);
                    content.element(Element::Row, "", |content| row(page, content, facts, by));
                }
            });
        });
        more_in_data(page, content, all.len().saturating_sub(MAX_ROWS));
    });
    let contents = vec![("list".to_owned(), "As a list".to_owned())];
    let data = page.data(|| {
        let files = all.iter().map(|facts| {
            let imports = facts.stated_imports.iter().map(|one| {
                let is_found = one.file.as_ref().is_some_and(|file| site.facts(file).is_some());
                json!({
                    "written": one.written, "file": one.file, "prefix": one.prefix, "namespace": one.namespace, "found": is_found,
                })
            });
            json!({ "file": facts.path, "namespace": facts.namespace, "imports": imports.collect::<Vec<_>>() })
        });
        json!({ "files": files.collect::<Vec<_>>() })
    });
    let breadcrumbs = page.below_home();
    let model = Model { breadcrumbs, contents, main, data, class: "wide dependencies", ..Model::default() };
    Model { has_diagram: is_drawn, has_list: true, ..model }
}

fn row(page: &Page<'_>, content: &mut Content, facts: &Facts, importers: &[(&FilePath, &Import)]) {
    content.row_head(|content| link(page, content, &facts.path));
    content.element_with(Element::Cell, &[("data-label", "Imports")], |content| {
        content.element(Element::List, "inline", |content| {
            items(content, &facts.stated_imports, MAX_IN_CELL, &page.to_data(), &|content, import| {
                let known = import.file.as_ref().filter(|file| page.site.facts(file).is_some());
                match known {
                    Some(file) => link(page, content, file),
                    None if import.written.contains("://") => content.code(&import.written),
                    None => content.element_with(
                        Element::Span,
                        &[("class", "broken"), ("title", "not in this catalog")],
                        |content| content.text(&import.written),
                    ),
                }
                if let Some(prefix) = &import.prefix {
                    content.text(" as ");
                    content.code(prefix);
                }
            });
        });
    });
    content.element_with(Element::Cell, &[("data-label", "Imported by")], |content| {
        if importers.is_empty() {
            return;
        }
        content.element(Element::List, "inline", |content| {
            items(content, importers, MAX_IN_CELL, &page.to_data(), &|content, (file, _)| link(page, content, file));
        });
    });
}

fn diagram(page: &Page<'_>, content: &mut Content, all: &[&Facts]) {
    let mut topology = Topology { title: page.title(), ..Topology::default() };
    let mut vertices = HashMap::new();
    let mut links = SortedMap::new();
    for facts in all {
        let path = NodePath::keys([facts.path.as_str()]);
        let mut vertex = Vertex::new(facts.language.vertex_kind(), path.clone(), Span::default(), &facts.name.short);
        vertex.detail = match (&facts.name.version, page.site.apart(&facts.path), facts.definitions.len()) {
            (Some(version), ..) => version.clone(),
            (None, Some(words), _) => words.to_owned(),
            (None, None, 0) => String::new(),
            (None, None, n_types) => plural(n_types, "type"),
        };
        if let Some(href) = page.to_file(&facts.path) {
            links.insert(path, href.as_str().to_owned());
        }
        vertices.insert(&facts.path, topology.graph.add_node(vertex));
    }
    for facts in all {
        for import in &facts.stated_imports {
            let target = import.file.as_ref().filter(|file| **file != facts.path).and_then(|file| vertices.get(file));
            let (Some(&from), Some(&to)) = (vertices.get(&facts.path), target) else { continue };
            let path = NodePath::keys([facts.path.as_str(), import.written.as_str()]);
            let label = import.prefix.clone().unwrap_or_default();
            if !topology.graph.contains_edge(from, to) {
                topology.graph.add_edge(from, to, Edge::new(EdgeKind::Relationship, path, Span::default(), label));
            }
        }
    }
    let scene = scene::layout(&topology, None);
    let diagram = svg(&scene, &SvgOptions { links, ..SvgOptions::default() });
    zoomable(content, (&diagram, &scene), (&page.title().to_lowercase(), "main"), |_| {});
}

/// The id of the section of a namespace.
fn namespace_id(namespace: &str) -> String {
    html::id("namespace", namespace)
}

/// The name of a type up to its last period: `fjord.nodes` for `fjord.nodes.Cache`.
fn group_of(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(group, _)| group)
}

/// The page about namespaces.
pub fn namespaces(page: &Page<'_>) -> Model {
    let site = page.site;
    let mut stated: BTreeMap<&str, Vec<&Facts>> = BTreeMap::new();
    for facts in site.descriptors() {
        if let Some(namespace) = &facts.namespace {
            stated.entry(namespace).or_default().push(facts);
        }
    }
    let mut given: BTreeMap<&str, Vec<(&FilePath, &Import)>> = BTreeMap::new();
    for facts in site.by_file() {
        for import in facts.stated_imports.iter() {
            if let Some(namespace) = &import.namespace {
                given.entry(namespace).or_default().push((&facts.path, import));
            }
        }
    }
    let all: BTreeSet<&str> = stated.keys().chain(given.keys()).copied().collect();
    let mut groups: BTreeMap<&str, Vec<&TypeEntry>> = BTreeMap::new();
    for one in site.types().all.iter().filter(|one| !one.is_built_in) {
        groups.entry(group_of(&one.definition.name)).or_default().push(one);
    }
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text(
                "Where the names of types come from: the namespaces that files state, and the beginnings of the names.",
            )
        });
        if !all.is_empty() {
            heading(content, "stated", "Stated namespaces");
            contents.push(("stated".to_owned(), "Stated namespaces".to_owned()));
            listing::controls(content);
            content.element(Element::Group, "scroll", |content| {
                content.list_table("health", "namespaces", &["Namespace", "Stated by", "Imported as"], |content| {
                    for namespace in &all {
                        content.element(Element::Row, "", |content| {
                            let id = namespace_id(namespace);
                            content.element_with(Element::Head, &[("scope", "row"), ("id", &id)], |content| {
                                content.code(namespace)
                            });
                            let stated = stated.get(namespace).map_or(&[][..], Vec::as_slice);
                            let given = given.get(namespace).map_or(&[][..], Vec::as_slice);
                            namespace_cells(page, content, (stated, given));
                        });
                    }
                });
            });
        }
        if !groups.is_empty() {
            heading(content, "names", "Names of types");
            contents.push(("names".to_owned(), "Names of types".to_owned()));
            listing::controls(content);
            content.element(Element::Group, "scroll", |content| {
                content.list_table("health", "beginnings", &["Begin with", "Types"], |content| {
                    for (group, types) in &groups {
                        content.element(Element::Row, "", |content| {
                            content.row_head(|content| match *group {
                                "" => content.text("no period"),
                                group => content.code(&format!("{group}.")),
                            });
                            content.element_with(Element::Cell, &[("data-label", "Types")], |content| {
                                type_list(page, content, types);
                            });
                        });
                    }
                });
            });
        }
    });
    let data = page.data(|| {
        let namespaces = all.iter().map(|namespace| {
            let files: Vec<&FilePath> = stated.get(namespace).into_iter().flatten().map(|facts| &facts.path).collect();
            let imports = given.get(namespace).into_iter().flatten();
            let imports =
                imports.map(|(file, import)| json!({ "by": file, "file": import.file, "prefix": import.prefix }));
            json!({ "namespace": namespace, "statedBy": files, "imports": imports.collect::<Vec<Value>>() })
        });
        let groups = groups.iter().map(|(group, types)| {
            let types: Vec<&str> = types.iter().map(|one| one.definition.name.as_str()).collect();
            json!({ "begin": group, "types": types })
        });
        json!({ "namespaces": namespaces.collect::<Vec<_>>(), "names": groups.collect::<Vec<_>>() })
    });
    Model { breadcrumbs: page.below_home(), contents, main, data, has_list: true, ..Model::default() }
}

/// The files that state a namespace, and the imports that name it.
fn namespace_cells(page: &Page<'_>, content: &mut Content, (stated, given): (&[&Facts], &[(&FilePath, &Import)])) {
    content.element_with(Element::Cell, &[("data-label", "Stated by")], |content| {
        content.element(Element::List, "inline", |content| {
            items(content, stated, MAX_IN_CELL, &page.to_data(), &|content, facts| link(page, content, &facts.path));
        });
    });
    content.element_with(Element::Cell, &[("data-label", "Imported as")], |content| {
        content.element(Element::List, "inline", |content| {
            items(content, given, MAX_IN_CELL, &page.to_data(), &|content, (file, import)| {
                content.code(import.prefix.as_deref().unwrap_or(&import.written));
                content.text(" by ");
                link(page, content, file);
            });
        });
    });
}

fn type_list(page: &Page<'_>, content: &mut Content, types: &[&TypeEntry]) {
    content.element(Element::List, "inline", |content| {
        items(content, types, MAX_ROWS, &page.to_data(), &|content, one| {
            let name = &one.definition.name;
            let name = name.rsplit_once('.').map_or(name.as_str(), |(_, name)| name);
            match page.to_definition(&one.file, &one.path) {
                Some(href) => content.link(&href, "code", |content| content.text(name)),
                None => content.code(name),
            }
        });
    });
}

/// A name of a type, and the file in which it is valid; `None` for the file that defines the type.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TypeName {
    pub name: String,
    pub used_in: Option<FilePath>,
}

/// The prefixes under which files import others.
#[derive(Debug, Default)]
pub struct PrefixedNames {
    /// The importers of each file, with the prefix of the import.
    importers: HashMap<FilePath, Vec<(FilePath, Option<String>)>>,
}

impl PrefixedNames {
    pub fn of(site: &Site) -> Self {
        let mut names = PrefixedNames::default();
        for (file, users) in importers(site) {
            let users = users.into_iter().map(|(user, import)| (user.clone(), import.prefix.clone()));
            names.importers.insert(file.clone(), users.collect());
        }
        names
    }

    /// The names of a type that `file` defines: its own, and those with the prefix of an import, directly or through files
    /// that import it without a prefix (3.5.8).
    pub fn of_type(&self, file: &FilePath, name: &str) -> Vec<TypeName> {
        let mut found = vec![TypeName { name: name.to_owned(), used_in: None }];
        let (mut queue, mut known) = (vec![file], BTreeSet::from([file]));
        while let Some(at) = queue.pop() {
            for (user, prefix) in self.importers.get(at).into_iter().flatten() {
                match prefix {
                    Some(prefix) => {
                        found.push(TypeName { name: format!("{prefix}:{name}"), used_in: Some(user.clone()) });
                    }
                    None if known.insert(user) => queue.push(user),
                    None => {}
                }
            }
        }
        found.sort_by(|a, b| (&a.used_in, &a.name).cmp(&(&b.used_in, &b.name)));
        found.dedup();
        found
    }
}
