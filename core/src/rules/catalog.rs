//! Names that lead to another descriptor.

mod bad_settings;
mod changed_without_version;
mod malformed_type;
mod no_such_descriptor;
mod recursive_containment;
mod unresolved_dynamic_type;
mod unused_ignore;
mod version_range;

use crate::rules::Rule;

/// What [`crate::rules::ignored`] reports under.
pub static UNUSED_IGNORE: &Rule = &unused_ignore::RULE;

pub static RULES: &[&Rule] = &[
    &bad_settings::RULE,
    &changed_without_version::RULE,
    &malformed_type::RULE,
    &no_such_descriptor::RULE,
    &recursive_containment::RULE,
    &unresolved_dynamic_type::RULE,
    &unused_ignore::RULE,
    &version_range::RULE,
];
