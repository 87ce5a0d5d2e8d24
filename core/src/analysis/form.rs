//! What stands at a place of a descriptor, as a form. The tables of the language say which fields there are, so that
//! every section of every language has one.

use serde_yaml::Value;

use crate::analysis::Analysis;
use crate::diagnostic::{Diagnostic, Severity};
use crate::schema::blank::blank;
use crate::schema::{Field, Need, Record, Shape, Spot, spot};
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::{Kind, Node, NodePath, plain};
use crate::text::{FilePath, Span};

/// A row of a form.
#[derive(Clone, PartialEq, Debug)]
pub struct FormField {
    /// Where its value stands, or would.
    pub path: NodePath,
    /// The key, or the number of the item from 1.
    pub label: String,
    /// What the specification says of it, in Markdown; the first line is one sentence.
    pub doc: &'static str,
    pub control: Control,
    /// What is written there, a scalar as it is meant and all else as YAML; `None` where nothing is.
    pub value: Option<String>,
    /// What holds while nothing is written.
    pub default: &'static str,
    pub required: bool,
    /// What was found in it, worst first.
    pub findings: Vec<(Severity, String)>,
}

/// What a row is filled in with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Control {
    /// A line of text.
    Text,
    /// Several lines, in Markdown.
    Prose,
    /// Any YAML.
    Yaml,
    Flag,
    /// A number, or a `${reference}`.
    Number,
    Choice(&'static [&'static str]),
    /// A name; [`Analysis::choices`] has those that fit.
    Name(SymbolKind),
    /// The fields of a table.
    Fields,
    /// Entries under free names.
    Entries,
    /// Items in an order.
    Items,
}

impl Control {
    /// Whether it holds rows of its own.
    pub fn is_group(self) -> bool {
        matches!(self, Control::Fields | Control::Entries | Control::Items)
    }

    fn of(shape: &Shape, key: &str) -> Self {
        match shape {
            Shape::Text if key == "description" => Control::Prose,
            Shape::Text | Shape::Id(_) => Control::Text,
            Shape::Bool => Control::Flag,
            Shape::Integer | Shape::Number => Control::Number,
            Shape::Choice(words) => Control::Choice(words),
            Shape::Name(kind) => Control::Name(*kind),
            Shape::Record(_) | Shape::Open(..) => Control::Fields,
            Shape::Named(..) | Shape::Map(_) => Control::Entries,
            Shape::List(_) => Control::Items,
            Shape::Single(inner) => Control::of(inner, key),
            Shape::Any | Shape::Nothing | Shape::OneOf(_) => Control::Yaml,
        }
    }

    /// The control for what is really there: what no field can show is shown as YAML, so that nothing is hidden.
    fn for_value(self, node: Option<&Node>) -> Self {
        let fits = node.is_none_or(|node| match &node.kind {
            Kind::Null => true,
            Kind::Scalar(_) => !self.is_group(),
            Kind::Sequence(_) => self == Control::Items,
            Kind::Mapping(_) => matches!(self, Control::Fields | Control::Entries),
            Kind::Alias(_) | Kind::Error => false,
        });
        if fits { self } else { Control::Yaml }
    }
}

impl Analysis {
    /// What is found in the key and the value at `at`, the worst first.
    pub fn findings_at(&self, path: &FilePath, at: &NodePath) -> Vec<(Severity, String)> {
        let root = self.file(path).and_then(|file| file.root.as_ref());
        root.map_or_else(Vec::new, |root| within(self.diagnostics(path), root, at))
    }

