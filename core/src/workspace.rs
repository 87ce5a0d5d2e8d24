//! The only state: a set of named texts. Everything else is a function of it.

pub mod built_in;

use std::sync::{Arc, OnceLock};

use crate::content::Contents;
use crate::edit::{Change, EditError, FileChange, TextEdit};
use crate::language::project::{self, Membership, Project};
use crate::language::{Descriptor, Language};
use crate::package;
use crate::schema::{self, Violation};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::{Sorting, gather};
use crate::symbol::DescriptorRef;
use crate::syntax::parse::incremental::parse_edited;
use crate::syntax::patch::Draft;
use crate::syntax::{Entry, Kind, Mapping, Node, NodePath, SyntaxError, Tree, alias, csv, parse};
use crate::text::{FilePath, LineIndex, Span, floor_boundary};

/// A file with everything that follows from its text alone.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub path: FilePath,
    pub text: Arc<str>,
    pub lines: LineIndex,
    /// Whether the text may contain aliases or merge keys.
    has_aliases: bool,
    /// The tree as written, for edits.
    pub tree: Arc<Tree>,
    /// The first document with aliases and merge keys expanded and misspelled keys corrected, for reading.
    pub root: Option<Arc<Node>>,
    /// Syntax errors, including those of expanding aliases.
    pub errors: Vec<SyntaxError>,
    pub language: Option<Language>,
    pub descriptor: Option<Descriptor>,
    /// The language before edits after which none is recognized; only if the text is still of that language.
    stays: Option<Language>,
    /// The project of the package that contains the file, which may complete the descriptor.
    pub project: Option<Membership>,
    /// Keys of `root` that are misspelled in the text.
    misspelled: Vec<Violation>,
    /// Whether `root` lacks definitions, so that names have to be looked up in the file of the workspace.
    pub is_part: bool,
    /// Schema errors, computed on demand.
    violations: OnceLock<Vec<Violation>>,
}

impl SourceFile {
    pub fn new(path: FilePath, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let is_csv = package::is_csv(&path);
        let tree = if is_csv { csv::parse(&text) } else { parse::parse(&text) };
        let lines = LineIndex::new(&text);
        let has_aliases = !is_csv && alias::may_expand(&text);
        SourceFile::of_tree(path, text, tree, lines, has_aliases)
    }

    /// A text of this language, whether or not it is recognized as such.
    pub fn in_language(path: FilePath, text: impl Into<Arc<str>>, language: Language) -> Self {
        let file = SourceFile::new(path, text);
        file.of_language(Some(language))
    }

    /// The file after `edit`, with `text` as its new text.
    pub fn edited(&self, edit: &TextEdit, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        if package::is_csv(&self.path) {
            return SourceFile::new(self.path.clone(), text);
        }
        let Some(replace) = edit.covering(&self.text) else { return SourceFile::new(self.path.clone(), text) };
        let tree = parse_edited(&self.tree, &self.text, &replace, &text);
        let lines = self.lines.edited(replace.span, text.len() as isize - self.text.len() as isize, &text);
        // An edit can only add or remove one where it changes text.
        let start = floor_boundary(&text, replace.span.range().start.saturating_sub(1));
        let end = floor_boundary(&text, replace.span.range().start + replace.text.len() + 1);
        let may_add = text.get(start..end).is_none_or(alias::may_expand);
        let has_aliases = (self.has_aliases || may_add) && alias::may_expand(&text);
        SourceFile::of_tree(self.path.clone(), text, tree, lines, has_aliases)
    }

    fn of_tree(path: FilePath, text: Arc<str>, tree: Tree, lines: LineIndex, has_aliases: bool) -> Self {
        let (root, alias_errors) = written(&tree, has_aliases);
        let mut errors = tree.errors.clone();
        errors.extend(alias_errors);
        let language = root.as_ref().and_then(|root| Language::recognize(&path, root));
        let file = SourceFile {
            lines,
            has_aliases,
            descriptor: None,
            misspelled: Vec::new(),
            is_part: false,
            stays: None,
            project: None,
            violations: OnceLock::new(),
            path,
            text,
            tree: Arc::new(tree),
            errors,
            language: None,
            root,
        };
        file.of_language(language)
    }

