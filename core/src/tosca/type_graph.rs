//! The types of several files, related to each other: ancestors and descendants, and which types require and offer which
//! capabilities. Sites build it from the facts about their files, diagrams and the language server from a workspace.

use std::collections::{BTreeSet, HashMap};

use crate::context::FileContext;
use crate::inherited::{MAX_CHAIN, Relatives};
use crate::markdown;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::tosca::effective::entries;
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::scope::Scope;
use crate::tosca::{built_in, template};
use crate::workspace::SourceFile;
use crate::workspace::built_in::is_built_in;

/// A type as its file defines it, with the names of other types as written there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TypeDefinition {
    /// The section that contains it, and its name there: `node_types`, `org.example.Router`.
    pub section: String,
    pub name: String,
    pub path: NodePath,
    /// The beginning of the description, in one line.
    pub summary: String,
    /// The type that it derives from.
    pub base: Option<String>,
    /// The capabilities of a node type with their types.
    pub offers: Vec<(String, String)>,
    /// The requirements of a node type.
    pub requires: Vec<Requirement>,
    /// The node types that may use a capability of this type.
    pub sources: Vec<String>,
}

/// A requirement of a node type, with the types that it names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    pub name: String,
    pub capability: Option<String>,
    pub node: Option<String>,
}

/// The types that a file defines.
pub fn definitions(file: &SourceFile) -> Vec<TypeDefinition> {
    let types = template(file).into_iter().flat_map(|template| template.types());
    let definition = |of: &crate::tosca::model::Definition| {
        let section = of.path.parent()?.last_key()?.to_owned();
        let node = file.root.as_ref()?.at(&of.path)?;
        let description = node.get("description").and_then(Node::as_text);
        let members = |section: &str| node.get(section).into_iter().flat_map(entries);
        // Either notation: the name of the type alone, or a mapping.
        let of_type =
            |node: &Node, key: &str| type_name(if node.as_text().is_some() { Some(node) } else { node.get(key) });
        let offers = members("capabilities").filter_map(|(name, entry)| Some((name, of_type(&entry.value, "type")?)));
        let requires = members("requirements").map(|(name, entry)| Requirement {
            name: name.to_owned(),
            capability: of_type(&entry.value, "capability"),
            node: type_name(entry.value.get("node")),
        });
        let sources = node.get("valid_source_types").map_or(&[][..], Node::items).iter();
        Some(TypeDefinition {
            section,
            name: of.name.to_string(),
            path: of.path.clone(),
            summary: description.map_or_else(String::new, markdown::summary),
            base: type_name(node.get("derived_from")),
            offers: offers.map(|(name, of)| (name.to_owned(), of)).collect(),
            requires: requires.collect(),
            sources: sources.filter_map(|one| type_name(Some(one))).collect(),
        })
    };
    types.filter_map(definition).collect()
}

fn type_name(node: Option<&Node>) -> Option<String> {
    node.filter(|node| !node.is_null()).and_then(Node::as_text).map(str::to_owned)
}

/// A type with its place in the hierarchy. Other types are given by their indices.
#[derive(Debug)]
pub struct TypeEntry {
    pub file: FilePath,
    pub path: NodePath,
    pub definition: TypeDefinition,
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

/// All types, in the order in which they were given.
#[derive(Debug, Default)]
pub struct TypeGraph {
    pub all: Vec<TypeEntry>,
    places: HashMap<(FilePath, NodePath), usize>,
}

impl TypeGraph {
    /// These types, not related yet.
    pub fn of(all: impl Iterator<Item = (FilePath, TypeDefinition)>) -> Self {
        let mut graph = TypeGraph::default();
        for (file, definition) in all {
            let path = definition.path.clone();
            graph.places.entry((file.clone(), path.clone())).or_insert(graph.all.len());
            graph.all.push(TypeEntry {
                is_built_in: is_built_in(&file),
                file,
                path,
                definition,
                base: None,
                derived: Vec::new(),
                offers: Vec::new(),
                requires: Vec::new(),
                sources: Vec::new(),
            });
        }
        graph
    }

