//! The order of installation: which state changes and relationships wait for which, and what that comes to in stages.
//!
//! Every resource goes from state to state (level 0 to 3). What it reads at run time, and relationships, add hard
//! edges. On top of them all resources go on to Inactive, and to Active, together, except those that others need
//! ahead of that. What the sources say on this is in the documentation of D key-concepts, State-Models and
//! relationship-state; from which state on an output can be read is not published, and Installed is assumed.

use std::collections::{BTreeSet, HashMap};

use smol_str::SmolStr;

use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::Engine;
use crate::assembly::expansion::relate::Bond;
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::schedule::order;
use crate::assembly::expansion::term::{Piece, Symbol, Term, UnitId};
use crate::assembly::model::Text;
use crate::expansion::{InstanceKind, Plan};

/// The states that a resource is in after each level.
pub const STATES: [&str; 4] = ["Created", "Installed", "Inactive", "Active"];
/// The level from which on outputs can be read.
const READABLE: usize = 1;
/// The first level that all resources enter together.
pub const TOGETHER: usize = 2;
/// How many edges a plan may have.
const MOST_EDGES: usize = 1_000_000;

/// Something to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// The resource at this place among the leaves enters the state of a level.
    Step { leaf: usize, level: usize },
    /// The relationship at this place is made.
    Bond(usize),
}

/// One task after another.
pub struct Edge {
    pub before: usize,
    pub after: usize,
    pub why: Why,
}

pub enum Why {
    OwnState,
    /// `property` reads `output` of the earlier instance.
    Reads {
        property: SmolStr,
        output: SmolStr,
    },
    /// A relationship before or after a state of one of its ends.
    Bond {
        bond: usize,
        is_source: bool,
        level: usize,
        is_after: bool,
    },
}

/// The tasks of an expansion, while they are put into an order.
pub struct Planner<'e, 'a> {
    pub engine: &'e Engine<'a>,
    pub bonds: &'e [Bond<'a>],
    pub leaves: Vec<UnitId>,
    /// The leaves that are an instance, or lie in it.
    inside: HashMap<UnitId, Vec<usize>>,
    pub intended: usize,
    /// The level that each leaf has to reach.
    wanted: Vec<usize>,
    pub tasks: Vec<Task>,
    /// The place in `tasks` of the first step of each leaf.
    starts: Vec<usize>,
    pub edges: Vec<Edge>,
}

/// When a relationship is made.
#[derive(Clone, Copy)]
struct Terms {
    source: usize,
    source_is_before: bool,
    target: usize,
    target_is_before: bool,
}

impl<'a> Engine<'a> {
    /// The plan that brings `units` to `state`, or as near to it as it goes.
    pub fn plan(&mut self, units: impl Iterator<Item = UnitId>, bonds: &[Bond<'a>], state: Option<&str>) -> Plan {
        let intended = state.and_then(level_of).unwrap_or(3);
        let is_leaf =
            |unit: &UnitId| matches!(self.units[*unit].kind, InstanceKind::Resource | InstanceKind::Unresolved);
        let leaves: Vec<UnitId> = units.filter(is_leaf).collect();
        let mut planner = Planner {
            engine: self,
            bonds,
            wanted: vec![intended; leaves.len()],
            leaves,
            inside: HashMap::new(),
            intended,
            tasks: Vec::new(),
            starts: Vec::new(),
            edges: Vec::new(),
        };
        let (plan, finding) = planner.plan();
        if let Some(finding) = finding {
            self.report.add(finding);
        }
        plan
    }
}

impl Planner<'_, '_> {
    fn plan(&mut self) -> (Plan, Option<Finding>) {
        self.locate();
        let is_made = self.raise();
        self.lay_out(&is_made);
        let edges: Vec<(usize, usize)> = self.edges.iter().map(|edge| (edge.before, edge.after)).collect();
        let not_created = (0..self.bonds.len()).filter(|&bond| !is_made[bond]).map(|bond| self.bond_name(bond));
        let not_created = not_created.collect();
        if edges.len() > MOST_EDGES {
            let plan = Plan { not_created, ..Plan::default() };
            return (plan, self.finding(0, codes::LIMIT, "the plan is too large to be shown".to_owned()));
        }
        let levels: Vec<Option<usize>> = self.tasks.iter().map(|task| self.level(*task)).collect();
        let schedule = order(&levels, &edges, TOGETHER..STATES.len());
        let finding = schedule.circle.as_ref().and_then(|circle| self.deadlock(circle));
        let raised = self.raised(&schedule);
        (Plan { stages: self.stages(&schedule), raised, not_created }, finding)
    }

