//! The order of what an orchestrator does to get from one world to another: which state changes and relationships wait
//! for which.
//!
//! Every resource goes from state to state (level 0 to 3), up or down. What it reads at run time, and relationships,
//! add edges. On top of them all resources go on to Inactive, and to Active, together, except those that others need
//! ahead of that. Down is up the other way round, with one exception: a relationship is ceased before either of its
//! ends leaves its state, whatever came first when it was made (S0:840, S0:866, S1:242). What the sources say on this
//! is in the documentation of D key-concepts, State-Models and relationship-state; from which state on an output can be
//! read is not published, and Installed is assumed unless something else is asked for.

use std::collections::{HashMap, HashSet};

use crate::assembly::expansion::cause::Cause;
use crate::assembly::expansion::schedule::{Node, Way};
use crate::assembly::expansion::world::{LEVELS, MOST_EDGES, Read, World};
use crate::assembly::state::State;
use crate::preview::progress::Progress;
use crate::sorting::Sorting;

/// What is special about some of the resources that are there before and after.
#[derive(Debug, Default)]
pub struct Turns {
    /// Broken, by their places in the world before.
    pub broken: HashSet<usize>,
    /// Changed, by their places in the world after.
    pub swaps: HashMap<usize, Swap>,
    /// The relationships, by their keys, that are not what they were.
    pub changed_ties: HashSet<String>,
}

/// How a resource becomes another one of the same name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Swap {
    Reconfigure,
    Upgrade,
    /// By being uninstalled and installed again.
    Replace,
}

/// Something to be done, or passed on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// The leaf of the world after enters the state of a level.
    Rise { leaf: usize, level: usize },
    /// The leaf of the world before leaves the state of a level.
    Fall { leaf: usize, level: usize },
    /// The leaf of the world after is reconfigured or upgraded where it stands.
    Swap { leaf: usize, swap: Swap },
    /// The relationship of the world after is made.
    Create(usize),
    /// The relationship of the world before is ceased.
    Cease(usize),
    /// The relationship of the world before would be made; on the way down it only joins its ends.
    Turn(usize),
    /// The relationship of the world before is made because one of its ends broke.
    CreateOnBreak(usize),
}

/// One task after another.
#[derive(Clone, Debug)]
pub struct Edge {
    pub before: usize,
    pub after: usize,
    pub cause: Cause,
    /// Whether it may be dropped if it does not fit the others.
    pub is_soft: bool,
}

/// The tasks that lead from one world to the other.
pub struct Planner<'w> {
    pub before: &'w World,
    pub after: &'w World,
    pub turns: &'w Turns,
    pub pace: &'w Progress,
    /// The level from which on outputs can be read.
    readable: usize,
    pub tasks: Vec<Task>,
    pub edges: Vec<Edge>,
    /// How many states each leaf of the world after has behind it already, and the task that enters the next.
    pub rises: Vec<(usize, usize)>,
    /// How many states each leaf of the world before keeps, and the task that leaves the lowest of the others.
    falls: Vec<(usize, usize)>,
    pub swaps: HashMap<usize, usize>,
    /// The tasks that cease relationships, by the keys of these.
    pub ceased: HashMap<String, usize>,
}

impl<'w> Planner<'w> {
    pub async fn new(
        before: &'w World,
        after: &'w World,
        turns: &'w Turns,
        outputs_from: State,
        pace: &'w Progress,
    ) -> Self {
        let readable = State::WAY.iter().position(|state| *state == outputs_from).unwrap_or(1);
        let mut planner = Planner {
            before,
            after,
            turns,
            pace,
            readable,
            tasks: Vec::new(),
            edges: Vec::new(),
            rises: Vec::new(),
            falls: Vec::new(),
            swaps: HashMap::new(),
            ceased: HashMap::new(),
        };
        planner.lay_out().await;
        planner
    }

    /// Whether there is more to be done than a plan can hold.
    pub fn is_too_large(&self) -> bool {
        self.edges.len().max(self.before.edges).max(self.after.edges) > MOST_EDGES
    }

