//! Why one action of a plan comes after another, and how that is worded.

use std::borrow::Cow;

use smol_str::SmolStr;

use crate::assembly::state::State;
use crate::preview::plan;

/// The kinds of causes that are values which one instance reads from another.
pub const READS: &str = "reads";
pub const READ_BY: &str = "read-by";

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

    /// The reason in words, as a clause after "because".
    fn text(&self) -> Cow<'static, str> {
        match self {
            Cause::OwnState => "an instance goes from state to state".into(),
            Cause::Reads { property, source, from } => {
                format!("`{property}` reads `{source}`, known once that instance is {}", from.name()).into()
            }
            Cause::ReadBy { property, source } => {
                format!("its `{property}` reads `{source}`, which has to last as long").into()
            }
            Cause::Relationship { relationship, end, state, moment } => {
                let (end, state) = (end.name(), state.name());
                match moment {
                    Moment::MadeIn => format!("`{relationship}` is made when its {end} is {state}"),
                    Moment::MadeBefore => format!("`{relationship}` is made before its {end} becomes {state}"),
                    Moment::CeasedBeforeLeaving => {
                        format!("`{relationship}` is ceased before its {end} leaves {state}")
                    }
                    Moment::LeftAfterOther => format!(
                        "`{relationship}` had its {end} {state} before the other end went on, so they go down the other way round"
                    ),
                }
                .into()
            }
            Cause::Together { into } => {
                let before = State::WAY.into_iter().rev().find(|state| state < into).unwrap_or(State::Created);
                format!("every instance is {} before one of them goes on to {}", before.name(), into.name()).into()
            }
            Cause::TogetherDown { from } => {
                format!("every instance has left {} before one of them goes on", from.name()).into()
            }
            Cause::Broken => "the instance is Broken, and has to be stopped to be started again".into(),
            Cause::Replaced => "what was there has to go before what replaces it is made".into(),
            Cause::UpgradeDependency { component } => {
                format!("the composition names `{component}` among its upgrade dependencies").into()
            }
            Cause::Outdated { relationship } => {
                format!("`{relationship}` belongs to the version before, and is ceased before its end is changed")
                    .into()
            }
            Cause::Others => "and others of this kind".into(),
        }
    }
}

/// As plans have it.
impl From<&Cause> for plan::Cause {
    fn from(cause: &Cause) -> Self {
        plan::Cause { kind: cause.kind(), text: cause.text() }
    }
}
