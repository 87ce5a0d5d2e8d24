//! A member of a type that is moved along the hierarchy: its place in the text, the same place in another type, and the names
//! that another file needs for it.

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{is_bare, put, refused};
use crate::sorted_map::SortedMap;
use crate::symbol::{SymbolKind, Target};
use crate::syntax::patch::Draft;
use crate::syntax::patch::piece::Piece;
use crate::syntax::{Node, NodePath, Step, plain};
use crate::text::FilePath;
use crate::tosca::command::boundary::{paste, paste_item};
use crate::tosca::command::meaning::{Fact, Place};
use crate::tosca::command::types::{import, libraries};
use crate::tosca::effective::{Definition, OF_INTERFACE_TYPE, members};
use crate::tosca::inherited::type_at;
use crate::tosca::interfaces::is_operation;
use crate::tosca::mentions::mentions;
use crate::tosca::model::is_type;
use crate::tosca::scope::Scope;
use crate::workspace::built_in::is_built_in;

/// The sections whose members are moved.
const SECTIONS: [&str; 6] = ["properties", "attributes", "capabilities", "requirements", "interfaces", "artifacts"];

/// The sections whose entries refine the inherited ones of the same name, at any depth of a member.
const REFINED: [&str; 4] = ["properties", "attributes", "inputs", "operations"];

/// A member of a type of the file.
pub(super) struct Member<'a> {
    pub(super) context: FileContext<'a>,
    pub(super) kind: SymbolKind,
    /// The path of the type.
    pub(super) of: NodePath,
    /// The name of the type.
    pub(super) type_name: SmolStr,
    pub(super) path: NodePath,
    pub(super) node: &'a Node,
    pub(super) section: &'static str,
    /// The name of the member; for an operation of an interface, that of the interface.
    pub(super) name: SmolStr,
    /// The steps from the type to the member, without positions in lists.
    steps: Vec<SmolStr>,
}

/// The section, the name, and the steps from its type of the member at a path of a type, if it is one that can be moved.
fn parts(kind: SymbolKind, steps: &[Step]) -> Option<(&'static str, SmolStr, Vec<SmolStr>)> {
    let keys: Vec<SmolStr> =
        steps.iter().filter_map(|step| if let Step::Key(key) = step { Some(key.clone()) } else { None }).collect();
    let is_item = |at: usize| matches!(steps.get(at), Some(Step::Index(_)));
    if kind == SymbolKind::InterfaceType {
        return match keys.as_slice() {
            [operations, name] if operations == "operations" => Some(("operations", name.clone(), keys.clone())),
            [name] if !OF_INTERFACE_TYPE.contains(&name.as_str()) => Some(("operations", name.clone(), keys.clone())),
            _ => None,
        };
    }
    let section = *SECTIONS.iter().find(|section| keys.first().is_some_and(|first| first == *section))?;
    let name = keys.get(1)?.clone();
    let is_listed = section == "requirements" && is_item(1);
    let is_whole = match (section, keys.get(2..)?) {
        (_, []) => steps.len() == if is_listed { 3 } else { 2 },
        ("interfaces", [operation]) => steps.len() == 3 && is_operation(operation),
        ("interfaces", [below, _]) => steps.len() == 4 && below == "operations",
        _ => false,
    };
    is_whole.then_some((section, name, keys))
}

/// Whether a path is that of a member that can be moved.
pub(super) fn is_member(path: &NodePath) -> bool {
    let of: NodePath = path.steps().iter().take(2).cloned().collect();
    type_at(&of).is_some_and(|(kind, _)| path.steps().get(2..).is_some_and(|steps| parts(kind, steps).is_some()))
}

