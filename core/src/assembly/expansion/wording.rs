//! The plan in words: its stages with what every action waits for, and the circle that makes one impossible.

use std::collections::HashMap;

use crate::assembly::expansion::codes;
use crate::assembly::expansion::plan::{Edge, Planner, STATES, TOGETHER, Task, Why};
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::schedule::Schedule;
use crate::diagnostic::Severity;
use crate::expansion::{Action, Reason};

/// What leads to each state.
const TRANSITIONS: [&str; 4] = ["Create", "Install", "Configure", "Start"];
/// How many reasons an action names.
const MOST_REASONS: usize = 20;
/// How many steps of a circle its message names.
const LONGEST_CIRCLE: usize = 12;

impl Planner<'_, '_> {
    pub fn stages(&self, schedule: &Schedule) -> Vec<Vec<Action>> {
        let mut reasons: Vec<Vec<Reason>> = vec![Vec::new(); self.tasks.len()];
        let mut more = vec![0_usize; self.tasks.len()];
        for edge in &self.edges {
            if reasons[edge.after].len() < MOST_REASONS {
                reasons[edge.after].push(self.reason(edge));
            } else {
                more[edge.after] += 1;
            }
        }
        let mut stages: Vec<Vec<Action>> = Vec::new();
        for (index, reasons) in reasons.into_iter().enumerate() {
            let Some(stage) = schedule.stages[index] else { continue };
            let mut reasons = reasons;
            if more[index] > 0 {
                reasons.push(Reason { after: None, why: format!("and {} more of this kind", more[index]) });
            }
            if let Some(level) = self.level(self.tasks[index]).filter(|level| *level >= TOGETHER)
                && !schedule.is_ahead[index]
            {
                let (state, next) = (STATES[level - 1], STATES[level]);
                let why = format!("every instance is {state} before one of them goes on to {next}");
                reasons.push(Reason { after: None, why });
            }
            if stages.len() <= stage {
                stages.resize_with(stage + 1, Vec::new);
            }
            let operations = match self.tasks[index] {
                Task::Bond(bond) => self.bonds[bond].create.clone(),
                Task::Step { .. } => Vec::new(),
            };
            let (action, instance) = self.describe(self.tasks[index]);
            stages[stage].push(Action { action, instance, reasons, operations });
        }
        for stage in &mut stages {
            stage.sort_by_cached_key(|action| format!("{} {}", action.action, action.instance));
        }
        stages
    }

    /// What the task is called: the action and what it is done to.
    fn describe(&self, task: Task) -> (String, String) {
        match task {
            Task::Bond(bond) => ("Create".to_owned(), self.bond_name(bond)),
            Task::Step { leaf, level } => {
                let unit = &self.engine.units[self.leaves[leaf]];
                let name = TRANSITIONS[level];
                let Some(base) = &unit.base else { return (format!("{name}?"), unit.name.to_string()) };
                let has =
                    |name: &str| base.descriptor.lifecycle.iter().any(|transition| transition.value.trim() == name);
                let action = if has(name) { name.to_owned() } else { format!("({name})") };
                let action = if level == 3 && has("Integrity") { action + "+Integrity" } else { action };
                (action, unit.name.to_string())
            }
        }
    }

    pub fn bond_name(&self, bond: usize) -> String {
        let bond = &self.bonds[bond];
        format!("{}:{}", self.engine.units[bond.owner].name, bond.name)
    }

    fn reason(&self, edge: &Edge) -> Reason {
        let after = self.describe(self.tasks[edge.before]);
        let why = match &edge.why {
            Why::OwnState => "an instance goes from state to state".to_owned(),
            Why::Reads { property, output } => {
                format!("`{property}` reads `{}.{output}`, known once that instance is Installed", after.1)
            }
            Why::Bond { bond, is_source, level, is_after } => {
                let (name, state) = (self.bond_name(*bond), STATES[*level]);
                match (is_source, is_after) {
                    (true, true) => format!("`{name}` is made when its source is {state}"),
                    (true, false) => format!("`{name}` is made before its source becomes {state}"),
                    (false, true) => format!("`{name}` is made when its target is {state}"),
                    (false, false) => format!("`{name}` is made before its target becomes {state}"),
                }
            }
        };
        Reason { after: Some(after), why }
    }

    /// What goes ahead of the others, and how far.
    pub fn raised(&self, schedule: &Schedule) -> Vec<String> {
        let mut raised: HashMap<usize, usize> = HashMap::new();
        for (index, task) in self.tasks.iter().enumerate() {
            let Task::Step { leaf, level } = *task else { continue };
            if schedule.is_ahead[index] || level > self.intended {
                let highest = raised.entry(leaf).or_default();
                *highest = level.max(*highest);
            }
        }
        let names = raised
            .into_iter()
            .map(|(leaf, level)| format!("{} to {}", self.engine.units[self.leaves[leaf]].name, STATES[level]));
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    pub fn deadlock(&self, circle: &[usize]) -> Option<Finding> {
        let mut steps: Vec<(String, usize)> = circle
            .iter()
            .map(|&task| {
                let (action, instance) = self.describe(self.tasks[task]);
                (format!("`{action} {instance}`"), task)
            })
            .collect();
        let first = (0..steps.len()).min_by_key(|&index| &steps[index].0).unwrap_or(0);
        steps.rotate_left(first);
        let first = steps.first()?.clone();
        let names: Vec<&str> = steps.iter().map(|(name, _)| name.as_str()).collect();
        let way = names.iter().take(LONGEST_CIRCLE).copied().collect::<Vec<_>>().join(", then ");
        let rest = if names.len() > LONGEST_CIRCLE { ", and so on" } else { "" };
        let message = format!("steps of the plan wait for each other in a circle: {way}{rest}, then again {}", first.0);
        let place = steps.iter().map(|(_, task)| *task).find(|task| matches!(self.tasks[*task], Task::Bond(_)));
        self.finding(place.unwrap_or(first.1), codes::DEADLOCK, message)
    }

    /// A finding about a task, at its relationship or component.
    pub fn finding(&self, task: usize, code: &'static str, message: String) -> Option<Finding> {
        let (file, span) = match *self.tasks.get(task)? {
            Task::Bond(bond) => (self.bonds[bond].file, self.bonds[bond].text.name.span),
            Task::Step { leaf, .. } => {
                let (part, file) = self.engine.part(self.leaves[leaf])?;
                (file, part.component.name.span)
            }
        };
        let file = file.path.clone();
        Some(Finding { code, severity: Severity::Error, file, span, message, help: None, subject: String::new() })
    }
}
