//! The candidates of each demand in the order of a plan: the chosen one first, then by value, the eliminated ones last.

use std::borrow::Cow;

use crate::homing::distance;
use crate::homing::placement::exact::Plan;
use crate::homing::placement::problem::{Candidate, Decision, Problem, Verdict};
use crate::preview::progress::{Phase, Progress, block_on};
use crate::sorting::Sorting;

/// The ranked candidates of all demands, by index.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    demands: Vec<OfDemand>,
}

/// Maximum number of decisions that a ranking keeps; others are computed again when they are shown.
const MAX_KEPT: usize = 1 << 20;

#[derive(Clone, Debug, Default)]
struct OfDemand {
    kept: Kept,
    /// Whether a constraint on its demand alone eliminates a candidate.
    is_eliminated: Vec<bool>,
    order: Vec<usize>,
}

/// The decisions of constraints on a demand alone. Those on one candidate are adjacent: candidates are shown in another order
/// than that of their decisions, so each is probably not in the cache.
#[derive(Clone, Debug, Default)]
struct Kept {
    /// The indices of the constraints.
    constraints: Vec<usize>,
    /// By candidate, then by constraint.
    decisions: Vec<Decision>,
}

impl Kept {
    /// The decision of a constraint on a candidate, if it is kept.
    fn get(&self, constraint: usize, candidate: usize) -> Option<&Decision> {
        let at = self.constraints.iter().position(|one| *one == constraint)?;
        self.decisions.get(candidate * self.constraints.len() + at)
    }
}

/// A candidate in the ranking of its demand.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// Its index.
    pub at: usize,
    /// The distance to the location of the objective, if it has one.
    pub distance: Option<f64>,
    /// Its share of a sum.
    pub value: Option<f64>,
    /// The result of each constraint, by index; of one between demands with the candidates of the plan.
    pub trace: Vec<(usize, Verdict)>,
    /// Whether it lacks the coordinates that the optimization needs.
    is_unplaced: bool,
}

impl Ranking {
    pub fn new(problem: &Problem, plan: Option<&Plan>) -> Self {
        block_on(Ranking::in_pieces(problem, plan, &Progress::default()))
    }

    /// The same, with a stop every few candidates.
    pub async fn in_pieces(problem: &Problem, plan: Option<&Plan>, progress: &Progress) -> Self {
        progress.begin(Phase("candidates"));
        let mut demands = Vec::with_capacity(problem.demands.len());
        let mut n_left = MAX_KEPT;
        for (index, demand) in problem.demands.iter().enumerate() {
            let n_candidates = demand.candidates.len();
            let (mut deciding, mut others) = (Vec::new(), Vec::new());
            let own = problem.constraints.iter().enumerate().filter(|(_, one)| one.demands.contains(&index));
            for (at, one) in own.filter(|(_, one)| one.is_decided_alone()) {
                if n_candidates <= n_left {
                    n_left -= n_candidates;
                    deciding.push((at, one));
                } else {
                    others.push(one);
                }
            }
            let mut kept = Kept {
                constraints: deciding.iter().map(|(at, _)| *at).collect(),
                decisions: Vec::with_capacity(n_candidates * deciding.len()),
            };
            let chosen = plan.and_then(|plan| plan.choices.get(index)).copied();
            let mut is_eliminated = Vec::with_capacity(demand.candidates.len());
            // Whether it is not chosen, whether it is eliminated, its value, and its index.
            let mut order: Vec<(bool, bool, f64, usize)> = Vec::with_capacity(demand.candidates.len());
            for (at, candidate) in demand.candidates.iter().enumerate() {
                let mut eliminated = false;
                for (_, constraint) in &deciding {
                    let decision = constraint.decide(candidate);
                    eliminated |= decision.as_ref().is_some_and(|decision| !decision.holds);
                    kept.decisions.extend(decision);
                }
                let eliminated = eliminated || others.iter().any(|one| one.holds(candidate) == Some(false));
                is_eliminated.push(eliminated);
                order.push((Some(at) != chosen, eliminated, value(problem, index, at).unwrap_or(f64::INFINITY), at));
                progress.piece().await;
            }
            order.order_by(|one, other| {
                let rank = (one.0, one.1).cmp(&(other.0, other.1));
                rank.then(one.2.total_cmp(&other.2)).then(one.3.cmp(&other.3))
            });
            demands.push(OfDemand { kept, is_eliminated, order: order.into_iter().map(|(.., at)| at).collect() });
            progress.stage().await;
        }
        Ranking { demands }
    }

