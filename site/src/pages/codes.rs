//! What findings are called: all codes, and a page for each.

use std::collections::BTreeMap;

use descriptorium_core::analysis::example;
use descriptorium_core::assembly::expansion;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::rules::conformance::{Row, rows};
use descriptorium_core::rules::{self, Rule};
use descriptorium_core::text::FilePath;
use serde_json::{Value, json};

use crate::finding::{Finding, plural};
use crate::folder;
use crate::html::Html;
use crate::pages::layout::{Body, capitalized, document, heading};
use crate::pages::source::listing;
use crate::pages::{Page, address, conformance, problems};

/// The most findings of the catalog that the page of a rule lists.
const MAX_LISTED: usize = 50;

/// What a finding can be called, with what is said about it.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    pub code: &'static str,
    /// The severity that it normally has; that of an expansion depends on where it is found.
    pub severity: Option<Severity>,
    pub title: &'static str,
    pub doc: &'static str,
    pub bad: &'static str,
    pub good: &'static str,
}

impl Code {
    fn of_rule(rule: &'static Rule) -> Self {
        let Rule { code, severity, title, doc, bad, good, .. } = *rule;
        Code { code, severity: Some(severity), title, doc, bad, good }
    }

    fn of_expansion(&(code, doc): &'static (&'static str, &'static str)) -> Self {
        // The first sentence, or what stands before its colon; code has periods and colons of its own.
        let mut in_code = false;
        let end = doc.find(|letter| {
            in_code ^= letter == '`';
            !in_code && matches!(letter, '.' | ':')
        });
        let title = &doc[..end.unwrap_or(doc.len())];
        Code { code, severity: None, title, doc, bad: "", good: "" }
    }
}

/// All codes, in their order.
pub fn all() -> impl Iterator<Item = Code> {
    let rules = folder::rules::RULES.iter().copied().chain(rules::all()).map(Code::of_rule);
    let mut codes: Vec<Code> = rules.chain(expansion::CODES.iter().map(Code::of_expansion)).collect();
    codes.sort_by_key(|code| code.code);
    codes.into_iter()
}

pub fn page(page: &Page<'_>) -> String {
    let found = found(page);
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text(&page.title()));
        let words = format!(
            "What is checked: {}. Each has a page with a bad and a good example.",
            plural(all().count(), "rule")
        );
        html.element("p", "lead", |html| html.text(&words));
        html.element("p", "", |html| {
            html.link(&page.to(address::CONFORMANCE), "", |html| html.text("Conformance"));
            html.text(" says which rule of the specifications is checked as which.");
        });
        let mut folders: BTreeMap<&str, Vec<Code>> = BTreeMap::new();
        for rule in all() {
            folders.entry(folder(rule.code)).or_default().push(rule);
        }
        for (name, rules) in folders {
            heading(html, &crate::html::id("rules", name), name);
            html.element("div", "scroll", |html| table(page, html, &rules, &found));
        }
    });
    let breadcrumbs = vec![(page.site.title.clone(), Some(page.to(address::HOME)))];
    document(page, &Body { breadcrumbs, main, ..Body::default() })
}

/// All codes for programs, with what the page of each says.
pub fn json(page: &Page<'_>) -> Value {
    let found = found(page);
    let codes = all().map(|code| entry(&code, found.get(code.code).copied().unwrap_or_default()));
    json!({ "codes": codes.collect::<Vec<_>>() })
}

/// One code for programs, with what it finds in this catalog.
pub fn code_json(page: &Page<'_>, code: &str) -> Value {
    let findings: Vec<&Finding> = page.site.all_findings(page.checked).filter(|found| found.code == code).collect();
    let Some(code) = all().find(|one| one.code == code) else { return Value::Null };
    let mut value = entry(&code, findings.len());
    value["diagnostics"] = findings.into_iter().take(MAX_LISTED).map(problems::item_json).collect();
    value
}

/// What the page of a code says.
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

