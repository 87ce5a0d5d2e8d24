//! What assembly and resource descriptors must hold to beyond their tables.

mod no_such_property;

use crate::rules::Rule;

pub static RULES: &[&Rule] = &[&no_such_property::RULE];
