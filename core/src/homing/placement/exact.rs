//! Exact search: branch and bound over the demands, the one with the fewest remaining candidates first, with forward
//! checking. Plans are ordered by value, then by total cost, then by the order of the candidates.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering as Memory};

use crate::homing::distance::{self, Point, RADIUS};
use crate::homing::placement::problem::{Constraint, Kind, Problem, Term, excess};
use crate::homing::threshold::Threshold;
use crate::preview::progress::{Phase, Progress};
use crate::sorted_map::SortedSet;
use crate::sorting::Sorting;

/// A placement of all demands: the index of a candidate for each.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    pub choices: Vec<usize>,
    pub value: f64,
    pub cost: f64,
}

/// A request for plans.
#[derive(Clone, Debug)]
pub struct Request {
    /// The constraints that apply, by index; the others are ignored.
    pub active: Vec<bool>,
    /// The amount by which each constraint with a threshold may be missed.
    pub slack: Vec<Option<f64>>,
    /// A demand that must have this candidate.
    pub forced: Option<(usize, usize)>,
    /// The number of plans.
    pub n_plans: usize,
    /// Whether any plan will do.
    pub any: bool,
    /// Maximum number of nodes.
    pub max_nodes: usize,
    /// The work that this search shares with others.
    pub budget: Budget,
}

impl Request {
    pub fn new(problem: &Problem) -> Self {
        Request {
            active: vec![true; problem.constraints.len()],
            slack: vec![None; problem.constraints.len()],
            forced: None,
            n_plans: 1,
            any: false,
            max_nodes: MAX_NODES,
            budget: Budget::default(),
        }
    }
}

/// The remaining work of several searches, which would each stay within their own limit but take minutes together. Clones
/// share it; by default it is unlimited.
#[derive(Clone, Debug, Default)]
pub struct Budget(Option<Arc<AtomicU64>>);

impl Budget {
    /// Enough for two searches that reach their limit: a few seconds.
    pub fn shared() -> Self {
        Budget(Some(Arc::new(AtomicU64::new(2 * MAX_WORK))))
    }

    /// The limit of the next search: at most half of the rest, so that one search leaves something to the others.
    fn limit(&self) -> u64 {
        self.0.as_ref().map_or(MAX_WORK, |rest| (rest.load(Memory::Relaxed) / 2).min(MAX_WORK))
    }

    fn spend(&self, work: u64) {
        if let Some(rest) = &self.0 {
            rest.store(rest.load(Memory::Relaxed).saturating_sub(work), Memory::Relaxed);
        }
    }
}

/// Bounds the time of a search.
pub const MAX_NODES: usize = 400_000;

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// The best plans, best first. Empty if there is none, or none was found within the limit.
    pub plans: Vec<Plan>,
    /// Whether the search was complete.
    pub is_proven: bool,
    /// If it was not, a bound that no plan can improve on.
    pub bound: Option<f64>,
    pub n_nodes: usize,
}

/// Whether a plan exists: `None` if the limit was reached first.
pub async fn is_feasible(problem: &Problem, request: &Request, progress: &Progress) -> Option<bool> {
    let found = search(problem, &Request { any: true, n_plans: 1, ..request.clone() }, progress).await;
    match (found.plans.is_empty(), found.is_proven) {
        (false, _) => Some(true),
        (true, true) => Some(false),
        (true, false) => None,
    }
}

/// Sets of candidates of a demand, by position.
type Domain = Vec<u64>;

fn first(domain: &[u64]) -> Option<usize> {
    let word = domain.iter().position(|word| *word != 0)?;
    Some(word * 64 + domain.get(word)?.trailing_zeros() as usize)
}

fn members(domain: &[u64]) -> impl Iterator<Item = usize> {
    domain.iter().enumerate().flat_map(|(index, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(index * 64 + bit)
        })
    })
}

/// A candidate that meets all constraints on its demand alone.
struct Choice {
    /// Its index in the problem.
    candidate: usize,
    /// Its share of the objective, if that is a sum.
    value: f64,
    cost: f64,
    vector: Option<[f64; 3]>,
    /// The zone for each zone constraint.
    zones: Vec<u32>,
}

