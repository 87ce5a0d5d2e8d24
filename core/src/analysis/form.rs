//! Forms for any part of a descriptor. The schema of the language determines the fields, so every section of every
//! language has a form.

use std::borrow::Cow;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::analysis::Analysis;
use crate::assignable::{Assignable, Member, ValueForm, ValueKind};
use crate::diagnostic::{Diagnostic, Severity};
use crate::schema::blank::blank;
use crate::schema::table::Documentation;
use crate::schema::{Field, Need, Record, Shape, Spot, spot};
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::{Kind, Node, NodePath, plain};
use crate::text::{FilePath, Span};

/// A row of a form.
#[derive(Clone, PartialEq, Debug)]
pub struct FormField {
    /// The path of its value, whether it exists or not.
    pub path: NodePath,
    /// The key, or the number of the item, starting at 1.
    pub label: String,
    /// The documentation from the specification or the definition, in Markdown; the first line is one sentence.
    pub doc: Cow<'static, str>,
    pub control: Control,
    /// The current value: the content of a scalar, or YAML for other nodes; `None` if absent.
    pub value: Option<String>,
    /// The default if absent.
    pub default: Cow<'static, str>,
    pub required: bool,
    /// Its type in the catalog; empty if the language alone determines the values.
    pub type_name: String,
    /// The type that it is inherited from; empty if it is not.
    pub origin: SmolStr,
    /// Values that can be read from elsewhere, in flow notation: `{ get_input: port }`.
    pub sources: Vec<String>,
    /// Values that are likely; others are possible, too.
    pub suggestions: Vec<String>,
    /// Its findings, worst first.
    pub findings: Vec<(Severity, String)>,
}

