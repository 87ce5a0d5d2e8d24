//! The codes of what the expansion reports, each with the paragraph that its page shows.

pub const BAD_INTENT: &str = "expansion/bad-intent";
pub const UNKNOWN_INPUT: &str = "expansion/unknown-input";
pub const IGNORED_INPUT: &str = "expansion/ignored-input";
pub const BAD_INPUT: &str = "expansion/bad-input";
pub const REQUIRED_UNSET: &str = "expansion/required-unset";
pub const IGNORED_VALUE: &str = "expansion/ignored-value";
pub const VALUE_CYCLE: &str = "expansion/value-cycle";
pub const UNRESOLVED_REFERENCE: &str = "expansion/unresolved-reference";
pub const BAD_PATH: &str = "expansion/bad-path";
pub const ITEM_KEY_GUESS: &str = "expansion/item-key-guess";
pub const MANY_VALUES: &str = "expansion/many-values";
pub const UNRESOLVED_TYPE: &str = "expansion/unresolved-type";
pub const CONTAINMENT_CYCLE: &str = "expansion/containment-cycle";
pub const BAD_QUANTITY: &str = "expansion/bad-quantity";
pub const CLUSTER_BOUNDS: &str = "expansion/cluster-bounds";
pub const NOT_A_COLLECTION: &str = "expansion/not-a-collection";
pub const SYMBOLIC_COUNT: &str = "expansion/symbolic-count";
pub const DUPLICATE_NAME: &str = "expansion/duplicate-name";
pub const DYNAMIC_TYPE: &str = "expansion/dynamic-type";
pub const SYMBOLIC_TYPE: &str = "expansion/symbolic-type";
pub const VERSION_RANGE: &str = "expansion/version-range";
pub const UNRESOLVED_END: &str = "expansion/unresolved-end";
pub const UNRESOLVED_OPERATION: &str = "expansion/unresolved-operation";
pub const FIRST_OF_MAP: &str = "expansion/first-of-map";
pub const DEADLOCK: &str = "expansion/deadlock";
pub const NOTHING_TO_DO: &str = "expansion/nothing-to-do";
pub const SCALED_VALUE: &str = "expansion/scaled-value";
pub const MOVED_ITEMS: &str = "expansion/moved-items";
pub const LIMIT: &str = "expansion/limit";

