//! The numbered rules of each language's specification with the codes that check them, and the tables that are checked
//! as a whole.

use std::collections::BTreeSet;

use descriptorium_core::language::Language;
use descriptorium_core::rules::catalog_settings;
use descriptorium_core::rules::conformance::tables::{Checks, Table, checks, choices};
use descriptorium_core::rules::conformance::{Row, Section, Status, rows, sections};
use descriptorium_core::schema::{Field, Need};
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::html::{Href, id};
use crate::pages::layout::{capitalized, heading, plural_label};
use crate::pages::model::Model;
use crate::pages::{Page, address};

pub fn model(page: &Page<'_>) -> Model {
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| content.text(&summary()));
        content.element(Element::Paragraph, "", |content| {
            content.text("To change the severity of a numbered rule, edit ");
            content.code(catalog_settings::FILE);
            content.text("; editors complete it with ");
            content.link(&page.to(address::SCHEMA), "", |content| content.text("its schema"));
            content.text(".");
        });
        content.element(Element::Group, "scroll", |content| {
            listed(content, ["Language", "Checked", "Intentionally not checked", "Not checked yet"], overview);
        });
        for language in Language::ALL {
            heading(content, &id("language", language.id()), &capitalized(&plural_label(language)));
            for section in sections(language) {
                let anchor = id("numbers", section.id);
                content.element_with(Element::Heading(3), &[("id", &anchor)], |content| content.text(section.title));
                content.element(Element::Group, "scroll", |content| table(page, content, section));
            }
            if let Some(checks) = checks().iter().find(|checks| checks.language == language) {
                let anchor = id("tables", language.id());
                content.element_with(Element::Heading(3), &[("id", &anchor)], |content| content.text("Tables"));
                tables(page, content, checks);
            }
        }
    });
    let mut breadcrumbs = page.below_home();
    breadcrumbs.push(("Rules".to_owned(), Some(page.to(address::CODES))));
    Model { breadcrumbs, main, data: page.data(data), ..Model::default() }
}

/// The page as JSON.
fn data() -> Value {
    let rules = rows().iter().map(|row| {
        let not_checked = match &row.status {
            Status::Checked(_) => None,
            Status::LeftOut(reason) => Some(*reason),
            Status::NotYet => Some(NOT_YET),
        };
        json!({
            "language": row.language.label(),
            "number": row.number,
            "title": row.title,
            "status": status(&row.status),
            "codes": row.codes(),
            "notChecked": not_checked,
            "shownBy": cases_json(&row.cases),
        })
    });
    let languages = Language::ALL.map(|language| {
        let [checked, left_out, not_yet] = counts(language);
        let checks = checks().iter().filter(|checks| checks.language == language);
        let tables = checks.clone().flat_map(|checks| &checks.tables).map(|table| {
            json!({
                "table": table.record.name,
                "title": holds(table),
                "codes": table.codes,
                "shownBy": cases_json(&table.cases),
            })
        });
        let beyond = checks
            .flat_map(|checks| &checks.rules)
            .map(|rule| json!({ "title": rule.title, "codes": [rule.code], "shownBy": cases_json(&rule.cases) }));
        json!({
            "language": language.label(),
            "counts": { "checked": checked, "leftOut": left_out, "notYet": not_yet },
            "tables": tables.collect::<Vec<_>>(),
            "beyond": beyond.collect::<Vec<_>>(),
        })
    });
    json!({ "rules": rules.collect::<Vec<_>>(), "languages": languages })
}

/// The text for a rule that is neither checked nor intentionally left out.
const NOT_YET: &str = "Not checked yet.";

/// The machine-readable name of a status.
fn status(status: &Status) -> &'static str {
    match status {
        Status::Checked(_) => "checked",
        Status::LeftOut(_) => "leftOut",
        Status::NotYet => "notYet",
    }
}

/// The number of rules of `language` that are checked, intentionally left out, and not checked yet.
fn counts(language: Language) -> [usize; 3] {
    let of = |name: &str| {
        let own = rows().iter().filter(|row| row.language == language);
        own.filter(|row| status(&row.status) == name).count()
    };
    ["checked", "leftOut", "notYet"].map(of)
}

/// The counts of each language, in a row that links to its rules.
fn overview(content: &mut Content) {
    for language in Language::ALL {
        content.element(Element::Row, "", |content| {
            content.row_head(|content| {
                let href = Href::here(&id("language", language.id()));
                content.link(&href, "", |content| content.text(&capitalized(&plural_label(language))));
            });
            for count in counts(language) {
                content.element(Element::Cell, "", |content| content.text(&count.to_string()));
            }
        });
    }
}

fn cases_json(cases: &[(&str, &str)]) -> Vec<Value> {
    cases.iter().map(|(suite, case)| json!({ "suite": suite, "case": case })).collect()
}

/// The id of a numbered rule on the page.
pub fn anchor(number: &str) -> String {
    id("number", number)
}

