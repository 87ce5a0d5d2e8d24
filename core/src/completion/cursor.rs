//! Where a cursor is, in terms of the tree.

use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::workspace::SourceFile;

/// Where the cursor is, in terms of the tree.
pub struct CursorContext {
    /// The mapping that a key would belong to.
    pub parent: NodePath,
    /// The value that the cursor is in.
    pub path: NodePath,
    /// Whether a key is to be written.
    pub at_key: bool,
    /// Whether it stands within brackets, where a reference needs quotes.
    pub in_flow: bool,
    /// The text in front of and behind the cursor that a completion takes the place of.
    pub replaces: Span,
    pub reference: Option<Reference>,
}

/// An unfinished `${...}` before the cursor.
pub struct Reference {
    /// What stands before the last period.
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
        // A full name has periods and colons in it.
        let ends = if in_value { &[' ', '#', ',', '}', ']'][..] } else { &[':', ' ', '#'] };
        let end = offset + after.find(ends).unwrap_or(after.len());
        let parent = enclosing(file, root, line.start as usize, indent);
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
    /// The place within brackets that were opened in `before`, which is the line up to the cursor or begins in a line
    /// above it.
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

/// Where the outermost brackets around `offset` open, if there are any.
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

/// The bracket that is still open at the end of a text: where it stands, where the entry begins that is being written,
/// and how many stand before that. What stands in quotes, and `${`, opens nothing.
fn innermost_flow(before: &str) -> Option<(usize, usize, usize)> {
    let mut open: Vec<(usize, usize, usize)> = Vec::new();
    let mut quote = None;
    let mut last = ' ';
    let mut comment: Option<usize> = None;
    for (at, character) in before.char_indices() {
        // A line begins as if behind a blank, and no comment reaches into it.
        if character == '\n' {
            last = ' ';
            if let (Some(comment), Some((_, entry, _))) = (comment.take(), open.last_mut())
                && before[*entry..comment].trim().is_empty()
            {
                *entry = at + 1;
            }
        }
        if character == '\n' || comment.is_some() {
            continue;
        }
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            // A quote within a word is none.
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

/// The item that is written at the end of `key: [one, tw`: its number, and where it starts.
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

/// The mapping whose entries stand at this indentation here: the innermost whose key line above is indented less.
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
