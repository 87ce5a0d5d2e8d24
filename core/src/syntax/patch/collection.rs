//! A collection in the text: the extent of its members, and edits of whole members.

use crate::edit::{EditError, Replace, TextEdit};
use crate::syntax::{Entry, Kind, Node, NodePath};
use crate::text::{self, Span};

use super::lines::{self, Line};

/// A collection whose members are inserted or removed.
pub(super) struct Collection<'t> {
    pub(super) text: &'t str,
    pub(super) flow: bool,
    /// Whether this is a mapping with one entry and no braces, as an item of a flow sequence: `[a: b]`.
    bare: bool,
    /// The extent of the collection itself.
    pub(super) span: Span,
    pub(super) members: Vec<Member<'t>>,
}

/// An entry of a mapping or an item of a sequence.
pub(super) struct Member<'t> {
    /// The key, if it is a scalar.
    pub(super) key: Option<&'t str>,
    /// The start of its text: tag, anchor, key or dash.
    pub(super) start: usize,
    /// The end of its text.
    pub(super) end: usize,
    /// Whether a blank line after it would belong to it, because it ends in a block scalar that keeps them.
    keeps: bool,
}

/// The start of a node, including its tag and anchor.
pub(super) fn start(node: &Node) -> usize {
    let own = node.span.range().start;
    node.properties.as_ref().map_or(own, |properties| own.min(properties.span.range().start))
}

/// The end of a node, including its tag and anchor.
pub(super) fn end(node: &Node) -> usize {
    let own = node.span.range().end;
    node.properties.as_ref().map_or(own, |properties| own.max(properties.span.range().end))
}

/// The end of an entry; that of its key if it has no value.
pub(super) fn entry_end(entry: &Entry) -> usize {
    end(&entry.key).max(end(&entry.value))
}

/// Whether `node` ends in a block scalar that keeps the blank lines after it.
fn keeps_blank_lines(text: &str, node: &Node) -> bool {
    let mut node = node;
    while let Some(last) = node.items().last().or(node.entries().last().map(|entry| &entry.value)) {
        node = last;
    }
    let written = node.span.of(text);
    written.starts_with(['|', '>']) && text::first_line(written).contains('+')
}

