//! Rules for operations of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    implemented_in_interface_type,
    no_primary_artifact,
    no_such_implementation,
    none_in_interface_type,
    reserved_name,
    reserved_variable,
    value_in_type,
    wrong_operation_host,
}
