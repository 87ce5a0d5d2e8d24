//! The types of a site: those that its service templates define, and the built-in ones that these use. Follows from the
//! facts alone, so that pages about the whole catalog can use it.

pub mod built_in;

use std::collections::BTreeSet;

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use hashbrown::HashMap;

use crate::pages::Site;
use crate::pages::facts::Definition;
use crate::pages::fingerprints::around;
use built_in::BuiltInType;

/// Maximum length of a chain of types; a longer one is a cycle.
const MAX_CHAIN: usize = 64;

/// A type with its place in the hierarchy. Other types are given by their indices.
#[derive(Debug)]
pub struct TypeEntry {
    pub file: FilePath,
    pub path: NodePath,
    pub definition: Definition,
    pub is_built_in: bool,
    pub base: Option<usize>,
    pub derived: Vec<usize>,
    /// The capabilities that it defines, with their types.
    pub offers: Vec<(String, Option<usize>)>,
    /// The requirements that it defines.
    pub requires: Vec<Wanted>,
    /// The node types that may use a capability of this type; any if empty.
    pub sources: Vec<usize>,
}

/// A requirement: its name, and the types of the capability and the node that it asks for.
#[derive(Debug)]
pub struct Wanted {
    pub name: String,
    pub capability: Option<usize>,
    pub node: Option<usize>,
}

/// The capabilities of node types, their own and inherited ones.
#[derive(Debug)]
pub struct Offering {
    /// The node types with a capability of the type or of one that derives from it.
    pub by_capability: HashMap<usize, Vec<usize>>,
    /// The types of the capabilities of a node type.
    of_node: HashMap<usize, Vec<usize>>,
}

/// All types, in the order of the files and their texts; built-in ones last.
#[derive(Debug, Default)]
pub struct TypeGraph {
    pub all: Vec<TypeEntry>,
    places: HashMap<(FilePath, NodePath), usize>,
}

impl TypeGraph {
    pub fn of(site: &Site) -> Self {
        let mut graph = TypeGraph::default();
        for facts in site.by_file() {
            for definition in &facts.definitions {
                graph.add(facts.path.clone(), definition.clone(), false);
            }
        }
        for BuiltInType { file, definition, .. } in &site.built_in {
            graph.add(file.clone(), definition.clone(), true);
        }
        let mut names = Names { site, of_name: HashMap::new(), around: HashMap::new() };
        for (index, one) in graph.all.iter().enumerate().filter(|(_, one)| !one.is_built_in) {
            let Definition { section, name, .. } = &one.definition;
            names.of_name.entry((section.clone(), name.clone())).or_default().push(index);
        }
        for (index, one) in graph.all.iter().enumerate().filter(|(_, one)| one.is_built_in) {
            let also = site.built_in.iter().find(|of| of.definition.path == one.path).map(|of| of.names.as_slice());
            for name in also.unwrap_or_default() {
                names.of_name.entry((one.definition.section.clone(), name.clone())).or_insert_with(|| vec![index]);
            }
        }
        for index in 0..graph.all.len() {
            let Some(one) = graph.all.get(index) else { continue };
            let mut find = |section: &str, name: &str| names.find(&graph, section, name, &one.file);
            let base = one.definition.base.as_deref().and_then(|name| find(&one.definition.section, name));
            let offers = one.definition.offers.iter();
            let offers = offers.map(|(name, of)| (name.clone(), find("capability_types", of))).collect();
            let requires = one.definition.requires.iter().map(|want| Wanted {
                name: want.name.clone(),
                capability: want.capability.as_deref().and_then(|name| find("capability_types", name)),
                node: want.node.as_deref().and_then(|name| find("node_types", name)),
            });
            let requires = requires.collect();
            let sources = one.definition.sources.iter().filter_map(|name| find("node_types", name)).collect();
            if let Some(one) = graph.all.get_mut(index) {
                (one.base, one.offers, one.requires, one.sources) = (base, offers, requires, sources);
            }
            let base = base.filter(|base| *base != index).and_then(|base| graph.all.get_mut(base));
            base.into_iter().for_each(|base| base.derived.push(index));
        }
        graph
    }

    fn add(&mut self, file: FilePath, definition: Definition, is_built_in: bool) {
        let path = definition.path.clone();
        self.places.entry((file.clone(), path.clone())).or_insert(self.all.len());
        self.all.push(TypeEntry {
            file,
            path,
            definition,
            is_built_in,
            base: None,
            derived: Vec::new(),
            offers: Vec::new(),
            requires: Vec::new(),
            sources: Vec::new(),
        });
    }

