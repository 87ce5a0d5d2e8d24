//! Rules for artifacts of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    no_such_file,
    other_extension,
    outside_package,
    unknown_extension,
}
