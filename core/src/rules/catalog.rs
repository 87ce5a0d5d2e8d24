//! Names that lead to another descriptor.

mod no_such_descriptor;

use crate::rules::Rule;

pub static RULES: &[&Rule] = &[&no_such_descriptor::RULE];
