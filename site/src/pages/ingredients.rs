//! What each page is made of, as a hash: a page whose ingredients are the same as when it was written need not be
//! written again. A hash may be another where the page stays the same, never the other way round.

use std::collections::BTreeMap;

use descriptorium_core::symbol::Target;
use descriptorium_core::text::FilePath;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::finding::Finding;
use crate::hash::{Hash, Hasher};
use crate::pages::{PageId, Site, Use, name};

/// The hashes of one state of a site.
#[derive(Clone, Debug)]
pub struct Ingredients {
    /// What every page is made of: the program, the look, and which descriptors there are and where their pages lie.
    frame: Hash,
    /// The frame, and what the pages of one descriptor say beyond it.
    of_file: BTreeMap<FilePath, Hash>,
    /// All there is.
    whole: Hash,
}

impl Ingredients {
    pub fn of(site: &Site) -> Self {
        let frame = frame(site);
        let closures = closures(site);
        let mut whole = Hasher::default();
        whole.add(&frame).add(site.readme.as_deref().unwrap_or_default());
        let mut of_file = BTreeMap::new();
        for file in site.analysis.workspace().files() {
            whole.add(file.path.as_str()).add(file.text.as_bytes());
            let Some(closure) = closures.get(&file.path) else { continue };
            let mut hasher = Hasher::default();
            hasher.add(&frame).add(closure);
            site.findings(&file.path).iter().for_each(|found| finding(found, &mut hasher));
            for Use { user, part, name, used } in site.used_by(&file.path) {
                hasher.add(user.as_str()).add(part.to_string()).add(name);
                hasher.add(used.as_ref().map_or("", FilePath::as_str));
            }
            // The page tells what became another since the version before.
            for (_, version) in super::descriptor::versions_of(site, file) {
                hasher.add(site.analysis.file(&version).map_or(&[][..], |file| file.text.as_bytes()));
            }
            of_file.insert(file.path.clone(), hasher.finish());
        }
        site.all_findings().for_each(|found| finding(found, &mut whole));
        Ingredients { frame, of_file, whole: whole.finish() }
    }

    /// What a page is made of.
    pub fn of_page(&self, id: &PageId) -> Hash {
        let of = |file: &FilePath| self.of_file.get(file).unwrap_or(&self.whole).clone();
        match id {
            PageId::Descriptor(file)
            | PageId::Source(file)
            | PageId::Drawing(file)
            | PageId::Text(file)
            | PageId::Json(file)
            | PageId::Markdown(file)
            // The versions are a part of what each of them is made of.
            | PageId::Changes(file) => of(file),
            PageId::Comparison(before, after) => {
                let mut hasher = Hasher::default();
                hasher.add(of(before)).add(of(after));
                hasher.finish()
            }
            PageId::Conformance | PageId::Search | PageId::NotFound => self.frame.clone(),
            // A code says where it was found.
            PageId::Codes
            | PageId::Code(_)
            | PageId::Home
            | PageId::Kind(_)
            | PageId::Index
            | PageId::Health
            | PageId::Graph
            | PageId::Problems => self.whole.clone(),
        }
    }

    /// What files are made of that are about all descriptors: the search, the map.
    pub fn whole(&self) -> &Hash {
        &self.whole
    }

    /// What files are made of that come from the program and the look of the catalog.
    pub fn frame(&self) -> &Hash {
        &self.frame
    }
}

fn frame(site: &Site) -> Hash {
    let mut hasher = Hasher::default();
    hasher.add(env!("DESCRIPTORIUM_PROGRAM_HASH")).add(&site.title);
    hasher.add(format!("{:?} {:?} {:?}", site.look, site.setting, site.analysis.settings()));
    for (file, address) in site.addresses.descriptors() {
        let (language, full) =
            site.analysis.file(file).map_or((None, String::new()), |file| (file.language, name(file).full));
        hasher.add(file.as_str()).add(format!("{language:?}")).add(full).add(&address.page);
    }
    for path in site.pages.keys() {
        hasher.add(path);
    }
    hasher.finish()
}

fn finding(found: &Finding, hasher: &mut Hasher) {
    hasher.add(&found.file).add(found.code).add(found.severity.name()).add(&found.message);
    hasher.add(found.help.as_deref().unwrap_or_default());
    let span = |hasher: &mut Hasher, place: Option<&crate::finding::Place>| {
        let span = place.map_or((u32::MAX, u32::MAX), |place| (place.span.start, place.span.end));
        hasher.add(span.0.to_le_bytes()).add(span.1.to_le_bytes());
    };
    span(hasher, found.place.as_ref());
    for related in &found.related {
        hasher.add(&related.file).add(&related.message);
        span(hasher, Some(&related.place));
    }
}

/// For each file, the texts of all that it speaks of, directly or through others, and its own.
fn closures(site: &Site) -> BTreeMap<FilePath, Hash> {
    let mut graph: DiGraph<&FilePath, ()> = DiGraph::new();
    let files = || site.analysis.workspace().files();
    let nodes: BTreeMap<&FilePath, NodeIndex> = files().map(|file| (&file.path, graph.add_node(&file.path))).collect();
    for file in files() {
        let Some(from) = nodes.get(&file.path) else { continue };
        for mention in site.analysis.mentions(&file.path) {
            let Target::Found { file: other, .. } = &mention.target else { continue };
            if let Some(to) = nodes.get(other).filter(|to| *to != from) {
                graph.update_edge(*from, *to, ());
            }
        }
    }
    // Those that speak of each other are one; what they speak of comes before them.
    let mut closures: BTreeMap<FilePath, Hash> = BTreeMap::new();
    for together in tarjan_scc(&graph) {
        let mut parts: Vec<&str> = Vec::new();
        for node in &together {
            let path = graph[*node];
            parts.extend([path.as_str(), site.analysis.file(path).map_or("", |file| &file.text)]);
            let others = graph.neighbors(*node).filter_map(|other| closures.get(graph[other]));
            parts.extend(others.map(String::as_str));
        }
        parts.sort_unstable();
        let mut hasher = Hasher::default();
        for part in parts {
            hasher.add(part);
        }
        let hash = hasher.finish();
        closures.extend(together.iter().map(|node| (graph[*node].clone(), hash.clone())));
    }
    closures
}
