//! The names available in a service template: its own, the types of its imports, and the built-in types.
//!
//! A name is looked up in the file that contains it ([`Scope::find_in`]): a type of an imported file can mention types
//! that only this file imports or gives a prefix. [`Scope::effective`] returns a type with everything it inherits, and
//! [`Scope::field`] reads a keyname of an inherited member, which every type of the chain can refine.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::inherited::MAX_CHAIN;
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, NodePath};
use crate::text::FilePath;
use crate::tosca::built_in;
use crate::tosca::closure::{
    Closure, Conflicts, DefinitionRef, DirectImports, EffectiveTypes, Imports, resolved_imports,
};
use crate::tosca::effective::{Ancestor, Declaration, Definition, DefinitionSection, Effective, Parent, named};
use crate::tosca::equivalence::{differ, is_equivalent};
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::template;
use crate::workspace::SourceFile;
use crate::workspace::built_in::is_built_in;

/// The names available in a service template. It borrows from the workspace, so make one and pass it on: rules get it
/// from their facts.
pub struct Scope<'a> {
    context: FileContext<'a>,
    own: HashMap<SymbolKind, HashMap<&'a str, Definition<'a>>>,
    direct: DirectImports,
    /// Shared with other importers of the same files.
    imports: Arc<Imports>,
    /// Whether all imports are in the workspace. If not, unresolved names of types may be defined elsewhere.
    pub is_whole: bool,
    /// The types that depend on types of this file, which other importers do not see.
    effective: RefCell<HashMap<SymbolKind, EffectiveTypes>>,
}

/// A part of a definition, with the file that contains it. Names in it must be looked up in that file.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'a> {
    pub file: &'a FilePath,
    pub node: &'a Node,
}

impl<'a> Scope<'a> {
    pub fn of(context: FileContext<'a>) -> Self {
        let FileContext { file, workspace, settings, .. } = context;
        let direct = DirectImports::of(file, workspace);
        let version = file.root.as_ref().and_then(|root| root.get("tosca_definitions_version")?.as_text());
        let built_in = built_in::files(version.unwrap_or_default(), settings.tosca_profile);
        let imports = Imports::of(&built_in, &direct.files, context);
        // A file with neither imports nor a topology may depend on other files of its importer.
        let may_be_imported = || workspace.files().any(|other| other.path != file.path && template(other).is_some());
        let is_entry = template(file).is_some_and(|template| template.is_entry) || !may_be_imported();
        let is_known = version.is_none_or(built_in::has_types_of);
        let is_whole = is_known && is_entry && direct.is_whole && imports.is_whole;
        let (own, effective) = (HashMap::new(), RefCell::default());
        let mut scope = Scope { context, own, direct, imports, is_whole, effective };
        let whole = if file.is_part { scope.source(&file.path) } else { None };
        scope.add(whole.unwrap_or(file));
        scope
    }

    fn add(&mut self, file: &'a SourceFile) {
        let Some(root) = &file.root else { return };
        for (kind, section) in SECTIONS {
            let node = root.at(&NodePath::keys(section.iter().copied()));
            self.add_all(*kind, file, DefinitionSection::Keys(section), node);
        }
        // Operations can read the inputs of the workflow that runs them, which take precedence over those of the
        // topology (7.3.7).
        let at = NodePath::keys(["topology_template", "workflows"]);
        for (name, entry) in root.at(&at).into_iter().flat_map(named) {
            let section = DefinitionSection::WorkflowInputs(name);
            self.add_all(SymbolKind::Input, file, section, entry.value.get("inputs"));
        }
    }

    fn add_all(
        &mut self,
        kind: SymbolKind,
        file: &'a SourceFile,
        section: DefinitionSection<'a>,
        node: Option<&'a Node>,
    ) {
        let entries = node.map_or(&[][..], Node::entries);
        if entries.is_empty() {
            return;
        }
        let own = self.own.entry(kind).or_default();
        own.reserve(entries.len());
        for definition in definitions(file, section, entries) {
            own.entry(definition.name).or_insert(definition);
        }
    }

