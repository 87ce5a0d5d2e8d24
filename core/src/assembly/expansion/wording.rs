//! The plan in words: its stages with what every action waits for, and the circle that makes one impossible.

use std::collections::{BTreeMap, HashSet, VecDeque};

use crate::assembly::expansion::cause::Cause;
use crate::assembly::expansion::codes;
use crate::assembly::expansion::plan::{Planner, Swap, Task};
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::schedule::{Node, Schedule, Way, order};
use crate::assembly::expansion::world::{LEVELS, Leaf, Place};
use crate::assembly::state::State;
use crate::diagnostic::Severity;
use crate::preview::plan::{Action, Effect, Plan, Reason, Step, Waiting};

/// What leads into each state, and out of it.
const UP: [&str; LEVELS] = ["Create", "Install", "Configure", "Start"];
const DOWN: [&str; LEVELS] = ["Delete", "Uninstall", "Uninstall", "Stop"];
/// The first level that all resources enter together.
const TOGETHER: usize = 2;
/// How many reasons an action names.
const MOST_REASONS: usize = 20;
/// How many edges are looked at to find them.
const MOST_LOOKS: usize = 200;
/// How many steps of a circle its message names.
const LONGEST_CIRCLE: usize = 12;

impl Planner<'_> {
    /// The plan, and what is wrong with it.
    pub async fn plan(mut self) -> (Plan, Option<Finding>) {
        let not_created = self.after.ties.iter().filter(|tie| !tie.is_made).map(|tie| tie.name.clone()).collect();
        if self.is_too_large() {
            let plan = Plan { not_created, ..Plan::default() };
            return (plan, self.finding(0, codes::LIMIT, "the plan is too large to be shown".to_owned()));
        }
        let nodes: Vec<Node> = self.tasks.iter().map(|task| self.node(*task)).collect();
        let mut schedule = self.schedule(&nodes).await;
        if schedule.circle.is_some() && self.edges.iter().any(|edge| edge.is_soft) {
            self.edges.retain(|edge| !edge.is_soft);
            schedule = self.schedule(&nodes).await;
        }
        let deadlock = schedule.circle.as_ref().map_or(Vec::new(), |circle| self.deadlock(circle));
        let finding = schedule.circle.as_ref().and_then(|circle| self.deadlock_finding(circle, &deadlock));
        let (stages, raised) = (self.stages(&nodes, &schedule).await, self.raised(&schedule));
        (Plan { stages, raised, not_created, deadlock, trigger: None }, finding)
    }

    async fn schedule(&self, nodes: &[Node]) -> Schedule {
        let edges: Vec<(usize, usize)> = self.edges.iter().map(|edge| (edge.before, edge.after)).collect();
        order(nodes, &edges, TOGETHER..LEVELS, self.pace).await
    }

    async fn stages(&self, nodes: &[Node], schedule: &Schedule) -> Vec<Vec<Action>> {
        let mut incoming: Vec<Vec<usize>> = vec![Vec::new(); self.tasks.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            incoming[edge.after].push(index);
        }
        let has_stops = nodes.iter().any(|node| node.level == Some((Way::Down, LEVELS - 1)));
        let mut stages: Vec<Vec<Action>> = Vec::new();
        for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.is_action) {
            let Some(stage) = schedule.stages[index] else { continue };
            let mut reasons = self.reasons(index, nodes, &incoming);
            reasons.extend(self.special_reason(index, node, schedule, has_stops));
            if stages.len() <= stage {
                stages.resize_with(stage + 1, Vec::new);
            }
            let operations = match self.tasks[index] {
                Task::Create(tie) => self.after.ties[tie].create.clone(),
                Task::CreateOnBreak(tie) => self.before.ties[tie].create.clone(),
                Task::Cease(tie) => self.before.ties[tie].cease.clone(),
                Task::Rise { .. } | Task::Fall { .. } | Task::Swap { .. } | Task::Turn(_) => Vec::new(),
            };
            let step = self.step(self.tasks[index]);
            let effect = self.effect(self.tasks[index]);
            stages[stage].push(Action { action: step.action, instance: step.instance, reasons, operations, effect });
            self.pace.piece().await;
        }
        for stage in &mut stages {
            stage.sort_by_cached_key(|action| format!("{} {}", action.action, numbered(&action.instance)));
        }
        stages
    }

    /// What the action at `index` waits for: each earlier action once, and first what it waits for directly. What lies
    /// behind a step that is no action is worded as the edge nearest to the action that has a cause of its own.
    fn reasons(&self, index: usize, nodes: &[Node], incoming: &[Vec<usize>]) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let mut seen = HashSet::new();
        let mut open: VecDeque<(usize, Option<&Cause>)> = VecDeque::from([(index, None)]);
        let mut looks = 0;
        while let Some((at, cause)) = open.pop_front() {
            for edge in incoming[at].iter().map(|&edge| &self.edges[edge]) {
                looks += 1;
                if reasons.len() >= MOST_REASONS || looks > MOST_LOOKS {
                    reasons.push(Reason { after: None, cause: (&Cause::Others).into() });
                    return reasons;
                }
                if !seen.insert(edge.before) {
                    continue;
                }
                let cause = cause.unwrap_or(&edge.cause);
                if nodes[edge.before].is_action {
                    let after = Some(self.step(self.tasks[edge.before]));
                    reasons.push(Reason { after, cause: cause.into() });
                } else {
                    open.push_back((edge.before, Some(cause).filter(|cause| **cause != Cause::OwnState)));
                }
            }
        }
        reasons
    }

    /// What an action waits for that is no single action.
    fn special_reason(&self, index: usize, node: &Node, schedule: &Schedule, has_stops: bool) -> Option<Reason> {
        let cause = match (self.tasks[index], node.level) {
            (Task::Fall { leaf, level }, _) if level == LEVELS - 1 && self.is_broken(leaf) => Cause::Broken,
            (Task::CreateOnBreak(_), _) => Cause::Broken,
            (_, Some((Way::Up, level))) if level >= TOGETHER && !schedule.is_apart[index] => {
                Cause::Together { into: State::WAY[level] }
            }
            // What is uninstalled has passed the gate that all pass when they are stopped.
            (_, Some((Way::Down, 1))) if has_stops => Cause::TogetherDown { from: State::Active },
            _ => return None,
        };
        Some(Reason { after: None, cause: (&cause).into() })
    }

    /// What the task is called: the action and what it is done to.
    fn step(&self, task: Task) -> Step {
        let step = |action: String, instance: &str| Step { action, instance: instance.to_owned() };
        match task {
            Task::Create(tie) => step("Create".to_owned(), &self.after.ties[tie].name),
            Task::CreateOnBreak(tie) => step("Create".to_owned(), &self.before.ties[tie].name),
            Task::Cease(tie) | Task::Turn(tie) => step("Cease".to_owned(), &self.before.ties[tie].name),
            Task::Rise { leaf, level } => {
                let leaf = &self.after.leaves[leaf];
                let action = transition(leaf, UP[level]);
                let action = if level == LEVELS - 1 && leaf.has("Integrity") { action + "+Integrity" } else { action };
                step(action, &leaf.name)
            }
            Task::Fall { leaf, level } => {
                let leaf = &self.before.leaves[leaf];
                step(transition(leaf, DOWN[level]), &leaf.name)
            }
            Task::Swap { leaf, swap } => {
                let name = if swap == Swap::Upgrade { "Upgrade" } else { "Reconfigure" };
                let leaf = &self.after.leaves[leaf];
                step(transition(leaf, name), &leaf.name)
            }
        }
    }

    /// What is different when the task is done.
    fn effect(&self, task: Task) -> Effect {
        let below = |level: usize| level.checked_sub(1).map(|level| State::WAY[level].into());
        match task {
            Task::Create(_) | Task::CreateOnBreak(_) => Effect::Makes,
            Task::Cease(_) | Task::Turn(_) => Effect::Ceases,
            Task::Rise { level, .. } => Effect::Passes { from: below(level), to: Some(State::WAY[level].into()) },
            Task::Fall { leaf, level } => {
                let from = match level {
                    // Uninstall leaves Inactive and Installed at once.
                    1 => State::WAY[self.before.leaves[leaf].wanted.clamp(1, 2)],
                    _ if level == LEVELS - 1 && self.is_broken(leaf) => State::Broken,
                    _ => State::WAY[level],
                };
                Effect::Passes { from: Some(from.into()), to: below(level) }
            }
            Task::Swap { leaf, .. } => {
                let stays = State::WAY[self.rises[leaf].0.saturating_sub(1)].into();
                Effect::Passes { from: Some(stays), to: Some(stays) }
            }
        }
    }

    /// What goes ahead of the others, and how far.
    fn raised(&self, schedule: &Schedule) -> Vec<String> {
        let mut raised: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, task) in self.tasks.iter().enumerate() {
            let Task::Rise { leaf, level } = *task else { continue };
            if schedule.is_apart[index] || level > self.after.intended {
                let highest = raised.entry(&self.after.leaves[leaf].name).or_default();
                *highest = level.max(*highest);
            }
        }
        raised.into_iter().map(|(name, level)| format!("{name} to {}", State::WAY[level].name())).collect()
    }

    /// The circle, from the step whose name comes first, each with the reason why it waits for the one before it.
    fn deadlock(&self, circle: &[usize]) -> Vec<Waiting> {
        let mut steps: Vec<Waiting> = Vec::new();
        let mut cause: Option<&Cause> = None;
        let count = circle.len();
        let is_action = |task: usize| self.node(self.tasks[task]).is_action;
        let has_actions = circle.iter().any(|&task| is_action(task));
        // Twice around, so that what leads into the first action is known.
        for at in 0..2 * count {
            let (before, task) = (circle[(at + count - 1) % count], circle[at % count]);
            let edge = self.edges.iter().find(|edge| edge.before == before && edge.after == task);
            let own = edge.map(|edge| &edge.cause);
            cause = own.filter(|own| **own != Cause::OwnState).or(cause).or(own);
            if has_actions && !is_action(task) {
                continue;
            }
            if at >= count {
                let cause = cause.unwrap_or(&Cause::OwnState).into();
                steps.push(Waiting { step: self.step(self.tasks[task]), cause });
            }
            cause = None;
        }
        let first = (0..steps.len()).min_by_key(|&index| &steps[index].step).unwrap_or(0);
        steps.rotate_left(first);
        steps
    }

    fn deadlock_finding(&self, circle: &[usize], deadlock: &[Waiting]) -> Option<Finding> {
        let name = |waiting: &Waiting| format!("`{} {}`", waiting.step.action, waiting.step.instance);
        let first = deadlock.first().map(name)?;
        let way = deadlock.iter().take(LONGEST_CIRCLE).map(name).collect::<Vec<_>>().join(", then ");
        let rest = if deadlock.len() > LONGEST_CIRCLE { ", and so on" } else { "" };
        let message = format!("steps of the plan wait for each other in a circle: {way}{rest}, then again {first}");
        let is_tie = |task: &&usize| matches!(self.tasks[**task], Task::Create(_) | Task::Turn(_));
        let by_name = |task: &&usize| self.step(self.tasks[**task]);
        let place = circle.iter().filter(is_tie).min_by_key(by_name).or_else(|| circle.iter().min_by_key(by_name))?;
        let finding = self.finding(*place, codes::DEADLOCK, message)?;
        let causes = deadlock.iter().map(|waiting| &waiting.cause);
        let mut whys: Vec<&str> = Vec::new();
        for cause in causes.filter(|cause| cause.kind != Cause::OwnState.kind()) {
            let why = &*cause.text;
            if whys.len() < LONGEST_CIRCLE && !whys.contains(&why) {
                whys.push(why);
            }
        }
        Some(finding.help(format!("one of these has to go: {}", whys.join("; "))))
    }

    fn is_broken(&self, leaf: usize) -> bool {
        self.turns.broken.contains(&leaf)
    }

    /// A finding about a task, at its relationship or component.
    fn finding(&self, task: usize, code: &'static str, message: String) -> Option<Finding> {
        let place: Option<&Place> = match *self.tasks.get(task)? {
            Task::Create(tie) => Some(&self.after.ties[tie].place),
            Task::Cease(tie) | Task::Turn(tie) | Task::CreateOnBreak(tie) => Some(&self.before.ties[tie].place),
            Task::Rise { leaf, .. } | Task::Swap { leaf, .. } => self.after.leaves[leaf].place.as_ref(),
            Task::Fall { leaf, .. } => self.before.leaves[leaf].place.as_ref(),
        };
        let (file, span) = place?.clone();
        Some(Finding { code, severity: Severity::Error, file, span, message, help: None, subject: String::new() })
    }
}

/// The name of a transition of `leaf`: in parentheses where it is a state change without a call.
fn transition(leaf: &Leaf, name: &str) -> String {
    match leaf.transitions {
        None => format!("{name}?"),
        Some(_) if leaf.has(name) => name.to_owned(),
        Some(_) => format!("({name})"),
    }
}

/// A name whose numbers compare as numbers: `web__2` comes before `web__10`.
fn numbered(name: &str) -> String {
    let mut text = String::new();
    for piece in name.split_inclusive("__") {
        let number = piece.trim_end_matches('_');
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        text += &if is_number { format!("{piece:0>24}") } else { piece.to_owned() };
    }
    text
}
