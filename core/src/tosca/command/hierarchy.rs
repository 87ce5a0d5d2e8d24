//! Edits of the diagrams of types: new types, their derivation and their members. Everything else is an edit by path.

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{append, check_candidate, layout, put, refused};
use crate::hover::kind_label;
use crate::naming::{free_name, valid_name};
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::topology::diagrams::{DERIVE, DERIVED_FROM};
use crate::topology::{
    Action, ActionEdit, CandidateEnd, Command, ConnectionEnd, End, MovedEnd, Offer, Point, PortKind, foreign,
};
use crate::tosca::command::types::{libraries, name_of_parent, new_types, with_import};
use crate::tosca::effective::{Definition, members, short_name};
use crate::tosca::inherited::type_at;
use crate::tosca::model::root_type;
use crate::tosca::scope::Scope;
use crate::tosca::type_diagram::{TYPES, vertex_kind};
use crate::tosca::type_graph::{TypeEntry, TypeGraph, kind_of};
use crate::tosca::{derivation, template};
use crate::workspace::built_in::is_built_in;

/// The path of a type in its own file, and that file.
fn place(context: FileContext<'_>, path: &NodePath) -> (FilePath, NodePath) {
    foreign::split(path).unwrap_or_else(|| (context.file.path.clone(), path.clone()))
}

/// The kind and name of the type at a path of a diagram.
fn type_of(path: &NodePath) -> Option<(SymbolKind, SmolStr)> {
    match foreign::split(path) {
        Some((_, inner)) => type_at(&inner),
        None => type_at(path),
    }
}

/// Whether a path of a diagram is that of a type, of this file or another one.
pub fn is_type(path: &NodePath) -> bool {
    type_of(path).is_some()
}

/// The kind of the types in a section.
pub fn kind_in(section: &NodePath) -> Option<SymbolKind> {
    section.last_key().filter(|_| section.steps().len() == 1).and_then(kind_of)
}

/// The types that can be added: one without a parent of its own for each kind, and one derived from each type that the
/// file can use or import.
pub fn offers(context: FileContext<'_>) -> Vec<Offer> {
    let scope = Scope::of(context);
    let mut found: Vec<Offer> = TYPES.into_iter().map(|row| offer(row, None, String::new(), None)).collect();
    for row in TYPES {
        let mut known = scope.definitions(row.0);
        known.order_by(|a, b| a.name.cmp(b.name));
        // Those of the file itself are most likely meant.
        known.order_by_key(|of| *of.file != context.file.path);
        found.extend(known.iter().map(|of| {
            let detail = if *of.file == context.file.path { String::new() } else { of.file.to_string() };
            offer(row, Some(name_of_parent(&scope, of)), detail, None)
        }));
    }
    for file in libraries(context, &scope) {
        for row in TYPES {
            let new = new_types(context, &scope, file, row.0).into_iter();
            found.extend(new.map(|name| offer(row, Some(name.into()), file.to_string(), Some(file.clone()))));
        }
    }
    found
}

/// The same for the types that belong to the diagram of the type at a path: those derived from it or from its descendants.
pub fn offers_below(context: FileContext<'_>, path: &NodePath) -> Vec<Offer> {
    let graph = TypeGraph::of_workspace(context);
    let Some(own) = graph.at(&context.file.path, path) else { return Vec::new() };
    let below = graph.descendants(own).into_iter().map(|(at, _)| at);
    let parents: Vec<&TypeEntry> = std::iter::once(own).chain(below).filter_map(|at| graph.get(at)).collect();
    let scope = Scope::of(context);
    let is_parent = |offer: &Offer| {
        let (Some(of), Some(kind)) = (&offer.of, kind_in(&offer.section)) else { return false };
        let found = scope.find(&[kind], of).filter(|_| offer.import.is_none());
        found.is_some_and(|found| parents.iter().any(|one| one.file == *found.file && one.path == found.path()))
    };
    offers(context).into_iter().filter(is_parent).collect()
}

/// An offer to add a type of a kind, derived from `of`.
fn offer((kind, section): (SymbolKind, &str), of: Option<SmolStr>, detail: String, import: Option<FilePath>) -> Offer {
    let (section, noun) = (NodePath::keys([section]), kind_label(kind));
    Offer { section, of, kind: vertex_kind(kind), noun, detail, import }
}