fn summary() -> String {
    let codes: BTreeSet<&str> = rows().iter().flat_map(Row::codes).copied().collect();
    let [checked, left_out, not_yet] = Language::ALL.map(counts).iter().fold([0; 3], |[a, b, c], of| {
        let [x, y, z] = of;
        [a + x, b + y, c + z]
    });
    format!(
        "The specifications of all languages contain {}. {checked} are checked, by {}; {left_out} are intentionally not \
         checked, for the reasons given; {not_yet} are not checked yet.",
        plural(rows().len(), "rule"),
        plural(codes.len(), "code"),
    )
}

/// The tables of the specification that are checked as a whole, and the rules beyond them.
fn tables(page: &Page<'_>, content: &mut Content, checks: &Checks) {
    let rows = |content: &mut Content| {
        for table in &checks.tables {
            content.element_with(Element::Row, &[("id", &id("table", &table.key))], |content| {
                content.row_head(|content| content.text(&capitalized(table.record.name)));
                content.element(Element::Cell, "", |content| content.text_with_code(&holds(table)));
                content.element(Element::Cell, "", |content| codes(page, content, &table.codes));
                content.element(Element::Cell, "", |content| shown_by(content, &table.cases));
            });
        }
    };
    content.element(Element::Group, "scroll", |content| {
        listed(content, ["Table", "Contents", "Checked by", "Tests"], rows)
    });
    let rows = |content: &mut Content| {
        for rule in &checks.rules {
            content.element(Element::Row, "", |content| {
                content.row_head(|content| codes(page, content, &[rule.code]));
                content.element(Element::Cell, "", |content| content.text_with_code(&capitalized(rule.title)));
                content.element(Element::Cell, "", |content| shown_by(content, &rule.cases));
            });
        }
    };
    content.element(Element::Group, "scroll", |content| listed(content, ["Other rules", "Finding", "Tests"], rows));
}

/// Describes the allowed contents of a table, in Markdown.
fn holds(table: &Table) -> String {
    let keys = |is_meant: fn(&Field) -> bool| {
        let fields = table.record.fields.iter().filter(|field| is_meant(field));
        fields.map(|field| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ")
    };
    let required = keys(|field| matches!(field.need, Need::Required | Need::RequiredWithout(_)));
    let others = keys(|field| !matches!(field.need, Need::Required | Need::RequiredWithout(_)));
    let parts = [("Has ", required), ("may have ", others)].into_iter().filter(|(_, keys)| !keys.is_empty());
    let mut parts: Vec<String> = parts.map(|(word, keys)| format!("{word}{keys}")).collect();
    parts.push(if table.is_open { "and custom names" } else { "and no other keys" }.to_owned());
    let mut text = format!("{}.", parts.join("; "));
    for field in table.record.fields {
        if let Need::RequiredWithout(other) = field.need {
            text.push_str(&format!(" `{}` is optional if `{other}` is present.", field.name));
        }
        if let [rest @ .., last] = choices(&field.shape) {
            let rest: Vec<String> = rest.iter().map(|word| format!("`{word}`")).collect();
            text.push_str(&format!(" `{}` is {} or `{last}`.", field.name, rest.join(", ")));
        }
    }
    capitalized(&text)
}

fn table(page: &Page<'_>, content: &mut Content, section: &Section) {
    listed(content, ["Number", "Rule", "Checked by", "Tests"], |content| {
        for row in section.rows() {
            content.element_with(Element::Row, &[("id", &anchor(row.number))], |content| {
                content.row_head(|content| content.text(row.number));
                content.element(Element::Cell, "", |content| content.text_with_code(row.title));
                content.element(Element::Cell, "", |content| checked_as(page, content, row));
                content.element(Element::Cell, "", |content| shown_by(content, &row.cases));
            });
        }
    });
}

fn listed<const N: usize>(content: &mut Content, titles: [&str; N], rows: impl FnOnce(&mut Content)) {
    content.table("conformance", &titles, rows);
}

/// The test cases that demonstrate a check.
fn shown_by(content: &mut Content, cases: &[(&str, &str)]) {
    if cases.is_empty() {
        return;
    }
    content.element(Element::List, "cases", |content| {
        for (suite, case) in cases {
            content.element_with(Element::Item, &[("title", suite)], |content| content.text_with_code(case));
        }
    });
}

fn checked_as(page: &Page<'_>, content: &mut Content, row: &Row) {
    match &row.status {
        Status::Checked(own) => codes(page, content, own),
        Status::LeftOut(reason) => {
            content.text("Intentionally not checked. ");
            content.text_with_code(reason);
        }
        Status::NotYet => content.text(NOT_YET),
    }
}

fn codes(page: &Page<'_>, content: &mut Content, codes: &[&str]) {
    for (index, code) in codes.iter().enumerate() {
        if index > 0 {
            content.text(", ");
        }
        content.element(Element::Span, "w", |content| {
            content.link(&page.to(&address::code(code)), "code", |content| content.text(code));
        });
    }
}
