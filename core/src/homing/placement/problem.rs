//! A placement problem: demands with candidates, constraints, and an objective.

use std::sync::Arc;

use serde_yaml::{Mapping, Value};
use smol_str::{SmolStr, format_smolstr};

use crate::homing::distance::{self, Point};
use crate::homing::pattern::Pattern;
use crate::homing::threshold::{Amount, Dimension, Operator, Threshold};
use crate::number::rounded;
use crate::sorted_map::SortedSet;
use crate::syntax::NodePath;

#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// In the order of the template. Changed problems share them.
    pub demands: Arc<[Demand]>,
    pub constraints: Vec<Constraint>,
    pub objective: Objective,
    /// Facts about the template that only matter to conductor.
    pub conductor: ForConductor,
}

/// Faults of a template that make conductor fail when it solves.
#[derive(Clone, Debug, Default)]
pub struct ForConductor {
    /// Whether the objective has the second form.
    pub is_generic: bool,
}

#[derive(Clone, Debug)]
pub struct Demand {
    pub name: SmolStr,
    pub path: NodePath,
    pub candidates: Vec<Candidate>,
}

/// The attributes of a candidate, which inventories and problems share.
pub type Attributes = Arc<Mapping>;

#[derive(Clone, Debug)]
pub struct Candidate {
    pub id: SmolStr,
    /// The requirement of the demand that it fulfills, by index.
    pub requirement: usize,
    pub point: Option<Point>,
    pub cost: f64,
    /// Whether the cost is a string, which makes conductor fail.
    pub has_text_cost: bool,
    pub attributes: Attributes,
}

#[derive(Clone, Debug)]
pub struct Constraint {
    pub name: SmolStr,
    pub path: NodePath,
    /// The indices of its demands.
    pub demands: Vec<usize>,
    pub kind: Kind,
    /// The path of the parameter's value that is its threshold. Constraints with the same one can only be changed together.
    pub supplied_by: Option<NodePath>,
}

#[derive(Clone, Debug)]
pub enum Kind {
    ToLocation {
        location: SmolStr,
        point: Point,
        threshold: Threshold,
    },
    Between {
        threshold: Threshold,
    },
    Zone {
        is_same: bool,
        category: SmolStr,
    },
    /// Pairs of candidates that belong together.
    Group {
        pairs: SortedSet<(SmolStr, SmolStr)>,
    },
    Attribute(Vec<(SmolStr, Condition)>),
    /// The type `threshold`.
    Compare(Vec<Comparison>),
    /// The required or excluded candidates of a requirement, by its index in the demand. Those of the others are not
    /// limited.
    Listed {
        requirement: usize,
        is_required: bool,
        ids: SortedSet<SmolStr>,
    },
    /// Cannot be decided by the inventory; assumed to hold.
    Assumed {
        reason: &'static str,
        conductor: Treatment,
    },
}

/// The effect in conductor of a constraint that the inventory cannot decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// It leaves the decision to another service, or keeps every candidate.
    Passes,
    /// It drops every candidate of this type of inventory.
    Drops(&'static str),
    /// It compares the missing values of two demands: they are the same, so that no candidates are different.
    DropsSecond,
    /// It fails as soon as another demand is placed.
    Fails,
}

/// An attribute, an operator and a number.
pub type Comparison = (SmolStr, Option<Operator>, f64);

/// A condition on an attribute.
#[derive(Clone, Debug)]
pub enum Condition {
    Equal(Value),
    NotEqual(Value),
    Number(Operator, f64),
    Any(Vec<Value>),
    All(Vec<Value>),
    Regex(Pattern),
    /// The requests of the attribute `cloud-region`, by type of candidate.
    Requests(Vec<(SmolStr, Vec<Value>)>),
    /// Not understood: assumed to hold.
    Unknown,
}

/// The function to minimize.
#[derive(Clone, Debug, Default)]
pub struct Objective {
    pub is_maximized: bool,
    pub terms: Vec<Term>,
    /// The operation on the terms, in the second form of the optimization; otherwise their sum.
    pub operation: Option<Operation>,
}

/// A distance with its weight, or an attribute.
#[derive(Clone, Debug)]
pub struct Term {
    pub demand: usize,
    /// The name of the location; of the attribute in brackets.
    pub of: SmolStr,
    /// The location in the text of the weight, or of the function.
    pub path: NodePath,
    pub weight: f64,
    /// The coordinates of the location.
    pub point: Option<Point>,
    /// The number of each candidate before the weight.
    pub numbers: Vec<f64>,
}

