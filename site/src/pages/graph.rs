//! The dependency graph of the catalog: as diagrams whose boxes link to pages, and as a list.

mod partition;

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::scene;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::sorted_map::{SortedMap, SortedSet};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use hashbrown::HashMap;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::graph;
use crate::html::Href;
use crate::pages::diagram::zoomable;
use crate::pages::facts::Facts;
use crate::pages::layout::{heading, items, kind_word, link, more_in_data, more_items, opened, titled_link};
use crate::pages::model::Model;
use crate::pages::{Page, Site, home, listing};
use partition::{Subgraph, partition};

/// Maximum number of descriptors in a readable diagram, and maximum number of diagrams.
const MAX_DRAWN: usize = 150;
const MAX_DIAGRAMS: usize = 8;
/// Maximum number of diagrams that are expanded initially.
const MAX_OPEN: usize = 2;
/// Maximum number of descriptors in the title of a diagram.
const MAX_TITLED: usize = 3;
/// Maximum number of descriptors in the list, and in one cell of it.
const MAX_NAMED: usize = 5_000;
const MAX_IN_CELL: usize = 24;

/// The descriptors that a descriptor uses, without itself.
fn uses_of<'a>(page: &Page<'a>, facts: &Facts) -> SortedSet<&'a FilePath> {
    let used = page.site.uses(&facts.path).iter().filter_map(|one| one.used.as_ref());
    used.filter(|used| **used != facts.path).collect()
}

/// The descriptors that it only refers to, which are not parts.
fn references_of<'a>(page: &Page<'a>, facts: &Facts) -> SortedSet<&'a FilePath> {
    let uses = page.site.uses(&facts.path);
    let used =
        |is_part: bool| uses.iter().filter(move |one| one.is_part() == is_part).filter_map(|one| one.used.as_ref());
    let parts: SortedSet<&FilePath> = used(true).collect();
    used(false).filter(|file| **file != facts.path && !parts.contains(file)).collect()
}

/// The descriptors that use it.
fn users_of<'a>(page: &Page<'a>, facts: &Facts) -> SortedSet<&'a FilePath> {
    page.site.used_by(&facts.path).iter().map(|one| &one.user).collect()
}

/// A descriptor with dependencies in either direction.
struct Related<'a> {
    facts: &'a Facts,
    uses: SortedSet<&'a FilePath>,
    users: SortedSet<&'a FilePath>,
    /// Those of `uses` that are only referenced.
    references: SortedSet<&'a FilePath>,
    /// Whether it is a part of another descriptor.
    is_part: bool,
}

fn related<'a>(page: &Page<'a>) -> Vec<Related<'a>> {
    let of = |facts: &'a Facts| Related {
        facts,
        uses: uses_of(page, facts),
        users: users_of(page, facts),
        references: references_of(page, facts),
        is_part: page.site.is_part(&facts.path),
    };
    page.site.descriptors().map(of).filter(|one| !one.uses.is_empty() || !one.users.is_empty()).collect()
}

/// The dependencies as a list.
fn list(page: &Page<'_>, content: &mut Content, related: &[Related<'_>]) {
    let mut room = MAX_NAMED;
    let named = |one: &Related<'_>| 1 + one.uses.len().min(MAX_IN_CELL) + one.users.len().min(MAX_IN_CELL);
    let listed = related.iter().take_while(|one| {
        let before = room;
        room = room.saturating_sub(named(one));
        before >= named(one)
    });
    let listed: Vec<&Related<'_>> = listed.collect();
    listing::controls(content);
    content.element(Element::Group, "scroll", |content| {
        content.list_table("health", "descriptors", &["Descriptor", "Parts", "References", "Used by"], |content| {
            for Related { facts, uses, users, references, .. } in &listed {
                let parts: SortedSet<&FilePath> =
                    uses.iter().filter(|one| !references.contains(*one)).copied().collect();
                content.element(Element::Row, "", |content| {
                    content.row_head(|content| link(page, content, &facts.path));
                    for (files, title) in [(&parts, "Parts"), (references, "References"), (users, "Used by")] {
                        content.element_with(Element::Cell, &[("data-label", title)], |content| {
                            let id = if title == "Used by" { "used-by" } else { "uses" };
                            let all = page.to_file(&facts.path).map_or_else(|| page.to_data(), |href| href.at(id));
                            cell(page, content, files, &all)
                        });
                    }
                });
            }
        });
    });
    more_in_data(page, content, related.len() - listed.len());
}

