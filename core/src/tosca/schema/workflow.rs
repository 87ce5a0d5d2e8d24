//! The tables of workflows, and of the triggers of policies (3.5.17 to 3.5.23, 3.7.7).

use crate::schema::{Record, Shape, alias, optional, required};
use crate::symbol::SymbolKind;
use crate::tosca::schema::definition::{CONSTRAINT, OPERATION, PARAMETER};
use crate::tosca::schema::{VALUES, description, metadata};

/// An imperative workflow (3.7.7).
pub static WORKFLOW: Record = Record {
    name: "workflow",
    doc: "A sequence of steps in place of the one that follows from the relationships.",
    fields: &[
        description(),
        metadata(),
        optional("inputs", Shape::Named(SymbolKind::Input, &Shape::Record(&PARAMETER)), "What the workflow is given."),
        optional(
            "preconditions",
            Shape::OneOf(&[Shape::List(&Shape::Record(&PRECONDITION)), Shape::Nothing]),
            "What must hold for it to start, each of them.",
        ),
        optional("steps", Shape::Map(&Shape::Record(&STEP)), "What is done."),
    ],
};

const CONDITIONS: Shape = Shape::OneOf(&[Shape::List(&CLAUSE), Shape::Nothing]);
static CLAUSE: Shape = Shape::OneOf(&[Shape::Single(&Shape::Record(&CONDITION)), VALUES]);

/// A precondition (3.5.22).
pub static PRECONDITION: Record = Record {
    name: "precondition",
    doc: "What must hold for a workflow to start.",
    fields: &[
        required("target", Shape::Name(SymbolKind::NodeTemplate), "The node template or group that it speaks of."),
        optional(
            "target_relationship",
            Shape::Name(SymbolKind::Requirement),
            "The requirement of that node whose relationship it speaks of.",
        ),
        optional("condition", CONDITIONS, "What must hold there."),
    ],
};

const STEPS: Shape = Shape::OneOf(&[Shape::List(&Shape::Text), Shape::Text, Shape::Nothing]);

/// A step (3.5.23).
pub static STEP: Record = Record {
    name: "step",
    doc: "What is done to one node, relationship or group.",
    fields: &[
        required("target", Shape::Name(SymbolKind::NodeTemplate), "The node template or group that it is done to."),
        optional(
            "target_relationship",
            Shape::Name(SymbolKind::Requirement),
            "The requirement of that node whose relationship it is done to.",
        ),
        optional(
            "operation_host",
            Shape::Text,
            "Where operations are run: of a relationship, `SOURCE` or `TARGET`; of a group, a node or node type.",
        ),
        optional("filter", CONDITIONS, "What must hold for a node to take part."),
        required("activities", Shape::List(&Shape::Single(&Shape::Record(&ACTIVITY))), "What is done, in this order."),
        optional("on_success", STEPS, "The steps that follow."),
        optional("on_failure", STEPS, "The steps that follow where it fails."),
    ],
};

/// An activity (3.5.19): one of these.
pub static ACTIVITY: Record = Record {
    name: "activity",
    doc: "A single thing to do.",
    fields: &[
        optional("delegate", Shape::OneOf(&[Shape::Text, VALUES]), "Leave it to the workflow of the node itself."),
        optional("set_state", Shape::Text, "Set the state of the node."),
        optional("call_operation", Shape::OneOf(&[Shape::Text, VALUES]), "Call an operation: `interface.operation`."),
        optional("inline", Shape::OneOf(&[Shape::Text, VALUES]), "Do the steps of another workflow."),
    ],
};

const ASSERTIONS: Shape = Shape::List(&Shape::Single(&Shape::Map(&Shape::OneOf(&[
    Shape::List(&Shape::Single(&Shape::Record(&CONSTRAINT))),
    Shape::Single(&Shape::Record(&CONSTRAINT)),
    Shape::Text,
]))));

/// A condition clause (3.5.21): one of these.
pub static CONDITION: Record = Record {
    name: "condition",
    doc: "What must hold.",
    fields: &[
        optional("and", Shape::List(&CLAUSE), "Each of these holds."),
        optional("or", Shape::List(&CLAUSE), "At least one of these holds."),
        optional("assert", ASSERTIONS, "The attributes hold to these constraints."),
        optional("not", Shape::List(&CLAUSE), "None of these holds. TOSCA 1.3."),
    ],
};

/// A mapping in the grammar, a list in the tables.
pub const TRIGGERS: Shape = Shape::OneOf(&[
    Shape::Map(&Shape::Record(&TRIGGER)),
    Shape::List(&Shape::Single(&Shape::Map(&Shape::Record(&TRIGGER)))),
]);

/// A trigger (3.5.18).
pub static TRIGGER: Record = Record {
    name: "trigger",
    doc: "What a policy does, and when.",
    fields: &[
        description(),
        alias(
            required("event", Shape::OneOf(&[Shape::Text, Shape::Record(&EVENT)]), "The event that sets it off."),
            &["event_type"],
        ),
        optional("schedule", VALUES, "The time in which it can be set off."),
        optional("target_filter", Shape::Record(&EVENT_FILTER), "The node that is watched."),
        optional(
            "condition",
            Shape::OneOf(&[VALUES, Shape::Record(&TRIGGER_CONDITION), Shape::List(&Shape::Any)]),
            "What must hold for it to act.",
        ),
        required(
            "action",
            Shape::OneOf(&[Shape::Text, Shape::Record(&OPERATION), Shape::List(&Shape::Any)]),
            "The workflow that is started, or the operation that is called.",
        ),
    ],
};

pub static EVENT: Record = Record {
    name: "event",
    doc: "The event that sets a trigger off.",
    fields: &[required("type", Shape::Text, "The type of the event.")],
};

/// An event filter (3.5.17).
pub static EVENT_FILTER: Record = Record {
    name: "event filter",
    doc: "The node that a trigger watches.",
    fields: &[
        required("node", Shape::Text, "The node template or node type."),
        optional("requirement", Shape::Text, "The requirement of it that leads to the node that is watched."),
        optional("capability", Shape::Text, "The capability that is watched."),
    ],
};

/// The extended notation of the condition of a trigger (3.5.18).
pub static TRIGGER_CONDITION: Record = Record {
    name: "trigger condition",
    doc: "What must hold for a trigger to act, how often and for how long.",
    fields: &[
        optional("constraint", Shape::Any, "What the attributes must hold to."),
        optional("period", Shape::Text, "The time over which it is observed."),
        optional("evaluations", Shape::Integer, "How many times in that period."),
        optional("method", Shape::Text, "How the observations become one value: `average`."),
    ],
};
