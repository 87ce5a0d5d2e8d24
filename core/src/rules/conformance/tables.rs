//! The tables of the specifications whose keys, forms and choices are checked as a whole, and the rules beyond the
//! tables.

use std::ptr;
use std::sync::LazyLock;

use super::shown;
use crate::language::Language;
use crate::rules::{self, Rule};
use crate::schema::{Field, Need, Record, Shape};

/// The checks of a language.
#[derive(Debug)]
pub struct Checks {
    pub language: Language,
    /// The folder of its rules: `asd`.
    pub folder: &'static str,
    /// Parents before children.
    pub tables: Vec<Table>,
    pub rules: Vec<OwnRule>,
}

/// A table of a specification. Its keys, the forms of their values and the allowed choices are checked.
#[derive(Debug)]
pub struct Table {
    pub record: &'static Record,
    /// A unique key: `asd/deployment-item`.
    pub key: String,
    /// Whether it also accepts free names.
    pub is_open: bool,
    pub codes: Vec<&'static str>,
    pub cases: Vec<(&'static str, &'static str)>,
}

/// A rule in addition to the tables.
#[derive(Debug)]
pub struct OwnRule {
    pub code: &'static str,
    pub title: &'static str,
    pub cases: Vec<(&'static str, &'static str)>,
}

/// The tables and rules of every language without projects. Assemblies are covered by their numbers.
pub fn checks() -> &'static [Checks] {
    static CHECKS: LazyLock<Vec<Checks>> = LazyLock::new(gathered);
    &CHECKS
}

fn gathered() -> Vec<Checks> {
    let shown = shown();
    let cases = |of: &str| shown.get(of).cloned().unwrap_or_default();
    // The numbered rules of assembly and resource descriptors spell out their tables.
    let languages = Language::ALL.into_iter().filter(|language| !language.has_projects());
    let checks = languages.map(|language| {
        let folder = language.id();
        let mut tables: Vec<Table> = Vec::new();
        for (record, is_open) in records(language.schema()) {
            let name = format!("{folder}/{}", record.name.replace('\'', "").replace(' ', "-"));
            let n_alike = tables.iter().filter(|table| table.record.name == record.name).count();
            let key = if n_alike == 0 { name } else { format!("{name}-{}", n_alike + 1) };
            tables.push(Table { record, is_open, codes: codes(record), cases: cases(&key), key });
        }
        let is_own = |rule: &&'static Rule| rule.code.split('/').next() == Some(folder);
        let rules = rules::all().filter(is_own).map(|rule| OwnRule {
            code: rule.code,
            title: rule.title,
            cases: cases(rule.code),
        });
        Checks { language, folder, tables, rules: rules.collect() }
    });
    checks.collect()
}

/// Every table reachable from `root`, which comes first, and whether it also accepts free names.
fn records(root: &'static Record) -> Vec<(&'static Record, bool)> {
    let mut found = vec![(root, false)];
    let mut at = 0;
    while let Some((record, _)) = found.get(at) {
        record.fields.iter().for_each(|field| gather(&field.shape, &mut found));
        at += 1;
    }
    found
}

fn gather(shape: &'static Shape, found: &mut Vec<(&'static Record, bool)>) {
    let (record, is_open) = match shape {
        Shape::Any
        | Shape::Nothing
        | Shape::Text
        | Shape::Bool
        | Shape::Integer
        | Shape::Number
        | Shape::Choice(_)
        | Shape::Name(_)
        | Shape::Id(_) => return,
        Shape::Named(_, inner) | Shape::Map(inner) | Shape::Single(inner) | Shape::List(inner) => {
            return gather(inner, found);
        }
        // Next to an alternative that accepts every mapping, a table is only a hint and is not enforced.
        Shape::OneOf(shapes) if shapes.iter().any(takes_all) => return,
        Shape::OneOf(shapes) => return shapes.iter().for_each(|shape| gather(shape, found)),
        Shape::Record(record) => (*record, false),
        Shape::Open(record, rest) => {
            gather(rest, found);
            (*record, true)
        }
    };
    match found.iter_mut().find(|(known, _)| ptr::eq(*known, record)) {
        Some((_, open)) => *open |= is_open,
        None => found.push((record, is_open)),
    }
}

/// Whether every mapping has this shape.
fn takes_all(shape: &Shape) -> bool {
    matches!(shape, Shape::Any | Shape::Map(Shape::Any))
}

/// The codes that report violations of the table.
fn codes(record: &'static Record) -> Vec<&'static str> {
    let any = |of: fn(&Field) -> bool| record.fields.iter().any(of);
    let codes = [
        (true, "schema/unknown-key"),
        (any(|field| field.need != Need::Optional), "schema/missing-key"),
        (any(|field| !field.aliases.is_empty()), "schema/alias-key"),
        (true, "schema/wrong-shape"),
        (any(|field| !choices(&field.shape).is_empty()), "schema/not-a-choice"),
    ];
    codes.into_iter().filter(|(applies, _)| *applies).map(|(_, code)| code).collect()
}

/// The allowed choices of a value, or of each item of a list.
pub fn choices(shape: &Shape) -> &'static [&'static str] {
    match shape {
        Shape::Choice(words) => words,
        Shape::List(item) => choices(item),
        Shape::OneOf(shapes) => shapes.iter().map(choices).find(|words| !words.is_empty()).unwrap_or_default(),
        Shape::Any
        | Shape::Nothing
        | Shape::Text
        | Shape::Bool
        | Shape::Integer
        | Shape::Number
        | Shape::Name(_)
        | Shape::Id(_)
        | Shape::Record(_)
        | Shape::Open(..)
        | Shape::Named(..)
        | Shape::Map(_)
        | Shape::Single(_) => &[],
    }
}
