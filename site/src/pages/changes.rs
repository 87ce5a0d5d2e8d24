//! What became another from version to version: the history of a descriptor, and any two of its versions beside each
//! other, by what it means and by text.

use descriptorium_core::schema::alteration::{Alteration, Impact};
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::SourceFile;
use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};

use crate::html::Html;
use crate::pages::descriptor::{self, breadcrumbs};
use crate::pages::error::code_in;
use crate::pages::layout::{Body, document, heading, link};
use crate::pages::{Form, Name, Page, address, name};
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
pub fn page(page: &Page<'_>, file: &SourceFile) -> String {
    let versions = files(page, file);
    let mut contents = Vec::new();
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text(&page.title()));
        html.element("p", "lead", |html| {
            html.text("What became another, and what that means for those who use it. ");
            html.text("A breaking change asks something of them; other behavior does not.");
        });
        if versions.len() > MAX_ALL {
            many(page, html, &versions);
        } else if versions.len() > 2 {
            matrix(page, html, &versions);
        }
        for pair in versions.windows(2).rev() {
            let [(_, before), (version, after)] = pair else { continue };
            // Two files may say that they are the same version.
            let mut id = crate::html::id("version", version);
            while contents.iter().any(|(known, _)| *known == id) {
                id.push_str("-again");
            }
            heading(html, &id, version);
            step(page, html, before, after);
            contents.push((id, version.clone()));
        }
        if let Some((version, first)) = versions.first() {
            heading(html, "first", version);
            html.element("p", "", |html| {
                html.text("The first version of the catalog, ");
                link(page, html, &first.path);
                html.text(".");
            });
            contents.push(("first".to_owned(), version.clone()));
        }
    });
    let breadcrumbs = breadcrumbs(page, file);
    document(page, &Body { breadcrumbs, here: Some("Versions"), contents, main, ..Body::default() })
}

