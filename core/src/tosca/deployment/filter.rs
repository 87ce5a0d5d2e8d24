//! Node filters against the values of node templates (3.5.4, 3.5.5, R-6).

use std::fmt::Display;

use serde_yaml::Value as Written;

use crate::preview::{ItemProperty, PartialValue};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::syntax::parse::parse;
use crate::tosca::deployment::Capability;
use crate::tosca::effective::{Effective, entries};
use crate::tosca::scope::{Declared, Scope};
use crate::tosca::shape::{NodeShape, WantedType};
use crate::tosca::types::clause::{Clause, ClauseError, of_condition, written};
use crate::tosca::value::Value;
use crate::tosca::value::constraint::{Operator, Outcome};
use crate::tosca::value::primitive::Primitive;
use crate::tosca::value::read::{read, untyped};

/// The verdict of filters on a node. The texts say why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Passes,
    /// A condition depends on a value that is not known before deployment or run time.
    Unknown(String),
    Fails(String),
}

impl Verdict {
    /// The worse of two verdicts.
    fn and(self, other: impl FnOnce() -> Verdict) -> Verdict {
        match self {
            Verdict::Passes => other(),
            Verdict::Unknown(_) => match other() {
                Verdict::Fails(why) => Verdict::Fails(why),
                _ => self,
            },
            Verdict::Fails(_) => self,
        }
    }
}

/// A node template with its values.
pub struct Candidate<'c, 'a> {
    pub shape: &'c NodeShape<'a>,
    pub properties: &'c [ItemProperty],
    pub capabilities: &'c [Capability],
}

/// The properties of the operating system that are compared without regard to case (5.4.9.3).
const CASELESS: [&str; 3] = ["architecture", "type", "distribution"];
const OPERATING_SYSTEM: &str = "tosca.capabilities.OperatingSystem";

impl<'a> Candidate<'_, 'a> {
    /// The verdict of several filters, which all apply.
    pub fn passes(&self, scope: &Scope<'a>, filters: &[Declared<'a>]) -> Verdict {
        filters.iter().fold(Verdict::Passes, |verdict, filter| verdict.and(|| self.one(scope, *filter)))
    }

    fn one(&self, scope: &Scope<'a>, filter: Declared<'a>) -> Verdict {
        let of_node = self.properties(scope, filter.node.get("properties"), &self.shape.of, self.properties, "");
        let entries = filter.node.get("capabilities").into_iter().flat_map(entries);
        let named = entries.map(|(name, entry)| (name, Some(&entry.value)));
        // A name alone asks for the capability.
        let items = filter.node.get("capabilities").map_or(&[][..], Node::items).iter();
        let bare = items.filter_map(|item| Some((item.as_text().filter(|_| !item.is_null())?, None)));
        named.chain(bare).fold(of_node, |verdict, (name, of)| {
            verdict.and(|| self.capability(scope, filter, name, of.and_then(|of| of.get("properties"))))
        })
    }

    /// At least one capability with this name, or of this type, meets all conditions.
    fn capability(&self, scope: &Scope<'a>, filter: Declared<'a>, name: &str, conditions: Option<&'a Node>) -> Verdict {
        let of_type = || WantedType::of(scope, filter.file, SymbolKind::CapabilityType, name);
        let mut fitting: Vec<_> = self.shape.capabilities.iter().filter(|known| known.name == name).collect();
        if fitting.is_empty() {
            let wanted = of_type();
            fitting = self.shape.capabilities.iter().filter(|known| wanted.admits(&known.of) == Some(true)).collect();
        }
        let mut verdict = None;
        for capability in fitting {
            let values = self.capabilities.iter().find(|known| known.name == capability.name);
            let values = values.map_or(&[][..], |known| &known.properties);
            let prefix = format!("{}.", capability.name);
            let one = self.properties(scope, conditions, &capability.of, values, &prefix);
            match (&one, &verdict) {
                (Verdict::Passes, _) => return one,
                (Verdict::Unknown(_), _) | (_, None) => verdict = Some(one),
                _ => {}
            }
        }
        verdict
            .unwrap_or_else(|| Verdict::Fails(format!("it has no capability `{name}`, which the node filter requires")))
    }

    fn properties(
        &self,
        scope: &Scope<'a>,
        conditions: Option<&'a Node>,
        of: &Effective,
        values: &[ItemProperty],
        prefix: &str,
    ) -> Verdict {
        conditions.into_iter().flat_map(entries).fold(Verdict::Passes, |verdict, (name, entry)| {
            verdict.and(|| property(scope, (name, &entry.value), of, values, prefix))
        })
    }
}