/// An operation of the second form.
#[derive(Clone, Debug)]
pub enum Operation {
    Term(usize),
    /// The operands with their weights and normalizations.
    Of {
        operator: Fold,
        operands: Vec<Operand>,
    },
}

/// An operand with its weight and the range by which it is normalized.
pub type Operand = (Operation, f64, Option<(f64, f64)>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    Sum,
    Min,
    Max,
}

/// The result of a constraint for a candidate, without words.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    pub holds: bool,
    by: DecidedBy,
}

/// The value that decides a constraint for one candidate.
#[derive(Clone, PartialEq, Debug)]
enum DecidedBy {
    Distance(f64),
    NoPoint,
    /// Whether the candidate is listed.
    List(bool),
    /// The list is that of another requirement.
    OtherList,
    /// The condition or comparison by its index, and the value of its attribute.
    Attribute(usize, Option<SmolStr>),
}

/// The result of a constraint for a candidate, or for two.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    pub holds: bool,
    pub measured: Measured,
}

/// The value that decides a constraint.
#[derive(Clone, PartialEq, Debug)]
pub enum Measured {
    /// A distance in kilometers, to compare with the threshold. Messages have it in the unit of that.
    Distance(f64),
    /// A value, and its limit if it has one: `capacity 4`, `> 8`.
    Value(SmolStr, Option<SmolStr>),
}

impl Kind {
    /// A constraint that the inventory cannot decide, and that conductor passes.
    pub fn assumed(reason: &'static str) -> Self {
        Kind::Assumed { reason, conductor: Treatment::Passes }
    }

    /// Whether a list of candidates allows a candidate; `None` if it applies to others.
    pub fn lists(&self, candidate: &Candidate) -> Option<bool> {
        match self {
            Kind::Listed { requirement, is_required, ids } if *requirement == candidate.requirement => {
                Some(ids.contains(&candidate.id) == *is_required)
            }
            _ => None,
        }
    }
}

impl Verdict {
    fn of_value(holds: bool, value: SmolStr) -> Self {
        Verdict { holds, measured: Measured::Value(value, None) }
    }

    fn of_distance(threshold: &Threshold, ends: Option<(Point, Point)>) -> Self {
        let Some((from, to)) = ends else { return Verdict::of_value(false, "no coordinates".into()) };
        let measured = distance::between(from, to);
        Verdict { holds: threshold.holds(measured), measured: Measured::Distance(measured) }
    }

    /// The measured value with the limit of its constraint: `26.4 km < 100 km`, or `305.1 km is not < 300 km`.
    pub fn text(&self, constraint: &Constraint) -> String {
        let is = if self.holds { "" } else { "is not " };
        match &self.measured {
            Measured::Distance(measured) => match constraint.threshold() {
                None => length(*measured, 1.0),
                Some(threshold) => {
                    let factor = threshold.factor;
                    // As many decimals as it takes to see it in the numbers.
                    let shows = |n: &usize| {
                        let rounded = |value: f64| rounded(value / factor, *n).parse().unwrap_or(value / factor);
                        threshold.map(rounded).holds(rounded(*measured)) == self.holds
                    };
                    let n_decimals = (1..MAX_DECIMALS).find(shows).unwrap_or(MAX_DECIMALS);
                    let (measured, unit) =
                        (rounded(measured / factor, n_decimals), threshold.unit(Dimension::Distance));
                    format!("{measured} {unit} {is}{}", limit(threshold, n_decimals))
                }
            },
            Measured::Value(value, Some(limit)) => format!("{value} {is}{limit}"),
            Measured::Value(value, None) => value.to_string(),
        }
    }
}

impl Term {
    pub fn value(&self, candidate: usize) -> f64 {
        self.weight * self.numbers.get(candidate).copied().unwrap_or(0.0)
    }
}

impl Operation {
    /// The weight and the normalization of the operand that is this term.
    pub fn operand(&self, term: usize) -> Option<(f64, Option<(f64, f64)>)> {
        let Operation::Of { operands, .. } = self else { return None };
        operands.iter().find_map(|(inner, weight, range)| match inner {
            Operation::Term(index) => (*index == term).then_some((*weight, *range)),
            Operation::Of { .. } => inner.operand(term),
        })
    }
}

