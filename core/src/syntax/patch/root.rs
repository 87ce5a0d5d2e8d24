//! Replaces the root of a document.

use serde_yaml::Value;

use crate::edit::{Replace, TextEdit};
use crate::syntax::{Kind, Node};
use crate::text::Span;

use super::collection::{self, Collection};
use super::style::TextStyle;
use super::{lines, print};

/// The edit that replaces `root` with `value`, or adds it to a text without a root.
pub(super) fn fill(text: &str, root: Option<&Node>, value: &Value) -> TextEdit {
    let text_style = TextStyle::new(text, root, root);
    let new: Vec<String> = match value {
        Value::Mapping(mapping) if !mapping.is_empty() => {
            mapping.iter().flat_map(|(key, value)| print::entry(text_style, key, value, 0)).collect()
        }
        Value::Sequence(items) if !items.is_empty() => {
            items.iter().flat_map(|value| print::item(text_style, value, 0)).collect()
        }
        scalar => {
            let printed = print::behind_key(text_style, scalar, 0);
            std::iter::once(printed.head).chain(printed.body).collect()
        }
    };
    let line_break = lines::line_break(text);
    let block: String = new.iter().flat_map(|line| [line.as_str(), line_break]).collect();
    let Some(root) = root else { return collection::insert_at_line(text, text.len(), &block) };
    let (start, end) = (collection::start(root), collection::end(root));
    if matches!(root.kind, Kind::Null) {
        return collection::insert_at_line(text, lines::next_line(text, end), &block);
    }
    let line_end = lines::line_end(text, end);
    let block_start =
        Collection::new(text, root).filter(|members| !members.flow).map_or(start, |members| members.block_start(0));
    let new = block.strip_suffix(line_break).unwrap_or(&block);
    if text[end..line_end].contains('#') && !matches!(root.kind, Kind::Scalar(_)) && block_start == start {
        let replaces = vec![
            Replace { span: Span::new(start, end), text: String::new() },
            Replace { span: Span::at(line_end), text: format!("{line_break}{new}") },
        ];
        return TextEdit::new(replaces).unwrap_or_default();
    }
    let gap = if lines::is_first(text, start) { "" } else { line_break };
    TextEdit::replace(Span::new(block_start.min(start), end), format!("{gap}{new}"))
}
