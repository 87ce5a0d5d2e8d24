//! The codes of findings: a list, and a page for each code.

use std::collections::BTreeMap;

use descriptorium_core::analysis::example;
use descriptorium_core::diagnostic::Severity;
pub use descriptorium_core::document::codes::{Code, all};
use descriptorium_core::rules::conformance::{Row, rows};
use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::{Finding, plural};
use crate::pages::layout::{capitalized, heading};
use crate::pages::model::Model;
use crate::pages::source::listing;
use crate::pages::{Page, address, conformance, error, findings, listing};

/// Number of findings in the catalog that the page of a rule shows; of the others, it shows how many are in each file.
const MAX_LISTED: usize = 50;

pub fn model(page: &Page<'_>) -> Model {
    let found = found(page);
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        let words =
            format!("{} are checked. Each has a page with a bad and a good example.", plural(all().count(), "rule"));
        content.element(Element::Paragraph, "lead", |content| content.text(&words));
        content.element(Element::Paragraph, "", |content| {
            content.link(&page.to(address::CONFORMANCE), "", |content| content.text("Conformance"));
            content.text(" shows which rules of the specifications are checked by which codes.");
        });
        let mut folders: BTreeMap<&str, Vec<Code>> = BTreeMap::new();
        for rule in all() {
            folders.entry(folder(rule.code)).or_default().push(rule);
        }
        for (name, rules) in folders {
            heading(content, &crate::html::id("rules", name), name);
            listing::controls(content);
            let noun = format!("{name} rules");
            content.element(Element::Group, "scroll", |content| table(page, content, &noun, (&rules, &found)));
        }
    });
    let breadcrumbs = page.below_home();
    let data = page.data(|| data(&found));
    Model { breadcrumbs, main, data, has_list: true, ..Model::default() }
}

/// All codes as JSON, with the contents of their pages.
fn data(found: &BTreeMap<&'static str, usize>) -> Value {
    let codes = all().map(|code| entry(&code, found.get(code.code).copied().unwrap_or_default()));
    json!({ "codes": codes.collect::<Vec<_>>() })
}

/// One code as JSON, with all its findings in this catalog.
fn data_of_code(page: &Page<'_>, code: &Code) -> Value {
    let all = page.site.all_findings(page.checked);
    let findings: Vec<&Finding> = all.filter(|found| found.code == code.code).collect();
    let mut value = entry(code, findings.len());
    value["diagnostics"] = findings.into_iter().map(findings::item_json).collect();
    value
}

/// The contents of the page of a code.
fn entry(code: &Code, n_found: usize) -> Value {
    json!({
        "code": code.code,
        "severity": code.severity.map(Severity::name),
        "title": code.title,
        "doc": code.doc,
        "bad": code.bad,
        "good": code.good,
        "enforces": enforced(code).map(|row| row.number).collect::<Vec<_>>(),
        "page": address::code(code.code),
        "found": n_found,
    })
}

fn folder(code: &str) -> &str {
    code.split('/').next().unwrap_or(code)
}

