//! The search of conductor, step by step: it takes the first plan that it finds. After going back, its decisions include
//! those it has given up, so that it can miss plans that exist.

use crate::homing::distance;
use crate::homing::placement::problem::{
    Candidate, Condition, Constraint, Fold, Kind, Operation, Problem, Treatment, attribute, text_of,
};
use crate::homing::threshold::{Amount, Operator, Threshold};
use crate::preview::progress::{Phase, Progress, block_on};
use crate::sorting::Sorting;

/// The result of conductor.
#[derive(Clone, PartialEq, Debug)]
pub enum Replay {
    /// The plans, each with the value of the objective: the index of a candidate for each demand.
    Plans(Vec<(Vec<usize>, f64)>),
    NotFound,
    /// Conductor fails with this exception.
    Fails(String),
    /// Without an objective, conductor picks at random.
    Random,
    /// The search was stopped.
    Limit,
}

/// The circumstances of a replay.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether all plans are searched for, each time without the unique candidates of those before.
    pub all: bool,
    /// Whether the triage tool runs, which fails when a third demand is given up.
    pub with_triage: bool,
}

/// The categories of zones that conductor resolves (HAS-106).
pub const CONDUCTOR_ZONES: [&str; 3] = ["region", "complex", "country"];
/// The exception of any other zone.
const NO_ZONE: &str = "Exception: rpc error in get_candidate_zone";

/// Bounds the time, in candidates that are compared.
const MAX_STEPS: usize = 2_000_000;
/// Stop after so many of them.
const PIECE: usize = 2_048;

struct Search<'p> {
    problem: &'p Problem,
    options: Options,
    order: Vec<usize>,
    /// The candidates that are still available, for each demand.
    available: Vec<Vec<usize>>,
    decisions: Vec<Option<usize>>,
    /// The demand that was tried last.
    current: usize,
    n_steps: usize,
    progress: &'p Progress,
}

/// A demand that is being placed.
struct Level {
    demand: usize,
    /// The candidates that are not given up.
    candidates: Vec<usize>,
    /// The value that a candidate must be better than.
    bound: f64,
}

type Step<T> = Result<T, Replay>;

/// Replays the search on a problem with the objective of conductor.
pub fn replay(problem: &Problem, options: Options) -> Replay {
    block_on(replay_in_pieces(problem, options, &Progress::default()))
}

/// The same, with a stop every few candidates.
pub async fn replay_in_pieces(problem: &Problem, options: Options, progress: &Progress) -> Replay {
    progress.begin(Phase("conductor"));
    if let Some(failure) = failure(problem) {
        return Replay::Fails(failure);
    }
    let has_goal = !problem.objective.terms.is_empty() || problem.objective.operation.is_some();
    if !has_goal {
        return Replay::Random;
    }
    // Candidates are resolved before the search, without the excluded ones.
    let is_listed = |demand: usize, candidate: &Candidate| {
        let own =
            problem.constraints.iter().filter(|one| matches!(one.kind, Kind::Listed { .. }) && one.demands == [demand]);
        own.filter_map(|one| one.holds(candidate)).all(|holds| holds)
    };
    let available: Vec<Vec<usize>> = problem
        .demands
        .iter()
        .enumerate()
        .map(|(index, demand)| {
            let all = demand.candidates.iter().enumerate();
            all.filter(|(_, candidate)| is_listed(index, candidate)).map(|(at, _)| at).collect()
        })
        .collect();
    let mut search = Search {
        problem,
        options,
        order: order(problem),
        available,
        decisions: vec![None; problem.demands.len()],
        current: 0,
        n_steps: 0,
        progress,
    };
    let mut plans = Vec::new();
    loop {
        search.decisions.fill(None);
        match search.fit().await {
            Err(ended) => return ended,
            Ok(false) => break,
            Ok(true) => {}
        }
        let plan: Vec<usize> = search.decisions.iter().map(|choice| choice.unwrap_or_default()).collect();
        plans.push((plan.clone(), search.value()));
        if !options.all || plans.len() > 1000 {
            break;
        }
        let mut is_reduced = false;
        for (demand, choice) in plan.iter().enumerate() {
            let candidate = problem.candidate(demand, *choice);
            let unique = candidate.and_then(|one| one.attribute("uniqueness")).map_or("true".into(), text_of);
            if let Some(left) = search.available.get_mut(demand).filter(|_| unique == "true") {
                left.retain(|other| other != choice);
                is_reduced = true;
            }
        }
        if !is_reduced {
            break;
        }
    }
    if plans.is_empty() { Replay::NotFound } else { Replay::Plans(plans) }
}

