//! Other groupings of the same entries. Only brackets, dashes and indentation change, so that comments and layout stay.

use std::ops::Range;

use crate::edit::{EditError, Replace, TextEdit};
use crate::syntax::{Node, NodePath, plain};
use crate::text::Span;

use super::collection::{self, gap_behind_colon};
use super::lines::{self, behind_trivia, column, line_end, line_start, next_line};
use super::{Draft, broken, guard, print};

impl Draft {
    /// Writes the list at `path`, of mappings with one entry each, as one mapping. The caller checks the result.
    pub fn unlist(&mut self, path: &NodePath) -> Result<(), EditError> {
        let located = self.locate(path)?;
        let key = located.parent.and_then(|parent| parent.entries().get(located.index)).map(|entry| &entry.key);
        let key = key.map_or(0, |key| column(&self.text, key.span.range().start));
        let edit = unlisted(&self.text, located.node, key).ok_or_else(|| broken(path))?;
        self.rewrite(edit)
    }

    /// Moves the entries of the mapping at `path` below a new key in it.
    pub fn nest(&mut self, path: &NodePath, key: &str) -> Result<(), EditError> {
        let located = self.locate(path)?;
        let around = located.parent.and_then(|parent| parent.entries().get(located.index));
        let around = around.ok_or_else(|| guard::missing(path))?;
        let key_text = print::key_text(self.text_style(Some(located.node)), key);
        let value = plain::value(located.node);
        let edit = nested(&self.text, located.node, &around.key, &key_text).ok_or_else(|| broken(path))?;
        self.commit(edit, &path.key(key), Some(&value))
    }
}

struct Regrouping<'t> {
    text: &'t str,
    replaces: Vec<Replace>,
}

impl Regrouping<'_> {
    fn put(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.replaces.push(Replace { span: Span::new(range.start, range.end), text: text.into() });
    }

    /// Indents the lines that start in a range, or removes indentation. Those of removed text stay as they are.
    fn indent(&mut self, range: Range<usize>, by: isize) {
        if by == 0 {
            return;
        }
        for at in lines::started_in(self.text, range) {
            if self.replaces.iter().any(|one| one.span.range().contains(&at)) {
                continue;
            }
            let blanks = indentation(self.text, at);
            match usize::try_from(by) {
                Ok(more) => self.put(at..at, if blanks.starts_with('\t') { "\t" } else { " " }.repeat(more)),
                Err(_) => self.put(at..at + blanks.len().min(by.unsigned_abs()), ""),
            }
        }
    }

    /// Removes brackets and dashes, with their line if nothing else is on it; in front of a comment, `padding` takes their place.
    fn remove(&mut self, range: Range<usize>, padding: &str) {
        let (start, end) = (line_start(self.text, range.start), next_line(self.text, range.end));
        let is_alone = [start..range.start, range.end..end].iter().all(|one| self.text[one.clone()].trim().is_empty());
        // A comment needs a blank before it.
        let is_spaced =
            padding.is_empty() && !self.text[start..range.start].ends_with([' ', '\t']) && range.start > start;
        match is_alone {
            true => self.put(start..end, ""),
            false if is_spaced => self.put(range, ""),
            false => self.put(range.start..range.end + indentation(self.text, range.end).len(), padding),
        }
    }

    /// Removes the brace that ends an item behind its value, and puts the comma that separates it from the next one before it.
    fn close(&mut self, value_end: usize, brace: usize, separator: Option<usize>) {
        let end = separator.unwrap_or(brace);
        let comma =
            if separator.is_some() { format!("{},", gap_behind_colon(self.text, value_end)) } else { String::new() };
        if !self.text[value_end..end].contains('#') {
            return self.put(value_end..end + 1, comma);
        }
        let inner = Some(behind_trivia(self.text, value_end)).filter(|at| *at < brace);
        let start = match (inner, separator) {
            (Some(inner), None) if self.text[inner + 1..brace].trim().is_empty() => inner,
            (Some(inner), None) => {
                self.put(inner..inner + 1, "");
                brace
            }
            (None, Some(_)) => {
                self.put(value_end..value_end, comma);
                brace
            }
            _ => brace,
        };
        match separator {
            Some(separator) if self.text[brace + 1..separator].contains(['\n', '\r']) => {
                self.remove(start..brace + 1, "");
                self.remove(separator..separator + 1, "");
            }
            _ => self.remove(start..end + 1, ""),
        }
    }
}

