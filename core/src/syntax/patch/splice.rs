//! The tree of an edited text, derived from the previous tree: only the entries around the edit are parsed again, and
//! the rest is shifted. The result equals parsing the whole text; otherwise there is none.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use crate::edit::TextEdit;
use crate::syntax::{Document, Entry, Kind, Node, NodePath, Step, Tree, parse};
use crate::text::{self, Span};

use super::{Expected, collection, lines};

/// Maximum number of nested mappings searched for the smallest one around an edit.
const MAX_PATH_LENGTH: usize = 16;
/// Maximum nesting depth of entries that are parsed again, well below the limit of the parser.
const MAX_DEPTH: usize = parse::MAX_DEPTH - 2 * MAX_PATH_LENGTH;

/// New entries of a block mapping, and the ones they replace.
#[derive(Clone, Debug)]
pub(super) struct Splice {
    /// The path to the mapping: indices of entries from the root.
    way: Vec<usize>,
    gone: Range<usize>,
    /// With spans in the new text.
    come: Vec<Entry>,
    comments: Vec<Span>,
    /// The lines of the old text that were parsed again.
    window: Range<usize>,
    /// The shift of everything after them.
    shift: i64,
}

/// Whole entries of a block mapping, as lines.
struct Window {
    way: Vec<usize>,
    entries: Range<usize>,
    lines: Range<usize>,
    column: usize,
}

impl Splice {
    /// The effect of `edit` on `tree`, the tree of `before`; `after` is the edited text. `None` if only parsing the
    /// whole text is certain to be correct.
    pub(super) fn of(before: &str, tree: &Tree, edit: &TextEdit, after: &str) -> Option<Self> {
        let ([document], []) = (tree.documents.as_slice(), tree.errors.as_slice()) else { return None };
        let hull = edit.replaces().first()?.span.range().start..edit.replaces().last()?.span.range().end;
        let has_directives = before[..document.span.range().start].contains('%');
        if has_directives || !after.ends_with(['\n', '\r']) {
            return None;
        }
        let new = edit.replaces().first().map_or("", |replace| &replace.text);
        let depth = text::lines(new).find(|line| !line.trim().is_empty()).map_or(0, lines::indent);
        let window = window(before, &document.root, &hull, depth)?;
        let shift = i64::try_from(after.len()).ok()? - i64::try_from(before.len()).ok()?;
        let end = usize::try_from(i64::try_from(window.lines.end).ok()? + shift).ok()?;
        let text = after.get(window.lines.start..end)?;
        let has_markers = text::lines(text).any(|line| ["---", "...", "%"].iter().any(|mark| line.starts_with(mark)));
        // At its start, the byte order mark would be taken for that of a file.
        if has_markers || text.starts_with('\u{feff}') || !text.ends_with(['\n', '\r']) {
            return None;
        }
        let Tree { documents, errors, comments } = parse::parse(text);
        let ([_], []) = (documents.as_slice(), errors.as_slice()) else { return None };
        let Document { root, .. } = documents.into_iter().next()?;
        let Node { kind: Kind::Mapping(mapping), properties: None, .. } = Arc::unwrap_or_clone(root) else {
            return None;
        };
        let first = mapping.entries.first().map(|entry| collection::start(&entry.key))?;
        let is_sound = |entry: &Entry| is_sound(&entry.key, 1) && is_sound(&entry.value, 1);
        if mapping.flow || lines::column(text, first) != window.column || !mapping.entries.iter().all(is_sound) {
            return None;
        }
        let offset = i64::try_from(window.lines.start).ok()?;
        let moves_root = window.way.is_empty() && window.entries.start == 0;
        if moves_root && window.lines.start + first != document.root.span.range().start {
            return None;
        }
        let mut come = mapping.entries;
        for entry in &mut come {
            shift_entry(entry, offset);
        }
        let comments = comments.into_iter().map(|span| shifted(span, offset)).collect();
        let splice = Splice { way: window.way, gone: window.entries, come, comments, window: window.lines, shift };
        splice.is_distinct(&document.root).then_some(splice)
    }

