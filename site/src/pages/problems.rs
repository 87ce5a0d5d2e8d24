//! Everything that is wrong in the catalog, file by file.

use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::finding::{self, Finding, plural};
use crate::html::Html;
use crate::pages::error::code_in;
use crate::pages::facts::Facts;
use crate::pages::layout::{Body, document, heading};
use crate::pages::twin::counts_of;
use crate::pages::{Page, address};

/// How many findings are listed, or a few more: those of a file stand together.
const MAX_LISTED: usize = 2_000;

pub fn page(page: &Page<'_>) -> String {
    let site = page.site;
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text(&page.title()));
        let words = format!("{} in {}.", site.counts(page.checked), plural(site.n_descriptors(), "descriptor"));
        html.element("p", "lead", |html| html.text(&super::layout::capitalized(&words)));
        html.element_with("div", &[("id", "filter"), ("data-of-script", "")], |_| {});
        if !site.unread.is_empty() {
            html.element("section", "", |html| {
                heading(html, "unread", "Files that are not read, and settings");
                list(page, html, &site.unread, None);
            });
        }
        let mut n_listed = 0;
        for Facts { path, name, .. } in site.by_file() {
            let findings = page.checked.findings(path);
            if findings.is_empty() {
                continue;
            }
            if n_listed >= MAX_LISTED {
                break;
            }
            n_listed += findings.len();
            html.element("section", "", |html| {
                html.element("h2", "", |html| match page.to_file(path) {
                    Some(href) => html.link(&href, "", |html| html.text(&name.full)),
                    None => html.text(&name.full),
                });
                html.element("p", "note", |html| html.text(path.as_str()));
                list(page, html, findings, Some(path));
            });
        }
        let n_findings: usize = site.by_file().map(|facts| page.checked.findings(&facts.path).len()).sum();
        if n_findings > n_listed {
            html.element("p", "note", |html| {
                html.text(&format!("and {} more, on the pages of the descriptors and of the ", n_findings - n_listed));
                html.link(&page.to(address::CODES), "", |html| html.text("rules"));
                html.text(".");
            });
        }
    });
    let breadcrumbs = vec![(site.title.clone(), Some(page.to(address::HOME)))];
    document(page, &Body { breadcrumbs, main, has_filter: true, ..Body::default() })
}

/// The same for programs, as `check` prints it but for the fixes, as many as the page lists.
pub fn json(page: &Page<'_>) -> Value {
    let site = page.site;
    let n_findings = site.all_findings(page.checked).count();
    let listed = site.all_findings(page.checked).take(MAX_LISTED).map(item_json);
    json!({
        "counts": counts_of(site.counts(page.checked)),
        "diagnostics": listed.collect::<Vec<_>>(),
        "more": n_findings.saturating_sub(MAX_LISTED),
    })
}

/// A finding for programs, without its fixes: those of a build before are not kept.
pub fn item_json(finding: &Finding) -> Value {
    let mut value = finding::json::finding(finding);
    value.as_object_mut().map(|finding| finding.remove("fixes"));
    value
}

/// Findings of one file, or of several where none is given.
pub fn list(page: &Page<'_>, html: &mut Html, findings: &[Finding], file: Option<&FilePath>) {
    html.element("ul", "findings", |html| findings.iter().for_each(|finding| item(page, html, finding, file)));
}

/// `file` is the file that is spoken of already.
pub fn item(page: &Page<'_>, html: &mut Html, finding: &Finding, file: Option<&FilePath>) {
    html.element("li", finding.severity.name(), |html| {
        html.element("p", "message", |html| {
            html.element("span", &format!("severity {}", finding.severity.name()), |html| {
                html.text(finding.severity.name());
            });
            html.text(" ");
            code_in(html, &finding.message);
        });
        html.element("p", "where", |html| {
            place(page, html, finding, file);
            html.text(" ");
            match page.to_code(finding.code) {
                Some(href) => html.link(&href, "code", |html| html.text(finding.code)),
                None => html.text(finding.code),
            }
        });
        if let Some(help) = &finding.help {
            html.element("p", "help", |html| code_in(html, help));
        }
    });
}

fn place(page: &Page<'_>, html: &mut Html, finding: &Finding, file: Option<&FilePath>) {
    let line = finding.place.as_ref().map(|place| place.start.line);
    let words = match (line, file) {
        (Some(line), Some(_)) => format!("line {}", line + 1),
        (Some(line), None) => format!("{}:{}", finding.file, line + 1),
        (None, _) => finding.file.clone(),
    };
    let path = FilePath::new(&finding.file);
    match path.and_then(|path| page.to_line(&path, line.unwrap_or(0))) {
        Some(href) => html.link(&href, "", |html| html.text(&words)),
        None => html.text(&words),
    }
}