/// The same for programs: each version with what became another since the one before it.
pub fn json(page: &Page<'_>, file: &SourceFile) -> Value {
    let versions = files(page, file);
    let address = |file: &SourceFile| page.site.addresses.get(&file.path).map(|address| address.page.as_str());
    let steps = versions.windows(2).filter_map(|pair| match pair {
        [(_, before), (_, after)] => Some(compared_json(page, before, after)),
        _ => None,
    });
    let pairs = versions.iter().flat_map(|(from, before)| {
        versions.iter().filter_map(move |(to, after)| {
            let path = page.site.addresses.comparison(&before.path, &after.path)?;
            let json = address::twin(path, Form::Json.ending());
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
pub fn compared_json(page: &Page<'_>, before: &SourceFile, after: &SourceFile) -> Value {
    let found = page.compared(before, after);
    versions::json((before, before.path.to_string()), (after, after.path.to_string()), &found)
}

/// The versions of a descriptor, ascending, with their files.
fn files<'a>(page: &Page<'a>, file: &SourceFile) -> Vec<(String, &'a SourceFile)> {
    let found = descriptor::versions(page.site, file).into_iter();
    found.filter_map(|(version, path)| Some((version, &**page.checked.analysis.file(&path)?))).collect()
}

/// What each of many versions is compared with.
fn many(page: &Page<'_>, html: &mut Html, versions: &[(String, &SourceFile)]) {
    let Some(((newest, last), earlier)) = versions.split_last() else { return };
    let Some(((_, oldest), (_, later))) = versions.first().zip(versions.get(2)) else { return };
    html.element("p", "", |html| {
        html.text(&format!(
            "Of {} versions, each is compared with the next one and with {newest}, the highest. What any other two have \
             in common and what not is said by ",
            versions.len()
        ));
        let quoted = |full: String| if full.contains(' ') { format!("'{full}'") } else { full };
        let [first, second] = [oldest, later].map(|file| quoted(name(file).full));
        let command = format!("descriptorium diff {first} {second}");
        html.element("code", "", |html| html.text(&command));
        html.text(" in the folder of the catalog.");
    });
    let title = format!("To {newest}");
    html.element("div", "scroll", |html| {
        html.element("table", "matrix", |html| {
            html.element("thead", "", |html| {
                html.element("tr", "", |html| {
                    for title in ["Version", "To the next", &title] {
                        html.element_with("th", &[("scope", "col")], |html| html.text(title));
                    }
                });
            });
            html.element("tbody", "", |html| {
                for ((version, before), (next, after)) in earlier.iter().zip(versions.iter().skip(1)) {
                    html.element("tr", "", |html| {
                        html.element_with("th", &[("scope", "row")], |html| html.text(version));
                        html.element("td", "", |html| {
                            html.text(&format!("{next}: "));
                            cell(page, html, before, after);
                        });
                        html.element("td", "", |html| cell(page, html, before, last));
                    });
                }
            });
        });
    });
}

/// What became another, leading to the two versions beside each other.
fn cell(page: &Page<'_>, html: &mut Html, before: &SourceFile, after: &SourceFile) {
    let Some(href) = page.to_comparison(&before.path, &after.path) else { return };
    html.link(&href, "", |html| short_tally(html, &page.compared(before, after)));
}

/// Every two versions, the earlier ones in rows.
fn matrix(page: &Page<'_>, html: &mut Html, versions: &[(String, &SourceFile)]) {
    html.element("div", "scroll", |html| {
        html.element("table", "matrix", |html| {
            html.element("thead", "", |html| {
                html.element("tr", "", |html| {
                    html.element_with("th", &[("scope", "col")], |html| html.text("from \\ to"));
                    for (version, _) in versions.iter().skip(1) {
                        html.element_with("th", &[("scope", "col")], |html| html.text(version));
                    }
                });
            });
            html.element("tbody", "", |html| {
                for (version, before) in versions.iter().take(versions.len() - 1) {
                    html.element("tr", "", |html| {
                        html.element_with("th", &[("scope", "row")], |html| html.text(version));
                        for (_, after) in versions.iter().skip(1) {
                            html.element("td", "", |html| cell(page, html, before, after));
                        }
                    });
                }
            });
        });
    });
}

/// `2 breaking, 1 more`, in a cell.
fn short_tally(html: &mut Html, found: &[Alteration]) {
    let tally = Tally::of(found);
    let rest = tally.behavior + tally.additions;
    match (tally.breaking, rest) {
        (0, 0) => html.text("nothing"),
        (0, rest) => html.text(&format!("{rest} compatible")),
        (breaking, _) => html.element("span", "severity error", |html| html.text(&format!("{breaking} breaking"))),
    }
}

fn step(page: &Page<'_>, html: &mut Html, before: &SourceFile, after: &SourceFile) {
    let found = page.compared(before, after);
    html.element("p", "", |html| {
        link(page, html, &after.path);
        html.text(&format!(": {} since {}. ", Tally::of(&found), name(before).version.unwrap_or_default()));
        if let Some(href) = page.to_comparison(&before.path, &after.path) {
            html.link(&href, "", |html| html.text("The texts beside each other"));
        }
    });
    list(page, html, &found, before, after);
}

/// Alterations, each with a link to where it stands.
fn list(page: &Page<'_>, html: &mut Html, found: &[Alteration], before: &SourceFile, after: &SourceFile) {
    if found.is_empty() {
        return;
    }
    html.element("ul", "findings", |html| {
        for one in found {
            let class = class(one.impact);
            html.element("li", class, |html| {
                html.element("p", "message", |html| {
                    html.element("span", &format!("severity {class}"), |html| html.text(one.impact.name()));
                    html.text(" ");
                    code_in(html, &one.message);
                });
                html.element("p", "where", |html| {
                    place(page, html, before, one.before);
                    place(page, html, after, one.after);
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

fn place(page: &Page<'_>, html: &mut Html, file: &SourceFile, span: Option<Span>) {
    let Some(span) = span else { return };
    let line = file.lines.line(span.start as usize);
    let words = format!("{} line {}", name(file).version.unwrap_or_default(), line + 1);
    match page.to_line(&file.path, line) {
        Some(href) => html.link(&href, "", |html| html.text(&words)),
        None => html.text(&words),
    }
    html.text(" ");
}

/// Two versions beside each other.
pub fn comparison(page: &Page<'_>, before: &SourceFile, after: &SourceFile) -> String {
    let found = page.compared(before, after);
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text(&page.title()));
        html.element("p", "lead", |html| html.text(&super::layout::capitalized(&format!("{}.", Tally::of(&found)))));
        list(page, html, &found, before, after);
        heading(html, "text", "The texts");
        texts(html, &before.text, &after.text);
    });
    let mut crumbs = breadcrumbs(page, after);
    crumbs.push(("Versions".to_owned(), page.to_changes(&after.path)));
    let here = from_to(&name(before), &name(after));
    document(page, &Body { breadcrumbs: crumbs, here: Some(&here), main, class: "wide", ..Body::default() })
}

/// `1.0 → 2.0`.
pub fn from_to(before: &Name, after: &Name) -> String {
    let version = |name: &Name| name.version.clone().unwrap_or_default();
    format!("{} → {}", version(before), version(after))
}

/// The lines that are not the same, with those around them.
fn texts(html: &mut Html, before: &str, after: &str) {
    if before.len().max(after.len()) > MAX_COMPARED {
        return html.element("p", "note", |html| html.text("The texts are too long to be compared line by line."));
    }
    let diff = TextDiff::from_lines(before, after);
    html.element_with("pre", &[("class", "source compared"), ("tabindex", "0")], |html| {
        for (number, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
            if number > 0 {
                html.element("span", "gap", |html| html.text("⋯\n"));
            }
            for change in group.iter().flat_map(|operation| diff.iter_changes(operation)) {
                let text = change.value().trim_end_matches(['\n', '\r']);
                let (element, sign) = match change.tag() {
                    ChangeTag::Equal => ("span", "  "),
                    ChangeTag::Delete => ("del", "- "),
                    ChangeTag::Insert => ("ins", "+ "),
                };
                html.element(element, "line", |html| {
                    html.text(sign);
                    html.text(text);
                    html.text("\n");
                });
            }
        }
    });
}

/// What became another since the version before, on the page of a descriptor.
pub fn since(page: &Page<'_>, html: &mut Html, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let Some(entry) = page.site.facts(&file.path).and_then(|facts| page.site.version_before(facts)) else { return };
    let (Some(before), version) = (page.checked.analysis.file(&entry.file), &entry.name.version) else { return };
    let found = page.compared(before, file);
    html.element("section", "", |html| {
        heading(html, "changes", &format!("Changes since {version}"));
        html.element("p", "note", |html| {
            html.text(&super::layout::capitalized(&format!("{}. ", Tally::of(&found))));
            if let Some(href) = page.to_changes(&file.path) {
                html.link(&href, "", |html| html.text("All versions"));
            }
        });
        list(page, html, &found[..found.len().min(MAX_LISTED)], before, file);
        if let Some(href) = page.to_comparison(&before.path, &file.path) {
            let more = found.len().saturating_sub(MAX_LISTED);
            let words =
                if more > 0 { format!("{more} more, and the texts") } else { "The texts beside each other".to_owned() };
            html.element("p", "", |html| html.link(&href, "", |html| html.text(&words)));
        }
    });
    contents.push(("changes".to_owned(), format!("Changes since {version}")));
}

/// Which versions are compared on pages of their own: every two of a few, else each with the next one and the highest.
pub fn compared(versions: &[FilePath]) -> Vec<(FilePath, FilePath)> {
    let mut pairs = Vec::new();
    for (after, file) in versions.iter().enumerate() {
        let is_all = versions.len() <= MAX_ALL || after + 1 == versions.len();
        let first = if is_all { 0 } else { after.saturating_sub(1) };
        pairs.extend((first..after).filter_map(|before| Some((versions.get(before)?.clone(), file.clone()))));
    }
    pairs
}
