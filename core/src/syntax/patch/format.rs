//! Formats lines like the text around them: indentation, the space after keys, dashes and commas, blank lines.

use crate::edit::{EditError, Replace, TextEdit};
use crate::sorted_map::SortedMap;
use crate::syntax::{Entry, Kind, Node, Properties, Scalar, Style, Tree, parse};
use crate::text::{self, LineIndex, Span};

use super::collection::{self, Collection};
use super::lines::{self, Line};
use super::style::TextStyle;
use super::{guard, print};

/// The edit that formats the lines that `selection` touches, and no others; empty if they are already formatted.
///
/// A block collection completely inside the selection gets the prevailing indentation of the text; one that is only
/// partly selected stays in its column. Content, comments, quotes and order are unchanged.
///
/// # Errors
///
/// [`EditError::Refused`] if one of the lines does not parse, or if formatting would change the meaning.
pub fn format(text: &str, tree: &Tree, selection: Span) -> Result<TextEdit, EditError> {
    let lines = whole_lines(text, selection);
    let broken = tree.errors.iter().find(|error| {
        let (start, end) = (error.span.range().start, error.span.range().end);
        guard::is_structural(error.kind) && start <= lines.range().end && lines.range().start <= end
    });
    if let Some(error) = broken {
        let number = LineIndex::new(text).line(error.span.range().start) + 1;
        return Err(EditError::Refused(format!("line {number} does not parse; fix it first")));
    }
    let mut edit = laid_out(text, tree, lines)?;
    let mut after = edit.apply(text)?;
    let mut parsed = parse::parse(&after);
    if lines.len() == text.len() {
        // White space that is removed can make more of it removable.
        for _ in 0..MAX_PASSES {
            let next = laid_out(&after, &parsed, Span::new(0, after.len()))?;
            if next.is_empty() {
                return if says_the_same(text, tree, &after, &parsed) { Ok(edit) } else { Err(changed_meaning()) };
            }
            after = next.apply(&after)?;
            parsed = parse::parse(&after);
            edit = edit.then(next);
        }
        return Err(changed_meaning());
    }
    if says_the_same(text, tree, &after, &parsed) { Ok(edit) } else { Err(changed_meaning()) }
}

/// Maximum number of times that a formatted text is formatted again.
const MAX_PASSES: usize = 8;

/// The edit that formats these lines, without a guarantee that the meaning stays the same.
fn laid_out(text: &str, tree: &Tree, lines: Span) -> Result<TextEdit, EditError> {
    let text_style = TextStyle::new(text, tree.root(), None);
    let mut layout = Layout {
        text,
        lines,
        text_style,
        replaces: Vec::new(),
        levels: Vec::new(),
        sealed: Vec::new(),
        flows: Vec::new(),
    };
    for document in &tree.documents {
        layout.root(&document.root);
    }
    layout.loose_lines();
    TextEdit::new(layout.replaces).ok_or_else(changed_meaning)
}

fn changed_meaning() -> EditError {
    EditError::Refused("cannot format these lines without changing their meaning".to_owned())
}

/// The lines that `selection` touches. A selection that ends at the start of a line does not touch that line.
fn whole_lines(text: &str, selection: Span) -> Span {
    let (start, mut end) = (selection.range().start, selection.range().end);
    if end > start && end < text.len() && lines::line_start(text, end) == end {
        end = lines::before_break(text, end);
    }
    Span::new(lines::line_start(text, start), lines::line_end(text, end))
}

/// The start of a block collection member, with its current and its new column.
#[derive(Clone, Copy)]
struct Level {
    at: usize,
    before: usize,
    after: usize,
}

struct Layout<'t> {
    text: &'t str,
    /// The lines to format: from the start of a line to the end of one.
    lines: Span,
    text_style: TextStyle,
    replaces: Vec<Replace>,
    /// In source order.
    levels: Vec<Level>,
    /// Multi-line scalars, whose white space may be content, in source order.
    sealed: Vec<Span>,
    /// Multi-line flow collections, whose comments move with them, in source order.
    flows: Vec<Span>,
}

