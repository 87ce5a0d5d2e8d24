//! Types in the palette: node templates, groups and policies of any type of the catalog, with the import that the type
//! needs; other types for existing ones; and the types that fit the end of a connection.

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::completion::ValidName;
use crate::context::FileContext;
use crate::edit::{Change, EditError, TextEdit};
use crate::editing::add::{self, NewEntry, plain_name};
use crate::editing::{Boxes, append, put, refused};
use crate::naming::free_name;
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::symbol::SymbolKind;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::topology::diagrams::{DiagramKey, DiagramKind};
use crate::topology::{End, Offer, Point, PortKind, VertexKind};
use crate::tosca::closure::Closure;
use crate::tosca::command::{hierarchy, steps};
use crate::tosca::effective::{Definition, members, named};
use crate::tosca::fulfilment::NodeTemplate;
use crate::tosca::model::{GROUPS, POLICIES, SECTIONS, TEMPLATES, is_type};
use crate::tosca::requirement::{Wiring, has_capability, is_node};
use crate::tosca::scope::Scope;
use crate::tosca::shape::{NodeShape, WantedType, any_admits};
use crate::tosca::workflow::diagram::workflow_of;
use crate::tosca::{built_in, copies, imports, template};
use crate::workspace::SourceFile;
use crate::workspace::built_in::is_built_in;

/// The sections of boxes with the kind of their types.
const KINDS: [(SymbolKind, [&str; 2], VertexKind, &str); 3] = [
    (SymbolKind::NodeType, TEMPLATES, VertexKind::NodeTemplate, "node template"),
    (SymbolKind::GroupType, GROUPS, VertexKind::Group, "group"),
    (SymbolKind::PolicyType, POLICIES, VertexKind::Policy, "policy"),
];

/// The form in which a file names the normative types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum NameForm {
    /// `Compute`.
    Short,
    /// `tosca:Compute`.
    Prefixed,
    /// `tosca.nodes.Compute`.
    Full,
}

/// The shortest form in which the file names normative types already; the shorthand, if it names none.
fn form(scope: &Scope<'_>) -> NameForm {
    let root = scope.file().root.as_deref();
    let sections = KINDS.iter().map(|(kind, keys, ..)| (*kind, root.and_then(|root| root.at(&NodePath::keys(*keys)))));
    let names = sections.flat_map(|(kind, section)| {
        let entries = section.into_iter().flat_map(named);
        entries.filter_map(move |(_, entry)| Some((kind, entry.value.get("type")?.as_text()?)))
    });
    form_of(scope, names).unwrap_or(NameForm::Short)
}

/// The form in which the types of the file name their normative parents; the full name, if they name none.
fn form_of_parents(scope: &Scope<'_>) -> NameForm {
    let types = scope.own_types().into_iter();
    form_of(scope, types.filter_map(|(kind, of)| Some((kind, of.parent()?)))).unwrap_or(NameForm::Full)
}

/// The shortest form of these names of types, if some are normative.
fn form_of<'a>(scope: &Scope<'_>, names: impl Iterator<Item = (SymbolKind, &'a str)>) -> Option<NameForm> {
    let form = |(kind, name): (SymbolKind, &str)| {
        let found = scope.find(&[kind], name).filter(|found| is_built_in(found.file))?;
        Some(match name {
            name if name == found.name => NameForm::Full,
            name if name.contains(':') => NameForm::Prefixed,
            _ => NameForm::Short,
        })
    };
    names.filter_map(form).min()
}

/// The name of a type as the file writes it.
fn written(scope: &Scope<'_>, form: NameForm, of: &Definition<'_>) -> SmolStr {
    if is_built_in(of.file) {
        let short = built_in::shorthand(of.node);
        return match (form, short) {
            (NameForm::Short, Some(short)) => short.into(),
            (NameForm::Prefixed, Some(short)) => format!("tosca:{short}").into(),
            _ => of.name.into(),
        };
    }
    scope.prefixed(of).unwrap_or_else(|| of.name.into())
}

/// The shortest name of a type in the form that the file uses.
pub(super) fn shortest_name(scope: &Scope<'_>, of: &Definition<'_>) -> SmolStr {
    written(scope, form(scope), of)
}

