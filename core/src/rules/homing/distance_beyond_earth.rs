//! Distance beyond the earth.

use crate::diagnostic::Severity;
use crate::homing::distance::FARTHEST;
use crate::homing::threshold::Dimension;
use crate::rules::homing::{Written, thresholds};
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/distance-beyond-earth",
    severity: Severity::Warning,
    title: "impossible distance",
    doc: "No two points are farther apart than half of the circumference, 20015 km. A larger limit has no effect, \
          or cannot be met.",
    sources: &["HAS-135"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: < 30000 km, location: home}
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: < 300 km, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for (Written { node, text, dimension, is_geographic, .. }, threshold) in thresholds(cx) {
        // The path of a network can be longer than any distance on the earth.
        let Ok(threshold) = threshold else { continue };
        if dimension != Dimension::Distance || !is_geographic {
            continue;
        }
        let ((low, _), (high, _)) = threshold.interval();
        let help = format!("two points are at most {:.0} {} apart", FARTHEST / threshold.factor, threshold.unit(dimension));
        if low > FARTHEST {
            cx.report(node.span, format!("no distance meets `{text}`")).help(help);
        } else if low <= 0.0 && high.is_finite() && high > FARTHEST {
            cx.report(node.span, format!("every distance meets `{text}`")).help(help);
        }
    }
}
