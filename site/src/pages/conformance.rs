//! Which rule of the specifications is checked under which code, and which is not: the numbered rules of assembly and
//! resource descriptors, and of the other languages the tables and what is said beyond these.

use std::collections::BTreeSet;

use descriptorium_core::rules::conformance::tables::{Checks, LeftOut, Table, checks, choices};
use descriptorium_core::rules::conformance::{Row, rows};
use descriptorium_core::rules::stated;
use descriptorium_core::schema::{Field, Need};
use serde_json::{Value, json};

use crate::finding::plural;
use crate::html::{Href, Html, id};
use crate::pages::error::code_in;
use crate::pages::layout::{Body, capitalized, document, heading, plural_label};
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
        html.element("p", "", of_tables);
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
        for checks in checks() {
            heading(html, &id("language", checks.folder), &capitalized(&plural_label(checks.language)));
            language(page, html, checks);
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
        json!({
            "number": row.number,
            "title": row.title,
            "codes": row.codes,
            "notChecked": row.reason,
            "shownBy": cases_json(&row.cases),
        })
    });
    let languages = checks().iter().map(|checks| {
        let tables = checks.tables.iter().map(|table| {
            json!({
                "table": table.record.name,
                "title": holds(table),
                "codes": table.codes,
                "shownBy": cases_json(&table.cases),
            })
        });
        let beyond = checks
            .rules
            .iter()
            .map(|rule| json!({ "title": rule.title, "codes": [rule.code], "shownBy": cases_json(&rule.cases) }));
        let left_out = checks
            .left_out
            .iter()
            .map(|LeftOut { title, reason }| json!({ "title": title, "codes": [], "notChecked": reason }));
        json!({
            "language": checks.language.label(),
            "tables": tables.collect::<Vec<_>>(),
            "beyond": beyond.chain(left_out).collect::<Vec<_>>(),
        })
    });
    json!({ "rules": rows.collect::<Vec<_>>(), "languages": languages.collect::<Vec<_>>() })
}

fn cases_json(cases: &[(&str, &str)]) -> Vec<Value> {
    cases.iter().map(|(suite, case)| json!({ "suite": suite, "case": case })).collect()
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

/// What there is of the languages without numbers, and where.
fn of_tables(html: &mut Html) {
    for (index, checks) in checks().iter().enumerate() {
        match index {
            0 => html.text("What is checked of "),
            index if index + 1 == self::checks().len() => html.text(" and "),
            _ => html.text(", "),
        }
        let href = Href::here(&id("language", checks.folder));
        html.link(&href, "", |html| html.text(&plural_label(checks.language)));
    }
    let n_tables = checks().iter().map(|checks| checks.tables.len()).sum();
    let n_rules = checks().iter().map(|checks| checks.rules.len()).sum();
    html.text(&format!(
        " are the {} of their specifications, and beyond these what {} find; what is left out stands there too.",
        plural(n_tables, "table"),
        plural(n_rules, "rule"),
    ));
}

fn language(page: &Page<'_>, html: &mut Html, checks: &Checks) {
    let rows = |html: &mut Html| {
        for table in &checks.tables {
            html.element_with("tr", &[("id", &id("table", &table.key))], |html| {
                html.element_with("th", &[("scope", "row")], |html| html.text(&capitalized(table.record.name)));
                html.element("td", "", |html| code_in(html, &holds(table)));
                html.element("td", "", |html| codes(page, html, &table.codes));
                html.element("td", "", |html| shown_by(html, &table.cases));
            });
        }
    };
    html.element("div", "scroll", |html| listed(html, ["Table", "What it takes", "Checked as", "Shown by"], rows));
    let rows = |html: &mut Html| {
        for rule in &checks.rules {
            html.element("tr", "", |html| {
                html.element_with("th", &[("scope", "row")], |html| codes(page, html, &[rule.code]));
                html.element("td", "", |html| code_in(html, &capitalized(rule.title)));
                html.element("td", "", |html| shown_by(html, &rule.cases));
            });
        }
    };
    html.element("div", "scroll", |html| listed(html, ["Beyond the tables", "What is found", "Shown by"], rows));
    let rows = |html: &mut Html| {
        for LeftOut { title, reason } in checks.left_out {
            html.element("tr", "", |html| {
                html.element("td", "", |html| code_in(html, title));
                html.element("td", "", |html| code_in(html, reason));
            });
        }
    };
    html.element("div", "scroll", |html| listed(html, ["Not checked", "Why"], rows));
}

/// What a table lets stand in it, in Markdown.
fn holds(table: &Table) -> String {
    let keys = |is_meant: fn(&Field) -> bool| {
        let fields = table.record.fields.iter().filter(|field| is_meant(field));
        fields.map(|field| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ")
    };
    let required = keys(|field| matches!(field.need, Need::Required | Need::RequiredWithout(_)));
    let others = keys(|field| !matches!(field.need, Need::Required | Need::RequiredWithout(_)));
    let parts = [("Has ", required), ("may have ", others)].into_iter().filter(|(_, keys)| !keys.is_empty());
    let mut parts: Vec<String> = parts.map(|(word, keys)| format!("{word}{keys}")).collect();
    parts.push(if table.is_open { "and names of one's own" } else { "and no other key" }.to_owned());
    let mut text = format!("{}.", parts.join("; "));
    for field in table.record.fields {
        if let Need::RequiredWithout(other) = field.need {
            text.push_str(&format!(" `{}` can be missing where `{other}` is there.", field.name));
        }
        if let [rest @ .., last] = choices(&field.shape) {
            let rest: Vec<String> = rest.iter().map(|word| format!("`{word}`")).collect();
            text.push_str(&format!(" `{}` is {} or `{last}`.", field.name, rest.join(", ")));
        }
    }
    capitalized(&text)
}

fn table(page: &Page<'_>, html: &mut Html, rows: &[&Row]) {
    listed(html, ["Number", "What holds", "Checked as", "Shown by"], |html| {
        for row in rows {
            html.element_with("tr", &[("id", &anchor(row.number))], |html| {
                html.element_with("th", &[("scope", "row")], |html| html.text(row.number));
                html.element("td", "", |html| code_in(html, row.title));
                html.element("td", "", |html| checked_as(page, html, row));
                html.element("td", "", |html| shown_by(html, &row.cases));
            });
        }
    });
}

fn listed<const N: usize>(html: &mut Html, titles: [&str; N], rows: impl FnOnce(&mut Html)) {
    html.element("table", "conformance", |html| {
        html.element("thead", "", |html| {
            html.element("tr", "", |html| {
                for title in titles {
                    html.element_with("th", &[("scope", "col")], |html| html.text(title));
                }
            });
        });
        html.element("tbody", "", rows);
    });
}

/// The tests of this program that show that something is checked.
fn shown_by(html: &mut Html, cases: &[(&str, &str)]) {
    if cases.is_empty() {
        return;
    }
    html.element("ul", "cases", |html| {
        for (suite, case) in cases {
            html.element_with("li", &[("title", suite)], |html| code_in(html, case));
        }
    });
}

fn checked_as(page: &Page<'_>, html: &mut Html, row: &Row) {
    if let Some(reason) = row.reason {
        html.text("Not checked. ");
        return code_in(html, reason);
    }
    codes(page, html, &row.codes);
}

fn codes(page: &Page<'_>, html: &mut Html, codes: &[&str]) {
    for (index, code) in codes.iter().enumerate() {
        if index > 0 {
            html.text(", ");
        }
        html.link(&page.to(&address::code(code)), "code", |html| html.text(code));
    }
}
