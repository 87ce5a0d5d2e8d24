//! Rules for capabilities and requirements of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    cyclic_requirements,
    no_such_capability
}
