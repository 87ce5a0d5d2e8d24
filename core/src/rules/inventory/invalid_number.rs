//! Invalid coordinate or cost in an inventory.

use std::rc::Rc;

use crate::diagnostic::{Safety, Severity};
use crate::homing::ready::of_number;
use crate::homing::view::is_number;
use crate::number::float;
use crate::package;
use crate::rules::inventory::{Check, Rule, name_of};

pub static RULE: Rule = Rule {
    code: "inventory/invalid-number",
    severity: Severity::Error,
    title: "invalid number in an inventory",
    doc: "The cost of a candidate is a number without a unit. Its latitude is between -90 and 90 degrees, its longitude \
          between -180 and 180. Numbers can be written as text, except the cost for conductor, whose solver fails.",
    sources: &["HAS-57", "HAS-58"],
    bad: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: cheap, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    good: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 100, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    check,
};

/// The keys with their largest amounts.
const NUMBERS: [(&str, Option<f64>); 3] = [("cost", None), ("latitude", Some(90.0)), ("longitude", Some(180.0))];

fn check(cx: &mut Check<'_>) {
    for candidate in Rc::clone(&cx.facts).iter() {
        for (key, most) in NUMBERS {
            let Some(node) = candidate.node.get(key).filter(|node| !node.is_null()) else { continue };
            let number = node.as_text().and_then(|text| float(text.trim()));
            match (number.filter(|number| number.is_finite()), most) {
                (None, _) => {
                    let (of, _) = name_of(candidate);
                    cx.report(node.span, format!("`{key}` of {of} must be a number"));
                }
                (Some(number), Some(most)) if number.abs() > most => {
                    let finding = cx.report(node.span, format!("{key} `{number}` is out of range"));
                    finding.help(format!("it must be between -{most} and {most}"));
                }
                // The cells of CSV are converted.
                (Some(number), None) if cx.is_conductor() && !is_number(node) && !package::is_csv(&cx.file.path) => {
                    let (of, _) = name_of(candidate);
                    let (path, value) = (candidate.path.key(key), of_number(number));
                    let finding = cx.report(node.span, format!("the string as the {key} of {of} makes conductor fail"));
                    finding.fix_by("Convert to a number", Safety::Safe, |draft| draft.replace(&path, &value));
                }
                (Some(_), _) => {}
            }
        }
    }
}
