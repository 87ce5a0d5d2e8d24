//! Rewrites references inside values.

use crate::assembly::interpolation::{Interpolation, Piece, PropertyPath, Segment};
use crate::assembly::values::Value;
use crate::edit::{EditError, Replace, TextEdit};
use crate::sorted_map::SortedSet;
use crate::sorting::Sorting;
use crate::syntax::patch::Draft;
use crate::syntax::{Kind, Node, NodePath, Tree};
use crate::text::Span;

/// The replacement of a reference.
#[derive(Clone, PartialEq, Debug)]
pub enum New {
    /// Another path.
    Path(String),
    /// A value. `raw` is how it was written, if it is a whole value without references.
    Text { text: String, raw: Option<String>, value: serde_yaml::Value },
}

/// Replaces references in `values`, which belong to the current text of `draft`, according to `new`.
pub fn rewrite<'v>(
    draft: &mut Draft,
    values: impl IntoIterator<Item = &'v Value<'v>>,
    new: impl Fn(&Value<'_>, &PropertyPath) -> Option<New>,
) -> Result<(), EditError> {
    let text = draft.text().to_owned();
    let own = own_scalars(draft.tree());
    let mut replaces: Vec<Replace> = Vec::new();
    let mut whole: Vec<(NodePath, serde_yaml::Value)> = Vec::new();
    for value in values {
        let interpolation = Interpolation::of(value.node, &text);
        let found: Vec<(&PropertyPath, Option<New>)> =
            interpolation.references().map(|reference| (reference, new(value, reference))).collect();
        if found.iter().all(|(_, new)| new.is_none()) {
            continue;
        }
        if own.as_ref().is_some_and(|own| !own.contains(&value.node.span)) {
            return Err(EditError::Shared(value.path.to_string()));
        }
        if let ([(_, Some(New::Text { text, raw, value: literal }))], true) =
            (found.as_slice(), interpolation.whole().is_some())
        {
            match raw {
                Some(raw) if is_simple(raw) => replaces.push(Replace { span: value.node.span, text: raw.clone() }),
                Some(_) => whole.push((value.path.clone(), literal.clone())),
                None => whole.push((value.path.clone(), text.as_str().into())),
            }
            continue;
        }
        let in_place = |(reference, new): &(&PropertyPath, Option<New>)| {
            let written = reference.span.of(&text);
            let path = matches!(new, Some(New::Path(_)) | None);
            path && written.starts_with("${") && written.find('}') == Some(written.len() - 1)
        };
        if found.iter().all(in_place) {
            for (reference, new) in found {
                let Some(New::Path(path)) = new else { continue };
                replaces.push(Replace { span: reference.span, text: format!("${{{path}}}") });
            }
            continue;
        }
        let mut new = found.into_iter().map(|(_, new)| new);
        let pieces = interpolation.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.to_string(),
            Piece::Reference(reference) => match new.next().flatten() {
                Some(New::Text { text, .. }) => text,
                Some(New::Path(path)) => format!("${{{path}}}"),
                None => format!("${{{}}}", printed(&reference.segments)),
            },
        });
        whole.push((value.path.clone(), pieces.collect::<String>().into()));
    }
    replaces.order_by_key(|replace| replace.span);
    replaces.dedup();
    draft.rewrite(TextEdit::new(replaces).ok_or(EditError::Stale)?)?;
    for (path, value) in whole {
        // The value of a policy property may be at this path or below.
        let root = draft.tree().root();
        let below = root.and_then(|root| root.at(&path)).is_some_and(|node| node.as_mapping().is_some());
        draft.replace(&if below { path.key("value") } else { path }, &value)?;
    }
    Ok(())
}

/// Whether a scalar has the same meaning in every context.
fn is_simple(raw: &str) -> bool {
    let simple = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '/');
    !raw.is_empty() && raw.chars().all(simple) && !raw.starts_with('-')
}

/// `a.b[0]`.
pub fn printed(segments: &[Segment]) -> String {
    let text = segments.iter().map(|segment| match segment {
        Segment::Name { name, .. } => format!(".{name}"),
        Segment::Index { index, .. } => format!("[{index}]"),
    });
    let text: String = text.collect();
    text.strip_prefix('.').map_or(text.clone(), str::to_owned)
}

/// `head`, followed by the remaining segments.
pub fn deeper(head: &str, rest: &[Segment]) -> String {
    let rest = printed(rest);
    match rest.starts_with('[') || rest.is_empty() {
        true => format!("{head}{rest}"),
        false => format!("{head}.{rest}"),
    }
}

/// The scalars that occur only once in the tree, that is, not through an alias; `None` if all do.
fn own_scalars(tree: &Tree) -> Option<SortedSet<Span>> {
    let mut queue: Vec<&Node> = tree.root().into_iter().collect();
    let mut aliases = SortedSet::new();
    while let Some(node) = queue.pop() {
        if let Kind::Alias(name) = &node.kind {
            aliases.insert(name.as_str());
        }
        queue.extend(children(node));
    }
    if aliases.is_empty() {
        return None;
    }
    let mut own = SortedSet::new();
    let mut queue: Vec<&Node> = tree.root().into_iter().collect();
    while let Some(node) = queue.pop() {
        let anchor = node.properties.as_ref().and_then(|properties| properties.anchor.as_deref());
        if anchor.is_some_and(|anchor| aliases.contains(anchor)) {
            continue;
        }
        if node.as_scalar().is_some() {
            own.insert(node.span);
        }
        queue.extend(children(node));
    }
    Some(own)
}

fn children(node: &Node) -> impl Iterator<Item = &Node> {
    let entries = node.entries().iter().flat_map(|entry| [&entry.key, &entry.value]);
    entries.chain(node.items())
}
