//! Connections from a box to boxes that it names, as declared by the sections: a group and its members, a constraint
//! and its demands.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::add::section_of;
use crate::editing::section::{Entries, Section};
use crate::editing::{Boxes, append, check_candidate, cut_in, put, refused, remove_empty};
use crate::language::Language;
use crate::schema::{Shape, spot};
use crate::sorted_map::SortedSet;
use crate::symbol::SymbolKind;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath};
use crate::topology::{CandidateEnd, ConnectionEnd, End, MovedEnd, PortKind};

/// A field of a box that names other boxes.
struct Link {
    /// The box.
    vertex: NodePath,
    /// The path of the field.
    path: NodePath,
    /// The kind of symbol that it names.
    symbol: SymbolKind,
    /// Whether it takes a list of names.
    takes_list: bool,
}

impl Link {
    fn of(context: FileContext<'_>, vertex: &NodePath, keys: &[&str]) -> Option<Self> {
        let root = context.file.root.as_ref()?;
        let path = keys.iter().fold(vertex.clone(), |path, key| path.key(key));
        let shape = &spot(root, context.file.language.map(Language::schema)?, &path)?.field?.shape;
        let symbol = named(shape)?;
        Some(Link { vertex: vertex.clone(), path, symbol, takes_list: takes_list(shape) })
    }

    fn port(&self) -> &str {
        self.path.last_key().unwrap_or_default()
    }

    fn end(&self) -> ConnectionEnd {
        connection_end(&self.vertex, self.port(), PortKind::Requirement)
    }

    /// Why `name` cannot be added there, or cannot take the place of `replaced`, if so.
    fn refusal(&self, root: &Node, name: &str, replaced: Option<&str>) -> Option<String> {
        let value = root.at(&self.path)?;
        let port = self.port();
        if value.as_mapping().is_some() {
            return Some(format!("`{port}` is not a list of names; change it in the text"));
        }
        let mut known: Vec<&str> = written(value);
        known.retain(|name| Some(*name) != replaced);
        if known.contains(&name) {
            return Some(format!("`{port}` already names `{name}`"));
        }
        match known.as_slice() {
            [other, ..] if !self.takes_list => Some(format!("`{port}` is already `{other}`")),
            _ => None,
        }
    }
}

/// The names in a value, a single one or a list.
fn written(value: &Node) -> Vec<&str> {
    let single = value.as_text().into_iter();
    single.chain(value.items().iter().filter_map(Node::as_text)).filter(|name| !name.trim().is_empty()).collect()
}

fn named(shape: &Shape) -> Option<SymbolKind> {
    match shape {
        Shape::Name(kind) => Some(*kind),
        Shape::List(item) => named(item),
        Shape::OneOf(shapes) => shapes.iter().find_map(named),
        _ => None,
    }
}

fn takes_list(shape: &Shape) -> bool {
    match shape {
        Shape::List(_) => true,
        Shape::OneOf(shapes) => shapes.iter().any(takes_list),
        _ => false,
    }
}

fn connection_end(vertex: &NodePath, port: &str, kind: PortKind) -> ConnectionEnd {
    ConnectionEnd { end: End { vertex: vertex.clone(), port: port.into() }, kind }
}

/// The links of the box at `vertex`.
fn links_of(context: FileContext<'_>, sections: &[Section], vertex: &NodePath) -> Vec<Link> {
    let links = section_of(sections, vertex).map_or(&[][..], |section| section.links);
    links.iter().filter_map(|keys| Link::of(context, vertex, keys)).collect()
}

/// The links of all boxes.
fn all_links(context: FileContext<'_>, sections: &[Section]) -> Vec<Link> {
    let Some(root) = &context.file.root else { return Vec::new() };
    let with_links = sections.iter().filter(|section| !section.links.is_empty());
    let boxes = with_links.filter_map(|section| section.entries(context)).flat_map(|entries| entries.names(root));
    boxes.flat_map(|(_, vertex)| links_of(context, sections, &vertex)).collect()
}

/// A box that others can name: its name and kind.
struct Named {
    name: SmolStr,
    entries: Entries,
}

