//! Positions of boxes that were moved by hand, stored in a file next to the descriptor: `service.layout.yaml` for
//! `service.yaml`. Its mapping `positions` maps the section and name of a box to its top left corner. Assemblies store
//! positions in the descriptor itself, and so do node templates of files that other tools draw: `x` and `y` in their
//! metadata.

use std::sync::Arc;

use serde_yaml::{Mapping, Value};

use crate::context::FileContext;
use crate::edit::{Change, EditError, FileChange};
use crate::editing::identifier;
use crate::number::float;
use crate::settings::Dialect;
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::symbol::Symbol;
use crate::syntax::patch::Draft;
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Node, NodePath, Step};
use crate::text::{FilePath, Span};
use crate::topology::diagrams::{DiagramKey, DiagramKind};
use crate::topology::{Point, Topology, foreign};
use crate::workspace::{SourceFile, Workspace};

/// The key of the mapping from boxes to positions.
const POSITIONS: &str = "positions";
/// The metadata in which Winery and other tools store the position of a node template.
const METADATA: &str = "metadata";

/// The layout file of the descriptor at `path`: named after its stem, or after its whole name if another descriptor in
/// the folder has the same stem.
pub fn file_of(workspace: &Workspace, path: &FilePath) -> Option<FilePath> {
    let is_rival = |other: &FilePath| other != path && other.folder() == path.folder() && other.stem() == path.stem();
    let shares = workspace.files().any(|file| file.language.is_some() && is_rival(&file.path));
    file_named(path, shares)
}

/// The layout file named after the stem of a file, or after its whole name.
pub fn file_named(path: &FilePath, after_whole_name: bool) -> Option<FilePath> {
    let stem = if after_whole_name { path.name() } else { path.stem() };
    FilePath::in_folder(path.folder(), &format!("{stem}.layout.yaml"))
}

/// Whether `path` is the name of a layout file.
pub fn is_layout(path: &FilePath) -> bool {
    path.name().ends_with(".layout.yaml")
}

/// The key of the box `name` of a section: `node_templates/server`.
pub fn key(section: &NodePath, name: &str) -> String {
    format!("{}/{name}", section.last_key().unwrap_or_default())
}

/// The path of a position in a layout file.
pub fn place_of(key: &str) -> NodePath {
    NodePath::keys([POSITIONS]).key(key)
}

/// The section whose entries have diagrams of their own. Names of their boxes are only unique in each of them.
const DIAGRAMS: [&str; 2] = ["topology_template", "workflows"];

/// The end of the names of sections of types, whose boxes are in a diagram of their own.
const TYPES: &str = "_types";

/// The key of the box at `path`; list items use their identifier: `deploymentItems/front`. That of a box of another
/// diagram begins with the diagram: `workflows/deploy/steps/start`. That of a box of another file names the file:
/// `node_types/types.yaml#org.example.Router`.
fn key_of(context: FileContext<'_>, path: &NodePath) -> Option<String> {
    if let Some((file, inner)) = foreign::split(path) {
        return Some(key(&inner.parent()?, &format!("{file}#{}", inner.last_key()?)));
    }
    let (parent, step) = path.split_last()?;
    let name = match step {
        Step::Key(key) => key.to_string(),
        Step::Index(index) => identifier(context, path).unwrap_or_else(|| index.to_string()),
    };
    let inner = parent.parent().filter(is_diagram);
    Some(format!("{}{}", inner.map_or(String::new(), |of| prefix_of(&of)), key(&parent, &name)))
}

fn is_diagram(of: &NodePath) -> bool {
    of.parent() == Some(NodePath::keys(DIAGRAMS))
}

/// The beginning of the keys of boxes in the diagram of an entry: `workflows/deploy/`.
fn prefix_of(entry: &NodePath) -> String {
    let section = entry.parent().unwrap_or_default();
    format!("{}/", key(&section, entry.last_key().unwrap_or_default()))
}

/// Applies stored positions to the vertices of a topology.
pub fn apply(context: FileContext<'_>, topology: &mut Topology) {
    let layout = layout_of(context);
    for vertex in topology.graph.node_weights_mut().filter(|vertex| !vertex.path.is_root()) {
        vertex.position = position_in(context, layout.as_deref(), &vertex.path);
    }
}

/// The stored position of the box at `path`.
pub fn position(context: FileContext<'_>, path: &NodePath) -> Option<Point> {
    position_in(context, layout_of(context).as_deref(), path)
}

/// Whether boxes of the descriptor were placed by hand.
pub fn has_positions(context: FileContext<'_>) -> bool {
    layout_of(context).is_some_and(|layout| layout.get(POSITIONS).is_some_and(|all| !all.entries().is_empty()))
}

