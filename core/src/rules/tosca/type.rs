//! Rules for types of service templates.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    ambiguous_member,
    claimed_extension,
    cyclic_derivation,
    dependency_of_groups,
    duplicate_type,
    hides_normative_type,
    incomplete_definition,
    malformed_extension,
    malformed_mime_type,
    malformed_occurrences,
    mixed_members,
    no_such_type,
    primitive_name,
    reserved_name,
    several_versions,
    without_root,
}
