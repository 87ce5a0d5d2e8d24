//! Differences between two versions of a descriptor, and their impact on its users.

use serde::Serialize;
use smol_str::SmolStr;

use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::syntax::plain::typed;
use crate::syntax::{Kind, Node, NodePath, Step};
use crate::text::Span;

/// Maximum length of a quoted value, and of the unchanged text shown before the first difference, in characters.
const MAX_QUOTED: usize = 60;
const MAX_PREFIX: usize = 20;
/// Maximum depth of comparison; deeper values count as equal.
const MAX_DEPTH: usize = 64;

/// The impact of a difference on users of the descriptor, ordered from the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Impact {
    /// Users of the descriptor must change as well, or may fail.
    Breaking,
    /// Users need no change, but the behavior may differ.
    Behavior,
    /// Something new is available.
    Addition,
}

impl Impact {
    pub fn name(self) -> &'static str {
        match self {
            Impact::Breaking => "breaking",
            Impact::Behavior => "behavior",
            Impact::Addition => "addition",
        }
    }
}

/// A difference between two versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    pub impact: Impact,
    /// The root key that contains it.
    pub section: SmolStr,
    /// Its path. If both versions have it, the path in the later version.
    pub path: NodePath,
    /// Lower case, no final period, the user's text in backticks.
    pub message: String,
    /// Its spans in the earlier and the later version.
    pub before: Option<Span>,
    pub after: Option<Span>,
}

/// Whether two values mean the same, regardless of notation.
pub fn same(before: &Node, after: &Node) -> bool {
    same_to(before, after, 0)
}

fn same_to(before: &Node, after: &Node, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return true;
    }
    match (&before.kind, &after.kind) {
        (Kind::Scalar(one), Kind::Scalar(other)) => one.value == other.value && typed(one) == typed(other),
        (Kind::Sequence(one), Kind::Sequence(other)) => {
            let pairs = || one.items.iter().zip(&other.items);
            one.items.len() == other.items.len() && pairs().all(|(one, other)| same_to(one, other, depth + 1))
        }
        (Kind::Mapping(one), Kind::Mapping(other)) => {
            let has = |entry: &crate::syntax::Entry| {
                let key = entry.key.as_text();
                let found = other.entries.iter().find(|other| other.key.as_text() == key);
                found.is_some_and(|found| same_to(&entry.value, &found.value, depth + 1))
            };
            one.entries.len() == other.entries.len() && one.entries.iter().all(has)
        }
        (Kind::Alias(one), Kind::Alias(other)) => one == other,
        (Kind::Null, Kind::Null) | (Kind::Error, Kind::Error) => true,
        _ => before.is_null() && after.is_null(),
    }
}

/// A value as quoted in a message.
pub fn quoted(node: &Node, text: &str) -> String {
    shortened(&one_line(node, text), 0)
}

/// Two values as quoted in one message. Long values start shortly before their first difference.
pub fn quoted_beside(before: (&Node, &str), after: (&Node, &str)) -> (String, String) {
    let (old, new) = (one_line(before.0, before.1), one_line(after.0, after.1));
    let n_same = old.chars().zip(new.chars()).take_while(|(one, other)| one == other).count();
    let first = if n_same + MAX_PREFIX < MAX_QUOTED { 0 } else { n_same - MAX_PREFIX };
    (shortened(&old, first), shortened(&new, first))
}

fn one_line(node: &Node, text: &str) -> String {
    node.span.of(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of `line` from the character `first`, shortened to the maximum length.
fn shortened(line: &str, first: usize) -> String {
    if line.is_empty() {
        return "nothing".to_owned();
    }
    let from = line.char_indices().nth(first).map_or(line.len(), |(start, _)| start);
    let (prefix, rest) = (if from > 0 { "… " } else { "" }, &line[from..]);
    match rest.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("`{prefix}{} …`", &rest[..end]),
        None => format!("`{prefix}{rest}`"),
    }
}

/// The differences between two trees of any language, key by key. The texts are used to quote values.
pub fn of_trees(before: (&Node, &str), after: (&Node, &str)) -> Vec<Difference> {
    of_parts(before, after, &NodePath::root(), (Impact::Breaking, Impact::Addition))
}

/// The differences below `path` of two trees, with the impact of removed and added entries.
pub fn of_parts(
    (before, before_text): (&Node, &str),
    (after, after_text): (&Node, &str),
    path: &NodePath,
    (gone, new): (Impact, Impact),
) -> Vec<Difference> {
    let place = path.steps().iter().map(|step| match step {
        Step::Key(key) => key.to_string(),
        Step::Index(index) => index.to_string(),
    });
    let place = Location { path: path.clone(), words: place.collect::<Vec<_>>().join("/") };
    let mut trees = Trees { before_text, after_text, gone, new, found: Vec::new() };
    trees.compare(before, after, &place);
    trees.found
}

/// A path, and its display form, in which list items appear by name.
struct Location {
    path: NodePath,
    words: String,
}

impl Location {
    fn of(&self, path: NodePath, word: &str) -> Self {
        let words = if self.words.is_empty() { word.to_owned() } else { format!("{}/{word}", self.words) };
        Location { path, words }
    }

    fn key(&self, key: &str) -> Self {
        self.of(self.path.key(key), key)
    }
}

struct Trees<'a> {
    before_text: &'a str,
    after_text: &'a str,
    /// The impact of removed and added entries.
    gone: Impact,
    new: Impact,
    found: Vec<Difference>,
}