    pub fn node(&self, task: Task) -> Node {
        let (is_action, level) = match task {
            Task::Rise { level, .. } => (true, Some((Way::Up, level))),
            // Uninstall leaves Inactive and Installed at once.
            Task::Fall { level, .. } => (level != 2, Some((Way::Down, level))),
            Task::Swap { .. } | Task::Create(_) | Task::Cease(_) | Task::CreateOnBreak(_) => (true, None),
            Task::Turn(_) => (false, None),
        };
        Node { is_action, level }
    }

    async fn lay_out(&mut self) {
        self.lay_out_falls();
        self.lay_out_rises();
        self.lay_out_swaps();
        self.lay_out_reads().await;
        for at in 0..self.before.ties.len() {
            if self.is_too_large() {
                return;
            }
            self.lay_out_fall_of_tie(at);
            self.pace.piece().await;
        }
        for at in 0..self.after.ties.len() {
            if self.is_too_large() {
                return;
            }
            self.lay_out_rise_of_tie(at);
            self.pace.piece().await;
        }
        self.lay_out_upgrades().await;
    }

    pub fn task(&mut self, task: Task) -> usize {
        self.tasks.push(task);
        self.tasks.len() - 1
    }

    pub fn edge(&mut self, before: Option<usize>, after: Option<usize>, cause: Cause) {
        if let (Some(before), Some(after)) = (before, after) {
            self.edges.push(Edge { before, after, cause, is_soft: false });
        }
    }

    pub fn soft_edge(&mut self, before: Option<usize>, after: Option<usize>, cause: Cause) {
        if let (Some(before), Some(after)) = (before, after) {
            self.edges.push(Edge { before, after, cause, is_soft: true });
        }
    }

    /// The leaf of the world after that `leaf` of the world before goes on as.
    pub fn heir(&self, leaf: usize) -> Option<usize> {
        let heir = *self.after.places.get(&self.before.leaves[leaf].name)?;
        (self.turns.swaps.get(&heir) != Some(&Swap::Replace)).then_some(heir)
    }

    fn lay_out_falls(&mut self) {
        let mut is_broken = vec![false; self.before.leaves.len()];
        for &leaf in &self.turns.broken {
            is_broken[leaf] = true;
        }
        for (leaf, is_broken) in is_broken.into_iter().enumerate() {
            let wanted = self.before.leaves[leaf].wanted;
            let keeps = match self.heir(leaf) {
                _ if is_broken => LEVELS - 1,
                Some(heir) => wanted.min(self.after.leaves[heir].wanted) + 1,
                None => 0,
            };
            self.falls.push((keeps, self.tasks.len()));
            for level in keeps..=wanted {
                let task = self.task(Task::Fall { leaf, level });
                if level > keeps {
                    self.edge(Some(task), Some(task - 1), Cause::OwnState);
                }
            }
        }
    }

    fn lay_out_rises(&mut self) {
        for leaf in 0..self.after.leaves.len() {
            let found = &self.after.leaves[leaf];
            let was = self.before.places.get(&found.name).copied();
            let kept = was.filter(|_| self.turns.swaps.get(&leaf) != Some(&Swap::Replace));
            let has = match kept {
                Some(was) => self.falls[was].0.min(self.before.leaves[was].wanted + 1),
                None => 0,
            };
            self.rises.push((has, self.tasks.len()));
            for level in has..=found.wanted {
                let task = self.task(Task::Rise { leaf, level });
                if level > has {
                    self.edge(Some(task - 1), Some(task), Cause::OwnState);
                }
            }
            let Some(was) = was else { continue };
            match kept {
                None => self.edge(self.fall(was, 0), self.rise(leaf, 0), Cause::Replaced),
                Some(_) => self.edge(self.fall(was, has), self.rise(leaf, has), Cause::OwnState),
            }
        }
    }

    /// The task by which the leaf of the world after enters a level, if it is not there already.
    pub fn rise(&self, leaf: usize, level: usize) -> Option<usize> {
        let (has, start) = self.rises[leaf];
        (level >= has && level <= self.after.leaves[leaf].wanted).then(|| start + level - has)
    }

