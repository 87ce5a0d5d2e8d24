//! What there is once an assembly is in its intended state: resources, relationships, and what they need of each other.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use smol_str::SmolStr;

use crate::assembly::expansion::cause::End;
use crate::assembly::expansion::engine::{Engine, Made};
use crate::assembly::expansion::relate::Bond;
use crate::assembly::expansion::term::{Piece, Symbol, Term, UnitId};
use crate::assembly::expansion::{InstanceKind, Multiplicity};
use crate::assembly::model::{Relationship, Text};
use crate::assembly::state::State;
use crate::preview::Call;
use crate::symbol::DescriptorRef;
use crate::text::{FilePath, Span};

/// How many things may read each other's outputs before the plan is too large.
pub const MOST_EDGES: usize = 1_000_000;
/// How many states there are on the way up.
pub const LEVELS: usize = State::WAY.len();

/// The resources and relationships of an assembly in its intended state.
#[derive(Debug, Default)]
pub struct World {
    pub leaves: Vec<Leaf>,
    /// The place of each leaf by its name; of two with one name, the first.
    pub places: HashMap<SmolStr, usize>,
    pub ties: Vec<Tie>,
    /// The keys of the relationships that are made.
    pub made: HashSet<String>,
    /// The level of the intended state.
    pub intended: usize,
    pub upgrades: Vec<UpgradeEdge>,
    /// The items of the groups over lists, by the name of the group, with the place of the component.
    pub lists: BTreeMap<SmolStr, (Vec<Term>, Place)>,
    /// How many edges it takes to say what reads what.
    pub edges: usize,
}

/// A resource, or an instance of an unknown descriptor.
#[derive(Debug)]
pub struct Leaf {
    pub name: SmolStr,
    /// Its descriptor, where the name is a full one.
    pub of: Option<DescriptorRef>,
    /// The transitions of its descriptor; `None` where that is not in the catalog.
    pub transitions: Option<Rc<Vec<SmolStr>>>,
    /// The level that it has to reach.
    pub wanted: usize,
    pub reads: Vec<Read>,
    /// The leaves whose identity it holds.
    pub holds: Vec<usize>,
    /// The properties that may change without a new installation.
    pub volatile: HashSet<SmolStr>,
    /// Where its component stands; the root has none.
    pub place: Option<Place>,
}

/// `property` reads `output` of a leaf: of another one, unless it waits for itself.
#[derive(Clone, Debug)]
pub struct Read {
    pub property: SmolStr,
    pub leaf: usize,
    pub output: SmolStr,
}

/// A relationship between two instances.
#[derive(Debug)]
pub struct Tie {
    /// With its assembly: `asm:uses__1`.
    pub name: String,
    /// What it is known by in another world.
    pub key: String,
    pub source: Rc<Vec<usize>>,
    pub target: Rc<Vec<usize>>,
    pub source_side: Side,
    pub target_side: Side,
    /// Whether its ends get as far as it needs them.
    pub is_made: bool,
    pub reads: Vec<Read>,
    pub create: Vec<Call>,
    pub cease: Vec<Call>,
    pub place: Place,
}

/// Which state of an end counts, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// `None` where the text has none that exists.
    pub state: Option<State>,
    /// Whether the relationship is made before the state is reached.
    pub is_before: bool,
}

/// By what a relationship is known in another world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identity {
    Name,
    /// Its ends: when instances are added, the others are numbered anew, but stay what they are.
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

pub type Place = (FilePath, Span);

impl World {
    /// The instances of `engine` in the state `intended`, or as near to it as it goes.
    pub async fn of<'a>(
        engine: &Engine<'a>,
        units: &[UnitId],
        bonds: &[Bond<'a>],
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
            world: World { intended, ..World::default() },
        };
        for &unit in &leaves {
            surveyor.leaf(unit);
            engine.pace.piece().await;
        }
        surveyor.locate(&leaves);
        for bond in bonds {
            surveyor.tie(bond, by);
            engine.pace.piece().await;
        }
        surveyor.components(units);
        let mut world = surveyor.world;
        world.raise();
        world
    }

    /// Raises what a relationship needs in a higher state, until nothing changes, and notes which are made.
    fn raise(&mut self) {
        // The relationships that wait for a leaf of their target to be raised.
        let mut targets: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut open: Vec<usize> = (0..self.ties.len()).rev().collect();
        while let Some(at) = open.pop() {
            let tie = &self.ties[at];
            let (Some(source), Some(target)) = (tie.source_side.level(), tie.target_side.level()) else { continue };
            if tie.is_made {
                continue;
            }
            if let Some(&leaf) = tie.target.iter().find(|&&leaf| self.leaves[leaf].wanted < target) {
                targets.entry(leaf).or_default().push(at);
                continue;
            }
            let level = source - usize::from(tie.source_side.is_before);
            let sources = Rc::clone(&tie.source);
            self.ties[at].is_made = true;
            for &leaf in sources.iter() {
                if self.leaves[leaf].wanted < level {
                    self.leaves[leaf].wanted = level;
                    open.extend(targets.remove(&leaf).unwrap_or_default());
                }
            }
        }
        self.made = self.ties.iter().filter(|tie| tie.is_made).map(|tie| tie.key.clone()).collect();
    }
}

impl Leaf {
    pub fn has(&self, transition: &str) -> bool {
        self.transitions.as_ref().is_some_and(|transitions| transitions.iter().any(|found| found == transition))
    }
}

impl Tie {
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
    /// The level of the state, where it is one on the way up.
    pub fn level(self) -> Option<usize> {
        level_of(self.state?).filter(|level| *level > 0)
    }
}