impl Objective {
    /// Whether the value is the sum of the terms, and a smaller one is better. So it is in the first form, and in the second
    /// without nested operations and normalizations.
    pub fn is_sum(&self) -> bool {
        let is_term =
            |(inner, weight, range): &Operand| matches!(inner, Operation::Term(_)) && *weight == 1.0 && range.is_none();
        !self.is_maximized
            && match &self.operation {
                None => true,
                Some(Operation::Of { operator: Fold::Sum, operands }) => operands.iter().all(is_term),
                Some(_) => false,
            }
    }

    /// The value of a plan, term by term in order. A larger value is better if the objective is maximized.
    pub fn value(&self, plan: &[usize]) -> f64 {
        let term = |term: &Term| plan.get(term.demand).map_or(0.0, |candidate| term.value(*candidate));
        match &self.operation {
            None => self.terms.iter().fold(0.0, |sum, one| sum + term(one)),
            Some(operation) => fold(operation, &|index| self.terms.get(index).map_or(0.0, term)),
        }
    }

    /// The value with the sign that makes smaller ones better.
    pub fn key(&self, plan: &[usize]) -> f64 {
        if self.is_maximized { -self.value(plan) } else { self.value(plan) }
    }

    /// Bounds of the value, given the bounds of each term.
    pub fn bounds(&self, term: &dyn Fn(usize) -> (f64, f64)) -> (f64, f64) {
        match &self.operation {
            None => (0..self.terms.len()).map(term).fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1)),
            Some(operation) => bounds(operation, term),
        }
    }
}

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
                Fold::Min => one.min(other),
                Fold::Max => one.max(other),
            });
            folded.unwrap_or(0.0)
        }
    }
}

fn bounds(operation: &Operation, term: &dyn Fn(usize) -> (f64, f64)) -> (f64, f64) {
    match operation {
        Operation::Term(index) => term(*index),
        Operation::Of { operator, operands } => {
            let scaled = operands.iter().map(|(operand, weight, normalization)| {
                let (low, high) = bounds(operand, term);
                let scale =
                    |value: f64| normalization.map_or(value, |(start, end)| (value - start) / (end - start)) * weight;
                let (one, other) = (scale(low), scale(high));
                (one.min(other), one.max(other))
            });
            let folded = scaled.reduce(|one, other| match operator {
                Fold::Sum => (one.0 + other.0, one.1 + other.1),
                Fold::Min => (one.0.min(other.0), one.1.min(other.1)),
                Fold::Max => (one.0.max(other.0), one.1.max(other.1)),
            });
            folded.unwrap_or((0.0, 0.0))
        }
    }
}

impl Candidate {
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        self.attributes.get(name).filter(|value| !value.is_null())
    }

    pub fn text(&self, name: &str) -> Option<SmolStr> {
        self.attribute(name).map(text_of)
    }

    /// The zone of a category.
    pub fn zone(&self, category: &str) -> Option<SmolStr> {
        match category {
            "region" => self.text("location_id"),
            "complex" => self.text("complex_name"),
            "country" => self.text("country"),
            other => self.text(&format!("{other}_zone")).or_else(|| self.text(other)),
        }
    }
}

/// A value as text: strings as they are.
pub fn text_of(value: &Value) -> SmolStr {
    match value {
        Value::String(text) => text.as_str().into(),
        Value::Bool(flag) => flag.to_string().into(),
        Value::Number(number) => number.to_string().into(),
        other => serde_json::to_string(other).unwrap_or_default().into(),
    }
}

/// Whether two values are equal: numbers by value, also in strings, and everything else as text.
fn are_equal(one: &Value, other: &Value) -> bool {
    match (number_of(one), number_of(other)) {
        (Some(one), Some(other)) => one == other,
        _ => text_of(one) == text_of(other),
    }
}

/// The finite number in a value, also in a string: `nan` and `infinity` are words.
pub fn number_of(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
    .filter(|number: &f64| number.is_finite())
}

/// The largest number of an objective: products of larger ones could be infinite.
const LARGEST: f64 = 1e100;

/// Whether a number is finite and small enough for the sums and products of an objective to be finite, too.
pub fn is_usable(number: f64) -> bool {
    number.abs() <= LARGEST
}

