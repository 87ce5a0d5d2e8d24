//! What became another from version to version: the history of a descriptor, and any two of its versions beside each
//! other, by what it means and by text.

use descriptorium_core::schema::diff::{Difference, Impact};
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::SourceFile;
use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};

use crate::content::{Content, Element};
use crate::pages::address::Form;
use crate::pages::descriptor::{self, breadcrumbs};
use crate::pages::layout::{heading, link};
use crate::pages::model::Model;
use crate::pages::{Name, Page, name};
use crate::versions::{self, Tally};

/// The most bytes of a text that is compared line by line.
const MAX_COMPARED: usize = 512 << 10;
/// How many lines are shown around a change.
const CONTEXT: usize = 3;
/// Every two of so many versions have a page.
const MAX_ALL: usize = 12;
/// The most alterations that stand on the page of a descriptor.
const MAX_LISTED: usize = 12;

/// The history of the descriptor that `file` is a version of.
pub fn model(page: &Page<'_>, file: &SourceFile) -> Model {
    let versions = files(page, file);
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("What became another, and what that means for those who use it. ");
            content.text("A breaking change asks something of them; other behavior does not.");
        });
        if versions.len() > MAX_ALL {
            many(page, content, &versions);
        } else if versions.len() > 2 {
            matrix(page, content, &versions);
        }
        for pair in versions.windows(2).rev() {
            let [(_, before), (version, after)] = pair else { continue };
            // Two files may say that they are the same version.
            let mut id = crate::html::id("version", version);
            while contents.iter().any(|(known, _)| *known == id) {
                id.push_str("-again");
            }
            heading(content, &id, version);
            step(page, content, before, after);
            contents.push((id, version.clone()));
        }
        if let Some((version, first)) = versions.first() {
            heading(content, "first", version);
            content.element(Element::Paragraph, "", |content| {
                content.text("The first version of the catalog, ");
                link(page, content, &first.path);
                content.text(".");
            });
            contents.push(("first".to_owned(), version.clone()));
        }
    });
    let breadcrumbs = breadcrumbs(page, file);
    let data = page.data(|| data(page, file));
    Model { breadcrumbs, here: Some("Versions".to_owned()), contents, main, data, ..Model::default() }
}

/// The same for programs: each version with what became another since the one before it.
fn data(page: &Page<'_>, file: &SourceFile) -> Value {
    let versions = files(page, file);
    let address = |file: &SourceFile| page.site.addresses.get(&file.path).map(|address| address.page.as_str());
    let steps = versions.windows(2).filter_map(|pair| match pair {
        [(_, before), (_, after)] => Some(data_of_two(page, before, after)),
        _ => None,
    });
    let pairs = versions.iter().flat_map(|(from, before)| {
        versions.iter().filter_map(move |(to, after)| {
            let path = page.site.addresses.comparison(&before.path, &after.path)?;
            let json = Form::Json.of_page(path);
            Some(json!({ "from": from, "to": to, "page": path, "json": json }))
        })
    });
    let all = versions.iter().map(|(version, file)| json!({ "version": version, "page": address(file) }));
    json!({
        "name": name(file).short,
        "versions": all.collect::<Vec<_>>(),
        "steps": steps.collect::<Vec<_>>(),
        "comparisons": pairs.collect::<Vec<_>>(),
    })
}

/// What became another from one version to the other, for programs.
fn data_of_two(page: &Page<'_>, before: &SourceFile, after: &SourceFile) -> Value {
    let found = page.compared(before, after);
    versions::json((before, before.path.to_string()), (after, after.path.to_string()), &found)
}

/// The versions of a descriptor, ascending, with their files.
fn files<'a>(page: &Page<'a>, file: &SourceFile) -> Vec<(String, &'a SourceFile)> {
    let found = descriptor::versions(page.site, file).into_iter();
    found.filter_map(|(version, path)| Some((version, &**page.checked.analysis.file(&path)?))).collect()
}

