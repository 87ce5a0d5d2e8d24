//! How many instances a component has, what they are called, and what they are.

use std::collections::HashMap;
use std::rc::Rc;

use serde_yaml::Value;
use smol_str::{SmolStr, format_smolstr};

use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::{Attempt, Crowd, Engine, Made, Scope, Unit};
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::term::{Term, UnitId};
use crate::assembly::model::{Component, DescriptorKind};
use crate::catalog::Resolution;
use crate::diagnostic::Severity;
use crate::expansion::{Group, InstanceKind, Multiplicity};
use crate::symbol::DescriptorRef;
use crate::syntax::Node;
use crate::text::Span;
use crate::workspace::SourceFile;

/// How many instances there may be in all.
pub const MOST_INSTANCES: usize = 10_000;
/// How deep assemblies may be nested.
pub const DEEPEST_NESTING: usize = 50;

/// How many instances a part has.
pub enum Count {
    /// One, without a number in its name.
    Single,
    /// A group of them, with what each of them is for.
    Many { group: Group, items: Items },
}

/// What tells the instances of a group apart.
pub enum Items {
    Numbers(u64),
    List(Vec<Term>),
    Map(Vec<(SmolStr, Term)>),
    /// Nobody knows how many; each is for a part of this.
    Ghost(Option<Term>),
}