/// The new types to which a connection from a type can lead: a derived one.
pub fn fitting(from: &End, kind: PortKind) -> Vec<Offer> {
    let row = type_of(&from.vertex).and_then(|(kind, _)| TYPES.into_iter().find(|(of, ..)| *of == kind));
    let row = row.filter(|_| kind == PortKind::Capability && from.port == DERIVE);
    row.into_iter().map(|row| offer(row, None, String::new(), None)).collect()
}

/// Adds a type, derived from `of` or from the root type of its kind.
pub fn add(
    context: FileContext<'_>,
    section: &NodePath,
    of: Option<&str>,
    name: Option<&str>,
    at: Option<Point>,
) -> Result<Change, EditError> {
    let kind = kind_in(section).ok_or_else(no_type)?;
    let scope = Scope::of(context);
    let root = root_type(kind).and_then(|root| scope.find(&[kind], root));
    let parent = of.map(SmolStr::from).or_else(|| root.map(|root| name_of_parent(&scope, &root)));
    let own: Vec<&str> = names_in(context, section);
    let is_taken = |name: &str| own.contains(&name);
    let name = match name {
        Some(name) => {
            name.trim().split('.').try_for_each(|part| valid_name(part).map(drop))?;
            if is_taken(name.trim()) {
                return Err(EditError::Exists(name.trim().to_owned()));
            }
            name.trim().to_owned()
        }
        None => free_name(&proposed(&own, of.map_or(kind_label(kind), short_name)), is_taken),
    };
    let mut fields = Mapping::new();
    if let Some(parent) = parent {
        fields.insert(DERIVED_FROM.into(), parent.as_str().into());
    }
    if kind == SymbolKind::InterfaceType && of.is_none() {
        // An interface type needs an operation (3.6.5).
        fields.insert("execute".into(), Value::Mapping(Mapping::new()));
    }
    let mut draft = context.file.draft();
    put(context.file, &mut draft, &section.key(&name), &Value::Mapping(fields))?;
    let mut change = Change::of_file(format!("Add {name}"), context.file.path.clone(), draft.finish());
    if let Some(at) = at {
        layout::place_new(context, section, &name, at, &mut change)?;
    }
    Ok(change)
}

fn no_type() -> EditError {
    refused("only types can derive from each other")
}

pub(super) fn names_in<'a>(context: FileContext<'a>, section: &NodePath) -> Vec<&'a str> {
    let section = context.file.root.as_ref().and_then(|root| root.at(section));
    section.map_or(&[][..], Node::entries).iter().filter_map(|entry| entry.key.as_text()).collect()
}