/// Every code, with what it means.
pub const CODES: &[(&str, &str)] = &[
    (
        BAD_INTENT,
        "The intent itself is wrong: the name of the assembly instance has a blank, two underscores in a row or a \
         digit at its start, it is for a descriptor that is not in the catalog, is a resource, or is another than the one \
         that is expanded, the intended state is none of `Installed`, `Inactive` and `Active` or cannot be reached from \
         the present one, or there is no such instance to heal or no such cluster to scale. The preview goes on with the \
         name as it is, for the descriptor that it shows, with `Active`, and without the plan for what is not there.",
    ),
    (
        UNKNOWN_INPUT,
        "The intent sets a property that the descriptor does not declare. An orchestrator has nowhere to put it.",
    ),
    (
        IGNORED_INPUT,
        "The intent sets a property that cannot be set from outside: it is read-only, or the descriptor fixes it \
         with `value`. What the intent says is ignored.",
    ),
    (
        BAD_INPUT,
        "The intent gives a text that does not fit the type of the property, as `two` for an integer. Intents carry \
         texts; numbers, truth values, lists and maps are read from them, the last two as JSON.",
    ),
    (
        REQUIRED_UNSET,
        "A property with `required: true` gets no value: not from the intent, not from the enclosing assembly, and it \
         has no default. On the assembly that is expanded this is an error, on a component a warning.",
    ),
    (
        IGNORED_VALUE,
        "The composition gives a value to a property that the descriptor of the component fixes with `value`, or \
         reports by itself because it is read-only. The composition's value is ignored.",
    ),
    (
        VALUE_CYCLE,
        "Values refer to each other in a circle, so that none of them can be worked out. The message names the \
         circle. The only allowed self-reference is `p: {value: \"${p}\"}`, which hands an input through.",
    ),
    (
        UNRESOLVED_REFERENCE,
        "A `${...}` leads to nothing: no such property, component or reference, no such property of the component, \
         or `item`, `source` or `target` where it has no meaning. The value is shown as an error and the expansion \
         goes on.",
    ),
    (
        BAD_PATH,
        "A reference goes into a structured value that does not have that key, or not that many items, or is no \
         structure at all. Indices in references count from 0.",
    ),
    (
        ITEM_KEY_GUESS,
        "A reference such as `${item.ip_addr}` names a key that the item has only in another spelling, as `ip-addr`. \
         The value is taken from there, which an orchestrator may refuse to do.",
    ),
    (
        MANY_VALUES,
        "A reference to a property of a component with several instances gives a list, or a map for a group over a \
         map. Here it feeds a property that is declared as a single value.",
    ),
    (
        UNRESOLVED_TYPE,
        "The descriptor of a component is not in the catalog. The instance is shown without an inside, what is read \
         from it is unknown, and nobody can say which of its transitions call a driver.",
    ),
    (
        CONTAINMENT_CYCLE,
        "An assembly contains itself, directly or through others. The expansion stops at the inner one.",
    ),
    (
        BAD_QUANTITY,
        "`quantity`, or a number of a cluster, is no whole number from 0 up. The component is expanded as if it were \
         absent.",
    ),
    (
        CLUSTER_BOUNDS,
        "The initial quantity of a cluster is below its minimum or above its maximum, or the minimum is above the \
         maximum. The initial quantity is shown as it is.",
    ),
    (NOT_A_COLLECTION, "`items` leads to a value that is neither a list nor a map. The group has no instances."),
    (
        SYMBOLIC_COUNT,
        "How many instances there are depends on a value that only a running system knows. One instance, named with \
         `?`, stands for all of them.",
    ),
    (
        DUPLICATE_NAME,
        "Two instances get the same name, as `a__1` from the second component of that name and from a group `a`. An \
         orchestrator tells instances apart by their names only.",
    ),
    (
        DYNAMIC_TYPE,
        "The expression of `dynamicType` cannot be previewed: it is no valid template, uses more than `if`, \
         comparisons, `and`, `or`, `not`, texts and the known filters, is very long, yields nothing, or no descriptor name. The \
         component is shown with its `type`.",
    ),
    (
        SYMBOLIC_TYPE,
        "The expression of `dynamicType` reads a property that only a running system knows. The component is shown \
         with its `type`.",
    ),
    (
        VERSION_RANGE,
        "`resolveVersion` gets a text that is no `type::name::range` with a Maven version range, or no version of the \
         catalog lies in the range.",
    ),
    (
        UNRESOLVED_END,
        "A relationship names a source or target that is neither a component nor a reference of the assembly. It is \
         expanded without that end.",
    ),
    (
        UNRESOLVED_OPERATION,
        "A relationship calls an operation that its source or target does not have, or that a promotion does not lead \
         to a resource.",
    ),
    (
        FIRST_OF_MAP,
        "`multiple-instances: first` on a group over a map: a map has no first instance. The call is shown on any one \
         of them.",
    ),
    (
        DEADLOCK,
        "Relationships and mapped outputs make steps of the plan wait for each other in a circle. The message names \
         the circle; the plan shows only what can be done without it.",
    ),
    (
        NOTHING_TO_DO,
        "What is asked for changes nothing: the assembly is in that state, the cluster is as large or as small as it \
         may be, what is to be healed is not Active and so cannot be Broken, or both versions of an upgrade come to the \
         same.",
    ),
    (
        SCALED_VALUE,
        "Scaling changes the list of values that another resource reads from the whole cluster. No source says \
         whether an orchestrator reconfigures that resource; the plan leaves it as it is.",
    ),
    (
        MOVED_ITEMS,
        "An upgrade moves items of the list that a group is made from. The instances are named by position, so that \
         each gets the values of another one, and may be reconfigured or installed anew although nothing of it changed. \
         A group over a map keeps its names.",
    ),
    (
        LIMIT,
        "The expansion was cut off: more than 10,000 instances, assemblies nested deeper than 50, more than 10,000 \
         relationships of a kind, or values too large to show.",
    ),
];
