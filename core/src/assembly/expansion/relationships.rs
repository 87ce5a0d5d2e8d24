//! Creates relationship instances: one for each pair of a source and a target instance, with its properties and the
//! resource operations that it calls.

use std::collections::{HashMap, HashSet};

use smol_str::{SmolStr, format_smolstr};

use crate::assembly::expansion::blueprint::Expression;
use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::{CreatedInstances, Engine, Scope};
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::value::{Symbol, SymbolicValue, UnitId};
use crate::assembly::expansion::{InstanceKind, Multiplicity};
use crate::assembly::model::{DescriptorKind, Operation, Relationship, Text};
use crate::diagnostic::Severity;
use crate::preview::{Call, Origin};
use crate::workspace::SourceFile;

/// Maximum number of relationships.
const MAX_RELATIONSHIPS: usize = 10_000;
/// Maximum number of operation calls of all relationships together.
pub const MAX_CALLS: usize = 100_000;

/// A relationship between two instances.
pub struct RelationshipUnit<'a> {
    pub name: SmolStr,
    pub owner: UnitId,
    pub source: UnitId,
    pub target: UnitId,
    pub text: &'a Relationship,
    pub file: &'a SourceFile,
    pub properties: Vec<(SmolStr, SymbolicValue, Origin)>,
    pub create: Vec<Call>,
    pub cease: Vec<Call>,
}

/// Relationships of `after` that also exist in `before` keep their names, which are unique in each assembly. The others
/// get the next free numbers.
pub fn keep_names(before: (&Engine<'_>, &[RelationshipUnit<'_>]), after: (&Engine<'_>, &mut [RelationshipUnit<'_>])) {
    type Key = [SmolStr; 4];
    let of = |engine: &Engine<'_>, relation: &RelationshipUnit<'_>| -> Key {
        let name = |unit: UnitId| engine.units[unit].name.clone();
        [name(relation.owner), relation.text.name.text.clone(), name(relation.source), name(relation.target)]
    };
    let (engine, living) = before;
    let mut names: HashMap<Key, SmolStr> = HashMap::new();
    let mut counts: HashMap<[SmolStr; 2], usize> = HashMap::new();
    for relation in living {
        let key = of(engine, relation);
        let [owner, relationship, ..] = key.clone();
        *counts.entry([owner, relationship]).or_default() += 1;
        names.insert(key, relation.name.clone());
    }
    let (engine, relations) = after;
    for relation in relations {
        let key = of(engine, relation);
        relation.name = names.remove(&key).unwrap_or_else(|| {
            let [owner, relationship, ..] = key;
            let count = counts.entry([owner, relationship]).or_default();
            *count += 1;
            format_smolstr!("{}__{count}", relation.text.name.text)
        });
    }
}

