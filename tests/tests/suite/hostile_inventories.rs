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

/// A weight is infinite after one multiplication, or too large for the sum: the finding names it, and the plan is computed
/// without its distance instead of being excluded.
#[test]
fn weights_that_are_too_large_are_reported() {
    let inventory = "candidate_id,latitude,longitude,cost\na,0,1,1\nb,0,2,1\n";
    let distance = "- distance_between: [home, one]";
    for weight in ["-1e308", "1e308", "\"1e200\"", "-1e101"] {
        let template =
            TEMPLATE.replacen(distance, &format!("- product: [{weight}, {{distance_between: [home, one]}}]"), 1);
        let (placement, _) = placed(&template, &question(inventory.to_owned()));
        let found = placement.findings().iter().find(|found| found.code == "placement/not-evaluated");
        let found = found.unwrap_or_else(|| panic!("{weight}: {:?}", codes(&placement)));
        assert_eq!(found.message, "the weight is too large to be computed with: the distance does not count");
        let unquoted = found.span.of(&template);
        assert!(unquoted.contains(weight), "{weight}: {unquoted}");
        // The distance of the other demand, 111.2 km from `home` to `a`, is the whole value.
        let plan = &placement.found.plans[0];
        assert_eq!(plan.choices, [0, 0], "{weight}");
        assert!((plan.value - 111.194_926_644_558_7).abs() < 1e-6, "{weight}: {}", plan.value);
    }
    // The largest weight that counts.
    let template = TEMPLATE.replacen(distance, "- product: [1e100, {distance_between: [home, one]}]", 1);
    let (placement, _) = placed(&template, &question(inventory.to_owned()));
    assert!(!codes(&placement).contains(&"placement/not-evaluated"), "{:?}", codes(&placement));
    assert!((placement.found.plans[0].value / 1.111_949_266_445_587e102 - 1.0).abs() < 1e-9);
    // A cost that would be infinite in the objective of conductor.
    let expected = Err("candidate `a` has an invalid `cost`".to_owned());
    assert_eq!(Inventory::read("candidate_id,latitude,longitude,cost\na,0,1,-1e308\n").map(drop), expected);
}

/// A template with demands that all have the same candidates, and these constraints over all of them.
fn equal_demands(n_demands: usize, constraints: &str) -> String {
    let names: Vec<String> = (0..n_demands).map(|index| format!("d{index}")).collect();
    let mut template =
        "homing_template_version: 2017-10-10\nlocations:\n  home: {latitude: 0, longitude: 0}\ndemands:\n".to_owned();
    for name in &names {
        let _ = writeln!(template, "  {name}: [{{inventory_provider: aai, inventory_type: cloud}}]");
    }
    let _ = write!(template, "constraints:\n{}", constraints.replace("ALL", &names.join(", ")));
    template += "optimization:\n  minimize:\n    sum:\n";
    for name in &names {
        let _ = writeln!(template, "      - distance_between: [home, {name}]");
    }
    template
}

/// An inventory of candidates at these longitudes on the equator, in these complexes.
fn candidates(each: impl Iterator<Item = (f64, String)>) -> String {
    let mut csv = "candidate_id,inventory_type,latitude,longitude,cost,complex_name\n".to_owned();
    for (index, (longitude, complex)) in each.enumerate() {
        let _ = writeln!(csv, "c{index},cloud,0,{longitude},1,{complex}");
    }
    csv
}

/// The CPU time of this thread in seconds.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Computes a placement, and checks that it ends within a limit of CPU seconds.
fn placed_within(seconds: f64, template: &str, inventory: String) -> Box<Placement> {
    let start = cpu_seconds();
    let (placement, _) = placed(template, &question(inventory));
    let used = cpu_seconds() - start;
    eprintln!("{used:.2} s, {} nodes, {:?}", placement.found.n_nodes, codes(&placement));
    assert!(used < seconds, "{used} s");
    placement
}

const APART: &str = "  apart: {type: distance_between_demands, demands: [ALL], properties: {distance: '> 10 km'}}\n";

