//! What is worked out on demand, each thing once: values, numbers of instances and types. A step that lacks something
//! says what, and is tried again when that is there, so that neither long chains nor circles of references exhaust
//! the stack, and the order of the text does not matter.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use smol_str::SmolStr;

use crate::assembly::descriptor;
use crate::assembly::expansion::blueprint::{Blueprint, Expression, Part};
use crate::assembly::expansion::codes;
use crate::assembly::expansion::report::{Finding, Report};
use crate::assembly::expansion::term::{Term, UnitId};
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

/// How many bytes all values and names together may take before the rest is cut off.
const BUDGET: u64 = 96 << 20;
/// How many members of a circle its message names.
const LONGEST_CIRCLE: usize = 12;

/// The state of an expansion.
pub struct Engine<'a> {
    pub workspace: &'a Workspace,
    pub catalog: &'a Catalog,
    pub typing: Typing,
    pub inputs: &'a Inputs,
    pub pace: &'a Progress,
    /// A cluster that is as large as this, not as large as at first.
    pub scaled: Option<Scaled>,
    /// The root first, every other after its parent.
    pub units: Vec<Unit<'a>>,
    pub report: Report,
    /// The instances that are no references, by name.
    pub names: HashMap<SmolStr, UnitId>,
    /// How many bytes may still be spent.
    pub budget: u64,
    blueprints: HashMap<FilePath, Rc<Blueprint<'a>>>,
    /// By the address of the node, which stands still as long as the workspace is borrowed.
    expressions: RefCell<HashMap<usize, Rc<Expression>>>,
}

/// A cluster, by its full name, with the number of its instances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scaled {
    pub cluster: SmolStr,
    pub nodes: u64,
}

/// An instance in the making.
pub struct Unit<'a> {
    pub name: SmolStr,
    pub kind: InstanceKind,
    pub type_name: SmolStr,
    /// The descriptor, where it is in the catalog.
    pub base: Option<Rc<Blueprint<'a>>>,
    /// The assembly it is in, and which of that one's parts it is.
    pub place: Option<(UnitId, usize)>,
    pub index: u64,
    /// What it is one for each of.
    pub item: Option<Term>,
    /// Whether it stands for a number of instances that nobody knows.
    pub is_ghost: bool,
    /// The instance whose type it shares, where only that one evaluates the expression.
    pub lead: Option<UnitId>,
    pub depth: usize,
    /// Whether its inside is left out.
    pub is_stopped: bool,
    pub is_typed: bool,
    pub dynamic_type: bool,
    pub values: HashMap<SmolStr, Evaluated>,
    /// What the composition gives, worked out before the type is known.
    pub entries: HashMap<SmolStr, Term>,
    /// By the places of the parts in the blueprint.
    pub parts: HashMap<usize, Rc<Made>>,
    /// A property of all instances of a part; `None` where one of them does not have it.
    pub gathered: HashMap<(usize, SmolStr), Option<Term>>,
}

/// The value of a property, and where it came from.
#[derive(Clone, Debug)]
pub struct Evaluated {
    pub term: Term,
    pub origin: Origin,
    /// The default that holds until a value is reported.
    pub until_reported: Option<Term>,
}

/// What became of a part.
#[derive(Debug)]
pub enum Made {
    Single(UnitId),
    Many(Crowd),
    /// Nothing, because a limit was reached or a circle led back here.
    Nothing,
}

/// All instances of a part that may have several.
#[derive(Debug)]
pub struct Crowd {
    pub name: SmolStr,
    pub group: Group,
    pub units: Vec<UnitId>,
    /// The keys of the instances of a group over a map.
    pub keys: Vec<SmolStr>,
}

/// Something that can be asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    Value(UnitId, SmolStr),
    Entry(UnitId, SmolStr),
    Gathered(UnitId, usize, SmolStr),
    Made(UnitId, usize),
    Type(UnitId),
}

/// One try to work something out: what it lacked, found and spent.
pub struct Attempt {
    pub needs: Vec<Key>,
    pub findings: Vec<Finding>,
    room: u64,
    cost: u64,
    /// Whether a property of several instances was read as a whole.
    pub is_gathered: bool,
}

/// Where a value stands, and what its references can see.
#[derive(Clone, Copy)]
pub struct Scope<'a, 's> {
    pub file: &'a SourceFile,
    pub span: Span,
    /// The instance whose properties, components and references are seen.
    pub home: UnitId,
    /// What `instance` and `item` mean.
    pub instance: UnitId,
    /// What `source` and `target` mean.
    pub ends: Option<(UnitId, UnitId)>,
    /// Which value it is, for findings.
    pub name: &'s str,
}