    pub fn get(&self, index: usize) -> Option<&TypeEntry> {
        self.all.get(index)
    }

    pub fn at(&self, file: &FilePath, path: &NodePath) -> Option<usize> {
        self.places.get(&(file.clone(), path.clone())).copied()
    }

    /// The type and its ancestors, the nearest first.
    pub fn chain(&self, index: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(index), |at| self.all.get(*at)?.base).take(MAX_CHAIN)
    }

    /// The types that derive from a type, each below its parent, with their depths below the type.
    pub fn descendants(&self, index: usize) -> Vec<(usize, usize)> {
        let (mut found, mut known) = (Vec::new(), BTreeSet::from([index]));
        let below = |at: usize, depth: usize| {
            let derived = self.all.get(at).map_or(&[][..], |one| &one.derived);
            derived.iter().rev().map(move |at| (*at, depth))
        };
        let mut open: Vec<(usize, usize)> = below(index, 1).collect();
        while let Some((at, depth)) = open.pop() {
            if known.insert(at) {
                found.push((at, depth));
                open.extend(below(at, depth + 1));
            }
        }
        found
    }

    /// The capabilities of a node type and its ancestors, each with its type. The nearest definition wins.
    pub fn capabilities(&self, index: usize) -> Vec<(&str, Option<usize>)> {
        let mut found: Vec<(&str, Option<usize>)> = Vec::new();
        for one in self.chain(index).filter_map(|at| self.all.get(at)) {
            for (name, of) in &one.offers {
                if !found.iter().any(|(known, _)| known == name) {
                    found.push((name, *of));
                }
            }
        }
        found
    }

    /// The capabilities of all node types.
    pub fn offering(&self) -> Offering {
        let mut offering = Offering { by_capability: HashMap::new(), of_node: HashMap::new() };
        let nodes = self.all.iter().enumerate().filter(|(_, one)| one.definition.section == "node_types");
        for (index, _) in nodes {
            let own: Vec<usize> = self.capabilities(index).into_iter().filter_map(|(_, of)| of).collect();
            let offered: BTreeSet<usize> = own.iter().flat_map(|of| self.chain(*of)).collect();
            offered.into_iter().for_each(|of| offering.by_capability.entry(of).or_default().push(index));
            offering.of_node.insert(index, own);
        }
        offering
    }

    /// The node types that can meet a requirement of the node type `source`: they have the wanted type and a capability
    /// that fits and admits the source.
    pub fn fitting<'a>(
        &'a self,
        source: usize,
        wanted: &'a Wanted,
        offering: &'a Offering,
    ) -> impl Iterator<Item = usize> + 'a {
        let is = |of: usize, ancestor: usize| self.chain(of).any(|at| at == ancestor);
        let admits = move |capability: usize| {
            let nearest = self.chain(capability).filter_map(|at| self.all.get(at)).find(|one| !one.sources.is_empty());
            nearest.is_none_or(|one| one.sources.iter().any(|admitted| is(source, *admitted)))
        };
        let has = move |of: usize| {
            let mut offered = offering.of_node.get(&of).into_iter().flatten();
            wanted.capability.is_none_or(|wanted| offered.any(|of| is(*of, wanted) && admits(*of)))
        };
        let of_node = |node: usize| [node].into_iter().chain(self.descendants(node).into_iter().map(|(at, _)| at));
        let candidates: Vec<usize> = match (wanted.capability, wanted.node) {
            (_, Some(node)) => of_node(node).collect(),
            (Some(capability), None) => offering.by_capability.get(&capability).cloned().unwrap_or_default(),
            (None, None) => Vec::new(),
        };
        candidates.into_iter().filter(move |of| has(*of))
    }
}

/// Resolves names of types as far as this is possible without reading files.
struct Names<'s> {
    site: &'s Site,
    of_name: HashMap<(String, String), Vec<usize>>,
    /// The files that a file depends on.
    around: HashMap<FilePath, BTreeSet<&'s FilePath>>,
}

impl<'s> Names<'s> {
    fn find(&mut self, graph: &TypeGraph, section: &str, name: &str, user: &FilePath) -> Option<usize> {
        let found = self.of_name.get(&(section.to_owned(), name.to_owned()))?;
        if let [only] = found[..] {
            return Some(only);
        }
        let near = self.around.entry(user.clone()).or_insert_with(|| {
            // The site outlives the file name of the caller.
            let user = self.site.facts(user).map(|facts| &facts.path);
            around(self.site, user)
        });
        found.iter().copied().find(|at| graph.all.get(*at).is_some_and(|one| near.contains(&one.file)))
    }
}