impl<'a> Engine<'a> {
    /// How many instances the part at `index` of `home` has.
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
            Number::Symbolic => Count::Many { group, items: Items::Ghost(None) },
        }
    }

    fn component(&self, home: UnitId, index: usize) -> Option<(&'a Component, &'a SourceFile, bool)> {
        let base = self.units[home].base.as_ref()?;
        let part = base.parts.get(index)?;
        Some((part.component, base.file, part.is_reference))
    }

    fn count_items(&self, home: UnitId, node: &'a Node, file: &'a SourceFile, attempt: &mut Attempt) -> Count {
        let scope = Scope { file, span: node.span, home, instance: home, ends: None, name: "items" };
        let term = self.evaluate(&self.expression(node, file), &scope, attempt);
        let (multiplicity, items) = match term {
            Term::List(list) => (Multiplicity::List, Items::List(list.items.clone())),
            Term::Map(map) => (Multiplicity::Map, Items::Map(map.entries.clone())),
            term if term.is_unset() => (Multiplicity::List, Items::List(Vec::new())),
            Term::Scalar { .. } => {
                let message = "`items` leads to a value that is neither a list nor a map".to_owned();
                let finding = scope.finding(codes::NOT_A_COLLECTION, Severity::Error, node.span, message);
                self.found(finding, &scope, attempt);
                (Multiplicity::List, Items::List(Vec::new()))
            }
            term @ (Term::Symbol(_) | Term::Template(_)) => {
                self.found_symbolic(&scope, attempt);
                (Multiplicity::List, Items::Ghost(Some(term)))
            }
        };
        let count = match &items {
            Items::List(items) => Some(items.len() as u64),
            Items::Map(items) => Some(items.len() as u64),
            Items::Numbers(_) | Items::Ghost(_) => None,
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
        let wrong = match (count, minimum, maximum) {
            (_, Some(minimum), Some(maximum)) if minimum > maximum => {
                Some(format!("the cluster has a minimum of {minimum} above its maximum of {maximum}"))
            }
            (Some(count), Some(minimum), _) if count < minimum => {
                Some(format!("the cluster starts with {count}, below its minimum of {minimum}"))
            }
            (Some(count), _, Some(maximum)) if count > maximum => {
                Some(format!("the cluster starts with {count}, above its maximum of {maximum}"))
            }
            _ => None,
        };
        if let Some(message) = wrong {
            let span = cluster.initial_quantity.as_ref().map_or(cluster.span, |node| node.span);
            self.found(scope.finding(codes::CLUSTER_BOUNDS, Severity::Error, span, message), &scope, attempt);
        }
        let items = count.map_or(Items::Ghost(None), Items::Numbers);
        Count::Many { group: Group { multiplicity: Multiplicity::Cluster, count, minimum, maximum, increment }, items }
    }

    /// A number of instances: a number, digits in a text, or a reference to either.
    fn number(&self, home: UnitId, node: Option<&'a Node>, file: &'a SourceFile, attempt: &mut Attempt) -> Number {
        let Some(node) = node.filter(|node| !node.is_null()) else { return Number::Absent };
        let scope = Scope { file, span: node.span, home, instance: home, ends: None, name: "" };
        let needs = attempt.needs.len();
        let term = self.evaluate(&self.expression(node, file), &scope, attempt);
        if attempt.needs.len() > needs {
            return Number::Absent;
        }
        match &term {
            Term::Scalar { value: Value::Number(number), .. } if number.is_u64() => {
                number.as_u64().map_or(Number::Absent, Number::Known)
            }
            Term::Scalar { value: Value::String(text), .. } if text.trim().parse::<u64>().is_ok() => {
                text.trim().parse().map_or(Number::Absent, Number::Known)
            }
            term if term.is_unset() => Number::Absent,
            Term::Symbol(_) | Term::Template(_) => {
                self.found_symbolic(&scope, attempt);
                Number::Symbolic
            }
            Term::Scalar { .. } | Term::List(_) | Term::Map(_) => {
                let written = match &term {
                    Term::Scalar { text, .. } => format!("`{text}`"),
                    _ => "a collection".to_owned(),
                };
                let message = format!("{written} is no number of instances");
                let finding = scope.finding(codes::BAD_QUANTITY, Severity::Error, node.span, message);
                self.found(finding.help("write a whole number from 0 up"), &scope, attempt);
                Number::Absent
            }
        }
    }

    fn found_symbolic(&self, scope: &Scope<'a, '_>, attempt: &mut Attempt) {
        let message = "how many instances there are is known only when the service runs".to_owned();
        let finding = scope.finding(codes::SYMBOLIC_COUNT, Severity::Info, scope.span, message);
        self.found(finding, scope, attempt);
    }

    /// Makes the instances of the part at `index` of `home`.
    pub fn make(&mut self, home: UnitId, index: usize, count: Count) -> Made {
        let Some((component, _, is_reference)) = self.component(home, index) else { return Made::Nothing };
        let local = &component.name.text;
        let full = format_smolstr!("{}__{local}", self.units[home].name);
        let seed = |name, index_number, item| Seed { home, index, name, number: index_number, item, is_ghost: false };
        let (group, items) = match count {
            Count::Single => {
                let name = if is_reference { local.clone() } else { full };
                return self.create(seed(name, 1, None), None).map_or(Made::Nothing, Made::Single);
            }
            Count::Many { group, items } => (group, items),
        };
        let mut crowd = Crowd { name: full.clone(), group, units: Vec::new(), keys: Vec::new() };
        // Only groups over items may have several types (S0:680).
        let mut lead = None;
        match items {
            Items::Numbers(count) => {
                for number in 1..=count {
                    let name = format_smolstr!("{full}__{number}");
                    let Some(unit) = self.create(seed(name, number, None), lead) else { break };
                    lead.get_or_insert(unit);
                    crowd.units.push(unit);
                }
            }
            Items::List(items) => {
                for (number, item) in (1..).zip(items) {
                    let name = format_smolstr!("{full}__{number}");
                    let Some(unit) = self.create(seed(name, number, Some(item)), None) else { break };
                    crowd.units.push(unit);
                }
            }
            Items::Map(items) => {
                for (number, (key, item)) in (1..).zip(items) {
                    let name = format_smolstr!("{full}__{key}");
                    let Some(unit) = self.create(seed(name, number, Some(item)), None) else { break };
                    crowd.units.push(unit);
                    crowd.keys.push(key);
                }
            }
            Items::Ghost(of) => {
                let name = format_smolstr!("{full}__?");
                let ghost = Seed { is_ghost: true, ..seed(name, 1, of.map(|of| of.some_item())) };
                crowd.units.extend(self.create(ghost, None));
            }
        }
        Made::Many(crowd)
    }

    /// Makes an instance, unless that would be too many.
    fn create(&mut self, seed: Seed, lead: Option<UnitId>) -> Option<UnitId> {
        let (component, file, is_reference) = self.component(seed.home, seed.index)?;
        let at = |code, severity, message| Finding {
            code,
            severity,
            file: file.path.clone(),
            span: component.name.span,
            message,
            help: None,
            subject: String::new(),
        };
        // A name is written out with every action of the plan.
        let is_affordable = self.spend(seed.name.len() as u64 * 16 + 256);
        if self.units.len() >= MOST_INSTANCES || !is_affordable {
            let message = format!("the expansion stops here, at {} instances", self.units.len());
            self.report.add(at(codes::LIMIT, Severity::Error, message));
            return None;
        }
        let unit = self.units.len();
        if !is_reference && self.names.insert(seed.name.clone(), unit).is_some() {
            let message = format!("two instances get the name `{}`", seed.name);
            self.report.add(at(codes::DUPLICATE_NAME, Severity::Error, message));
        }
        self.units.push(Unit {
            name: seed.name,
            kind: if is_reference { InstanceKind::Reference } else { InstanceKind::Unresolved },
            type_name: SmolStr::default(),
            base: None,
            place: Some((seed.home, seed.index)),
            index: seed.number,
            item: seed.item,
            is_ghost: seed.is_ghost,
            lead,
            depth: self.units[seed.home].depth + 1,
            is_stopped: false,
            is_typed: false,
            dynamic_type: false,
            values: HashMap::new(),
            entries: HashMap::new(),
            parts: HashMap::new(),
            gathered: HashMap::new(),
        });
        if component.dynamic_type.is_none() || is_reference {
            self.settle_type(unit, None);
        }
        Some(unit)
    }

    /// Gives `unit` the type `chosen`, or the one that the composition says.
    pub fn settle_type(&mut self, unit: UnitId, chosen: Option<SmolStr>) {
        let Some((part, file)) = self.part(unit) else { return };
        let (component, is_reference) = (part.component, part.is_reference);
        let declared = component.type_name.as_ref();
        let type_name = chosen.clone().or(declared.map(|name| name.value.clone())).unwrap_or_default();
        let full_name = DescriptorRef::parse(&type_name);
        let resolution = full_name.as_ref().map(|name| match is_reference {
            true => self.catalog.resolve_range(name),
            false => self.catalog.resolve(name),
        });
        let entry = resolution.as_ref().and_then(Resolution::found).cloned();
        let versions = match resolution {
            Some(Resolution::OtherVersion(entries)) => {
                entries.iter().map(|entry| format!("`{}`", entry.name.version)).collect::<Vec<_>>().join(", ")
            }
            Some(Resolution::Found(_) | Resolution::Ambiguous(_) | Resolution::Missing) | None => String::new(),
        };
        let base = entry.as_ref().and_then(|entry| self.blueprint(&entry.file));
        let span = declared.map_or(component.name.span, |name| name.span);
        let kind = match base.as_ref().map(|base| base.descriptor.kind) {
            _ if is_reference => InstanceKind::Reference,
            Some(DescriptorKind::Assembly) => InstanceKind::Assembly,
            Some(DescriptorKind::Resource) => InstanceKind::Resource,
            None => InstanceKind::Unresolved,
        };
        if base.is_none() {
            let message = match declared {
                Some(_) => format!("no descriptor `{type_name}` in the catalog"),
                None => format!("`{}` has no type", component.name.text),
            };
            let severity = if is_reference { Severity::Info } else { Severity::Warning };
            let help = (!versions.is_empty()).then(|| format!("the catalog has it in {versions}"));
            let finding = self.finding_at(file, codes::UNRESOLVED_TYPE, severity, span, message, unit);
            self.report.add(Finding { help, ..finding });
        }
        let shown = entry.filter(|_| !is_reference).map_or(type_name, |entry| format_smolstr!("{}", entry.name));
        let instance = &mut self.units[unit];
        instance.type_name = shown;
        instance.kind = kind;
        instance.base = base;
        instance.dynamic_type = chosen.is_some();
        instance.is_typed = true;
        if kind == InstanceKind::Assembly {
            self.check_nesting(unit, file, span);
        }
    }

    /// Leaves out the inside of an assembly that contains itself, or lies too deep.
    fn check_nesting(&mut self, unit: UnitId, file: &SourceFile, span: Span) {
        let path = self.units[unit].base.as_ref().map(|base| base.file.path.clone());
        let mut above = self.units[unit].place;
        let mut is_inside_itself = false;
        while let Some((parent, _)) = above {
            is_inside_itself |= self.units[parent].base.as_ref().map(|base| &base.file.path) == path.as_ref();
            above = self.units[parent].place;
        }
        let (code, message) = if is_inside_itself {
            (codes::CONTAINMENT_CYCLE, format!("`{}` contains itself", self.units[unit].type_name))
        } else if self.units[unit].depth >= DEEPEST_NESTING {
            (codes::LIMIT, format!("assemblies are nested deeper than {DEEPEST_NESTING}"))
        } else {
            return;
        };
        self.units[unit].is_stopped = true;
        let finding = self.finding_at(file, code, Severity::Error, span, message, unit);
        self.report.add(finding);
    }

    pub fn finding_at(
        &self,
        file: &SourceFile,
        code: &'static str,
        severity: Severity,
        span: Span,
        message: String,
        unit: UnitId,
    ) -> Finding {
        let subject = self.units[unit].name.to_string();
        Finding { code, severity, file: file.path.clone(), span, message, help: None, subject }
    }

    /// The root instance, of the descriptor in `base`.
    pub fn plant(&mut self, base: Rc<crate::assembly::expansion::blueprint::Blueprint<'a>>) -> UnitId {
        let descriptor = base.descriptor;
        let own_name = descriptor.full_name.as_ref().map(|name| name.name.clone());
        let name = self.inputs.assembly_name.as_deref().filter(|name| !name.is_empty()).map(SmolStr::from);
        let name = name.or(own_name).unwrap_or_else(|| base.file.path.stem().into());
        let type_name = descriptor.full_name.as_ref().map(|name| format_smolstr!("{name}"));
        self.names.insert(name.clone(), 0);
        self.units.push(Unit {
            name,
            kind: match descriptor.kind {
                DescriptorKind::Assembly => InstanceKind::Assembly,
                DescriptorKind::Resource => InstanceKind::Resource,
            },
            type_name: type_name.unwrap_or_default(),
            base: Some(base),
            place: None,
            index: 1,
            item: None,
            is_ghost: false,
            lead: None,
            depth: 0,
            is_stopped: false,
            is_typed: true,
            dynamic_type: false,
            values: HashMap::new(),
            entries: HashMap::new(),
            parts: HashMap::new(),
            gathered: HashMap::new(),
        });
        0
    }
}

/// What an instance is made from.
struct Seed {
    home: UnitId,
    index: usize,
    name: SmolStr,
    number: u64,
    item: Option<Term>,
    is_ghost: bool,
}

/// A number as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Absent,
    Known(u64),
    Symbolic,
}

impl Number {
    /// The number; `absent` where the text has none, `None` where only a running system knows it.
    fn known_or(self, absent: Option<u64>) -> Option<u64> {
        match self {
            Number::Absent => absent,
            Number::Known(number) => Some(number),
            Number::Symbolic => None,
        }
    }
}
