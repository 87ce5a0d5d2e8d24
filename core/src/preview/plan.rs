//! What is done, in which order, and why in this order.

use std::fmt;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::preview::{Call, Known};

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// What happens in one stage may happen at the same time.
    pub stages: Vec<Vec<Action>>,
    /// Instances that go ahead of the others because a relationship needs them: `asm__storage to Active`.
    pub raised: Vec<String>,
    /// Relationships whose target does not reach the state that they are made for.
    pub not_created: Vec<String>,
    /// Actions that wait for each other, each for the one before it and the first for the last; what comes after them
    /// is in no stage. Empty where the plan is sound.
    pub deadlock: Vec<Waiting>,
    /// What sets it off, where nobody has to ask for it.
    pub trigger: Option<Trigger>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// `Install`; `(Install)` where the descriptor has no such transition; `Install?` where there is no descriptor;
    /// `Create` or `Cease` of a relationship.
    pub action: String,
    /// The name of the instance; of a relationship, with its assembly: `asm:uses__1`.
    pub instance: String,
    /// What has to be done before, and why.
    pub reasons: Vec<Reason>,
    /// The operations that a relationship calls.
    pub operations: Vec<Call>,
    pub effect: Effect,
}

/// What is different when an action is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// An instance is in another state, or in the same as another one; without a state it is not there.
    Passes { from: Option<State>, to: Option<State> },
    /// A relationship is there.
    Makes,
    /// A relationship is not there any more.
    Ceases,
}

/// Why an action has its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What is done before. `None` where the action waits for all instances, or for what is no action.
    pub after: Option<Step>,
    pub cause: Cause,
}

/// An action by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Step {
    pub action: String,
    pub instance: String,
}

/// An action on a circle, and why it waits for the one before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    pub step: Step,
    pub cause: Cause,
}

/// Why one action comes after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// An instance goes from state to state.
    OwnState,
    /// `property` of the later instance, or relationship, reads `source`.
    Reads { property: SmolStr, source: String, from: State },
    /// `property` of the earlier instance, or relationship, reads `source`, which the later one would take away.
    ReadBy { property: SmolStr, source: String },
    /// A relationship is made, or ceased, at a state of one of its ends.
    Relationship { relationship: String, end: End, state: State, moment: Moment },
    /// All instances take the step into this state together.
    Together { into: State },
    /// All instances leave this state before one goes on down.
    TogetherDown { from: State },
    /// The instance broke, which is what is healed.
    Broken,
    /// The old one goes before the new one of the same name comes.
    Replaced,
    /// The composition says that this component is upgraded after another one.
    UpgradeDependency { component: SmolStr },
    /// A relationship of the version before is ceased before its end is of the new one.
    Outdated { relationship: String },
    /// There are more like the others.
    Others,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    Source,
    Target,
}

/// What a relationship and a state of one of its ends have to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// It is made when the end is in the state.
    MadeIn,
    /// It is made before the end gets into the state.
    MadeBefore,
    /// It is ceased before the end leaves the state.
    CeasedBeforeLeaving,
    /// The end was in the state before the other end could go on; now it leaves the state after that one.
    LeftAfterOther,
}

/// A state that an instance can be in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum State {
    Created,
    Installed,
    Inactive,
    Active,
    Broken,
}

/// A policy that asks for scaling.
#[derive(Clone, PartialEq, Debug)]
pub struct Trigger {
    pub policy: SmolStr,
    pub metric: SmolStr,
    /// Whether the load is above the threshold, or below it.
    pub is_above: bool,
    /// In percent; `None` where the policy has none.
    pub threshold: Option<Known>,
    /// How many times in a row.
    pub smoothing: Option<Known>,
}

impl State {
    /// The states on the way up, in their order.
    pub const WAY: [State; 4] = [State::Created, State::Installed, State::Inactive, State::Active];

