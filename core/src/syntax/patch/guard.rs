//! Protects text that cannot be edited by path: shared nodes, and text that does not parse.

use smol_str::SmolStr;

use crate::edit::EditError;
use crate::sorted_map::SortedSet;
use crate::syntax::alias::{self, is_merge_key};
use crate::syntax::{Kind, Node, NodePath, Step, SyntaxErrorKind, Tree};
use crate::text::Span;

/// A node found by path, with the collections around it.
pub(super) struct Located<'t> {
    pub(super) node: &'t Node,
    pub(super) parent: Option<&'t Node>,
    /// The index of the node among the members of its parent.
    pub(super) index: usize,
    /// Whether the node is inside a flow collection.
    pub(super) in_flow: bool,
}

/// The node at `path`, if it may be edited.
pub(super) fn locate<'t>(
    tree: &'t Tree,
    aliases: &SortedSet<SmolStr>,
    path: &NodePath,
) -> Result<Located<'t>, EditError> {
    let root = tree.root().ok_or_else(|| EditError::Missing(path.to_string()))?;
    let mut located = Located { node: root, parent: None, index: 0, in_flow: false };
    check_shared(root, aliases, path)?;
    for (depth, step) in path.steps().iter().enumerate() {
        let node = located.node;
        let (child, index) = match (step, &node.kind) {
            (Step::Key(key), Kind::Mapping(mapping)) => {
                let named = |entry: &crate::syntax::Entry| entry.key.as_text() == Some(key);
                let Some(index) = mapping.entries.iter().position(named) else {
                    return Err(if is_merged(tree, path, depth) { shared(path) } else { missing(path) });
                };
                if mapping.entries.iter().filter(|entry| named(entry)).count() > 1 {
                    return Err(EditError::Broken(path.to_string()));
                }
                let entry = mapping.entries.get(index).ok_or_else(|| missing(path))?;
                check_shared(&entry.key, aliases, path)?;
                (&entry.value, index)
            }
            (Step::Index(index), Kind::Sequence(sequence)) => {
                (sequence.items.get(*index).ok_or_else(|| missing(path))?, *index)
            }
            _ => return Err(missing(path)),
        };
        check_shared(child, aliases, path)?;
        let in_flow = located.in_flow || is_flow(node);
        located = Located { node: child, parent: Some(node), index, in_flow };
    }
    Ok(located)
}

pub(super) fn missing(path: &NodePath) -> EditError {
    EditError::Missing(path.to_string())
}

pub(super) fn shared(path: &NodePath) -> EditError {
    EditError::Shared(path.to_string())
}

pub(super) fn is_flow(node: &Node) -> bool {
    match &node.kind {
        Kind::Sequence(sequence) => sequence.flow,
        Kind::Mapping(mapping) => mapping.flow,
        Kind::Null | Kind::Scalar(_) | Kind::Alias(_) | Kind::Error => false,
    }
}

/// An alias does not have its own text, and an anchored node is used in several places.
fn check_shared(node: &Node, aliases: &SortedSet<SmolStr>, path: &NodePath) -> Result<(), EditError> {
    let anchor = node.properties.as_ref().and_then(|properties| properties.anchor.as_deref());
    if matches!(node.kind, Kind::Alias(_)) || anchor.is_some_and(|anchor| aliases.contains(anchor)) {
        return Err(shared(path));
    }
    Ok(())
}

/// Whether the step of `path` at `depth` leads to an entry from a merge key.
fn is_merged(tree: &Tree, path: &NodePath, depth: usize) -> bool {
    let parent: NodePath = path.steps().iter().take(depth).cloned().collect();
    let Some(Step::Key(key)) = path.steps().get(depth) else { return false };
    let merges = |node: &Node| node.entries().iter().any(|entry| is_merge_key(&entry.key));
    if !tree.root().and_then(|root| root.at(&parent)).is_some_and(merges) {
        return false;
    }
    let (root, _) = alias::expand(tree);
    root.as_ref().and_then(|root| root.at(&parent)?.get(key)).is_some()
}

/// Checks that a new key `key` in the mapping at `parent` does not hide one from a merge key.
pub(super) fn check_merged(tree: &Tree, parent: &NodePath, key: &str) -> Result<(), EditError> {
    let path = parent.key(key);
    if is_merged(tree, &path, parent.steps().len()) { Err(shared(&path)) } else { Ok(()) }
}

/// Checks that nothing in `node` is shared, so that it can be removed or moved.
pub(super) fn check_whole(aliases: &SortedSet<SmolStr>, node: &Node, path: &NodePath) -> Result<(), EditError> {
    if aliases.is_empty() {
        return Ok(());
    }
    let mut queue = vec![node];
    while let Some(node) = queue.pop() {
        let anchor = node.properties.as_ref().and_then(|properties| properties.anchor.as_deref());
        if anchor.is_some_and(|anchor| aliases.contains(anchor)) {
            return Err(shared(path));
        }
        queue.extend(children(node));
    }
    Ok(())
}

/// Whether `span` touches a node that an alias refers to.
pub(super) fn is_in_shared(aliases: &SortedSet<SmolStr>, root: &Node, span: Span) -> bool {
    let mut queue = vec![root];
    while let Some(node) = queue.pop() {
        let is_touched = node.span.start <= span.end && span.start <= node.span.end;
        let anchor = node.properties.as_ref().and_then(|properties| properties.anchor.as_deref());
        if is_touched && anchor.is_some_and(|anchor| aliases.contains(anchor)) {
            return true;
        }
        if is_touched {
            // Nodes are in the order of the text, so most of them need no look.
            let is_before = |node: &Node| node.span.end < span.start;
            let entries = node.entries();
            let first = entries.partition_point(|entry| is_before(&entry.key) && is_before(&entry.value));
            let entries = entries[first..].iter().take_while(|entry| entry.key.span.start <= span.end);
            queue.extend(entries.flat_map(|entry| [&entry.key, &entry.value]));
            let items = node.items();
            let items = items[items.partition_point(is_before)..].iter();
            queue.extend(items.take_while(|item| item.span.start <= span.end));
        }
    }
    false
}

fn children(node: &Node) -> Vec<&Node> {
    let entries = node.entries().iter().flat_map(|entry| [&entry.key, &entry.value]);
    entries.chain(node.items()).collect()
}

/// The names that aliases in `node` use.
pub(super) fn aliases(node: &Node, names: &mut SortedSet<SmolStr>) {
    if let Kind::Alias(name) = &node.kind {
        names.insert(name.clone());
    }
    for entry in node.entries() {
        aliases(&entry.key, names);
        aliases(&entry.value, names);
    }
    node.items().iter().for_each(|item| aliases(item, names));
}

/// Whether an error makes the structure of the text around it doubtful.
pub(super) fn is_structural(kind: SyntaxErrorKind) -> bool {
    !matches!(
        kind,
        SyntaxErrorKind::DuplicateKey
            | SyntaxErrorKind::UnknownAlias
            | SyntaxErrorKind::AliasBudget
            | SyntaxErrorKind::BadEscape
            | SyntaxErrorKind::FlowIndentation
            | SyntaxErrorKind::ReferenceInFlow
    )
}

/// Checks that the text in `span` parses.
pub(super) fn check_sound(tree: &Tree, span: Span, path: &NodePath) -> Result<(), EditError> {
    let broken = tree.errors.iter().any(|error| {
        is_structural(error.kind)
            && (error.span.touches(span.range().start)
                || error.span.touches(span.range().end)
                || span.contains(error.span))
    });
    if broken { Err(EditError::Broken(path.to_string())) } else { Ok(()) }
}
