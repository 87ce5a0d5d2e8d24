//! The ranges of weights and thresholds in which the best plan stays the same, and the reasons for which a candidate is not
//! part of it.

use crate::homing::placement::conflict::{Conflict, conflict};
use crate::homing::placement::exact::{Plan, Request, is_before, search};
use crate::homing::placement::problem::Problem;
use crate::homing::threshold::{Amount, Operator, Threshold};
use crate::preview::progress::{Phase, Progress};

/// A range of numbers in which the plan stays the same; an absent end is unlimited.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Range {
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// The range of a weight, by the index of its term.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightRange {
    pub term: usize,
    pub range: Range,
}

/// The bounds that a threshold can have; `= 5 km` has two that are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Lower,
    Upper,
}

/// The range of one bound of a threshold, by the index of its constraint, in the default unit. The other bound, if there
/// is one, keeps its value.
#[derive(Clone, PartialEq, Debug)]
pub struct ThresholdRange {
    pub constraint: usize,
    pub bound: Bound,
    pub range: Range,
}

/// Bounds the searches for one end of a range.
const MAX_ROUNDS: usize = 40;

/// The range of each weight. Only sums have weights that can be varied alone.
pub async fn weights(problem: &Problem, plan: &Plan, request: &Request, progress: &Progress) -> Vec<WeightRange> {
    progress.begin(Phase("weights"));
    let mut found = Vec::new();
    if !problem.objective.is_sum() {
        return found;
    }
    for (term, own) in problem.objective.terms.iter().enumerate() {
        let far = (own.weight.abs() + 1.0) * 1e6;
        // A weight keeps its sign.
        let (least, most) = if own.weight < 0.0 { (-far, 0.0) } else { (0.0, far) };
        let low = weight_limit(problem, plan, term, least, request, progress).await;
        let high = weight_limit(problem, plan, term, most, request, progress).await;
        // A range that is not proven is no range.
        if let (Some(low), Some(high)) = (low, high) {
            let end = |limit: Option<f64>, tried: f64| limit.or((tried == 0.0).then_some(0.0));
            found.push(WeightRange { term, range: Range { low: end(low, least), high: end(high, most) } });
        }
    }
    found
}

/// The weight between that of a term and a far one at which another plan becomes better. The value of each plan is a line
/// over the weight: the best plan at the crossing of two lines is tried until it is not better than the given one. `None` if a
/// search reached its limit.
async fn weight_limit(
    problem: &Problem,
    plan: &Plan,
    term: usize,
    far: f64,
    request: &Request,
    progress: &Progress,
) -> Option<Option<f64>> {
    let own = problem.objective.terms.get(term)?;
    let number = |choices: &[usize]| choices.get(own.demand).and_then(|at| own.numbers.get(*at)).copied();
    let mut varied = problem.clone();
    let mut weight = far;
    let mut limit = None;
    for _ in 0..MAX_ROUNDS {
        varied.objective.terms.get_mut(term)?.weight = weight;
        let found = search(&varied, request, progress).await;
        let other = found.plans.into_iter().next().filter(|_| found.is_proven)?;
        let here = varied.objective.value(&plan.choices);
        // Extreme weights make the values large, so the tolerance only covers rounding.
        let tolerance = 1e-12 * (1.0 + here.abs());
        if other.choices == plan.choices || other.value >= here - tolerance {
            return Some(limit);
        }
        // Both lines cross where their difference at the weight of the plan is made up for.
        let slope = number(&other.choices)? - number(&plan.choices)?;
        let gap = problem.objective.value(&other.choices) - plan.value;
        if slope == 0.0 {
            return Some(Some(own.weight));
        }
        weight = own.weight - gap / slope;
        limit = Some(weight);
    }
    None
}

/// The ranges of each bound of each threshold.
pub async fn thresholds(problem: &Problem, plan: &Plan, request: &Request, progress: &Progress) -> Vec<ThresholdRange> {
    progress.begin(Phase("thresholds"));
    let mut found = Vec::new();
    for (index, constraint) in problem.constraints.iter().enumerate() {
        let Some(threshold) = constraint.threshold() else { continue };
        for bound in [Bound::Lower, Bound::Upper] {
            if !bound.of(threshold).is_finite() {
                continue;
            }
            // The plan itself limits a tighter bound, a better plan a looser one.
            let tight = bound.tightest(constraint.distances(problem, &plan.choices));
            let Some(loose) = loosest(problem, plan, (index, bound), request, progress).await else { continue };
            let (low, high) = match bound {
                Bound::Upper => (tight, loose),
                Bound::Lower => (loose, tight),
            };
            found.push(ThresholdRange { constraint: index, bound, range: Range { low, high } });
        }
    }
    found
}

