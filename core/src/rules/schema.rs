//! Rules that report violations of the schema of a language.

use crate::rules;

rules::list! { rules::Common:
    alias_key,
    missing_key,
    not_a_choice,
    not_one_mapping,
    pub outdented_body,
    pub unknown_key,
    pub wrong_shape
}
