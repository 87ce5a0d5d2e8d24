//! The names that a tree defines, according to its tables.

use crate::schema::Record;
use crate::schema::walk::{Visit, walk};
use crate::sorting::Sorting;
use crate::symbol::Symbol;
use crate::syntax::Node;
use crate::text::{FilePath, Span};

/// Every name that `root` defines according to the table `record`, in text order.
pub fn symbols(file: &FilePath, root: &Node, record: &'static Record) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    walk(root, record, &mut |visit, path| {
        let (kind, name, full_span, value) = match visit {
            Visit::Entry(kind, entry) => {
                let (start, end) =
                    (entry.key.span.start as usize, entry.value.span.end.max(entry.key.span.end) as usize);
                (kind, &entry.key, Span::new(start, end), &entry.value)
            }
            Visit::Record(kind, record, id) => (kind, id, record.span, record),
            Visit::Name(..) => return,
        };
        let Some(text) = name.as_text() else { return };
        let (path, detail) = (path.to_path(), detail(value));
        symbols.push(Symbol { kind, name: text.into(), file: file.clone(), path, span: name.span, full_span, detail });
    });
    symbols.order_by_key(|symbol| symbol.span.start);
    symbols
}

/// A short description of a value.
fn detail(value: &Node) -> String {
    let detail = ["type", "derived_from"].iter().find_map(|key| value.get(key)?.as_text());
    // In short notations, the scalar is the type or the most important attribute.
    let detail = detail.or(value.as_text()).and_then(|text| text.lines().next());
    detail.unwrap_or_default().to_owned()
}