/// Links to some of the files, and to the list of all at `all`.
fn cell(page: &Page<'_>, content: &mut Content, files: &SortedSet<&FilePath>, all: &Href) {
    if files.is_empty() {
        return;
    }
    content.element(Element::List, "inline", |content| {
        for file in files.iter().take(MAX_IN_CELL) {
            content.element(Element::Item, "", |content| link(page, content, file));
        }
        more_items(content, files.len().saturating_sub(MAX_IN_CELL), all);
    });
}

/// The graph as JSON: the uses and users of each descriptor, and the entry points.
fn data(page: &Page<'_>) -> Value {
    let site = page.site;
    let full = |file: &FilePath| site.facts(file).map_or("", |facts| facts.name.full.as_str());
    let named = |files: SortedSet<&FilePath>| -> SortedSet<String> {
        files.into_iter().map(|file| full(file).to_owned()).collect()
    };
    let descriptors = site.descriptors().map(|facts| {
        let (uses, users) = (named(uses_of(page, facts)), named(users_of(page, facts)));
        let references = named(references_of(page, facts));
        json!({ "name": facts.name.full, "uses": uses, "references": references, "usedBy": users })
    });
    let entry_points: Vec<&str> = home::entry_points(page).iter().map(|facts| facts.name.full.as_str()).collect();
    json!({ "descriptors": descriptors.collect::<Vec<_>>(), "entryPoints": entry_points })
}

/// A diagram of `facts` with the accessible name `name`, in the section with the id `above`.
fn diagram<'a>(
    page: &Page<'a>,
    content: &mut Content,
    facts: impl Iterator<Item = &'a Facts> + Clone,
    (name, above): (&str, &str),
) {
    let uses = facts.clone().flat_map(|facts| page.site.uses(&facts.path)).map(|one| &**one);
    let topology = graph::of_catalog(facts, uses, name);
    let links: SortedMap<NodePath, String> = topology
        .graph
        .node_weights()
        .filter_map(|vertex| {
            let file = FilePath::new(vertex.path.last_key()?)?;
            Some((vertex.path.clone(), page.to_file(&file)?.as_str().to_owned()))
        })
        .collect();
    let scene = scene::layout(&topology, None);
    let diagram = svg(&scene, &SvgOptions { links, ..SvgOptions::default() });
    zoomable(content, (&diagram, &scene), (name, above), |_| {});
}

/// The diagrams of a large graph, and a note about descriptors in none of them.
fn diagrams<'a>(
    page: &Page<'a>,
    content: &mut Content,
    related: &[Related<'a>],
    subgraphs: &[Subgraph],
    contents: &mut Vec<(String, String)>,
) {
    let site = page.site;
    for (index, subgraph) in subgraphs.iter().enumerate() {
        let id = format!("part-{}", index + 1);
        let facts = |at: &usize| related.get(*at).map(|one| one.facts);
        let mut titles: Vec<String> =
            subgraph.roots.iter().take(MAX_TITLED).filter_map(|at| Some(facts(at)?.name.title())).collect();
        let n_more = subgraph.roots.len().saturating_sub(MAX_TITLED);
        titles.extend((n_more > 0).then(|| format!("{n_more} more")));
        let title = match titles.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            _ => titles.concat(),
        };
        let numbered = format!("Diagram {} of {}", index + 1, subgraphs.len());
        heading(content, &id, &numbered);
        content.element(Element::List, "inline note", |content| {
            items(content, &subgraph.roots, MAX_TITLED, &Href::here("list"), &|content, at| {
                let Some(facts) = facts(at) else { return };
                titled_link(page, content, facts, site.apart(&facts.path));
            });
        });
        let open: &[(&str, &str)] = if subgraphs.len() <= MAX_OPEN { &[("open", "")] } else { &[] };
        content.element_with(Element::Details, open, |content| {
            let words = plural(subgraph.members.len(), "descriptor");
            content.element(Element::Summary, "", |content| content.text(&words));
            diagram(page, content, subgraph.members.iter().filter_map(facts), (&title, &id));
        });
        contents.push((id, numbered));
    }
    let drawn: SortedSet<usize> = subgraphs.iter().flat_map(|subgraph| subgraph.members.iter().copied()).collect();
    let (n_left, n_alone) = (related.len() - drawn.len(), site.n_descriptors() - related.len());
    content.element(Element::Paragraph, "note", |content| {
        if n_left > 0 {
            content.text(&format!("{} not shown in these diagrams, but in ", are(n_left)));
            content.link(&Href::here("list"), "", |content| content.text("the list"));
            content.text(". ");
        }
        if n_alone > 0 {
            content.text(&format!("{} not connected to others. ", are(n_alone)));
        }
        content.text("For Graphviz, run ");
        content.code("descriptorium graph --format dot");
        content.text(".");
    });
}

/// Maximum number of rows and columns of the matrix.
const MAX_IN_MATRIX: usize = 24;