fn table(page: &Page<'_>, html: &mut Html, rules: &[Code], found: &BTreeMap<&'static str, usize>) {
    html.element("table", "rules", |html| {
        html.element("thead", "", |html| {
            html.element("tr", "", |html| {
                for title in ["Code", "Severity", "What it says", "Found here"] {
                    html.element_with("th", &[("scope", "col")], |html| html.text(title));
                }
            });
        });
        html.element("tbody", "", |html| {
            for rule in rules {
                html.element("tr", "", |html| {
                    html.element_with("th", &[("scope", "row")], |html| {
                        html.link(&page.to(&address::code(rule.code)), "code", |html| html.text(rule.code));
                    });
                    html.element("td", "", |html| severity(html, rule));
                    html.element("td", "", |html| super::error::code_in(html, &capitalized(rule.title)));
                    html.element("td", "number", |html| {
                        if let Some(count) = found.get(rule.code) {
                            html.text(&count.to_string());
                        }
                    });
                });
            }
        });
    });
}

fn severity(html: &mut Html, code: &Code) {
    if let Some(severity) = code.severity {
        html.element("span", &format!("severity {}", severity.name()), |html| html.text(severity.name()));
    }
}

pub fn code_page(page: &Page<'_>, rule: &Code) -> String {
    let main = Html::of(|html| {
        html.element("h1", "code", |html| html.text(rule.code));
        if rule.severity.is_some() {
            html.element("p", "lead", |html| {
                severity(html, rule);
                html.text(" ");
                super::error::code_in(html, &capitalized(rule.title));
                html.text(".");
            });
        }
        html.element("div", "prose", |html| page.markdown(html, rule.doc, ""));
        if !rule.bad.is_empty() {
            heading(html, "bad", "What it finds");
            figures(html, rule, rule.bad);
            heading(html, "good", "Mended");
            figures(html, rule, rule.good);
        }
        numbers(page, html, rule);
        here(page, html, rule);
    });
    let breadcrumbs = vec![
        (page.site.title.clone(), Some(page.to(address::HOME))),
        ("Rules".to_owned(), Some(page.to(address::CODES))),
    ];
    document(page, &Body { breadcrumbs, main, ..Body::default() })
}

/// The files of an example, with what the rule finds in them.
fn figures(html: &mut Html, rule: &Code, text: &str) {
    let analysis = example::analysis(text);
    let named = analysis.workspace().files().count() > 1;
    for file in analysis.workspace().files() {
        let shown = |path: &FilePath| path.to_string();
        let diagnostics = analysis.diagnostics(&file.path).iter().filter(|found| found.code == rule.code);
        let findings: Vec<Finding> =
            diagnostics.map(|found| Finding::of_diagnostic(found, &analysis, &shown)).collect();
        html.element("figure", "example", |html| {
            if named {
                html.element("figcaption", "", |html| html.text(file.path.as_str()));
            }
            listing(html, file, &findings, None);
            for finding in &findings {
                html.element("p", finding.severity.name(), |html| super::error::code_in(html, &finding.message));
            }
        });
    }
}

/// The numbered rules that the code stands for.
fn enforced(rule: &Code) -> impl Iterator<Item = &'static Row> {
    let code = rule.code;
    rows().iter().filter(move |row| row.codes.contains(&code))
}

fn numbers(page: &Page<'_>, html: &mut Html, rule: &Code) {
    let rows: Vec<&Row> = enforced(rule).collect();
    if rows.is_empty() {
        return;
    }
    heading(html, "sources", "Enforces");
    html.element("ul", "", |html| {
        for row in rows {
            html.element("li", "", |html| {
                let href = page.to(address::CONFORMANCE).at(&conformance::anchor(row.number));
                html.link(&href, "", |html| html.text(row.number));
                html.text(" ");
                super::error::code_in(html, row.title);
            });
        }
    });
}

fn here(page: &Page<'_>, html: &mut Html, rule: &Code) {
    let all = || page.site.all_findings(page.checked).filter(|finding| finding.code == rule.code);
    let n_findings = all().count();
    let findings: Vec<&Finding> = all().take(MAX_LISTED).collect();
    if findings.is_empty() {
        return;
    }
    heading(html, "here", "In this catalog");
    html.element("ul", "findings", |html| {
        findings.iter().for_each(|finding| problems::item(page, html, finding, None));
    });
    if n_findings > MAX_LISTED {
        let words = format!("and {} more", n_findings - MAX_LISTED);
        html.element("p", "note", |html| html.text(&words));
    }
}
