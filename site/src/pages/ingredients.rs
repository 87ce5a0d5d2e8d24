//! What each page is made of, as a hash: a page whose ingredients are the same as when it was written need not be
//! written again. A hash may be another where the page stays the same, never the other way round.

use std::collections::BTreeSet;

use descriptorium_core::text::FilePath;
use hashbrown::HashMap;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::finding::Finding;
use crate::hash::{self, Hash, Hasher};
use crate::pages::facts::{Checked, Facts, Verdict};
use crate::pages::{PageId, Site, Use};

/// The hashes of one state of a site, of what is known before anything is checked.
#[derive(Debug)]
pub struct Ingredients<'a> {
    /// What every page is made of: the program, the look, and which descriptors there are and where their pages lie.
    frame: Hash,
    /// The frame, and what the pages of one descriptor say beyond it.
    of_file: HashMap<&'a FilePath, Hash>,
    /// The descriptors that each is made of, in whatever version, and those of its own name.
    near: HashMap<&'a FilePath, BTreeSet<&'a FilePath>>,
    /// The frame, and the texts of all that a descriptor is made of.
    of_check: HashMap<&'a FilePath, Hash>,
    /// All there is.
    whole: Hash,
}

/// What the pages on the catalog as a whole are made of.
#[derive(Debug)]
pub struct Whole {
    /// The tables of descriptors.
    rows: Hash,
    /// What the first page says.
    home: Hash,
    /// What is made of what, and what that is found to be worth.
    health: Hash,
    findings: Hash,
    frame: Hash,
}

impl<'a> Ingredients<'a> {
    pub fn of(site: &'a Site) -> Self {
        let frame = frame(site);
        let near = near(site);
        let closures = closures(site, &near);
        let mut whole = Hasher::default();
        whole.add(frame).add(site.readme.as_deref().unwrap_or_default());
        site.unread.iter().for_each(|found| finding(found, &mut whole));
        let (mut of_file, mut of_check) = (HashMap::new(), HashMap::new());
        for facts in &site.facts {
            whole.add(facts.text);
            let mut hasher = Hasher::default();
            hasher.add(frame).add(closures.get(&facts.path).copied().unwrap_or_default());
            of_check.insert(&facts.path, hasher.clone().finish());
            for Use { user, part, name, used } in site.used_by(&facts.path) {
                hasher.add(user.as_str()).add(part.to_string()).add(name);
                hasher.add(used.as_ref().map_or("", FilePath::as_str));
            }
            of_file.insert(&facts.path, hasher.finish());
        }
        Ingredients { frame, of_file, near, of_check, whole: whole.finish() }
    }

    /// What a page of one descriptor, or of no particular one, is made of; `None` for those on the catalog as a whole.
    pub fn of_page(&self, id: &PageId) -> Option<Hash> {
        match id {
            PageId::Twin(of, _) => self.of_page(of),
            PageId::Comparison(before, after) => {
                let mut hasher = Hasher::default();
                hasher.add(self.of_file.get(before)?).add(self.of_file.get(after)?);
                Some(hasher.finish())
            }
            PageId::Conformance | PageId::Search | PageId::NotFound => Some(self.frame),
            // The versions are a part of what each of them is made of.
            _ => self.of_file.get(id.about()?).copied(),
        }
    }

    /// What the findings in a descriptor are made of, and what it is found by.
    pub fn of_check(&self, file: &FilePath) -> Hash {
        self.of_check.get(file).copied().unwrap_or_default()
    }

    /// What all of the site is made of.
    pub fn whole(&self) -> Hash {
        self.whole
    }

    /// What files are made of that come from the program and the look of the catalog.
    pub fn frame(&self) -> Hash {
        self.frame
    }

    /// The descriptors that `files` are made of, through others too, in whatever version, and these.
    pub fn around<'b>(&'b self, files: impl IntoIterator<Item = &'b FilePath>) -> BTreeSet<&'b FilePath> {
        reached(files, |file| self.near.get(file).into_iter().flatten().copied())
    }
}

impl Whole {
    pub fn of(site: &Site, frame: Hash, checked: &Checked) -> Self {
        let (mut rows, mut health, mut findings) = (Hasher::default(), Hasher::default(), Hasher::default());
        for facts in site.descriptors() {
            let verdict = checked.verdict(&facts.path);
            let users: BTreeSet<&FilePath> = site.used_by(&facts.path).iter().map(|used| &used.user).collect();
            rows.add(format!("{:?} {:?}", facts.namespace, facts.metadata));
            rows.add(&facts.summary).add(users.len().to_le_bytes()).add(format!("{:?}", verdict.map(Verdict::counts)));
            health.add(format!("{:?}", facts.coverage));
            for name in verdict.into_iter().flat_map(|verdict| &verdict.missing) {
                health.add(name);
            }
            for one in site.uses(&facts.path) {
                health.add(one.part.to_string()).add(&one.name);
                health.add(one.used.as_ref().map_or("", FilePath::as_str));
            }
        }
        site.all_findings(checked).for_each(|found| finding(found, &mut findings));
        let counts = format!("{:?}", site.counts(checked));
        rows.add(&counts).add(site.readme.as_deref().unwrap_or_default());
        let rows = rows.finish();
        health.add(rows);
        let mut home = health.clone();
        home.add(format!("{:?}", site.recent.changed()));
        Whole { rows, home: home.finish(), health: health.finish(), findings: findings.finish(), frame }
    }

