//! Rules for functions and inputs of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    ambiguous_member,
    attribute_as_property,
    cyclic_value,
    input_in_type,
    later_output,
    malformed_call,
    misplaced_keyword,
    no_host,
    no_nodes,
    no_such_artifact,
    no_such_entry,
    no_such_input,
    no_such_operation,
    no_value,
    not_implemented,
    run_time_cycle,
    token_index,
    unknown_function,
    unknown_source,
    wrong_result,
}