/// Removes candidates that others of the same demand dominate: they can be combined with the same candidates of other demands,
/// and are at least as good. Without it, thousands of equal candidates would be tried one by one.
struct Dominance<'p> {
    problem: &'p Problem,
    any: bool,
    /// The number of plans: a candidate is only removed if so many others dominate it.
    n_plans: usize,
    /// The active constraints between demands.
    pairwise: Vec<&'p Constraint>,
    /// The constraints of the zones of a choice.
    zones: Vec<&'p Constraint>,
    /// A difference of values that exceeds the rounding error of the value of a plan.
    margin: f64,
}

/// The properties of a candidate that decide which others it can be combined with.
type Signature = Vec<u64>;

/// Bounds the time for candidates of one signature that do not dominate each other.
const MAX_FRONT: usize = 64;

impl<'p> Dominance<'p> {
    fn new(
        problem: &'p Problem,
        request: &Request,
        pairwise: &[usize],
        zones: &[usize],
        options: &[Vec<Choice>],
    ) -> Self {
        let constraints = |indices: &[usize]| indices.iter().filter_map(|at| problem.constraints.get(*at)).collect();
        let largest: f64 = problem
            .objective
            .terms
            .iter()
            .map(|term| {
                let options = options.get(term.demand).map_or(&[][..], Vec::as_slice);
                options.iter().map(|one| term.value(one.candidate).abs()).fold(0.0, f64::max)
            })
            .sum();
        Dominance {
            problem,
            any: request.any,
            n_plans: if request.any { 1 } else { request.n_plans.max(1) },
            pairwise: constraints(pairwise),
            zones: constraints(zones),
            margin: TOLERANCE * (1.0 + largest),
        }
    }

    /// Removes the dominated choices of a demand. They are in the order of their values.
    async fn reduce(&self, demand: usize, options: &mut Vec<Choice>, progress: &Progress) {
        let is_own = |constraint: &Constraint| constraint.demands.contains(&demand);
        let mut own = self.pairwise.iter().filter(|constraint| is_own(constraint));
        let has_place = own.clone().any(|one| matches!(one.kind, Kind::Between { .. }));
        let has_group = own.any(|one| matches!(one.kind, Kind::Group { .. }));
        let zones: Vec<bool> = self.zones.iter().map(|constraint| is_own(constraint)).collect();
        let mut fronts: HashMap<Signature, Vec<usize>> = HashMap::new();
        let mut is_kept = Vec::with_capacity(options.len());
        for (at, choice) in options.iter().enumerate() {
            if at % 32 == 31 {
                progress.piece().await;
            }
            let mut signature = Signature::new();
            if has_place {
                let point = self.problem.candidate(demand, choice.candidate).and_then(|candidate| candidate.point);
                let degrees = point.into_iter().flat_map(|point| [point.latitude, point.longitude]);
                signature.extend(degrees.map(f64::to_bits));
            }
            if has_group {
                signature.push(choice.candidate as u64);
            }
            let own_zones = choice.zones.iter().zip(&zones).filter(|(_, is_own)| **is_own);
            signature.extend(own_zones.map(|(zone, _)| u64::from(*zone)));
            if !self.problem.objective.is_sum() {
                // An operation need not be better with a smaller number.
                let numbers = self.terms(demand).filter_map(|term| term.numbers.get(choice.candidate));
                signature.extend(numbers.map(|number| match self.any {
                    true => u64::from(number.is_finite()),
                    false => number.to_bits(),
                }));
            }
            let front = fronts.entry(signature).or_default();
            let better = front.iter().filter_map(|other| options.get(*other));
            let better = better.filter(|other| self.dominates(demand, other, choice));
            let is_needed = better.take(self.n_plans).count() < self.n_plans;
            is_kept.push(is_needed);
            if is_needed && front.len() < MAX_FRONT.max(self.n_plans) {
                front.push(at);
            }
        }
        let mut is_kept = is_kept.into_iter();
        options.retain(|_| is_kept.next().unwrap_or(true));
    }

    fn terms(&self, demand: usize) -> impl Iterator<Item = &Term> {
        self.problem.objective.terms.iter().filter(move |term| term.demand == demand)
    }

    /// Whether each plan with `other` comes after the same plan with `one`, however their values are rounded.
    fn dominates(&self, demand: usize, one: &Choice, other: &Choice) -> bool {
        if self.any || one.value + self.margin < other.value {
            return true;
        }
        let is_sum = self.problem.objective.is_sum();
        let is_less = |term: &Term| term.value(one.candidate) <= term.value(other.candidate);
        one.cost <= other.cost && one.candidate < other.candidate && (!is_sum || self.terms(demand).all(is_less))
    }
}