/// The name of a parent type in the form in which the types of the file name theirs.
pub(super) fn name_of_parent(scope: &Scope<'_>, of: &Definition<'_>) -> SmolStr {
    written(scope, form_of_parents(scope), of)
}

/// The types for new boxes: those that the file can use, then those of files that it does not import.
pub fn offers(context: FileContext<'_>, boxes: &Boxes) -> Vec<Offer> {
    let scope = Scope::of(context);
    let form = form(&scope);
    let mut offers = add::offers(context, boxes);
    let kind_of = |section: &NodePath| {
        KINDS.iter().find(|(_, keys, ..)| *section == NodePath::keys(*keys)).map(|(kind, ..)| *kind)
    };
    for offer in &mut offers {
        let definition = offer.of.as_ref().and_then(|of| scope.find(&[kind_of(&offer.section)?], of));
        if let Some(definition) = definition {
            offer.of = Some(written(&scope, form, &definition));
        }
    }
    let (kind, keys, vertex, noun) = KINDS[2];
    let policy = |name: SmolStr, detail: String| Offer {
        section: NodePath::keys(keys),
        of: Some(name),
        kind: vertex,
        noun,
        detail,
        import: None,
    };
    for name in (boxes.names)(context, kind, &NodePath::root()) {
        let definition = scope.find(&[kind], &name.name);
        let of = definition.map_or_else(|| SmolStr::from(name.name.as_str()), |of| written(&scope, form, &of));
        offers.push(policy(of, name.detail));
    }
    offers.extend(imported_offers(context, &scope));
    offers
}

/// The types of the files that could be imported.
fn imported_offers(context: FileContext<'_>, scope: &Scope<'_>) -> Vec<Offer> {
    let mut found = Vec::new();
    for file in libraries(context, scope) {
        for (kind, keys, vertex, noun) in KINDS {
            let section = NodePath::keys(keys);
            for definition in new_types(context, scope, file, kind) {
                found.push(Offer {
                    section: section.clone(),
                    of: Some(definition.into()),
                    kind: vertex,
                    noun,
                    detail: file.to_string(),
                    import: Some(file.clone()),
                });
            }
        }
    }
    found
}

/// The files with types that the file does not import yet, and that do not import it.
pub(super) fn libraries<'a>(context: FileContext<'a>, scope: &Scope<'_>) -> impl Iterator<Item = &'a FilePath> {
    let known: SortedSet<&FilePath> = gather(scope.imported_files());
    let own = &context.file.path;
    let has_types = |file: &SourceFile| template(file).is_some_and(|template| template.types().next().is_some());
    let imports_any = |file: &SourceFile| file.root.as_ref().is_some_and(|root| root.get("imports").is_some());
    let imports_own = move |file: &SourceFile| {
        imports_any(file) && Closure::of(&file.path, context).files.iter().any(|other| other.file == *own)
    };
    let files = context.workspace.files().map(|file| &**file);
    let others = files.filter(move |file| file.path != *own && !known.contains(&file.path) && !is_built_in(&file.path));
    others.filter(move |file| has_types(file) && !imports_own(file)).map(|file| &file.path)
}

/// The types of a kind in `file` whose names are not known in `scope`.
pub(super) fn new_types<'a>(
    context: FileContext<'a>,
    scope: &Scope<'_>,
    file: &FilePath,
    kind: SymbolKind,
) -> Vec<&'a str> {
    let root = context.workspace.file(file).and_then(|file| file.root.as_deref());
    let section = SECTIONS.iter().find(|(of, _)| *of == kind).map(|(_, keys)| NodePath::keys(keys.iter().copied()));
    let section = section.and_then(|section| root?.at(&section));
    let names = section.into_iter().flat_map(named).map(|(name, _)| name);
    names.filter(|name| scope.find(&[kind], name).is_none()).collect()
}

/// Adds a box of a type that needs an import, and the import.
pub fn add_imported(
    context: FileContext<'_>,
    boxes: &Boxes,
    (section, of): (&NodePath, &str),
    file: &FilePath,
    at: Option<Point>,
) -> Result<Change, EditError> {
    let change = match *section == NodePath::keys(POLICIES) {
        true => add_policy(context, of, &[])?,
        false => add::add(context, boxes, &NewEntry { section, of: Some(of), name: None, at })?,
    };
    with_import(context, change, Some(file))
}

