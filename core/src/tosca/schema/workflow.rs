//! The tables of workflows, and of the triggers of policies (3.5.17 to 3.5.23, 3.7.7).

use crate::schema::Shape;
use crate::schema::table::{alias, optional, required, since, table};
use crate::symbol::SymbolKind;
use crate::tosca::schema::definition::{CONSTRAINT, IMPLEMENTATIONS, OPERATION, PARAMETER};
use crate::tosca::schema::{VALUES, description, metadata};

table! {
    /// An imperative workflow (3.7.7).
    pub static WORKFLOW = Table {
        name: "workflow",
        doc: "A sequence of steps that replaces the one derived from the relationships.",
        rows: &[
            description(),
            metadata(),
            optional("inputs", Shape::Named(SymbolKind::Input, &Shape::Record(&PARAMETER)), "Inputs of the workflow."),
            optional(
                "preconditions",
                Shape::OneOf(&[Shape::List(&Shape::Record(&PRECONDITION)), Shape::Nothing]),
                "Conditions for starting the workflow.",
            ),
            optional("steps", Shape::Named(SymbolKind::Step, &Shape::Record(&STEP)), "Steps of the workflow."),
            since("1.3", optional("implementation", IMPLEMENTATIONS, "Artifact that runs the workflow instead of steps.")),
            since("1.3", optional("outputs", VALUES, "Attributes that store the results.")),
        ],
    };
}

const CONDITIONS: Shape = Shape::OneOf(&[Shape::List(&CLAUSE), Shape::Nothing]);
static CLAUSE: Shape = Shape::OneOf(&[Shape::Single(&Shape::Record(&CONDITION)), VALUES]);

table! {
    /// A precondition (3.5.22).
    pub static PRECONDITION = Table {
        name: "precondition",
        doc: "A condition for starting a workflow.",
        rows: &[
            required("target", Shape::Name(SymbolKind::NodeTemplate), "Node template or group to check."),
            optional(
                "target_relationship",
                Shape::Name(SymbolKind::Requirement),
                "Requirement of the node whose relationship is checked.",
            ),
            optional("condition", CONDITIONS, "Conditions for the target."),
        ],
    };
}

const ACTIVITIES: Shape = Shape::List(&Shape::Single(&Shape::Record(&ACTIVITY)));
const STEPS: Shape =
    Shape::OneOf(&[Shape::List(&Shape::Name(SymbolKind::Step)), Shape::Name(SymbolKind::Step), Shape::Nothing]);

table! {
    /// A step (3.5.23).
    pub static STEP = Table {
        name: "step",
        doc: "Activities for one node, relationship or group.",
        rows: &[
            required("target", Shape::Name(SymbolKind::NodeTemplate), "Node template or group of the step."),
            optional(
                "target_relationship",
                Shape::Name(SymbolKind::Requirement),
                "Requirement of the node whose relationship is the target.",
            ),
            optional(
                "operation_host",
                Shape::Text,
                "Where operations run: `SOURCE` or `TARGET` of a relationship, or a node or node type of a group.",
            ),
            optional("filter", CONDITIONS, "Conditions for nodes to take part."),
            required("activities", ACTIVITIES, "Activities, in order."),
            optional("on_success", STEPS, "Next steps after success."),
            optional("on_failure", STEPS, "Next steps after a failure."),
        ],
    };
}

table! {
    /// An activity (3.5.19): one of these.
    pub static ACTIVITY = Table {
        name: "activity",
        doc: "A single activity.",
        rows: &[
            optional("delegate", WORKFLOW_NAME, "Delegate to the workflow of the node."),
            optional("set_state", Shape::Text, "Set the state of the node."),
            optional(
                "call_operation",
                Shape::OneOf(&[Shape::Text, Shape::Record(&OPERATION_CALL)]),
                "Call an operation: `interface.operation`.",
            ),
            optional("inline", WORKFLOW_NAME, "Run the steps of another workflow."),
        ],
    };
}

const WORKFLOW_NAME: Shape = Shape::OneOf(&[Shape::Text, Shape::Record(&WORKFLOW_CALL)]);