/// The kind of input field.
#[derive(Clone, PartialEq, Debug)]
pub enum Control {
    /// A line of text.
    Text,
    /// A line of text that is not shown.
    Secret,
    /// Several lines of Markdown.
    Prose,
    /// Any YAML.
    Yaml,
    Flag,
    /// A number, or a `${reference}`.
    Number,
    /// A number with one of these units: `4 GB`.
    Quantity(Vec<&'static str>),
    /// One of these words, which are texts even if they look like something else, or other scalars.
    Choice {
        words: Vec<String>,
        are_texts: bool,
    },
    /// A name; [`Analysis::choices`] lists the valid ones.
    Name(SymbolKind),
    /// A mapping with a single entry, whose key is one of these and whose value can be a word. The value of its row is the key.
    Single(Vec<&'static str>),
    /// The fields of a record.
    Fields,
    /// Entries with free names.
    Entries,
    /// Ordered items.
    Items,
}

impl Control {
    /// Whether it contains other rows.
    pub fn is_group(&self) -> bool {
        matches!(self, Control::Fields | Control::Entries | Control::Items)
    }

    fn of(shape: &Shape, key: &str) -> Self {
        match shape {
            Shape::Text if key == "description" => Control::Prose,
            Shape::Text | Shape::Id(_) => Control::Text,
            Shape::Bool => Control::Flag,
            Shape::Integer | Shape::Number => Control::Number,
            Shape::Choice(words) => {
                Control::Choice { words: words.iter().map(|word| (*word).to_owned()).collect(), are_texts: true }
            }
            Shape::Name(kind) => Control::Name(*kind),
            Shape::Record(_) | Shape::Open(..) => Control::Fields,
            Shape::Named(..) | Shape::Map(_) => Control::Entries,
            Shape::List(_) => Control::Items,
            Shape::Single(Shape::Record(record))
                if record.fields.len() > 1 && record.fields.iter().all(|field| takes_word(&field.shape)) =>
            {
                Control::Single(record.fields.iter().map(|field| field.name).collect())
            }
            Shape::Single(inner) => Control::of(inner, key),
            Shape::Any | Shape::Nothing | Shape::OneOf(_) => Control::Yaml,
        }
    }

    fn of_form(form: &ValueForm) -> Self {
        let words = || form.choices.clone();
        match &form.kind {
            ValueKind::Text if !form.choices.is_empty() => Control::Choice { words: words(), are_texts: true },
            ValueKind::Number | ValueKind::Quantity(_) if !form.choices.is_empty() => {
                Control::Choice { words: words(), are_texts: false }
            }
            ValueKind::Text => Control::Text,
            ValueKind::Flag => Control::Flag,
            ValueKind::Number => Control::Number,
            ValueKind::Quantity(units) => Control::Quantity(units.clone()),
            ValueKind::Members => Control::Fields,
            ValueKind::Entries => Control::Entries,
            ValueKind::Items => Control::Items,
            ValueKind::Any => Control::Yaml,
        }
    }

    /// The control for the actual value. A value that does not fit its control is shown as YAML, so that nothing is
    /// hidden.
    fn for_value(self, node: Option<&Node>) -> Self {
        let fits = node.is_none_or(|node| match &node.kind {
            Kind::Null => true,
            Kind::Scalar(_) => !self.is_group(),
            Kind::Sequence(_) => matches!(self, Control::Items),
            Kind::Mapping(_) => match &self {
                Control::Fields | Control::Entries => true,
                // More entries, or another one, are shown as they are.
                Control::Single(keys) => match node.entries() {
                    [] => true,
                    [only] => only.key.as_text().is_some_and(|key| keys.contains(&key)),
                    _ => false,
                },
                _ => false,
            },
            Kind::Alias(_) | Kind::Error => false,
        });
        if fits { self } else { Control::Yaml }
    }
}

/// Whether a value of a shape can be a word, so that it fits into a row.
fn takes_word(shape: &Shape) -> bool {
    match shape {
        Shape::Text | Shape::Id(_) | Shape::Choice(_) | Shape::Name(_) => true,
        Shape::OneOf(shapes) => shapes.iter().any(takes_word),
        _ => false,
    }
}

impl Analysis {
    /// The findings in the key and the value at `at`, worst first.
    pub fn findings_at(&self, path: &FilePath, at: &NodePath) -> Vec<(Severity, String)> {
        let root = self.file(path).and_then(|file| file.root.as_ref());
        root.map_or_else(Vec::new, |root| within(self.diagnostics(path), root, at))
    }

    /// The rows at `at`: all fields of a record that have a meaning there or are present, or the contents of a mapping or
    /// list. Unknown keys come last. Attributes that are written in an inner node come first.
    pub fn form(&self, path: &FilePath, at: &NodePath) -> Vec<FormField> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let (Some(root), Some(language), Some(services)) = (&file.root, file.language, self.services(file)) else {
            return Vec::new();
        };
        let schema = language.schema_of(root);
        let form = Form {
            root,
            schema,
            documentation: services.documentation(),
            diagnostics: self.diagnostics(path),
            need: &|at, field| (services.complete.need)(self.context(file), at, field),
            assignable: &|paths| (services.assignable)(self.context(file), paths),
            functions: &|at, is_number| (services.complete.functions)(self.context(file), at, is_number),
        };
        let levels = file.levels(at);
        let Some((inner, outer)) = levels.split_first() else { return Vec::new() };
        let mut rows = form.rows(inner);
        // Around the attributes, only what is written or missing is of interest.
        for level in outer {
            let is_shown = |row: &FormField| row.required || row.value.is_some();
            rows.extend(form.rows(level).into_iter().filter(|row| !inner.starts_with(&row.path) && is_shown(row)));
        }
        rows
    }

    /// The initial value of a new entry or item at `at`.
    pub fn blank(&self, path: &FilePath, at: &NodePath) -> Value {
        let Some(file) = self.file(path) else { return Value::Null };
        let (Some(root), Some(language)) = (&file.root, file.language) else { return Value::Null };
        let own = self.services(file).and_then(|services| (services.blank)(self.context(file), at));
        if let Some(own) = own {
            return own;
        }
        match spot(root, language.schema_of(root), at).map(|spot| spot.shape) {
            Some(Shape::Named(_, value) | Shape::Map(value) | Shape::List(value)) => blank(value),
            _ => Value::Null,
        }
    }
}

/// The data that the rows of a file are built from.
struct Form<'a> {
    root: &'a Node,
    schema: &'static Record,
    documentation: Documentation,
    diagnostics: &'a [Diagnostic],
    /// How much a mapping needs a field; `None` if the field has no meaning there.
    need: &'a dyn Fn(&NodePath, &Field) -> Option<Need>,
    /// The values that can be assigned at each of some paths, where definitions in the catalog determine them.
    assignable: &'a dyn Fn(&[NodePath]) -> Vec<Option<Assignable>>,
    /// The functions that can stand in place of the scalar at a path; the flag asks for numbers alone.
    functions: &'a dyn Fn(&NodePath, bool) -> Vec<String>,
}

