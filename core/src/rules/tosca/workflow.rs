//! Rules for workflows, policies and triggers of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    empty_condition,
    malformed_operation,
    malformed_period,
    needless_operation_host,
    no_steps,
    relationship_of_group,
    unknown_state
}
