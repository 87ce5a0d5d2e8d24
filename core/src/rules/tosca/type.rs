//! Rules for types of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    cyclic_derivation,
    malformed_extension,
    malformed_mime_type,
    no_such_type
}
