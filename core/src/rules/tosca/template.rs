//! Rules for node templates and other templates of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    no_such_template
}
