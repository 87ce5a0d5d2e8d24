//! Rules for imports and repositories of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    conflicting_prefix,
    duplicate_import,
    import_cycle,
    incomplete_namespace,
    literal_secret,
    malformed_url,
    no_such_import,
    no_such_repository,
    other_version,
    remote_import,
    reserved_prefix,
    unknown_prefix,
    unprefixed_name,
    unused_import,
    unused_repository,
}
