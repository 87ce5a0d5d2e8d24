//! The map of a template: its locations, the candidates of its demands by outcome, the circles of its thresholds, and the
//! lines of the best plans. Geometry is in degrees; [`projection`] turns it into pixels.

pub mod coastline;
pub mod curve;
pub mod projection;

use smol_str::SmolStr;

use crate::homing::distance::Point;
use crate::homing::placement::exact::Plan;
use crate::homing::placement::problem::{Kind, Problem, length};
use crate::homing::placement::ranking::Ranking;
use crate::homing::threshold::Dimension;
use crate::homing::view::View;
use crate::sorting::Sorting;
use crate::syntax::NodePath;

/// Everything on the map.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Map {
    pub locations: Vec<Location>,
    pub candidates: Vec<Candidate>,
    pub circles: Vec<Circle>,
    /// The lines of the runner-up first, so that those of the best plan are on top.
    pub lines: Vec<Line>,
    /// The number of candidates with coordinates that are left out.
    pub n_more: usize,
}

/// A location of the template with known coordinates.
#[derive(Clone, PartialEq, Debug)]
pub struct Location {
    pub name: SmolStr,
    pub path: NodePath,
    pub point: Point,
}

/// A candidate of a demand.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    pub demand: SmolStr,
    pub name: SmolStr,
    pub point: Point,
    pub outcome: Outcome,
    /// The constraint that eliminates it.
    pub eliminated_by: Option<SmolStr>,
}

/// The outcome for a candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// A constraint on its demand alone excludes it.
    Eliminated,
    /// It meets the constraints on its demand alone.
    Possible,
    /// It is part of the second plan, and not of the first.
    RunnerUp,
    /// It is part of the best plan.
    Chosen,
}

/// A threshold of the distance to a location, as a circle around it.
#[derive(Clone, PartialEq, Debug)]
pub struct Circle {
    pub constraint: SmolStr,
    /// The path of the distance in the text, which may be a function.
    pub path: NodePath,
    pub location: SmolStr,
    pub center: Point,
    /// In kilometers.
    pub radius: f64,
    /// The factor of the unit in which the threshold is written.
    pub factor: f64,
    /// Whether candidates must be outside.
    pub is_least: bool,
    pub demands: Vec<SmolStr>,
}

/// A great circle from a location to the candidate that a plan has for a demand.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub location: SmolStr,
    pub demand: SmolStr,
    pub from: Point,
    pub to: Point,
    /// Whether it belongs to the runner-up rather than to the best plan.
    pub is_runner_up: bool,
}

impl Circle {
    /// A number of kilometers in words, in the unit of the threshold.
    pub fn length(&self, kilometers: f64) -> String {
        length(kilometers, self.factor)
    }

    pub fn unit(&self) -> &'static str {
        Dimension::Distance.unit(self.factor)
    }
}

impl Outcome {
    /// The CSS class, and the word in English.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Eliminated => "eliminated",
            Outcome::Possible => "possible",
            Outcome::RunnerUp => "runner-up",
            Outcome::Chosen => "chosen",
        }
    }
}

impl Map {
    /// The map of a problem and its plans, best first, with at most `most` candidates. The candidates of the plans are always
    /// among them, the eliminated ones are left out first. `ranking` is that of the first plan.
    pub fn new(view: &View<'_>, problem: &Problem, ranking: &Ranking, plans: &[Plan], most: usize) -> Self {
        let locations = view.section("locations").into_iter().filter_map(|location| {
            let point = view.point(&location.entry.value).filter(|point| point.is_on_earth())?;
            Some(Location { name: location.name.into(), path: location.path, point })
        });
        let (candidates, n_more) = candidates(problem, ranking, plans, most);
        Map {
            locations: locations.collect(),
            candidates,
            circles: circles(view, problem),
            lines: lines(problem, plans),
            n_more,
        }
    }

    /// Whether it shows nothing.
    pub fn is_empty(&self) -> bool {
        self.locations.is_empty() && self.candidates.is_empty()
    }

    /// The points that a view of the whole map contains: markers, and the extremes of the circles.
    pub fn points(&self) -> Vec<Point> {
        let markers = self.locations.iter().map(|one| one.point).chain(self.candidates.iter().map(|one| one.point));
        // A circle of thousands of kilometers would make everything else small.
        let shown = self.circles.iter().filter(|circle| circle.radius <= LARGEST_SHOWN);
        let extremes = shown.flat_map(|circle| {
            [0.0, 90.0, 180.0, 270.0].map(|bearing| curve::destination(circle.center, bearing, circle.radius))
        });
        markers.chain(extremes).collect()
    }
}

