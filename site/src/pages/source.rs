//! The source of a descriptor, with an anchor for each line, links for names, and highlighted findings.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::syntax::plain::{Plain, typed};
use descriptorium_core::syntax::{Kind, Node, Style};
use descriptorium_core::text::Span;
use descriptorium_core::workspace::SourceFile;

use crate::content::{Content, Element};
use crate::finding::{Finding, plural};
use crate::html::Href;
use crate::pages::address::Form;
use crate::pages::descriptor::breadcrumbs;
use crate::pages::model::Model;
use crate::pages::value::{Values, split};
use crate::pages::{Page, findings, name};

/// Maximum size of a text with syntax highlighting.
const MAX_COLORED: usize = 1 << 20;

/// The id of a line; the first line is 0.
pub fn line_id(line: usize) -> String {
    format!("L{}", line + 1)
}

pub fn model(page: &Page<'_>, file: &SourceFile) -> Model {
    let name = name(file);
    let findings = page.checked.findings(&file.path);
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "source-title", |content| content.text(file.path.as_str()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("Source of ");
            content.text_to(page.to_file(&file.path).as_ref(), &name.full);
            content.text(&format!(", {}", plural(n_lines(file), "line")));
            if let Some(href) = page.to_form(&file.path, Form::Yaml) {
                content.text(": ");
                content.link(&href, "", |content| content.text("YAML"));
            }
            content.text(".");
        });
        if !findings.is_empty() {
            findings::list(page, content, findings, Some(&file.path));
        }
        let values = Values::new(page, file);
        listing(content, file, findings, Some(&values));
    });
    let mut crumbs = breadcrumbs(page, file);
    crumbs.push((name.version.clone().unwrap_or_else(|| name.short.clone()), page.to_file(&file.path)));
    let text = page.to_form(&file.path, Form::Yaml).map(|href| (href, Form::Yaml.media_type()));
    let (here, alternates) = (Some("Source".to_owned()), text.into_iter().collect());
    Model { breadcrumbs: crumbs, here, alternates, main, class: "wide", ..Model::default() }
}

/// A trailing line break does not start another line.
fn n_lines(file: &SourceFile) -> usize {
    let n_lines = file.lines.count();
    if file.text.ends_with(['\n', '\r']) { n_lines - 1 } else { n_lines }
}

/// The text with highlighted findings. With `values`, as on a page of its own, lines have numbers and anchors, and
/// names are linked.
pub fn listing(content: &mut Content, file: &SourceFile, findings: &[Finding], values: Option<&Values<'_>>) {
    let tokens = if file.text.len() <= MAX_COLORED { tokens(file) } else { Vec::new() };
    let marks = marks(findings);
    let mentions = values.map_or(&[][..], |values| &values.mentions);
    content.element_with(Element::Preformatted, &[("class", "source"), ("tabindex", "0")], |content| {
        for line in 0..n_lines(file) {
            let id = line_id(line);
            let span = file.lines.span(&file.text, line);
            let attributes = [("class", "line"), ("id", id.as_str())];
            content.element_with(
                Element::Span,
                if values.is_some() { &attributes } else { &attributes[..1] },
                |content| {
                    if values.is_some() {
                        number(content, &id, line + 1);
                    }
                    for (piece, mention) in split(span, mentions, |mention| mention.span) {
                        match mention.and_then(|mention| values?.target(mention)) {
                            Some(href) => {
                                content.link(&href, "", |content| marked(content, file, piece, &marks, &tokens))
                            }
                            None => marked(content, file, piece, &marks, &tokens),
                        }
                    }
                    content.text("\n");
                },
            );
        }
    });
}

/// The style sheet draws the number, so that copied text does not contain it.
fn number(content: &mut Content, id: &str, number: usize) {
    let number = number.to_string();
    let label = format!("Line {number}");
    let attributes = [("class", "n"), ("data-n", number.as_str()), ("aria-label", label.as_str())];
    content.link_with(&Href::here(id), &attributes, |_| {});
}

fn marked(
    content: &mut Content,
    file: &SourceFile,
    span: Span,
    marks: &[(Span, Severity, &str)],
    tokens: &[(Span, &'static str)],
) {
    for (piece, mark) in split(span, marks, |(span, ..)| *span) {
        match mark {
            Some((_, severity, message)) => {
                let attributes = [("class", severity.name()), ("title", message)];
                content.element_with(Element::Marked, &attributes, |content| colored(content, file, piece, tokens));
            }
            None => colored(content, file, piece, tokens),
        }
    }
}

fn colored(content: &mut Content, file: &SourceFile, span: Span, tokens: &[(Span, &'static str)]) {
    for (piece, token) in split(span, tokens, |(span, _)| *span) {
        match token {
            Some((_, class)) => content.element(Element::Span, class, |content| content.text(piece.of(&file.text))),
            None => content.text(piece.of(&file.text)),
        }
    }
}

/// The locations of findings in order; of overlapping ones, only the first.
fn marks(findings: &[Finding]) -> Vec<(Span, Severity, &str)> {
    let marks = findings.iter().filter_map(|finding| {
        let place = finding.place.as_ref()?;
        Some((place.span, finding.severity, finding.message.as_str()))
    });
    apart(marks.collect())
}

/// The syntax highlighting of the text, in order.
fn tokens(file: &SourceFile) -> Vec<(Span, &'static str)> {
    let mut tokens: Vec<(Span, &'static str)> = file.tree.comments.iter().map(|span| (*span, "c")).collect();
    for document in &file.tree.documents {
        node_tokens(&document.root, &mut tokens);
    }
    let tokens = tokens.into_iter().map(|(span, class)| (span, class, ()));
    apart(tokens.collect()).into_iter().map(|(span, class, ())| (span, class)).collect()
}

fn node_tokens(node: &Node, tokens: &mut Vec<(Span, &'static str)>) {
    if let Some(properties) = &node.properties {
        tokens.push((properties.span, "a"));
    }
    match &node.kind {
        Kind::Null | Kind::Error => {}
        Kind::Alias(_) => tokens.push((node.span, "a")),
        Kind::Scalar(scalar) => match (scalar.style, typed(scalar)) {
            (Style::Plain, Plain::Null | Plain::Bool(_)) => tokens.push((node.span, "w")),
            (Style::Plain, Plain::Integer(_) | Plain::Float(_)) => tokens.push((node.span, "d")),
            (Style::Plain, Plain::Text(_)) => {}
            (Style::SingleQuoted | Style::DoubleQuoted | Style::Literal | Style::Folded, _) => {
                tokens.push((node.span, "s"));
            }
        },
        Kind::Sequence(sequence) => sequence.items.iter().for_each(|item| node_tokens(item, tokens)),
        Kind::Mapping(mapping) => {
            for entry in &mapping.entries {
                match &entry.key.kind {
                    Kind::Scalar(_) => tokens.push((entry.key.span, "k")),
                    Kind::Null | Kind::Error | Kind::Alias(_) | Kind::Sequence(_) | Kind::Mapping(_) => {
                        node_tokens(&entry.key, tokens);
                    }
                }
                node_tokens(&entry.value, tokens);
            }
        }
    }
}

/// Sorts spans and drops those that overlap with a previous one.
fn apart<A, B>(mut spans: Vec<(Span, A, B)>) -> Vec<(Span, A, B)> {
    spans.sort_by_key(|(span, ..)| *span);
    let mut end = 0;
    spans.retain(|(span, ..)| {
        let fits = span.start >= end && !span.is_empty();
        if fits {
            end = span.end;
        }
        fits
    });
    spans
}
