//! Edits by path that keep comments, order, quotes and indentation, and change only the lines they must.

mod collection;
pub mod format;
mod guard;
mod lines;
pub mod list;
pub mod piece;
mod print;
mod regroup;
mod root;
mod slot;
mod splice;
mod style;

use std::rc::Rc;
use std::sync::Arc;

use serde_yaml::{Mapping, Value};

use crate::edit::{EditError, TextEdit};
use crate::syntax::{Kind, Node, NodePath, Step, SyntaxErrorKind, Tree, parse, plain};
use crate::text::Span;

use collection::Collection;
use guard::Located;
use slot::Slot;
use splice::{Current, Splice};
use style::{StyleCache, TextStyle};

/// The insertion point in a mapping or sequence. The name of a sequence item is its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertAt<'a> {
    First,
    Last,
    Before(&'a str),
    After(&'a str),
    /// At the position given by this order of keys (usually from a schema), after keys that the order does not name.
    Ordered(&'a [&'a str]),
}

/// A text being edited. Each operation sees the results of the previous ones; [`Draft::finish`] returns the combined
/// edit.
#[derive(Clone, Debug)]
pub struct Draft {
    text: String,
    tree: Current,
    style_cache: Rc<StyleCache>,
    /// The edits so far, in order.
    edits: Vec<TextEdit>,
    /// Paths that no edit may write, because the text has a misspelled key in their place.
    reserved: Rc<[NodePath]>,
    /// Why every edit is refused, if so.
    refusal: Option<&'static str>,
}

impl Draft {
    pub fn new(text: &str) -> Self {
        Draft::of(text, &Arc::new(parse::parse(text)))
    }

    /// A draft of a text that has already been parsed.
    pub fn of(text: &str, tree: &Arc<Tree>) -> Self {
        let (tree, style_cache) = (Current::new(Arc::clone(tree)), Rc::new(StyleCache::default()));
        Draft { text: text.to_owned(), tree, style_cache, edits: Vec::new(), reserved: Rc::default(), refusal: None }
    }

    /// Refuses edits at or below these paths.
    pub fn reserving(self, reserved: Vec<NodePath>) -> Self {
        Draft { reserved: reserved.into(), ..self }
    }

    /// Refuses every edit, for this reason.
    pub fn refusing(self, why: &'static str) -> Self {
        Draft { refusal: Some(why), ..self }
    }

    fn check_reserved(&self, path: &NodePath) -> Result<(), EditError> {
        if let Some(why) = self.refusal {
            return Err(EditError::Refused(why.to_owned()));
        }
        let reserved = self.reserved.iter().find(|reserved| path.starts_with(reserved));
        let key = reserved.map(|path| path.last_key().unwrap_or_default());
        key.map_or(Ok(()), |key| Err(EditError::Refused(format!("correct the misspelled key `{key}` first"))))
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn tree(&self) -> &Tree {
        self.tree.get()
    }

    fn locate(&self, path: &NodePath) -> Result<Located<'_>, EditError> {
        self.check_reserved(path)?;
        guard::locate(self.tree(), self.style_cache.aliases(self.tree()), path)
    }

    fn check_whole(&self, node: &Node, path: &NodePath) -> Result<(), EditError> {
        guard::check_whole(self.style_cache.aliases(self.tree()), node, path)
    }

    /// The style of the text around `near`.
    fn text_style(&self, near: Option<&Node>) -> TextStyle {
        TextStyle::around(&self.text, self.style_cache.survey(&self.text, self.tree()), near)
    }

    /// Inserts an entry into the mapping at `parent`; an empty or missing value there becomes a mapping.
    pub fn insert(
        &mut self,
        parent: &NodePath,
        key: &str,
        value: &Value,
        place: InsertAt<'_>,
    ) -> Result<(), EditError> {
        let filled = || Value::Mapping(Mapping::from_iter([(Value::from(key), value.clone())]));
        let path = parent.key(key);
        self.check_reserved(&path)?;
        if parent.is_root() && self.tree.root().is_none() {
            return self.commit(root::fill(&self.text, None, &filled()), &path, Some(value));
        }
        let located = self.locate(parent)?;
        if located.node.get(key).is_some() {
            return Err(EditError::Exists(key.to_owned()));
        }
        guard::check_merged(self.tree(), parent, key)?;
        let collection = match Collection::new(&self.text, located.node) {
            Some(collection) if located.node.as_mapping().is_some() && !collection.members.is_empty() => collection,
            _ if is_empty(located.node, located.node.as_mapping().is_some()) => {
                return self.fill(parent, &filled(), &path, value);
            }
            _ => return Err(EditError::Refused(format!("`{parent}` is not a mapping"))),
        };
        let index = index(&collection, key, place)?;
        self.check_seam(&collection, index, parent)?;
        let text_style = self.text_style(Some(located.node));
        let edit = if collection.flow {
            collection
                .insert_text(index, &print::flow_entry(text_style, &key.into(), value))
                .ok_or_else(|| broken(parent))?
        } else {
            collection.insert_lines(index, &print::entry(text_style, &key.into(), value, collection.column()))
        };
        self.commit(edit, &path, Some(value))
    }