    pub fn level(&self, task: Task) -> Option<usize> {
        match task {
            Task::Step { level, .. } => Some(level),
            Task::Bond(_) => None,
        }
    }

    /// Finds the leaves of every end of a relationship.
    fn locate(&mut self) {
        let ends: BTreeSet<UnitId> = self.bonds.iter().flat_map(|bond| [bond.source, bond.target]).collect();
        for (leaf, &unit) in self.leaves.iter().enumerate() {
            let mut at = Some(unit);
            while let Some(unit) = at {
                if ends.contains(&unit) {
                    self.inside.entry(unit).or_default().push(leaf);
                }
                at = self.engine.units[unit].place.map(|(parent, _)| parent);
            }
        }
    }

    fn leaves_of(&self, unit: UnitId) -> &[usize] {
        self.inside.get(&unit).map_or(&[], Vec::as_slice)
    }

    /// The states of a relationship; `None` if one is missing, or not reached by installing.
    fn terms(&self, bond: usize) -> Option<Terms> {
        let text = self.bonds[bond].text;
        let is = |modifier: &Option<Text>, word: &str| {
            modifier.as_ref().is_some_and(|modifier| modifier.value.trim() == word)
        };
        Some(Terms {
            source: level_of(&text.source_state.as_ref()?.value)?,
            source_is_before: is(&text.source_state_modifier, "pre"),
            target: level_of(&text.target_state.as_ref()?.value)?,
            target_is_before: !is(&text.target_state_modifier, "post"),
        })
    }

    /// Raises what a relationship needs in a higher state, until nothing changes; which relationships are made.
    fn raise(&mut self) -> Vec<bool> {
        let mut is_made = vec![false; self.bonds.len()];
        // The relationships that wait for a leaf of their target to be raised.
        let mut targets: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut open: Vec<usize> = (0..self.bonds.len()).rev().collect();
        while let Some(bond) = open.pop() {
            let Some(terms) = self.terms(bond).filter(|_| !is_made[bond]) else { continue };
            let short = self.leaves_of(self.bonds[bond].target).iter().find(|&&leaf| self.wanted[leaf] < terms.target);
            if let Some(&leaf) = short {
                targets.entry(leaf).or_default().push(bond);
                continue;
            }
            is_made[bond] = true;
            let level = terms.source - usize::from(terms.source_is_before);
            for leaf in self.leaves_of(self.bonds[bond].source).to_vec() {
                if self.wanted[leaf] < level {
                    self.wanted[leaf] = level;
                    open.extend(targets.remove(&leaf).unwrap_or_default());
                }
            }
        }
        is_made
    }

