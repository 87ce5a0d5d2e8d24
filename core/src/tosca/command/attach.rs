//! Files for nodes and operations: an artifact with the type of its extension (3.5.7), or the implementation of an
//! operation (3.5.14).

use std::sync::Arc;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{put, refused};
use crate::naming::free_name;
use crate::symbol::SymbolKind;
use crate::syntax::patch::Draft;
use crate::syntax::{Kind, Node, NodePath, Step};
use crate::text::FilePath;
use crate::topology::{Action, ActionEdit};
use crate::tosca::command::types::shortest_name;
use crate::tosca::copies;
use crate::tosca::effective::{Effective, named};
use crate::tosca::extensions::{Extensions, FileType};
use crate::tosca::files::{ENTITIES, NOT_OPERATIONS, located};
use crate::tosca::interfaces;
use crate::tosca::model::TEMPLATES;
use crate::tosca::scope::Scope;

/// The folders of the first files, if the service template names none of the same kind yet.
const ARTIFACTS: &str = "artifacts";
const SCRIPTS: &str = "scripts";
/// The type of artifacts without a more specific one.
const FILE: &str = "tosca.artifacts.File";
/// The sections below an interface, which hold its operations in TOSCA 1.3.
const OPERATIONS: [&str; 2] = ["operations", "notifications"];

/// The part that a file is attached to.
enum Target {
    /// A node template or node type.
    Node(NodePath),
    Operation(NodePath),
}

/// The part at or around a path that takes files.
fn target(context: FileContext<'_>, path: &NodePath) -> Option<Target> {
    let root = context.file.root.as_deref()?;
    let steps = path.steps();
    let of_entity = |(section, kind, _): &&(&[&str], SymbolKind, &str)| {
        let entity = NodePath::keys(section.iter().copied());
        (path.starts_with(&entity) && steps.len() > section.len()).then_some((section.len() + 1, *kind))
    };
    let (depth, kind) = ENTITIES.iter().find_map(|entity| of_entity(&entity))?;
    let entity: NodePath = steps[..depth].iter().cloned().collect();
    root.at(&entity).filter(|node| !node.entries().is_empty())?;
    operation(path, depth).map(Target::Operation).or_else(|| {
        // Relationships and groups have no artifacts.
        (kind == SymbolKind::NodeType).then_some(Target::Node(entity))
    })
}

/// The operation at or around a path, in the interfaces of an entity or of a relationship in its requirements.
fn operation(path: &NodePath, depth: usize) -> Option<NodePath> {
    let key = |index: usize| match path.steps().get(index)? {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    };
    let is_section = |index: &usize| {
        key(*index) == Some("interfaces") && (*index == depth || key(*index - 1) == Some("relationship"))
    };
    let section = (depth..path.steps().len()).find(is_section)?;
    let first = section + 2;
    let at = if OPERATIONS.contains(&key(first)?) { first + 1 } else { first };
    let is_operation = at > first || !NOT_OPERATIONS.contains(&key(at)?);
    key(at).filter(|_| is_operation)?;
    Some(path.steps()[..=at].iter().cloned().collect())
}

/// Where a file with this name is stored that is attached to the part at or around a path: at the path that the part names
/// already, otherwise in the folder of most files of the same kind.
pub fn attachment(context: FileContext<'_>, path: &NodePath, name: &str) -> Option<FilePath> {
    let root = context.file.root.as_deref()?;
    let target = target(context, path)?;
    let of_name = |written: &&str| !written.contains("://") && written.rsplit('/').next() == Some(name);
    let (present, all, first): (Vec<&str>, _, _) = match &target {
        Target::Operation(at) => {
            (root.at(at).and_then(implementation).into_iter().collect(), implementations(root), SCRIPTS)
        }
        Target::Node(at) => (root.at(at).map_or(Vec::new(), artifacts), all_artifacts(root), ARTIFACTS),
    };
    if let Some(written) = present.into_iter().find(of_name) {
        return located(context.file, written);
    }
    let folder = usual_folder(&all).unwrap_or(first);
    let steps = folder.split('/').filter(|step| !step.is_empty()).chain([name]);
    FilePath::along(context.file.path.folder(), steps)
}

/// The folder of most of these files; of several, the first one.
fn usual_folder<'n>(files: &[&'n str]) -> Option<&'n str> {
    let folders = || {
        let files = files.iter().filter(|file| !file.contains("://") && !file.starts_with('/') && file.contains('.'));
        files.map(|file| file.rsplit_once('/').map_or("", |(folder, _)| folder))
    };
    let count = |folder: &str| folders().filter(|other| *other == folder).count();
    folders().fold(None, |best: Option<&str>, one| match best {
        Some(best) if count(best) >= count(one) => Some(best),
        _ => Some(one),
    })
}

fn entities(root: &Node) -> impl Iterator<Item = &Node> {
    let sections = ENTITIES.iter().filter_map(|(section, ..)| root.at(&NodePath::keys(section.iter().copied())));
    sections.flat_map(named).map(|(_, entry)| &entry.value)
}