impl Condition {
    pub fn holds(&self, value: Option<&Value>, candidate: &Candidate) -> bool {
        let equals = |wanted: &Value| value.is_some_and(|value| are_equal(value, wanted));
        match self {
            Condition::Unknown => true,
            Condition::Equal(wanted) => equals(wanted),
            Condition::NotEqual(wanted) => !equals(wanted),
            Condition::Number(operator, limit) => {
                value.and_then(number_of).is_some_and(|number| operator.holds(number, *limit))
            }
            // An empty list is no restriction.
            Condition::Any(wanted) => wanted.is_empty() || wanted.iter().any(equals),
            Condition::All(wanted) => match value.and_then(Value::as_sequence) {
                Some(own) => wanted.iter().all(|wanted| own.iter().any(|own| are_equal(own, wanted))),
                None => wanted.iter().all(equals),
            },
            Condition::Regex(pattern) => value.is_some_and(|value| pattern.matches(&text_of(value))),
            Condition::Requests(requests) => {
                let of = candidate.text("inventory_type");
                let wanted = requests.iter().find(|(name, _)| Some(name) == of.as_ref());
                wanted.is_none_or(|(_, wanted)| wanted.iter().any(equals))
            }
        }
    }
}

/// A number of kilometers for a message, in the unit with this factor.
pub fn length(kilometers: f64, factor: f64) -> String {
    format!("{} {}", rounded(kilometers / factor, 1), Dimension::Distance.unit(factor))
}

/// The most decimals of a distance in a message: tenths of a micrometer.
const MAX_DECIMALS: usize = 10;

/// A threshold of a distance for a message, in its own unit.
pub fn limit(threshold: &Threshold, n_decimals: usize) -> String {
    let number = |value: f64| rounded(value / threshold.factor, n_decimals);
    let unit = threshold.unit(Dimension::Distance);
    match threshold.amount {
        Amount::Range(low, high) => format!("{}-{} {unit}", number(low.min(high)), number(low.max(high))),
        Amount::Single(value) => {
            format!("{} {} {unit}", threshold.operator.unwrap_or(Operator::Equal).text(), number(value))
        }
    }
}

/// The amount by which a value misses a threshold: 0 if it meets it, or would meet it with its bounds included.
pub fn excess(threshold: &Threshold, value: f64) -> f64 {
    let ((low, _), (high, _)) = threshold.interval();
    (low - value).max(value - high).max(0.0)
}

impl Decision {
    /// The distance that decided, in kilometers.
    pub fn distance(&self) -> Option<f64> {
        if let DecidedBy::Distance(distance) = self.by { Some(distance) } else { None }
    }
}

impl Constraint {
    /// The location that the candidates of its demands have to be near or far from.
    pub fn location(&self) -> Option<Point> {
        if let Kind::ToLocation { point, .. } = &self.kind { Some(*point) } else { None }
    }

    /// Whether a candidate of a demand meets the constraint; `None` if the constraint compares candidates of two demands, or is
    /// assumed.
    pub fn holds(&self, candidate: &Candidate) -> Option<bool> {
        match &self.kind {
            Kind::ToLocation { point, threshold, .. } => {
                Some(candidate.point.is_some_and(|own| threshold.holds(distance::between(*point, own))))
            }
            Kind::Attribute(conditions) => {
                let holds =
                    |(name, condition): &(SmolStr, Condition)| condition.holds(attribute(candidate, name), candidate);
                (!conditions.is_empty()).then(|| conditions.iter().all(holds))
            }
            Kind::Compare(comparisons) => {
                let holds = |comparison: &Comparison| compares(comparison, candidate.attribute(&comparison.0));
                (!comparisons.is_empty()).then(|| comparisons.iter().all(holds))
            }
            Kind::Listed { .. } => Some(self.kind.lists(candidate).unwrap_or(true)),
            Kind::Between { .. } | Kind::Zone { .. } | Kind::Group { .. } | Kind::Assumed { .. } => None,
        }
    }

