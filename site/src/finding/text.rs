//! Findings for people, in the style of rustc: message, source lines, help.

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use descriptorium_core::diagnostic::Severity;

use crate::finding::{Finding, Location, Related};
use crate::printable::line;

/// Maximum number of lines in one excerpt.
const MAX_LINES: usize = 4;
/// Maximum number of bytes shown before the finding in its line, and after it in each line.
const MAX_CONTEXT: usize = 160;

/// Maximum distance in bytes of two locations that share an excerpt.
const MAX_TOGETHER: usize = 4_000;

const BREAKS: [char; 2] = ['\n', '\r'];

/// The finding with colors, which the caller strips if they are not wanted. A mark says that `--fix` corrects it.
pub fn print(finding: &Finding, is_marked: bool) -> String {
    let text = |text: &str| line(text).into_owned();
    let related = finding.related.iter();
    let related =
        related.map(|one| Related { file: text(&one.file), message: text(&one.message), ..one.clone() }).collect();
    let mark = if is_marked { "[*] " } else { "" };
    let (file, message) = (text(&finding.file), format!("{mark}{}", text(&finding.message)));
    print_escaped(&Finding { file, message, help: finding.help.as_deref().map(text), related, ..finding.clone() })
}

fn print_escaped(finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let mut group = Group::with_title(level.primary_title(&finding.message).id(finding.code));
    let together = finding.place.as_ref().and_then(|place| together(finding, place));
    group = match (&finding.place, &together) {
        (_, Some(_)) => group,
        (Some(place), None) => group.element(excerpt(&finding.file, place, AnnotationKind::Primary, None)),
        (None, None) if finding.file.is_empty() => group,
        (None, None) => group.element(Origin::path(&finding.file)),
    };
    let apart = finding.related.iter().filter(|related| together.is_none() || related.file != finding.file);
    let apart =
        apart.map(|related| excerpt(&related.file, &related.place, AnnotationKind::Context, Some(&related.message)));
    group = group.elements(together.clone().into_iter().map(Element::from)).elements(apart);
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help));
    }
    Renderer::styled().render(&[group])
}

/// One excerpt for the finding and nearby related locations in the same file.
fn together<'a>(finding: &'a Finding, place: &'a Location) -> Option<Snippet<'a, Annotation<'a>>> {
    let text: &str = &place.text;
    let related: Vec<&Related> = finding.related.iter().filter(|related| related.file == finding.file).collect();
    let places = || std::iter::once(place).chain(related.iter().map(|related| &related.place));
    let start = floor(text, places().map(|place| place.span.range().start).min()?);
    let end = floor(text, places().map(|place| place.span.range().end).max()?.max(start));
    if related.is_empty() || end - start > MAX_TOGETHER {
        return None;
    }
    let back = floor(text, start.saturating_sub(MAX_CONTEXT));
    let first = text[back..start].rfind(BREAKS).map(|at| back + at + 1).or((back == 0).then_some(0))?;
    let ahead = floor(text, end + MAX_CONTEXT);
    let last = text[end..ahead].find(BREAKS).map(|at| end + at).or((ahead == text.len()).then_some(ahead))?;
    let window = text.get(first..last)?;
    if window.lines().any(|line| line.len() > 2 * MAX_CONTEXT) {
        return None;
    }
    let inside = |place: &Location| {
        let range = place.span.range();
        floor(text, range.start) - first..floor(text, range.end.max(range.start)).min(last) - first
    };
    let line = places().map(|place| place.start.line).min()?;
    let snippet = Snippet::source(window).path(&finding.file).line_start(line + 1);
    let snippet = snippet.annotation(AnnotationKind::Primary.span(inside(place)));
    let others =
        related.iter().map(|related| AnnotationKind::Context.span(inside(&related.place)).label(&related.message));
    Some(snippet.annotations(others))
}

/// The lines of a location. A long span is shown by its beginning, and a long line by its middle.
fn excerpt<'a>(file: &'a str, place: &'a Location, kind: AnnotationKind, label: Option<&'a str>) -> Element<'a> {
    let text: &str = &place.text;
    let span = place.span.range();
    let start = floor(text, span.start);
    // Limits the search, so that a text with one huge line is not slow.
    let back = floor(text, start.saturating_sub(MAX_CONTEXT));
    let ahead = floor(text, start + MAX_LINES * MAX_CONTEXT);
    let first = text[back..start].rfind(BREAKS).map(|at| back + at + 1);
    let (prefix, first) = match first {
        None if back > 0 => ("… ", floor(text, start.saturating_sub(MAX_CONTEXT / 4))),
        first => ("", first.unwrap_or(0)),
    };
    let end = floor(text, span.end.max(span.start)).min(ahead);
    let cut = text[start..end].match_indices('\n').nth(MAX_LINES - 1).map(|(at, _)| start + at);
    let last = cut.or_else(|| text[end..ahead].find(BREAKS).map(|at| end + at));
    let (last, suffix) = match last {
        None if ahead < text.len() => (floor(text, end + MAX_CONTEXT / 4).min(ahead), " …"),
        last => (last.unwrap_or(text.len()), ""),
    };
    let source = format!("{prefix}{}{suffix}", &text[first..last]);
    let annotation = kind.span(prefix.len() + start - first..prefix.len() + end.min(last) - first);
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