/// The conditions for one property. It needs a value, also without conditions.
fn property<'a>(
    scope: &Scope<'a>,
    (name, conditions): (&str, &'a Node),
    of: &Effective,
    values: &[ItemProperty],
    prefix: &str,
) -> Verdict {
    let path = format!("{prefix}{name}");
    let value = match values.iter().find(|known| known.name == name).map(|known| &known.value) {
        None => return Verdict::Fails(format!("it has no property `{path}`, which the node filter requires")),
        Some(PartialValue::Value(value)) if !value.is_null() => value,
        Some(PartialValue::Value(_)) => return no_value(&path),
        Some(PartialValue::Symbol(text)) if text == "<unset>" => return no_value(&path),
        Some(symbol) => return unknown(&path, symbol),
    };
    let data_type = scope.member_type(of, "properties", name);
    let primitive = data_type.and_then(|of| Primitive::named(of.base.as_deref()?));
    let Some(typed) = typed(value, primitive) else { return unknown(&path, &PartialValue::Value(value.clone())) };
    let is_caseless = of.derives_from(OPERATING_SYSTEM) && CASELESS.contains(&name);
    let mut verdict = Verdict::Passes;
    for clause in of_condition(conditions) {
        let one = match clause.condition(primitive) {
            Ok(condition) if condition.check(&typed) == Outcome::Violated => {
                if is_caseless && equals_caseless(&clause, value) {
                    continue;
                }
                let (operator, operand) = (clause.operator.map_or("", Operator::name), written(clause.operand));
                let shown = PartialValue::Value(value.clone());
                Verdict::Fails(format!(
                    "`{path}` is {shown}, which violates `{operator}: {operand}` of the node filter"
                ))
            }
            Err(ClauseError::Postponed) => unknown(&path, &written(clause.operand)),
            // The check of the file reports faulty conditions.
            Ok(_) | Err(_) => continue,
        };
        verdict = verdict.and(|| one);
    }
    verdict
}

/// Why a value given for an input does not fit its definition. Only primitive types are read.
pub fn misfit(definition: &Node, value: &Written) -> Option<String> {
    let of = Primitive::named(definition.get("type").map_or(Some("string"), Node::as_text)?);
    let of = of.filter(|of| !of.has_entries())?;
    let shown = PartialValue::Value(value.clone());
    let Some(typed) = typed(value, Some(of)) else {
        return Some(format!("is {shown}, which is not of type `{}`", of.name()));
    };
    let clauses = definition.get("constraints").map(of_condition).into_iter().flatten();
    let violated = clauses.into_iter().find(|clause| {
        clause.condition(Some(of)).is_ok_and(|condition| condition.check(&typed) == Outcome::Violated)
    })?;
    let (operator, operand) = (violated.operator.map_or("", Operator::name), written(violated.operand));
    Some(format!("is {shown}, which violates `{operator}: {operand}`"))
}

fn no_value(path: &str) -> Verdict {
    Verdict::Fails(format!("`{path}` has no value, which the node filter requires"))
}

fn unknown(path: &str, value: &impl Display) -> Verdict {
    Verdict::Unknown(format!("the node filter for `{path}` depends on {value}, which is not known yet"))
}

/// A value read by its type.
pub fn typed(value: &Written, of: Option<Primitive>) -> Option<Value> {
    // JSON is YAML, with quotes around all texts.
    let tree = parse(&serde_json::to_string(value).ok()?);
    let node = tree.root()?;
    match of.filter(|of| !of.has_entries()) {
        Some(of) => Some(read(node, of).ok()?.value),
        None => Some(untyped(node)),
    }
}

/// Whether the text is one of the operands, if the case of letters does not matter.
fn equals_caseless(clause: &Clause<'_>, value: &Written) -> bool {
    let Some(text) = value.as_str() else { return false };
    let is_equal = |node: &Node| node.as_text().is_some_and(|operand| operand.eq_ignore_ascii_case(text));
    matches!(clause.operator, Some(Operator::Equal | Operator::ValidValues)) && clause.values().iter().any(is_equal)
}
