//! Rules for imports of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    import_cycle,
    no_such_import,
    unknown_prefix,
    unprefixed_name
}