/// What each of many versions is compared with.
fn many(page: &Page<'_>, content: &mut Content, versions: &[(String, &SourceFile)]) {
    let Some(((newest, last), earlier)) = versions.split_last() else { return };
    let Some(((_, oldest), (_, later))) = versions.first().zip(versions.get(2)) else { return };
    content.element(Element::Paragraph, "", |content| {
        content.text(&format!(
            "Of {} versions, each is compared with the next one and with {newest}, the highest. What any other two have \
             in common and what not is said by ",
            versions.len()
        ));
        let quoted = |full: String| if full.contains(' ') { format!("'{full}'") } else { full };
        let [first, second] = [oldest, later].map(|file| quoted(name(file).full));
        let command = format!("descriptorium diff {first} {second}");
        content.code(&command);
        content.text(" in the folder of the catalog.");
    });
    let title = format!("To {newest}");
    content.element(Element::Group, "scroll", |content| {
        content.table("matrix", &["Version", "To the next", &title], |content| {
            for ((version, before), (next, after)) in earlier.iter().zip(versions.iter().skip(1)) {
                content.element(Element::Row, "", |content| {
                    content.row_head(|content| content.text(version));
                    content.element(Element::Cell, "", |content| {
                        content.text(&format!("{next}: "));
                        cell(page, content, before, after);
                    });
                    content.element(Element::Cell, "", |content| cell(page, content, before, last));
                });
            }
        });
    });
}

/// What became another, leading to the two versions beside each other.
fn cell(page: &Page<'_>, content: &mut Content, before: &SourceFile, after: &SourceFile) {
    let Some(href) = page.to_comparison(&before.path, &after.path) else { return };
    content.link(&href, "", |content| short_tally(content, &page.compared(before, after)));
}

/// Every two versions, the earlier ones in rows.
fn matrix(page: &Page<'_>, content: &mut Content, versions: &[(String, &SourceFile)]) {
    content.element(Element::Group, "scroll", |content| {
        let later = versions.iter().skip(1).map(|(version, _)| version.as_str());
        let columns: Vec<&str> = std::iter::once("from \\ to").chain(later).collect();
        content.table("matrix", &columns, |content| {
            for (version, before) in versions.iter().take(versions.len() - 1) {
                content.element(Element::Row, "", |content| {
                    content.row_head(|content| content.text(version));
                    for (_, after) in versions.iter().skip(1) {
                        content.element(Element::Cell, "", |content| cell(page, content, before, after));
                    }
                });
            }
        });
    });
}

/// `2 breaking, 1 more`, in a cell.
fn short_tally(content: &mut Content, found: &[Difference]) {
    let tally = Tally::of(found);
    let rest = tally.behavior + tally.additions;
    match (tally.breaking, rest) {
        (0, 0) => content.text("nothing"),
        (0, rest) => content.text(&format!("{rest} compatible")),
        (breaking, _) => {
            content.element(Element::Span, "severity error", |content| content.text(&format!("{breaking} breaking")))
        }
    }
}

fn step(page: &Page<'_>, content: &mut Content, before: &SourceFile, after: &SourceFile) {
    let found = page.compared(before, after);
    content.element(Element::Paragraph, "", |content| {
        link(page, content, &after.path);
        content.text(&format!(": {} since {}. ", Tally::of(&found), name(before).version.unwrap_or_default()));
        if let Some(href) = page.to_comparison(&before.path, &after.path) {
            content.link(&href, "", |content| content.text("The texts beside each other"));
        }
    });
    list(page, content, &found, before, after);
}

/// Alterations, each with a link to where it stands.
fn list(page: &Page<'_>, content: &mut Content, found: &[Difference], before: &SourceFile, after: &SourceFile) {
    if found.is_empty() {
        return;
    }
    content.element(Element::List, "findings", |content| {
        for one in found {
            let class = class(one.impact);
            content.element(Element::Item, class, |content| {
                content.element(Element::Paragraph, "message", |content| {
                    content.element(Element::Span, &format!("severity {class}"), |content| {
                        content.text(one.impact.name())
                    });
                    content.text(" ");
                    content.text_with_code(&one.message);
                });
                content.element(Element::Paragraph, "where", |content| {
                    place(page, content, before, one.before);
                    place(page, content, after, one.after);
                });
            });
        }
    });
}

fn class(impact: Impact) -> &'static str {
    match impact {
        Impact::Breaking => "error",
        Impact::Behavior => "warning",
        Impact::Addition => "info",
    }
}