    /// Decides the constraint for a candidate of a demand alone; `None` if it compares candidates of two demands. The
    /// attributes of the candidate are read once, since each is a search in a map that is not in the cache.
    pub fn decide(&self, candidate: &Candidate) -> Option<Decision> {
        Some(match &self.kind {
            Kind::ToLocation { point, threshold, .. } => {
                let distance = candidate.point.map(|own| distance::between(*point, own));
                let holds = distance.is_some_and(|distance| threshold.holds(distance));
                Decision { holds, by: distance.map_or(DecidedBy::NoPoint, DecidedBy::Distance) }
            }
            Kind::Attribute(conditions) => {
                let test = |(name, condition): &(SmolStr, Condition)| {
                    let value = attribute(candidate, name);
                    (condition.holds(value, candidate), value.map(text_of))
                };
                first_failed(conditions, test)?
            }
            Kind::Compare(comparisons) => {
                let test = |comparison: &Comparison| {
                    let value = candidate.attribute(&comparison.0);
                    (compares(comparison, value), value.map(text_of))
                };
                first_failed(comparisons, test)?
            }
            Kind::Listed { ids, .. } => match self.kind.lists(candidate) {
                Some(holds) => Decision { holds, by: DecidedBy::List(ids.contains(&candidate.id)) },
                None => Decision { holds: true, by: DecidedBy::OtherList },
            },
            Kind::Between { .. } | Kind::Zone { .. } | Kind::Group { .. } | Kind::Assumed { .. } => return None,
        })
    }

    /// A decision of this constraint with the deciding value in words.
    pub fn verdict(&self, Decision { holds, by }: &Decision) -> Verdict {
        let holds = *holds;
        match (by, &self.kind) {
            (DecidedBy::Distance(distance), _) => Verdict { holds, measured: Measured::Distance(*distance) },
            (DecidedBy::NoPoint, _) => Verdict::of_value(holds, "no coordinates".into()),
            (DecidedBy::List(is_listed), _) => {
                Verdict::of_value(holds, if *is_listed { "listed" } else { "not listed" }.into())
            }
            (DecidedBy::OtherList, _) => Verdict::of_value(holds, "of another requirement".into()),
            (DecidedBy::Attribute(index, value), kind) => {
                let shown = value.as_deref().unwrap_or("missing");
                let (name, limit) = match kind {
                    Kind::Attribute(conditions) => (conditions.get(*index).map(|(name, _)| name), None),
                    Kind::Compare(comparisons) => {
                        let comparison = comparisons.get(*index);
                        let limit = comparison.map(|(_, operator, limit)| {
                            format_smolstr!("{} {limit}", operator.map_or("?", Operator::text))
                        });
                        (comparison.map(|(name, ..)| name), limit)
                    }
                    _ => (None, None),
                };
                let name = name.map_or("", SmolStr::as_str);
                Verdict { holds, measured: Measured::Value([name, " ", shown].into_iter().collect(), limit) }
            }
        }
    }

    /// Whether two candidates of different demands meet the constraint.
    pub fn pair(&self, one: &Candidate, other: &Candidate) -> bool {
        match &self.kind {
            Kind::Between { threshold } => match (one.point, other.point) {
                (Some(one), Some(other)) => threshold.holds(distance::between(one, other)),
                _ => false,
            },
            Kind::Zone { is_same, category } => match (one.zone(category), other.zone(category)) {
                (Some(one), Some(other)) => (one == other) == *is_same,
                _ => !*is_same,
            },
            Kind::Group { pairs } => pairs.contains(&(one.id.clone(), other.id.clone())),
            _ => true,
        }
    }

    /// The result for two candidates of different demands: a distance, the zones (`dal1, hou1`), or the other candidate.
    pub fn together(&self, one: &Candidate, other: &Candidate) -> Verdict {
        match &self.kind {
            Kind::Between { threshold } => Verdict::of_distance(threshold, one.point.zip(other.point)),
            Kind::Zone { category, .. } => {
                let zone = |candidate: &Candidate| candidate.zone(category).unwrap_or_else(|| "no zone".into());
                Verdict::of_value(self.pair(one, other), format_smolstr!("{}, {}", zone(one), zone(other)))
            }
            _ => Verdict::of_value(self.pair(one, other), other.id.clone()),
        }
    }

    /// Whether each candidate of a demand meets it or not, whatever the others are.
    pub fn is_decided_alone(&self) -> bool {
        match &self.kind {
            Kind::ToLocation { .. } | Kind::Listed { .. } => true,
            Kind::Attribute(conditions) => !conditions.is_empty(),
            Kind::Compare(comparisons) => !comparisons.is_empty(),
            Kind::Between { .. } | Kind::Zone { .. } | Kind::Group { .. } | Kind::Assumed { .. } => false,
        }
    }

    /// Whether it compares candidates of two demands.
    pub fn is_pairwise(&self) -> bool {
        matches!(self.kind, Kind::Between { .. } | Kind::Zone { .. } | Kind::Group { .. })
    }