    /// The file whose names these are.
    pub fn file(&self) -> &'a SourceFile {
        self.context.file
    }

    /// A file of the workspace, or a built-in one.
    pub fn source(&self, file: &FilePath) -> Option<&'a SourceFile> {
        self.context.workspace.file(file).map(|file| &**file)
    }

    /// The definition that `name` refers to in the file itself, in the first of `kinds` that has it. A name of a type
    /// can have the prefix of an import (T-3.5.8-06). Built-in types are found by all of their names (T-0-13), unless a
    /// type of the file or of an import has the name (T-0-14).
    pub fn find(&self, kinds: &[SymbolKind], name: &str) -> Option<Definition<'a>> {
        kinds.iter().find_map(|kind| self.get(*kind, name)).or_else(|| {
            let (prefix, bare) = name.split_once(':')?;
            let found = match self.direct.prefixes.get(prefix) {
                Some(files) => return self.find_prefixed(files, kinds, bare),
                // An unknown prefix is reported, so the type is what the rest says.
                None if prefix != built_in::PREFIX => kinds.iter().find_map(|kind| self.get(*kind, bare)),
                None => None,
            };
            found.filter(|found| !is_built_in(found.file))
        })
    }

    /// The type that `name` refers to in another file: in that file and its imports, then here, because a file without
    /// imports may depend on other files of its importer. A type of this file with the name of a built-in one is only meant
    /// here: it may derive from the type that is asked for.
    pub fn find_in(&self, file: &FilePath, kind: SymbolKind, name: &str) -> Option<Definition<'a>> {
        if *file == self.context.file.path {
            return self.find(&[kind], name);
        }
        if is_built_in(file) {
            let found = self.imports.find_built_in(kind, name)?;
            return self.definition(kind, &found);
        }
        let closure = Closure::of(file, self.context);
        if let Some(found) = closure.find(kind, name) {
            return self.definition(kind, &found);
        }
        let prefixed = || {
            let (prefix, bare) = name.split_once(':')?;
            let files = closure.files.first()?.imports.prefixes.get(prefix)?;
            self.find_prefixed(files, &[kind], bare)
        };
        let found = || match self.imports.find_built_in(kind, name) {
            Some(_) => self.definition(kind, &self.imports.find(kind, name)?),
            None => self.find(&[kind], name),
        };
        prefixed().or_else(found)
    }

    /// The type in one of the files imported under a prefix.
    fn find_prefixed(&self, files: &[FilePath], kinds: &[SymbolKind], name: &str) -> Option<Definition<'a>> {
        files.iter().rev().find_map(|file| {
            let closure = Closure::of(file, self.context);
            kinds.iter().find_map(|kind| self.definition(*kind, &closure.find(*kind, name)?))
        })
    }

    /// The definition with exactly this name, for built-in types one of their names.
    pub fn get(&self, kind: SymbolKind, name: &str) -> Option<Definition<'a>> {
        if let Some(own) = self.own(kind, name) {
            return Some(*own);
        }
        let found = is_type(kind).then(|| self.imports.find(kind, name))?;
        self.definition(kind, &found?)
    }

    fn own(&self, kind: SymbolKind, name: &str) -> Option<&Definition<'a>> {
        self.own.get(&kind)?.get(name)
    }

    fn definition(&self, kind: SymbolKind, place: &DefinitionRef) -> Option<Definition<'a>> {
        let (_, keys) = SECTIONS.iter().find(|(of, _)| *of == kind)?;
        let file = self.context.workspace.file(&place.file)?;
        let mut section = file.root.as_deref()?;
        for key in *keys {
            section = section.get(key)?;
        }
        let entry = section.entries().get(place.index)?;
        let (section, index) = (DefinitionSection::Keys(keys), place.index);
        Some(Definition { file: &file.path, section, index, name: entry.key.as_text()?, node: &entry.value })
    }

    /// Whether any imported type states a version.
    pub fn has_versions(&self) -> bool {
        self.imports.has_versions
    }

    /// The definitions of a type in imported files, in the order of precedence, without built-in ones.
    pub fn imported(&self, kind: SymbolKind, name: &str) -> Vec<Definition<'a>> {
        let found = self.imports.find_all(kind, name);
        found.iter().filter_map(|found| self.definition(kind, found)).collect()
    }

    /// The built-in type with this name, even if another type hides it.
    pub fn built_in(&self, kind: SymbolKind, name: &str) -> Option<Definition<'a>> {
        self.definition(kind, &self.imports.find_built_in(kind, name)?)
    }

    /// All built-in definitions of a type, which can differ between versions.
    pub fn built_in_all(&self, kind: SymbolKind, name: &str) -> Vec<Definition<'a>> {
        let found = self.imports.find_all_built_in(kind, name);
        found.iter().filter_map(|found| self.definition(kind, found)).collect()
    }

    /// Whether a definition writes a built-in type of the same name out.
    pub fn is_copy_of_built_in(&self, kind: SymbolKind, definition: Definition<'_>) -> bool {
        let built_in = self.built_in_all(kind, definition.name);
        built_in.iter().any(|built_in| is_equivalent(built_in.node, definition.node))
    }

    /// The normative types of this kind, in the order of the specification. Types of this file that hide them do not
    /// matter.
    pub fn normative(&self, kind: SymbolKind) -> Vec<Definition<'a>> {
        let mut found: Vec<Definition<'a>> = Vec::new();
        for place in self.imports.all_built_in(kind) {
            let current = self.definition(kind, &place).and_then(|definition| self.built_in(kind, definition.name));
            let Some(current) = current.filter(|current| !built_in::is_example(current.file)) else { continue };
            if !found.iter().any(|known| known.name == current.name) {
                found.push(current);
            }
        }
        found
    }

    /// The types that the file defines, in the order of the sections.
    pub fn own_types(&self) -> Vec<(SymbolKind, Definition<'a>)> {
        let file = self.context.file;
        let Some(root) = &file.root else { return Vec::new() };
        let mut found = Vec::new();
        for (kind, section) in SECTIONS.iter().filter(|(kind, _)| is_type(*kind)) {
            let entries = root.at(&NodePath::keys(section.iter().copied())).map_or(&[][..], Node::entries);
            let own = definitions(file, DefinitionSection::Keys(section), entries);
            found.extend(own.map(|definition| (*kind, definition)));
        }
        found
    }

    /// The imported definitions of a type whose names need no prefix, in the order of precedence.
    pub fn imported_unprefixed(&self, kind: SymbolKind, name: &str) -> Vec<Definition<'a>> {
        let found = self.imported(kind, name).into_iter();
        found.filter(|definition| self.only_prefix(definition.file).is_none()).collect()
    }

    /// The prefix that types of an imported file need; `None` if one of its imports has no prefix.
    pub fn only_prefix(&self, file: &FilePath) -> Option<&str> {
        if self.direct.prefixes.is_empty() {
            return None;
        }
        let reaches = |path: &FilePath| self.imports_of(path).any(|other| other == file) || path == file;
        let prefixed = |path: &FilePath| self.direct.prefixes.iter().find(|(_, files)| files.contains(path));
        let mut importers = self.direct.files.iter().filter(|path| reaches(path)).peekable();
        let first = importers.peek().and_then(|path| prefixed(path));
        importers.all(|path| prefixed(path).is_some()).then(|| first.map(|(prefix, _)| prefix.as_str())).flatten()
    }

    /// The name of a type of another file with its prefix, if it needs one.
    pub fn prefixed(&self, of: &Definition<'_>) -> Option<SmolStr> {
        let prefix = self.only_prefix(of.file).filter(|_| *of.file != self.file().path)?;
        Some(format!("{prefix}:{}", of.name).into())
    }

    /// The files that an imported file imports, directly or indirectly.
    pub fn imports_of(&self, file: &FilePath) -> impl Iterator<Item = &'a FilePath> + use<'a> {
        let closure = Closure::of(file, self.context);
        let files: Vec<_> = closure.files.iter().skip(1).map(|exported| exported.file.clone()).collect();
        let workspace = self.context.workspace;
        files.into_iter().filter_map(move |path| workspace.file(&path).map(|file| &file.path))
    }

    /// Types that two imports without prefixes define in different ways: the path of the second import in the file, and
    /// both definitions.
    pub fn conflicts(&self) -> Vec<(NodePath, Definition<'a>, Definition<'a>)> {
        let unprefixed: Vec<FilePath> =
            self.direct.files.iter().filter(|path| self.only_prefix(path).is_none()).cloned().collect();
        let found = Conflicts::of(&unprefixed, self.context);
        let import_of = |file: &FilePath| {
            let is_meant = |path: &FilePath| path == file || self.imports_of(path).any(|other| other == file);
            let mut imports = resolved_imports(self.context.file, self.context.workspace).into_iter();
            imports.find_map(|(import, path)| path.filter(is_meant).and(import.file).map(|(at, _)| at))
        };
        let both = found.0.iter().filter_map(|(kind, first, second)| {
            let (first, second) = (self.definition(*kind, first)?, self.definition(*kind, second)?);
            differ(&first, &second).then_some(())?;
            Some((import_of(second.file)?, first, second))
        });
        both.collect()
    }

    /// Whether the file imports others under this prefix.
    pub fn has_prefix(&self, prefix: &str) -> bool {
        prefix == built_in::PREFIX || self.direct.prefixes.contains_key(prefix)
    }

    /// The files that are imported directly or indirectly.
    pub fn imported_files(&self) -> impl Iterator<Item = &FilePath> {
        self.imports.imported_files().map(|file| &file.file)
    }

    /// The names of these kinds.
    pub fn names(&self, kinds: &[SymbolKind]) -> Vec<SmolStr> {
        let own = kinds.iter().filter_map(|kind| self.own.get(kind)).flat_map(HashMap::keys).map(|name| (*name).into());
        own.chain(kinds.iter().flat_map(|kind| self.imports.names(*kind)).cloned()).collect()
    }

    /// The definitions of this kind, one per name.
    pub fn definitions(&self, kind: SymbolKind) -> Vec<Definition<'a>> {
        let own = self.own.get(&kind);
        let mut all: HashMap<&'a str, Definition<'a>> = own.cloned().unwrap_or_default();
        for name in self.imports.names(kind) {
            if !all.contains_key(name.as_str())
                && let Some(definition) = self.get(kind, name)
            {
                all.entry(definition.name).or_insert(definition);
            }
        }
        all.into_values().collect()
    }

    /// The type that `name` refers to in the file itself, with its inherited members.
    pub fn effective(&self, kind: SymbolKind, name: &str) -> Arc<Effective> {
        match self.find(&[kind], name) {
            Some(definition) => self.effective_of(kind, definition),
            None => Arc::new(Effective::unresolved(kind, name)),
        }
    }

    /// The type that `name` refers to in another file.
    pub fn effective_in(&self, file: &FilePath, kind: SymbolKind, name: &str) -> Arc<Effective> {
        match self.find_in(file, kind, name) {
            Some(definition) => self.effective_of(kind, definition),
            None => Arc::new(Effective::unresolved(kind, name)),
        }
    }

    /// The type of a definition with its inherited members. It is computed once per definition; types of imported files
    /// once for all importers.
    pub fn effective_of(&self, kind: SymbolKind, definition: Definition<'a>) -> Arc<Effective> {
        self.known(kind, &definition).unwrap_or_else(|| {
            self.combine(kind, definition, &|of| self.known(kind, of), &|of, made| {
                let mut all = self.effective.borrow_mut();
                let of_file = all.entry(kind).or_default().entry(of.file.clone()).or_default();
                of_file.insert(of.name.into(), Arc::clone(made));
            })
        })
    }

    /// The effective type that is shared by all importers, or that is known already for this file. `None` if it has to be
    /// combined for this file, on whose types an imported one may depend; that must not ask for another one, since the
    /// types can be a cycle across files.
    fn known(&self, kind: SymbolKind, definition: &Definition<'a>) -> Option<Arc<Effective>> {
        if !self.is_own(definition) {
            let imports = &self.imports;
            let shared = imports.effective(kind, definition).unwrap_or_else(|| {
                let known = |of: &Definition<'a>| imports.effective(kind, of);
                self.without_own()
                    .combine(kind, *definition, &known, &|of, made| imports.keep_effective(kind, of, made))
            });
            if shared.is_whole || shared.base.as_ref().is_none_or(|base| self.find(&[kind], base).is_none()) {
                return Some(shared);
            }
        }
        self.own_effective(kind, definition)
    }

    fn is_own(&self, definition: &Definition<'_>) -> bool {
        *definition.file == self.context.file.path
    }

    /// A type that depends on types of this file, if it is known already.
    fn own_effective(&self, kind: SymbolKind, of: &Definition<'_>) -> Option<Arc<Effective>> {
        self.effective.borrow().get(&kind)?.get(of.file)?.get(of.name).cloned()
    }

    /// Combines a type with its ancestors. `known` returns the effective types that are known already; `keep` receives
    /// the others, unless their chain is a cycle or too long.
    fn combine(
        &self,
        kind: SymbolKind,
        first: Definition<'a>,
        known: &dyn Fn(&Definition<'a>) -> Option<Arc<Effective>>,
        keep: &dyn Fn(&Definition<'a>, &Arc<Effective>),
    ) -> Arc<Effective> {
        let mut chain = vec![first];
        let mut end = self.parent(kind, &mut chain, known);
        let is_cut = match &end {
            Parent::Known(parent) => {
                chain.iter().any(|of| parent.contains(of)) || parent.depth() + chain.len() > MAX_CHAIN
            }
            Parent::Cyclic => true,
            Parent::None | Parent::Missing(_) => false,
        };
        // Each type of a cycle has a chain of its own, which starts with the type.
        if is_cut {
            chain.truncate(1);
            end = self.parent(kind, &mut chain, &|_| None);
        }
        let mut parent = end;
        let mut made = Arc::default();
        for (index, definition) in chain.iter().enumerate().rev() {
            made = Arc::new(Effective::of(kind, *definition, parent));
            if !is_cut || index == 0 {
                keep(definition, &made);
            }
            parent = Parent::Known(Arc::clone(&made));
        }
        made
    }

    /// Extends a chain by ancestors up to the first that is known, whose effective type is returned, or to its end.
    fn parent(
        &self,
        kind: SymbolKind,
        chain: &mut Vec<Definition<'a>>,
        known: &dyn Fn(&Definition<'a>) -> Option<Arc<Effective>>,
    ) -> Parent<'a> {
        while let Some(last) = chain.last() {
            let Some(name) = last.parent() else { break };
            let Some(found) = self.find_in(last.file, kind, name) else { return Parent::Missing(name) };
            if chain.iter().any(|of| of.is_same(&found)) {
                return Parent::Cyclic;
            }
            if let Some(known) = known(&found) {
                return Parent::Known(known);
            }
            if chain.len() >= MAX_CHAIN {
                return Parent::Cyclic;
            }
            chain.push(found);
        }
        Parent::None
    }

    /// The same without the names of the file itself.
    fn without_own(&self) -> Scope<'a> {
        let DirectImports { files, prefixes, is_whole } = &self.direct;
        let direct = DirectImports { files: files.clone(), prefixes: prefixes.clone(), is_whole: *is_whole };
        let (own, imports) = (HashMap::new(), Arc::clone(&self.imports));
        Scope { context: self.context, own, direct, imports, is_whole: self.is_whole, effective: RefCell::default() }
    }

    /// The definition of a type.
    pub fn defined(&self, of: &Ancestor) -> Option<Declared<'a>> {
        let file = self.context.workspace.file(&of.file)?;
        let mut section = file.root.as_deref()?;
        for key in of.section {
            section = section.get(key)?;
        }
        // Sections can have thousands of entries.
        let usual = section.entries().get(of.index).filter(|entry| entry.key.as_text() == Some(&of.name));
        let node = usual.map(|entry| &entry.value).or_else(|| section.get(&of.name))?;
        Some(Declared { file: &file.path, node })
    }

    /// The definition of a member in one type.
    pub fn declared(&self, of: Declaration<'_>) -> Option<Declared<'a>> {
        let Declared { file, node } = self.defined(of.of)?;
        Some(Declared { file, node: of.node(node)? })
    }

    /// The declarations of a member along the chain of a type, the nearest first.
    pub fn declarations(&self, of: &Effective, section: &str, name: &str) -> Vec<Declared<'a>> {
        of.declarations(section, name).into_iter().filter_map(|of| self.declared(of)).collect()
    }

    /// The value of a keyname of a member: that of the nearest declaration that states it. Short notations of
    /// capability and requirement definitions state the type.
    pub fn field(&self, of: &Effective, section: &str, name: &str, key: &str) -> Option<Declared<'a>> {
        let declarations = of.declarations(section, name).into_iter();
        declarations.filter_map(|of| self.declared(of)).find_map(|declared| {
            let is_short = matches!((section, key), ("capabilities", "type") | ("requirements", "capability"));
            let node = match declared.node.as_text() {
                Some(_) if is_short && !declared.node.is_null() => declared.node,
                _ => declared.node.get(key)?,
            };
            Some(Declared { file: declared.file, node })
        })
    }

    /// The value of a keyname of the type itself, or of its nearest ancestor that states it, such as
    /// `valid_target_types`. Not for `version`, `metadata` and `description`, which are not inherited.
    pub fn type_field(&self, of: &Effective, key: &str) -> Option<Declared<'a>> {
        of.chain()
            .filter_map(|ancestor| self.defined(ancestor))
            .find_map(|declared| Some(Declared { file: declared.file, node: declared.node.get(key)? }))
    }

    /// The type that a member has: the data type of a property, the capability type of a capability, and so on.
    pub fn member_type(&self, of: &Effective, section: &str, name: &str) -> Option<Arc<Effective>> {
        let (kind, key) = match section {
            "properties" | "attributes" | "inputs" => (SymbolKind::DataType, "type"),
            "capabilities" => (SymbolKind::CapabilityType, "type"),
            "requirements" => (SymbolKind::CapabilityType, "capability"),
            "interfaces" => (SymbolKind::InterfaceType, "type"),
            "artifacts" => (SymbolKind::ArtifactType, "type"),
            _ => return None,
        };
        let stated = self.field(of, section, name, key)?;
        Some(self.effective_in(stated.file, kind, stated.node.as_text()?))
    }

    /// Whether a type is the one that `wanted` refers to in `file`, or derives from it. `None` if that depends on
    /// a type that is not available.
    pub fn fits(&self, of: &Effective, file: &FilePath, kind: SymbolKind, wanted: &str) -> Option<bool> {
        let found = self.find_in(file, kind, wanted);
        let name = found.as_ref().map_or(wanted, |found| found.name);
        match of.derives_from(name) {
            true => Some(true),
            false if !of.is_whole || found.is_none() && !built_in::is_primitive(kind, wanted) => None,
            false => Some(false),
        }
    }
}

/// The definitions in a section of a file.
fn definitions<'a>(
    file: &'a SourceFile,
    section: DefinitionSection<'a>,
    entries: &'a [Entry],
) -> impl Iterator<Item = Definition<'a>> {
    entries.iter().enumerate().filter_map(move |(index, entry)| {
        Some(Definition { file: &file.path, section, index, name: entry.key.as_text()?, node: &entry.value })
    })
}
