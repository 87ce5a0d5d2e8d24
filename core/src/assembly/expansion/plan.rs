//! The order of the actions that lead from one snapshot to another: which state changes and relationships wait for
//! which.
//!
//! Each resource moves through its states (level 0 to 3), up or down. Values read at run time, and relationships, add
//! edges. In addition, all resources enter Inactive together, and then Active, except those that others need earlier.
//! Going down reverses the order, with one exception: a relationship is ceased before either of its ends leaves its
//! state, whichever came first when it was created (S0:840, S0:866, S1:242). The sources for this are the documentation
//! of D key-concepts, State-Models and relationship-state. The state from which outputs can be read is not documented;
//! Installed is assumed unless the caller asks for another.

use std::collections::{HashMap, HashSet};

use crate::assembly::expansion::cause::Cause;
use crate::assembly::expansion::schedule::{LevelStep, Node};
use crate::assembly::expansion::snapshot::{LEVELS, MAX_EDGES, Read, Snapshot};
use crate::assembly::state::State;
use crate::preview::progress::Progress;
use crate::sorting::Sorting;

/// The resources and relationships that need special treatment because they are broken or change.
#[derive(Debug, Default)]
pub struct ResourceUpdates {
    /// Broken leaves, by index in the snapshot before.
    pub broken: HashSet<usize>,
    /// Updated leaves, by index in the snapshot after.
    pub update_kinds: HashMap<usize, UpdateKind>,
    /// Changed relationships, by key.
    pub changed_dependencies: HashSet<String>,
}

/// How a resource is updated to a new version of the same name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UpdateKind {
    Reconfigure,
    Upgrade,
    /// Uninstalled and installed again.
    Replace,
}

/// An action, or a point that only orders others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A leaf of the snapshot after enters the state of this level.
    Enter { leaf: usize, level: usize },
    /// A leaf of the snapshot before leaves the state of this level.
    Leave { leaf: usize, level: usize },
    /// A leaf of the snapshot after is reconfigured or upgraded in place.
    Update { leaf: usize, update: UpdateKind },
    /// A relationship of the snapshot after is created.
    Create(usize),
    /// A relationship of the snapshot before is ceased.
    Cease(usize),
    /// The point at which a relationship of the snapshot before was created. On the way down it is not an action and
    /// only orders its ends.
    Turn(usize),
    /// A relationship of the snapshot before is created because one of its ends is Broken.
    CreateOnBreak(usize),
}

/// Orders one task after another.
#[derive(Clone, Debug)]
pub struct Edge {
    pub before: usize,
    pub after: usize,
    pub cause: Cause,
    /// Whether the edge may be dropped if it would close a cycle.
    pub is_soft: bool,
}

/// Builds the tasks that lead from one snapshot to the other.
pub struct Planner<'w> {
    pub before: &'w Snapshot,
    pub after: &'w Snapshot,
    pub resource_updates: &'w ResourceUpdates,
    pub progress: &'w Progress,
    /// The level from which outputs can be read.
    readable: usize,
    pub tasks: Vec<Task>,
    pub edges: Vec<Edge>,
    /// For each leaf of the snapshot after: the number of levels it has already passed, and the task that enters the
    /// next.
    pub entered: Vec<(usize, usize)>,
    /// For each leaf of the snapshot before: the number of levels it keeps, and the task that leaves the lowest of the
    /// others.
    left: Vec<(usize, usize)>,
    pub update_kinds: HashMap<usize, usize>,
    /// The tasks that cease relationships, by relationship key.
    pub ceased: HashMap<String, usize>,
}

impl<'w> Planner<'w> {
    pub async fn new(
        before: &'w Snapshot,
        after: &'w Snapshot,
        resource_updates: &'w ResourceUpdates,
        outputs_from: State,
        progress: &'w Progress,
    ) -> Self {
        let readable = State::STARTUP_ORDER.iter().position(|state| *state == outputs_from).unwrap_or(1);
        let mut planner = Planner {
            before,
            after,
            resource_updates,
            progress,
            readable,
            tasks: Vec::new(),
            edges: Vec::new(),
            entered: Vec::new(),
            left: Vec::new(),
            update_kinds: HashMap::new(),
            ceased: HashMap::new(),
        };
        planner.lay_out().await;
        planner
    }

