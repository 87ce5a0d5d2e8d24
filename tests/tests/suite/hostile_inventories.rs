//! Placements on hostile inventories: numbers that are none, a hundred thousand candidates, and demands that are all equal. The
//! answer is a clear error or a placement, in slices that leave a page responsive.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::homing::placement::inventory::Inventory;
use descriptorium_core::homing::placement::preview::{INVENTORY, PLACE, Placement};
use descriptorium_core::preview::frame::Frame;
use descriptorium_core::preview::progress::{Phase, Progress};
use descriptorium_core::preview::question::{Intent, Question, Values};
use descriptorium_core::semantics::Outcome;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use serde_yaml::Value;

/// Two demands without any difference.
const TEMPLATE: &str = "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 0, longitude: 0}
demands:
  one: [{inventory_provider: aai, inventory_type: cloud}]
  two: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  near: {type: distance_to_location, demands: [one, two], properties: {distance: < 500 km, location: home}}
  together: {type: distance_between_demands, demands: [one, two], properties: {distance: < 10 km}}
optimization:
  minimize:
    sum:
      - distance_between: [home, one]
      - distance_between: [home, two]
";

fn question(inventory: String) -> Question {
    let parameters = Values::from([(INVENTORY.to_owned(), Value::Sequence(vec![inventory.into()]))]);
    Question { intent: Some(Intent { name: PLACE.into(), parameters }), ..Question::default() }
}

/// The placement of a template, and the number of stops in each phase.
fn placed(template: &str, question: &Question) -> (Box<Placement>, BTreeMap<&'static str, usize>) {
    let path = FilePath::new("t.yaml").expect("a path");
    let analysis = Analysis::new(Workspace::new([(path.clone(), template.to_owned())]), Settings::default());
    let progress = Progress::default();
    let mut work = pin!(analysis.preview_in_pieces(&path, question, &progress));
    let mut context = Context::from_waker(Waker::noop());
    let mut stops = BTreeMap::new();
    loop {
        match work.as_mut().poll(&mut context) {
            Poll::Ready(Some(Outcome::Placement(placement))) => return (placement, stops),
            Poll::Ready(_) => panic!("a placement"),
            Poll::Pending => {
                let (Phase(name), _) = progress.at();
                *stops.entry(name).or_insert(0) += 1;
            }
        }
    }
}

fn codes(placement: &Placement) -> Vec<&'static str> {
    placement.findings().iter().map(|found| found.code).collect()
}

#[test]
fn numbers_that_are_none_are_reported_with_their_candidate() {
    let keys = ["latitude", "longitude", "cost"];
    for key in keys {
        let others: Vec<&str> = keys.into_iter().filter(|other| *other != key).collect();
        let csv = |value: &str| format!("candidate_id,{},{},{key}\nx,1,1,{value}\n", others[0], others[1]);
        let json = |value: &str| format!("[{{\"candidate_id\": \"x\", \"{key}\": {value}}}]");
        let yaml = |value: &str| format!("- candidate_id: x\n  {key}: {value}\n");
        let texts = [
            csv("nan"),
            csv("inf"),
            csv("-infinity"),
            csv("1e999"),
            csv("ten"),
            json("\"NaN\""),
            json("\"Infinity\""),
            json("\"1e400\""),
            json("\"\""),
            json("true"),
            json("[]"),
            json("NaN"),
            json("1e999"),
            yaml(".nan"),
            yaml("-.inf"),
            yaml("1e999"),
            yaml("{a: 1}"),
        ];
        for text in texts {
            let read = Inventory::read(&text);
            let expected = format!("candidate `x` has an invalid `{key}`");
            assert_eq!(read.err().as_deref(), Some(expected.as_str()), "{text}");
        }
    }
    // JSON that is cut off in the middle names the line, however large it is.
    let cut = format!("[\n{}", "{\"candidate_id\": \"x\"},\n".repeat(150_000));
    assert_eq!(Inventory::read(&cut), Err("syntax error in line 150002".to_owned()));
    let large = format!("# {}\n- candidate_id: x\n", "x".repeat(3 << 20));
    assert_eq!(Inventory::read(&large), Err("it is too large for YAML: use JSON or CSV".to_owned()));
}

/// Numbers of the template that are none: the placement is computed without them, or says what is missing.
#[test]
fn numbers_of_the_template_that_are_none_do_not_spoil_the_placement() {
    let inventory = "candidate_id,latitude,longitude,cost\na,0,1,1\nb,0,2,1\n";
    let replaced = [
        ("latitude: 0", "latitude: .nan"),
        ("latitude: 0", "latitude: 1e308"),
        ("< 500 km", "< .inf km"),
        ("< 500 km", "< nan km"),
        ("< 500 km", "< 1e999 km"),
        ("inventory_type: cloud}]\n  two", "inventory_type: cloud, default_cost: .nan}]\n  two"),
        ("- distance_between: [home, one]", "- product: [.inf, {distance_between: [home, one]}]"),
    ];
    for (from, to) in replaced {
        let template = TEMPLATE.replacen(from, to, 1);
        assert_ne!(template, TEMPLATE);
        let (placement, _) = placed(&template, &question(inventory.to_owned()));
        let plan = placement.found.plans.first();
        assert!(
            plan.is_some_and(|plan| plan.value.is_finite() && plan.cost.is_finite()),
            "{to}: {:?}",
            codes(&placement)
        );
    }
}

/// A hundred thousand candidates that both demands can have: reading, building, searching, replaying and ranking stop every few
/// of them.
#[test]
fn a_hundred_thousand_candidates_are_placed_in_slices() {
    const COUNT: usize = 100_000;
    let candidate = |index: usize| (index as f64 * 1e-5, format!("c{index}"));
    let mut csv = "candidate_id,inventory_type,latitude,longitude,cost\n".to_owned();
    let mut json = "{\"candidates\": [\n".to_owned();
    for index in 0..COUNT {
        let (latitude, id) = candidate(index);
        let _ = writeln!(csv, "{id},cloud,{latitude},0,1");
        let comma = if index == 0 { "" } else { "," };
        let _ = writeln!(
            json,
            "{comma}{{\"candidate_id\": \"{id}\", \"inventory_type\": \"cloud\", \"latitude\": {latitude}, \"longitude\": 0, \"cost\": 1}}"
        );
    }
    json += "]}\n";
    assert_eq!(Inventory::read(&csv).expect("CSV").candidates[0].1.len(), COUNT);
    let (placement, stops) = placed(TEMPLATE, &question(json));
    assert_eq!(placement.found.plans[0].choices, [0, 0], "the nearest one for both");
    assert!(placement.found.is_proven);
    // A stop for at most so many candidates: of both demands, except for the inventory.
    for (phase, most) in [("inventory", 16), ("candidates", 16), ("plans", 600), ("conductor", 2_048)] {
        let n_candidates = if phase == "inventory" { COUNT } else { 2 * COUNT };
        let found = stops.get(phase).copied().unwrap_or_default();
        assert!(found >= n_candidates / most, "{phase}: {found} stops, {stops:?}");
    }
    assert!(placement.n_items() <= 2_100, "{} items", placement.n_items());
}
