//! Rules for properties, attributes and parameters of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    abstract_type,
    attribute_default,
    clashing_attribute,
    computed_input,
    constant_output,
    discouraged,
    misplaced_entry_schema,
    misplaced_schema,
    no_such_property,
    required_unset,
    set_by_orchestrator,
    storage_size,
    unset_port,
    unused_input,
    value_and_default,
    yaml_type_name,
}
