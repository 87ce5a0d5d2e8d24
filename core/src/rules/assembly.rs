//! What assembly and resource descriptors must hold to beyond their tables.

mod contradicting_attributes;
mod driver_without_selector;
mod duplicate_name;
mod endless_data_type;
mod ignored_value;
mod incomplete_lifecycle;
mod key_material;
mod malformed_key;
mod malformed_name;
mod malformed_version;
mod map_written_as_list;
mod mismatched_value;
mod misplaced_entry_schema;
mod missing_placement;
mod nested_default;
mod no_such_property;
mod no_such_type;
mod obsolete_infrastructure;
mod output_not_read_only;
mod placement_in_resource;
mod private_property;
mod public_and_private;
mod redefined_member;
mod required_property_unset;
mod requirement_not_met;
mod self_reference;
mod undeclared_property;
mod unknown_resource_manager;
mod unknown_transition;
mod unused_data_type;
mod unused_property;
mod volatile_lost;

use crate::rules::Rule;

pub static RULES: &[&Rule] = &[
    &contradicting_attributes::RULE,
    &driver_without_selector::RULE,
    &duplicate_name::RULE,
    &endless_data_type::RULE,
    &ignored_value::RULE,
    &incomplete_lifecycle::RULE,
    &key_material::RULE,
    &malformed_key::RULE,
    &malformed_name::RULE,
    &malformed_version::RULE,
    &map_written_as_list::RULE,
    &mismatched_value::RULE,
    &misplaced_entry_schema::RULE,
    &missing_placement::RULE,
    &nested_default::RULE,
    &no_such_property::RULE,
    &no_such_type::RULE,
    &obsolete_infrastructure::RULE,
    &output_not_read_only::RULE,
    &placement_in_resource::RULE,
    &private_property::RULE,
    &public_and_private::RULE,
    &redefined_member::RULE,
    &required_property_unset::RULE,
    &requirement_not_met::RULE,
    &self_reference::RULE,
    &undeclared_property::RULE,
    &unknown_resource_manager::RULE,
    &unknown_transition::RULE,
    &unused_data_type::RULE,
    &unused_property::RULE,
    &volatile_lost::RULE,
];
