//! Rules for the version of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    dialect,
    late_version,
    newer_keyname,
    pub not_checked
}
