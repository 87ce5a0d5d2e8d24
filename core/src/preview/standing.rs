//! What stands where while a plan is gone through.

use std::collections::HashMap;

use crate::preview::plan::{Effect, Plan, State};

/// Where an instance or a relationship stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// An instance in a state.
    In(State),
    /// A relationship that is made.
    Made,
    /// It is not there yet, or not any more.
    Absent,
}

impl Standing {
    pub fn name(self) -> &'static str {
        match self {
            Standing::In(state) => state.name(),
            Standing::Made => "Made",
            Standing::Absent => "Not there",
        }
    }

    fn of(state: Option<State>) -> Self {
        state.map_or(Standing::Absent, Standing::In)
    }
}

/// Where everything stands that the plan does anything to, by name, when the first `n_stages` stages are done. What the
/// plan does nothing to stays as it is.
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
