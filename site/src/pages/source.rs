//! The text of a descriptor, each line with an address, what it mentions linked, and what is wrong marked.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::syntax::plain::{Plain, typed};
use descriptorium_core::syntax::{Kind, Node, Style};
use descriptorium_core::text::Span;
use descriptorium_core::workspace::SourceFile;

use crate::finding::{Finding, plural};
use crate::html::{Href, Html};
use crate::pages::descriptor::breadcrumbs;
use crate::pages::layout::{Body, document};
use crate::pages::value::{Values, split};
use crate::pages::{Page, name, problems};

/// The largest text that is colored.
const MAX_COLORED: usize = 1 << 20;

/// The id of a line, from 0.
pub fn line_id(line: usize) -> String {
    format!("L{}", line + 1)
}

pub fn page(page: &Page<'_>, file: &SourceFile) -> String {
    let name = name(file);
    let findings = page.checked.findings(&file.path);
    let main = Html::of(|html| {
        html.element("h1", "source-title", |html| html.text(file.path.as_str()));
        html.element("p", "lead", |html| {
            html.text("The text of ");
            match page.to_file(&file.path) {
                Some(href) => html.link(&href, "", |html| html.text(&name.full)),
                None => html.text(&name.full),
            }
            html.text(&format!(", {}", plural(n_lines(file), "line")));
            if let Some(href) = page.to_twin(&file.path, "yaml") {
                html.text(": ");
                html.link(&href, "", |html| html.text("YAML"));
            }
            html.text(".");
        });
        if !findings.is_empty() {
            problems::list(page, html, findings, Some(&file.path));
        }
        let values = Values::new(page, file);
        listing(html, file, findings, Some(&values));
    });
    let mut crumbs = breadcrumbs(page, file);
    crumbs.push((name.version.clone().unwrap_or_else(|| name.short.clone()), page.to_file(&file.path)));
    let twins = page.to_twin(&file.path, "yaml").map(|href| (href, "application/yaml")).into_iter().collect();
    document(page, &Body { breadcrumbs: crumbs, here: Some("Source"), twins, main, class: "wide", ..Body::default() })
}

/// The last line break ends a line rather than beginning one.
fn n_lines(file: &SourceFile) -> usize {
    let n_lines = file.lines.count();
    if file.text.ends_with(['\n', '\r']) { n_lines - 1 } else { n_lines }
}

/// The text, what is wrong with it marked. With `values` it is a page's own: its lines are numbered and can be linked
/// to, and what it mentions is linked.
pub fn listing(html: &mut Html, file: &SourceFile, findings: &[Finding], values: Option<&Values<'_>>) {
    let tokens = if file.text.len() <= MAX_COLORED { tokens(file) } else { Vec::new() };
    let marks = marks(findings);
    let mentions = values.map_or(&[][..], |values| &values.mentions);
    html.element_with("pre", &[("class", "source"), ("tabindex", "0")], |html| {
        for line in 0..n_lines(file) {
            let id = line_id(line);
            let span = file.lines.span(&file.text, line);
            let attributes = [("class", "line"), ("id", id.as_str())];
            html.element_with("span", if values.is_some() { &attributes } else { &attributes[..1] }, |html| {
                if values.is_some() {
                    number(html, &id, line + 1);
                }
                for (piece, mention) in split(span, mentions, |mention| mention.span) {
                    match mention.and_then(|mention| values?.target(mention)) {
                        Some(href) => html.link(&href, "", |html| marked(html, file, piece, &marks, &tokens)),
                        None => marked(html, file, piece, &marks, &tokens),
                    }
                }
                html.text("\n");
            });
        }
    });
}

/// The number is drawn by the style sheet, so that copied text goes without.
fn number(html: &mut Html, id: &str, number: usize) {
    let number = number.to_string();
    let label = format!("Line {number}");
    let attributes = [("class", "n"), ("data-n", number.as_str()), ("aria-label", label.as_str())];
    html.link_with(&Href::here(id), &attributes, |_| {});
}

fn marked(
    html: &mut Html,
    file: &SourceFile,
    span: Span,
    marks: &[(Span, Severity, &str)],
    tokens: &[(Span, &'static str)],
) {
    for (piece, mark) in split(span, marks, |(span, ..)| *span) {
        match mark {
            Some((_, severity, message)) => {
                let attributes = [("class", severity.name()), ("title", message)];
                html.element_with("mark", &attributes, |html| colored(html, file, piece, tokens));
            }
            None => colored(html, file, piece, tokens),
        }
    }
}

fn colored(html: &mut Html, file: &SourceFile, span: Span, tokens: &[(Span, &'static str)]) {
    for (piece, token) in split(span, tokens, |(span, _)| *span) {
        match token {
            Some((_, class)) => html.element("span", class, |html| html.text(piece.of(&file.text))),
            None => html.text(piece.of(&file.text)),
        }
    }
}

/// The places of findings, in order; where two overlap, the one that begins first.
fn marks(findings: &[Finding]) -> Vec<(Span, Severity, &str)> {
    let marks = findings.iter().filter_map(|finding| {
        let place = finding.place.as_ref()?;
        Some((place.span, finding.severity, finding.message.as_str()))
    });
    apart(marks.collect())
}

/// What each piece of the text is, in order.
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

/// Sorted, and without those that overlap with one before.
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
