//! Plans: actions in stages, with the reasons for their order.

use serde::Serialize;

use crate::document::preview::deployment::Activity;
use crate::preview::plan;

/// The actions, and the reasons for their order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The stages in order. Actions in a stage can run in parallel.
    pub stages: Vec<Vec<Action>>,
    /// Instances that are started early because a relationship needs them; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub raised: Vec<String>,
    /// Relationships whose target never reaches the state in which they are created; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_created: Vec<String>,
    /// A cycle of actions, each waiting for the previous one, and the first for the last; absent if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deadlock: Vec<Waiting>,
    /// The activities of a TOSCA workflow in order, with the nodes on which they run; absent for other languages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub activities: Vec<Activity>,
    /// The event that triggers the plan automatically, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
}

/// An action, by its name and its instance or relationship.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// `Install`; `(Install)` if the descriptor has no such transition, so nothing is called; `Install?` without a
    /// descriptor.
    pub action: String,
    pub instance: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Action {
    #[serde(flatten)]
    pub step: Step,
    /// The operations that a relationship calls; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<String>,
    /// The actions that must be done first, with the reasons; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
}

/// The reason for the position of an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// The preceding action; absent if it waits for all instances, or for something other than an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Step>,
    #[serde(flatten)]
    pub cause: Cause,
}

/// An action of a cycle, and the reason why it waits for the previous one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Waiting {
    #[serde(flatten)]
    pub step: Step,
    #[serde(flatten)]
    pub cause: Cause,
}

/// The reason why one action waits for another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cause {
    /// The kind of reason: `own-state`, `reads`, `relationship`.
    pub kind: String,
    /// The reason in words.
    pub because: String,
}

impl Plan {
    pub fn new(plan: &plan::Plan) -> Self {
        Plan {
            stages: plan.stages.iter().map(|stage| stage.iter().map(Action::new).collect()).collect(),
            raised: plan.raised.clone(),
            not_created: plan.not_created.clone(),
            deadlock: plan.deadlock.iter().map(Waiting::new).collect(),
            activities: Vec::new(),
            trigger: plan.trigger.clone(),
        }
    }
}

impl Action {
    pub fn new(action: &plan::Action) -> Self {
        Action {
            step: Step { action: action.action.clone(), instance: action.instance.clone() },
            operations: action.operations.iter().map(ToString::to_string).collect(),
            reasons: action.reasons.iter().map(Reason::new).collect(),
        }
    }
}

impl Step {
    fn new(step: &plan::Step) -> Self {
        Step { action: step.action.clone(), instance: step.instance.clone() }
    }
}

impl Reason {
    fn new(reason: &plan::Reason) -> Self {
        Reason { after: reason.after.as_ref().map(Step::new), cause: Cause::new(&reason.cause) }
    }
}

impl Waiting {
    fn new(waiting: &plan::Waiting) -> Self {
        Waiting { step: Step::new(&waiting.step), cause: Cause::new(&waiting.cause) }
    }
}

impl Cause {
    fn new(cause: &plan::Cause) -> Self {
        Cause { kind: cause.kind.to_owned(), because: cause.text.to_string() }
    }
}
