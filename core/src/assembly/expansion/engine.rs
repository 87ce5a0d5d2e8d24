//! Lazy, memoized evaluation of values, instance counts and types. A step that lacks something returns what it needs
//! and is retried once that is evaluated. The stack is explicit, so neither long reference chains nor cycles can
//! exhaust the call stack, and source order does not matter.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use smol_str::SmolStr;

use crate::assembly::descriptor;
use crate::assembly::expansion::blueprint::{Blueprint, Expression, PreparedComponent};
use crate::assembly::expansion::codes;
use crate::assembly::expansion::report::{Finding, Report};
use crate::assembly::expansion::value::{SymbolicValue, UnitId};
use crate::assembly::expansion::{Group, Inputs, InstanceKind};
use crate::assembly::model::Property;
use crate::catalog::Catalog;
use crate::diagnostic::Severity;
use crate::preview::Origin;
use crate::preview::progress::Progress;
use crate::settings::Typing;
use crate::syntax::Node;
use crate::text::{FilePath, Span};
use crate::workspace::{SourceFile, Workspace};

/// Maximum size of all values and names together, in bytes; the rest is cut off.
const BUDGET: u64 = 96 << 20;
/// Maximum number of members that the message about a cycle lists.
const MAX_LISTED_CYCLE: usize = 12;

/// The state of an expansion.
pub struct Engine<'a> {
    pub workspace: &'a Workspace,
    pub catalog: &'a Catalog,
    pub typing: Typing,
    pub inputs: &'a Inputs,
    pub progress: &'a Progress,
    /// The cluster to expand with another size than its initial one.
    pub scaled: Option<Scaled>,
    /// The root first; every other instance after its parent.
    pub units: Vec<Unit<'a>>,
    pub report: Report,
    /// Instances by name, without references.
    pub names: HashMap<SmolStr, UnitId>,
    /// The number of bytes left.
    pub budget: u64,
    blueprints: HashMap<FilePath, Rc<Blueprint<'a>>>,
    /// Keyed by the address of the node, which is stable while the workspace is borrowed.
    expressions: RefCell<HashMap<usize, Rc<Expression>>>,
}

/// A cluster, by its full name, with its number of instances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scaled {
    pub cluster: SmolStr,
    pub nodes: u64,
}

/// An instance under construction.
pub struct Unit<'a> {
    pub name: SmolStr,
    pub kind: InstanceKind,
    pub type_name: SmolStr,
    /// The descriptor, if it is in the catalog.
    pub base: Option<Rc<Blueprint<'a>>>,
    /// The assembly that contains it, and the index of the part in that assembly.
    pub place: Option<(UnitId, usize)>,
    pub index: u64,
    /// The item that this instance was created for.
    pub item: Option<SymbolicValue>,
    /// Whether it represents an unknown number of instances.
    pub is_placeholder: bool,
    /// The instance that evaluates the `dynamicType` for all instances of its part.
    pub type_source: Option<UnitId>,
    pub depth: usize,
    /// Whether its contents are left out.
    pub is_stopped: bool,
    pub is_typed: bool,
    pub dynamic_type: bool,
    pub values: HashMap<SmolStr, Evaluated>,
    /// Values set in the composition, evaluated before the type is known.
    pub entries: HashMap<SmolStr, SymbolicValue>,
    /// By part index in the blueprint.
    pub parts: HashMap<usize, Rc<CreatedInstances>>,
    /// A property of all instances of a part; `None` if one of them does not have it.
    pub gathered: HashMap<(usize, SmolStr), Option<SymbolicValue>>,
}

/// The value of a property, and its origin.
#[derive(Clone, Debug)]
pub struct Evaluated {
    pub value: SymbolicValue,
    pub origin: Origin,
    /// The default that holds until a value is reported.
    pub until_reported: Option<SymbolicValue>,
}

/// The instances created for a part.
#[derive(Debug)]
pub enum CreatedInstances {
    Single(UnitId),
    Many(InstanceGroup),
    /// None, because a limit or a cycle was hit.
    Nothing,
}

