//! Values while they are worked out: shared, measured, and with symbols for what only a running system knows.

use std::rc::Rc;

use serde_yaml::Value;
use smol_str::{SmolStr, ToSmolStr, format_smolstr};

use crate::assembly::interpolation::Segment;

/// An instance, by its place in the list of them.
pub type UnitId = usize;

/// How deep collections may be nested; what goes deeper becomes an error.
const DEEPEST: u32 = 100;
/// About how many bytes a single value takes, its text apart.
const SCALAR: u64 = 64;

/// A value as far as it is known. Cloning is cheap.
#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    /// Null, a truth value, a number or a text, with the text it was written as.
    Scalar {
        value: Value,
        text: SmolStr,
    },
    List(Rc<List>),
    Map(Rc<Map>),
    Symbol(Symbol),
    /// A text with symbols in it.
    Template(Rc<Template>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct List {
    pub items: Vec<Term>,
    bulk: Bulk,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    pub entries: Vec<(SmolStr, Term)>,
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

/// How much there is in a term when it is written out.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bulk {
    size: u64,
    depth: u32,
    known: bool,
}

/// What stands for a value that nobody knows yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A property that the running instance reports, with the way into it: `addresses[0]`.
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
    /// A property of an instance whose descriptor is not known.
    Unknown {
        unit: UnitId,
        property: SmolStr,
    },
    Unset,
    Error(SmolStr),
}

/// Why a path leads nowhere in a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Astray {
    /// The map has no such key.
    Key(SmolStr),
    /// The list has only so many items.
    Index { index: usize, length: usize },
    /// A key of something that is no map, an index of something that is no list.
    NoCollection(SmolStr),
}

impl Term {
    pub fn null() -> Self {
        Term::Scalar { value: Value::Null, text: SmolStr::default() }
    }

    pub fn text(text: impl Into<SmolStr>) -> Self {
        let text = text.into();
        Term::Scalar { value: Value::from(text.as_str()), text }
    }

    pub fn integer(number: u64) -> Self {
        Term::Scalar { value: Value::from(number), text: number.to_smolstr() }
    }

    pub fn error(what: impl Into<SmolStr>) -> Self {
        Term::Symbol(Symbol::Error(what.into()))
    }

    pub fn list(items: Vec<Term>) -> Self {
        let bulk = Bulk::of(items.iter());
        if bulk.depth > DEEPEST { Term::error("nested too deeply") } else { Term::List(Rc::new(List { items, bulk })) }
    }

    pub fn map(entries: Vec<(SmolStr, Term)>) -> Self {
        let mut bulk = Bulk::of(entries.iter().map(|(_, term)| term));
        bulk.size += entries.iter().map(|(key, _)| key.len() as u64 + SCALAR).sum::<u64>();
        if bulk.depth > DEEPEST { Term::error("nested too deeply") } else { Term::Map(Rc::new(Map { entries, bulk })) }
    }

    /// The text made of `pieces`; symbolic if one of them is.
    pub fn joined(pieces: Vec<Piece>) -> Self {
        let mut text = String::new();
        for piece in &pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Symbol(_) => {
                    let bulk = Bulk { size: pieces.iter().map(Piece::size).sum(), depth: 1, known: false };
                    return Term::Template(Rc::new(Template { pieces, bulk }));
                }
            }
        }
        Term::text(text)
    }

    /// The term of a plain value, as an intent gives it.
    pub fn of(value: &Value) -> Self {
        Self::nested(value, 0)
    }

    fn nested(value: &Value, depth: u32) -> Self {
        if depth > DEEPEST {
            return Term::error("nested too deeply");
        }
        match value {
            Value::Null => Term::null(),
            Value::Bool(flag) => Term::Scalar { value: value.clone(), text: flag.to_smolstr() },
            Value::Number(number) => Term::Scalar { value: value.clone(), text: number.to_smolstr() },
            Value::String(text) => Term::text(text.as_str()),
            Value::Sequence(items) => Term::list(items.iter().map(|item| Self::nested(item, depth + 1)).collect()),
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
                Term::map(entries.collect())
            }
            Value::Tagged(tagged) => Self::nested(&tagged.value, depth + 1),
        }
    }

    fn bulk(&self) -> Bulk {
        match self {
            Term::Scalar { text, .. } => Bulk { size: text.len() as u64 + SCALAR, depth: 0, known: true },
            Term::List(list) => list.bulk,
            Term::Map(map) => map.bulk,
            Term::Symbol(symbol) => Bulk { size: symbol.size(), depth: 0, known: false },
            Term::Template(template) => template.bulk,
        }
    }

    /// About how many bytes it takes written out.
    pub fn size(&self) -> u64 {
        self.bulk().size
    }

    /// Whether there is no symbol in it.
    pub fn is_known(&self) -> bool {
        self.bulk().known
    }

    /// Whether it is no value at all.
    pub fn is_unset(&self) -> bool {
        matches!(self, Term::Symbol(Symbol::Unset) | Term::Scalar { value: Value::Null, .. })
    }

    /// The plain value, if all of it is known.
    pub fn plain(&self) -> Option<Value> {
        match self {
            Term::Scalar { value, .. } => Some(value.clone()),
            Term::List(list) => Some(Value::Sequence(list.items.iter().map(Term::plain).collect::<Option<_>>()?)),
            Term::Map(map) => {
                let entries = map.entries.iter().map(|(key, term)| Some((key.as_str().into(), term.plain()?)));
                Some(Value::Mapping(entries.collect::<Option<_>>()?))
            }
            Term::Symbol(_) | Term::Template(_) => None,
        }
    }

    /// Any item of the collection that this stands for.
    pub fn some_item(&self) -> Term {
        match self {
            Term::Symbol(symbol) => Term::Symbol(symbol.with(|property| format_smolstr!("{property}[?]"))),
            Term::Scalar { .. } | Term::List(_) | Term::Map(_) | Term::Template(_) => self.clone(),
        }
    }

    /// What `segments` lead to from here, and the key that was taken for another because it differs only in `-` and
    /// `_`, if `lenient` allows that.
    pub fn descend(&self, segments: &[Segment], lenient: bool) -> Result<(Term, Option<SmolStr>), Astray> {
        let mut term = self;
        let mut guess = None;
        for (at, segment) in segments.iter().enumerate() {
            if let Term::Symbol(symbol) = term {
                return Ok((Term::Symbol(symbol.part(&segments[at..])), guess));
            }
            term = match (term, segment) {
                (Term::List(list), Segment::Index { index, .. }) => {
                    list.items.get(*index).ok_or(Astray::Index { index: *index, length: list.items.len() })?
                }
                (Term::Map(map), Segment::Name { name, .. }) => {
                    let similar = || map.entries.iter().find(|(key, _)| lenient && same_but_dashes(key, name));
                    let exact = map.entries.iter().find(|(key, _)| key == name);
                    let (key, term) = exact.or_else(similar).ok_or_else(|| Astray::Key(name.clone()))?;
                    if key != name {
                        guess = Some(key.clone());
                    }
                    term
                }
                _ => return Err(Astray::NoCollection(segment_text(segment))),
            };
        }
        Ok((term.clone(), guess))
    }
}

impl Bulk {
    fn of<'a>(terms: impl Iterator<Item = &'a Term>) -> Self {
        let start = Bulk { size: SCALAR, depth: 1, known: true };
        terms.fold(start, |bulk, term| {
            let inner = term.bulk();
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
    /// About how many bytes it takes, the name of its instance apart.
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

    /// The symbol for a part of what this one stands for.
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

/// Whether two keys differ in nothing but `-` and `_` (AD-REF-10).
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