fn layout_of(context: FileContext<'_>) -> Option<Arc<Node>> {
    let file = file_of(context.workspace, &context.file.path)?;
    context.workspace.file(&file)?.root.clone()
}

fn position_in(context: FileContext<'_>, layout: Option<&Node>, path: &NodePath) -> Option<Point> {
    let own = context.file.root.as_ref().and_then(|root| root.at(path)).and_then(own_position);
    let kept = || point(layout?.get(POSITIONS)?.get(&key_of(context, path)?)?);
    own.or_else(kept)
}

/// The position in the metadata of a node, which takes precedence.
pub fn own_position(node: &Node) -> Option<Point> {
    point(node.get(METADATA)?)
}

/// The point that a mapping with `x` and `y` describes.
pub fn point(node: &Node) -> Option<Point> {
    let number = |key: &str| match typed(node.get(key)?.as_scalar()?) {
        Plain::Integer(number) => Some(number as f64),
        Plain::Float(number) => Some(number),
        Plain::Text(text) => float(text.trim()),
        Plain::Null | Plain::Bool(_) => None,
    };
    Some(Point { x: number("x")?, y: number("y")? }).filter(|at| at.x.is_finite() && at.y.is_finite())
}

/// The section of the boxes that can have a position in their metadata.
const TEMPLATES: [&str; 2] = ["topology_template", "node_templates"];

/// Whether the boxes of a section store their positions in their metadata: if any of them does already, or the dialect
/// is that of Winery, which reads them there.
pub fn uses_metadata(context: FileContext<'_>, section: &NodePath) -> bool {
    *section == NodePath::keys(TEMPLATES)
        && context.file.root.as_ref().is_some_and(|root| {
            context.settings.dialects.contains(&Dialect::Winery)
                || root
                    .at(section)
                    .map_or(&[][..], Node::entries)
                    .iter()
                    .any(|entry| own_position(&entry.value).is_some())
        })
}

/// Whether hosts are frames around the boxes that they host, by default. Where every box has a position in its metadata,
/// another tool has drawn the whole diagram, with hosted boxes beside their hosts.
pub fn nests_hosts(root: &Node) -> bool {
    let boxes = root.at(&NodePath::keys(TEMPLATES)).map_or(&[][..], Node::entries);
    boxes.is_empty() || boxes.iter().any(|entry| own_position(&entry.value).is_none())
}

/// Writes the position of a box to its metadata, as quoted text: values of metadata are strings (3.4.1), and other
/// tools write them like this.
pub fn place_in_metadata(file: &SourceFile, draft: &mut Draft, path: &NodePath, at: Point) -> Result<(), EditError> {
    let metadata = path.key(METADATA);
    let known = draft.tree().root().and_then(|root| root.at(&metadata)).filter(|node| !node.entries().is_empty());
    let both = [("x", at.x), ("y", at.y)].map(|(key, number)| (key, Value::from(number.round().to_string())));
    match known {
        None => super::put(
            file,
            draft,
            &metadata,
            &Value::Mapping(both.into_iter().map(|(key, text)| (key.into(), text)).collect()),
        ),
        Some(known) => {
            // A number stays one, if there was one.
            let is_number = |key: &str| {
                let before = known.get(key).and_then(Node::as_scalar).map(typed);
                matches!(before, Some(Plain::Integer(_) | Plain::Float(_)))
            };
            let numbers = [("x", at.x), ("y", at.y)].map(|(key, number)| is_number(key).then(|| whole(number)));
            for ((key, text), number) in both.into_iter().zip(numbers) {
                draft.set(&metadata.key(key), &number.unwrap_or(text))?;
            }
            Ok(())
        }
    }
}

/// Moves boxes. Positions are stored in the metadata if the file has such positions, otherwise in the layout file, which
/// is created if missing.
pub fn place(context: FileContext<'_>, positions: &[(NodePath, Point)]) -> Result<Change, EditError> {
    let file = context.file;
    let mut change = Change {
        title: match positions {
            [(path, _)] => format!("Move {}", super::name_of(context, path)),
            _ => format!("Move {} boxes", positions.len()),
        },
        ..Change::default()
    };
    let mut own = file.draft();
    let mut kept = Vec::new();
    for (path, at) in positions {
        let node = file.root.as_ref().and_then(|root| root.at(path));
        if node.is_none() && !foreign::is_foreign(path) {
            return Err(EditError::Missing(path.to_string()));
        }
        let is_section = |section: NodePath| uses_metadata(context, &section);
        if node.and_then(own_position).is_some() || path.parent().is_some_and(is_section) {
            place_in_metadata(file, &mut own, path, *at)?;
        } else {
            let key = key_of(context, path).ok_or_else(|| EditError::Missing(path.to_string()))?;
            kept.push((key, *at));
        }
    }
    let own = own.finish();
    if !own.is_empty() {
        change.edits.insert(file.path.clone(), own);
    }
    if !kept.is_empty() {
        keep(context, &kept, &mut change)?;
    }
    Ok(change)
}

