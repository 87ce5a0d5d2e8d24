//! The number of instances of a component: from the items of a collection, a cluster, or its quantity.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::{Attempt, Engine, Scope};
use crate::assembly::expansion::value::{SymbolicValue, UnitId};
use crate::assembly::expansion::{Group, Multiplicity};
use crate::assembly::model::Component;
use crate::diagnostic::Severity;
use crate::syntax::Node;
use crate::workspace::SourceFile;

/// The number of instances of a part.
pub enum Count {
    /// One instance, without a number in its name.
    Single,
    /// A group, with the item of each instance.
    Many { group: Group, items: Items },
}

/// Distinguishes the instances of a group.
pub enum Items {
    Numbers(u64),
    List(Vec<SymbolicValue>),
    Map(Vec<(SmolStr, SymbolicValue)>),
    /// An unknown number of instances, each for some item of this value.
    Placeholder(Option<SymbolicValue>),
}

impl<'a> Engine<'a> {
    /// Counts the instances of the part at `index` of `home`.
    pub fn count(&self, home: UnitId, index: usize, attempt: &mut Attempt) -> Count {
        let Some((component, file, is_reference)) = self.component(home, index) else { return Count::Single };
        if is_reference {
            return Count::Single;
        }
        if let Some(items) = &component.items {
            return self.count_items(home, items, file, attempt);
        }
        if component.cluster.is_some() {
            return self.count_cluster(home, component, file, attempt);
        }
        let quantity = self.number(home, component.quantity.as_ref(), file, attempt);
        let group =
            Group { multiplicity: Multiplicity::Quantity, count: None, minimum: None, maximum: None, increment: None };
        match quantity {
            Number::Absent | Number::Known(1) => Count::Single,
            Number::Known(count) => {
                Count::Many { group: Group { count: Some(count), ..group }, items: Items::Numbers(count) }
            }
            Number::Symbolic => Count::Many { group, items: Items::Placeholder(None) },
        }
    }

    fn count_items(&self, home: UnitId, node: &'a Node, file: &'a SourceFile, attempt: &mut Attempt) -> Count {
        let scope = Scope { file, span: node.span, home, instance: home, ends: None, name: "items" };
        let value = self.evaluate(&self.expression(node, file), &scope, attempt);
        let (multiplicity, items) = match value {
            SymbolicValue::List(list) => (Multiplicity::List, Items::List(list.items.clone())),
            SymbolicValue::Map(map) => (Multiplicity::Map, Items::Map(map.entries.clone())),
            value if value.is_unset() => (Multiplicity::List, Items::List(Vec::new())),
            SymbolicValue::Scalar { .. } => {
                let message = "`items` must resolve to a list or a map".to_owned();
                let finding = scope.finding(codes::NOT_A_COLLECTION, Severity::Error, node.span, message);
                self.found(finding, &scope, attempt);
                (Multiplicity::List, Items::List(Vec::new()))
            }
            value @ (SymbolicValue::Symbol(_) | SymbolicValue::Template(_)) => {
                self.found_symbolic(&scope, attempt);
                (Multiplicity::List, Items::Placeholder(Some(value)))
            }
        };
        let count = match &items {
            Items::List(items) => Some(items.len() as u64),
            Items::Map(items) => Some(items.len() as u64),
            Items::Numbers(_) | Items::Placeholder(_) => None,
        };
        let group = Group { multiplicity, count, minimum: None, maximum: None, increment: None };
        Count::Many { group, items }
    }