/// A name for a new type: in the namespace of the others, by the words of `base`.
pub(super) fn proposed(others: &[&str], base: &str) -> String {
    let word = |part: &str| {
        let mut letters = part.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    let own: String = base.split(|letter: char| !letter.is_alphanumeric()).map(word).collect();
    let prefix = |name: &str| name.rfind('.').map_or(String::new(), |at| name[..=at].to_owned());
    let mut namespaces = others.iter().map(|name| prefix(name));
    // The last one, because the new type follows it.
    let namespace = namespaces.next_back().filter(|namespace| !namespace.starts_with("tosca."));
    format!("{}{own}", namespace.unwrap_or_default())
}

/// The ports of a type where a connection can begin.
pub fn starts(vertex: &NodePath) -> Vec<ConnectionEnd> {
    let child = (!foreign::is_foreign(vertex)).then(|| end(vertex, DERIVED_FROM, PortKind::Requirement));
    child.into_iter().chain([end(vertex, DERIVE, PortKind::Capability)]).collect()
}

fn end(vertex: &NodePath, port: &str, kind: PortKind) -> ConnectionEnd {
    ConnectionEnd { end: End { vertex: vertex.clone(), port: port.into() }, kind }
}

/// The types of the file and those that it can name, of any kind, with the reason why they cannot be the other end of a
/// derivation that starts at `from`. Those that can come first.
pub fn candidates(context: FileContext<'_>, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    let graph = TypeGraph::of_workspace(context);
    let (file, path) = place(context, &from.vertex);
    let Some(own) = graph.at(&file, &path) else { return Vec::new() };
    let is_child = match (from.port.as_str(), kind) {
        (DERIVED_FROM, PortKind::Requirement) if file == context.file.path => true,
        (DERIVE, PortKind::Capability) => false,
        _ => return Vec::new(),
    };
    let is_here = |entry: &TypeEntry| entry.file == context.file.path;
    let section = graph.get(own).map(|entry| entry.definition.section.clone());
    let mut found = Vec::new();
    for (index, entry) in graph.all.iter().enumerate().filter(|(index, _)| *index != own) {
        // Types of other files can be parents. Of those of other kinds, only the ones of the file are near.
        let is_alike = section.as_ref() == Some(&entry.definition.section);
        if !is_here(entry) && (!is_child || !is_alike) {
            continue;
        }
        let vertex = if is_here(entry) { entry.path.clone() } else { foreign::path_in(&entry.file, &entry.path) };
        let (child, parent) = if is_child { (own, index) } else { (index, own) };
        let refused = refusal(&graph, child, parent);
        let end = match is_child {
            true => end(&vertex, DERIVE, PortKind::Capability),
            false => end(&vertex, DERIVED_FROM, PortKind::Requirement),
        };
        found.push(CandidateEnd { end, refused });
    }
    found.order_by_key(|candidate| candidate.refused.is_some());
    found
}

/// Why a type cannot derive from another one, as far as the types alone tell. What else a check would report is known when it
/// is tried.
fn refusal(graph: &TypeGraph, child: usize, parent: usize) -> Option<String> {
    let (of, from) = (graph.get(child)?, graph.get(parent)?);
    let (name, other) = (&of.definition.name, &from.definition.name);
    let kinds = (kind_of(&of.definition.section)?, kind_of(&from.definition.section)?);
    if kinds.0 != kinds.1 {
        let (own, others) = (kind_label(kinds.0), kind_label(kinds.1));
        return Some(format!("`{name}` has another kind: {own}s cannot derive from {others}s, such as `{other}`"));
    }
    if child == parent {
        return Some(derivation::message(&[name]));
    }
    if of.base == Some(parent) {
        return Some(format!("`{name}` derives from `{other}` already"));
    }
    let chain: Vec<usize> = graph.chain(parent).collect();
    let at = chain.iter().position(|at| *at == child)?;
    let names = std::iter::once(child).chain(chain.get(..at)?.iter().copied());
    let names: Vec<&str> = names.filter_map(|at| Some(graph.get(at)?.definition.name.as_str())).collect();
    Some(derivation::message(&names))
}

/// Lets the type `target` derive from `source`. The file of the parent is imported, if it is not.
pub fn connect(context: FileContext<'_>, source: &End, target: &End) -> Result<Change, EditError> {
    if source.port != DERIVE || target.port != DERIVED_FROM {
        return Err(refused("a type is connected by its derivation"));
    }
    let missing = |end: &End| EditError::Missing(end.vertex.to_string());
    if foreign::is_foreign(&target.vertex) {
        let (file, _) = place(context, &target.vertex);
        return Err(refused(format!("`{file}` defines the derived type; open it to change the parent")));
    }
    let graph = TypeGraph::of_workspace(context);
    let index_of = |end: &End| {
        let (file, path) = place(context, &end.vertex);
        graph.at(&file, &path).ok_or_else(|| missing(end))
    };
    let (child, parent) = (index_of(target)?, index_of(source)?);
    if let Some(why) = refusal(&graph, child, parent) {
        return Err(refused(why));
    }
    let entry = graph.get(parent).ok_or_else(|| missing(source))?;
    let (kind, name) = type_of(&source.vertex).ok_or_else(no_type)?;
    let scope = Scope::of(context);
    let is_it = |found: &Definition<'_>| *found.file == entry.file && found.path() == entry.path;
    // A type with the same name, or of a file that is not imported, hides it.
    let known = scope.definitions(kind).into_iter().find(is_it);
    let (written, import) = match known {
        Some(known) => (name_of_parent(&scope, &known), None),
        None => match libraries(context, &scope).find(|file| **file == entry.file) {
            Some(file) if scope.find(&[kind], &name).is_none() => (name.clone(), Some(file.clone())),
            _ => return Err(refused(format!("this file cannot refer to `{name}` of {}", entry.file))),
        },
    };
    let change = derive(context, &target.vertex, &written)?;
    with_import(context, change, import.as_ref())
}

/// Sets the parent of the type at a path.
fn derive(context: FileContext<'_>, path: &NodePath, parent: &str) -> Result<Change, EditError> {
    let name = path.last_key().unwrap_or_default();
    let node = context.file.root.as_ref().and_then(|root| root.at(path));
    node.ok_or_else(|| EditError::Missing(path.to_string()))?;
    let mut draft = context.file.draft();
    put(context.file, &mut draft, &path.key(DERIVED_FROM), &parent.into())?;
    let title = format!("Derive {} from {}", short_name(name), short_name(parent));
    Ok(Change::of_file(title, context.file.path.clone(), draft.finish()))
}

/// The same by the name of the parent, which is imported from `file` if needed. Findings that it causes are shown before.
pub fn retype(
    context: FileContext<'_>,
    path: &NodePath,
    of: &str,
    file: Option<&FilePath>,
) -> Result<Change, EditError> {
    let (kind, name) = type_at(path).ok_or_else(no_type)?;
    if file.is_none() && Scope::of(context).find(&[kind], of).is_none() {
        return Err(refused(format!("there is no {} `{of}`", kind_label(kind))));
    }
    let now = context.file.root.as_ref().and_then(|root| root.at(path)?.get(DERIVED_FROM)?.as_text());
    if now == Some(of) {
        return Err(refused(format!("`{name}` derives from `{of}` already")));
    }
    let change = derive(context, path, of)?;
    with_import(context, change, file)
}

/// Whether a connection is the derivation of a type of the file.
pub fn is_derivation(path: &NodePath) -> bool {
    path.last_key() == Some(DERIVED_FROM) && path.parent().is_some_and(|of| type_at(&of).is_some())
}

/// The derived type stays, and its parent is another one.
pub fn reconnection_start(moved: &MovedEnd) -> Option<ConnectionEnd> {
    moved.is_source.then(|| end(&moved.other.vertex, DERIVED_FROM, PortKind::Requirement))
}

pub fn reconnection_candidates(context: FileContext<'_>, moved: &MovedEnd) -> Vec<CandidateEnd> {
    let Some(start) = reconnection_start(moved) else { return Vec::new() };
    let mut found = candidates(context, &start.end, start.kind);
    found.retain(|candidate| candidate.end.end.vertex != moved.from.vertex);
    found
}

pub fn reconnect(context: FileContext<'_>, moved: &MovedEnd, to: &End) -> Result<Change, EditError> {
    check_candidate(reconnection_candidates(context, moved), to)?;
    let start = reconnection_start(moved).ok_or_else(no_type)?;
    connect(context, to, &start.end)
}

/// The sections of members that a type of a kind can have, with the noun for one.
fn sections(kind: SymbolKind) -> &'static [(&'static str, &'static str)] {
    const PROPERTIES: (&str, &str) = ("properties", "property");
    const ATTRIBUTES: (&str, &str) = ("attributes", "attribute");
    const INTERFACES: (&str, &str) = ("interfaces", "interface");
    match kind {
        SymbolKind::NodeType => {
            &[PROPERTIES, ATTRIBUTES, ("capabilities", "capability"), ("requirements", "requirement"), INTERFACES]
        }
        SymbolKind::RelationshipType => &[PROPERTIES, ATTRIBUTES, INTERFACES],
        SymbolKind::CapabilityType => &[PROPERTIES, ATTRIBUTES],
        SymbolKind::InterfaceType => &[("operations", "operation")],
        SymbolKind::GroupType => &[PROPERTIES, ATTRIBUTES],
        SymbolKind::DataType | SymbolKind::ArtifactType | SymbolKind::PolicyType => &[PROPERTIES],
        _ => &[],
    }
}