impl Layout<'_> {
    fn root(&mut self, node: &Node) {
        if is_block(node) {
            let first = lines::is_first(self.text, collection::start(node));
            self.own_lines(node, if first { 0 } else { self.column(node) });
        } else {
            self.leaf(node, 0, 0);
        }
    }

    /// Moves the members of a block collection to `column`.
    fn block(&mut self, node: &Node, column: usize) {
        let before = self.column(node);
        let Some(members) = Collection::new(self.text, node) else { return };
        let starts: Vec<usize> = members.members.iter().map(|member| member.start).collect();
        let is_aligned = starts.iter().all(|start| lines::column(self.text, *start) == before);
        // Members in several columns belong to text that does not parse; keys after a `?` are left alone.
        if !is_aligned || node.entries().iter().any(|entry| self.is_explicit(entry)) {
            return self.opaque(node, column);
        }
        let column = if self.is_whole(node) { column } else { before };
        match &node.kind {
            Kind::Mapping(mapping) => {
                for (entry, start) in mapping.entries.iter().zip(starts) {
                    self.member(Level { at: start, before, after: column });
                    self.entry(entry, before, column);
                }
            }
            Kind::Sequence(sequence) => {
                for (item, start) in sequence.items.iter().zip(starts) {
                    self.member(Level { at: start, before, after: column });
                    self.item(item, start, column);
                }
            }
            Kind::Null | Kind::Scalar(_) | Kind::Alias(_) | Kind::Error => {}
        }
    }

    fn member(&mut self, level: Level) {
        if lines::is_first(self.text, level.at) {
            self.indent(level.at, level.after);
        }
        self.levels.push(level);
    }

    fn entry(&mut self, entry: &Entry, before: usize, column: usize) {
        let key = entry.key.span.range().end;
        let Some(colon) = self.text[key..].find(':').map(|length| key + length) else { return };
        self.gap(key, colon, "");
        if is_unwritten(&entry.value) {
            return;
        }
        self.gap(colon + 1, collection::start(&entry.value), " ");
        self.properties(&entry.value);
        if is_block(&entry.value) {
            let offset = match entry.value.kind {
                Kind::Sequence(_) => self.text_style.offset,
                _ => self.text_style.step,
            };
            self.own_lines(&entry.value, column + offset);
        } else {
            self.leaf(&entry.value, before, column);
        }
    }

    fn item(&mut self, item: &Node, dash: usize, column: usize) {
        if is_unwritten(item) {
            return;
        }
        let (start, inner) = (collection::start(item), column + self.text_style.dash);
        let same_line = !self.text[dash..start].contains(['\n', '\r']);
        // If the members of a collection stay, so does its first one.
        if same_line && (!is_block(item) || self.is_whole(item)) {
            self.gap(dash + 1, start, &" ".repeat(self.text_style.dash.saturating_sub(1)));
        }
        self.properties(item);
        if is_block(item) {
            self.own_lines(item, inner);
        } else {
            self.leaf(item, lines::column(self.text, dash), column);
        }
    }

    /// A block collection with its tag and anchor on separate lines before it.
    fn own_lines(&mut self, node: &Node, column: usize) {
        let start = collection::start(node);
        if start != node.span.range().start && lines::is_first(self.text, start) {
            self.indent(start, column);
        }
        self.block(node, column);
    }

    /// The space between tag, anchor and value.
    fn properties(&mut self, node: &Node) {
        let Some(Properties { span, .. }) = node.properties.as_deref() else { return };
        if !matches!(node.kind, Kind::Null) && span.range().end <= node.span.range().start {
            self.gap(span.range().end, node.span.range().start, " ");
        }
    }

    /// A scalar, alias or flow collection whose parent moves from the column `before` to the column `after`.
    fn leaf(&mut self, node: &Node, before: usize, after: usize) {
        let span = Span::new(collection::start(node), node.span.range().end);
        if guard::is_flow(node) {
            self.flow(node);
        }
        let block_scalar = matches!(node.kind, Kind::Scalar(Scalar { style: Style::Literal | Style::Folded, .. }));
        if !span.of(self.text).contains(['\n', '\r']) && !lines::is_first(self.text, span.range().start) {
            return;
        }
        if block_scalar {
            return self.block_scalar(node, before, after);
        }
        self.seal(node);
        if guard::is_flow(node) {
            self.flows.push(node.span);
        }
        if !self.covers(span) {
            return;
        }
        let mut shift = after as isize - before as isize;
        let start = span.range().start;
        if lines::is_first(self.text, start) && before < lines::column(self.text, start) {
            shift = (after + self.text_style.step) as isize - lines::column(self.text, start) as isize;
            self.indent(start, after + self.text_style.step);
        }
        self.shift(lines::next_line(self.text, start), span.range().end, shift);
    }

    fn block_scalar(&mut self, node: &Node, before: usize, after: usize) {
        let (start, end) = (node.span.range().start, node.span.range().end);
        // Blank lines after it can belong to it.
        let sealed = lines::behind_blank(self.text, end);
        self.sealed.push(Span::new(start, sealed));
        let body = lines::next_line(self.text, start);
        if !self.covers(Span::new(start, end.max(start))) || body >= end {
            return;
        }
        let indents = text::lines(&self.text[body..end]).filter(|line| !line.trim().is_empty()).map(lines::indent);
        let Some(content) = indents.min() else { return };
        let header = &self.text[start..lines::line_end(self.text, start)];
        let says_depth = header.split('#').next().is_some_and(|header| header.contains(|c: char| c.is_ascii_digit()));
        let shift = if says_depth {
            after as isize - before as isize
        } else {
            (after + self.text_style.step) as isize - content as isize
        };
        self.shift(body, end, shift);
    }

    /// Moves a node unchanged, from its column to `column`.
    fn opaque(&mut self, node: &Node, column: usize) {
        let (start, end) = (node.span.range().start, node.span.range().end);
        self.sealed.push(node.span);
        if self.is_whole(node) && lines::is_first(self.text, start) {
            let shift = column as isize - self.column(node) as isize;
            self.shift(lines::line_start(self.text, start), end, shift);
        }
    }

    /// The space around the commas and colons of a flow collection.
    fn flow(&mut self, node: &Node) {
        for entry in node.entries() {
            let (key, value) = (entry.key.span.range().end, collection::start(&entry.value));
            let between = self.text.get(key..value).unwrap_or("");
            if !is_unwritten(&entry.value) && between.trim_matches([' ', '\t']) == ":" && !self.is_adjacent(entry) {
                self.gap(key, value, ": ");
            }
            self.flow(&entry.key);
            self.flow(&entry.value);
        }
        node.items().iter().for_each(|item| self.flow(item));
        let Some(members) = Collection::new(self.text, node) else { return };
        for pair in members.members.windows(2) {
            let [left, right] = pair else { continue };
            let between = self.text.get(left.end..right.start).unwrap_or("");
            if between.trim_matches([' ', '\t']) == "," {
                self.gap(left.end, right.start, ", ");
            }
        }
    }

    /// Whether the value directly follows the colon, which is allowed after a quoted key.
    fn is_adjacent(&self, entry: &Entry) -> bool {
        let value = collection::start(&entry.value);
        self.text[..value].ends_with(':') && !print::may_be_plain(entry.key.span.of(self.text))
    }

    /// Comments on separate lines, blank lines, and trailing white space.
    fn loose_lines(&mut self) {
        let (mut at, end) = (self.lines.range().start, self.lines.range().end);
        let mut blank_above = at == 0;
        while at < end {
            let (line_end, next) = (lines::line_end(self.text, at), lines::next_line(self.text, at));
            let sealed = last_before(&self.sealed, line_end);
            let line = if sealed > at { Line::Content } else { lines::line(self.text, at) };
            if line == Line::Blank && (blank_above || self.text[at..].trim().is_empty()) {
                self.replace(at, next, "");
            } else {
                let written = at + self.text[at..line_end].trim_end_matches([' ', '\t']).len();
                self.replace(written.max(sealed).min(line_end), line_end, "");
                if let Line::Comment(column) = line {
                    self.comment(at, column);
                }
            }
            (at, blank_above) = (next, line == Line::Blank);
        }
    }

    /// A comment moves with the member below it, or with an open level above it.
    fn comment(&mut self, at: usize, column: usize) {
        if last_before(&self.flows, at) > at {
            return;
        }
        let below = self.levels.partition_point(|level| level.at < at);
        let next = self.levels.get(below).filter(|level| level.before == column);
        // If a key and the dashes below it are in the same column, the comment belongs to the key.
        let mut least = usize::MAX;
        let open = self.levels[..below].iter().rev().take_while(|level| {
            let deeper = least >= column;
            least = least.min(level.before);
            deeper
        });
        let above = open.filter(|level| level.before == column).last();
        let after = match (next.or(above), self.levels.get(below)) {
            (Some(level), _) => level.after,
            (None, Some(level)) => (column + level.after).saturating_sub(level.before),
            (None, None) => column,
        };
        self.replace(at, at + column, &" ".repeat(after));
    }

    fn column(&self, node: &Node) -> usize {
        Collection::new(self.text, node).map_or(0, |collection| collection.column())
    }

    /// Whether a key is written after a `?`, or spans several lines.
    fn is_explicit(&self, entry: &Entry) -> bool {
        let start = collection::start(&entry.key);
        let before = self.text[lines::line_start(self.text, start)..start].trim_end();
        let marked = before.strip_suffix('?').is_some_and(|before| before.is_empty() || before.ends_with([' ', '-']));
        let colon = self
            .text
            .get(entry.key.span.range().end..)
            .is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with(':'));
        marked || !colon || entry.key.span.of(self.text).contains(['\n', '\r'])
    }

    /// Whether all lines of the node are formatted.
    fn is_whole(&self, node: &Node) -> bool {
        self.covers(Span::new(node.span.range().start, node.span.range().end))
    }

    fn covers(&self, span: Span) -> bool {
        let trimmed = span.range().start + span.of(self.text).trim_end().len();
        self.lines.contains(Span::new(span.range().start, trimmed))
    }

    /// Protects the scalars of a multi-line leaf.
    fn seal(&mut self, leaf: &Node) {
        for node in leaf.entries().iter().flat_map(|entry| [&entry.key, &entry.value]).chain(leaf.items()) {
            self.seal(node);
        }
        if matches!(leaf.kind, Kind::Scalar(_)) {
            self.sealed.push(leaf.span);
        }
    }

    /// Makes the line of `at` start with this number of spaces.
    fn indent(&mut self, at: usize, column: usize) {
        let start = lines::line_start(self.text, at);
        // A byte order mark further on is content.
        let start = start + if self.text[start..at].starts_with('\u{feff}') { 3 } else { 0 };
        if at - start != column {
            self.replace(start, at, &" ".repeat(column));
        }
    }

    /// Moves the lines from `at` to `end` right or left; lines without content move as far as their spaces allow.
    fn shift(&mut self, mut at: usize, end: usize, by: isize) {
        while at < end && by != 0 {
            let line = &self.text[at..lines::line_end(self.text, at)];
            let spaces = lines::indent(line);
            if spaces < line.len() {
                self.replace(at, at + spaces, &" ".repeat(spaces.saturating_add_signed(by)));
            }
            at = lines::next_line(self.text, at);
        }
    }

    /// Makes the white space between two positions of one line `wanted`.
    fn gap(&mut self, from: usize, to: usize, wanted: &str) {
        let between = self.text.get(from..to).unwrap_or("\n");
        if !between.contains(['\n', '\r', '#']) && between.trim_matches([' ', '\t', ':', ',']).is_empty() {
            self.replace(from, to, wanted);
        }
    }

    fn replace(&mut self, from: usize, to: usize, wanted: &str) {
        let span = Span::new(from, to);
        let in_lines = self.lines.range().start <= from && from <= self.lines.range().end;
        if in_lines && span.of(self.text) != wanted {
            self.replaces.push(Replace { span, text: wanted.to_owned() });
        }
    }
}

