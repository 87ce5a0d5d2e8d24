//! The page about all types: from a capability to the node types that offer it, from a requirement to those that fit, and
//! lists of the types of each kind.

use descriptorium_core::language::Language;
use descriptorium_core::tosca::type_uses::Relation;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::pages::Page;
use crate::pages::address;
use crate::pages::layout::{capitalized, heading, more_in_data, plural_label, prose_class};
use crate::pages::listing;
use crate::pages::model::Model;
use crate::pages::types::{Offering, TypeEntry, TypeGraph, Wanted};

/// Maximum number of rows in a table, of types in a cell, and of types that meet a requirement: nearly all types meet the
/// most general ones.
const MAX_ROWS: usize = 5_000;
const MAX_IN_CELL: usize = 24;
const MAX_FITTING: usize = 200;

/// The sections of types with the words for their types, in the order of the page.
const KINDS: [(&str, &str); 8] = [
    ("node_types", "node types"),
    ("relationship_types", "relationship types"),
    ("capability_types", "capability types"),
    ("interface_types", "interface types"),
    ("data_types", "data types"),
    ("artifact_types", "artifact types"),
    ("group_types", "group types"),
    ("policy_types", "policy types"),
];

/// A row of the finder.
struct Offered {
    capability: usize,
    nodes: Vec<usize>,
}

struct Required<'a> {
    /// The node type that has the requirement.
    of: usize,
    wanted: &'a Wanted,
    /// The first ones.
    nodes: Vec<usize>,
    has_more: bool,
}

fn offered(types: &TypeGraph, offering: &Offering) -> Vec<Offered> {
    let of = |capability: usize| Offered {
        capability,
        nodes: offering.by_capability.get(&capability).cloned().unwrap_or_default(),
    };
    in_order(types, "capability_types").into_iter().map(of).collect()
}

fn required<'a>(types: &'a TypeGraph, offering: &Offering) -> Vec<Required<'a>> {
    let nodes = in_order(types, "node_types").into_iter();
    let of = nodes
        .flat_map(|of| types.get(of).into_iter().flat_map(move |one| one.requires.iter().map(move |want| (of, want))));
    let of = of.map(|(of, wanted)| {
        let mut nodes: Vec<usize> = types.fitting(of, wanted, offering).take(MAX_FITTING + 1).collect();
        let has_more = nodes.len() > MAX_FITTING;
        nodes.truncate(MAX_FITTING);
        Required { of, wanted, nodes, has_more }
    });
    of.collect()
}

/// The types of a kind: those of the catalog, then the built-in ones, by name.
fn in_order(types: &TypeGraph, section: &str) -> Vec<usize> {
    let alike = types.all.iter().enumerate().filter(|(_, one)| one.definition.section == section);
    let mut alike: Vec<(usize, &TypeEntry)> = alike.collect();
    alike.sort_by_key(|(_, one)| (one.is_built_in, &one.definition.name, &one.file));
    alike.into_iter().map(|(index, _)| index).collect()
}

pub fn model(page: &Page<'_>) -> Model {
    let types = page.site.types();
    let offering = types.offering();
    let (offered, required) = (offered(types, &offering), required(types, &offering));
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            let n_own = types.all.iter().filter(|one| !one.is_built_in).count();
            let n_built_in = types.all.len() - n_own;
            content.text(&format!(
                "{} of this catalog and {n_built_in} built-in ones that they use. ",
                plural(n_own, "type")
            ));
            content.link(&page.to(address::GRAPH), "", |content| content.text("Dependencies"));
            content.text(" shows which files import each other.");
        });
        let mut section = |content: &mut Content, id: &str, title: &str, write: &dyn Fn(&mut Content)| {
            content.element(Element::Section, "", |content| {
                heading(content, id, title);
                write(content);
            });
            contents.push((id.to_owned(), title.to_owned()));
        };
        if !offered.is_empty() {
            section(content, "capabilities", "Find by capability", &|content| {
                note(content, "Node types with a capability of the type, or of one that derives from it.");
                rows(page, content, "capabilities", &["Capability type", "Offered by"], &offered, |content, one| {
                    content.row_head(|content| link(page, content, one.capability));
                    cell(page, content, "Offered by", &one.nodes, false);
                });
            });
        }
        if !required.is_empty() {
            section(content, "requirements", "Find by requirement", &|content| {
                note(content, "Node types that can be the target of a requirement.");
                rows(page, content, "requirements", &["Requirement", "Wanted", "Met by"], &required, |content, one| {
                    content.row_head(|content| {
                        content.code(&one.wanted.name);
                        content.text(" of ");
                        link(page, content, one.of);
                    });
                    let wanted: Vec<usize> = one.wanted.capability.into_iter().chain(one.wanted.node).collect();
                    cell(page, content, "Wanted", &wanted, false);
                    cell(page, content, "Met by", &one.nodes, one.has_more);
                });
            });
        }
        for (kind, words) in KINDS {
            let alike = in_order(types, kind);
            if alike.is_empty() {
                continue;
            }
            let summary = |index: &usize| types.get(*index).map_or("", |one| one.definition.summary.as_str());
            let class = prose_class(alike.iter().map(summary));
            section(content, kind, &capitalized(words), &|content| {
                rows(page, content, words, &["Name", "Derived from", "Description"], &alike, |content, index| {
                    content.row_head(|content| link(page, content, *index));
                    let one = types.get(*index);
                    cell(page, content, "Derived from", one.and_then(|one| one.base).as_slice(), false);
                    let attributes = [("class", class), ("data-label", "Description")];
                    content.element_with(Element::Cell, &attributes, |content| content.text(summary(index)));
                });
            });
        }
    });
    let data = page.data(|| data(page, &offered, &required));
    let mut breadcrumbs = page.below_home();
    let of_types = |language: &Language| page.site.addresses.types() == Some(address::types(*language).as_str());
    if let Some(language) = page.site.languages().find(of_types) {
        breadcrumbs.push((capitalized(&plural_label(language)), Some(page.to(&address::kind(language)))));
    }
    Model { breadcrumbs, contents, main, data, has_list: true, ..Model::default() }
}

