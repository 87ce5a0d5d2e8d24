//! The types available to importers, in tables shared by all importers of the same files. The tables hold references to
//! definitions instead of nodes, so they survive edits that leave the exports of their files unchanged.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::tosca::built_in::{facts, other_names};
use crate::tosca::effective::{Definition, Effective};
use crate::tosca::imports::{self, Import};
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::template;
use crate::tosca::value::version::Version;
use crate::workspace::built_in;
use crate::workspace::{SourceFile, Workspace};

/// A definition: its file, and its index in the section of its kind.
#[derive(Clone, Debug)]
pub(super) struct DefinitionRef {
    pub(super) file: FilePath,
    pub(super) index: usize,
    /// The `version` of a type, if it states one.
    version: Option<Arc<Version>>,
}

/// The exports of one file.
#[derive(Debug)]
pub(super) struct Exported {
    pub(super) file: FilePath,
    types: HashMap<SymbolKind, HashMap<SmolStr, usize>>,
    /// The stated versions, by kind and index.
    versions: HashMap<(SymbolKind, usize), Arc<Version>>,
    pub(super) imports: DirectImports,
}

/// The direct imports of a file.
#[derive(Debug)]
pub(super) struct DirectImports {
    /// The imported service templates, in text order.
    pub(super) files: Vec<FilePath>,
    /// The namespace prefixes of the file, each with the files imported under it (3.5.8).
    pub(super) prefixes: HashMap<SmolStr, Vec<FilePath>>,
    /// Whether all of them are in the workspace.
    pub(super) is_whole: bool,
}

impl DirectImports {
    pub(super) fn of(file: &SourceFile, workspace: &Workspace) -> Self {
        let is_whole = template(file).is_some_and(|template| template.imports_are_paths);
        let mut direct = DirectImports { files: Vec::new(), prefixes: HashMap::new(), is_whole };
        for (import, path) in resolved_imports(file, workspace) {
            let path = path.filter(|path| workspace.file(path).is_some_and(|file| template(file).is_some()));
            if let Some(prefix) = import.get("namespace_prefix") {
                direct.prefixes.entry(prefix.into()).or_default().extend(path.clone());
            }
            match path {
                Some(path) if path == file.path || direct.files.contains(&path) => {}
                Some(path) => direct.files.push(path),
                None => direct.is_whole = false,
            }
        }
        direct
    }
}

/// The import statements of a file with the files that they refer to, if they are available locally.
pub fn resolved_imports<'f>(file: &'f SourceFile, workspace: &Workspace) -> Vec<(Import<'f>, Option<FilePath>)> {
    let Some(root) = &file.root else { return Vec::new() };
    let named = workspace.named_files(file);
    let path = |import: &Import<'_>| {
        let (at, _) = import.file.as_ref()?;
        named.iter().find(|(other, ..)| other == at)?.2.clone()
    };
    imports::imports(root).into_iter().map(|import| (import.clone(), path(&import))).collect()
}

impl Exported {
    fn of(file: &SourceFile, workspace: &Workspace) -> Self {
        let mut types: HashMap<SymbolKind, HashMap<SmolStr, usize>> = HashMap::new();
        let mut versions = HashMap::new();
        let is_built_in = built_in::is_built_in(&file.path);
        for (kind, section) in SECTIONS.iter().filter(|(kind, _)| is_type(*kind)) {
            let section = file.root.as_ref().and_then(|root| root.at(&NodePath::keys(section.iter().copied())));
            for (index, entry) in section.map_or(&[][..], Node::entries).iter().enumerate() {
                let Some(name) = entry.key.as_text() else { continue };
                let version = entry.value.get("version").and_then(Node::as_text);
                if let Some(Ok(version)) = version.map(Version::parse) {
                    versions.insert((*kind, index), Arc::new(version));
                }
                let others = if is_built_in { other_names(&entry.value) } else { Vec::new() };
                for name in others.into_iter().chain([name.into()]) {
                    types.entry(*kind).or_default().entry(name).or_insert(index);
                }
            }
        }
        Exported { file: file.path.clone(), types, versions, imports: DirectImports::of(file, workspace) }
    }

    fn find(&self, kind: SymbolKind, name: &str) -> Option<DefinitionRef> {
        let index = *self.types.get(&kind)?.get(name)?;
        Some(self.definition(kind, index))
    }

    fn definition(&self, kind: SymbolKind, index: usize) -> DefinitionRef {
        let version = self.versions.get(&(kind, index)).cloned();
        DefinitionRef { file: self.file.clone(), index, version }
    }
}

/// Facts by kind and name, computed on first use.
#[derive(Debug)]
struct Cache<T>(Mutex<HashMap<SymbolKind, HashMap<SmolStr, T>>>);

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Cache(Mutex::default())
    }
}

impl<T: Clone> Cache<T> {
    fn get(&self, kind: SymbolKind, name: &str) -> Option<T> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&kind)?.get(name).cloned()
    }

    fn insert(&self, kind: SymbolKind, name: &str, fact: T) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(kind).or_default().insert(name.into(), fact);
    }
}

