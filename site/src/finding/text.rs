//! Findings for people, as good compilers print them: the message, the lines it is about, and what to do.

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use descriptorium_core::diagnostic::Severity;

use crate::finding::{Finding, Place};

/// The most lines of a text that are shown for one place.
const MAX_LINES: usize = 4;
/// The most bytes of a line that are shown before and behind what is wrong with it.
const MAX_CONTEXT: usize = 160;

/// The finding with colors, which whoever prints it leaves out where they are not wanted.
pub fn print(finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let mut group = Group::with_title(level.primary_title(&finding.message).id(finding.code));
    group = match &finding.place {
        Some(place) => group.element(excerpt(&finding.file, place, AnnotationKind::Primary, None)),
        None if finding.file.is_empty() => group,
        None => group.element(Origin::path(&finding.file)),
    };
    for related in &finding.related {
        group = group.element(excerpt(&related.file, &related.place, AnnotationKind::Context, Some(&related.message)));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help));
    }
    Renderer::styled().render(&[group])
}

/// The lines that hold a place. A long span is shown by its beginning, and a long line by its middle.
fn excerpt<'a>(file: &'a str, place: &'a Place, kind: AnnotationKind, label: Option<&'a str>) -> Element<'a> {
    let text: &str = &place.text;
    let span = place.span.range();
    let (start, end) = (floor(text, span.start), floor(text, span.end.max(span.start)));
    let first = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let last = text[end..].find(['\n', '\r']).map_or(text.len(), |at| end + at);
    let shown = text[first..last].match_indices('\n').nth(MAX_LINES - 1).map_or(last, |(at, _)| first + at);
    if start - first > MAX_CONTEXT || shown - start > MAX_LINES * MAX_CONTEXT {
        return fragment(file, place, kind, label, start, end.min(shown));
    }
    let annotation = kind.span(start - first..end.min(shown) - first);
    let snippet = Snippet::source(&text[first..shown]).path(file).line_start(place.start.line + 1).fold(false);
    snippet.annotation(labeled(annotation, label)).into()
}

/// A piece of a line that is too long to be shown.
fn fragment<'a>(
    file: &'a str,
    place: &'a Place,
    kind: AnnotationKind,
    label: Option<&'a str>,
    start: usize,
    end: usize,
) -> Element<'a> {
    let text: &str = &place.text;
    let line_start = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |at| start + at);
    let end = end.min(line_end).min(floor(text, start + MAX_CONTEXT));
    let from = floor(text, start.saturating_sub(MAX_CONTEXT / 4)).max(line_start);
    let to = floor(text, end + MAX_CONTEXT / 4).min(line_end);
    let lead = if from > line_start { "… " } else { "" };
    let trail = if to < line_end { " …" } else { "" };
    let source = format!("{lead}{}{trail}", &text[from..to]);
    let annotation = kind.span(lead.len() + start - from..lead.len() + end.max(start) - from);
    let snippet = Snippet::source(source).path(file).line_start(place.start.line + 1).fold(false);
    snippet.annotation(labeled(annotation, label)).into()
}

fn labeled<'a>(annotation: Annotation<'a>, label: Option<&'a str>) -> Annotation<'a> {
    match label {
        Some(label) => annotation.label(label),
        None => annotation,
    }
}

fn floor(text: &str, offset: usize) -> usize {
    descriptorium_core::text::floor_boundary(text, offset)
}
