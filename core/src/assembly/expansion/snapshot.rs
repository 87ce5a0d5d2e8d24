//! The state of an assembly at one point: resources, relationships, and their dependencies.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use smol_str::SmolStr;

use crate::assembly::expansion::cause::End;
use crate::assembly::expansion::engine::{CreatedInstances, Engine};
use crate::assembly::expansion::relationships::RelationshipUnit;
use crate::assembly::expansion::value::{Piece, Symbol, SymbolicValue, UnitId};
use crate::assembly::expansion::{InstanceKind, Multiplicity};
use crate::assembly::model::{Relationship, Text};
use crate::assembly::state::State;
use crate::preview::Call;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::symbol::DescriptorRef;
use crate::text::{FilePath, Span};

/// Maximum number of edges between outputs and their readers; beyond it the plan is too large.
pub const MAX_EDGES: usize = 1_000_000;
/// The number of states on the way up.
pub const LEVELS: usize = State::STARTUP_ORDER.len();

/// The resources and relationships of an assembly in its intended state.
#[derive(Debug, Default)]
pub struct Snapshot {
    pub leaves: Vec<Leaf>,
    /// The index of each leaf by name; the first of several equal names.
    pub indices: HashMap<SmolStr, usize>,
    pub dependencies: Vec<Dependency>,
    /// The keys of the relationships that are created.
    pub made: HashSet<String>,
    /// The level of the intended state.
    pub intended: usize,
    pub upgrades: Vec<UpgradeEdge>,
    /// The items of groups over lists by group name, with the location of the component.
    pub lists: SortedMap<SmolStr, (Vec<SymbolicValue>, Location)>,
    /// The number of edges between outputs and their readers.
    pub edges: usize,
}

/// A resource, or an instance of an unknown descriptor.
#[derive(Debug)]
pub struct Leaf {
    pub name: SmolStr,
    /// Its descriptor, if the name is complete.
    pub of: Option<DescriptorRef>,
    /// The transitions of its descriptor; `None` if that is missing from the catalog.
    pub transitions: Option<Rc<Vec<SmolStr>>>,
    /// The level to reach.
    pub wanted: usize,
    pub reads: Vec<Read>,
    /// The leaves whose identity its properties contain.
    pub holds: Vec<usize>,
    /// The properties that can change without reinstallation.
    pub volatile: HashSet<SmolStr>,
    /// The location of its component; the root has none.
    pub place: Option<Location>,
}

/// `property` reads `output` of a leaf, which may be the leaf itself.
#[derive(Clone, Debug)]
pub struct Read {
    pub property: SmolStr,
    pub leaf: usize,
    pub output: SmolStr,
}

/// A relationship between two instances.
#[derive(Debug)]
pub struct Dependency {
    /// Including the assembly: `asm:uses__1`.
    pub name: String,
    /// Identifies the relationship in another snapshot.
    pub key: String,
    pub source: Rc<Vec<usize>>,
    pub target: Rc<Vec<usize>>,
    pub source_side: Side,
    pub target_side: Side,
    /// Whether its ends reach the states that it needs.
    pub is_made: bool,
    pub reads: Vec<Read>,
    pub create: Vec<Call>,
    pub cease: Vec<Call>,
    pub place: Location,
}

/// The required state of an end, and when it is required.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// `None` if the text names no existing state.
    pub state: Option<State>,
    /// Whether the relationship is created before the state is reached.
    pub is_before: bool,
}

/// How a relationship is identified across snapshots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identity {
    Name,
    /// By its ends. When instances are added, relationships are renumbered but stay the same.
    Ends,
}

/// One component is upgraded after another.
#[derive(Debug)]
pub struct UpgradeEdge {
    pub before: Vec<usize>,
    pub after: Vec<usize>,
    /// The component that comes first.
    pub component: SmolStr,
}

pub type Location = (FilePath, Span);

