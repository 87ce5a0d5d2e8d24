//! The boundary that the faces use, in the terms of an editor. An analysis is of one state of a workspace; a change
//! gives the next one, and re-checks only what the change can have touched.

pub mod append;
pub mod command;
pub mod complete;
pub mod consequences;
pub mod example;
pub mod files;
pub mod fold;
pub mod form;
pub mod format;
pub mod hover;
mod intents;
pub mod mend;
pub mod part;
pub mod sources;
pub mod tidy;

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;

use crate::assembly;
use crate::catalog::Catalog;
use crate::diagnostic::Diagnostic;
use crate::edit::{Change, EditError, FileChange};
use crate::expansion::pace::{self, Pace};
use crate::expansion::{Expansion, InputField, Inputs, Intent};
use crate::language::{Descriptor, Language};
use crate::released::Released;
use crate::rules::stated::Stated;
use crate::rules::{self, Settings};
use crate::scene::{self, Scene};
use crate::symbol::{DescriptorRef, Mention, Symbol, SymbolKind, Target};
use crate::syntax::{Kind, Node, NodePath};
use crate::text::{FilePath, Span};
use crate::topology::Topology;
use crate::workspace::{SourceFile, Workspace};

/// What is known of one state of a workspace. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    workspace: Workspace,
    catalog: Arc<Catalog>,
    settings: Settings,
    released: Option<Arc<Released>>,
    files: BTreeMap<FilePath, Arc<FileAnalysis>>,
    /// What says what is wrong; where it is not at hand yet, nothing is known to be.
    checker: Option<Checker>,
}

/// What says what a file speaks of, and what is wrong with it: [`checked`].
pub type Checker = fn(&SourceFile, &Workspace, &Catalog, Option<&Released>, &Settings) -> Checked;

/// What a check of a file finds.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    mentions: Vec<Mention>,
    diagnostics: Vec<Diagnostic>,
}

/// Every name that a file speaks of, and what is wrong with it, both in the order of its text.
pub fn checked(
    file: &SourceFile,
    workspace: &Workspace,
    catalog: &Catalog,
    released: Option<&Released>,
    settings: &Settings,
) -> Checked {
    let mentions = mentions(file, workspace, catalog);
    let diagnostics = rules::check(file, workspace, catalog, released, &mentions, settings);
    Checked { mentions, diagnostics }
}

fn mentions(file: &SourceFile, workspace: &Workspace, catalog: &Catalog) -> Vec<Mention> {
    file.language.map_or_else(Vec::new, |language| language.mentions(file, workspace, catalog))
}

/// What is known of one file in its workspace.
#[derive(Clone, Debug, Default)]
struct FileAnalysis {
    /// Known once the file is checked, or somebody has asked.
    mentions: OnceLock<Vec<Mention>>,
    diagnostics: Vec<Diagnostic>,
    /// The kinds and names of the descriptors that the file builds on, in whatever version.
    uses: BTreeSet<(SmolStr, SmolStr)>,
    /// The kind and name that the file defines.
    defines: Option<(SmolStr, SmolStr)>,
    /// A hash of what other files can see of this one.
    exports: u64,
    /// Whether any name that comes or goes in the catalog can matter: it was asked what there is.
    asks_catalog: bool,
}

impl Analysis {
    pub fn new(workspace: Workspace, settings: Settings) -> Self {
        Analysis::against(workspace, settings, None)
    }

    /// The analysis of a workspace beside what was released of it.
    pub fn against(workspace: Workspace, settings: Settings, released: Option<Arc<Released>>) -> Self {
        Analysis::whole(Some(checked), workspace, settings, released)
    }

    /// The analysis of a workspace beside what was released of it.
    fn whole(
        checker: Option<Checker>,
        workspace: Workspace,
        settings: Settings,
        released: Option<Arc<Released>>,
    ) -> Self {
        let mut checking = Checking::new(checker, workspace, settings, released);
        while checking.next_file() {}
        checking.finish()
    }

    /// Whether it is known what is wrong.
    pub fn is_checked(&self) -> bool {
        self.checker.is_some()
    }

    /// Begins to find out by `checker` what is wrong, with all files.
    pub fn checking(&self, checker: Checker) -> Checking {
        Checking { analysis: Analysis { checker: Some(checker), ..self.clone() }, left: self.paths() }
    }

