//! Constraint clauses (3.5.3): which operators apply to a type, which operands they take, and whether a value meets them.

use std::cmp::Ordering;

use super::Value;
use super::decimal::Decimal;
use super::primitive::Primitive;
use crate::pattern::Pattern;

/// The operator of a constraint clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    Equal,
    GreaterThan,
    GreaterOrEqual,
    LessThan,
    LessOrEqual,
    InRange,
    ValidValues,
    Length,
    MinLength,
    MaxLength,
    Pattern,
    Schema,
}

const OPERATORS: [(&str, Operator); 12] = [
    ("equal", Operator::Equal),
    ("greater_than", Operator::GreaterThan),
    ("greater_or_equal", Operator::GreaterOrEqual),
    ("less_than", Operator::LessThan),
    ("less_or_equal", Operator::LessOrEqual),
    ("in_range", Operator::InRange),
    ("valid_values", Operator::ValidValues),
    ("length", Operator::Length),
    ("min_length", Operator::MinLength),
    ("max_length", Operator::MaxLength),
    ("pattern", Operator::Pattern),
    ("schema", Operator::Schema),
];

impl Operator {
    /// All operators, in the order of the specification.
    pub fn all() -> impl Iterator<Item = Operator> {
        OPERATORS.iter().map(|(_, operator)| *operator)
    }

    pub fn named(name: &str) -> Option<Self> {
        OPERATORS.iter().find(|(known, _)| *known == name).map(|(_, operator)| *operator)
    }

    pub fn name(self) -> &'static str {
        OPERATORS.iter().find(|(_, operator)| *operator == self).map_or("", |(name, _)| name)
    }

    /// Whether values of the type can meet it. `None` are complex data types.
    pub fn applies_to(self, of: Option<Primitive>) -> bool {
        use Operator::{Equal, InRange, Length, MaxLength, MinLength, Pattern, Schema, ValidValues};
        let Some(of) = of else { return matches!(self, Equal | ValidValues) };
        match self {
            Equal | ValidValues => true,
            InRange => of.is_comparable() || of == Primitive::Range,
            Length | MinLength | MaxLength => of == Primitive::String || of.has_entries(),
            Pattern | Schema => of == Primitive::String,
            _ => of.is_comparable(),
        }
    }

    /// The types that it applies to, in words.
    pub fn applicable(self) -> &'static str {
        use Operator::{InRange, Length, MaxLength, MinLength, Pattern, Schema};
        match self {
            InRange => "integers, floats, timestamps, strings, versions, scalars with units and ranges",
            Length | MinLength | MaxLength => "strings, lists and maps",
            Pattern => "strings",
            Schema => "the types `json` and `xml`",
            _ => "integers, floats, timestamps, strings, versions and scalars with units",
        }
    }
}

/// A clause whose operand was read.
#[derive(Clone, Debug)]
pub enum Condition {
    Equal(Value),
    GreaterThan(Value),
    GreaterOrEqual(Value),
    LessThan(Value),
    LessOrEqual(Value),
    /// Without an upper bound it is unbounded.
    InRange(Value, Option<Value>),
    ValidValues(Vec<Value>),
    Length(Decimal),
    MinLength(Decimal),
    MaxLength(Decimal),
    Pattern(Box<Pattern>),
}

/// Whether a value meets a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Met,
    Violated,
    /// The value and the operand have no order.
    Unordered,
}

impl Condition {
    pub fn check(&self, value: &Value) -> Outcome {
        let of = |is_met: bool| if is_met { Outcome::Met } else { Outcome::Violated };
        let ordered = |operand: &Value, is_met: fn(Ordering) -> bool| match value.order(operand) {
            Some(order) => of(is_met(order)),
            None if *value == Value::NotANumber => Outcome::Violated,
            None => Outcome::Unordered,
        };
        let length = |is_met: fn(Ordering) -> bool, wanted: &Decimal| match value.length() {
            Some(length) => of(is_met(Decimal::whole(i128::try_from(length).unwrap_or(i128::MAX)).cmp(wanted))),
            None => Outcome::Unordered,
        };
        match self {
            Condition::Equal(operand) => of(value.equals(operand)),
            Condition::GreaterThan(operand) => ordered(operand, Ordering::is_gt),
            Condition::GreaterOrEqual(operand) => ordered(operand, Ordering::is_ge),
            Condition::LessThan(operand) => ordered(operand, Ordering::is_lt),
            Condition::LessOrEqual(operand) => ordered(operand, Ordering::is_le),
            Condition::InRange(lower, upper) => in_range(value, lower, upper.as_ref()),
            Condition::ValidValues(operands) => of(operands.iter().any(|operand| value.equals(operand))),
            Condition::Length(wanted) => length(Ordering::is_eq, wanted),
            Condition::MinLength(wanted) => length(Ordering::is_ge, wanted),
            Condition::MaxLength(wanted) => length(Ordering::is_le, wanted),
            Condition::Pattern(pattern) => match value {
                Value::Text(text) => of(pattern.matches(text)),
                _ => Outcome::Unordered,
            },
        }
    }
}

