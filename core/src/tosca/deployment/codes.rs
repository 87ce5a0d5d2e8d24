//! The finding codes of deployment previews, each with the explanation shown on its page.

pub const MISSING_INPUT: &str = "deployment/missing-input";
pub const UNKNOWN_INPUT: &str = "deployment/unknown-input";
pub const UNKNOWN_WORKFLOW: &str = "deployment/unknown-workflow";
pub const CYCLE: &str = "deployment/cycle";
pub const INTERMEDIATE_STATE: &str = "deployment/intermediate-state";
pub const BAD_SUBSTITUTE: &str = "deployment/bad-substitute";
pub const FULFILLED_TWICE: &str = "deployment/fulfilled-twice";
pub const BAD_INPUT: &str = "deployment/bad-input";
pub const LIMIT: &str = "deployment/limit";

/// Every code with its explanation.
pub const CODES: &[(&str, &str)] = &[
    (
        MISSING_INPUT,
        "A required input has neither a value nor a default. The preview shows a symbol wherever it is used; an \
         orchestrator asks for the value before it deploys the topology.",
    ),
    (UNKNOWN_INPUT, "A value is given for an input that the service template does not define. The value is ignored."),
    (
        UNKNOWN_WORKFLOW,
        "The topology does not define the requested workflow. Besides its own workflows, every topology has the generated \
         workflows `deploy` and `undeploy`.",
    ),
    (
        CYCLE,
        "Nodes require each other in a cycle. A node is created after the targets of its requirements have started, so \
         none of them can be the first (7.2). The plan contains the nodes that do not wait for the cycle.",
    ),
    (
        INTERMEDIATE_STATE,
        "A relationship runs an operation while a node is being configured, but the orchestrator provides this node, so \
         that its states between creation and start are not accessible (7.2.3). The plan leaves the operation out. \
         Implement operations of the node, or use `add_target` or `add_source`.",
    ),
    (
        BAD_SUBSTITUTE,
        "The selected topology cannot replace the node: it is missing, it has no substitution mappings, its `node_type` does \
         not derive from the type of the node, or it contains itself. The preview leaves the node out.",
    ),
    (
        FULFILLED_TWICE,
        "A requirement of a substituted node has a target, and the inner node that it is mapped to has one as well (2.10). \
         Leave one of them out.",
    ),
    (
        BAD_INPUT,
        "The value given for an input does not have its type, or violates its constraints (3.5.13). The preview \
         uses the value nevertheless.",
    ),
    (
        LIMIT,
        "The workflow has more than 20,000 activities with everything that it inlines, or it inlines itself, or its steps \
         form a cycle. The plan contains the other activities.",
    ),
];
