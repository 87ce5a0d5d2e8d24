//! Empty section.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/empty-section",
    severity: Severity::Warning,
    title: "empty section",
    doc: "A section without content is null instead of a mapping. Readers may reject it; leave the key out.",
    sources: &["HAS-07"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for section in ["parameters", "locations", "constraints", "reservations", "optimization"] {
        let Some(entry) = view.template.entry(section).filter(|entry| entry.value.is_null()) else { continue };
        let path = view.base.key(section);
        let finding = cx.report(entry.key.span, format!("section `{section}` is empty")).help("remove the key");
        finding.fix_by(format!("Remove `{section}`"), Safety::Unsafe, |draft| draft.remove(&path));
    }
}