impl Named {
    fn at(context: FileContext<'_>, sections: &[Section], vertex: &NodePath) -> Option<Self> {
        let entries = section_of(sections, vertex)?.entries(context)?;
        let names = entries.names(context.file.root.as_ref()?);
        let name = names.into_iter().find(|(_, path)| path == vertex)?.0.into();
        Some(Named { name, entries })
    }
}

/// The ports of `vertex` where such a connection can start: the fields where it names others, and the box itself.
pub fn starts(context: FileContext<'_>, boxes: &Boxes, vertex: &NodePath) -> Vec<ConnectionEnd> {
    let sections = boxes.sections;
    let mut starts: Vec<ConnectionEnd> = links_of(context, sections, vertex).iter().map(Link::end).collect();
    let named = Named::at(context, sections, vertex);
    starts.extend(named.into_iter().filter_map(|named| {
        let is_wanted = all_links(context, sections).iter().any(|link| link.symbol == named.entries.symbol);
        is_wanted.then(|| connection_end(vertex, named.entries.record.name, PortKind::Capability))
    }));
    starts
}

/// All ends for a connection from `from`, with the reason if one is refused.
pub fn candidates(context: FileContext<'_>, boxes: &Boxes, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    ends(context, boxes, from, kind, None)
}

/// All ends for a connection from `from` in place of the one to the box with the name `replaced`.
fn ends(
    context: FileContext<'_>,
    boxes: &Boxes,
    from: &End,
    kind: PortKind,
    replaced: Option<&str>,
) -> Vec<CandidateEnd> {
    let (sections, Some(root)) = (boxes.sections, &context.file.root) else { return Vec::new() };
    match kind {
        PortKind::Requirement => {
            let links = links_of(context, sections, &from.vertex);
            let Some(link) = links.into_iter().find(|link| *link.port() == *from.port) else { return Vec::new() };
            let targets = sections.iter().filter_map(|section| section.entries(context));
            let targets = targets.filter(|entries| entries.symbol == link.symbol);
            let ends = targets.flat_map(|entries| {
                let noun = entries.record.name;
                let ends = entries.names(root).into_iter().map(move |(name, vertex)| (name, vertex, noun));
                ends.collect::<Vec<_>>()
            });
            ends.map(|(name, vertex, noun)| CandidateEnd {
                end: connection_end(&vertex, noun, PortKind::Capability),
                refused: link.refusal(root, name, replaced),
            })
            .collect()
        }
        PortKind::Capability => {
            let Some(named) = Named::at(context, sections, &from.vertex) else { return Vec::new() };
            if *from.port != *named.entries.record.name {
                return Vec::new();
            }
            let links = all_links(context, sections).into_iter();
            let links = links.filter(|link| link.symbol == named.entries.symbol && link.vertex != from.vertex);
            links.map(|link| CandidateEnd { end: link.end(), refused: link.refusal(root, &named.name, None) }).collect()
        }
        PortKind::Input | PortKind::Output => Vec::new(),
    }
}

/// Adds the name of `source` to `target`.
pub fn connect(context: FileContext<'_>, boxes: &Boxes, source: &End, target: &End) -> Result<Change, EditError> {
    let (file, sections) = (context.file, boxes.sections);
    let root = file.root.as_ref().ok_or_else(|| EditError::Missing(target.vertex.to_string()))?;
    let named = Named::at(context, sections, &source.vertex);
    let Named { name, entries } = named.ok_or_else(|| EditError::Missing(source.vertex.to_string()))?;
    let links = links_of(context, sections, &target.vertex);
    let link = links.into_iter().find(|link| *link.port() == *target.port && link.symbol == entries.symbol);
    let owner = target.vertex.last_key().unwrap_or_default();
    let link = link
        .ok_or_else(|| refused(format!("`{owner}` has no `{}` that names a {}", target.port, entries.record.name)))?;
    if let Some(why) = link.refusal(root, &name, None) {
        return Err(refused(why));
    }
    let mut draft = file.draft();
    add(context, &mut draft, &link, &name)?;
    Ok(Change::of_file(format!("Connect {owner}"), file.path.clone(), draft.finish()))
}

