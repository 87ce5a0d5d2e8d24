//! Relationships: one for every pair of a source and a target instance, with its properties and the operations of
//! resources that it calls.

use std::collections::{HashMap, HashSet};

use smol_str::{SmolStr, format_smolstr};

use crate::assembly::expansion::blueprint::Expression;
use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::{Engine, Made, Scope};
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::term::{Symbol, Term, UnitId};
use crate::assembly::expansion::{InstanceKind, Multiplicity};
use crate::assembly::model::{DescriptorKind, Operation, Relationship, Text};
use crate::diagnostic::Severity;
use crate::preview::{Call, Origin};
use crate::workspace::SourceFile;

/// How many relationships there may be.
const MOST_RELATIONSHIPS: usize = 10_000;
/// How many calls of operations all relationships may make together.
pub const MOST_CALLS: usize = 100_000;

/// A relationship between two instances.
pub struct Bond<'a> {
    pub name: SmolStr,
    pub owner: UnitId,
    pub source: UnitId,
    pub target: UnitId,
    pub text: &'a Relationship,
    pub file: &'a SourceFile,
    pub properties: Vec<(SmolStr, Term, Origin)>,
    pub create: Vec<Call>,
    pub cease: Vec<Call>,
}

/// Lets the relationships of `after` that are there `before` keep their names, which are unique in each assembly; the
/// others are numbered behind them.
pub fn keep_names(before: (&Engine<'_>, &[Bond<'_>]), after: (&Engine<'_>, &mut [Bond<'_>])) {
    type Key = [SmolStr; 4];
    let of = |engine: &Engine<'_>, bond: &Bond<'_>| -> Key {
        let name = |unit: UnitId| engine.units[unit].name.clone();
        [name(bond.owner), bond.text.name.text.clone(), name(bond.source), name(bond.target)]
    };
    let (engine, living) = before;
    let mut names: HashMap<Key, SmolStr> = HashMap::new();
    let mut counts: HashMap<[SmolStr; 2], usize> = HashMap::new();
    for bond in living {
        let key = of(engine, bond);
        let [owner, relationship, ..] = key.clone();
        *counts.entry([owner, relationship]).or_default() += 1;
        names.insert(key, bond.name.clone());
    }
    let (engine, bonds) = after;
    for bond in bonds {
        let key = of(engine, bond);
        bond.name = names.remove(&key).unwrap_or_else(|| {
            let [owner, relationship, ..] = key;
            let count = counts.entry([owner, relationship]).or_default();
            *count += 1;
            format_smolstr!("{}__{count}", bond.text.name.text)
        });
    }
}

impl<'a> Engine<'a> {
    /// All relationships of the assembly `owner`, added to `bonds`.
    pub async fn relate(&mut self, owner: UnitId, bonds: &mut Vec<Bond<'a>>, calls: &mut usize) {
        let Some(base) = self.units[owner].base.clone() else { return };
        if base.descriptor.kind != DescriptorKind::Assembly || self.units[owner].is_stopped {
            return;
        }
        for relationship in &base.descriptor.relationships {
            let sources = self.ends(owner, base.file, &relationship.source_capabilities);
            let targets = self.ends(owner, base.file, &relationship.target_requirements);
            let mut number = 0;
            for &source in &sources {
                for &target in &targets {
                    number += 1;
                    self.pace.piece().await;
                    let name = format_smolstr!("{}__{number}", relationship.name.text);
                    let is_affordable = self.spend(name.len() as u64 * 8 + 256);
                    if bonds.len() >= MOST_RELATIONSHIPS || !is_affordable {
                        let message = format!("the expansion stops here, at {} relationships", bonds.len());
                        let span = relationship.name.span;
                        let severity = Severity::Error;
                        let finding = self.finding_at(base.file, codes::LIMIT, severity, span, message, owner);
                        self.report.add(finding);
                        return;
                    }
                    let ends = (source, target);
                    let properties = self.bond_properties(owner, base.file, relationship, ends);
                    let context = Context { owner, file: base.file, ends };
                    let create = self.calls(&context, &relationship.create, calls);
                    let cease = self.calls(&context, &relationship.cease, calls);
                    bonds.push(Bond {
                        name,
                        owner,
                        source,
                        target,
                        text: relationship,
                        file: base.file,
                        properties,
                        create,
                        cease,
                    });
                }
            }
        }
    }