/// How many descriptors of each namespace use those of the others.
fn matrix(page: &Page<'_>, content: &mut Content, related: &[Related<'_>], contents: &mut Vec<(String, String)>) {
    let group = |facts: &Facts| match listing::namespace(facts) {
        Some(namespace) => namespace.to_owned(),
        None => page.site.depth.folder(&facts.path).to_owned(),
    };
    let mut uses: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for one in related {
        let own = group(one.facts);
        *sizes.entry(own.clone()).or_default() += 1;
        let others: BTreeSet<String> = one.uses.iter().filter_map(|file| page.site.facts(file)).map(group).collect();
        for other in others {
            *uses.entry((own.clone(), other)).or_default() += 1;
        }
    }
    let mut names: Vec<(String, usize)> = sizes.into_iter().collect();
    names.sort_by(|(a, n_a), (b, n_b)| n_b.cmp(n_a).then_with(|| a.cmp(b)));
    let others = names.split_off(names.len().min(MAX_IN_MATRIX));
    if names.len() < 2 {
        return;
    }
    heading(content, "matrix", "Between namespaces");
    contents.push(("matrix".to_owned(), "Between namespaces".to_owned()));
    content.element(Element::Paragraph, "note", |content| {
        content.text(
            "The number of descriptors in a row that use descriptors in a column, which has the number of its row.",
        )
    });
    content.scrolling("Dependencies between namespaces", |content| {
        content.element(Element::Table, "matrix counts", |content| {
            content.element(Element::TableHead, "", |content| {
                content.element(Element::Row, "", |content| matrix_heads(content, &names));
            });
            content.element(Element::TableBody, "", |content| {
                for (index, (row, size)) in names.iter().enumerate() {
                    content.element(Element::Row, "", |content| {
                        content.element(Element::Cell, "origin", |content| content.text(&(index + 1).to_string()));
                        let attributes = [("scope", "row"), ("id", &matrix_id(index))];
                        content.element_with(Element::Head, &attributes, |content| {
                            content.text(row);
                            content.text(" ");
                            content.element(Element::Span, "origin", |content| content.text(&size.to_string()));
                        });
                        for (column, _) in &names {
                            let count = uses.get(&(row.clone(), column.clone())).copied().unwrap_or_default();
                            let class = if row == column { "own" } else { "" };
                            content.element(Element::Cell, class, |content| {
                                if count > 0 {
                                    content.text(&count.to_string());
                                }
                            });
                        }
                    });
                }
            });
        });
    });
    let of_others = by_name(&uses, &others);
    opened(content, &others, &page.to_data(), &|content, (name, size)| {
        content.text(name);
        content.text(" ");
        content.element(Element::Span, "origin", |content| content.text(&size.to_string()));
        let Some((used, users)) = of_others.get(name.as_str()) else { return };
        for (words, counts) in [("uses", used), ("is used by", users)] {
            if !counts.is_empty() {
                content.text(&format!(" {words} {}", counted(counts)));
            }
        }
    });
}

fn matrix_id(index: usize) -> String {
    format!("namespace-{}", index + 1)
}

/// The heads of the columns: the numbers of the rows, because names would make columns of numbers wide, linked to them.
fn matrix_heads(content: &mut Content, names: &[(String, usize)]) {
    content.element(Element::Cell, "", |_| {});
    let head = [("scope", "col")];
    content.element_with(Element::Head, &head, |content| content.text("uses"));
    for (index, (name, _)) in names.iter().enumerate() {
        content.element_with(Element::Head, &[("scope", "col"), ("title", name)], |content| {
            content.link(&Href::here(&matrix_id(index)), "", |content| content.text(&(index + 1).to_string()));
        });
    }
}

/// The namespaces that a namespace uses, and those that use it, each with the number of descriptors that do.
type Counted<'a> = (Vec<(&'a str, usize)>, Vec<(&'a str, usize)>);

/// The rows and columns of the matrix for some of the namespaces.
fn by_name<'a>(
    uses: &'a BTreeMap<(String, String), usize>,
    names: &'a [(String, usize)],
) -> HashMap<&'a str, Counted<'a>> {
    let mut found: HashMap<&str, Counted<'_>> =
        names.iter().map(|(name, _)| (name.as_str(), Counted::default())).collect();
    for ((row, column), count) in uses {
        if let Some((used, _)) = found.get_mut(row.as_str()) {
            used.push((column.as_str(), *count));
        }
        if let Some((_, users)) = found.get_mut(column.as_str()) {
            users.push((row.as_str(), *count));
        }
    }
    found
}

