//! Lines laid out as the text around them is: indentation, the space behind keys, dashes and commas, blank lines.

use std::collections::BTreeMap;

use crate::edit::{EditError, Replace, TextEdit};
use crate::syntax::{Entry, Kind, Node, Properties, Scalar, Style, Tree, parse};
use crate::text::Span;

use super::collection::{self, Collection};
use super::lines::{self, Line};
use super::style::TextStyle;
use super::{guard, print};

/// The edit that lays out the lines that `selection` touches, and no others; empty if they are laid out already.
///
/// A block collection that lies in the selection with all its lines is indented as most of the text is; one that is cut
/// by its border stays in its column. Content, comments, quotes and the order of everything stay.
///
/// # Errors
/// [`EditError::Refused`] if one of the lines does not parse, or if they would say something else.
pub fn format(text: &str, tree: &Tree, selection: Span) -> Result<TextEdit, EditError> {
    let lines = whole_lines(text, selection);
    let broken = tree.errors.iter().find(|error| {
        let (start, end) = (error.span.range().start, error.span.range().end);
        guard::is_structural(error.kind) && start <= lines.range().end && lines.range().start <= end
    });
    if let Some(error) = broken {
        let number = text[..error.span.range().start].matches('\n').count() + 1;
        return Err(EditError::Refused(format!("line {number} does not parse; repair it first")));
    }
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
    let edit = TextEdit::new(layout.replaces).ok_or_else(changed_meaning)?;
    let after = edit.apply(text)?;
    if says_the_same(text, tree, &after) { Ok(edit) } else { Err(changed_meaning()) }
}

fn changed_meaning() -> EditError {
    EditError::Refused("these lines cannot be laid out without changing what they say".to_owned())
}

/// The lines that `selection` touches. One that ends where a line begins does not touch that line.
fn whole_lines(text: &str, selection: Span) -> Span {
    let (start, mut end) = (selection.range().start, selection.range().end);
    if end > start && end < text.len() && lines::line_start(text, end) == end {
        end = lines::before_break(text, end);
    }
    Span::new(lines::line_start(text, start), lines::line_end(text, end))
}

/// Where a member of a block collection begins, in which column it stands and in which it is to stand.
#[derive(Clone, Copy)]
struct Level {
    at: usize,
    before: usize,
    after: usize,
}

struct Layout<'t> {
    text: &'t str,
    /// What is laid out: from the start of a line to the end of one.
    lines: Span,
    text_style: TextStyle,
    replaces: Vec<Replace>,
    /// In the order of the text.
    levels: Vec<Level>,
    /// Scalars of several lines, whose white space may be content, in the order of the text.
    sealed: Vec<Span>,
    /// Flow collections of several lines, whose comments move with them, in the order of the text.
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

    /// A block collection whose members are to stand in `column`.
    fn block(&mut self, node: &Node, column: usize) {
        let before = self.column(node);
        let Some(members) = Collection::new(self.text, node) else { return };
        let starts: Vec<usize> = members.members.iter().map(|member| member.start).collect();
        let stands = starts.iter().all(|start| lines::column(self.text, *start) == before);
        // Members in several columns are of a text that does not parse; keys behind a `?` are left as they are.
        if !stands || node.entries().iter().any(|entry| self.is_explicit(entry)) {
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
        // Where the members of a collection stay, its first one does too.
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

    /// A block collection with what stands before it in lines of their own: its tag and anchor.
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

    /// A scalar, alias or flow collection whose parent goes from the column `before` to the column `after`.
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
        // Blank lines behind it can be a part of it.
        let sealed = lines::behind_blank(self.text, end);
        self.sealed.push(Span::new(start, sealed));
        let body = lines::next_line(self.text, start);
        if !self.covers(Span::new(start, end.max(start))) || body >= end {
            return;
        }
        let indents = self.text[body..end].lines().filter(|line| !line.trim().is_empty()).map(lines::indent);
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

    /// What is moved as it is, from the column it has to `column`.
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

    /// Whether the value stands directly behind the colon, as it may behind a key in quotes.
    fn is_adjacent(&self, entry: &Entry) -> bool {
        let value = collection::start(&entry.value);
        self.text[..value].ends_with(':') && !print::may_be_plain(entry.key.span.of(self.text))
    }

    /// Comments alone in their lines, blank lines, and white space at the end of lines.
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

    /// A comment stands where what it stood beside goes: what is below it, or a level that is open above it.
    fn comment(&mut self, at: usize, column: usize) {
        if last_before(&self.flows, at) > at {
            return;
        }
        let below = self.levels.partition_point(|level| level.at < at);
        let next = self.levels.get(below).filter(|level| level.before == column);
        // Where a key and the dashes below it stand in one column, it is the key's.
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

    /// Whether a key is written behind a `?`, or over several lines.
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

    /// Whether all lines of the node are laid out.
    fn is_whole(&self, node: &Node) -> bool {
        self.covers(Span::new(node.span.range().start, node.span.range().end))
    }

    fn covers(&self, span: Span) -> bool {
        let trimmed = span.range().start + span.of(self.text).trim_end().len();
        self.lines.contains(Span::new(span.range().start, trimmed))
    }

    /// Seals the scalars of a leaf of several lines.
    fn seal(&mut self, leaf: &Node) {
        for node in leaf.entries().iter().flat_map(|entry| [&entry.key, &entry.value]).chain(leaf.items()) {
            self.seal(node);
        }
        if matches!(leaf.kind, Kind::Scalar(_)) {
            self.sealed.push(leaf.span);
        }
    }

    /// Makes the line of what stands at `at` begin with so many spaces.
    fn indent(&mut self, at: usize, column: usize) {
        let start = lines::line_start(self.text, at);
        let start = start + if self.text[start..].starts_with('\u{feff}') { 3 } else { 0 };
        if at - start != column {
            self.replace(start, at, &" ".repeat(column));
        }
    }

    /// Moves the lines from `at` to `end` to the right or the left, those without content as far as they have spaces.
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

    /// Makes the white space between two places of one line `wanted`.
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

/// Where the last of `spans` that begin before `at` ends; 0 if none does.
fn last_before(spans: &[Span], at: usize) -> usize {
    let before = spans.partition_point(|span| span.range().start < at);
    spans[..before].last().map_or(0, |span| span.range().end)
}

fn is_block(node: &Node) -> bool {
    matches!(&node.kind, Kind::Mapping(_) | Kind::Sequence(_)) && !guard::is_flow(node)
}

/// Whether nothing at all stands for the node.
fn is_unwritten(node: &Node) -> bool {
    matches!(node.kind, Kind::Null) && node.properties.is_none()
}

/// Whether `after` has the nodes, comments and errors of `before`, wherever they stand.
fn says_the_same(before: &str, tree: &Tree, after: &str) -> bool {
    let parsed = parse::parse(after);
    let comments = |text: &str, tree: &Tree| {
        tree.comments.iter().map(|span| span.of(text).trim_end().to_owned()).collect::<Vec<_>>()
    };
    let errors = |tree: &Tree| {
        let mut kinds = BTreeMap::new();
        tree.errors.iter().for_each(|error| *kinds.entry(error.kind).or_insert(0) += 1);
        kinds
    };
    let roots = tree.documents.iter().zip(&parsed.documents);
    tree.documents.len() == parsed.documents.len()
        && roots.into_iter().all(|(before, after)| is_same(&before.root, &after.root))
        && comments(before, tree) == comments(after, &parsed)
        && errors(tree) == errors(&parsed)
}

/// Whether two nodes are equal but for their places.
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