    /// The same text, read in this language.
    fn of_language(mut self, language: Option<Language>) -> Self {
        if !self.misspelled.is_empty() {
            // What was corrected belongs to the previous language.
            self.root = written(&self.tree, self.has_aliases).0;
            self.misspelled = Vec::new();
        }
        let known = self.root.as_ref().zip(language);
        let corrected = known.and_then(|(root, language)| {
            schema::correct::corrected(root, language.schema_of(root), language.same_attribute())
        });
        if let Some((root, misspelled)) = corrected {
            self.root = Some(root);
            self.misspelled = misspelled;
        }
        let known = self.root.as_ref().zip(language);
        self.descriptor = known.map(|(root, language)| language.lower(root));
        self.violations = OnceLock::new();
        self.language = language;
        self
    }

    /// A draft of the text. Edits of misspelled keys and their values are refused, and all edits of CSV.
    pub fn draft(&self) -> Draft {
        if package::is_csv(&self.path) {
            return Draft::of(&self.text, &self.tree).refusing("a CSV file can only be edited as text");
        }
        Draft::of(&self.text, &self.tree).reserving(schema::correct::reserved(&self.misspelled))
    }

    /// The file after an edit of a file of `before`, which it still is if nothing else is recognized and it is broken or
    /// keeps most sections: half-typed text does not turn a descriptor into something else.
    fn staying(mut self, before: Option<Language>) -> Self {
        let (None, Some(before), Some(root)) = (self.language, before, self.root.as_ref()) else { return self };
        let n_known = {
            let schema = before.schema_of(root);
            root.entries().iter().filter_map(|entry| schema.field(entry.key.as_text()?)).count()
        };
        if !self.errors.is_empty() || n_known > 0 && n_known * 2 >= root.entries().len() {
            self.stays = Some(before);
            return self.of_language(Some(before));
        }
        self
    }

    /// Schema errors of the file.
    pub fn violations(&self) -> &[Violation] {
        let known = self.root.as_ref().zip(self.language);
        let walk = || {
            let mut found =
                known.map(|(root, language)| schema::walk(root, language.schema_of(root))).unwrap_or_default();
            found.extend_from_slice(&self.misspelled);
            if let Some((root, language)) = known {
                found.retain(|violation| !language.is_foreign(root, &violation.path));
            }
            found.order_by_key(|violation| violation.span.start);
            found
        };
        self.violations.get_or_init(walk)
    }

    /// The full name of the descriptor in the file.
    pub fn defines(&self) -> Option<&DescriptorRef> {
        self.descriptor.as_ref()?.full_name()
    }

    /// The unique name in the catalog: the full name, or the path of the file if the language has no full names.
    pub fn shown_name(&self) -> String {
        self.defines().map_or_else(|| self.path.to_string(), DescriptorRef::to_string)
    }

    /// The full name of the descriptor in the file, or a substitute in languages without full names.
    pub fn edition(&self) -> Option<DescriptorRef> {
        self.descriptor.as_ref()?.edition().cloned()
    }

    /// Where the file states its version, or its full name with it; empty if it states none.
    pub fn version_span(&self) -> Span {
        let version = self.language.and_then(Language::version_path);
        let paths = [version, Some(NodePath::keys(["name"]))];
        paths.into_iter().flatten().find_map(|path| self.span_of(&path)).unwrap_or_default()
    }

    /// The paths where the file names other files, the text, and the resolved file; `None` for web addresses and files
    /// outside.
    pub fn named_files(&self) -> Vec<(NodePath, &str, Option<FilePath>)> {
        let (Some(language), Some(root)) = (self.language, &self.root) else { return Vec::new() };
        let named = language.named_files(root).into_iter();
        named.map(|(at, written)| (at, written, along(self.path.folder(), written))).collect()
    }

    /// The mapping of the whole file, if it is exactly as written: without syntax errors, aliases and misspelled keys.
    pub fn plain_root(&self) -> Option<&Mapping> {
        let [document] = self.tree.documents.as_slice() else { return None };
        let root = self.root.as_ref().filter(|root| self.errors.is_empty() && Arc::ptr_eq(root, &document.root))?;
        root.as_mapping()
    }

    /// The same file with only these entries in its root, to check a part of it.
    pub fn part(&self, entries: Vec<Entry>) -> Self {
        let root = self.root.as_ref().map(|root| {
            let flow = root.as_mapping().is_some_and(|mapping| mapping.flow);
            let kind = Kind::Mapping(Mapping { flow, entries });
            Arc::new(Node { span: root.span, kind, properties: root.properties.clone() })
        });
        SourceFile { root, violations: OnceLock::new(), is_part: true, ..self.clone() }
    }

    /// Keeps only what other descriptors can see. Drops the text, which takes most of the memory, and everything read
    /// from it, unless there is nothing else.
    pub fn into_interface(self) -> Self {
        let is_in_model = self.descriptor.as_ref().is_some_and(Descriptor::is_self_contained);
        let root = self.root.filter(|_| !is_in_model);
        let (errors, misspelled, violations) = (Vec::new(), Vec::new(), OnceLock::from(Vec::new()));
        SourceFile { tree: Arc::default(), root, errors, misspelled, violations, ..self }
    }

