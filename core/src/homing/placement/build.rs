//! The placement problem of a template with its parameters and an inventory.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::homing::distance::{self, Point};
use crate::homing::objective;
use crate::homing::pattern::Pattern;
use crate::homing::placement::inventory::Inventory;
use crate::homing::placement::problem::{
    Attributes, Candidate, Comparison, Condition, Constraint, Demand, Fold, ForConductor, Kind, Objective, Operation,
    Problem, Term, Treatment, is_usable, number_of, text_of,
};
use crate::homing::placement::replay::CONDUCTOR_ZONES;
use crate::homing::threshold::{self, Dimension, Operator};
use crate::homing::view::{self, View, call};
use crate::preview::progress::{Progress, block_on};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::{Sorting, gather};
use crate::syntax::{Entry, Node, NodePath, plain};

/// The function to minimize.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ObjectiveKind {
    /// The distances with their weights; costs break ties.
    #[default]
    Guide,
    /// Distances plus costs, and weights from parameters lost, as conductor computes it.
    Conductor,
}

impl ObjectiveKind {
    pub fn name(self) -> &'static str {
        match self {
            ObjectiveKind::Guide => "guide",
            ObjectiveKind::Conductor => "conductor",
        }
    }
}

/// A part of the template that the problem does not represent, at the path.
#[derive(Clone, PartialEq, Debug)]
pub struct Gap {
    pub path: NodePath,
    pub message: String,
    /// Whether no placement exists because of it.
    pub is_fatal: bool,
}

/// The problem of a template, and its gaps.
pub fn build(
    view: &View<'_>,
    parameters: &SortedMap<String, Value>,
    inventory: &Inventory,
    objective: ObjectiveKind,
) -> (Problem, Vec<Gap>) {
    block_on(build_in_pieces(view, parameters, inventory, objective, &Progress::default()))
}

/// The same, with a stop every few candidates.
pub async fn build_in_pieces(
    view: &View<'_>,
    parameters: &SortedMap<String, Value>,
    inventory: &Inventory,
    objective: ObjectiveKind,
    progress: &Progress,
) -> (Problem, Vec<Gap>) {
    let root = view.supplied(parameters);
    let view = &View::new(&root);
    let mut builder = Builder { view, inventory, objective, problem: Problem::default(), gaps: Vec::new() };
    builder.problem.conductor = ForConductor { is_generic: view.version() == Some("2020-08-13") };
    builder.demands(progress).await;
    builder.constraints();
    builder.objective(progress).await;
    (builder.problem, builder.gaps)
}

/// The problem of the same template and inventory with another objective.
pub async fn with_objective(
    view: &View<'_>,
    parameters: &SortedMap<String, Value>,
    inventory: &Inventory,
    objective: ObjectiveKind,
    problem: &Problem,
    progress: &Progress,
) -> Problem {
    let problem = Problem { objective: Objective::default(), ..problem.clone() };
    let root = view.supplied(parameters);
    let mut builder = Builder { view: &View::new(&root), inventory, objective, problem, gaps: Vec::new() };
    builder.objective(progress).await;
    builder.problem
}

/// Why a demand does not consider a candidate of the inventory: the attribute that differs, with the value of the candidate.
/// `None` if the inventory has no such candidate for the demand.
pub fn difference(
    view: &View<'_>,
    parameters: &SortedMap<String, Value>,
    inventory: &Inventory,
    (demand, id): (&str, &str),
) -> Option<(String, SmolStr)> {
    let (objective, problem) = (ObjectiveKind::Guide, Problem::default());
    let root = view.supplied(parameters);
    let view = &View::new(&root);
    let builder = Builder { view, inventory, objective, problem, gaps: Vec::new() };
    let listed = inventory.candidates.iter().filter(|(name, _)| name == demand || name.is_empty());
    let mut all = listed.flat_map(|(_, listed)| listed);
    let candidate = all.find(|one| one.get("candidate_id").map(text_of).as_deref() == Some(id))?;
    let requirements = view.requirements().into_iter().filter(|(of, ..)| of.name == demand);
    let mut filters = requirements.map(|(_, _, requirement)| builder.filter(requirement));
    filters.find_map(|filter| {
        let (name, value) = filter.other_type(candidate).or_else(|| filter.other_attribute(candidate))?;
        Some((name.to_owned(), value))
    })
}

