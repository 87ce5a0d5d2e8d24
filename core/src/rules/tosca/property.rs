//! Rules for properties, attributes and parameters of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    attribute_default,
    computed_input,
    constant_output,
    no_such_property,
    unused_input,
    value_and_default
}