    /// The same file as a member of this project, or of none.
    fn in_project(mut self, project: Option<Membership>) -> Self {
        let language = self.language_by_itself().or_else(|| self.language_in(project.as_ref()?));
        if self.project.is_some() || self.language != language {
            // The descriptor contains data of a previous project.
            self = self.of_language(language);
        }
        if let (Some(descriptor), Some(project)) = (&mut self.descriptor, &project) {
            descriptor.complete(project);
        }
        self.project = project;
        self
    }

    fn language_by_itself(&self) -> Option<Language> {
        Language::recognize(&self.path, self.root.as_ref()?).or(self.stays)
    }

    /// The language that a project assigns to a file whose text does not determine one.
    fn language_in(&self, project: &Membership) -> Option<Language> {
        self.root.as_ref()?.as_mapping()?;
        Language::in_project(project)
    }

    /// The nodes that have the attributes of what is at `path`, see [`Descriptor::levels`]; without a descriptor only that node.
    pub fn levels(&self, path: &NodePath) -> Vec<NodePath> {
        self.descriptor.as_ref().map_or_else(|| vec![path.clone()], |descriptor| descriptor.levels(path))
    }

    /// The path of the innermost node whose key or value contains `offset`.
    pub fn path_at(&self, offset: usize) -> NodePath {
        let mut path = NodePath::root();
        let mut node = self.root.as_deref();
        while let Some(current) = node {
            let next = child_at(current, offset);
            let Some((step, child)) = next else { break };
            path = step.onto(&path);
            node = child;
        }
        path
    }

    /// The path of the node at a pointer, `/composition/web`, if there is one.
    pub fn node_at(&self, pointer: &str) -> Option<NodePath> {
        let root = self.root.as_ref()?;
        NodePath::parse(pointer, root).filter(|path| root.at(path).is_some())
    }

    /// The span of the node at `path`; of its key if the value is empty.
    pub fn span_of(&self, path: &NodePath) -> Option<Span> {
        let node = self.root.as_ref()?.at(path)?;
        if node.span.is_empty() { self.key_span(path).or(Some(node.span)) } else { Some(node.span) }
    }

    /// The span of the node at `path` with its key; an item of a list has none.
    pub fn whole_span(&self, path: &NodePath) -> Option<Span> {
        let span = self.span_of(path)?;
        Some(self.key_span(path).map_or(span, |key| key.cover(span)))
    }

    /// The span of the last key of `path`.
    pub fn key_span(&self, path: &NodePath) -> Option<Span> {
        Some(self.root.as_ref()?.entry_at(path)?.key.span)
    }
}

/// The first document as it is written, with its aliases expanded, and the errors in these.
fn written(tree: &Tree, has_aliases: bool) -> (Option<Arc<Node>>, Vec<SyntaxError>) {
    match has_aliases {
        true => alias::expand(tree),
        false => (tree.documents.first().map(|document| Arc::clone(&document.root)), Vec::new()),
    }
}

/// A word that occurs in every text that names other files.
const NAMING: &str = "imports";

/// The files that the text of the file at `path` names by path. Fast for texts that name none.
pub fn named_in(path: &FilePath, text: &Arc<str>) -> Vec<FilePath> {
    let file = text.contains(NAMING).then(|| SourceFile::new(path.clone(), Arc::clone(text)));
    file.iter().flat_map(SourceFile::named_files).filter_map(|(.., named)| named).collect()
}

/// Resolves a path relative to a folder.
fn along(folder: &str, path: &str) -> Option<FilePath> {
    if path.contains("://") || path.starts_with('/') {
        return None;
    }
    FilePath::along(folder, path.split('/').filter(|step| !step.is_empty()))
}

enum ChildStep<'a> {
    Key(&'a str),
    Index(usize),
}

impl ChildStep<'_> {
    fn onto(&self, path: &NodePath) -> NodePath {
        match self {
            ChildStep::Key(key) => path.key(key),
            ChildStep::Index(index) => path.index(*index),
        }
    }
}

