//! Rules for workflows, policies and triggers of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    cyclic_steps,
    delegate_of_implemented,
    empty_condition,
    malformed_operation,
    malformed_period,
    missing_input,
    needless_operation_host,
    no_steps,
    no_such_attribute,
    no_such_host,
    no_such_input,
    no_such_member,
    no_such_operation,
    no_such_step,
    no_such_workflow,
    recursive_inline,
    relationship_of_group,
    unavailable_input,
    unimplemented_call,
    unknown_delegate,
    unknown_state,
    unreachable_step,
}
