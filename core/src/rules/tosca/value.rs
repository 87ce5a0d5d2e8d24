//! Rules for values against their declared types and constraints.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    bad_range,
    bad_unit,
    bad_version,
    constraint_as_value,
    constraint_violated,
    incomplete_port,
    key_not_text,
    literal_secret,
    malformed_json,
    mixed_list,
    network_alias,
    null_value,
    old_boolean,
    outside_limits,
    reversed_interval,
    unfit_address,
    unfit_network,
    unit_spelling,
    unordered_versions,
    unquoted_string,
    wrong_type,
}