impl Snapshot {
    /// The instances of `engine` in the state `intended`, or as close to it as they get.
    pub async fn of<'a>(
        engine: &Engine<'a>,
        units: &[UnitId],
        relations: &[RelationshipUnit<'a>],
        intended: State,
        by: Identity,
    ) -> Self {
        let is_leaf =
            |unit: &&UnitId| matches!(engine.units[**unit].kind, InstanceKind::Resource | InstanceKind::Unresolved);
        let leaves: Vec<UnitId> = units.iter().filter(is_leaf).copied().collect();
        let intended = level_of(intended).unwrap_or(LEVELS - 1);
        let mut surveyor = Surveyor {
            engine,
            by_unit: leaves.iter().enumerate().map(|(leaf, &unit)| (unit, leaf)).collect(),
            inside: HashMap::new(),
            lifecycles: HashMap::new(),
            snapshot: Snapshot { intended, ..Snapshot::default() },
        };
        for &unit in &leaves {
            surveyor.leaf(unit);
            engine.progress.piece().await;
        }
        surveyor.locate(&leaves);
        for relation in relations {
            surveyor.dependency(relation, by);
            engine.progress.piece().await;
        }
        surveyor.components(units);
        let mut snapshot = surveyor.snapshot;
        snapshot.raise();
        snapshot
    }

    /// Raises leaves that a relationship needs in a higher state until nothing changes (fixpoint), and records which
    /// relationships are created.
    fn raise(&mut self) {
        // The relationships that wait for a leaf of their target to be raised.
        let mut targets: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut open: Vec<usize> = (0..self.dependencies.len()).rev().collect();
        while let Some(at) = open.pop() {
            let dependency = &self.dependencies[at];
            let (Some(source), Some(target)) = (dependency.source_side.level(), dependency.target_side.level()) else {
                continue;
            };
            if dependency.is_made {
                continue;
            }
            if let Some(&leaf) = dependency.target.iter().find(|&&leaf| self.leaves[leaf].wanted < target) {
                targets.entry(leaf).or_default().push(at);
                continue;
            }
            let level = source - usize::from(dependency.source_side.is_before);
            let sources = Rc::clone(&dependency.source);
            self.dependencies[at].is_made = true;
            for &leaf in sources.iter() {
                if self.leaves[leaf].wanted < level {
                    self.leaves[leaf].wanted = level;
                    open.extend(targets.remove(&leaf).unwrap_or_default());
                }
            }
        }
        self.made = self
            .dependencies
            .iter()
            .filter(|dependency| dependency.is_made)
            .map(|dependency| dependency.key.clone())
            .collect();
    }
}

impl Leaf {
    pub fn has(&self, transition: &str) -> bool {
        self.transitions.as_ref().is_some_and(|transitions| transitions.iter().any(|found| found == transition))
    }
}

impl Dependency {
    pub fn leaves(&self, end: End) -> &[usize] {
        match end {
            End::Source => &self.source,
            End::Target => &self.target,
        }
    }

    pub fn side(&self, end: End) -> Side {
        match end {
            End::Source => self.source_side,
            End::Target => self.target_side,
        }
    }
}

impl Side {
    /// The level of the state, if it is one on the way up.
    pub fn level(self) -> Option<usize> {
        level_of(self.state?).filter(|level| *level > 0)
    }
}

/// The position of a state on the way up.
pub fn level_of(state: State) -> Option<usize> {
    State::STARTUP_ORDER.iter().position(|found| *found == state)
}

struct Surveyor<'e, 'a> {
    engine: &'e Engine<'a>,
    by_unit: HashMap<UnitId, usize>,
    /// The leaves in each instance, including itself.
    inside: HashMap<UnitId, Rc<Vec<usize>>>,
    lifecycles: HashMap<FilePath, Rc<Vec<SmolStr>>>,
    snapshot: Snapshot,
}

