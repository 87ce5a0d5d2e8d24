//! Which numbered rule of the specifications is checked under which code, and which is not.

use std::collections::BTreeSet;

use descriptorium_core::rules::conformance::{Row, rows};
use descriptorium_core::rules::stated;
use serde_json::{Value, json};

use crate::finding::plural;
use crate::html::{Html, id};
use crate::pages::error::code_in;
use crate::pages::layout::{Body, document, heading};
use crate::pages::{Page, address};

/// What the numbers that begin alike are about.
const SECTIONS: &[(&str, &str)] = &[
    ("AD-DOC", "Documents"),
    ("AD-NAME", "Names of descriptors"),
    ("AD-PROP", "Properties"),
    ("AD-TYPE", "Types and values"),
    ("AD-REF", "References in values"),
    ("AD-OPS", "Operations"),
    ("AD-COMP", "Composition"),
    ("AD-QTY", "Quantities"),
    ("AD-CLU", "Clusters"),
    ("AD-ITEM", "Groups from lists and maps"),
    ("AD-DYN", "Dynamic types"),
    ("AD-UPG", "Upgrades"),
    ("AD-RFS", "References to what exists"),
    ("AD-REL", "Relationships"),
    ("AD-DT", "Data types"),
    ("AD-CAP", "Capabilities and requirements"),
    ("AD-MET", "Metrics"),
    ("AD-POL", "Policies"),
    ("AD-INT", "Intents"),
    ("RD", "Resource descriptors"),
];

pub fn page(page: &Page<'_>) -> String {
    let rows = rows();
    let main = Html::of(|html| {
        html.element("h1", "", |html| html.text(&page.title()));
        html.element("p", "lead", |html| html.text(&summary(rows)));
        html.element("p", "", |html| {
            html.text("How severe each is for a catalog stands in its ");
            html.element("code", "", |html| html.text(stated::FILE));
            html.text(", which editors know by ");
            html.link(&page.to(address::SCHEMA), "", |html| html.text("its schema"));
            html.text(".");
        });
        for (prefix, title) in SECTIONS {
            let own: Vec<&Row> = rows.iter().filter(|row| section(row.number) == *prefix).collect();
            heading(html, &id("numbers", prefix), title);
            html.element("div", "scroll", |html| table(page, html, &own));
        }
    });
    let breadcrumbs = vec![
        (page.site.title.clone(), Some(page.to(address::HOME))),
        ("Rules".to_owned(), Some(page.to(address::CODES))),
    ];
    document(page, &Body { breadcrumbs, main, ..Body::default() })
}

/// The same for programs.
pub fn json() -> Value {
    let rows = rows().iter().map(|row| {
        let cases: Vec<Value> = row.cases.iter().map(|(suite, case)| json!({ "suite": suite, "case": case })).collect();
        json!({
            "number": row.number,
            "title": row.title,
            "codes": row.codes,
            "notChecked": row.reason,
            "shownBy": cases,
        })
    });
    json!({ "rules": rows.collect::<Vec<_>>() })
}

/// The place of a numbered rule on the page.
pub fn anchor(number: &str) -> String {
    id("number", number)
}

fn section(number: &str) -> &str {
    number.rsplit_once('-').map_or(number, |(section, _)| section)
}

fn summary(rows: &[Row]) -> String {
    let n_codes = rows.iter().flat_map(|row| &row.codes).collect::<BTreeSet<_>>().len();
    let n_left = rows.iter().filter(|row| row.codes.is_empty()).count();
    let rules = plural(rows.len(), "rule");
    let codes = plural(n_codes, "code");
    format!(
        "The specifications of assembly and resource descriptors come down to {rules}. {} are checked, under {codes}; \
         {n_left} are not, for the reasons given.",
        rows.len() - n_left
    )
}

fn table(page: &Page<'_>, html: &mut Html, rows: &[&Row]) {
    html.element("table", "conformance", |html| {
        html.element("thead", "", |html| {
            html.element("tr", "", |html| {
                for title in ["Number", "What holds", "Checked as", "Shown by"] {
                    html.element_with("th", &[("scope", "col")], |html| html.text(title));
                }
            });
        });
        html.element("tbody", "", |html| {
            for row in rows {
                html.element_with("tr", &[("id", &anchor(row.number))], |html| {
                    html.element_with("th", &[("scope", "row")], |html| html.text(row.number));
                    html.element("td", "", |html| code_in(html, row.title));
                    html.element("td", "", |html| checked_as(page, html, row));
                    html.element("td", "", |html| shown_by(html, row));
                });
            }
        });
    });
}

/// The tests of this program that show that the rule is checked.
fn shown_by(html: &mut Html, row: &Row) {
    if row.cases.is_empty() {
        return;
    }
    html.element("ul", "cases", |html| {
        for (suite, case) in &row.cases {
            html.element_with("li", &[("title", suite)], |html| code_in(html, case));
        }
    });
}

fn checked_as(page: &Page<'_>, html: &mut Html, row: &Row) {
    if let Some(reason) = row.reason {
        html.text("Not checked. ");
        return code_in(html, reason);
    }
    for (index, code) in row.codes.iter().enumerate() {
        if index > 0 {
            html.text(", ");
        }
        html.link(&page.to(&address::code(code)), "code", |html| html.text(code));
    }
}
