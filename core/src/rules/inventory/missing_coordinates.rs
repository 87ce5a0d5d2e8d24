//! Cloud region without coordinates in a response of A&AI.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::homing::placement::inventory::{LocatedComplexes, Schema};
use crate::rules::inventory::{Check, Rule, name_of};

pub static RULE: Rule = Rule {
    code: "inventory/missing-coordinates",
    severity: Severity::Warning,
    title: "cloud region without coordinates",
    doc: "The coordinates of a cloud region are those of its complex. The response contains the complex in the region, or \
          lists it under `complex` with the `complex-name` or the related `physical-location-id` of the region. A region \
          without coordinates has no distances.",
    sources: &["HAS-54"],
    bad: "cloud-region:\n  - {cloud-owner: fjord, cloud-region-id: west, complex-name: bergen}\n",
    good: "\
cloud-region:
  - {cloud-owner: fjord, cloud-region-id: west, complex-name: bergen}
complex:
  - {physical-location-id: BRGN, complex-name: bergen, latitude: 60, longitude: 5}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let entries = Rc::clone(&cx.facts);
    let of_schema = |schema| entries.iter().filter(move |entry| entry.schema == schema);
    let complexes = LocatedComplexes::new(of_schema(Schema::Complex).map(|entry| entry.node));
    for region in of_schema(Schema::Region).filter(|region| !complexes.locate(region.node)) {
        let (name, span) = name_of(region);
        let finding = cx.report(span, format!("{name} has no coordinates"));
        finding.help("add its complex with `latitude` and `longitude`");
    }
}
