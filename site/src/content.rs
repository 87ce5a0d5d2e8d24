//! The content of a page, whatever form it is written in: text in typed elements. Pages are made as content once, and
//! written as HTML by [`html`] and as Markdown by [`markdown`]. Text from descriptors goes in as text and cannot become
//! an element.

pub mod description;
pub mod html;
pub mod markdown;

use crate::html::Href;

/// The kinds of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// A heading, from level 1.
    Heading(u8),
    Paragraph,
    Section,
    /// A group without semantics.
    Group,
    List,
    NumberedList,
    Item,
    /// A description list.
    Terms,
    Term,
    Meaning,
    Table,
    TableHead,
    TableBody,
    Row,
    /// A header cell of a row or a column.
    Head,
    Cell,
    Quote,
    /// Preformatted text.
    Preformatted,
    Figure,
    Caption,
    /// Content that is collapsed below a summary.
    Details,
    Summary,
    Rule,
    LineBreak,
    /// An image of the site, with its alternative text.
    Image,
    Link,
    Code,
    Key,
    Subscript,
    Superscript,
    Strong,
    Emphasis,
    /// Inline text with a class for styling, and optionally a title.
    Span,
    /// Inline text with an annotation in its title.
    Marked,
    Inserted,
    Deleted,
    /// A point in time.
    Time,
    /// A number as a bar.
    Meter,
    Button,
    /// Content for browsers without scripts.
    WithoutScript,
}

/// A token of the content, in the order of the text.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    Open(Element, Attributes<'a>),
    Close(Element),
    Text(&'a str),
    /// A diagram, as SVG.
    Diagram(&'a str),
}

/// The attributes of an element.
#[derive(Clone, Copy, Debug)]
pub struct Attributes<'a> {
    content: &'a Content,
    first: u32,
    count: u32,
}

/// A tree of elements and text, stored as a flat list of tokens.
///
/// Invariant: opened elements are closed in the reverse order, except void elements.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Content {
    tokens: Vec<Token>,
    attributes: Vec<(&'static str, Range)>,
    text: String,
}

/// A range of the text.
type Range = (u32, u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    /// An opened element, with the range of its attributes.
    Open(Element, Range),
    Close(Element),
    Text(Range),
    Diagram(Range),
}

impl<'a> Attributes<'a> {
    pub fn iter(self) -> impl Iterator<Item = (&'static str, &'a str)> {
        let range = self.first as usize..(self.first + self.count) as usize;
        let attributes = self.content.attributes.get(range).unwrap_or_default();
        attributes.iter().map(move |(name, value)| (*name, self.content.at(*value)))
    }

    pub fn get(self, name: &str) -> Option<&'a str> {
        self.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }
}

