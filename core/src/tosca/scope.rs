//! The names available in a service template: its own, and the types of its imports.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::tosca::closure::{DefinitionRef, DirectImports, Imports};
use crate::tosca::effective::{Definition, Effective, named};
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::template;
use crate::workspace::{SourceFile, Workspace};

/// The names available in a service template.
pub(super) struct Scope<'a> {
    workspace: &'a Workspace,
    own: HashMap<SymbolKind, HashMap<&'a str, Definition<'a>>>,
    /// Shared with other importers of the same files.
    imports: Arc<Imports>,
    /// Whether all imports are in the workspace.
    pub(super) is_whole: bool,
    /// The types that depend on types of this file, which other importers do not see.
    effective: RefCell<HashMap<(SymbolKind, SmolStr), Arc<Effective>>>,
}

impl<'a> Scope<'a> {
    pub(super) fn of(context: FileContext<'a>) -> Self {
        let FileContext { file, workspace, .. } = context;
        let direct = DirectImports::of(file, workspace);
        let imports = Imports::of(&direct.files, context);
        // A file with neither imports nor a topology may depend on other files of its importer.
        let is_entry = template(file).is_some_and(|template| template.is_entry);
        let is_whole = is_entry && direct.is_whole && imports.is_whole;
        let mut scope = Scope { workspace, own: HashMap::new(), imports, is_whole, effective: RefCell::default() };
        scope.add(file);
        scope
    }

    fn add(&mut self, file: &'a SourceFile) {
        let Some(root) = &file.root else { return };
        for (kind, section) in SECTIONS {
            let at = NodePath::keys(section.iter().copied());
            self.add_all(*kind, file, &at, root.at(&at));
        }
        // Operations can read the inputs of the workflow that runs them, which take precedence over those of the
        // topology (7.3.7).
        let at = NodePath::keys(["topology_template", "workflows"]);
        for (name, entry) in root.at(&at).into_iter().flat_map(named) {
            self.add_all(SymbolKind::Input, file, &at.key(name).key("inputs"), entry.value.get("inputs"));
        }
    }

    fn add_all(&mut self, kind: SymbolKind, file: &'a SourceFile, at: &NodePath, section: Option<&'a Node>) {
        for (name, entry) in section.into_iter().flat_map(named) {
            let definition = Definition { file: &file.path, path: at.key(name), name, node: &entry.value };
            self.own.entry(kind).or_default().entry(name).or_insert(definition);
        }
    }

    /// The definition of `name` in the first of `kinds` that has it. A prefix tells which import a type is from
    /// (T-3.5.8-06), but imports are not distinguished by prefix, so a prefixed name is unresolved if several files
    /// define it. The prefix of normative types always refers to them (T-5.2-6).
    pub(super) fn find(&self, kinds: &[SymbolKind], name: &str) -> Option<Definition<'a>> {
        let of = |name| kinds.iter().find_map(|kind| self.get(*kind, name));
        of(name).or_else(|| {
            let (prefix, bare) = name.rsplit_once(':')?;
            let is_clear = prefix != "tosca" && !kinds.iter().any(|kind| self.is_shared(*kind, bare));
            of(bare).filter(|_| is_clear)
        })
    }

    /// The definition with exactly this name.
    pub(super) fn get(&self, kind: SymbolKind, name: &str) -> Option<Definition<'a>> {
        if let Some(own) = self.own(kind, name) {
            return Some(own.clone());
        }
        let found = self.imports.find(kind, name).filter(|_| is_type(kind))?;
        self.definition(kind, &found.place)
    }

    fn own(&self, kind: SymbolKind, name: &str) -> Option<&Definition<'a>> {
        self.own.get(&kind)?.get(name)
    }

    fn definition(&self, kind: SymbolKind, place: &DefinitionRef) -> Option<Definition<'a>> {
        let (_, section) = SECTIONS.iter().find(|(of, _)| *of == kind)?;
        let file = self.workspace.file(&place.file)?;
        let at = NodePath::keys(section.iter().copied());
        let entry = file.root.as_ref()?.at(&at)?.entries().get(place.index)?;
        let name = entry.key.as_text()?;
        Some(Definition { file: &file.path, path: at.key(name), name, node: &entry.value })
    }

    /// Whether several files define a name, so that a prefix may select one.
    fn is_shared(&self, kind: SymbolKind, name: &str) -> bool {
        let Some(found) = self.imports.find(kind, name) else { return false };
        found.is_shared || self.own(kind, name).is_some_and(|own| *own.file != found.place.file)
    }

    /// The names of these kinds.
    pub(super) fn names(&self, kinds: &[SymbolKind]) -> Vec<SmolStr> {
        let own = kinds.iter().filter_map(|kind| self.own.get(kind)).flat_map(HashMap::keys).map(|name| (*name).into());
        own.chain(kinds.iter().flat_map(|kind| self.imports.names(*kind)).cloned()).collect()
    }

    /// The definitions of this kind, one per name.
    pub(super) fn definitions(&self, kind: SymbolKind) -> Vec<Definition<'a>> {
        let own = self.own.get(&kind);
        let mut all: HashMap<&'a str, Definition<'a>> = own.cloned().unwrap_or_default();
        for name in self.imports.names(kind) {
            if !all.contains_key(name.as_str())
                && let Some(definition) = self.get(kind, name)
            {
                all.insert(definition.name, definition);
            }
        }
        all.into_values().collect()
    }

    /// The type `name` of this kind with its inherited members.
    pub(super) fn effective(&self, kind: SymbolKind, name: &'a str) -> Arc<Effective> {
        let shared = self.imports.effective(kind, name, || self.imported().make(kind, name));
        // Types of this file take precedence over imported ones, also within a chain.
        let bare = |name: &str| name.rsplit_once(':').is_some_and(|(_, bare)| self.own(kind, bare).is_some());
        let is_own = |name: &SmolStr| self.own(kind, name).is_some() || bare(name);
        if !self.own.contains_key(&kind) || !shared.chain.iter().any(is_own) {
            return shared;
        }
        let known = self.effective.borrow().get(&(kind, name.into())).cloned();
        known.unwrap_or_else(|| {
            let made = Arc::new(self.make(kind, name));
            self.effective.borrow_mut().insert((kind, name.into()), Arc::clone(&made));
            made
        })
    }

    fn make(&self, kind: SymbolKind, name: &'a str) -> Effective {
        Effective::of(kind, name, |name| self.find(&[kind], name))
    }

    /// The same without the names of the file itself.
    fn imported(&self) -> Scope<'a> {
        let (workspace, imports, is_whole) = (self.workspace, Arc::clone(&self.imports), self.is_whole);
        Scope { workspace, own: HashMap::new(), imports, is_whole, effective: RefCell::default() }
    }
}
