//! A plan: actions in stages, with the reasons for their order. A language words its states, causes and triggers.

use std::borrow::Cow;
use std::fmt;

use crate::preview::Call;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The actions of one stage may run at the same time.
    pub stages: Vec<Vec<Action>>,
    /// Items that go ahead of the others because a link needs them: `asm__storage to Active`.
    pub raised: Vec<String>,
    /// Links that are not made, because an end never reaches the state that they need.
    pub not_created: Vec<String>,
    /// A cycle of actions, each waiting for the one before it and the first for the last. Actions that wait for the cycle
    /// are in no stage. Empty in a sound plan.
    pub deadlock: Vec<Waiting>,
    /// The event that triggers the plan automatically.
    pub trigger: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The name of the action: `Install`.
    pub action: String,
    /// The name of the item or link that it is done to.
    pub instance: String,
    /// The actions that have to be done before, and why.
    pub reasons: Vec<Reason>,
    /// The operations that it calls on other items.
    pub operations: Vec<Call>,
    pub effect: Effect,
}

/// The difference that an action makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// An item passes into another state, or stays in its state; without a state it does not exist.
    Passes { from: Option<State>, to: Option<State> },
    /// A link is made.
    Makes,
    /// A link ceases to exist.
    Ceases,
}

/// A state that an item can be in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// The position among the states of the language, by which states are sorted.
    pub rank: u8,
    pub name: &'static str,
}

/// Why an action has its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The preceding action; `None` if the wait is for all items, or for something that is not an action.
    pub after: Option<Step>,
    pub cause: Cause,
}

/// An action by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Step {
    pub action: String,
    pub instance: String,
}

/// An action of a cycle, and why it waits for the one before it.
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