/// A constraint between two demands.
struct Link<'p> {
    constraint: &'p Constraint,
    /// Whether the demands are in the order of the constraint.
    is_forward: bool,
    slack: Option<f64>,
    /// The index among the zone constraints.
    zone: usize,
    chords: Chords,
}

/// The squares of chords that decide a threshold between demands in all but the closest cases.
#[derive(Clone, Copy)]
struct Chords {
    /// A longer one misses the threshold.
    most: f64,
    /// One between these two meets it.
    inner: (f64, f64),
}

impl Chords {
    fn new(constraint: &Constraint, slack: f64) -> Self {
        let ((low, _), (high, _)) = constraint.threshold().map_or(((0.0, true), (0.0, true)), Threshold::interval);
        let chord_or =
            |limit: f64, margin: f64, open: f64, is_open: bool| if is_open { open } else { chord_of(limit + margin) };
        let least = chord_or(low - slack, MARGIN, f64::NEG_INFINITY, low <= 0.0);
        let [most, inner] =
            [MARGIN, -MARGIN].map(|margin| chord_or(high + slack, margin, f64::INFINITY, !high.is_finite()));
        // The exact distance decides whether it is a single value.
        let is_single = low - slack >= high + slack;
        Chords { most, inner: if is_single { (f64::INFINITY, f64::INFINITY) } else { (least, inner) } }
    }
}

struct Model<'p> {
    problem: &'p Problem,
    options: Vec<Vec<Choice>>,
    /// The links between two demands, in both directions.
    links: HashMap<(usize, usize), Vec<Link<'p>>>,
    rows: HashMap<(usize, usize, usize), Domain>,
    cached: usize,
    /// The time so far, in words of domains that could have been visited in it.
    work: u64,
    /// The size of all domains, in words.
    n_words: usize,
}

/// Bounds the memory of cached rows, in words.
const MAX_CACHED: usize = 4 << 20;
/// Bounds the time of a search, in visited words: about two seconds.
const MAX_WORK: u64 = 2_000_000_000;
/// The words that could be visited while two candidates are compared.
const PAIR: u64 = 32;
/// The words that could be visited while a candidate is checked against one constraint.
const CHECK: u64 = 64;
/// The words that could be visited while a node is created and removed.
const NODE: u64 = 256;
/// Stop after so much work.
const PIECE: u64 = 500_000;
/// Relative tolerance of bounds: more than the width of a level, and than the rounding of sums in another order than that of
/// the objective.
const TOLERANCE: f64 = 2e-9;
/// Bits of a value that are rounded away in its level, which keeps 30: relative to it, less than 1e-9.
const LEVEL_BITS: u32 = 22;

