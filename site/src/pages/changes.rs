//! The version history of a descriptor, and comparisons of two versions: their effect on users, and a text diff.

use std::collections::BTreeMap;

use descriptorium_core::schema::diff::{Difference, Impact};
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::SourceFile;
use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::pages::address::Form;
use crate::pages::descriptor::{self, breadcrumbs};
use crate::pages::layout::{heading, items, link};
use crate::pages::model::Model;
use crate::pages::{Name, Page, Site, name};
use crate::versions::{self, Tally};

/// Maximum size of a text for a line diff, in bytes.
const MAX_COMPARED: usize = 512 << 10;
/// Lines of context around a change.
const CONTEXT: usize = 3;
/// Up to this number of versions, every pair has a comparison page, so that the number of pages does not explode.
const MAX_ALL: usize = 12;
/// Maximum number of changes listed on the page of a descriptor.
const MAX_LISTED: usize = 12;

/// The version history of the descriptor in `file`.
pub fn model(page: &Page<'_>, file: &SourceFile) -> Model {
    let versions = files(page, file);
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("The changes in each version, and their effect on the users of the descriptor. ");
            content.text("Breaking changes require users to adapt; other changes do not.");
        });
        if versions.len() > MAX_ALL {
            many(page, content, &versions);
        } else if versions.len() > 2 {
            matrix(page, content, &versions);
        }
        for pair in versions.windows(2).rev() {
            let [(_, before), (version, after)] = pair else { continue };
            let id = crate::html::id("version", version);
            heading(content, &id, version);
            step(page, content, before, after);
            contents.push((id, version.clone()));
        }
        if let Some((version, first)) = versions.first() {
            heading(content, "first", version);
            content.element(Element::Paragraph, "", |content| {
                content.text("First version in the catalog: ");
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

/// The history as JSON: each version with its changes since the previous one.
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

/// The changes between two versions as JSON.
fn data_of_two(page: &Page<'_>, before: &SourceFile, after: &SourceFile) -> Value {
    let found = page.compared(before, after);
    let mut data = versions::json((before, before.path.to_string()), (after, after.path.to_string()), &found);
    if let (Value::Object(data), true) = (&mut data, Tally::of(&found).breaking > 0) {
        let full = |file: &FilePath| page.site.facts(file).map(|facts| facts.name.full.clone());
        let affected: Vec<String> =
            affected_by(page.site, &before.path).iter().filter_map(|(file, _)| full(file)).collect();
        data.insert("affected".to_owned(), affected.into());
    }
    data
}

/// The versions of a descriptor in ascending order, with their files.
fn files<'a>(page: &Page<'a>, file: &SourceFile) -> Vec<(String, &'a SourceFile)> {
    let found = descriptor::versions(page.site, file).into_iter();
    found.filter_map(|(version, path)| Some((version, &**page.checked.analysis.file(&path)?))).collect()
}

/// Explains the comparisons that exist if there are many versions.
fn many(page: &Page<'_>, content: &mut Content, versions: &[(String, &SourceFile)]) {
    let Some(((newest, last), earlier)) = versions.split_last() else { return };
    let Some(((_, oldest), (_, later))) = versions.first().zip(versions.get(2)) else { return };
    content.element(Element::Paragraph, "", |content| {
        content.text(&format!(
            "There are {} versions. Each is compared with the next one and with {newest}, the highest. To compare any other \
             two, run ",
            versions.len()
        ));
        let quoted = |full: String| if full.contains(' ') { format!("'{full}'") } else { full };
        let [first, second] = [oldest, later].map(|file| quoted(name(file).full));
        let command = format!("descriptorium diff {first} {second}");
        content.code(&command);
        content.text(" in the folder of the catalog.");
    });
    let title = format!("With {newest}");
    content.element(Element::Group, "scroll", |content| {
        content.matrix("matrix", &["Version", "With the next version", &title], |content| {
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

/// A summary of the changes, linked to the comparison.
fn cell(page: &Page<'_>, content: &mut Content, before: &SourceFile, after: &SourceFile) {
    let Some(href) = page.to_comparison(&before.path, &after.path) else { return };
    content.link(&href, "", |content| short_tally(content, &page.compared(before, after)));
}

/// A table of all pairs of versions, with the earlier ones in rows.
fn matrix(page: &Page<'_>, content: &mut Content, versions: &[(String, &SourceFile)]) {
    content.element(Element::Group, "scroll", |content| {
        let later = versions.iter().skip(1).map(|(version, _)| version.as_str());
        let columns: Vec<&str> = std::iter::once("from \\ to").chain(later).collect();
        content.matrix("matrix", &columns, |content| {
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
        (0, 0) => content.text("no changes"),
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
            content.link(&href, "", |content| content.text("Compare the texts"));
        }
    });
    affected(page, content, &found, before, after);
    list(page, content, &found, before, after);
}

/// Maximum number of affected descriptors that are listed.
const MAX_AFFECTED: usize = 100;

/// The descriptors that a breaking change affects when they move to the later version: those that use the earlier one,
/// directly or through others, and whether they only refer to it or to these.
pub fn affected_by(site: &Site, before: &FilePath) -> Vec<(FilePath, bool)> {
    let mut is_reference: BTreeMap<&FilePath, bool> = BTreeMap::new();
    let mut queue = vec![before];
    while let Some(at) = queue.pop() {
        for one in site.used_by(at).iter().filter(|one| one.user != *before) {
            let known = is_reference.entry(&one.user).or_insert_with(|| {
                queue.push(&one.user);
                true
            });
            *known &= !one.is_part();
        }
    }
    is_reference.into_iter().map(|(file, is_reference)| (file.clone(), is_reference)).collect()
}

fn affected(page: &Page<'_>, content: &mut Content, found: &[Difference], before: &SourceFile, after: &SourceFile) {
    if Tally::of(found).breaking == 0 {
        return;
    }
    let files = affected_by(page.site, &before.path);
    let version = name(before).version.unwrap_or_default();
    if files.is_empty() {
        return content.element(Element::Paragraph, "note", |content| {
            content.text(&format!("Affected: no descriptor of the catalog uses {version}."));
        });
    }
    // The comparison of the two versions has all of them.
    let all = match page.site.addresses.comparison(&before.path, &after.path) {
        Some(comparison) => page.to(&Form::Json.of_page(comparison)),
        None => page.to_data(),
    };
    content.element(Element::Details, "affected", |content| {
        let verb = if files.len() == 1 { "uses" } else { "use" };
        let words = format!("Affected: {} that {verb} {version}", plural(files.len(), "descriptor"));
        content.element(Element::Summary, "", |content| content.text(&words));
        content.element(Element::List, "inline", |content| {
            items(content, &files, MAX_AFFECTED, &all, &|content, (file, is_reference)| {
                link(page, content, file);
                if *is_reference {
                    content.text(" ");
                    content.element(Element::Span, "origin", |content| content.text("as a reference"));
                }
            });
        });
    });
}

/// A list of changes, each with a link to its location.
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
    content.text_to(page.to_line(&file.path, line).as_ref(), &words);
    content.text(" ");
}

/// The comparison of two versions.
pub fn comparison(page: &Page<'_>, before: &SourceFile, after: &SourceFile) -> Model {
    let found = page.compared(before, after);
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text(&crate::pages::layout::capitalized(&format!("{}.", Tally::of(&found))))
        });
        affected(page, content, &found, before, after);
        list(page, content, &found, before, after);
        heading(content, "text", "Text");
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

/// A line diff with context.
fn texts(content: &mut Content, before: &str, after: &str) {
    if before.len().max(after.len()) > MAX_COMPARED {
        return content.element(Element::Paragraph, "note", |content| {
            content.text("The texts are too long for a comparison by line.")
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

/// The changes since the previous version, for the page of a descriptor.
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
        affected(page, content, &found, before, file);
        list(page, content, &found[..found.len().min(MAX_LISTED)], before, file);
        if let Some(href) = page.to_comparison(&before.path, &file.path) {
            let more = found.len().saturating_sub(MAX_LISTED);
            let words = if more > 0 { format!("{more} more, and the texts") } else { "Compare the texts".to_owned() };
            content.element(Element::Paragraph, "", |content| content.link(&href, "", |content| content.text(&words)));
        }
    });
    contents.push(("changes".to_owned(), format!("Changes since {version}")));
}

/// Which pairs of versions have their own page: all pairs if there are few, otherwise each with the next and the
/// highest.
pub fn compared(versions: &[FilePath]) -> Vec<(&FilePath, &FilePath)> {
    let mut pairs = Vec::new();
    for (after, file) in versions.iter().enumerate() {
        let is_all = versions.len() <= MAX_ALL || after + 1 == versions.len();
        let first = if is_all { 0 } else { after.saturating_sub(1) };
        pairs.extend((first..after).filter_map(|before| Some((versions.get(before)?, file))));
    }
    pairs
}