/// The conditions that a requirement sets for the candidates of an inventory.
struct Filter {
    /// The type of the inventory; empty if it is not stated.
    of: SmolStr,
    attributes: Vec<(String, Value)>,
}

impl Filter {
    /// The type of a candidate, if it is another one.
    fn other_type(&self, candidate: &Mapping) -> Option<(&str, SmolStr)> {
        let own = candidate.get("inventory_type").or(candidate.get("candidate_type")).map(text_of)?;
        (!self.of.is_empty() && own != self.of).then_some(("inventory_type", own))
    }

    /// The first attribute that the inventory states with another value.
    fn other_attribute(&self, candidate: &Mapping) -> Option<(&str, SmolStr)> {
        self.attributes.iter().find_map(|(name, wanted)| {
            let own = candidate.get(name.as_str()).filter(|own| !own.is_null()).map(text_of)?;
            let is_wanted = match wanted {
                Value::Sequence(any) => any.iter().any(|wanted| text_of(wanted) == own),
                wanted => wanted.is_null() || text_of(wanted).is_empty() || text_of(wanted) == own,
            };
            (!is_wanted).then_some((name.as_str(), own))
        })
    }
}

struct Builder<'v, 'a> {
    /// The template with the values that are given for its parameters.
    view: &'v View<'a>,
    inventory: &'v Inventory,
    objective: ObjectiveKind,
    problem: Problem,
    gaps: Vec<Gap>,
}

/// The cost of a candidate without one, by its type (conductor's defaults).
fn default_cost(of: &str) -> f64 {
    if of == "service" { 1.0 } else { 2.0 }
}

/// The cost of the current candidate.
const EXISTING: f64 = -8000.0;

