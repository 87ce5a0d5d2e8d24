//! Rules for application service descriptors, in addition to the schema.

use crate::rules;
use crate::rules::tables::Tables;

/// A rule for application service descriptors.
pub type Rule = rules::Definition;
/// A check of an application service descriptor.
pub type Check<'a> = rules::Check<'a>;

rules::list! { rules::Common:
    duplicate_identifier
}

/// The rules and schema hooks for application service descriptors.
pub const CHECK: rules::LanguageRules = rules::LanguageRules { run: |run| run.call(&[CHECKS]), tables: Tables::NONE };