    /// What a page on the catalog as a whole is made of.
    pub fn of_page(&self, id: &PageId) -> Hash {
        let part = match id {
            PageId::Twin(of, _) => return self.of_page(of),
            PageId::Kind(_) | PageId::Folders | PageId::Index => self.rows,
            // A code says where it was found.
            PageId::Codes | PageId::Code(_) | PageId::Problems => self.findings,
            PageId::Home => self.home,
            _ => self.health,
        };
        let mut hasher = Hasher::default();
        hasher.add(self.frame).add(part);
        hasher.finish()
    }
}

fn frame(site: &Site) -> Hash {
    let mut hasher = Hasher::default();
    hasher.add(env!("DESCRIPTORIUM_PROGRAM_HASH")).add(&site.title);
    hasher.add(format!("{:?} {:?} {:?}", site.look, site.setting, site.settings));
    for (file, address) in site.addresses.descriptors() {
        let full = site.facts(file).map_or("", |facts| &facts.name.full);
        let language = site.facts(file).map_or("", |facts| facts.language.label());
        hasher.add(file.as_str()).add(language).add(full).add(&address.page);
    }
    // Where the others of a descriptor lie follows from where its page does.
    let is_told = |id: &PageId| id.file().is_some() || matches!(id, PageId::Twin(..));
    for (path, _) in site.pages.iter().filter(|(_, id)| !is_told(id)) {
        hasher.add(path);
    }
    hasher.finish()
}

/// What is said of a finding in a list, also to programs.
fn finding(found: &Finding, hasher: &mut Hasher) {
    hasher.add(&found.file).add(found.code).add(found.severity.name()).add(&found.message);
    hasher.add(found.help.as_deref().unwrap_or_default());
    let place = found.place.as_ref();
    let line = place.map_or(usize::MAX, |place| place.start.line);
    let (column, end) = place.map(|place| (place.start.column, place.end)).unwrap_or_default();
    for number in [line, column, end.line, end.column] {
        hasher.add(number.to_le_bytes());
    }
}

/// What each descriptor looks at directly.
fn near(site: &Site) -> HashMap<&FilePath, BTreeSet<&FilePath>> {
    site.facts.iter().map(|facts| (&facts.path, looked_at(site, facts))).collect()
}

/// All versions of what a descriptor names, and of itself, and what it imports.
fn looked_at<'a>(site: &'a Site, facts: &Facts) -> BTreeSet<&'a FilePath> {
    let names = facts.parts.iter().map(|part| &part.of).chain(&facts.full_name);
    let versions = names.flat_map(|name| site.versions(Some(name))).map(|entry| &entry.file);
    versions.chain(facts.imports.iter().filter_map(|path| Some(&site.facts(path)?.path))).collect()
}

/// What the descriptor in `file` looks at, directly or through others, and itself: of these its pages are made.
pub fn around<'a>(site: &'a Site, file: &'a FilePath) -> BTreeSet<&'a FilePath> {
    reached([file], |file| site.facts(file).map(|facts| looked_at(site, facts)).unwrap_or_default())
}

/// `files`, what is `near` to them, and so on.
fn reached<'a, Near: IntoIterator<Item = &'a FilePath>>(
    files: impl IntoIterator<Item = &'a FilePath>,
    near: impl Fn(&'a FilePath) -> Near,
) -> BTreeSet<&'a FilePath> {
    let mut queue: Vec<&FilePath> = files.into_iter().collect();
    let mut found: BTreeSet<&FilePath> = queue.iter().copied().collect();
    while let Some(file) = queue.pop() {
        queue.extend(near(file).into_iter().filter(|near| found.insert(near)));
    }
    found
}

/// For each file, the texts of all that it looks at, directly or through others, and its own.
fn closures<'a>(site: &'a Site, near: &HashMap<&'a FilePath, BTreeSet<&'a FilePath>>) -> HashMap<&'a FilePath, Hash> {
    let mut graph: DiGraph<&FilePath, ()> = DiGraph::with_capacity(near.len(), near.len());
    let nodes: HashMap<&FilePath, NodeIndex> = near.keys().map(|file| (*file, graph.add_node(file))).collect();
    for (file, others) in near {
        let Some(from) = nodes.get(file) else { continue };
        for to in others.iter().filter_map(|other| nodes.get(other)).filter(|to| *to != from) {
            graph.add_edge(*from, *to, ());
        }
    }
    // Those that speak of each other are one; what they speak of comes before them.
    let mut closures: HashMap<&FilePath, Hash> = HashMap::new();
    for together in tarjan_scc(&graph) {
        let mut parts: Vec<Hash> = Vec::new();
        for node in &together {
            let facts = site.facts(graph[*node]);
            parts.extend(facts.map(|facts| hash::of(facts.path.as_str().as_bytes())));
            parts.extend(facts.map(|facts| facts.text));
            parts.extend(graph.neighbors(*node).filter_map(|other| closures.get(graph[other]).copied()));
        }
        parts.sort_unstable();
        let mut hasher = Hasher::default();
        for part in parts {
            hasher.add(part);
        }
        let hash = hasher.finish();
        closures.extend(together.iter().map(|node| (graph[*node], hash)));
    }
    closures
}
