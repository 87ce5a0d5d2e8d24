//! All findings in the catalog, by file.

use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::{self, Finding, plural};
use crate::pages::Page;
use crate::pages::facts::Facts;
use crate::pages::index::counts_of;
use crate::pages::layout::{folded, heading};
use crate::pages::model::Model;

/// Maximum number of findings on the page; the last file is listed completely, so there may be a few more. The JSON has all.
const MAX_LISTED: usize = 2_000;

pub fn model(page: &Page<'_>) -> Model {
    let site = page.site;
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        let words = format!("{} in {}.", site.counts(page.checked), plural(site.n_descriptors(), "descriptor"));
        content.element(Element::Paragraph, "lead", |content| content.text(&crate::pages::layout::capitalized(&words)));
        content.element_with(Element::Group, &[("id", "filter"), ("data-of-script", "")], |_| {});
        if !site.unread.is_empty() {
            content.element(Element::Section, "", |content| {
                heading(content, "unread", "Documents, settings and unreadable files");
                list(page, content, &site.unread, None);
            });
        }
        let (mut n_listed, mut left) = (0, Vec::new());
        for Facts { path, name, .. } in site.by_file() {
            let findings = page.checked.findings(path);
            if findings.is_empty() {
                continue;
            }
            if n_listed >= MAX_LISTED {
                left.push(path);
                continue;
            }
            n_listed += findings.len();
            content.element(Element::Section, "", |content| {
                content.element(Element::Heading(2), "", |content| {
                    content.text_to(page.to_file(path).as_ref(), &name.full)
                });
                content.element(Element::Paragraph, "note", |content| content.text(path.as_str()));
                list(page, content, findings, Some(path));
            });
        }
        let counts: Vec<(&FilePath, usize)> =
            left.into_iter().map(|path| (path, page.checked.findings(path).len())).collect();
        by_file(page, content, &counts);
    });
    let breadcrumbs = page.below_home();
    let data = page.data(|| data(page));
    Model { breadcrumbs, main, data, has_filter: true, ..Model::default() }
}

/// All findings as JSON, in the format of `check` but without fixes.
fn data(page: &Page<'_>) -> Value {
    let site = page.site;
    let listed = site.all_findings(page.checked).map(item_json);
    json!({
        "counts": counts_of(site.counts(page.checked)),
        "diagnostics": listed.collect::<Vec<_>>(),
        // Earlier versions listed the first 2,000.
        "more": 0,
    })
}

/// A finding as JSON. Fixes are left out because the cache of the build does not store them.
pub fn item_json(finding: &Finding) -> Value {
    let mut value = finding::json::finding(finding);
    value.as_object_mut().map(|finding| finding.remove("fixes"));
    value
}

/// The rest of a list of findings: the number of those in each file, with a link to the page that has all of them.
pub fn by_file(page: &Page<'_>, content: &mut Content, counts: &[(&FilePath, usize)]) {
    let n_left = counts.iter().map(|(_, count)| count).sum();
    if n_left == 0 {
        return;
    }
    folded(content, n_left, |content| {
        content.element(Element::List, "inline", |content| {
            for (path, count) in counts {
                content.element(Element::Item, "", |content| {
                    match page.to_file(path) {
                        Some(href) => {
                            content.link(&href.at("findings"), "", |content| content.text(name_of(page, path)))
                        }
                        None => content.text(path.as_str()),
                    }
                    content.text(&format!(": {}", plural(*count, "finding")));
                });
            }
        });
    });
}

fn name_of<'a>(page: &Page<'a>, path: &'a FilePath) -> &'a str {
    page.site.facts(path).map_or(path.as_str(), |facts| &facts.name.full)
}

/// A list of findings in one file, or in several if `file` is `None`.
pub fn list(page: &Page<'_>, content: &mut Content, findings: &[Finding], file: Option<&FilePath>) {
    content.element(Element::List, "findings", |content| {
        findings.iter().for_each(|finding| item(page, content, finding, file))
    });
}

/// `file` is the file of the list, which is not repeated.
pub fn item(page: &Page<'_>, content: &mut Content, finding: &Finding, file: Option<&FilePath>) {
    content.element(Element::Item, finding.severity.name(), |content| {
        content.element(Element::Paragraph, "message", |content| {
            content.element(Element::Span, &format!("severity {}", finding.severity.name()), |content| {
                content.text(finding.severity.name());
            });
            content.text(" ");
            content.text_with_code(&finding.message);
        });
        content.element(Element::Paragraph, "where", |content| {
            place(page, content, finding, file);
            content.text(" ");
            match page.to_code(finding.code) {
                Some(href) => content.link(&href, "code", |content| content.text(finding.code)),
                None => content.text(finding.code),
            }
        });
        if let Some(help) = &finding.help {
            content.element(Element::Paragraph, "help", |content| content.text_with_code(help));
        }
    });
}

fn place(page: &Page<'_>, content: &mut Content, finding: &Finding, file: Option<&FilePath>) {
    let line = finding.place.as_ref().map(|place| place.start.line);
    let words = match (line, file) {
        (Some(line), Some(_)) => format!("line {}", line + 1),
        (Some(line), None) => format!("{}:{}", finding.file, line + 1),
        (None, _) => finding.file.clone(),
    };
    let path = FilePath::new(&finding.file);
    content.text_to(path.and_then(|path| page.to_line(&path, line.unwrap_or(0))).as_ref(), &words);
}