    fn paths(&self) -> std::vec::IntoIter<FilePath> {
        self.workspace.files().map(|file| file.path.clone()).collect::<Vec<_>>().into_iter()
    }

    /// The analysis of `paths` alone, in a workspace that holds what they are made of, of a larger catalog.
    pub fn of_some(
        workspace: Workspace,
        catalog: Arc<Catalog>,
        settings: Settings,
        paths: impl IntoIterator<Item = FilePath>,
    ) -> Self {
        let (files, checker) = (BTreeMap::new(), Some(checked as Checker));
        let mut analysis = Analysis { workspace, catalog, settings, released: None, files, checker };
        analysis.check(paths);
        analysis
    }

    /// The analysis after `change`: the files it touches are checked again, and of the others those that build on
    /// something that looks different now.
    pub fn changed(&self, change: &Change) -> Result<Analysis, EditError> {
        let workspace = self.workspace.apply(change)?;
        let touched = change.edits.keys().chain(change.files.iter().flat_map(paths)).cloned().collect();
        Ok(self.after(workspace, touched))
    }

    /// The analysis of another state of this workspace: what is not the same file there is checked again, as after a change.
    pub fn of_state(&self, workspace: &Workspace) -> Analysis {
        let differ = |file: &&Arc<SourceFile>, other: &Workspace| {
            other.file(&file.path).is_none_or(|there| !Arc::ptr_eq(there, file))
        };
        let new = workspace.files().filter(|file| differ(file, &self.workspace));
        let gone = self.workspace.files().filter(|file| differ(file, workspace));
        let touched = new.chain(gone).map(|file| file.path.clone()).collect();
        self.after(workspace.clone(), touched)
    }

    /// The analysis of what has become of the workspace where these files were touched.
    fn after(&self, workspace: Workspace, mut touched: BTreeSet<FilePath>) -> Analysis {
        let packages = touched.iter().flat_map(|path| workspace.package(path)).filter(|file| {
            let before = self.workspace.file(&file.path);
            before.is_none_or(|before| !Arc::ptr_eq(before, file))
        });
        let packaged: Vec<FilePath> = packages.map(|file| file.path.clone()).collect();
        touched.extend(packaged);
        let mut after = self.clone();
        after.workspace = workspace;
        let mut renamed = false;
        let mut stale = BTreeSet::new();
        for path in &touched {
            let before = self.files.get(path);
            let file = after.workspace.file(path);
            let now = file.map(|file| outline(file));
            let same_name =
                before.and_then(|before| before.defines.clone()) == now.as_ref().and_then(|now| now.defines.clone());
            let same = same_name && before.map(|before| before.exports) == now.as_ref().map(|now| now.exports);
            renamed |= !same;
            if !same {
                stale.extend(before.and_then(|before| before.defines.clone()));
                stale.extend(now.and_then(|now| now.defines));
            }
            if file.is_none() {
                after.files.remove(path);
            }
        }
        if renamed {
            after.catalog = Arc::new(Catalog::of(&after.workspace));
        }
        let names_changed = renamed && after.catalog != self.catalog;
        let concerned = after.files.iter().filter(|(_, file)| {
            // A second place in another file moves with the text there.
            let points_there = || file.diagnostics.iter().flat_map(|found| &found.related);
            names_changed && file.asks_catalog || points_there().any(|related| touched.contains(&related.file))
        });
        let mut again: BTreeSet<FilePath> = concerned.map(|(path, _)| path.clone()).collect();
        again.extend(touched.into_iter().filter(|path| after.workspace.file(path).is_some()));
        again.extend(after.dependants(stale));
        if after.catalog != self.catalog {
            again.extend(after.guessing());
        }
        after.check(again);
        after
    }

    /// The same workspace under other settings.
    pub fn with_settings(&self, settings: Settings) -> Analysis {
        Analysis::whole(self.checker, self.workspace.clone(), settings, self.released.clone())
    }

    /// The same workspace under other settings, by which it is not known yet what is wrong: until it is, what was found
    /// by those before stands.
    pub fn unchecked(self, settings: Settings) -> Analysis {
        Analysis { settings, checker: None, ..self }
    }

    /// The same, judged as `stated` has it and, where that says nothing, as the catalog now says of itself.
    pub fn judged(self, stated: &Stated) -> Analysis {
        let settings = stated.with_catalog(&self.workspace).settings();
        if settings == self.settings { self } else { self.with_settings(settings) }
    }

