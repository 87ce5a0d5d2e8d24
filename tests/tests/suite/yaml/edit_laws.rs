//! Properties of all edits: `serde_yaml` reads the intended value, and unrelated lines stay identical, byte for byte.

use std::collections::BTreeMap;
use std::ops::Range;

use descriptorium_core::edit::EditError;
use descriptorium_core::syntax::patch::{Draft, InsertAt};
use descriptorium_core::syntax::{Node, NodePath, Step, parse};
use descriptorium_core::text::LineIndex;
use serde_yaml::{Mapping, Value};

use super::texts::{self, Chance, Text};

/// Values for edits: of every kind, including text that needs quotes.
const VALUES: &[&str] = &[
    "new",
    "7",
    "1.5",
    "true",
    "''",
    "'true'",
    "'1.0'",
    "'a: b'",
    "'# c'",
    "'it''s'",
    "'${x.y}'",
    "'[a'",
    "'{{ a }}'",
    "' x'",
    "\"one\\ntwo\\n\"",
    "\"one\\n\\n  two\"",
    "\"\\ttab\"",
    "grün",
    "{x: 1, y: [a, 'b, c']}",
    "[1, {k: v, l: w}, []]",
    "{}",
    "[]",
    "{a: {b: {c: \"d\\ne\\n\"}}}",
    "-",
    "'- a'",
    "'null'",
    "resource::web::1.0",
    "'a, b'",
    "'x #y'",
    "'&a'",
    "'*a'",
];

const KEYS: &[&str] =
    &["new-key", "a key", "key: odd", "${x}", "1.0", "true", "#", "- a", "", "schlüssel", "a, b", "{"];

/// An edit with its subject.
#[derive(Clone, Debug)]
enum Edit {
    Insert(NodePath, &'static str, Value, Where),
    Append(NodePath, Value),
    Replace(NodePath, Value),
    Rename(NodePath, &'static str),
    Remove(NodePath),
    Move(NodePath, Where),
}

#[derive(Clone, Debug)]
enum Where {
    First,
    Last,
    Before(String),
    After(String),
}

impl Where {
    fn place(&self) -> InsertAt<'_> {
        match self {
            Where::First => InsertAt::First,
            Where::Last => InsertAt::Last,
            Where::Before(name) => InsertAt::Before(name),
            Where::After(name) => InsertAt::After(name),
        }
    }

    /// The index that a new member gets among those called `names`.
    fn index(&self, names: &[String]) -> Option<usize> {
        match self {
            Where::First => Some(0),
            Where::Last => Some(names.len()),
            Where::Before(name) => names.iter().position(|other| other == name),
            Where::After(name) => Some(names.iter().position(|other| other == name)? + 1),
        }
    }
}

impl Edit {
    fn apply(&self, draft: &mut Draft) -> Result<(), EditError> {
        match self {
            Edit::Insert(path, key, value, place) => draft.insert(path, key, value, place.place()),
            Edit::Append(path, value) => draft.append(path, value),
            Edit::Replace(path, value) => draft.replace(path, value),
            Edit::Rename(path, key) => draft.rename_key(path, key),
            Edit::Remove(path) => draft.remove(path),
            Edit::Move(path, place) => draft.move_to(path, place.place()),
        }
    }

    /// Applies the same edit to a value.
    fn model(&self, root: &Node, value: &mut Value) -> Option<()> {
        match self {
            Edit::Insert(path, key, new, place) => {
                let names = names(root.at(path)?);
                let mapping = filled(at(root, value, path)?, Value::Mapping(Mapping::new()))?.as_mapping_mut()?;
                let mut pairs: Vec<_> = std::mem::take(mapping).into_iter().collect();
                pairs.insert(place.index(&names)?, (Value::from(*key), new.clone()));
                mapping.extend(pairs);
            }
            Edit::Append(path, new) => {
                let items = filled(at(root, value, path)?, Value::Sequence(Vec::new()))?;
                items.as_sequence_mut()?.push(new.clone());
            }
            Edit::Replace(path, new) => *at(root, value, path)? = new.clone(),
            Edit::Rename(path, key) => {
                let (index, mapping) = (index_of(root, path)?, at(root, value, &path.parent()?)?.as_mapping_mut()?);
                let mut pairs: Vec<_> = std::mem::take(mapping).into_iter().collect();
                pairs.get_mut(index)?.0 = Value::from(*key);
                mapping.extend(pairs);
            }
            Edit::Remove(path) => {
                take(at(root, value, &path.parent()?)?, index_of(root, path)?)?;
            }
            Edit::Move(path, place) => {
                let (parent, from) = (path.parent()?, index_of(root, path)?);
                let to = place.index(&names(root.at(&parent)?))?;
                let to = if to > from { to - 1 } else { to };
                let parent = at(root, value, &parent)?;
                let (key, moved) = take(parent, from)?;
                match parent {
                    Value::Mapping(mapping) => {
                        let mut pairs: Vec<_> = std::mem::take(mapping).into_iter().collect();
                        pairs.insert(to, (key, moved));
                        mapping.extend(pairs);
                    }
                    Value::Sequence(items) => items.insert(to, moved),
                    _ => return None,
                }
            }
        }
        Some(())
    }

