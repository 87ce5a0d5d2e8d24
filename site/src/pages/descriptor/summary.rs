//! The short form of a descriptor for Markdown: its sections as lists, and its text.

use descriptorium_core::document::value::{SECRET, of_node};
use descriptorium_core::rules::catalog_settings::publication::address_of;
use descriptorium_core::syntax::{Entry, Node};
use descriptorium_core::text::Span;
use descriptorium_core::workspace::SourceFile;
use serde_json::Value;

use crate::content::{Content, Element};
use crate::html::Href;
use crate::pages::address::Form;
use crate::pages::layout::capitalized;
use crate::pages::{
    Ownership, Page, UseKind, called, deployment, expansion, inherited, installation, section, template,
};

/// The word in place of a secret.
const HIDDEN: &str = SECRET;

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
    ownership(page, content, file);
    if let Some(description) = file.root.as_ref().and_then(|root| root.get("description")?.as_text()) {
        page.introduction(content, description, folder, &mut Vec::new());
    }
    for section in section::entries(file) {
        content.element(Element::Heading(2), "", |content| content.text(section.key.as_text().unwrap_or_default()));
        let rows = section.value.entries();
        if rows.is_empty() {
            let text = masked(file, Span::new(0, section.value.span.end as usize), page.secrets(file));
            let span = Span::new(start_after(file, section.value.span, page.secrets(file)), text.len());
            content.listing(&dedented(&text, span), "yaml");
            continue;
        }
        content.element(Element::List, "", |content| {
            for row in rows {
                content.element(Element::Item, "", |content| {
                    content.code(row.key.as_text().unwrap_or_default());
                    facts(content, &file.text, &row.value, page.secrets(file));
                    let description = row.value.get("description").and_then(Node::as_text).unwrap_or_default();
                    if !description.trim().is_empty() {
                        content.text(": ");
                        page.markdown_in_line(content, description, folder);
                    }
                    rest(content, &row.value, page.secrets(file));
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
    content.listing(&masked(file, Span::new(0, file.text.len()), page.secrets(file)), "yaml");
}

/// The owner, lifecycle, tags and links of the descriptor as a list.
fn ownership(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let Some(Ownership { owner, contact, lifecycle, successor, tags, links }) = page.site.ownership(&file.path) else {
        return;
    };
    let mut facts = Vec::new();
    facts.extend(owner.as_ref().map(|owner| ("Owner", Content::of(|content| content.text(owner)))));
    facts.extend(contact.as_ref().map(|contact| {
        let href = address_of(contact).and_then(|address| Href::of_web(&address));
        let contact = Content::of(|content| content.text_to(href.as_ref(), contact));
        ("Contact", contact)
    }));
    facts.extend(lifecycle.map(|of| ("Lifecycle", Content::of(|content| content.text(of.name())))));
    facts.extend(successor.as_ref().map(|name| {
        let successor = Content::of(|content| content.text_to(page.to_successor(name).as_ref(), name));
        ("Successor", successor)
    }));
    if !tags.is_empty() {
        facts.push(("Tags", Content::of(|content| content.text(&tags.join(", ")))));
    }
    let links: Vec<_> = links.iter().filter_map(|link| Some((link, Href::of_web(&link.url)?))).collect();
    if !links.is_empty() {
        let all = Content::of(|content| {
            for (index, (link, href)) in links.iter().enumerate() {
                content.text(if index == 0 { "" } else { ", " });
                content.link(href, "", |content| content.text(&link.title));
            }
        });
        facts.push(("Links", all));
    }
    if facts.is_empty() {
        return;
    }
    content.element(Element::List, "", |content| {
        for (term, fact) in &facts {
            content.element(Element::Item, "", |content| {
                content.text(&format!("{term}: "));
                content.append(fact);
            });
        }
    });
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

/// Keys of an entry that its line has.
const SAID: [&str; 4] = ["type", "description", "default", "value"];
/// Maximum depth of nested lists.
const MAX_NESTED: usize = 4;

/// Writes the keys of an entry that its line does not have, as a nested list: the values of a component, the ends and operations
/// of a relationship.
fn rest(content: &mut Content, value: &Node, secrets: &[Span]) {
    let is_flag = |node: &Node| matches!(of_node(node), Value::Bool(true));
    let is_other = |entry: &&Entry| {
        let key = entry.key.as_text().unwrap_or_default();
        // A long default is only mentioned in the line.
        !SAID.contains(&key) && !is_flag(&entry.value)
    };
    let others: Vec<&Entry> = value.entries().iter().filter(is_other).collect();
    nested(content, &others, secrets, 1);
}

fn nested(content: &mut Content, entries: &[&Entry], secrets: &[Span], depth: usize) {
    if entries.is_empty() {
        return;
    }
    content.element(Element::List, "", |content| {
        for entry in entries {
            content.element(Element::Item, "", |content| {
                content.code(entry.key.as_text().unwrap_or_default());
                nested_value(content, &entry.value, secrets, depth);
            });
        }
    });
}

fn nested_value(content: &mut Content, value: &Node, secrets: &[Span], depth: usize) {
    if !value.is_null() && secrets.contains(&value.span) {
        return content.text(": hidden");
    }
    let entries: Vec<&Entry> = value.entries().iter().collect();
    // The value of a property alone needs no level of its own.
    if let [entry] = entries[..]
        && entry.key.as_text() == Some("value")
        && entry.value.as_text().is_some()
    {
        return nested_value(content, &entry.value, secrets, depth);
    }
    let is_short = entries.is_empty() || depth >= MAX_NESTED;
    if is_short {
        let words = of_node(value);
        let words = words.as_str().map_or_else(|| words.to_string(), str::to_owned);
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let end = words.char_indices().nth(4 * MAX_VALUE).map_or(words.len(), |(at, _)| at);
        if !value.is_null() && !words.is_empty() {
            content.text(": ");
            content.code(&words[..end]);
            content.text(if end < words.len() { " …" } else { "" });
        }
        return;
    }
    nested(content, &entries, secrets, depth + 1);
}

/// Writes the type, flags and values of a property or similar entry in parentheses.
fn facts(content: &mut Content, text: &str, value: &Node, secrets: &[Span]) {
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
    let keys = value.entries().iter().filter_map(|entry| entry.key.as_text());
    for key in keys.filter(|key| !SAID.contains(key) && is_so(key)) {
        fact(content, &|content| content.text(key));
    }
    for key in ["default", "value"] {
        let Some(stated) = value.get(key) else { continue };
        if !stated.is_null() && secrets.contains(&stated.span) {
            fact(content, &|content| content.text(&format!("hidden {key}")));
            continue;
        }
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

/// The secrets without those inside of others, in the order of the text.
fn outermost(secrets: &[Span]) -> Vec<Span> {
    let mut sorted: Vec<Span> = secrets.iter().filter(|span| !span.is_empty()).copied().collect();
    sorted.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    sorted.retain(|span| {
        let is_outer = span.start >= end;
        end = end.max(span.end);
        is_outer
    });
    sorted
}

/// A part of the text of a file with a word in place of each secret.
fn masked(file: &SourceFile, part: Span, secrets: &[Span]) -> String {
    let mut text = String::new();
    let mut at = part.start;
    for secret in outermost(secrets).into_iter().filter(|secret| secret.start >= part.start && secret.end <= part.end) {
        text.push_str(Span { start: at, end: secret.start }.of(&file.text));
        text.push_str(HIDDEN);
        // A block ends with its last line.
        if secret.of(&file.text).ends_with('\n') {
            text.push('\n');
        }
        at = secret.end;
    }
    text.push_str(Span { start: at, end: part.end }.of(&file.text));
    text
}

/// Where the value at `span` starts in a text whose secrets are masked.
fn start_after(file: &SourceFile, span: Span, secrets: &[Span]) -> usize {
    masked(file, Span { start: 0, end: span.start }, secrets).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked() {
        let path = descriptorium_core::text::FilePath::new("a.yaml").expect("a path");
        let text = "a: one\nb: {c: two}\nd: |\n  three\ne: 1\n";
        let file = SourceFile::new(path, text);
        let span = |part: &str| {
            let start = text.find(part).expect("a part");
            Span::new(start, start + part.len())
        };
        let all = [span("{c: two}"), span("two"), span("|\n  three\n")];
        let whole = masked(&file, Span::new(0, text.len()), &all);
        assert_eq!(whole, "a: one\nb: <secret>\nd: <secret>\ne: 1\n");
        assert_eq!(whole.get(start_after(&file, span("e: 1"), &all)..), Some("e: 1\n"));
    }

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
