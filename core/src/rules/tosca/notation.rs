//! Rules for notations of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    list_expected,
    loose_value
}