fn note(content: &mut Content, words: &str) {
    content.element(Element::Paragraph, "note", |content| content.text(words));
}

fn rows<T>(
    page: &Page<'_>,
    content: &mut Content,
    noun: &str,
    titles: &[&str],
    all: &[T],
    write: impl Fn(&mut Content, &T),
) {
    listing::controls(content);
    content.element(Element::Group, "scroll", |content| {
        content.list_table("types", noun, titles, |content| {
            for one in all.iter().take(MAX_ROWS) {
                content.element(Element::Row, "", |content| write(content, one));
            }
        });
    });
    more_in_data(page, content, all.len().saturating_sub(MAX_ROWS));
}

fn cell(page: &Page<'_>, content: &mut Content, title: &str, of: &[usize], has_more: bool) {
    content.element_with(Element::Cell, &[("data-label", title)], |content| {
        if of.is_empty() {
            return;
        }
        content.element(Element::List, "inline", |content| {
            for index in of.iter().take(MAX_IN_CELL) {
                content.element(Element::Item, "", |content| link(page, content, *index));
            }
            if let Some(n_more) = of.len().checked_sub(MAX_IN_CELL).filter(|more| *more > 0) {
                let words = if has_more { "and others".to_owned() } else { format!("and {n_more} more") };
                // Nearly all types meet the most general requirements, so the others are only in the data of the page.
                content.element(Element::Item, "", |content| {
                    content.link(&page.to_data(), "", |content| content.text(&format!("{words} (JSON)")));
                });
            }
        });
    });
}

fn link(page: &Page<'_>, content: &mut Content, index: usize) {
    let Some(one) = page.site.types().get(index) else { return };
    let name = &one.definition.name;
    match page.to_definition(&one.file, &one.path) {
        Some(href) => content.link(&href, "code", |content| content.text(name)),
        None => content.code(name),
    }
}

