//! The types that importers can name, in tables that all importers of the same files share. The tables hold places, not
//! nodes, so that they outlive edits that leave the exports of their files as they were.

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

/// The place of a definition: its file, and its index in the section of its kind.
#[derive(Clone, Debug)]
pub(super) struct DefinitionRef {
    pub(super) file: FilePath,
    pub(super) index: usize,
}

/// The definition that a name leads to.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) place: DefinitionRef,
    /// Whether another file defines the name too.
    pub(super) is_shared: bool,
}

/// The exports of one file.
#[derive(Debug)]
struct Exported {
    file: FilePath,
    types: HashMap<SymbolKind, HashMap<SmolStr, usize>>,
    imports: DirectImports,
}

/// The imports that a file states itself.
#[derive(Debug)]
pub(super) struct DirectImports {
    /// The service templates among them, in the order of the text.
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

    fn find(&self, kind: SymbolKind, name: &str) -> Option<Found> {
        let index = *self.types.get(&kind)?.get(name)?;
        Some(Found { place: DefinitionRef { file: self.file.clone(), index }, is_shared: false })
    }
}

/// Facts by kind and name that are computed when they are asked for.
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

/// A file with all that it imports, directly or through others.
#[derive(Debug)]
struct Closure {
    /// Depth first, so that a name that several files define is that of the nearest.
    files: Vec<Arc<Exported>>,
    is_whole: bool,
    found: Cache<Option<Found>>,
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

    fn find(&self, kind: SymbolKind, name: &str) -> Option<Found> {
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

/// The first definition, which is shared if there is one in another file.
fn first(mut found: impl Iterator<Item = Found>) -> Option<Found> {
    let mut first = found.next()?;
    first.is_shared |= found.any(|other| other.is_shared || other.place.file != first.place.file);
    Some(first)
}

/// All that the files of one list of imports define. Importers with the same list share it.
#[derive(Debug)]
pub(super) struct Imports {
    closures: Vec<Arc<Closure>>,
    /// Whether all files that are imported, directly or through others, are in the workspace.
    pub(super) is_whole: bool,
    effective: Cache<Arc<Effective>>,
}

impl Imports {
    /// Those of a file that imports `files`.
    pub(super) fn of(files: &[FilePath], context: FileContext<'_>) -> Arc<Self> {
        context.memo.get_or_make(files, || {
            let closure =
                |file: &FilePath| context.memo.get_or_make(std::slice::from_ref(file), || Closure::of(file, context));
            // Of several files that define a name, the one that is imported last counts.
            let closures: Vec<_> = files.iter().rev().map(closure).collect();
            let is_whole = closures.iter().all(|closure| closure.is_whole);
            Imports { closures, is_whole, effective: Cache::default() }
        })
    }

    pub(super) fn find(&self, kind: SymbolKind, name: &str) -> Option<Found> {
        first(self.closures.iter().filter_map(|closure| closure.find(kind, name)))
    }

    /// The names of this kind, some of them more than once.
    pub(super) fn names(&self, kind: SymbolKind) -> impl Iterator<Item = &SmolStr> {
        let files = distinct(self.closures.iter().flat_map(|closure| &closure.files), |file| &file.file);
        files.filter_map(move |file| file.types.get(&kind)).flat_map(HashMap::keys)
    }

    /// The type of this name among the imports alone, by `make` the first time.
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