/// The attributes of a group that scrolls in narrow windows. It can be focused, so that keys scroll it.
fn scrolling(name: &str) -> [(&'static str, &str); 4] {
    [("class", "scroll"), ("role", "group"), ("aria-label", name), ("tabindex", "0")]
}

impl Content {
    /// Content written by `write`.
    pub fn of(write: impl FnOnce(&mut Content)) -> Self {
        let mut content = Content::default();
        write(&mut content);
        content
    }

    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The approximate size of the text, in bytes.
    pub fn size(&self) -> usize {
        self.text.len() + 16 * self.tokens.len()
    }

    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        self.tokens.iter().map(|token| match *token {
            Token::Open(element, (first, count)) => Piece::Open(element, Attributes { content: self, first, count }),
            Token::Close(element) => Piece::Close(element),
            Token::Text(range) => Piece::Text(self.at(range)),
            Token::Diagram(range) => Piece::Diagram(self.at(range)),
        })
    }

    fn at(&self, (start, end): Range) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Appends a text. 32-bit ranges suffice, since the input has less than 4 GiB.
    fn put(&mut self, text: &str) -> Range {
        let start = self.text.len();
        self.text.push_str(text);
        (start as u32, self.text.len() as u32)
    }

    pub fn text(&mut self, text: &str) {
        let start = self.text.len() as u32;
        let range = self.put(text);
        // Join adjacent pieces of text.
        match self.tokens.last_mut() {
            _ if text.is_empty() => {}
            Some(Token::Text((_, end))) if *end == start => *end = range.1,
            _ => self.tokens.push(Token::Text(range)),
        }
    }

    /// An element with a class, which may be empty.
    pub fn element(&mut self, element: Element, class: &str, content: impl FnOnce(&mut Content)) {
        let class = [("class", class)];
        self.element_with(element, if class[0].1.is_empty() { &[] } else { &class }, content);
    }

    pub fn element_with(
        &mut self,
        element: Element,
        attributes: &[(&'static str, &str)],
        content: impl FnOnce(&mut Content),
    ) {
        self.open(element, attributes, None);
        content(self);
        self.close(element);
    }

    pub fn open(&mut self, element: Element, attributes: &[(&'static str, &str)], to: Option<&Href>) {
        let first = self.attributes.len() as u32;
        let to = to.map(|to| ("href", to.as_str()));
        for (name, value) in to.into_iter().chain(attributes.iter().copied()) {
            let value = self.put(value);
            self.attributes.push((name, value));
        }
        self.tokens.push(Token::Open(element, (first, self.attributes.len() as u32 - first)));
    }

    pub fn close(&mut self, element: Element) {
        self.tokens.push(Token::Close(element));
    }

    pub fn link(&mut self, to: &Href, class: &str, content: impl FnOnce(&mut Content)) {
        let class = [("class", class)];
        self.link_with(to, if class[0].1.is_empty() { &[] } else { &class }, content);
    }

    pub fn link_with(&mut self, to: &Href, attributes: &[(&'static str, &str)], content: impl FnOnce(&mut Content)) {
        self.open(Element::Link, attributes, Some(to));
        content(self);
        self.close(Element::Link);
    }

    /// A text, as a link if it has an address.
    pub fn text_to(&mut self, to: Option<&Href>, text: &str) {
        match to {
            Some(to) => self.link(to, "", |content| content.text(text)),
            None => self.text(text),
        }
    }

    /// Inline code.
    pub fn code(&mut self, text: &str) {
        self.element(Element::Code, "", |content| content.text(text));
    }

    /// Text in which backticks mark code.
    pub fn text_with_code(&mut self, text: &str) {
        for (index, part) in text.split('`').enumerate() {
            if index % 2 == 1 { self.code(part) } else { self.text(part) }
        }
    }

    /// A code block in a language.
    pub fn listing(&mut self, text: &str, language: &str) {
        self.element_with(Element::Preformatted, &[("tabindex", "0")], |content| {
            let class = format!("language-{language}");
            content.element(Element::Code, &class, |content| content.text(text));
        });
    }

    /// Content that scrolls in narrow windows, with a name for screen readers.
    pub fn scrolling(&mut self, name: &str, write: impl FnOnce(&mut Content)) {
        self.element_with(Element::Group, &scrolling(name), write);
    }

    /// A table with a class and column titles. Columns that are empty in every row are left out.
    pub fn table(&mut self, class: &str, columns: &[&str], rows: impl FnOnce(&mut Content)) {
        let start = self.tokens.len();
        self.matrix(class, columns, rows);
        self.drop_empty_columns(start);
    }

    /// A table whose columns say something even if they are empty.
    pub fn matrix(&mut self, class: &str, columns: &[&str], rows: impl FnOnce(&mut Content)) {
        let class = [("class", class)];
        self.table_with(if class[0].1.is_empty() { &[] } else { &class }, columns, rows);
    }

    /// A table that a script sorts and, together with [`crate::pages::listing::controls`], filters. `noun` names the
    /// rows, in the plural. Columns that are empty in every row are left out.
    pub fn list_table(&mut self, class: &str, noun: &str, columns: &[&str], rows: impl FnOnce(&mut Content)) {
        let start = self.tokens.len();
        self.table_with(&[("class", class), ("data-list", noun)], columns, rows);
        self.drop_empty_columns(start);
    }

    fn table_with(&mut self, attributes: &[(&'static str, &str)], columns: &[&str], rows: impl FnOnce(&mut Content)) {
        self.element_with(Element::Table, attributes, |content| {
            content.element(Element::TableHead, "", |content| {
                content.element(Element::Row, "", |content| {
                    for column in columns {
                        content.element_with(Element::Head, &[("scope", "col")], |content| content.text(column));
                    }
                });
            });
            content.element(Element::TableBody, "", rows);
        });
    }

    /// Removes the columns that are empty in every row from the table whose first token is at `start`. Tables with cells
    /// over several columns are left as they are.
    fn drop_empty_columns(&mut self, start: usize) {
        // The cells of each row, as ranges of tokens.
        let mut rows: Vec<Vec<std::ops::Range<usize>>> = Vec::new();
        let (mut n_tables, mut cell) = (0_usize, None);
        for (at, token) in self.tokens.iter().enumerate().skip(start) {
            match token {
                Token::Open(Element::Table, _) => n_tables += 1,
                Token::Close(Element::Table) => n_tables = n_tables.saturating_sub(1),
                Token::Open(Element::Row, _) if n_tables == 1 => rows.push(Vec::new()),
                Token::Open(Element::Head | Element::Cell, _) if n_tables == 1 => cell = Some(at),
                Token::Close(Element::Head | Element::Cell) if n_tables == 1 => {
                    if let (Some(start), Some(row)) = (cell.take(), rows.last_mut()) {
                        row.push(start..at + 1);
                    }
                }
                _ => {}
            }
        }
        let Some((head, rows)) = rows.split_first() else { return };
        if rows.is_empty() || rows.iter().any(|row| row.len() != head.len()) {
            return;
        }
        let shows = |token: &Token| {
            matches!(token, Token::Text(_) | Token::Diagram(_) | Token::Open(Element::Image | Element::Meter, _))
        };
        let is_empty = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column).cloned());
            cells.into_iter().all(|cell| !self.tokens.get(cell).is_some_and(|tokens| tokens.iter().any(shows)))
        };
        let empty: Vec<usize> = (0..head.len()).filter(|column| is_empty(*column)).collect();
        if empty.is_empty() {
            return;
        }
        let mut dropped: Vec<std::ops::Range<usize>> = std::iter::once(head)
            .chain(rows)
            .flat_map(|row| empty.iter().filter_map(|column| row.get(*column).cloned()))
            .collect();
        dropped.sort_by_key(|range| range.start);
        let mut dropped = dropped.into_iter().peekable();
        let mut at = 0;
        self.tokens.retain(|_| {
            while dropped.next_if(|range| range.end <= at).is_some() {}
            let is_kept = dropped.peek().is_none_or(|range| at < range.start);
            at += 1;
            is_kept
        });
    }

    /// The header cell of a row.
    pub fn row_head(&mut self, content: impl FnOnce(&mut Content)) {
        self.element_with(Element::Head, &[("scope", "row")], content);
    }

    /// A link from a heading to itself, labelled with its `name`.
    pub fn permalink(&mut self, id: &str, name: &str) {
        let label = format!("Link to {name}");
        let attributes = [("class", "permalink"), ("aria-label", label.as_str())];
        self.link_with(&Href::here(id), &attributes, |content| content.text("#"));
    }

    /// A diagram rendered by the core.
    pub fn diagram(&mut self, svg: &str) {
        let range = self.put(svg);
        self.tokens.push(Token::Diagram(range));
    }

    /// Appends other content.
    pub fn append(&mut self, other: &Content) {
        let (text, attributes) = (self.text.len() as u32, self.attributes.len() as u32);
        let moved = |(start, end): Range| (start + text, end + text);
        self.text.push_str(&other.text);
        self.attributes.extend(other.attributes.iter().map(|(name, value)| (*name, moved(*value))));
        self.tokens.extend(other.tokens.iter().map(|token| match *token {
            Token::Open(element, (first, count)) => Token::Open(element, (first + attributes, count)),
            Token::Close(element) => Token::Close(element),
            Token::Text(range) => Token::Text(moved(range)),
            Token::Diagram(range) => Token::Diagram(moved(range)),
        }));
    }
}