    /// Whether there are more tasks and edges than a plan may have.
    pub fn is_too_large(&self) -> bool {
        self.edges.len().max(self.before.edges).max(self.after.edges) > MAX_EDGES
    }

    pub fn node(&self, task: Task) -> Node {
        let (is_action, level) = match task {
            Task::Enter { level, .. } => (true, Some((LevelStep::Up, level))),
            // Uninstall leaves Inactive and Installed at once.
            Task::Leave { level, .. } => (level != 2, Some((LevelStep::Down, level))),
            Task::Update { .. } | Task::Create(_) | Task::Cease(_) | Task::CreateOnBreak(_) => (true, None),
            Task::Turn(_) => (false, None),
        };
        Node { is_action, level }
    }

    async fn lay_out(&mut self) {
        self.lay_out_falls();
        self.lay_out_rises();
        self.lay_out_swaps();
        self.lay_out_reads().await;
        for at in 0..self.before.dependencies.len() {
            if self.is_too_large() {
                return;
            }
            self.plan_teardown(at);
            self.progress.piece().await;
        }
        for at in 0..self.after.dependencies.len() {
            if self.is_too_large() {
                return;
            }
            self.plan_setup(at);
            self.progress.piece().await;
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

    /// The leaf of the snapshot after that `leaf` of the snapshot before continues as.
    pub fn successor(&self, leaf: usize) -> Option<usize> {
        let successor = *self.after.indices.get(&self.before.leaves[leaf].name)?;
        (self.resource_updates.update_kinds.get(&successor) != Some(&UpdateKind::Replace)).then_some(successor)
    }

    fn lay_out_falls(&mut self) {
        let mut is_broken = vec![false; self.before.leaves.len()];
        for &leaf in &self.resource_updates.broken {
            is_broken[leaf] = true;
        }
        for (leaf, is_broken) in is_broken.into_iter().enumerate() {
            let wanted = self.before.leaves[leaf].wanted;
            let keeps = match self.successor(leaf) {
                _ if is_broken => LEVELS - 1,
                Some(successor) => wanted.min(self.after.leaves[successor].wanted) + 1,
                None => 0,
            };
            self.left.push((keeps, self.tasks.len()));
            for level in keeps..=wanted {
                let task = self.task(Task::Leave { leaf, level });
                if level > keeps {
                    self.edge(Some(task), Some(task - 1), Cause::OwnState);
                }
            }
        }
    }

    fn lay_out_rises(&mut self) {
        for leaf in 0..self.after.leaves.len() {
            let found = &self.after.leaves[leaf];
            let was = self.before.indices.get(&found.name).copied();
            let kept = was.filter(|_| self.resource_updates.update_kinds.get(&leaf) != Some(&UpdateKind::Replace));
            let has = match kept {
                Some(was) => self.left[was].0.min(self.before.leaves[was].wanted + 1),
                None => 0,
            };
            self.entered.push((has, self.tasks.len()));
            for level in has..=found.wanted {
                let task = self.task(Task::Enter { leaf, level });
                if level > has {
                    self.edge(Some(task - 1), Some(task), Cause::OwnState);
                }
            }
            let Some(was) = was else { continue };
            match kept {
                None => self.edge(self.leave(was, 0), self.enter(leaf, 0), Cause::Replaced),
                Some(_) => self.edge(self.leave(was, has), self.enter(leaf, has), Cause::OwnState),
            }
        }
    }

    /// The task with which a leaf of the snapshot after enters a level, unless it is already there.
    pub fn enter(&self, leaf: usize, level: usize) -> Option<usize> {
        let (has, start) = self.entered[leaf];
        (level >= has && level <= self.after.leaves[leaf].wanted).then(|| start + level - has)
    }

    /// The task with which a leaf of the snapshot before leaves a level, if it does.
    pub fn leave(&self, leaf: usize, level: usize) -> Option<usize> {
        let (keeps, start) = self.left[leaf];
        (level >= keeps && level <= self.before.leaves[leaf].wanted).then(|| start + level - keeps)
    }

    /// The task after which a leaf of the snapshot after is in a level, fully updated.
    pub fn reached(&self, leaf: usize, level: usize) -> Option<usize> {
        self.enter(leaf, level).or_else(|| self.update_kinds.get(&leaf).copied())
    }

    fn lay_out_swaps(&mut self) {
        let mut update_kinds: Vec<(usize, UpdateKind)> =
            self.resource_updates.update_kinds.iter().map(|(leaf, update)| (*leaf, *update)).collect();
        update_kinds.order_by_key(|(leaf, _)| *leaf);
        for (leaf, update) in update_kinds.into_iter().filter(|(_, update)| *update != UpdateKind::Replace) {
            let task = self.task(Task::Update { leaf, update });
            let (has, _) = self.entered[leaf];
            self.edge(Some(task), self.enter(leaf, has), Cause::OwnState);
            self.update_kinds.insert(leaf, task);
        }
    }

    async fn lay_out_reads(&mut self) {
        let (before, after) = (self.before, self.after);
        for (leaf, found) in after.leaves.iter().enumerate() {
            let first = self.enter(leaf, 0).or_else(|| self.update_kinds.get(&leaf).copied());
            for read in &found.reads {
                self.read(read, first);
            }
            self.progress.piece().await;
        }
        for (leaf, found) in before.leaves.iter().enumerate() {
            for read in &found.reads {
                let source = self.leave(read.leaf, self.level_of_outputs(before, read.leaf));
                let cause = self.read_by(read);
                self.edge(self.leave(leaf, 0), source, cause.clone());
                let update = self.successor(leaf).and_then(|successor| self.update_kinds.get(&successor)).copied();
                self.soft_edge(update, source, cause);
            }
            self.progress.piece().await;
        }
    }

    /// Makes `after` wait for what it reads.
    pub fn read(&mut self, read: &Read, after: Option<usize>) {
        let level = self.level_of_outputs(self.after, read.leaf);
        let source = format!("{}.{}", self.after.leaves[read.leaf].name, read.output);
        let cause = Cause::Reads { property: read.property.clone(), source, from: State::STARTUP_ORDER[level] };
        self.edge(self.reached(read.leaf, level), after, cause);
    }

    pub fn read_by(&self, read: &Read) -> Cause {
        let source = format!("{}.{}", self.before.leaves[read.leaf].name, read.output);
        Cause::ReadBy { property: read.property.clone(), source }
    }

    /// The level from which the outputs of a leaf can be read, or the nearest level that it reaches.
    pub fn level_of_outputs(&self, snapshot: &Snapshot, leaf: usize) -> usize {
        self.readable.min(snapshot.leaves[leaf].wanted)
    }

    /// A component is reconfigured or upgraded after its upgrade dependencies. A reinstalled one counts as upgraded
    /// when it is up again.
    async fn lay_out_upgrades(&mut self) {
        let snapshot = self.after;
        for upgrade in &snapshot.upgrades {
            let done: Vec<Option<usize>> = upgrade.before.iter().map(|&leaf| self.upgraded(leaf)).collect();
            for &leaf in &upgrade.after {
                let Some(&update) = self.update_kinds.get(&leaf) else { continue };
                if self.is_too_large() {
                    return;
                }
                for &before in done.iter().filter(|before| **before != Some(update)) {
                    let cause = Cause::UpgradeDependency { component: upgrade.component.clone() };
                    self.edge(before, Some(update), cause);
                }
                self.progress.piece().await;
            }
        }
    }

    /// The task after which a leaf that existed before is fully updated.
    fn upgraded(&self, leaf: usize) -> Option<usize> {
        match self.resource_updates.update_kinds.get(&leaf)? {
            UpdateKind::Replace => self.enter(leaf, self.after.leaves[leaf].wanted),
            UpdateKind::Reconfigure | UpdateKind::Upgrade => self.update_kinds.get(&leaf).copied(),
        }
    }
}
