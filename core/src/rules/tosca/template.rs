//! Rules for node templates and other templates of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    copied_copy,
    duplicate_name,
    empty_filter,
    empty_group,
    filter_without_directive,
    malformed_mapping,
    pub misplaced_section,
    no_such_template,
    port_order,
    reserved_name,
    shared_name,
    unknown_directive
}
