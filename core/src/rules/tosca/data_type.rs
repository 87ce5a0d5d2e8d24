//! Rules for data types.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    endless,
    nothing_defined,
    properties_of_primitive
}
