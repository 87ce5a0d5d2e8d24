//! What assembly and resource descriptors must hold to beyond their tables.

mod ambiguous_name;
mod bad_ends;
mod bad_group_key;
mod bad_items;
mod bad_quantity;
mod bad_threshold;
mod broken_promotion;
mod capability_type_mismatch;
mod cluster_bounds;
mod competing_counts;
mod contradicting_attributes;
mod contradicting_project;
mod create_without_cease;
mod deadlock;
mod derived_name;
mod driver_without_selector;
mod duplicate_name;
mod endless_data_type;
mod first_of_map;
mod idle_relationship;
mod ignored_value;
mod incomplete_lifecycle;
mod incomplete_policy;
mod instantiable_reference;
mod key_material;
mod list_group;
mod malformed_call;
mod malformed_dynamic_type;
mod malformed_key;
mod malformed_name;
mod malformed_path;
mod malformed_reference;
mod malformed_version;
mod many_values;
mod map_written_as_list;
mod metric_without_source;
mod mismatched_value;
mod misplaced_entry_schema;
mod misplaced_policy;
mod misplaced_reference;
mod missing_operation_input;
pub mod missing_placement;
mod negative_period;
mod nested_default;
mod no_scaling;
mod no_such_capability;
mod no_such_component;
mod no_such_entry;
mod no_such_instance_value;
mod no_such_metric;
mod no_such_operation;
mod no_such_property;
mod no_such_type;
mod not_a_cluster;
mod not_upgradable;
mod obsolete_infrastructure;
mod output_not_read_only;
mod placement_in_resource;
mod private_property;
mod promoted_from_reference;
mod public_and_private;
mod redefined_member;
mod reference_as_target;
mod reference_needs_component;
mod reference_not_read;
mod reference_without_placement;
mod required_property_unset;
mod requirement_not_met;
mod self_reference;
mod self_relationship;
mod several_operations;
mod single_instance;
mod type_mismatch;
mod undeclared_property;
mod unidentified_reference;
mod unknown_metric_type;
mod unknown_resource_manager;
mod unknown_transition;
mod unknown_variable;
mod unused_data_type;
mod unused_property;
mod unused_reference;
mod unused_relationship_property;
mod upgrade_cycle;
mod value_cycle;
mod varying_type;
mod volatile_lost;
mod wrong_metric;

use crate::rules::Rule;

pub static RULES: &[&Rule] = &[
    &ambiguous_name::RULE,
    &bad_ends::RULE,
    &bad_group_key::RULE,
    &bad_items::RULE,
    &bad_quantity::RULE,
    &bad_threshold::RULE,
    &broken_promotion::RULE,
    &capability_type_mismatch::RULE,
    &cluster_bounds::RULE,
    &competing_counts::RULE,
    &contradicting_attributes::RULE,
    &contradicting_project::RULE,
    &create_without_cease::RULE,
    &deadlock::RULE,
    &derived_name::RULE,
    &driver_without_selector::RULE,
    &duplicate_name::RULE,
    &endless_data_type::RULE,
    &first_of_map::RULE,
    &idle_relationship::RULE,
    &ignored_value::RULE,
    &incomplete_lifecycle::RULE,
    &incomplete_policy::RULE,
    &instantiable_reference::RULE,
    &key_material::RULE,
    &list_group::RULE,
    &malformed_call::RULE,
    &malformed_dynamic_type::RULE,
    &malformed_key::RULE,
    &malformed_name::RULE,
    &malformed_path::RULE,
    &malformed_reference::RULE,
    &malformed_version::RULE,
    &many_values::RULE,
    &map_written_as_list::RULE,
    &metric_without_source::RULE,
    &mismatched_value::RULE,
    &misplaced_entry_schema::RULE,
    &misplaced_policy::RULE,
    &misplaced_reference::RULE,
    &missing_operation_input::RULE,
    &missing_placement::RULE,
    &negative_period::RULE,
    &nested_default::RULE,
    &no_scaling::RULE,
    &no_such_capability::RULE,
    &no_such_component::RULE,
    &no_such_entry::RULE,
    &no_such_instance_value::RULE,
    &no_such_metric::RULE,
    &no_such_operation::RULE,
    &no_such_property::RULE,
    &no_such_type::RULE,
    &not_a_cluster::RULE,
    &not_upgradable::RULE,
    &obsolete_infrastructure::RULE,
    &output_not_read_only::RULE,
    &placement_in_resource::RULE,
    &private_property::RULE,
    &promoted_from_reference::RULE,
    &public_and_private::RULE,
    &redefined_member::RULE,
    &reference_as_target::RULE,
    &reference_needs_component::RULE,
    &reference_not_read::RULE,
    &reference_without_placement::RULE,
    &required_property_unset::RULE,
    &requirement_not_met::RULE,
    &self_reference::RULE,
    &self_relationship::RULE,
    &several_operations::RULE,
    &single_instance::RULE,
    &type_mismatch::RULE,
    &undeclared_property::RULE,
    &unidentified_reference::RULE,
    &unknown_metric_type::RULE,
    &unknown_resource_manager::RULE,
    &unknown_transition::RULE,
    &unknown_variable::RULE,
    &unused_data_type::RULE,
    &unused_property::RULE,
    &unused_reference::RULE,
    &unused_relationship_property::RULE,
    &upgrade_cycle::RULE,
    &value_cycle::RULE,
    &varying_type::RULE,
    &volatile_lost::RULE,
    &wrong_metric::RULE,
];