/// The place of a state on the way up.
pub fn level_of(state: State) -> Option<usize> {
    State::WAY.iter().position(|found| *found == state)
}

struct Surveyor<'e, 'a> {
    engine: &'e Engine<'a>,
    by_unit: HashMap<UnitId, usize>,
    /// The leaves that are an instance, or lie in it.
    inside: HashMap<UnitId, Rc<Vec<usize>>>,
    lifecycles: HashMap<FilePath, Rc<Vec<SmolStr>>>,
    world: World,
}

impl<'a> Surveyor<'_, 'a> {
    fn leaf(&mut self, unit: UnitId) {
        let instance = &self.engine.units[unit];
        let base = instance.base.as_ref();
        let transitions = base.map(|base| {
            let names = || base.descriptor.lifecycle.iter().map(|name| SmolStr::from(name.value.trim())).collect();
            Rc::clone(self.lifecycles.entry(base.file.path.clone()).or_insert_with(|| Rc::new(names())))
        });
        let (mut reads, mut ids, mut volatile) = (Vec::new(), BTreeSet::new(), HashSet::new());
        for (name, value) in self.engine.properties(unit) {
            walk(&value.term, &mut |symbol| match symbol {
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
        let leaf = self.world.leaves.len();
        let reads = self.reads(reads, |_| true);
        let holds = ids.iter().filter_map(|unit| self.by_unit.get(unit)).copied().filter(|held| *held != leaf);
        let place = self.engine.part(unit).map(|(part, file)| (file.path.clone(), part.component.name.span));
        self.world.leaves.push(Leaf {
            name: instance.name.clone(),
            of: DescriptorRef::parse(&instance.type_name),
            transitions,
            wanted: self.world.intended,
            reads,
            holds: holds.collect(),
            volatile,
            place,
        });
        self.world.places.entry(instance.name.clone()).or_insert(leaf);
    }

    /// Whether a property has the value that the composition passes to it, and none of its own.
    fn is_passed(&self, unit: UnitId, name: &str) -> bool {
        let own = self.engine.units[unit].base.as_ref().and_then(|base| base.own_property(name));
        let is_free = own.is_none_or(|own| own.value.is_none() && !own.read_only);
        is_free && self.engine.given(unit, name).is_some()
    }

    /// What is read of leaves, of each of them the first thing.
    fn reads(&mut self, found: Vec<(SmolStr, UnitId, SmolStr)>, counts: impl Fn(usize) -> bool) -> Vec<Read> {
        let mut seen = BTreeSet::new();
        let mut reads = Vec::new();
        for (property, unit, output) in found {
            let Some(&leaf) = self.by_unit.get(&unit) else { continue };
            if counts(leaf) && self.world.edges <= MOST_EDGES && seen.insert(leaf) {
                self.world.edges += 1;
                reads.push(Read { property, leaf, output });
            }
        }
        reads
    }

    /// Finds the leaves of every instance that has any.
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

    fn tie(&mut self, bond: &Bond<'a>, by: Identity) {
        let (source, target) = (self.leaves_of(bond.source), self.leaves_of(bond.target));
        self.world.edges = self.world.edges.saturating_add(source.len() + target.len());
        let mut found = Vec::new();
        for (name, term, _) in &bond.properties {
            walk(term, &mut |symbol| {
                if let Symbol::Runtime { unit, property } = symbol {
                    found.push((name.clone(), *unit, property.clone()));
                }
            });
        }
        // Leaves are in the order of their places.
        let is_end = |leaf: usize| [&source, &target].into_iter().any(|leaves| leaves.binary_search(&leaf).is_ok());
        let reads = self.reads(found, |leaf| !is_end(leaf));
        let (source_side, target_side) = sides(bond.text);
        let unit = |unit: UnitId| &self.engine.units[unit].name;
        let name = format!("{}:{}", unit(bond.owner), bond.name);
        let key = match by {
            Identity::Name => name.clone(),
            Identity::Ends => {
                format!("{}:{} {} {}", unit(bond.owner), bond.text.name.text, unit(bond.source), unit(bond.target))
            }
        };
        self.world.ties.push(Tie {
            name,
            key,
            source,
            target,
            source_side,
            target_side,
            is_made: false,
            reads,
            create: bond.create.clone(),
            cease: bond.cease.clone(),
            place: (bond.file.path.clone(), bond.text.name.span),
        });
    }

    /// What the compositions say of upgrades, and the items of lists.
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
                    self.world.upgrades.push(UpgradeEdge { before, after, component });
                }
                if let Some(Made::Many(crowd)) = instance.parts.get(&index).map(|made| &**made)
                    && crowd.group.multiplicity == Multiplicity::List
                    && crowd.group.count.is_some()
                {
                    let items = crowd.units.iter().filter_map(|unit| self.engine.units[*unit].item.clone()).collect();
                    let place = (base.file.path.clone(), part.component.name.span);
                    self.world.lists.insert(crowd.name.clone(), (items, place));
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

/// Shows `each` every symbol in `term`.
fn walk(term: &Term, each: &mut impl FnMut(&Symbol)) {
    if term.is_known() {
        return;
    }
    match term {
        Term::Scalar { .. } => {}
        Term::Symbol(found) => each(found),
        Term::Template(template) => {
            for piece in &template.pieces {
                if let Piece::Symbol(found) = piece {
                    each(found);
                }
            }
        }
        Term::List(list) => list.items.iter().for_each(|item| walk(item, each)),
        Term::Map(map) => map.entries.iter().for_each(|(_, item)| walk(item, each)),
    }
}