fn place(page: &Page<'_>, content: &mut Content, file: &SourceFile, span: Option<Span>) {
    let Some(span) = span else { return };
    let line = file.lines.line(span.start as usize);
    let words = format!("{} line {}", name(file).version.unwrap_or_default(), line + 1);
    match page.to_line(&file.path, line) {
        Some(href) => content.link(&href, "", |content| content.text(&words)),
        None => content.text(&words),
    }
    content.text(" ");
}

/// Two versions beside each other.
pub fn comparison(page: &Page<'_>, before: &SourceFile, after: &SourceFile) -> Model {
    let found = page.compared(before, after);
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text(&crate::pages::layout::capitalized(&format!("{}.", Tally::of(&found))))
        });
        list(page, content, &found, before, after);
        heading(content, "text", "The texts");
        texts(content, &before.text, &after.text);
    });
    let mut crumbs = breadcrumbs(page, after);
    crumbs.push(("Versions".to_owned(), page.to_changes(&after.path)));
    let here = Some(from_to(&name(before), &name(after)));
    let data = page.data(|| data_of_two(page, before, after));
    Model { breadcrumbs: crumbs, here, main, data, class: "wide", ..Model::default() }
}

/// `1.0 → 2.0`.
pub fn from_to(before: &Name, after: &Name) -> String {
    let version = |name: &Name| name.version.clone().unwrap_or_default();
    format!("{} → {}", version(before), version(after))
}

/// The lines that are not the same, with those around them.
fn texts(content: &mut Content, before: &str, after: &str) {
    if before.len().max(after.len()) > MAX_COMPARED {
        return content.element(Element::Paragraph, "note", |content| {
            content.text("The texts are too long to be compared line by line.")
        });
    }
    let diff = TextDiff::from_lines(before, after);
    content.element_with(Element::Preformatted, &[("class", "source compared"), ("tabindex", "0")], |content| {
        for (number, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
            if number > 0 {
                content.element(Element::Span, "gap", |content| content.text("⋯\n"));
            }
            for change in group.iter().flat_map(|operation| diff.iter_changes(operation)) {
                let text = change.value().trim_end_matches(['\n', '\r']);
                let (element, sign) = match change.tag() {
                    ChangeTag::Equal => (Element::Span, "  "),
                    ChangeTag::Delete => (Element::Deleted, "- "),
                    ChangeTag::Insert => (Element::Inserted, "+ "),
                };
                content.element(element, "line", |content| {
                    content.text(sign);
                    content.text(text);
                    content.text("\n");
                });
            }
        }
    });
}

/// What became another since the version before, on the page of a descriptor.
pub fn since(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let Some(entry) = page.site.facts(&file.path).and_then(|facts| page.site.version_before(facts)) else { return };
    let (Some(before), version) = (page.checked.analysis.file(&entry.file), &entry.name.version) else { return };
    let found = page.compared(before, file);
    content.element(Element::Section, "", |content| {
        heading(content, "changes", &format!("Changes since {version}"));
        content.element(Element::Paragraph, "note", |content| {
            content.text(&crate::pages::layout::capitalized(&format!("{}. ", Tally::of(&found))));
            if let Some(href) = page.to_changes(&file.path) {
                content.link(&href, "", |content| content.text("All versions"));
            }
        });
        list(page, content, &found[..found.len().min(MAX_LISTED)], before, file);
        if let Some(href) = page.to_comparison(&before.path, &file.path) {
            let more = found.len().saturating_sub(MAX_LISTED);
            let words =
                if more > 0 { format!("{more} more, and the texts") } else { "The texts beside each other".to_owned() };
            content.element(Element::Paragraph, "", |content| content.link(&href, "", |content| content.text(&words)));
        }
    });
    contents.push(("changes".to_owned(), format!("Changes since {version}")));
}

/// Which versions are compared on pages of their own: every two of a few, else each with the next one and the highest.
pub fn compared(versions: &[FilePath]) -> Vec<(&FilePath, &FilePath)> {
    let mut pairs = Vec::new();
    for (after, file) in versions.iter().enumerate() {
        let is_all = versions.len() <= MAX_ALL || after + 1 == versions.len();
        let first = if is_all { 0 } else { after.saturating_sub(1) };
        pairs.extend((first..after).filter_map(|before| Some((versions.get(before)?, file))));
    }
    pairs
}
