//! The properties and other members that the definitions of a descriptor inherit from their types: a section of its
//! page, and JSON.

use descriptorium_core::document::descriptor::Member;
use descriptorium_core::document::value::{SECRET, of_yaml};
use descriptorium_core::inherited::Inherited;
use descriptorium_core::syntax::plain::as_written;
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::text::floor_boundary;
use descriptorium_core::tosca;
use descriptorium_core::tosca::inherited::Refinement;
use descriptorium_core::tosca::secret::is_secret;
use descriptorium_core::workspace::SourceFile;
use serde_json::Value;

use crate::content::{Content, Element};
use crate::pages::layout::{self, capitalized, heading, items, more_items, table_class};
use crate::pages::{Page, clause};

/// Maximum number of members, and maximum size of a default value in bytes.
const MAX_SHOWN: usize = 200;
const MAX_VALUE: usize = 160;
/// The width that the columns of members of several types need, in characters.
const MIXED_WIDTH: usize = 90;

fn members<'a>(page: &'a Page<'_>, file: &'a SourceFile) -> Vec<Inherited<'a>> {
    let context = page.checked.analysis.context(file);
    file.language.map_or_else(Vec::new, |language| (language.services().inherited)(context))
}

/// The type of a member, or the type that it requires.
fn type_name(member: &Node) -> &str {
    let keys = ["type", "capability"].into_iter().find_map(|key| member.get(key)?.as_text());
    keys.or_else(|| member.as_text()).unwrap_or_default()
}

/// The default value in one line, possibly truncated.
fn default(member: &Node) -> Option<String> {
    let default = member.get("default")?;
    Some(if is_secret(member) { SECRET.to_owned() } else { one_line(default) })
}

/// A value in one line, possibly truncated.
fn one_line(value: &Node) -> String {
    let text = match of_yaml(&as_written(value)) {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let end = floor_boundary(&text, MAX_VALUE);
    if end < text.len() { format!("{}…", &text[..end]) } else { text }
}

/// The section on the page of the descriptor.
pub fn section(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    table(page, content, file, &members(page, file), contents);
}

/// The section on the page of a type.
pub fn section_of_type(
    page: &Page<'_>,
    content: &mut Content,
    (file, path): (&SourceFile, &NodePath),
    contents: &mut Vec<(String, String)>,
) {
    table(page, content, file, &members_of_type(page, file, path), contents);
}

fn members_of_type<'a>(page: &'a Page<'_>, file: &'a SourceFile, path: &NodePath) -> Vec<Inherited<'a>> {
    tosca::inherited::members_of(page.checked.analysis.context(file), path)
}

/// The inherited members of a type as JSON.
pub fn data_of_type(page: &Page<'_>, file: &SourceFile, path: &NodePath) -> Vec<Member> {
    listed(&members_of_type(page, file, path))
}

/// The members of a type that refine those of an ancestor, with the keys that the type states differently.
pub fn refinements(
    page: &Page<'_>,
    content: &mut Content,
    (file, path): (&SourceFile, &NodePath),
    contents: &mut Vec<(String, String)>,
) {
    let refined = refinements_of(page, file, path);
    if refined.is_empty() {
        return;
    }
    content.element(Element::Section, "", |content| {
        heading(content, "refined", "Refined");
        content.element(Element::List, "", |content| {
            items(content, &refined, MAX_SHOWN, &page.to_data(), &|content, one| {
                refinement(page, content, file, one);
            });
        });
    });
    contents.push(("refined".to_owned(), "Refined".to_owned()));
}

fn refinement(page: &Page<'_>, content: &mut Content, file: &SourceFile, one: &Refinement<'_>) {
    let Refinement { inherited, own } = one;
    let title = kind(inherited.section);
    content.text(&format!("{} ", capitalized(&title)));
    content.code(inherited.name);
    content.text(" of ");
    match page.to_definition(inherited.file, &inherited.path) {
        Some(href) => content.link(&href, "code", |content| content.text(inherited.from)),
        None => content.code(inherited.from),
    }
    let changed = changed_keys(own, inherited.node);
    if changed.is_empty() {
        return content.text(", with the same definition");
    }
    for (index, (key, value)) in changed.into_iter().enumerate() {
        content.text(if index > 0 { "; " } else { ": " });
        content.text(&format!("{key} "));
        match clause::in_words(file, key, value) {
            Some(words) => words.write(content),
            None => content.code(&one_line(value)),
        }
        if let Some(before) = inherited.node.get(key) {
            content.text(" instead of ");
            match clause::in_words(file, key, before) {
                Some(words) => words.write(content),
                None => content.code(&one_line(before)),
            }
        }
    }
}

/// The keys of a member, other than its description, whose values are new or differ.
fn changed_keys<'a>(own: &'a Node, before: &Node) -> Vec<(&'a str, &'a Node)> {
    let stated = own.entries().iter().filter_map(|entry| Some((entry.key.as_text()?, &entry.value)));
    let is_same = |key: &str, value: &Node| before.get(key).is_some_and(|other| as_written(other) == as_written(value));
    stated.filter(|(key, value)| *key != "description" && !is_same(key, value)).collect()
}

