//! The position of the cursor in terms of the tree.

use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::workspace::SourceFile;

/// The position of the cursor in terms of the tree.
pub struct CursorContext {
    /// The mapping that a new key would belong to.
    pub parent: NodePath,
    /// The value that contains the cursor.
    pub path: NodePath,
    /// Whether a key is expected.
    pub at_key: bool,
    /// Whether it is inside a flow collection, where a reference needs quotes.
    pub in_flow: bool,
    /// The text around the cursor that a completion replaces.
    pub replaces: Span,
    pub reference: Option<Reference>,
}

/// An unfinished `${...}` before the cursor.
pub struct Reference {
    /// The text before the last period.
    pub head: Option<String>,
    pub replaces: Span,
}

impl CursorContext {
    pub fn of(file: &SourceFile, root: &Node, offset: usize) -> Self {
        let text = file.text.as_ref();
        let line = file.lines.span(text, file.lines.line(offset));
        let before = text.get(line.start as usize..offset).unwrap_or("");
        let after = text.get(offset..line.end as usize).unwrap_or("");
        let path = file.path_at(offset);
        let reference = reference(before, after, offset);
        let open = flow_start(root, offset).filter(|open| *open < line.start as usize);
        let brackets = open.and_then(|open| text.get(open..offset)).unwrap_or(before);
        if let Some(place) = CursorContext::in_flow(file, brackets, after, offset, &reference) {
            return place;
        }
        let indent = before.len() - before.trim_start_matches([' ', '-']).len();
        let content = before.trim_start_matches([' ', '-']);
        let in_value = content.contains(": ") || content.trim_end().ends_with(':');
        let list_item = !in_value && before.trim_start().starts_with("- ");
        let item = Some(content).filter(|_| in_value).and_then(flow_item);
        let start = if let Some((_, start)) = item {
            offset - (content.len() - start)
        } else if in_value {
            let colon = content.find(": ").map_or(content.len(), |colon| colon + 2);
            let blanks = content[colon..].len() - content[colon..].trim_start().len();
            offset - (content.len() - colon - blanks)
        } else {
            offset - content.len()
        };
        // A full name contains periods and colons.
        let ends = if in_value { &[' ', '#', ',', '}', ']'][..] } else { &[':', ' ', '#'] };
        let end = offset + after.find(ends).unwrap_or(after.len());
        let mut parent = enclosing(file, root, line.start as usize, indent);
        // The first entry of a mapping in a list is on the line of the dash.
        if let Some(list) = root.at(&parent).and_then(Node::as_sequence)
            && in_value
            && before.trim_start().starts_with("- ")
        {
            parent = parent.index(list.items.iter().filter(|item| item.span.start < line.start).count());
        }
        let item_of_list = root.at(&parent).is_some_and(|node| node.as_sequence().is_some());
        let path = match content.split_once(':') {
            Some((key, _)) if in_value => {
                let path = parent.key(key.trim().trim_matches(['"', '\'']));
                item.map_or(path.clone(), |(index, _)| path.index(index))
            }
            _ if list_item || item_of_list => list_path(&path, &parent),
            _ => path,
        };
        let replaces = Span::new(start.min(end), end);
        CursorContext { at_key: !in_value && !list_item, in_flow: false, parent, path, replaces, reference }
    }
}

impl CursorContext {
    /// Whether the mapping at the cursor has no entry with this key, other than the one at the cursor.
    pub fn is_free(&self, root: Option<&Node>, key: &str) -> bool {
        let entry = root.and_then(|root| root.at(&self.parent)?.entry(key));
        entry.is_none_or(|entry| entry.key.span.start == self.replaces.start)
    }

    /// The context inside brackets that were opened in `before`, which ends at the cursor and may span several lines.
    fn in_flow(
        file: &SourceFile,
        before: &str,
        after: &str,
        offset: usize,
        reference: &Option<Reference>,
    ) -> Option<Self> {
        let (open, entry, n_before) = innermost_flow(before)?;
        let start_of_text = offset - before.len();
        let collection = file.path_at(start_of_text + open);
        let written = &before[entry..];
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\n', '\r', '"', '\'']).len();
        let colon = written.find(": ").map(|colon| colon + 2);
        let (path, start, at_key) = match (before[open..].starts_with('{'), colon) {
            (true, Some(colon)) => {
                let key = written[..colon - 2].trim().trim_matches(['"', '\'']);
                (collection.key(key), entry + colon + blanks(&written[colon..]), false)
            }
            (true, None) => (collection.clone(), entry + blanks(written), true),
            (false, _) => (collection.index(n_before), entry + blanks(written), false),
        };
        let start = (start_of_text + start).min(offset);
        let ends = if at_key { &[' ', '#', ',', '}', ']', ':'][..] } else { &[' ', '#', ',', '}', ']', '"', '\''] };
        let end = offset + after.find(ends).unwrap_or(after.len());
        let reference =
            reference.as_ref().map(|found| Reference { head: found.head.clone(), replaces: found.replaces });
        let replaces = Span::new(start, end.max(start));
        Some(CursorContext { at_key, in_flow: true, parent: collection, path, replaces, reference })
    }
}