/// All instances of a part that may have several.
#[derive(Debug)]
pub struct InstanceGroup {
    pub name: SmolStr,
    pub group: Group,
    pub units: Vec<UnitId>,
    /// The keys of the instances of a group over a map.
    pub keys: Vec<SmolStr>,
}

/// Something that can be evaluated.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    Value(UnitId, SmolStr),
    Entry(UnitId, SmolStr),
    Gathered(UnitId, usize, SmolStr),
    Instances(UnitId, usize),
    Type(UnitId),
}

/// One attempt to evaluate something: what it lacked, reported and spent.
pub struct Attempt {
    pub needs: Vec<Key>,
    pub findings: Vec<Finding>,
    room: u64,
    cost: u64,
    /// Whether it read a property of several instances as a collection.
    pub is_gathered: bool,
}

/// The location of a value, and what its references can see.
#[derive(Clone, Copy)]
pub struct Scope<'a, 's> {
    pub file: &'a SourceFile,
    pub span: Span,
    /// The instance whose properties, components and references are visible.
    pub home: UnitId,
    /// The meaning of `instance` and `item`.
    pub instance: UnitId,
    /// The meaning of `source` and `target`.
    pub ends: Option<(UnitId, UnitId)>,
    /// The name of the value in findings.
    pub name: &'s str,
}

impl<'a> Engine<'a> {
    pub fn new(
        workspace: &'a Workspace,
        catalog: &'a Catalog,
        typing: Typing,
        inputs: &'a Inputs,
        scaled: Option<Scaled>,
        progress: &'a Progress,
    ) -> Self {
        Engine {
            workspace,
            catalog,
            typing,
            inputs,
            progress,
            scaled,
            units: Vec::new(),
            report: Report::default(),
            names: HashMap::new(),
            budget: BUDGET,
            blueprints: HashMap::new(),
            expressions: RefCell::default(),
        }
    }