/// The end of the last of `spans` that starts before `at`; 0 if there is none.
fn last_before(spans: &[Span], at: usize) -> usize {
    let before = spans.partition_point(|span| span.range().start < at);
    spans[..before].last().map_or(0, |span| span.range().end)
}

fn is_block(node: &Node) -> bool {
    matches!(&node.kind, Kind::Mapping(_) | Kind::Sequence(_)) && !guard::is_flow(node)
}

/// Whether the node is implicit, that is, has no text.
fn is_unwritten(node: &Node) -> bool {
    matches!(node.kind, Kind::Null) && node.properties.is_none()
}

/// Whether `after` has the same nodes, comments and errors as `before`, apart from their positions.
fn says_the_same(before: &str, tree: &Tree, after: &str, parsed: &Tree) -> bool {
    let comments = |text: &str, tree: &Tree| {
        tree.comments.iter().map(|span| span.of(text).trim_end().to_owned()).collect::<Vec<_>>()
    };
    let errors = |tree: &Tree| {
        let mut kinds = SortedMap::new();
        tree.errors.iter().for_each(|error| *kinds.entry(error.kind).or_insert(0) += 1);
        kinds
    };
    let roots = tree.documents.iter().zip(&parsed.documents);
    tree.documents.len() == parsed.documents.len()
        && roots.into_iter().all(|(before, after)| is_same(&before.root, &after.root))
        && comments(before, tree) == comments(after, parsed)
        && errors(tree) == errors(parsed)
}

/// Whether two nodes are equal apart from their positions.
fn is_same(left: &Node, right: &Node) -> bool {
    let properties =
        |node: &Node| node.properties.as_ref().map(|properties| (properties.tag.clone(), properties.anchor.clone()));
    let all =
        |left: &[Node], right: &[Node]| left.len() == right.len() && left.iter().zip(right).all(|(l, r)| is_same(l, r));
    properties(left) == properties(right)
        && match (&left.kind, &right.kind) {
            (Kind::Mapping(one), Kind::Mapping(other)) => {
                let entries = || one.entries.iter().zip(&other.entries);
                one.flow == other.flow
                    && one.entries.len() == other.entries.len()
                    && entries().all(|(one, other)| is_same(&one.key, &other.key) && is_same(&one.value, &other.value))
            }
            (Kind::Sequence(one), Kind::Sequence(other)) => one.flow == other.flow && all(&one.items, &other.items),
            (one, other) => one == other,
        }
}
