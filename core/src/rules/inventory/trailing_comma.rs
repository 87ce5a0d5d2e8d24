//! Trailing comma in an inventory written in JSON.

use crate::diagnostic::Severity;
use crate::rules::homing::trailing_comma;
use crate::rules::inventory::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "inventory/trailing-comma",
    severity: Severity::Info,
    title: "trailing comma in an inventory",
    doc: "JSON allows no comma after the last entry, although YAML, and therefore this checker, does. The example of the \
          guide has one. Other tools fail to read the file.",
    sources: &["HAS-63"],
    bad: "\
# file: inventory.json
{\"candidates\": {\"gateway\": [
  {\"candidate_id\": \"west\", \"candidate_type\": \"cloud\", \"inventory_type\": \"cloud\", \"inventory_provider\": \"aai\", \"cost\": 1, \"location_id\": \"w\", \"location_type\": \"att_aic\", \"latitude\": 60, \"longitude\": 5,}]}}
",
    good: "\
# file: inventory.json
{\"candidates\": {\"gateway\": [
  {\"candidate_id\": \"west\", \"candidate_type\": \"cloud\", \"inventory_type\": \"cloud\", \"inventory_provider\": \"aai\", \"cost\": 1, \"location_id\": \"w\", \"location_type\": \"att_aic\", \"latitude\": 60, \"longitude\": 5}]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    if !cx.facts.is_empty() {
        trailing_comma::report(cx);
    }
}