/// The start of the outermost flow collection around `offset`, if there is one.
fn flow_start(root: &Node, offset: usize) -> Option<usize> {
    let mut node = root;
    loop {
        let flow = node.as_mapping().map(|mapping| mapping.flow).or(node.as_sequence().map(|sequence| sequence.flow));
        if flow == Some(true) {
            return Some(node.span.start as usize);
        }
        let values = node.entries().iter().filter(|entry| !entry.merged).map(|entry| &entry.value);
        node = values.chain(node.items()).find(|child| child.span.touches(offset))?;
    }
}

/// The innermost bracket that is open at the end of a text: its offset, the start of the current entry, and the number
/// of entries before it. Ignores quoted text and `${`.
fn innermost_flow(before: &str) -> Option<(usize, usize, usize)> {
    let mut open: Vec<(usize, usize, usize)> = Vec::new();
    let mut quote = None;
    let mut last = ' ';
    let mut comment: Option<usize> = None;
    for (at, character) in before.char_indices() {
        // A line starts as if after a blank, and ends a comment.
        if matches!(character, '\n' | '\r') {
            last = ' ';
            if let (Some(comment), Some((_, entry, _))) = (comment.take(), open.last_mut())
                && before[*entry..comment].trim().is_empty()
            {
                *entry = at + 1;
            }
        }
        if matches!(character, '\n' | '\r') || comment.is_some() {
            continue;
        }
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            // A quote inside a word does not start a string.
            (None, '"' | '\'') if " [{,:".contains(last) => quote = Some(character),
            (None, '#') if last == ' ' => comment = Some(at),
            (None, '[' | '{') if " [{,".contains(last) => open.push((at, at + 1, 0)),
            (None, ']' | '}') => drop(open.pop()),
            (None, ',') => {
                if let Some((_, entry, n_before)) = open.last_mut() {
                    (*entry, *n_before) = (at + 1, *n_before + 1);
                }
            }
            _ => {}
        }
        last = character;
    }
    open.pop().filter(|_| comment.is_none())
}

/// The item at the end of `key: [one, tw`: its index and start.
fn flow_item(content: &str) -> Option<(usize, usize)> {
    let open = content.find(": [")? + 3;
    let items = content.get(open..).filter(|items| !items.contains([']', '[', '{']))?;
    let start = items.rfind(',').map_or(0, |comma| comma + 1);
    let blanks = items[start..].len() - items[start..].trim_start_matches([' ', '"', '\'']).len();
    Some((items.matches(',').count(), open + start + blanks))
}

fn list_path(path: &NodePath, parent: &NodePath) -> NodePath {
    if path.starts_with(parent) && path != parent { path.clone() } else { parent.index(0) }
}

/// The mapping that an entry with this indentation belongs to: the innermost one whose key is above and indented less.
fn enclosing(file: &SourceFile, root: &Node, line_start: usize, indent: usize) -> NodePath {
    let mut path = NodePath::root();
    let mut node = root;
    loop {
        let column = |span: Span| file.lines.position(&file.text, span.start as usize).column;
        let next = node.entries().iter().rev().find(|entry| {
            !entry.merged && (entry.key.span.start as usize) < line_start && column(entry.key.span) < indent
        });
        let Some(entry) = next else { return path };
        let Some(key) = entry.key.as_text() else { return path };
        path = path.key(key);
        if let Some(index) = entry
            .value
            .items()
            .iter()
            .rposition(|item| (item.span.start as usize) < line_start && column(item.span) <= indent)
            && let Some(item) = entry.value.items().get(index)
            && item.as_mapping().is_some()
        {
            path = path.index(index);
            node = item;
        } else {
            node = &entry.value;
        }
    }
}

fn reference(before: &str, after: &str, offset: usize) -> Option<Reference> {
    let open = before.rfind("${")?;
    let inner = before[open + 2..].trim_start();
    let plain = inner.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']'));
    if !plain {
        return None;
    }
    let last = inner.rfind('.').map_or(0, |dot| dot + 1);
    let head = (last > 0).then(|| inner[..last - 1].to_owned());
    let rest = after.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).unwrap_or(after.len());
    Some(Reference { head, replaces: Span::new(offset - (inner.len() - last), offset + rest) })
}