/// The exception with which conductor fails before it searches.
fn failure(problem: &Problem) -> Option<String> {
    if problem.demands.iter().any(|demand| demand.candidates.iter().any(|candidate| candidate.has_text_cost)) {
        return Some("TypeError: '<' not supported between instances of 'float' and 'str'".to_owned());
    }
    let is_unbuildable = |one: &Constraint| match one.kind {
        Kind::Group { .. } => one.demands.len() != 2,
        Kind::Between { .. } => one.demands.len() <= 1,
        _ => false,
    };
    if problem.constraints.iter().any(is_unbuildable) {
        return Some("ValueError: ".to_owned());
    }
    let has_distance = problem.objective.terms.iter().any(|term| !term.of.starts_with('['));
    let generic = problem.conductor.is_generic && problem.objective.operation.is_some();
    (generic && has_distance).then(|| "AttributeError: 'Parser' object has no attribute 'location'".to_owned())
}

/// The order of the demands: that of the operands, then that of the template.
pub fn order(problem: &Problem) -> Vec<usize> {
    let mut order = Vec::new();
    let operands = problem.objective.terms.iter().map(|term| term.demand);
    let operands: Vec<usize> = if problem.objective.operation.is_some() { Vec::new() } else { operands.collect() };
    for demand in operands.into_iter().chain(0..problem.demands.len()) {
        if !order.contains(&demand) {
            order.push(demand);
        }
    }
    order
}

impl Search<'_> {
    /// Places all demands. Returns whether it did.
    async fn fit(&mut self) -> Step<bool> {
        let mut levels = Vec::new();
        while let Some(demand) = self.order.get(levels.len()).copied() {
            self.current = demand;
            let candidates = self.solve(demand).await?;
            levels.push(Level { demand, candidates, bound: self.first_bound() });
            while !self.advance(&mut levels).await? {
                let Some(level) = levels.last_mut() else { return Ok(false) };
                // The choice of the demand before is given up.
                let given_up = self.decisions.get(level.demand).copied().flatten();
                level.candidates.retain(|other| Some(*other) != given_up);
                if !self.problem.objective.is_maximized {
                    level.bound = f64::MAX;
                }
            }
        }
        Ok(true)
    }

    /// Without a reset, a maximum is only replaced by a larger value.
    fn first_bound(&self) -> f64 {
        if self.problem.objective.is_maximized { 0.0 } else { f64::MAX }
    }

    /// Decides on the best remaining candidate of the last level. If there is none, the level is removed.
    async fn advance(&mut self, levels: &mut Vec<Level>) -> Step<bool> {
        let Some(level) = levels.last_mut() else { return Ok(false) };
        let is_maximized = self.problem.objective.is_maximized;
        let mut best = None;
        for candidate in &level.candidates {
            self.step(1).await?;
            self.decide(level.demand, *candidate);
            let value = self.value();
            let is_better = if is_maximized { value > level.bound } else { value < level.bound };
            if is_better {
                level.bound = value;
                best = Some(*candidate);
            }
        }
        match best {
            Some(best) => self.decide(level.demand, best),
            None => {
                levels.pop();
                self.roll_back()?;
            }
        }
        Ok(best.is_some())
    }

    /// Counts compared candidates.
    async fn step(&mut self, count: usize) -> Step<()> {
        let before = self.n_steps / PIECE;
        self.n_steps += count;
        if self.n_steps / PIECE > before {
            self.progress.count();
            self.progress.stage().await;
        }
        if self.n_steps > MAX_STEPS { Err(Replay::Limit) } else { Ok(()) }
    }

    fn decide(&mut self, demand: usize, candidate: usize) {
        if let Some(decision) = self.decisions.get_mut(demand) {
            *decision = Some(candidate);
        }
    }

    /// The failure of the triage tool, which looks up a decision by its number.
    fn roll_back(&self) -> Step<()> {
        let position = self.order.iter().position(|demand| *demand == self.current).unwrap_or_default();
        let has_decisions = self.decisions.iter().any(Option::is_some);
        if self.options.with_triage && has_decisions && position != 1 {
            return Err(Replay::Fails(format!("KeyError: {}", position as i64 - 1)));
        }
        Ok(())
    }

    /// The candidates that meet the constraints with the decisions so far, stably sorted by cost.
    async fn solve(&mut self, demand: usize) -> Step<Vec<usize>> {
        let mut candidates = self.available.get(demand).cloned().unwrap_or_default();
        let problem = self.problem;
        for constraint in problem.constraints.iter().filter(|one| one.demands.contains(&demand)) {
            if candidates.is_empty() {
                break;
            }
            let mut kept = Vec::new();
            for piece in candidates.chunks(PIECE) {
                let mut piece = piece.to_vec();
                self.filter(constraint, demand, &mut piece)?;
                kept.extend(piece);
                self.progress.stage().await;
            }
            self.step(candidates.len()).await?;
            candidates = kept;
        }
        let cost = |at: &usize| self.problem.candidate(demand, *at).map_or(0.0, |candidate| candidate.cost);
        candidates.order_by(|one, other| cost(one).total_cmp(&cost(other)));
        Ok(candidates)
    }

    fn filter(&self, constraint: &Constraint, demand: usize, candidates: &mut Vec<usize>) -> Step<()> {
        let candidate = |at: usize| self.problem.candidate(demand, at);
        // The decision of the demand itself is still there after going back.
        let decided: Vec<&Candidate> = constraint
            .demands
            .iter()
            .filter_map(|other| self.problem.candidate(*other, self.decisions.get(*other).copied().flatten()?))
            .collect();
        match &constraint.kind {
            Kind::Zone { is_same, category } => {
                if !CONDUCTOR_ZONES.contains(&category.as_str()) && !decided.is_empty() {
                    return Err(Replay::Fails(NO_ZONE.to_owned()));
                }
                candidates.retain(|at| {
                    let zone = candidate(*at).and_then(|one| one.zone(category));
                    decided.iter().all(|other| (zone == other.zone(category)) == *is_same)
                });
            }
            Kind::Between { threshold } => candidates.retain(|at| {
                let own = candidate(*at).and_then(|one| one.point);
                decided.iter().all(|other| match (own, other.point) {
                    (Some(own), Some(other)) => holds(threshold, distance::between(own, other)),
                    _ => false,
                })
            }),
            Kind::Group { .. } => {
                let other = constraint.demands.iter().find(|other| **other != demand);
                let choice = other
                    .and_then(|other| self.problem.candidate(*other, self.decisions.get(*other).copied().flatten()?));
                if let Some(choice) = choice {
                    candidates.retain(|at| candidate(*at).is_some_and(|one| constraint.pair(one, choice)));
                }
            }
            Kind::ToLocation { point, threshold, .. } => candidates.retain(|at| {
                let own = candidate(*at).and_then(|one| one.point);
                own.is_some_and(|own| holds(threshold, distance::between(*point, own)))
            }),
            Kind::Attribute(conditions) => candidates.retain(|at| {
                candidate(*at).is_some_and(|one| {
                    conditions.iter().all(|(name, condition)| {
                        !is_evaluated(name, condition) || condition.holds(attribute(one, name), one)
                    })
                })
            }),
            Kind::Compare(_) => {
                candidates.retain(|at| candidate(*at).and_then(|one| constraint.holds(one)).unwrap_or(true))
            }
            Kind::Assumed { conductor: Treatment::Drops(of), .. } => candidates.retain(|at| {
                let own = candidate(*at).and_then(|one| one.text("inventory_type"));
                own.is_some_and(|own| own != *of)
            }),
            Kind::Assumed { conductor: Treatment::DropsSecond, .. } if !decided.is_empty() => candidates.clear(),
            Kind::Assumed { conductor: Treatment::Fails, .. } if !decided.is_empty() => {
                return Err(Replay::Fails(NO_ZONE.to_owned()));
            }
            Kind::Listed { .. } | Kind::Assumed { .. } => {}
        }
        Ok(())
    }

    /// The value of the objective; undecided demands do not count.
    fn value(&self) -> f64 {
        let objective = &self.problem.objective;
        let term = |index: usize| {
            let term = objective.terms.get(index);
            let choice = term.and_then(|term| self.decisions.get(term.demand).copied().flatten());
            term.zip(choice).map_or(0.0, |(term, choice)| term.value(choice))
        };
        match &objective.operation {
            None => (0..objective.terms.len()).map(term).fold(0.0, |sum, one| sum + one),
            Some(operation) => fold(operation, &term),
        }
    }
}

