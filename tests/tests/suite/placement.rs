//! Placements of homing templates: the exact search against brute force, the replay of conductor against recorded runs,
//! and the worked examples.

use std::cmp::Ordering;
use std::fs;

use descriptorium_core::homing::distance::Point;
use descriptorium_core::homing::placement::build::{ObjectiveKind, build};
use descriptorium_core::homing::placement::conflict::{Relaxation, conflict};
use descriptorium_core::homing::placement::exact::{Plan, Request, is_before, is_feasible, search};
use descriptorium_core::homing::placement::inventory::Inventory;
use descriptorium_core::homing::placement::problem::{
    Candidate, Condition, Constraint, Demand, Kind, Objective, Problem, Term,
};
use descriptorium_core::homing::placement::replay::{Options, Replay, replay};
use descriptorium_core::homing::placement::sensitivity::{Bound, Range, thresholds, weights};
use descriptorium_core::homing::threshold::{self, Amount, Dimension, Operator, Threshold};
use descriptorium_core::homing::view::View;
use descriptorium_core::preview::progress::{Progress, block_on};
use descriptorium_core::sorted_map::{SortedMap, SortedSet};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::syntax::parse::parse;
use descriptorium_tests::paths;
use serde_json::Value;
use serde_yaml::Mapping;

/// The problem of a template and an inventory.
fn problem(template: &str, inventory: &Inventory, objective: ObjectiveKind) -> Problem {
    let tree = parse(template);
    let root = tree.root().expect("a template");
    build(&View::new(root), &SortedMap::new(), inventory, objective).0
}

fn best(problem: &Problem) -> Option<Plan> {
    let found = block_on(search(problem, &Request::new(problem), &Progress::default()));
    assert!(found.is_proven);
    found.plans.into_iter().next()
}

fn names(problem: &Problem, choices: &[usize]) -> Vec<String> {
    let each = choices.iter().enumerate();
    each.map(|(demand, at)| problem.candidate(demand, *at).expect("a candidate").id.to_string()).collect()
}

#[test]
fn the_example_of_the_guide_is_placed_as_it_was_worked_out() {
    let Some(folder) = paths::shared("fixtures/homing") else { return };
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a readable file");
    let inventory = Inventory::read(&read("vcpe-inv.json")).expect("an inventory");
    let guide = problem(&read("vcpe.yaml"), &inventory, ObjectiveKind::Guide);
    let plan = best(&guide).expect("a plan");
    assert!((plan.value - 11_496.170_489_800_152).abs() < 1e-6, "{}", plan.value);
    let chosen: SortedSet<String> = names(&guide, &plan.choices).into_iter().collect();
    assert_eq!(chosen, SortedSet::from(["mux-hou".to_owned(), "vg-hou".to_owned()]));
    let conductor = problem(&read("vcpe.yaml"), &inventory, ObjectiveKind::Conductor);
    let Replay::Plans(plans) = replay(&conductor, Options::default()) else { panic!("no plan") };
    assert!((plans[0].1 - 769.411_365_986_676_9).abs() < 1e-9, "{}", plans[0].1);
}