    /// Lays out tasks and edges.
    fn lay_out(&mut self, is_made: &[bool]) {
        for leaf in 0..self.leaves.len() {
            self.starts.push(self.tasks.len());
            for level in 0..=self.wanted[leaf] {
                self.tasks.push(Task::Step { leaf, level });
                if level > 0 {
                    let (before, after) = (self.tasks.len() - 2, self.tasks.len() - 1);
                    self.edges.push(Edge { before, after, why: Why::OwnState });
                }
            }
        }
        let places: HashMap<UnitId, usize> = self.leaves.iter().enumerate().map(|(leaf, &unit)| (unit, leaf)).collect();
        for leaf in 0..self.leaves.len() {
            let unit = self.leaves[leaf];
            let mut reads = Vec::new();
            for (name, value) in self.engine.properties(unit) {
                runtime(&value.term, name, &mut reads);
            }
            self.read(&reads, &places, self.starts[leaf], |source| source != leaf);
            if self.edges.len() > MOST_EDGES {
                return;
            }
        }
        for bond in (0..self.bonds.len()).filter(|&bond| is_made[bond]) {
            self.lay_out_bond(bond, &places);
            if self.edges.len() > MOST_EDGES {
                return;
            }
        }
    }

    /// Lets the task `after` wait for what it reads.
    fn read(
        &mut self,
        reads: &[(SmolStr, UnitId, SmolStr)],
        places: &HashMap<UnitId, usize>,
        after: usize,
        counts: impl Fn(usize) -> bool,
    ) {
        let mut seen = BTreeSet::new();
        for (property, unit, output) in reads {
            let Some(&leaf) = places.get(unit) else { continue };
            if counts(leaf) && seen.insert(leaf) && self.edges.len() <= MOST_EDGES {
                let why = Why::Reads { property: property.clone(), output: output.clone() };
                self.edges.push(Edge { before: self.starts[leaf] + READABLE, after, why });
            }
        }
    }

    fn lay_out_bond(&mut self, bond: usize, places: &HashMap<UnitId, usize>) {
        let Some(terms) = self.terms(bond) else { return };
        let task = self.tasks.len();
        self.tasks.push(Task::Bond(bond));
        let (source, target) = (self.bonds[bond].source, self.bonds[bond].target);
        for (unit, level, is_before, is_source) in [
            (source, terms.source, terms.source_is_before, true),
            (target, terms.target, terms.target_is_before, false),
        ] {
            for leaf in self.leaves_of(unit).to_vec() {
                let needed = level - usize::from(is_before);
                let why = Why::Bond { bond, is_source, level: needed, is_after: true };
                self.edges.push(Edge { before: self.starts[leaf] + needed, after: task, why });
                if is_before && level <= self.wanted[leaf] {
                    let why = Why::Bond { bond, is_source, level, is_after: false };
                    self.edges.push(Edge { before: task, after: self.starts[leaf] + level, why });
                }
            }
        }
        let ends: BTreeSet<usize> = self.leaves_of(source).iter().chain(self.leaves_of(target)).copied().collect();
        let mut reads = Vec::new();
        for (name, term, _) in &self.bonds[bond].properties {
            runtime(term, name, &mut reads);
        }
        self.read(&reads, places, task, |leaf| !ends.contains(&leaf));
    }
}

/// The level of a state that can be asked for.
fn level_of(state: &str) -> Option<usize> {
    STATES.iter().position(|name| *name == state.trim()).filter(|level| *level > 0)
}

/// Every running instance that `term` reads: by which property, and which output.
fn runtime(term: &Term, property: &SmolStr, reads: &mut Vec<(SmolStr, UnitId, SmolStr)>) {
    if term.is_known() || reads.len() > MOST_EDGES {
        return;
    }
    let mut symbol = |symbol: &Symbol| {
        if let Symbol::Runtime { unit, property: output } = symbol {
            reads.push((property.clone(), *unit, output.clone()));
        }
    };
    match term {
        Term::Scalar { .. } => {}
        Term::Symbol(found) => symbol(found),
        Term::Template(template) => {
            for piece in &template.pieces {
                if let Piece::Symbol(found) = piece {
                    symbol(found);
                }
            }
        }
        Term::List(list) => list.items.iter().for_each(|item| runtime(item, property, reads)),
        Term::Map(map) => map.entries.iter().for_each(|(_, item)| runtime(item, property, reads)),
    }
}
