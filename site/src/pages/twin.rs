//! The same as a page says, for programs: a descriptor as JSON and as Markdown, and an index of all of them.

use std::sync::Arc;

use descriptorium_core::syntax::plain::{Plain, typed};
use descriptorium_core::syntax::{Kind, Node};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;
use serde_json::{Map, Value, json};

use crate::finding::{self, Counts};
use crate::pages::facts::Facts;
use crate::pages::{
    Form, Page, PageId, Site, Use, address, called, changes, codes, conformance, expansion, folders, graph, health,
    inherited, kind, problems,
};

/// What a page on several descriptors says, as JSON.
pub fn of_page(page: &Page<'_>, id: &PageId) -> String {
    let analysis = &page.checked.analysis;
    let value = match id {
        PageId::Kind(language) => kind::json(page, *language),
        PageId::Folders => folders::json(page),
        PageId::Health => health::json(page),
        PageId::Graph => graph::json(page),
        PageId::Problems => problems::json(page),
        PageId::Codes => codes::json(page),
        PageId::Code(code) => codes::code_json(page, code),
        PageId::Conformance => conformance::json(),
        PageId::Changes(file) => analysis.file(file).map_or(Value::Null, |file| changes::json(page, file)),
        PageId::Comparison(before, after) => match (analysis.file(before), analysis.file(after)) {
            (Some(before), Some(after)) => changes::compared_json(page, before, after),
            _ => Value::Null,
        },
        PageId::Home | PageId::Index => return index(page),
        PageId::Descriptor(_)
        | PageId::Source(_)
        | PageId::Drawing(_)
        | PageId::Text(_)
        | PageId::Json(_)
        | PageId::Markdown(_)
        | PageId::Search
        | PageId::NotFound
        | PageId::Twin(..) => Value::Null,
    };
    value.to_string() + "\n"
}

/// The deepest that values are given.
const MAX_DEPTH: usize = 64;

/// Everything that the page of a descriptor says.
pub fn descriptor(page: &Page<'_>, file: &SourceFile) -> String {
    let site = page.site;
    let mut value = site.facts(&file.path).map_or(Value::Null, |facts| entry(site, facts));
    let full = |path: &FilePath| site.facts(path).map_or("", |facts| &facts.name.full);
    let uses = |uses: &[Arc<Use>]| -> Value {
        let mut list = Vec::new();
        for one in uses {
            let (by, found) = (full(&one.user), one.used.is_some());
            list.push(json!({ "part": one.part.to_string(), "name": one.name, "by": by, "found": found }));
        }
        list.into()
    };
    if let Some(object) = value.as_object_mut() {
        object.insert("uses".to_owned(), uses(site.uses(&file.path)));
        object.insert("usedBy".to_owned(), uses(site.used_by(&file.path)));
        let findings = page.checked.findings(&file.path).iter().map(finding::json::finding);
        object.insert("findings".to_owned(), findings.collect());
        object.extend(inherited::json(page, file).map(|inherited| ("inherited".to_owned(), inherited)));
        object.extend(expansion::json(page, file).map(|expansion| ("expansion".to_owned(), expansion)));
        object.insert("descriptor".to_owned(), file.root.as_ref().map_or(Value::Null, |root| plain(root, 0)));
    }
    value.to_string() + "\n"
}

/// What is said of a descriptor in a line of the index.
fn entry(site: &Site, file: &Facts) -> Value {
    let name = &file.name;
    let address = site.addresses.get(&file.path);
    let mut value = json!({
        "name": name.full,
        "title": name.title(),
        "kind": file.language.label(),
        "version": name.version,
        "summary": file.summary,
        "file": file.path,
        "page": address.map(|address| &address.page),
        "sourcePage": address.map(|address| &address.source),
        "source": address.map(|address| address.twin("yaml")),
        "drawing": address.map(|address| &address.drawing),
        "json": address.map(|address| address.twin("json")),
        "markdown": address.map(|address| address.twin("md")),
    });
    if let Some(namespace) = &file.namespace {
        value["namespace"] = namespace.as_str().into();
    }
    if !file.metadata.is_empty() {
        value["metadata"] = file.metadata.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    }
    value
}

/// All descriptors, in the order of the site.
pub fn index(page: &Page<'_>) -> String {
    let site = page.site;
    let entries: Vec<Value> = site.descriptors().map(|facts| entry(site, facts)).collect();
    let counts = site.counts(page.checked);
    // Two versions beside each other are listed where their history is.
    let twins = site.pages.iter().filter(|(_, id)| id.has_twins() && !matches!(id, PageId::Comparison(..)));
    let pages: Vec<Value> = twins
        .map(|(path, id)| {
            let [json, markdown] = Form::ALL.map(|form| address::twin(path, form.ending()));
            json!({ "title": site.page_title(id), "page": path, "json": json, "markdown": markdown })
        })
        .collect();
    let value = json!({
        "title": site.title,
        "findings": counts_of(counts),
        "pages": pages,
        "descriptors": entries,
    });
    value.to_string() + "\n"
}

/// How often each severity was found.
pub fn counts_of(counts: Counts) -> Value {
    json!({ "error": counts.errors, "warning": counts.warnings, "info": counts.infos })
}

