//! Text that is not YAML, or not the YAML that its author meant.

mod duplicate_key;

use crate::rules::Rule;

pub static RULES: &[&Rule] = &[&duplicate_key::RULE];