/// The edit that writes a list as a mapping. `above` is the column of the key of the list.
fn unlisted(text: &str, list: &Node, above: usize) -> Option<TextEdit> {
    let mut regrouping = Regrouping { text, replaces: Vec::new() };
    let Range { start, end } = list.span.range();
    list.as_sequence()?;
    let is_flow = text[start..].starts_with('[');
    if is_flow && !is_closed(text, list) {
        return None;
    }
    let is_braced = |item: &Node| item.span.of(text).starts_with('{');
    let head = |item: &Node| item.span.range().start;
    // The keys are at one column: that of the first key behind a dash, or else that of the dashes.
    let block = list.items().iter().find(|item| !is_braced(item)).map(|item| column(text, head(item)));
    let dash = column(text, behind_trivia(text, start));
    let keys = block.unwrap_or(if dash > above { dash } else { dash + 2 });
    let mut from = start + usize::from(is_flow);
    for item in list.items() {
        let [entry] = item.entries() else { return None };
        if is_braced(item) && !is_closed(text, item) || item.properties.is_some() || entry.key.properties.is_some() {
            return None;
        }
        let (head, key, end) = (head(item), entry.key.span.range().start, item.span.range().end);
        let value_end = collection::entry_end(entry);
        let is_joined = is_braced(item) && text[head + 1..key].trim().is_empty();
        // The end of what is removed in front of the key.
        let opened = match is_braced(item) {
            true if is_joined => key,
            true => head + 1,
            false => head,
        };
        let mut by = 0;
        if is_flow {
            if is_joined {
                regrouping.put(head..key, "");
            } else if is_braced(item) {
                regrouping.remove(head..opened, "");
            }
        } else {
            let dash = behind_trivia(text, from);
            if !text[dash..].starts_with('-') {
                return None;
            }
            by = keys as isize - column(text, head) as isize;
            let padding = " ".repeat(keys.saturating_sub(column(text, dash)));
            if head > line_end(text, dash) {
                regrouping.remove(dash..dash + 1, &padding);
                regrouping.indent(dash..head, by);
                if opened > head {
                    regrouping.put(head..opened, "");
                }
            } else if opened == head + 1 {
                regrouping.remove(dash..opened, &padding);
            } else {
                regrouping.put(dash..opened, padding);
            }
        }
        from = end;
        if is_braced(item) {
            if key > line_end(text, head) {
                by += column(text, head) as isize - column(text, key) as isize;
            }
            let separator = behind_trivia(text, end);
            let separator = Some(separator).filter(|at| is_flow && text[*at..].starts_with(','));
            regrouping.close(value_end, end - 1, separator);
            // The keys are at one column; what follows may need more.
            regrouping.indent(head..key, by);
            if !is_flow {
                by = by.max(least_shift(text, key..value_end, keys));
            }
        }
        regrouping.indent(if is_braced(item) { key } else { head }..end, by);
    }
    if is_flow {
        regrouping.put(start..start + 1, "{");
        regrouping.put(end - 1..end, "}");
    }
    TextEdit::new(regrouping.replaces)
}

/// The indentation that the lines of a range need at least, to be indented deeper than a key at `keys`.
fn least_shift(text: &str, range: Range<usize>, keys: usize) -> isize {
    let below = text[range].split(['\n', '\r']).skip(1).filter(|line| !line.trim_start().is_empty());
    let inner = below.filter(|line| !line.trim_start().starts_with(['}', ']', '#']));
    inner.map(lines::indent).min().map_or(isize::MIN, |least| keys as isize + 1 - least as isize)
}