impl<'a> Engine<'a> {
    pub fn new(
        workspace: &'a Workspace,
        catalog: &'a Catalog,
        typing: Typing,
        inputs: &'a Inputs,
        scaled: Option<Scaled>,
        pace: &'a Progress,
    ) -> Self {
        Engine {
            workspace,
            catalog,
            typing,
            inputs,
            pace,
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

    /// The value at `node` of `file`, taken apart.
    pub fn expression(&self, node: &'a Node, file: &SourceFile) -> Rc<Expression> {
        let address = std::ptr::from_ref(node).addr();
        let mut expressions = self.expressions.borrow_mut();
        Rc::clone(expressions.entry(address).or_insert_with(|| Rc::new(Expression::of(node, &file.text))))
    }

    /// The part that `unit` is an instance of, and the file that has it.
    pub fn part(&self, unit: UnitId) -> Option<(&Part<'a>, &'a SourceFile)> {
        let (parent, index) = self.units[unit].place?;
        let base = self.units[parent].base.as_ref()?;
        Some((base.parts.get(index)?, base.file))
    }

    /// What the composition says of a property of `unit`.
    pub fn given(&self, unit: UnitId, name: &str) -> Option<(&'a Property, &'a SourceFile)> {
        let (part, file) = self.part(unit)?;
        Some((part.properties.get(name).copied()?, file))
    }

    pub fn attempt(&self) -> Attempt {
        Attempt { needs: Vec::new(), findings: Vec::new(), room: self.budget, cost: 0, is_gathered: false }
    }

    /// Books what a successful attempt found and spent.
    pub fn commit(&mut self, attempt: Attempt) {
        self.budget = self.budget.saturating_sub(attempt.cost);
        for finding in attempt.findings {
            self.report.add(finding);
        }
    }

    /// Takes `bytes` from the budget; `false` if there are not so many left.
    pub fn spend(&mut self, bytes: u64) -> bool {
        let enough = bytes <= self.budget;
        self.budget = self.budget.saturating_sub(bytes);
        enough
    }

    /// Works `key` out, and all that it takes.
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
                    self.break_circle(&circle(&stack, &active, &need));
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
            Key::Made(unit, part) => self.units[*unit].parts.contains_key(part),
            Key::Type(unit) => self.units[*unit].is_typed,
        }
    }

    /// Tries to work `key` out; what has to be there first, if that is not possible yet.
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
                let term = self.entry(*unit, name, &mut attempt);
                if attempt.needs.is_empty() {
                    self.units[*unit].entries.insert(name.clone(), term);
                }
            }
            Key::Gathered(unit, part, name) => {
                let term = self.gather(*unit, *part, name, &mut attempt);
                if attempt.needs.is_empty() {
                    self.units[*unit].gathered.insert((*part, name.clone()), term);
                }
            }
            Key::Made(unit, part) => {
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

    /// Gives everything on the circle an end, and reports it.
    fn break_circle(&mut self, circle: &[Key]) {
        let failed = || Term::error("value refers to itself");
        for key in circle {
            match key {
                Key::Value(unit, name) => {
                    let value = Evaluated { term: failed(), origin: Origin::Mapped, until_reported: None };
                    self.units[*unit].values.insert(name.clone(), value);
                }
                Key::Entry(unit, name) => {
                    self.units[*unit].entries.insert(name.clone(), failed());
                }
                Key::Gathered(unit, part, name) => {
                    self.units[*unit].gathered.insert((*part, name.clone()), Some(failed()));
                }
                Key::Made(unit, part) => {
                    self.units[*unit].parts.insert(*part, Rc::new(Made::Nothing));
                }
                Key::Type(unit) => self.settle_type(*unit, None),
            }
        }
        let mut places: Vec<(String, FilePath, Span)> = circle.iter().filter_map(|key| self.label(key)).collect();
        let first = (0..places.len()).min_by_key(|&index| places[index].0.clone()).unwrap_or(0);
        places.rotate_left(first);
        let Some((label, file, span)) = places.first().cloned() else { return };
        let way = places.iter().take(LONGEST_CIRCLE).map(|(label, ..)| format!("`{label}`"));
        let way = way.collect::<Vec<_>>().join(" reads ");
        let rest = if places.len() > LONGEST_CIRCLE { " and so on, which" } else { "" };
        self.report.add(Finding {
            code: codes::VALUE_CYCLE,
            severity: Severity::Error,
            file,
            span,
            message: format!("values refer to each other in a circle: {way}{rest} reads `{label}`"),
            help: Some("give one of them a value of its own".to_owned()),
            subject: String::new(),
        });
    }

    /// What a person calls the thing, and where it stands.
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
            Key::Made(unit, part) => {
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
    fn gather(&self, home: UnitId, part: usize, name: &SmolStr, attempt: &mut Attempt) -> Option<Term> {
        let Some(made) = self.made(home, part, attempt) else { return Some(Term::null()) };
        let Made::Many(crowd) = &*made else { return None };
        let mut terms = Vec::with_capacity(crowd.units.len());
        for unit in &crowd.units {
            terms.push(self.read(*unit, name, attempt)?);
        }
        if !attempt.needs.is_empty() || !attempt.charge(terms.len() as u64 * 32) {
            return Some(Term::error("too large"));
        }
        if crowd.keys.is_empty() {
            return Some(Term::list(terms));
        }
        Some(Term::map(crowd.keys.iter().cloned().zip(terms).collect()))
    }

    /// What became of a part; `None` if that is not worked out yet.
    pub fn made(&self, home: UnitId, part: usize, attempt: &mut Attempt) -> Option<Rc<Made>> {
        let made = self.units[home].parts.get(&part);
        if made.is_none() {
            attempt.needs.push(Key::Made(home, part));
        }
        made.cloned()
    }
}

/// What is under way from `end` to the top of the stack, each thing once. What only waits its turn may stand on the
/// stack twice, the last time being the one that counts.
fn circle(stack: &[Key], active: &HashSet<Key>, end: &Key) -> Vec<Key> {
    let start = stack.iter().rposition(|key| key == end).unwrap_or(0);
    let mut seen = HashSet::new();
    let mut circle: Vec<Key> =
        stack[start..].iter().rev().filter(|key| active.contains(*key) && seen.insert(*key)).cloned().collect();
    circle.reverse();
    circle
}

impl Attempt {
    /// Takes `bytes` from the budget, if there are so many.
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