    /// The pairs of demands that it compares.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        // Only the first two demands of a group are used.
        let n_demands = if matches!(self.kind, Kind::Group { .. }) { 2 } else { self.demands.len() };
        let demands: Vec<usize> = self.demands.iter().copied().take(n_demands).collect();
        let mut pairs = Vec::new();
        for (index, one) in demands.iter().enumerate() {
            pairs.extend(demands.iter().skip(index + 1).filter(|other| *other != one).map(|other| (*one, *other)));
        }
        pairs
    }

    /// The distances of a plan that its threshold limits.
    pub fn distances(&self, problem: &Problem, plan: &[usize]) -> Vec<f64> {
        let point = |demand: usize| problem.candidate(demand, *plan.get(demand)?)?.point;
        match &self.kind {
            Kind::ToLocation { point: at, .. } => {
                let own = self.demands.iter().filter_map(|demand| point(*demand));
                own.map(|own| distance::between(*at, own)).collect()
            }
            Kind::Between { .. } => {
                let pairs = self.pairs().into_iter();
                pairs.filter_map(|(one, other)| Some(distance::between(point(one)?, point(other)?))).collect()
            }
            _ => Vec::new(),
        }
    }

    pub fn threshold(&self) -> Option<&Threshold> {
        match &self.kind {
            Kind::ToLocation { threshold, .. } | Kind::Between { threshold } => Some(threshold),
            _ => None,
        }
    }

    pub fn threshold_mut(&mut self) -> Option<&mut Threshold> {
        match &mut self.kind {
            Kind::ToLocation { threshold, .. } | Kind::Between { threshold } => Some(threshold),
            _ => None,
        }
    }
}

/// The first part of a constraint that fails, or else the first one, with the text of its attribute.
fn first_failed<T>(parts: &[T], test: impl Fn(&T) -> (bool, Option<SmolStr>)) -> Option<Decision> {
    let mut first = None;
    for (index, part) in parts.iter().enumerate() {
        let (holds, value) = test(part);
        if !holds {
            return Some(Decision { holds, by: DecidedBy::Attribute(index, value) });
        }
        first.get_or_insert(value);
    }
    first.map(|value| Decision { holds: true, by: DecidedBy::Attribute(0, value) })
}

/// Whether the value of an attribute is within a threshold. Zero counts as missing, as for conductor.
fn compares((_, operator, limit): &Comparison, value: Option<&Value>) -> bool {
    let number = value.and_then(number_of).filter(|number| *number != 0.0);
    number.is_some_and(|number| operator.is_some_and(|operator| operator.holds(number, *limit)))
}

/// The attribute of candidates that conductor reads for a name in a condition: two have other names.
pub fn attribute_name(name: &str) -> &str {
    match name {
        "complex" => "complex_name",
        "cloud-region" => "location_id",
        name => name,
    }
}

/// The attribute of a candidate that a condition reads.
pub fn attribute<'c>(candidate: &'c Candidate, name: &str) -> Option<&'c Value> {
    candidate.attribute(attribute_name(name))
}

impl Problem {
    pub fn demand(&self, name: &str) -> Option<usize> {
        self.demands.iter().position(|demand| demand.name == name)
    }

    pub fn candidate(&self, demand: usize, candidate: usize) -> Option<&Candidate> {
        self.demands.get(demand)?.candidates.get(candidate)
    }

    /// The sum of the costs of a plan.
    pub fn cost(&self, plan: &[usize]) -> f64 {
        let costs = plan.iter().enumerate().filter_map(|(demand, candidate)| self.candidate(demand, *candidate));
        costs.fold(0.0, |sum, candidate| sum + candidate.cost)
    }

    /// Whether a plan meets a constraint.
    pub fn meets(&self, constraint: &Constraint, plan: &[usize]) -> bool {
        let of = |demand: usize| plan.get(demand).and_then(|candidate| self.candidate(demand, *candidate));
        if constraint.is_pairwise() {
            constraint.pairs().into_iter().all(|(one, other)| match (of(one), of(other)) {
                (Some(one), Some(other)) => constraint.pair(one, other),
                _ => false,
            })
        } else {
            constraint
                .demands
                .iter()
                .filter_map(|demand| of(*demand))
                .all(|candidate| constraint.holds(candidate).unwrap_or(true))
        }
    }
}