fn data(page: &Page<'_>, offered: &[Offered], required: &[Required<'_>]) -> Value {
    let types = page.site.types();
    let name = |index: &usize| types.get(*index).map(|one| one.definition.name.as_str());
    let names = |of: &[usize]| of.iter().filter_map(name).collect::<Vec<_>>();
    let all = types.all.iter().map(|one| {
        json!({
            "kind": one.definition.section.trim_end_matches("_types"),
            "name": one.definition.name,
            "summary": one.definition.summary,
            "derivedFrom": one.base.as_ref().and_then(name),
            "file": (!one.is_built_in).then_some(&one.file),
            "page": page.site.addresses.definition(&one.file, &one.path),
        })
    });
    let offered =
        offered.iter().map(|one| json!({ "capability": name(&one.capability), "nodeTypes": names(&one.nodes) }));
    let required = required.iter().map(|one| {
        json!({
            "nodeType": name(&one.of),
            "requirement": one.wanted.name,
            "capability": one.wanted.capability.as_ref().and_then(name),
            "node": one.wanted.node.as_ref().and_then(name),
            "nodeTypes": names(&one.nodes),
            "more": one.has_more,
        })
    });
    json!({
        "types": all.collect::<Vec<_>>(),
        Relation::Offers.name(): offered.collect::<Vec<_>>(),
        Relation::Requires.name(): required.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::text::FilePath;
    use descriptorium_core::workspace::Workspace;
    use serde_json::{Value, json};

    use crate::pages::Site;
    use crate::pages::about::{About, Appearance, Setting};
    use crate::pages::facts::{Checked, Facts};

    const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
capability_types:
  my.Feed: {derived_from: tosca.capabilities.Root}
  my.Cached: {derived_from: my.Feed}
  my.Guarded: {derived_from: my.Feed, valid_source_types: [my.Reader]}
node_types:
  my.Origin:
    derived_from: tosca.nodes.Root
    capabilities: {feed: my.Feed}
  my.Cache:
    derived_from: my.Origin
    capabilities: {feed: my.Cached}
  my.Vault:
    derived_from: tosca.nodes.Root
    capabilities: {feed: {type: my.Guarded}}
  my.Reader:
    derived_from: tosca.nodes.Root
    requirements: [{source: my.Feed}, {near: {capability: my.Feed, node: my.Cache}}]
  my.Viewer:
    derived_from: tosca.nodes.Root
    requirements: [{source: {capability: my.Feed}}]
";

    /// The data of the finder for a site of these files.
    fn found(files: &[(&str, &str)]) -> Value {
        let path = |path: &str| FilePath::new(path).expect("a plain path");
        let workspace = Workspace::new(files.iter().map(|(name, text)| (path(name), (*text).to_owned())));
        let analysis = Analysis::new(workspace, Settings::default());
        let facts = analysis.workspace().files().filter_map(|file| Facts::of(file).map(Box::new));
        let (facts, catalog) = (facts.collect(), Arc::clone(analysis.catalog()));
        let about = About::new("types".to_owned(), None, None, Appearance::default());
        let site = Site::new(facts, catalog, Settings::default(), about, &[], Setting::default());
        let checked = Checked::of(analysis, site.descriptors().map(|facts| &facts.path));
        serde_json::from_str(&site.page("tosca/types/index.json", &checked).expect("a page")).expect("JSON")
    }

    fn offering<'a>(data: &'a Value, capability: &str) -> &'a Value {
        let rows = data["offers"].as_array().expect("rows");
        &rows.iter().find(|row| row["capability"] == capability).expect("the capability")["nodeTypes"]
    }

    fn meeting<'a>(data: &'a Value, node: &str, requirement: &str) -> &'a Value {
        let rows = data["requires"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["nodeType"] == node && row["requirement"] == requirement);
        &row.expect("the requirement")["nodeTypes"]
    }

    /// The oracle is the substitution of types by those that derive from them (3.7.2), worked out by hand.
    #[test]
    fn types_are_found_by_capability_and_by_requirement() {
        let data = found(&[("types.yaml", TYPES)]);
        assert_eq!(*offering(&data, "my.Feed"), json!(["my.Origin", "my.Cache", "my.Vault"]));
        // The refined capability counts, not the one that it refines.
        assert_eq!(*offering(&data, "my.Cached"), json!(["my.Cache"]));
        // Only a reader may use the guarded capability.
        assert_eq!(*meeting(&data, "my.Reader", "source"), json!(["my.Origin", "my.Cache", "my.Vault"]));
        assert_eq!(*meeting(&data, "my.Viewer", "source"), json!(["my.Origin", "my.Cache"]));
        assert_eq!(*meeting(&data, "my.Reader", "near"), json!(["my.Cache"]));
    }

    /// Two libraries define one name: each importer means its own.
    #[test]
    fn a_name_with_two_definitions_means_the_imported_one() {
        const HEAD: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
        let library = |node: &str| {
            format!(
                "{HEAD}capability_types:\n  my.Feed: {{derived_from: tosca.capabilities.Root}}\nnode_types:\n  {node}: \
                 {{derived_from: tosca.nodes.Root, capabilities: {{feed: my.Feed}}}}\n"
            )
        };
        let user = |file: &str, name: &str| {
            format!(
                "{HEAD}imports: [{file}]\nnode_types:\n  {name}: {{derived_from: tosca.nodes.Root, requirements: [{{source: \
                 my.Feed}}]}}\n"
            )
        };
        let data = found(&[
            ("a.yaml", &library("my.A")),
            ("b.yaml", &library("my.B")),
            ("of-a.yaml", &user("a.yaml", "my.OfA")),
            ("of-b.yaml", &user("b.yaml", "my.OfB")),
        ]);
        assert_eq!(*meeting(&data, "my.OfA", "source"), json!(["my.A"]));
        assert_eq!(*meeting(&data, "my.OfB", "source"), json!(["my.B"]));
    }
}
