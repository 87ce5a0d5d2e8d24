//! Entries as text, for moving and copying them with their comments.

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::edit::{EditError, TextEdit};
use crate::syntax::{Node, NodePath, plain};
use crate::text::{self, Span};

use super::collection::{self, Collection};
use super::style::{self, TextStyle};
use super::{Draft, InsertAt, broken, guard, is_empty, lines, print};

/// An entry of a mapping as written, independent of its position.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    pub key: SmolStr,
    pub value: Value,
    /// The key as written, with its quotes.
    written_key: String,
    /// The comments above it.
    comments: Vec<String>,
    /// The text after the key, and the lines below, indented as if the key were in the first column.
    rest: Vec<String>,
    flow: bool,
}

/// A temporary first entry of a collection while another is inserted.
const STAND_IN: &str = "descriptorium-stand-in";

impl Piece {
    /// An entry on one line, with its value written as `text`.
    pub fn line(key: &str, text: &str, value: Value) -> Self {
        let (comments, rest) = (Vec::new(), vec![format!(": {text}")]);
        Piece { key: key.into(), value, written_key: key.to_owned(), comments, rest, flow: false }
    }

    /// The same entry under another key.
    pub fn named(self, key: &str) -> Self {
        Piece { key: key.into(), ..self }
    }

    /// Removes the comments above it.
    pub fn without_comments(self) -> Self {
        Piece { comments: Vec::new(), ..self }
    }

    fn has_comments(&self) -> bool {
        !self.comments.is_empty()
            || self.rest.iter().any(|line| line.contains(" #") || line.trim_start().starts_with('#'))
    }

    /// The lines of the entry at `column`.
    fn lines(&self, text_style: TextStyle, column: usize) -> Vec<String> {
        let indent = " ".repeat(column);
        let below = if self.flow { format!("{indent}{}", " ".repeat(text_style.step)) } else { indent.clone() };
        let indented = |line: &String, indent: &str| match line.is_empty() {
            true => String::new(),
            false => format!("{indent}{line}"),
        };
        let behind = self.rest.first().map_or("", String::as_str);
        let mut all: Vec<String> = self.comments.iter().map(|line| indented(line, &indent)).collect();
        all.push(format!("{indent}{}{behind}", self.key_text(text_style)));
        all.extend(self.rest.iter().skip(1).map(|line| indented(line, &below)));
        all
    }

    fn key_text(&self, mut text_style: TextStyle) -> String {
        if self.written_key.trim_matches(['\'', '"']) == self.key {
            return self.written_key.clone();
        }
        text_style.keys = match self.written_key.chars().next() {
            Some('\'') => style::Quotes::Single,
            Some('"') => style::Quotes::Double,
            _ => style::Quotes::Plain,
        };
        print::key_text(text_style, &self.key)
    }
}

impl Draft {
    /// The entry at `path` as text. Refused if it contains anchors or aliases.
    pub fn copy(&self, path: &NodePath) -> Result<Piece, EditError> {
        let located = self.locate(path)?;
        self.check_whole(located.node, path)?;
        let collection = self.collection_of(&located, path)?;
        let entry = located.parent.and_then(|parent| parent.entries().get(located.index));
        let (Some(entry), Some(key)) = (entry, path.last_key()) else {
            return Err(EditError::Refused(format!("`{path}` has no key")));
        };
        if collection::start(&entry.key) != entry.key.span.range().start || entry.value.has_alias() {
            return Err(guard::shared(path));
        }
        let Some(member) = collection.members.get(located.index) else { return Err(guard::missing(path)) };
        let key_end = entry.key.span.range().end;
        let (comments, rest) = if collection.flow || located.in_flow {
            (Vec::new(), flow_rest(&self.text[key_end..member.end]))
        } else {
            let column = lines::column(&self.text, member.start);
            let before = &self.text[collection.block_start(located.index).min(member.start)..member.start];
            let comments = text::lines(before).filter(|line| line.trim_start().starts_with('#'));
            let block_end = collection.block_end(located.index).max(key_end);
            let rest = text::lines(self.text[key_end..block_end].trim_end_matches(['\n', '\r'])).enumerate();
            let rest = rest.map(|(number, line)| if number == 0 { line.to_owned() } else { dedent(line, column) });
            (comments.map(|line| dedent(line, column)).collect(), rest.collect())
        };
        Ok(Piece {
            key: key.into(),
            value: plain::value(&entry.value),
            written_key: entry.key.span.of(&self.text).to_owned(),
            comments,
            rest,
            flow: collection.flow || located.in_flow,
        })
    }

