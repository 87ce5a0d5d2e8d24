//! Rules for catalog settings and for comments that ignore findings.

use crate::rules;

rules::list! { rules::Common:
    pub bad_settings,
    changed_without_version,
    pub unmatched_pattern,
    pub unused_ignore
}