impl<'a> Builder<'_, 'a> {
    fn gap(&mut self, path: NodePath, message: impl Into<String>, is_fatal: bool) {
        self.gaps.push(Gap { path, message: message.into(), is_fatal });
    }

    /// The value of a node with its functions resolved.
    fn value(&self, node: &'a Node) -> Value {
        match call(node) {
            Some(("get_param", argument)) => self.view.parameter(argument).map(plain::value).unwrap_or_default(),
            Some(_) => Value::Null,
            None if node.as_sequence().is_some() => node.items().iter().map(|item| self.value(item)).collect(),
            None if node.as_mapping().is_some() => {
                let entries = node.entries().iter().map(|entry| (plain::value(&entry.key), self.value(&entry.value)));
                Value::Mapping(entries.collect())
            }
            None => plain::value(node),
        }
    }

    fn text(&self, node: &'a Node) -> Option<SmolStr> {
        match self.value(node) {
            Value::Null | Value::Sequence(_) | Value::Mapping(_) => None,
            value => Some(text_of(&value)),
        }
    }

    fn number(&self, node: &'a Node) -> Option<f64> {
        number_of(&self.value(node)).filter(|number| number.is_finite())
    }

    async fn demands(&mut self, progress: &Progress) {
        let mut demands = Vec::new();
        for demand in self.view.section("demands") {
            let (mut candidates, mut known) = (Vec::<Candidate>::new(), HashMap::new());
            let mut listed: Vec<(NodePath, &str, Kind)> = Vec::new();
            for (index, (path, requirement)) in self.view.requirements_of(&demand).into_iter().enumerate() {
                let found = self.candidates(demand.name, (index, requirement), progress).await;
                for (key, is_required) in [("required_candidates", true), ("excluded_candidates", false)] {
                    let ids = self.identifiers(requirement, key);
                    if !ids.is_empty() {
                        listed.push((path.key(key), key, Kind::Listed { requirement: index, is_required, ids }));
                    }
                }
                let is_allowed =
                    |candidate: &Candidate| listed.iter().all(|(.., list)| list.lists(candidate) != Some(false));
                for candidate in found {
                    match known.get(&candidate.id).and_then(|at: &usize| candidates.get_mut(*at)) {
                        None => {
                            known.insert(candidate.id.clone(), candidates.len());
                            candidates.push(candidate);
                        }
                        // Several requirements can find the same candidate: the first that allows it counts.
                        Some(before) if !is_allowed(before) && is_allowed(&candidate) => *before = candidate,
                        Some(_) => {}
                    }
                }
            }
            if candidates.is_empty() {
                let message = format!("the inventory has no candidate for demand `{}`", demand.name);
                self.gap(demand.path.clone(), message, true);
            }
            let index = demands.len();
            let name: SmolStr = demand.name.into();
            demands.push(Demand { name: name.clone(), path: demand.path.clone(), candidates });
            for (path, key, kind) in listed {
                let name = format!("{key} of {name}").into();
                self.problem.constraints.push(Constraint { name, path, demands: vec![index], kind, supplied_by: None });
            }
        }
        self.problem.demands = demands.into();
    }

    /// The identifiers in a list of candidates of a requirement.
    fn identifiers(&self, requirement: &'a Node, key: &str) -> SortedSet<SmolStr> {
        let candidates = self.items(requirement.get(key)).into_iter();
        let identifiers = candidates.flat_map(|candidate| self.items(candidate.get("candidate_id")));
        gather(identifiers.filter_map(Node::as_text).map(SmolStr::from))
    }

    /// The items of a list, or a single value, with its functions resolved.
    fn items(&self, node: Option<&'a Node>) -> Vec<&'a Node> {
        let Some(node) = node.and_then(|node| self.view.resolve(node)) else { return Vec::new() };
        match node.as_sequence() {
            Some(_) => node.items().iter().filter_map(|item| self.view.resolve(item)).collect(),
            None => vec![node],
        }
    }

    fn filter(&self, requirement: &'a Node) -> Filter {
        let of = requirement.get("inventory_type").and_then(|of| self.text(of)).unwrap_or_default();
        let given = ["attributes", "filtering_attributes"].iter().filter_map(|key| requirement.get(key));
        let given = given.filter_map(|node| self.view.resolve(node));
        let entries = given.flat_map(|node| std::iter::once(node).chain(node.items()).flat_map(Node::entries));
        let services = ["service_type", "service_id"].into_iter().filter_map(|key| requirement.entry(key));
        let attribute = |entry: &'a Entry| Some((entry.key.as_text()?.to_owned(), self.value(&entry.value)));
        Filter { of, attributes: entries.chain(services).filter_map(attribute).collect() }
    }

    /// The candidates of a requirement, which has an index in its demand: its own, or those of the inventory for the demand
    /// with its type and attributes.
    async fn candidates(
        &self,
        demand: &str,
        (index, requirement): (usize, &'a Node),
        progress: &Progress,
    ) -> Vec<Candidate> {
        let filter = self.filter(requirement);
        let own = requirement.get("candidates").map(|list| self.value(list));
        let own: Option<Vec<Attributes>> = own.map(|list| {
            let items = list.as_sequence().map_or(&[][..], Vec::as_slice).iter();
            items.filter_map(|item| Some(Arc::new(item.as_mapping()?.clone()))).collect()
        });
        let cost = requirement.get("default_cost").and_then(|cost| threshold::cost(&self.text(cost)?));
        let existing = self.identifiers(requirement, "existing_placement");
        let candidate = |attributes: &Attributes| {
            let id = text_of(attributes.get("candidate_id")?);
            let number = |key: &str| attributes.get(key).and_then(number_of);
            let point = number("latitude").zip(number("longitude")).map(|(north, east)| Point::new(north, east));
            let has_text_cost = attributes.get("cost").is_some_and(Value::is_string);
            let of = attributes.get("inventory_type").and_then(Value::as_str).unwrap_or(filter.of.as_str());
            let cost = number("cost").filter(|cost| cost.is_finite()).or(cost).unwrap_or_else(|| default_cost(of));
            let cost = if existing.contains(&id) { EXISTING } else { cost };
            let point = point.filter(|point| point.is_on_earth());
            let attributes = Arc::clone(attributes);
            Some(Candidate { id, requirement: index, point, cost, has_text_cost, attributes })
        };
        let lists: Vec<&[Attributes]> = match &own {
            Some(own) => vec![own],
            None => {
                let all = self.inventory.candidates.iter().filter(|(name, _)| name == demand || name.is_empty());
                all.map(|(_, listed)| listed.as_slice()).collect()
            }
        };
        let mut found = Vec::new();
        for listed in lists {
            for one in listed {
                let fits = own.is_some() || filter.other_type(one).is_none();
                if fits && filter.other_attribute(one).is_none() {
                    found.extend(candidate(one));
                }
                progress.piece().await;
            }
        }
        found
    }

    fn point(&self, name: &str) -> Option<Point> {
        let location = self.view.resolve(&self.view.named("locations", name)?.value)?;
        let number = |key: &str| self.number(location.get(key)?);
        if let (Some(north), Some(east)) = (number("latitude"), number("longitude")) {
            return Some(Point::new(north, east)).filter(|point| point.is_on_earth());
        }
        // A candidate at the same host or building has its coordinates.
        let [host, building] = ["host_name", "clli_code"].map(|key| location.get(key).and_then(|node| self.text(node)));
        let mut all = self.inventory.candidates.iter().flat_map(|(_, listed)| listed);
        let is_there = |one: &&Attributes| {
            let is = |key: &str, wanted: &Option<SmolStr>| wanted.is_some() && one.get(key).map(text_of) == *wanted;
            is("host_id", &host) || is("physical_location_id", &building)
        };
        let candidate = all.find(is_there)?;
        let number = |key: &str| candidate.get(key).and_then(number_of);
        Some(Point::new(number("latitude")?, number("longitude")?))
    }

    fn constraints(&mut self) {
        for constraint in self.view.constraints() {
            let names = constraint.demand_names().into_iter();
            let demands: Vec<usize> = names.filter_map(|name| self.problem.demand(name)).collect();
            let text = |name: &str| self.text(constraint.property(name)?);
            let threshold = || threshold::parse(&text("distance")?, Dimension::Distance).ok();
            let of = constraint.type_name();
            let kind = match of {
                "distance_to_location" => {
                    let location = text("location").unwrap_or_default();
                    match (self.point(&location), threshold()) {
                        (Some(point), Some(threshold)) => Kind::ToLocation { location, point, threshold },
                        (None, _) => Kind::assumed("the coordinates of the location are unknown"),
                        (_, None) => Kind::assumed("the distance is not a valid threshold"),
                    }
                }
                "distance_between_demands" => match threshold() {
                    Some(threshold) => Kind::Between { threshold },
                    None => Kind::assumed("the distance is not a valid threshold"),
                },
                "zone" => match (text("qualifier").as_deref(), text("category")) {
                    (Some(qualifier @ ("same" | "different")), Some(category)) => {
                        self.zone(&demands, qualifier == "same", category.trim_end_matches("_zone").into())
                    }
                    _ => Kind::assumed("the zone is not valid"),
                },
                "inventory_group" => {
                    let pairs = self.inventory.pairs.iter();
                    let both = |(one, other): &(SmolStr, SmolStr)| {
                        [(one.clone(), other.clone()), (other.clone(), one.clone())]
                    };
                    Kind::Group { pairs: pairs.flat_map(both).collect() }
                }
                "attribute" => self.attribute(&constraint),
                "threshold" => Kind::Compare(self.comparisons(constraint.property("evaluate"))),
                "instance_fit" | "region_fit" | "vim_fit" => {
                    let is_known = of == "vim_fit" || text("controller").is_none_or(|name| name == "SDN-C");
                    let dropped = Treatment::Drops(if of == "instance_fit" { "service" } else { "cloud" });
                    let conductor = if is_known { Treatment::Passes } else { dropped };
                    Kind::Assumed { reason: "a controller decides it", conductor }
                }
                "hpa" => Kind::assumed("the hardware of the candidates decides it"),
                "" => Kind::assumed("its type is unknown"),
                _ => Kind::assumed("no solver evaluates this type"),
            };
            let (name, path) = (constraint.name.into(), constraint.path.clone());
            let own = constraint.property_path("distance");
            let read = constraint.property("distance").and_then(|node| self.view.source(own.clone(), node));
            let supplied_by = read.map(|(path, _)| path).filter(|path| *path != own);
            self.problem.constraints.push(Constraint { name, path, demands, kind, supplied_by });
        }
    }

    /// Zones that the inventory states for no candidate cannot be compared.
    fn zone(&self, demands: &[usize], is_same: bool, category: SmolStr) -> Kind {
        let of = |index: &usize| self.problem.demands.get(*index).map_or(&[][..], |demand| &demand.candidates);
        let mut candidates = demands.iter().flat_map(of).peekable();
        let is_unknown = candidates.peek().is_some() && candidates.all(|candidate| candidate.zone(&category).is_none());
        if !is_unknown {
            return Kind::Zone { is_same, category };
        }
        let conductor = match (CONDUCTOR_ZONES.contains(&category.as_str()), is_same) {
            (false, _) => Treatment::Fails,
            (true, true) => Treatment::Passes,
            (true, false) => Treatment::DropsSecond,
        };
        Kind::Assumed { reason: "the inventory does not state the zones of the candidates", conductor }
    }

    /// Conditions that cannot be evaluated are named, since they are assumed to hold.
    fn attribute(&mut self, constraint: &view::Constraint<'a>) -> Kind {
        let conditions = self.conditions(constraint.property("evaluate"));
        let unknown = conditions.iter().filter(|(_, condition)| matches!(condition, Condition::Unknown));
        let unknown: Vec<&SmolStr> = unknown.map(|(name, _)| name).collect();
        if !unknown.is_empty() && unknown.len() == conditions.len() {
            return Kind::assumed("its conditions cannot be evaluated");
        }
        for name in unknown {
            let message = format!("the condition for `{name}` cannot be evaluated and is assumed to hold");
            self.gap(constraint.path.clone(), message, false);
        }
        Kind::Attribute(conditions)
    }

    fn conditions(&self, evaluate: Option<&'a Node>) -> Vec<(SmolStr, Condition)> {
        let Some(Value::Mapping(entries)) = evaluate.map(|node| self.value(node)) else { return Vec::new() };
        entries.iter().map(|(name, value)| (text_of(name), condition(&text_of(name), value))).collect()
    }

    fn comparisons(&self, evaluate: Option<&'a Node>) -> Vec<Comparison> {
        let Some(Value::Sequence(items)) = evaluate.map(|node| self.value(node)) else { return Vec::new() };
        let comparison = |item: &Value| {
            let operator = operator(item.get("operator").and_then(Value::as_str).unwrap_or_default());
            Some((text_of(item.get("attribute")?), operator, item.get("threshold").and_then(number_of)?))
        };
        items.iter().filter_map(comparison).collect()
    }

    async fn objective(&mut self, progress: &Progress) {
        self.terms();
        let with_cost = self.objective == ObjectiveKind::Conductor && self.problem.objective.operation.is_none();
        let mut terms = mem::take(&mut self.problem.objective.terms);
        for term in &mut terms {
            let candidates = self.problem.demands.get(term.demand).map_or(&[][..], |demand| &demand.candidates);
            let attribute = term.of.trim_start_matches('[').trim_end_matches(']');
            for candidate in candidates {
                let number = match term.point {
                    Some(point) => candidate.point.map_or(f64::INFINITY, |own| distance::between(point, own)),
                    None if attribute == "cost" => candidate.cost,
                    None => {
                        let own = candidate.attribute(attribute).and_then(number_of).unwrap_or(0.0);
                        if is_usable(own) { own } else { 0.0 }
                    }
                };
                term.numbers.push(if with_cost { number + candidate.cost } else { number });
                progress.piece().await;
            }
        }
        self.problem.objective.terms = terms;
        let is_unplaced = |demand: &Demand| {
            !demand.candidates.is_empty() && demand.candidates.iter().all(|candidate| candidate.point.is_none())
        };
        let located = self.problem.objective.terms.iter().filter(|term| term.point.is_some());
        let mut unplaced: Vec<usize> = located.map(|term| term.demand).collect();
        unplaced.order();
        unplaced.dedup();
        for demand in unplaced {
            let Some(demand) = self.problem.demands.get(demand).filter(|demand| is_unplaced(demand)) else { continue };
            let (name, path) = (&demand.name, demand.path.clone());
            self.gap(
                path,
                format!("no candidate of demand `{name}` has coordinates, which the optimization needs"),
                true,
            );
        }
    }

    /// The terms, without the numbers of the candidates.
    fn terms(&mut self) {
        if let Some((path, sum)) = objective::sum(self.view) {
            for (path, operand) in self.view.items(&path, sum) {
                self.operand(operand, &path, 1.0, 0);
            }
        } else if let Some((path, function)) = objective::function(self.view) {
            let goal = self.view.optimization().and_then(|(_, optimization)| self.text(optimization.get("goal")?));
            let operation = self.operation(function, &path, 0);
            self.problem.objective.is_maximized = goal.as_deref() == Some("maximize");
            self.problem.objective.operation = operation;
        }
    }

    /// A distance or product of the sum.
    fn operand(&mut self, operand: &'a Node, path: &NodePath, weight: f64, depth: usize) {
        if depth > 64 {
            return;
        }
        if let Some(arguments) = operand.get("distance_between") {
            return self.distance(arguments, &path.key("distance_between"), path.clone(), weight);
        }
        let Some((path, product)) = self.view.member(&(path.clone(), operand), "product") else {
            let message = "the function is not evaluated and does not count";
            return self.gap(path.clone(), message, false);
        };
        let (mut own, mut weight_path) = (1.0, path.clone());
        for (index, factor) in product.items().iter().enumerate() {
            let is_lost = self.objective == ObjectiveKind::Conductor && call(factor).is_some();
            let number =
                (factor.as_scalar().is_some() || call(factor).is_some()).then(|| self.number(factor)).flatten();
            // Conductor takes zero in a string for a missing number.
            let is_zero_text = self.objective == ObjectiveKind::Conductor
                && factor.as_text().is_some_and(|text| threshold::nonzero(text).is_none())
                && !view::is_number(factor);
            if let Some(number) = number.filter(|_| !is_lost && !is_zero_text) {
                (own, weight_path) = (number, path.index(index));
            }
        }
        for (path, factor) in self.view.items(&path, product) {
            if let Some(arguments) = factor.get("distance_between") {
                self.distance(arguments, &path.key("distance_between"), weight_path.clone(), weight * own);
            } else if let Some((path, sum)) = self.view.member(&(path.clone(), factor), "sum") {
                for (path, operand) in self.view.items(&path, sum) {
                    self.operand(operand, &path, weight * own, depth + 1);
                }
            } else if factor.as_mapping().is_some() && call(factor).is_none() {
                self.gap(path, "the function is not evaluated and does not count", false);
            }
        }
    }

    fn distance(&mut self, arguments: &'a Node, path: &NodePath, weight_path: NodePath, weight: f64) {
        let names: Vec<SmolStr> = self.items(Some(arguments)).into_iter().filter_map(|name| self.text(name)).collect();
        let location = names.iter().find(|name| self.view.has("locations", name));
        let demand = names.iter().find(|name| Some(*name) != location && self.view.has("demands", name));
        if let (Some(location), Some(demand)) = (location, demand) {
            self.term(demand, location, path, weight_path, weight);
        }
    }

    /// Adds a term; returns its index.
    fn term(
        &mut self,
        demand: &str,
        location: &SmolStr,
        path: &NodePath,
        weight_path: NodePath,
        weight: f64,
    ) -> Option<usize> {
        let index = self.problem.demand(demand)?;
        let Some(point) = self.point(location) else {
            self.gap(
                path.clone(),
                format!("the coordinates of `{location}` are unknown: the distance does not count"),
                false,
            );
            return None;
        };
        if !is_usable(weight) {
            self.gap(weight_path, "the weight is too large to be computed with: the distance does not count", false);
            return None;
        }
        let (of, point) = (location.clone(), Some(point));
        let term = Term { demand: index, of, path: weight_path, weight, point, numbers: Vec::new() };
        self.problem.objective.terms.push(term);
        Some(self.problem.objective.terms.len() - 1)
    }

    /// An operation of the second form.
    fn operation(&mut self, node: &'a Node, path: &NodePath, depth: usize) -> Option<Operation> {
        if depth > 64 {
            return None;
        }
        let operator = match node.get("operator").and_then(|operator| self.text(operator)).as_deref() {
            Some("min") => Fold::Min,
            Some("max") => Fold::Max,
            _ => Fold::Sum,
        };
        let mut operands = Vec::new();
        let list = self.view.member(&(path.clone(), node), "operands");
        for (path, operand) in list.map_or_else(Vec::new, |(path, list)| self.view.items(&path, list)) {
            let weight = operand.get("weight").and_then(|weight| self.number(weight)).unwrap_or(1.0);
            if !is_usable(weight) {
                let message = "the weight is too large to be computed with: the operand does not count";
                self.gap(path.key("weight"), message, false);
                continue;
            }
            let normalization =
                operand.get("normalization").and_then(|range| self.view.resolve(range)).and_then(|range| {
                    let [start, end] = ["start", "end"].map(|key| range.get(key).and_then(|end| self.number(end)));
                    start.zip(end).filter(|(start, end)| start != end)
                });
            let is_scaled =
                |(start, end): &(f64, f64)| is_usable(*start) && is_usable(*end) && is_usable(1.0 / (end - start));
            if !normalization.as_ref().is_none_or(is_scaled) {
                let message = "the numbers cannot be computed with: the operand does not count";
                self.gap(path.key("normalization"), message, false);
                continue;
            }
            match self.view.member(&(path.clone(), operand), "operation_function") {
                Some((path, nested)) => {
                    let inner = self.operation(nested, &path, depth + 1);
                    operands.extend(inner.map(|inner| (inner, weight, normalization)));
                }
                // Without a normalization, the weight is that of the term.
                None if normalization.is_none() => {
                    operands.extend(self.function(operand, &path, weight).map(|inner| (inner, 1.0, None)));
                }
                None => {
                    operands.extend(self.function(operand, &path, 1.0).map(|inner| (inner, weight, normalization)));
                }
            }
        }
        Some(Operation::Of { operator, operands })
    }

    fn function(&mut self, operand: &'a Node, path: &NodePath, weight: f64) -> Option<Operation> {
        let name = operand.get("function").and_then(|name| self.text(name)).unwrap_or_default();
        let parameter = |key: &str| self.text(self.view.resolve(operand.get("params")?)?.get(key)?);
        let demand = parameter("demand")?;
        match name.as_str() {
            "distance_between" => {
                let location = parameter("location")?;
                self.term(&demand, &location, path, path.clone(), weight).map(Operation::Term)
            }
            "attribute" => {
                let (attribute, index) = (parameter("attribute")?, self.problem.demand(&demand)?);
                let of = format!("[{attribute}]").into();
                self.problem.objective.terms.push(Term {
                    demand: index,
                    of,
                    path: path.clone(),
                    weight,
                    point: None,
                    numbers: Vec::new(),
                });
                Some(Operation::Term(self.problem.objective.terms.len() - 1))
            }
            _ => {
                self.gap(path.clone(), format!("`{name}` is not evaluated and does not count"), false);
                None
            }
        }
    }
}

fn operator(name: &str) -> Option<Operator> {
    match name {
        "lt" => Some(Operator::Less),
        "gt" => Some(Operator::Greater),
        "lte" => Some(Operator::LessOrEqual),
        "gte" => Some(Operator::GreaterOrEqual),
        "eq" => Some(Operator::Equal),
        _ => None,
    }
}

/// The condition of an attribute: a value, or the proposed notation with an operator.
fn condition(attribute: &str, value: &Value) -> Condition {
    let list = |value: &Value| value.as_sequence().cloned();
    if attribute == "cloud-region" {
        let requests = value.as_mapping().map(|requests| {
            let of = |(name, list): (&Value, &Value)| {
                let name = text_of(name);
                (name.trim_end_matches("-requests").into(), list.as_sequence().cloned().unwrap_or_default())
            };
            requests.iter().map(of).collect()
        });
        return requests.map_or(Condition::Unknown, Condition::Requests);
    }
    let Some(entries) = value.as_mapping() else {
        return if value.is_sequence() { Condition::Unknown } else { Condition::Equal(value.clone()) };
    };
    let Some((name, operand)) = entries.iter().next().filter(|_| entries.len() == 1) else { return Condition::Unknown };
    let parsed = match text_of(name).as_str() {
        "eq" => Some(Condition::Equal(operand.clone())),
        "ne" => Some(Condition::NotEqual(operand.clone())),
        "any" => list(operand).map(Condition::Any),
        "all" => list(operand).map(Condition::All),
        "regex" => operand.as_str().and_then(Pattern::new).map(Condition::Regex),
        name => operator(name).and_then(|operator| Some(Condition::Number(operator, number_of(operand)?))),
    };
    parsed.unwrap_or(Condition::Unknown)
}
