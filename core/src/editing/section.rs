//! Sections of a descriptor whose entries are boxes of its diagram, as described by the schema.

use serde_yaml::Value;

use crate::context::FileContext;
use crate::schema::blank::blank;
use crate::schema::{Field, Need, Record, Shape, spot};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::topology::VertexKind;

/// A section of boxes, as a language declares it.
#[derive(Debug)]
pub struct Section {
    /// The keys of its path.
    pub path: &'static [&'static str],
    pub kind: VertexKind,
    /// The keys, within an entry, under which it names other boxes.
    pub links: &'static [&'static [&'static str]],
}

/// The schema of a section's entries.
pub struct Entries {
    pub path: NodePath,
    /// The kind of symbol that an entry defines.
    pub symbol: SymbolKind,
    pub record: &'static Record,
    /// The field that identifies list items. Entries of a mapping have names.
    pub id: Option<&'static Field>,
    /// Whether a value is a list of records.
    in_list: bool,
}

/// The possible types of a new entry.
pub enum Type {
    /// A name of this kind.
    Name(SymbolKind),
    /// One of these words.
    Word(&'static [&'static str]),
}

impl Section {
    pub fn at(&self) -> NodePath {
        NodePath::keys(self.path.iter().copied())
    }

    /// Its entries in the file; `None` if the root of the file is broken.
    pub fn entries(&self, context: FileContext<'_>) -> Option<Entries> {
        let root = context.file.root.as_ref()?;
        let schema = context.file.language?.schema_of(root);
        let path = self.at();
        let field = spot(root, schema, &path)?.field?;
        Entries::of(path, &field.shape)
    }
}

impl Entries {
    fn of(path: NodePath, shape: &'static Shape) -> Option<Self> {
        match shape {
            Shape::Named(symbol, value) => {
                let (in_list, value) = match value {
                    Shape::List(item) => (true, *item),
                    value => (false, *value),
                };
                Some(Entries { path, symbol: *symbol, record: value.record()?, id: None, in_list })
            }
            Shape::List(item) => {
                let record = item.record()?;
                let id = |field: &'static Field| match field.shape {
                    Shape::Id(symbol) => Some((field, symbol)),
                    _ => None,
                };
                let (id, symbol) = record.fields.iter().find_map(id)?;
                Some(Entries { path, symbol, record, id: Some(id), in_list: false })
            }
            Shape::OneOf([first, ..]) => Entries::of(path, first),
            _ => None,
        }
    }

    /// The field that determines the type of an entry: the first that is required and has a choice.
    pub fn type_field(&self) -> Option<(&'static Field, Type)> {
        fn choice(shape: &'static Shape) -> Option<Type> {
            match shape {
                Shape::Name(kind) => Some(Type::Name(*kind)),
                Shape::Choice(words) => Some(Type::Word(words)),
                Shape::OneOf([first, ..]) => choice(first),
                _ => None,
            }
        }
        let needed = |field: &&Field| matches!(field.need, Need::Required | Need::RequiredWithout(_));
        self.record.fields.iter().filter(needed).find_map(|field| Some((field, choice(&field.shape)?)))
    }

    /// The names or identifiers of existing entries, each with its path.
    pub fn names<'r>(&self, root: &'r Node) -> Vec<(&'r str, NodePath)> {
        let Some(node) = root.at(&self.path) else { return Vec::new() };
        match self.id {
            None => {
                let keys = node.entries().iter().filter_map(|entry| entry.key.as_text());
                keys.map(|name| (name, self.path.key(name))).collect()
            }
            Some(id) => {
                let items = node.items().iter().enumerate();
                let name = |item: &'r Node| item.get(id.name)?.as_text();
                items.filter_map(|(index, item)| Some((name(item)?, self.path.index(index)))).collect()
            }
        }
    }

    /// A new entry of this type; an item gets an identifier.
    pub fn value(&self, of: Option<&str>, name: &str) -> Value {
        let mut value = blank(&Shape::Record(self.record));
        if let Value::Mapping(fields) = &mut value {
            if let (Some((field, _)), Some(of)) = (self.type_field(), of) {
                fields.insert(field.name.into(), of.into());
            }
            if let Some(id) = self.id {
                fields.insert(id.name.into(), name.into());
            }
        }
        if self.in_list { Value::Sequence(vec![value]) } else { value }
    }
}
