//! The placement of a homing template.

use serde::Serialize;

use crate::document::Named;
use crate::homing::placement::conflict::{Conflict, Relaxation};
use crate::homing::placement::exact::Plan;
use crate::homing::placement::preview::{self, gap, limit_of};
use crate::homing::placement::problem::{Kind, Problem};
use crate::homing::placement::ranking::Ranked;
use crate::homing::placement::replay::Replay;
use crate::homing::placement::sensitivity::{Bound, Range, ThresholdRange, Why};
use crate::homing::threshold::Dimension;

/// The maximum number of candidates of a demand that are listed: 250 bytes each.
const MAX_LISTED: usize = 10_000;

/// The plans of a template, with the reasons for the first one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Placement {
    /// The function to minimize: `guide` (distances) or `conductor` (distances and costs).
    pub objective: String,
    /// The search: `exact`, or the one of `conductor`.
    pub solver: String,
    /// The plans, best first; empty if there is none.
    pub plans: Vec<PlacementPlan>,
    /// Whether the first plan is proven to be the best, or that there is none.
    pub optimal: bool,
    /// Whether the template has errors, which are among the diagnostics: the plans are those of the part that can be read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// If the search was stopped: a value that no plan can improve on, and the relative distance to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// The terms of the value of the first plan.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// The candidates of each demand: the chosen one first, the eliminated ones last.
    pub demands: Named<Vec<Candidate>>,
    /// The number of further candidates of each demand that has too many for all to be listed; the last ones are left out.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub omitted: Named<usize>,
    /// The constraints that are assumed to hold because no inventory can decide them, with the reasons.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub assumed: Named<String>,
    /// A minimal set of constraints that exclude each other; absent if a plan exists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflict: Vec<Member>,
    /// For each weight, the range in which the plan stays the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<Weight>,
    /// For each constraint with a single limit, its range in which the plan stays the same.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub thresholds: Named<Limit>,
    /// The same for each constraint that limits a distance on both sides.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub bounds: Named<Bounds>,
    /// The result of conductor, with its own objective.
    pub conductor: Conductor,
    /// The answer to `--why`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Reason>,
}

/// A plan: a candidate for each demand.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlacementPlan {
    pub candidates: Named<String>,
    pub value: f64,
    pub cost: f64,
    /// The difference of its value to that of the first plan; absent for the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<f64>,
}

/// A term of the value: its weight times its number, which is normalized first if the operand says so.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Term {
    pub demand: String,
    /// The location, or the attribute in brackets.
    pub of: String,
    pub weight: f64,
    pub number: f64,
    pub value: f64,
}

/// A candidate of a demand.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    pub cost: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The constraint that eliminates it, with the deciding number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eliminated: Option<String>,
    /// The constraints: whether each holds, with the deciding number. Those between demands are checked with the candidates
    /// of the first plan.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<Trace>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trace {
    pub constraint: String,
    pub holds: bool,
    pub measure: String,
}

/// A constraint of a conflict, and its least change that makes a plan possible.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Member {
    pub constraint: String,
    /// The new threshold, `removed`, or `unknown` if the search reached its limit before it found one.
    pub change: String,
    /// The best plan after it; absent if the change alone does not help, or none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlacementPlan>,
}

/// The ranges of the two bounds of a threshold, while the other bound keeps its value; one is absent if it is not proven.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<Limit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<Limit>,
}

/// The range of a limit of a distance.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limit {
    #[serde(flatten)]
    pub range: Interval,
    /// The unit of the numbers, which is that of the threshold in the template.
    pub unit: &'static str,
}

/// The range of a weight.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Weight {
    pub demand: String,
    pub of: String,
    pub weight: f64,
    #[serde(flatten)]
    pub range: Interval,
}

/// A range; an absent end is unlimited.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interval {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
}

/// The result of conductor.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Conductor {
    /// `found`, `not-found`, `random`, `fails` or `stopped`.
    pub result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Named<String>>,
    /// The value of its own objective.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The message with which conductor rejects the template before it searches; the result is that of the search alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection: Option<String>,
    /// The best plan for its objective; absent if conductor finds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed: Option<PlacementPlan>,
    /// An order of the operands for which it finds that plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better_order: Option<Vec<String>>,
}

/// The reason for which a candidate is not chosen.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    pub demand: String,
    pub candidate: String,
    /// `chosen`, `worse`, `excluded` or `unknown`.
    pub result: String,
    /// The best plan with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlacementPlan>,
    /// The cost at which that plan would be as good as the first one, if the objective counts costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// The constraints that exclude it together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflict: Vec<Member>,
}

