//! The sections of a descriptor as tables. The columns come from the schema tables of the language, so new keys need no
//! code here.

use descriptorium_core::schema::{Field, Record, Shape, spot};
use descriptorium_core::syntax::plain::{Plain, typed};
use descriptorium_core::syntax::{Entry, Node, NodePath, Step};
use descriptorium_core::text::is_deceptive;
use descriptorium_core::workspace::SourceFile;
use hashbrown::HashSet;

use crate::content::{Content, Element};
use crate::html::longest_part;
use crate::pages::clause;
use crate::pages::layout::{capitalized, heading, prose_class, table_class};
use crate::pages::value::{Values, is_word, width_of};

/// Top-level keys that are shown elsewhere or are not content.
const ELSEWHERE: [&str; 3] = ["name", "description", "designerLayout"];

/// The allowed values if the schema does not restrict them.
static ANYTHING: Shape = Shape::Any;

/// The id for a path: its JSON pointer, with code points for characters that an id must not contain.
pub fn id_of(path: &NodePath) -> String {
    let pointer = path.to_string();
    let is_plain = |byte: u8| matches!(byte, b'!'..=b'~') && byte != b'%';
    if pointer.bytes().all(is_plain) {
        return pointer;
    }
    pointer.chars().fold(String::new(), |mut id, character| {
        if character == '%' || character.is_whitespace() || is_deceptive(character) {
            id.push_str(&format!("%{:x}.", u32::from(character)));
        } else {
            id.push(character);
        }
        id
    })
}

/// The nodes whose entries are the sections of a descriptor, with their paths and records, the innermost first.
fn levels(file: &SourceFile) -> Vec<(NodePath, &Node, Option<&'static Record>)> {
    let (Some(language), Some(root)) = (file.language, file.root.as_deref()) else { return Vec::new() };
    let schema = language.schema_of(root);
    let level = |path: NodePath| {
        let record =
            if path.is_root() { Some(schema) } else { spot(root, schema, &path).and_then(|at| at.shape.record()) };
        Some((root.at(&path)?, record)).map(|(node, record)| (path, node, record))
    };
    file.levels(&NodePath::root()).into_iter().filter_map(level).collect()
}

/// The id of the nearest described ancestor of `path` or of `path` itself; `None` if the descriptor has no such
/// section.
pub fn nearest_id(record: &'static Record, path: &NodePath) -> Option<String> {
    let mut steps = path.steps().iter().map_while(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    });
    let section = steps.next()?;
    let (mut at, mut shape) = (NodePath::keys([section]), &record.field(section)?.shape);
    let mut found = at.clone();
    while let (Some(record), Some(name)) = (rows(shape), steps.next()) {
        found = at.key(name);
        let Some((key, field)) = steps.next().and_then(|key| Some((key, record.field(key)?))) else { break };
        (at, shape) = (found.key(key), &field.shape);
    }
    Some(id_of(&found))
}

/// The entries that are the sections of a descriptor.
pub fn entries(file: &SourceFile) -> Vec<&Entry> {
    let levels = levels(file);
    let Some((inner, ..)) = levels.first() else { return Vec::new() };
    let own = levels.iter().flat_map(|(path, node, _)| node.entries().iter().map(move |entry| (path, entry)));
    own.filter(|(path, entry)| is_section(path, entry, inner)).map(|(_, entry)| entry).collect()
}

/// Whether an entry of the node at `at` is a section: neither shown elsewhere, nor around the node at `inner`.
fn is_section(at: &NodePath, entry: &Entry, inner: &NodePath) -> bool {
    entry.key.as_text().is_some_and(|key| !ELSEWHERE.contains(&key) && !inner.starts_with(&at.key(key)))
}

/// All sections of a descriptor. Their ids and titles are added to `contents`.
pub fn write(values: &Values<'_>, content: &mut Content, contents: &mut Vec<(String, String)>) {
    let levels = levels(values.file);
    let Some((inner, ..)) = levels.first() else { return };
    for (path, node, record) in &levels {
        write_entries(values, (node, path), inner, *record, content, contents);
    }
}