    pub fn name(self) -> &'static str {
        match self {
            State::Created => "Created",
            State::Installed => "Installed",
            State::Inactive => "Inactive",
            State::Active => "Active",
            State::Broken => "Broken",
        }
    }

    /// The state of this name.
    pub fn named(name: &str) -> Option<State> {
        Self::WAY.into_iter().chain([State::Broken]).find(|state| state.name() == name.trim())
    }

    /// The state of this name, if it is one that an assembly can be asked to be in.
    pub fn requestable(name: &str) -> Option<State> {
        State::named(name).filter(|state| matches!(state, State::Installed | State::Inactive | State::Active))
    }
}

impl End {
    pub fn name(self) -> &'static str {
        match self {
            End::Source => "source",
            End::Target => "target",
        }
    }
}

impl Cause {
    /// What programs know it by.
    pub fn kind(&self) -> &'static str {
        match self {
            Cause::OwnState => "own-state",
            Cause::Reads { .. } => "reads",
            Cause::ReadBy { .. } => "read-by",
            Cause::Relationship { .. } => "relationship",
            Cause::Together { .. } | Cause::TogetherDown { .. } => "together",
            Cause::Broken => "broken",
            Cause::Replaced => "replaced",
            Cause::UpgradeDependency { .. } => "upgrade-dependency",
            Cause::Outdated { .. } => "outdated",
            Cause::Others => "others",
        }
    }
}

/// As the preview says it, behind "because".
impl fmt::Display for Cause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::OwnState => formatter.write_str("an instance goes from state to state"),
            Cause::Reads { property, source, from } => {
                write!(formatter, "`{property}` reads `{source}`, known once that instance is {}", from.name())
            }
            Cause::ReadBy { property, source } => {
                write!(formatter, "its `{property}` reads `{source}`, which has to last as long")
            }
            Cause::Relationship { relationship, end, state, moment } => {
                let (end, state) = (end.name(), state.name());
                match moment {
                    Moment::MadeIn => write!(formatter, "`{relationship}` is made when its {end} is {state}"),
                    Moment::MadeBefore => {
                        write!(formatter, "`{relationship}` is made before its {end} becomes {state}")
                    }
                    Moment::CeasedBeforeLeaving => {
                        write!(formatter, "`{relationship}` is ceased before its {end} leaves {state}")
                    }
                    Moment::LeftAfterOther => {
                        write!(
                            formatter,
                            "`{relationship}` had its {end} {state} before the other end went on, so they go down the other way round"
                        )
                    }
                }
            }
            Cause::Together { into } => {
                let before = State::WAY.into_iter().rev().find(|state| state < into).unwrap_or(State::Created);
                write!(formatter, "every instance is {} before one of them goes on to {}", before.name(), into.name())
            }
            Cause::TogetherDown { from } => {
                write!(formatter, "every instance has left {} before one of them goes on", from.name())
            }
            Cause::Broken => formatter.write_str("the instance is Broken, and has to be stopped to be started again"),
            Cause::Replaced => formatter.write_str("what was there has to go before what replaces it is made"),
            Cause::UpgradeDependency { component } => {
                write!(formatter, "the composition names `{component}` among its upgrade dependencies")
            }
            Cause::Outdated { relationship } => {
                write!(
                    formatter,
                    "`{relationship}` belongs to the version before, and is ceased before its end is changed"
                )
            }
            Cause::Others => formatter.write_str("and others of this kind"),
        }
    }
}

/// `B.load` above 90 % at least 4 times in a row (`scaleStreamer`).
impl fmt::Display for Trigger {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |known: &Known| match known {
            Known::Value(Value::String(text)) => text.clone(),
            known => known.to_string(),
        };
        let side = if self.is_above { "above" } else { "below" };
        write!(formatter, "`{}` {side} ", self.metric)?;
        match &self.threshold {
            Some(threshold) => write!(formatter, "{} %", plain(threshold))?,
            None => formatter.write_str("its threshold")?,
        }
        if let Some(smoothing) = &self.smoothing {
            write!(formatter, ", {} times in a row", plain(smoothing))?;
        }
        write!(formatter, " (policy `{}`)", self.policy)
    }
}
