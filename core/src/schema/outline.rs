//! The names that a tree defines, as its tables say.

use smol_str::SmolStr;

use crate::schema::fit::best;
use crate::schema::{Record, Shape};
use crate::symbol::{Symbol, SymbolKind};
use crate::syntax::{Entry, Node, NodePath};
use crate::text::{FilePath, Span};

/// Every name that `root` defines by the table `record`, in the order of the text.
pub fn symbols(file: &FilePath, root: &Node, record: &'static Record) -> Vec<Symbol> {
    let mut outline = Outline { file, symbols: Vec::new() };
    outline.record(root, record, None, &NodePath::root());
    outline.symbols.sort_by_key(|symbol| symbol.span.start);
    outline.symbols
}

struct Outline<'a> {
    file: &'a FilePath,
    symbols: Vec<Symbol>,
}

impl Outline<'_> {
    fn record(&mut self, node: &Node, record: &'static Record, rest: Option<&'static Shape>, path: &NodePath) {
        for entry in node.entries() {
            let Some(key) = entry.key.as_text() else { continue };
            match (record.field(key).map(|field| &field.shape), rest) {
                (Some(Shape::Id(kind)), _) => self.id(*kind, &entry.value, node, path),
                (Some(shape), _) => self.shape(&entry.value, shape, &path.key(key)),
                (None, Some(rest)) => self.entry(entry, rest, path),
                (None, None) => {}
            }
        }
    }

    fn shape(&mut self, node: &Node, shape: &'static Shape, path: &NodePath) {
        match shape {
            Shape::Any
            | Shape::Nothing
            | Shape::Text
            | Shape::Bool
            | Shape::Integer
            | Shape::Number
            | Shape::Choice(_)
            | Shape::Name(_)
            | Shape::Id(_) => {}
            Shape::Record(record) => self.record(node, record, None, path),
            Shape::Open(record, rest) => self.record(node, record, Some(rest), path),
            Shape::Named(..) | Shape::Map(_) => node.entries().iter().for_each(|entry| self.entry(entry, shape, path)),
            Shape::Single(inner) => self.shape(node, inner, path),
            Shape::List(item) => {
                for (index, child) in node.items().iter().enumerate() {
                    self.shape(child, item, &path.index(index));
                }
            }
            Shape::OneOf(shapes) => {
                if let Some(shape) = best(Some(node), shapes) {
                    self.shape(node, shape, path);
                }
            }
        }
    }

    /// An entry under a free name: `mapping` is a `Named` or a `Map`.
    fn entry(&mut self, entry: &Entry, mapping: &'static Shape, parent: &NodePath) {
        let (Some(key), Some(value)) = (entry.key.as_text(), mapping.values()) else { return };
        let path = parent.key(key);
        if let Shape::Named(kind, _) = mapping {
            let span = entry.key.span;
            let end = entry.value.span.end.max(span.end) as usize;
            let full_span = Span::new(span.start as usize, end);
            self.push(*kind, key.into(), path.clone(), span, full_span, &entry.value);
        }
        self.shape(&entry.value, value, &path);
    }

    /// A record that is named by one of its own values.
    fn id(&mut self, kind: SymbolKind, id: &Node, record: &Node, path: &NodePath) {
        if let Some(name) = id.as_text() {
            self.push(kind, name.into(), path.clone(), id.span, record.span, record);
        }
    }

    fn push(&mut self, kind: SymbolKind, name: SmolStr, path: NodePath, span: Span, full_span: Span, value: &Node) {
        let detail = ["type", "derived_from"].iter().find_map(|key| value.get(key)?.as_text());
        // In the short notations the type, or whatever matters most, is all there is.
        let detail = detail.or(value.as_text()).and_then(|text| text.lines().next());
        let detail = detail.unwrap_or_default().to_owned();
        self.symbols.push(Symbol { kind, name, file: self.file.clone(), path, span, full_span, detail });
    }
}
