//! Values whose entries have the same shape, as tables. Nested keys become columns such as `position.latitude`.

use descriptorium_core::syntax::{Entry, Node};

use crate::content::{Content, Element};
use crate::pages::clause;
use crate::pages::layout;
use crate::pages::value::{Values, is_word, width_of};

/// Maximum number of columns.
const MAX_COLUMNS: usize = 8;
/// Maximum length of a value in a cell, and of a list of values.
const MAX_LENGTH: usize = 40;
const MAX_LIST: usize = 4;
/// Maximum depth of nested keys.
const MAX_DEPTH: usize = 3;
/// Minimum width of a column, in characters.
const WIDTH: usize = 12;

/// A list or a map as rows and columns.
#[derive(Debug)]
pub struct Grid<'a> {
    is_map: bool,
    columns: Vec<String>,
    rows: Vec<Row<'a>>,
}

#[derive(Debug)]
struct Row<'a> {
    /// The entry of a map.
    entry: Option<&'a Entry>,
    /// The values by column.
    cells: Vec<(String, &'a Node)>,
}

impl<'a> Grid<'a> {
    /// The value as a grid, if it has at least two entries of about the same shape with short values.
    pub fn of(values: &Values<'_>, node: &'a Node) -> Option<Self> {
        let items = node.items().iter().map(|item| (None, item));
        let entries = node.entries().iter().map(|entry| (Some(entry), &entry.value));
        let mut rows = Vec::new();
        let mut columns: Vec<String> = Vec::new();
        for (entry, value) in items.chain(entries) {
            let mut cells = Vec::new();
            if value.entries().is_empty() || !flatten(values, value, "", MAX_DEPTH, &mut cells) {
                return None;
            }
            for (column, _) in &cells {
                if !columns.contains(column) {
                    if columns.len() == MAX_COLUMNS {
                        return None;
                    }
                    columns.push(column.clone());
                }
            }
            rows.push(Row { entry, cells });
        }
        let n_cells: usize = rows.iter().map(|row| row.cells.len()).sum();
        let is_dense = 3 * n_cells >= 2 * rows.len() * columns.len();
        let fits = rows.len() > 1 && columns.len() > 1 && is_dense;
        fits.then(|| Grid { is_map: !node.entries().is_empty(), columns, rows })
    }

    pub fn write(&self, values: &Values<'_>, content: &mut Content) {
        let n_columns = self.columns.len() + usize::from(self.is_map);
        let mut titles: Vec<&str> = if self.is_map { vec!["Name"] } else { Vec::new() };
        titles.extend(self.columns.iter().map(String::as_str));
        let parts = |title: &str| {
            let cells = self.rows.iter().flat_map(|row| &row.cells).filter(|(column, _)| column == title);
            width_of(cells.map(|(_, node)| *node), WIDTH)
        };
        let width = WIDTH * (n_columns - self.columns.len()) + self.columns.iter().map(|one| parts(one)).sum::<usize>();
        content.element(Element::Group, layout::table_class(width), |content| {
            content.table("grid", &titles, |content| {
                for row in &self.rows {
                    content.element(Element::Row, "", |content| {
                        if let Some(entry) = row.entry {
                            content.row_head(|content| {
                                content.element(Element::Code, "name", |content| values.key(content, entry))
                            });
                        }
                        for column in &self.columns {
                            let cell = row.cells.iter().find(|(name, _)| name == column);
                            let attributes = [("data-label", column.as_str())];
                            content.element_with(Element::Cell, &attributes, |content| {
                                if let Some((_, node)) = cell {
                                    values.write(content, node);
                                }
                            });
                        }
                    });
                }
            });
        });
    }
}

/// Adds the values of a map by their keys, with nested keys joined. Returns whether all of them fit into cells.
fn flatten<'a>(
    values: &Values<'_>,
    node: &'a Node,
    above: &str,
    depth: usize,
    cells: &mut Vec<(String, &'a Node)>,
) -> bool {
    node.entries().iter().all(|entry| {
        let Some(key) = entry.key.as_text() else { return false };
        let column = if above.is_empty() { key.to_owned() } else { format!("{above}.{key}") };
        // A repeated key would be lost, and a condition is easier to read in words.
        if cells.iter().any(|(known, _)| *known == column) || clause::in_words(values.file, key, &entry.value).is_some()
        {
            return false;
        }
        if !entry.value.entries().is_empty() {
            return depth > 1 && flatten(values, &entry.value, &column, depth - 1, cells);
        }
        let fits = is_short(&entry.value);
        if fits {
            cells.push((column, &entry.value));
        }
        fits && cells.len() <= MAX_COLUMNS
    })
}

fn is_short(node: &Node) -> bool {
    let is_short = |node: &Node| is_word(node) && node.as_text().is_none_or(|text| text.chars().count() <= MAX_LENGTH);
    let items = node.items();
    // An empty list or map is a word, too.
    let is_empty = node.as_text().is_none() && items.is_empty() && node.entries().is_empty();
    is_short(node) || is_empty || !items.is_empty() && items.len() <= MAX_LIST && items.iter().all(is_short)
}
