//! Answers for editors. Positions are those of the Language Server Protocol, or the path of a node.

use descriptorium_core::document::change::Edits;
use descriptorium_core::document::check::Range;
use descriptorium_core::lsp::convert::Encoding;
use descriptorium_core::lsp::{answer, convert};
use descriptorium_core::symbol::Symbol;
use descriptorium_core::syntax::{Kind, NodePath};
use descriptorium_core::text::{FilePath, LineIndex, Span, byte_of_utf16};
use descriptorium_core::workspace::SourceFile;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::catalog::Catalog;
use crate::error::{Code, Error};
use crate::questions::{edits, pointer};

/// A position, or the path of a node.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a position `{line, character}` or the path of a node, such as `/composition/web`"
)]
enum Place {
    At(String),
    Position { line: usize, character: usize },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    path: String,
    at: Place,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfFile {
    path: String,
}

/// A name in a text, and where it is defined.
#[derive(Serialize)]
pub struct Location {
    file: String,
    /// The path of the node.
    at: String,
    /// The range of the name.
    range: Range,
}

/// The path of a node, which exists in the file.
pub fn node(catalog: &Catalog, path: &FilePath, at: &str) -> Result<NodePath, Error> {
    let file = catalog.file(path.as_str())?;
    let root = file.root.as_ref();
    let found = root.and_then(|root| NodePath::parse(at, root)).filter(|found| found.is_root() == at.is_empty());
    let found = found.filter(|found| found.is_root() || root.is_some_and(|root| root.at(found).is_some()));
    found.ok_or_else(|| Error::not_found(format!("no node `{at}` in `{path}`")))
}

fn byte(text: &str, lines: &LineIndex, line: usize, character: usize) -> usize {
    if line >= lines.count() {
        return text.len();
    }
    let span = lines.span(text, line);
    span.start as usize + byte_of_utf16(span.of(text), character)
}

/// The offset of a place: for a node the start of its value if that is a scalar, and of its key otherwise.
fn offset(catalog: &Catalog, file: &SourceFile, place: &Place) -> Result<usize, Error> {
    match place {
        Place::Position { line, character } => Ok(byte(&file.text, &file.lines, *line, *character)),
        Place::At(at) => {
            let path = node(catalog, &file.path, at)?;
            let found = file.root.as_ref().and_then(|root| root.at(&path));
            let is_scalar = found.is_some_and(|node| matches!(node.kind, Kind::Scalar(_)));
            let key = file.key_span(&path).filter(|_| !is_scalar);
            Ok(key.or_else(|| file.span_of(&path)).map_or(0, |span| span.start as usize))
        }
    }
}

fn located(catalog: &Catalog, path: &FilePath, at: &NodePath, span: Span) -> Option<Location> {
    let file = catalog.analysis.file(path)?;
    Some(Location { file: path.to_string(), at: pointer(at), range: Range::of_span(file, span) })
}

fn symbol_at(catalog: &Catalog, asked: &At) -> Result<Option<Symbol>, Error> {
    let file = catalog.file(&asked.path)?;
    Ok(catalog.analysis.definition(&file.path, offset(catalog, file, &asked.at)?))
}

/// The suggestions at a place, as completion items of the Language Server Protocol.
pub fn complete(catalog: &Catalog, asked: &At) -> Result<Value, Error> {
    let file = catalog.file(&asked.path)?;
    Ok(json!(answer::completion_at(&catalog.analysis, Encoding::Utf16, file, offset(catalog, file, &asked.at)?)))
}

/// The documentation at a place, in Markdown; `null` if there is none.
pub fn hover(catalog: &Catalog, asked: &At) -> Result<Value, Error> {
    let file = catalog.file(&asked.path)?;
    Ok(json!(answer::hover_at(&catalog.analysis, Encoding::Utf16, file, offset(catalog, file, &asked.at)?)))
}

/// Where the name at a place is defined; `None` if there is no name, or it is unresolved.
pub fn definition(catalog: &Catalog, asked: &At) -> Result<Option<Location>, Error> {
    let symbol = symbol_at(catalog, asked)?;
    Ok(symbol.and_then(|symbol| located(catalog, &symbol.file, &symbol.path, symbol.span)))
}

/// The mentions of the name at a place.
pub fn references(catalog: &Catalog, asked: &At) -> Result<Vec<Location>, Error> {
    let Some(symbol) = symbol_at(catalog, asked)? else { return Ok(Vec::new()) };
    let found = catalog.analysis.references(&symbol.file, &symbol.path).into_iter();
    Ok(found.filter_map(|(path, mention)| located(catalog, &path, &mention.path, mention.span)).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RenameArguments {
    path: String,
    at: Place,
    name: String,
}

pub fn rename(catalog: &mut Catalog, asked: &RenameArguments) -> Result<Edits, Error> {
    // Mentions must be known in all files.
    catalog.analysis = catalog.analysis.with_due_checked();
    let file = catalog.file(&asked.path)?;
    let symbol = catalog.analysis.definition(&file.path, offset(catalog, file, &asked.at)?);
    let symbol = symbol.ok_or_else(|| Error::new(Code::NotFound, "there is no name to rename here"))?;
    let change = catalog.analysis.rename(&symbol.file, &symbol.path, asked.name.trim())?;
    Ok(edits(catalog, &change))
}

/// A range of the Language Server Protocol.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenRange {
    start: GivenPosition,
    end: GivenPosition,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenPosition {
    line: usize,
    character: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormatArguments {
    path: String,
    range: Option<GivenRange>,
}

pub fn format(catalog: &Catalog, asked: &FormatArguments) -> Result<Edits, Error> {
    let file = catalog.file(&asked.path)?;
    let offset = |position: &GivenPosition| byte(&file.text, &file.lines, position.line, position.character);
    let selection = asked.range.as_ref().map(|range| {
        let start = offset(&range.start);
        Span::new(start, offset(&range.end).max(start))
    });
    let change = catalog.analysis.formatted(&file.path, selection)?;
    Ok(edits(catalog, &change))
}

/// A definition in a file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Defined {
    name: String,
    /// A symbol kind of the Language Server Protocol.
    kind: Value,
    /// One line, such as its type; may be empty.
    detail: String,
    at: String,
    /// The range of the whole definition.
    range: Range,
    /// The range of the name.
    selection_range: Range,
}

/// The definitions in a file, in the order of its text.
pub fn symbols(catalog: &Catalog, asked: &OfFile) -> Result<Vec<Defined>, Error> {
    let file = catalog.file(&asked.path)?;
    let symbols = catalog.analysis.symbols(&file.path).into_iter();
    let defined = symbols.map(|symbol| Defined {
        name: symbol.name.to_string(),
        kind: json!(convert::symbol_kind(symbol.kind)),
        detail: symbol.detail,
        at: pointer(&symbol.path),
        range: Range::of_span(file, symbol.full_span.cover(symbol.span)),
        selection_range: Range::of_span(file, symbol.span),
    });
    Ok(defined.collect())
}