    /// The lines that the edit may change or insert lines between.
    fn business(&self, text: &str, lines: &LineIndex, root: &Node) -> Option<Range<usize>> {
        let line = |offset: u32| lines.line(offset as usize);
        let empty = |line: usize| {
            let text = lines.span(text, line).of(text).trim_start();
            text.is_empty() || text.starts_with('#')
        };
        // The comments above a line, and the blank lines among them.
        let above = |mut first: usize| {
            while first > 0 && empty(first - 1) {
                first -= 1;
            }
            first
        };
        let below = |mut end: usize| {
            while end < lines.count() && empty(end) {
                end += 1;
            }
            end
        };
        // From the key or dash of a node to its end.
        let member = |path: &NodePath| {
            let node = root.at(path)?;
            let start = match root.entry_at(path) {
                Some(entry) => entry.key.span.start,
                None => text[..node.span.start as usize].rfind(['-', '[', ',']).map_or(0, |at| at as u32),
            };
            Some(line(start)..line(node.span.end) + 1)
        };
        match self {
            Edit::Insert(path, ..) | Edit::Append(path, _) => {
                let whole = member(path)?;
                Some(above(whole.start)..below(whole.end))
            }
            Edit::Replace(path, _) | Edit::Rename(path, _) => member(path),
            Edit::Remove(path) | Edit::Move(path, _) => {
                let (parent, own) = (path.parent()?, member(path)?);
                let whole = member(&parent)?;
                let only = root.at(&parent)?.entries().len() + root.at(&parent)?.items().len() == 1;
                if only || is_flow(root.at(&parent)?) || matches!(self, Edit::Move(..)) {
                    return Some(above(whole.start)..below(whole.end));
                }
                // The next entry moves behind the dash of the item.
                let indent = &text[lines.start(own.start)..];
                let beside = indent.trim_start_matches(' ').starts_with("- ");
                let next = below(own.end);
                Some(above(own.start)..if beside { (next + 1).min(lines.count()) } else { next })
            }
        }
    }
}

fn is_flow(node: &Node) -> bool {
    node.as_mapping().is_some_and(|mapping| mapping.flow) || node.as_sequence().is_some_and(|sequence| sequence.flow)
}

/// The names of the members of a collection in edits.
fn names(node: &Node) -> Vec<String> {
    let keys = node.entries().iter().map(|entry| entry.key.as_text().unwrap_or_default().to_owned());
    keys.chain((0..node.items().len()).map(|index| index.to_string())).collect()
}

/// The index of the member at `path` in its collection.
fn index_of(root: &Node, path: &NodePath) -> Option<usize> {
    let (parent, step) = path.split_last()?;
    match step {
        Step::Index(index) => Some(*index),
        Step::Key(key) => root.at(&parent)?.entries().iter().position(|entry| entry.key.as_text() == Some(key)),
    }
}

/// The part of `value`, which is that of `root`, at `path`.
fn at<'v>(root: &Node, value: &'v mut Value, path: &NodePath) -> Option<&'v mut Value> {
    let (mut node, mut value) = (root, value);
    for step in path.steps() {
        while let Value::Tagged(tagged) = value {
            value = &mut tagged.value;
        }
        (node, value) = match (step, value) {
            (Step::Key(key), Value::Mapping(mapping)) => {
                let index = node.entries().iter().position(|entry| entry.key.as_text() == Some(key))?;
                (&node.entries().get(index)?.value, mapping.iter_mut().nth(index)?.1)
            }
            (Step::Index(index), Value::Sequence(items)) => (node.items().get(*index)?, items.get_mut(*index)?),
            _ => return None,
        };
    }
    Some(value)
}