/// The entries of the definition at a path as sections, if it exists.
pub fn write_definition(
    values: &Values<'_>,
    record: &'static Record,
    path: &NodePath,
    content: &mut Content,
    contents: &mut Vec<(String, String)>,
) {
    let Some(node) = values.file.root.as_ref().and_then(|root| root.at(path)) else { return };
    let section = path.steps().first().and_then(|step| match step {
        Step::Key(key) => record.field(key),
        Step::Index(_) => None,
    });
    let record = section.and_then(|section| rows(&section.shape));
    write_entries(values, (node, path), path, record, content, contents);
}

/// The entries of `node` at `path` as sections, in the order of its record, except the one that `inner` is in.
fn write_entries(
    values: &Values<'_>,
    (node, at): (&Node, &NodePath),
    inner: &NodePath,
    record: Option<&'static Record>,
    content: &mut Content,
    contents: &mut Vec<(String, String)>,
) {
    let field = |key: &str| record.and_then(|record| record.field(key));
    let place = |entry: &&Entry| {
        let key = entry.key.as_text().unwrap_or("");
        record.and_then(|record| record.fields.iter().position(|field| field.name == key)).unwrap_or(usize::MAX)
    };
    let mut entries: Vec<&Entry> = node.entries().iter().collect();
    entries.sort_by_key(place);
    let mut known: Vec<&str> = Vec::new();
    for entry in entries {
        let Some(key) = entry.key.as_text().filter(|_| is_section(at, entry, inner)) else { continue };
        let path = at.key(key);
        let n_before = known.iter().filter(|known| **known == key).count();
        known.push(key);
        // The first of duplicate keys is used. No other id contains a `%` that is not followed by a period.
        let (id, path) = match n_before {
            0 => (id_of(&path), Some(path)),
            n_before => (format!("{}%{}", id_of(&path), n_before + 1), None),
        };
        let (title, field) = (title(key), field(key));
        content.element(Element::Section, "", |content| {
            heading(content, &id, &title);
            if let Some(field) = field {
                content.element(Element::Paragraph, "note", |content| {
                    content.text_with_code(first_line(values.documentation.of_field(field)))
                });
            }
            body(values, content, &entry.value, field.map_or(&ANYTHING, |field| &field.shape), path.as_ref());
        });
        contents.push((id, title));
    }
}

/// `private-properties` as `Private properties`. A key in camel case, as in application service descriptors, is kept.
fn title(key: &str) -> String {
    if key.contains(char::is_uppercase) {
        return key.to_owned();
    }
    capitalized(&key.replace(['-', '_'], " "))
}

fn first_line(doc: &str) -> &str {
    doc.lines().next().unwrap_or("")
}

fn body(values: &Values<'_>, content: &mut Content, node: &Node, shape: &'static Shape, path: Option<&NodePath>) {
    match named_records(node, shape) {
        Some(record) => table(values, content, node, record, path, true),
        None => content.element(Element::Group, "value", |content| values.write(content, node)),
    }
}

/// The record of the entries of `node`, if `node` is a mapping from names to records.
fn named_records(node: &Node, shape: &'static Shape) -> Option<&'static Record> {
    rows(shape).filter(|_| !node.entries().is_empty())
}

/// The record of entries with free names.
fn rows(shape: &'static Shape) -> Option<&'static Record> {
    match shape {
        Shape::Named(_, Shape::List(item)) => item.record(),
        Shape::Named(_, value) | Shape::Map(value) => value.record(),
        Shape::Single(inner) => rows(inner),
        Shape::OneOf(shapes) => shapes.iter().find_map(rows),
        Shape::Any
        | Shape::Nothing
        | Shape::Text
        | Shape::Bool
        | Shape::Integer
        | Shape::Number
        | Shape::Choice(_)
        | Shape::Name(_)
        | Shape::Id(_)
        | Shape::Record(_)
        | Shape::Open(..)
        | Shape::List(_) => None,
    }
}

/// A column of a table: a key that at least one row has.
struct Column<'a> {
    key: &'a str,
    field: Option<&'static Field>,
}

impl Column<'_> {
    fn shape(&self) -> &'static Shape {
        self.field.map_or(&ANYTHING, |field| &field.shape)
    }

    fn is_flag(&self) -> bool {
        matches!(self.shape(), Shape::Bool)
    }

    fn is_prose(&self) -> bool {
        self.key == "description"
    }

    /// The minimum width of the column in these rows, in characters.
    fn width(&self, rows: &[Row<'_>]) -> usize {
        let least = match self.key {
            _ if self.is_prose() => return 32,
            "type" => 12,
            _ => 16,
        };
        let values = rows.iter().filter_map(|row| self.of(row.value)).filter(|(_, node)| is_small(node));
        width_of(values.map(|(_, node)| node), least)
    }

    fn of<'n>(&self, row: &'n Node) -> Option<(&'n str, &'n Node)> {
        let aliases = self.field.map_or(&[][..], |field| field.aliases);
        let key = std::iter::once(self.key).chain(aliases.iter().copied()).find_map(|key| row.entry(key))?;
        Some((key.key.as_text()?, &key.value))
    }
}