/// The change, followed by the import of a file, if there is one.
pub(super) fn with_import(
    context: FileContext<'_>,
    mut change: Change,
    file: Option<&FilePath>,
) -> Result<Change, EditError> {
    let Some(file) = file else { return Ok(change) };
    let own = &context.file.path;
    let first = change.edits.remove(own).unwrap_or_default();
    let mut draft = Draft::new(&first.apply(&context.file.text)?);
    import(context, &mut draft, file)?;
    let edit: TextEdit = first.then(draft.finish());
    change.edits.insert(own.clone(), edit);
    Ok(change)
}

/// Imports a file, in the notation of the other imports.
pub(super) fn import(context: FileContext<'_>, draft: &mut Draft, file: &FilePath) -> Result<(), EditError> {
    let root = context.file.root.as_ref();
    let known: Vec<imports::Import<'_>> = root.map_or(Vec::new(), |root| imports::imports(root));
    let path = file.relative_to(context.file.path.folder());
    let is_long = !known.is_empty() && known.iter().all(|import| import.long.is_some());
    let item = match is_long {
        true => Value::Mapping(Mapping::from_iter([(Value::from("file"), Value::from(path))])),
        false => Value::from(path),
    };
    append(context.file, draft, &NodePath::keys(["imports"]), item)
}

/// Maximum number of types of other files that are offered for completion, so that a key press stays fast.
const MAX_IMPORTABLE: usize = 500;

/// The types of a kind in files that could be imported, each with the edit that imports its file.
pub fn importable(context: FileContext<'_>, kind: SymbolKind) -> Vec<(ValidName, TextEdit)> {
    if !is_type(kind) {
        return Vec::new();
    }
    let scope = Scope::of(context);
    let of_file = |file: &FilePath| {
        let types = new_types(context, &scope, file, kind);
        let mut draft = context.file.draft();
        let edit = (!types.is_empty() && import(context, &mut draft, file).is_ok()).then(|| draft.finish());
        let detail = format!("import {}", file.relative_to(context.file.path.folder()));
        let named = |(name, edit)| (ValidName::new(name, detail.as_str()), edit);
        edit.map_or(Vec::new(), |edit| types.into_iter().map(|name| named((name, edit.clone()))).collect())
    };
    libraries(context, &scope).flat_map(of_file).take(MAX_IMPORTABLE).collect()
}

/// Changes the type of a box, and imports the file of the new type if needed.
pub fn retype(
    context: FileContext<'_>,
    path: &NodePath,
    of: &str,
    file: Option<&FilePath>,
) -> Result<Change, EditError> {
    let name = path.last_key().unwrap_or_default();
    let section = path.parent().ok_or_else(|| EditError::Missing(path.to_string()))?;
    let node = context.file.root.as_ref().and_then(|root| root.at(path));
    let node = node.ok_or_else(|| EditError::Missing(path.to_string()))?;
    let kind = KINDS.iter().find(|(_, keys, ..)| section == NodePath::keys(*keys)).map(|(kind, ..)| *kind);
    let kind = kind.ok_or_else(|| refused(format!("`{name}` is not a node template or group")))?;
    if file.is_none() && Scope::of(context).find(&[kind], of).is_none() {
        return Err(refused(format!("there is no type `{of}`")));
    }
    let all = context.file.root.as_ref().and_then(|root| root.at(&section));
    if copies::type_of(all, node) == Some(of) {
        return Err(refused(format!("`{name}` has this type already")));
    }
    let mut draft = context.file.draft();
    put(context.file, &mut draft, &path.key("type"), &of.into())?;
    let change =
        Change::of_file(format!("Change the type of {name} to {of}"), context.file.path.clone(), draft.finish());
    with_import(context, change, file)
}