impl Trees<'_> {
    fn add(&mut self, impact: Impact, place: &Location, message: String, before: Option<Span>, after: Option<Span>) {
        let section = match place.path.steps().first() {
            Some(Step::Key(key)) => key.clone(),
            Some(Step::Index(_)) | None => SmolStr::default(),
        };
        self.found.push(Difference { impact, section, path: place.path.clone(), message, before, after });
    }

    fn compare(&mut self, before: &Node, after: &Node, place: &Location) {
        if place.path.steps().len() > MAX_DEPTH || same(before, after) {
            return;
        }
        match (&before.kind, &after.kind) {
            (Kind::Mapping(old), Kind::Mapping(new)) => {
                for entry in &old.entries {
                    let Some(key) = entry.key.as_text() else { continue };
                    match after.get(key) {
                        Some(other) => self.compare(&entry.value, other, &place.key(key)),
                        None => self.gone(&place.key(key), entry.key.span),
                    }
                }
                for entry in &new.entries {
                    let Some(key) = entry.key.as_text().filter(|key| before.entry(key).is_none()) else { continue };
                    self.added(&place.key(key), entry.key.span);
                }
            }
            (Kind::Sequence(old), Kind::Sequence(new)) => self.lists(before, after, (&old.items, &new.items), place),
            _ => self.values(before, after, place),
        }
    }

    /// Compares list items by name if all have one, otherwise one by one if the lengths are equal.
    fn lists(&mut self, before: &Node, after: &Node, (old, new): (&[Node], &[Node]), place: &Location) {
        let at = |index: usize, word: &str| place.of(place.path.index(index), word);
        match (names(old), names(new)) {
            (Some(old_names), Some(new_names)) => {
                let old_places: SortedMap<&str, usize> = gather(old_names.iter().copied().zip(0..));
                let new_places: SortedMap<&str, usize> = gather(new_names.iter().copied().zip(0..));
                for (index, (item, name)) in old.iter().zip(&old_names).enumerate() {
                    match new_places.get(name).and_then(|now| Some((*now, new.get(*now)?))) {
                        Some((now, other)) => match (item.entries(), other.entries()) {
                            // The name is also the key of the only entry of the item.
                            ([one], [two]) => {
                                self.compare(&one.value, &two.value, &place.of(place.path.index(now).key(name), name));
                            }
                            _ => self.compare(item, other, &at(now, name)),
                        },
                        None => self.gone(&at(index, name), item.span),
                    }
                }
                for (index, (item, name)) in new.iter().zip(&new_names).enumerate() {
                    if !old_places.contains_key(name) {
                        self.added(&at(index, name), item.span);
                    }
                }
                let left = old_names.iter().filter(|name| new_places.contains_key(*name));
                if !left.eq(new_names.iter().filter(|name| old_places.contains_key(*name))) {
                    let message = format!("`{}` was reordered", place.words);
                    self.add(Impact::Behavior, place, message, Some(before.span), Some(after.span));
                }
            }
            _ if old.len() == new.len() && old.iter().any(|item| item.as_scalar().is_none()) => {
                for (index, (item, other)) in old.iter().zip(new).enumerate() {
                    self.compare(item, other, &at(index, &index.to_string()));
                }
            }
            _ => self.values(before, after, place),
        }
    }

    fn values(&mut self, before: &Node, after: &Node, place: &Location) {
        let (one, other) = quoted_beside((before, self.before_text), (after, self.after_text));
        let message = format!("`{}` changed from {one} to {other}", place.words);
        self.add(Impact::Behavior, place, message, Some(before.span), Some(after.span));
    }

    fn gone(&mut self, place: &Location, span: Span) {
        self.add(self.gone, place, format!("`{}` was removed", place.words), Some(span), None);
    }

    fn added(&mut self, place: &Location, span: Span) {
        self.add(self.new, place, format!("`{}` was added", place.words), None, Some(span));
    }
}

/// The names of list items, if each has a unique one: its only key, or its identifier.
fn names(items: &[Node]) -> Option<Vec<&str>> {
    let names: Vec<&str> = items.iter().map(name_of).collect::<Option<_>>()?;
    let n_different = gather::<_, SortedSet<&str>>(names.iter().copied()).len();
    (n_different == names.len()).then_some(names)
}

fn name_of(item: &Node) -> Option<&str> {
    if let [only] = item.entries() {
        return only.key.as_text();
    }
    // An item can also name what it deploys by an identifier.
    let own = item.get("deploymentItemId").and_then(Node::as_text);
    own.or_else(|| identifier_of(item))
}

fn identifier_of(item: &Node) -> Option<&str> {
    item.entries().iter().find_map(|entry| {
        let key = entry.key.as_text()?;
        let is_name = matches!(key, "id" | "name") || ["_id", "-id", "Id"].iter().any(|end| key.ends_with(end));
        is_name.then(|| entry.value.as_text())?
    })
}
