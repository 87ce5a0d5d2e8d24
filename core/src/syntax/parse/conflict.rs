//! Conflict markers that a version control system left in a text.
//!
//! The first version of a conflict is parsed; its markers and the other versions are blanked out before parsing, so
//! that a conflict is a single error and everything else in the text is read as usual.

use crate::syntax::{SyntaxError, SyntaxErrorKind};
use crate::text::Span;

/// Number of characters of a marker.
const LENGTH: usize = 7;

/// A text without its conflicts.
pub(super) struct Masked {
    /// The text with markers and other versions replaced by spaces; all offsets are the same.
    pub(super) text: String,
    /// The blanked ranges, in text order.
    hidden: Vec<Span>,
    /// One for each conflict.
    pub(super) errors: Vec<SyntaxError>,
}

impl Masked {
    /// `None` if the text has no conflicts, as nearly all texts.
    pub(super) fn of(text: &str) -> Option<Self> {
        if !text.contains("<<<<<<<") && !text.contains(">>>>>>>") {
            return None;
        }
        let markers = markers(text);
        if !markers.iter().any(|(_, sign)| matches!(sign, b'<' | b'>')) {
            return None;
        }
        let mut masked = Masked { text: String::new(), hidden: Vec::new(), errors: Vec::new() };
        let mut rest = markers.as_slice();
        // A marker that belongs to no complete conflict is part of the last one, if that is not complete either.
        let mut loose = false;
        while let Some(((span, _), behind)) = rest.split_first() {
            rest = behind;
            let length = complete(rest).filter(|_| span.of(text).starts_with('<'));
            if length.is_some() || !loose {
                let end = length.and_then(|length| rest.get(length - 1)).map(|(end, _)| *end);
                masked.errors.push(SyntaxError { kind: SyntaxErrorKind::MergeConflict, span: *span, related: end });
            }
            masked.hidden.push(*span);
            loose = length.is_none();
            if let Some((conflict, behind)) = length.and_then(|length| rest.split_at_checked(length)) {
                let (first, last) = (conflict.first(), conflict.last());
                masked.hidden.extend(first.zip(last).map(|((first, _), (last, _))| first.cover(*last)));
                rest = behind;
            }
        }
        masked.text = blanked(text, &masked.hidden);
        Some(masked)
    }

    /// Whether an error is about a range that was blanked out.
    pub(super) fn hides(&self, error: &SyntaxError) -> bool {
        let before = self.hidden.partition_point(|span| span.start <= error.span.start);
        before.checked_sub(1).and_then(|at| self.hidden.get(at)).is_some_and(|span| error.span.start < span.end)
    }
}

/// The sign of a line that is a marker.
pub(super) fn marker(line: &str) -> Option<u8> {
    let sign = *line.as_bytes().first().filter(|sign| matches!(sign, b'<' | b'|' | b'=' | b'>'))?;
    let (signs, behind) = line.as_bytes().split_at_checked(LENGTH)?;
    let ends = behind.is_empty() || sign != b'=' && behind.starts_with(b" ");
    (ends && signs.iter().all(|byte| *byte == sign)).then_some(sign)
}

/// The lines that are markers, with their signs.
fn markers(text: &str) -> Vec<(Span, u8)> {
    let mut markers = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let content = line.trim_end_matches(['\n', '\r']);
        if let Some(sign) = marker(content) {
            markers.push((Span::new(start, start + content.len()), sign));
        }
        start += line.len();
    }
    markers
}

/// The number of markers up to the end of the conflict that begins before `rest`; `None` if it has no end.
fn complete(rest: &[(Span, u8)]) -> Option<usize> {
    let middle = rest.iter().take_while(|(_, sign)| matches!(sign, b'|' | b'=')).count();
    (middle > 0 && rest.get(middle).is_some_and(|(_, sign)| *sign == b'>')).then_some(middle + 1)
}

/// The text with spaces instead of everything but line breaks in `hidden`, which is in text order.
fn blanked(text: &str, hidden: &[Span]) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut end = 0;
    for span in hidden {
        let range = span.range();
        blanked.push_str(text.get(end..range.start).unwrap_or_default());
        for byte in span.of(text).bytes() {
            blanked.push(if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' });
        }
        end = range.end;
    }
    blanked.push_str(text.get(end..).unwrap_or_default());
    blanked
}