/// The child that contains `offset`, without its node if `offset` is in the key.
fn child_at(node: &Node, offset: usize) -> Option<(ChildStep<'_>, Option<&Node>)> {
    let entry = node.entries().iter().filter(|entry| !entry.merged).find_map(|entry| {
        let key = entry.key.as_text()?;
        if entry.value.span.touches(offset) && !entry.value.span.is_empty() {
            return Some((ChildStep::Key(key), Some(&entry.value)));
        }
        let on_key = entry.key.span.touches(offset) || entry.value.span.touches(offset);
        on_key.then_some((ChildStep::Key(key), None))
    });
    entry.or_else(|| {
        let mut items = node.items().iter().enumerate();
        let (index, item) = items.find(|(_, item)| item.span.touches(offset))?;
        Some((ChildStep::Index(index), Some(item)))
    })
}

/// A set of files. Cheap to clone, because files are shared.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    files: SortedMap<FilePath, Arc<SourceFile>>,
    /// The projects read from project files.
    projects: SortedMap<FilePath, Arc<Project>>,
    /// Files of any kind around the workspace.
    contents: Contents,
    /// The files to read for URLs, which are never fetched.
    remote: Arc<SortedMap<String, FilePath>>,
}

impl Workspace {
    pub fn new(files: impl IntoIterator<Item = (FilePath, String)>) -> Self {
        let mut workspace = Workspace::default();
        for (path, text) in files {
            workspace.insert(Arc::new(SourceFile::new(path, text)));
        }
        workspace
    }

    /// The file at `path`, which may also be built in.
    pub fn file(&self, path: &FilePath) -> Option<&Arc<SourceFile>> {
        self.files.get(path).or_else(|| built_in::file(path))
    }

    pub fn files(&self) -> impl Iterator<Item = &Arc<SourceFile>> {
        self.files.values()
    }

    /// Whether both contain the same file objects. Does not compare contents, which would take long.
    pub fn has_same_files(&self, other: &Workspace) -> bool {
        let mut pairs = self.files.values().zip(other.files.values());
        self.files.len() == other.files.len() && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
    }

    /// The workspace with files of any kind around it. Edited texts still replace those of files.
    #[must_use]
    pub fn with_contents(self, contents: Contents) -> Self {
        Workspace { contents: contents.with_edits_of(&self.contents), ..self }
    }

    /// Files of any kind around the workspace, including those in archives.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The workspace with files to read for URLs.
    #[must_use]
    pub fn with_remote(self, remote: SortedMap<String, FilePath>) -> Self {
        Workspace { remote: Arc::new(remote), ..self }
    }