    /// Appends `value` to the sequence at `path`; an empty value there becomes a sequence.
    pub fn append(&mut self, path: &NodePath, value: &Value) -> Result<(), EditError> {
        self.insert_item(path, usize::MAX, value)
    }

    /// Inserts `value` into the sequence at `path`, before the item at `index`, or at the end; an empty value there
    /// becomes a sequence.
    pub fn insert_item(&mut self, path: &NodePath, index: usize, value: &Value) -> Result<(), EditError> {
        let located = self.locate(path)?;
        let collection = match Collection::new(&self.text, located.node) {
            Some(collection) if located.node.as_sequence().is_some() && !collection.members.is_empty() => collection,
            _ if is_empty(located.node, located.node.as_sequence().is_some()) => {
                return self.fill(path, &Value::Sequence(vec![value.clone()]), &path.index(0), value);
            }
            _ => return Err(EditError::Refused(format!("`{path}` is not a list"))),
        };
        let index = index.min(collection.members.len());
        self.check_seam(&collection, index, path)?;
        let text_style = self.text_style(Some(located.node));
        let edit = if collection.flow {
            collection.insert_text(index, &print::flow(text_style, value)).ok_or_else(|| broken(path))?
        } else {
            collection.insert_lines(index, &print::item(text_style, value, collection.column()))
        };
        self.commit(edit, &path.index(index), Some(value))
    }

    /// Replaces the node at `path` with `value`.
    pub fn replace(&mut self, path: &NodePath, value: &Value) -> Result<(), EditError> {
        self.fill(path, value, path, value)
    }

    /// Sets the value at `path`: replaces it if it exists, otherwise inserts it along with missing parent mappings.
    pub fn set(&mut self, path: &NodePath, value: &Value) -> Result<(), EditError> {
        self.set_ordered(path, value, |_, _| Vec::new())
    }

    /// Like [`Draft::set`], but inserts new keys in the order that `order` returns for the mapping at a path.
    pub fn set_ordered(
        &mut self,
        path: &NodePath,
        value: &Value,
        order: impl Fn(&Node, &NodePath) -> Vec<&'static str>,
    ) -> Result<(), EditError> {
        let at = |path: &NodePath| self.tree.root().and_then(|root| root.at(path));
        let there = |path: &NodePath| at(path).is_some();
        if at(path).is_some_and(|node| self.states(node, value)) {
            return Ok(());
        }
        if there(path) {
            return self.replace(path, value);
        }
        let mut value = value.clone();
        let mut missing = path.clone();
        while let Some((parent, step)) = missing.split_last() {
            match step {
                Step::Key(key) if there(&parent) || parent.is_root() => {
                    let order = self.tree.root().map_or(Vec::new(), |root| order(root, &parent));
                    return self.insert(&parent, key, &value, InsertAt::Ordered(&order));
                }
                Step::Index(index) if there(&parent) => {
                    let items = self.tree.root().and_then(|root| root.at(&parent)).map_or(0, |node| node.items().len());
                    return if items == *index { self.append(&parent, &value) } else { Err(guard::missing(path)) };
                }
                Step::Key(key) => value = Value::Mapping(Mapping::from_iter([(Value::from(key.as_str()), value)])),
                Step::Index(0) => value = Value::Sequence(vec![value]),
                Step::Index(_) => return Err(guard::missing(path)),
            }
            missing = parent;
        }
        self.replace(path, &value)
    }

