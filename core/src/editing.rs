//! Schema-driven edits of descriptors, for all languages: set values, add, connect, copy and move boxes, duplicate
//! entries, and remove them with everything that refers to them. Edits that only one language supports are in its own
//! folder.

pub mod add;
mod cascade;
pub mod clipboard;
pub mod conversion;
pub mod layout;
pub mod link;
pub mod section;

use serde_yaml::{Mapping, Value};

use crate::context::FileContext;
use crate::edit::{Change, EditError, TextEdit};
use crate::editing::add::{Names, NewEntry};
use crate::editing::section::Section;
use crate::language::Language;
use crate::naming::free_name;
use crate::schema::{Record, Shape, spot};
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::symbol::{Mention, Removed};
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{Node, NodePath, Step, plain};
use crate::topology::{CandidateEnd, Command, End, Point};
use crate::workspace::SourceFile;

/// The boxes of a language, for editing its diagrams.
#[derive(Debug)]
pub struct Boxes {
    pub sections: &'static [Section],
    /// The valid names of a kind at a path.
    pub names: Names,
    pub mentions: fn(FileContext<'_>) -> Vec<Mention>,
}

impl Boxes {
    /// No boxes: the language implements its own edits.
    pub const NONE: Boxes = Boxes { sections: &[], names: |_, _, _| Vec::new(), mentions: |_| Vec::new() };
}

/// The change for `command`, or the reason for refusing it. [`Command::Rename`] and [`Command::Remove`] affect other
/// files too and are handled elsewhere.
pub fn run(context: FileContext<'_>, boxes: &Boxes, command: &Command) -> Result<Change, EditError> {
    let file = context.file;
    let mut draft = file.draft();
    let title = match command {
        Command::Set { path, value } => set(context, &mut draft, path, value.as_ref())?,
        Command::Duplicate(paths) => duplicate(context, &mut draft, paths)?,
        Command::Place(positions) => return layout::place(context, positions),
        Command::Unplace(diagram) => return layout::unplace(context, diagram),
        Command::AddEntry { section, of, name, at } => {
            let new = NewEntry { section, of: of.as_deref(), name: name.as_deref(), at: *at };
            return add::add(context, boxes, &new);
        }
        Command::Connect { source, target } => return link::connect(context, boxes, source, target),
        Command::Paste(text, at) => return clipboard::paste(context, boxes, text, *at),
        Command::MoveItem { path, to } => move_item(&mut draft, path, *to)?,
        Command::Append { list, value } => {
            extend(file, &mut draft, list, value.clone())?;
            format!("Add to {}", list.last_key().unwrap_or("list"))
        }
        _ => {
            let label = file.language.map_or("file", Language::label);
            return Err(refused(format!("a {label} does not support this")));
        }
    };
    Ok(Change::of_file(title, file.path.clone(), draft.finish()))
}

/// Sets the value at `path`, or removes the entry there.
fn set(
    context: FileContext<'_>,
    draft: &mut Draft,
    path: &NodePath,
    value: Option<&Value>,
) -> Result<String, EditError> {
    let name = path.last_key().unwrap_or("item").to_owned();
    match value {
        Some(value) => {
            put(context.file, draft, path, value)?;
            Ok(format!("Set {name}"))
        }
        None => {
            draft.remove(path)?;
            Ok(format!("Remove {name}"))
        }
    }
}

/// Moves the item of a list at `path`, with its comments, so that it gets the index `to`.
pub fn move_item(draft: &mut Draft, path: &NodePath, to: usize) -> Result<String, EditError> {
    let Some((list, Step::Index(index))) = path.split_last() else { return Err(EditError::Missing(path.to_string())) };
    let count = draft.tree().root().and_then(|root| root.at(&list)).map_or(0, |list| list.items().len());
    if *index >= count || to >= count {
        return Err(refused("there is no item in this direction"));
    }
    if *index != to {
        draft.move_item(path, &list, to)?;
    }
    Ok(format!("Move item {} of {}", index + 1, list.last_key().unwrap_or("list")))
}

/// Sets the value at `path`; a new key is inserted in schema order.
pub fn put(file: &SourceFile, draft: &mut Draft, path: &NodePath, value: &Value) -> Result<(), EditError> {
    let Some(language) = file.language else { return draft.set(path, value) };
    draft.set_ordered(path, value, |root, parent| order(root, language.schema_of(root), parent))
}

/// Appends an item to the list at `list`; a missing list is created in schema order. Refused if something else is there,
/// which a list would replace.
pub fn append(file: &SourceFile, draft: &mut Draft, list: &NodePath, item: Value) -> Result<(), EditError> {
    let Some(known) = draft.tree().root().and_then(|root| root.at(list)) else {
        return put(file, draft, list, &vec![item].into());
    };
    let is_text = known.as_scalar().is_some() && !known.is_null() && known.as_text() != Some("");
    if is_text || !known.entries().is_empty() {
        let name = list.last_key().unwrap_or_default();
        return Err(refused(format!("`{name}` is not a list; correct it in the text first")));
    }
    match known.items().is_empty() {
        true => put(file, draft, list, &vec![item].into()),
        false => draft.append(list, &item),
    }
}

/// Like [`append`], but a single value in place of the list becomes its first item.
pub fn extend(file: &SourceFile, draft: &mut Draft, list: &NodePath, item: Value) -> Result<(), EditError> {
    let there = draft.tree().root().and_then(|root| root.at(list));
    let single = there.filter(|node| node.as_scalar().is_some() && !node.is_null()).map(plain::as_written);
    match single.filter(|value| value.as_str() != Some("")) {
        Some(first) => put(file, draft, list, &vec![first, item].into()),
        None => append(file, draft, list, item),
    }
}

/// The key order of the mapping at `path`; empty for free names.
fn order(root: &Node, schema: &'static Record, path: &NodePath) -> Vec<&'static str> {
    let record = if path.is_root() { Some(schema) } else { spot(root, schema, path).and_then(|spot| spot.keys()) };
    record.map_or(Vec::new(), Record::order)
}

/// Duplicates entries under free names, and items with an identifier, each after its original.
fn duplicate(context: FileContext<'_>, draft: &mut Draft, paths: &[NodePath]) -> Result<String, EditError> {
    if paths.is_empty() {
        return Err(refused("nothing is selected"));
    }
    let paths: SortedSet<&NodePath> = gather(paths.iter());
    // Backwards, so that indices stay valid.
    for path in paths.iter().rev() {
        let parent = path.parent().unwrap_or_default();
        match path.split_last() {
            Some((_, Step::Key(key))) => {
                let siblings = draft.tree().root().and_then(|root| root.at(&parent)).map_or(&[][..], Node::entries);
                let taken: Vec<&str> = siblings.iter().filter_map(|entry| entry.key.as_text()).collect();
                let name = free_name(key, |name| taken.contains(&name));
                let piece = draft.copy(path)?.named(&name);
                draft.paste(&parent, &piece, InsertAt::After(key))?;
                let at = context.file.root.as_ref().and_then(|root| root.at(path)).and_then(layout::own_position);
                if let Some(at) = at.filter(|_| layout::uses_metadata(context, &parent)) {
                    let beside = Point { x: at.x + clipboard::ASIDE, y: at.y + clipboard::ASIDE };
                    layout::place_in_metadata(context.file, draft, &parent.key(&name), beside)?;
                }
            }
            Some((_, Step::Index(index))) => duplicate_item(context, draft, &parent, *index)?,
            None => return Err(refused("to duplicate a whole descriptor, use the file list")),
        }
    }
    Ok(match paths.first() {
        Some(path) if paths.len() == 1 => format!("Duplicate {}", name_of(context, path)),
        _ => format!("Duplicate {} boxes", paths.len()),
    })
}

/// Appends a copy of an item to its list, with a free identifier if its schema has one.
fn duplicate_item(context: FileContext<'_>, draft: &mut Draft, list: &NodePath, index: usize) -> Result<(), EditError> {
    let (Some(root), Some(language)) = (&context.file.root, context.file.language) else {
        return Err(EditError::Missing(list.to_string()));
    };
    let path = list.index(index);
    let item = root.at(&path).ok_or_else(|| EditError::Missing(path.to_string()))?;
    let mut value = plain::as_written(item);
    let record = spot(root, language.schema_of(root), &path).and_then(|spot| spot.keys());
    let id = record.and_then(|record| record.fields.iter().find(|field| matches!(field.shape, Shape::Id(_))));
    if let (Some(field), Value::Mapping(mapping)) = (id, &mut value)
        && let Some(old) = item.get(field.name).and_then(Node::as_text)
    {
        let items = root.at(list).map_or(&[][..], Node::items).iter();
        let taken: Vec<&str> = items.filter_map(|item| item.get(field.name)?.as_text()).collect();
        let new = free_name(old, |name| taken.contains(&name));
        mapping.insert(Value::from(field.name), Value::from(new));
    }
    draft.append(list, &value)
}

/// The title and the paths for removing `paths`, without dependent ones.
pub fn removal(context: FileContext<'_>, paths: &[NodePath]) -> Result<(String, SortedSet<NodePath>), EditError> {
    let draft = context.file.draft();
    let whole: SortedSet<NodePath> = gather(paths.iter().map(|path| whole_item(context, path)));
    for path in &whole {
        // Reports why it cannot be removed.
        draft.clone().remove(path)?;
    }
    let title = match paths {
        [path] => format!("Remove {}", name_of(context, path)),
        _ => format!("Remove {} items", paths.len()),
    };
    Ok((title, whole))
}

/// The item of a list whose only entry is at `path`, such as a requirement; otherwise the entry itself.
fn whole_item(context: FileContext<'_>, path: &NodePath) -> NodePath {
    let item = path.parent().filter(|parent| matches!(parent.split_last(), Some((_, Step::Index(_)))));
    let node = item.as_ref().and_then(|item| context.file.root.as_ref()?.at(item));
    let is_all = node.is_some_and(|node| node.entries().len() == 1);
    item.filter(|_| is_all).unwrap_or_else(|| path.clone())
}

/// The paths in the file that must be removed because they refer to something that is removed.
pub fn followers(context: FileContext<'_>, mentions: &[Mention], removed: &Removed) -> Vec<NodePath> {
    cascade::followers(context, mentions, removed)
}

/// The edit that removes these places, and optional sections that become empty.
pub fn cut(context: FileContext<'_>, places: &SortedSet<NodePath>) -> Result<TextEdit, EditError> {
    let mut draft = context.file.draft();
    cut_in(context, &mut draft, places)?;
    Ok(draft.finish())
}

/// Removes these places, and optional sections that become empty.
pub fn cut_in(context: FileContext<'_>, draft: &mut Draft, places: &SortedSet<NodePath>) -> Result<(), EditError> {
    // Backwards, so that indices stay valid.
    for place in places.iter().rev() {
        let within = places.iter().any(|outer| outer != place && place.starts_with(outer));
        if !within && is_there(draft, place) {
            draft.remove(place)?;
        }
    }
    for section in gather::<_, SortedSet<_>>(places.iter().filter_map(NodePath::parent)).iter().rev() {
        remove_empty(context, draft, section)?;
    }
    Ok(())
}

/// Removes an optional section that is empty and has no comment.
pub fn remove_empty(context: FileContext<'_>, draft: &mut Draft, section: &NodePath) -> Result<(), EditError> {
    if cascade::is_optional(context, section) && is_bare(draft, section)? {
        draft.remove(section)?;
    }
    Ok(())
}

/// Whether the collection at a path has neither entries, items nor comments.
pub fn is_bare(draft: &Draft, path: &NodePath) -> Result<bool, EditError> {
    let node = draft.tree().root().and_then(|root| root.at(path));
    let is_empty = node.is_some_and(|node| node.entries().is_empty() && node.items().is_empty());
    Ok(is_empty && !draft.is_commented(path)?)
}

fn is_there(draft: &Draft, path: &NodePath) -> bool {
    draft.tree().root().is_some_and(|root| root.at(path).is_some())
}

/// Refuses to move an end of a connection to one that is not among its candidates, or is refused there.
pub fn check_candidate(candidates: Vec<CandidateEnd>, to: &End) -> Result<(), EditError> {
    match candidates.into_iter().find(|candidate| candidate.end.end == *to) {
        Some(CandidateEnd { refused: None, .. }) => Ok(()),
        Some(CandidateEnd { refused: Some(why), .. }) => Err(refused(why)),
        None => Err(refused(format!("this connection cannot end at `{}`", to.port))),
    }
}

/// Moves the entry at `from` to `to`, as written with its comments. A value there is replaced, and missing mappings around
/// it are created.
pub fn move_entry(file: &SourceFile, draft: &mut Draft, from: &NodePath, to: &NodePath) -> Result<(), EditError> {
    let missing = |path: &NodePath| EditError::Missing(path.to_string());
    let value = draft.tree().root().and_then(|root| root.at(from)).map(plain::as_written);
    let value = value.ok_or_else(|| missing(from))?;
    let (section, name) = to.parent().zip(to.last_key()).ok_or_else(|| missing(to))?;
    if is_there(draft, to) {
        put(file, draft, to, &value)?;
        return draft.remove(from);
    }
    if from.parent().as_ref() == Some(&section) {
        return draft.rename_key(from, name);
    }
    if !is_there(draft, &section) {
        put(file, draft, &section, &Value::Mapping(Mapping::new()))?;
    }
    let pasted = draft.copy(from).and_then(|piece| draft.paste(&section, &piece.named(name), InsertAt::Last));
    // A mapping on one line has no room for the comments.
    pasted.or_else(|_| put(file, draft, to, &value))?;
    draft.remove(from)
}

/// The displayed name of the entry at `path`: its key, identifier or index.
fn name_of(context: FileContext<'_>, path: &NodePath) -> String {
    match path.split_last() {
        Some((_, Step::Key(key))) => key.to_string(),
        Some((_, Step::Index(index))) => identifier(context, path).unwrap_or_else(|| format!("item {}", index + 1)),
        None => "descriptor".to_owned(),
    }
}

/// The identifier of the list item at `path`, if its list has identifiers. Does not use the schema, which the modeller
/// loads lazily, because diagrams need it.
fn identifier(context: FileContext<'_>, path: &NodePath) -> Option<String> {
    let key = context.file.language?.item_key(path.parent()?.last_key()?)?;
    Some(context.file.root.as_ref()?.at(path)?.get(key)?.as_text()?.to_owned())
}

/// A refusal with its reason.
pub fn refused(why: impl Into<String>) -> EditError {
    EditError::Refused(why.into())
}
