//! Rules for types of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    cyclic_derivation,
    no_such_type
}