    fn count_cluster(
        &self,
        home: UnitId,
        component: &'a Component,
        file: &'a SourceFile,
        attempt: &mut Attempt,
    ) -> Count {
        let Some(cluster) = &component.cluster else { return Count::Single };
        let initial = self.number(home, cluster.initial_quantity.as_ref(), file, attempt);
        let minimum = self.number(home, cluster.minimum_nodes.as_ref(), file, attempt).known_or(Some(1));
        let maximum = self.number(home, cluster.maximum_nodes.as_ref(), file, attempt).known_or(None);
        let increment = self.number(home, cluster.scaling_increment.as_ref(), file, attempt).known_or(Some(1));
        let count = initial.known_or(minimum);
        let scope = Scope { file, span: cluster.span, home, instance: home, ends: None, name: &component.name.text };
        let instances = if count == Some(1) { "instance" } else { "instances" };
        let wrong = match (count, minimum, maximum) {
            (_, Some(minimum), Some(maximum)) if minimum > maximum => {
                Some(format!("the cluster's minimum of {minimum} is above its maximum of {maximum}"))
            }
            (Some(count), Some(minimum), _) if count < minimum => {
                Some(format!("the cluster starts with {count} {instances}, below its minimum of {minimum}"))
            }
            (Some(count), _, Some(maximum)) if count > maximum => {
                Some(format!("the cluster starts with {count} {instances}, above its maximum of {maximum}"))
            }
            _ => None,
        };
        if let Some(message) = wrong {
            let span = cluster.initial_quantity.as_ref().map_or(cluster.span, |node| node.span);
            self.found(scope.finding(codes::CLUSTER_BOUNDS, Severity::Error, span, message), &scope, attempt);
        }
        let full_name = || format!("{}__{}", self.units[home].name, component.name.text);
        let scaled = self.scaled.as_ref().filter(|scaled| scaled.cluster == full_name()).map(|scaled| scaled.nodes);
        let count = scaled.or(count);
        let items = count.map_or(Items::Placeholder(None), Items::Numbers);
        Count::Many { group: Group { multiplicity: Multiplicity::Cluster, count, minimum, maximum, increment }, items }
    }

    /// Evaluates a number of instances: a number, digits in text, or a reference to either.
    fn number(&self, home: UnitId, node: Option<&'a Node>, file: &'a SourceFile, attempt: &mut Attempt) -> Number {
        let Some(node) = node.filter(|node| !node.is_null()) else { return Number::Absent };
        let scope = Scope { file, span: node.span, home, instance: home, ends: None, name: "" };
        let needs = attempt.needs.len();
        let value = self.evaluate(&self.expression(node, file), &scope, attempt);
        if attempt.needs.len() > needs {
            return Number::Absent;
        }
        match &value {
            SymbolicValue::Scalar { value: Value::Number(number), .. } if number.is_u64() => {
                number.as_u64().map_or(Number::Absent, Number::Known)
            }
            SymbolicValue::Scalar { value: Value::String(text), .. } if text.trim().parse::<u64>().is_ok() => {
                text.trim().parse().map_or(Number::Absent, Number::Known)
            }
            value if value.is_unset() => Number::Absent,
            SymbolicValue::Symbol(_) | SymbolicValue::Template(_) => {
                self.found_symbolic(&scope, attempt);
                Number::Symbolic
            }
            SymbolicValue::Scalar { .. } | SymbolicValue::List(_) | SymbolicValue::Map(_) => {
                let written = match &value {
                    SymbolicValue::Scalar { text, .. } => format!("`{text}`"),
                    _ => "a collection".to_owned(),
                };
                let message = format!("invalid number of instances: {written}");
                let finding = scope.finding(codes::BAD_QUANTITY, Severity::Error, node.span, message);
                self.found(finding.help("use a non-negative integer"), &scope, attempt);
                Number::Absent
            }
        }
    }

    fn found_symbolic(&self, scope: &Scope<'a, '_>, attempt: &mut Attempt) {
        let message = "the number of instances is only known at run time".to_owned();
        let finding = scope.finding(codes::SYMBOLIC_COUNT, Severity::Info, scope.span, message);
        self.found(finding, scope, attempt);
    }
}

/// A number that may only be known at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Absent,
    Known(u64),
    Symbolic,
}

impl Number {
    /// The number, or `absent` if the text has none; `None` if it is only known at run time.
    fn known_or(self, absent: Option<u64>) -> Option<u64> {
        match self {
            Number::Absent => absent,
            Number::Known(number) => Some(number),
            Number::Symbolic => None,
        }
    }
}