/// The edits of a type: a derived type, and its new members.
pub fn actions(context: FileContext<'_>, paths: &[NodePath]) -> Vec<Action> {
    let [path] = paths else { return Vec::new() };
    let Some((kind, name)) = type_at(path) else { return Vec::new() };
    let is_there = context.file.root.as_ref().is_some_and(|root| root.at(path).is_some());
    if !is_there || is_built_in(&context.file.path) {
        return Vec::new();
    }
    let add = |section: NodePath, of: Option<SmolStr>| Command::AddEntry { section, of, name: None, at: None };
    let action = |name: &'static str, subject: &str, command| Action {
        name,
        subject: subject.to_owned(),
        edit: ActionEdit::Run(command),
        refused: None,
    };
    let derived = action("derive_type", short_name(&name), add(path.parent().unwrap_or_default(), Some(name.clone())));
    let members = sections(kind).iter();
    let members = members.map(|(section, noun)| action("new_member", noun, add(path.key(section), None)));
    std::iter::once(derived).chain(members).collect()
}

/// The edit that adds the first type to a file.
pub fn additions(context: FileContext<'_>) -> Option<Action> {
    let has_types = template(context.file)?.types().next().is_some();
    let section = NodePath::keys(["node_types"]);
    let command = Command::AddEntry { section, of: None, name: None, at: None };
    let edit = ActionEdit::Run(command);
    (!has_types).then(|| Action { name: "new_type", subject: String::new(), edit, refused: None })
}