impl<'t> Collection<'t> {
    /// The collection that `node` is; `None` for other nodes.
    pub(super) fn new(text: &'t str, node: &'t Node) -> Option<Self> {
        let (flow, members): (bool, Vec<Member<'_>>) = match &node.kind {
            Kind::Mapping(mapping) => {
                let member = |entry: &'t Entry| Member {
                    key: entry.key.as_text(),
                    start: start(&entry.key),
                    end: entry_end(entry),
                    keeps: keeps_blank_lines(text, &entry.value),
                };
                (mapping.flow, mapping.entries.iter().map(member).collect())
            }
            Kind::Sequence(sequence) => {
                let mut members: Vec<Member<'_>> = Vec::with_capacity(sequence.items.len());
                for item in &sequence.items {
                    let from = members.last().map_or(node.span.range().start, |member| member.end);
                    let start = if sequence.flow { start(item) } else { lines::behind_trivia(text, from) };
                    members.push(Member { key: None, start, end: end(item), keeps: keeps_blank_lines(text, item) });
                }
                (sequence.flow, members)
            }
            Kind::Null | Kind::Scalar(_) | Kind::Alias(_) | Kind::Error => return None,
        };
        let first = node.entries().first().map(|entry| start(&entry.key));
        Some(Collection { text, flow, bare: flow && first == Some(node.span.range().start), span: node.span, members })
    }

    /// The column of a block collection.
    pub(super) fn column(&self) -> usize {
        self.members.first().map_or(0, |member| lines::column(self.text, member.start))
    }

    /// Checks that the members are well placed and that none starts with a `?`.
    pub(super) fn check_columns(&self, path: &NodePath) -> Result<(), EditError> {
        let column = self.column();
        for member in &self.members {
            if !self.flow && lines::column(self.text, member.start) != column {
                return Err(EditError::Broken(path.to_string()));
            }
            let before = self.text[..member.start].trim_end();
            if before
                .strip_suffix('?')
                .is_some_and(|before| before.is_empty() || before.ends_with([' ', '\n', '\r', '-']))
            {
                return Err(EditError::Refused("a key written with `?` can only be edited in the text".to_owned()));
            }
        }
        Ok(())
    }

    /// The start of a block member's lines, including the comment directly above it. A comment at the top of the text
    /// belongs to the text.
    pub(super) fn block_start(&self, index: usize) -> usize {
        let Some(member) = self.members.get(index) else { return self.text.len() };
        if !lines::is_first(self.text, member.start) {
            return member.start;
        }
        let column = lines::column(self.text, member.start);
        let own = lines::line_start(self.text, member.start);
        let mut block_start = own;
        while block_start > 0 {
            let above = lines::line_start(self.text, lines::before_break(self.text, block_start));
            if lines::line(self.text, above) != Line::Comment(column) {
                return block_start;
            }
            block_start = above;
        }
        if lines::line(self.text, 0) == Line::Content { block_start } else { own }
    }

    /// The end of a block member's lines, including comments below it that are indented deeper.
    pub(super) fn block_end(&self, index: usize) -> usize {
        let Some(member) = self.members.get(index) else { return self.text.len() };
        let column = lines::column(self.text, member.start);
        let mut block_end = lines::next_line(self.text, member.end);
        let mut next = block_end;
        while next < self.text.len() {
            match lines::line(self.text, next) {
                Line::Blank => next = lines::next_line(self.text, next),
                Line::Comment(deeper) if deeper > column => {
                    next = lines::next_line(self.text, next);
                    block_end = next;
                }
                Line::Comment(_) | Line::Content => break,
            }
        }
        block_end
    }

    /// Whether blank lines separate all members.
    fn is_spaced(&self) -> bool {
        let gap = |index: usize| {
            let (block_end, block_start) = (self.block_end(index), self.block_start(index + 1));
            self.text.get(block_end..block_start).is_some_and(|gap| gap.contains(['\n', '\r']))
                && block_end < block_start
        };
        self.members.len() > 1 && (0..self.members.len() - 1).all(gap)
    }

    /// Inserts a block member, given as lines, before the one at `index`.
    pub(super) fn insert_lines(&self, index: usize, new: &[String]) -> TextEdit {
        let line_break = lines::line_break(self.text);
        let spacing = if self.is_spaced() { line_break } else { "" };
        let block: String = new.iter().flat_map(|line| [line.as_str(), line_break]).collect();
        if index == 0 && !self.members.first().is_some_and(|first| lines::is_first(self.text, first.start)) {
            // The first member follows the dash of a sequence.
            let indent = " ".repeat(self.column());
            let at = self.members.first().map_or(0, |first| first.start);
            return TextEdit::insert(at, format!("{}{spacing}{indent}", block.trim_start_matches(' ')));
        }
        if index == 0 {
            return TextEdit::insert(self.block_start(0), format!("{block}{spacing}"));
        }
        let block_end = self.block_end(index - 1);
        let spacing = if self.members.get(index - 1).is_some_and(|before| before.keeps) { "" } else { spacing };
        insert_at_line(self.text, block_end, &format!("{spacing}{block}"))
    }

    /// Removes a block member with its comments; it must not be the only one.
    pub(super) fn remove_lines(&self, index: usize) -> TextEdit {
        let (mut block_start, block_end) = (self.block_start(index), self.block_end(index));
        let own = self.members.get(index).map_or(0, |member| member.start);
        if !lines::is_first(self.text, own) {
            let next = self.block_start(index + 1);
            let indent = self.text[next..].len() - self.text[next..].trim_start_matches(' ').len();
            return TextEdit::delete(Span::new(own, next + indent));
        }
        let ends = block_end >= self.text.len();
        let last = index + 1 == self.members.len();
        let before = index.checked_sub(1).and_then(|before| self.members.get(before));
        if before.is_some_and(|before| before.keeps) {
            return TextEdit::delete(Span::new(block_start, block_end));
        }
        if last || lines::line(self.text, block_end) == Line::Blank {
            while block_start > 0 {
                let above = lines::line_start(self.text, lines::before_break(self.text, block_start));
                if lines::line(self.text, above) != Line::Blank {
                    break;
                }
                block_start = above;
            }
        }
        if ends && !self.text.ends_with(['\n', '\r']) {
            // Keep the missing line break at the end of the text.
            block_start = lines::before_break(self.text, block_start);
        }
        TextEdit::delete(Span::new(block_start, block_end))
    }

    /// The lines of a block member with its comments, in the form of [`Collection::insert_lines`].
    pub(super) fn lines(&self, index: usize) -> Vec<String> {
        let (block_start, block_end) = (self.block_start(index), self.block_end(index));
        let indent = if lines::is_first(self.text, block_start) {
            block_start - lines::line_start(self.text, block_start)
        } else {
            self.column()
        };
        let text =
            format!("{}{}", " ".repeat(indent), self.text[block_start..block_end].trim_end_matches(['\n', '\r']));
        text::lines(&text).map(str::to_owned).collect()
    }

    /// Inserts a flow member before the one at `index`.
    pub(super) fn insert_text(&self, index: usize, new: &str) -> Option<TextEdit> {
        let text = self.text;
        if self.bare {
            // With a second entry it needs braces.
            let Span { start, end } = self.span;
            let gap = gap_behind_colon(text, end as usize);
            let (head, tail) = if index == 0 {
                (format!("{{{new}, "), format!("{gap}}}"))
            } else {
                ("{".to_owned(), format!("{gap}, {new}}}"))
            };
            return TextEdit::new(vec![
                Replace { span: Span::at(start as usize), text: head },
                Replace { span: Span::at(end as usize), text: tail },
            ]);
        }
        let Some(before) = index.checked_sub(1).and_then(|before| self.members.get(before)) else {
            let Some(first) = self.members.first() else {
                return Some(TextEdit::insert(self.span.range().start + 1, new));
            };
            let alone = self.is_alone(0);
            let gap = if alone { self.flow_indent(first.start) } else { " ".to_owned() };
            return Some(TextEdit::insert(first.start, format!("{new},{gap}")));
        };
        let at = before.end;
        let gap = gap_behind_colon(text, at);
        if !self.is_alone(index - 1) {
            return Some(TextEdit::insert(at, format!("{gap}, {new}")));
        }
        let indent = self.flow_indent(before.start);
        let comma = lines::behind_trivia(text, at);
        if text[comma..].starts_with(',') {
            let line = lines::line_end(text, comma);
            return TextEdit::new(vec![Replace { span: Span::at(line), text: format!("{indent}{new},") }]);
        }
        let line = lines::line_end(text, at);
        if line == at {
            return Some(TextEdit::insert(at, format!("{gap},{indent}{new}")));
        }
        TextEdit::new(vec![
            Replace { span: Span::at(at), text: format!("{gap},") },
            Replace { span: Span::at(line), text: format!("{indent}{new}") },
        ])
    }

    /// Whether a flow member is alone on its lines.
    fn is_alone(&self, index: usize) -> bool {
        let Some(member) = self.members.get(index) else { return false };
        let mut behind = member.end;
        let comma = lines::behind_trivia(self.text, behind);
        if self.text[comma..].starts_with(',') {
            behind = comma + 1;
        }
        let rest = self.text[behind..lines::line_end(self.text, behind)].trim_start();
        let ends = rest.is_empty() || rest.starts_with('#');
        let start = lines::line_start(self.text, member.start);
        ends && self.text[start..member.start].trim_start().is_empty()
    }

    /// A line break and the indentation of the flow member at `at`.
    fn flow_indent(&self, at: usize) -> String {
        format!("{}{}", lines::line_break(self.text), &self.text[lines::line_start(self.text, at)..at])
    }

    /// Removes a flow member.
    pub(super) fn remove_text(&self, index: usize) -> Option<TextEdit> {
        let member = self.members.get(index)?;
        let text = self.text;
        if self.bare {
            return Some(TextEdit::replace(self.span, "{}"));
        }
        let comma = lines::behind_trivia(text, member.end);
        let comma = text[comma..].starts_with(',').then_some(comma);
        let next = self.members.get(index + 1);
        let before = index.checked_sub(1).and_then(|before| self.members.get(before));
        if self.is_alone(index) {
            let start = lines::line_start(text, member.start);
            let end = lines::next_line(text, comma.unwrap_or(member.end));
            let mut replaces = vec![Replace { span: Span::new(start, end), text: String::new() }];
            let lone = before.filter(|_| comma.is_none()).map(|before| lines::behind_trivia(text, before.end));
            if let Some(lone) = lone.filter(|&lone| lone < start) {
                replaces.push(Replace { span: Span::new(lone, lone + 1), text: String::new() });
            }
            return TextEdit::new(replaces);
        }
        let span = match (next, before) {
            (Some(next), _) => {
                let behind = comma.map_or(member.end, |comma| comma + 1);
                let commented = text[behind..next.start].contains('#');
                let blank = text[behind..].len() - text[behind..].trim_start_matches([' ', '\t']).len();
                // A comment needs a blank before it.
                let blank = if text[..member.start].ends_with([' ', '\t', '\n']) { blank } else { 0 };
                Span::new(member.start, if commented { behind + blank } else { next.start })
            }
            (None, Some(before)) if !text[before.end..member.start].contains('#') => {
                let gap = gap_behind_colon(text, before.end);
                return Some(TextEdit::replace(Span::new(before.end, member.end), gap));
            }
            (None, Some(_)) => Span::new(member.start, member.end),
            (None, None) => Span::new(member.start, comma.map_or(member.end, |comma| comma + 1)),
        };
        Some(TextEdit::delete(span))
    }
}

/// A blank if the text before `at` ends with the colon of an entry without a value: some parsers do not accept a comma
/// or bracket directly after it.
pub(super) fn gap_behind_colon(text: &str, at: usize) -> &'static str {
    if text[..at].ends_with(':') { " " } else { "" }
}

/// Inserts whole lines at the start of a line. A text without a final line break stays without one.
pub(super) fn insert_at_line(text: &str, at: usize, new: &str) -> TextEdit {
    if at < text.len() || text.is_empty() || text.ends_with(['\n', '\r']) {
        return TextEdit::insert(at, new);
    }
    let trimmed = new.strip_suffix('\n').map_or(new, |new| new.strip_suffix('\r').unwrap_or(new));
    TextEdit::insert(at, format!("{}{trimmed}", lines::line_break(text)))
}