/// A row of a table: a value of an entry, which can have several in a list.
#[derive(Clone, Copy)]
struct Row<'a> {
    entry: &'a Entry,
    value: &'a Node,
    is_first: bool,
}

/// The rows of a mapping from names to records or lists of records. An empty list has a row without values.
fn rows_of(node: &Node) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for entry in node.entries() {
        let values = match entry.value.items() {
            [] => std::slice::from_ref(&entry.value),
            items => items,
        };
        let values = values.iter().enumerate();
        rows.extend(values.map(|(index, value)| Row { entry, value, is_first: index == 0 }));
    }
    rows
}

/// The keys of the rows: known ones in the order of the record, then unknown ones, then the description.
fn columns<'a>(rows: &[Row<'a>], record: &'static Record) -> Vec<Column<'a>> {
    let values = || rows.iter().map(|row| row.value);
    let known = record.fields.iter().map(|field| Column { key: field.name, field: Some(field) });
    let mut columns: Vec<Column<'a>> = known.filter(|column| values().any(|row| column.of(row).is_some())).collect();
    for key in values().flat_map(Node::entries).filter_map(|entry| entry.key.as_text()) {
        if record.field(key).is_none() && !columns.iter().any(|column| column.key == key) {
            columns.push(Column { key, field: None });
        }
    }
    columns.sort_by_key(Column::is_prose);
    columns
}

/// One row for each name, or several for a name with a list. A value that does not fit in a cell gets a row below. Without
/// a `path`, rows have no anchors.
fn table(
    values: &Values<'_>,
    content: &mut Content,
    node: &Node,
    record: &'static Record,
    path: Option<&NodePath>,
    top: bool,
) {
    let rows = rows_of(node);
    let columns = columns(&rows, record);
    let in_cell = |column: &&Column<'_>| {
        let mut cells = rows.iter().filter_map(|row| column.of(row.value));
        !column.is_flag() && cells.any(|(_, node)| column.is_prose() || is_small(node))
    };
    let flags: Vec<&Column<'_>> = columns.iter().filter(|column| column.is_flag()).collect();
    let cells: Vec<&Column<'_>> = columns.iter().filter(in_cell).collect();
    let names = rows.iter().filter_map(|row| row.entry.key.as_text()).map(longest_part);
    let width = names.fold(NAME_WIDTH, usize::max) + cells.iter().map(|column| column.width(&rows)).sum::<usize>();
    content.open(Element::Group, &[("class", table_class(width))], None);
    let prose = columns.iter().filter(|column| column.is_prose());
    let prose = prose.flat_map(|column| rows.iter().filter_map(|row| column.of(row.value)?.1.as_text()));
    let prose = prose_class(prose);
    content.element(Element::Table, if top { "entries" } else { "entries nested" }, |content| {
        content.element(Element::TableHead, "", |content| {
            content.element(Element::Row, "", |content| {
                content.element_with(
                    Element::Head,
                    &[("scope", "col"), ("title", &plain(values.documentation.of_record(record)))],
                    |content| content.text(record.name),
                );
                for column in &cells {
                    let doc = column.field.map_or("", |field| first_line(values.documentation.of_field(field)));
                    content.element_with(Element::Head, &[("scope", "col"), ("title", &plain(doc))], |content| {
                        content.text(column.key)
                    });
                }
            });
        });
        content.element(Element::TableBody, "", |content| {
            let mut known = HashSet::new();
            for row in &rows {
                let Row { entry, value, is_first } = *row;
                // The first of duplicate keys is used.
                let key = entry.key.as_text().filter(|key| is_first && known.insert(*key));
                let path = path.and_then(|path| Some(path.key(key?)));
                content.element(Element::Row, "", |content| {
                    name_cell(values, content, row, path.as_ref(), &flags);
                    if value.as_mapping().is_none() && !value.is_null() && !cells.is_empty() {
                        let span = cells.len().to_string();
                        return content.element_with(Element::Cell, &[("colspan", &span)], |content| {
                            values.write(content, value)
                        });
                    }
                    cells.iter().for_each(|column| cell(values, content, column, value, prose));
                });
                let large = |column: &&Column<'_>| {
                    let value = column.of(value);
                    !column.is_prose() && !column.is_flag() && value.is_some_and(|(_, node)| !is_small(node))
                };
                let details: Vec<&Column<'_>> = columns.iter().filter(large).collect();
                if !details.is_empty() {
                    let span = (cells.len() + 1).to_string();
                    content.element(Element::Row, "details", |content| {
                        content.element_with(Element::Cell, &[("colspan", &span)], |content| {
                            details.iter().for_each(|column| detail(values, content, column, value, path.as_ref()));
                        });
                    });
                }
            }
        });
    });
    content.close(Element::Group);
}

