//! Rules for functions and inputs of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    input_in_type,
    malformed_call,
    misplaced_keyword,
    no_such_input,
    unknown_function
}