impl<'p> Model<'p> {
    async fn new(problem: &'p Problem, request: &Request, progress: &Progress) -> Self {
        let is_active = |index: &usize| request.active.get(*index).copied().unwrap_or(true);
        let active: Vec<usize> = (0..problem.constraints.len()).filter(is_active).collect();
        let sign = if problem.objective.is_maximized { -1.0 } else { 1.0 };
        let is_sum = problem.objective.is_sum();
        let zones: Vec<usize> = active
            .iter()
            .copied()
            .filter(|index| problem.constraints.get(*index).is_some_and(|one| matches!(one.kind, Kind::Zone { .. })))
            .collect();
        let mut names: HashMap<(usize, smol_str::SmolStr), u32> = HashMap::new();
        let mut options = Vec::with_capacity(problem.demands.len());
        let mut work = 0;
        for (index, demand) in problem.demands.iter().enumerate() {
            let own: Vec<(usize, &Constraint)> = active
                .iter()
                .filter_map(|at| Some((*at, problem.constraints.get(*at)?)))
                .filter(|(_, one)| !one.is_pairwise() && one.demands.contains(&index))
                .collect();
            work += demand.candidates.len() as u64 * CHECK * (own.len() + zones.len() + 1) as u64;
            let mut kept = Vec::new();
            for (at, candidate) in demand.candidates.iter().enumerate() {
                if at % 32 == 31 {
                    progress.piece().await;
                }
                let is_forced = request.forced.is_none_or(|(demand, wanted)| demand != index || wanted == at);
                let holds = |(number, constraint): &(usize, &Constraint)| match (
                    request.slack.get(*number).copied().flatten(),
                    &constraint.kind,
                    candidate.point,
                ) {
                    (Some(slack), Kind::ToLocation { point, threshold, .. }, Some(own)) => {
                        excess(threshold, distance::between(*point, own)) <= slack
                    }
                    _ => constraint.holds(candidate).unwrap_or(true),
                };
                // A candidate without coordinates has no distance to minimize.
                let value: f64 = match is_sum {
                    true => {
                        let terms = problem.objective.terms.iter().filter(|term| term.demand == index);
                        sign * terms.map(|term| term.value(at)).sum::<f64>()
                    }
                    false => 0.0,
                };
                if !is_forced || !value.is_finite() || !candidate.cost.is_finite() || !own.iter().all(holds) {
                    continue;
                }
                let zones = zones.iter().map(|zone| {
                    let of = problem.constraints.get(*zone).map(|one| &one.kind);
                    let name = match of {
                        Some(Kind::Zone { category, .. }) => candidate.zone(category),
                        _ => None,
                    };
                    let next = names.len() as u32 + 1;
                    name.map_or(0, |name| *names.entry((*zone, name)).or_insert(next))
                });
                kept.push(Choice {
                    candidate: at,
                    // Any plan will do, but its value must be known.
                    value: if request.any { 0.0 } else { value },
                    cost: candidate.cost,
                    vector: candidate.point.map(Point::vector),
                    zones: zones.collect(),
                });
            }
            kept.order_by(|one, other| {
                let by_value = one.value.total_cmp(&other.value);
                by_value.then(one.cost.total_cmp(&other.cost)).then(one.candidate.cmp(&other.candidate))
            });
            options.push(kept);
        }
        let pairwise: Vec<usize> = active
            .iter()
            .copied()
            .filter(|at| problem.constraints.get(*at).is_some_and(Constraint::is_pairwise))
            .collect();
        let dominance = Dominance::new(problem, request, &pairwise, &zones, &options);
        for (index, kept) in options.iter_mut().enumerate() {
            dominance.reduce(index, kept, progress).await;
        }
        let mut links: HashMap<(usize, usize), Vec<Link<'p>>> = HashMap::new();
        for number in &active {
            let Some(constraint) = problem.constraints.get(*number).filter(|one| one.is_pairwise()) else { continue };
            let slack = request.slack.get(*number).copied().flatten();
            let zone = zones.iter().position(|zone| zone == number).unwrap_or_default();
            for (one, other) in constraint.pairs() {
                let chords = Chords::new(constraint, slack.unwrap_or(0.0));
                let link = |is_forward| Link { constraint, is_forward, slack, zone, chords };
                links.entry((one, other)).or_default().push(link(true));
                links.entry((other, one)).or_default().push(link(false));
            }
        }
        let n_words = options.iter().map(|options| options.len().div_ceil(64)).sum();
        Model { problem, options, links, rows: HashMap::new(), cached: 0, work, n_words }
    }

    fn full(&self) -> Vec<Domain> {
        let of = |options: &Vec<Choice>| {
            let n_words = options.len().div_ceil(64);
            let mut domain = vec![u64::MAX; n_words];
            if let Some(last) = domain.last_mut().filter(|_| !options.len().is_multiple_of(64)) {
                *last = (1 << (options.len() % 64)) - 1;
            }
            domain
        };
        self.options.iter().map(of).collect()
    }

    /// Removes the candidates of `other` that cannot be combined with a choice. Returns `false` if none is left.
    fn restrict(&mut self, (demand, position): (usize, usize), other: usize, domain: &mut [u64]) -> bool {
        let Some(links) = self.links.get(&(demand, other)) else { return domain.iter().any(|word| *word != 0) };
        let key = (demand, position, other);
        if let Some(row) = self.rows.get(&key) {
            return intersect(domain, row);
        }
        let options = self.options.get(other).map_or(&[][..], Vec::as_slice);
        let n_options = options.len();
        let is_cached = self.cached + n_options.div_ceil(64) <= MAX_CACHED;
        let mut row = vec![0; n_options.div_ceil(64)];
        let positions: Vec<usize> = if is_cached { (0..n_options).collect() } else { members(domain).collect() };
        self.work += positions.len() as u64 * PAIR;
        if let Some(choice) = self.options.get(demand).and_then(|options| options.get(position)) {
            for at in positions {
                if let (Some(option), Some(word)) = (options.get(at), row.get_mut(at / 64))
                    && are_compatible(self.problem, links, (demand, choice), (other, option))
                {
                    *word |= 1 << (at % 64);
                }
            }
        }
        let is_left = intersect(domain, &row);
        if is_cached {
            self.cached += row.len();
            self.rows.insert(key, row);
        }
        is_left
    }

