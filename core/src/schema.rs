//! The tables of the specifications as data. One walk over a tree and its table finds the violations; the same tables
//! provide outlines, completion, hover texts, forms and documentation.

pub mod blank;
pub mod correct;
pub mod diff;
mod fit;
pub mod loose;
pub mod names;
pub mod outline;
pub mod records;
pub mod table;
mod walk;

use std::collections::HashSet;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::number::float;
use crate::schema::fit::{best, fits};
use crate::similarity;
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Entry, Kind, Node, NodePath, PathLink, Step};
use crate::text::Span;

/// A table of a specification: a mapping with known keys. Its documentation is in [`table::Texts`].
#[derive(Debug)]
pub struct Record {
    /// The noun of the specification: `component`.
    pub name: &'static str,
    pub fields: &'static [Field],
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub shape: Shape,
    pub need: Need,
    /// Other accepted spellings of this key.
    pub aliases: &'static [&'static str],
    /// The value that applies if the key is absent, as written in the specification.
    pub default: Option<&'static str>,
    /// The version of the specification that introduced the key, if it is not in all of them.
    pub since: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    Optional,
    /// Required by the specification, but pointless if it would be empty.
    Usual,
    /// Required by the specification, but often omitted in practice.
    Recommended,
    Required,
    /// Required unless this other key is present.
    RequiredWithout(&'static str),
}

