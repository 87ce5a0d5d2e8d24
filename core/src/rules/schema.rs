//! Rules for text that does not fit the tables of its language.

use crate::rules;

rules::list! { rules::Common:
    alias_key,
    missing_key,
    not_a_choice,
    not_one_mapping,
    pub outdented_body,
    unknown_key,
    pub wrong_shape
}
