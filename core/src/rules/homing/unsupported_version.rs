//! Unsupported version.

use crate::date::is_date;
use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::homing::view::call;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/unsupported-version",
    severity: Severity::Error,
    title: "unsupported version",
    doc: "The version selects the features of a template. The guide defines `2017-10-10`; later versions of the \
          template are `2018-02-01` and `2020-08-13`. `2016-11-01` is known only to conductor, and no \
          implementation is known for other dates.",
    sources: &["HAS-05", "HAS-06"],
    bad: "\
homing_template_version: 20171010
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
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
    let Some(node) = view.template.get("homing_template_version").filter(|node| !node.is_null()) else { return };
    if call(node).is_some() {
        cx.report(node.span, "the version cannot be read by a function").help("write it itself: `2017-10-10`");
    }
    let Some(text) = node.as_text() else { return };
    let is_conductor = cx.is_conductor();
    match text {
        "2017-10-10" => {}
        "2018-02-01" | "2020-08-13" if is_conductor => {}
        "2018-02-01" | "2020-08-13" => {
            let finding = cx.report(node.span, format!("version `{text}` is newer than the guide"));
            finding.severity(Severity::Info).help("the additional features of the version are checked");
        }
        "2016-11-01" if is_conductor => {}
        "2016-11-01" => {
            let finding = cx.report(node.span, "version `2016-11-01` is known only to conductor");
            finding.severity(Severity::Warning).help("the guide describes `2017-10-10`");
        }
        text if is_date(text) && text > "2017-10-10" => {
            let finding = cx.report(node.span, format!("no known implementation of version `{text}`"));
            let finding = finding.severity(Severity::Warning).help("known versions: `2017-10-10`, `2018-02-01`, `2020-08-13`");
            finding.replace_with("2017-10-10", Safety::Unsafe);
        }
        text if is_date(text) => {
            let finding = cx.report(node.span, format!("version `{text}` is earlier than the first one"));
            finding.help("the first version is `2017-10-10`").replace_with("2017-10-10", Safety::Unsafe);
        }
        text => {
            let finding = cx.report(node.span, format!("invalid version `{text}`"));
            finding.help("the version is a date: `2017-10-10`").replace_with("2017-10-10", Safety::Unsafe);
        }
    }
}
