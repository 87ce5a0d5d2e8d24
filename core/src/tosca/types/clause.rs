//! Constraint clauses as they are written, and their conditions (3.5.3).

use crate::function::Call;
use crate::pattern::{Pattern, PatternError};
use crate::syntax::{Entry, Node};
use crate::text::{FilePath, Span};
use crate::tosca::effective::named;
use crate::tosca::value::Value;
use crate::tosca::value::constraint::{Condition, Operator};
use crate::tosca::value::decimal::Decimal;
use crate::tosca::value::primitive::Primitive;
use crate::tosca::value::read::{UNBOUNDED, read, shown, untyped};

/// A clause: an operator with its operand.
#[derive(Clone, Copy, Debug)]
pub(in crate::tosca) struct Clause<'a> {
    /// `None` if it is unknown.
    pub(in crate::tosca) operator: Option<Operator>,
    pub(in crate::tosca) operand: &'a Node,
    /// The span of the operator; of the operand if it has none.
    pub(in crate::tosca) span: Span,
}

/// A condition of a value, with the location of its clause.
#[derive(Clone, Debug)]
pub(in crate::tosca) struct Rule<'a> {
    pub(in crate::tosca) condition: Condition,
    pub(in crate::tosca) operator: Operator,
    /// The operand as a message shows it.
    pub(in crate::tosca) written: String,
    pub(in crate::tosca) file: &'a FilePath,
    pub(in crate::tosca) span: Span,
}

/// Why a clause has no condition.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::tosca) enum ClauseError<'a> {
    /// The operator does not apply to the type.
    NotApplicable,
    /// The operand has the wrong form; with the form that is expected.
    Operand(&'static str),
    /// The operand does not have the type of the value.
    OperandType(&'a Node),
    /// A range whose lower bound is greater than the upper one.
    EmptyRange,
    Pattern(String),
    /// The pattern cannot be checked, because it uses this.
    Unsupported(&'static str),
    /// No value is valid.
    NoValues,
    /// The clause is not checked here: its operand is a function, or a schema.
    Postponed,
}

impl ClauseError<'_> {
    /// The message for a clause of `subject`, whose data type is `of`.
    pub(in crate::tosca) fn message(
        &self,
        clause: &Clause<'_>,
        subject: &str,
        of: &str,
        as_primitive: Option<Primitive>,
    ) -> String {
        let name = clause.operator.map_or("", Operator::name);
        match self {
            ClauseError::NotApplicable => {
                let types = clause.operator.map_or("", Operator::applicable);
                format!("`{name}` applies only to {types}, not to `{of}`")
            }
            ClauseError::Operand(expected) => format!("`{name}` needs {expected}, not {}", shown(clause.operand)),
            ClauseError::OperandType(node) => {
                let of = as_primitive.map_or("a value of the type", Primitive::described);
                format!("`{name}` of {subject} needs {of}, not {}", shown(node))
            }
            ClauseError::EmptyRange => {
                format!("the lower bound of `{name}: {}` is greater than the upper one", written(clause.operand))
            }
            ClauseError::Pattern(reason) => {
                let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ").to_lowercase();
                format!("the pattern of {subject} is not a regular expression: {reason}")
            }
            ClauseError::Unsupported(noun) => {
                format!("the pattern of {subject} is not checked, because it contains {noun}")
            }
            ClauseError::NoValues => format!("no value of {subject} is valid: `valid_values` is empty"),
            ClauseError::Postponed => String::new(),
        }
    }
}

/// The clauses of `constraints`, which may also be written as a mapping.
pub(in crate::tosca) fn clauses(node: &Node) -> Vec<Clause<'_>> {
    let own = node.as_mapping().is_some().then_some(node);
    node.items().iter().chain(own).flat_map(of_item).collect()
}

/// The clauses of a condition: a list of them, or one alone. A bare value means equality.
pub(in crate::tosca) fn of_condition(node: &Node) -> Vec<Clause<'_>> {
    match node.as_sequence() {
        Some(list) => list.items.iter().flat_map(of_item).collect(),
        None => of_item(node),
    }
}

/// The clauses of one item: usually one.
fn of_item(item: &Node) -> Vec<Clause<'_>> {
    if item.as_scalar().is_some() {
        return vec![Clause { operator: Some(Operator::Equal), operand: item, span: item.span }];
    }
    fn clause<'a>((name, entry): (&str, &'a Entry)) -> Clause<'a> {
        Clause { operator: Operator::named(name), operand: &entry.value, span: entry.key.span }
    }
    named(item).map(clause).collect()
}

