//! The lifecycle states of instances.

use crate::preview::plan;

/// A lifecycle state of an instance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State {
    Created,
    Installed,
    Inactive,
    Active,
    Broken,
}

impl State {
    /// The states that an instance passes through until it is active, in order.
    pub const STARTUP_ORDER: [State; 4] = [State::Created, State::Installed, State::Inactive, State::Active];

    pub fn name(self) -> &'static str {
        match self {
            State::Created => "Created",
            State::Installed => "Installed",
            State::Inactive => "Inactive",
            State::Active => "Active",
            State::Broken => "Broken",
        }
    }

    /// The previous state on the way up.
    pub fn before(self) -> Option<State> {
        match self {
            State::Installed => Some(State::Created),
            State::Inactive => Some(State::Installed),
            State::Active => Some(State::Inactive),
            State::Created | State::Broken => None,
        }
    }

    /// Parses the name of a state.
    pub fn named(name: &str) -> Option<State> {
        Self::STARTUP_ORDER.into_iter().chain([State::Broken]).find(|state| state.name() == name.trim())
    }

    /// Parses the name of a state that an intent can ask for.
    pub fn requestable(name: &str) -> Option<State> {
        State::named(name).filter(|state| matches!(state, State::Installed | State::Inactive | State::Active))
    }
}

/// The form used in plans.
impl From<State> for plan::State {
    fn from(state: State) -> Self {
        plan::State { rank: state as u8, name: state.name() }
    }
}
