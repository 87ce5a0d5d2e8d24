//! The names that a tree defines, as its tables say.

use crate::schema::Record;
use crate::schema::walk::{Visit, walk};
use crate::sorting::Sorting;
use crate::symbol::Symbol;
use crate::syntax::Node;
use crate::text::{FilePath, Span};

/// Every name that `root` defines by the table `record`, in the order of the text.
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
        let (path, detail) = (path.clone(), detail(value));
        symbols.push(Symbol { kind, name: text.into(), file: file.clone(), path, span: name.span, full_span, detail });
    });
    symbols.order_by_key(|symbol| symbol.span.start);
    symbols
}

/// What a value is, in a word.
fn detail(value: &Node) -> String {
    let detail = ["type", "derived_from"].iter().find_map(|key| value.get(key)?.as_text());
    // In the short notations the type, or whatever matters most, is all there is.
    let detail = detail.or(value.as_text()).and_then(|text| text.lines().next());
    detail.unwrap_or_default().to_owned()
}