/// The edit that puts a mapping, the value of the key `around`, below another key in it.
fn nested(text: &str, mapping: &Node, around: &Node, key: &str) -> Option<TextEdit> {
    let mut regrouping = Regrouping { text, replaces: Vec::new() };
    let Range { start, end } = mapping.span.range();
    let own = &mapping.entries().first()?.key;
    if text[start..].starts_with('{') && !is_closed(text, mapping) {
        return None;
    }
    let first = collection::start(own);
    let line_break = lines::line_break(text);
    let indent = indentation(text, line_start(text, first));
    let outer = indentation(text, line_start(text, around.span.range().start)).len();
    let step = indent.len().saturating_sub(outer).max(1) as isize;
    if !text[start..].starts_with('{') {
        // Comments above the first entry are about it.
        let below = next_line(text, around.span.range().end);
        regrouping.put(below..below, format!("{indent}{key}:{line_break}"));
        regrouping.indent(around.span.range().end..end, step);
    } else if line_start(text, first) > start {
        let brace = end - 1;
        regrouping.put(start + 1..start + 1, format!("{line_break}{indent}{key}: {{"));
        regrouping.indent(start..brace, step);
        let own_line = line_start(text, brace);
        if text[own_line..brace].trim().is_empty() {
            // The brace that ends the outer mapping keeps its indentation.
            regrouping.replaces.retain(|replace| replace.span.range().start != own_line);
            regrouping.put(own_line..own_line, format!("{indent}}}{line_break}"));
        } else {
            regrouping.put(brace..brace, "}");
        }
    } else {
        let is_tight = key.starts_with('"') && !text[collection::end(own)..].starts_with(": ");
        regrouping.put(start..start, format!("{{{key}:{}", if is_tight { "" } else { " " }));
        regrouping.put(end..end, "}");
    }
    TextEdit::new(regrouping.replaces)
}

/// Whether a flow collection has the bracket at its end. One that lacks it ends with its last member.
fn is_closed(text: &str, node: &Node) -> bool {
    let last = node.entries().last().map(collection::entry_end);
    let last = last.or(node.items().last().map(collection::end));
    let end = node.span.range().end;
    node.span.of(text).ends_with(['}', ']']) && last.is_none_or(|last| last < end)
}