impl<'a> Clause<'a> {
    /// The condition for values of a type; `None` is a complex data type.
    pub(in crate::tosca) fn condition(&self, of: Option<Primitive>) -> Result<Condition, ClauseError<'a>> {
        use Operator as O;
        let Some(operator) = self.operator else { return Err(ClauseError::Postponed) };
        let is_call = Call::of(self.operand).is_some();
        // A range has two bounds, whatever their type.
        if operator == O::InRange && !is_call && self.operand.items().len() != 2 {
            return Err(ClauseError::Operand("a list of two values"));
        }
        if !operator.applies_to(of) {
            return Err(ClauseError::NotApplicable);
        }
        if is_call {
            return Err(ClauseError::Postponed);
        }
        let value = || operand(self.operand, of);
        Ok(match operator {
            O::Equal => Condition::Equal(value()?),
            O::GreaterThan => Condition::GreaterThan(value()?),
            O::GreaterOrEqual => Condition::GreaterOrEqual(value()?),
            O::LessThan => Condition::LessThan(value()?),
            O::LessOrEqual => Condition::LessOrEqual(value()?),
            O::InRange => in_range(self.operand, of)?,
            O::ValidValues => {
                let Some(list) = self.operand.as_sequence() else { return Err(ClauseError::Operand("a list")) };
                if list.items.is_empty() {
                    return Err(ClauseError::NoValues);
                }
                Condition::ValidValues(list.items.iter().map(|item| operand(item, of)).collect::<Result<_, _>>()?)
            }
            O::Length => Condition::Length(length(self.operand)?),
            O::MinLength => Condition::MinLength(length(self.operand)?),
            O::MaxLength => Condition::MaxLength(length(self.operand)?),
            O::Pattern => Condition::Pattern(Box::new(pattern(self.operand)?)),
            O::Schema if self.operand.as_scalar().is_some() => return Err(ClauseError::Postponed),
            O::Schema => return Err(ClauseError::Operand("a string")),
        })
    }

    /// The operands that are values of the type that the clause limits.
    pub(in crate::tosca) fn values(&self) -> &'a [Node] {
        use Operator as O;
        match self.operator {
            Some(O::InRange | O::ValidValues) => self.operand.items(),
            Some(O::Equal | O::GreaterThan | O::GreaterOrEqual | O::LessThan | O::LessOrEqual) => {
                std::slice::from_ref(self.operand)
            }
            _ => &[],
        }
    }

    /// The clause with its condition, or nothing if it is faulty.
    pub(in crate::tosca) fn rule(&self, of: Option<Primitive>, file: &'a FilePath) -> Option<Rule<'a>> {
        let condition = self.condition(of).ok()?;
        let operator = self.operator?;
        Some(Rule { condition, operator, written: written(self.operand), file, span: self.span })
    }
}

/// An operand as a message shows it: `[1, 4]`.
pub(in crate::tosca) fn written(node: &Node) -> String {
    let plain = |node: &Node| shown(node).trim_matches('`').to_owned();
    match node.as_sequence() {
        Some(list) => format!("[{}]", list.items.iter().map(plain).collect::<Vec<_>>().join(", ")),
        None => plain(node),
    }
}

/// An operand with the type of the value.
fn operand(node: &Node, of: Option<Primitive>) -> Result<Value, ClauseError<'_>> {
    let is_other = match of {
        Some(Primitive::List) => node.as_sequence().is_none(),
        Some(Primitive::Map) => node.as_mapping().is_none(),
        _ => false,
    };
    if is_other && Call::of(node).is_none() {
        return Err(ClauseError::OperandType(node));
    }
    match of.filter(|of| !of.has_entries()) {
        Some(of) => read(node, of).map(|read| read.value).map_err(|_| ClauseError::OperandType(node)),
        None => Ok(untyped(node)),
    }
}

/// A range has bounds of the type of the value; those for a range are integers.
fn in_range(node: &Node, of: Option<Primitive>) -> Result<Condition, ClauseError<'_>> {
    let [lower, upper] = node.items() else { return Err(ClauseError::Operand("a list of two values")) };
    let of = if of == Some(Primitive::Range) { Some(Primitive::Integer) } else { of };
    let is_unbounded = upper.as_text() == Some(UNBOUNDED) && of != Some(Primitive::String);
    let lower = operand(lower, of)?;
    if is_unbounded {
        return Ok(Condition::InRange(lower, None));
    }
    let upper = operand(upper, of)?;
    match lower.order(&upper) {
        Some(order) if order.is_gt() => Err(ClauseError::EmptyRange),
        _ => Ok(Condition::InRange(lower, Some(upper))),
    }
}

fn length(node: &Node) -> Result<Decimal, ClauseError<'_>> {
    match read(node, Primitive::Integer).map(|read| read.value) {
        Ok(Value::Number(number)) if !number.is_negative() => Ok(number),
        _ => Err(ClauseError::Operand("a whole number, not negative")),
    }
}

fn pattern(node: &Node) -> Result<Pattern, ClauseError<'_>> {
    let text = node.as_text().filter(|_| !node.is_null()).ok_or(ClauseError::Operand("a string"))?;
    Pattern::whole(text).map_err(|error| match error {
        PatternError::Invalid(reason) => ClauseError::Pattern(reason),
        PatternError::Unsupported(noun) => ClauseError::Unsupported(noun),
    })
}