/// The refined members as JSON, with the definitions of the ancestors.
pub fn data_of_refinements(page: &Page<'_>, file: &SourceFile, path: &NodePath) -> Vec<Member> {
    let refined: Vec<Inherited<'_>> = refinements_of(page, file, path).into_iter().map(|one| one.inherited).collect();
    listed(&refined)
}

fn refinements_of<'a>(page: &'a Page<'_>, file: &'a SourceFile, path: &NodePath) -> Vec<Refinement<'a>> {
    tosca::inherited::refinements(page.checked.analysis.context(file), path)
}

fn table(
    page: &Page<'_>,
    content: &mut Content,
    file: &SourceFile,
    members: &[Inherited<'_>],
    contents: &mut Vec<(String, String)>,
) {
    if members.is_empty() {
        return;
    }
    // On the page of a type, all are of that type.
    let is_mixed = members.iter().any(|member| members.first().is_some_and(|first| first.of != member.of));
    let titles = ["Of", "Member", "Type", "Default", "From"];
    let titles = if is_mixed { &titles[..] } else { &titles[1..] };
    content.element(Element::Section, "", |content| {
        heading(content, "inherited", "Inherited");
        content.element(Element::Paragraph, "note", |content| {
            content.text("Defined by other types, and not repeated above.");
        });
        layout::rows(content, members, MAX_SHOWN, Some(&page.to_data()), &|content, members| {
            let class = if is_mixed { table_class(MIXED_WIDTH) } else { "scroll" };
            content.element(Element::Group, class, |content| {
                content.table("entries", titles, |content| {
                    members.iter().for_each(|member| row(page, content, file, (member, is_mixed)));
                });
            });
        });
    });
    contents.push(("inherited".to_owned(), "Inherited".to_owned()));
}

fn row(page: &Page<'_>, content: &mut Content, file: &SourceFile, (member, has_owner): (&Inherited<'_>, bool)) {
    let cell = |content: &mut Content, title: &str, write: &dyn Fn(&mut Content)| {
        content.element_with(Element::Cell, &[("class", "word"), ("data-label", title)], |content| write(content));
    };
    let code = |content: &mut Content, text: &str| content.code(text);
    content.element(Element::Row, "", |content| {
        let name = |content: &mut Content| {
            code(content, member.name);
            content.text(&format!(" {}", kind(member.section)));
        };
        if has_owner {
            content.row_head(|content| {
                let of = member.of.last_key().unwrap_or_default();
                match page.to_definition(&file.path, &member.of) {
                    Some(href) => content.link(&href, "code", |content| content.text(of)),
                    None => code(content, of),
                }
            });
            cell(content, "Member", &name);
        } else {
            content.row_head(name);
        }
        cell(content, "Type", &|content| code(content, type_name(member.node)));
        cell(content, "Default", &|content| default(member.node).iter().for_each(|default| code(content, default)));
        cell(content, "From", &|content| match page.to_definition(member.file, &member.path) {
            Some(href) => content.link(&href, "code", |content| content.text(member.from)),
            None => code(content, member.from),
        });
    });
}

/// `property` of `properties`.
fn kind(section: &str) -> String {
    match section.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => section.trim_end_matches('s').to_owned(),
    }
}

/// All inherited members as JSON; `None` if there are none.
pub fn data(page: &Page<'_>, file: &SourceFile) -> Option<Vec<Member>> {
    let members = members(page, file);
    let list = listed(&members);
    (!list.is_empty()).then_some(list)
}

fn listed(members: &[Inherited<'_>]) -> Vec<Member> {
    let list = members.iter().map(|member| Member {
        of: member.of.to_string(),
        kind: kind(member.section),
        name: member.name.to_string(),
        type_name: type_name(member.node).to_owned(),
        from: member.from.to_string(),
        file: member.file.to_string(),
        default: member.node.get("default").map(|default| match is_secret(member.node) {
            true => SECRET.into(),
            false => of_yaml(&as_written(default)),
        }),
    });
    list.collect()
}

/// The short form for Markdown.
pub fn summary(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let members = members(page, file);
    if members.is_empty() {
        return;
    }
    content.element(Element::Heading(2), "", |content| content.text("Inherited"));
    content.element(Element::List, "", |content| {
        for member in members.iter().take(MAX_SHOWN) {
            content.element(Element::Item, "", |content| {
                content.code(member.of.last_key().unwrap_or_default());
                content.text(&format!(": {} ", kind(member.section)));
                content.code(member.name);
                content.text(" (");
                content.code(type_name(member.node));
                if let Some(default) = default(member.node) {
                    content.text(", default ");
                    content.code(&default);
                }
                content.text(") from ");
                content.code(member.from);
            });
        }
        more_items(content, members.len().saturating_sub(MAX_SHOWN), &page.to_data());
    });
}