/// Writes positions to the layout file, each under the key of its box.
pub fn keep(context: FileContext<'_>, positions: &[(String, Point)], change: &mut Change) -> Result<(), EditError> {
    let path = file_of(context.workspace, &context.file.path);
    let path = path.ok_or_else(|| super::refused("cannot derive the name of a layout file from this file"))?;
    let (text, is_there) = match context.workspace.file(&path) {
        Some(layout) => (layout.text.to_string(), true),
        None => (beginning(&context.file.path), false),
    };
    let mut draft = Draft::new(&text);
    for (key, at) in positions {
        let place = place_of(key);
        let is_known = draft.tree().root().is_some_and(|root| root.at(&place).is_some_and(|node| !node.is_null()));
        if is_known {
            draft.set(&place.key("x"), &whole(at.x))?;
            draft.set(&place.key("y"), &whole(at.y))?;
        } else {
            draft.set(&place, &corner(*at))?;
        }
    }
    if is_there {
        change.edits.insert(path, draft.finish());
    } else {
        let text = draft.finish().apply(&text)?;
        change.files.push(FileChange::Create { path, text });
    }
    Ok(())
}

/// The layout file of a new descriptor, each position under the key of its box.
pub fn new_file(descriptor: &FilePath, positions: &[(String, Point)]) -> Result<Option<FileChange>, EditError> {
    let Some(path) = file_named(descriptor, false) else { return Ok(None) };
    let text = beginning(descriptor);
    let mut draft = Draft::new(&text);
    for (key, at) in positions {
        draft.set(&place_of(key), &corner(*at))?;
    }
    let text = draft.finish().apply(&text)?;
    Ok(Some(FileChange::Create { path, text }))
}

/// The first lines of a layout file.
fn beginning(descriptor: &FilePath) -> String {
    format!("# Positions of the boxes of {}\n{POSITIONS}:\n", descriptor.name())
}

/// A position as YAML.
pub fn corner(at: Point) -> Value {
    let corner = [("x", at.x), ("y", at.y)].map(|(key, along)| (Value::from(key), whole(along)));
    Value::Mapping(Mapping::from_iter(corner))
}

fn whole(number: f64) -> Value {
    Value::from(number.round() as i64)
}

/// Adds the position `at` for a box that `change` adds to a section.
pub fn place_new(
    context: FileContext<'_>,
    section: &NodePath,
    name: &str,
    at: Point,
    change: &mut Change,
) -> Result<(), EditError> {
    let path = section.key(name);
    let key = key_of(context, &path).ok_or_else(|| EditError::Missing(path.to_string()))?;
    keep(context, &[(key, at)], change)
}

/// Removes the positions of all boxes of a diagram.
pub fn unplace(context: FileContext<'_>, diagram: &DiagramKey) -> Result<Change, EditError> {
    let file = context.file;
    let mut change = Change { title: "Remove manual arrangement".to_owned(), ..Change::default() };
    let mut own = file.draft();
    let mut paths = Vec::new();
    let of_whole = file.root.iter().filter(|_| diagram.is_topology());
    of_whole.for_each(|root| with_own_position(root, &NodePath::root(), &mut paths));
    for path in paths {
        let metadata = path.key(METADATA);
        own.remove(&metadata.key("x"))?;
        own.remove(&metadata.key("y"))?;
        let left = own.tree().root().and_then(|root| root.at(&metadata)).is_some_and(|node| !node.entries().is_empty());
        if !left {
            own.remove(&metadata)?;
        }
    }
    let own = own.finish();
    if !own.is_empty() {
        change.edits.insert(file.path.clone(), own);
    }
    let layout = file_of(context.workspace, &file.path).and_then(|path| context.workspace.file(&path));
    if let Some(layout) = layout {
        let (gone, kept): (Vec<&str>, Vec<&str>) = keys(layout).into_iter().partition(|key| is_in(key, diagram));
        let only = layout.root.as_ref().is_none_or(|root| root.entries().len() <= 1);
        let mut draft = layout.draft();
        match (kept.is_empty(), only) {
            (true, true) => change.files.push(FileChange::Delete { path: layout.path.clone() }),
            (true, false) => draft.remove(&NodePath::keys([POSITIONS]))?,
            (false, _) => gone.into_iter().try_for_each(|key| draft.remove(&place_of(key)))?,
        }
        let edit = draft.finish();
        if !edit.is_empty() {
            change.edits.insert(layout.path.clone(), edit);
        }
    }
    Ok(change)
}

