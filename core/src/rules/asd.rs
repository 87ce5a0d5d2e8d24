//! What application service descriptors must hold to beyond their tables.

mod duplicate_identifier;

use crate::rules::Rule;

pub static RULES: &[&Rule] = &[&duplicate_identifier::RULE];