    fn is_compatible(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let option = |at: (usize, usize)| self.options.get(at.0).and_then(|options| options.get(at.1));
        let (Some(left), Some(right)) = (option(one), option(other)) else { return false };
        let links = self.links.get(&(one.0, other.0)).map_or(&[][..], Vec::as_slice);
        are_compatible(self.problem, links, (one.0, left), (other.0, right))
    }
}

/// Whether the links between two demands allow a choice for each. Where the properties of the choices decide, their candidates
/// are not read, which are rarely in the cache.
fn are_compatible(
    problem: &Problem,
    links: &[Link<'_>],
    (one, left): (usize, &Choice),
    (other, right): (usize, &Choice),
) -> bool {
    let candidates = || problem.candidate(one, left.candidate).zip(problem.candidate(other, right.candidate));
    links.iter().all(|link| match &link.constraint.kind {
        Kind::Zone { is_same, .. } => {
            let zone = |option: &Choice| option.zones.get(link.zone).copied().unwrap_or_default();
            match (zone(left), zone(right)) {
                (0, _) | (_, 0) => !*is_same,
                (one, other) => (one == other) == *is_same,
            }
        }
        Kind::Between { threshold } => {
            let (Some(u), Some(v)) = (left.vector, right.vector) else { return false };
            let chord = chord(u, v);
            if chord > link.chords.most {
                return false;
            }
            let (least, most) = link.chords.inner;
            if least < chord && chord < most {
                return true;
            }
            let points = candidates().and_then(|(a, b)| a.point.zip(b.point));
            points.is_some_and(|(from, to)| {
                let exact = distance::between(from, to);
                match link.slack {
                    Some(slack) => excess(threshold, exact) <= slack,
                    None => threshold.holds(exact),
                }
            })
        }
        _ => candidates().is_some_and(|(a, b)| match link.is_forward {
            true => link.constraint.pair(a, b),
            false => link.constraint.pair(b, a),
        }),
    })
}

/// Kilometers by which a distance from a chord may be wrong.
const MARGIN: f64 = 0.001;

/// The square of the chord between two points on the unit sphere.
fn chord([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> f64 {
    (a - x) * (a - x) + (b - y) * (b - y) + (c - z) * (c - z)
}

/// The square of the chord of a distance in kilometers.
fn chord_of(kilometers: f64) -> f64 {
    let half = (kilometers / (2.0 * RADIUS)).clamp(0.0, std::f64::consts::FRAC_PI_2).sin();
    4.0 * half * half
}

fn intersect(domain: &mut [u64], row: &[u64]) -> bool {
    let mut is_left = false;
    for (word, other) in domain.iter_mut().zip(row) {
        *word &= other;
        is_left |= *word != 0;
    }
    is_left
}

/// A choice for a demand that is being tried.
struct Frame {
    demand: usize,
    options: Vec<usize>,
    next: usize,
    /// The domains before the choice.
    domains: Vec<Domain>,
}

/// A lower bound of plans: the value, the cost, and the order of the candidates.
#[derive(Clone, Debug)]
struct Bound {
    value: f64,
    cost: f64,
    order: Vec<usize>,
}

struct Search<'p> {
    model: Model<'p>,
    is_sum: bool,
    n_plans: usize,
    best: Vec<(f64, Plan)>,
}

impl Search<'_> {
    /// The lower bound of the plans in these domains.
    fn bound(&self, domains: &[Domain]) -> Bound {
        let problem = self.model.problem;
        let value = match self.is_sum {
            true => {
                let least = self
                    .model
                    .options
                    .iter()
                    .zip(domains)
                    .filter_map(|(options, domain)| Some(options.get(first(domain)?)?.value));
                least.sum::<f64>()
            }
            false => {
                let term = |index: usize| {
                    let Some(term) = problem.objective.terms.get(index) else { return (0.0, 0.0) };
                    let options = self.model.options.get(term.demand).map_or(&[][..], Vec::as_slice);
                    let domain = domains.get(term.demand).map_or(&[][..], Vec::as_slice);
                    let values = members(domain).filter_map(|at| Some(term.value(options.get(at)?.candidate)));
                    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), one| (low.min(one), high.max(one)))
                };
                let (low, high) = problem.objective.bounds(&term);
                if problem.objective.is_maximized { -high } else { low }
            }
        };
        Bound { value, cost: f64::NEG_INFINITY, order: Vec::new() }
    }

    /// Adds cost and order to a bound, which only matter for plans of equal value.
    fn complete(&self, bound: &mut Bound, domains: &[Domain]) {
        let each = self.model.options.iter().zip(domains).map(|(options, domain)| {
            let found = members(domain).filter_map(|at| options.get(at));
            found.fold((f64::INFINITY, usize::MAX), |(cost, order), one| (cost.min(one.cost), order.min(one.candidate)))
        });
        let (costs, order): (Vec<f64>, Vec<usize>) = each.unzip();
        bound.cost = costs.iter().sum();
        bound.order = order;
    }

    /// Whether no plan with this bound can be among the best.
    fn is_pruned(&self, bound: &mut Bound, domains: &[Domain]) -> bool {
        let Some((key, worst)) = self.worst() else { return false };
        if self.is_worse(bound) {
            return true;
        }
        if bound.value < key - TOLERANCE * (1.0 + key.abs()) {
            return false;
        }
        match level(self.least(bound, domains)).total_cmp(&level(key)) {
            Ordering::Less => return false,
            Ordering::Greater => return true,
            Ordering::Equal => {}
        }
        if bound.order.is_empty() {
            self.complete(bound, domains);
        }
        let by_cost = bound.cost.total_cmp(&worst.cost);
        by_cost.then_with(|| bound.order.cmp(&worst.choices)) != Ordering::Less
    }

    /// The plan that another one must precede, once there are as many as requested.
    fn worst(&self) -> Option<(f64, &Plan)> {
        let (key, plan) = self.best.last().filter(|_| self.best.len() >= self.n_plans)?;
        Some((*key, plan))
    }

    /// Whether all plans with this bound have worse values, however they are rounded.
    fn is_worse(&self, bound: &Bound) -> bool {
        self.worst().is_some_and(|(key, _)| bound.value > key + TOLERANCE * (1.0 + key.abs()))
    }

    /// The lower bound of the rounded values of the plans in these domains. The terms are added in the order of the objective:
    /// then the sum of the least terms is not above the sum of others.
    fn least(&self, bound: &Bound, domains: &[Domain]) -> f64 {
        let objective = &self.model.problem.objective;
        if !objective.is_sum() {
            return bound.value;
        }
        objective.terms.iter().fold(0.0, |sum, term| {
            let options = self.model.options.get(term.demand).map_or(&[][..], Vec::as_slice);
            let domain = domains.get(term.demand).map_or(&[][..], Vec::as_slice);
            let values = members(domain).filter_map(|at| Some(term.value(options.get(at)?.candidate)));
            sum + values.reduce(f64::min).unwrap_or(0.0)
        })
    }

    fn take(&mut self, domains: &[Domain]) {
        let choices: Vec<usize> = self
            .model
            .options
            .iter()
            .zip(domains)
            .filter_map(|(options, domain)| Some(options.get(first(domain)?)?.candidate))
            .collect();
        let problem = self.model.problem;
        let (key, value, cost) =
            (problem.objective.key(&choices), problem.objective.value(&choices), problem.cost(&choices));
        if !key.is_finite() {
            return;
        }
        let plan = Plan { choices, value, cost };
        let at = self.best.partition_point(|(other, best)| is_before((*other, best), (key, &plan)));
        self.best.insert(at, (key, plan));
        self.best.truncate(self.n_plans);
    }
}