fn all_artifacts(root: &Node) -> Vec<&str> {
    entities(root).flat_map(artifacts).collect()
}

fn implementations(root: &Node) -> Vec<&str> {
    let interfaces = entities(root).filter_map(|entity| entity.get("interfaces")).flat_map(named);
    let operations = interfaces.flat_map(|(_, entry)| interfaces::operations(&entry.value));
    operations.filter_map(|(_, entry)| implementation(&entry.value)).collect()
}

/// The files of the artifacts of an entity, as written.
fn artifacts(entity: &Node) -> Vec<&str> {
    entity.get("artifacts").into_iter().flat_map(named).filter_map(|(_, entry)| file_of(&entry.value)).collect()
}

/// The file of an artifact in either notation.
fn file_of(artifact: &Node) -> Option<&str> {
    artifact.as_text().filter(|_| !artifact.is_null()).or_else(|| artifact.get("file")?.as_text())
}

/// The primary artifact of an operation, as written.
fn implementation(operation: &Node) -> Option<&str> {
    let stated = if operation.as_scalar().is_some() { operation } else { operation.get("implementation")? };
    file_of(stated).or_else(|| file_of(stated.get("primary")?))
}

/// Attaches a file to the part at or around a path. The change is empty if the part names the file already.
pub fn attach(context: FileContext<'_>, path: &NodePath, file: &FilePath) -> Result<Change, EditError> {
    let target = target(context, path).ok_or_else(|| refused("files can only be attached to nodes and operations"))?;
    let written = file.relative_to(context.file.path.folder());
    let mut draft = context.file.draft();
    let title = match &target {
        Target::Operation(at) => {
            implement(context, &mut draft, at, &written)?;
            format!("Implement {} with {}", at.last_key().unwrap_or_default(), file.name())
        }
        Target::Node(at) => {
            add_artifact(context, &mut draft, at, &written)?;
            format!("Add {} to {}", file.name(), at.last_key().unwrap_or_default())
        }
    };
    Ok(Change::of_file(title, context.file.path.clone(), draft.finish()))
}

/// Sets the file that implements an operation, in the notation that is there.
fn implement(context: FileContext<'_>, draft: &mut Draft, at: &NodePath, written: &str) -> Result<(), EditError> {
    let root = context.file.root.as_deref().ok_or_else(|| EditError::Missing(at.to_string()))?;
    let operation = root.at(at);
    if operation.and_then(implementation) == Some(written) {
        return Ok(());
    }
    let is_mapping = |node: Option<&Node>| node.is_some_and(|node| matches!(node.kind, Kind::Mapping(_)));
    if !is_mapping(operation) {
        return put(context.file, draft, at, &written.into());
    }
    let mut place = at.key("implementation");
    if is_mapping(root.at(&place)) {
        // Version 1.0 has no `primary`.
        let key = if root.at(&place.key("file")).is_some() { "file" } else { "primary" };
        place = place.key(key);
        if is_mapping(root.at(&place)) {
            return set_file(context, draft, &place, written);
        }
    }
    put(context.file, draft, &place, &written.into())
}

/// Sets the file of an artifact definition, and its type if it has one that lists other extensions.
fn set_file(context: FileContext<'_>, draft: &mut Draft, at: &NodePath, written: &str) -> Result<(), EditError> {
    put(context.file, draft, &at.key("file"), &written.into())?;
    let scope = Scope::of(context);
    let stated = context.file.root.as_deref().and_then(|root| root.at(at)?.get("type")?.as_text());
    let (Some(stated), FileType::Known(of)) = (stated, Extensions::of(&scope).type_of(written)) else { return Ok(()) };
    let is_same = scope.effective(SymbolKind::ArtifactType, stated).derives_from(of.name);
    if is_same {
        return Ok(());
    }
    put(context.file, draft, &at.key("type"), &shortest_name(&scope, &of).as_str().into())
}