    pub fn is_eliminated(&self, demand: usize, candidate: usize) -> bool {
        self.demands.get(demand).and_then(|one| one.is_eliminated.get(candidate)).copied().unwrap_or(false)
    }

    /// The first candidates of a demand, with the results of all constraints. `plan` is the one of the ranking.
    pub fn first<'a>(
        &'a self,
        problem: &'a Problem,
        demand: usize,
        plan: Option<&'a Plan>,
        most: usize,
    ) -> impl Iterator<Item = Ranked> + 'a {
        let ranked = self.demands.get(demand).into_iter();
        ranked.flat_map(move |one| {
            let order = one.order.iter().take(most);
            order.filter_map(move |at| Ranked::new(problem, (demand, *at), &one.kept, plan))
        })
    }
}

/// The share of a candidate in the objective, if that is a sum with its demand.
fn value(problem: &Problem, demand: usize, candidate: usize) -> Option<f64> {
    let mut terms = problem.objective.terms.iter().filter(|term| term.demand == demand).peekable();
    let is_sum = problem.objective.is_sum() && terms.peek().is_some();
    is_sum.then(|| terms.map(|term| term.value(candidate)).sum())
}

impl Ranked {
    fn new(problem: &Problem, (demand, at): (usize, usize), kept: &Kept, plan: Option<&Plan>) -> Option<Self> {
        let candidate = problem.candidate(demand, at)?;
        let point = problem.objective.terms.iter().filter(|term| term.demand == demand).find_map(|term| term.point);
        let mut distance = None;
        let mut trace = Vec::with_capacity(problem.constraints.len());
        let own = problem.constraints.iter().enumerate().filter(|(_, one)| one.demands.contains(&demand));
        for (index, one) in own {
            let decision = kept.get(index, at).map(Cow::Borrowed).or_else(|| one.decide(candidate).map(Cow::Owned));
            let Some(decision) = decision else { continue };
            if one.location() == point {
                distance = decision.distance();
            }
            trace.push((index, one.verdict(&decision)));
        }
        let measured = || point.zip(candidate.point).map(|(from, to)| distance::between(from, to));
        let distance = distance.or_else(measured);
        trace.extend(beside(problem, (demand, candidate), plan));
        let value = value(problem, demand, at).filter(|value| value.is_finite());
        let is_unplaced = point.is_some() && candidate.point.is_none();
        Some(Ranked { at, distance, value, trace, is_unplaced })
    }

    /// The constraint that eliminates it, with the deciding number: `near: 2218.8 km is not < 500 km`.
    pub fn eliminated(&self, problem: &Problem) -> Option<String> {
        if self.is_unplaced {
            return Some("no coordinates, which the optimization needs".to_owned());
        }
        self.trace.iter().filter(|(_, verdict)| !verdict.holds).find_map(|(index, verdict)| {
            let constraint = problem.constraints.get(*index).filter(|one| !one.is_pairwise())?;
            Some(format!("{}: {}", constraint.name, verdict.text(constraint)))
        })
    }
}

/// The results of the constraints between a candidate and the candidates that a plan has for the other demands.
fn beside(problem: &Problem, (demand, candidate): (usize, &Candidate), plan: Option<&Plan>) -> Vec<(usize, Verdict)> {
    let mut found = Vec::new();
    for (index, constraint) in problem.constraints.iter().enumerate().filter(|(_, one)| one.is_pairwise()) {
        for (one, other) in constraint.pairs() {
            let beside = if one == demand { other } else { one };
            let choice = plan.filter(|_| one == demand || other == demand).and_then(|plan| plan.choices.get(beside));
            let Some(partner) = choice.and_then(|at| problem.candidate(beside, *at)) else { continue };
            let own = constraint.together(candidate, partner);
            // A group lists its pairs in the order of the demands.
            let holds = if one == demand { own.holds } else { constraint.pair(partner, candidate) };
            found.push((index, Verdict { holds, ..own }));
        }
    }
    found
}
