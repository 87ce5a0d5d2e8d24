//! The short form of a descriptor for Markdown: its sections as lists, and its text.

use descriptorium_core::document::value::of_node;
use descriptorium_core::syntax::Node;
use descriptorium_core::text::Span;
use descriptorium_core::workspace::SourceFile;
use serde_json::Value;

use crate::content::{Content, Element};
use crate::pages::address::Form;
use crate::pages::layout::capitalized;
use crate::pages::{Page, UseKind, called, deployment, expansion, inherited, installation, section, template};

/// Maximum length of a value in a row, in characters.
const MAX_VALUE: usize = 80;

pub fn write(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let folder = file.path.folder();
    content.element(Element::Heading(1), "", |content| content.text(&called(file)));
    content.element(Element::Paragraph, "", |content| {
        content.text(&capitalized(file.language.map_or("", |language| language.label())));
        content.text(" in ");
        content.code(file.path.as_str());
        let ways = [("source", Form::Source), ("YAML", Form::Yaml)];
        for (index, (words, form)) in ways.into_iter().enumerate() {
            let Some(href) = page.to_form(&file.path, form) else { continue };
            content.text(if index == 0 { ": " } else { ", " });
            content.link(&href, "", |content| content.text(words));
        }
        content.text(".");
    });
    if let Some(description) = file.root.as_ref().and_then(|root| root.get("description")?.as_text()) {
        page.introduction(content, description, folder, &mut Vec::new());
    }
    for section in section::entries(file) {
        content.element(Element::Heading(2), "", |content| content.text(section.key.as_text().unwrap_or_default()));
        let rows = section.value.entries();
        if rows.is_empty() {
            content.listing(&dedented(&file.text, section.value.span), "yaml");
            continue;
        }
        content.element(Element::List, "", |content| {
            for row in rows {
                content.element(Element::Item, "", |content| {
                    content.code(row.key.as_text().unwrap_or_default());
                    facts(content, &file.text, &row.value);
                    let description = row.value.get("description").and_then(Node::as_text).unwrap_or_default();
                    if !description.trim().is_empty() {
                        content.text(": ");
                        page.markdown_in_line(content, description, folder);
                    }
                });
            }
        });
    }
    inherited::summary(page, content, file);
    expansion::summary(page, content, file);
    template::summary(page, content, file);
    deployment::summary(page, content, file);
    installation::summary(page, content, file);
    for (title, uses) in [("Uses", page.site.uses(&file.path)), ("Used by", page.site.used_by(&file.path))] {
        if uses.is_empty() {
            continue;
        }
        content.element(Element::Heading(2), "", |content| content.text(title));
        content.element(Element::List, "", |content| {
            for one in uses {
                let user = page.site.facts(&one.user).map_or("", |user| &user.name.full);
                content.element(Element::Item, "", |content| {
                    content.code(if title == "Uses" { &one.name } else { user });
                    content.text(" as ");
                    content.code(one.part.last_key().unwrap_or_default());
                    if one.kind() == UseKind::Reference {
                        content.text(" (reference)");
                    }
                });
            }
        });
    }
    content.element(Element::Heading(2), "", |content| content.text("Source"));
    content.listing(&file.text, "yaml");
}

/// The text at `span`. If it starts a line, its lines lose the indentation of the first one, which is outside of the span.
fn dedented(text: &str, span: Span) -> String {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let indentation = before.rsplit('\n').next().unwrap_or_default();
    let value = span.of(text);
    if indentation.is_empty() || !indentation.bytes().all(|byte| byte == b' ') {
        return value.to_owned();
    }
    value.lines().map(|line| line.strip_prefix(indentation).unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Writes the type, flags and values of a property or similar entry in parentheses.
fn facts(content: &mut Content, text: &str, value: &Node) {
    let is_so = |key: &str| value.get(key).is_some_and(|flag| matches!(of_node(flag), Value::Bool(true)));
    let mut n_facts = 0;
    let mut fact = |content: &mut Content, write: &dyn Fn(&mut Content)| {
        content.text(if n_facts == 0 { " (" } else { ", " });
        n_facts += 1;
        write(content);
    };
    if let Some(of) = value.get("type").and_then(Node::as_text) {
        fact(content, &|content| content.code(of));
    }
    for key in ["required", "read-only"].into_iter().filter(|key| is_so(key)) {
        fact(content, &|content| content.text(key));
    }
    for key in ["default", "value"] {
        let Some(stated) = value.get(key) else { continue };
        let words = stated.span.of(text).split_whitespace().collect::<Vec<_>>().join(" ");
        fact(content, &|content| match words.chars().count() <= MAX_VALUE && !words.is_empty() {
            true => {
                content.text(&format!("{key} "));
                content.code(&words);
            }
            false => content.text(&format!("with a {key}")),
        });
    }
    if n_facts > 0 {
        content.text(")");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lose_the_indentation_of_their_first_line() {
        let at = |text: &str, value: &str| {
            let start = text.find(value).expect("a value");
            dedented(text, Span::new(start, start + value.len()))
        };
        assert_eq!(at("a:\n  - b: 1\n    c: 2\n  - d\n", "- b: 1\n    c: 2\n  - d"), "- b: 1\n  c: 2\n- d");
        assert_eq!(at("a: |\n  one\n", "|\n  one"), "|\n  one");
        assert_eq!(at("a:\n- b\n- c\n", "- b\n- c"), "- b\n- c");
    }
}
