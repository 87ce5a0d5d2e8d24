//! Which descriptors of the catalog are made of which: as drawings whose boxes lead to their pages, and as a list.

mod parts;

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::scene;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use hashbrown::HashMap;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::graph;
use crate::pages::drawing::zoomable;
use crate::pages::facts::Facts;
use crate::pages::layout::{heading, link, more};
use crate::pages::model::Model;
use crate::pages::{Page, home};
use parts::{Part, parts};

/// The most descriptors that one drawing holds and can still be read, and the most drawings.
const MAX_DRAWN: usize = 150;
const MAX_DRAWINGS: usize = 8;
/// The most drawings that are shown without being asked for.
const MAX_OPEN: usize = 2;
/// The most descriptors that a drawing is called by.
const MAX_TITLED: usize = 3;
/// The most descriptors that are named in the list, and by one row of it on each side.
const MAX_NAMED: usize = 5_000;
const MAX_IN_CELL: usize = 24;

/// The descriptors of the catalog that one is made of, without itself.
fn parts_of<'a>(page: &Page<'a>, facts: &Facts) -> BTreeSet<&'a FilePath> {
    let used = page.site.uses(&facts.path).iter().filter_map(|one| one.used.as_ref());
    used.filter(|used| **used != facts.path).collect()
}

/// Those that are made of it.
fn users_of<'a>(page: &Page<'a>, facts: &Facts) -> BTreeSet<&'a FilePath> {
    page.site.used_by(&facts.path).iter().map(|one| &one.user).collect()
}

/// What is related to others, with these on both sides.
struct Related<'a> {
    facts: &'a Facts,
    parts: BTreeSet<&'a FilePath>,
    users: BTreeSet<&'a FilePath>,
}

fn related<'a>(page: &Page<'a>) -> Vec<Related<'a>> {
    let of = |facts: &'a Facts| Related { facts, parts: parts_of(page, facts), users: users_of(page, facts) };
    page.site.descriptors().map(of).filter(|one| !one.parts.is_empty() || !one.users.is_empty()).collect()
}

/// All of it in words.
fn list(page: &Page<'_>, content: &mut Content, related: &[Related<'_>]) {
    let mut room = MAX_NAMED;
    let named = |one: &Related<'_>| 1 + one.parts.len().min(MAX_IN_CELL) + one.users.len().min(MAX_IN_CELL);
    let listed = related.iter().take_while(|one| {
        let before = room;
        room = room.saturating_sub(named(one));
        before >= named(one)
    });
    let listed: Vec<&Related<'_>> = listed.collect();
    content.element(Element::Group, "scroll", |content| {
        content.table("health", &["Descriptor", "Is made of", "Is a part of"], |content| {
            for Related { facts, parts, users } in &listed {
                content.element(Element::Row, "", |content| {
                    content.row_head(|content| link(page, content, &facts.path));
                    for (files, title) in [(parts, "Is made of"), (users, "Is a part of")] {
                        content.element_with(Element::Cell, &[("data-label", title)], |content| {
                            cell(page, content, files)
                        });
                    }
                });
            }
        });
    });
    more(content, related.len() - listed.len());
}

fn cell(page: &Page<'_>, content: &mut Content, files: &BTreeSet<&FilePath>) {
    if files.is_empty() {
        return;
    }
    content.element(Element::List, "inline", |content| {
        for file in files.iter().take(MAX_IN_CELL) {
            content.element(Element::Item, "", |content| link(page, content, file));
        }
        if let Some(n_left) = files.len().checked_sub(MAX_IN_CELL).filter(|left| *left > 0) {
            content.element(Element::Item, "", |content| content.text(&format!("and {n_left} more")));
        }
    });
}

/// The same for programs: each descriptor with those that it is made of and those that are made of it, and those that
/// nothing is made of.
fn data(page: &Page<'_>) -> Value {
    let site = page.site;
    let full = |file: &FilePath| site.facts(file).map_or("", |facts| facts.name.full.as_str());
    let named = |files: BTreeSet<&FilePath>| -> BTreeSet<String> {
        files.into_iter().map(|file| full(file).to_owned()).collect()
    };
    let descriptors = site.descriptors().map(|facts| {
        let (parts, users) = (named(parts_of(page, facts)), named(users_of(page, facts)));
        json!({ "name": facts.name.full, "uses": parts, "usedBy": users })
    });
    let entry_points: Vec<&str> = home::entry_points(page).iter().map(|facts| facts.name.full.as_str()).collect();
    json!({ "descriptors": descriptors.collect::<Vec<_>>(), "entryPoints": entry_points })
}

