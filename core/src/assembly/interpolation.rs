//! `${...}`: the grammar of references in values (AD-REF-01).

use smol_str::SmolStr;

use crate::syntax::{Node, Style};
use crate::text::Span;

/// A value split at its references.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Interpolation {
    pub pieces: Vec<Piece>,
    pub errors: Vec<InterpolationError>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    Text(SmolStr),
    Reference(PropertyPath),
}

/// `component.property.key[0]`: the text between `${` and `}`.
#[derive(Clone, PartialEq, Debug)]
pub struct PropertyPath {
    /// Not empty; the first is a [`Segment::Name`].
    pub segments: Vec<Segment>,
    /// From `${` to `}`, in the file.
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Segment {
    Name {
        name: SmolStr,
        span: Span,
    },
    /// `[n]`, counted from 0.
    Index {
        index: usize,
        span: Span,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct InterpolationError {
    pub kind: InterpolationErrorKind,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InterpolationErrorKind {
    /// `${` without `}`.
    Unclosed,
    /// `${}` or an empty segment.
    Empty,
    /// `${` within `${`.
    Nested,
    /// A character that is not allowed in segments.
    BadCharacter,
    /// Surrounding blanks, which are ignored.
    Blanks,
}

impl Interpolation {
    /// Parses the scalar `node`; empty for a collection.
    pub fn of(node: &Node, text: &str) -> Self {
        let Some(scalar) = node.as_scalar() else { return Interpolation::default() };
        // Most values contain no reference, and searching for one byte is fastest.
        if !scalar.value.as_bytes().contains(&b'$') {
            let pieces = vec![Piece::Text(scalar.value.clone())];
            return Interpolation { pieces, errors: Vec::new() };
        }
        let offsets = OffsetMap::of(node, text);
        parse(&scalar.value, &offsets)
    }

    /// The reference that is the whole value and passes on its type.
    pub fn whole(&self) -> Option<&PropertyPath> {
        match self.pieces.as_slice() {
            [Piece::Reference(path)] => Some(path),
            _ => None,
        }
    }

    pub fn references(&self) -> impl Iterator<Item = &PropertyPath> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Reference(path) => Some(path),
            Piece::Text(_) => None,
        })
    }
}

impl PropertyPath {
    /// Parses `component.property[0]` outside any file.
    pub fn parse(text: &str) -> Option<Self> {
        let nowhere = OffsetMap { whole: Span::default(), start: None };
        path(text, 0, text.len(), &nowhere).ok().map(|(path, _)| path)
    }

    /// The name of the first segment.
    pub fn head(&self) -> &str {
        self.name(0).unwrap_or("")
    }

    /// The name at `index`; `None` for an index segment.
    pub fn name(&self, index: usize) -> Option<&str> {
        match self.segments.get(index)? {
            Segment::Name { name, .. } => Some(name),
            Segment::Index { .. } => None,
        }
    }
}

impl Segment {
    pub fn span(&self) -> Span {
        match self {
            Segment::Name { span, .. } | Segment::Index { span, .. } => *span,
        }
    }
}

/// Whether `node` contains no references at any depth.
pub fn is_static(node: &Node) -> bool {
    let entries = node.entries().iter().map(|entry| &entry.value);
    !node.as_text().is_some_and(|text| text.contains("${")) && entries.chain(node.items()).all(is_static)
}

/// Maps offsets in a scalar's content to the file. Exact if the content has no escapes or folding, otherwise the whole
/// scalar.
struct OffsetMap {
    whole: Span,
    start: Option<usize>,
}

impl OffsetMap {
    fn of(node: &Node, text: &str) -> Self {
        let Some(scalar) = node.as_scalar() else { return OffsetMap { whole: node.span, start: None } };
        let quote = usize::from(matches!(scalar.style, Style::SingleQuoted | Style::DoubleQuoted));
        let start = node.span.start as usize + quote;
        let exact = text.get(start..start + scalar.value.len()) == Some(scalar.value.as_str());
        OffsetMap { whole: node.span, start: exact.then_some(start) }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        self.start.map_or(self.whole, |offset| Span::new(offset + start, offset + end))
    }
}

fn parse(value: &str, offsets: &OffsetMap) -> Interpolation {
    let mut result = Interpolation::default();
    let mut rest = 0;
    while let Some(found) = value[rest..].find("${") {
        let open = rest + found;
        if open > rest {
            result.pieces.push(Piece::Text(value[rest..open].into()));
        }
        let body = open + 2;
        let Some(length) = value[body..].find('}') else {
            let span = offsets.span(open, value.len());
            result.errors.push(InterpolationError { kind: InterpolationErrorKind::Unclosed, span });
            result.pieces.push(Piece::Text(value[open..].into()));
            return result;
        };
        let close = body + length;
        match path(value, body, close, offsets) {
            Ok((path, blanks)) => {
                if blanks {
                    let span = offsets.span(open, close + 1);
                    result.errors.push(InterpolationError { kind: InterpolationErrorKind::Blanks, span });
                }
                result.pieces.push(Piece::Reference(path));
            }
            Err(kind) => {
                result.errors.push(InterpolationError { kind, span: offsets.span(open, close + 1) });
                result.pieces.push(Piece::Text(value[open..=close].into()));
            }
        }
        rest = close + 1;
    }
    if rest < value.len() {
        result.pieces.push(Piece::Text(value[rest..].into()));
    }
    result
}

/// Parses the path between `body` and `close`; also returns whether it was surrounded by blanks.
fn path(
    value: &str,
    body: usize,
    close: usize,
    offsets: &OffsetMap,
) -> Result<(PropertyPath, bool), InterpolationErrorKind> {
    let inner = &value[body..close];
    if inner.contains("${") {
        return Err(InterpolationErrorKind::Nested);
    }
    let trimmed = inner.trim();
    let start = body + (inner.len() - inner.trim_start().len());
    let mut segments = Vec::new();
    let mut at = start;
    for part in trimmed.split('.') {
        segment(part, at, offsets, &mut segments)?;
        at += part.len() + 1;
    }
    let span = offsets.span(body.saturating_sub(2), close + 1);
    Ok((PropertyPath { segments, span }, trimmed.len() < inner.len()))
}

/// Parses `name[0][1]` at `at`.
fn segment(
    part: &str,
    at: usize,
    offsets: &OffsetMap,
    segments: &mut Vec<Segment>,
) -> Result<(), InterpolationErrorKind> {
    let name_end = part.find('[').unwrap_or(part.len());
    let (name, mut indices) = part.split_at(name_end);
    if name.is_empty() {
        return Err(InterpolationErrorKind::Empty);
    }
    if name.contains(|character: char| character.is_whitespace() || "]{}$".contains(character)) {
        return Err(InterpolationErrorKind::BadCharacter);
    }
    segments.push(Segment::Name { name: name.into(), span: offsets.span(at, at + name_end) });
    let mut offset = at + name_end;
    while !indices.is_empty() {
        let inner = indices.strip_prefix('[').ok_or(InterpolationErrorKind::BadCharacter)?;
        let end = inner.find(']').ok_or(InterpolationErrorKind::BadCharacter)?;
        let index = inner[..end].parse().map_err(|_| InterpolationErrorKind::BadCharacter)?;
        segments.push(Segment::Index { index, span: offsets.span(offset, offset + end + 2) });
        offset += end + 2;
        indices = &inner[end + 1..];
    }
    Ok(())
}