/// Minimum width of the column of names, in characters.
const NAME_WIDTH: usize = 20;
/// Maximum length of a text in a cell.
const MAX_IN_CELL: usize = 48;

/// Whether a value fits in a cell.
fn is_small(node: &Node) -> bool {
    let short = |node: &Node| is_word(node) && node.as_text().is_none_or(|text| text.chars().count() <= MAX_IN_CELL);
    let items = node.items();
    short(node) || !items.is_empty() && items.len() <= 8 && items.iter().all(short)
}

fn name_cell(
    values: &Values<'_>,
    content: &mut Content,
    row: &Row<'_>,
    path: Option<&NodePath>,
    flags: &[&Column<'_>],
) {
    let id = path.map(id_of).unwrap_or_default();
    let attributes = [("scope", "row"), ("id", id.as_str())];
    content.element_with(Element::Head, if id.is_empty() { &attributes[..1] } else { &attributes }, |content| {
        content.element(Element::Code, "name", |content| values.key(content, row.entry));
        for flag in flags {
            let set = flag.of(row.value).and_then(|(_, node)| node.as_scalar());
            if set.is_some_and(|scalar| matches!(typed(scalar), Plain::Bool(true)) || scalar.value == "true") {
                content.text(" ");
                let doc = flag.field.map_or("", |field| first_line(values.documentation.of_field(field)));
                content.element_with(Element::Span, &[("class", "flag"), ("title", &plain(doc))], |content| {
                    content.text(flag.key)
                });
            }
        }
        if !id.is_empty() {
            content.permalink(&id, row.entry.key.as_text().unwrap_or(""));
        }
    });
}

/// `prose` is the class of descriptions.
fn cell(values: &Values<'_>, content: &mut Content, column: &Column<'_>, row: &Node, prose: &str) {
    let Some((key, node)) = column.of(row).filter(|(_, node)| column.is_prose() || is_small(node)) else {
        return content.element(Element::Cell, "", |_| {});
    };
    let class = if column.is_prose() { prose } else { "word" };
    content.element_with(Element::Cell, &[("class", class), ("data-label", column.key)], |content| {
        match node.as_text() {
            Some(text) if column.is_prose() => values.page.markdown(content, text, values.file.path.folder()),
            _ => match clause::in_words(values.file, key, node) {
                Some(words) => words.write(content),
                None => values.write(content, node),
            },
        }
    });
}

fn detail(values: &Values<'_>, content: &mut Content, column: &Column<'_>, row: &Node, path: Option<&NodePath>) {
    let Some((key, node)) = column.of(row) else { return };
    content.element(Element::Group, "detail", |content| {
        content.element(Element::Paragraph, "label", |content| content.text(key));
        let inner = path.map(|path| path.key(key));
        match (named_records(node, column.shape()), column.shape()) {
            (Some(record), _) => table(values, content, node, record, inner.as_ref(), false),
            (None, _) => {
                content.element(Element::Group, "value", |content| match clause::in_words(values.file, key, node) {
                    Some(words) => words.write(content),
                    None => values.write(content, node),
                })
            }
        }
    });
}

/// A text without backticks, for attributes.
fn plain(text: &str) -> String {
    text.replace('`', "")
}