    /// Whether all new keys differ from the remaining ones.
    fn is_distinct(&self, root: &Node) -> bool {
        let Some(entries) = self.mapping(root).map(Node::entries) else { return false };
        let gone = entries.get(self.gone.clone()).unwrap_or_default();
        let named = |entries: &[Entry], key: &str| entries.iter().any(|entry| entry.key.as_text() == Some(key));
        let new = self.come.iter().filter_map(|entry| entry.key.as_text()).filter(|key| !named(gone, key));
        let stay = [entries.get(..self.gone.start), entries.get(self.gone.end..)];
        new.into_iter().all(|key| !stay.iter().flatten().any(|entries| named(entries, key)))
    }

    fn mapping<'t>(&self, root: &'t Node) -> Option<&'t Node> {
        self.way.iter().try_fold(root, |node, &index| node.entries().get(index).map(|entry| &entry.value))
    }

    /// Whether the entries belong to `node`.
    fn is_in(&self, root: &Node, node: &Node) -> bool {
        self.mapping(root).is_some_and(|mapping| std::ptr::eq(mapping, node))
    }

    /// The node at `path` after the edit, if it is one of the new ones.
    fn node(&self, root: &Node, path: &NodePath) -> Option<&Node> {
        let mut steps = path.steps().iter();
        let mut node = root;
        for &index in &self.way {
            let entry = node.entries().get(index)?;
            let Step::Key(key) = steps.next()? else { return None };
            if entry.key.as_text() != Some(key) {
                return None;
            }
            node = &entry.value;
        }
        let Step::Key(key) = steps.next()? else { return None };
        let entry = self.come.iter().find(|entry| entry.key.as_text() == Some(key))?;
        steps.try_fold(&entry.value, |node, step| match step {
            Step::Key(key) => node.get(key),
            Step::Index(index) => node.items().get(*index),
        })
    }

    /// Turns `tree` into the tree of the edited text.
    fn apply(self, tree: &mut Tree) {
        let Splice { way, gone, come, comments, window, shift } = self;
        let Some(document) = tree.documents.first_mut() else { return };
        document.span.end = moved(document.span.end, shift);
        put(Arc::make_mut(&mut document.root), &way, gone, come, shift);
        let start = tree.comments.partition_point(|span| span.range().start < window.start);
        let end = tree.comments.partition_point(|span| span.range().start < window.end);
        for span in &mut tree.comments[end..] {
            *span = shifted(*span, shift);
        }
        tree.comments.splice(start..end, comments);
    }
}

/// The smallest range of entries around `hull` that consists of whole lines. Text before an entry belongs to the
/// previous entry, which it may continue. The mapping is the one at the depth of the new text, which is indented by
/// `depth`.
fn window(text: &str, root: &Node, hull: &Range<usize>, depth: usize) -> Option<Window> {
    let mut found: Option<Window> = None;
    let (mut node, mut end, mut way) = (root, text.len(), Vec::new());
    while way.len() < MAX_PATH_LENGTH {
        let Some(mapping) = node.as_mapping().filter(|mapping| !mapping.flow && node.properties.is_none()) else {
            break;
        };
        let entries = mapping.entries.as_slice();
        let key = |index: usize| entries.get(index).map(|entry: &Entry| collection::start(&entry.key));
        let line = |index: usize| key(index).map(|key| lines::line_start(text, key));
        let Some(top) = key(0) else { break };
        let column = lines::column(text, top);
        if found.is_some() && hull.start >= node.span.range().end && column > depth {
            break;
        }
        let is_placed = |index: usize| {
            key(index).is_none_or(|key| lines::is_first(text, key) && lines::column(text, key) == column)
        };
        let starts_before = |entry: &Entry| lines::line_start(text, collection::start(&entry.key)) < hull.start;
        let first = entries.partition_point(starts_before).saturating_sub(1);
        let Some(start) = line(first).filter(|start| *start <= hull.start) else { break };
        let mut behind = first + 1;
        while behind < entries.len() && line(behind).is_some_and(|next| next < hull.end) {
            behind += 1;
        }
        let lines_end = line(behind).unwrap_or(end);
        if !is_placed(first) || !is_placed(behind) || lines_end < hull.end {
            break;
        }
        found = Some(Window { way: way.clone(), entries: first..behind, lines: start..lines_end, column });
        if behind > first + 1 {
            break;
        }
        let Some(entry) = entries.get(first) else { break };
        (node, end) = (&entry.value, lines_end);
        way.push(first);
    }
    found
}