/// Adds an artifact to a node: the one that its type defines for files of this kind, or a new one.
fn add_artifact(context: FileContext<'_>, draft: &mut Draft, at: &NodePath, written: &str) -> Result<(), EditError> {
    let root = context.file.root.as_deref().ok_or_else(|| EditError::Missing(at.to_string()))?;
    let node = root.at(at).ok_or_else(|| EditError::Missing(at.to_string()))?;
    if artifacts(node).contains(&written) {
        return Ok(());
    }
    let section = at.key("artifacts");
    if node.get("artifacts").is_some_and(|known| !known.items().is_empty()) {
        return Err(refused("`artifacts` is not a map; correct it in the text first"));
    }
    let scope = Scope::of(context);
    let known = match Extensions::of(&scope).type_of(written) {
        FileType::Known(of) => Some(of),
        FileType::Unknown | FileType::Ambiguous => scope.built_in(SymbolKind::ArtifactType, FILE),
    };
    let own: Vec<&str> = node.get("artifacts").into_iter().flat_map(named).map(|(name, _)| name).collect();
    let is_taken = |name: &str| own.contains(&name);
    let of_node = type_of(context, &scope, node);
    let effective = known.map(|of| scope.effective_of(SymbolKind::ArtifactType, of));
    // Only a template assigns the artifacts of its type.
    let is_template = at.steps().len() > 2;
    let defined = of_node.names(&["artifacts"]).filter(|name| is_template && !is_taken(name)).find(|name| {
        let wanted = scope.member_type(&of_node, "artifacts", name);
        let wanted = wanted.as_ref().and_then(|wanted| wanted.name());
        wanted.zip(effective.as_ref()).is_some_and(|(wanted, effective)| effective.derives_from(wanted))
    });
    let name = match defined {
        Some(name) => name.to_string(),
        None => free_name(&plain(written), |name| is_taken(name) || of_node.names(&["artifacts"]).any(|of| of == name)),
    };
    let of = known.map_or_else(|| SmolStr::new_static(FILE), |of| shortest_name(&scope, &of));
    let fields = [("type", of.as_str()), ("file", written)].map(|(key, text)| (Value::from(key), Value::from(text)));
    put(context.file, draft, &section.key(&name), &Value::Mapping(Mapping::from_iter(fields)))
}

/// The type of a node template, or the one that a node type derives from.
fn type_of(context: FileContext<'_>, scope: &Scope<'_>, node: &Node) -> Arc<Effective> {
    let templates = NodePath::keys(TEMPLATES);
    let templates = context.file.root.as_ref().and_then(|root| root.at(&templates));
    let name = copies::type_of(templates, node).or_else(|| node.get("derived_from")?.as_text());
    scope.effective(SymbolKind::NodeType, name.unwrap_or_default())
}

/// A name for the artifact with this file.
fn plain(written: &str) -> String {
    let name = written.rsplit('/').next().unwrap_or(written);
    let stem = name.rfind('.').filter(|dot| *dot > 0).map_or(name, |dot| &name[..dot]);
    let plain = |character: char| if character.is_alphanumeric() || "-_".contains(character) { character } else { '_' };
    let name: String = stem.chars().map(plain).collect();
    let name = name.trim_matches('_');
    if name.chars().any(char::is_alphabetic) { name.to_owned() } else { format!("file_{name}") }
}

/// The choice of a file for a selected node, and for each of its operations.
pub fn actions(context: FileContext<'_>, paths: &[NodePath]) -> Vec<Action> {
    let [path] = paths else { return Vec::new() };
    let Some(root) = context.file.root.as_deref() else { return Vec::new() };
    let Some(Target::Node(at)) = target(context, path).filter(|_| root.at(path).is_some()) else { return Vec::new() };
    let Some(node) = root.at(&at).filter(|_| at == *path) else { return Vec::new() };
    let action = |name, subject: &str, group: &str, path: NodePath, current: &str| Action {
        name,
        subject: subject.to_owned(),
        edit: ActionEdit::File { group: group.to_owned(), path, current: current.to_owned() },
        refused: None,
    };
    let mut found = vec![action("attach", at.last_key().unwrap_or_default(), "", at.clone(), "")];
    let scope = Scope::of(context);
    let of = type_of(context, &scope, node);
    let section = at.key("interfaces");
    let own: Vec<&str> = node.get("interfaces").into_iter().flat_map(named).map(|(name, _)| name).collect();
    let inherited = of.names(&["interfaces"]).map(SmolStr::as_str);
    let mut names: Vec<&str> = own.clone();
    names.extend(inherited.filter(|name| !own.contains(name)));
    for interface in names {
        let entry = node.get("interfaces").and_then(|all| all.get(interface));
        let known = interfaces::find(&scope, &of, interface);
        let mut operations: Vec<SmolStr> = known.map_or(Vec::new(), |known| known.operations);
        operations.extend(entry.into_iter().flat_map(interfaces::operations).map(|(name, _)| SmolStr::from(name)));
        let mut seen: Vec<SmolStr> = Vec::new();
        for operation in operations {
            if seen.contains(&operation) {
                continue;
            }
            let place = place_of(&section.key(interface), entry, &operation);
            let current = root.at(&place).and_then(implementation).unwrap_or_default();
            found.push(action("implement", &operation, interface, place, current));
            seen.push(operation);
        }
    }
    found
}

/// The path of an operation, in the notation of its interface.
fn place_of(at: &NodePath, interface: Option<&Node>, operation: &str) -> NodePath {
    let below = OPERATIONS.into_iter().filter(|section| {
        interface.and_then(|interface| interface.get(section)).is_some_and(|node| matches!(node.kind, Kind::Mapping(_)))
    });
    let in_section = |section: &&str| interface.and_then(|interface| interface.get(section)?.get(operation)).is_some();
    match below.clone().find(in_section).or(below.into_iter().find(|section| *section == "operations")) {
        Some(section) => at.key(section).key(operation),
        None => at.key(operation),
    }
}