/// The blanks and tabs from `at` on.
fn indentation(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text after the change at `list` or `map`.
    fn after(text: &str, change: impl Fn(&mut Draft, &NodePath) -> Result<(), EditError>, key: &str) -> String {
        let mut draft = Draft::new(text);
        change(&mut draft, &NodePath::keys([key])).expect("a change");
        draft.text().to_owned()
    }

    #[test]
    fn lists_of_single_entries_become_mappings_with_their_comments() {
        let cases = [
            // Dashes, with keys at several columns.
            (
                "list:\n# a\n- a: # b\n    x: 1\n\n# c\n-\n  b:\n    # d\n    y: 2\n",
                "list:\n# a\n  a: # b\n    x: 1\n\n# c\n  b:\n    # d\n    y: 2\n",
            ),
            (
                "list:\n  - a: 1\n  -   b:\n        x: 1\n  - # c\n    c: 3\n",
                "list:\n    a: 1\n    b:\n      x: 1\n    # c\n    c: 3\n",
            ),
            // Braces behind dashes.
            (
                "list:\n- {a: {x: 1,\n   y: 2}} # a\n- { # b\n    b: 3\n  }\n- {\n    # c\n    c: 4 }\n",
                "list:\n  a: {x: 1,\n   y: 2} # a\n  # b\n  b: 3\n  # c\n  c: 4\n",
            ),
            // Brackets.
            // The keys of all items are at one column.
            ("list:\n- a: 1\n- { # b\n   b: {x: 1,\n   y: 2}\n   }\n", "list:\n  a: 1\n  # b\n  b: {x: 1,\n   y: 2}\n"),
            ("list: [{a: 1}, { b: {x: 2} } , {c: 3, }]\nz: 1\n", "list: {a: 1, b: {x: 2}, c: 3}\nz: 1\n"),
            (
                "list: [ # a\n  {a: 1 # b\n  }, # c\n  { # d\n    b: {\n      x: 2\n    },\n  }\n  , # e\n  c: 3\n]\n",
                "list: { # a\n  a: 1, # b\n  # c\n  # d\n  b: {\n    x: 2\n  }, # e\n  c: 3\n}\n",
            ),
            (
                "{\n\t\"list\": [\n\t\t{\n\t\t\t\"a\": {\n\t\t\t\t\"x\": 1\n\t\t\t}\n\t\t},\n\t\t{\"b\":2}\n\t]\n}",
                "{\n\t\"list\": {\n\t\t\"a\": {\n\t\t\t\"x\": 1\n\t\t},\n\t\t\"b\":2\n\t}\n}",
            ),
        ];
        for (before, expected) in cases {
            assert_eq!(after(before, |draft, path| draft.unlist(path), "list"), expected, "{before}");
        }
    }

    #[test]
    fn the_entries_of_a_mapping_move_below_a_key_with_their_comments() {
        let cases = [
            (
                "map: # a\n  # b\n  x: 1 # c\n\n  y:\n  - 2\n",
                "map: # a\n  new:\n    # b\n    x: 1 # c\n\n    y:\n    - 2\n",
            ),
            ("map: {x: 1}\n", "map: {new: {x: 1}}\n"),
            ("{\"map\":{\"x\":1}}", "{\"map\":{\"new\":{\"x\":1}}}"),
            (
                "map: { # a\n    x: 1, # b\n    y: 2 } # c\n",
                "map: {\n    new: { # a\n        x: 1, # b\n        y: 2 }} # c\n",
            ),
            (
                "{\n\t\"map\": {\n\t\t\"x\": {\n\t\t\t\"z\": 1\n\t\t}\n\t}\n}\n",
                "{\n\t\"map\": {\n\t\t\"new\": {\n\t\t\t\"x\": {\n\t\t\t\t\"z\": 1\n\t\t\t}\n\t\t}\n\t}\n}\n",
            ),
        ];
        for (before, expected) in cases {
            assert_eq!(after(before, |draft, path| draft.nest(path, "new"), "map"), expected, "{before}");
        }
    }

    /// Neither panics nor changes anything.
    #[test]
    fn broken_lists_and_mappings_stay() {
        for text in [
            "list: [{a: 1\n",
            "list: [{a: 1}, {b: 2]\n",
            "list:\n  - {a: 1\n",
            "list: [{a: 1}\n",
            "list:\n- &x {a: 1}\n",
            "list: [a, {b: 1}]\n",
            "list: {a: 1\n",
            "list: [{a: {b: 1}\n",
            "list: [{a: [1]\n",
            "list: {a: {b: 1}\n",
        ] {
            let mut draft = Draft::new(text);
            let path = NodePath::keys(["list"]);
            let is_changed = draft.unlist(&path).is_ok() | (text.contains(": {a") && draft.nest(&path, "new").is_ok());
            assert!(!is_changed || draft.tree().errors.is_empty(), "{text} {}", draft.text());
        }
    }

    #[test]
    fn a_comment_behind_a_removed_member_stays_a_comment() {
        let mut draft = Draft::new("map: {x: 1, # a\n  y: 2}\n");
        draft.remove(&NodePath::keys(["map", "x"])).expect("a change");
        assert_eq!(draft.text(), "map: { # a\n  y: 2}\n");
    }
}