/// The members of the type at a path that can be moved, in text order, each with its name; operations with that of their
/// interface, too.
pub(super) fn movable(root: &Node, of: &NodePath) -> Vec<(String, NodePath)> {
    let Some((kind, _)) = type_at(of) else { return Vec::new() };
    let mut found = Vec::new();
    let sections: &[&str] = if kind == SymbolKind::InterfaceType { &["", "operations"] } else { &SECTIONS };
    for section in sections {
        let at = if section.is_empty() { of.clone() } else { of.key(section) };
        for (name, path) in members(root.at(&at), &at) {
            if !is_member(&path) {
                continue;
            }
            found.push((name.to_owned(), path.clone()));
            if *section == "interfaces" {
                let below = [path.clone(), path.key("operations")];
                let operations = below.iter().flat_map(|at| members(root.at(at), at));
                let operations = operations.filter(|(_, path)| is_member(path));
                found.extend(operations.map(|(operation, path)| (format!("{name}.{operation}"), path)));
            }
        }
    }
    found
}

impl<'a> Member<'a> {
    pub(super) fn of(context: FileContext<'a>, path: &NodePath) -> Result<Self, EditError> {
        let of: NodePath = path.steps().iter().take(2).cloned().collect();
        let no_member = || refused("only a member of a type can be moved to another type");
        let (kind, type_name) = type_at(&of).ok_or_else(no_member)?;
        let (section, name, steps) = parts(kind, path.steps().get(2..).unwrap_or_default()).ok_or_else(no_member)?;
        let node = context.file.root.as_ref().and_then(|root| root.at(path));
        let node = node.ok_or_else(|| EditError::Missing(path.to_string()))?;
        if is_built_in(&context.file.path) {
            return Err(refused(format!("`{type_name}` is built in and cannot be changed")));
        }
        Ok(Member { context, kind, of, type_name, path: path.clone(), node, section, name, steps })
    }

    /// Its own name: that of an operation, not of the interface.
    pub(super) fn own_name(&self) -> &str {
        self.steps.last().map_or("", SmolStr::as_str)
    }

    /// Whether it is one operation of an interface of its type.
    pub(super) fn is_operation_of_interface(&self) -> bool {
        self.section == "interfaces" && self.steps.len() > 2
    }

    /// The member, for comparing meanings.
    pub(super) fn fact(&self) -> Fact {
        let keys = if self.is_operation_of_interface() { vec![self.own_name().into()] } else { Vec::new() };
        Fact { section: self.section, name: self.name.clone(), keys }
    }

    /// The type, in its file.
    pub(super) fn place(&self) -> Place {
        (self.context.file.path.clone(), self.of.clone())
    }

