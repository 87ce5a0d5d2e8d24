//! Malformed CSV of an inventory.

use crate::diagnostic::Severity;
use crate::package;
use crate::rules::inventory::{Check, Rule};
use crate::syntax::SyntaxErrorKind;

pub static RULE: Rule = Rule {
    code: "inventory/malformed-csv",
    severity: Severity::Error,
    title: "malformed CSV of an inventory",
    doc: "The first row of CSV (RFC 4180) names the columns, each once. The other rows are candidates and have at most as \
          many cells. A cell with commas or line breaks is enclosed in double quotes.",
    sources: &[],
    bad: "\
# file: inventory.csv
demand,candidate_id,candidate_type,inventory_type,inventory_provider,cost,location_id,location_type,latitude,longitude
gateway,west,cloud,cloud,aai,1,west,att_aic,60,5,3
",
    good: "\
# file: inventory.csv
demand,candidate_id,candidate_type,inventory_type,inventory_provider,cost,location_id,location_type,latitude,longitude
gateway,west,cloud,cloud,aai,\"1.5\",west,att_aic,60,5
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    if !package::is_csv(&file.path) {
        return;
    }
    for error in &file.errors {
        let column = error.span.of(&file.text);
        let finding = match error.kind {
            SyntaxErrorKind::DuplicateKey => cx.report(error.span, format!("duplicate column `{column}`")),
            SyntaxErrorKind::UnterminatedString => cx.report(error.span, "unclosed quote"),
            _ => cx.report(error.span, "the file has too many cells, the others are not read"),
        };
        if let Some(first) = error.related {
            finding.related(&file.path, first, "first used here");
        }
    }
    for row in file.root.iter().flat_map(|root| root.items()) {
        let mut extra = row.entries().iter().filter(|entry| entry.key.as_text().is_none());
        let is_read = |entry: &&crate::syntax::Entry| !file.errors.iter().any(|error| error.span.contains(entry.value.span));
        if let Some(first) = extra.next().filter(is_read) {
            let finding = cx.report(first.value.span, "row has more cells than the header");
            finding.help("enclose a cell that contains a comma in double quotes");
        }
    }
}