/// Candidates in one place cannot be apart: there is no plan, however many there are.
#[test]
fn equal_candidates_that_must_be_apart_have_no_plan() {
    for (n_demands, n_candidates) in [(2, 2_000), (4, 2_000), (4, 20_000), (12, 2_000)] {
        let inventory = candidates((0..n_candidates).map(|_| (1.0, "x".to_owned())));
        let placement = placed_within(10.0, &equal_demands(n_demands, APART), inventory);
        assert!(placement.found.plans.is_empty() && placement.found.is_proven);
        let conflict = placement.conflict.as_ref().expect("a conflict");
        assert!(conflict.is_proven && conflict.members.len() == 1, "{conflict:?}");
        // Two candidates in one place are 0 km apart.
        let help = placement
            .findings()
            .iter()
            .find(|found| found.code == "placement/no-plan")
            .and_then(|one| one.help.as_deref());
        assert_eq!(help, Some("a plan exists if `apart` is `>= 0 km`"));
    }
}

/// Four demands that must be apart, and three places: no two demands are the problem, but all four together.
#[test]
fn more_demands_than_places_have_no_plan() {
    for (n_places, n_candidates) in [(3, 2_000), (3, 20_000), (7, 2_000)] {
        let inventory = candidates((0..n_candidates).map(|index| ((index % n_places) as f64, "x".to_owned())));
        let placement = placed_within(20.0, &equal_demands(n_places + 1, APART), inventory.clone());
        assert!(placement.found.plans.is_empty() && placement.found.is_proven, "{n_places}");
        assert!(placement.conflict.as_ref().is_some_and(|one| one.is_proven && one.members.len() == 1));
        // With a demand less, there is one: each is in a place of its own. Which order is best depends on rounding.
        let placement = placed_within(20.0, &equal_demands(n_places, APART), inventory);
        let mut choices = placement.found.plans[0].choices.clone();
        choices.sort_unstable();
        assert_eq!(choices, (0..n_places).collect::<Vec<_>>());
        assert!(placement.found.is_proven || n_places > 3);
    }
}

/// The same with zones, of which each candidate is at another place.
#[test]
fn more_demands_than_zones_have_no_plan() {
    const ZONES: &str =
        "  apart: {type: zone, demands: [ALL], properties: {qualifier: different, category: complex}}\n";
    for (n_zones, n_candidates) in [(3, 2_000), (7, 200), (11, 20_000)] {
        let each = (0..n_candidates).map(|index| (index as f64 * 1e-3, format!("zone{}", index % n_zones)));
        let placement = placed_within(20.0, &equal_demands(n_zones + 1, ZONES), candidates(each.clone()));
        assert!(placement.found.plans.is_empty() && placement.found.is_proven, "{n_zones}");
        let conflict = placement.conflict.as_ref().expect("a conflict");
        assert!(conflict.is_proven && conflict.members.len() == 1, "{conflict:?}");
    }
}

/// Candidates that differ by a few meters cannot be treated as equal: the search may reach its limit. Then it says so, and
/// claims neither a plan nor that there is none.
#[test]
fn almost_equal_candidates_end_with_an_answer() {
    for (n_places, n_candidates) in [(3, 300), (3, 2_000), (5, 2_000)] {
        let each = (0..n_candidates).map(|index| ((index % n_places) as f64 + index as f64 * 1e-6, "x".to_owned()));
        let placement = placed_within(60.0, &equal_demands(n_places + 1, APART), candidates(each));
        assert!(placement.found.plans.is_empty(), "{n_places} places, {n_candidates} candidates");
        let expected = if placement.found.is_proven { "placement/no-plan" } else { "placement/stopped" };
        let unexpected = if placement.found.is_proven { "placement/stopped" } else { "placement/no-plan" };
        assert!(
            codes(&placement).contains(&expected) && !codes(&placement).contains(&unexpected),
            "{:?}",
            codes(&placement)
        );
    }
}

/// Candidates of the same place and cost are not left out of the plans after the best one.
#[test]
fn equal_candidates_are_in_the_next_plans() {
    let template = equal_demands(
        2,
        "  near: {type: distance_to_location, demands: [ALL], properties: {distance: < 500 km, location: home}}\n",
    );
    let placement = placed_within(10.0, &template, candidates((0..2_000).map(|_| (1.0, "x".to_owned()))));
    let plans: Vec<&[usize]> = placement.found.plans.iter().map(|plan| plan.choices.as_slice()).collect();
    assert_eq!(plans, [[0, 0], [0, 1], [0, 2]]);
    assert!(placement.found.is_proven);
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
