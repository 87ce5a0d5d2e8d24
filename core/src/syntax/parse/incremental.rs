//! Incremental parsing: after an edit, only the entries or items that it touches are parsed again.
//!
//! The parser is deterministic: its result from some position on depends only on its state there and on the remaining
//! text. So the block collections around the edit are tried, innermost first. The old and the new text are both parsed
//! from the last entry that begins before the edit, until the two parsers reach the same position in the same state.
//! Before and after these entries, the two trees are equal. If the parsers do not meet soon, the whole text is parsed.

use smol_str::SmolStr;

use super::block::Role;
use super::{Line, Parser, conflict, limit, parse};
use crate::edit::Replace;
use crate::sorted_map::SortedSet;
use crate::sorting::{Sorting, gather};
use crate::syntax::{Document, Entry, Kind, Mapping, Node, Sequence, SyntaxError, SyntaxErrorKind, Tree};
use crate::text::Span;

/// Maximum number of entries that the two parsers read until they meet.
const MAX_CHILDREN: usize = 200;

/// Parses `after`, which is `before` with `edit` applied; `tree` is the tree of `before`. The result equals that of
/// [`parse`], and the time depends mostly on the size of the edit.
pub fn parse_edited(tree: &Tree, before: &str, edit: &Replace, after: &str) -> Tree {
    parse_part(tree, before, edit, after).unwrap_or_else(|| parse(after))
}

/// Like [`parse_edited`]; `None` if the whole text has to be parsed.
pub fn parse_part(tree: &Tree, before: &str, edit: &Replace, after: &str) -> Option<Tree> {
    if limit::exceeded(before).or_else(|| limit::exceeded(after)).is_some() {
        return None;
    }
    Edited::of(tree, before, edit, after)?.tree()
}

/// A tree and the edit of its text.
struct Edited<'a> {
    tree: &'a Tree,
    before: &'a str,
    after: &'a str,
    /// The range that the edit replaces in the old text.
    span: Span,
    /// Growth of the text by the edit, in bytes.
    growth: isize,
    /// The document that the edit is in.
    document: usize,
    /// The first position where the parser may have looked far ahead.
    far: u32,
}

/// A block collection around the edit, and the last of its children (entries or items) that begins before the edit.
struct Level<'a> {
    node: &'a Node,
    /// The column of the collection around this one.
    parent: i32,
    /// Nesting depth of the children.
    depth: usize,
    /// The child, where its value begins, and its column.
    index: usize,
    start: usize,
    at: i32,
}

/// The children that were parsed again.
struct Fresh {
    children: Children,
    /// The first child after them that is reused.
    next: usize,
    /// The offset in the old text from which the two texts are equal.
    end: usize,
    errors: Vec<SyntaxError>,
    comments: Vec<Span>,
}

#[derive(PartialEq)]
enum Children {
    Entries(Vec<Entry>),
    Items(Vec<Node>),
}

impl Children {
    fn len(&self) -> usize {
        match self {
            Children::Entries(entries) => entries.len(),
            Children::Items(items) => items.len(),
        }
    }
}

impl<'a> Edited<'a> {
    /// `None` if something in the text may make distant parts depend on each other.
    fn of(tree: &'a Tree, before: &'a str, edit: &Replace, after: &'a str) -> Option<Self> {
        let span = edit.span;
        let control = |byte: u8| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r');
        let odd = before.starts_with('\u{feff}') || edit.text.contains('\u{feff}') || edit.text.bytes().any(control);
        let unclear = |error: &SyntaxError| {
            matches!(
                error.kind,
                SyntaxErrorKind::BadCharacter | SyntaxErrorKind::BadDirective | SyntaxErrorKind::MergeConflict
            )
        };
        let declares = before.contains('%') && before.contains("%TAG") || tree.errors.iter().any(unclear);
        if odd || declares || span.range().end > before.len() || makes_marker(edit, after) {
            return None;
        }
        // For other errors the parser has not looked beyond their own entry.
        let is_far = |error: &&SyntaxError| {
            !matches!(
                error.kind,
                SyntaxErrorKind::MissingColon
                    | SyntaxErrorKind::MissingSpaceAfterColon
                    | SyntaxErrorKind::DuplicateKey
                    | SyntaxErrorKind::ReferenceInFlow
            )
        };
        let far = tree.errors.iter().find(is_far).map_or(u32::MAX, |error| error.span.start);
        let document = tree.documents.iter().rposition(|document| document.span.start <= span.start)?;
        let growth = after.len() as isize - before.len() as isize;
        Some(Edited { tree, before, after, span, growth, document, far })
    }