/// The level of a value. Equal sums differ by rounding, which must not decide between plans of different costs; a comparison
/// with a tolerance would not be an order. A larger value never has a lower level.
fn level(value: f64) -> f64 {
    let half = 1 << (LEVEL_BITS - 1);
    f64::from_bits(value.to_bits().saturating_add(half) >> LEVEL_BITS << LEVEL_BITS)
}

/// Whether one plan is better than another: by the level of its value, its cost, and the order of the candidates.
pub fn is_before((key, plan): (f64, &Plan), (other_key, other): (f64, &Plan)) -> bool {
    let by_value = level(key).total_cmp(&level(other_key));
    by_value.then(plan.cost.total_cmp(&other.cost)).then(plan.choices.cmp(&other.choices)) == Ordering::Less
}

/// Searches for the best plans.
pub async fn search(problem: &Problem, request: &Request, progress: &Progress) -> Found {
    let found = run(problem, request, progress).await;
    if request.any || found.is_proven || !found.plans.is_empty() {
        return found;
    }
    // Where only the existence of a plan counts, more candidates are interchangeable.
    let any = run(problem, &Request { any: true, n_plans: 1, ..request.clone() }, progress).await;
    let bound = found.bound.filter(|_| !any.plans.is_empty() || !any.is_proven);
    Found {
        is_proven: any.is_proven && any.plans.is_empty(),
        bound,
        n_nodes: found.n_nodes + any.n_nodes,
        plans: any.plans,
    }
}