    /// Whether a collection has this value already, whatever its style and its comments. One with aliases counts as different.
    fn states(&self, node: &Node, value: &Value) -> bool {
        let is_collection = matches!(node.kind, Kind::Mapping(_) | Kind::Sequence(_));
        is_collection && plain::value(node) == *value && !node.span.of(self.text()).contains('*')
    }

    /// Changes the key of the entry at `path`.
    pub fn rename_key(&mut self, path: &NodePath, key: &str) -> Result<(), EditError> {
        let located = self.locate(path)?;
        let (Some(parent), Some(old)) =
            (located.parent.filter(|parent| parent.as_mapping().is_some()), path.last_key())
        else {
            return Err(EditError::Refused(format!("`{path}` has no key")));
        };
        if old == key {
            return Ok(());
        }
        if parent.get(key).is_some() {
            return Err(EditError::Exists(key.to_owned()));
        }
        let Some(entry) = parent.entries().get(located.index) else { return Err(guard::missing(path)) };
        let parent_path = path.parent().unwrap_or_default();
        guard::check_merged(self.tree(), &parent_path, key)?;
        guard::check_sound(self.tree(), entry.key.span, path)?;
        let mut text_style = self.text_style(Some(parent));
        text_style.keys = style::quotes_of(&entry.key).unwrap_or(text_style.keys);
        let edit = TextEdit::replace(entry.key.span, print::key_text(text_style, key));
        let value = plain::value(&entry.value);
        self.commit(edit, &parent_path.key(key), Some(&value))
    }

    /// Removes the entry or item at `path`, with the comment directly above it.
    pub fn remove(&mut self, path: &NodePath) -> Result<(), EditError> {
        let located = self.locate(path)?;
        self.check_whole(located.node, path)?;
        let Some(parent) = located.parent else {
            return Err(EditError::Refused("the whole document cannot be removed".to_owned()));
        };
        let parent_path = path.parent().unwrap_or_default();
        let collection = self.collection_of(&located, path)?;
        if collection.members.len() == 1 && !collection.flow {
            let empty = match &parent.kind {
                Kind::Mapping(_) => Value::Mapping(Mapping::new()),
                _ => Value::Sequence(Vec::new()),
            };
            return self.fill(&parent_path, &empty, &parent_path, &empty);
        }
        let edit = if collection.flow {
            collection.remove_text(located.index).ok_or_else(|| broken(path))?
        } else {
            collection.remove_lines(located.index)
        };
        self.commit_members(edit, &parent_path, collection.members.len() - 1)
    }

    /// Whether there are comments directly above the entry or item at `path`, or inside it.
    pub fn is_commented(&self, path: &NodePath) -> Result<bool, EditError> {
        let located = self.locate(path)?;
        let collection = self.collection_of(&located, path)?;
        let lines = Span::new(collection.block_start(located.index), collection.block_end(located.index));
        Ok(self.tree().comments.iter().any(|comment| lines.contains(*comment)))
    }

    /// Moves the entry or item at `path`, with its comments, to another position in its collection.
    pub fn move_to(&mut self, path: &NodePath, place: InsertAt<'_>) -> Result<(), EditError> {
        let located = self.locate(path)?;
        self.check_whole(located.node, path)?;
        let parent_path = path.parent().unwrap_or_default();
        let collection = self.collection_of(&located, path)?;
        let wanted = index(&collection, path.last_key().unwrap_or(""), place)?;
        if wanted == located.index || wanted == located.index + 1 {
            return Ok(());
        }
        self.check_seam(&collection, wanted, path)?;
        let (count, flow, value) = (collection.members.len(), collection.flow, plain::value(located.node));
        let index = if wanted > located.index { wanted - 1 } else { wanted };
        let moved = collection.members.get(located.index).map_or("", |member| &self.text[member.start..member.end]);
        let moved = format!("{moved}{}", collection::gap_behind_colon(moved, moved.len()));
        let lines = collection.lines(located.index);
        let cut =
            if flow { collection.remove_text(located.index) } else { Some(collection.remove_lines(located.index)) };
        let cut = cut.ok_or_else(|| broken(path))?;
        self.whole(|draft| {
            draft.commit_members(cut, &parent_path, count - 1)?;
            let parent = draft.tree().root().and_then(|root| root.at(&parent_path));
            let collection = parent.and_then(|parent| Collection::new(&draft.text, parent));
            let collection = collection.ok_or_else(|| broken(path))?;
            let paste =
                if flow { collection.insert_text(index, &moved) } else { Some(collection.insert_lines(index, &lines)) };
            let there = match path.last_key() {
                Some(_) => path.clone(),
                None => parent_path.index(index),
            };
            draft.commit(paste.ok_or_else(|| broken(path))?, &there, Some(&value))
        })
    }