/// The keys of the positions in a layout file.
fn keys(layout: &SourceFile) -> Vec<&str> {
    let positions = layout.root.as_ref().and_then(|root| root.get(POSITIONS));
    positions.map_or(&[][..], Node::entries).iter().filter_map(|entry| entry.key.as_text()).collect()
}

/// Whether a key is that of a box of a diagram.
fn is_in(key: &str, diagram: &DiagramKey) -> bool {
    let section = key.split('/').next().unwrap_or_default();
    match diagram.kind {
        DiagramKind::Topology => !DIAGRAMS.contains(&section) && !section.ends_with(TYPES),
        DiagramKind::Workflow => key.starts_with(&prefix_of(&diagram.of)),
        DiagramKind::Types => section.ends_with(TYPES),
        DiagramKind::Type => false,
    }
}

/// The node templates with a position in their metadata.
fn with_own_position(root: &Node, at: &NodePath, found: &mut Vec<NodePath>) {
    let templates = at.key("topology_template").key("node_templates");
    for entry in root.at(&templates).map_or(&[][..], Node::entries) {
        if let Some(name) = entry.key.as_text().filter(|_| own_position(&entry.value).is_some()) {
            found.push(templates.key(name));
        }
    }
}

/// The layout file, and the keys of the boxes in the diagram of the entry at `path`.
fn inside(context: FileContext<'_>, path: &NodePath) -> Option<(Arc<SourceFile>, Vec<String>)> {
    let file = file_of(context.workspace, &context.file.path).filter(|_| is_diagram(path))?;
    let layout = Arc::clone(context.workspace.file(&file)?);
    let prefix = prefix_of(path);
    let keys = keys(&layout).into_iter().filter(|key| key.starts_with(&prefix)).map(str::to_owned).collect();
    Some((layout, keys))
}

/// The entry for the box at `path` in the layout file.
pub fn mention_of(context: FileContext<'_>, path: &NodePath) -> Option<(FilePath, NodePath)> {
    let file = file_of(context.workspace, &context.file.path)?;
    let place = place_of(&key_of(context, path)?);
    context.workspace.file(&file)?.root.as_ref()?.at(&place)?;
    Some((file, place))
}

/// The spans of a name in the layout file of its descriptor: that of a box, or of the diagram that boxes are in.
pub fn names(context: FileContext<'_>, symbol: &Symbol) -> Vec<(FilePath, Span)> {
    let place = || {
        let (file, place) = mention_of(context, &symbol.path)?;
        let source = context.workspace.file(&file)?;
        let key = source.key_span(&place)?;
        // The key is `section/name`, possibly quoted.
        let end = key.end as usize - usize::from(key.of(&source.text).ends_with(['\'', '"']));
        Some((file, Span::new(end.checked_sub(symbol.name.len())?, end)))
    };
    let (layout, keys) = inside(context, &symbol.path).unzip();
    let in_key = |key: &String| {
        let layout = layout.as_ref()?;
        let span = layout.key_span(&place_of(key))?;
        // Before the rest of the key, which may be quoted.
        let raw = span.of(&layout.text);
        let start = span.start as usize + raw.find(key.as_str())? + key.find('/')? + 1;
        Some((layout.path.clone(), Span::new(start, start + symbol.name.len())))
    };
    place().into_iter().chain(keys.iter().flatten().filter_map(in_key)).collect()
}

/// Removes the positions of boxes that are removed from `change`'s descriptor.
pub fn forget(context: FileContext<'_>, removed: &SortedSet<NodePath>, change: &mut Change) -> Result<(), EditError> {
    let mut places: SortedSet<(FilePath, NodePath)> =
        gather(removed.iter().filter_map(|path| mention_of(context, path)));
    for (layout, keys) in removed.iter().filter_map(|path| inside(context, path)) {
        places.extend(keys.iter().map(|key| (layout.path.clone(), place_of(key))));
    }
    let Some((file, _)) = places.first() else { return Ok(()) };
    let Some(layout) = context.workspace.file(file) else { return Ok(()) };
    // The change may have placed other boxes.
    let first = change.edits.remove(file).unwrap_or_default();
    let mut draft = Draft::new(&first.apply(&layout.text)?);
    for (_, place) in &places {
        draft.remove(place)?;
    }
    change.edits.insert(file.clone(), first.then(draft.finish()));
    Ok(())
}
