//! Keys that stand twice in one mapping.

use crate::sorting::Sorting;
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Entry, Node, SyntaxErrorKind};

use super::Parser;

/// Up to so many entries, comparing all with all is quicker than sorting.
const FEW: usize = 12;

impl Parser<'_> {
    pub(super) fn report_duplicates(&mut self, entries: &[Entry]) {
        if entries.len() <= FEW {
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

/// Whether two keys are one: the same text, and both text or both something else, as the number `1` is not the
/// string `"1"`.
fn same(left: &Node, right: &Node) -> bool {
    left.as_text().is_some() && left.as_text() == right.as_text() && is_text(left) == is_text(right)
}

fn is_text(node: &Node) -> bool {
    node.as_scalar().is_some_and(|scalar| matches!(typed(scalar), Plain::Text(_)))
}