    /// Runs `work` atomically: if part of it is refused, nothing changes.
    fn whole(&mut self, work: impl FnOnce(&mut Draft) -> Result<(), EditError>) -> Result<(), EditError> {
        let (before, count) = (self.text.clone(), self.edits.len());
        let done = work(self);
        if done.is_err() && self.edits.len() > count {
            self.edits.truncate(count);
            self.parse(before);
        }
        done
    }

    /// Replaces the node at `path` with `value`, and checks that `there` then contains `wanted`.
    fn fill(&mut self, path: &NodePath, value: &Value, there: &NodePath, wanted: &Value) -> Result<(), EditError> {
        if path.is_root() && self.tree.root().is_none() {
            return self.commit(root::fill(&self.text, None, value), there, Some(wanted));
        }
        let located = self.locate(path)?;
        self.check_whole(located.node, path)?;
        let node = located.node;
        // It may be written as `~`.
        if node.is_null() && value.is_null() && there == path {
            return Ok(());
        }
        let Some(parent) = located.parent else {
            guard::check_sound(self.tree(), node.span, path)?;
            return self.commit(root::fill(&self.text, Some(node), value), there, Some(wanted));
        };
        let collection = self.collection_of(&located, path)?;
        let text_style = self.text_style(Some(parent));
        let behind = match parent.entries().get(located.index) {
            Some(entry) => Some(lines::behind_trivia(&self.text, collection::end(&entry.key)))
                .filter(|&colon| self.text[colon..].starts_with(':'))
                .map(|colon| colon + 1),
            None => collection.members.get(located.index).map(|member| member.start + 1),
        };
        let edit = match behind {
            _ if located.in_flow => Some(slot::replace_flow(text_style, parent, located.index, node, behind, value)),
            Some(behind) => {
                let column = collection.column();
                let item = parent.as_sequence().is_some();
                Slot { text: &self.text, node, column, behind, item }.replace(text_style, value)
            }
            None => None,
        };
        self.commit(edit.ok_or_else(|| broken(path))?, there, Some(wanted))
    }

    /// Whether `edit` changes text that is also used through an alias.
    pub fn is_shared(&self, edit: &TextEdit) -> bool {
        let aliases = self.style_cache.aliases(self.tree());
        let root = self.tree().root().filter(|_| !aliases.is_empty());
        root.is_some_and(|root| edit.replaces().iter().any(|replace| guard::is_in_shared(aliases, root, replace.span)))
    }

