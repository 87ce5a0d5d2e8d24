//! Detection of duplicate keys.

use crate::sorting::Sorting;
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Entry, Node, SyntaxErrorKind};

use super::Parser;

/// Up to this many entries, comparing all pairs is faster than sorting.
const LINEAR_LIMIT: usize = 12;

impl Parser<'_> {
    pub(super) fn report_duplicates(&mut self, entries: &[Entry]) {
        if entries.len() <= LINEAR_LIMIT {
            for (index, entry) in entries.iter().enumerate() {
                let before = entries.iter().take(index);
                if let Some(first) = before.map(|first| &first.key).find(|first| same(first, &entry.key)) {
                    self.error_related(SyntaxErrorKind::DuplicateKey, entry.key.span, first.span);
                }
            }
            return;
        }
        let mut keys: Vec<&Node> =
            entries.iter().map(|entry| &entry.key).filter(|key| key.as_scalar().is_some()).collect();
        keys.order_by_key(|key| (key.as_text(), is_text(key)));
        let mut first: Option<&Node> = None;
        for key in keys {
            match first {
                Some(first) if same(first, key) => {
                    self.error_related(SyntaxErrorKind::DuplicateKey, key.span, first.span);
                }
                _ => first = Some(key),
            }
        }
    }
}

/// Whether two keys are equal: the same text, and either both strings or both not. The number `1` differs from the
/// string `"1"`.
fn same(left: &Node, right: &Node) -> bool {
    left.as_text().is_some() && left.as_text() == right.as_text() && is_text(left) == is_text(right)
}

fn is_text(node: &Node) -> bool {
    node.as_scalar().is_some_and(|scalar| matches!(typed(scalar), Plain::Text(_)))
}