    fn tree(&self) -> Option<Tree> {
        let document = self.tree.documents.get(self.document)?;
        let levels = self.levels(&document.root);
        let (at, fresh) = (0..levels.len()).rev().find_map(|at| Some((at, self.read(&levels[at])?)))?;
        let level = &levels[at];
        let (mut errors, comments) = (self.errors(level, &fresh)?, self.comments(level, &fresh)?);
        let same_keys = fresh.children.len() == 1 && fresh.next == level.index + 1;
        let root = self.rebuilt(&document.root, &levels[..=at], fresh.children, fresh.next);
        if !same_keys {
            self.duplicates(level, &root, &levels[..at], &mut errors);
        }
        errors.order_by_key(|error| error.span);
        let mut documents = Vec::with_capacity(self.tree.documents.len());
        documents.extend_from_slice(&self.tree.documents[..self.document]);
        // The document ends where the parsers met, or later.
        let span = Span { start: document.span.start, end: self.shift(document.span.end) };
        documents.push(Document { root: root.into(), span });
        documents.extend(self.tree.documents[self.document + 1..].iter().map(|document| Document {
            root: self.shifted(&document.root).into(),
            span: self.shift_span(document.span),
        }));
        Some(Tree { documents, errors, comments })
    }

    /// The block collections around the edit, from the root inwards.
    fn levels(&self, root: &'a Node) -> Vec<Level<'a>> {
        let mut levels = Vec::new();
        let (mut node, mut parent) = (root, -1);
        loop {
            let depth = levels.len() + 1;
            // The last child that begins before the edit, or the one before it if the edit touches what it begins with.
            let (count, starts) = match &node.kind {
                Kind::Mapping(Mapping { flow: false, entries }) => {
                    let count = entries.partition_point(|entry| entry.key.span.start <= self.span.start);
                    (count, [1, 2].map(|back| self.behind_key(&entries.get(count.checked_sub(back)?)?.key)))
                }
                Kind::Sequence(Sequence { flow: false, items }) => {
                    let count = items.partition_point(|item| item.span.start <= self.span.start);
                    (count, [1, 2].map(|back| self.behind_dash(items.get(count.checked_sub(back)?)?)))
                }
                _ => return levels,
            };
            let found = (1..=2).zip(starts).find_map(|(back, start)| start.map(|start| (count - back, start)));
            let Some((index, (start, at))) = found else { return levels };
            levels.push(Level { node, parent, depth, index, start, at });
            let value = match &node.kind {
                Kind::Mapping(mapping) => mapping.entries.get(index).map(|entry| &entry.value),
                _ => node.items().get(index),
            };
            match value {
                Some(value) if index + 1 == count && value.span.start <= self.span.start => {
                    (node, parent) = (value, at)
                }
                Some(_) | None => return levels,
            }
        }
    }

    /// The offset after the colon of a key that has nothing but indentation and dashes before it in its line, and the column
    /// of the key; `None` if the edit is not after that offset, or if the colon depends on it.
    fn behind_key(&self, key: &Node) -> Option<(usize, i32)> {
        let (start, end) = (key.span.range().start, key.span.range().end);
        let is_one_line = key.as_scalar().is_some() && !key.span.of(self.before).contains(['\n', '\r']);
        if !is_one_line || key.properties.is_some() {
            return None;
        }
        let colon = end + blanks(self.before.get(end..)?);
        let column = start - self.line_start(start)?;
        (self.before.as_bytes().get(colon) == Some(&b':')).then_some(())?;
        Some((self.free_from(colon + 1)?, i32::try_from(column).ok()?))
    }

    /// Like `behind_key`, for the dash of an item that begins in the line of its dash.
    fn behind_dash(&self, item: &Node) -> Option<(usize, i32)> {
        let properties = item.properties.as_ref().map_or(item.span.start, |properties| properties.span.start);
        let start = properties.min(item.span.start) as usize;
        let line = self.line_start(start)?;
        let dash = self.before.get(line..start)?.rfind('-')?;
        Some((self.free_from(line + dash + 1)?, i32::try_from(dash).ok()?))
    }

    /// The start of the line of `at`, if there is nothing but spaces and dashes in between.
    fn line_start(&self, at: usize) -> Option<usize> {
        let before = self.before.get(..at)?;
        let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        before[line..].bytes().all(|byte| matches!(byte, b' ' | b'-')).then_some(line)
    }

    /// `at`, if the edit is not before it and an indicator before it is one in both texts.
    fn free_from(&self, at: usize) -> Option<usize> {
        let is_gap = |text: &str| matches!(text.as_bytes().get(at), None | Some(b' ' | b'\t' | b'\n' | b'\r'));
        (at <= self.span.start as usize && is_gap(self.before) && is_gap(self.after)).then_some(at)
    }

    /// Parses the children of a level in both texts, from the one before the edit until the parsers meet.
    fn read(&self, level: &Level<'_>) -> Option<Fresh> {
        if (self.far as usize) < level.start {
            return None;
        }
        let anchors = self.anchors(level);
        let mut old = Reader::new(self.before, level, anchors.clone())?;
        let mut new = Reader::new(self.after, level, anchors)?;
        for _ in 0..MAX_CHILDREN {
            if let Some(end) = self.meet(&old, &new) {
                let next = level.index + old.children.len();
                let known = match (&level.node.kind, &old.children) {
                    (Kind::Mapping(mapping), Children::Entries(read)) => {
                        mapping.entries.get(level.index..next)? == read
                    }
                    (Kind::Sequence(sequence), Children::Items(read)) => sequence.items.get(level.index..next)? == read,
                    _ => false,
                };
                let Reader { parser, children, .. } = new;
                let Tree { errors, comments, .. } = parser.tree;
                return known.then_some(Fresh { children, next, end, errors, comments });
            }
            let is_behind = old.parser.pos as isize + self.growth <= new.parser.pos as isize;
            match (old.goes_on, new.goes_on) {
                (true, goes_on) if is_behind || !goes_on => old.step(),
                (_, true) => new.step(),
                (..) => return None,
            }
        }
        None
    }

    /// The offset in the old text where both parsers continue equally, if they are at the same position in the same state.
    fn meet(&self, old: &Reader<'_>, new: &Reader<'_>) -> Option<usize> {
        let (old_parser, new_parser) = (&old.parser, &new.parser);
        let there = |at: usize| usize::try_from(at as isize + self.growth).ok();
        let is_same = there(old_parser.pos) == Some(new_parser.pos)
            && old.goes_on == new.goes_on
            && old.at == new.at
            && old_parser.anchors == new_parser.anchors;
        if !is_same {
            return None;
        }
        if old_parser.at_end() && new_parser.at_end() {
            return Some(self.before.len() + 1);
        }
        let (one, other) = (old_parser.line, new_parser.line);
        let is_same = there(one.start) == Some(other.start)
            && there(one.content) == Some(other.content)
            && one.tab.map(there) == other.tab.map(Some)
            && one.origin + self.growth == other.origin
            && old_parser.is_fresh()
            && new_parser.is_fresh();
        (is_same && one.start >= self.span.range().end).then_some(one.start)
    }

    /// The anchors before a level's child in its document.
    fn anchors(&self, level: &Level<'_>) -> SortedSet<SmolStr> {
        let mut anchors = SortedSet::new();
        if self.before.contains('&')
            && let Some(document) = self.tree.documents.get(self.document)
        {
            gather_anchors(&document.root, level.start, &mut anchors);
        }
        anchors
    }

    /// Maps an offset of the old text to the new one; from `end` on, the texts are equal.
    fn moved(&self, offset: u32, end: usize) -> u32 {
        if (offset as usize) < end { offset } else { self.shift(offset) }
    }

    fn shift(&self, offset: u32) -> u32 {
        u32::try_from(offset as isize + self.growth).unwrap_or(offset)
    }

    fn shift_span(&self, span: Span) -> Span {
        Span { start: self.shift(span.start), end: self.shift(span.end) }
    }

    /// The offset in the new text from which the texts are equal.
    fn end_after(&self, fresh: &Fresh) -> usize {
        usize::try_from(fresh.end as isize + self.growth).unwrap_or(usize::MAX)
    }

    /// All errors, without those about duplicate keys of the level if these change; `None` if parsing the children reported
    /// errors elsewhere.
    fn errors(&self, level: &Level<'_>, fresh: &Fresh) -> Option<Vec<SyntaxError>> {
        let (start, end) = (level.start, fresh.end);
        let inside = |error: &SyntaxError| (start..self.end_after(fresh)).contains(&(error.span.start as usize));
        if !fresh.errors.iter().all(inside) {
            return None;
        }
        let outside = |error: &&SyntaxError| !(start..end).contains(&(error.span.start as usize));
        let moved = |span: Span| Span { start: self.moved(span.start, end), end: self.moved(span.end, end) };
        let kept = self.tree.errors.iter().filter(outside).map(|error| SyntaxError {
            kind: error.kind,
            span: moved(error.span),
            related: error.related.map(moved),
        });
        Some(kept.chain(fresh.errors.iter().cloned()).collect())
    }

    /// All comments; `None` if parsing the children found comments elsewhere.
    fn comments(&self, level: &Level<'_>, fresh: &Fresh) -> Option<Vec<Span>> {
        let (start, end) = (level.start, fresh.end);
        let inside = |comment: &Span| (start..self.end_after(fresh)).contains(&(comment.start as usize));
        if !fresh.comments.iter().all(inside) {
            return None;
        }
        let old = &self.tree.comments;
        let first = old.partition_point(|comment| (comment.start as usize) < start);
        let last = old.partition_point(|comment| (comment.start as usize) < end);
        let mut comments = Vec::with_capacity(old.len() + fresh.comments.len());
        comments.extend_from_slice(&old[..first]);
        comments.extend_from_slice(&fresh.comments);
        comments[first..].order();
        comments.dedup();
        comments.extend(old[last..].iter().map(|comment| self.shift_span(*comment)));
        Some(comments)
    }

    /// Finds the duplicate keys of the level again.
    fn duplicates(&self, level: &Level<'_>, root: &Node, above: &[Level<'_>], errors: &mut Vec<SyntaxError>) {
        let node = above.iter().try_fold(root, |node, level| match &node.kind {
            Kind::Mapping(mapping) => mapping.entries.get(level.index).map(|entry| &entry.value),
            _ => node.items().get(level.index),
        });
        let Some(Kind::Mapping(mapping)) = node.map(|node| &node.kind) else { return };
        let keys: SortedSet<Span> = gather(mapping.entries.iter().map(|entry| entry.key.span));
        errors.retain(|error| error.kind != SyntaxErrorKind::DuplicateKey || !keys.contains(&error.span));
        let Some(mut reader) = Reader::at(self.after, level, SortedSet::new()) else { return };
        reader.report_duplicates(&mapping.entries);
        errors.append(&mut reader.tree.errors);
    }