/// The form of a value.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Anything; checked elsewhere if at all.
    Any,
    /// No value: empty, `~` or `null`.
    Nothing,
    Text,
    Bool,
    /// An integer, also as a string of digits or a `${reference}`.
    Integer,
    /// A number, also as a string of digits.
    Number,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// The name of something defined elsewhere.
    Name(SymbolKind),
    /// The name of the record that contains it, which is a symbol of this kind.
    Id(SymbolKind),
    Record(&'static Record),
    /// A record that also accepts free names, whose values have the form given by a `Named` or `Map`.
    Open(&'static Record, &'static Shape),
    /// A mapping from free names to values of one shape. Each key defines a symbol of this kind.
    Named(SymbolKind, &'static Shape),
    /// A mapping from free keys that define nothing.
    Map(&'static Shape),
    /// A mapping of this shape with a single entry: an item of a list that keeps named things in order.
    Single(&'static Shape),
    List(&'static Shape),
    /// The alternative that fits the value best by its form and keys. If none fits, the first determines the message.
    OneOf(&'static [Shape]),
}

impl Record {
    /// The field whose name or alias is `key`.
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == key || field.aliases.contains(&key))
    }

    /// The order of the keys, used to insert a new one.
    pub fn order(&self) -> Vec<&'static str> {
        self.fields.iter().map(|field| field.name).collect()
    }
}

/// The alternative that a value is meant as: the one that fits it best.
pub fn best_of(node: &Node, shapes: &'static [Shape]) -> Option<&'static Shape> {
    best(Some(node), shapes)
}

/// A violation of a table. The rules under `rules/schema` report it.
#[derive(Clone, PartialEq, Debug)]
pub struct Violation {
    pub kind: ViolationKind,
    /// The smallest span of text that shows the violation.
    pub span: Span,
    /// The node, or for a missing key the mapping that lacks it.
    pub path: NodePath,
}

impl Violation {
    /// Whether a record has both another spelling of a key, which this reports, and the canonical one.
    pub fn has_canonical(&self, root: &Node) -> bool {
        let ViolationKind::AliasKey { canonical, .. } = &self.kind else { return false };
        root.at(&self.path.parent().unwrap_or_default().key(canonical)).is_some()
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum ViolationKind {
    /// The record has no such key.
    UnknownKey {
        record: &'static str,
        key: SmolStr,
        /// The keys of the record, and those of them that the mapping lacks.
        known: Arc<[&'static str]>,
        missing: Arc<[&'static str]>,
        /// The index of the entry in its mapping.
        index: usize,
    },
    /// A misspelling of a key that the mapping lacks. Everything else takes it for that key, which is the last step of
    /// the path.
    MisspelledKey {
        record: &'static str,
        key: SmolStr,
        canonical: &'static str,
        need: Need,
    },
    /// The key is accepted, but spelled differently in the specification.
    AliasKey {
        record: &'static str,
        key: SmolStr,
        canonical: &'static str,
    },
    /// The key was introduced by this version of the specification.
    NewerKey {
        record: &'static str,
        key: &'static str,
        since: &'static str,
    },
    MissingKey {
        record: &'static str,
        key: &'static str,
        need: Need,
    },
    /// The value has another form. `expected` and `found` are nouns such as `a mapping`.
    WrongShape {
        expected: String,
        found: &'static str,
    },
    /// An empty entry followed by keys that should be indented below it.
    Outdented {
        record: &'static str,
        keys: Vec<SmolStr>,
    },
    NotAChoice {
        found: SmolStr,
        choices: &'static [&'static str],
    },
}

/// All violations of `record` in `root`, in text order.
pub fn walk(root: &Node, record: &'static Record) -> Vec<Violation> {
    let mut walk = Walk { violations: Vec::new() };
    walk.record(root, record, None, &PathLink::ROOT, root.span);
    walk.violations.order_by_key(|violation| violation.span.start);
    walk.violations
}

struct Walk {
    violations: Vec<Violation>,
}

impl Walk {
    fn report(&mut self, kind: ViolationKind, span: Span, path: &PathLink<'_>) {
        self.violations.push(Violation { kind, span, path: path.to_path() });
    }

    /// `rest` is the shape of free names, if any. Missing keys are reported at `name_span`, the key that contains the
    /// record.
    fn record(
        &mut self,
        node: &Node,
        record: &'static Record,
        rest: Option<&'static Shape>,
        path: &PathLink<'_>,
        name_span: Span,
    ) {
        if node.as_mapping().is_none() {
            return self.wrong(node, "a mapping", path, name_span);
        }
        let mut known: Option<[Arc<[&'static str]>; 2]> = None;
        // The entries before this index belong to a section above them.
        let mut inside = 0;
        for (index, entry) in node.entries().iter().enumerate() {
            let Some(key) = entry.key.as_text().filter(|_| index >= inside) else { continue };
            let Some(field) = record.field(key) else {
                if let Some(rest) = rest {
                    self.shape(&entry.value, rest, &path.key(key), entry.key.span);
                    continue;
                }
                let [known, missing] = known.get_or_insert_with(|| known_keys(node, record)).clone();
                let kind = ViolationKind::UnknownKey { record: record.name, key: key.into(), known, missing, index };
                self.report(kind, entry.key.span, &path.key(key));
                continue;
            };
            if field.name != key {
                let kind = ViolationKind::AliasKey { record: record.name, key: key.into(), canonical: field.name };
                self.report(kind, entry.key.span, &path.key(key));
            }
            if let Some(since) = field.since {
                let kind = ViolationKind::NewerKey { record: record.name, key: field.name, since };
                self.report(kind, entry.key.span, &path.key(key));
            }
            let behind = node.entries().get(index + 1..).unwrap_or_default();
            let beside = if rest.is_none() { members_beside(entry, behind, record, &field.shape) } else { Vec::new() };
            if !beside.is_empty() {
                inside = index + 1 + beside.len();
                let kind = ViolationKind::Outdented { record: "section", keys: beside };
                self.report(kind, entry.key.span, &path.key(key));
                continue;
            }
            self.shape(&entry.value, &field.shape, &path.key(key), entry.key.span);
        }
        for field in record.fields.iter().filter(|field| field.need != Need::Optional) {
            let present = |name: &&str| node.entry(name).is_some();
            if present(&field.name) || field.aliases.iter().any(present) {
                continue;
            }
            let need = match field.need {
                Need::RequiredWithout(other) if present(&other) => continue,
                Need::RequiredWithout(_) => Need::Required,
                need => need,
            };
            let kind = ViolationKind::MissingKey { record: record.name, key: field.name, need };
            self.report(kind, name_span, path);
        }
    }

    fn shape(&mut self, node: &Node, shape: &'static Shape, path: &PathLink<'_>, key_span: Span) {
        if matches!(node.kind, Kind::Error | Kind::Alias(_)) {
            return; // Already reported as a syntax error.
        }
        match shape {
            Shape::Any => {}
            Shape::Nothing => {
                if !node.is_null() {
                    self.wrong(node, "empty", path, key_span);
                }
            }
            Shape::Text | Shape::Name(_) | Shape::Id(_) => {
                if node.as_scalar().is_none() || node.is_null() {
                    self.wrong(node, "a string", path, key_span);
                }
            }
            Shape::Bool => {
                let fits = node.as_scalar().is_some_and(|scalar| matches!(typed(scalar), Plain::Bool(_)));
                if !fits {
                    self.wrong(node, "`true` or `false`", path, key_span);
                }
            }
            Shape::Integer => {
                let fits = node.as_text().is_some_and(|text| text.contains("${") || text.trim().parse::<i64>().is_ok());
                if !fits {
                    self.wrong(node, "an integer", path, key_span);
                }
            }
            Shape::Number => {
                // Integers can also be hexadecimal or octal.
                let is_integer = node.as_scalar().is_some_and(|scalar| matches!(typed(scalar), Plain::Integer(_)));
                let is_number = |text: &str| float(text.trim()).is_some_and(f64::is_finite);
                let fits = is_integer || node.as_text().is_some_and(is_number);
                if !fits {
                    self.wrong(node, "a number", path, key_span);
                }
            }
            Shape::Choice(choices) => match node.as_text() {
                Some(text) if choices.contains(&text) || boolean(node).is_some_and(|word| choices.contains(&word)) => {}
                Some(text) => self.report(ViolationKind::NotAChoice { found: text.into(), choices }, node.span, path),
                None => self.wrong(node, "a single word", path, key_span),
            },
            Shape::Record(record) => self.record(node, record, None, path, key_span),
            Shape::Open(record, rest) => self.record(node, record, rest.values(), path, key_span),
            Shape::Named(_, value) | Shape::Map(value) => self.map(node, value, path, key_span),
            Shape::Single(inner) => {
                self.shape(node, inner, path, key_span);
                self.single(node, path);
            }
            Shape::List(item) => {
                if node.as_sequence().is_none() {
                    return self.wrong(node, "a list", path, key_span);
                }
                for (index, child) in node.items().iter().enumerate() {
                    self.shape(child, item, &path.index(index), child.span);
                }
            }
            Shape::OneOf(shapes) => {
                if let Some(shape) = best(Some(node), shapes) {
                    self.shape(node, shape, path, key_span);
                }
            }
        }
    }

    /// A second key is usually one that is not indented enough.
    fn single(&mut self, node: &Node, path: &PathLink<'_>) {
        let Some(mapping) = node.as_mapping() else { return };
        let (found, span) = match mapping.entries.as_slice() {
            [_] => return,
            [] => ("an empty one", node.span),
            [_, second, ..] => ("several", second.key.span),
        };
        self.report(ViolationKind::WrongShape { expected: "a mapping with one key".to_owned(), found }, span, path);
    }

    fn map(&mut self, node: &Node, value: &'static Shape, path: &PathLink<'_>, key_span: Span) {
        if node.is_null() {
            return; // A section that was just started.
        }
        if node.as_mapping().is_none() {
            return self.wrong(node, "a mapping", path, key_span);
        }
        let entries = node.entries();
        let mut at = 0;
        // Entries before this index are known not to be outdented, which avoids quadratic scans.
        let mut settled = 0;
        while let Some(entry) = entries.get(at) {
            at += 1;
            let Some(key) = entry.key.as_text() else { continue };
            let beside = match at < settled {
                true => Vec::new(),
                false => outdented(entry, &entries[at..], value, |fitting| settled = at + fitting),
            };
            match (value.record(), beside.is_empty()) {
                (Some(record), false) => {
                    at += beside.len();
                    let kind = ViolationKind::Outdented { record: record.name, keys: beside };
                    self.report(kind, entry.key.span, &path.key(key));
                }
                _ => self.shape(&entry.value, value, &path.key(key), entry.key.span),
            }
        }
    }

    fn wrong(&mut self, node: &Node, expected: &str, path: &PathLink<'_>, key_span: Span) {
        let span = if node.span.is_empty() { key_span } else { node.span };
        self.report(ViolationKind::WrongShape { expected: expected.to_owned(), found: form(node) }, span, path);
    }
}

/// A boolean in canonical form: `true` for `True`.
fn boolean(node: &Node) -> Option<&'static str> {
    match typed(node.as_scalar()?) {
        Plain::Bool(is_true) => Some(if is_true { "true" } else { "false" }),
        _ => None,
    }
}

/// The keys of a record, and those that the mapping lacks.
fn known_keys(node: &Node, record: &'static Record) -> [Arc<[&'static str]>; 2] {
    let present: HashSet<&str> = node.entries().iter().filter_map(|entry| entry.key.as_text()).collect();
    let known = record.fields.iter().map(|field| field.name);
    let missing = known.clone().filter(|name| !present.contains(name));
    [known.collect(), missing.collect()]
}

/// The keys after an empty entry that should be indented below it: all belong to its table, and at least one has a
/// value that no entry of this shape can have. If none has, `settle` receives the number of keys to skip.
fn outdented(entry: &Entry, behind: &[Entry], shape: &'static Shape, settle: impl FnOnce(usize)) -> Vec<SmolStr> {
    let Some(record) = shape.record().filter(|_| entry.value.is_null() && entry.value.span.is_empty()) else {
        return Vec::new();
    };
    let own = |entry: &&Entry| entry.key.as_text().is_some_and(|key| record.field(key).is_some());
    let beside: Vec<&Entry> = behind.iter().take_while(own).collect();
    if beside.iter().any(|entry| !fits(&entry.value, shape)) {
        return beside.iter().filter_map(|entry| Some(entry.key.as_text()?.into())).collect();
    }
    settle(beside.len());
    Vec::new()
}

/// The keys after an empty section that should be indented below it: all that the record around it does not have, if they
/// have values that belong into the section.
fn members_beside(section: &Entry, behind: &[Entry], record: &Record, shape: &Shape) -> Vec<SmolStr> {
    let is_empty = section.value.is_null() && section.value.span.is_empty();
    let Some(value) = shape.values().filter(|_| is_empty) else { return Vec::new() };
    let is_misspelled = |key: &str| record.fields.iter().any(|field| similarity::is_misspelled(key, field.name));
    let is_member = |entry: &&Entry| {
        let key = entry.key.as_text().filter(|key| record.field(key).is_none());
        // An attribute of the record with a misspelled name is hardly ever a mapping.
        let is_foreign = key.is_some_and(|key| entry.value.as_mapping().is_some() || !is_misspelled(key));
        is_foreign && !entry.value.is_null() && fits(&entry.value, value)
    };
    behind.iter().take_while(is_member).filter_map(|entry| Some(entry.key.as_text()?.into())).collect()
}

/// The form of a value as a noun.
pub fn form(node: &Node) -> &'static str {
    match &node.kind {
        Kind::Null | Kind::Error => "null",
        Kind::Scalar(scalar) => match typed(scalar) {
            Plain::Null => "null",
            Plain::Bool(_) => "a boolean",
            Plain::Float(number) if number.is_nan() => "`.nan`",
            Plain::Float(number) if number.is_infinite() => "`.inf`",
            Plain::Integer(_) | Plain::Float(_) => "a number",
            Plain::Text(_) => "a string",
        },
        Kind::Sequence(_) => "a list",
        Kind::Mapping(_) => "a mapping",
        Kind::Alias(_) => "an alias",
    }
}

impl Shape {
    /// The shape of the values of free names.
    pub fn values(&self) -> Option<&'static Shape> {
        match self {
            Shape::Named(_, value) | Shape::Map(value) => Some(value),
            _ => None,
        }
    }

    /// The table of the keys that can be written here; the first of several alternatives.
    pub fn record(&self) -> Option<&'static Record> {
        match self {
            Shape::Record(record) | Shape::Open(record, _) => Some(record),
            Shape::Single(inner) => inner.record(),
            Shape::OneOf(shapes) => shapes.iter().find_map(Shape::record),
            _ => None,
        }
    }
}

/// The specification of a path by the tables.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The field of the last key, unless it is a free name.
    pub field: Option<&'static Field>,
    /// The shape of the value, of the alternatives the one that applies to it.
    pub shape: &'static Shape,
    /// The shape with all alternatives.
    pub whole: &'static Shape,
    /// The record of the last key, unless it is a free name.
    pub record: Option<&'static Record>,
}

impl Spot {
    /// The table of the keys of the value. An empty value can still become a mapping.
    pub fn keys(&self) -> Option<&'static Record> {
        match self.shape {
            Shape::Nothing => self.whole.record(),
            shape => shape.record(),
        }
    }
}

/// The specification of `path` in a tree of `record`, or `None` beyond the tables. `root` decides between
/// alternatives.
pub fn spot(root: &Node, record: &'static Record, path: &NodePath) -> Option<Spot> {
    let mut current: Option<Spot> = None;
    let mut node = Some(root);
    for step in path.steps() {
        let next = match (current.map(|spot| spot.shape), step) {
            (None, Step::Key(key)) => own_field(record, key)?,
            (Some(Shape::Record(record)), Step::Key(key)) => own_field(record, key)?,
            (Some(Shape::Open(record, rest)), Step::Key(key)) => match own_field(record, key) {
                Some(spot) => spot,
                None => free(rest.values()?),
            },
            (Some(Shape::Named(_, value) | Shape::Map(value)), Step::Key(_)) => free(value),
            (Some(Shape::List(item)), Step::Index(_)) => free(item),
            _ => return None,
        };
        node = node.and_then(|node| match step {
            Step::Key(key) => node.get(key),
            Step::Index(index) => node.items().get(*index),
        });
        current = Some(Spot { shape: narrowed(next.shape, node), ..next });
    }
    current
}

fn own_field(record: &'static Record, key: &str) -> Option<Spot> {
    let field = record.field(key)?;
    Some(Spot { field: Some(field), shape: &field.shape, whole: &field.shape, record: Some(record) })
}

fn free(shape: &'static Shape) -> Spot {
    Spot { field: None, shape, whole: shape, record: None }
}

/// The alternative of `shape` that applies to `node`.
fn narrowed(shape: &'static Shape, node: Option<&Node>) -> &'static Shape {
    match shape {
        Shape::OneOf(shapes) => best(node, shapes).map_or(shape, |best| narrowed(best, node)),
        Shape::Single(inner) => narrowed(inner, node),
        _ => shape,
    }
}
