//! What does not fit the tables of the language.

mod alias_key;
mod missing_key;
mod not_a_choice;
mod not_one_mapping;
pub mod outdented_body;
mod property_outside_properties;
mod unknown_key;
pub mod wrong_shape;

use crate::rules::Rule;

pub static RULES: &[&Rule] = &[
    &alias_key::RULE,
    &missing_key::RULE,
    &not_a_choice::RULE,
    &not_one_mapping::RULE,
    &outdented_body::RULE,
    &property_outside_properties::RULE,
    &unknown_key::RULE,
    &wrong_shape::RULE,
];
