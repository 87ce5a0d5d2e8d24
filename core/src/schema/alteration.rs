//! What became another between two versions of a descriptor, and what that means for those who use it.

use smol_str::SmolStr;

use crate::syntax::plain::typed;
use crate::syntax::{Kind, Node, NodePath};
use crate::text::Span;

/// The longest value that a message quotes, in characters.
const MAX_QUOTED: usize = 60;
/// The deepest that values are compared; what is deeper is taken for equal.
const MAX_DEPTH: usize = 64;

/// What an alteration means for those who use the descriptor; the worst sorts first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Impact {
    /// Who uses the descriptor must change as well, or may fail.
    Breaking,
    /// Nothing else need change, but something else may happen.
    Behavior,
    /// There is something more that can be used.
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

/// One thing that is not as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alteration {
    pub impact: Impact,
    /// The key of the root that it stands under.
    pub section: SmolStr,
    /// What it is about, in the version that has it; in the later one where both have.
    pub path: NodePath,
    /// What is so now: lower case, no final period, the user's text in backticks.
    pub message: String,
    /// Where it stood before and where it stands now.
    pub before: Option<Span>,
    pub after: Option<Span>,
}

/// Whether two values mean the same, however they are written.
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

/// A value as a message shows it.
pub fn quoted(node: &Node, text: &str) -> String {
    let words: Vec<&str> = node.span.of(text).split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("`{} …`", &line[..end]),
        None if line.is_empty() => "nothing".to_owned(),
        None => format!("`{line}`"),
    }
}

/// The differences of two trees of any language, key by key; what either text says of values is quoted.
pub fn of_trees(before: (&Node, &str), after: (&Node, &str)) -> Vec<Alteration> {
    let mut found = Vec::new();
    compare(before, after, &NodePath::root(), 0, &mut found);
    found
}

fn compare(
    (before, before_text): (&Node, &str),
    (after, after_text): (&Node, &str),
    path: &NodePath,
    depth: usize,
    found: &mut Vec<Alteration>,
) {
    if depth > MAX_DEPTH || same(before, after) {
        return;
    }
    let section = SmolStr::from(path.steps().first().map_or(String::new(), |step| match step {
        crate::syntax::Step::Key(key) => key.to_string(),
        crate::syntax::Step::Index(index) => index.to_string(),
    }));
    let alteration = |impact, path: NodePath, message, before, after| Alteration {
        impact,
        section: if section.is_empty() { path.last_key().unwrap_or_default().into() } else { section.clone() },
        path,
        message,
        before,
        after,
    };
    let (Kind::Mapping(old), Kind::Mapping(new)) = (&before.kind, &after.kind) else {
        let message = format!("{} instead of {}", quoted(after, after_text), quoted(before, before_text));
        found.push(alteration(Impact::Behavior, path.clone(), message, Some(before.span), Some(after.span)));
        return;
    };
    for entry in &old.entries {
        let Some(key) = entry.key.as_text() else { continue };
        let inner = path.key(key);
        match after.entry(key) {
            Some(other) => {
                compare((&entry.value, before_text), (&other.value, after_text), &inner, depth + 1, found);
            }
            None => {
                let message = format!("`{key}` is gone");
                found.push(alteration(Impact::Breaking, inner, message, Some(entry.key.span), None));
            }
        }
    }
    for entry in &new.entries {
        let Some(key) = entry.key.as_text().filter(|key| before.entry(key).is_none()) else { continue };
        let message = format!("`{key}` is new");
        found.push(alteration(Impact::Addition, path.key(key), message, None, Some(entry.key.span)));
    }
}
