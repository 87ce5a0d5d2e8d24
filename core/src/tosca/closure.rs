//! The types available to importers, in tables shared by all importers of the same files. The tables hold references to
//! definitions instead of nodes, so they survive edits that leave the exports of their files unchanged.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::tosca::effective::Effective;
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::template;
use crate::workspace::{SourceFile, Workspace};

/// A definition: its file, and its index in the section of its kind.
#[derive(Clone, Debug)]
pub(super) struct DefinitionRef {
    pub(super) file: FilePath,
    pub(super) index: usize,
}

/// The definition that a name resolves to.
#[derive(Clone, Debug)]
pub(super) struct ResolvedDefinition {
    pub(super) place: DefinitionRef,
    /// Whether another file also defines the name.
    pub(super) is_shared: bool,
}

/// The exports of one file.
#[derive(Debug)]
struct Exported {
    file: FilePath,
    types: HashMap<SymbolKind, HashMap<SmolStr, usize>>,
    imports: DirectImports,
}

/// The direct imports of a file.
#[derive(Debug)]
pub(super) struct DirectImports {
    /// The imported service templates, in text order.
    pub(super) files: Vec<FilePath>,
    /// Whether all of them are in the workspace.
    pub(super) is_whole: bool,
}

impl DirectImports {
    pub(super) fn of(file: &SourceFile, workspace: &Workspace) -> Self {
        let mut imports = DirectImports { files: Vec::new(), is_whole: false };
        imports.is_whole = template(file).is_some_and(|template| template.imports_are_paths);
        for (_, _, path) in file.named_files() {
            match path.filter(|path| workspace.file(path).is_some_and(|file| template(file).is_some())) {
                Some(path) if path == file.path || imports.files.contains(&path) => {}
                Some(path) => imports.files.push(path),
                None => imports.is_whole = false,
            }
        }
        imports
    }
}

impl Exported {
    fn of(file: &SourceFile, workspace: &Workspace) -> Self {
        let mut types: HashMap<SymbolKind, HashMap<SmolStr, usize>> = HashMap::new();
        for (kind, section) in SECTIONS.iter().filter(|(kind, _)| is_type(*kind)) {
            let section = file.root.as_ref().and_then(|root| root.at(&NodePath::keys(section.iter().copied())));
            for (index, entry) in section.map_or(&[][..], Node::entries).iter().enumerate() {
                if let Some(name) = entry.key.as_text() {
                    types.entry(*kind).or_default().entry(name.into()).or_insert(index);
                }
            }
        }
        Exported { file: file.path.clone(), types, imports: DirectImports::of(file, workspace) }
    }

    fn find(&self, kind: SymbolKind, name: &str) -> Option<ResolvedDefinition> {
        let index = *self.types.get(&kind)?.get(name)?;
        Some(ResolvedDefinition { place: DefinitionRef { file: self.file.clone(), index }, is_shared: false })
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
struct Closure {
    /// Depth first, so that the nearest file wins if several define a name.
    files: Vec<Arc<Exported>>,
    is_whole: bool,
    found: Cache<Option<ResolvedDefinition>>,
}

impl Closure {
    fn of(path: &FilePath, context: FileContext<'_>) -> Self {
        let mut closure = Closure { files: Vec::new(), is_whole: true, found: Cache::default() };
        let (mut queue, mut known) = (vec![path.clone()], HashSet::from([path.clone()]));
        while let Some(next) = queue.pop() {
            let Some(file) = context.workspace.file(&next) else { continue };
            let key = std::slice::from_ref(&next);
            let exported = context.memo.get_or_make(key, || Exported::of(file, context.workspace));
            closure.is_whole &= exported.imports.is_whole;
            queue.extend(exported.imports.files.iter().filter(|path| known.insert((*path).clone())).cloned());
            closure.files.push(exported);
        }
        closure
    }

    fn find(&self, kind: SymbolKind, name: &str) -> Option<ResolvedDefinition> {
        let find = || first(self.files.iter().filter_map(|file| file.find(kind, name)));
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

/// The first definition, marked as shared if another file has one too.
fn first(mut found: impl Iterator<Item = ResolvedDefinition>) -> Option<ResolvedDefinition> {
    let mut first = found.next()?;
    first.is_shared |= found.any(|other| other.is_shared || other.place.file != first.place.file);
    Some(first)
}

/// The definitions of a list of imports. Importers with the same list share it.
#[derive(Debug)]
pub(super) struct Imports {
    closures: Vec<Arc<Closure>>,
    /// Whether all direct and indirect imports are in the workspace.
    pub(super) is_whole: bool,
    effective: Cache<Arc<Effective>>,
}

impl Imports {
    /// The definitions available to a file that imports `files`.
    pub(super) fn of(files: &[FilePath], context: FileContext<'_>) -> Arc<Self> {
        context.memo.get_or_make(files, || {
            let closure =
                |file: &FilePath| context.memo.get_or_make(std::slice::from_ref(file), || Closure::of(file, context));
            // If several files define a name, the last import wins.
            let closures: Vec<_> = files.iter().rev().map(closure).collect();
            let is_whole = closures.iter().all(|closure| closure.is_whole);
            Imports { closures, is_whole, effective: Cache::default() }
        })
    }

    pub(super) fn find(&self, kind: SymbolKind, name: &str) -> Option<ResolvedDefinition> {
        first(self.closures.iter().filter_map(|closure| closure.find(kind, name)))
    }

    /// The names of this kind, possibly with duplicates.
    pub(super) fn names(&self, kind: SymbolKind) -> impl Iterator<Item = &SmolStr> {
        let files = distinct(self.closures.iter().flat_map(|closure| &closure.files), |file| &file.file);
        files.filter_map(move |file| file.types.get(&kind)).flat_map(HashMap::keys)
    }

    /// The type with this name, looking only at imports. Calls `make` on first use.
    pub(super) fn effective(&self, kind: SymbolKind, name: &str, make: impl FnOnce() -> Effective) -> Arc<Effective> {
        self.effective.get(kind, name).unwrap_or_else(|| {
            let made = Arc::new(make());
            self.effective.insert(kind, name, Arc::clone(&made));
            made
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