fn take(value: &mut Value, index: usize) -> Option<(Value, Value)> {
    match value {
        Value::Mapping(mapping) => {
            let key = mapping.keys().nth(index)?.clone();
            let value = mapping.shift_remove(&key)?;
            Some((key, value))
        }
        Value::Sequence(items) => Some((Value::Null, items.remove(index))),
        Value::Tagged(tagged) => take(&mut tagged.value, index),
        _ => None,
    }
}

/// `value`, or `empty` if it has no entries.
fn filled(value: &mut Value, empty: Value) -> Option<&mut Value> {
    match value {
        Value::Tagged(tagged) => filled(&mut tagged.value, empty),
        Value::Null => {
            *value = empty;
            Some(value)
        }
        value => Some(value),
    }
}

/// The value of a text with one document.
fn read(text: &str) -> Option<Value> {
    serde_yaml::from_str(text).ok()
}

#[test]
fn an_edit_means_what_it_says_and_keeps_to_its_lines() {
    println!("the seed is {}", texts::seed());
    let (mut done, mut refused, mut faults) = (0, BTreeMap::<String, usize>::new(), Vec::new());
    let values: Vec<Value> = VALUES.iter().map(|text| read(text).expect("a value")).collect();
    for (index, text) in texts::all().iter().enumerate() {
        // Each edit is parsed several times, so a quarter of the rounds must suffice.
        let mut chance = texts::chance(index);
        let rounds = (texts::rounds(text.text.len()) + chance.below(4)) / 4;
        if rounds == 0 {
            continue;
        }
        let tree = parse::parse(&text.text);
        let (Some(root), Some(value)) = (tree.root(), read(&text.text)) else { continue };
        if text.invalid || !tree.errors.is_empty() || tree.documents.len() != 1 || is_odd(text, &value) {
            continue;
        }
        let (paths, lines) = (paths(root), LineIndex::new(&text.text));
        for _ in 0..rounds {
            let Some(edit) = edit(root, &paths, &values, &mut chance) else { continue };
            let mut draft = Draft::new(&text.text);
            if let Err(error) = edit.apply(&mut draft) {
                if draft.text() != text.text {
                    faults.push(format!("{}: {edit:?} is refused, and done", text.name));
                }
                *refused.entry(kind(&error).to_owned()).or_default() += 1;
                // Comments around one document may not fit another.
                let whole = matches!(&edit, Edit::Replace(path, _) if path.is_root());
                if kind(&error) == "broken" && !text.official && !whole {
                    faults.push(format!("{}: {edit:?}: {error}", text.name));
                }
                continue;
            }
            done += 1;
            let after = draft.finish().apply(&text.text).expect("an edit fits the text it is of");
            let mut wanted = value.clone();
            if edit.model(root, &mut wanted).is_none() {
                faults.push(format!("{}: {edit:?} should be refused", text.name));
                continue;
            }
            if let Some(fault) = fault(&text.text, &after, &lines, root, &edit, &wanted) {
                let shown = if after.len() < 3000 { after.as_str() } else { "" };
                faults.push(format!("{}: {edit:?}: {fault}\n{shown}", text.name));
            }
        }
    }
    println!("{done} edits are as they should be; refused: {refused:?}");
    assert!(faults.is_empty() && done > 100, "{}\n{}", faults.len(), faults.join("\n"));
}

/// Whether a text cannot distinguish right edits from wrong ones. The official suite has explicit keys, which are not
/// edited, tags, which edits keep, and tabs and (in 8KB6 and 9BXH) keys on two lines, which libyaml misreads. If a
/// block scalar ends the text without a line break, `serde_yaml` reads another value as soon as something follows.
fn is_odd(text: &Text, value: &Value) -> bool {
    let odd = text.official && (text.text.contains(['?', '!', '\t']) || matches!(text.name.as_str(), "8KB6" | "9BXH"));
    odd || read(&format!("{}\n", text.text)).as_ref() != Some(value)
}

fn kind(error: &EditError) -> &'static str {
    match error {
        EditError::Missing(_) => "missing",
        EditError::Exists(_) => "exists",
        EditError::Shared(_) => "shared",
        EditError::Broken(_) => "broken",
        EditError::Refused(_) => "refused",
        EditError::Stale => "stale",
    }
}

