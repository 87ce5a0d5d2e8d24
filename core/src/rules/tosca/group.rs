//! Rules for the members of groups and the targets of policies.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    wrong_member,
    wrong_target
}
