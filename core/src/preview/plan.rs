//! Plans: actions in stages, with the reasons for their order. Each language provides the names of its states and the
//! texts of causes and triggers.

use std::borrow::Cow;
use std::fmt;

use crate::preview::Call;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The actions of one stage may run in parallel.
    pub stages: Vec<Vec<Action>>,
    /// Items that are started early because a link needs them: `asm__storage to Active`.
    pub raised: Vec<String>,
    /// Links that are not created because one end never reaches the required state.
    pub not_created: Vec<String>,
    /// A cycle of actions, each waiting for the previous one, and the first for the last. Actions that wait for the
    /// cycle are in no stage. Empty if there is no deadlock.
    pub deadlock: Vec<Waiting>,
    /// The event that triggers the plan automatically.
    pub trigger: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The name of the action: `Install`.
    pub action: String,
    /// The name of the affected item or link.
    pub instance: String,
    /// The actions that must be done first, with the reasons.
    pub reasons: Vec<Reason>,
    /// The operations it calls on other items.
    pub operations: Vec<Call>,
    pub effect: Effect,
}

/// The effect of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// An item changes its state, or keeps it. `None` means that it does not exist.
    Passes { from: Option<State>, to: Option<State> },
    /// A link is created.
    Makes,
    /// A link is removed.
    Ceases,
}

/// A state of an item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// The sort order among the states of the language.
    pub rank: u8,
    pub name: &'static str,
}

/// The reason for the position of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The preceding action; `None` if it waits for all items, or for something other than an action.
    pub after: Option<Step>,
    pub cause: Cause,
}

/// An action by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Step {
    pub action: String,
    pub instance: String,
}

/// An action of a cycle, and why it waits for the previous one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    pub step: Step,
    pub cause: Cause,
}

/// Why one action comes after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// The machine-readable kind: `own-state`, `reads`.
    pub kind: &'static str,
    /// The reason in words, as a clause after "because".
    pub text: Cow<'static, str>,
}

impl fmt::Display for Cause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}
