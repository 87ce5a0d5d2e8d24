//! What does not fit the tables of the language.

mod unknown_key;

use crate::rules::Rule;

pub static RULES: &[&Rule] = &[&unknown_key::RULE];
