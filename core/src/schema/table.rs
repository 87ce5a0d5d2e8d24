//! Tables as they are written: each row with its documentation. [`table!`] separates the two, because a table is needed
//! to index any file, and its documentation only where a file of the language is open: the modeller loads it with the
//! language. That leaves 54 of 83 KB of tables in its first module, uncompressed.

use std::ptr;

use crate::schema::{Field, Need, Record, Shape};

/// A table with its documentation.
pub struct Table {
    /// The noun of the specification: `component`.
    pub name: &'static str,
    /// One sentence on its purpose.
    pub doc: &'static str,
    pub rows: &'static [Row],
}

/// A row with its documentation.
#[derive(Clone, Copy)]
pub struct Row {
    pub field: Field,
    /// Markdown whose first line is one sentence.
    pub doc: &'static str,
}

/// The documentation of a [`Record`].
#[derive(Debug)]
pub struct Texts {
    pub record: &'static Record,
    /// One sentence on the purpose of the record.
    pub doc: &'static str,
    /// For each field, Markdown whose first line is one sentence.
    pub fields: &'static [&'static str],
}

/// The documentation of all tables of a language.
#[derive(Clone, Copy, Debug)]
pub struct Documentation(pub &'static [&'static Texts]);

impl Documentation {
    /// One sentence on the purpose of a record; empty for a table of another language.
    pub fn of_record(self, record: &Record) -> &'static str {
        self.0.iter().find(|texts| ptr::eq(texts.record, record)).map_or("", |texts| texts.doc)
    }

    /// Markdown on a field of a table, whose first line is one sentence; empty for a table of another language.
    pub fn of_field(self, field: &Field) -> &'static str {
        let text = |texts: &&'static Texts| {
            let at = texts.record.fields.iter().position(|known| ptr::eq(known, field))?;
            texts.fields.get(at).copied()
        };
        self.0.iter().find_map(text).unwrap_or_default()
    }
}

pub const fn field(name: &'static str, need: Need, shape: Shape, doc: &'static str) -> Row {
    Row { field: Field { name, shape, need, aliases: &[], default: None, since: None }, doc }
}

pub const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> Row {
    field(name, Need::Optional, shape, doc)
}

pub const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Row {
    field(name, Need::Required, shape, doc)
}

pub const fn alias(row: Row, aliases: &'static [&'static str]) -> Row {
    Row { field: Field { aliases, ..row.field }, ..row }
}

pub const fn default(row: Row, default: &'static str) -> Row {
    Row { field: Field { default: Some(default), ..row.field }, ..row }
}

pub const fn since(version: &'static str, row: Row) -> Row {
    Row { field: Field { since: Some(version), ..row.field }, ..row }
}

impl Table {
    /// All rows without their documentation.
    pub const fn fields<const N: usize>(&self) -> [Field; N] {
        let mut fields = [optional("", Shape::Any, "").field; N];
        let mut at = 0;
        while at < N {
            fields[at] = self.rows[at].field;
            at += 1;
        }
        fields
    }

    /// The documentation of all rows.
    pub const fn docs<const N: usize>(&self) -> [&'static str; N] {
        let mut docs = [""; N];
        let mut at = 0;
        while at < N {
            docs[at] = self.rows[at].doc;
            at += 1;
        }
        docs
    }
}

/// Defines the [`Record`] of a [`Table`], and in a module of the same name its [`Texts`].
macro_rules! table {
    ($(#[$meta:meta])* $visibility:vis static $name:ident = $table:expr;) => {
        $(#[$meta])*
        $visibility static $name: $crate::schema::Record =
            $crate::schema::Record { name: $name::TABLE.name, fields: &$name::FIELDS };

        #[expect(non_snake_case, reason = "the module has the name of the table")]
        $visibility mod $name {
            use super::*;
            use $crate::schema::Field;
            use $crate::schema::table::{Table, Texts};

            // Only evaluated at compile time, so that the record does not refer to its documentation.
            pub static TABLE: Table = $table;
            const N: usize = TABLE.rows.len();
            pub static FIELDS: [Field; N] = TABLE.fields();
            static DOCS: [&str; N] = TABLE.docs();
            pub static DOCUMENTED: Texts = Texts { record: &super::$name, doc: TABLE.doc, fields: &DOCS };
        }
    };
}

/// The documentation of these tables.
macro_rules! documentation {
    ($($($name:ident)::+),+ $(,)?) => {
        $crate::schema::table::Documentation(&[$(&$($name)::+::DOCUMENTED),+])
    };
}

pub(crate) use {documentation, table};

#[cfg(test)]
mod tests {
    use crate::language::Language;
    use crate::schema::{Record, Shape};

    fn records_in(shape: &'static Shape, found: &mut Vec<&'static Record>) {
        match shape {
            Shape::Record(record) => found.push(record),
            Shape::Open(record, rest) => {
                found.push(record);
                records_in(rest, found);
            }
            Shape::Named(_, inner) | Shape::Map(inner) | Shape::Single(inner) | Shape::List(inner) => {
                records_in(inner, found);
            }
            Shape::OneOf(shapes) => shapes.iter().for_each(|shape| records_in(shape, found)),
            _ => {}
        }
    }

    #[test]
    fn every_table_and_field_is_documented() {
        for language in Language::ALL {
            let documentation = language.documentation();
            let (mut records, mut at) = (vec![language.schema()], 0);
            while let Some(record) = records.get(at).copied() {
                at += 1;
                assert_ne!(documentation.of_record(record), "", "{language:?}: {}", record.name);
                let mut found = Vec::new();
                for field in record.fields {
                    assert_ne!(documentation.of_field(field), "", "{language:?}: {} {}", record.name, field.name);
                    records_in(&field.shape, &mut found);
                }
                found.retain(|one| !records.iter().any(|known| std::ptr::eq(*known, *one)));
                records.extend(found);
            }
            assert!(at > 5, "{language:?}: only {at} tables");
        }
    }
}