/// A range is within another if both its bounds are.
fn in_range(value: &Value, lower: &Value, upper: Option<&Value>) -> Outcome {
    if let (Value::Range(start, end), Value::Number(lower)) = (value, lower) {
        let is_below = match (end, upper) {
            (_, None) => true,
            (Some(end), Some(Value::Number(upper))) => end <= upper,
            _ => false,
        };
        return if start >= lower && is_below { Outcome::Met } else { Outcome::Violated };
    }
    let starts = Condition::GreaterOrEqual(lower.clone()).check(value);
    match upper {
        Some(upper) if starts == Outcome::Met => Condition::LessOrEqual(upper.clone()).check(value),
        _ => starts,
    }
}

/// The pair of conditions that no value can meet together.
pub fn contradiction(conditions: &[&Condition]) -> Option<(usize, usize)> {
    (0..conditions.len()).find_map(|at| {
        let other = (0..at).find(|other| excludes(conditions[*other], conditions[at]))?;
        Some((other, at))
    })
}

/// Whether no value meets both. Decided for values, lengths and ranges.
fn excludes(one: &Condition, other: &Condition) -> bool {
    fn values(condition: &Condition) -> Option<&[Value]> {
        match condition {
            Condition::Equal(value) => Some(std::slice::from_ref(value)),
            Condition::ValidValues(values) => Some(values),
            _ => None,
        }
    }
    if let Some(values) = values(one).or_else(|| values(other)) {
        let against = if is_choice(one) { other } else { one };
        return !values.is_empty() && values.iter().all(|value| against.check(value) == Outcome::Violated);
    }
    if let (Some(one), Some(other)) = (lengths(one), lengths(other)) {
        return is_disjoint(&one, &other, Ord::cmp);
    }
    if let (Some(one), Some(other)) = (interval(one), interval(other)) {
        let below = |end: Option<&(Value, bool)>, start: Option<&(Value, bool)>| match (end, start) {
            (Some((end, is_in)), Some((start, starts_in))) => match end.order(start) {
                Some(Ordering::Less) => true,
                Some(Ordering::Equal) => !(*is_in && *starts_in),
                _ => false,
            },
            _ => false,
        };
        return below(one.1.as_ref(), other.0.as_ref()) || below(other.1.as_ref(), one.0.as_ref());
    }
    false
}

/// Whether every value that meets all of `conditions` meets `wanted`. Decided for values, lengths and ranges.
pub fn implies(conditions: &[Condition], wanted: &Condition) -> bool {
    let meets_all = |values: &[Value]| {
        let mut possible =
            values.iter().filter(|value| conditions.iter().all(|one| one.check(value) != Outcome::Violated));
        possible.all(|value| wanted.check(value) == Outcome::Met)
    };
    let by_choice = conditions.iter().any(|condition| match condition {
        Condition::Equal(value) => meets_all(std::slice::from_ref(value)),
        Condition::ValidValues(values) => meets_all(values),
        _ => false,
    });
    if by_choice {
        return true;
    }
    if let Some((least, most)) = lengths(wanted) {
        let is_bounded = |wanted: Option<Decimal>, of: fn(Bounds<Decimal>) -> Option<Decimal>, fits: Ordering| {
            wanted.is_none_or(|wanted| {
                let mut bounds = conditions.iter().filter_map(lengths).filter_map(of);
                bounds.any(|bound| bound == wanted || bound.cmp(&wanted) == fits)
            })
        };
        return is_bounded(least, |bounds| bounds.0, Ordering::Greater)
            && is_bounded(most, |bounds| bounds.1, Ordering::Less);
    }
    let Some((lower, upper)) = interval(wanted) else { return false };
    type Bound = (Value, bool);
    let is_bounded = |wanted: Option<Bound>, of: fn(Bounds<Bound>) -> Option<Bound>, fits: Ordering| {
        wanted.is_none_or(|(wanted, includes)| {
            let mut bounds = conditions.iter().filter_map(interval).filter_map(of);
            bounds.any(|(bound, is_included)| match bound.order(&wanted) {
                Some(Ordering::Equal) => includes || !is_included,
                order => order == Some(fits),
            })
        })
    };
    is_bounded(lower, |bounds| bounds.0, Ordering::Greater) && is_bounded(upper, |bounds| bounds.1, Ordering::Less)
}

fn is_choice(condition: &Condition) -> bool {
    matches!(condition, Condition::Equal(_) | Condition::ValidValues(_))
}

type Bounds<T> = (Option<T>, Option<T>);