    /// Inserts an entry, as written elsewhere, into the mapping at `parent`; an empty or missing value there becomes a
    /// mapping.
    pub fn paste(&mut self, parent: &NodePath, piece: &Piece, place: InsertAt<'_>) -> Result<(), EditError> {
        let root = self.tree().root();
        let there = root.and_then(|root| root.at(parent));
        let mapping = there.filter(|node| node.as_mapping().is_some() && !is_empty(node, true));
        if mapping.is_none() {
            let is_there = there.is_some();
            let stand_in = Value::Mapping(Mapping::from_iter([(Value::from(STAND_IN), Value::Null)]));
            return self.whole(|draft| {
                match is_there {
                    true => draft.replace(parent, &stand_in)?,
                    false => draft.set(parent, &stand_in)?,
                }
                draft.paste(parent, piece, InsertAt::First)?;
                draft.remove_stand_in(parent)
            });
        }
        let located = self.locate(parent)?;
        if located.node.get(&piece.key).is_some() {
            return Err(EditError::Exists(piece.key.to_string()));
        }
        guard::check_merged(self.tree(), parent, &piece.key)?;
        let collection = Collection::new(&self.text, located.node).ok_or_else(|| broken(parent))?;
        if collection.flow {
            if let ([behind], false) = (piece.rest.as_slice(), piece.has_comments()) {
                let index = super::index(&collection, &piece.key, place)?;
                let text_style = self.text_style(Some(located.node));
                let edit = collection.insert_text(index, &format!("{}{behind}", piece.key_text(text_style)));
                // Text that is valid on its own line may not be valid between commas.
                let fits = |edit| self.commit(edit, &parent.key(&piece.key), Some(&piece.value)).is_ok();
                if edit.is_some_and(fits) {
                    return Ok(());
                }
            }
            if piece.has_comments() {
                let why = format!("`{parent}` is written on one line, which has no room for comments");
                return Err(EditError::Refused(why));
            }
            return self.insert(parent, &piece.key, &piece.value, place);
        }
        let index = super::index(&collection, &piece.key, place)?;
        self.check_seam(&collection, index, parent)?;
        let text_style = self.text_style(Some(located.node));
        let edit = collection.insert_lines(index, &piece.lines(text_style, collection.column()));
        self.commit(edit, &parent.key(&piece.key), Some(&piece.value))
    }

    /// Removes the stand-in, which was at the top: if lines follow, without the comments there, which were in the empty
    /// value before.
    fn remove_stand_in(&mut self, parent: &NodePath) -> Result<(), EditError> {
        let path = parent.key(STAND_IN);
        let key = self.tree().root().and_then(|root| root.entry_at(&path)).map(|entry| entry.key.span.range());
        if let Some(key) = key
            && lines::is_first(&self.text, key.start)
        {
            let line = Span::new(lines::line_start(&self.text, key.start), lines::next_line(&self.text, key.start));
            if line.range().end < self.text.len() {
                return self.rewrite(TextEdit::delete(line));
            }
        }
        self.remove(&path)
    }

