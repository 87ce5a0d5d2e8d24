//! The only state there is: a set of named texts. Everything else is a function of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::edit::{Change, EditError, FileChange, TextEdit};
use crate::language::{Descriptor, Language};
use crate::schema::{self, Problem};
use crate::syntax::{Node, NodePath, SyntaxError, Tree, alias, parse};
use crate::text::{FilePath, LineIndex, Span};

/// A file with all that can be said of it alone.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub path: FilePath,
    pub text: Arc<str>,
    pub lines: LineIndex,
    /// As written; edits are made on it.
    pub tree: Tree,
    /// The first document with aliases and merge keys expanded; everything is read from it.
    pub root: Option<Node>,
    /// Syntax errors, those of expanding aliases among them.
    pub errors: Vec<SyntaxError>,
    pub language: Option<Language>,
    /// `None` too for a language that is read from the tree alone.
    pub descriptor: Option<Descriptor>,
    /// What does not fit the tables of the language.
    pub problems: Vec<Problem>,
}

impl SourceFile {
    pub fn new(path: FilePath, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let tree = parse::parse(&text);
        let (root, alias_errors) = alias::expand(&tree);
        let mut errors = tree.errors.clone();
        errors.extend(alias_errors);
        let language = root.as_ref().and_then(|root| Language::recognize(&path, root));
        let known = root.as_ref().zip(language);
        SourceFile {
            lines: LineIndex::new(&text),
            descriptor: known.and_then(|(root, language)| language.lower(root)),
            problems: known.map(|(root, language)| schema::walk(root, language.schema())).unwrap_or_default(),
            path,
            text,
            tree,
            errors,
            language,
            root,
        }
    }

    /// The innermost node whose key or value holds `offset`: the way there.
    pub fn path_at(&self, offset: usize) -> NodePath {
        let mut path = NodePath::root();
        let mut node = self.root.as_ref();
        while let Some(current) = node {
            let next = child_at(current, offset);
            let Some((step, child)) = next else { break };
            path = step.onto(&path);
            node = child;
        }
        path
    }

    /// The span of the node at `path`; of its key where the value is empty.
    pub fn span_of(&self, path: &NodePath) -> Option<Span> {
        let node = self.root.as_ref()?.at(path)?;
        if node.span.is_empty() { self.key_span(path).or(Some(node.span)) } else { Some(node.span) }
    }

    /// The span of the key that `path` ends with.
    pub fn key_span(&self, path: &NodePath) -> Option<Span> {
        Some(self.root.as_ref()?.entry_at(path)?.key.span)
    }
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

/// The child that holds `offset`; without a node to go on in if it is the key that holds it.
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

/// A set of files. Cloning is cheap: the files are shared.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    files: BTreeMap<FilePath, Arc<SourceFile>>,
}

impl Workspace {
    pub fn new(files: impl IntoIterator<Item = (FilePath, String)>) -> Self {
        let files = files.into_iter().map(|(path, text)| (path.clone(), Arc::new(SourceFile::new(path, text))));
        Workspace { files: files.collect() }
    }

    pub fn file(&self, path: &FilePath) -> Option<&Arc<SourceFile>> {
        self.files.get(path)
    }

    pub fn files(&self) -> impl Iterator<Item = &Arc<SourceFile>> {
        self.files.values()
    }

    /// Puts a file in, in the place of one with its path.
    pub fn insert(&mut self, file: Arc<SourceFile>) {
        self.files.insert(file.path.clone(), file);
    }

    pub fn remove(&mut self, path: &FilePath) -> Option<Arc<SourceFile>> {
        self.files.remove(path)
    }

    /// The workspace after `change`; an error, and nothing done, if the change does not fit it.
    pub fn apply(&self, change: &Change) -> Result<Workspace, EditError> {
        let mut result = self.clone();
        for (path, edit) in &change.edits {
            let text = result.edited(path, edit)?;
            result.insert(Arc::new(SourceFile::new(path.clone(), text)));
        }
        for file in &change.files {
            result.apply_file(file)?;
        }
        Ok(result)
    }

    fn edited(&self, path: &FilePath, edit: &TextEdit) -> Result<String, EditError> {
        let file = self.file(path).ok_or_else(|| EditError::Missing(path.to_string()))?;
        edit.apply(&file.text)
    }

    fn apply_file(&mut self, change: &FileChange) -> Result<(), EditError> {
        match change {
            FileChange::Create { path, text } => {
                self.vacant(path)?;
                self.insert(Arc::new(SourceFile::new(path.clone(), text.as_str())));
            }
            FileChange::Delete { path } => {
                self.remove(path).ok_or_else(|| EditError::Missing(path.to_string()))?;
            }
            FileChange::Rename { from, to } => {
                self.vacant(to)?;
                let file = self.remove(from).ok_or_else(|| EditError::Missing(from.to_string()))?;
                self.insert(Arc::new(SourceFile::new(to.clone(), Arc::clone(&file.text))));
            }
        }
        Ok(())
    }

    fn vacant(&self, path: &FilePath) -> Result<(), EditError> {
        if self.files.contains_key(path) { Err(EditError::Exists(path.to_string())) } else { Ok(()) }
    }
}