    /// The descriptor in `file`.
    pub fn blueprint(&mut self, file: &FilePath) -> Option<Rc<Blueprint<'a>>> {
        if let Some(blueprint) = self.blueprints.get(file) {
            return Some(Rc::clone(blueprint));
        }
        let source = self.workspace.file(file)?;
        let descriptor = descriptor(source)?;
        let blueprint = Rc::new(Blueprint::of(source, descriptor));
        self.blueprints.insert(file.clone(), Rc::clone(&blueprint));
        Some(blueprint)
    }

    /// The value at `node` of `file`, parsed.
    pub fn expression(&self, node: &'a Node, file: &SourceFile) -> Rc<Expression> {
        let address = std::ptr::from_ref(node).addr();
        let mut expressions = self.expressions.borrow_mut();
        Rc::clone(expressions.entry(address).or_insert_with(|| Rc::new(Expression::of(node, &file.text))))
    }

    /// The part that `unit` is an instance of, and its file.
    pub fn part(&self, unit: UnitId) -> Option<(&PreparedComponent<'a>, &'a SourceFile)> {
        let (parent, index) = self.units[unit].place?;
        let base = self.units[parent].base.as_ref()?;
        Some((base.parts.get(index)?, base.file))
    }

    /// The property of `unit` as set in the composition.
    pub fn given(&self, unit: UnitId, name: &str) -> Option<(&'a Property, &'a SourceFile)> {
        let (part, file) = self.part(unit)?;
        Some((part.properties.get(name).copied()?, file))
    }

    pub fn attempt(&self) -> Attempt {
        Attempt { needs: Vec::new(), findings: Vec::new(), room: self.budget, cost: 0, is_gathered: false }
    }

    /// Records the findings and the cost of a successful attempt.
    pub fn commit(&mut self, attempt: Attempt) {
        self.budget = self.budget.saturating_sub(attempt.cost);
        for finding in attempt.findings {
            self.report.add(finding);
        }
    }

    /// Deducts `bytes` from the budget; `false` if it is exhausted.
    pub fn spend(&mut self, bytes: u64) -> bool {
        let enough = bytes <= self.budget;
        self.budget = self.budget.saturating_sub(bytes);
        enough
    }

    /// Evaluates `key` and everything that it depends on.
    pub fn demand(&mut self, key: Key) {
        let mut stack = vec![key];
        let mut active = HashSet::new();
        while let Some(top) = stack.last().cloned() {
            let needs = if self.is_done(&top) { Vec::new() } else { self.work_out(&top) };
            if needs.is_empty() {
                active.remove(&top);
                stack.pop();
                continue;
            }
            active.insert(top);
            for need in needs {
                if active.contains(&need) {
                    self.break_cycle(&cycle(&stack, &active, &need));
                    break;
                }
                stack.push(need);
            }
        }
    }

    fn is_done(&self, key: &Key) -> bool {
        match key {
            Key::Value(unit, name) => self.units[*unit].values.contains_key(name),
            Key::Entry(unit, name) => self.units[*unit].entries.contains_key(name),
            Key::Gathered(unit, part, name) => self.units[*unit].gathered.contains_key(&(*part, name.clone())),
            Key::Instances(unit, part) => self.units[*unit].parts.contains_key(part),
            Key::Type(unit) => self.units[*unit].is_typed,
        }
    }

    /// Tries to evaluate `key`. Returns the missing dependencies if that is not possible yet.
    fn work_out(&mut self, key: &Key) -> Vec<Key> {
        let mut attempt = self.attempt();
        match key {
            Key::Value(unit, name) => {
                let value = self.effective_value(*unit, name, &mut attempt);
                if attempt.needs.is_empty() {
                    self.units[*unit].values.insert(name.clone(), value);
                }
            }
            Key::Entry(unit, name) => {
                let value = self.entry(*unit, name, &mut attempt);
                if attempt.needs.is_empty() {
                    self.units[*unit].entries.insert(name.clone(), value);
                }
            }
            Key::Gathered(unit, part, name) => {
                let value = self.gather(*unit, *part, name, &mut attempt);
                if attempt.needs.is_empty() {
                    self.units[*unit].gathered.insert((*part, name.clone()), value);
                }
            }
            Key::Instances(unit, part) => {
                let size = self.count(*unit, *part, &mut attempt);
                if attempt.needs.is_empty() {
                    let made = self.make(*unit, *part, size);
                    self.units[*unit].parts.insert(*part, Rc::new(made));
                }
            }
            Key::Type(unit) => {
                let choice = self.choose_type(*unit, &mut attempt);
                if attempt.needs.is_empty() {
                    self.settle_type(*unit, choice);
                }
            }
        }
        if attempt.needs.is_empty() {
            self.commit(attempt);
            return Vec::new();
        }
        attempt.needs
    }

    /// Gives every member of the cycle an error value, and reports the cycle.
    fn break_cycle(&mut self, cycle: &[Key]) {
        let failed = || SymbolicValue::error("value refers to itself");
        for key in cycle {
            match key {
                Key::Value(unit, name) => {
                    let value = Evaluated { value: failed(), origin: Origin::Mapped, until_reported: None };
                    self.units[*unit].values.insert(name.clone(), value);
                }
                Key::Entry(unit, name) => {
                    self.units[*unit].entries.insert(name.clone(), failed());
                }
                Key::Gathered(unit, part, name) => {
                    self.units[*unit].gathered.insert((*part, name.clone()), Some(failed()));
                }
                Key::Instances(unit, part) => {
                    self.units[*unit].parts.insert(*part, Rc::new(CreatedInstances::Nothing));
                }
                Key::Type(unit) => self.settle_type(*unit, None),
            }
        }
        let mut places: Vec<(String, FilePath, Span)> = cycle.iter().filter_map(|key| self.label(key)).collect();
        let first = (0..places.len()).min_by_key(|&index| places[index].0.clone()).unwrap_or(0);
        places.rotate_left(first);
        let Some((label, file, span)) = places.first().cloned() else { return };
        let way = places.iter().take(MAX_LISTED_CYCLE).map(|(label, ..)| format!("`{label}`"));
        let way = way.collect::<Vec<_>>().join(" reads ");
        let rest = if places.len() > MAX_LISTED_CYCLE { " and so on, which" } else { "" };
        self.report.add(Finding {
            code: codes::VALUE_CYCLE,
            severity: Severity::Error,
            file,
            span,
            message: format!("values refer to each other in a cycle: {way}{rest} reads `{label}`"),
            help: Some("set one of them to a value that does not refer to the others".to_owned()),
            subject: String::new(),
        });
    }

    /// The name of `key` in messages, and its location.
    fn label(&self, key: &Key) -> Option<(String, FilePath, Span)> {
        let at = |text: String, file: &SourceFile, span| Some((text, file.path.clone(), span));
        match key {
            Key::Value(unit, name) | Key::Entry(unit, name) => {
                let text = format!("{}.{name}", self.units[*unit].name);
                let own = self.units[*unit].base.as_ref();
                let own = own.and_then(|base| Some((base.own_property(name)?, base.file)));
                let fixed = own.filter(|(property, _)| property.value.is_some());
                let (property, file) = fixed.or(self.given(*unit, name)).or(own)?;
                at(text, file, property.name.span)
            }
            Key::Instances(unit, part) => {
                let base = self.units[*unit].base.as_ref()?;
                let name = &base.parts.get(*part)?.component.name;
                at(format!("{}__{}", self.units[*unit].name, name.text), base.file, name.span)
            }
            Key::Type(unit) => {
                let (part, file) = self.part(*unit)?;
                at(format!("type of {}", self.units[*unit].name), file, part.component.name.span)
            }
            Key::Gathered(..) => None,
        }
    }

    /// A property of every instance of a part: a list, or a map by the keys of the group.
    fn gather(&self, home: UnitId, part: usize, name: &SmolStr, attempt: &mut Attempt) -> Option<SymbolicValue> {
        let Some(made) = self.made(home, part, attempt) else { return Some(SymbolicValue::null()) };
        let CreatedInstances::Many(instance_group) = &*made else { return None };
        let mut values = Vec::with_capacity(instance_group.units.len());
        for unit in &instance_group.units {
            values.push(self.read(*unit, name, attempt)?);
        }
        if !attempt.needs.is_empty() || !attempt.charge(values.len() as u64 * 32) {
            return Some(SymbolicValue::error("too large"));
        }
        if instance_group.keys.is_empty() {
            return Some(SymbolicValue::list(values));
        }
        Some(SymbolicValue::map(instance_group.keys.iter().cloned().zip(values).collect()))
    }

    /// The instances of a part; `None` if they are not evaluated yet.
    pub fn made(&self, home: UnitId, part: usize, attempt: &mut Attempt) -> Option<Rc<CreatedInstances>> {
        let made = self.units[home].parts.get(&part);
        if made.is_none() {
            attempt.needs.push(Key::Instances(home, part));
        }
        made.cloned()
    }
}

/// The keys from `end` to the top of the stack that are being evaluated, each once. A key that is only waiting may
/// occur twice; the last occurrence counts.
fn cycle(stack: &[Key], active: &HashSet<Key>, end: &Key) -> Vec<Key> {
    let start = stack.iter().rposition(|key| key == end).unwrap_or(0);
    let mut seen = HashSet::new();
    let mut cycle: Vec<Key> =
        stack[start..].iter().rev().filter(|key| active.contains(*key) && seen.insert(*key)).cloned().collect();
    cycle.reverse();
    cycle
}

impl Attempt {
    /// Charges `bytes` to the attempt; `false` if the budget is exhausted.
    pub fn charge(&mut self, bytes: u64) -> bool {
        self.cost = self.cost.saturating_add(bytes);
        self.cost <= self.room
    }
}

impl Scope<'_, '_> {
    pub fn finding(&self, code: &'static str, severity: Severity, span: Span, message: String) -> Finding {
        let file = self.file.path.clone();
        Finding { code, severity, file, span, message, help: None, subject: String::new() }
    }
}