    /// The rows of what stands at `at`: of a record its fields, whether written or not, of a mapping or a list what it
    /// holds. Keys that the table does not know come last.
    pub fn form(&self, path: &FilePath, at: &NodePath) -> Vec<FormField> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let (Some(root), Some(language)) = (&file.root, file.language) else { return Vec::new() };
        let schema = language.schema();
        let form = Form { root, schema, diagnostics: self.diagnostics(path) };
        let node = root.at(at);
        if at.is_root() {
            return form.record(schema, None, Some(root), at);
        }
        match spot(root, schema, at).map(|spot| spot.shape) {
            Some(Shape::Record(record)) => form.record(record, None, node, at),
            Some(Shape::Open(record, rest)) => form.record(record, rest.values(), node, at),
            Some(Shape::Named(..) | Shape::Map(_)) => form.entries(node, at),
            Some(Shape::List(_)) => form.items(node, at),
            _ => Vec::new(),
        }
    }

    /// What a new entry under a free name at `at`, or a new item there, begins with.
    pub fn blank(&self, path: &FilePath, at: &NodePath) -> Value {
        let Some(file) = self.file(path) else { return Value::Null };
        let (Some(root), Some(language)) = (&file.root, file.language) else { return Value::Null };
        let own = self.services(file).and_then(|services| (services.blank)(self.context(file), at));
        if let Some(own) = own {
            return own;
        }
        match spot(root, language.schema(), at).map(|spot| spot.shape) {
            Some(Shape::Named(_, value) | Shape::Map(value) | Shape::List(value)) => blank(value),
            _ => Value::Null,
        }
    }
}

/// What the rows of a file are made from.
struct Form<'a> {
    root: &'a Node,
    schema: &'static Record,
    diagnostics: &'a [Diagnostic],
}

impl Form<'_> {
    fn record(
        &self,
        record: &'static Record,
        rest: Option<&'static Shape>,
        node: Option<&Node>,
        at: &NodePath,
    ) -> Vec<FormField> {
        let own = record.fields.iter().map(|field| {
            let mut names = std::iter::once(field.name).chain(field.aliases.iter().copied());
            let written = names.find(|name| node.is_some_and(|node| node.entry(name).is_some()));
            self.row(&at.key(written.unwrap_or(field.name)), field.name.to_owned(), Some(field))
        });
        let entries = node.map_or(&[][..], Node::entries).iter();
        let other = entries.filter_map(|entry| entry.key.as_text()).filter(|key| record.field(key).is_none());
        let other = other.map(|key| match rest {
            Some(_) => self.row(&at.key(key), key.to_owned(), None),
            None => FormField { control: Control::Yaml, ..self.row(&at.key(key), key.to_owned(), None) },
        });
        own.chain(other).collect()
    }

    fn entries(&self, node: Option<&Node>, at: &NodePath) -> Vec<FormField> {
        let entries = node.map_or(&[][..], Node::entries).iter();
        let keys = entries.filter(|entry| !entry.merged).filter_map(|entry| entry.key.as_text());
        keys.map(|key| self.row(&at.key(key), key.to_owned(), None)).collect()
    }

    fn items(&self, node: Option<&Node>, at: &NodePath) -> Vec<FormField> {
        let count = node.map_or(0, |node| node.items().len());
        (0..count).map(|index| self.row(&at.index(index), (index + 1).to_string(), None)).collect()
    }

    fn row(&self, path: &NodePath, label: String, field: Option<&'static Field>) -> FormField {
        let node = self.root.at(path);
        let shape = spot(self.root, self.schema, path).map(|Spot { shape, .. }| shape);
        let control = shape.map_or(Control::Yaml, |shape| Control::of(shape, &label)).for_value(node);
        FormField {
            path: path.clone(),
            doc: field.map_or("", |field| field.doc),
            control,
            value: node.filter(|node| !node.is_null()).map(written),
            default: field.and_then(|field| field.default).unwrap_or(""),
            required: field.is_some_and(|field| field.need == Need::Required),
            findings: within(self.diagnostics, self.root, path),
            label,
        }
    }
}

/// What is found in the key and the value at `path`, the worst first.
fn within(diagnostics: &[Diagnostic], root: &Node, path: &NodePath) -> Vec<(Severity, String)> {
    let Some(node) = root.at(path) else { return Vec::new() };
    let span = root.entry_at(path).map_or(node.span, |entry| entry.key.span.cover(node.span));
    let inside = |found: &Span| span.start <= found.start && found.end <= span.end;
    let found = diagnostics.iter().filter(|found| inside(&found.span));
    let mut found: Vec<_> = found.map(|found| (found.severity, found.message.clone())).collect();
    found.order();
    found
}

/// A scalar as it is meant, all else as YAML.
fn written(node: &Node) -> String {
    match node.as_text() {
        Some(text) => text.to_owned(),
        None => serde_yaml::to_string(&plain::value(node)).unwrap_or_default().trim_end().to_owned(),
    }
}
