//! The reasons why no plan exists: a minimal set of constraints that exclude each other, and the least change of each that
//! makes a plan possible.

use crate::homing::placement::exact::{Plan, Request, is_feasible, search};
use crate::homing::placement::problem::{Constraint, Problem, excess};
use crate::homing::threshold::{Amount, Operator, Threshold};
use crate::preview::progress::{Phase, Progress};

/// A set of constraints that no plan meets together; without any one of them, a plan exists.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Conflict {
    pub members: Vec<Member>,
    /// The demands without any candidate in the inventory: no change of constraints helps.
    pub empty: Vec<usize>,
    /// Whether every member is proven to be necessary, and every change to be the least one.
    pub is_proven: bool,
}

/// A constraint of a conflict.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    pub constraint: usize,
    /// The least change of it alone that makes a plan possible.
    pub change: Relaxation,
    /// The best plan after the change.
    pub plan: Option<Plan>,
}

/// A change of a constraint.
#[derive(Clone, PartialEq, Debug)]
pub enum Relaxation {
    /// Another threshold, in the unit of the constraint.
    Threshold(Threshold),
    /// The constraint is removed.
    Removed,
    /// The search reached its limit before it found a change that helps.
    Unknown,
}

/// Finds the conflict of a problem without a plan.
pub async fn conflict(problem: &Problem, request: &Request, progress: &Progress) -> Conflict {
    progress.begin(Phase("constraints"));
    let empty = problem.demands.iter().enumerate().filter(|(_, demand)| demand.candidates.is_empty());
    let mut conflict =
        Conflict { empty: empty.map(|(index, _)| index).collect(), is_proven: true, ..Conflict::default() };
    if !conflict.empty.is_empty() {
        return conflict;
    }
    let mut active = request.active.clone();
    // Deletion filter: a constraint whose removal leaves the conflict is not part of it. Later ones are removed first.
    for index in (0..problem.constraints.len()).rev() {
        if !active.get(index).copied().unwrap_or(false) {
            continue;
        }
        set(&mut active, index, false);
        let without = Request { active: active.clone(), ..request.clone() };
        match is_feasible(problem, &without, progress).await {
            Some(false) => {}
            Some(true) => set(&mut active, index, true),
            None => {
                conflict.is_proven = false;
                set(&mut active, index, true);
            }
        }
    }
    for (index, constraint) in problem.constraints.iter().enumerate() {
        if !active.get(index).copied().unwrap_or(false) {
            continue;
        }
        let (change, plan, is_least) = least_change(problem, constraint, index, request, progress).await;
        conflict.is_proven &= is_least;
        conflict.members.push(Member { constraint: index, change, plan });
    }
    conflict
}

fn set(active: &mut [bool], index: usize, value: bool) {
    if let Some(flag) = active.get_mut(index) {
        *flag = value;
    }
}

/// The least change of a constraint, with all others unchanged; the best plan after it; and whether both are proven.
async fn least_change(
    problem: &Problem,
    constraint: &Constraint,
    index: usize,
    request: &Request,
    progress: &Progress,
) -> (Relaxation, Option<Plan>, bool) {
    let together = together(problem, constraint, index);
    let mut removed = Request { n_plans: 1, ..request.clone() };
    together.iter().for_each(|index| set(&mut removed.active, *index, false));
    let found = search(problem, &removed, progress).await;
    let mut is_proven = found.is_proven;
    let Some(best_without) = found.plans.into_iter().next() else {
        return (if is_proven { Relaxation::Removed } else { Relaxation::Unknown }, None, is_proven);
    };
    let excess_of = |plan: &Plan| {
        let changed = together.iter().filter_map(|index| problem.constraints.get(*index));
        let amounts = changed.filter_map(|constraint| worst(problem, constraint, constraint.threshold()?, plan));
        amounts.reduce(|one, other| if other.0 > one.0 { other } else { one })
    };
    let (Some(threshold), Some((mut slack, _))) = (constraint.threshold(), excess_of(&best_without)) else {
        return (Relaxation::Removed, Some(best_without), is_proven);
    };
    let with = |slack: f64, any: bool| {
        let mut request = Request { n_plans: 1, any, ..request.clone() };
        for index in &together {
            if let Some(own) = request.slack.get_mut(*index) {
                *own = Some(slack);
            }
        }
        request
    };
    // Bisection between an amount without a plan and that of a plan. It ends when no plan misses the threshold by less.
    let mut low = 0.0;
    for round in 0..MAX_ROUNDS {
        let middle = low + (slack - low) / 2.0;
        let is_test = round % TEST == 0 || middle <= low || middle >= slack;
        let tried = if is_test { slack.next_down() } else { middle };
        if tried < 0.0 {
            break;
        }
        let found = search(problem, &with(tried, true), progress).await;
        match found.plans.first().and_then(excess_of) {
            Some((less, _)) if less < slack => slack = less,
            _ if !found.is_proven => {
                is_proven = false;
                break;
            }
            _ if is_test => break,
            _ => low = tried,
        }
    }
    if threshold.is_two_sided()
        && together.len() == 1
        && let Some((threshold, plan)) = moved_ends(problem, index, slack, request, progress).await
    {
        return (Relaxation::Threshold(threshold), Some(plan), is_proven);
    }
    let found = search(problem, &with(slack, false), progress).await;
    is_proven &= found.is_proven;
    // The plan without the constraint has exactly this slack if no smaller one was found.
    let plan = found.plans.into_iter().next().or_else(|| {
        excess_of(&best_without).filter(|(own, _)| *own <= slack)?;
        Some(best_without.clone())
    });
    match plan.as_ref().and_then(excess_of) {
        Some((slack, value)) => (Relaxation::Threshold(relaxed(threshold, slack, value)), plan, is_proven),
        None => (Relaxation::Removed, Some(best_without), is_proven),
    }
}

