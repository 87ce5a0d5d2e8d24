//! Rules for constraint clauses.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    bad_operand,
    malformed_schema,
    not_applicable,
    operand_type,
    unchecked_pattern,
    unsatisfiable,
    widened_range
}
