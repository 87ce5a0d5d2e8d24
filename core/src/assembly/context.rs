//! The constructs of assembly and resource descriptors in which names occur.

use crate::symbol::Context;

pub const COMPONENT_TYPE: Context = Context::new("component-type");
pub const REFERENCE_TYPE: Context = Context::new("reference-type");
pub const PROPERTY_TYPE: Context = Context::new("property-type");
pub const DERIVED_FROM: Context = Context::new("derived-from");
pub const UPGRADE_DEPENDENCY: Context =
    Context::titled("upgrade-dependency", "upgrade dependency of {holder} on {name}");
pub const SOURCE_CAPABILITY: Context = Context::titled("source-capability", "end {name} of {holder}");
pub const TARGET_REQUIREMENT: Context = Context::titled("target-requirement", "end {name} of {holder}");
pub const RELATIONSHIP_OPERATION: Context = Context::titled("relationship-operation", "operation {name} of {holder}");
pub const PROMOTED_OPERATION: Context = Context::new("promoted-operation");
pub const PROMOTED_METRIC: Context = Context::new("promoted-metric");
pub const POLICY_METRIC: Context = Context::new("policy-metric");
pub const POLICY_TARGET: Context = Context::new("policy-target");
/// `${...}` in a value.
pub const VALUE: Context = Context::value("value", "value of {holder}");
/// A key under the properties of a component or reference: a property of its type.
pub const PROPERTY_KEY: Context = Context::new("property-key");
/// A key under the properties of a relationship: a property of an operation that it calls.
pub const OPERATION_INPUT: Context = Context::new("operation-input");
/// A variable of a `dynamicType`: a property of its component.
pub const TYPE_VARIABLE: Context = Context::new("type-variable");
/// A key in a value or a step of a `${...}`: a member of a data type.
pub const MEMBER: Context = Context::new("member");