/// The constraints whose threshold changes with that of a constraint, by index: itself, and those that read the same value of a
/// parameter.
fn together(problem: &Problem, constraint: &Constraint, index: usize) -> Vec<usize> {
    let Some(value) = &constraint.supplied_by else { return vec![index] };
    let constraints = problem.constraints.iter().enumerate();
    constraints.filter(|(_, other)| other.supplied_by.as_ref() == Some(value)).map(|(other, _)| other).collect()
}

/// The range of a threshold with two sides for which a plan exists, and the best plan for it: one end is moved by at most the
/// slack if that is enough, or else both are, and each no farther than necessary. `None` if a search reached its limit.
async fn moved_ends(
    problem: &Problem,
    index: usize,
    slack: f64,
    request: &Request,
    progress: &Progress,
) -> Option<(Threshold, Plan)> {
    let constraint = problem.constraints.get(index)?;
    let own = constraint.threshold()?;
    let ((low, _), (high, _)) = own.interval();
    let range = |low, high| Threshold { operator: None, amount: Amount::Range(low, high), has_unit: true, ..*own };
    let request = Request { n_plans: 1, ..request.clone() };
    let mut varied = problem.clone();
    // The slack is rounded.
    let slack = slack + 1e-9 * (1.0 + slack);
    let mut plan = None;
    let (lower, higher) = (low - slack, high + slack);
    for (low, high) in [(lower, high), (low, higher), (lower, higher)] {
        *varied.constraints.get_mut(index)?.threshold_mut()? = range(low, high);
        let found = search(&varied, &request, progress).await;
        plan = found.plans.into_iter().next().filter(|_| found.is_proven);
        if plan.is_some() || !found.is_proven {
            break;
        }
    }
    let mut plan = plan?;
    for _ in 0..MAX_ROUNDS {
        let distances = constraint.distances(problem, &plan.choices);
        let least = distances.iter().copied().fold(low, f64::min);
        let most = distances.into_iter().fold(high, f64::max);
        // A moved end is tried a little nearer.
        let lower = (least < low).then(|| (least.next_up(), most));
        let upper = (most > high).then(|| (least, most.next_down()));
        let mut nearer = None;
        for (low, high) in lower.into_iter().chain(upper) {
            *varied.constraints.get_mut(index)?.threshold_mut()? = range(low, high);
            let found = search(&varied, &request, progress).await;
            nearer = found.plans.into_iter().next().filter(|_| found.is_proven);
            if nearer.is_some() {
                break;
            }
            if !found.is_proven {
                return None;
            }
        }
        match nearer {
            Some(other) => plan = other,
            None => return Some((range(least, most), plan)),
        }
    }
    None
}

/// Bounds the bisection: the interval of two numbers can be halved about so often.
const MAX_ROUNDS: usize = 200;
/// Test after so many rounds whether the amount is the least already.
const TEST: usize = 4;

/// The amount by which a plan misses a threshold, and the distance that misses it most.
fn worst(problem: &Problem, constraint: &Constraint, threshold: &Threshold, plan: &Plan) -> Option<(f64, f64)> {
    let distances = constraint.distances(problem, &plan.choices);
    let amounts = distances.into_iter().map(|value| (excess(threshold, value), value));
    amounts.reduce(|one, other| if other.0 > one.0 { other } else { one })
}

/// A threshold that is met by everything that missed the given one by at most this amount; `value` is a distance that
/// missed it by exactly as much.
fn relaxed(threshold: &Threshold, slack: f64, value: f64) -> Threshold {
    let single = |operator, value| Threshold {
        operator: Some(operator),
        amount: Amount::Single(value),
        factor: threshold.factor,
        has_unit: true,
    };
    match (threshold.operator.unwrap_or(Operator::Equal), threshold.amount) {
        // The bound itself may be enough.
        (Operator::Less | Operator::LessOrEqual, Amount::Single(limit)) => {
            single(Operator::LessOrEqual, if slack == 0.0 { limit } else { value })
        }
        (Operator::Greater | Operator::GreaterOrEqual, Amount::Single(limit)) => {
            single(Operator::GreaterOrEqual, if slack == 0.0 { limit } else { value })
        }
        (_, amount) => {
            let (low, high) = match amount {
                Amount::Single(value) => (value, value),
                Amount::Range(one, other) => (one.min(other), one.max(other)),
            };
            // The end that the distance is beyond is exactly that distance.
            let low = if value < low { value } else { (low - slack).max(0.0) };
            let high = if value > high { value } else { high + slack };
            Threshold { operator: None, amount: Amount::Range(low, high), factor: threshold.factor, has_unit: true }
        }
    }
}