impl Placement {
    /// The ranges of all thresholds, each with its constraint, and with the bound if the threshold has two.
    pub fn ranges(&self) -> impl Iterator<Item = (&str, Option<Bound>, Limit)> {
        let single = self.thresholds.0.iter().map(|(name, interval)| (name.as_str(), None, *interval));
        let both = self.bounds.0.iter().flat_map(|(name, bounds)| {
            let bounds = [(Bound::Lower, bounds.lower), (Bound::Upper, bounds.upper)];
            bounds.into_iter().filter_map(move |(bound, interval)| Some((name.as_str(), Some(bound), interval?)))
        });
        single.chain(both)
    }

    pub fn new(placement: &preview::Placement) -> Self {
        Placement::with_first(placement, MAX_LISTED)
    }

    /// The document with at most `most` candidates of each demand.
    pub fn with_first(placement: &preview::Placement, most: usize) -> Self {
        let problem = &placement.problem;
        let best = placement.found.plans.first();
        let value = best.map(|plan| plan.value);
        let plans = placement.found.plans.iter().enumerate();
        let plans = plans.map(|(index, plan)| placement_plan(problem, plan, value.filter(|_| index > 0))).collect();
        let bound = placement.found.bound.filter(|bound| bound.is_finite());
        let assumed = problem.constraints.iter().filter_map(|constraint| match constraint.kind {
            Kind::Assumed { reason, .. } => Some((constraint.name.to_string(), reason.to_owned())),
            _ => None,
        });
        let demands = problem.demands.iter().enumerate().map(|(index, demand)| {
            let listed = placement.ranking.first(problem, index, best, most);
            (demand.name.to_string(), listed.filter_map(|one| Candidate::new(problem, index, one)).collect::<Vec<_>>())
        });
        let omitted = problem.demands.iter().filter(|demand| demand.candidates.len() > most);
        let omitted = omitted.map(|demand| (demand.name.to_string(), demand.candidates.len() - most));
        let (thresholds, bounds) = thresholds(problem, &placement.thresholds);
        let weights = placement.weights.iter().filter_map(|one| {
            let term = problem.objective.terms.get(one.term)?;
            let demand = problem.demands.get(term.demand)?.name.to_string();
            Some(Weight { demand, of: term.of.to_string(), weight: term.weight, range: Interval::new(one.range) })
        });
        Placement {
            objective: placement.objective.name().to_owned(),
            solver: if placement.is_replayed { "conductor" } else { "exact" }.to_owned(),
            plans,
            optimal: placement.found.is_proven && !placement.is_replayed && !placement.is_partial,
            partial: placement.is_partial,
            bound,
            gap: value.zip(bound).map(|(value, bound)| gap(value, bound)),
            terms: best.map_or_else(Vec::new, |plan| terms(problem, plan)),
            demands: demands.collect(),
            omitted: omitted.collect(),
            assumed: assumed.collect(),
            conflict: placement.conflict.as_ref().map_or_else(Vec::new, |conflict| members(problem, conflict)),
            weights: weights.collect(),
            thresholds,
            bounds,
            conductor: Conductor::new(placement),
            why: placement
                .why
                .as_ref()
                .and_then(|(demand, candidate, why)| Reason::new(placement, *demand, *candidate, why)),
        }
    }
}

/// The ranges of thresholds with a single limit, and of those that limit a distance on both sides.
fn thresholds(problem: &Problem, ranges: &[ThresholdRange]) -> (Named<Limit>, Named<Bounds>) {
    let (mut single, mut both): (Named<Limit>, Named<Bounds>) = Default::default();
    for one in ranges {
        let Some(constraint) = problem.constraints.get(one.constraint) else { continue };
        let Some(threshold) = constraint.threshold() else { continue };
        let (from, to) = threshold.in_unit((one.range.low, one.range.high));
        let limit = Limit { range: Interval { from, to }, unit: threshold.unit(Dimension::Distance) };
        let name = constraint.name.to_string();
        if !threshold.is_two_sided() {
            single.0.push((name, limit));
            continue;
        }
        if both.0.last().is_none_or(|(last, _)| *last != name) {
            both.0.push((name, Bounds::default()));
        }
        if let Some((_, bounds)) = both.0.last_mut() {
            match one.bound {
                Bound::Lower => bounds.lower = Some(limit),
                Bound::Upper => bounds.upper = Some(limit),
            }
        }
    }
    (single, both)
}

