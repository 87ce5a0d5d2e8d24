//! What the definitions of a descriptor have from the types that they are derived from or are of: a section of its
//! page, and the same for programs.

use descriptorium_core::inherited::Inherited;
use descriptorium_core::syntax::Node;
use descriptorium_core::syntax::plain::as_written;
use descriptorium_core::text::floor_boundary;
use descriptorium_core::workspace::SourceFile;
use serde_json::{Value, json};

use crate::html::Html;
use crate::json::of_yaml;
use crate::pages::Page;
use crate::pages::layout::{heading, more};

/// The most members that are shown, and how many bytes of a default.
const MAX_SHOWN: usize = 200;
const MAX_VALUE: usize = 160;

fn members<'a>(page: &'a Page<'_>, file: &'a SourceFile) -> Vec<Inherited<'a>> {
    let workspace = page.checked.analysis.workspace();
    file.language.map_or_else(Vec::new, |language| language.inherited(file, workspace))
}

/// What a member is of: its type, or that of what it asks for.
fn type_name(member: &Node) -> &str {
    let keys = ["type", "capability"].into_iter().find_map(|key| member.get(key)?.as_text());
    keys.or_else(|| member.as_text()).unwrap_or_default()
}

/// The default in a line, or the beginning of it.
fn default(member: &Node) -> Option<String> {
    let text = match of_yaml(&as_written(member.get("default")?)) {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let end = floor_boundary(&text, MAX_VALUE);
    Some(if end < text.len() { format!("{}…", &text[..end]) } else { text })
}

/// The section on the page of the descriptor.
pub fn section(page: &Page<'_>, html: &mut Html, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let members = members(page, file);
    if members.is_empty() {
        return;
    }
    html.element("section", "", |html| {
        heading(html, "inherited", "Inherited");
        html.element("p", "note", |html| {
            html.text("What is not stated above, and comes from the types that are in this catalog.");
        });
        html.element("div", "scroll", |html| {
            html.element("table", "entries", |html| {
                html.element("thead", "", |html| {
                    html.element("tr", "", |html| {
                        for title in ["Of", "Member", "Type", "Default", "From"] {
                            html.element_with("th", &[("scope", "col")], |html| html.text(title));
                        }
                    });
                });
                html.element("tbody", "", |html| {
                    members.iter().take(MAX_SHOWN).for_each(|member| row(page, html, file, member));
                });
            });
        });
        more(html, members.len().saturating_sub(MAX_SHOWN));
    });
    contents.push(("inherited".to_owned(), "Inherited".to_owned()));
}

fn row(page: &Page<'_>, html: &mut Html, file: &SourceFile, member: &Inherited<'_>) {
    let cell = |html: &mut Html, title: &str, content: &dyn Fn(&mut Html)| {
        html.element_with("td", &[("class", "word"), ("data-label", title)], |html| content(html));
    };
    let code = |html: &mut Html, text: &str| html.element("code", "", |html| html.text(text));
    html.element("tr", "", |html| {
        html.element_with("th", &[("scope", "row")], |html| {
            let of = member.of.last_key().unwrap_or_default();
            match page.to_definition(&file.path, &member.of) {
                Some(href) => html.link(&href, "code", |html| html.text(of)),
                None => code(html, of),
            }
        });
        cell(html, "Member", &|html| {
            code(html, member.name);
            html.text(&format!(" {}", kind(member.section)));
        });
        cell(html, "Type", &|html| code(html, type_name(member.node)));
        cell(html, "Default", &|html| default(member.node).iter().for_each(|default| code(html, default)));
        cell(html, "From", &|html| match page.to_definition(member.file, &member.path) {
            Some(href) => html.link(&href, "code", |html| html.text(member.from)),
            None => code(html, member.from),
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

/// The same for programs, all of it; `None` where nothing is inherited.
pub fn json(page: &Page<'_>, file: &SourceFile) -> Option<Value> {
    let members = members(page, file);
    let list = members.iter().map(|member| {
        let mut value = json!({
            "of": member.of.to_string(),
            "kind": kind(member.section),
            "name": member.name,
            "type": type_name(member.node),
            "from": member.from,
            "file": member.file,
        });
        if let Some(default) = member.node.get("default") {
            value["default"] = of_yaml(&as_written(default));
        }
        value
    });
    let list: Vec<Value> = list.collect();
    (!list.is_empty()).then(|| list.into())
}

/// The same as Markdown.
pub fn markdown(page: &Page<'_>, file: &SourceFile) -> String {
    let members = members(page, file);
    if members.is_empty() {
        return String::new();
    }
    let plain = |text: &str| text.replace(['\n', '\r', '`'], " ");
    let mut text = "## Inherited\n\n".to_owned();
    for member in members.iter().take(MAX_SHOWN) {
        let (of, name, of_type) = (member.of.last_key().unwrap_or_default(), member.name, type_name(member.node));
        text += &format!("- `{}`: {} `{}` (`{}`", plain(of), kind(member.section), plain(name), plain(of_type));
        text += &default(member.node).map_or_else(String::new, |default| format!(", default `{}`", plain(&default)));
        text += &format!(") from `{}`\n", plain(member.from));
    }
    if members.len() > MAX_SHOWN {
        text += &format!("- and {} more\n", members.len() - MAX_SHOWN);
    }
    text + "\n"
}
