//! The position of a value after its key or dash, and replacing it.

use serde_yaml::Value;

use crate::edit::{Replace, TextEdit};
use crate::syntax::{Kind, Node, Style};
use crate::text::Span;

use super::collection::{self, Collection};
use super::lines::{self, Line};
use super::print::{self, Printed};
use super::style::{Quotes, TextStyle, quotes_of};

/// The position of a value in a block collection.
pub(super) struct Slot<'t> {
    pub(super) text: &'t str,
    pub(super) node: &'t Node,
    /// The column of the key or the dash.
    pub(super) column: usize,
    /// The offset after the colon or the dash.
    pub(super) behind: usize,
    pub(super) item: bool,
}

impl Slot<'_> {
    /// The edit that replaces the value.
    pub(super) fn replace(&self, text_style: TextStyle, value: &Value) -> Option<TextEdit> {
        let Slot { text, node, .. } = *self;
        let (head, body) = (self.head(), self.body());
        let mut printed = self.print(text_style, value);
        if let Some(head) = same_quotes(text_style, node, value) {
            printed = Printed { head, body: Vec::new() };
        }
        if let Some(head) = self.print_in_flow(text_style, value) {
            printed = Printed { head, body: Vec::new() };
        }
        let mut body = body;
        if printed.head.starts_with('|') {
            // Text between the header and the lines, or after them, would become part of a block scalar.
            let below = lines::next_line(text, head.range().end);
            let above = text[below.min(body.range().start)..body.range().start].trim();
            if above.is_empty() && !self.has_comment_behind(body.range().end) {
                body = Span::new(below.min(body.range().start), body.range().end);
            } else {
                printed = Printed { head: print::double_quoted(value.as_str().unwrap_or_default()), body: Vec::new() };
            }
        }
        let head = self.keep_gap(head, value);
        let spaced = text[..head.range().start].ends_with([' ', '\t']);
        let new_head = if spaced { printed.head } else { print::spaced(&printed.head) };
        let line_break = lines::line_break(text);
        let body_text: String = printed.body.iter().flat_map(|line| [line.as_str(), line_break]).collect();
        let body_edit = if body.is_empty() {
            collection::insert_at_line(text, body.range().start, &body_text)
        } else if body.range().end == text.len() && !text.ends_with(['\n', '\r']) {
            let trimmed = body_text.strip_suffix(line_break).unwrap_or(&body_text);
            let start =
                if trimmed.is_empty() { lines::before_break(text, body.range().start) } else { body.range().start };
            TextEdit::replace(Span::new(start, body.range().end), trimmed)
        } else {
            TextEdit::replace(body, body_text)
        };
        let mut replaces = body_edit.replaces().to_vec();
        replaces.insert(0, Replace { span: head, text: new_head });
        replaces.retain(|replace| !(replace.span.is_empty() && replace.text.is_empty()));
        TextEdit::new(replaces)
    }

    fn print(&self, text_style: TextStyle, value: &Value) -> Printed {
        let mut text_style = text_style;
        if self.first_member().is_some() && !self.is_compact() {
            // Keep the existing indentation for a collection of the same kind.
            let inner = lines::column(self.text, self.node.span.range().start).saturating_sub(self.column);
            match self.node.kind {
                Kind::Mapping(_) if inner > 0 => text_style.step = inner,
                Kind::Sequence(_) => text_style.offset = inner,
                _ => {}
            }
        }
        if self.item {
            print::behind_dash(text_style, value, self.column)
        } else {
            print::behind_key(text_style, value, self.column)
        }
    }

    /// The value in flow style, if it is an entry that replaces one on the same line, such as a function call for another,
    /// and short enough for a line.
    fn print_in_flow(&self, text_style: TextStyle, value: &Value) -> Option<String> {
        const LONGEST: usize = 100;
        let (Kind::Mapping(old), Value::Mapping(new)) = (&self.node.kind, value) else { return None };
        let before = self.node.span.of(self.text);
        if !old.flow || old.entries.len() != 1 || new.len() != 1 || before.contains(['\n', '\r']) {
            return None;
        }
        let mut printed = print::flow(text_style, value);
        if before.starts_with("{ ") {
            printed.insert(1, ' ');
            printed.insert(printed.len() - 1, ' ');
        }
        Some(printed).filter(|printed| printed.len() <= LONGEST && !printed.contains(['\n', '\r']))
    }

    /// Whether the first line with text from `at` on is a comment that is indented deeper than the key.
    fn has_comment_behind(&self, at: usize) -> bool {
        let mut next = at;
        while next < self.text.len() {
            match lines::line(self.text, next) {
                Line::Blank => next = lines::next_line(self.text, next),
                Line::Comment(column) => return column > self.column,
                Line::Content => return false,
            }
        }
        false
    }

    /// The collection here, if it is a block collection with members.
    fn first_member(&self) -> Option<Collection<'_>> {
        Collection::new(self.text, self.node).filter(|collection| !collection.flow && !collection.members.is_empty())
    }

    /// Whether a collection starts on the line of its dash.
    fn is_compact(&self) -> bool {
        self.first_member().is_some() && !lines::is_first(self.text, self.node.span.range().start)
    }

    /// The part of the value on the line of the key or dash.
    fn head(&self) -> Span {
        let line_end = lines::line_end(self.text, self.behind);
        let (start, own) = (collection::start(self.node), self.node.span.range().start);
        let end = if start > line_end || matches!(self.node.kind, Kind::Null) && self.node.properties.is_none() {
            self.behind
        } else if own > line_end {
            self.node.properties.as_ref().map_or(self.behind, |properties| properties.span.range().end)
        } else if self.is_block_scalar() {
            let header = &self.text[own..line_end];
            own + header.find(|character: char| !"|>+-123456789".contains(character)).unwrap_or(header.len())
        } else {
            collection::end(self.node)
        };
        Span::new(self.behind, end.max(self.behind))
    }

    /// The lines of the value below; empty, at their position, if there are none.
    fn body(&self) -> Span {
        let head = self.head();
        let (own, end) = (self.node.span.range().start, self.node.span.range().end);
        let line_end = lines::line_end(self.text, head.range().end);
        let below = lines::next_line(self.text, head.range().end);
        if self.is_block_scalar() && end > line_end {
            return Span::new(below, lines::next_line(self.text, end));
        }
        if collection::end(self.node) <= line_end {
            return Span::at(below);
        }
        let start = match self.first_member() {
            Some(collection) => collection.block_start(0),
            None => lines::line_start(self.text, own),
        };
        Span::new(start.max(below), lines::next_line(self.text, end))
    }

    fn is_block_scalar(&self) -> bool {
        self.node.as_scalar().is_some_and(|scalar| matches!(scalar.style, Style::Literal | Style::Folded))
    }

    /// If a scalar replaces a value on the same line, keeps the blanks before it, and a custom tag if a scalar or
    /// nothing had it.
    fn keep_gap(&self, head: Span, value: &Value) -> Span {
        let scalar = !matches!(value, Value::Mapping(_) | Value::Sequence(_) | Value::Tagged(_));
        let local = |tag: &str| tag.starts_with('!') && !tag.starts_with("!!");
        let properties = self.node.properties.as_ref();
        let tagged = properties.is_some_and(|properties| properties.tag.as_deref().is_some_and(local));
        let from = match &self.node.kind {
            Kind::Null if tagged && !matches!(value, Value::Tagged(_)) => return Span::at(head.range().end),
            Kind::Scalar(_) if tagged && scalar => self.node.span.range().start,
            _ => collection::start(self.node),
        };
        if self.behind < from && from < head.range().end && scalar { Span::new(from, head.range().end) } else { head }
    }
}