async fn run(problem: &Problem, request: &Request, progress: &Progress) -> Found {
    progress.begin(Phase("plans"));
    let model = Model::new(problem, request, progress).await;
    let domains = model.full();
    let is_sum = problem.objective.is_sum() || request.any;
    let mut search = Search { model, is_sum, n_plans: request.n_plans.max(1), best: Vec::new() };
    // Each node copies and visits its domains; if the objective is not a sum, all of their candidates.
    let of_node = search.model.n_words * if is_sum { 4 } else { 4 + 64 * problem.objective.terms.len() };
    let of_node = of_node as u64 + NODE;
    let max_work = request.budget.limit();
    let mut n_nodes = 0;
    let mut stopped_at = 0;
    let mut is_proven = true;
    let mut stack = Vec::new();
    if domains.is_empty() {
        search.take(&domains);
    } else if domains.iter().all(|domain| first(domain).is_some()) && has_enough_zones(&search.model, &domains) {
        stack.push(frame(&search, domains));
    }
    while let Some(top) = stack.last_mut() {
        let Some(position) = top.options.get(top.next).copied() else {
            stack.pop();
            continue;
        };
        top.next += 1;
        if n_nodes >= request.max_nodes || search.model.work > max_work {
            top.next -= 1;
            is_proven = false;
            break;
        }
        n_nodes += 1;
        search.model.work += of_node;
        progress.count();
        if search.model.work - stopped_at > PIECE {
            stopped_at = search.model.work;
            progress.stage().await;
        }
        let demand = top.demand;
        let mut domains = top.domains.clone();
        if let Some(domain) = domains.get_mut(demand) {
            domain.fill(0);
            if let Some(word) = domain.get_mut(position / 64) {
                *word |= 1 << (position % 64);
            }
        }
        let mut bound = search.bound(&domains);
        if search.is_sum && search.is_pruned(&mut bound, &domains) {
            // The options after it have larger values, or equal values and larger costs. Without a difference of the values
            // that exceeds rounding, those of larger values may have smaller costs.
            let value = |position: usize| Some(search.model.options.get(demand)?.get(position)?.value);
            let has_equal_rest = top.options.last().is_some_and(|last| value(*last) == value(position));
            if has_equal_rest || search.is_worse(&bound) {
                stack.pop();
            }
            continue;
        }
        let n_demands = domains.len();
        let mut is_open = true;
        for other in (0..n_demands).filter(|other| *other != demand) {
            let Some(domain) = domains.get_mut(other) else { continue };
            is_open = is_open && search.model.restrict((demand, position), other, domain);
        }
        if !is_open {
            continue;
        }
        let is_decided = domains.iter().all(|domain| domain.iter().map(|word| word.count_ones()).sum::<u32>() == 1);
        if is_decided {
            if is_consistent(&search.model, &domains) {
                search.take(&domains);
                if request.any && !search.best.is_empty() {
                    break;
                }
            }
            continue;
        }
        let mut bound = search.bound(&domains);
        if !search.is_pruned(&mut bound, &domains) {
            let next = frame(&search, domains);
            stack.push(next);
        }
    }
    let bound = (!is_proven).then(|| {
        let open = stack.iter().filter_map(|frame| {
            let position = frame.options.get(frame.next)?;
            let mut domains = frame.domains.clone();
            if let Some(domain) = domains.get_mut(frame.demand) {
                domain.fill(0);
                if let Some(word) = domain.get_mut(position / 64) {
                    *word |= 1 << (position % 64);
                }
            }
            let whole = if search.is_sum { &domains } else { &frame.domains };
            Some(search.bound(whole).value)
        });
        let least = open.fold(f64::INFINITY, f64::min);
        let best = search.best.first().map_or(f64::INFINITY, |(key, _)| *key);
        let key = least.min(best);
        if problem.objective.is_maximized { -key } else { key }
    });
    request.budget.spend(search.model.work);
    let plans = search.best.into_iter().map(|(_, plan)| plan).collect();
    Found { plans, is_proven, bound, n_nodes }
}

