//! The types of a site: those that its service templates define, and the built-in ones that these use. Follows from the
//! facts alone, so that pages about the whole catalog can use it.

pub mod built_in;

use std::collections::BTreeSet;

use descriptorium_core::text::FilePath;
use hashbrown::HashMap;

use crate::pages::Site;
use crate::pages::facts::without_prefix;
use crate::pages::fingerprints::around;
use built_in::BuiltInType;

pub use descriptorium_core::tosca::type_graph::{Offering, TypeEntry, TypeGraph, Wanted};

/// The types in the order of the files and their texts; built-in ones last.
pub fn graph(site: &Site) -> TypeGraph {
    let own = site.by_file();
    let own = own.flat_map(|facts| facts.definitions.iter().map(|definition| (facts.path.clone(), definition.clone())));
    let built_in = site.built_in.iter();
    let built_in = built_in.map(|BuiltInType { file, definition, .. }| (file.clone(), definition.clone()));
    let graph = TypeGraph::of(own.chain(built_in));
    let mut names = Names { site, of_name: HashMap::new(), around: HashMap::new() };
    for (index, one) in graph.all.iter().enumerate().filter(|(_, one)| !one.is_built_in) {
        let (section, name) = (&one.definition.section, &one.definition.name);
        names.of_name.entry((section.clone(), name.clone())).or_default().push(index);
    }
    for (index, one) in graph.all.iter().enumerate().filter(|(_, one)| one.is_built_in) {
        let also = site.built_in.iter().find(|of| of.definition.path == one.path).map(|of| of.names.as_slice());
        for name in also.unwrap_or_default() {
            names.of_name.entry((one.definition.section.clone(), name.clone())).or_insert_with(|| vec![index]);
        }
    }
    graph.relate(|graph, section, name, user| names.find(graph, section, name, user))
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
        let found = self.of_name.get(&(section.to_owned(), without_prefix(name).to_owned()))?;
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