    /// The instances that the ends of a relationship name, each once.
    fn ends(&mut self, owner: UnitId, file: &'a SourceFile, names: &[Text]) -> Vec<UnitId> {
        let mut ends = Vec::new();
        let mut seen = HashSet::new();
        for name in names {
            let part = self.units[owner].base.as_ref().and_then(|base| base.part(component_of(&name.value)));
            let Some(part) = part else {
                let message = format!("`{}` is neither a component nor a reference", component_of(&name.value));
                let (code, severity) = (codes::UNRESOLVED_END, Severity::Error);
                let finding = self.finding_at(file, code, severity, name.span, message, owner);
                self.report.add(finding);
                continue;
            };
            ends.extend(self.instances(owner, part).into_iter().filter(|unit| seen.insert(*unit)));
        }
        ends
    }

    /// The instances of a part that is worked out.
    pub fn instances(&self, owner: UnitId, part: usize) -> Vec<UnitId> {
        match self.units[owner].parts.get(&part).map(|made| &**made) {
            Some(Made::Single(unit)) => vec![*unit],
            Some(Made::Many(crowd)) => crowd.units.clone(),
            Some(Made::Nothing) | None => Vec::new(),
        }
    }

    fn bond_properties(
        &mut self,
        owner: UnitId,
        file: &'a SourceFile,
        relationship: &'a Relationship,
        ends: (UnitId, UnitId),
    ) -> Vec<(SmolStr, Term, Origin)> {
        let mut properties = Vec::with_capacity(relationship.properties.len());
        for property in &relationship.properties {
            let value = property.value.as_ref().filter(|node| !node.is_null());
            let default = property.default.as_ref().filter(|node| !node.is_null());
            let name = property.name.text.clone();
            let Some(node) = value.or(default) else {
                properties.push((name, Term::Symbol(Symbol::Unset), Origin::Unset));
                continue;
            };
            let expression = self.expression(node, file);
            let scope = Scope {
                file,
                span: node.span,
                home: owner,
                instance: owner,
                ends: Some(ends),
                name: &relationship.name.text,
            };
            let term = self.evaluate_now(&expression, &scope);
            let origin = match (value, expression.is_literal()) {
                (None, _) => Origin::Default,
                (Some(_), true) => Origin::Set,
                (Some(_), false) => Origin::Mapped,
            };
            properties.push((name, term, origin));
        }
        properties
    }

    /// The value of `expression`, with all that it takes.
    pub fn evaluate_now(&mut self, expression: &Expression, scope: &Scope<'a, '_>) -> Term {
        loop {
            let mut attempt = self.attempt();
            let term = self.evaluate(expression, scope, &mut attempt);
            if attempt.needs.is_empty() {
                self.commit(attempt);
                return term;
            }
            for need in attempt.needs {
                self.demand(need);
            }
        }
    }

    /// What the operations in `names` come to, in their order.
    fn calls(&mut self, context: &Context<'a>, names: &[Text], budget: &mut usize) -> Vec<Call> {
        let mut calls = Vec::new();
        for name in names {
            let (end, operation) = name.value.split_once('.').unwrap_or(("", &name.value));
            let local = |unit: UnitId| self.part(unit).map(|(part, _)| part.component.name.text.as_str());
            let unit = match end.trim() {
                "source" => Some(context.ends.0),
                "target" => Some(context.ends.1),
                other if local(context.ends.0) == Some(other) => Some(context.ends.0),
                other if local(context.ends.1) == Some(other) => Some(context.ends.1),
                _ => None,
            };
            let Some(unit) = unit else {
                let message = format!("`{}` is no operation of the source or the target", name.value);
                self.no_operation(context, name, message);
                continue;
            };
            let found = self.call(unit, operation.trim(), context, name, budget);
            calls.extend(found);
        }
        calls
    }

