//! Symbolic values: shared, measured, and with symbols for what only a running system knows.

use std::rc::Rc;

use serde_yaml::Value;
use smol_str::{SmolStr, ToSmolStr, format_smolstr};

use crate::assembly::interpolation::Segment;

/// The index of an instance.
pub type UnitId = usize;

/// Maximum nesting depth of collections; anything deeper becomes an error.
const MAX_DEPTH: u32 = 100;
/// Approximate size of a value in bytes, without its text.
const SCALAR: u64 = 64;

/// A value, as far as it is known. Cheap to clone.
#[derive(Clone, PartialEq, Debug)]
pub enum SymbolicValue {
    /// Null, a boolean, a number or text, as written.
    Scalar {
        value: Value,
        text: SmolStr,
    },
    List(Rc<List>),
    Map(Rc<Map>),
    Symbol(Symbol),
    /// Text with symbols in it.
    Template(Rc<Template>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct List {
    pub items: Vec<SymbolicValue>,
    bulk: Bulk,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    pub entries: Vec<(SmolStr, SymbolicValue)>,
    bulk: Bulk,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Template {
    pub pieces: Vec<Piece>,
    bulk: Bulk,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    Text(SmolStr),
    Symbol(Symbol),
}

/// The size of a value when written out.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bulk {
    size: u64,
    depth: u32,
    known: bool,
}

/// A placeholder for a value that is not known yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A property that the running instance reports, with a path into it: `addresses[0]`.
    Runtime {
        unit: UnitId,
        property: SmolStr,
    },
    Id {
        unit: UnitId,
    },
    /// A property of an instance that is found, not created.
    Lookup {
        unit: UnitId,
        property: SmolStr,
    },
    /// A property of an instance with an unknown descriptor.
    Unknown {
        unit: UnitId,
        property: SmolStr,
    },
    Unset,
    Error(SmolStr),
}

/// Why a path cannot be followed in a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathError {
    /// The map does not have the key.
    Key(SmolStr),
    /// The index is out of range.
    Index { index: usize, length: usize },
    /// A key of something that is not a map, or an index of something that is not a list.
    NoCollection(SmolStr),
}

impl SymbolicValue {
    pub fn null() -> Self {
        SymbolicValue::Scalar { value: Value::Null, text: SmolStr::default() }
    }

    pub fn text(text: impl Into<SmolStr>) -> Self {
        let text = text.into();
        SymbolicValue::Scalar { value: Value::from(text.as_str()), text }
    }

    pub fn integer(number: u64) -> Self {
        SymbolicValue::Scalar { value: Value::from(number), text: number.to_smolstr() }
    }

    pub fn error(what: impl Into<SmolStr>) -> Self {
        SymbolicValue::Symbol(Symbol::Error(what.into()))
    }

    pub fn list(items: Vec<SymbolicValue>) -> Self {
        let bulk = Bulk::of(items.iter());
        if bulk.depth > MAX_DEPTH {
            SymbolicValue::error("nested too deeply")
        } else {
            SymbolicValue::List(Rc::new(List { items, bulk }))
        }
    }

    pub fn map(entries: Vec<(SmolStr, SymbolicValue)>) -> Self {
        let mut bulk = Bulk::of(entries.iter().map(|(_, value)| value));
        bulk.size += entries.iter().map(|(key, _)| key.len() as u64 + SCALAR).sum::<u64>();
        if bulk.depth > MAX_DEPTH {
            SymbolicValue::error("nested too deeply")
        } else {
            SymbolicValue::Map(Rc::new(Map { entries, bulk }))
        }
    }