    /// `node`, the first of `levels`, with the children of the last level replaced.
    fn rebuilt(&self, node: &Node, levels: &[Level<'_>], fresh: Children, next: usize) -> Node {
        let Some((level, inner)) = levels.split_first() else { return node.clone() };
        let index = level.index;
        let (kind, end) = match (&node.kind, inner) {
            (Kind::Mapping(mapping), []) => {
                let fresh = if let Children::Entries(fresh) = fresh { fresh } else { Vec::new() };
                self.mapping(&mapping.entries, index, fresh, next)
            }
            (Kind::Mapping(mapping), [..]) => {
                let own = mapping.entries.get(index);
                let rebuilt = own.map(|entry| Entry {
                    key: entry.key.clone(),
                    value: self.rebuilt(&entry.value, inner, fresh, next),
                    merged: entry.merged,
                });
                self.mapping(&mapping.entries, index, rebuilt.into_iter().collect(), index + 1)
            }
            (Kind::Sequence(sequence), []) => {
                let fresh = if let Children::Items(fresh) = fresh { fresh } else { Vec::new() };
                self.sequence(&sequence.items, index, fresh, next)
            }
            (Kind::Sequence(sequence), [..]) => {
                let rebuilt = sequence.items.get(index).map(|item| self.rebuilt(item, inner, fresh, next));
                self.sequence(&sequence.items, index, rebuilt.into_iter().collect(), index + 1)
            }
            _ => return node.clone(),
        };
        Node { span: Span { start: node.span.start, end }, kind, properties: node.properties.clone() }
    }

    fn mapping(&self, old: &[Entry], first: usize, fresh: Vec<Entry>, next: usize) -> (Kind, u32) {
        let mut entries = Vec::with_capacity(old.len() + fresh.len());
        entries.extend_from_slice(old.get(..first).unwrap_or_default());
        entries.extend(fresh);
        entries.extend(old.get(next..).unwrap_or_default().iter().map(|entry| self.shifted_entry(entry)));
        let end = entries.last().map_or(0, |entry| behind(&entry.value).max(behind(&entry.key)));
        (Kind::Mapping(Mapping { flow: false, entries }), end)
    }

    fn sequence(&self, old: &[Node], first: usize, fresh: Vec<Node>, next: usize) -> (Kind, u32) {
        let mut items = Vec::with_capacity(old.len() + fresh.len());
        items.extend_from_slice(old.get(..first).unwrap_or_default());
        items.extend(fresh);
        items.extend(old.get(next..).unwrap_or_default().iter().map(|item| self.shifted(item)));
        let end = items.last().map_or(0, behind);
        (Kind::Sequence(Sequence { flow: false, items }), end)
    }

    fn shifted_entry(&self, entry: &Entry) -> Entry {
        Entry { key: self.shifted(&entry.key), value: self.shifted(&entry.value), merged: entry.merged }
    }

    /// A node after the edit, with its spans shifted.
    fn shifted(&self, node: &Node) -> Node {
        let kind = match &node.kind {
            Kind::Mapping(mapping) => {
                let entries = mapping.entries.iter().map(|entry| self.shifted_entry(entry)).collect();
                Kind::Mapping(Mapping { flow: mapping.flow, entries })
            }
            Kind::Sequence(sequence) => {
                let items = sequence.items.iter().map(|item| self.shifted(item)).collect();
                Kind::Sequence(Sequence { flow: sequence.flow, items })
            }
            kind => kind.clone(),
        };
        let mut properties = node.properties.clone();
        if let Some(properties) = &mut properties {
            properties.span = self.shift_span(properties.span);
        }
        Node { span: self.shift_span(node.span), kind, properties }
    }
}

/// Whether a line that the edit touches is a conflict marker afterwards.
fn makes_marker(edit: &Replace, after: &str) -> bool {
    let ends = ['\n', '\r'];
    let (start, end) = (edit.span.range().start, edit.span.range().start + edit.text.len());
    let start = after.get(..start).map_or(0, |before| before.rfind(ends).map_or(0, |at| at + 1));
    let end = after.get(end..).map_or(after.len(), |behind| behind.find(ends).map_or(after.len(), |at| end + at));
    after.get(start..end).is_none_or(|lines| lines.split(ends).any(|line| conflict::marker(line).is_some()))
}

/// A parser that reads one child of a collection after another.
struct Reader<'t> {
    parser: Parser<'t>,
    children: Children,
    /// The column of the collection, and that of the collection around it.
    column: i32,
    parent: i32,
    /// The column of the next token, and whether it is a child of the collection.
    at: i32,
    goes_on: bool,
}