    /// The collection that the node is a member of, if the member parses.
    fn collection_of(&self, located: &Located<'_>, path: &NodePath) -> Result<Collection<'_>, EditError> {
        let parent = path.parent().unwrap_or_default();
        let node = self.tree.root().and_then(|root| root.at(&parent));
        let collection = node.and_then(|node| Collection::new(&self.text, node)).ok_or_else(|| guard::missing(path))?;
        let member = collection.members.get(located.index).ok_or_else(|| guard::missing(path))?;
        guard::check_sound(self.tree(), Span::new(member.start, member.end), path)?;
        collection.check_columns(path)?;
        Ok(collection)
    }

    /// Checks that the lines around the insertion point `index` parse.
    fn check_seam(&self, collection: &Collection<'_>, index: usize, path: &NodePath) -> Result<(), EditError> {
        collection.check_columns(path)?;
        if let Some(before) = index.checked_sub(1).and_then(|before| collection.members.get(before)) {
            let start = before.start.max(lines::line_start(&self.text, before.end));
            guard::check_sound(self.tree(), Span::new(start, before.end), path)?;
        }
        if let Some(next) = collection.members.get(index) {
            let end = next.end.min(lines::line_end(&self.text, next.start));
            guard::check_sound(self.tree(), Span::new(next.start, end), path)?;
        }
        Ok(())
    }

    /// Applies `edit` if `path` then contains `wanted` and no new error appears.
    fn commit(&mut self, edit: TextEdit, path: &NodePath, wanted: Option<&Value>) -> Result<(), EditError> {
        self.take(edit, path, wanted.map_or(Expected::Anything, Expected::Value))
    }

    /// Like [`Draft::commit`], but checks that the collection at `path` has `count` members.
    fn commit_members(&mut self, edit: TextEdit, path: &NodePath, count: usize) -> Result<(), EditError> {
        self.take(edit, path, Expected::Members(count))
    }

    fn take(&mut self, edit: TextEdit, path: &NodePath, wanted: Expected<'_>) -> Result<(), EditError> {
        let text = edit.apply(&self.text)?;
        let is_alone = self.style_cache.aliases(self.tree()).is_empty();
        let splice = is_alone.then(|| Splice::of(&self.text, self.tree(), &edit, &text)).flatten();
        let Some(splice) = splice else { return self.take_whole(edit, text, path, wanted) };
        let foreseen = self.tree.foresee(&splice, path, wanted);
        if foreseen == Some(false) {
            return Err(broken(path));
        }
        self.tree.change(splice);
        let is_right = || self.tree().root().and_then(|root| root.at(path)).is_some_and(|node| wanted.is_met(node));
        if foreseen.is_none() && !is_right() {
            let text = std::mem::take(&mut self.text);
            self.parse(text);
            return Err(broken(path));
        }
        debug_assert_eq!(*self.tree(), parse::parse(&text), "the tree of\n{text}");
        if self.style_cache.is_outgrown(text.len()) {
            self.style_cache = Rc::new(StyleCache::without_aliases());
        }
        self.text = text;
        self.edits.push(edit);
        Ok(())
    }

    /// Like [`Draft::commit`], but parses the whole text again.
    fn take_whole(
        &mut self,
        mut edit: TextEdit,
        mut text: String,
        path: &NodePath,
        wanted: Expected<'_>,
    ) -> Result<(), EditError> {
        let mut tree = parse::parse(&text);
        if lines::cuts_last_line(&text, &tree) && !lines::cuts_last_line(&self.text, self.tree()) {
            let line_break = lines::line_break(&text);
            edit = edit.then(TextEdit::insert(text.len(), line_break));
            text.push_str(line_break);
            tree = parse::parse(&text);
        }
        let errors = |tree: &Tree| tree.errors.iter().filter(|error| guard::is_structural(error.kind)).count();
        let lost = |tree: &Tree| tree.errors.iter().filter(|error| error.kind == SyntaxErrorKind::UnknownAlias).count();
        if lost(&tree) > lost(self.tree()) {
            return Err(guard::shared(path));
        }
        let right = tree.root().and_then(|root| root.at(path)).is_some_and(|node| wanted.is_met(node));
        if !right || errors(&tree) > errors(self.tree()) {
            return Err(broken(path));
        }
        (self.text, self.tree, self.style_cache) = (text, Current::new(Arc::new(tree)), Rc::default());
        self.edits.push(edit);
        Ok(())
    }

    fn parse(&mut self, text: String) {
        self.tree = Current::new(Arc::new(parse::parse(&text)));
        (self.text, self.style_cache) = (text, Rc::default());
    }

    /// All operations combined into one edit of the original text.
    pub fn finish(self) -> TextEdit {
        sum(&self.edits)
    }
}

/// The expected result of an edit.
#[derive(Clone, Copy)]
enum Expected<'v> {
    Anything,
    Value(&'v Value),
    /// A collection with this number of members.
    Members(usize),
}

impl Expected<'_> {
    fn is_met(self, node: &Node) -> bool {
        match self {
            Expected::Anything => true,
            Expected::Value(value) => is_value(node, value),
            Expected::Members(count) => node.entries().len() + node.items().len() == count,
        }
    }
}

/// Combines edits, each with offsets in the text after the previous one.
fn sum(edits: &[TextEdit]) -> TextEdit {
    match edits {
        [] => TextEdit::default(),
        [edit] => edit.clone(),
        edits => {
            let (first, second) = edits.split_at(edits.len() / 2);
            sum(first).then(sum(second))
        }
    }
}

fn broken(path: &NodePath) -> EditError {
    EditError::Broken(path.to_string())
}

/// Whether the node is empty, so that a collection can replace it; `same` if it is a collection of the same kind.
fn is_empty(node: &Node, same: bool) -> bool {
    node.is_null() || same && node.entries().is_empty() && node.items().is_empty()
}