    /// The paths where a file names other files, the text, and the resolved file, which can be that for a URL; `None`
    /// for other URLs and files outside.
    pub fn named_files<'f>(&self, file: &'f SourceFile) -> Vec<(NodePath, &'f str, Option<FilePath>)> {
        let mut named = file.named_files();
        if !self.remote.is_empty() {
            for (_, written, path) in named.iter_mut().filter(|(.., path)| path.is_none()) {
                *path = self.remote.get(*written).cloned();
            }
        }
        named
    }

    /// The files that others name by path and that are not in the workspace.
    pub fn missing_files(&self) -> SortedSet<FilePath> {
        let named = self.files.values().flat_map(|file| self.named_files(file));
        gather(named.filter_map(|(.., path)| path).filter(|path| !self.files.contains_key(path)))
    }

    /// Inserts a file as it is stored, replacing one with the same path.
    pub fn insert(&mut self, file: Arc<SourceFile>) {
        let path = file.path.clone();
        self.contents.forget(&path);
        self.files.insert(path.clone(), file);
        self.settle(&path);
    }

    /// Inserts a file whose text is not stored yet.
    fn insert_edited(&mut self, file: SourceFile) {
        let (path, text) = (file.path.clone(), Arc::clone(&file.text));
        self.insert(Arc::new(file));
        self.contents.edit(path, text);
    }

    pub fn remove(&mut self, path: &FilePath) -> Option<Arc<SourceFile>> {
        let removed = self.files.remove(path);
        self.contents.forget(path);
        self.settle(path);
        removed
    }

    /// The files whose meaning can depend on the one at `path`: those of its package if it is a project file.
    pub fn package(&self, path: &FilePath) -> impl Iterator<Item = &Arc<SourceFile>> {
        let is_project = project::FILES.contains(&path.name());
        let folder = path.folder().to_owned();
        let inside = move |file: &&Arc<SourceFile>| {
            let rest = file.path.as_str().strip_prefix(folder.as_str());
            rest.is_some_and(|rest| folder.is_empty() || rest.starts_with('/'))
        };
        is_project.then(|| self.files.values().filter(inside)).into_iter().flatten()
    }

    /// Updates projects after the file at `path` was added or removed: it may be in a project, or be a project file.
    fn settle(&mut self, path: &FilePath) {
        if project::FILES.contains(&path.name()) {
            let root = self.files.get(path).and_then(|file| file.root.as_ref());
            match root.and_then(|root| Project::read(root)) {
                Some(project) => self.projects.insert(path.clone(), Arc::new(project)),
                None => self.projects.remove(path),
            };
        }
        let package: Vec<FilePath> = self.package(path).map(|file| file.path.clone()).collect();
        for path in package.iter().chain([path]) {
            let Some(file) = self.files.get(path) else { continue };
            let membership = self.membership_of(file);
            if file.project == membership {
                continue;
            }
            if let Some(file) = self.files.remove(path) {
                let file = Arc::unwrap_or_clone(file).in_project(membership);
                self.files.insert(path.clone(), Arc::new(file));
            }
        }
    }

    /// Completes a file with the project files of the workspace.
    pub fn complete(&self, file: SourceFile) -> SourceFile {
        let membership = self.membership_of(&file);
        if file.project == membership { file } else { file.in_project(membership) }
    }

    /// The same project files with these files, which are already complete.
    pub fn with(&self, files: impl IntoIterator<Item = Arc<SourceFile>>) -> Workspace {
        let files = gather(files.into_iter().map(|file| (file.path.clone(), file)));
        let remote = Arc::clone(&self.remote);
        Workspace { files, projects: self.projects.clone(), contents: self.contents.clone(), remote }
    }

    /// The project of a file, if there is anything that it could complete.
    fn membership_of(&self, file: &SourceFile) -> Option<Membership> {
        let is_meant = |membership: &Membership| {
            let language = file.language_by_itself().or_else(|| file.language_in(membership));
            language.is_some_and(Language::has_projects)
        };
        self.membership(&file.path).filter(is_meant)
    }

    /// The project of the file at `path`: that of the nearest project file above it.
    fn membership(&self, path: &FilePath) -> Option<Membership> {
        if self.projects.is_empty() {
            return None;
        }
        path.folders().find_map(|folder| {
            let candidates = project::FILES.iter().filter_map(|name| FilePath::in_folder(folder, name));
            let (file, project) = candidates.filter_map(|file| self.projects.get_key_value(&file)).next()?;
            Some(Membership::of(path, file, Arc::clone(project)))
        })
    }

    /// The change after which the file at `path` has `text`, or does not exist if there is none. `None` if it does not
    /// exist already.
    pub fn change_to(&self, path: &FilePath, text: Option<String>) -> Option<Change> {
        let mut change = Change::default();
        match (self.file(path), text) {
            (Some(file), Some(text)) => drop(change.edits.insert(path.clone(), TextEdit::between(&file.text, &text))),
            (None, Some(text)) => change.files.push(FileChange::Create { path: path.clone(), text }),
            (Some(_), None) => change.files.push(FileChange::Delete { path: path.clone() }),
            (None, None) => return None,
        }
        Some(change)
    }

    /// The workspace after `change`. Fails without side effects if the change does not fit.
    pub fn apply(&self, change: &Change) -> Result<Workspace, EditError> {
        let mut result = self.clone();
        for (path, edit) in &change.edits {
            let edited = result.edited(path, edit)?;
            result.insert_edited(edited);
        }
        for file in &change.files {
            result.apply_file(file)?;
        }
        Ok(result)
    }

    fn edited(&self, path: &FilePath, edit: &TextEdit) -> Result<SourceFile, EditError> {
        if built_in::is_built_in(path) {
            return Err(EditError::Refused(format!("`{path}` is built in and cannot be changed")));
        }
        let file = self.file(path).ok_or_else(|| EditError::Missing(path.to_string()))?;
        Ok(file.edited(edit, edit.apply(&file.text)?).staying(file.language))
    }

    fn apply_file(&mut self, change: &FileChange) -> Result<(), EditError> {
        match change {
            FileChange::Create { path, text } => {
                self.vacant(path)?;
                self.insert_edited(SourceFile::new(path.clone(), text.as_str()));
            }
            FileChange::Delete { path } => {
                self.remove(path).ok_or_else(|| EditError::Missing(path.to_string()))?;
            }
            FileChange::Rename { from, to } => {
                self.vacant(to)?;
                let file = self.remove(from).ok_or_else(|| EditError::Missing(from.to_string()))?;
                self.insert_edited(SourceFile::new(to.clone(), Arc::clone(&file.text)));
            }
        }
        Ok(())
    }

    fn vacant(&self, path: &FilePath) -> Result<(), EditError> {
        if self.files.contains_key(path) { Err(EditError::Exists(path.to_string())) } else { Ok(()) }
    }
}