/// The largest radius of a circle, in kilometers, that must be visible initially.
const LARGEST_SHOWN: f64 = 3000.0;

fn candidates(problem: &Problem, ranking: &Ranking, plans: &[Plan], most: usize) -> (Vec<Candidate>, usize) {
    let in_plan = |plan: usize, demand: usize, candidate: usize| {
        plans.get(plan).is_some_and(|plan| plan.choices.get(demand) == Some(&candidate))
    };
    // What is left out is not copied: one list for each outcome, the chosen ones first.
    let mut by_outcome: [Vec<(Outcome, usize, usize)>; 4] = Default::default();
    let own = |demand: usize| {
        problem.constraints.iter().filter(move |one| !one.is_pairwise() && one.demands.contains(&demand))
    };
    for (index, demand) in problem.demands.iter().enumerate() {
        for (at, _) in demand.candidates.iter().enumerate().filter(|(_, one)| one.point.is_some()) {
            let outcome = match ranking.is_eliminated(index, at) {
                _ if in_plan(0, index, at) => Outcome::Chosen,
                true => Outcome::Eliminated,
                false if in_plan(1, index, at) => Outcome::RunnerUp,
                false => Outcome::Possible,
            };
            if let Some(list) = by_outcome.get_mut(Outcome::Chosen as usize - outcome as usize) {
                list.push((outcome, index, at));
            }
        }
    }
    let n_more = by_outcome.iter().map(Vec::len).sum::<usize>().saturating_sub(most);
    let mut found: Vec<_> = by_outcome.into_iter().flatten().take(most).collect();
    found.order_by_key(|(_, index, at)| (*index, *at));
    let shown = found.into_iter().filter_map(|(outcome, index, at)| {
        let demand = problem.demands.get(index)?;
        let candidate = demand.candidates.get(at)?;
        let by = || own(index).find(|one| one.holds(candidate) == Some(false)).map(|one| one.name.clone());
        Some(Candidate {
            demand: demand.name.clone(),
            name: candidate.id.clone(),
            point: candidate.point?,
            outcome,
            eliminated_by: if outcome == Outcome::Eliminated { by() } else { None },
        })
    });
    (shown.collect(), n_more)
}

fn circles(view: &View<'_>, problem: &Problem) -> Vec<Circle> {
    let mut found = Vec::new();
    let written = view.constraints();
    for constraint in &problem.constraints {
        let Kind::ToLocation { location, point, threshold } = &constraint.kind else { continue };
        let Some(own) = written.iter().find(|one| one.name == constraint.name) else { continue };
        let ((least, _), (most, _)) = threshold.interval();
        let names = constraint.demands.iter().filter_map(|demand| problem.demands.get(*demand));
        let demands: Vec<SmolStr> = names.map(|demand| demand.name.clone()).collect();
        let mut radii = vec![(most, false)];
        // An exact distance is a single circle.
        if least != most {
            radii.push((least, true));
        }
        for (radius, is_least) in radii.into_iter().filter(|(radius, _)| radius.is_finite() && *radius > 0.0) {
            found.push(Circle {
                constraint: constraint.name.clone(),
                path: own.property_path("distance"),
                location: location.clone(),
                center: *point,
                radius,
                factor: threshold.factor,
                is_least,
                demands: demands.clone(),
            });
        }
    }
    found
}

fn lines(problem: &Problem, plans: &[Plan]) -> Vec<Line> {
    let mut ends: Vec<(usize, SmolStr, Point)> = Vec::new();
    let mut add = |demand: usize, location: &SmolStr, point: Point| {
        if !ends.iter().any(|(other, name, _)| *other == demand && name == location) {
            ends.push((demand, location.clone(), point));
        }
    };
    for term in &problem.objective.terms {
        if let Some(point) = term.point {
            add(term.demand, &term.of, point);
        }
    }
    for constraint in &problem.constraints {
        if let Kind::ToLocation { location, point, .. } = &constraint.kind {
            constraint.demands.iter().for_each(|demand| add(*demand, location, *point));
        }
    }
    let mut found = Vec::new();
    for (plan, is_runner_up) in [(plans.get(1), true), (plans.first(), false)] {
        for (demand, location, from) in &ends {
            let at = plan.and_then(|plan| plan.choices.get(*demand));
            let to = at.and_then(|at| problem.candidate(*demand, *at)?.point);
            let name = problem.demands.get(*demand).map(|demand| demand.name.clone());
            let (Some(to), Some(demand)) = (to, name) else { continue };
            let line = Line { location: location.clone(), demand, from: *from, to, is_runner_up };
            found.push(line);
        }
    }
    found
}