/// Whether `node` contains nothing that depends on other parts of the document, and is not nested too deeply.
fn is_sound(node: &Node, depth: usize) -> bool {
    let inner = |node: &Node| is_sound(node, depth + 1);
    depth < MAX_DEPTH
        && !matches!(node.kind, Kind::Alias(_))
        && node.entries().iter().all(|entry| inner(&entry.key) && inner(&entry.value))
        && node.items().iter().all(inner)
}

/// Replaces entries of the mapping at `way` in `node`, and shifts everything after them.
fn put(node: &mut Node, way: &[usize], gone: Range<usize>, come: Vec<Entry>, shift: i64) {
    let Kind::Mapping(mapping) = &mut node.kind else { return };
    match way.split_first() {
        Some((&index, rest)) => {
            for entry in mapping.entries.iter_mut().skip(index + 1) {
                shift_entry(entry, shift);
            }
            if let Some(entry) = mapping.entries.get_mut(index) {
                put(&mut entry.value, rest, gone, come, shift);
            }
        }
        None => {
            for entry in mapping.entries.iter_mut().skip(gone.end) {
                shift_entry(entry, shift);
            }
            if let Some(first) = come.first().filter(|_| gone.start == 0) {
                node.span.start = Span::at(collection::start(&first.key)).start;
            }
            let end = gone.end.min(mapping.entries.len());
            mapping.entries.splice(gone.start.min(end)..end, come);
        }
    }
    if let Some(last) = mapping.entries.last() {
        node.span.end = Span::at(collection::entry_end(last)).end;
    }
}

fn moved(offset: u32, shift: i64) -> u32 {
    u32::try_from(i64::from(offset) + shift).unwrap_or(offset)
}

fn shifted(span: Span, shift: i64) -> Span {
    Span { start: moved(span.start, shift), end: moved(span.end, shift) }
}

fn shift_entry(entry: &mut Entry, shift: i64) {
    shift_node(&mut entry.key, shift);
    shift_node(&mut entry.value, shift);
}

fn shift_node(node: &mut Node, shift: i64) {
    node.span = shifted(node.span, shift);
    if let Some(properties) = &mut node.properties {
        properties.span = shifted(properties.span, shift);
    }
    match &mut node.kind {
        Kind::Mapping(mapping) => mapping.entries.iter_mut().for_each(|entry| shift_entry(entry, shift)),
        Kind::Sequence(sequence) => sequence.items.iter_mut().for_each(|item| shift_node(item, shift)),
        Kind::Null | Kind::Scalar(_) | Kind::Alias(_) | Kind::Error => {}
    }
}

/// The tree of a text being edited. A shared tree is copied only on the second edit, or when it is read after the
/// first.
#[derive(Clone, Debug)]
pub(super) struct Current {
    base: Arc<Tree>,
    /// The difference between `base` and the tree of the current text.
    pending: Option<Splice>,
    whole: OnceCell<Arc<Tree>>,
}

impl Current {
    pub(super) fn new(tree: Arc<Tree>) -> Self {
        Current { base: tree, pending: None, whole: OnceCell::new() }
    }

    pub(super) fn get(&self) -> &Tree {
        let Some(pending) = &self.pending else { return &self.base };
        self.whole.get_or_init(|| {
            let mut tree = Tree::clone(&self.base);
            pending.clone().apply(&mut tree);
            Arc::new(tree)
        })
    }

    pub(super) fn root(&self) -> Option<&Node> {
        self.get().root()
    }

    /// Whether `path` will contain the wanted result after `splice`, if that can be told without applying it.
    pub(super) fn foresee(&self, splice: &Splice, path: &NodePath, wanted: Expected<'_>) -> Option<bool> {
        let root = self.root()?;
        match wanted {
            Expected::Anything if path.is_root() => Some(true),
            Expected::Members(count) if root.at(path).is_some_and(|node| splice.is_in(root, node)) => {
                let mapping = splice.mapping(root)?;
                Some(mapping.entries().len() + splice.come.len() == count + splice.gone.len())
            }
            wanted => splice.node(root, path).map(|node| wanted.is_met(node)),
        }
    }

    pub(super) fn change(&mut self, splice: Splice) {
        if let Some(pending) = self.pending.take() {
            match self.whole.take() {
                Some(whole) => self.base = whole,
                None => pending.apply(Arc::make_mut(&mut self.base)),
            }
        }
        match Arc::get_mut(&mut self.base) {
            Some(tree) => splice.apply(tree),
            None => self.pending = Some(splice),
        }
    }
}