impl Candidate {
    fn new(problem: &Problem, demand: usize, one: Ranked) -> Option<Self> {
        let own = problem.candidate(demand, one.at)?;
        let trace = one.trace.iter().filter_map(|(index, verdict)| {
            let constraint = problem.constraints.get(*index)?;
            let (holds, measure) = (verdict.holds, verdict.text(constraint));
            Some(Trace { constraint: constraint.name.to_string(), holds, measure })
        });
        Some(Candidate {
            name: own.id.to_string(),
            distance: one.distance,
            cost: own.cost,
            value: one.value,
            eliminated: one.eliminated(problem),
            trace: trace.collect(),
        })
    }
}

impl Interval {
    fn new(range: Range) -> Self {
        Interval { from: range.low, to: range.high }
    }
}

impl Conductor {
    fn new(placement: &preview::Placement) -> Self {
        let problem = &placement.problem;
        let (result, plan, message) = match &placement.replay {
            Some(Replay::Plans(plans)) => ("found", plans.first().cloned(), None),
            Some(Replay::NotFound) => ("not-found", None, None),
            Some(Replay::Random) => ("random", None, None),
            Some(Replay::Fails(message)) => ("fails", None, Some(message.clone())),
            Some(Replay::Limit) | None => ("stopped", None, None),
        };
        let order = placement.better_order.as_ref();
        Conductor {
            result: result.to_owned(),
            value: plan.as_ref().map(|(_, value)| *value),
            plan: plan.map(|(choices, _)| named(problem, &choices)),
            message,
            rejection: placement.rejection.clone(),
            missed: placement.missed.as_ref().map(|plan| placement_plan(problem, plan, None)),
            better_order: order.map(|(_, names)| names.iter().map(ToString::to_string).collect()),
        }
    }
}

impl Reason {
    fn new(placement: &preview::Placement, demand: usize, candidate: usize, why: &Why) -> Option<Self> {
        let problem = &placement.problem;
        let value = placement.found.plans.first().map(|plan| plan.value);
        let (result, plan, cost, conflict) = match why {
            Why::Chosen => ("chosen", None, None, Vec::new()),
            Why::Worse { plan, cost, .. } => ("worse", Some(placement_plan(problem, plan, value)), *cost, Vec::new()),
            Why::Excluded(conflict) => ("excluded", None, None, members(problem, conflict)),
            Why::Unknown => ("unknown", None, None, Vec::new()),
        };
        Some(Reason {
            demand: problem.demands.get(demand)?.name.to_string(),
            candidate: problem.candidate(demand, candidate)?.id.to_string(),
            result: result.to_owned(),
            plan,
            cost,
            conflict,
        })
    }
}

fn named(problem: &Problem, choices: &[usize]) -> Named<String> {
    let pairs = problem.demands.iter().zip(choices);
    pairs
        .filter_map(|(demand, at)| Some((demand.name.to_string(), demand.candidates.get(*at)?.id.to_string())))
        .collect()
}

/// A plan; `best` is the value of the first one.
fn placement_plan(problem: &Problem, plan: &Plan, best: Option<f64>) -> PlacementPlan {
    let extra = best.map(|best| plan.value - best);
    PlacementPlan { candidates: named(problem, &plan.choices), value: plan.value, cost: plan.cost, extra }
}

fn terms(problem: &Problem, plan: &Plan) -> Vec<Term> {
    let term = |(index, term): (usize, &crate::homing::placement::problem::Term)| {
        let at = *plan.choices.get(term.demand)?;
        let number = term.numbers.get(at).copied()?;
        let demand = problem.demands.get(term.demand)?.name.to_string();
        let of = term.of.to_string();
        let operation = problem.objective.operation.as_ref();
        let (outer, range) = operation.and_then(|operation| operation.operand(index)).unwrap_or((1.0, None));
        let value = term.value(at);
        let value = outer * range.map_or(value, |(start, end)| (value - start) / (end - start));
        Some(Term { demand, of, weight: outer * term.weight, number, value })
    };
    problem.objective.terms.iter().enumerate().filter_map(term).collect()
}

fn members(problem: &Problem, conflict: &Conflict) -> Vec<Member> {
    let member = |one: &crate::homing::placement::conflict::Member| {
        let change = match &one.change {
            // Exact: a rounded limit could exclude the plan.
            Relaxation::Threshold(threshold) => threshold.text(Dimension::Distance),
            Relaxation::Removed => "removed".to_owned(),
            Relaxation::Unknown => "unknown".to_owned(),
        };
        let name = problem.constraints.get(one.constraint)?.name.to_string();
        let constraint = limit_of(problem, one.constraint).map_or(name.clone(), |limit| format!("{name} ({limit})"));
        Some(Member { constraint, change, plan: one.plan.as_ref().map(|plan| placement_plan(problem, plan, None)) })
    };
    conflict.members.iter().filter_map(member).collect()
}
