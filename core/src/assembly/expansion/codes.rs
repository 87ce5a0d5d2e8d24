//! The finding codes of the expansion, each with the explanation shown on its page.

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

/// Every code with its explanation.
pub const CODES: &[(&str, &str)] = &[
    (
        BAD_INTENT,
        "The intent is invalid. Possible reasons: the name of the assembly instance contains spaces or two \
         underscores in a row, or starts with a digit; the intent is for a resource, for another descriptor, or for \
         one that is missing from the catalog; the intended state is not `Installed`, `Inactive` or `Active`, or \
         cannot be reached from the current state; the instance to heal or the cluster to scale does not exist. The \
         preview continues with the given name, the descriptor on screen and the state `Active`, and leaves out the \
         plan for anything that does not exist.",
    ),
    (
        UNKNOWN_INPUT,
        "The intent sets a property that the descriptor does not declare. An orchestrator ignores or rejects such a \
         value.",
    ),
    (
        IGNORED_INPUT,
        "The intent sets a property that cannot be set from outside, because it is read-only or the descriptor fixes \
         it with `value`. The preview ignores the value.",
    ),
    (
        BAD_INPUT,
        "The intent sets a property to text that does not match its type, such as `two` for an integer. Intents carry \
         text: numbers, booleans, lists and maps are parsed from it, the last two as JSON.",
    ),
    (
        REQUIRED_UNSET,
        "A property with `required: true` has no value: neither the intent nor the enclosing assembly sets it, and it \
         has no default. This is an error for the expanded assembly and a warning for a component.",
    ),
    (
        IGNORED_VALUE,
        "The composition sets a property that the descriptor of the component fixes with `value`, or that is \
         read-only and therefore reported at run time. The value in the composition is ignored.",
    ),
    (
        VALUE_CYCLE,
        "Values refer to each other in a cycle, so none of them can be evaluated. The message lists the cycle. The \
         only valid self-reference is `p: {value: \"${p}\"}`, which passes an input through.",
    ),
    (
        UNRESOLVED_REFERENCE,
        "A `${...}` cannot be resolved: there is no property, component or reference with that name, the component \
         does not have the property, or `item`, `source` or `target` is used where it has no meaning. The value is \
         shown as an error and the expansion continues.",
    ),
    (
        BAD_PATH,
        "A reference reads a key or an index that the structured value does not have, or the value has no structure. \
         Indices count from 0.",
    ),
    (
        ITEM_KEY_GUESS,
        "A reference such as `${item.ip_addr}` names a key that the item spells differently, such as `ip-addr`. The \
         preview uses that key, but an orchestrator may reject the reference.",
    ),
    (
        MANY_VALUES,
        "A reference to a property of a component with several instances yields a list, or a map for a group over a \
         map, but the property that it sets is declared as a single value.",
    ),
    (
        UNRESOLVED_TYPE,
        "The catalog does not contain the descriptor of a component. The instance is shown without its contents, the \
         values read from it are unknown, and so are the transitions that call a driver.",
    ),
    (
        CONTAINMENT_CYCLE,
        "An assembly contains itself, directly or through other assemblies. The expansion stops at the inner one.",
    ),
    (
        BAD_QUANTITY,
        "`quantity`, or a number of a cluster, is not a non-negative integer. The preview treats it as absent.",
    ),
    (
        CLUSTER_BOUNDS,
        "The initial quantity of a cluster is below its minimum or above its maximum, or the minimum is above the \
         maximum. The preview uses the initial quantity anyway.",
    ),
    (NOT_A_COLLECTION, "`items` resolves to a value that is neither a list nor a map. The group has no instances."),
    (
        SYMBOLIC_COUNT,
        "The number of instances depends on a value that is only known at run time. One instance, named with `?`, \
         represents all of them.",
    ),
    (
        DUPLICATE_NAME,
        "Two instances get the same name, such as `a__1` from the second instance of a component `a` and from a group \
         `a`. An orchestrator identifies instances by name.",
    ),
    (
        DYNAMIC_TYPE,
        "The expression of `dynamicType` cannot be previewed. It is not a valid template, uses more than `if`, \
         comparisons, `and`, `or`, `not`, text and the known filters, is too long, or yields nothing or text that is \
         not a descriptor name. The preview uses the component's `type`.",
    ),
    (
        SYMBOLIC_TYPE,
        "The expression of `dynamicType` reads a property that is only known at run time. The preview uses the \
         component's `type`.",
    ),
    (
        VERSION_RANGE,
        "The argument of `resolveVersion` is not `type::name::range` with a Maven version range, or the catalog has \
         no version in that range.",
    ),
    (
        UNRESOLVED_END,
        "A relationship names a source or target that is neither a component nor a reference of the assembly. The \
         preview leaves out that end.",
    ),
    (
        UNRESOLVED_OPERATION,
        "A relationship calls an operation that neither its source nor its target has, or a promoted operation that \
         cannot be traced to a resource.",
    ),
    (
        FIRST_OF_MAP,
        "`multiple-instances: first` is used on a group over a map, which has no first instance. The preview shows \
         the call on an arbitrary instance.",
    ),
    (
        DEADLOCK,
        "Relationships and mapped outputs make steps of the plan wait for each other in a cycle. The message lists \
         the cycle, and the plan shows only the steps that do not depend on it.",
    ),
    (
        NOTHING_TO_DO,
        "The intent changes nothing: the assembly is already in the intended state, the cluster is at its limit, the \
         instance to heal is not Active and so cannot be Broken, or both versions of an upgrade produce the same \
         instances.",
    ),
    (
        SCALED_VALUE,
        "Scaling changes the list of values that another resource reads from the whole cluster. No specification \
         defines whether an orchestrator then reconfigures that resource, so the plan leaves it unchanged.",
    ),
    (
        MOVED_ITEMS,
        "An upgrade moves items of the list that a group is created from. Its instances are named by position, so \
         each gets the values of another item and may be reconfigured or reinstalled although its own item is \
         unchanged. A group over a map keeps its instance names.",
    ),
    (
        LIMIT,
        "The preview was cut off: it has more than 10,000 instances, assemblies nested deeper than 50 levels, more \
         than 10,000 relationships of one kind, or values too large to show.",
    ),
];