/// A drawing of some descriptors of what is called `name`, below what has the id `above`.
fn drawing<'a>(
    page: &Page<'a>,
    content: &mut Content,
    facts: impl Iterator<Item = &'a Facts> + Clone,
    (name, above): (&str, &str),
) {
    let uses = facts.clone().flat_map(|facts| page.site.uses(&facts.path)).map(|one| &**one);
    let topology = graph::of_catalog(facts, uses, name);
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
    zoomable(content, (&drawing, &scene), (name, above), |_| {});
}

/// Drawings of parts, and what is in none of them.
fn drawings<'a>(
    page: &Page<'a>,
    content: &mut Content,
    related: &[Related<'a>],
    parts: &[Part],
    contents: &mut Vec<(String, String)>,
) {
    let site = page.site;
    for (index, part) in parts.iter().enumerate() {
        let id = format!("part-{}", index + 1);
        let facts = |at: &usize| related.get(*at).map(|one| one.facts);
        let mut titles: Vec<String> =
            part.roots.iter().take(MAX_TITLED).filter_map(|at| Some(facts(at)?.name.title())).collect();
        let n_more = part.roots.len().saturating_sub(MAX_TITLED);
        titles.extend((n_more > 0).then(|| format!("{n_more} more")));
        let title = match titles.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            _ => titles.concat(),
        };
        heading(content, &id, &title);
        let open: &[(&str, &str)] = if parts.len() <= MAX_OPEN { &[("open", "")] } else { &[] };
        content.element_with(Element::Details, open, |content| {
            let words = format!("Drawing of {}", plural(part.members.len(), "descriptor"));
            content.element(Element::Summary, "", |content| content.text(&words));
            drawing(page, content, part.members.iter().filter_map(facts), (&title, &id));
        });
        contents.push((id, title));
    }
    let drawn: BTreeSet<usize> = parts.iter().flat_map(|part| part.members.iter().copied()).collect();
    let (n_left, n_alone) = (related.len() - drawn.len(), site.n_descriptors() - related.len());
    content.element(Element::Paragraph, "note", |content| {
        if n_left > 0 {
            content.text(&format!("{} in none of these drawings: ", are(n_left)));
            content.text("the page of each says what it uses and what uses it. ");
        }
        if n_alone > 0 {
            content.text(&format!("{} neither made of others nor a part of one. ", are(n_alone)));
        }
        content.text("For Graphviz, all of them are printed by ");
        content.code("descriptorium graph --format dot");
        content.text(".");
    });
}

/// `1 descriptor is`, `2 descriptors are`.
fn are(count: usize) -> String {
    format!("{} {}", plural(count, "descriptor"), if count == 1 { "is" } else { "are" })
}

/// The places of what each one is made of.
fn places(related: &[Related<'_>]) -> Vec<Vec<usize>> {
    let places: HashMap<&FilePath, usize> = related.iter().map(|one| &one.facts.path).zip(0..).collect();
    let of = |one: &Related<'_>| one.parts.iter().filter_map(|file| places.get(*file).copied()).collect();
    related.iter().map(of).collect()
}

pub fn model(page: &Page<'_>) -> Model {
    let site = page.site;
    let related = related(page);
    let n_all = site.n_descriptors();
    let parts = match n_all > MAX_DRAWN {
        true => {
            let is_root: Vec<bool> = related.iter().map(|one| one.users.is_empty()).collect();
            parts(&places(&related), &is_root, MAX_DRAWINGS, MAX_DRAWN)
        }
        false => Vec::new(),
    };
    let is_one = n_all > 0 && n_all <= MAX_DRAWN;
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("Which descriptors are made of which. ");
            content.text(match (is_one, parts.len()) {
                (true, _) => "A box leads to its page.",
                (false, 0) if n_all == 0 => "There is none yet.",
                (false, 0) => "None is made of another.",
                (false, _) => {
                    "There are too many for one drawing: each shows some that are no part of others, with what they \
                     are made of, so that one may be in several. A box leads to its page."
                }
            });
        });
        if is_one {
            let facts = site.descriptors();
            drawing(page, content, facts.collect::<Vec<_>>().into_iter(), (&site.title, "main"));
        }
        if !parts.is_empty() {
            drawings(page, content, &related, &parts, &mut contents);
        }
        if !related.is_empty() {
            heading(content, "list", "As a list");
            contents.push(("list".to_owned(), "As a list".to_owned()));
            list(page, content, &related);
        }
    });
    let has_diagram = is_one || !parts.is_empty();
    let contents = if parts.is_empty() { Vec::new() } else { contents };
    let breadcrumbs = page.below_home();
    let data = page.data(|| data(page));
    Model { breadcrumbs, main, contents, data, class: "wide dependencies", has_diagram, ..Model::default() }
}