/// Whether `node` equals `wanted`, ignoring a custom tag.
fn is_value(node: &Node, wanted: &Value) -> bool {
    match plain::value(node) {
        Value::Tagged(tagged) if !matches!(wanted, Value::Tagged(_)) => tagged.value == *wanted,
        value => value == *wanted,
    }
}

/// The index of a new member with this key at `place`.
fn index(collection: &Collection<'_>, key: &str, place: InsertAt<'_>) -> Result<usize, EditError> {
    let members = &collection.members;
    let find = |name: &str| {
        let named = members.iter().position(|member| member.key == Some(name));
        let numbered =
            || name.parse::<usize>().ok().filter(|&index| members.get(index).is_some_and(|item| item.key.is_none()));
        named.or_else(numbered).ok_or_else(|| EditError::Missing(name.to_owned()))
    };
    Ok(match place {
        InsertAt::First => 0,
        InsertAt::Last => members.len(),
        InsertAt::Before(name) => find(name)?,
        InsertAt::After(name) => find(name)? + 1,
        InsertAt::Ordered(order) => {
            let rank = |key: &str| order.iter().position(|other| *other == key);
            let Some(own) = rank(key) else { return Ok(members.len()) };
            let ranks: Vec<Option<usize>> = members.iter().map(|member| member.key.and_then(rank)).collect();
            let before = ranks.iter().rposition(|rank| rank.is_some_and(|rank| rank < own)).map(|before| before + 1);
            let after = || ranks.iter().position(|rank| rank.is_some_and(|rank| rank > own));
            before.or_else(after).unwrap_or(members.len())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collection_keeps_its_style_and_comments_if_its_value_stays() {
        let text = "a: &x {  b: [ c ] } # why\nd: {e: *x}\nf:\n  # first\n  - 1\n";
        let mut draft = Draft::new(text);
        let value = |text: &str| serde_yaml::from_str::<Value>(text).expect("YAML");
        draft.set(&NodePath::keys(["f"]), &value("[1]")).expect("a list");
        assert_eq!(draft.text(), text);
        // A collection with an alias counts as different.
        draft.set(&NodePath::keys(["d"]), &value("{e: null}")).expect("a mapping");
        assert_ne!(draft.text(), text);
        draft.set(&NodePath::keys(["f"]), &value("[2]")).expect("a list");
        assert!(draft.text().contains('2'), "{}", draft.text());
    }

    /// Cached facts about a long text are kept unless all of it must be parsed again.
    #[test]
    fn edits_of_a_long_text_parse_only_part_of_it() {
        let mut text = "name: a\ncomposition:\n".to_owned();
        for index in 0..200 {
            let part = format!("  # {index}\n  p{index}:\n    type: x\n    properties:\n      a:\n        value: b\n");
            text.push_str(&part);
        }
        text.push_str("relationships:\n  r:\n    a: [b]\n");
        let at = |path: &str| NodePath::keys(path.split('/'));
        let copy = |draft: &mut Draft, part: &str, place: InsertAt<'_>| {
            let piece = draft.copy(&at("composition/p5"))?.named(part);
            draft.paste(&at("composition"), &piece, place)
        };
        type Work<'w> = &'w dyn Fn(&mut Draft) -> Result<(), EditError>;
        let works: [(&str, Work<'_>); 10] = [
            ("paste", &|draft| copy(draft, "n1", InsertAt::After("p5"))),
            ("paste last", &|draft| copy(draft, "n2", InsertAt::Last)),
            ("insert a section", &|draft| draft.set(&at("layout/elements/p5/x"), &1.into())),
            ("insert in depth", &|draft| draft.set(&at("layout/elements/p5/y"), &1.into())),
            ("insert beside", &|draft| draft.set(&at("layout/elements/p6/x"), &1.into())),
            ("remove", &|draft| draft.remove(&at("composition/p9"))),
            ("remove the last", &|draft| draft.remove(&at("composition/n2"))),
            ("replace", &|draft| draft.replace(&at("composition/p11/type"), &"z".into())),
            ("append", &|draft| draft.append(&at("relationships/r/a"), &"z".into())),
            ("rename", &|draft| draft.rename_key(&at("composition/p12"), "q12")),
        ];
        let mut draft = Draft::new(&text);
        for (what, work) in works {
            let style_cache = Rc::clone(&draft.style_cache);
            work(&mut draft).expect(what);
            assert!(Rc::ptr_eq(&style_cache, &draft.style_cache), "{what}");
        }
    }
}
