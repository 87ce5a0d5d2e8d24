//! Rules for operations of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    no_such_implementation
}