impl Form<'_> {
    /// The rows of the node at `at`.
    fn rows(&self, at: &NodePath) -> Vec<FormField> {
        let node = self.root.at(at);
        if at.is_root() {
            return self.record(self.schema, None, node, at);
        }
        match (self.assignable)(std::slice::from_ref(at)).pop().flatten() {
            Some(Assignable::Members(members)) => return self.members(&members, node, at),
            Some(Assignable::Entries(of)) => return self.parts(self.entries(node, at), &of),
            Some(Assignable::Items(of)) => return self.parts(self.items(node, at), &of),
            Some(Assignable::Named(of)) => return self.parts(self.named_items(node, at), &of),
            Some(Assignable::Value(_)) => return Vec::new(),
            None => {}
        }
        match spot(self.root, self.schema, at).map(|spot| spot.shape) {
            Some(Shape::Record(record)) => self.record(record, None, node, at),
            Some(Shape::Open(record, rest)) => self.record(record, rest.values(), node, at),
            Some(Shape::Named(..) | Shape::Map(_)) => self.entries(node, at),
            Some(Shape::List(_)) => self.items(node, at),
            _ => Vec::new(),
        }
    }

    fn record(
        &self,
        record: &'static Record,
        rest: Option<&'static Shape>,
        node: Option<&Node>,
        at: &NodePath,
    ) -> Vec<FormField> {
        let own = record.fields.iter().filter_map(|field| {
            let mut names = std::iter::once(field.name).chain(field.aliases.iter().copied());
            let written = names.find(|name| node.is_some_and(|node| node.entry(name).is_some()));
            let need = (self.need)(at, field).or(written.map(|_| Need::Optional))?;
            let row = self.row(&at.key(written.unwrap_or(field.name)), field.name.to_owned(), Some(field));
            Some(FormField { required: need == Need::Required, ..row })
        });
        let entries = node.map_or(&[][..], Node::entries).iter();
        let other = entries.filter_map(|entry| entry.key.as_text()).filter(|key| record.field(key).is_none());
        let other = other.map(|key| match rest {
            Some(_) => self.row(&at.key(key), key.to_owned(), None),
            None => FormField { control: Control::Yaml, ..self.row(&at.key(key), key.to_owned(), None) },
        });
        self.assigned(own.chain(other).collect())
    }

    /// The rows with the controls of the values that can be assigned there.
    fn assigned(&self, mut rows: Vec<FormField>) -> Vec<FormField> {
        let paths: Vec<NodePath> = rows.iter().map(|row| row.path.clone()).collect();
        for (row, found) in rows.iter_mut().zip((self.assignable)(&paths)) {
            let control = match found {
                Some(Assignable::Members(_)) => Control::Fields,
                Some(Assignable::Entries(_)) => Control::Entries,
                Some(Assignable::Items(_)) => Control::Items,
                Some(Assignable::Named(_)) => {
                    row.control = Control::Entries;
                    continue;
                }
                Some(Assignable::Value(form)) => {
                    row.sources.clone_from(&form.sources);
                    row.suggestions.clone_from(&form.suggestions);
                    Control::of_form(&form)
                }
                None => continue,
            };
            row.control = control.for_value(self.root.at(&row.path));
        }
        rows
    }

    /// The rows of a mapping with defined members, then those of other entries.
    fn members(&self, members: &[Member], node: Option<&Node>, at: &NodePath) -> Vec<FormField> {
        let own = members.iter().map(|member| {
            let row = self.row(&at.key(&member.name), member.name.to_string(), None);
            let row = self.of_form(row, &member.form);
            let is_hidden = member.is_secret && row.control == Control::Text;
            FormField {
                control: if is_hidden { Control::Secret } else { row.control },
                default: if is_hidden { Cow::Borrowed("") } else { member.default.clone().into() },
                doc: member.explained().into(),
                required: member.required,
                origin: member.origin.clone(),
                ..row
            }
        });
        let is_other = |row: &FormField| members.iter().all(|member| member.name != row.label);
        let others = self.entries(node, at).into_iter().filter(is_other);
        own.chain(others.map(|row| FormField { control: Control::Yaml, ..row })).collect()
    }

    /// Rows whose values have this form, unless they call functions.
    fn parts(&self, rows: Vec<FormField>, of: &ValueForm) -> Vec<FormField> {
        self.assigned(rows.into_iter().map(|row| self.of_form(row, of)).collect())
    }

    fn of_form(&self, row: FormField, form: &ValueForm) -> FormField {
        FormField {
            control: Control::of_form(form).for_value(self.root.at(&row.path)),
            type_name: form.type_name.clone(),
            sources: form.sources.clone(),
            suggestions: form.suggestions.clone(),
            ..row
        }
    }

    /// The entries of the items of a list that have a single one.
    fn named_items(&self, node: Option<&Node>, at: &NodePath) -> Vec<FormField> {
        let items = node.map_or(&[][..], Node::items).iter().enumerate();
        let row = |(index, item): (usize, &Node)| match item.entries() {
            [only] => {
                let name = only.key.as_text()?;
                Some(self.row(&at.index(index).key(name), name.to_owned(), None))
            }
            _ => Some(self.row(&at.index(index), (index + 1).to_string(), None)),
        };
        items.filter_map(row).collect()
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
        let shape = spot(self.root, self.schema, path).map(|Spot { shape, whole, .. }| match whole {
            Shape::Single(Shape::Record(_)) => whole,
            _ => shape,
        });
        let wanted = shape.map_or(Control::Yaml, |shape| Control::of(shape, &label));
        let sources = match wanted {
            Control::Text | Control::Yaml => (self.functions)(path, false),
            Control::Number => (self.functions)(path, true),
            _ => Vec::new(),
        };
        let control = wanted.for_value(node);
        FormField {
            path: path.clone(),
            doc: field.map_or("", |field| self.documentation.of_field(field)).into(),
            value: match &control {
                Control::Single(_) => node.and_then(|node| node.entries().first()?.key.as_text()).map(str::to_owned),
                _ => node.filter(|node| !node.is_null()).map(written),
            },
            control,
            default: field.and_then(|field| field.default).unwrap_or("").into(),
            required: false,
            type_name: String::new(),
            origin: SmolStr::default(),
            sources,
            suggestions: Vec::new(),
            findings: within(self.diagnostics, self.root, path),
            label,
        }
    }
}

/// The findings in the key and the value at `path`, worst first.
fn within(diagnostics: &[Diagnostic], root: &Node, path: &NodePath) -> Vec<(Severity, String)> {
    let Some(node) = root.at(path) else { return Vec::new() };
    let span = root.entry_at(path).map_or(node.span, |entry| entry.key.span.cover(node.span));
    let inside = |found: &Span| span.start <= found.start && found.end <= span.end;
    let found = diagnostics.iter().filter(|found| inside(&found.span));
    let mut found: Vec<_> = found.map(|found| (found.severity, found.message.clone())).collect();
    found.order();
    found
}

/// The content of a scalar, or YAML for other nodes.
fn written(node: &Node) -> String {
    match node.as_text() {
        Some(text) => text.to_owned(),
        None => serde_yaml::to_string(&plain::value(node)).unwrap_or_default().trim_end().to_owned(),
    }
}