impl Bound {
    /// The value of this bound of a threshold, infinite if it has none.
    fn of(self, threshold: &Threshold) -> f64 {
        let ((low, _), (high, _)) = threshold.interval();
        match self {
            Bound::Lower => low,
            Bound::Upper => high,
        }
    }

    /// The value to which this bound can be tightened so that all these distances still meet it.
    fn tightest(self, distances: Vec<f64>) -> Option<f64> {
        distances.into_iter().reduce(match self {
            Bound::Lower => f64::min,
            Bound::Upper => f64::max,
        })
    }

    /// The value that limits nothing.
    fn nowhere(self) -> f64 {
        match self {
            Bound::Lower => f64::NEG_INFINITY,
            Bound::Upper => f64::INFINITY,
        }
    }

    /// The threshold with this bound at a value that it excludes.
    fn moved(self, threshold: &Threshold, to: f64) -> Threshold {
        let ((low, _), (high, _)) = threshold.interval();
        let (amount, operator) = match (self, threshold.is_two_sided()) {
            // A range includes its bounds.
            (Bound::Upper, true) => (Amount::Range(low, to.next_down()), None),
            (Bound::Lower, true) => (Amount::Range(to.next_up(), high), None),
            (Bound::Upper, false) => (Amount::Single(to), Some(Operator::Less)),
            (Bound::Lower, false) => (Amount::Single(to), Some(Operator::Greater)),
        };
        Threshold { amount, operator, ..*threshold }
    }
}

/// The value of a bound at which a better plan becomes possible: the worst distance of the best plan without the bound,
/// tightened as long as a better plan exists within it. `None` if a search reached its limit.
async fn loosest(
    problem: &Problem,
    plan: &Plan,
    (index, bound): (usize, Bound),
    request: &Request,
    progress: &Progress,
) -> Option<Option<f64>> {
    let constraint = problem.constraints.get(index)?;
    let own = constraint.threshold()?;
    let key = problem.objective.key(&plan.choices);
    let mut varied = problem.clone();
    let mut limit: Option<f64> = None;
    for _ in 0..MAX_ROUNDS {
        // Only plans strictly within the limit can tighten it further.
        let moved = bound.moved(own, limit.unwrap_or(bound.nowhere()));
        *varied.constraints.get_mut(index)?.threshold_mut()? = moved;
        let found = search(&varied, request, progress).await;
        if !found.is_proven {
            return None;
        }
        let Some(other) = found.plans.into_iter().next() else { return Some(limit) };
        let is_better = is_before((problem.objective.key(&other.choices), &other), (key, plan));
        if !is_better {
            return Some(limit);
        }
        limit = Some(bound.tightest(constraint.distances(problem, &other.choices))?);
    }
    None
}

/// The reason for which a candidate is not part of the best plan.
#[derive(Clone, PartialEq, Debug)]
pub enum Why {
    /// It is.
    Chosen,
    /// The best plan with it is worse. `cost` is the cost at which it would be as good, if the objective counts costs or the values are
    /// equal.
    Worse { plan: Plan, extra: f64, cost: Option<f64> },
    /// No plan has it.
    Excluded(Conflict),
    /// The search was stopped.
    Unknown,
}

/// Explains why a candidate is not part of the best plan. `counts_cost` tells whether costs are part of the objective.
pub async fn why(
    problem: &Problem,
    plan: &Plan,
    (demand, candidate): (usize, usize),
    counts_cost: bool,
    request: &Request,
    progress: &Progress,
) -> Why {
    if plan.choices.get(demand) == Some(&candidate) {
        return Why::Chosen;
    }
    let forced = Request { forced: Some((demand, candidate)), n_plans: 1, ..request.clone() };
    let found = search(problem, &forced, progress).await;
    let Some(other) = found.plans.into_iter().next() else {
        return if found.is_proven { Why::Excluded(conflict(problem, &forced, progress).await) } else { Why::Unknown };
    };
    if !found.is_proven {
        return Why::Unknown;
    }
    let extra = problem.objective.key(&other.choices) - problem.objective.key(&plan.choices);
    let weight: f64 = problem.objective.terms.iter().filter(|term| term.demand == demand).map(|term| term.weight).sum();
    let own = problem.candidate(demand, candidate).map(|candidate| candidate.cost);
    // Of plans with equal values, the one with the lower total cost is chosen.
    let cost = match extra == 0.0 {
        true => own.map(|cost| cost - (other.cost - plan.cost)),
        false => own.filter(|_| counts_cost && weight > 0.0).map(|cost| cost - extra / weight),
    };
    Why::Worse { plan: other, extra, cost }
}