    /// The definition of its type; an error if another type hides it.
    pub(super) fn definition(&self, scope: &Scope<'a>) -> Result<Definition<'a>, EditError> {
        let own = scope.find(&[self.kind], &self.type_name);
        let own = own.filter(|found| *found.file == self.context.file.path && found.path() == self.of);
        own.ok_or_else(|| refused(format!("another type hides `{}`", self.type_name)))
    }

    /// The path of the member with this name in another type, which defines it in either notation.
    pub(super) fn in_type(&self, root: Option<&Node>, of: &NodePath) -> Option<NodePath> {
        let root = root?;
        if self.section == "requirements" {
            let section = of.key(self.section);
            let all = members(root.at(&section), &section).into_iter();
            return all.filter(|(name, _)| *name == self.name).map(|(_, path)| path).next_back();
        }
        let operation = match (self.section, self.steps.as_slice()) {
            ("operations", [.., name]) => Some((of.clone(), name)),
            ("interfaces", [section, interface, .., name]) if self.is_operation_of_interface() => {
                Some((of.key(section).key(interface), name))
            }
            _ => None,
        };
        let places = match operation {
            Some((at, name)) => vec![at.key(name), at.key("operations").key(name)],
            None => vec![self.new_path(of)],
        };
        places.into_iter().find(|path| root.at(path).is_some())
    }

    /// The path that the member gets in another type that does not have it; not for requirements.
    fn new_path(&self, of: &NodePath) -> NodePath {
        self.steps.iter().fold(of.clone(), |at, step| at.key(step))
    }

    /// Refuses a move to another folder of a member that names files.
    pub(super) fn check_files(&self, home: FileContext<'_>) -> Result<(), EditError> {
        let (own, other) = (&self.context.file.path, &home.file.path);
        let named = self.context.workspace.named_files(self.context.file);
        if own.folder() != other.folder() && named.iter().any(|(at, ..)| at.starts_with(&self.path)) {
            let name = self.own_name();
            return Err(refused(format!("`{name}` names a file relative to `{own}`; `{other}` is in another folder")));
        }
        Ok(())
    }

    /// The names of types below a path, as the other file has to write them, and the files that it has to import for them.
    fn names(&self, home: FileContext<'_>, at: &NodePath) -> Result<Names, EditError> {
        let mut names = Names::default();
        if home.file.path == self.context.file.path {
            return Ok(names);
        }
        let there = Scope::of(home);
        for mention in mentions(self.context) {
            if !mention.path.starts_with(at) || !is_type(mention.kind) {
                continue;
            }
            let Target::Found { file, path } = &mention.target else { continue };
            let is_it = |found: &Definition<'_>| found.file == file && found.path() == *path;
            if there.find(&[mention.kind], &mention.name).as_ref().is_some_and(is_it) {
                continue;
            }
            let unknown = || refused(format!("`{}` cannot refer to `{}` of `{file}`", home.file.path, mention.name));
            let name = match there.definitions(mention.kind).iter().find(|known| is_it(known)) {
                Some(known) => there.prefixed(known).unwrap_or_else(|| known.name.into()),
                None => {
                    let name = path.last_key().unwrap_or_default();
                    let is_free = there.find(&[mention.kind], name).is_none();
                    if !is_free || !libraries(home, &there).any(|library| library == file) {
                        return Err(unknown());
                    }
                    if !names.imports.contains(file) {
                        names.imports.push(file.clone());
                    }
                    name.into()
                }
            };
            let written = self.context.file.root.as_ref().and_then(|root| root.at(&mention.path)?.as_text());
            if written == Some(name.as_str()) {
                continue;
            }
            if written != Some(mention.name.as_str()) {
                return Err(unknown());
            }
            let steps = mention.path.steps().get(at.steps().len()..).unwrap_or_default();
            names.other.push((steps.to_vec(), name));
        }
        Ok(names)
    }

    /// Adds the member, as written, to another type that does not have it.
    pub(super) fn copy_to(&self, drafts: &mut Drafts, home: FileContext<'a>, of: &NodePath) -> Result<(), EditError> {
        self.check_files(home)?;
        let names = self.names(home, &self.path)?;
        let piece: Piece = drafts.of(self.context).copy(&self.path)?;
        let draft = drafts.of(home);
        let mut at = match self.section {
            "operations" => of.clone(),
            section => of.key(section),
        };
        let path = if self.section == "requirements" {
            open_section(home, draft, &at)?;
            let there = draft.tree().root().and_then(|root| root.at(&at));
            match there.is_some_and(|there| !there.entries().is_empty()) {
                true => {
                    paste(draft, &at, &piece)?;
                    at.key(&self.name)
                }
                false => {
                    let index = there.map_or(0, |there| there.items().len());
                    paste_item(draft, &at, &piece)?;
                    at.index(index).key(&self.name)
                }
            }
        } else {
            let path = self.new_path(of);
            if self.section != "operations" {
                open_section(home, draft, &at)?;
            }
            at = path.parent().unwrap_or_default();
            paste(draft, &at, &piece)?;
            path
        };
        names.write(home, draft, &path)
    }

    /// Copies the type of its interface to another type, in which nothing else says it.
    pub(super) fn copy_interface_type(
        &self,
        drafts: &mut Drafts,
        home: FileContext<'a>,
        of: &NodePath,
    ) -> Result<(), EditError> {
        let [section, interface, ..] = self.steps.as_slice() else { return Ok(()) };
        let own = self.of.key(section).key(interface).key("type");
        let other = of.key(section).key(interface).key("type");
        let draft = drafts.of(home);
        let has = |draft: &Draft, path: &NodePath| draft.tree().root().is_some_and(|root| root.at(path).is_some());
        let named = self.context.file.root.as_ref().and_then(|root| root.at(&own));
        let Some(named) = named.filter(|_| !has(draft, &other)) else { return Ok(()) };
        let names = self.names(home, &own)?;
        put(home.file, draft, &other, &plain::as_written(named))?;
        names.write(home, draft, &other)
    }

    /// Moves it, as written, to another type that does not have it.
    pub(super) fn move_to(&self, drafts: &mut Drafts, home: FileContext<'a>, of: &NodePath) -> Result<(), EditError> {
        match self.item() {
            // A comment above an item of a list moves only within its file.
            Some(item) if home.file.path == self.context.file.path => self.move_item(drafts, &item, of),
            _ => {
                self.copy_to(drafts, home, of)?;
                self.remove(drafts)
            }
        }
    }

    /// The path of the item of a list that it is.
    fn item(&self) -> Option<NodePath> {
        self.path.parent().filter(|item| matches!(item.split_last(), Some((_, Step::Index(_)))))
    }

    fn move_item(&self, drafts: &mut Drafts, item: &NodePath, of: &NodePath) -> Result<(), EditError> {
        const STAND_IN: &str = "descriptorium-first-item";
        let list = of.key(self.section);
        let there = drafts.of(self.context).tree().root().and_then(|root| root.at(&list));
        if there.is_some_and(|there| !there.entries().is_empty()) {
            self.copy_to(drafts, self.context, of)?;
            return self.remove(drafts);
        }
        let is_empty = there.is_none_or(|there| there.items().is_empty());
        let draft = drafts.of(self.context);
        open_section(self.context, draft, &list)?;
        if is_empty {
            draft.set(&list, &vec![Value::from(STAND_IN)].into())?;
        }
        draft.move_item(item, &list, usize::MAX)?;
        if is_empty {
            draft.remove(&list.index(0))?;
        }
        prune_empty(draft, item.parent().unwrap_or_default(), self.of.steps().len())
    }

    /// Removes it from its type, with the collections that become empty.
    pub(super) fn remove(&self, drafts: &mut Drafts) -> Result<(), EditError> {
        let path = self.item().unwrap_or_else(|| self.path.clone());
        prune(drafts.of(self.context), &path, self.of.steps().len())
    }

    /// Writes what the member states into its definition at `to` in another type. Of what both state, that one keeps its own, or
    /// with `replaces` gets the other.
    pub(super) fn merge(
        &self,
        drafts: &mut Drafts,
        (home, to): (FileContext<'a>, &NodePath),
        replaces: bool,
    ) -> Result<(), EditError> {
        self.check_files(home)?;
        let names = self.names(home, &self.path)?;
        if !names.other.is_empty() {
            let (name, file) = (self.own_name(), &home.file.path);
            return Err(refused(format!("`{file}` names the types of `{name}` in another way; move it in the text")));
        }
        names.write(home, drafts.of(home), to)?;
        // Short notations give one keyname.
        let short = match (self.section, self.steps.len()) {
            ("capabilities", _) => Some("type"),
            ("requirements", _) => Some("capability"),
            ("artifacts", _) => Some("file"),
            ("operations", _) | ("interfaces", 3..) => Some("implementation"),
            ("properties" | "attributes", _) => Some("default"),
            _ => None,
        };
        let own = plain::as_written(self.node);
        let draft = drafts.of(home);
        let there = draft.tree().root().and_then(|root| root.at(to));
        let now = there.filter(|there| is_short(there)).map(plain::as_written);
        if let (Some(short), Some(now)) = (short, now) {
            return match is_short(self.node) {
                true if replaces => draft.replace(to, &own),
                true => Ok(()),
                false => {
                    draft.replace(to, &Value::Mapping(Mapping::from_iter([(Value::from(short), now)])))?;
                    self.merge_entries(drafts, (&self.path, self.node), (home, to), replaces)
                }
            };
        }
        if let Some(short) = short.filter(|_| is_short(self.node)) {
            let at = to.key(short);
            let is_there = draft.tree().root().is_some_and(|root| root.at(&at).is_some());
            return if is_there && !replaces { Ok(()) } else { put(home.file, draft, &at, &own) };
        }
        self.merge_entries(drafts, (&self.path, self.node), (home, to), replaces)
    }

    fn merge_entries(
        &self,
        drafts: &mut Drafts,
        (from, node): (&NodePath, &Node),
        (home, to): (FileContext<'a>, &NodePath),
        replaces: bool,
    ) -> Result<(), EditError> {
        for entry in node.entries() {
            let Some(key) = entry.key.as_text() else { continue };
            let (below, at) = (from.key(key), to.key(key));
            let there = drafts.of(home).tree().root().and_then(|root| root.at(&at));
            let (is_there, is_mapping) = (there.is_some(), there.is_some_and(|there| there.as_mapping().is_some()));
            let is_named = |path: &NodePath| path.last_key().is_some_and(|key| REFINED.contains(&key));
            let is_whole_interface = self.section == "interfaces" && self.steps.len() == 2 && *from == self.path;
            let is_refined = is_named(&below) || is_named(from) || is_whole_interface && is_operation(key);
            if !is_there {
                let piece = drafts.of(self.context).copy(&below)?;
                paste(drafts.of(home), to, &piece)?;
            } else if is_refined && is_mapping && entry.value.as_mapping().is_some() {
                self.merge_entries(drafts, (&below, &entry.value), (home, &at), replaces)?;
            } else if replaces {
                put(home.file, drafts.of(home), &at, &plain::as_written(&entry.value))?;
            }
        }
        Ok(())
    }
}

/// Whether a definition is in its short notation.
fn is_short(node: &Node) -> bool {
    node.as_text().is_some() && !node.is_null()
}

/// The changes that the names of types need in another file.
#[derive(Default)]
struct Names {
    /// The names that it writes differently, by the steps to them.
    other: Vec<(Vec<Step>, SmolStr)>,
    imports: Vec<FilePath>,
}

impl Names {
    /// Writes the names below a path, and the imports.
    fn write(&self, home: FileContext<'_>, draft: &mut Draft, at: &NodePath) -> Result<(), EditError> {
        for (steps, name) in &self.other {
            let path: NodePath = at.steps().iter().chain(steps).cloned().collect();
            draft.replace(&path, &name.as_str().into())?;
        }
        self.imports.iter().try_for_each(|file| import(home, draft, file))
    }
}

/// The texts that a gesture edits, by file.
#[derive(Default)]
pub(super) struct Drafts {
    all: SortedMap<FilePath, Draft>,
}

impl Drafts {
    /// The text of a file.
    pub(super) fn of(&mut self, context: FileContext<'_>) -> &mut Draft {
        self.all.entry(context.file.path.clone()).or_insert_with(|| context.file.draft())
    }

    /// The edits as one change.
    pub(super) fn finish(self, title: String) -> Change {
        let mut change = Change { title, ..Change::default() };
        for (path, draft) in self.all {
            let edit = draft.finish();
            if !edit.is_empty() {
                change.edits.insert(path, edit);
            }
        }
        change
    }
}

/// Creates a section in schema order, if it is missing.
pub(super) fn open_section(context: FileContext<'_>, draft: &mut Draft, at: &NodePath) -> Result<(), EditError> {
    match draft.tree().root().and_then(|root| root.at(at)) {
        Some(_) => Ok(()),
        None => put(context.file, draft, at, &Value::Null),
    }
}

/// Removes an entry, and the collections around it that become empty and have no comments, down to a path of `depth` steps.
pub(super) fn prune(draft: &mut Draft, path: &NodePath, depth: usize) -> Result<(), EditError> {
    draft.remove(path)?;
    prune_empty(draft, path.parent().unwrap_or_default(), depth)
}

fn prune_empty(draft: &mut Draft, mut at: NodePath, depth: usize) -> Result<(), EditError> {
    while at.steps().len() > depth && is_bare(draft, &at)? {
        draft.remove(&at)?;
        at = at.parent().unwrap_or_default();
    }
    Ok(())
}
