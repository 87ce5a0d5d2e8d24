//! Why one action of a plan comes after another, and the wording of each reason.

use std::borrow::Cow;

use smol_str::SmolStr;

use crate::assembly::state::State;
use crate::preview::plan;

/// The kinds of the two causes in which one instance reads a value of another.
pub const READS: &str = "reads";
pub const READ_BY: &str = "read-by";

/// Why one action must come after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// An instance passes through its states in order.
    OwnState,
    /// `property` of the later instance or relationship reads `source`.
    Reads { property: SmolStr, source: String, from: State },
    /// `property` of the earlier instance or relationship reads `source`, which the later action removes.
    ReadBy { property: SmolStr, source: String },
    /// A relationship is created or ceased at a state of one of its ends.
    Relationship { relationship: String, end: End, state: State, moment: Moment },
    /// All instances enter this state together.
    Together { into: State },
    /// All instances leave this state before any goes further down.
    TogetherDown { from: State },
    /// The instance is Broken and is being healed.
    Broken,
    /// The old instance is removed before its replacement of the same name is created.
    Replaced,
    /// The composition declares that this component is upgraded after another.
    UpgradeDependency { component: SmolStr },
    /// A relationship of the previous version is ceased before its end is upgraded.
    Outdated { relationship: String },
    /// Represents the causes that are not listed.
    Others,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    Source,
    Target,
}

/// How a relationship depends on a state of one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// It is created when the end is in the state.
    MadeIn,
    /// It is created before the end enters the state.
    MadeBefore,
    /// It is ceased before the end leaves the state.
    CeasedBeforeLeaving,
    /// The end had to be in the state before the other end could continue, so it leaves the state after that one.
    LeftAfterOther,
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
    /// The machine-readable kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Cause::OwnState => "own-state",
            Cause::Reads { .. } => READS,
            Cause::ReadBy { .. } => READ_BY,
            Cause::Relationship { .. } => "relationship",
            Cause::Together { .. } | Cause::TogetherDown { .. } => "together",
            Cause::Broken => "broken",
            Cause::Replaced => "replaced",
            Cause::UpgradeDependency { .. } => "upgrade-dependency",
            Cause::Outdated { .. } => "outdated",
            Cause::Others => "others",
        }
    }

    /// The reason as a clause that can follow "because".
    fn text(&self) -> Cow<'static, str> {
        match self {
            Cause::OwnState => "an instance passes through its states in order".into(),
            Cause::Reads { property, source, from } => {
                format!("`{property}` reads `{source}`, which is known once that instance is {}", from.name()).into()
            }
            Cause::ReadBy { property, source } => {
                format!("its `{property}` reads `{source}`, which must not be removed earlier").into()
            }
            Cause::Relationship { relationship, end, state, moment } => {
                let (end, state) = (end.name(), state.name());
                match moment {
                    Moment::MadeIn => format!("`{relationship}` is created when its {end} is {state}"),
                    Moment::MadeBefore => format!("`{relationship}` is created before its {end} becomes {state}"),
                    Moment::CeasedBeforeLeaving => {
                        format!("`{relationship}` is ceased before its {end} leaves {state}")
                    }
                    Moment::LeftAfterOther => format!(
                        "`{relationship}` needed its {end} to be {state} before the other end continued, so the \
                         ends leave their states in reverse order"
                    ),
                }
                .into()
            }
            Cause::Together { into } => {
                let before =
                    State::STARTUP_ORDER.into_iter().rev().find(|state| state < into).unwrap_or(State::Created);
                format!("every instance is {} before any of them continues to {}", before.name(), into.name()).into()
            }
            Cause::TogetherDown { from } => {
                format!("every instance has left {} before any of them continues", from.name()).into()
            }
            Cause::Broken => "the instance is Broken and must be stopped before it can be started again".into(),
            Cause::Replaced => "the old instance is removed before its replacement is created".into(),
            Cause::UpgradeDependency { component } => {
                format!("the composition lists `{component}` as an upgrade dependency").into()
            }
            Cause::Outdated { relationship } => {
                format!("`{relationship}` belongs to the previous version and is ceased before its end changes").into()
            }
            Cause::Others => "and more reasons of this kind".into(),
        }
    }
}

/// The form used in plans.
impl From<&Cause> for plan::Cause {
    fn from(cause: &Cause) -> Self {
        plan::Cause { kind: cause.kind(), text: cause.text() }
    }
}