/// Whether the single candidates of all domains can be combined. Domains that became single by restriction have not been
/// compared with each other.
fn is_consistent(model: &Model<'_>, domains: &[Domain]) -> bool {
    let positions: Vec<usize> = domains.iter().filter_map(|domain| first(domain)).collect();
    let n_demands = positions.len();
    (0..n_demands).all(|one| {
        (one + 1..n_demands).all(|other| match (positions.get(one), positions.get(other)) {
            (Some(left), Some(right)) => model.is_compatible((one, *left), (other, *right)),
            _ => false,
        })
    })
}

/// A frame for the undecided demand with the fewest candidates.
fn frame(search: &Search<'_>, domains: Vec<Domain>) -> Frame {
    let counts = domains.iter().map(|domain| domain.iter().map(|word| word.count_ones() as usize).sum::<usize>());
    let open = counts.enumerate().filter(|(_, count)| *count > 1);
    let demand = open.min_by_key(|(_, count)| *count).map_or(0, |(demand, _)| demand);
    let options = domains.get(demand).map_or_else(Vec::new, |domain| members(domain).collect());
    debug_assert!(search.model.options.len() == domains.len());
    Frame { demand, options, next: 0, domains }
}

/// Whether demands that must be in different zones have enough zones, by a bipartite matching of demands and zones. Forward
/// checking alone would try all permutations.
fn has_enough_zones(model: &Model<'_>, domains: &[Domain]) -> bool {
    let links = model.links.values().flatten().filter(|link| link.is_forward);
    let mut groups: Vec<(usize, &Constraint)> = Vec::new();
    for link in links.filter(|link| matches!(link.constraint.kind, Kind::Zone { is_same: false, .. })) {
        if groups.iter().all(|(zone, _)| *zone != link.zone) {
            groups.push((link.zone, link.constraint));
        }
    }
    groups.into_iter().all(|(at, constraint)| {
        let mut demands = constraint.demands.clone();
        demands.order();
        demands.dedup();
        let zones = demands.iter().filter_map(|demand| {
            let (options, domain) = (model.options.get(*demand)?, domains.get(*demand)?);
            let own = members(domain).filter_map(|member| options.get(member)?.zones.get(at).copied());
            let mut own: Vec<u32> = own.collect();
            own.order();
            own.dedup();
            // A candidate without a zone can be combined with any other.
            (own.first() != Some(&0)).then_some(own)
        });
        let zones: Vec<Vec<u32>> = zones.collect();
        let mut taken: Vec<(u32, usize)> = Vec::new();
        (0..zones.len()).all(|demand| assign(demand, &zones, &mut taken, &mut SortedSet::new()))
    })
}

/// Finds a zone for a demand, reassigning others along an augmenting path.
fn assign(demand: usize, zones: &[Vec<u32>], taken: &mut Vec<(u32, usize)>, visited: &mut SortedSet<u32>) -> bool {
    for zone in zones.get(demand).into_iter().flatten() {
        if !visited.insert(*zone) {
            continue;
        }
        // As many zones are taken as there are demands.
        let holder = taken.iter().find(|(taken, _)| taken == zone).map(|(_, holder)| *holder);
        if holder.is_none_or(|other| assign(other, zones, taken, visited)) {
            taken.retain(|(taken, _)| taken != zone);
            taken.push((*zone, demand));
            return true;
        }
    }
    false
}