table! {
    /// The extended notation of `delegate` and `inline` (3.6.23 of version 1.3).
    pub static WORKFLOW_CALL = Table {
        name: "workflow activity",
        doc: "A workflow with values for its inputs.",
        rows: &[
            since("1.3", required("workflow", Shape::Text, "Name of the workflow.")),
            optional("inputs", VALUES, "Values for its inputs."),
        ],
    };
}

table! {
    /// The extended notation of `call_operation` (3.6.23 of version 1.3).
    pub static OPERATION_CALL = Table {
        name: "operation activity",
        doc: "An operation with values for its inputs.",
        rows: &[
            since("1.3", required("operation", Shape::Text, "The operation: `interface.operation`.")),
            optional("inputs", VALUES, "Values for its inputs."),
        ],
    };
}

const ASSERTIONS: Shape = Shape::List(&Shape::Single(&Shape::Map(&Shape::OneOf(&[
    Shape::List(&Shape::Single(&Shape::Record(&CONSTRAINT))),
    Shape::Single(&Shape::Record(&CONSTRAINT)),
    Shape::Text,
]))));

table! {
    /// A condition clause (3.5.21): one of these.
    pub static CONDITION = Table {
        name: "condition",
        doc: "A condition.",
        rows: &[
            optional("and", Shape::List(&CLAUSE), "All of these conditions are met."),
            optional("or", Shape::List(&CLAUSE), "At least one of these conditions is met."),
            optional("assert", ASSERTIONS, "Attributes meet these constraints."),
            since("1.3", optional("not", Shape::List(&CLAUSE), "None of these conditions is met.")),
        ],
    };
}

/// A mapping in the grammar, a list in the tables.
pub const TRIGGERS: Shape = Shape::OneOf(&[
    Shape::Map(&Shape::Record(&TRIGGER)),
    Shape::List(&Shape::Single(&Shape::Map(&Shape::Record(&TRIGGER)))),
]);

table! {
    /// A trigger (3.5.18).
    pub static TRIGGER = Table {
        name: "trigger",
        doc: "An event of a policy and the action it triggers.",
        rows: &[
            description(),
            alias(
                required("event", Shape::OneOf(&[Shape::Text, Shape::Record(&EVENT)]), "Event that activates the trigger."),
                &["event_type"],
            ),
            optional("schedule", VALUES, "Time during which the trigger can be activated."),
            optional("target_filter", Shape::Record(&EVENT_FILTER), "Node to watch."),
            optional(
                "condition",
                Shape::OneOf(&[VALUES, Shape::Record(&TRIGGER_CONDITION), Shape::List(&Shape::Any)]),
                "Condition for the action.",
            ),
            required(
                "action",
                Shape::OneOf(&[Shape::Text, Shape::Record(&OPERATION), ACTIVITIES]),
                "Workflow to start, or operation to call; since TOSCA 1.3 a list of activities.",
            ),
        ],
    };
}

table! {
    pub static EVENT = Table {
        name: "event",
        doc: "The event that activates a trigger.",
        rows: &[required("type", Shape::Text, "Type of the event.")],
    };
}

table! {
    /// An event filter (3.5.17).
    pub static EVENT_FILTER = Table {
        name: "event filter",
        doc: "The node that a trigger watches.",
        rows: &[
            required("node", Shape::Name(SymbolKind::NodeTemplate), "Node template or node type."),
            optional("requirement", Shape::Text, "Requirement that leads to the watched node."),
            optional("capability", Shape::Text, "Capability to watch."),
        ],
    };
}

table! {
    /// The extended notation of the condition of a trigger (3.5.18).
    pub static TRIGGER_CONDITION = Table {
        name: "trigger condition",
        doc: "Condition for the action, with its frequency and duration.",
        rows: &[
            optional("constraint", Shape::Any, "Conditions for the attributes."),
            optional("period", Shape::Text, "Period of observation."),
            optional("evaluations", Shape::Integer, "Number of evaluations in the period."),
            optional("method", Shape::Text, "Aggregation of the observations: `average`."),
        ],
    };
}