/// The type and section in which a member is added.
pub fn member_section(section: &NodePath) -> Option<(NodePath, SymbolKind)> {
    let of = section.parent()?;
    let (kind, _) = type_at(&of)?;
    let is_known = sections(kind).iter().any(|(known, _)| section.last_key() == Some(known));
    is_known.then_some((of, kind))
}

/// Adds a member with a free name and the most general type. It is refined in its form.
pub fn add_member(context: FileContext<'_>, section: &NodePath, name: Option<&str>) -> Result<Change, EditError> {
    let missing = || EditError::Missing(section.to_string());
    let (of, kind) = member_section(section).ok_or_else(missing)?;
    let key = section.last_key().ok_or_else(missing)?;
    let (_, noun) = sections(kind).iter().find(|(known, _)| *known == key).ok_or_else(missing)?;
    let root = context.file.root.as_deref().filter(|root| root.at(&of).is_some()).ok_or_else(missing)?;
    let scope = Scope::of(context);
    let field = |key: &str, value: Value| Value::Mapping(Mapping::from_iter([(Value::from(key), value)]));
    let named = |key: &str, kind: SymbolKind| {
        let root = root_type(kind).unwrap_or_default();
        let of = scope.find(&[kind], root).map_or(root.into(), |of| name_of_parent(&scope, &of));
        field(key, of.as_str().into())
    };
    let value = match key {
        "properties" | "attributes" => field("type", "string".into()),
        "capabilities" => named("type", SymbolKind::CapabilityType),
        "requirements" => field("capability", "tosca.capabilities.Node".into()),
        "interfaces" => named("type", SymbolKind::InterfaceType),
        _ => Value::Mapping(Mapping::new()),
    };
    let there = root.at(section);
    let effective = type_at(&of).map(|(kind, name)| scope.effective(kind, &name));
    let inherited: Vec<SmolStr> = effective.iter().flat_map(|of| of.names(&[key]).cloned()).collect();
    let own: Vec<&str> = members(there, section).into_iter().map(|(name, _)| name).collect();
    let is_own = |name: &str| own.contains(&name);
    let name = match name {
        Some(name) => {
            let name = valid_name(name)?;
            if is_own(name) {
                return Err(EditError::Exists(name.to_owned()));
            }
            name.to_owned()
        }
        // A member with the name of an inherited one would refine it.
        None => free_name(noun, |name| is_own(name) || inherited.iter().any(|other| other == name)),
    };
    let mut draft = context.file.draft();
    let is_mapping = there.is_some_and(|there| !there.entries().is_empty());
    // Interface types of version 1.2 have their operations among their keynames.
    let is_direct = key == "operations" && there.is_none();
    if key == "requirements" && !is_mapping {
        append(context.file, &mut draft, section, Value::Mapping(Mapping::from_iter([(name.as_str().into(), value)])))?;
    } else if is_direct {
        put(context.file, &mut draft, &of.key(&name), &value)?;
    } else {
        put(context.file, &mut draft, &section.key(&name), &value)?;
    }
    let owner = of.last_key().unwrap_or_default();
    let title = format!("Add {name} to {}", short_name(owner));
    Ok(Change::of_file(title, context.file.path.clone(), draft.finish()))
}