fn fault(before: &str, after: &str, lines: &LineIndex, root: &Node, edit: &Edit, wanted: &Value) -> Option<String> {
    let Some(found) = read(after) else {
        return Some(format!("serde_yaml says {:?}", serde_yaml::from_str::<Value>(after)));
    };
    // Compared as text, since mappings are equal in any order.
    if format!("{found:?}") != format!("{wanted:?}") {
        return Some(format!("is {found:?}, not {wanted:?}"));
    }
    let tree = parse::parse(after);
    if !tree.errors.is_empty() {
        return Some(format!("{:?}", tree.errors));
    }
    let Some(business) = edit.business(before, lines, root) else { return Some("has no lines".to_owned()) };
    // Whether the last line ends with a line break is a property of the text, not of the line.
    let line_break = if before.contains("\r\n") { "\r\n" } else { "\n" };
    let split = |text: &str| {
        let end = if text.ends_with('\n') { "" } else { line_break };
        format!("{text}{end}").split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>()
    };
    let (old, new) = (split(before), split(after));
    let (head, tail) = (business.start.min(old.len()), old.len() - business.end.min(old.len()));
    let kept =
        new.len() >= head + tail && new[..head] == old[..head] && new[new.len() - tail..] == old[old.len() - tail..];
    if !kept {
        return Some(format!("changes lines other than {business:?}"));
    }
    let multiset = |lines: &[String]| {
        let mut lines: Vec<_> =
            lines.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
        lines.sort();
        lines
    };
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let same_behind = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let collection = match edit {
        Edit::Insert(path, ..) | Edit::Append(path, _) => root.at(path),
        Edit::Move(path, _) => root.at(&path.parent()?),
        Edit::Replace(..) | Edit::Rename(..) | Edit::Remove(_) => None,
    };
    let block = collection.is_some_and(|node| !is_flow(node) && node.entries().len() + node.items().len() > 0);
    match edit {
        // Lines are inserted and none is changed, except when the first entry of an item is replaced.
        Edit::Insert(_, _, _, place) if block && !matches!(place, Where::First | Where::Before(_)) => {
            (same + same_behind < old.len()).then(|| "touches lines that were there".to_owned())
        }
        Edit::Append(..) if block => {
            (same + same_behind < old.len()).then(|| "touches lines that were there".to_owned())
        }
        Edit::Rename(path, _) => {
            let key = root.entry_at(path)?.key.span;
            let kept = after.starts_with(&before[..key.start as usize]) && after.ends_with(&before[key.end as usize..]);
            (!kept).then(|| "touches more than the key".to_owned())
        }
        Edit::Move(..) if block && !before.contains("- ") => {
            (multiset(&old) != multiset(&new)).then(|| "does not keep its lines".to_owned())
        }
        _ => None,
    }
}

/// The paths of all nodes, including the root.
fn paths(root: &Node) -> Vec<NodePath> {
    let (mut found, mut queue) = (Vec::new(), vec![(NodePath::root(), root)]);
    while let Some((path, node)) = queue.pop() {
        let keyed = node.entries().iter().filter_map(|entry| Some((path.key(entry.key.as_text()?), &entry.value)));
        let numbered = node.items().iter().enumerate().map(|(index, item)| (path.index(index), item));
        queue.extend(keyed.chain(numbered));
        found.push(path);
    }
    found
}

fn edit(root: &Node, paths: &[NodePath], values: &[Value], chance: &mut Chance) -> Option<Edit> {
    let path = chance.pick(paths)?.clone();
    let value = chance.pick(values)?.clone();
    let node = root.at(&path)?;
    let place = |collection: &Node, chance: &mut Chance| {
        let names = names(collection);
        let name = chance.pick(&names).cloned();
        match (chance.below(4), name) {
            (0, Some(name)) => Where::Before(name),
            (1, Some(name)) => Where::After(name),
            (2, _) => Where::First,
            _ => Where::Last,
        }
    };
    let key = chance.pick(KEYS)?;
    Some(match chance.below(6) {
        0 if node.as_sequence().is_some() => Edit::Append(path, value),
        0 | 1 if node.as_scalar().is_none() => {
            let place = place(node, chance);
            Edit::Insert(path, key, value, place)
        }
        2 if path.last_key().is_some() => Edit::Rename(path, key),
        3 if !path.is_root() => Edit::Remove(path),
        4 if !path.is_root() => {
            let place = place(root.at(&path.parent()?)?, chance);
            Edit::Move(path, place)
        }
        _ => Edit::Replace(path, value),
    })
}