/// A file with its direct and indirect imports.
#[derive(Debug)]
pub(super) struct Closure {
    /// Depth first, so that the nearest file wins if several define a name.
    pub(super) files: Vec<Arc<Exported>>,
    is_whole: bool,
    /// Whether any type states a version.
    has_versions: bool,
    found: Cache<Option<DefinitionRef>>,
}

/// The first definition, or a later one with a higher version (D-09). Without a version, a type precedes all versions.
fn highest(mut definitions: impl Iterator<Item = DefinitionRef>) -> Option<DefinitionRef> {
    let first = definitions.next()?;
    Some(definitions.fold(first, |best, other| {
        let is_higher = match (&best.version, &other.version) {
            (Some(best), Some(other)) => other.order(best) == Some(Ordering::Greater),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if is_higher { other } else { best }
    }))
}

impl Closure {
    /// The closure of the file at `path`, computed once for all files that import it.
    pub(super) fn of(path: &FilePath, context: FileContext<'_>) -> Arc<Self> {
        let memo = if built_in::is_built_in(path) { facts() } else { context.memo };
        memo.get_or_make(std::slice::from_ref(path), || Closure::make(path, context))
    }

    fn make(path: &FilePath, context: FileContext<'_>) -> Self {
        let mut closure = Closure { files: Vec::new(), is_whole: true, has_versions: false, found: Cache::default() };
        let (mut queue, mut known) = (vec![path.clone()], HashSet::from([path.clone()]));
        while let Some(next) = queue.pop() {
            let Some(file) = context.workspace.file(&next) else { continue };
            let key = std::slice::from_ref(&next);
            let exported = context.memo.get_or_make(key, || Exported::of(file, context.workspace));
            closure.is_whole &= exported.imports.is_whole;
            closure.has_versions |= !exported.versions.is_empty();
            queue.extend(exported.imports.files.iter().filter(|path| known.insert((*path).clone())).cloned());
            closure.files.push(exported);
        }
        closure
    }

    pub(super) fn find(&self, kind: SymbolKind, name: &str) -> Option<DefinitionRef> {
        let find = || {
            let mut all = self.files.iter().filter_map(|file| file.find(kind, name));
            if self.has_versions { highest(all) } else { all.next() }
        };
        if self.files.len() == 1 {
            return find();
        }
        self.found.get(kind, name).unwrap_or_else(|| {
            let found = find();
            self.found.insert(kind, name, found.clone());
            found
        })
    }
}

/// The definitions of a list of imports, and the built-in types. Importers with the same list share it.
#[derive(Debug)]
pub(super) struct Imports {
    /// In the order of precedence, which ends with the built-in types.
    closures: Vec<Arc<Closure>>,
    /// The number of closures that are imported, not built in.
    n_imported: usize,
    /// Whether all direct and indirect imports are in the workspace.
    pub(super) is_whole: bool,
    /// Whether any imported type states a version.
    pub(super) has_versions: bool,
    /// By kind and by the file and the name of the definition.
    effective: Mutex<HashMap<SymbolKind, EffectiveTypes>>,
    /// The same without imports; `None` if there are none.
    built_in: Option<Arc<Imports>>,
}

/// The effective types by file and name of their definitions.
pub(super) type EffectiveTypes = HashMap<FilePath, HashMap<SmolStr, Arc<Effective>>>;

impl Imports {
    /// The definitions available to a file that imports `files` beside the `built_in` ones.
    pub(super) fn of(built_in: &[FilePath], files: &[FilePath], context: FileContext<'_>) -> Arc<Self> {
        if files.is_empty() {
            return facts().get_or_make(built_in, || Imports::make(built_in, files, None, context));
        }
        let all: Vec<FilePath> = built_in.iter().chain(files).cloned().collect();
        context.memo.get_or_make(&all, || {
            let built_in = Imports::of(built_in, &[], context);
            Imports::make(&all, files, Some(built_in), context)
        })
    }

    fn make(all: &[FilePath], imported: &[FilePath], built_in: Option<Arc<Imports>>, context: FileContext<'_>) -> Self {
        // If several files define a name, the last import wins.
        let closures: Vec<_> = all.iter().rev().map(|file| Closure::of(file, context)).collect();
        let is_whole = closures.iter().all(|closure| closure.is_whole);
        let n_imported = imported.len();
        let has_versions = closures.iter().take(n_imported).any(|closure| closure.has_versions);
        Imports { closures, n_imported, is_whole, has_versions, effective: Mutex::default(), built_in }
    }

    /// The effective types of the file of a definition. Those of built-in files are shared by all files.
    fn effective_types(&self, of: &Definition<'_>) -> MutexGuard<'_, HashMap<SymbolKind, EffectiveTypes>> {
        let shared = self.built_in.as_deref().filter(|_| built_in::is_built_in(of.file));
        shared.unwrap_or(self).effective.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn find(&self, kind: SymbolKind, name: &str) -> Option<DefinitionRef> {
        if self.has_versions {
            let imported = self.closures.iter().take(self.n_imported);
            let highest = highest(imported.filter_map(|closure| closure.find(kind, name)));
            return highest.or_else(|| self.find_built_in(kind, name));
        }
        self.closures.iter().find_map(|closure| closure.find(kind, name))
    }

    pub(super) fn find_built_in(&self, kind: SymbolKind, name: &str) -> Option<DefinitionRef> {
        self.closures.get(self.n_imported..)?.iter().find_map(|closure| closure.find(kind, name))
    }

    /// All built-in definitions of a name, in the order of precedence.
    pub(super) fn find_all_built_in(&self, kind: SymbolKind, name: &str) -> Vec<DefinitionRef> {
        let built_in = self.closures.get(self.n_imported..).unwrap_or_default();
        built_in.iter().filter_map(|closure| closure.find(kind, name)).collect()
    }

    /// All built-in types of a kind, in the order of the files and of their texts.
    pub(super) fn all_built_in(&self, kind: SymbolKind) -> Vec<DefinitionRef> {
        let built_in = self.closures.get(self.n_imported..).unwrap_or_default();
        let files = built_in.iter().rev().flat_map(|closure| &closure.files);
        let of_file = |file: &Arc<Exported>| {
            let mut indices: Vec<usize> =
                file.types.get(&kind).into_iter().flat_map(HashMap::values).copied().collect();
            indices.order();
            indices.dedup();
            let file = Arc::clone(file);
            indices.into_iter().map(move |index| file.definition(kind, index))
        };
        files.flat_map(of_file).collect()
    }

    /// The imported files that define this name, without the built-in ones, in the order of precedence.
    pub(super) fn find_all(&self, kind: SymbolKind, name: &str) -> Vec<DefinitionRef> {
        self.imported_files().filter_map(|file| file.find(kind, name)).collect()
    }

    /// The directly and indirectly imported files, in the order of precedence.
    pub(super) fn imported_files(&self) -> impl Iterator<Item = &Arc<Exported>> {
        let imported = self.closures.get(..self.n_imported).unwrap_or_default();
        distinct(imported.iter().flat_map(|closure| &closure.files), |file| &file.file)
    }

    /// The names of this kind, possibly with duplicates.
    pub(super) fn names(&self, kind: SymbolKind) -> impl Iterator<Item = &SmolStr> {
        let files = distinct(self.closures.iter().flat_map(|closure| &closure.files), |file| &file.file);
        files.filter_map(move |file| file.types.get(&kind)).flat_map(HashMap::keys)
    }

    /// The type of an imported definition, looking only at imports, if it is known already.
    pub(super) fn effective(&self, kind: SymbolKind, of: &Definition<'_>) -> Option<Arc<Effective>> {
        self.effective_types(of).get(&kind)?.get(of.file)?.get(of.name).cloned()
    }

    pub(super) fn keep_effective(&self, kind: SymbolKind, of: &Definition<'_>, made: &Arc<Effective>) {
        let mut all = self.effective_types(of);
        let of_file = all.entry(kind).or_default().entry(of.file.clone()).or_default();
        of_file.insert(of.name.into(), Arc::clone(made));
    }
}

/// The types that several of a list of files define, directly or by their imports. Importers with the same list share
/// them. Definitions that a single one of the files reaches are left to that file.
#[derive(Debug)]
pub(super) struct Conflicts(pub(super) Vec<(SymbolKind, DefinitionRef, DefinitionRef)>);

impl Conflicts {
    pub(super) fn of(files: &[FilePath], context: FileContext<'_>) -> Arc<Self> {
        if files.len() < 2 {
            return Arc::new(Conflicts(Vec::new()));
        }
        context.memo.get_or_make(files, || {
            let closures: Vec<_> = files.iter().map(|file| Closure::of(file, context)).collect();
            let reaches = |closure: &Closure, file: &FilePath| closure.files.iter().any(|other| other.file == *file);
            let mut known: HashMap<(SymbolKind, &SmolStr), DefinitionRef> = HashMap::new();
            let mut found = Vec::new();
            for file in distinct(closures.iter().flat_map(|closure| &closure.files), |file| &file.file) {
                for (kind, name, index) in file
                    .types
                    .iter()
                    .flat_map(|(kind, types)| types.iter().map(move |(name, index)| (*kind, name, index)))
                {
                    let place = file.definition(kind, *index);
                    let Some(first) = known.get(&(kind, name)) else {
                        known.insert((kind, name), place);
                        continue;
                    };
                    let is_inner =
                        |closure: &Arc<Closure>| reaches(closure, &first.file) && reaches(closure, &place.file);
                    if !closures.iter().any(is_inner) {
                        found.push((kind, first.clone(), place));
                    }
                }
            }
            found.order_by_key(|(kind, first, second)| {
                (*kind, first.file.clone(), first.index, second.file.clone(), second.index)
            });
            Conflicts(found)
        })
    }
}

fn distinct<'a, T: 'a, K: Hash + Eq + 'a>(
    all: impl Iterator<Item = &'a T>,
    key: impl Fn(&'a T) -> &'a K,
) -> impl Iterator<Item = &'a T> {
    let mut seen = HashSet::new();
    all.filter(move |one| seen.insert(key(one)))
}