impl<'a> Engine<'a> {
    /// Adds all relationships of the assembly `owner` to `relations`.
    pub async fn relate(&mut self, owner: UnitId, relations: &mut Vec<RelationshipUnit<'a>>, calls: &mut usize) {
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
                    self.progress.piece().await;
                    let name = format_smolstr!("{}__{number}", relationship.name.text);
                    let is_affordable = self.spend(name.len() as u64 * 8 + 256);
                    if relations.len() >= MAX_RELATIONSHIPS || !is_affordable {
                        let message = format!("the preview stops at {} relationships", relations.len());
                        let span = relationship.name.span;
                        let severity = Severity::Error;
                        let finding = self.finding_at(base.file, codes::LIMIT, severity, span, message, owner);
                        self.report.add(finding);
                        return;
                    }
                    let ends = (source, target);
                    let properties = self.relation_properties(owner, base.file, relationship, ends);
                    let context = Context { owner, file: base.file, ends };
                    let create = self.calls(&context, &relationship.create, calls);
                    let cease = self.calls(&context, &relationship.cease, calls);
                    relations.push(RelationshipUnit {
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

    /// The instances at an end of a relationship, each once.
    fn ends(&mut self, owner: UnitId, file: &'a SourceFile, names: &[Text]) -> Vec<UnitId> {
        let mut ends = Vec::new();
        let mut seen = HashSet::new();
        for name in names {
            let part = self.units[owner].base.as_ref().and_then(|base| base.part(component_of(&name.value)));
            let Some(part) = part else {
                let message =
                    format!("`{}` is not a component or reference of this assembly", component_of(&name.value));
                let (code, severity) = (codes::UNRESOLVED_END, Severity::Error);
                let finding = self.finding_at(file, code, severity, name.span, message, owner);
                self.report.add(finding);
                continue;
            };
            ends.extend(self.instances(owner, part).into_iter().filter(|unit| seen.insert(*unit)));
        }
        ends
    }

    /// The instances of a part that has been evaluated.
    pub fn instances(&self, owner: UnitId, part: usize) -> Vec<UnitId> {
        match self.units[owner].parts.get(&part).map(|made| &**made) {
            Some(CreatedInstances::Single(unit)) => vec![*unit],
            Some(CreatedInstances::Many(instance_group)) => instance_group.units.clone(),
            Some(CreatedInstances::Nothing) | None => Vec::new(),
        }
    }

    fn relation_properties(
        &mut self,
        owner: UnitId,
        file: &'a SourceFile,
        relationship: &'a Relationship,
        ends: (UnitId, UnitId),
    ) -> Vec<(SmolStr, SymbolicValue, Origin)> {
        let mut properties = Vec::with_capacity(relationship.properties.len());
        for property in &relationship.properties {
            let value = property.value.as_ref().filter(|node| !node.is_null());
            let default = property.default.as_ref().filter(|node| !node.is_null());
            let name = property.name.text.clone();
            let Some(node) = value.or(default) else {
                properties.push((name, SymbolicValue::Symbol(Symbol::Unset), Origin::Unset));
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
            let evaluated = self.evaluate_now(&expression, &scope);
            let origin = match (value, expression.is_literal()) {
                (None, _) => Origin::Default,
                (Some(_), true) => Origin::Set,
                (Some(_), false) => Origin::Mapped,
            };
            properties.push((name, evaluated, origin));
        }
        properties
    }

    /// Evaluates `expression` and everything that it depends on.
    pub fn evaluate_now(&mut self, expression: &Expression, scope: &Scope<'a, '_>) -> SymbolicValue {
        loop {
            let mut attempt = self.attempt();
            let value = self.evaluate(expression, scope, &mut attempt);
            if attempt.needs.is_empty() {
                self.commit(attempt);
                return value;
            }
            for need in attempt.needs {
                self.demand(need);
            }
        }
    }

    /// Resolves the operations `names` to calls, in order.
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
                let message = format!("`{}` is not an operation of the source or the target", name.value);
                self.no_operation(context, name, message);
                continue;
            };
            let found = self.call(unit, operation.trim(), context, name, budget);
            calls.extend(found);
        }
        calls
    }

    /// The operation `operation` of `unit`, followed through published operations to the resources (S0:302-398).
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
            let message = format!("the preview stops at {MAX_CALLS} operation calls");
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
            // A referenced assembly already runs, with unknown contents.
            (DescriptorKind::Assembly, Some(_)) if self.units[unit].kind == InstanceKind::Reference => on(),
            (DescriptorKind::Assembly, Some(found)) => self.promoted(unit, found, context, name, budget),
            (_, None) => {
                let message = format!("unknown operation `{operation}` of `{}`", self.units[unit].type_name);
                self.no_operation(context, name, message);
                Vec::new()
            }
        }
    }

    /// Resolves a published operation of the assembly `unit`.
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
            let message = format!("promoted operation `{}` cannot be traced to a component", published.name.text);
            self.no_operation(context, name, message);
            return Vec::new();
        };
        let operation = operation.trim();
        let instances = self.instances(unit, part);
        let is_map = match self.units[unit].parts.get(&part).map(|made| &**made) {
            Some(CreatedInstances::Many(instance_group)) => instance_group.group.multiplicity == Multiplicity::Map,
            Some(CreatedInstances::Single(_) | CreatedInstances::Nothing) | None => false,
        };
        let which = published.multiple_instances.as_ref().map_or("every", |which| which.value.as_str());
        if which == "first" && is_map {
            let message = format!("`{}` is for the first instance, but the group is over a map", published.name.text);
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

/// The relationship whose operations are resolved.
struct Context<'a> {
    owner: UnitId,
    file: &'a SourceFile,
    ends: (UnitId, UnitId),
}

/// The component of `component.capability`; a reference has no capability.
fn component_of(end: &str) -> &str {
    end.split('.').next().unwrap_or(end).trim()
}
