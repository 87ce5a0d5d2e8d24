//! Plans when relationships are created and ceased, and which actions wait for them.

use crate::assembly::expansion::cause::{Cause, End, Moment};
use crate::assembly::expansion::plan::{Planner, Task};
use crate::assembly::expansion::snapshot::{Dependency, LEVELS};
use crate::assembly::state::State;

impl Planner<'_> {
    /// Ceases a relationship that no longer exists, or that cannot persist while one of its ends goes down.
    pub fn plan_teardown(&mut self, at: usize) {
        let snapshot = self.before;
        let dependency = &snapshot.dependencies[at];
        if !dependency.is_made {
            self.plan_break(at);
            return;
        }
        let mut leaves = Vec::new();
        let mut joins = Vec::new();
        for end in [End::Source, End::Target] {
            let Some(level) = dependency.side(end).level() else { continue };
            let needed = level - usize::from(dependency.side(end).is_before);
            for &leaf in dependency.leaves(end) {
                if let Some(leave) = self.leave(leaf, level) {
                    leaves.push((end, level, leave));
                }
                joins.push((end, needed, leaf));
            }
        }
        let is_gone = self.resource_updates.changed_dependencies.contains(&dependency.key)
            || !self.after.made.contains(&dependency.key);
        if leaves.is_empty() && !is_gone {
            return;
        }
        let cease = Some(self.task(Task::Cease(at)));
        let turn = Some(self.task(Task::Turn(at)));
        self.ceased.insert(dependency.key.clone(), self.tasks.len() - 2);
        for (end, level, leave) in leaves {
            self.edge(cease, Some(leave), bound(dependency, end, level, Moment::CeasedBeforeLeaving));
            if dependency.side(end).is_before {
                self.edge(Some(leave), turn, bound(dependency, end, level, Moment::LeftAfterOther));
            }
        }
        for (end, needed, leaf) in joins {
            self.edge(turn, self.leave(leaf, needed), bound(dependency, end, needed, Moment::LeftAfterOther));
            let update = self.successor(leaf).and_then(|successor| self.update_kinds.get(&successor)).copied();
            self.soft_edge(cease, update, Cause::Outdated { relationship: dependency.name.clone() });
        }
        for read in &dependency.reads {
            let source = self.leave(read.leaf, self.level_of_outputs(snapshot, read.leaf));
            self.edge(cease, source, self.read_by(read));
        }
    }

    /// Creates a relationship that exists only while one of its ends is Broken, that is, until the end is stopped.
    fn plan_break(&mut self, at: usize) {
        let dependency = &self.before.dependencies[at];
        for (broken, other) in [(End::Source, End::Target), (End::Target, End::Source)] {
            if dependency.side(broken).state != Some(State::Broken) {
                continue;
            }
            let is_there = dependency.side(other).level().is_some_and(|level| {
                dependency
                    .leaves(other)
                    .iter()
                    .all(|&leaf| self.before.leaves[leaf].wanted >= level && self.leave(leaf, level).is_none())
            });
            let stops: Vec<usize> = dependency
                .leaves(broken)
                .iter()
                .filter(|leaf| self.resource_updates.broken.contains(leaf))
                .copied()
                .collect();
            if !is_there || stops.is_empty() {
                continue;
            }
            let create = Some(self.task(Task::CreateOnBreak(at)));
            let cease = Some(self.task(Task::Cease(at)));
            let cause = |moment| Cause::Relationship {
                relationship: dependency.name.clone(),
                end: broken,
                state: State::Broken,
                moment,
            };
            self.edge(create, cease, cause(Moment::MadeIn));
            for leaf in stops {
                self.edge(cease, self.leave(leaf, LEVELS - 1), cause(Moment::CeasedBeforeLeaving));
            }
        }
    }

    /// Creates a relationship that is new or had to be ceased.
    pub fn plan_setup(&mut self, at: usize) {
        let snapshot = self.after;
        let dependency = &snapshot.dependencies[at];
        let ceased = self.ceased.get(&dependency.key).copied();
        let is_there = ceased.is_none() && self.before.made.contains(&dependency.key);
        if !dependency.is_made || is_there || (ceased.is_some() && self.is_left_for_good(dependency)) {
            return;
        }
        let create = Some(self.task(Task::Create(at)));
        self.edge(ceased, create, Cause::Replaced);
        for end in [End::Source, End::Target] {
            let Some(level) = dependency.side(end).level() else { continue };
            let is_before = dependency.side(end).is_before;
            let needed = level - usize::from(is_before);
            for &leaf in dependency.leaves(end) {
                self.edge(self.reached(leaf, needed), create, bound(dependency, end, needed, Moment::MadeIn));
                if is_before {
                    // An end above the required state is brought down first.
                    let leave =
                        self.before.indices.get(&snapshot.leaves[leaf].name).and_then(|&was| self.leave(was, level));
                    let leave = leave.filter(|_| self.enter(leaf, needed).is_none());
                    self.edge(leave, create, bound(dependency, end, needed, Moment::MadeIn));
                    self.edge(create, self.enter(leaf, level), bound(dependency, end, level, Moment::MadeBefore));
                }
            }
        }
        for read in &dependency.reads {
            self.read(read, create);
        }
    }

    /// Whether an end goes below the state that the relationship needs and stays there. Going down then only ceases it.
    fn is_left_for_good(&self, dependency: &Dependency) -> bool {
        [End::Source, End::Target].into_iter().any(|end| {
            let is_left = |level: usize, leaf: usize| {
                let is = &self.after.leaves[leaf];
                let was = self.before.indices.get(&is.name).map(|&was| self.before.leaves[was].wanted);
                is.wanted < level && was.is_some_and(|was| was >= level)
            };
            dependency
                .side(end)
                .level()
                .is_some_and(|level| dependency.leaves(end).iter().any(|&leaf| is_left(level, leaf)))
        })
    }
}

fn bound(dependency: &Dependency, end: End, level: usize, moment: Moment) -> Cause {
    Cause::Relationship { relationship: dependency.name.clone(), end, state: State::STARTUP_ORDER[level], moment }
}