impl<'t> Reader<'t> {
    /// Reads the value of the child of a level.
    fn new(text: &'t str, level: &Level<'_>, anchors: SortedSet<SmolStr>) -> Option<Self> {
        let mut parser = Reader::at(text, level, anchors)?;
        let start = level.node.span.range().start;
        let line = text.get(..start)?.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let column = i32::try_from(start - line).ok()?;
        let children = match &level.node.kind {
            Kind::Mapping(mapping) => {
                let key = mapping.entries.get(level.index)?.key.clone();
                let value = parser.block_node(level.at, Role::Value);
                Children::Entries(vec![Entry { key, value, merged: false }])
            }
            _ => Children::Items(vec![parser.block_node(level.at, Role::Item)]),
        };
        let mut reader = Reader { parser, children, column, parent: level.parent, at: level.at, goes_on: true };
        reader.go_on();
        Some(reader)
    }

    /// A parser positioned before the value of the child of a level.
    fn at(text: &'t str, level: &Level<'_>, anchors: SortedSet<SmolStr>) -> Option<Parser<'t>> {
        let line = text.get(..level.start)?.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let mut parser = Parser {
            text,
            bytes: text.as_bytes(),
            pos: line,
            line: Line::default(),
            flow_stop: None,
            depth: level.depth,
            open: [0; 2],
            outermost: -1,
            anchors,
            handles: Vec::new(),
            tree: Tree::default(),
        };
        parser.begin_line();
        parser.pos = level.start;
        Some(parser)
    }

    /// Reads the next child.
    fn step(&mut self) {
        let (parser, at) = (&mut self.parser, self.at);
        match &mut self.children {
            Children::Entries(entries) => {
                let entry = parser.next_entry(at, self.column);
                entries.push(entry);
            }
            Children::Items(items) => {
                let item = parser.next_item(at, self.column);
                items.push(item);
            }
        }
        self.go_on();
    }

    /// Moves past a child.
    fn go_on(&mut self) {
        let next = match self.children {
            Children::Entries(_) => self.parser.behind_entry(self.column, self.parent),
            Children::Items(_) => self.parser.behind_item(self.column, self.parent),
        };
        (self.at, self.goes_on) = next;
    }
}

/// The end of `node`, including its properties.
fn behind(node: &Node) -> u32 {
    node.span.end.max(node.properties.as_ref().map_or(0, |properties| properties.span.end))
}

/// The number of leading blanks.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

fn gather_anchors(node: &Node, end: usize, anchors: &mut SortedSet<SmolStr>) {
    if let Some(properties) = &node.properties
        && (properties.span.start as usize) < end
    {
        anchors.extend(properties.anchor.clone());
    }
    if node.span.start as usize >= end {
        return;
    }
    for entry in node.entries() {
        gather_anchors(&entry.key, end, anchors);
        gather_anchors(&entry.value, end, anchors);
    }
    node.items().iter().for_each(|item| gather_anchors(item, end, anchors));
}