/// The edit that replaces `node`, a member of the flow collection `parent`, with `value`; `behind` is the position
/// after its colon, if it has one.
pub(super) fn replace_flow(
    text_style: TextStyle,
    parent: &Node,
    index: usize,
    node: &Node,
    behind: Option<usize>,
    value: &Value,
) -> TextEdit {
    let text = match value {
        Value::String(text) => {
            let wanted = chosen_quotes(node).unwrap_or(text_style.quotes(text));
            print::string(text_style, text, wanted, true)
        }
        value => print::flow(text_style, value),
    };
    let end = collection::end(node);
    match (&node.kind, parent.entries().get(index), behind) {
        (Kind::Null, Some(entry), None) => TextEdit::insert(collection::end(&entry.key), format!(": {text}")),
        (Kind::Null, Some(_), Some(behind)) => TextEdit::insert(behind.max(end), format!(" {text}")),
        _ => TextEdit::replace(Span::new(collection::start(node), end), text),
    }
}

/// Prints `value` with the quotes of the scalar `node`, if both are text on one line.
pub(super) fn same_quotes(text_style: TextStyle, node: &Node, value: &Value) -> Option<String> {
    let Value::String(text) = value else { return None };
    let quotes = chosen_quotes(node).filter(|_| !text.contains(['\n', '\r']))?;
    Some(print::string(text_style, text, quotes, false))
}

/// The quotes of the scalar `node`, if they reflect a preference: empty text always needs quotes.
fn chosen_quotes(node: &Node) -> Option<Quotes> {
    quotes_of(node).filter(|_| node.as_text().is_some_and(|text| !text.is_empty()))
}