/// `net: 3, media: 1`, the most frequent first.
fn counted(counts: &[(&str, usize)]) -> String {
    let mut sorted = counts.to_vec();
    sorted.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    sorted.iter().map(|(name, count)| format!("{name}: {count}")).collect::<Vec<_>>().join(", ")
}

/// The dependencies of all descriptors as a script: their names, pages, kinds and versions, a text that tells them apart from
/// others of the same name and version, and the uses by their indices, references marked. A page on a local disk cannot read
/// other files, but it can run scripts of the site.
pub fn script(site: &Site) -> String {
    let all: Vec<&Facts> = site.descriptors().collect();
    let indices: HashMap<&FilePath, usize> = all.iter().map(|facts| &facts.path).zip(0..).collect();
    let descriptors = all.iter().map(|facts| {
        let page = site.addresses.get(&facts.path).map_or("", |address| &address.page);
        let version = facts.name.version.as_deref().unwrap_or_default();
        let title = facts.name.title();
        let mut all = vec![title.as_str(), page, kind_word(facts.language), version];
        all.extend(site.apart(&facts.path));
        json!(all)
    });
    let mut uses: BTreeMap<(usize, usize), bool> = BTreeMap::new();
    for (index, facts) in all.iter().enumerate() {
        for one in site.uses(&facts.path) {
            let used = one.used.as_ref().and_then(|used| indices.get(used)).filter(|used| **used != index);
            if let Some(used) = used {
                *uses.entry((index, *used)).or_default() |= one.is_part();
            }
        }
    }
    let uses = uses.into_iter().map(|((from, to), is_part)| json!([from, to, usize::from(is_part)]));
    let data = json!({ "descriptors": descriptors.collect::<Vec<_>>(), "uses": uses.collect::<Vec<_>>() });
    // Invisible characters would be hidden in the source of the page.
    format!("globalThis.descriptoriumDependencies = {};\n", data.to_string().replace('<', "\\u003c"))
}

/// `1 descriptor is`, `2 descriptors are`.
fn are(count: usize) -> String {
    format!("{} {}", plural(count, "descriptor"), if count == 1 { "is" } else { "are" })
}

/// The dependencies of each descriptor as indices.
fn dependencies(related: &[Related<'_>]) -> Vec<Vec<usize>> {
    let indices: HashMap<&FilePath, usize> = related.iter().map(|one| &one.facts.path).zip(0..).collect();
    let of = |one: &Related<'_>| one.uses.iter().filter_map(|file| indices.get(*file).copied()).collect();
    related.iter().map(of).collect()
}

pub fn model(page: &Page<'_>) -> Model {
    let site = page.site;
    let related = related(page);
    let n_all = site.n_descriptors();
    let subgraphs = match n_all > MAX_DRAWN {
        true => {
            let is_root: Vec<bool> = related.iter().map(|one| !one.is_part).collect();
            partition(&dependencies(&related), &is_root, MAX_DIAGRAMS, MAX_DRAWN)
        }
        false => Vec::new(),
    };
    let is_one = n_all > 0 && n_all <= MAX_DRAWN;
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("Dependencies between descriptors. Dashed lines are references, which are not parts. ");
            content.text(match (is_one, subgraphs.len()) {
                (true, _) => "Select a box to open its page.",
                (false, 0) if n_all == 0 => "There are no descriptors.",
                (false, 0) => "No descriptor uses another one.",
                (false, _) => {
                    "The graph is too large for one diagram. Each diagram shows some entry points with everything they use, \
                     so a descriptor may appear several times. Select a box to open its page."
                }
            });
        });
        if !related.is_empty() {
            content.element_with(Element::Group, &[("id", "neighborhood"), ("data-of-script", "")], |_| {});
        }
        if n_all > MAX_DRAWN {
            matrix(page, content, &related, &mut contents);
        }
        if is_one {
            let facts = site.descriptors();
            diagram(page, content, facts.collect::<Vec<_>>().into_iter(), (&site.title, "main"));
        }
        if !subgraphs.is_empty() {
            diagrams(page, content, &related, &subgraphs, &mut contents);
        }
        if !related.is_empty() {
            heading(content, "list", "As a list");
            contents.push(("list".to_owned(), "As a list".to_owned()));
            list(page, content, &related);
        }
    });
    let contents = if subgraphs.is_empty() && n_all <= MAX_DRAWN { Vec::new() } else { contents };
    let breadcrumbs = page.below_home();
    let has_neighborhoods = !related.is_empty();
    let has_diagram = is_one || has_neighborhoods;
    let data = page.data(|| data(page));
    Model {
        breadcrumbs,
        main,
        contents,
        data,
        class: "wide dependencies",
        has_diagram,
        has_list: !related.is_empty(),
        has_neighborhoods,
        ..Model::default()
    }
}