/// Adds a name to a field.
fn add(context: FileContext<'_>, draft: &mut Draft, link: &Link, name: &str) -> Result<(), EditError> {
    let name = Value::from(name);
    match context.file.root.as_ref().and_then(|root| root.at(&link.path)) {
        Some(single) if link.takes_list && single.items().is_empty() => {
            let both: Vec<Value> = written(single).into_iter().map(Value::from).chain([name]).collect();
            put(context.file, draft, &link.path, &both.into())
        }
        _ if link.takes_list => append(context.file, draft, &link.path, name),
        _ => put(context.file, draft, &link.path, &name),
    }
}

/// The field and the name in it that a connection represents.
fn of_connection<'a>(context: FileContext<'a>, sections: &[Section], path: &NodePath) -> Option<(Link, &'a str)> {
    let name = context.file.root.as_ref()?.at(path)?.as_text()?;
    let link = all_links(context, sections).into_iter().find(|link| path.starts_with(&link.path))?;
    Some((link, name))
}

/// Whether the end at the field is moved, and not the one at the box that it names.
fn is_field(link: &Link, moved: &MovedEnd) -> bool {
    moved.from.vertex == link.vertex
}

/// The end of such a connection that stays when the other one is moved.
pub fn reconnection_start(context: FileContext<'_>, boxes: &Boxes, moved: &MovedEnd) -> Option<ConnectionEnd> {
    let (link, _) = of_connection(context, boxes.sections, &moved.path)?;
    if !is_field(&link, moved) {
        return Some(link.end());
    }
    let named = Named::at(context, boxes.sections, &moved.other.vertex)?;
    Some(connection_end(&moved.other.vertex, named.entries.record.name, PortKind::Capability))
}

/// The ends that an end of such a connection could be moved to, with the reason if one is refused.
pub fn reconnection_candidates(context: FileContext<'_>, boxes: &Boxes, moved: &MovedEnd) -> Vec<CandidateEnd> {
    let Some((link, name)) = of_connection(context, boxes.sections, &moved.path) else { return Vec::new() };
    let Some(start) = reconnection_start(context, boxes, moved) else { return Vec::new() };
    let replaced = (!is_field(&link, moved)).then_some(name);
    let mut ends = ends(context, boxes, &start.end, start.kind, replaced);
    ends.retain(|candidate| candidate.end.end.vertex != moved.from.vertex);
    ends
}

/// Moves an end of such a connection: names another box, or names the box in another field.
pub fn reconnect(context: FileContext<'_>, boxes: &Boxes, moved: &MovedEnd, to: &End) -> Result<Change, EditError> {
    let missing = || EditError::Missing(moved.path.to_string());
    let (link, name) = of_connection(context, boxes.sections, &moved.path).ok_or_else(missing)?;
    check_candidate(reconnection_candidates(context, boxes, moved), to)?;
    let mut draft = context.file.draft();
    if is_field(&link, moved) {
        let links = links_of(context, boxes.sections, &to.vertex);
        let other = links.into_iter().find(|other| *other.port() == *to.port).ok_or_else(missing)?;
        let is_list = |path: &NodePath| {
            context.file.root.as_ref().and_then(|root| root.at(path)).is_some_and(|list| !list.items().is_empty())
        };
        if is_list(&link.path) && is_list(&other.path) {
            draft.move_item(&moved.path, &other.path, usize::MAX)?;
            remove_empty(context, &mut draft, &link.path)?;
        } else {
            add(context, &mut draft, &other, name)?;
            cut_in(context, &mut draft, &SortedSet::from([moved.path.clone()]))?;
        }
    } else {
        let named = Named::at(context, boxes.sections, &to.vertex).ok_or_else(missing)?;
        draft.replace(&moved.path, &named.name.as_str().into())?;
    }
    let owner = link.vertex.last_key().unwrap_or_default();
    Ok(Change::of_file(format!("Reconnect {owner}"), context.file.path.clone(), draft.finish()))
}