    /// Relates the types. `find` returns the type that a name in a section refers to in a file.
    pub fn relate(mut self, mut find: impl FnMut(&TypeGraph, &str, &str, &FilePath) -> Option<usize>) -> Self {
        for index in 0..self.all.len() {
            let Some(one) = self.all.get(index) else { continue };
            let mut find = |section: &str, name: &str| find(&self, section, name, &one.file);
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
            if let Some(one) = self.all.get_mut(index) {
                (one.base, one.offers, one.requires, one.sources) = (base, offers, requires, sources);
            }
            let base = base.filter(|base| *base != index).and_then(|base| self.all.get_mut(base));
            base.into_iter().for_each(|base| base.derived.push(index));
        }
        self
    }

    /// The types of all files of a workspace, and the built-in types that a file can use. Names are resolved in the file
    /// that contains them.
    pub fn of_workspace<'a>(context: FileContext<'a>) -> Self {
        let FileContext { file, workspace, settings, .. } = context;
        let own: Scope<'a> = Scope::of(context);
        let version = file.root.as_ref().and_then(|root| root.get("tosca_definitions_version")?.as_text());
        let built_in = built_in::sources(version.unwrap_or_default(), settings.tosca_profile);
        // A file that is not part of the workspace is built in itself.
        let files: Vec<&'a SourceFile> = workspace.files().map(|file| &**file).collect();
        let is_extra = files.iter().all(|other| other.path != file.path);
        let built_in = built_in.map(|other| -> &'a SourceFile { other }).filter(|other| other.path != file.path);
        let built_in = built_in.chain(is_extra.then_some(file));
        // Of several definitions of a built-in type, only the one that is used, and those of the file itself.
        let is_used = |other: &SourceFile, of: &TypeDefinition| {
            let kind = kind_of(&of.section);
            let found = kind.and_then(|kind| own.built_in(kind, &of.name));
            other.path == file.path || found.is_some_and(|found| *found.file == other.path)
        };
        let of_built_in = built_in.flat_map(|other| {
            let all = definitions(other).into_iter().filter(|of| is_used(other, of)).collect::<Vec<_>>();
            all.into_iter().map(|of| (other.path.clone(), of))
        });
        let of_files = files.iter().flat_map(|other| definitions(other).into_iter().map(|of| (other.path.clone(), of)));
        let graph = TypeGraph::of(of_files.chain(of_built_in));
        let mut named: HashMap<(String, String), usize> = HashMap::new();
        for (index, one) in graph.all.iter().enumerate().filter(|(_, one)| one.is_built_in) {
            named.entry((one.definition.section.clone(), one.definition.name.clone())).or_insert(index);
        }
        let mut scopes: HashMap<FilePath, Scope<'a>> = HashMap::new();
        graph.relate(|graph, section, name, user| {
            let kind = kind_of(section)?;
            let found = if *user == file.path {
                own.find(&[kind], name)
            } else {
                let scope = match scopes.get(user) {
                    Some(known) => known,
                    None => {
                        let source = own.source(user)?;
                        scopes.entry(user.clone()).or_insert(Scope::of(context.of(source)))
                    }
                };
                // A file without imports may depend on other files of its importer.
                scope.find(&[kind], name).or_else(|| own.find_in(user, kind, name))
            }?;
            let at = graph.at(found.file, &found.path());
            // Another version defines it elsewhere.
            at.or_else(|| named.get(&(section.to_owned(), found.name.to_owned())).copied())
        })
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

/// The types that the type at a path derives from, and that derive from it.
pub fn relatives(context: FileContext<'_>, path: &NodePath) -> Relatives {
    let graph = TypeGraph::of_workspace(context);
    let Some(entry) = graph.at(&context.file.path, path).and_then(|at| graph.get(at)) else {
        return Relatives::default();
    };
    let place = |at: usize| graph.get(at).map(|entry| (entry.file.clone(), entry.path.clone()));
    Relatives {
        parent: entry.base.and_then(place),
        derived: entry.derived.iter().filter_map(|at| place(*at)).collect(),
    }
}

/// The kind of the types in a section.
pub fn kind_of(section: &str) -> Option<SymbolKind> {
    let mut types = SECTIONS.iter().filter(|(kind, _)| is_type(*kind));
    types.find(|(_, keys)| keys == &[section]).map(|(kind, _)| *kind)
}