/// The value of an operation. Conductor computes the minimum for `max`.
fn fold(operation: &Operation, term: &dyn Fn(usize) -> f64) -> f64 {
    match operation {
        Operation::Term(index) => term(*index),
        Operation::Of { operator, operands } => {
            let values = operands.iter().map(|(operand, weight, normalization)| {
                let value = fold(operand, term);
                normalization.map_or(value, |(start, end)| (value - start) / (end - start)) * weight
            });
            let folded = values.reduce(|one, other| match operator {
                Fold::Sum => one + other,
                Fold::Min | Fold::Max => one.min(other),
            });
            folded.unwrap_or(0.0)
        }
    }
}

/// Whether a distance meets a threshold: conductor compares it with a dictionary if that is a range.
fn holds(threshold: &Threshold, distance: f64) -> bool {
    match threshold.amount {
        Amount::Range(..) => false,
        Amount::Single(limit) => threshold.operator.unwrap_or(Operator::Equal).holds(distance, limit),
    }
}

/// Whether conductor evaluates a condition; any other passes.
fn is_evaluated(name: &str, condition: &Condition) -> bool {
    let is_listed = matches!(condition, Condition::Any(_) | Condition::All(_) | Condition::Requests(_));
    ["complex", "country", "state", "region", "cloud-region"].contains(&name) && is_listed
}