impl<'a> Surveyor<'_, 'a> {
    fn leaf(&mut self, unit: UnitId) {
        let instance = &self.engine.units[unit];
        let base = instance.base.as_ref();
        let transitions = base.map(|base| {
            let names = || base.descriptor.lifecycle.iter().map(|name| SmolStr::from(name.value.trim())).collect();
            Rc::clone(self.lifecycles.entry(base.file.path.clone()).or_insert_with(|| Rc::new(names())))
        });
        let (mut reads, mut ids, mut volatile) = (Vec::new(), SortedSet::new(), HashSet::new());
        for (name, evaluated) in self.engine.properties(unit) {
            walk(&evaluated.value, &mut |symbol| match symbol {
                Symbol::Runtime { unit: of, property }
                    if *of != unit || property != name && self.is_passed(unit, name) =>
                {
                    reads.push((name.clone(), *of, property.clone()));
                }
                Symbol::Id { unit } => {
                    ids.insert(*unit);
                }
                _ => {}
            });
            let own = base.and_then(|base| base.own_property(name));
            if own.or(self.engine.given(unit, name).map(|(given, _)| given)).is_some_and(|property| property.volatile) {
                volatile.insert(name.clone());
            }
        }
        let leaf = self.snapshot.leaves.len();
        let reads = self.reads(reads, |_| true);
        let holds = ids.iter().filter_map(|unit| self.by_unit.get(unit)).copied().filter(|held| *held != leaf);
        let place = self.engine.part(unit).map(|(part, file)| (file.path.clone(), part.component.name.span));
        self.snapshot.leaves.push(Leaf {
            name: instance.name.clone(),
            of: DescriptorRef::parse(&instance.type_name),
            transitions,
            wanted: self.snapshot.intended,
            reads,
            holds: holds.collect(),
            volatile,
            place,
        });
        self.snapshot.indices.entry(instance.name.clone()).or_insert(leaf);
    }

    /// Whether a property only has the value passed by the composition.
    fn is_passed(&self, unit: UnitId, name: &str) -> bool {
        let own = self.engine.units[unit].base.as_ref().and_then(|base| base.own_property(name));
        let is_free = own.is_none_or(|own| own.value.is_none() && !own.read_only);
        is_free && self.engine.given(unit, name).is_some()
    }

    /// The outputs read, one per leaf.
    fn reads(&mut self, found: Vec<(SmolStr, UnitId, SmolStr)>, counts: impl Fn(usize) -> bool) -> Vec<Read> {
        let mut seen = SortedSet::new();
        let mut reads = Vec::new();
        for (property, unit, output) in found {
            let Some(&leaf) = self.by_unit.get(&unit) else { continue };
            if counts(leaf) && self.snapshot.edges <= MAX_EDGES && seen.insert(leaf) {
                self.snapshot.edges += 1;
                reads.push(Read { property, leaf, output });
            }
        }
        reads
    }

    /// Collects the leaves of every instance.
    fn locate(&mut self, leaves: &[UnitId]) {
        let mut inside: HashMap<UnitId, Vec<usize>> = HashMap::new();
        for (leaf, &unit) in leaves.iter().enumerate() {
            let mut at = Some(unit);
            while let Some(unit) = at {
                inside.entry(unit).or_default().push(leaf);
                at = self.engine.units[unit].place.map(|(parent, _)| parent);
            }
        }
        self.inside = inside.into_iter().map(|(unit, leaves)| (unit, Rc::new(leaves))).collect();
    }

    fn leaves_of(&self, unit: UnitId) -> Rc<Vec<usize>> {
        self.inside.get(&unit).cloned().unwrap_or_default()
    }

    fn dependency(&mut self, relation: &RelationshipUnit<'a>, by: Identity) {
        let (source, target) = (self.leaves_of(relation.source), self.leaves_of(relation.target));
        self.snapshot.edges = self.snapshot.edges.saturating_add(source.len() + target.len());
        let mut found = Vec::new();
        for (name, value, _) in &relation.properties {
            walk(value, &mut |symbol| {
                if let Symbol::Runtime { unit, property } = symbol {
                    found.push((name.clone(), *unit, property.clone()));
                }
            });
        }
        // Leaves are sorted by index.
        let is_end = |leaf: usize| [&source, &target].into_iter().any(|leaves| leaves.binary_search(&leaf).is_ok());
        let reads = self.reads(found, |leaf| !is_end(leaf));
        let (source_side, target_side) = sides(relation.text);
        let unit = |unit: UnitId| &self.engine.units[unit].name;
        let name = format!("{}:{}", unit(relation.owner), relation.name);
        let key = match by {
            Identity::Name => name.clone(),
            Identity::Ends => {
                format!(
                    "{}:{} {} {}",
                    unit(relation.owner),
                    relation.text.name.text,
                    unit(relation.source),
                    unit(relation.target)
                )
            }
        };
        self.snapshot.dependencies.push(Dependency {
            name,
            key,
            source,
            target,
            source_side,
            target_side,
            is_made: false,
            reads,
            create: relation.create.clone(),
            cease: relation.cease.clone(),
            place: (relation.file.path.clone(), relation.text.name.span),
        });
    }

    /// Collects upgrade dependencies and the items of lists from the compositions.
    fn components(&mut self, units: &[UnitId]) {
        for &unit in units {
            let instance = &self.engine.units[unit];
            let Some(base) = instance.base.as_ref().filter(|_| instance.kind == InstanceKind::Assembly) else {
                continue;
            };
            for (index, part) in base.parts.iter().enumerate() {
                for other in &part.component.upgrade_dependencies {
                    let Some(other) = base.part(other.value.trim()) else { continue };
                    let (before, after) = (self.part_leaves(unit, other), self.part_leaves(unit, index));
                    let component = base.parts.get(other).map(|part| part.component.name.text.clone());
                    let component = component.unwrap_or_default();
                    self.snapshot.upgrades.push(UpgradeEdge { before, after, component });
                }
                if let Some(CreatedInstances::Many(instance_group)) = instance.parts.get(&index).map(|made| &**made)
                    && instance_group.group.multiplicity == Multiplicity::List
                    && instance_group.group.count.is_some()
                {
                    let items =
                        instance_group.units.iter().filter_map(|unit| self.engine.units[*unit].item.clone()).collect();
                    let place = (base.file.path.clone(), part.component.name.span);
                    self.snapshot.lists.insert(instance_group.name.clone(), (items, place));
                }
            }
        }
    }

    fn part_leaves(&self, home: UnitId, part: usize) -> Vec<usize> {
        let units = self.engine.instances(home, part);
        units.into_iter().flat_map(|unit| self.leaves_of(unit).to_vec()).collect()
    }
}

fn sides(text: &Relationship) -> (Side, Side) {
    let is = |modifier: &Option<Text>, word: &str| modifier.as_ref().is_some_and(|found| found.value.trim() == word);
    let state = |state: &Option<Text>| state.as_ref().and_then(|state| State::named(&state.value));
    let source = Side { state: state(&text.source_state), is_before: is(&text.source_state_modifier, "pre") };
    let target = Side { state: state(&text.target_state), is_before: !is(&text.target_state_modifier, "post") };
    (source, target)
}

/// Calls `each` for every symbol in `value`.
fn walk(value: &SymbolicValue, each: &mut impl FnMut(&Symbol)) {
    if value.is_known() {
        return;
    }
    match value {
        SymbolicValue::Scalar { .. } => {}
        SymbolicValue::Symbol(found) => each(found),
        SymbolicValue::Template(template) => {
            for piece in &template.pieces {
                if let Piece::Symbol(found) = piece {
                    each(found);
                }
            }
        }
        SymbolicValue::List(list) => list.items.iter().for_each(|item| walk(item, each)),
        SymbolicValue::Map(map) => map.entries.iter().for_each(|(_, item)| walk(item, each)),
    }
}
