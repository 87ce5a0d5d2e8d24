//! When relationships are made and ceased, and what waits for that.

use crate::assembly::expansion::cause::{Cause, End, Moment};
use crate::assembly::expansion::plan::{Planner, Task};
use crate::assembly::expansion::world::{LEVELS, Tie};
use crate::assembly::state::State;

impl Planner<'_> {
    /// Ceases a relationship that is not there any more, or that cannot stay while one of its ends goes down.
    pub fn lay_out_fall_of_tie(&mut self, at: usize) {
        let world = self.before;
        let tie = &world.ties[at];
        if !tie.is_made {
            self.lay_out_break(at);
            return;
        }
        let mut leaves = Vec::new();
        let mut joins = Vec::new();
        for end in [End::Source, End::Target] {
            let Some(level) = tie.side(end).level() else { continue };
            let needed = level - usize::from(tie.side(end).is_before);
            for &leaf in tie.leaves(end) {
                if let Some(fall) = self.fall(leaf, level) {
                    leaves.push((end, level, fall));
                }
                joins.push((end, needed, leaf));
            }
        }
        let is_gone = self.turns.changed_ties.contains(&tie.key) || !self.after.made.contains(&tie.key);
        if leaves.is_empty() && !is_gone {
            return;
        }
        let cease = Some(self.task(Task::Cease(at)));
        let turn = Some(self.task(Task::Turn(at)));
        self.ceased.insert(tie.key.clone(), self.tasks.len() - 2);
        for (end, level, fall) in leaves {
            self.edge(cease, Some(fall), bound(tie, end, level, Moment::CeasedBeforeLeaving));
            if tie.side(end).is_before {
                self.edge(Some(fall), turn, bound(tie, end, level, Moment::LeftAfterOther));
            }
        }
        for (end, needed, leaf) in joins {
            self.edge(turn, self.fall(leaf, needed), bound(tie, end, needed, Moment::LeftAfterOther));
            let swap = self.heir(leaf).and_then(|heir| self.swaps.get(&heir)).copied();
            self.soft_edge(cease, swap, Cause::Outdated { relationship: tie.name.clone() });
        }
        for read in &tie.reads {
            let source = self.fall(read.leaf, self.level_of_outputs(world, read.leaf));
            self.edge(cease, source, self.read_by(read));
        }
    }

    /// Makes a relationship for as long as one of its ends is Broken, which is until it is stopped.
    fn lay_out_break(&mut self, at: usize) {
        let tie = &self.before.ties[at];
        for (broken, other) in [(End::Source, End::Target), (End::Target, End::Source)] {
            if tie.side(broken).state != Some(State::Broken) {
                continue;
            }
            let is_there = tie.side(other).level().is_some_and(|level| {
                tie.leaves(other)
                    .iter()
                    .all(|&leaf| self.before.leaves[leaf].wanted >= level && self.fall(leaf, level).is_none())
            });
            let stops: Vec<usize> =
                tie.leaves(broken).iter().filter(|leaf| self.turns.broken.contains(leaf)).copied().collect();
            if !is_there || stops.is_empty() {
                continue;
            }
            let create = Some(self.task(Task::CreateOnBreak(at)));
            let cease = Some(self.task(Task::Cease(at)));
            let cause = |moment| Cause::Relationship {
                relationship: tie.name.clone(),
                end: broken,
                state: State::Broken,
                moment,
            };
            self.edge(create, cease, cause(Moment::MadeIn));
            for leaf in stops {
                self.edge(cease, self.fall(leaf, LEVELS - 1), cause(Moment::CeasedBeforeLeaving));
            }
        }
    }

    /// Makes a relationship that is new, or had to be ceased.
    pub fn lay_out_rise_of_tie(&mut self, at: usize) {
        let world = self.after;
        let tie = &world.ties[at];
        let ceased = self.ceased.get(&tie.key).copied();
        let is_there = ceased.is_none() && self.before.made.contains(&tie.key);
        if !tie.is_made || is_there || (ceased.is_some() && self.is_left_for_good(tie)) {
            return;
        }
        let create = Some(self.task(Task::Create(at)));
        self.edge(ceased, create, Cause::Replaced);
        for end in [End::Source, End::Target] {
            let Some(level) = tie.side(end).level() else { continue };
            let is_before = tie.side(end).is_before;
            let needed = level - usize::from(is_before);
            for &leaf in tie.leaves(end) {
                self.edge(self.reached(leaf, needed), create, bound(tie, end, needed, Moment::MadeIn));
                if is_before {
                    // What was higher is brought down first.
                    let fall = self.before.places.get(&world.leaves[leaf].name).and_then(|&was| self.fall(was, level));
                    let fall = fall.filter(|_| self.rise(leaf, needed).is_none());
                    self.edge(fall, create, bound(tie, end, needed, Moment::MadeIn));
                    self.edge(create, self.rise(leaf, level), bound(tie, end, level, Moment::MadeBefore));
                }
            }
        }
        for read in &tie.reads {
            self.read(read, create);
        }
    }

    /// Whether an end of a relationship goes down from the state that it needs and stays below: going down only ceases.
    fn is_left_for_good(&self, tie: &Tie) -> bool {
        [End::Source, End::Target].into_iter().any(|end| {
            let is_left = |level: usize, leaf: usize| {
                let is = &self.after.leaves[leaf];
                let was = self.before.places.get(&is.name).map(|&was| self.before.leaves[was].wanted);
                is.wanted < level && was.is_some_and(|was| was >= level)
            };
            tie.side(end).level().is_some_and(|level| tie.leaves(end).iter().any(|&leaf| is_left(level, leaf)))
        })
    }
}

fn bound(tie: &Tie, end: End, level: usize, moment: Moment) -> Cause {
    Cause::Relationship { relationship: tie.name.clone(), end, state: State::WAY[level], moment }
}
