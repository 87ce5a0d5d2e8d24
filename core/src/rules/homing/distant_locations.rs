//! Locations too far apart.

use crate::diagnostic::Severity;
use crate::homing::distance;
use crate::homing::threshold::Dimension;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/distant-locations",
    severity: Severity::Warning,
    title: "locations too far apart",
    doc: "A demand must be close to two locations that are farther apart than the sum of both distances, so no point \
          on earth meets both.",
    sources: &["HAS-134"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
  lab: {latitude: 40.7, longitude: -74}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: < 100 km, location: home}
  close:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: < 100 km, location: lab}
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
  lab: {latitude: 59.3, longitude: 18}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: < 300 km, location: home}
  close:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: < 300 km, location: lab}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let file = &cx.file.path;
    let limits: Vec<_> = view.distances_to_locations().into_iter().take(MAX_LIMITS).collect();
    for (index, later) in limits.iter().enumerate() {
        for earlier in limits.iter().take(index).filter(|earlier| earlier.demand == later.demand) {
            let (Some(one), Some(other)) = (later.point, earlier.point) else { continue };
            let apart = distance::between(one, other);
            let reach = later.threshold.interval().1.0 + earlier.threshold.interval().1.0;
            if later.location != earlier.location && apart > reach {
                let message = format!(
                    "`{}` and `{}` are {:.0} {} apart, too far for `{}`",
                    later.location,
                    earlier.location,
                    apart / later.threshold.factor,
                    later.threshold.unit(Dimension::Distance),
                    later.demand
                );
                cx.report(later.node.span, message).related(file, earlier.node.span, "the other distance");
                break;
            }
        }
    }
}

/// Bounds the pairs that are compared.
const MAX_LIMITS: usize = 1000;