    /// The files that speak of descriptors that are not there: what was meant is looked for among all names.
    fn guessing(&self) -> Vec<FilePath> {
        let guesses = |file: &FileAnalysis| file.diagnostics.iter().any(|found| found.code.starts_with("catalog/"));
        self.files.iter().filter(|(_, file)| guesses(file)).map(|(path, _)| path.clone()).collect()
    }

    /// The files that build on any of `names`, directly or through others.
    fn dependants(&self, names: BTreeSet<(SmolStr, SmolStr)>) -> Vec<FilePath> {
        let mut users: BTreeMap<&(SmolStr, SmolStr), Vec<&FilePath>> = BTreeMap::new();
        for (path, file) in &self.files {
            for name in &file.uses {
                users.entry(name).or_default().push(path);
            }
            if let Some(name) = &file.defines {
                users.entry(name).or_default().push(path);
            }
        }
        let mut found = BTreeSet::new();
        let mut queue: Vec<&(SmolStr, SmolStr)> = names.iter().collect();
        while let Some(name) = queue.pop() {
            for path in users.get(name).into_iter().flatten() {
                if found.insert((*path).clone()) {
                    queue.extend(self.files.get(*path).and_then(|file| file.defines.as_ref()));
                }
            }
        }
        found.into_iter().collect()
    }

    fn check(&mut self, paths: impl IntoIterator<Item = FilePath>) {
        for path in paths {
            let Some(file) = self.workspace.file(&path) else { continue };
            let known = self.know(file);
            self.files.insert(path, Arc::new(known));
        }
    }

    /// What is known of a file.
    fn know(&self, file: &SourceFile) -> FileAnalysis {
        let mut known = outline(file);
        if let Some(check) = self.checker {
            let released = self.released.as_deref();
            let checked = check(file, &self.workspace, &self.catalog, released, &self.settings);
            (known.mentions, known.diagnostics) = (checked.mentions.into(), checked.diagnostics);
        }
        // What is said of a type that is not there depends on what there is.
        known.asks_catalog |= known.diagnostics.iter().any(|found| found.code.starts_with("catalog/"));
        known
    }

    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    pub fn settings(&self) -> Settings {
        self.settings.clone()
    }

    pub fn file(&self, path: &FilePath) -> Option<&Arc<SourceFile>> {
        self.workspace.file(path)
    }

    /// What is wrong with a file, in the order of its text.
    pub fn diagnostics(&self, path: &FilePath) -> &[Diagnostic] {
        self.files.get(path).map_or(&[], |file| &file.diagnostics)
    }