    /// Joins `pieces` into text; symbolic if one of them is.
    pub fn joined(pieces: Vec<Piece>) -> Self {
        let mut text = String::new();
        for piece in &pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Symbol(_) => {
                    let bulk = Bulk { size: pieces.iter().map(Piece::size).sum(), depth: 1, known: false };
                    return SymbolicValue::Template(Rc::new(Template { pieces, bulk }));
                }
            }
        }
        SymbolicValue::text(text)
    }

    /// Converts a plain value, such as one of an intent.
    pub fn of(value: &Value) -> Self {
        Self::nested(value, 0)
    }

    fn nested(value: &Value, depth: u32) -> Self {
        if depth > MAX_DEPTH {
            return SymbolicValue::error("nested too deeply");
        }
        match value {
            Value::Null => SymbolicValue::null(),
            Value::Bool(flag) => SymbolicValue::Scalar { value: value.clone(), text: flag.to_smolstr() },
            Value::Number(number) => SymbolicValue::Scalar { value: value.clone(), text: number.to_smolstr() },
            Value::String(text) => SymbolicValue::text(text.as_str()),
            Value::Sequence(items) => {
                SymbolicValue::list(items.iter().map(|item| Self::nested(item, depth + 1)).collect())
            }
            Value::Mapping(entries) => {
                let entries = entries.iter().map(|(key, value)| {
                    let key = match key {
                        Value::String(key) => key.to_smolstr(),
                        Value::Bool(key) => key.to_smolstr(),
                        Value::Number(key) => key.to_smolstr(),
                        _ => SmolStr::default(),
                    };
                    (key, Self::nested(value, depth + 1))
                });
                SymbolicValue::map(entries.collect())
            }
            Value::Tagged(tagged) => Self::nested(&tagged.value, depth + 1),
        }
    }

    fn bulk(&self) -> Bulk {
        match self {
            SymbolicValue::Scalar { text, .. } => Bulk { size: text.len() as u64 + SCALAR, depth: 0, known: true },
            SymbolicValue::List(list) => list.bulk,
            SymbolicValue::Map(map) => map.bulk,
            SymbolicValue::Symbol(symbol) => Bulk { size: symbol.size(), depth: 0, known: false },
            SymbolicValue::Template(template) => template.bulk,
        }
    }

    /// Approximate size in bytes when written out.
    pub fn size(&self) -> u64 {
        self.bulk().size
    }

    /// Whether it contains no symbol.
    pub fn is_known(&self) -> bool {
        self.bulk().known
    }

    /// Whether it has no value at all.
    pub fn is_unset(&self) -> bool {
        matches!(self, SymbolicValue::Symbol(Symbol::Unset) | SymbolicValue::Scalar { value: Value::Null, .. })
    }

    /// The plain value, if it is fully known.
    pub fn plain(&self) -> Option<Value> {
        match self {
            SymbolicValue::Scalar { value, .. } => Some(value.clone()),
            SymbolicValue::List(list) => {
                Some(Value::Sequence(list.items.iter().map(SymbolicValue::plain).collect::<Option<_>>()?))
            }
            SymbolicValue::Map(map) => {
                let entries = map.entries.iter().map(|(key, value)| Some((key.as_str().into(), value.plain()?)));
                Some(Value::Mapping(entries.collect::<Option<_>>()?))
            }
            SymbolicValue::Symbol(_) | SymbolicValue::Template(_) => None,
        }
    }

    /// Any item of the collection that this represents.
    pub fn some_item(&self) -> SymbolicValue {
        match self {
            SymbolicValue::Symbol(symbol) => {
                SymbolicValue::Symbol(symbol.with(|property| format_smolstr!("{property}[?]")))
            }
            SymbolicValue::Scalar { .. }
            | SymbolicValue::List(_)
            | SymbolicValue::Map(_)
            | SymbolicValue::Template(_) => self.clone(),
        }
    }

    /// Follows `segments` into the value. If `lenient`, a key that differs only in `-` and `_` matches; returns that
    /// key as well.
    pub fn descend(&self, segments: &[Segment], lenient: bool) -> Result<(SymbolicValue, Option<SmolStr>), PathError> {
        let mut value = self;
        let mut guess = None;
        for (at, segment) in segments.iter().enumerate() {
            if let SymbolicValue::Symbol(symbol) = value {
                return Ok((SymbolicValue::Symbol(symbol.part(&segments[at..])), guess));
            }
            value = match (value, segment) {
                (SymbolicValue::List(list), Segment::Index { index, .. }) => {
                    list.items.get(*index).ok_or(PathError::Index { index: *index, length: list.items.len() })?
                }
                (SymbolicValue::Map(map), Segment::Name { name, .. }) => {
                    let similar = || map.entries.iter().find(|(key, _)| lenient && same_but_dashes(key, name));
                    let exact = map.entries.iter().find(|(key, _)| key == name);
                    let (key, value) = exact.or_else(similar).ok_or_else(|| PathError::Key(name.clone()))?;
                    if key != name {
                        guess = Some(key.clone());
                    }
                    value
                }
                _ => return Err(PathError::NoCollection(segment_text(segment))),
            };
        }
        Ok((value.clone(), guess))
    }
}

impl Bulk {
    fn of<'a>(values: impl Iterator<Item = &'a SymbolicValue>) -> Self {
        let start = Bulk { size: SCALAR, depth: 1, known: true };
        values.fold(start, |bulk, value| {
            let inner = value.bulk();
            Bulk {
                size: bulk.size.saturating_add(inner.size),
                depth: bulk.depth.max(inner.depth + 1),
                known: bulk.known && inner.known,
            }
        })
    }
}

impl Piece {
    pub fn size(&self) -> u64 {
        match self {
            Piece::Text(text) => text.len() as u64,
            Piece::Symbol(symbol) => symbol.size(),
        }
    }
}

impl Symbol {
    /// Approximate size in bytes, without the name of its instance.
    pub fn size(&self) -> u64 {
        let text = match self {
            Symbol::Runtime { property, .. } | Symbol::Lookup { property, .. } | Symbol::Unknown { property, .. } => {
                property.len()
            }
            Symbol::Error(what) => what.len(),
            Symbol::Id { .. } | Symbol::Unset => 0,
        };
        text as u64 + SCALAR
    }

    /// The symbol for a part of the value that this one represents.
    fn part(&self, segments: &[Segment]) -> Symbol {
        self.with(|property| {
            let mut text = property.to_string();
            for segment in segments {
                if matches!(segment, Segment::Name { .. }) {
                    text.push('.');
                }
                text.push_str(&segment_text(segment));
            }
            text.into()
        })
    }

    /// The symbol with another property, if it has one.
    fn with(&self, change: impl Fn(&SmolStr) -> SmolStr) -> Symbol {
        match self {
            Symbol::Runtime { unit, property } => Symbol::Runtime { unit: *unit, property: change(property) },
            Symbol::Lookup { unit, property } => Symbol::Lookup { unit: *unit, property: change(property) },
            Symbol::Unknown { unit, property } => Symbol::Unknown { unit: *unit, property: change(property) },
            Symbol::Id { .. } | Symbol::Unset | Symbol::Error(_) => self.clone(),
        }
    }
}

/// Whether two keys differ only in `-` and `_` (AD-REF-10).
fn same_but_dashes(left: &str, right: &str) -> bool {
    let letters = |text: &'_ str| text.chars().filter(|c| !matches!(c, '-' | '_')).collect::<String>();
    letters(left) == letters(right)
}

pub fn segment_text(segment: &Segment) -> SmolStr {
    match segment {
        Segment::Name { name, .. } => name.clone(),
        Segment::Index { index, .. } => format_smolstr!("[{index}]"),
    }
}
