//! Wrong arguments of a distance.

use crate::diagnostic::Severity;
use crate::homing::terms;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/distance-arguments",
    severity: Severity::Error,
    title: "wrong arguments of a distance",
    doc: "`distance_between` has two arguments: a location and a demand.",
    sources: &["HAS-126"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - distance_between: [gateway, cache]
      - distance_between: [home, cache]
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - distance_between: [home, gateway]
      - distance_between: [home, cache]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for distance in terms::distances(&view) {
        let (list, span) = (&distance.value, distance.key.span);
        let Some(_) = list.as_sequence() else {
            if list.as_text().is_some() {
                cx.report(list.span, "the arguments of `distance_between` are a list of a location and a demand");
            }
            continue;
        };
        let [first, second] = list.items() else {
            let message = match list.items().len() {
                1 => "`distance_between` has 1 argument instead of two".to_owned(),
                count => format!("`distance_between` has {count} arguments instead of two"),
            };
            cx.report(span, message);
            continue;
        };
        let is = |section: &str, node: &Node| node.as_text().is_some_and(|name| view.has(section, name));
        let (one, other) = (is("demands", first), is("demands", second));
        let (left, right) = (is("locations", first), is("locations", second));
        if one && other && !left && !right {
            cx.report(span, "both arguments are demands").help("one must be a location");
        } else if left && right && !one && !other {
            cx.report(span, "both arguments are locations").help("one must be a demand");
        } else if one && right && !left && !cx.is_conductor() {
            cx.report(span, "the demand is before the location").severity(Severity::Info);
        }
    }
}