    /// What is wrong anywhere, by file.
    pub fn all_diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.files.values().flat_map(|file| &file.diagnostics)
    }

    /// The files whose descriptors others have components or references of.
    pub fn used(&self) -> BTreeSet<&FilePath> {
        let mut used = BTreeSet::new();
        for file in self.workspace.files() {
            let Some(Descriptor::Assembly(descriptor)) = &file.descriptor else { continue };
            let parts = descriptor.composition.iter().chain(&descriptor.references);
            let of: HashSet<&DescriptorRef> = parts.filter_map(|part| part.of.as_ref()).collect();
            let found = of.into_iter().filter_map(|of| self.catalog.resolve_range(of).found());
            used.extend(found.map(|entry| &entry.file).filter(|used| **used != file.path));
        }
        used
    }

    /// Every name that a file speaks of, in the order of its text.
    pub fn mentions(&self, path: &FilePath) -> &[Mention] {
        let (Some(file), Some(known)) = (self.file(path), self.files.get(path)) else { return &[] };
        known.mentions.get_or_init(|| mentions(file, &self.workspace, &self.catalog))
    }

    /// Every name that a file defines, in the order of its text.
    pub fn symbols(&self, path: &FilePath) -> Vec<Symbol> {
        let Some(file) = self.file(path) else { return Vec::new() };
        file.language.map_or(Vec::new(), |language| language.symbols(file))
    }

    /// The definition of the name at `offset`: of what is mentioned there, or of what is defined there.
    pub fn definition(&self, path: &FilePath, offset: usize) -> Option<Symbol> {
        let target = self.mention_at(path, offset).map(|mention| &mention.target);
        if let Some(Target::Found { file, path }) = target {
            return self.defined(file, path);
        }
        self.symbols(path).into_iter().find(|symbol| symbol.span.touches(offset) && !symbol.span.is_empty())
    }

    /// What is defined at `path` of a file; at its root, where it has no name of its own, the file itself.
    fn defined(&self, file: &FilePath, path: &NodePath) -> Option<Symbol> {
        let found = self.symbols(file).into_iter().find(|symbol| symbol.path == *path);
        let whole = || {
            let source = self.file(file).filter(|_| path.is_root())?;
            Some(Symbol {
                kind: SymbolKind::Descriptor,
                name: file.name().into(),
                file: file.clone(),
                path: path.clone(),
                span: Span::at(0),
                full_span: source.root.as_ref()?.span,
                detail: source.language?.label().to_owned(),
            })
        };
        found.or_else(whole)
    }

    /// Where the symbol defined at `definition` in `file` is mentioned, in all files.
    pub fn references(&self, file: &FilePath, definition: &NodePath) -> Vec<(FilePath, Mention)> {
        let leads_here = |mention: &&Mention| matches!(&mention.target, Target::Found { file: target, path } if target == file && path == definition);
        let mentions =
            self.files.keys().flat_map(|path| self.mentions(path).iter().map(move |mention| (path, mention)));
        mentions
            .filter(|(_, mention)| leads_here(mention))
            .map(|(path, mention)| (path.clone(), mention.clone()))
            .collect()
    }

    /// The files whose descriptors have components or references of the descriptor in `file`.
    pub fn used_by(&self, file: &FilePath) -> Vec<FilePath> {
        let users = self.references(file, &NodePath::root());
        let files: BTreeSet<FilePath> = users.into_iter().map(|(path, _)| path).filter(|path| path != file).collect();
        files.into_iter().collect()
    }

    /// The innermost mention at `offset`.
    pub fn mention_at(&self, path: &FilePath, offset: usize) -> Option<&Mention> {
        let found = self.mentions(path).iter().filter(|mention| mention.span.touches(offset));
        found.min_by_key(|mention| mention.span.len())
    }

    /// What a file is drawn as; `None` for what is not a descriptor.
    pub fn topology(&self, path: &FilePath) -> Option<Topology> {
        let file = self.file(path)?;
        file.language?.topology(file, &self.workspace, &self.catalog)
    }

    /// The drawing of a file, as one that is seen for the first time.
    pub fn scene(&self, path: &FilePath) -> Option<Scene> {
        Some(scene::layout(&self.topology(path)?, None))
    }

    /// What the descriptor in a file takes from outside.
    pub fn input_fields(&self, path: &FilePath) -> Vec<InputField> {
        match self.file(path).and_then(|file| file.descriptor.as_ref()) {
            Some(Descriptor::Assembly(descriptor)) => {
                assembly::expansion::input_fields(descriptor, self.settings.profile.typing())
            }
            None => Vec::new(),
        }
    }

    /// What the descriptor in a file becomes with these inputs, and the plan for what is asked for.
    pub fn expansion(&self, path: &FilePath, inputs: &Inputs, intent: &Intent) -> Expansion {
        pace::at_once(self.expansion_in_pieces(path, inputs, intent, &Pace::default()))
    }

    /// The same, worked out in pieces; `pace` says how far it is.
    pub async fn expansion_in_pieces(
        &self,
        path: &FilePath,
        inputs: &Inputs,
        intent: &Intent,
        pace: &Pace,
    ) -> Expansion {
        let typing = self.settings.profile.typing();
        assembly::expansion::expand_in_pieces(&self.workspace, &self.catalog, typing, path, inputs, intent, pace).await
    }
}

/// The check of a whole workspace, a file at a time: between two of them whoever does it can do something else.
#[derive(Debug)]
pub struct Checking {
    analysis: Analysis,
    left: std::vec::IntoIter<FilePath>,
}

impl Checking {
    /// Of files of which nothing is known; without a checker it is not found out what is wrong.
    pub fn new(
        checker: Option<Checker>,
        workspace: Workspace,
        settings: Settings,
        released: Option<Arc<Released>>,
    ) -> Self {
        let catalog = Arc::new(Catalog::of(&workspace));
        let analysis = Analysis { workspace, catalog, settings, released, files: BTreeMap::new(), checker };
        Checking { left: analysis.paths(), analysis }
    }