/// A value of YAML as JSON has it.
fn plain(node: &Node, depth: usize) -> Value {
    match &node.kind {
        _ if depth > MAX_DEPTH => Value::Null,
        Kind::Null | Kind::Error => Value::Null,
        Kind::Alias(name) => format!("*{name}").into(),
        Kind::Scalar(scalar) => match typed(scalar) {
            Plain::Null => Value::Null,
            Plain::Bool(flag) => flag.into(),
            // A number keeps how it is written, unless JSON writes it just so: `1.10` is a version.
            Plain::Integer(_) | Plain::Float(_) | Plain::Text(_) => {
                let number = serde_json::from_str::<Value>(&scalar.value).ok().filter(Value::is_number);
                let same = number.filter(|number| scalar.value == number.to_string());
                let is_text = matches!(typed(scalar), Plain::Text(_));
                same.filter(|_| !is_text).unwrap_or_else(|| Value::from(scalar.value.as_str()))
            }
        },
        Kind::Sequence(sequence) => sequence.items.iter().map(|item| plain(item, depth + 1)).collect(),
        Kind::Mapping(mapping) => {
            let mut object = Map::new();
            for entry in &mapping.entries {
                let key = entry.key.as_text().unwrap_or_default().to_owned();
                object.entry(key).or_insert_with(|| plain(&entry.value, depth + 1));
            }
            Value::Object(object)
        }
    }
}

/// The page as Markdown.
pub fn markdown(page: &Page<'_>, file: &SourceFile) -> String {
    let mut text = format!("# {}\n\n", inline(&called(file)));
    text += &format!(
        "{} in `{}`{}.\n\n",
        super::layout::capitalized(file.language.map_or("", |language| language.label())),
        file.path,
        links(page, file),
    );
    if let Some(description) = file.root.as_ref().and_then(|root| root.get("description")?.as_text()) {
        text += &format!("{}\n\n", description.trim());
    }
    let sections = file.root.as_deref().map_or(&[][..], Node::entries);
    for section in sections {
        let Some(key) = section.key.as_text().filter(|key| !matches!(*key, "name" | "description" | "designerLayout"))
        else {
            continue;
        };
        text += &format!("## {}\n\n", inline(key));
        let rows = section.value.entries();
        if rows.is_empty() {
            text += &fenced(section.value.span.of(&file.text), "yaml");
            continue;
        }
        for row in rows {
            let description = row.value.get("description").and_then(Node::as_text).unwrap_or_default();
            let facts = row_facts(&file.text, &row.value);
            let of = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
            let words = description.split_whitespace().collect::<Vec<_>>().join(" ");
            let words = if words.is_empty() { String::new() } else { format!(": {words}") };
            text += &format!("- `{}`{of}{words}\n", row.key.as_text().unwrap_or_default());
        }
        text.push('\n');
    }
    text += &inherited::markdown(page, file);
    text += &expansion::markdown(page, file);
    for (title, uses) in [("Uses", page.site.uses(&file.path)), ("Used by", page.site.used_by(&file.path))] {
        if uses.is_empty() {
            continue;
        }
        text += &format!("## {title}\n\n");
        for one in uses {
            let user = page.site.facts(&one.user).map_or("", |user| &user.name.full);
            let other = if title == "Uses" { &one.name } else { user };
            text += &format!("- `{other}` as `{}`\n", one.part.last_key().unwrap_or_default());
        }
        text.push('\n');
    }
    text + &format!("## Source\n\n{}", fenced(&file.text, "yaml"))
}

/// Where the text lies: on a page, and as it is.
fn links(page: &Page<'_>, file: &SourceFile) -> String {
    let Some(address) = page.site.addresses.get(&file.path) else { return String::new() };
    let [source, text] = [&address.source, &address.twin("yaml")].map(|path| page.to(path));
    format!(": [source]({}), [YAML]({})", source.as_str(), text.as_str())
}

/// What a row of the page says of a property or the like: its type, whether it must be set, and its values.
fn row_facts(text: &str, value: &Node) -> Vec<String> {
    /// The longest value that stands in a row.
    const MAX_VALUE: usize = 80;
    let code = |text: &str| format!("`{}`", inline(text));
    let is_so = |key: &str| value.get(key).is_some_and(|flag| matches!(plain(flag, 0), Value::Bool(true)));
    let mut facts: Vec<String> = value.get("type").and_then(Node::as_text).map(code).into_iter().collect();
    facts.extend(["required", "read-only"].into_iter().filter(|key| is_so(key)).map(str::to_owned));
    for key in ["default", "value"] {
        let Some(stated) = value.get(key) else { continue };
        let words = stated.span.of(text).split_whitespace().collect::<Vec<_>>().join(" ");
        facts.push(match words.chars().count() <= MAX_VALUE && !words.is_empty() {
            true => format!("{key} {}", code(&words)),
            false => format!("with a {key}"),
        });
    }
    facts
}

/// A text in a fence that nothing in it closes.
pub fn fenced(text: &str, language: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n\n", text.trim_end_matches(['\n', '\r']))
}

fn inline(text: &str) -> String {
    text.replace(['\n', '\r', '<', '>', '`'], " ")
}