fn found(page: &Page<'_>) -> BTreeMap<&'static str, usize> {
    let mut found = BTreeMap::new();
    for finding in page.site.all_findings(page.checked) {
        *found.entry(finding.code).or_default() += 1;
    }
    found
}

fn table(
    page: &Page<'_>,
    content: &mut Content,
    noun: &str,
    (rules, found): (&[Code], &BTreeMap<&'static str, usize>),
) {
    content.list_table("rules", noun, &["Code", "Severity", "Rule", "Findings"], |content| {
        for rule in rules {
            content.element(Element::Row, "", |content| {
                content.row_head(|content| {
                    content.link(&page.to(&address::code(rule.code)), "code", |content| content.text(rule.code));
                });
                content.element(Element::Cell, "", |content| severity(content, rule));
                content.element(Element::Cell, "", |content| content.text_with_code(&capitalized(rule.title)));
                content.element(Element::Cell, "number", |content| {
                    if let Some(count) = found.get(rule.code) {
                        content.text(&count.to_string());
                    }
                });
            });
        }
    });
}

fn severity(content: &mut Content, code: &Code) {
    if let Some(severity) = code.severity {
        content
            .element(Element::Span, &format!("severity {}", severity.name()), |content| content.text(severity.name()));
    }
}

/// The page of one code.
pub fn of_code(page: &Page<'_>, code: &str) -> Model {
    let Some(rule) = &all().find(|rule| rule.code == code) else { return error::not_found(page) };
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "code", |content| content.text(rule.code));
        if rule.severity.is_some() {
            content.element(Element::Paragraph, "lead", |content| {
                severity(content, rule);
                content.text(" ");
                content.text_with_code(&capitalized(rule.title));
                content.text(".");
            });
        }
        content.element(Element::Group, "prose", |content| page.markdown(content, rule.doc, ""));
        if !rule.bad.is_empty() {
            heading(content, "bad", "Example");
            figures(content, rule, rule.bad);
            heading(content, "good", "Fixed");
            figures(content, rule, rule.good);
        }
        numbers(page, content, rule);
        here(page, content, rule);
    });
    let mut breadcrumbs = page.below_home();
    breadcrumbs.push(("Rules".to_owned(), Some(page.to(address::CODES))));
    let data = page.data(|| data_of_code(page, rule));
    Model { breadcrumbs, main, data, ..Model::default() }
}

/// The files of an example, with the findings of the rule.
fn figures(content: &mut Content, rule: &Code, text: &str) {
    let analysis = example::analysis(text);
    let named = analysis.workspace().files().count() > 1;
    for file in analysis.workspace().files() {
        let shown = |path: &FilePath| path.to_string();
        let diagnostics = analysis.diagnostics(&file.path).iter().filter(|found| found.code == rule.code);
        let findings: Vec<Finding> =
            diagnostics.map(|found| Finding::of_diagnostic(found, &analysis, &shown)).collect();
        content.element(Element::Figure, "example", |content| {
            if named {
                content.element(Element::Caption, "", |content| content.text(file.path.as_str()));
            }
            listing(content, file, &findings, None);
            for finding in &findings {
                content.element(Element::Paragraph, finding.severity.name(), |content| {
                    content.text_with_code(&finding.message)
                });
            }
        });
    }
}

/// The rules of specifications that the code enforces.
fn enforced(rule: &Code) -> impl Iterator<Item = &'static Row> {
    let code = rule.code;
    rows().iter().filter(move |row| row.codes().contains(&code))
}

fn numbers(page: &Page<'_>, content: &mut Content, rule: &Code) {
    let rows: Vec<&Row> = enforced(rule).collect();
    if rows.is_empty() {
        return;
    }
    heading(content, "sources", "Enforces");
    content.element(Element::List, "", |content| {
        for row in rows {
            content.element(Element::Item, "", |content| {
                let href = page.to(address::CONFORMANCE).at(&conformance::anchor(row.number));
                content.link(&href, "", |content| content.text(row.number));
                content.text(" ");
                content.text_with_code(row.title);
            });
        }
    });
}

fn here(page: &Page<'_>, content: &mut Content, rule: &Code) {
    let all = || page.site.all_findings(page.checked).filter(|finding| finding.code == rule.code);
    let findings: Vec<&Finding> = all().take(MAX_LISTED).collect();
    if findings.is_empty() {
        return;
    }
    heading(content, "here", "In this catalog");
    content.element(Element::List, "findings", |content| {
        findings.iter().for_each(|finding| findings::item(page, content, finding, None));
    });
    let mut counts: Vec<(FilePath, usize)> = Vec::new();
    for path in all().skip(MAX_LISTED).filter_map(|finding| FilePath::new(&finding.file)) {
        match counts.last_mut() {
            Some((last, count)) if *last == path => *count += 1,
            _ => counts.push((path, 1)),
        }
    }
    let counts: Vec<(&FilePath, usize)> = counts.iter().map(|(path, count)| (path, *count)).collect();
    findings::by_file(page, content, &counts);
}