    /// Moves the entry at `path`, as written, into the mapping at `parent`; an empty or missing value there becomes a
    /// mapping. If both have a mapping of this name, their members are merged. Refused if that would replace a value.
    pub fn move_into(&mut self, path: &NodePath, parent: &NodePath) -> Result<(), EditError> {
        let Some(key) = path.last_key() else { return Err(guard::missing(path)) };
        let place = parent.key(key);
        let is_mapping = |path: &NodePath| {
            self.tree().root().and_then(|root| root.at(path)).is_some_and(|at| at.as_mapping().is_some())
        };
        if is_mapping(path) && is_mapping(&place) {
            return self.move_members(path, &place);
        }
        let piece = self.copy(path)?;
        self.whole(|draft| {
            draft.remove(path)?;
            draft.paste(parent, &piece, InsertAt::Last)
        })
    }

    /// Moves the members of the mapping at `path`, as written, into the mapping at `place`, and removes the empty one.
    /// Refused if that would replace a value.
    pub fn move_members(&mut self, path: &NodePath, place: &NodePath) -> Result<(), EditError> {
        let members = self.tree().root().and_then(|root| root.at(path)).map_or(&[][..], Node::entries);
        let copied = members.iter().map(|member| {
            let name = member.key.as_text().ok_or_else(|| broken(path))?;
            self.copy(&path.key(name))
        });
        let pieces = copied.collect::<Result<Vec<_>, _>>()?;
        self.whole(|draft| {
            draft.remove(path)?;
            pieces.iter().try_for_each(|piece| draft.paste(place, piece, InsertAt::Last))
        })
    }

    /// Moves the item at `path`, as written with its comments, into the list at `list`, which is not empty: before the item at
    /// `index`, or to the end. Refused if it contains anchors or aliases.
    pub fn move_item(&mut self, path: &NodePath, list: &NodePath, index: usize) -> Result<(), EditError> {
        let located = self.locate(path)?;
        self.check_whole(located.node, path)?;
        if located.node.has_alias() {
            return Err(guard::shared(path));
        }
        let collection = self.collection_of(&located, path)?;
        let (written, value) = (plain::as_written(located.node), plain::value(located.node));
        let is_flow = collection.flow || located.in_flow;
        let lines = if is_flow { Vec::new() } else { collection.lines(located.index) };
        let column = collection.column();
        self.whole(|draft| {
            draft.remove(path)?;
            let located = draft.locate(list)?;
            let target = Collection::new(&draft.text, located.node);
            let target = target.filter(|target| !is_flow && !target.flow && !target.members.is_empty());
            let Some(target) = target else { return draft.insert_item(list, index, &written) };
            let index = index.min(target.members.len());
            draft.check_seam(&target, index, list)?;
            let indent = " ".repeat(target.column());
            let indented = lines.iter().map(|line| dedent(line, column));
            let indented = indented.map(|line| if line.is_empty() { line } else { format!("{indent}{line}") });
            let edit = target.insert_lines(index, &indented.collect::<Vec<String>>());
            draft.commit(edit, &list.index(index), Some(&value))
        })
    }

    /// Replaces parts of the current text, as a rename does. Refused if it adds syntax errors.
    pub fn rewrite(&mut self, edit: TextEdit) -> Result<(), EditError> {
        self.commit(edit, &NodePath::root(), None)
    }
}

/// The text after the key of a flow entry: with a colon, and its continuation lines with minimal indentation.
fn flow_rest(text: &str) -> Vec<String> {
    if text.trim().is_empty() {
        return vec![":".to_owned()];
    }
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let below = text::lines(text).skip(1).filter(|line| !line.trim().is_empty());
    let least = below.map(indent).min().unwrap_or(0);
    let lines = text::lines(text).enumerate();
    lines.map(|(number, line)| if number == 0 { line.to_owned() } else { dedent(line, least) }).collect()
}

/// Removes up to `column` leading spaces.
fn dedent(line: &str, column: usize) -> String {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    line.get(spaces.min(column)..).unwrap_or("").to_owned()
}