/// Adds a policy of a type for these node templates and groups.
pub fn add_policy(context: FileContext<'_>, of: &str, targets: &[NodePath]) -> Result<Change, EditError> {
    let scope = Scope::of(context);
    let root = context.file.root.as_ref().ok_or_else(|| EditError::Missing("topology_template".to_owned()))?;
    let wiring = Wiring::of(context);
    let kind = scope.effective(SymbolKind::PolicyType, of);
    let listed = scope.type_field(&kind, "targets");
    let valid = |kind| listed.map(|list| WantedType::list(&scope, kind, list)).unwrap_or_default();
    let (nodes, groups) = (valid(SymbolKind::NodeType), valid(SymbolKind::GroupType));
    let mut names: Vec<Value> = Vec::new();
    for target in targets {
        let name = target.last_key().unwrap_or_default();
        let admitted = if let Some(node) = wiring.node(target) {
            any_admits(&nodes, &node.shape.of)
        } else if target.parent() == Some(NodePath::keys(GROUPS)) && root.at(target).is_some() {
            let group = root.at(target).and_then(|group| group.get("type")?.as_text()).unwrap_or_default();
            any_admits(&groups, &scope.effective(SymbolKind::GroupType, group))
        } else {
            return Err(refused(format!("a policy applies to node templates and groups; `{name}` is neither")));
        };
        // A list can mix types of nodes and groups: a name that is not of the asked kind is not available for it.
        let others = if is_node(target) { &groups } else { &nodes };
        let is_definite = nodes.iter().zip(&groups).all(|(one, other)| one.is_defined() || other.is_defined());
        if admitted == Some(false) || admitted.is_none() && is_definite && others.iter().any(WantedType::is_defined) {
            let all =
                listed.map(|list| list.node.items().iter().filter_map(Node::as_text).collect::<Vec<_>>().join("`, `"));
            return Err(refused(format!(
                "policies of type `{of}` apply only to `{}`, not to `{name}`",
                all.unwrap_or_default()
            )));
        }
        names.push(name.into());
    }
    let at = NodePath::keys(POLICIES);
    let section = root.at(&at);
    let taken: Vec<&str> = members(section, &at).into_iter().map(|(name, _)| name).collect();
    let name = free_name(&plain_name(of), |name| taken.contains(&name));
    let mut policy = Mapping::from_iter([(Value::from("type"), Value::from(of))]);
    if !names.is_empty() {
        policy.insert("targets".into(), names.into());
    }
    let mut draft = context.file.draft();
    match section.is_some_and(|section| !section.entries().is_empty()) {
        true => put(context.file, &mut draft, &at.key(&name), &policy.into())?,
        false => {
            let item = Mapping::from_iter([(Value::from(name.as_str()), Value::Mapping(policy))]);
            append(context.file, &mut draft, &at, item.into())?;
        }
    }
    Ok(Change::of_file(format!("Add {name}"), context.file.path.clone(), draft.finish()))
}

/// The types of new nodes that fit the other end of a connection from `from`, first those that need no import.
pub fn fitting(context: FileContext<'_>, boxes: &Boxes, from: &End, kind: PortKind) -> Vec<Offer> {
    if hierarchy::is_type(&from.vertex) {
        return hierarchy::fitting(from, kind);
    }
    if let Some(of) = workflow_of(&from.vertex) {
        return steps::add::offers(context, &DiagramKey { kind: DiagramKind::Workflow, of });
    }
    let wiring = Wiring::of(context);
    let Some(own) = wiring.node(&from.vertex) else { return Vec::new() };
    let mut all = offers(context, boxes);
    all.retain(|offer| offer.kind == VertexKind::NodeTemplate);
    let fits = |offer: &Offer| {
        let Some(of) = &offer.of else { return false };
        let other;
        let scope = match &offer.import {
            Some(file) => {
                let Some(file) = context.workspace.file(file) else { return false };
                other = Scope::of(context.of(file));
                &other
            }
            None => &wiring.scope,
        };
        let shape = NodeShape::of(scope, scope.effective(SymbolKind::NodeType, of));
        let node = NodeTemplate {
            name: "",
            path: NodePath::root(),
            key: own.key,
            node: own.key,
            copied: None,
            shape: shape.into(),
            assignments: Vec::new(),
        };
        match kind {
            PortKind::Requirement => node
                .shape
                .capabilities
                .iter()
                .any(|capability| wiring.all.fits(&wiring.scope, own, &from.port, &node, &capability.name).is_ok()),
            PortKind::Capability => {
                has_capability(own, &from.port)
                    && node
                        .shape
                        .requirements
                        .iter()
                        .any(|wanted| wiring.all.fits(&wiring.scope, &node, &wanted.name, own, &from.port).is_ok())
            }
            PortKind::Input | PortKind::Output => false,
        }
    };
    all.retain(fits);
    all
}
