//! Malformed CLLI code.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/malformed-clli-code",
    severity: Severity::Warning,
    title: "malformed CLLI code",
    doc: "A CLLI code of a building has eight characters, such as `DLLSTX55`. Some inventories use codes of nine \
          characters.",
    sources: &["HAS-31"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {clli_code: DLL}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {clli_code: DLLSTX55}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for location in view.section("locations") {
        let Some(node) = location.value.get("clli_code") else { continue };
        let Some(code) = view.text(node) else { continue };
        let is_code = code.chars().count() == 8 && code.chars().all(|one| one.is_ascii_alphanumeric());
        if !is_code {
            cx.report(node.span, format!("`{code}` is not a CLLI code of eight characters"));
        }
    }
}