    /// Checks the next file, if there is one.
    pub fn next_file(&mut self) -> bool {
        let Some(path) = self.left.next() else { return false };
        let analysis = &mut self.analysis;
        if let Some(file) = analysis.workspace.file(&path) {
            let known = analysis.know(file);
            analysis.files.insert(path, Arc::new(known));
        }
        true
    }

    /// How many files are left.
    pub fn n_left(&self) -> usize {
        self.left.len()
    }

    /// What is known then.
    pub fn finish(self) -> Analysis {
        self.analysis
    }
}

fn paths(change: &FileChange) -> Vec<&FilePath> {
    match change {
        FileChange::Create { path, .. } | FileChange::Delete { path } => vec![path],
        FileChange::Rename { from, to } => vec![from, to],
    }
}

/// What others can see of a file, without having checked it.
fn outline(file: &SourceFile) -> FileAnalysis {
    let Some(Descriptor::Assembly(descriptor)) = &file.descriptor else { return imports(file) };
    let parts = descriptor.composition.iter().chain(&descriptor.references);
    // A dynamicType may yield any descriptor.
    let asks_catalog = descriptor.composition.iter().any(|component| component.dynamic_type.is_some());
    let uses = parts.filter_map(|part| part.of.as_ref()).map(|of| (of.kind.clone(), of.name.clone()));
    FileAnalysis {
        uses: uses.collect(),
        defines: descriptor.full_name.as_ref().map(|name| (name.kind.clone(), name.name.clone())),
        exports: exports(file),
        asks_catalog,
        ..FileAnalysis::default()
    }
}

/// The same of a file that is known by its path, and names others so.
fn imports(file: &SourceFile) -> FileAnalysis {
    if file.language != Some(Language::Tosca) {
        return FileAnalysis::default();
    }
    let by_path = |path: &FilePath| (SmolStr::new_static("file"), SmolStr::new(path.as_str()));
    let named = file.named_files().into_iter().filter_map(|(.., path)| path);
    FileAnalysis {
        uses: named.map(|path| by_path(&path)).collect(),
        defines: Some(by_path(&file.path)),
        exports: exports(file),
        ..FileAnalysis::default()
    }
}

/// A hash of what others can see of a file.
fn exports(file: &SourceFile) -> u64 {
    let mut hasher = DefaultHasher::new();
    if let Some(root) = &file.root {
        match file.language {
            // Of a file that is imported, only the types can be named.
            Some(Language::Tosca) => {
                let seen = root
                    .entries()
                    .iter()
                    .filter(|entry| entry.key.as_text().is_some_and(|key| key == "imports" || key.ends_with("_types")));
                seen.for_each(|entry| {
                    entry.key.as_text().hash(&mut hasher);
                    hash_exports(&entry.value, Part::Value, &mut hasher);
                });
            }
            _ => hash_exports(root, Part::Root, &mut hasher),
        }
    }
    // What a project says of the file is not in its text.
    file.project.as_ref().map(|project| (&project.name, &project.root)).hash(&mut hasher);
    hasher.finish()
}

/// What a piece of a descriptor is, as far as others see it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Root,
    /// Attributes of something, among which a description is of no use to others.
    Attributes,
    /// A value, of which everything counts.
    Value,
}

/// Everything but descriptions, the picture, places and comments.
fn hash_exports(node: &Node, part: Part, hasher: &mut DefaultHasher) {
    match &node.kind {
        Kind::Null => 0_u8.hash(hasher),
        Kind::Error => 1_u8.hash(hasher),
        Kind::Scalar(scalar) => (2_u8, scalar.value.as_str(), scalar.style as u8).hash(hasher),
        Kind::Alias(name) => (3_u8, name.as_str()).hash(hasher),
        Kind::Sequence(sequence) => {
            (4_u8, sequence.items.len()).hash(hasher);
            sequence.items.iter().for_each(|item| hash_exports(item, part, hasher));
        }
        Kind::Mapping(mapping) => {
            5_u8.hash(hasher);
            for entry in &mapping.entries {
                let inner = match entry.key.as_text() {
                    Some("designerLayout") if part == Part::Root => continue,
                    Some("description") if part != Part::Value && entry.value.as_scalar().is_some() => continue,
                    Some("value" | "default") => Part::Value,
                    _ if part == Part::Value => Part::Value,
                    _ => Part::Attributes,
                };
                hash_exports(&entry.key, Part::Value, hasher);
                hash_exports(&entry.value, inner, hasher);
            }
            6_u8.hash(hasher);
        }
    }
}