    /// The task by which the leaf of the world before leaves a level, if it does.
    pub fn fall(&self, leaf: usize, level: usize) -> Option<usize> {
        let (keeps, start) = self.falls[leaf];
        (level >= keeps && level <= self.before.leaves[leaf].wanted).then(|| start + level - keeps)
    }

    /// The task after which the leaf of the world after is in a level, as what it has to be.
    pub fn reached(&self, leaf: usize, level: usize) -> Option<usize> {
        self.rise(leaf, level).or_else(|| self.swaps.get(&leaf).copied())
    }

    fn lay_out_swaps(&mut self) {
        let mut swaps: Vec<(usize, Swap)> = self.turns.swaps.iter().map(|(leaf, swap)| (*leaf, *swap)).collect();
        swaps.order_by_key(|(leaf, _)| *leaf);
        for (leaf, swap) in swaps.into_iter().filter(|(_, swap)| *swap != Swap::Replace) {
            let task = self.task(Task::Swap { leaf, swap });
            let (has, _) = self.rises[leaf];
            self.edge(Some(task), self.rise(leaf, has), Cause::OwnState);
            self.swaps.insert(leaf, task);
        }
    }

    async fn lay_out_reads(&mut self) {
        let (before, after) = (self.before, self.after);
        for (leaf, found) in after.leaves.iter().enumerate() {
            let first = self.rise(leaf, 0).or_else(|| self.swaps.get(&leaf).copied());
            for read in &found.reads {
                self.read(read, first);
            }
            self.pace.piece().await;
        }
        for (leaf, found) in before.leaves.iter().enumerate() {
            for read in &found.reads {
                let source = self.fall(read.leaf, self.level_of_outputs(before, read.leaf));
                let cause = self.read_by(read);
                self.edge(self.fall(leaf, 0), source, cause.clone());
                let swap = self.heir(leaf).and_then(|heir| self.swaps.get(&heir)).copied();
                self.soft_edge(swap, source, cause);
            }
            self.pace.piece().await;
        }
    }

    /// Lets `after` wait for what it reads.
    pub fn read(&mut self, read: &Read, after: Option<usize>) {
        let level = self.level_of_outputs(self.after, read.leaf);
        let source = format!("{}.{}", self.after.leaves[read.leaf].name, read.output);
        let cause = Cause::Reads { property: read.property.clone(), source, from: State::WAY[level] };
        self.edge(self.reached(read.leaf, level), after, cause);
    }

    pub fn read_by(&self, read: &Read) -> Cause {
        let source = format!("{}.{}", self.before.leaves[read.leaf].name, read.output);
        Cause::ReadBy { property: read.property.clone(), source }
    }

    /// The level from which on the outputs of a leaf can be read, or the nearest that it gets to.
    pub fn level_of_outputs(&self, world: &World, leaf: usize) -> usize {
        self.readable.min(world.leaves[leaf].wanted)
    }

    /// A component is reconfigured or upgraded after those that it names; what is uninstalled and installed again is
    /// upgraded when it is up.
    async fn lay_out_upgrades(&mut self) {
        let world = self.after;
        for upgrade in &world.upgrades {
            let done: Vec<Option<usize>> = upgrade.before.iter().map(|&leaf| self.upgraded(leaf)).collect();
            for &leaf in &upgrade.after {
                let Some(&swap) = self.swaps.get(&leaf) else { continue };
                if self.is_too_large() {
                    return;
                }
                for &before in done.iter().filter(|before| **before != Some(swap)) {
                    let cause = Cause::UpgradeDependency { component: upgrade.component.clone() };
                    self.edge(before, Some(swap), cause);
                }
                self.pace.piece().await;
            }
        }
    }

    /// The task after which a leaf that was there before is what it has to be.
    fn upgraded(&self, leaf: usize) -> Option<usize> {
        match self.turns.swaps.get(&leaf)? {
            Swap::Replace => self.rise(leaf, self.after.leaves[leaf].wanted),
            Swap::Reconfigure | Swap::Upgrade => self.swaps.get(&leaf).copied(),
        }
    }
}
