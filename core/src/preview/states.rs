//! The states of items and links at a step of a plan.

use std::collections::HashMap;

use crate::preview::plan::{Effect, Plan, State};

/// The state of an item or link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ItemState {
    /// An item in a state.
    In(State),
    /// A created link.
    Made,
    /// Not created yet, or removed.
    Absent,
}

impl ItemState {
    pub fn name(self) -> &'static str {
        match self {
            ItemState::In(state) => state.name,
            ItemState::Made => "Made",
            ItemState::Absent => "Absent",
        }
    }

    fn of(state: Option<State>) -> Self {
        state.map_or(ItemState::Absent, ItemState::In)
    }
}

/// The states of the items and links affected by the plan after its first `n_stages` stages, by name.
pub fn states_after(plan: &Plan, n_stages: usize) -> HashMap<&str, ItemState> {
    let mut states = HashMap::new();
    for (number, stage) in plan.stages.iter().enumerate() {
        for action in stage {
            let (before, after) = match action.effect {
                Effect::Passes { from, to } => (ItemState::of(from), ItemState::of(to)),
                Effect::Makes => (ItemState::Absent, ItemState::Made),
                Effect::Ceases => (ItemState::Made, ItemState::Absent),
            };
            if number < n_stages {
                states.insert(action.instance.as_str(), after);
            } else {
                states.entry(action.instance.as_str()).or_insert(before);
            }
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::plan::Action;

    /// States belong to the language; the frame knows none of them.
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
            let states = states_after(&plan, n_stages);
            (states["web"], states["web:host"])
        };
        assert_eq!(after(0), (ItemState::Absent, ItemState::Absent));
        assert_eq!(after(1), (ItemState::In(configured), ItemState::Absent));
        assert_eq!(after(2), (ItemState::In(configured), ItemState::Made));
        assert_eq!(after(3), (ItemState::In(started), ItemState::Made));
        assert!(ItemState::In(configured) < ItemState::In(started), "states are sorted by rank");
    }
}
