//! Turns the tasks into a plan: stages with the reasons why each action waits, and the cycle if there is a deadlock.

use std::collections::{HashSet, VecDeque};

use crate::assembly::expansion::cause::Cause;
use crate::assembly::expansion::codes;
use crate::assembly::expansion::plan::{Planner, Task, UpdateKind};
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::schedule::{LevelStep, Node, Schedule, order};
use crate::assembly::expansion::snapshot::{LEVELS, Leaf, Location};
use crate::assembly::state::State;
use crate::diagnostic::Severity;
use crate::preview::plan::{Action, Effect, Plan, Reason, Step, Waiting};
use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;

/// The transitions into and out of each state.
const UP: [&str; LEVELS] = ["Create", "Install", "Configure", "Start"];
const DOWN: [&str; LEVELS] = ["Delete", "Uninstall", "Uninstall", "Stop"];
/// The first level that all resources enter together.
const TOGETHER: usize = 2;
/// Maximum number of reasons per action.
const MAX_REASONS: usize = 20;
/// Maximum number of edges searched for reasons.
const MAX_INSPECTED_EDGES: usize = 200;
/// Maximum number of steps of a cycle that the message lists.
const MAX_LISTED_CYCLE: usize = 12;

impl Planner<'_> {
    /// The plan, and the finding if it has a deadlock or is too large.
    pub async fn plan(mut self) -> (Plan, Option<Finding>) {
        let not_created = self
            .after
            .dependencies
            .iter()
            .filter(|dependency| !dependency.is_made)
            .map(|dependency| dependency.name.clone())
            .collect();
        if self.is_too_large() {
            let plan = Plan { not_created, ..Plan::default() };
            return (plan, self.finding(0, codes::LIMIT, "the plan is too large to show".to_owned()));
        }
        let nodes: Vec<Node> = self.tasks.iter().map(|task| self.node(*task)).collect();
        let mut schedule = self.schedule(&nodes).await;
        if schedule.cycle.is_some() && self.edges.iter().any(|edge| edge.is_soft) {
            self.edges.retain(|edge| !edge.is_soft);
            schedule = self.schedule(&nodes).await;
        }
        let deadlock = schedule.cycle.as_ref().map_or(Vec::new(), |cycle| self.deadlock(cycle));
        let finding = schedule.cycle.as_ref().and_then(|cycle| self.deadlock_finding(cycle, &deadlock));
        let (stages, raised) = (self.stages(&nodes, &schedule).await, self.raised(&schedule));
        (Plan { stages, raised, not_created, deadlock, trigger: None }, finding)
    }

    async fn schedule(&self, nodes: &[Node]) -> Schedule {
        let edges: Vec<(usize, usize)> = self.edges.iter().map(|edge| (edge.before, edge.after)).collect();
        order(nodes, &edges, TOGETHER..LEVELS, self.progress).await
    }

    async fn stages(&self, nodes: &[Node], schedule: &Schedule) -> Vec<Vec<Action>> {
        let mut incoming: Vec<Vec<usize>> = vec![Vec::new(); self.tasks.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            incoming[edge.after].push(index);
        }
        let has_stops = nodes.iter().any(|node| node.level == Some((LevelStep::Down, LEVELS - 1)));
        let mut stages: Vec<Vec<Action>> = Vec::new();
        for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.is_action) {
            let Some(stage) = schedule.stages[index] else { continue };
            let mut reasons = self.reasons(index, nodes, &incoming);
            reasons.extend(self.special_reason(index, node, schedule, has_stops));
            if stages.len() <= stage {
                stages.resize_with(stage + 1, Vec::new);
            }
            let operations = match self.tasks[index] {
                Task::Create(dependency) => self.after.dependencies[dependency].create.clone(),
                Task::CreateOnBreak(dependency) => self.before.dependencies[dependency].create.clone(),
                Task::Cease(dependency) => self.before.dependencies[dependency].cease.clone(),
                Task::Enter { .. } | Task::Leave { .. } | Task::Update { .. } | Task::Turn(_) => Vec::new(),
            };
            let step = self.step(self.tasks[index]);
            let effect = self.effect(self.tasks[index]);
            stages[stage].push(Action { action: step.action, instance: step.instance, reasons, operations, effect });
            self.progress.piece().await;
        }
        for stage in &mut stages {
            let named =
                stage.drain(..).map(|action| (format!("{} {}", action.action, numbered(&action.instance)), action));
            let mut named: Vec<(String, Action)> = named.collect();
            named.order_by(|(one, _), (other, _)| one.cmp(other));
            stage.extend(named.into_iter().map(|(_, action)| action));
        }
        stages
    }

    /// The reasons why the action at `index` waits: each earlier action once, direct ones first. Steps that are not
    /// actions are skipped; their reason is that of the nearest edge with a cause of its own.
    fn reasons(&self, index: usize, nodes: &[Node], incoming: &[Vec<usize>]) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let mut seen = HashSet::new();
        let mut open: VecDeque<(usize, Option<&Cause>)> = VecDeque::from([(index, None)]);
        let mut looks = 0;
        while let Some((at, cause)) = open.pop_front() {
            for edge in incoming[at].iter().map(|&edge| &self.edges[edge]) {
                looks += 1;
                if reasons.len() >= MAX_REASONS || looks > MAX_INSPECTED_EDGES {
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

    /// The reason for waiting that is not a single action.
    fn special_reason(&self, index: usize, node: &Node, schedule: &Schedule, has_stops: bool) -> Option<Reason> {
        let cause = match (self.tasks[index], node.level) {
            (Task::Leave { leaf, level }, _) if level == LEVELS - 1 && self.is_broken(leaf) => Cause::Broken,
            (Task::CreateOnBreak(_), _) => Cause::Broken,
            (_, Some((LevelStep::Up, level))) if level >= TOGETHER && !schedule.is_apart[index] => {
                Cause::Together { into: State::STARTUP_ORDER[level] }
            }
            // An uninstalled instance has passed the barrier at which all are stopped.
            (_, Some((LevelStep::Down, 1))) if has_stops => Cause::TogetherDown { from: State::Active },
            _ => return None,
        };
        Some(Reason { after: None, cause: (&cause).into() })
    }

    /// The name of a task: its action and subject.
    fn step(&self, task: Task) -> Step {
        let step = |action: String, instance: &str| Step { action, instance: instance.to_owned() };
        match task {
            Task::Create(dependency) => step("Create".to_owned(), &self.after.dependencies[dependency].name),
            Task::CreateOnBreak(dependency) => step("Create".to_owned(), &self.before.dependencies[dependency].name),
            Task::Cease(dependency) | Task::Turn(dependency) => {
                step("Cease".to_owned(), &self.before.dependencies[dependency].name)
            }
            Task::Enter { leaf, level } => {
                let leaf = &self.after.leaves[leaf];
                let action = transition(leaf, UP[level]);
                let action = if level == LEVELS - 1 && leaf.has("Integrity") { action + "+Integrity" } else { action };
                step(action, &leaf.name)
            }
            Task::Leave { leaf, level } => {
                let leaf = &self.before.leaves[leaf];
                step(transition(leaf, DOWN[level]), &leaf.name)
            }
            Task::Update { leaf, update } => {
                let name = if update == UpdateKind::Upgrade { "Upgrade" } else { "Reconfigure" };
                let leaf = &self.after.leaves[leaf];
                step(transition(leaf, name), &leaf.name)
            }
        }
    }

    /// The effect of a task.
    fn effect(&self, task: Task) -> Effect {
        let below = |level: usize| level.checked_sub(1).map(|level| State::STARTUP_ORDER[level].into());
        match task {
            Task::Create(_) | Task::CreateOnBreak(_) => Effect::Makes,
            Task::Cease(_) | Task::Turn(_) => Effect::Ceases,
            Task::Enter { level, .. } => {
                Effect::Passes { from: below(level), to: Some(State::STARTUP_ORDER[level].into()) }
            }
            Task::Leave { leaf, level } => {
                let from = match level {
                    // Uninstall leaves Inactive and Installed at once.
                    1 => State::STARTUP_ORDER[self.before.leaves[leaf].wanted.clamp(1, 2)],
                    _ if level == LEVELS - 1 && self.is_broken(leaf) => State::Broken,
                    _ => State::STARTUP_ORDER[level],
                };
                Effect::Passes { from: Some(from.into()), to: below(level) }
            }
            Task::Update { leaf, .. } => {
                let stays = State::STARTUP_ORDER[self.entered[leaf].0.saturating_sub(1)].into();
                Effect::Passes { from: Some(stays), to: Some(stays) }
            }
        }
    }

    /// The instances that go ahead of the others, and the state they reach.
    fn raised(&self, schedule: &Schedule) -> Vec<String> {
        let mut raised: SortedMap<&str, usize> = SortedMap::new();
        for (index, task) in self.tasks.iter().enumerate() {
            let Task::Enter { leaf, level } = *task else { continue };
            if schedule.is_apart[index] || level > self.after.intended {
                let highest = raised.entry(&self.after.leaves[leaf].name).or_default();
                *highest = level.max(*highest);
            }
        }
        raised.into_iter().map(|(name, level)| format!("{name} to {}", State::STARTUP_ORDER[level].name())).collect()
    }

    /// The steps of a deadlock, each with the reason why it waits for the one before it. Starts with the alphabetically
    /// first step.
    fn deadlock(&self, cycle: &[usize]) -> Vec<Waiting> {
        let mut steps: Vec<Waiting> = Vec::new();
        let mut cause: Option<&Cause> = None;
        let count = cycle.len();
        let is_action = |task: usize| self.node(self.tasks[task]).is_action;
        let has_actions = cycle.iter().any(|&task| is_action(task));
        // Go around twice, so that the reason of the first action is known as well.
        for at in 0..2 * count {
            let (before, task) = (cycle[(at + count - 1) % count], cycle[at % count]);
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

    fn deadlock_finding(&self, cycle: &[usize], deadlock: &[Waiting]) -> Option<Finding> {
        let name = |waiting: &Waiting| format!("`{} {}`", waiting.step.action, waiting.step.instance);
        let first = deadlock.first().map(name)?;
        let way = deadlock.iter().take(MAX_LISTED_CYCLE).map(name).collect::<Vec<_>>().join(", then ");
        let rest = if deadlock.len() > MAX_LISTED_CYCLE { ", and so on" } else { "" };
        let message = format!(
            "deadlock: steps of the plan wait for each other in a cycle: {way}{rest}, then again \
             {first}"
        );
        let is_dependency = |task: &&usize| matches!(self.tasks[**task], Task::Create(_) | Task::Turn(_));
        let by_name = |task: &&usize| self.step(self.tasks[**task]);
        let place =
            cycle.iter().filter(is_dependency).min_by_key(by_name).or_else(|| cycle.iter().min_by_key(by_name))?;
        let finding = self.finding(*place, codes::DEADLOCK, message)?;
        let causes = deadlock.iter().map(|waiting| &waiting.cause);
        let mut whys: Vec<&str> = Vec::new();
        for cause in causes.filter(|cause| cause.kind != Cause::OwnState.kind()) {
            let why = &*cause.text;
            if whys.len() < MAX_LISTED_CYCLE && !whys.contains(&why) {
                whys.push(why);
            }
        }
        Some(finding.help(format!("remove one of these dependencies: {}", whys.join("; "))))
    }

    fn is_broken(&self, leaf: usize) -> bool {
        self.resource_updates.broken.contains(&leaf)
    }

    /// A finding about a task, at its relationship or component.
    fn finding(&self, task: usize, code: &'static str, message: String) -> Option<Finding> {
        let place: Option<&Location> = match *self.tasks.get(task)? {
            Task::Create(dependency) => Some(&self.after.dependencies[dependency].place),
            Task::Cease(dependency) | Task::Turn(dependency) | Task::CreateOnBreak(dependency) => {
                Some(&self.before.dependencies[dependency].place)
            }
            Task::Enter { leaf, .. } | Task::Update { leaf, .. } => self.after.leaves[leaf].place.as_ref(),
            Task::Leave { leaf, .. } => self.before.leaves[leaf].place.as_ref(),
        };
        let (file, span) = place?.clone();
        Some(Finding { code, severity: Severity::Error, file, span, message, help: None, subject: String::new() })
    }
}

/// The name of a transition of `leaf`, in parentheses if no driver is called.
fn transition(leaf: &Leaf, name: &str) -> String {
    match leaf.transitions {
        None => format!("{name}?"),
        Some(_) if leaf.has(name) => name.to_owned(),
        Some(_) => format!("({name})"),
    }
}

/// A sort key in which numbers compare numerically: `web__2` comes before `web__10`.
fn numbered(name: &str) -> String {
    let mut text = String::new();
    for piece in name.split_inclusive("__") {
        let number = piece.trim_end_matches('_');
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        text += &if is_number { format!("{piece:0>24}") } else { piece.to_owned() };
    }
    text
}
