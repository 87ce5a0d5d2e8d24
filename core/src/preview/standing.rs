//! The states of items and links while one steps through a plan.

use std::collections::HashMap;

use crate::preview::plan::{Effect, Plan, State};

/// The state of an item or link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// An item in a state.
    In(State),
    /// A link that is made.
    Made,
    /// It does not exist yet, or no longer.
    Absent,
}

impl Standing {
    pub fn name(self) -> &'static str {
        match self {
            Standing::In(state) => state.name,
            Standing::Made => "Made",
            Standing::Absent => "Not there",
        }
    }

    fn of(state: Option<State>) -> Self {
        state.map_or(Standing::Absent, Standing::In)
    }
}

/// The states of the items and links that the plan affects, by name, after its first `n_stages` stages.
pub fn standing(plan: &Plan, n_stages: usize) -> HashMap<&str, Standing> {
    let mut standing = HashMap::new();
    for (number, stage) in plan.stages.iter().enumerate() {
        for action in stage {
            let (before, after) = match action.effect {
                Effect::Passes { from, to } => (Standing::of(from), Standing::of(to)),
                Effect::Makes => (Standing::Absent, Standing::Made),
                Effect::Ceases => (Standing::Made, Standing::Absent),
            };
            if number < n_stages {
                standing.insert(action.instance.as_str(), after);
            } else {
                standing.entry(action.instance.as_str()).or_insert(before);
            }
        }
    }
    standing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::plan::Action;

    /// States are the language's own: the frame knows none of them.
    #[test]
    fn states_follow_the_stages_of_a_plan() {
        let [configured, started] = [(1, "configured"), (2, "started")].map(|(rank, name)| State { rank, name });
        let action = |instance: &str, effect| Action {
            action: "do".to_owned(),
            instance: instance.to_owned(),
            reasons: Vec::new(),
            operations: Vec::new(),
            effect,
        };
        let stages = vec![
            vec![action("web", Effect::Passes { from: None, to: Some(configured) })],
            vec![action("web:host", Effect::Makes)],
            vec![action("web", Effect::Passes { from: Some(configured), to: Some(started) })],
        ];
        let plan = Plan { stages, ..Plan::default() };
        let after = |n_stages| {
            let standing = standing(&plan, n_stages);
            (standing["web"], standing["web:host"])
        };
        assert_eq!(after(0), (Standing::Absent, Standing::Absent));
        assert_eq!(after(1), (Standing::In(configured), Standing::Absent));
        assert_eq!(after(2), (Standing::In(configured), Standing::Made));
        assert_eq!(after(3), (Standing::In(started), Standing::Made));
        assert!(Standing::In(configured) < Standing::In(started), "states are sorted by rank");
    }
}