    /// The operation `operation` of `unit`, followed through promotions to the resources (S0:302-398).
    fn call(
        &mut self,
        unit: UnitId,
        operation: &str,
        context: &Context<'a>,
        name: &Text,
        budget: &mut usize,
    ) -> Vec<Call> {
        let mark = if self.units[unit].kind == InstanceKind::Reference { "~" } else { "" };
        let instance = format!("{mark}{}", self.units[unit].name);
        let on = || vec![Call::On { operation: operation.to_owned(), instance }];
        let Some(left) = budget.checked_sub(1) else {
            let message = format!("the expansion stops here, at {MOST_CALLS} calls of operations");
            let (code, severity) = (codes::LIMIT, Severity::Error);
            let finding = self.finding_at(context.file, code, severity, name.span, message, context.owner);
            self.report.add(finding);
            return Vec::new();
        };
        *budget = left;
        let Some(base) = self.units[unit].base.clone() else { return on() };
        let found = base.descriptor.operations.iter().find(|found| found.name.text == operation);
        match (base.descriptor.kind, found) {
            (DescriptorKind::Resource, Some(_)) => on(),
            // What is found runs already, with whatever is inside it.
            (DescriptorKind::Assembly, Some(_)) if self.units[unit].kind == InstanceKind::Reference => on(),
            (DescriptorKind::Assembly, Some(found)) => self.promoted(unit, found, context, name, budget),
            (_, None) => {
                let message = format!("`{}` has no operation `{operation}`", self.units[unit].type_name);
                self.no_operation(context, name, message);
                Vec::new()
            }
        }
    }

    /// What a published operation of the assembly `unit` comes to.
    fn promoted(
        &mut self,
        unit: UnitId,
        published: &'a Operation,
        context: &Context<'a>,
        name: &Text,
        budget: &mut usize,
    ) -> Vec<Call> {
        let source = published.source_operation.as_ref().and_then(|source| source.value.split_once('.'));
        let part = source.and_then(|(component, _)| self.units[unit].base.as_ref()?.part(component.trim()));
        let (Some((_, operation)), Some(part)) = (source, part) else {
            let message = format!("the published operation `{}` leads to no component", published.name.text);
            self.no_operation(context, name, message);
            return Vec::new();
        };
        let operation = operation.trim();
        let instances = self.instances(unit, part);
        let is_map = match self.units[unit].parts.get(&part).map(|made| &**made) {
            Some(Made::Many(crowd)) => crowd.group.multiplicity == Multiplicity::Map,
            Some(Made::Single(_) | Made::Nothing) | None => false,
        };
        let which = published.multiple_instances.as_ref().map_or("every", |which| which.value.as_str());
        if which == "first" && is_map {
            let message = format!("`{}` is for the first instance of a group over a map", published.name.text);
            let (code, severity) = (codes::FIRST_OF_MAP, Severity::Error);
            let finding = self.finding_at(context.file, code, severity, name.span, message, context.owner);
            self.report.add(finding.help("use `every` or `any`"));
        }
        match which {
            "first" if !is_map => {
                let first = instances.first().copied();
                first.map(|first| self.call(first, operation, context, name, budget)).unwrap_or_default()
            }
            "any" | "first" if instances.len() > 1 => {
                let mut alternatives = Vec::new();
                for instance in instances {
                    alternatives.push(self.call(instance, operation, context, name, budget));
                }
                vec![Call::OneOf(alternatives)]
            }
            _ => {
                let mut calls = Vec::new();
                for instance in instances {
                    calls.extend(self.call(instance, operation, context, name, budget));
                }
                calls
            }
        }
    }

    fn no_operation(&mut self, context: &Context<'a>, name: &Text, message: String) {
        let (code, severity) = (codes::UNRESOLVED_OPERATION, Severity::Error);
        let finding: Finding = self.finding_at(context.file, code, severity, name.span, message, context.owner);
        self.report.add(finding);
    }
}

/// The relationship whose operations are looked for.
struct Context<'a> {
    owner: UnitId,
    file: &'a SourceFile,
    ends: (UnitId, UnitId),
}

/// The component in `component.capability`; a reference stands alone.
fn component_of(end: &str) -> &str {
    end.split('.').next().unwrap_or(end).trim()
}
