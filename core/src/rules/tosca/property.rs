//! Rules for properties and attributes of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    abstract_type,
    clashing_attribute,
    discouraged,
    misplaced_entry_schema,
    misplaced_schema,
    no_such_property,
    required_unset,
    yaml_type_name
}