fn lengths(condition: &Condition) -> Option<Bounds<Decimal>> {
    match condition {
        Condition::Length(length) => Some((Some(length.clone()), Some(length.clone()))),
        Condition::MinLength(length) => Some((Some(length.clone()), None)),
        Condition::MaxLength(length) => Some((None, Some(length.clone()))),
        _ => None,
    }
}

fn is_disjoint<T>(one: &Bounds<T>, other: &Bounds<T>, order: fn(&T, &T) -> Ordering) -> bool {
    let below =
        |end: Option<&T>, start: Option<&T>| end.zip(start).is_some_and(|(end, start)| order(end, start).is_lt());
    below(one.1.as_ref(), other.0.as_ref()) || below(other.1.as_ref(), one.0.as_ref())
}

/// The values that meet a condition, as an interval: each end with whether it belongs to it.
pub fn interval(condition: &Condition) -> Option<Bounds<(Value, bool)>> {
    match condition {
        Condition::GreaterThan(value) => Some((Some((value.clone(), false)), None)),
        Condition::GreaterOrEqual(value) => Some((Some((value.clone(), true)), None)),
        Condition::LessThan(value) => Some((None, Some((value.clone(), false)))),
        Condition::LessOrEqual(value) => Some((None, Some((value.clone(), true)))),
        Condition::InRange(lower, upper) => {
            Some((Some((lower.clone(), true)), upper.clone().map(|upper| (upper, true))))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Value {
        Value::Number(Decimal::parse(text).unwrap())
    }

    #[test]
    fn conditions_are_decided_by_value() {
        let is_met = |condition: &Condition, value: &str| condition.check(&number(value)) == Outcome::Met;
        let range = Condition::InRange(number("1"), Some(number("4")));
        assert!(is_met(&range, "1") && is_met(&range, "4.0") && !is_met(&range, "4.01"));
        assert!(is_met(&Condition::InRange(number("1"), None), "1e99"));
        assert!(is_met(&Condition::ValidValues(vec![number("1"), number("2.0")]), "2"));
        let text = Value::Text("äö".into());
        assert_eq!(Condition::Length(Decimal::whole(2)).check(&text), Outcome::Met);
        assert_eq!(Condition::MaxLength(Decimal::whole(1)).check(&text), Outcome::Violated);
    }

    /// The oracle tries every number from 0 to 6 in steps of a half.
    #[test]
    fn implications_agree_with_all_values() {
        let values: Vec<Value> = (0..=12).map(|half| number(&format!("{}", f64::from(half) / 2.0))).collect();
        let at = |at: usize| values[at].clone();
        let mut conditions = Vec::new();
        for (low, high) in [(2, 4), (2, 8), (4, 8), (4, 4)] {
            conditions.extend([Condition::GreaterThan(at(low)), Condition::GreaterOrEqual(at(low))]);
            conditions.extend([Condition::LessThan(at(high)), Condition::LessOrEqual(at(high))]);
            conditions.push(Condition::InRange(at(low), Some(at(high))));
            conditions.push(Condition::InRange(at(low), None));
            conditions.push(Condition::ValidValues(vec![at(low), at(high)]));
            conditions.push(Condition::Equal(at(low)));
        }
        let mut n_implied = 0;
        for one in &conditions {
            for other in &conditions {
                for wanted in &conditions {
                    let both = [one.clone(), other.clone()];
                    let meets = |value: &&Value| both.iter().all(|one| one.check(value) == Outcome::Met);
                    let expected = values.iter().filter(meets).all(|value| wanted.check(value) == Outcome::Met);
                    let found = implies(&both, wanted);
                    n_implied += usize::from(found);
                    assert!(expected || !found, "{both:?} does not imply {wanted:?}");
                    // Two bounds can leave only the values of a list, or none.
                    let is_exact = !is_choice(wanted) && contradiction(&[one, other]).is_none();
                    let leaves_more = values.iter().filter(meets).count() > 1;
                    assert!(!expected || found || !is_exact || !leaves_more || is_choice(one) || is_choice(other));
                }
            }
        }
        assert!(n_implied > 1_000, "{n_implied}");
    }

    #[test]
    fn contradictions_are_found() {
        let of = |conditions: &[Condition]| contradiction(&conditions.iter().collect::<Vec<_>>());
        let (least, most) = (Condition::MinLength(Decimal::whole(8)), Condition::MaxLength(Decimal::whole(4)));
        assert_eq!(of(&[least, most]), Some((0, 1)));
        let (above, below) = (Condition::GreaterThan(number("4")), Condition::LessOrEqual(number("4")));
        assert_eq!(of(&[above, below.clone()]), Some((0, 1)));
        assert_eq!(of(&[Condition::GreaterOrEqual(number("4")), below.clone()]), None);
        assert_eq!(of(&[below, Condition::Equal(number("5"))]), Some((0, 1)));
    }
}