/// The oracle is the recorded result of the real solver.
#[test]
fn the_replay_returns_what_conductor_returned() {
    let Some(folder) = paths::shared("fixtures/homing") else { return };
    let text = fs::read_to_string(folder.join("solver_experiments.json")).expect("a readable file");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let (mut n_cases, mut faults) = (0, Vec::new());
    for case in &cases {
        let field = |key: &str| case[key].as_str().unwrap_or_default();
        if case["inventory"].is_null() {
            continue;
        }
        n_cases += 1;
        let inventory = Inventory::read(&case["inventory"].to_string()).expect("an inventory");
        let problem = problem(field("template"), &inventory, ObjectiveKind::Conductor);
        let options = Options { all: field("name").contains("num=all"), with_triage: field("triage") == "real" };
        let result = replay(&problem, options);
        let recorded = field("result");
        let is_same = match (&result, recorded.strip_prefix("SOLVER-EXC ")) {
            (Replay::Fails(message), Some(recorded)) => message.trim() == recorded.trim(),
            (Replay::NotFound, None) => recorded == "NOT FOUND",
            (Replay::Plans(plans), None) => {
                let recorded = serde_json::from_str::<Vec<Value>>(recorded).unwrap_or_default();
                !recorded.is_empty()
                    && plans.len() == recorded.len()
                    && plans.iter().zip(&recorded).all(|((choices, value), recorded)| {
                        let plan = recorded["plan"].as_object().expect("a plan");
                        let same = problem.demands.iter().zip(names(&problem, choices));
                        let same = same.into_iter().all(|(demand, name)| plan[demand.name.as_str()] == name.as_str());
                        same && (value - recorded["value"].as_f64().expect("a value")).abs() < 1e-9
                    })
            }
            _ => false,
        };
        if !is_same {
            faults.push(format!("{}: {result:?} instead of {recorded}", field("name")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(n_cases, 43);
}

/// A small generator of pseudo-random numbers (xorshift).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: u64) -> u64 {
        (self.next() >> 11) % count
    }

    fn number(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.below(1 << 30) as f64 / (1u64 << 30) as f64)
    }
}

fn candidate(chance: &mut Chance, id: String) -> Candidate {
    // A coarse grid makes ties.
    let degrees = |chance: &mut Chance, low: i32, count: u64| f64::from(low) + chance.below(count) as f64;
    let point = Point::new(degrees(chance, 30, 6), degrees(chance, -100, 8));
    let mut attributes = Mapping::new();
    let zone = |chance: &mut Chance, count| format!("z{}", chance.below(count));
    attributes.insert("location_id".into(), zone(chance, 3).into());
    attributes.insert("complex_name".into(), zone(chance, 4).into());
    attributes.insert("country".into(), zone(chance, 2).into());
    attributes.insert("version".into(), (chance.below(4) as i64).into());
    let cost = chance.below(4) as f64;
    let (point, attributes) = (Some(point), attributes.into());
    Candidate { id: id.into(), requirement: 0, point, cost, has_text_cost: false, attributes }
}

fn limit(chance: &mut Chance) -> Threshold {
    let value = chance.number(50.0, 900.0);
    match chance.below(6) {
        0 => Threshold { operator: None, amount: Amount::Range(value, value + 300.0), factor: 1.0, has_unit: true },
        1 => Threshold {
            operator: Some(Operator::Greater),
            amount: Amount::Single(value / 2.0),
            factor: 1.0,
            has_unit: true,
        },
        2 => Threshold {
            operator: Some(Operator::GreaterOrEqual),
            amount: Amount::Single(value / 2.0),
            factor: 1.0,
            has_unit: true,
        },
        3 => Threshold { operator: Some(Operator::Less), amount: Amount::Single(value), factor: 1.0, has_unit: true },
        _ => Threshold {
            operator: Some(Operator::LessOrEqual),
            amount: Amount::Single(value),
            factor: 1.0,
            has_unit: true,
        },
    }
}

fn random(seed: u64) -> Problem {
    let chance = &mut Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let n_demands = 1 + chance.below(4) as usize;
    let demands: Vec<Demand> = (0..n_demands)
        .map(|demand| {
            let n_candidates = 1 + chance.below(6) as usize;
            let mut candidates: Vec<Candidate> = Vec::new();
            for at in 0..n_candidates {
                let mut own = candidate(chance, format!("{demand}-{at}"));
                // Some are like the one before, but for the cost.
                if let Some(before) = candidates.last().filter(|_| chance.below(4) == 0) {
                    (own.point, own.attributes) = (before.point, before.attributes.clone());
                }
                candidates.push(own);
            }
            Demand { name: format!("d{demand}").into(), path: NodePath::root(), candidates }
        })
        .collect();
    let home = Point::new(32.5, -97.0);
    let n_constraints = chance.below(5);
    let mut constraints = Vec::new();
    for number in 0..n_constraints {
        let one = chance.below(n_demands as u64) as usize;
        let other = chance.below(n_demands as u64) as usize;
        let both = if one == other { vec![one] } else { vec![one, other] };
        let all: Vec<usize> = (0..n_demands).collect();
        let several = if chance.below(2) == 0 { all } else { both.clone() };
        let (demands_of, kind) = match chance.below(8) {
            0 => (several, Kind::ToLocation { location: "home".into(), point: home, threshold: limit(chance) }),
            1 | 2 => (several, Kind::Between { threshold: limit(chance) }),
            3 | 4 => {
                let category = ["region", "complex", "country"][chance.below(3) as usize].into();
                (several, Kind::Zone { is_same: chance.below(2) == 0, category })
            }
            5 => {
                let mut pairs = SortedSet::new();
                for _ in 0..chance.below(12) {
                    let (a, b) = (format!("{one}-{}", chance.below(6)), format!("{other}-{}", chance.below(6)));
                    pairs.insert((a.clone().into(), b.clone().into()));
                    pairs.insert((b.into(), a.into()));
                }
                (both, Kind::Group { pairs })
            }
            6 => {
                let condition = match chance.below(3) {
                    0 => Condition::Number(Operator::Less, 1.0 + chance.below(4) as f64),
                    1 => Condition::Any(vec![1.into(), 2.into()]),
                    _ => Condition::NotEqual((chance.below(4) as i64).into()),
                };
                (vec![one], Kind::Attribute(vec![("version".into(), condition)]))
            }
            _ => {
                let ids = (0..2).map(|_| format!("{one}-{}", chance.below(6)).into()).collect();
                (vec![one], Kind::Listed { requirement: 0, is_required: chance.below(2) == 0, ids })
            }
        };
        constraints.push(Constraint {
            name: format!("c{number}").into(),
            path: NodePath::root(),
            demands: demands_of,
            kind,
            supplied_by: None,
        });
    }
    let with_cost = chance.below(2) == 0;
    let n_terms = chance.below(2 * n_demands as u64 + 1);
    let terms = (0..n_terms).map(|_| {
        let demand = chance.below(n_demands as u64) as usize;
        let weight = if chance.below(3) == 0 { chance.number(0.1, 5.0) } else { 1.0 };
        let number = |candidate: &Candidate| {
            let distance = descriptorium_core::homing::distance::between(home, candidate.point.expect("a point"));
            if with_cost { distance + candidate.cost } else { distance }
        };
        let numbers = demands[demand].candidates.iter().map(number).collect();
        Term { demand, of: "home".into(), path: NodePath::root(), weight, point: None, numbers }
    });
    let objective = Objective { terms: terms.collect(), ..Objective::default() };
    Problem { demands: demands.into(), constraints, objective, ..Problem::default() }
}

/// All plans that meet the constraints.
fn feasible(problem: &Problem, holds: impl Fn(&Constraint, &[usize]) -> bool) -> Vec<Plan> {
    let mut plans = vec![Vec::new()];
    for demand in problem.demands.iter() {
        let longer = plans.into_iter().flat_map(|plan: Vec<usize>| {
            (0..demand.candidates.len()).map(move |at| plan.iter().copied().chain([at]).collect())
        });
        plans = longer.collect();
    }
    plans.retain(|plan| problem.constraints.iter().all(|constraint| holds(constraint, plan)));
    let plan =
        |choices: Vec<usize>| Plan { value: problem.objective.value(&choices), cost: problem.cost(&choices), choices };
    plans.into_iter().map(plan).collect()
}

fn best_first(mut plans: Vec<Plan>) -> Vec<Plan> {
    plans.sort_by(|one, other| match is_before((one.value, one), (other.value, other)) {
        true => Ordering::Less,
        false => Ordering::Greater,
    });
    plans
}

#[test]
fn the_exact_search_equals_brute_force() {
    let (mut n_infeasible, mut n_changes) = (0, 0);
    for seed in 1..=5000 {
        let problem = random(seed);
        let mut expected = best_first(feasible(&problem, |constraint, plan| problem.meets(constraint, plan)));
        assert_eq!(best(&problem).as_ref(), expected.first(), "problem {seed}");
        // Equal values differ by rounding, and then the cost decides.
        if let Some(first) = expected.first() {
            let is_equal = |plan: &&Plan| (plan.value - first.value).abs() <= 1e-11 * (1.0 + first.value.abs());
            let mut equal = expected.iter().filter(is_equal);
            assert!(equal.all(|plan| plan.cost >= first.cost), "problem {seed}: a plan of equal value costs less");
        }
        // The next plans: as many as differ from each other in their order.
        let request = Request { n_plans: 4, ..Request::new(&problem) };
        let found = block_on(search(&problem, &request, &Progress::default()));
        expected.truncate(4);
        assert!(found.is_proven && found.plans == expected, "problem {seed}: {found:?} instead of {expected:?}");
        if expected.is_empty() {
            n_infeasible += 1;
            n_changes += check_conflict(&problem, seed);
        }
    }
    assert!(n_infeasible > 500, "only {n_infeasible} problems have no plan");
    assert!(n_changes > 100, "only {n_changes} thresholds were changed");
}

/// Every member of a conflict is necessary, and each least change is feasible, and no smaller one is. Returns the number of
/// changed thresholds.
fn check_conflict(problem: &Problem, seed: u64) -> usize {
    let request = Request::new(problem);
    let found = block_on(conflict(problem, &request, &Progress::default()));
    assert!(found.is_proven && !found.members.is_empty(), "problem {seed}");
    let members: Vec<usize> = found.members.iter().map(|member| member.constraint).collect();
    let is_possible = |active: &dyn Fn(usize) -> bool| {
        let active = (0..problem.constraints.len()).map(active).collect();
        let request = Request { active, ..request.clone() };
        block_on(is_feasible(problem, &request, &Progress::default())).expect("an answer")
    };
    assert!(!is_possible(&|at| members.contains(&at)), "problem {seed}: the conflict has a plan");
    for member in &members {
        assert!(is_possible(&|at| at != *member && members.contains(&at)), "problem {seed}: {member} is not necessary");
    }
    let mut n_changes = 0;
    for member in &found.members {
        let at = member.constraint;
        let with = |changed: &Threshold| {
            let holds = |constraint: &Constraint, plan: &[usize]| {
                let mut constraint = constraint.clone();
                if constraint.name == problem.constraints[at].name {
                    *constraint.threshold_mut().expect("a threshold") = *changed;
                }
                problem.meets(&constraint, plan)
            };
            !feasible(problem, holds).is_empty()
        };
        let (Relaxation::Threshold(threshold), Some(_)) = (&member.change, &member.plan) else { continue };
        n_changes += 1;
        assert!(with(threshold), "problem {seed}: the least change has no plan");
        let smaller = |value: f64, by: f64| value + by * (1e-9 * (1.0 + value.abs()));
        let tighter = match (threshold.amount, threshold.operator) {
            (Amount::Single(value), Some(Operator::LessOrEqual)) => {
                Threshold { amount: Amount::Single(smaller(value, -1.0)), ..*threshold }
            }
            (Amount::Single(value), Some(Operator::GreaterOrEqual)) => {
                Threshold { amount: Amount::Single(smaller(value, 1.0)), ..*threshold }
            }
            (Amount::Range(low, high), _) => {
                // An end stays where it is, or every smaller move of it is too small.
                let ((least, _), (most, _)) = problem.constraints[at].threshold().expect("a threshold").interval();
                let range = |low, high| Threshold { amount: Amount::Range(low, high), ..*threshold };
                let is_enough = |moved: bool, tighter: Threshold| moved && with(&tighter);
                assert!(!is_enough(low != least, range(smaller(low, 1.0), high)), "problem {seed}: {low} is too low");
                assert!(
                    !is_enough(high != most, range(low, smaller(high, -1.0))),
                    "problem {seed}: {high} is too high"
                );
                assert!(low != least || high != most, "problem {seed}: nothing moves");
                continue;
            }
            _ => continue,
        };
        let own = problem.constraints[at].threshold().expect("a threshold");
        assert!(threshold.amount == own.amount || !with(&tighter), "problem {seed}: a smaller change has a plan");
    }
    n_changes
}

/// The plan stays the best one within the range of each weight and bound, and within no larger range. The oracle tries a
/// number between each two at which anything can change: for a bound these are the distances of all plans.
#[test]
fn ranges_of_weights_and_bounds_equal_brute_force() {
    let (mut n_bounds, mut n_two_sided, mut n_weights) = (0, 0, 0);
    for seed in 1..=600 {
        let mut problem = random(seed);
        // Every third problem prefers to be far from somewhere.
        for term in problem.objective.terms.iter_mut().take(usize::from(seed % 3 == 0)) {
            term.weight = -term.weight;
        }
        let Some(plan) = best(&problem) else { continue };
        let request = Request { n_plans: 1, ..Request::new(&problem) };
        // Equal plans can be told apart by rounding, which is not the same for each weight.
        let stays = |varied: &Problem, is_inside: bool| {
            let all = best_first(feasible(varied, |constraint, plan| varied.meets(constraint, plan)));
            let own = all.iter().find(|one| one.choices == plan.choices);
            all.first().zip(own).is_some_and(|(first, own)| {
                let is_equal = own.value - first.value <= 1e-9 * (1.0 + own.value.abs());
                first.choices == plan.choices || is_inside && is_equal
            })
        };
        let check =
            |what: &str, range: &Range, (far, mut critical): (f64, Vec<f64>), with: &dyn Fn(f64) -> Option<Problem>| {
                critical.extend(range.low.into_iter().chain(range.high));
                critical.retain(|number| number.is_finite() && *number * far >= 0.0);
                critical.extend([0.0, far]);
                critical.sort_by(f64::total_cmp);
                for (low, high) in critical.iter().zip(&critical[1..]).filter(|(low, high)| *high - *low > 1e-6) {
                    let between = (low + high) / 2.0;
                    let is_inside =
                        range.low.is_none_or(|low| low < between) && range.high.is_none_or(|high| between < high);
                    let Some(varied) = with(between) else { continue };
                    assert_eq!(stays(&varied, is_inside), is_inside, "problem {seed}, {what} = {between}: {range:?}");
                }
            };
        let everything = feasible(&problem, |_, _| true);
        for one in block_on(thresholds(&problem, &plan, &request, &Progress::default())) {
            let constraint = &problem.constraints[one.constraint];
            let own = *constraint.threshold().expect("a threshold");
            let ((least, _), (most, _)) = own.interval();
            let with = |value: f64| {
                let amount = match (one.bound, own.is_two_sided()) {
                    (_, false) => Amount::Single(value),
                    (Bound::Lower, true) if value <= most => Amount::Range(value, most),
                    (Bound::Upper, true) if value >= least => Amount::Range(least, value),
                    _ => return None,
                };
                let mut varied = problem.clone();
                varied.constraints[one.constraint].threshold_mut().expect("a threshold").amount = amount;
                Some(varied)
            };
            let distances = everything.iter().flat_map(|plan| constraint.distances(&problem, &plan.choices));
            check(&format!("{} {:?}", constraint.name, one.bound), &one.range, (1e5, distances.collect()), &with);
            n_bounds += 1;
            n_two_sided += usize::from(own.is_two_sided());
        }
        for one in block_on(weights(&problem, &plan, &request, &Progress::default())) {
            let with = |value: f64| {
                let mut varied = problem.clone();
                varied.objective.terms[one.term].weight = value;
                Some(varied)
            };
            // Two plans change places where their lines cross.
            let at = |plan: &Plan, weight: f64| with(weight).expect("a problem").objective.value(&plan.choices);
            let crossings = everything.iter().filter_map(|other| {
                let (own, theirs) = (at(&plan, 0.0), at(other, 0.0));
                let slope = (at(&plan, 1.0) - own) - (at(other, 1.0) - theirs);
                (slope.abs() > 1e-9).then(|| (theirs - own) / slope)
            });
            let far = if problem.objective.terms[one.term].weight < 0.0 { -1e5 } else { 1e5 };
            check(&format!("weight {}", one.term), &one.range, (far, crossings.collect()), &with);
            n_weights += 1;
        }
    }
    println!("{n_bounds} bounds, {n_two_sided} of two-sided thresholds, {n_weights} weights");
    assert!(n_bounds > 100 && n_two_sided > 20 && n_weights > 100, "{n_bounds}, {n_two_sided}, {n_weights}");
}

/// The oracle is the recorded comparison of the real solver with the optimum. The problems here are others of the same
/// kinds, so only the shares are compared.
#[test]
fn the_replay_misses_the_optimum_as_often_as_recorded() {
    let Some(folder) = paths::shared("fixtures/homing") else { return };
    let text = fs::read_to_string(folder.join("compare_optimal.json")).expect("a readable file");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    for case in &cases {
        let number = |key: &str| case[key].as_u64().expect("a number") as usize;
        let (mode, n_demands, n_candidates) =
            (case["mode"].as_str().expect("a mode"), number("demands"), number("cands"));
        let recorded = ["both_nf", "optimal", "subopt", "false_nf"].map(number);
        let mut counts = [0usize; 4];
        for seed in 0..200 {
            let problem = of_kind(mode, n_demands, n_candidates, seed + 1);
            let result = replay(&problem, Options::default());
            let kind = match (best(&problem), result) {
                (None, Replay::NotFound) => 0,
                (Some(best), Replay::Plans(plans)) if plans[0].1 <= best.value + 1e-9 => 1,
                (Some(_), Replay::Plans(_)) => 2,
                (Some(_), Replay::NotFound) => 3,
                other => panic!("{mode} {seed}: {other:?}"),
            };
            counts[kind] += 1;
        }
        println!("{mode} {n_demands} x {n_candidates}: {counts:?}, recorded {recorded:?}");
        // Two hundred problems have a standard deviation of up to seven, and the places of the candidates differ.
        for (count, recorded) in counts.iter().zip(recorded) {
            assert!(count.abs_diff(recorded) <= 40, "{mode}: {counts:?} instead of {recorded:?}");
        }
    }
}

fn of_kind(mode: &str, n_demands: usize, n_candidates: usize, seed: u64) -> Problem {
    let chance = &mut Chance(seed.wrapping_mul(0xD134_2543_DE82_EF95) | 1);
    let home = Point::new(32.897_48, -97.040_443);
    let demands: Vec<Demand> = (0..n_demands)
        .map(|demand| {
            let candidates = (0..n_candidates).map(|at| {
                let mut attributes = Mapping::new();
                attributes.insert("location_id".into(), format!("R{}", chance.below(3)).into());
                attributes.insert("complex_name".into(), format!("C{}", chance.below(12)).into());
                let point = Point::new(chance.number(28.0, 45.0), chance.number(-120.0, -75.0));
                let id = format!("{demand}-{at}").into();
                let (point, attributes) = (Some(point), attributes.into());
                Candidate { id, requirement: 0, point, cost: 2.0, has_text_cost: false, attributes }
            });
            Demand { name: format!("d{demand}").into(), path: NodePath::root(), candidates: candidates.collect() }
        })
        .collect();
    let all: Vec<usize> = (0..n_demands).collect();
    let constraint = |name: &str, kind| Constraint {
        name: name.into(),
        path: NodePath::root(),
        demands: all.clone(),
        kind,
        supplied_by: None,
    };
    let mut constraints = Vec::new();
    if mode.contains('z') {
        constraints.push(constraint("z", Kind::Zone { is_same: true, category: "region".into() }));
    }
    if mode.contains('d') {
        constraints.push(constraint("d", Kind::Zone { is_same: false, category: "complex".into() }));
    }
    if mode.contains('p') {
        let threshold = threshold::parse("< 1200 km", Dimension::Distance).expect("a threshold");
        constraints.push(constraint("p", Kind::Between { threshold }));
    }
    let terms = (0..n_demands).map(|demand| {
        let own = demands[demand].candidates.iter();
        let numbers =
            own.map(|one| descriptorium_core::homing::distance::between(home, one.point.expect("a point")) + one.cost);
        Term { demand, of: "home".into(), path: NodePath::root(), weight: 1.0, point: None, numbers: numbers.collect() }
    });
    let objective = Objective { terms: terms.collect(), ..Objective::default() };
    Problem { demands: demands.into(), constraints, objective, ..Problem::default() }
}

/// With one demand at each of three places, all plans have the same sum of distances, but for rounding.
#[test]
fn the_cost_decides_between_plans_whose_values_differ_by_rounding() {
    let mut n_rounded = 0;
    for seed in 1..=200 {
        let chance = &mut Chance(seed);
        let home = Point::new(48.2, 16.37);
        let places: Vec<Point> =
            (0..3).map(|_| Point::new(chance.number(40.0, 56.0), chance.number(8.0, 24.0))).collect();
        let mut candidate = |at: usize| {
            let attributes = Mapping::from_iter([("location_id".into(), format!("R{at}").into())]);
            let cost = (1 + chance.below(50)) as f64;
            let (id, point, attributes) = (format!("c{at}").into(), Some(places[at]), attributes.into());
            Candidate { id, requirement: 0, point, cost, has_text_cost: false, attributes }
        };
        let demands: Vec<Demand> = (0..3)
            .map(|demand| {
                let candidates = (0..3).map(&mut candidate).collect();
                Demand { name: format!("d{demand}").into(), path: NodePath::root(), candidates }
            })
            .collect();
        let distances = places.iter().map(|place| descriptorium_core::homing::distance::between(home, *place));
        let numbers: Vec<f64> = distances.collect();
        let term = |demand| {
            let numbers = numbers.clone();
            Term { demand, of: "home".into(), path: NodePath::root(), weight: 1.0, point: None, numbers }
        };
        let kind = Kind::Zone { is_same: false, category: "region".into() };
        let apart = Constraint {
            name: "apart".into(),
            path: NodePath::root(),
            demands: vec![0, 1, 2],
            kind,
            supplied_by: None,
        };
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let cost = |order: [usize; 3]| (0..3).map(|at| demands[at].candidates[order[at]].cost).sum::<f64>();
        let least = orders.map(cost).into_iter().fold(f64::INFINITY, f64::min);
        let objective = Objective { terms: (0..3).map(term).collect(), ..Objective::default() };
        let values = orders.map(|order| objective.value(&order));
        n_rounded += usize::from(values.iter().any(|value| *value != values[0]));
        let problem = Problem { demands: demands.into(), constraints: vec![apart], objective, ..Problem::default() };
        assert_eq!(best(&problem).expect("a plan").cost, least, "problem {seed}");
    }
    assert!(n_rounded > 20, "the values of only {n_rounded} problems differ by rounding");
}

#[test]
fn hostile_problems_have_a_bounded_answer() {
    let candidates = (0..100_000).map(|at| Candidate {
        id: format!("c{at}").into(),
        point: Some(Point::new(1.0, 1.0)),
        cost: 1.0,
        requirement: 0,
        has_text_cost: false,
        attributes: Mapping::new().into(),
    });
    let candidates: Vec<Candidate> = candidates.collect();
    let demands: Vec<Demand> = (0..3)
        .map(|at| Demand { name: format!("d{at}").into(), path: NodePath::root(), candidates: candidates.clone() })
        .collect();
    let threshold = threshold::parse("< 1 km", Dimension::Distance).expect("a threshold");
    let far = threshold::parse("> 1 km", Dimension::Distance).expect("a threshold");
    for (kind, is_feasible) in [(Kind::Between { threshold }, true), (Kind::Between { threshold: far }, false)] {
        let constraint =
            Constraint { name: "c".into(), path: NodePath::root(), demands: vec![0, 1, 2], kind, supplied_by: None };
        let problem = Problem { demands: demands.clone().into(), constraints: vec![constraint], ..Problem::default() };
        let found = block_on(search(&problem, &Request::new(&problem), &Progress::default()));
        assert_eq!(!found.plans.is_empty(), is_feasible);
        assert!(found.is_proven || !is_feasible);
    }
}
